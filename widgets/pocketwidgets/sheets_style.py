"""The style of the position editor, of what is typed in from a real table, of steps being told."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote

from pocketwidgets import palette as p
from pocketwidgets.paint import SANS
from pocketwidgets.parts import PIPS
from pocketwidgets.style import ROOT


def _die(value: int) -> str:
    """Return the picture of a die as a data URI."""
    pips = "".join(
        f'<circle cx="{14 + 7.3 * x:g}" cy="{14 + 7.3 * y:g}" r="2.7" fill="{p.INK}"/>'
        for x, y in PIPS[value]
    )
    body = f'<rect x="1" y="1" width="26" height="26" rx="5.5" fill="{p.CELL}" stroke="{p.INK}"/>'
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg" width="28" height="28">{body}{pips}</svg>'
    return f"url('data:image/svg+xml,{quote(drawn)}')"


_DICE: Final = "\n".join(
    f".{ROOT} .pk-die-{value}.pk-die-{value} {{ background-image: {_die(value)}; }}"
    for value in PIPS
)

_ARROW: Final = quote(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18">'
    f'<path d="M5 7l4 4 4-4" fill="none" stroke="{p.TEXT_DARK}" stroke-width="2"/></svg>'
)
_DARK: Final = f"--jp-widgets-dropdown-arrow: url('data:image/svg+xml,{_ARROW}');"

SHEETS_CSS: Final = f"""
/* the arrow of a list, in the dark */
body[data-jp-theme-light="false"] .{ROOT} {{ {_DARK} }}
@media (prefers-color-scheme: dark) {{
  body:not([data-jp-theme-light]) .{ROOT} {{ {_DARK} }}
}}

/* dice of a real table */
.{ROOT} .jupyter-button.pk-die {{
  background-repeat: no-repeat; background-position: 10px center; padding-left: 46px;
  min-width: 70px;
}}
{_DICE}
.{ROOT} .pk-thrown {{ display: flex; gap: 8px; margin: 4px 0; }}
.{ROOT} .pk-got {{
  width: 38px; height: 38px; border-radius: 8px; border: 1.5px dashed var(--pk-line);
  box-sizing: border-box; background-size: 36px; background-position: center;
}}
.{ROOT} .pk-got[class*="pk-die"] {{ border-color: transparent; }}

/* sides of cards */
.{ROOT} .pk-parts {{ gap: 6px; }}
.{ROOT} .pk-parts .widget-dropdown {{ flex-wrap: nowrap; align-items: center; }}
.{ROOT} .pk-parts .widget-label {{ min-width: 64px; }}
.{ROOT} .pk-parts .jupyter-widgets select {{ min-width: 0; }}

/* what happened, step by step */
.{ROOT} .pk-telling {{ gap: 6px; overflow: visible; }}
.{ROOT} .pk-telling .pk-row {{ align-items: center; }}
.{ROOT} .pk-telling .widget-dropdown {{ width: auto; flex: 0 1 auto; }}
.{ROOT} .pk-telling .widget-dropdown .widget-label {{ min-width: 0; }}
.{ROOT} .pk-telling .widget-dropdown select {{ min-width: 104px; flex: 0 1 104px; }}
.{ROOT} .pk-story {{
  list-style: none; margin: 0; padding: 0; font: 400 14px/1.3 {SANS}; color: var(--pk-text);
}}
.{ROOT} .pk-story li {{
  padding: 4px 8px 4px 10px; border-left: 4px solid var(--pk-soft); margin: 0;
}}
.{ROOT} .pk-story li.pk-you {{ border-left-color: var(--pk-good); }}
.{ROOT} .pk-story li.pk-them {{ border-left-color: var(--pk-bad); }}
.{ROOT} .pk-story li.pk-now {{
  background: {p.LIT_WASH}; color: {p.INK}; font-weight: 700; border-left-color: {p.LIT};
  outline: 1.5px solid {p.INK}; border-radius: 4px;
}}
.{ROOT} .pk-story li.pk-later {{ visibility: hidden; }}

/* the position editor */
.{ROOT} .pk-edit {{ display: flex; flex-flow: row wrap; gap: 18px; width: 100%;
  align-items: flex-start; }}
.{ROOT} .pk-edit-fields {{ flex: 1 1 380px; min-width: 0; gap: 10px; overflow: visible; }}
.{ROOT} .pk-edit-fields .pk-head {{ border-bottom: 1px solid var(--pk-line); margin: 0 0 6px; }}
.{ROOT} .pk-edit-look {{
  flex: 0 1 340px; min-width: min(300px, 100%); gap: 10px; position: sticky; top: 8px;
  overflow: visible;
}}
.{ROOT} .pk-edit-look .pk-row .jupyter-button {{ flex: 1 1 auto; text-align: center; }}
.{ROOT} .pk-grid {{
  display: grid; grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 8px 12px; width: 100%; align-items: start; overflow: visible; margin-bottom: 6px;
}}
.{ROOT} .pk-cell {{ gap: 6px; overflow: visible; }}
@container board (max-width: 460px) {{
  .{ROOT} .pk-cell {{ display: grid; grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr); }}
  .{ROOT} .pk-cell > :only-child {{ grid-column: 1 / -1; }}
  .{ROOT} .pk-grid {{ grid-template-columns: minmax(0, 1fr); }}
}}
.{ROOT} .pk-field {{ gap: 2px; overflow: visible; }}
.{ROOT} .pk-edit .widget-dropdown, .{ROOT} .pk-edit .widget-text {{
  flex-flow: column; align-items: stretch; width: 100%;
}}
.{ROOT} .pk-edit .widget-label {{ align-self: flex-start; min-width: 0; }}
.{ROOT} .pk-edit .jupyter-widgets select, .{ROOT} .pk-edit .jupyter-widgets input[type] {{
  width: 100%; min-width: 0; flex: 0 0 auto;
}}
.{ROOT} .pk-field .pk-help, .{ROOT} .pk-field .pk-bad {{ font-size: 13px; margin: 0; }}
"""
