"""The style sheet of everything that stands on the page: one set of properties, light and dark.

The names of the properties are those of the palette. A board keeps its paper in both; only its
cloth follows the page, through ``--pocket-cloth``.
"""

from __future__ import annotations

from typing import Final

from pocketwidgets import palette as p
from pocketwidgets.paint import SANS, SERIF

ROOT: Final = "pocket"
"""The class of the outermost box; every rule below begins with it."""

_LIGHT: Final = f"""
  --pk-page: {p.PAGE_LIGHT}; --pk-sheet: {p.PAPER}; --pk-text: {p.INK}; --pk-soft: {p.INK_SOFT};
  --pk-line: {p.LINE}; --pk-rule: {p.PAPER_RULE}; --pk-good: {p.GOOD}; --pk-bad: {p.BAD};
  --pk-chalk: {p.CHALK}; --pk-wash: {p.LIT_WASH}; --pk-graph: {p.GRAPH}; --pk-track: #FFFFFF;
  --pk-graph-line: {p.GRAPH_LINE}; --pk-graph-edge: {p.GRAPH_EDGE}; --pk-graph-hole: #C3C7C8;
  --pk-on-pencil: {p.PAPER}; --pk-pencil: {p.PENCIL}; --pk-field: {p.CELL}; --pk-ring: {p.INK};
  --pk-halo: {p.PAPER}; --pk-button: {p.PAPER}; --pk-dim: {p.PAPER_DIM}; --pk-lit: {p.LIT_WASH};
  --pk-edge: {p.INK}; --pk-gleam: rgba(255, 255, 255, .5);
  --pocket-cloth: var(--pk-cloth);"""

_DARK: Final = f"""
  --pk-page: {p.PAGE_DARK}; --pk-sheet: {p.SHEET_DARK}; --pk-text: {p.TEXT_DARK};
  --pk-soft: {p.SOFT_DARK}; --pk-line: {p.LINE_DARK}; --pk-rule: #4A4338;
  --pk-good: {p.GOOD_DARK}; --pk-bad: {p.BAD_DARK}; --pk-pencil: {p.PENCIL_DARK};
  --pk-field: {p.PAGE_DARK}; --pk-ring: {p.PAPER}; --pk-halo: {p.INK};
  --pk-button: {p.BUTTON_DARK}; --pk-dim: {p.SHEET_DARK}; --pk-lit: {p.WASH_DARK};
  --pk-edge: {p.LINE_DARK}; --pk-gleam: transparent;
  --pk-chalk: {p.CHALK_DARK}; --pk-wash: {p.WASH_DARK}; --pk-graph: {p.SHEET_DARK};
  --pk-track: {p.PAGE_DARK}; --pk-graph-line: {p.GRAPH_LINE_DARK};
  --pk-graph-edge: {p.LINE_DARK}; --pk-graph-hole: {p.PAGE_DARK}; --pk-on-pencil: {p.PAGE_DARK};
  --pocket-cloth: var(--pk-cloth-dark);"""

CSS: Final = f"""
.{ROOT}, .{ROOT} .pk-board {{{_LIGHT}
}}
body[data-jp-theme-light="false"] .{ROOT},
body[data-jp-theme-light="false"] .{ROOT} .pk-board {{{_DARK}
}}
@media (prefers-color-scheme: dark) {{
  body:not([data-jp-theme-light]) .{ROOT},
  body:not([data-jp-theme-light]) .{ROOT} .pk-board {{{_DARK}
  }}
}}
.{ROOT} {{
  container: pocket / inline-size; width: 100%; max-width: 1280px; overflow: visible;
  color: var(--pk-text); font-family: {SANS}; font-size: 15px; line-height: 1.35;
}}
.{ROOT} .widget-html, .{ROOT} .widget-html-content {{
  line-height: 1.35; font-size: 15px; height: auto; margin: 0; width: 100%;
  color: var(--pk-text); font-family: {SANS};
}}
.{ROOT} .widget-html-content {{ overflow: visible; white-space: normal; }}
.{ROOT} .pk-main {{ display: flex; flex-direction: column; gap: 12px; width: 100%;
  overflow: visible; }}
.{ROOT} .widget-box {{ overflow: visible; }}
.{ROOT} .pk-left {{ width: 100%; min-width: 0; gap: 12px; }}
.{ROOT} .pk-left {{ container: board / inline-size; }}
@container pocket (min-width: 880px) {{
  .{ROOT} .pk-main {{ display: grid; grid-template-columns: minmax(0, 1fr) minmax(290px, 28%);
    grid-template-rows: auto 1fr; align-items: start; }}
  .{ROOT} .pk-decision {{ grid-area: 1 / 2 / span 2; }}
  .{ROOT} .pk-record {{ grid-area: 2 / 1; }}
}}
/* in a low window the board is small, so that it can be seen at once: more room for the words */
@media (max-height: 860px) {{ @container pocket (min-width: 1060px) {{
  .{ROOT} .pk-main {{ grid-template-columns: minmax(0, 1fr) minmax(300px, 40%); }}
}} }}

.{ROOT} .pk-log {{ max-height: 560px; }}
@container pocket (min-width: 880px) {{ .{ROOT} .pk-log {{ max-height: 300px; }} }}

/* the picture: each width is there, the one that fits is shown */
.{ROOT} .pk-board {{ max-width: 948px; margin: 0 auto; }}
.{ROOT} .pk-board.pk-single {{ max-width: 420px; margin: 0; }}
.{ROOT} .pk-board svg {{ display: none; width: 100%; height: auto; }}
.{ROOT} .pk-board svg:first-child {{ display: block; }}
@container board (max-width: 859px) {{
  .{ROOT} .pk-board.pk-three svg:nth-child(1) {{ display: none; }}
  .{ROOT} .pk-board.pk-three svg:nth-child(2) {{ display: block; }}
}}
@container board (max-width: 599px) {{
  .{ROOT} .pk-board:not(.pk-single) svg,
  .{ROOT} .pk-board.pk-three svg:nth-child(2) {{ display: none; }}
  .{ROOT} .pk-board:not(.pk-single) svg:last-child {{
    display: block; max-width: 480px; margin: 0 auto;
  }}
}}

/* pictures of chance: squared paper, of three widths the widest that fits; numbers below */
.{ROOT} .pk-chart svg {{ display: none; width: 100%; max-width: 720px; height: auto; }}
.{ROOT} .pk-chart svg:first-child {{ display: block; }}
@container board (max-width: 719px) {{
  .{ROOT} .pk-chart svg:first-child {{ display: none; }}
  .{ROOT} .pk-chart svg:nth-child(2) {{ display: block; }}
}}
@container board (max-width: 519px) {{
  .{ROOT} .pk-chart svg:nth-child(2) {{ display: none; }}
  .{ROOT} .pk-chart svg:last-child {{ display: block; max-width: 420px; }}
}}
.{ROOT} .pk-numbers {{ border-collapse: collapse; font-size: 14px; margin: 4px 0;
  font-variant-numeric: tabular-nums; }}
.{ROOT} .pk-numbers caption {{ font-weight: 700; padding: 4px 0; }}
.{ROOT} .pk-numbers th, .{ROOT} .pk-numbers td {{
  padding: 3px 14px 3px 0; border-bottom: 1px solid var(--pk-rule); vertical-align: top;
}}
.{ROOT} .pk-table {{ overflow-x: auto; }}
.{ROOT} .pk-table summary {{
  cursor: pointer; color: var(--pk-pencil); font-size: 14px; min-height: 24px; padding: 4px 0;
}}

/* sheets and headings */
.{ROOT} .pk-sheet {{ container: board / inline-size; }}
.{ROOT} .pk-sheet {{
  background: var(--pk-sheet); border: 1px solid var(--pk-rule); border-radius: 8px;
  padding: 14px 16px; width: 100%; box-sizing: border-box; gap: 10px;
  box-shadow: 0 2px 4px rgba(26, 21, 16, .18);
}}
.{ROOT} .pk-head {{
  font: 700 17px/1.3 {SERIF}; margin: 0; padding: 0 0 6px; color: var(--pk-text);
  border-bottom: 3px double var(--pk-text);
}}
.{ROOT} .pk-question {{ font: 700 18px/1.35 {SERIF}; margin: 0; color: var(--pk-text); }}
.{ROOT} .pk-fields {{ gap: 8px; }}
.{ROOT} .pk-options {{ display: grid; gap: 10px 16px; align-items: start; overflow: visible;
  grid-template-columns: repeat(auto-fill, minmax(min(270px, 100%), 1fr)); }}
/* a single option is a row like those above and below it */
.{ROOT} .pk-options > :only-child {{ grid-column: 1 / -1; }}
.{ROOT} .pk-group {{ font-weight: 700; margin: 6px 0 2px; font-size: 15px; }}
.{ROOT} .pk-help {{ color: var(--pk-soft); font-size: 14px; margin: 0 0 4px; }}
.{ROOT} .pk-status, .{ROOT} .pk-said {{ color: var(--pk-text); }}
.{ROOT} .pk-answer {{ overflow-wrap: anywhere; }}
.{ROOT} .pk-answer p {{ margin: 0; }}
.{ROOT} .pk-bad {{ border-left: 5px solid var(--pk-bad); padding-left: 10px; }}
.{ROOT} .pk-good {{ border-left: 5px solid var(--pk-good); padding-left: 10px; }}

/* buttons: amber plays a move, paper is a service; a picture on one stays, whoever's style comes
   last to the page */
.{ROOT} .pk-row {{ display: flex; flex-flow: row wrap; gap: 8px; width: 100%;
  align-items: end; }}
.{ROOT} .jupyter-button {{
  width: auto; min-width: 44px; max-width: 100%; height: auto; min-height: 44px; margin: 0;
  padding: 8px 16px; border-radius: 8px; border: 1.5px solid var(--pk-edge);
  box-sizing: border-box; background-color: var(--pk-button); color: var(--pk-text);
  font: 700 15px/1.3 {SANS}; text-align: left;
  white-space: normal; overflow: visible; text-overflow: clip; overflow-wrap: anywhere;
  box-shadow: 0 2px 4px rgba(26, 21, 16, .28), inset 0 0 0 1.5px var(--pk-gleam);
}}
.{ROOT} .jupyter-button:hover {{ box-shadow: 0 4px 8px rgba(26, 21, 16, .4); }}
.{ROOT} .jupyter-button.pk-move {{
  background-color: {p.LIT}; color: {p.INK}; border-color: {p.INK};
}}
.{ROOT} .jupyter-button.pk-move:active {{ background-color: {p.LIT_PRESSED}; border-width: 2.4px; }}
.{ROOT} .jupyter-button.mod-active {{ background-color: var(--pk-lit); border-width: 2.4px; }}
.{ROOT} .jupyter-button:disabled {{
  background-color: var(--pk-dim); color: var(--pk-soft); border: 1.5px dashed var(--pk-line);
  opacity: 1;
  box-shadow: none; font-weight: 400;
}}
.{ROOT} .pk-dice {{
  display: grid; grid-template-columns: repeat(3, minmax(44px, 110px)); gap: 8px;
}}
.{ROOT} .pk-die.jupyter-button {{ text-align: center; font-size: 18px; }}
.{ROOT} .pk-moves, .{ROOT} .pk-choices, .{ROOT} .pk-choice {{ gap: 8px; }}
.{ROOT} .pk-choices, .{ROOT} .pk-choice {{ display: flex; flex-direction: column; }}
.{ROOT} .pk-asked:not(:empty) {{ margin-bottom: 10px; }}
.{ROOT} [hidden] {{ display: none !important; }}
.{ROOT} .widget-upload.jupyter-button {{ align-self: flex-start; }}
.{ROOT} a.pk-link, .{ROOT} a {{ color: var(--pk-pencil); }}
.{ROOT} a.pk-button {{
  display: inline-block; padding: 11px 16px; border-radius: 8px; border: 1.5px solid var(--pk-edge);
  background: var(--pk-button); color: var(--pk-text); font-weight: 700; text-decoration: none;
}}

/* focus: a ring that shows on paper, cloth and in the dark */
.{ROOT} button:focus-visible, .{ROOT} input:focus-visible, .{ROOT} select:focus-visible,
.{ROOT} textarea:focus-visible, .{ROOT} summary:focus-visible, .{ROOT} a:focus-visible,
.{ROOT} [tabindex]:focus-visible {{
  outline: 3px solid var(--pk-ring) !important; outline-offset: 2px;
  box-shadow: 0 0 0 2px var(--pk-halo);
}}
.{ROOT} .pk-fold:focus-visible > * {{ outline: 3px solid var(--pk-ring); outline-offset: -3px; }}

/* fields */
.{ROOT} .widget-text, .{ROOT} .widget-dropdown, .{ROOT} .widget-textarea {{
  width: 100%; max-width: 620px; height: auto; margin: 0; flex-flow: row wrap;
}}
.{ROOT} .pk-row .widget-text {{ flex: 1 1 180px; width: auto; min-width: 0; }}
.{ROOT} .pk-row .widget-text input[type] {{ min-width: 140px; flex-basis: 140px; }}
@container board (max-width: 420px) {{
  .{ROOT} .pk-row .widget-text {{ flex-basis: 100%; }}
}}
.{ROOT} .widget-label, .{ROOT} .widget-label-basic {{
  color: var(--pk-text); font: 700 14px/1.3 {SANS}; height: auto; width: auto; min-width: 150px;
  text-align: left; white-space: normal; overflow: visible; margin: 0 8px 2px 0; align-self: center;
}}
.{ROOT} .jupyter-widgets input[type], .{ROOT} .jupyter-widgets select,
.{ROOT} .jupyter-widgets textarea {{
  min-height: 44px; font: 400 15px/1.4 {SANS}; color: var(--pk-text); border-radius: 8px;
  background-color: var(--pk-field); border: 1.5px solid var(--pk-line); box-sizing: border-box;
  padding: 8px 10px; min-width: min(220px, 100%); flex: 1 1 220px;
}}
.{ROOT} .jupyter-widgets select {{ padding-right: 30px; }}
.{ROOT} .jupyter-widgets textarea {{ min-height: 96px; }}
.{ROOT} .jupyter-widgets input[type=file] {{ display: none; }}

/* the log */
.{ROOT} .pk-log {{ overflow: hidden auto; padding-right: 8px; }}
.{ROOT} .pk-log ul {{ list-style: none; margin: 0; padding: 0; }}
.{ROOT} .pk-log li {{ position: relative; padding: 3px 0 3px 20px; font-size: 14px; }}
.{ROOT} .pk-log li::before {{
  content: ""; position: absolute; left: 1px; top: 12px; width: 11px; height: 2px;
  background: var(--pk-soft);
}}
.{ROOT} .pk-log li.pk-you::before {{
  top: 8px; width: 10px; height: 10px; border-radius: 50%; background: var(--pk-good);
}}
.{ROOT} .pk-log li.pk-them::before {{
  top: 8px; width: 9px; height: 9px; transform: rotate(45deg); background: var(--pk-bad);
}}
.{ROOT} .pk-log .pk-round {{ border-top: 1px solid var(--pk-rule); margin-top: 4px; }}
.{ROOT} details.pk-rules {{ display: inline; }}
.{ROOT} details.pk-rules[open] {{ display: block; max-width: 100%; }}
.{ROOT} details.pk-rules :is(dl, dt, dd) {{
  float: none; width: auto; min-width: 0; overflow-wrap: anywhere; white-space: normal;
}}
.{ROOT} details.pk-rules:not([open])::details-content {{ display: none; }}
.{ROOT} details.pk-rules summary {{
  display: inline-block; cursor: pointer; color: var(--pk-pencil); font-size: 13px;
  min-height: 24px; padding: 2px 4px; text-decoration: underline dotted;
}}
.{ROOT} details.pk-rules dl {{
  margin: 2px 0 6px; padding: 6px 10px; border-left: 3px solid var(--pk-pencil);
}}
.{ROOT} details.pk-rules dt {{ font-weight: 700; font-size: 13px; }}
.{ROOT} details.pk-rules dd {{ margin: 0 0 4px; font-size: 14px; }}
.{ROOT} .pk-hidden {{
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap;
}}
@media (prefers-reduced-motion: no-preference) {{
  .{ROOT} .jupyter-button {{ transition: box-shadow .12s ease-out; }}
}}
"""
