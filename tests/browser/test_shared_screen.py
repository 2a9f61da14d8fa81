"""Two people at one screen, each with secrets, in a real JupyterLab."""

from __future__ import annotations

import base64
import json
import re
import secrets
from pathlib import Path
from random import Random
from typing import Any

from conftest import unhurried

from pocketlib.contract import CHANCE
from pocketlib.record import Record

CANVAS = ".pk-live canvas"
RUN = """async code => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const running = kernel.requestExecute({ code, store_history: false, silent: false });
  let out = '';
  running.onIOPub = m => { out += m.content.text || (m.content.traceback || []).join(''); };
  await running.done;
  return out;
}"""
COUNTED = """
view = t._picture.view
view.done, view.carry_out = 0, view._told
def told(message):
    view.carry_out(message)
    view.done += message["event"] != "page"
view._told = told
t
"""
# nothing of what the answer holds is a secret: it goes to the page, too
WHERE = """
import json
scene, s = view.scene, t.session
print(json.dumps({
    "regions": {r.key: [(r.box[0] + r.box[2] / 2) / scene.width,
                        (r.box[1] + r.box[3] / 2) / scene.height] for r in scene.regions}
               if scene else {},
    "open": view.bridge.opened, "phase": s.state.phase, "over": s.over, "done": view.done,
    "picks": t._picture.selecting.picks, "covered": s.covered, "viewer": s.viewer,
    "closing": s.closing,
    "mover": s.state.to_move, "ply": s.record.ply, "telling": t._telling.running,
    "acting": t._acting,
    "page": view.page.width,
}))"""


def board(page: Any, done: int = 0) -> dict[str, Any]:
    """What Python knows of the board, once it has carried out so many presses and told of them.

    Who has seen what came of a turn covers the table.
    """
    for _ in range(200):
        now: dict[str, Any] = json.loads(page.evaluate(RUN, WHERE))
        if now["done"] >= done and now["closing"]:
            seen(page).click()
            page.wait_for_timeout(50)
            continue
        ready = now["open"] or now["over"] or now["mover"] == CHANCE
        if now["done"] >= done and now["page"] and ready and not now["telling"]:
            return now
        page.wait_for_timeout(50)  # then Python is asked again
    raise AssertionError(f"only {now['done']} of {done} presses were carried out")


def seen(page: Any) -> Any:
    """The button that covers the table."""
    return page.get_by_role("button", name="I have seen it: cover the table")


def painted(page: Any) -> None:
    """Wait until all that Python had to say was heard and nothing is drawn any more."""
    page.wait_for_function("performance.now() - window.drawnAt > 150", polling=30)
    page.evaluate("() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))")


def press(page: Any, *keys: str) -> dict[str, Any]:
    """Press regions of the board with the mouse; return what Python knows then.

    When a move is played after the first of them, since no other is left, the rest is not pressed.
    """
    now = board(page)
    ply = now["ply"]
    for key in keys:
        if now["ply"] != ply:
            break
        x, y = now["regions"][key]
        size = page.evaluate(f"(c => [c.clientWidth, c.clientHeight])"
                             f"(document.querySelector('{CANVAS}'))")  # fmt: skip
        at = {"x": x * size[0], "y": y * size[1]}
        page.locator(CANVAS).first.click(position=unhurried(page, at))
        now = board(page, now["done"] + 1)
    return now


def take_over(page: Any) -> dict[str, Any]:
    """Say that the right person sits at the screen now."""
    page.get_by_role("button", name=re.compile("show me the table")).click()
    page.wait_for_function("document.querySelector('.pk-moves button')?.offsetParent")
    return board(page)


# --- sentinels ---------------------------------------------------------------------------------

SENTINELS = "from sentinels import table\nt = table({file!r})\n" + COUNTED
PACKED = re.compile(rb"[A-Za-z0-9+/]{24,}={0,2}")


def unpacked(data: bytes) -> bytes:
    """Return what a frame or file holds, base64 within it decoded as well."""
    inside = []
    for found in PACKED.findall(data):
        whole = found.rstrip(b"=")
        inside.append(base64.b64decode(whole + b"=" * (-len(whole) % 4)) if len(whole) % 4 != 1
                      else b"")  # fmt: skip
    return b"\n".join([data, *inside])


def held(data: bytes, words: list[str]) -> list[str]:
    """Return which of the words the data holds."""
    whole = unpacked(data)
    return [word for word in words if word.encode() in whole]


def test_no_secret_reaches_the_page_of_the_other_side(open_cells: Any, lab: Any) -> None:
    name = f"words-{secrets.token_hex(4)}.json"
    folder: Path = lab[2]
    page = open_cells(SENTINELS.format(file=name), keep_frames=True, height=1200)
    known = json.loads((folder / name).read_text())
    words, line = known["words"], known["line"]
    (folder / name).unlink()

    def heard(since: int) -> bytes:
        return b"\n".join(page.frames_heard[since:])

    def nothing_of(sides: list[int], since: int) -> None:
        """Check what has come to the page, and what is on it, for secrets of these sides."""
        page.wait_for_timeout(100)  # frames under way
        secret = [word for side in sides for word in words[side]]
        assert held(heard(since), secret) == []
        assert held(page.content().encode(), secret) == []

    now = board(page)
    side, since, handed, seen_own = now["viewer"], 0, 0, [0, 0]
    nothing_of([1 - side], since)
    for parts in line[1:]:
        if now["covered"]:
            painted(page)
            nothing_of([0, 1], len(page.frames_heard))
            since = len(page.frames_heard)
            now = take_over(page)
            side, handed = now["viewer"], handed + 1
            seen_own[side] += bool(held(heard(since), words[side]))
            look_around(page, side)
        now = press(page, *parts)
        if not now["covered"]:
            nothing_of([1 - side], since)
    assert handed >= 3
    assert min(seen_own) >= 1, "the words are found where they belong"

    # what is kept: the notebook with its outputs, and the game's file
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function("!window.jupyterapp.shell.currentWidget.context.model.dirty")
    for file in folder.glob(f"*{name}"):
        assert held(file.read_bytes(), words[0] + words[1]) == [], file
    notebook = (folder / page.notebook).read_bytes()
    assert b"It is the turn of" in notebook
    assert held(notebook, words[0] + words[1]) == []

    # the same page, loaded again in the middle of a turn: one side's view and nothing else
    since = len(page.frames_heard)
    page.reload()
    page.wait_for_function("window.jupyterapp?.shell?.currentWidget?.sessionContext")
    page.wait_for_selector(CANVAS)
    now = board(page)
    assert (now["viewer"], now["covered"]) == (side, False)
    painted(page)
    nothing_of([1 - side], since)
    assert held(heard(since), words[side])


def look_around(page: Any, side: int) -> None:
    """Look at one's secrets in every way there is, and leave it all open."""
    for sheet in ("In words", "Look back"):
        page.get_by_role("button", name=sheet, exact=True).click()
    line = page.get_by_label("Type a move")
    line.fill("mine")
    line.press("Enter")
    page.locator(".pk-answer:visible", has_text="Your").first.wait_for()
    page.locator(CANVAS).first.focus()
    for _ in range(4):
        page.keyboard.press("ArrowDown")


# --- whole games -------------------------------------------------------------------------------

PATROL = "from pocketwidgets import PlayTable\nt = PlayTable('mission_command', army='patrol', "
PATROL += "seed=7{more})\nt._telling.pace.value = 'Off'\n" + COUNTED
PLAYERS = "line:219"
"""Two players who choose at random so that all kinds of shots and battles come up."""


def whole_game() -> Record:
    """Return the game that these players play."""
    rng = Random(PLAYERS)
    record = Record.start("mission_command", {"army": "patrol"}, seed=7)
    while record.state.to_move is not None:
        moves = record.state.moves()
        if not moves:
            record.draw()
        else:
            record.play(rng.choice(moves[:2] if not record.ply else moves))
    return record


def test_a_whole_game_for_two_by_mouse(open_cells: Any) -> None:
    record = whole_game()
    page = open_cells(PATROL.format(more=""), height=1200)
    now, phases, handed = board(page), set(), 0
    for ply, move in enumerate(record.moves):
        if record.at(ply).to_move == CHANCE:
            continue
        if now["covered"]:
            seat = record.game.seats[now["viewer"]]
            assert page.locator(".pk-question").inner_text() == f"It is the turn of {seat}."
            now, handed = take_over(page), handed + 1
        asked = page.locator(".pk-question").inner_text()
        assert asked.count(".") + asked.count("?") >= 1, "one sentence says what to do"
        assert now["viewer"] == now["mover"]
        assert {*move.parts} <= {*now["regions"]}, "all of it can be pressed on the board"
        phases.add(now["phase"])
        now = press(page, *move.parts)
        assert now["picks"] == []
    assert now["over"]
    assert not now["covered"]
    assert phases == {"setup", "plot", "move", "attack"}
    assert handed >= 5
    assert "won" in page.locator(".pk-question").inner_text()
    everything_is_open(page, record)


def everything_is_open(page: Any, record: Record) -> None:
    """Check that after the game anybody sees all of it: strengths, markers, the code."""
    page.get_by_role("button", name="Look back").click()
    page.locator(f".pk-fold input[max='{record.ply}']:visible").wait_for()
    count = page.get_by_label("Position")
    first = next(n for n, move in enumerate(record.moves) if record.at(n).phase == "plot")
    count.fill(str(first + 1))
    count.press("Enter")
    words = str(record.at(first).say(record.moves[first]))
    page.locator(".pk-answer:visible", has_text=words.rstrip(".")).first.wait_for()
    page.get_by_role("button", name="Save and go on").click()
    page.get_by_role("link", name="Download this game").wait_for()
    code = page.get_by_label("Code of this game").input_value()
    assert Record.from_code(code).moves == record.moves


def test_a_whole_game_for_two_by_words(open_cells: Any) -> None:
    record = whole_game()
    page = open_cells(PATROL.format(more=""), height=1200)
    line = page.get_by_label("Type a move")
    now = board(page)
    for ply, move in enumerate(record.moves):
        state = record.at(ply)
        if state.to_move == CHANCE:
            continue
        if now["covered"]:
            line.fill("look")
            line.press("Enter")
            page.locator(".pk-status", has_text="Hand the screen over").wait_for(state="attached")
            line.fill("ready")
            line.press("Enter")
            page.wait_for_function("document.querySelector('.pk-moves button')?.offsetParent")
        # by the words of the button, or in notation
        line.fill(str(state.say(move)) if ply % 2 else str(move))
        line.press("Enter")
        now = arrived(page, next_decision(record, ply))
    assert now["over"]
    assert "won" in page.locator(".pk-question").inner_text()


def next_decision(record: Record, ply: int) -> int:
    """Return the ply of the next decision after that at ``ply``."""
    later = range(ply + 1, record.ply)
    return next((n for n in later if record.at(n).to_move != CHANCE), record.ply)


def arrived(page: Any, ply: int) -> dict[str, Any]:
    """What Python knows once the game has come to a ply."""
    for _ in range(200):
        now: dict[str, Any] = json.loads(page.evaluate(RUN, WHERE))
        if now["ply"] == ply and now["closing"] and not now["acting"]:
            seen(page).click()
        elif now["ply"] == ply and not now["acting"]:
            return now
        page.wait_for_timeout(50)  # then Python is asked again
    raise AssertionError(f"the game did not come to ply {ply}")


# --- going back, going on ----------------------------------------------------------------------


def test_only_own_unseen_moves_are_taken_back(open_cells: Any) -> None:
    record = whole_game()
    page = open_cells(PATROL.format(more=""), height=1200)
    undo = page.get_by_role("button", name="Undo")
    ply = 0
    now = board(page)
    while not (now["phase"] == "plot" and not now["covered"]):
        if record.at(ply).to_move != CHANCE:
            now = take_over(page) if now["covered"] else now
            now = press(page, *record.moves[ply].parts)
        ply += 1
    assert undo.is_disabled(), "the end of the movement has shown that nothing was found"
    press(page, *record.moves[ply].parts)
    undo.click()
    assert arrived(page, ply)["viewer"] == now["viewer"]
    page.locator(".pk-status", has_text="Taken back").wait_for()
    while not now["covered"]:
        now = press(page, *record.moves[ply].parts)
        ply += 1
    # the plotter has pressed one too many: the other side has not looked yet
    undo.click()
    page.get_by_role("button", name=re.compile("show me the table")).wait_for()
    assert board(page)["viewer"] != now["viewer"]
    now = take_over(page)
    now = press(page, *record.moves[ply - 1].parts)
    now = take_over(page)
    assert undo.is_disabled(), "what the other side has chosen unseen can't be taken back"
    now = press(page, *record.moves[ply].parts)
    assert not undo.is_disabled(), "a piece moved to the wrong space"
    undo.click()
    assert arrived(page, ply)["phase"] == "move"


def test_a_saved_game_goes_on_behind_a_cover(open_cells: Any, lab: Any) -> None:
    record = whole_game()
    name = f"shared-{secrets.token_hex(4)}.json"
    page = open_cells(PATROL.format(more=f", save={name!r}"), height=1200)
    now = board(page)
    for ply in range(8):
        now = press(page, *record.moves[ply].parts)
        now = take_over(page) if now["covered"] else now
    saved = (lab[2] / name).read_text()
    assert not any(move in saved for move in record.moves[:8])
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.get_by_role("button", name=re.compile("show me the table")).wait_for()
    assert page.locator(".pk-log li").count() == 0
    assert page.locator(".pk-moves button:visible").count() == 0
    now = take_over(page)
    now = press(page, *record.moves[8].parts)
    assert [*Record.load(lab[2] / name).moves] == [*record.moves[:9]]


COMPANION = """
from pocketlib.record import Record
from pocketlib.text import Session
from pocketwidgets import PlayTable
t = PlayTable('mission_command', army='patrol', companion=True)
record = Record.start('mission_command', {{'army': 'patrol'}})
for move in {moves!r}:
    record.play(move)
t._go_on(Session(record, companion=True))
t._telling.pace.value = 'Off'
"""


def test_dice_from_a_real_table(open_cells: Any) -> None:
    record = whole_game()
    ply = next(n for n in range(record.ply) if record.at(n).to_move == CHANCE) - 1
    before = [str(move) for move in record.moves[:ply]]
    page = open_cells(COMPANION.format(moves=before) + COUNTED, height=1200)
    now = take_over(page)
    line = page.get_by_label("Type a move")
    for at in range(ply, record.ply):
        state, move = record.at(at), record.moves[at]
        if now["covered"]:
            now = take_over(page)
        if state.to_move != CHANCE:
            press(page, *move.parts)
        elif at % 2:
            asked = page.locator(".pk-question").inner_text()
            assert "red hits" in asked or "blue hits" in asked, asked
            page.wait_for_timeout(550)  # no sooner than people: it may stand where one was pressed
            page.get_by_role("button", name=str(state.say(move)), exact=True).click()
        else:
            line.fill(str(move))
            line.press("Enter")
        now = arrived(page, at + 1)
    assert now["over"]
    assert "won" in page.locator(".pk-question").inner_text()


def test_what_came_of_a_turn_is_shown_before_the_screen_is_handed_over(open_cells: Any) -> None:
    page = open_cells(PATROL.format(more=""), height=1200)
    page.evaluate(RUN, LAST_PIECE)
    line = page.get_by_label("Type a move")
    line.fill("1")
    line.press("Enter")
    page.locator(".pk-status", has_text="You have placed everything. Turn 1: the enemy ").wait_for()
    asked = page.locator(".pk-question").inner_text()
    assert asked.startswith("This is how your turn ended. When you have seen it, hand the screen ")
    assert page.locator(".pk-log li").count() > 0
    assert page.locator(".pk-moves button:visible").count() == 0
    page.get_by_role("button", name="Do it").focus()
    seen(page).focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile("I am Green: show me the table")).wait_for()
    assert page.locator(".pk-status").inner_text() == "It is the turn of Green."
    assert page.locator(".pk-log li:visible").count() == 0
    focused = "document.activeElement.textContent"
    page.wait_for_function(f"{focused} === 'I am Green: show me the table'")
    page.keyboard.press("Enter")
    page.wait_for_function("document.querySelector('.pk-moves button')?.offsetParent")


LAST_PIECE = """
s = t.session
while not (s.viewer == 1 and s.state.step == "tank4"):
    s.uncover()
    s.play(s.state.moves()[-1])
s.uncover()
t.safely(t._told_now)
"""
