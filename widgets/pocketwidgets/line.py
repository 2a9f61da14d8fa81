"""A line of text to be typed in, whose text can never be behind a press of Enter or of a button.

The text field of ipywidgets holds a changed text back while the kernel is busy or far away, but
sends a press at once: who types fast is then taken at half a word. Here both go the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import anywidget
import traitlets

LONGEST: Final = 10_000
"""So many signs of a line are kept."""

_ESM: Final = """
let count = 0;
export default {
  render({ model, el }) {
    const label = document.createElement('label'), input = document.createElement('input');
    label.className = 'widget-label';
    input.type = 'text';
    input.autocomplete = 'off';
    input.id = label.htmlFor = `pk-line-${Date.now()}-${count += 1}`;
    el.append(label, input);
    const name = () => {
      label.textContent = model.get('description');
      input.placeholder = model.get('placeholder');
      input.disabled = model.get('disabled');
    };
    const put = () => { input.value = model.get('text')[1]; };
    name();
    put();
    model.on('change:description change:placeholder change:disabled', name);
    model.on('change:text', put);
    input.addEventListener('input', () => model.send({ typed: input.value }));
    input.addEventListener('keydown', e => {
      if (e.key !== 'Enter' || e.isComposing) return;
      e.preventDefault();
      const entered = input.value;
      if (model.get('empties')) input.value = '';   // what is typed next must not be lost
      model.send({ entered });
    });
    return () => { model.off(null, name); model.off(null, put); };
  }
};
"""


class Line(anywidget.AnyWidget):
    """A text field of one line with its name.

    ``entered`` is called with the text when Enter is pressed, ``typed`` after every change that a
    person makes; neither must raise. With ``empties`` the field is empty again after Enter.
    """

    _esm = _ESM
    description = traitlets.Unicode("").tag(sync=True)
    placeholder = traitlets.Unicode("").tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    empties = traitlets.Bool(False).tag(sync=True)
    text: Any = traitlets.List([0, ""]).tag(sync=True)  # what Python has put in, how many times

    def __init__(
        self,
        description: str,
        placeholder: str = "",
        value: str = "",
        *,
        entered: Callable[[str], None] = lambda text: None,
        typed: Callable[[], None] = lambda: None,
        empties: bool = False,
    ) -> None:
        self._value = value
        self._entered = entered
        self._typed = typed
        super().__init__(
            description=description, placeholder=placeholder, empties=empties, text=[0, value]
        )
        self.add_class("widget-text")
        self.add_class("widget-inline-hbox")
        self.on_msg(lambda _, told, __: self._told(told))

    @property
    def value(self) -> str:
        """The text as it is now."""
        return self._value

    @value.setter
    def value(self, value: str) -> None:
        self._value = value
        self.text = [self.text[0] + 1, value]

    def type(self, text: str) -> None:
        """Do as if a person had typed this text in place of what was there."""
        self._value = text
        self._typed()

    def enter(self, text: str) -> None:
        """Do as if a person had typed this text and pressed Enter."""
        self.type("" if self.empties else text)
        self._entered(text)

    def _told(self, told: Any) -> None:
        if isinstance(told, dict):
            for key, act in (("typed", self.type), ("entered", self.enter)):
                if key in told:
                    act(str(told[key])[:LONGEST])
