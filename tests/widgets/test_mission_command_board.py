"""The board of Mission Command Land: right for every position and size, and telling no secret."""

import copy
import json
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path as FilePath

import pytest

from pocketwidgets import palette
from pocketwidgets.boards import board_of
from pocketwidgets.boards import mission_command as board
from pocketwidgets.boards.mission_command import tokens
from pocketwidgets.boards.mission_command.picture import CHEQUER, GROUND
from pocketwidgets.boards.mission_command.seen import Seen, guess
from pocketwidgets.metrics import width as text_width
from pocketwidgets.paint import svg
from pocketwidgets.scene import Layer, Path, Rect, Text

WIDTHS = (*board.WIDTHS, board.LOW_WIDTH, board.PRINT_WIDTH, 320, 640)
DATA = FilePath(__file__).parents[1] / "data" / "mission_command_seen.jsonl"
"""Steps of three games, not one after another: dump, first parts of the moves, observations."""
GAMES = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
STEPS = [step for game in GAMES for step in game]


def observe(dump: dict, seat: int) -> dict:
    """What a seat may know, by section 4.10 of the rules."""
    seen = copy.deepcopy(dump)
    if seen["phase"] == "setup":
        seen["sides"][1 - seat] = None
        if seen["to_move"] != seat:
            seen["step"] = None
        return seen
    for side in seen["sides"]:
        for tank in side["tanks"]:
            tank["hits"] = tank["strength"] - tank["chips"]
    enemy = seen["sides"][1 - seat]
    if seen["options"]["stacks"] == "open":
        stacks = sorted((tank["strength"], tank["chips"]) for tank in enemy["tanks"])
        enemy["stacks"] = {str(strength): left for strength, left in stacks}
    if seen["phase"] != "over":
        for tank in enemy["tanks"]:
            if not tank["known"]:
                tank["strength"] = tank["chips"] = None
    if seat == seen["mover"]:
        seen["plots"] = None
        if seen["phase"] == "plot":
            seen["step"] = None
    return seen


def scene(view, width=board.WIDTHS[0], **k):
    return board.scene(view, width=width, **k)


def texts(view, **k) -> list[str]:
    return [*scene(view, **k).texts()]


def at(phase: str, **wanted) -> dict:
    """The first sample of a phase whose dump has the wanted entries."""
    return next(
        step["dump"]
        for step in STEPS
        if step["dump"]["phase"] == phase
        and all(step["dump"][key] == value for key, value in wanted.items())
    )


def tank(id: str, at: str, strength: int, **changes) -> dict:
    plain = {"id": id, "at": at, "strength": strength, "chips": strength, "heading": "out"}
    return {**plain, "known": False, **changes}


def side(**changes) -> dict:
    empty = {"pad": None, "ammo": None, "fuel": None, "art": [], "launcher": None, "heli": None}
    return {**empty, "tanks": [], "lost": [], **changes}


def position(green: dict, tan: dict, **changes) -> dict:
    """A whole position; by default green is about to move on turn 3."""
    options = {
        "army": "full", "cols": 8, "rows": 12, "reds": 4, "blues": 2, "stacks": "hidden",
        "scuttle": "always", "quiet_limit": 40, "formations": None, **changes.pop("options", {}),
    }  # fmt: skip
    return {
        "game": "mission_command",
        "options": options,
        "phase": "move",
        "step": None,
        "to_move": 0,
        "turn": 3,
        "mover": 0,
        "sides": [side(**green), side(**tan)],
        "move": {"left": 8, "moved": [], "flown": False, "forward": False},
        "plots": {"tank": [], "missile": [], "art": []},
        "shots": [],
        "battles": [],
        "battle": None,
        "quiet": 0,
        "hot": False,
        "result": None,
        **changes,
    }


GREEN = {"tanks": [tank("A", "d6", 3), tank("B", "a4", 6)], "fuel": "c4", "art": ["b3"]}
TAN = {"tanks": [tank("A", "d8", 4), tank("B", "h12", 5)], "art": ["e7"]}


# --- every position, every width ---------------------------------------------------------------


def test_the_helper_observes_as_the_sample_games_do():
    known = [step for step in STEPS if "observe" in step]
    assert len(known) >= 10
    for step in known:
        assert [observe(step["dump"], seat) for seat in (0, 1)] == step["observe"]


def test_the_board_is_found_and_offers_what_boards_do():
    assert board_of("mission_command") is board
    assert board.CLOTH in palette.CLOTH


@pytest.mark.parametrize("width", WIDTHS)
def test_every_position_can_be_drawn_for_everybody(width):
    for number, step in enumerate(STEPS[:: 1 if width == 948 else 3]):
        dump = step["dump"]
        for seat in (0, 1, None):
            if width != 948 and (number + (seat or 0)) % 2:
                continue
            view = dump if seat is None else observe(dump, seat)
            mine = seat is not None and dump["to_move"] == seat
            found = scene(view, width, legal=step["first"] if mine else (), question="Now?")
            assert found.width == width
            ET.fromstring(svg(found))
            check(found, dump["options"])
            if mine:
                assert {region.key for region in found.regions} >= {*step["first"]}


def check(found, options) -> None:
    """Squares are all there, nothing overlaps, stands outside or is too small to hit or read."""
    squares = {f"{'abcdefghij'[c]}{r + 1}" for c in range(options["cols"])
               for r in range(options["rows"])}  # fmt: skip
    keys = [region.key for region in found.regions]
    assert len(keys) == len({*keys})
    assert {*keys} >= squares
    for region in found.regions:
        x, y, w, h = region.box
        assert min(w, h) >= 24
        assert min(x, y) >= 0
        assert x + w <= found.width
        assert y + h <= found.height
        assert region.label
    others = [region.box for region in found.regions if region.key not in squares]
    for one, other in combinations([*others, grid(found, squares)], 2):
        assert apart(one, other)
    for shape in found.shapes:
        if isinstance(shape, Text):
            assert shape.font.size >= 12
            left, right = ends(shape)
            assert left >= 0, shape.text
            assert right <= found.width, shape.text


def ends(text) -> tuple[float, float]:
    wide = text_width(text.text, text.font)
    left = text.x - {"start": 0, "middle": wide / 2, "end": wide}[text.font.anchor]
    return left, left + wide


def grid(found, squares) -> tuple[float, float, float, float]:
    boxes = [region.box for region in found.regions if region.key in squares]
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    area = sum(w * h for _, _, w, h in boxes)
    wide = max(b[0] + b[2] for b in boxes) - left
    high = max(b[1] + b[3] for b in boxes) - top
    assert area == pytest.approx(wide * high), "the squares fill the grid without a gap"
    return left, top, wide, high


def apart(one, other) -> bool:
    return (
        one[0] + one[2] <= other[0]
        or other[0] + other[2] <= one[0]
        or one[1] + one[3] <= other[1]
        or other[1] + other[3] <= one[1]
    )


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("cols, rows", [(6, 8), (10, 16), (7, 9), (10, 8), (6, 16)])
def test_every_size_of_board_fits(width, cols, rows):
    last = f"{'abcdefghij'[cols - 1]}{rows}"
    tan = {**TAN, "tanks": [tank("A", last, 4), tank("B", "b7", 5, known=True)]}
    for seat in (0, 1, None):
        dump = position(GREEN, tan, options={"cols": cols, "rows": rows})
        view = dump if seat is None else observe(dump, seat)
        found = scene(view, width, question="What next? " * 20)
        check(found, dump["options"])
        assert last[1:] in found.texts()
        assert found.region("a1").box[2] >= 32 or width < 360


def test_texts_stay_on_their_sheets():
    """In the columns no text reaches beyond the sheet on which it begins."""
    for width in WIDTHS:
        for step in STEPS[::4]:
            view = observe(step["dump"], 0)
            found = scene(view, width, legal=step.get("first", ()), question="What next? " * 30)
            sheets = [s for s in found.shapes if isinstance(s, Rect)
                      and s.w > 150 and s.ink.fill in (palette.PAPER, "tray")]  # fmt: skip
            for text in (s for s in found.shapes if isinstance(s, Text)):
                on = [r for r in sheets if r.x <= text.x <= r.x + r.w and r.y < text.y < r.y + r.h]
                for sheet in on:
                    left, right = ends(text)
                    assert left >= sheet.x - 1, text.text
                    assert right <= sheet.x + sheet.w + 1, text.text


@pytest.mark.parametrize("width", WIDTHS)
def test_the_tray_holds_all_that_is_in_it(width):
    views = [(observe(s["dump"], seat), s.get("first", ())) for s in STEPS[::3] for seat in (0, 1)]
    rolled = observe(battle(3, "defender"), 0)
    views += [(rolled, ()), (observe(battle(5, "attacker"), 0), ())]
    past = [observe(battle(5, "attacker"), 0)]
    for view, legal in views:
        found = scene(view, width, past=past if view is rolled else (), legal=legal)
        tray = next(s for s in found.shapes if isinstance(s, Rect) and s.ink.fill == "tray")
        right, foot = tray.x + tray.w, tray.y + tray.h
        for shape in found.moving:
            if isinstance(shape, Path) or not (
                tray.x < shape.x < right and tray.y < shape.y < foot
            ):
                continue
            if isinstance(shape, Rect):
                assert shape.x + shape.w <= right
                assert shape.y + shape.h <= foot
            elif isinstance(shape, Text):
                assert shape.y + 3 <= foot, shape.text
            else:
                assert shape.x + shape.r <= right
                assert shape.y + shape.r <= foot


def test_the_table_itself_stays_the_same_in_a_game():
    for game in GAMES:
        for seat in (0, 1):
            assert len({scene(observe(step["dump"], seat)).fixed for step in game}) == 1


# --- secrets -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_seat_cannot_tell_apart_looks_the_same(seat):
    """Other strengths of unknown tanks, other markers, another set-up: the same picture."""
    compared = 0
    for step in STEPS:
        dump = step["dump"]
        other = copy.deepcopy(dump)
        if dump["phase"] == "setup":
            other["sides"][1 - seat]["art"] = ["a1"]
        elif dump["phase"] != "over":
            secret = [t for t in other["sides"][1 - seat]["tanks"] if not t["known"]]
            if any(t["strength"] != t["chips"] for t in secret):
                continue
            strengths = [t["strength"] for t in secret]
            for t, strength in zip(secret, reversed(strengths), strict=True):
                t["strength"] = t["chips"] = strength
            if seat == dump["mover"]:
                other["plots"] = {"tank": ["a1"], "missile": [], "art": ["b1", "c1"]}
        if other == dump:
            continue
        one, two = observe(dump, seat), observe(other, seat)
        for width in (948, 360):
            assert scene(one, width) == scene(two, width)
        compared += 1
    assert compared > 20


def test_markers_are_seen_by_their_plotter_only():
    plots = {"tank": ["d7"], "missile": ["e8"], "art": ["f9"]}
    dump = position(GREEN, {**TAN, "heli": {"at": "g9", "chips": 4}}, plots=plots)
    plotter, mover = scene(observe(dump, 1)), scene(observe(dump, 0))
    assert plotter.region("d7").label == "d7: your tank marker"
    assert plotter.region("e8").label == "e8: your missile marker"
    assert plotter.region("f9").label == "f9: your artillery marker"
    assert "Markers: tank d7" in plotter.description
    assert all(mover.region(square).label == f"{square}: empty" for square in ("d7", "e8", "f9"))
    assert "arker" not in mover.description
    assert scene(dump).region("d7").label == "d7: tank marker"


def test_the_three_markers_differ_in_shape():
    kinds = []
    for kind in ("tank", "missile", "art"):
        sketch = tokens.Sketch(99, 99)
        tokens.marker(sketch, 0, 0, 33, kind)
        kinds.append(tuple(type(shape).__name__ for shape in sketch.shapes))
    assert len({*kinds}) == 3


@pytest.mark.parametrize(
    "hits, words",
    [(0, "not hit yet"), (1, "hit once: 2 or more"), (2, "hit twice: 3 or more"),
     (4, "hit 4 times: 5 or more")],
)  # fmt: skip
def test_what_hits_tell(hits, words):
    assert guess(hits) == words


def test_an_unknown_tank_shows_a_question_mark_and_its_hits():
    hurt = {**TAN, "tanks": [tank("A", "d8", 4, chips=2), tank("B", "h12", 5, known=True)]}
    found = scene(observe(position(GREEN, hurt), 0))
    words = [*found.texts()]
    assert "A ?" in words
    assert "B 5" in words
    assert found.region("d8").label.endswith("tan tank A, strength unknown, hit twice: 3 or more")
    assert {"hit twice:", "3 or more", "hidden: 1 2 3 4 6"} <= {*words}
    small = [*scene(observe(position(GREEN, hurt), 0), 360).texts()]
    assert {"A?", "B5", "3+", "5/5"} <= {*small}


# --- whose board -------------------------------------------------------------------------------


def test_each_seat_has_its_own_back_row_at_the_bottom():
    dump = position(GREEN, TAN)
    for seat, row in ((0, 1), (1, 12), (None, 1)):
        found = scene(dump if seat is None else observe(dump, seat))
        ys = {r: found.region(f"a{r}").box[1] for r in range(1, 13)}
        assert max(ys, key=ys.get) == row
        left_to_right = found.region("a1").box[0] < found.region("h1").box[0]
        assert left_to_right == (seat != 1)


def test_the_seat_is_read_from_the_observation():
    for step in STEPS:
        assert [board.seat_of(observe(step["dump"], seat)) for seat in (0, 1)] == [0, 1]
    assert board.seat_of(position(GREEN, TAN)) is None


def test_seats_differ_in_letter_shape_and_lightness():
    assert palette.contrast(*tokens.BODY) >= 3
    for body, print_ in zip(tokens.BODY, tokens.PRINT, strict=True):
        assert palette.contrast(body, print_) >= 4.5
    for edge in tokens.EDGE:
        assert min(palette.contrast(edge, ground) for ground in (GROUND, CHEQUER)) >= 3
    for flat in tokens.FLAT:
        assert palette.contrast(flat, palette.PAPER) >= 3
    green, tan = (tokens.Sketch(99, 99) for _ in range(2))
    tokens.token(green, 0, 0, 40, 0, "art")
    tokens.token(tan, 0, 0, 40, 1, "art")
    assert isinstance(green.shapes[0], Rect)
    assert not isinstance(tan.shapes[0], Rect)


@pytest.mark.parametrize("ground", [GROUND, CHEQUER, palette.LIT_WASH])
def test_print_on_the_board_can_be_read(ground):
    assert palette.contrast(palette.INK, ground) >= 4.5
    assert palette.contrast(palette.OFF, ground) >= 3
    assert palette.contrast(palette.INK_SOFT, ground) >= 3


# --- phases ------------------------------------------------------------------------------------


def test_the_setup_lights_ones_own_half_and_hides_the_other():
    dump = at("setup", step="pad")
    step = next(s for s in STEPS if s["dump"] is dump)
    mine = scene(observe(dump, 0), legal=[*step["first"], "bastion", "wings"])
    assert {"Bastion", "Wings", "Tan sets up unseen", "You set up"} <= {*mine.texts()}
    assert mine.region("bastion")
    theirs = scene(observe(dump, 1))
    assert "Green sets up unseen" in theirs.texts()
    assert "Green sets up unseen." in theirs.description


@pytest.mark.parametrize("width", WIDTHS)
def test_many_formations_leave_room_for_each_other(width):
    dump = at("setup", step="pad")
    names = [f"formation_number_{n}" for n in range(30)]
    found = scene(observe(dump, 0), width, legal=names, question="What do you place?")
    check(found, dump["options"])
    shown = [region.key for region in found.regions if region.key in names]
    assert len(shown) >= 3
    assert f"{30 - len(shown)} more" in found.texts()


def test_the_rack_tells_what_is_left_to_plot():
    plots = {"tank": ["d7"], "missile": [], "art": []}
    dump = position(GREEN, TAN, phase="plot", step="tank", to_move=1, move=None, plots=plots)
    mine = scene(observe(dump, 1), legal=["d9", "done"])
    assert {"Your plotting rack", "tank: 3 dice", "Done with these"} <= {*mine.texts()}
    assert mine.region("done").box[3] >= 24
    theirs = scene(observe(dump, 0))
    assert "Tan plots unseen" in theirs.texts()
    assert [*theirs.texts()].count("?") == 3, "two tank markers and one of artillery"
    assert theirs.region("done") is None


def test_the_movement_tells_what_is_left_and_owed():
    dump = position({**GREEN, "heli": {"at": "c2", "chips": 4}, "pad": "c2"}, TAN)
    words = texts(observe(dump, 0), legal=["d6", "end"])
    assert {"8 of 8 spaces left for the tanks", "a tank has to advance"} <= {*words}
    assert {"the helicopter has to fly", "End the movement"} <= {*words}
    moved = {"left": 2, "moved": ["A"], "flown": True, "forward": True}
    dry = position({**GREEN, "fuel": None}, TAN, move=moved)
    found = scene(observe(dry, 0))
    assert {"2 of 5 spaces left for the tanks", "one tank has advanced"} <= {*found.texts()}
    assert found.region("d6").label == "d6: your tank A, strength 3, 3 chips left, has moved"


def test_legal_pieces_have_brackets_and_legal_spaces_dots():
    view = observe(position(GREEN, TAN), 0)
    plain, aimed = scene(view), scene(view, legal=["d7", "c6"], selected=("d6",))
    lit = [s for s in aimed.shapes if s.ink.fill == palette.LIT and s not in plain.shapes]
    assert len(lit) == 2
    assert all(s.ink.line == palette.INK for s in lit)
    ring = [s for s in aimed.shapes if s.layer == Layer.MARKS and s.ink.line == palette.LIT]
    assert len(ring) == 1
    brackets = scene(view, legal=["d6"])
    marks = [s for s in brackets.shapes if s.layer == Layer.MARKS and s not in plain.shapes]
    assert len(marks) == 2


def test_a_tank_that_has_turned_looks_the_other_way():
    out = position(GREEN, TAN)
    home = {**GREEN, "tanks": [tank("A", "d6", 3, heading="home"), GREEN["tanks"][1]]}
    back = position(home, TAN)
    one, two = scene(observe(out, 0)), scene(observe(back, 0))
    assert len(two.shapes) == len(one.shapes) + 2, "a disc with an arrow"
    assert "heading home" in two.region("d6").label
    assert "heading home" in two.description
    seen = Seen(observe(back, 0))
    assert not seen.forward_up(seen.units["d6"])
    turned = Seen(observe(back, 1))
    assert turned.forward_up(turned.units["d6"]), "green's way home is up for tan"


def test_shots_that_found_something_are_shown():
    dump = position(GREEN, TAN, phase="shots", step="tank", to_move="chance",
                    shots=[["tank", "d6"], ["art", "a4"]])  # fmt: skip
    for seat in (0, 1):
        found = scene(observe(dump, seat))
        assert "d6: 3 dice" in found.texts()
        assert "Then: artillery a4" in found.texts()
        assert found.region("d6").label.endswith("tank shot to be rolled")


def test_battles_owed_are_marked():
    dump = position({**GREEN, "tanks": [tank("A", "d7", 3), tank("B", "a4", 6)]}, TAN,
                    phase="attack", battles=[["d7", "e7"], ["d7", "d8"]])  # fmt: skip
    found = scene(observe(dump, 0), legal=["d7"])
    assert "Battles owed" in found.texts()
    assert found.region("d7").label.endswith("has to battle e7, d8")
    assert found.region("d8").label.endswith("has to battle d7")
    plain = scene(observe({**dump, "battles": []}, 0), legal=["d7"])
    marks = [s for s in found.shapes if s.layer == Layer.FLAGS and s.ink.fill == palette.OFF]
    assert len(marks) == 4
    assert not [s for s in plain.shapes if s.ink.fill == palette.OFF]


def battle(chips: int, step: str) -> dict:
    tanks = [tank("A", "d7", 6, known=True), tank("B", "a4", 3)]
    enemy = [tank("A", "d8", 5, known=True, chips=chips), tank("B", "h12", 1)]
    fight = {"from": "d7", "to": "d8", "attacker": "tank", "target": "tank"}
    return position({"tanks": tanks}, {"tanks": enemy}, phase="battle", step=step,
                    to_move="chance", battle=fight)  # fmt: skip


def test_a_battle_shows_the_last_roll_as_far_as_it_is_known():
    before, now = observe(battle(5, "attacker"), 0), observe(battle(3, "defender"), 0)
    roll = Seen(now, [before]).last_roll
    assert (roll.step, roll.dice, roll.hits) == ("attacker", 3, 2)
    assert Seen(now).last_roll is None
    found = scene(now, past=[before])
    fills = [s.ink.fill for s in found.shapes if isinstance(s, Rect) and s.w == 28]
    assert fills.count(palette.OFF) == 2
    assert fills.count(palette.DEF) == 1
    assert "d7 against d8" in found.texts()
    assert "−2" in scene(now, past=[{**before, "to_move": 0}]).texts()


def test_what_has_just_gone_is_marked_where_it_stood():
    before = observe(position(GREEN, TAN), 0)
    now = observe(position(GREEN, {**TAN, "art": []}), 0)
    found = scene(now, past=[before])
    assert found.region("e7").label == "e7: tan artillery: out of the game"
    assert scene(now).region("e7").label == "e7: empty"


def test_moves_of_the_turn_leave_a_trail():
    before = observe(position(GREEN, TAN), 1)
    tanks = [tank("A", "d7", 3), tank("B", "a4", 6)]
    move = {"left": 7, "moved": ["A"], "flown": False, "forward": True}
    now = observe(position({**GREEN, "tanks": tanks}, TAN, move=move), 1)
    assert Seen(now, [before]).trails == [(0, "d6", "d7")]


@pytest.mark.parametrize(
    "result, seat, words",
    [([1, -1], 0, "You have won"), ([1, -1], 1, "Green has won"), ([-1, 1], 0, "Tan has won"),
     ([0, 0], 1, "A draw"), ([1, -1], None, "Green has won")],
)  # fmt: skip
def test_how_it_ended(result, seat, words):
    dump = position(GREEN, TAN, phase="over", to_move=None, result=result, move=None)
    view = dump if seat is None else observe(dump, seat)
    for width in (948, 360):
        assert any(words in text for text in texts(view, width=width))
    assert words in scene(view).description


def test_open_stacks_are_told():
    dump = position(GREEN, TAN, options={"stacks": "open"})
    assert "stacks 4/4  5/5" in texts(observe(dump, 0))
