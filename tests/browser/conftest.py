"""A real JupyterLab and a real Chromium. Without them these tests are skipped."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
START_SECONDS = 60

# The promise of run-all resolves even when a cell has failed: count the failures. The kernel is
# new and is not restarted: on a busy computer, a restart right after the connection can break it.
RUN_ALL = """async () => {
  const app = window.jupyterapp, w = app.shell.currentWidget;
  await w.context.ready; await w.sessionContext.ready;
  const k = w.sessionContext.session.kernel;
  await k.info;
  await app.commands.execute('notebook:run-all-cells');
  while (k.status !== 'idle') await new Promise(r =>
    k.statusChanged.connect(function f() { k.statusChanged.disconnect(f); r(); }));
  return w.content.widgets.filter(c => c.model.type === 'code' && (
    c.model.executionCount === null || [...Array(c.model.outputs.length).keys()]
      .some(i => c.model.outputs.get(i).type === 'error'))).length;
}"""

# When something was last drawn on a canvas of the page.
DRAWN = """
window.drawnAt = 0;
const draw = CanvasRenderingContext2D.prototype.drawImage;
CanvasRenderingContext2D.prototype.drawImage = function (...all) {
  window.drawnAt = performance.now();
  return draw.apply(this, all);
};
"""


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, Path]]:
    """A running JupyterLab: its address, its token, the folder of its notebooks."""
    pytest.importorskip("jupyterlab")
    folder = tmp_path_factory.mktemp("lab")
    notebooks = folder / "notebooks"
    notebooks.mkdir()
    settings = folder / "config" / "labconfig"
    settings.mkdir(parents=True)
    overrides = {
        "@jupyterlab/apputils-extension:notification": {
            "fetchNews": "false",
            "checkForUpdates": False,
        },
        "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    }
    (settings / "default_setting_overrides.json").write_text(json.dumps(overrides))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(8)
    paths = [ROOT, ROOT / "widgets", ROOT / "tests" / "widgets"]
    environment = {
        **os.environ,
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "IPYTHONDIR": str(folder / "ipython"),
        "PYTHONPATH": os.pathsep.join(map(str, paths)),
    }
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={token}",
        f"--ServerApp.root_dir={notebooks}",
        "--LabApp.expose_app_in_browser=True",
    ]
    with open(folder / "log", "w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(f"{address}/api?token={token}", server)
        yield address, token, notebooks
    finally:
        server.terminate()
        server.wait(timeout=20)


def _wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    pytest.fail("JupyterLab did not start")


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser."""
    sync_api = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no Chromium here")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


def _listen(socket: Any, page: Any, keep_frames: bool) -> None:
    def heard(way: str, data: str | bytes) -> None:
        page.traffic.append((way, len(data)))
        if keep_frames:
            page.frames_heard.append(data.encode() if isinstance(data, str) else data)

    socket.on("framereceived", lambda data: heard("in", data))
    socket.on("framesent", lambda data: heard("out", data))


def unhurried(page: Any, at: dict[str, float]) -> dict[str, float]:
    """Return a place to be pressed, not sooner after a press there than a person would.

    A press at the same place within half a second is the second half of a double click.
    """
    last = getattr(page, "pressed_last", None)
    if last and abs(last["x"] - at["x"]) + abs(last["y"] - at["y"]) < 16:
        page.wait_for_timeout(550)
    page.pressed_last = at
    return at


@contextmanager
def opener(lab: tuple[str, str, Path], chromium: Any) -> Iterator[Callable[..., Any]]:
    """Yield the function of ``open_cells``; at the end no page may have had an error."""
    address, token, folder = lab
    pages: list[tuple[Any, list[str]]] = []

    def new_page(
        name: str, width: int, height: int, keep_frames: bool = False, **options: Any
    ) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": height}, **options)
        page = context.new_page()
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.add_init_script(DRAWN)
        page.traffic, page.frames_heard = [], []
        page.on("websocket", lambda socket: _listen(socket, page, keep_frames))
        pages.append((context, errors))
        page.goto(f"{address}/lab/tree/{name}?token={token}&reset")
        page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.sessionContext")
        page.evaluate("window.jupyterapp.shell.collapseLeft?.()")
        page.notebook = name
        return page

    def open_page(
        *cells: str, again: Any = None, width: int = 1280, height: int = 900, **options: Any
    ) -> Any:
        if again is not None:
            return new_page(again.notebook, width, height, **options)
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(cell) for cell in cells],
            metadata={"kernelspec": KERNEL},
        )
        name = f"test-{secrets.token_hex(4)}.ipynb"
        nbformat.write(notebook, folder / name)
        page = new_page(name, width, height, **options)
        assert page.evaluate(RUN_ALL) == 0, "a cell failed"
        return page

    yield open_page
    for context, errors in pages:
        context.close()
        assert errors == []


@pytest.fixture
def open_cells(lab: tuple[str, str, Path], chromium: Any) -> Iterator[Callable[..., Any]]:
    """A function that opens a notebook with these code cells, runs it, and returns the page.

    ``again`` is a page to open the notebook of a second time, in another browser context;
    ``page.traffic`` holds the way and the size of a page's websocket frames, ``page.frames_heard``
    what they hold, if ``keep_frames`` is true.
    """
    with opener(lab, chromium) as open_page:
        yield open_page
