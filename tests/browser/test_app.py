"""App mode, as start.py starts it: plain pages with no code, on a desk and on a phone."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from conftest import unhurried

from pocketwidgets import PlayTable
from pocketwidgets.board import Page

ROOT = Path(__file__).parents[2]
_spec = importlib.util.spec_from_file_location("start", ROOT / "start.py")
assert _spec is not None
assert _spec.loader is not None
start = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(start)

START, PLAY = "00_start.ipynb", "landship/2_play.ipynb"
START_SECONDS = 60
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
BOARD = ".pk-board svg:visible, .pocket canvas:visible"
MOVES = ".pk-moves button:visible"
# A game that was begun has an Undo that can be pressed; what is said and shown may change.
BEGUN = """() => [...document.querySelectorAll('.pocket button')]
  .some(b => b.textContent.trim() === 'Undo' && !b.disabled)"""
# The page is not as it was, and is complete: its parts come one by one, and a finger is no faster.
CHANGED = """before => {
  const now = document.querySelector('.pocket').innerText, time = performance.now();
  if (now !== window.seenText) { window.seenText = now; window.seenTime = time; }
  return now !== before && time - window.seenTime > 300;
}"""
# The status line says this; spaces on the page may be others.
TELLS = """words => document.querySelector('.pk-status').textContent.replace(/\\s+/g, ' ').trim()
  === words.replace(/\\s+/g, ' ').trim()"""
# Voila's page hears that JupyterLab opens beside it, and drops a promise that nobody waits for.
HARMLESS = 'error: Window name candidate "null" already exists'
WIDEST = "boards => Math.max(0, ...boards.map(b => b.getBoundingClientRect().width))"
STICKS_OUT = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@dataclass(frozen=True)
class App:
    """A running server: its address, its token, and the folder of its notebooks."""

    address: str
    token: str
    notebooks: Path

    def page(self, notebook: str) -> str:
        return f"{self.address}/voila/render/{notebook}?token={self.token}"

    def kernels(self) -> int:
        with urllib.request.urlopen(f"{self.address}/api/kernels?token={self.token}") as answer:
            return len(json.load(answer))


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The app as ``start.py app`` starts it, but with the Python of the tests."""
    pytest.importorskip("voila")
    root = tmp_path_factory.mktemp("app")
    for name in ("notebooks", "share"):
        leave = shutil.ignore_patterns(".*", "*-game.json")
        shutil.copytree(ROOT / name, root / name, ignore=leave)
    env = start.environment(os.environ, root / ".venv", start.Computer.system)
    env["PYTHONPATH"] = os.pathsep.join(map(str, [ROOT, ROOT / "widgets"]))
    start.configure(Path(env["JUPYTER_CONFIG_DIR"]))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    found = App(f"http://127.0.0.1:{port}", secrets.token_hex(8), root / "notebooks")
    command = start.app_command(sys.executable, root, port, False, True)
    with open(root / "log", "w") as log:
        server = subprocess.Popen(
            [*command, f"--IdentityProvider.token={found.token}"],
            env=env, cwd=root, stdout=log, stderr=log,
        )  # fmt: skip
    try:
        _wait_for(found, server, root / "log")
        yield found
    finally:
        server.terminate()
        server.wait(timeout=20)


def _wait_for(app: App, server: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            app.kernels()
            return
        except OSError:
            time.sleep(0.2)
    pytest.fail(f"the app did not start:\n{log.read_text()[-2000:]}")


@pytest.fixture
def visit(app: App, chromium: Any) -> Iterator[Callable[..., Any]]:
    """A function that opens a notebook's page, in a browser of these properties.

    At the end no page may have had an error, nor may one have asked another server for anything.
    """
    opened: list[Any] = []
    wrong: list[str] = []

    def open_page(notebook: str, **properties: Any) -> Any:
        context = chromium.new_context(**properties)
        opened.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.extend({f"error: {error}"} - {HARMLESS}))
        page.on("request", lambda request: wrong.extend(_foreign(request.url, app.address)))
        page.on("response", lambda got: wrong.extend([got.url] if got.status >= 400 else []))
        page.goto(app.page(notebook))
        page.wait_for_selector(".pocket button:visible")
        return page

    yield open_page
    for context in opened:
        context.close()
    assert wrong == []


def _foreign(url: str, address: str) -> list[str]:
    mine = (address, address.replace("http", "ws"), "data:", "blob:")
    return [] if url.startswith(mine) else [f"asked elsewhere: {url}"]


def text_of(page: Any) -> str:
    return str(page.locator("body").inner_text())


def wait_for_kernels(app: App, number: int) -> None:
    until = time.monotonic() + 10
    while app.kernels() != number and time.monotonic() < until:
        time.sleep(0.1)
    assert app.kernels() == number


def test_the_link_opens_a_live_board_without_code(visit: Callable[..., Any]) -> None:
    page = visit(PLAY, viewport={"width": 1280, "height": 900})
    assert page.title() == "Play Pocket Landship"
    page.locator(MOVES).first.click()
    page.wait_for_function(BEGUN)
    assert page.locator(BOARD).evaluate_all(WIDEST) >= 600
    shown = text_of(page)
    assert 'PlayTable("landship", seed=7)' not in shown
    assert "Run All Cells" not in shown
    assert page.locator("#loading").count() == 0
    assert not page.evaluate(STICKS_OUT)


def test_on_a_phone_the_board_is_wide_and_a_game_goes_by_taps(visit: Callable[..., Any]) -> None:
    page = visit(PLAY, **PHONE)
    viewport = page.locator("meta[name=viewport]").first.get_attribute("content")
    assert "width=device-width" in viewport
    for _ in range(4):
        before = page.locator(".pocket").first.inner_text()
        page.locator(MOVES).first.tap()
        page.wait_for_function(CHANGED, arg=before)
        page.locator(BOARD).first.wait_for()
        assert page.locator(BOARD).evaluate_all(WIDEST) >= 250
        assert not page.evaluate(STICKS_OUT)
    assert page.evaluate(BEGUN)
    heights = page.locator(MOVES).evaluate_all("all => all.map(b => b.offsetHeight)")
    assert min(heights) >= 44


# From this move on the simple player gives up its turns, so that the game ends soon.
HURRY = 25


def wanted(table: PlayTable) -> str:
    """Return the region that a simple player presses next."""
    opened = table._picture.view.bridge.opened
    quick = ("confirm", "end", "roll") if table.session.record.ply >= HURRY else ("confirm",)
    rest = [key for key in opened if key not in ("back", "end", "roll")]
    return next((key for key in quick if key in opened), (rest or [*{*opened} - {"back"}])[0])


def place(table: PlayTable, key: str, canvas: Any) -> dict[str, float]:
    """Return the middle of a region in CSS pixels of the canvas on the page."""
    scene = table._picture.view.scene
    assert scene is not None
    x, y, width, height = scene.region(key).box
    wide, high = canvas.evaluate("c => [c.clientWidth, c.clientHeight]")
    at = (x + width / 2) / scene.width, (y + height / 2) / scene.height
    return {"x": at[0] * wide, "y": at[1] * high}


def test_a_whole_game_by_touch_on_the_board_of_a_phone(visit: Callable[..., Any]) -> None:
    """The table here and the one on the page have the same seed, so each press does the same."""
    page = visit(PLAY, **PHONE, reduced_motion="reduce")
    canvas = page.locator(".pk-live canvas").first
    canvas.wait_for()
    table = PlayTable("landship", seed=7)
    table._picture.view._on_page(Page(float(canvas.evaluate("c => c.clientWidth"))))
    for _ in range(300):
        if table.session.over:
            break
        assert canvas.bounding_box()["width"] >= 250
        key = wanted(table)
        canvas.tap(position=unhurried(page, place(table, key, canvas)))
        table._picture.press(key)
        page.wait_for_function(TELLS, arg=table.status)
    assert table.session.over
    assert "You have" in page.locator(".pk-question").inner_text()
    assert not page.evaluate(STICKS_OUT)


OUTSIDE = """() => [...document.querySelectorAll('.pocket button, .pocket input, .pocket select, '
    + '.pocket textarea, .pocket canvas, .pocket a, .pocket summary')]
  .filter(e => e.offsetParent && e.type !== 'file')
  .map(e => [e.textContent || e.ariaLabel || e.placeholder, e.getBoundingClientRect()])
  .filter(([, box]) => box.left < 0 || box.right > document.documentElement.clientWidth + 1)
  .map(([name, box]) => `${name}: ${box.left} to ${box.right}`)"""


# 200 % of a window of 1280 pixels, 400 % of it, and a narrow phone are these widths
@pytest.mark.parametrize("width, pixels", [(640, 2), (320, 4), (320, 1)])
def test_enlarged_and_narrow_pages_scroll_downwards_only(
    visit: Callable[..., Any], width: int, pixels: int
) -> None:
    page = visit(PLAY, viewport={"width": width, "height": 512}, device_scale_factor=pixels)
    canvas = page.locator(".pk-live canvas").first
    canvas.wait_for()
    for name in ("New game", "Set up a position", "Save and go on", "In words", "Look back"):
        switch = page.get_by_role("button", name=name, exact=True)
        switch.click()
        fold = page.locator(".pk-fold:visible")
        fold.get_by_role("heading").first.wait_for()
        assert fold.count() == 1
        assert page.evaluate(OUTSIDE) == []
        assert not page.evaluate(STICKS_OUT), name
        switch.click()
        fold.wait_for(state="hidden")
    assert canvas.bounding_box()["width"] >= 250
    page.locator(MOVES).first.click()
    page.wait_for_function(BEGUN)
    assert page.evaluate(OUTSIDE) == []


def test_a_saved_game_goes_on_after_a_reload(visit: Callable[..., Any]) -> None:
    page = visit(PLAY, **PHONE)

    def file_name() -> Any:
        page.get_by_role("button", name="Save and go on").tap()
        field = page.get_by_label("File", exact=True)
        field.fill("reload-game.json")
        return field

    file_name()
    page.get_by_role("button", name="Save here from now on").tap()
    page.locator(".pk-good", has_text="reload-game.json").wait_for()
    page.locator(MOVES, has_text="Roll the dice").tap()
    page.wait_for_function(BEGUN)
    said = page.locator(".pk-question").inner_text()
    page.reload()
    page.locator(MOVES, has_text="Roll the dice").wait_for()
    assert not page.evaluate(BEGUN), "a new game"
    file_name()
    page.get_by_role("button", name="Go on with this file").tap()
    page.wait_for_function(BEGUN)
    page.wait_for_function(
        "said => document.querySelector('.pk-question').innerText === said", arg=said
    )


@pytest.mark.parametrize("properties", [{}, PHONE], ids=["desk", "phone"])
def test_links_lead_to_other_pages_of_the_app(
    visit: Callable[..., Any], app: App, properties: dict[str, Any]
) -> None:
    page = visit(START, **properties)
    page.locator(f'a[href="{PLAY}"]').first.click()
    page.wait_for_selector(MOVES)
    assert page.url.startswith(f"{app.address}/voila/render/{PLAY}")
    page.locator(f'a[href="../{START}"]').first.click()
    page.wait_for_url(f"**/voila/render/{START}*")
    page.wait_for_selector(".pocket button:visible")


def test_every_link_of_every_page_leads_to_a_page(app: App) -> None:
    """Without the browser: no kernel is started for what isn't there."""
    for path in sorted(app.notebooks.rglob("*.ipynb")):
        for link in re.findall(r"\]\(([^)#:]+\.ipynb)[)#]", path.read_text("utf-8")):
            assert (path.parent / link).resolve().is_relative_to(app.notebooks.resolve()), link
            assert (path.parent / link).exists(), link


def test_a_page_opened_again_is_live_again_and_leaves_no_kernel(
    visit: Callable[..., Any], app: App
) -> None:
    others = app.kernels()  # of pages that were closed too roughly to tell the server
    page = visit(PLAY)
    page.locator(MOVES).first.click()
    page.wait_for_function(BEGUN)
    page.reload()
    page.wait_for_selector(MOVES)
    assert not page.evaluate(BEGUN)  # a new game: the page had a kernel of its own
    wait_for_kernels(app, others + 1)
    page.locator(MOVES).first.click()
    page.wait_for_function(BEGUN)
    page.close(run_before_unload=True)
    wait_for_kernels(app, others)


def test_a_game_is_saved_beside_its_notebook_and_can_be_downloaded(
    visit: Callable[..., Any], app: App
) -> None:
    page = visit(PLAY, **PHONE)
    page.get_by_role("button", name="Save and go on").tap()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download this game").tap()
    assert json.loads(Path(download.value.path()).read_text("utf-8"))["game"] == "landship"
    page.locator(MOVES).first.tap()
    page.wait_for_function(BEGUN)
    page.get_by_label("File", exact=True).fill("saved-game.json")
    page.get_by_role("button", name="Save here from now on").tap()
    saved = app.notebooks / "landship" / "saved-game.json"
    until = time.monotonic() + 10
    while not saved.exists() and time.monotonic() < until:
        time.sleep(0.1)
    assert json.loads(saved.read_text("utf-8"))["game"] == "landship"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_the_system_and_then_the_button(
    visit: Callable[..., Any], scheme: str
) -> None:
    page = visit(START, color_scheme=scheme)
    other = {"light": "dark", "dark": "light"}[scheme]
    dark = "document.body.dataset.jpThemeLight === 'false'"
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(dark) == (scheme == "dark")
    before = page.evaluate(ground)
    page.get_by_role("button", name=f"{other.title()} colours").click()
    assert page.evaluate(dark) == (other == "dark")
    page.wait_for_function(f"before => {ground} !== before", arg=before)
    page.reload()
    page.wait_for_selector(".pocket button:visible")
    assert page.evaluate(dark) == (other == "dark")  # it is remembered


def test_the_code_is_one_link_away_and_the_game_stays(visit: Callable[..., Any], app: App) -> None:
    page = visit(PLAY)
    code = page.get_by_role("link", name="Show the code")
    assert code.get_attribute("href") == f"/lab/tree/{PLAY}"
    with page.context.expect_page() as lab:
        code.click()
    lab.value.wait_for_selector(".jp-NotebookPanel:visible")
    page.locator(MOVES).first.click()
    page.wait_for_function(BEGUN)
