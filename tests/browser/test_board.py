"""The live board in a real JupyterLab, with the real landship: pressed in every way there is."""

from __future__ import annotations

import json

import pytest
from conftest import RUN_ALL, opener, unhurried

GAME = """
from pocketwidgets import PlayTable
t = PlayTable("landship", seed=7)
t._telling.pace.value = "Fast"
view = t._picture.view
view.done, view.carry_out = 0, view._told
def told(message):
    view.carry_out(message)
    view.done += message["event"] != "page"
view._told = told
t
"""
CANVAS = ".pk-live canvas"
STATUS = ".pk-status"
SPOKEN = ".pk-live [role=status]"

RUN = """async code => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const running = kernel.requestExecute({ code, store_history: false, silent: false });
  let out = '';
  running.onIOPub = m => { out += m.content.text || (m.content.traceback || []).join(''); };
  await running.done;
  return out;
}"""
WHERE = """
import json
print(json.dumps({
    "regions": {r.key: [(r.box[0] + r.box[2] / 2) / view.scene.width,
                        (r.box[1] + r.box[3] / 2) / view.scene.height] for r in view.scene.regions},
    "names": {key: words for key, words, *_ in view.bridge.rows},
    "open": view.bridge.opened, "phase": t.session.state.phase, "over": t.session.over,
    "done": view.done, "picks": t._picture.selecting.picks, "ply": t.session.record.ply,
    "status": t.status, "telling": t._telling.running,
    "page": [view.page.width, view.page.pixels, view.page.dark], "scene": view.scene.width,
}))"""
PIXELS = """() => {
  const canvas = document.querySelector('.pk-live canvas');
  const { width, height } = canvas;
  window.before = window.now;
  window.now = canvas.getContext('2d').getImageData(0, 0, width, height).data;
  const at = (x, y) => [...window.now.slice(4 * (y * width + x), 4 * (y * width + x) + 3)];
  let opaque = 0, differ = 0;
  for (let i = 0; i < window.now.length; i += 4) {
    opaque += window.now[i + 3] === 255;
    if (window.before && window.before.length === window.now.length) differ += [0, 1, 2]
      .some(c => Math.abs(window.now[i + c] - window.before[i + c]) > 16);
  }
  return { width, height, css: canvas.clientWidth, opaque: opaque / width / height,
    differ: differ / width / height, cloth: at(Math.round(width / 2), Math.round(height * 0.035)) };
}"""


def board(page, done: int = 0) -> dict:
    """What Python knows of the board, once it has carried out so many presses and told of them.

    Messages of widgets come in a thread of their own: to run code does not wait for them.
    """
    for _ in range(200):
        now = json.loads(page.evaluate(RUN, WHERE))
        ready = not now["telling"] and (now["open"] or now["over"])
        if now["done"] >= done and ready:
            return now
        page.wait_for_timeout(50)  # then Python is asked again
    raise AssertionError(f"only {now['done']} of {done} presses were carried out")


AGAIN = """
from pocketlib.text import Session
t.safely(lambda: t._go_on(Session.new("landship", seed=7)))
"""


@pytest.fixture(scope="module")
def one_page(lab, chromium):
    """A page with a board that several tests use."""
    with opener(lab, chromium) as open_page:
        yield opened(open_page)


@pytest.fixture
def page(one_page):
    """The same page with the game begun anew, and the mouse and the focus elsewhere."""
    one_page.evaluate("document.activeElement.blur()")
    one_page.mouse.move(5, 5)
    one_page.evaluate(RUN, AGAIN)
    settled(one_page)
    return one_page


def opened(open_cells, *cells, **options):
    """A page with a painted board."""
    page = open_cells(*(cells or (GAME,)), **options)
    painted(page)
    return page


def painted(page) -> dict:
    """Wait until nearly all of the canvas is painted, and until it fits the page."""
    page.wait_for_selector(CANVAS)
    page.wait_for_function(f"({PIXELS})().opaque > 0.95")
    page.wait_for_function(f"document.querySelector('{CANVAS}').getAttribute('aria-label')")
    for _ in range(200):
        if board(page)["page"][0]:
            break
        page.wait_for_timeout(50)  # then Python is asked again
    settled(page)
    return page.evaluate(PIXELS)


def settled(page) -> None:
    """Wait until all that Python had to say was heard, and all was drawn.

    The kernel's messages come in the order in which they were sent, so that an answer to a question
    comes after all of them; what they had the page do is done when nothing is drawn any more.
    """
    board(page)
    page.wait_for_function("performance.now() - window.drawnAt > 150", polling=30)
    frames(page)


def frames(page) -> None:
    """Wait for two frames of the screen: what was done before has had its effect."""
    page.evaluate("() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")


def place(page, key: str, now: dict | None = None) -> dict[str, float]:
    """The middle of a region in CSS pixels of the canvas."""
    x, y = (now or board(page))["regions"][key]
    size = page.evaluate(
        f"(c => [c.clientWidth, c.clientHeight])(document.querySelector('{CANVAS}'))"
    )
    return {"x": x * size[0], "y": y * size[1]}


def click(page, *keys: str) -> dict:
    """Click regions with the mouse; return what Python knows then."""
    now = board(page)
    for key in keys:
        page.locator(CANVAS).first.click(position=unhurried(page, place(page, key, now)))
        now = board(page, now["done"] + 1)
    return now


HURRY = 25
"""From this ply on the simple player gives up its turns, so that the game ends soon."""


def wanted(now: dict) -> str:
    """The region that a simple player presses next."""
    quick = ("confirm", "end", "roll") if now["ply"] >= HURRY else ("confirm",)
    for key in quick:
        if key in now["open"]:
            return key
    return next(key for key in now["open"] if key not in ("back", "end", "roll") or _only(now, key))


def _only(now: dict, key: str) -> bool:
    return key != "back" and not {*now["open"]} - {"back", "end", "roll"}


# --- whole games -------------------------------------------------------------------------------


def test_a_whole_game_by_mouse(open_cells):
    page = opened(open_cells, height=1200)
    now = board(page)
    for _ in range(300):
        if now["over"]:
            break
        before = now
        now = click(page, wanted(now))
        assert (now["ply"], now["picks"]) != (before["ply"], before["picks"]), now["status"]
        assert now["status"]
    assert now["over"]
    assert "You have" in page.locator(".pk-question").inner_text()
    assert page.evaluate(PIXELS)["opaque"] > 0.95


def test_a_whole_game_by_keys_alone(open_cells):
    page = opened(open_cells)
    page.get_by_role("textbox", name="Type a move").focus()
    for _ in range(40):  # Tab order: the board stands before the buttons
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.tagName") == "CANVAS":
            break
    now, turns = board(page), 0
    while not now["over"] and turns < 400:
        turns += 1
        page.locator(STATUS, has_text=now["status"][:60]).wait_for(state="attached")
        goal = wanted(now)
        for _ in range(len(now["open"])):
            page.keyboard.press("n")
            if page.locator(SPOKEN).inner_text().startswith(now["names"][goal]):
                break
        page.keyboard.press("Enter")
        before, now = now, board(page, now["done"] + 1)
        assert (now["ply"], now["picks"]) != (before["ply"], before["picks"]), now["status"]
        assert page.evaluate("document.activeElement.tagName") == "CANVAS"
    assert now["over"]


def test_a_turn_by_touch_and_a_swipe_scrolls(open_cells):
    page = opened(open_cells, width=360, height=740, has_touch=True, is_mobile=True)
    now = board(page)
    assert now["scene"] == 360
    for key in ("roll", "die 2", "hull", "die 3", "cannon", "confirm"):
        page.locator(CANVAS).first.tap(position=place(page, key, now))
        now = board(page, now["done"] + 1)
    assert now["phase"] == "act", "a tap presses once"
    top = "document.querySelector('.pk-live').getBoundingClientRect().top"
    before = page.evaluate(top)
    box = page.locator(CANVAS).first.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = page.context.new_cdp_session(page)
    for step in range(12):
        kind = "touchMove" if step else "touchStart"
        points = [{"x": x, "y": y - 12 * step}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_function(f"before => {top} < before - 50", arg=before)
    assert board(page)["ply"] == now["ply"]


# --- what is on the canvas ---------------------------------------------------------------------


def test_a_repaint_of_parts_shows_the_same_as_a_whole_one(page):
    for key in ("roll", "die 2", "hull", "die 4", "sponsons", "confirm", "cannon", "fl"):
        click(page, key)
        settled(page)
        page.evaluate(PIXELS)
        page.evaluate(RUN, "t._picture.view._new_client()")
        settled(page)
        assert page.evaluate(PIXELS)["differ"] < 0.001, key


def test_a_repaint_is_short_and_the_mouse_sends_nothing(page):
    click(page, "roll")
    box = page.locator(CANVAS).first.bounding_box()
    settled(page)
    page.traffic.clear()
    for step in range(30):
        page.mouse.move(box["x"] + 20 * step, box["y"] + 15 * step)
    frames(page)
    assert page.traffic == []
    at = place(page, "die 2")
    settled(page)
    page.traffic.clear()
    page.locator(CANVAS).first.click(position=at)
    page.locator(STATUS, has_text="Die 2 is chosen").wait_for()  # it is what comes last
    frames(page)
    came = [size for way, size in page.traffic if way == "in"]
    assert len(came) <= 12
    assert sum(came) <= 20_000
    assert len(page.traffic) - len(came) <= 2


def test_a_played_move_sends_little(page):
    click(page, "roll", "die 2", "hull", "die 4", "sponsons")
    at = place(page, "confirm")
    settled(page)
    page.traffic.clear()
    page.locator(CANVAS).first.click(position=at)
    page.locator(STATUS, has_text="Which card acts").wait_for()
    frames(page)
    came = [size for way, size in page.traffic if way == "in"]
    assert len(came) <= 12
    assert sum(came) <= 40_000, "all cards change; most moves send less than 20 kB"


def test_a_reload_in_mid_game_shows_the_board_and_goes_on(open_cells):
    page = opened(open_cells)
    before = click(page, "roll", "die 2", "hull")
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.reload()
    page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.sessionContext")
    painted(page)
    now = board(page)
    assert (now["ply"], now["picks"]) == (before["ply"], before["picks"])
    assert click(page, "die 3", "cannon", "confirm")["phase"] == "act"


KILL = """() => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  window.statuses = [];
  kernel.statusChanged.connect((_, status) => window.statuses.push(status));
  kernel.requestExecute({ code: 'import os, signal; os.kill(os.getpid(), signal.SIGKILL)' })
    .done.catch(() => {});
}"""


def test_a_game_goes_on_from_its_file_after_the_kernel_was_killed(open_cells):
    saved = GAME.replace("seed=7", 'seed=7, save="killed-game.json"')
    page = opened(open_cells, saved)
    before = click(page, "roll", "die 2", "hull", "die 3", "cannon", "confirm")
    page.evaluate(KILL)
    page.wait_for_function("window.statuses.includes('autorestarting')")
    page.locator(".jp-Dialog button").click()  # JupyterLab tells that the kernel has died
    page.locator(".jp-Dialog").wait_for(state="detached")
    assert page.evaluate(RUN_ALL) == 0
    painted(page)
    now = board(page)
    assert (now["ply"], now["phase"]) == (before["ply"], "act")
    assert page.locator(CANVAS).count() == 1
    assert click(page, "cannon")["picks"] == ["cannon"]


def test_a_second_browser_sees_and_plays_the_same_game(open_cells):
    page = opened(open_cells)
    click(page, "roll")
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    other = open_cells(again=page)
    painted(other)
    click(other, "die 2", "hull", "die 3", "cannon", "confirm")
    page.locator(STATUS, has_text="Which card acts").wait_for()
    assert page.evaluate(PIXELS)["opaque"] > 0.95
    assert click(page, "cannon")["picks"] == ["cannon"]


@pytest.mark.parametrize("pixels", [1, 2])
def test_the_canvas_has_the_pixels_of_the_screen(open_cells, pixels):
    page = opened(open_cells, device_scale_factor=pixels)
    shown = page.evaluate(PIXELS)
    assert shown["width"] == pixels * shown["css"]
    assert click(page, "roll")["phase"] == "place"


def test_the_cloth_follows_the_dark_theme(page):
    light = page.evaluate(PIXELS)["cloth"]
    for theme, least, most in (("Dark", 40, light[1] - 12), ("Light", light[1] - 3, 255)):
        order = f"'apputils:change-theme', {{theme: 'JupyterLab {theme}'}}"
        page.evaluate(f"window.jupyterapp.commands.execute({order})")
        is_light = str(theme == "Light").lower()
        page.wait_for_function(f"document.body.dataset.jpThemeLight === '{is_light}'")
        page.wait_for_function(
            f"(g => g > {least} && g < {most})(({PIXELS})().cloth[1])", polling=100
        )


@pytest.mark.parametrize("width, scene", [(1920, 948), (1280, 640), (420, 360)])
def test_the_scene_fits_the_room(open_cells, width, scene):
    page = opened(open_cells, width=width)
    assert board(page)["scene"] == scene
    room = page.evaluate("document.querySelector('.pk-live').clientWidth")
    assert 0.6 * room <= page.evaluate(PIXELS)["css"] <= room
    page.set_viewport_size({"width": 420, "height": 900})
    page.wait_for_function(f"document.querySelector('{CANVAS}').clientWidth < 420")
    page.wait_for_function(f"({PIXELS})().opaque > 0.95")
    assert board(page)["scene"] == 360


@pytest.mark.parametrize("game", ["landship", "mission_command"])
@pytest.mark.parametrize("files", ["open", "closed"])
def test_on_a_laptop_the_board_and_the_moves_are_seen_together(open_cells, files, game):
    page = opened(open_cells, GAME.replace("landship", game), width=1366, height=768)
    page.evaluate(f"jupyterapp.shell.{'expandLeft' if files == 'open' else 'collapseLeft'}()")
    page.wait_for_function(
        f"document.querySelector('{CANVAS}').getBoundingClientRect().height < 650"
    )
    settled(page)
    page.locator(CANVAS).evaluate("c => c.scrollIntoView({ block: 'start' })")
    seen = page.locator(".jp-WindowedPanel-outer").first.bounding_box()
    foot = seen["y"] + seen["height"]
    canvas = page.locator(CANVAS).bounding_box()
    move = page.locator(".pk-moves button:visible").first.bounding_box()
    assert canvas["y"] >= seen["y"] - 2 and canvas["y"] + canvas["height"] <= foot
    assert canvas["width"] > 575, "and the actions of the cards can be read"
    assert move["x"] > canvas["x"] + canvas["width"]
    assert move["y"] + move["height"] < foot


def test_a_cell_run_again_leaves_one_live_board_and_the_game_goes_on(open_cells):
    page = opened(open_cells)
    click(page, "roll")
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.locator(STATUS, has_text="The game that was under way here goes on.").wait_for()
    painted(page)
    assert page.locator(CANVAS).count() == 1
    assert board(page)["phase"] == "place"


# --- keys, names, words ------------------------------------------------------------------------


def test_tab_comes_to_the_board_and_leaves_it_both_ways(page):
    tag = "document.activeElement.tagName"
    page.locator(CANVAS).first.focus()
    for key in ("Tab", "Shift+Tab"):
        page.locator(CANVAS).first.focus()
        page.keyboard.press(key)
        assert page.evaluate(tag) != "CANVAS"
    page.keyboard.press("Tab")
    assert page.evaluate(tag) == "CANVAS"
    cells = page.locator(".jp-Cell").count()
    for key in ("a", "b", "x", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate(tag) == "CANVAS"
    assert page.locator(".jp-Cell").count() == cells


def test_arrows_speak_the_parts_and_draw_a_ring(page):
    page.get_by_role("application").focus()
    page.keyboard.press("Home")
    spoken = page.locator(SPOKEN)
    assert spoken.inner_text().startswith("back left")
    page.keyboard.press("ArrowRight")
    assert spoken.inner_text().startswith("back centre")
    page.keyboard.press("ArrowDown")
    assert spoken.inner_text().startswith("front centre")
    ring = page.locator(".pk-over .pk-ring-in")
    at, canvas = ring.bounding_box(), page.locator(CANVAS).first.bounding_box()
    middle = board(page)["regions"]["fc"]
    assert at["x"] + at["width"] / 2 == pytest.approx(
        canvas["x"] + middle[0] * canvas["width"], abs=2
    )
    assert at["y"] + at["height"] / 2 == pytest.approx(
        canvas["y"] + middle[1] * canvas["height"], abs=2
    )
    page.keyboard.press("End")
    assert "; Enter: Roll the dice" in spoken.inner_text()
    for _ in range(20):
        page.keyboard.press("ArrowLeft")
    assert spoken.inner_text()


def test_escape_and_a_click_beside_take_the_last_press_back(page):
    done = click(page, "roll", "die 2", "hull")["done"]
    page.keyboard.press("Escape")
    assert board(page, done + 1)["picks"] == ["die 2"]
    page.locator(CANVAS).first.click(position={"x": 3, "y": 200})
    assert board(page, done + 2)["picks"] == []


def test_what_can_be_pressed_lights_up_under_the_mouse(page):
    canvas = page.locator(CANVAS).first
    now = board(page)
    canvas.hover(position=place(page, "hull", now))
    assert page.locator(".pk-over .pk-hover").count() == 1
    canvas.hover(position=place(page, "bl", now))
    assert page.locator(".pk-over .pk-hover").count() == 0


def test_each_event_is_announced_and_a_refusal_says_why(page):
    status = page.locator(STATUS)
    for key, words in (
        ("fl", "Light Artillery, artillery, 3 of 3; 1 nothing"),
        ("roll", "You have rolled"),
        ("die 2", "Die 2 is chosen"),
        ("hull", "Die 2 on Landship Hull"),
        ("die 4", "die 4 is chosen"),
        ("sponsons", "confirm it"),
        ("confirm", "Which card acts"),
        ("cannon", "Forward Cannon is chosen"),
        ("bl", "reaches only the front row"),
        ("fc", "Badger B loses 1"),
    ):
        click(page, key)
        assert words in status.inner_text()


def test_the_board_has_a_name_and_axe_finds_nothing(page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    click(page, "roll", "die 2")
    assert "Pocket Landship, round 1: the board" in page.locator(".pk-live").aria_snapshot()
    found = axe.run(page, context=".jp-OutputArea-output .pocket")
    assert found.response["violations"] == []


def test_the_wheel_over_the_board_scrolls_the_page(open_cells):
    page = opened(open_cells, height=500)
    top = "document.querySelector('.pk-live').getBoundingClientRect().top"
    page.locator(CANVAS).first.hover(position={"x": 100, "y": 60})
    before = page.evaluate(top)
    page.mouse.wheel(0, 200)
    page.wait_for_function(f"{top} < {before - 100}")
