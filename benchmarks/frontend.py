"""How fast the board answers in a real JupyterLab and a real Chromium, beside a bare ipycanvas.

    python -m pip install -e ".[lab,test]"
    python benchmarks/frontend.py

A time is counted from the event that a board listens to (our click, the bare canvas's mousedown)
to the last drawing on the visible canvas; up to one frame of the screen comes on top. Frames and
bytes are those that the page's websockets get from one press to the next. The bare board is a
canvas of the same size on which the same scenes are drawn by the same commands when it is pressed:
no table, no words, no log, no keys. Both play the same games in the same browser, one after the
other, on the server as Jupyter makes it and on the server as start.py sets it up.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

import nbformat

ROOT: Final = Path(__file__).parents[1]
ARGUMENTS: Final = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                    "--disable-background-networking", "--disable-component-update",
                    "--disable-sync", "--enable-precise-memory-info"]  # fmt: skip
BUDGET: Final = {
    "median ms": 60.0, "p95 ms": 120.0, "frames": 12.0, "bytes": 20_000.0, "first paint s": 1.5,
    "odds ms": 200.0,
}  # fmt: skip
KERNEL: Final = {"name": "python3", "display_name": "Python 3", "language": "python"}

# Both boards: a table that is played by a simple player, with all its presses noted. ``games``
# are seeds; the player is in a hurry from turn 25 on, so that each game ends.
RECORD: Final = """
import json
from pocketlib.text import Session
from pocketwidgets import PlayTable
from pocketwidgets.board import Page
def next_key(t):
    opened = t._picture.view.bridge.opened
    quick = ("confirm", "end", "roll") if t.session.record.ply >= 25 else ("confirm",)
    rest = [key for key in opened if key not in ("back", "end", "roll")]
    return next((k for k in quick if k in opened), None) or (rest or [
        key for key in opened if key != "back"])[0]
def record(room, pixels, presses, seed):
    t = PlayTable("landship", seed=seed)
    view, found, scenes = t._picture.view, [], []
    view._on_page(Page(room, pixels, False, True))
    while len(found) < presses:
        if t.session.over:
            seed += 1
            t._go_on(Session.new("landship", seed=seed))
            found.append(["new", seed, 0, 0])
            continue
        key, ply = next_key(t), t.session.record.ply
        x, y, w, h = view.scene.region(key).box
        width, height = view.scene.width, view.scene.height
        t._picture.press(key)
        kind = "select" if t.session.record.ply == ply else "play"
        found.append([kind, key, (x + w / 2) / width, (y + h / 2) / height])
        scenes.append(view.scene)
    t.put_away()
    return found, scenes
"""
PLAN: Final = """
import pickle
found, scenes = record({room}, {pixels}, {presses}, {seed})
with open("scenes", "wb") as file:
    for scene in scenes:
        pickle.dump(scene, file)
print(json.dumps(found))
"""
TABLE: Final = """
from pocketlib.text import Session
from pocketwidgets import PlayTable
t = PlayTable("landship", seed=7)
t
"""
NEXT_PLACE: Final = """
def place(table, seed):
    while table.session.state.phase != "place":
        if table.session.over:
            table._go_on(Session.new("landship", seed=seed))
        else:
            table.play(table.session.state.moves()[0])
    return len(table.session.state.moves())
print(place(t, {seed}))
"""
FORESEE: Final = """async n => {
  const said = document.querySelector('.pk-said'), before = said.textContent;
  const move = document.querySelectorAll('.pk-moves button.pk-move')[n];
  document.activeElement.blur();
  const started = performance.now();
  move.focus();
  while (said.textContent === before) {
    if (performance.now() - started > 5000) return null;
    await new Promise(go => requestAnimationFrame(go));
  }
  return performance.now() - started;
}"""
BARE: Final = """
import pickle
from pocketwidgets.canvas import Painter, Size
file = open("scenes", "rb")
painter, scene = Painter(), pickle.load(file)
def pressed(x, y):
    global scene
    painter.paint(scene, Size({css}, {pixels}))
    try:
        scene = pickle.load(file)
    except EOFError:
        pass
def opened():
    painter.forget()
    pressed(0, 0)
painter.widget.on_mouse_down(pressed)
painter.widget.on_client_ready(opened)
painter.widget
"""
RSS: Final = """
import gc; gc.collect()
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmRSS")))
"""

WATCH: Final = """
window.bench = { pressed: 0, painted: 0 };
for (const name of ['mousedown', 'click']) addEventListener(name, e => {
  if (name === (bench.event || 'click')) { bench.pressed = performance.now(); bench.painted = 0; }
}, true);
const draw = CanvasRenderingContext2D.prototype.drawImage;
CanvasRenderingContext2D.prototype.drawImage = function (...all) {
  if (this.canvas.isConnected) bench.painted = performance.now();
  return draw.apply(this, all);
};
"""
RUN_ALL: Final = """async () => {
  const app = window.jupyterapp, w = app.shell.currentWidget;
  await w.context.ready; await w.sessionContext.ready;
  await w.sessionContext.session.kernel.info;
  bench.started = performance.now();
  await app.commands.execute('notebook:run-all-cells');
}"""
RUN: Final = """async code => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const running = kernel.requestExecute({ code, store_history: false });
  let out = '';
  running.onIOPub = m => { out += m.content.text || (m.content.traceback || []).join(''); };
  await running.done;
  return out;
}"""
OPAQUE: Final = """n => {
  const all = [...document.querySelectorAll('.jp-OutputArea canvas')];
  if (all.length < n) return false;
  const done = all.every(c => {
    if (c.width < 100) return false;
    const data = c.getContext('2d').getImageData(0, c.height >> 1, c.width, 1).data;
    let clear = 0;
    for (let i = 3; i < data.length; i += 4) clear += data[i] < 255;
    return clear < 0.05 * c.width;
  });
  if (done && !bench.all) bench.all = performance.now();
  return done;
}"""
QUIET: Final = "bench.painted > bench.pressed && performance.now() - bench.painted > 150"


class Press(NamedTuple):
    """What one press cost: milliseconds to the last drawing, frames and bytes that came."""

    kind: str
    ms: float
    frames: int
    bytes: int


# --- a server and its pages --------------------------------------------------------------------


class Server(NamedTuple):
    """A running JupyterLab."""

    address: str
    token: str
    notebooks: Path


@contextmanager
def server(ours: bool) -> Iterator[Server]:
    """Run a JupyterLab, with the settings of start.py or with none."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "notebooks").mkdir()
        (folder / "config" / "labconfig").mkdir(parents=True)
        if ours:
            _start_py().configure(folder / "config")
        settings = {
            "@jupyterlab/apputils-extension:notification": {"fetchNews": "false"},
            "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
        }
        overrides = folder / "config" / "labconfig" / "default_setting_overrides.json"
        overrides.write_text(json.dumps(settings))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        token = secrets.token_hex(8)
        kinds = ("CONFIG", "DATA", "RUNTIME")
        own = {f"JUPYTER_{kind}_DIR": str(folder / kind.lower()) for kind in kinds}
        paths = [str(ROOT), str(ROOT / "widgets"), os.environ.get("PYTHONPATH", "")]
        command = [
            *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
            *("--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}"),
            *("--ServerApp.port_retries=0", f"--IdentityProvider.token={token}"),
            f"--ServerApp.root_dir={folder / 'notebooks'}",
            "--LabApp.expose_app_in_browser=True",
        ]
        process = subprocess.Popen(
            command,
            env={**os.environ, **own, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        found = Server(f"http://127.0.0.1:{port}", token, folder / "notebooks")
        try:
            _wait_for(f"{found.address}/api?token={token}", process)
            yield found
        finally:
            process.terminate()
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:  # it waits for kernels that answer too slowly
                process.kill()


def _start_py() -> Any:
    spec = importlib.util.spec_from_file_location("start", ROOT / "start.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 90
    while time.monotonic() < until and process.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("JupyterLab did not start.")


class Tab:
    """A notebook in the browser: it is run, pressed, and asked what that cost."""

    def __init__(self, browser: Any, lab: Server, cells: list[str]) -> None:
        name = f"{secrets.token_hex(4)}.ipynb"
        code = [nbformat.v4.new_code_cell(cell) for cell in cells]
        notebook = nbformat.v4.new_notebook(cells=code, metadata={"kernelspec": KERNEL})
        nbformat.write(notebook, lab.notebooks / name)
        # all steps of a turn at once: what is told one by one takes the time that people chose
        self.context = browser.new_context(
            viewport={"width": 1280, "height": 1100}, reduced_motion="reduce"
        )
        self.page = self.context.new_page()
        self.page.add_init_script(WATCH)
        self.came: list[int] = []
        self.page.on("websocket", self._listen)
        self.page.goto(f"{lab.address}/lab/tree/{name}?token={lab.token}&reset")
        self.page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.sessionContext")
        self.page.evaluate("window.jupyterapp.shell.collapseLeft?.()")

    def _listen(self, channel: Any) -> None:
        channel.on("framereceived", lambda data: self.came.append(len(data)))

    def run_all(self, boards: int = 1) -> float:
        """Run all cells; return the seconds until every board is painted."""
        self.page.evaluate("bench.all = 0")
        self.page.evaluate(RUN_ALL)
        self.page.wait_for_function(OPAQUE, arg=boards, timeout=240_000)
        seconds = self.page.evaluate("(bench.all - bench.started) / 1000")
        self.page.wait_for_timeout(1000)
        return float(seconds)

    def run(self, code: str) -> str:
        """Run code in the kernel; return what it printed."""
        return str(self.page.evaluate(RUN, code)).strip()

    def press(self, kind: str, x: float, y: float, which: int = 0) -> Press:
        """Press a place of a board, given in parts of its size."""
        canvas = self.page.locator(".jp-OutputArea canvas").nth(which)
        width, height = canvas.evaluate("c => [c.clientWidth, c.clientHeight]")
        at = {"x": x * width, "y": y * height}
        canvas.hover(position=at)
        self.page.wait_for_timeout(60)
        self.came.clear()
        canvas.click(position=at)
        try:
            self.page.wait_for_function(QUIET, polling=50, timeout=10_000)
        except Exception:
            raise SystemExit(f"A press ({kind} at {x:.2f}, {y:.2f}) painted nothing.") from None
        ms = self.page.evaluate("bench.painted - bench.pressed")
        return Press(kind, float(ms), len(self.came), sum(self.came))

    def heap(self) -> float:
        """Return the megabytes of the page's JavaScript heap, without garbage."""
        session = self.context.new_cdp_session(self.page)
        session.send("HeapProfiler.collectGarbage")
        session.send("Performance.enable")
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(m["value"] for m in metrics if m["name"] == "JSHeapUsedSize") / 1e6

    def rss(self) -> float:
        """Return the megabytes of the kernel's memory."""
        return int(self.run(RSS)) / 1e3

    def close(self) -> None:
        """Close the page, and its kernel."""
        self.page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
        self.context.close()


# --- what is measured --------------------------------------------------------------------------


def play(tab: Tab, presses: list[list[Any]], which: int = 0) -> list[Press]:
    """Press what was recorded; return what each press cost."""
    found = []
    for kind, key, x, y in presses:
        if kind == "new":
            code = f't.safely(lambda: t._go_on(Session.new("landship", seed={key})))'
            tab.run(code)
            tab.page.wait_for_timeout(500)
        else:
            found.append(tab.press(kind, x, y, which))
    return found


def plan(lab: Server, **wanted: float) -> list[list[Any]]:
    """Play in a process of its own; return the presses, and leave the scenes beside the notebook.

    ``wanted`` are the board's room, the pixels of the screen, how many presses, and the first seed.
    """
    paths = os.pathsep.join([str(ROOT), str(ROOT / "widgets")])
    code = RECORD + PLAN.format(**wanted)
    command = [sys.executable, "-W", "ignore", "-c", code]
    env = {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, cwd=lab.notebooks, env=env, check=True, capture_output=True)
    return list(json.loads(done.stdout))


def room_of(tab: Tab) -> dict[str, float]:
    """Return the board's room on the page, its width, and the pixels of the screen."""
    code = (
        "import json; v = t._picture.view; l = v.painter.widget.layout; print(json.dumps("
        "{'room': v.page.width, 'pixels': v.page.pixels, 'css': float(l.width[:-2])}))"
    )
    return dict(json.loads(tab.run(code)))


def measure(browser: Any, lab: Server, presses: int) -> None:
    """Print the figures of a table and of a bare board of the same size."""
    tab = Tab(browser, lab, [TABLE])
    first, again = tab.run_all(), tab.run_all()
    memory = tab.rss(), tab.heap()
    where = room_of(tab)
    script = plan(lab, **where, presses=presses, seed=7)
    ours = play(tab, script)
    after = tab.rss(), tab.heap()
    plies = tab.run("print(t.session.record.ply)")
    tab.close()
    bare = Tab(browser, lab, [BARE.format(**where)])
    bare.page.evaluate("bench.event = 'mousedown'")
    bare_first = bare.run_all()
    bare_memory = bare.rss(), bare.heap()
    # what the table plays and the bare board paints is the same: but for the first scene
    theirs = play(bare, [row for row in script if row[0] != "new"][1:])
    bare_after = bare.rss(), bare.heap()
    bare.close()
    show("first paint s", first, bare_first, BUDGET["first paint s"])
    show("the cell run again s", again, None)
    for kind in ("select", "play"):
        mine, other = ([press for press in all if press.kind == kind] for all in (ours, theirs))
        print(f"  a press that {kind}s ({len(mine)})")
        for name, of in FIGURES.items():
            show(f"  {name}", of(mine), of(other), BUDGET.get(name))
    show("kernel MB, at first", memory[0], bare_memory[0])
    show(f"kernel MB, after {len(ours)} presses", after[0], bare_after[0])
    show("page heap MB, at first", memory[1], bare_memory[1])
    show(f"page heap MB, after {len(ours)} presses", after[1], bare_after[1])
    print(f"  (the last game is at move {plies})")


def _part(numbers: list[float], part: float) -> float:
    ordered = sorted(numbers)
    return ordered[min(len(ordered) - 1, round(part * (len(ordered) - 1)))] if ordered else 0.0


FIGURES: Final[dict[str, Callable[[list[Press]], float]]] = {
    "median ms": lambda all: median(p.ms for p in all),
    "p95 ms": lambda all: _part([p.ms for p in all], 0.95),
    "frames": lambda all: median(p.frames for p in all),
    "most frames": lambda all: max(p.frames for p in all),
    "bytes": lambda all: median(p.bytes for p in all),
    "most bytes": lambda all: max(p.bytes for p in all),
}


def show(name: str, ours: float, bare: float | None, budget: float | None = None) -> None:
    """Print a figure, that of the bare board, and what it may be at most."""
    digits = 2 if name.endswith(" s") else 0
    beside = "" if bare is None else f"{bare:,.{digits}f}"
    limit = "" if budget is None else f"at most {budget:,g}"
    print(f"  {name:32} {ours:12,.{digits}f} {beside:>12}  {limit}", flush=True)


def foresee(browser: Any, lab: Server, turns: int = 12) -> None:
    """Print how soon the odds of a placement are told, from the focus on its button."""
    tab = Tab(browser, lab, [TABLE])
    tab.run_all()
    tab.page.get_by_role("button", name="Odds", exact=True).click()
    taken = []
    for seed in range(turns):
        moves = int(tab.run(NEXT_PLACE.format(seed=seed)))
        tab.page.wait_for_timeout(500)
        taken += [tab.page.evaluate(FORESEE, n) for n in range(min(moves, 6))]
        tab.run("t.play(t.session.state.moves()[0])")
    answered = [ms for ms in taken if ms is not None]
    same = len(taken) - len(answered)  # the sentence of the next move may be the same
    print(f"  the odds of a placement ({len(answered)}; {same} like those before)")
    show("  median ms", median(answered), None, BUDGET["odds ms"])
    show("  p95 ms", _part(answered, 0.95), None, BUDGET["odds ms"])
    tab.close()


def many(browser: Any, lab: Server, boards: int) -> None:
    """Print how a notebook with many tables paints, and how its last one answers."""
    cells = [TABLE.replace("seed=7", f"seed={7 + n}") for n in range(boards)]
    tab = Tab(browser, lab, cells)
    seconds = tab.run_all(boards)
    where = room_of(tab)
    script = plan(lab, **where, presses=20, seed=7 + boards - 1)
    presses = play(tab, script, boards - 1)
    print(f"  {boards} tables in one notebook")
    show("  all painted s", seconds, None)
    for name, of in [*FIGURES.items()][:2]:
        show(f"  the last one: {name}", of(presses), None, BUDGET[name])
    show("  kernel MB", tab.rss(), None)
    show("  page heap MB", tab.heap(), None)
    tab.close()


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presses", type=int, default=250, help="a move is one to six presses")
    parser.add_argument("--boards", type=int, default=40, help="tables in one notebook; 0: none")
    parser.add_argument("--server", choices=("default", "ours", "both"), default="both")
    wanted = parser.parse_args()
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        raise SystemExit("No Chromium here; set CHROMIUM to the path of one.")
    from playwright.sync_api import sync_playwright

    servers = {"default": False, "ours": True}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for name, ours in servers.items():
            if wanted.server not in (name, "both"):
                continue
            load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
            print(f"{name} server (load {load:.1f})")
            print(f"  {'':32} {'our table':>12} {'bare canvas':>12}  budget")
            with server(ours) as lab:
                measure(browser, lab, wanted.presses)
                foresee(browser, lab)
                if wanted.boards:
                    many(browser, lab, wanted.boards)
        browser.close()


if __name__ == "__main__":
    main()
