"""The board of Pocket Landship: right for every position, for any set, at any width."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from pocketlib.games.landship.content import HOUSE, OWN_CARDS, PLACES
from pocketwidgets.boards import landship as board
from pocketwidgets.boards.landship.layout import layout
from pocketwidgets.metrics import width as text_width
from pocketwidgets.paint import svg
from pocketwidgets.scene import Layer, Rect, Text
from pocketwidgets.selecting import CONFIRM, TAKE_BACK, part_of

WIDTHS = (*board.WIDTHS, board.PRINT_WIDTH, 320, 640)
DATA = Path(__file__).parents[1] / "data" / "landship_vectors.jsonl"


def games() -> list[list[dict]]:
    """The sample games, each as the list of its dumps."""
    found = [json.loads(line) for line in DATA.read_text("utf-8").splitlines()]
    return [[s["dump"] for s in game["steps"]] + [game["end"]["dump"]] for game in found]


GAMES = games()
GAME = GAMES[0]


def scene(view, width=board.WIDTHS[0], **k):
    return board.scene(view, width=width, words="the position", **k)


def texts(view, **k) -> list[str]:
    return [*scene(view, **k).texts()]


def position(**changes) -> dict:
    """A position of the first game after the set-up, with changes."""
    view = next(v for v in GAME if v["phase"] == "act")
    return {**view, "log": [], **changes}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", range(len(GAMES)))
def test_every_position_can_be_drawn(game, width):
    dumps = GAMES[game]
    for at in range(0, len(dumps), 3 if width == board.WIDTHS[0] else 9):
        found = scene(dumps[at], width, past=dumps[:at])
        assert found.width == width
        ET.fromstring(svg(found))
        assert {r.key for r in found.regions} >= {*PLACES, *dumps[at]["own"]}


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_stands_outside_the_picture(width):
    for view in GAME[::5]:
        found = scene(view, width)
        for region in found.regions:
            x, y, w, h = region.box
            assert x >= 0
            assert y >= 0
            assert x + w <= found.width
            assert y + h <= found.height


@pytest.mark.parametrize("width", WIDTHS)
def test_no_text_runs_out_of_the_picture_or_is_tiny(width):
    for view in GAME[::5]:
        for shape in scene(view, width, question="What next? " * 20).shapes:
            if isinstance(shape, Text):
                assert shape.font.size >= 12
                if shape.font.anchor == "start":
                    assert shape.x + text_width(shape.text, shape.font) <= width


def test_names_tracks_and_actions_come_from_the_content():
    view = position(front=[["boar", 4], ["minefield", 1], ["infantry", 2]])
    words = texts(view)
    for name in ("Boar", "Mine Field", "Infantry Squad", "chaos", "R&R", "H 2"):
        assert name in words
    for card in ("hull", "cannon", "sponsons"):
        assert OWN_CARDS[card].name in words
        for action in OWN_CARDS[card].actions:
            broken = f"{action.name}:" in words and action.text in words
            assert action.title in words or broken


@pytest.mark.parametrize("width", [948, 768, board.PRINT_WIDTH])
def test_no_action_of_an_own_card_is_cut(width):
    for card in OWN_CARDS.values():
        rows = layout(width, [card]).rows[card.id]
        assert [" ".join(row) for row in rows] == [action.title for action in card.actions]


def test_the_enemys_dice_are_those_of_its_last_turn():
    at = next(i for i, v in enumerate(GAME) if any(line.startswith("act ") for line in v["log"]))
    now = board.told(GAME[at], GAME[:at])
    acts = [line.split() for line in GAME[at]["log"] if line.startswith("act ")]
    assert now.dice == {face: int(die) for _, _, face, die in acts}
    later = next(i for i in range(at, len(GAME)) if GAME[i]["phase"] == "act")
    assert board.told(GAME[later], GAME[:later]).dice == now.dice


def test_flags_are_the_changes_since_the_last_decision():
    view = position(log=["hurt hull 2", "blocked cannon", "hit boar 1", "mend badger 1"])
    found = board.told(view, [{**view, "phase": "act", "log": ["hit boar 3"]}])
    assert found.changed == {"hull": -2, "boar": -1, "badger": 1}
    assert found.safe == {"cannon"}
    flags = [s.text for s in scene(view).shapes if isinstance(s, Text) and s.layer == Layer.FLAGS]
    assert "−2" in flags
    assert "safe" in flags
    before = board.told(view, [{**view, "phase": "roll", "log": ["hit boar 3"]}])
    assert before.changed["boar"] == -4, "what chance did belongs to the same news"


def test_who_has_left_is_named():
    view = position(
        front=[["boar", 6], None, ["badgerb", 5]],
        back=[None, None, None],
        log=["gone minefield", "close badgerb fr"],
    )
    words = texts(view)
    assert words.count("out of the game") == 4
    assert {"Mine Field", "Badger", "Light Artillery", "Infantry Squad"} <= {*words}


def test_unknown_cards_that_left_are_just_empty_places():
    view = position(front=[["boar", 6], None, None], back=[None] * 3)
    view = {**view, "options": {**view["options"], "enemies": "random"}}
    assert texts(view).count("empty") == 5


def test_cards_not_dealt_yet_lie_face_down():
    first = GAME[0]
    assert first["phase"] == "deal"
    found = scene(first)
    assert found.region("fl").label == "front left: dealt next"
    assert found.region("fc").label == "front centre: not dealt yet"
    assert [*found.texts()].count("dealt next") == 1
    assert "empty" not in found.texts()
    assert "Deal" in found.texts()


def test_legal_targets_have_brackets_and_others_a_veil():
    view = position(front=[["boar", 4], ["minefield", 1], ["infantry", 2]])
    plain = scene(view)
    aimed = scene(view, legal={"fl", "fr"}, selected=("cannon",))
    assert not any(s.layer in (Layer.VEILS, Layer.MARKS) for s in plain.shapes)
    veils = [s for s in aimed.shapes if s.layer == Layer.VEILS]
    shown = sum(cell is not None for cell in (*view["front"], *view["back"]))
    assert len(veils) == shown - 2
    assert "can’t be hit" in aimed.texts()
    rings = [s for s in aimed.shapes if s.layer == Layer.MARKS and isinstance(s, Rect)]
    assert len(rings) == 2


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"chaos": 1}, "Chaos: −1 die"),
        ({"chaos": 2}, "Chaos: −2 dice"),
        ({"adrenaline": True}, "Adrenaline: +1 die"),
        ({"trench": True}, "In the trenches"),
        ({"final": True}, "Final Battle"),
        ({"result": [1], "phase": "over", "round": 9}, "You have won in round 9"),
        ({"result": [0], "phase": "over"}, "The landship is lost in round 1"),
        ({"hunker": True, "placed": {}, "phase": "enemy"}, "hunkered down"),
    ],
)
def test_what_is_in_force_is_written_on_the_table(changes, words):
    assert words in texts(position(**changes))


def test_a_lost_support_is_out_of_the_game():
    view = position(own={"hull": 3, "cannon": 2, "sponsons": 0}, placed={}, used=[])
    found = scene(view)
    assert "out of the game" in found.texts()
    assert found.region("sponsons").label.endswith("out of the game")


def test_rolled_dice_lie_in_the_tray_and_can_be_pressed():
    view = next(v for v in GAME if v["phase"] == "place")
    found = scene(view)
    keys = [r.key for r in found.regions if r.key.startswith("die ")]
    assert sorted(map(part_of, keys)) == sorted(f"die {value}" for value in view["rolled"])
    assert len({*keys}) == len(keys), "each die can be pressed, equal ones too"


def test_dice_that_are_laid_lie_on_their_cards_and_are_gone_from_the_tray():
    view = position(phase="place", rolled=[3, 3, 5], placed={}, used=[])
    found = scene(view, laid=(("die 3#2", "hull"), ("die 3", "cannon")))
    labels = {region.key: region.label for region in found.regions}
    assert labels["die 3"] == labels["die 3#2"] == "die 3, laid"
    assert labels["die 5"] == "die 5, rolled"
    assert "die 3" in labels["hull"]
    assert view["placed"] == {}, "the observation is not touched"


@pytest.mark.parametrize("width", WIDTHS)
def test_the_move_to_be_confirmed_is_not_cut_in_the_tray(width):
    view = position(phase="place", rolled=[2, 3, 4])
    laid = (("die 2", "hull"), ("die 4", "cannon"), ("die 3", "sponsons"))
    where = "2 on the Landship Hull (Ingenuity), 4 on the Forward Cannon (High explosive)"
    question = f"Lay {where} and 3 on the Sponsons (Fire centre): confirm it."
    shown = texts(view, width=width, legal={CONFIRM, TAKE_BACK}, laid=laid, question=question)
    words = " ".join(shown)
    assert not any("…" in text for text in shown if text not in texts(view, width=width))
    if width >= 640:
        for part in ("Lay 2 on the Landship Hull", "3 on the Sponsons"):
            assert part in words
    assert "onfirm it." in words


@pytest.mark.parametrize("width", WIDTHS)
def test_moves_without_a_card_are_buttons_in_the_tray(width):
    view = position(phase="place", rolled=[3, 3, 5], placed={}, used=[])
    keys = {"end", CONFIRM, TAKE_BACK}
    found = scene(view, width, legal=keys, question="You have rolled 3, 3 and 5. And now?")
    assert {r.key for r in found.regions} >= keys
    assert not keys & {r.key for r in scene(view, width).regions}
    assert all(found.region(key).box[3] >= 34 for key in keys)


def test_the_table_itself_never_changes_in_a_game():
    views = [v for v in GAME if v["phase"] not in ("deal", "first")]
    assert len({scene(v).fixed for v in views}) == 1


LONG = 'The <b>Very</b> "Long" & Unlikely Name of One Landship'


def own_set(name: str = LONG) -> str:
    cards = "\n".join(
        f'[[card]]\na = "{a}"\nb = "{b}"'
        for a, b in (("x1", "x2"), *((one.id, two.id) for one, two in HOUSE.cards[1:]))
    )
    faces = "\n".join(
        f'[[face]]\nid = "{id}"\nname = \'{name}\'\nkind = "landship"\nstrength = "9.9"\n'
        f"normal = true\ntrack = 7\n"
        'actions = ["chaos", "hull-2", "right", "retreat", "left", "none"]'
        for id in ("x1", "x2")
    )
    return f'[set]\nid = "mine"\ntitle = "Mine"\n{cards}\n{faces}\n'


@pytest.mark.parametrize("width", WIDTHS)
def test_own_sets_with_any_names_fit(width):
    view = position(set=own_set(), front=[["x1", 7], ["badger", 2], ["x2", 1]])
    found = scene(view, width, past=())
    root = ET.fromstring(svg(found))
    assert not [e for e in root.iter() if e.tag.endswith("}b")]
    assert "Unlikely" in found.region("fl").label
    names = [t for t in found.texts() if t.startswith("The")]
    assert len(names) == 2


@pytest.mark.parametrize(
    "id, name",
    [
        ("boar", "landship2"),
        ("bison", "landship3"),
        ("badger", "landship"),
        ("minefield", "mine"),
        ("ambush", "ambush"),
        ("medart", "artillery"),
        ("elite", "infantry"),
    ],
)
def test_silhouettes_tell_the_kinds_apart(id, name):
    assert board.silhouette(HOUSE.faces[id]) == name
