"""The project's notebooks in a real JupyterLab as start.py runs it: opening one changes nothing."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
_spec = importlib.util.spec_from_file_location("start", ROOT / "start.py")
assert _spec is not None
assert _spec.loader is not None
start = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(start)

OPENED = """async () => {
  const w = window.jupyterapp.shell.currentWidget;
  await w.context.ready; await w.sessionContext.ready;
  await w.sessionContext.session.kernel.info;
  await new Promise(done => setTimeout(done, 1000));   // what the kernel told has been taken in
  const changed = w.context.model.dirty;
  await w.context.save();
  return changed;
}"""


@pytest.mark.parametrize("name", ["00_start.ipynb", "mission_command/3_odds.ipynb"])
def test_a_notebook_that_is_only_opened_is_not_changed(
    lab: tuple[str, str, Path], chromium: Any, name: str
) -> None:
    address, token, folder = lab
    start.configure_kernels(folder.parent / "ipython")
    there = folder / "opened" / Path(name).name
    there.parent.mkdir(exist_ok=True)
    shutil.copy(ROOT / "notebooks" / name, there)
    before = there.read_bytes()
    page = chromium.new_page()
    try:
        page.goto(f"{address}/lab/tree/opened/{there.name}?token={token}&reset")
        page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.sessionContext")
        assert page.evaluate(OPENED) is False, "no dot of something unsaved"
    finally:
        page.close()
    assert there.read_bytes() == before
