"""What the lessons add to the style sheet: the prediction box, the steps, the reveal."""

from __future__ import annotations

from typing import Final

from pocketwidgets import palette as p
from pocketwidgets.paint import SERIF
from pocketwidgets.style import ROOT

LESSON_CSS: Final = f"""
.{ROOT}.pk-lesson {{ max-width: 900px; }}
.pk-lesson .pk-board {{ max-width: 768px; margin: 0; }}
.pk-lesson h3.pk-head {{ border: 0; padding: 8px 0 2px; }}
.pk-lesson .pk-predict h3.pk-head {{ padding-top: 0; }}
.pk-lesson p {{
  margin: 0 0 8px; font-size: 16px; line-height: 1.5; max-width: 46em; overflow-wrap: anywhere;
}}
.pk-lesson .pk-question {{ font: 700 18px/1.4 {SERIF}; }}

/* rules, quoted: the id in the margin */
.pk-lesson .pk-quoted {{
  display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 4px 0 8px;
  padding: 4px 0 4px 12px; border-left: 3px solid var(--pk-line); max-width: 46em;
  font-size: 15px; line-height: 1.45; overflow: visible;
}}
.pk-lesson .pk-quoted dt {{
  float: none; width: auto; margin: 0; white-space: nowrap; color: var(--pk-soft); font-weight: 700;
}}
.pk-lesson .pk-quoted dd {{ float: none; width: auto; min-width: 0; margin: 0; padding: 0; }}

/* the steps of a question: done, now, to come; each in words for those who don't see them */
.pk-lesson .pk-steps {{
  display: flex; flex-wrap: wrap; gap: 4px 18px; list-style: none; margin: 4px 0 0; padding: 0;
  color: var(--pk-soft); font-size: 14px; padding-bottom: 8px;
  border-bottom: 3px double var(--pk-text);
}}
.pk-lesson .pk-steps li {{ display: flex; align-items: center; gap: 6px; }}
.pk-lesson .pk-steps li::before {{
  content: ""; width: 11px; height: 11px; border-radius: 50%; box-sizing: border-box;
  border: 1.5px solid var(--pk-text);
}}
.pk-lesson .pk-steps .pk-done::before {{ background: var(--pk-good); }}
.pk-lesson .pk-steps .pk-now {{ color: var(--pk-text); font-weight: 700; }}
.pk-lesson .pk-steps .pk-now::before {{ background: {p.LIT}; border-color: {p.INK}; }}

/* predict first: a stripe at the left, the number in pencil */
.pk-lesson .pk-predict {{
  border: 1.6px solid var(--pk-text); border-left: 6px solid {p.LIT}; border-radius: 8px;
  padding: 12px 14px; gap: 8px; width: 100%; box-sizing: border-box;
}}
.pk-lesson .pk-predict .pk-row {{ align-items: center; gap: 10px 18px; }}
.pk-lesson .pk-predict .pk-row > .widget-html {{ width: auto; flex: 0 1 230px; }}
.pk-lesson .pk-predict .widget-text {{ flex: 0 1 auto; width: auto; max-width: 100%; }}
.pk-lesson .pk-predict .widget-text .widget-label {{ min-width: 0; }}
.pk-lesson .pk-predict .widget-text input[type] {{
  width: 170px; min-width: 120px; flex: 0 1 170px; min-height: 48px;
  font: 700 20px/1.2 {SERIF}; color: var(--pk-pencil);
}}
.pk-lesson .pk-predict .widget-text input[type]::placeholder {{
  font-weight: 400; font-size: 15px; color: var(--pk-soft); opacity: 1;
}}
.pk-lesson .pk-predict .widget-text input:disabled {{ opacity: 1; border-style: dashed; }}
.pk-lesson .pk-line {{ width: 230px; max-width: 100%; display: block; }}
.pk-lesson .pk-line line, .pk-lesson .pk-line path {{ stroke: var(--pk-text); }}
.pk-lesson .pk-line text {{ fill: var(--pk-soft); font-size: 13px; }}
.pk-lesson .pk-line polygon {{ fill: var(--pk-pencil); }}
.pk-lesson .widget-radio {{ width: 100%; height: auto; flex-flow: column nowrap; margin: 0; }}
.pk-lesson .widget-radio .widget-label {{ align-self: flex-start; }}
.pk-lesson .widget-radio-box {{ width: 100%; max-width: 100%; margin: 0; height: auto; }}
.pk-lesson .widget-radio-box label {{
  display: flex; flex-flow: row-reverse; justify-content: flex-end; align-items: center;
  gap: 10px; min-height: 44px; width: auto; height: auto; font-size: 16px; line-height: 1.3;
  color: var(--pk-text);
  white-space: normal; margin: 0;
}}
.pk-lesson .widget-radio-box input[type=radio] {{
  min-height: 0; min-width: 0; width: 20px; height: 20px; flex: none; margin: 0;
  accent-color: var(--pk-pencil);
}}
.pk-lesson .widget-radio-box input:focus-visible {{ outline-offset: 3px; border-radius: 50%; }}

.pk-lesson .pk-hints {{ margin: 0; padding-left: 1.4em; font-size: 15px; }}
.pk-lesson .pk-hints li {{ margin: 0 0 4px; }}
.pk-lesson .pk-remark {{
  background: var(--pk-wash); color: var(--pk-text); border-radius: 8px; padding: 8px 12px;
  width: fit-content; max-width: 46em;
}}
.pk-lesson .pk-told {{ font-weight: 700; }}
.pk-lesson .pk-fields .widget-dropdown {{ max-width: 430px; }}
.pk-lesson .pk-scroll {{ overflow-x: auto; max-width: 100%; }}
.pk-lesson .pk-numbers th, .pk-lesson .pk-numbers td {{ font-size: 14px; }}
.pk-lesson .pk-numbers td {{ white-space: nowrap; }}
.pk-lesson .pk-reveal, .pk-lesson .pk-change {{ gap: 8px; width: 100%; }}
.pk-lesson .pk-chart {{ margin: 6px 0; }}
.pk-lesson details.pk-words summary {{
  cursor: pointer; color: var(--pk-pencil); font-size: 14px; min-height: 24px; padding: 4px 0;
}}
.pk-lesson details.pk-words div {{ white-space: pre-line; font-size: 14px; }}
"""
