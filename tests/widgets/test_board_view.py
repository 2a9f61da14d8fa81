"""The board as a widget, without a browser: its page, its presses, its words."""

import pytest

pytest.importorskip("ipycanvas")

from pocketwidgets.board import BoardView, Page, fitting
from pocketwidgets.scene import Ink, Sketch
from pocketwidgets.table import PlayTable


class Desk:
    """Records what a board asks for and tells."""

    def __init__(self) -> None:
        self.asked: list[tuple[float, str]] = []
        self.pressed: list[str | None] = []
        self.backs = 0
        self.faults: list[Exception] = []
        self.covered = False
        self.view = BoardView(
            self.scene, (900, 300), self.pressed.append, self.back, self.safely, lambda: "Words."
        )

    def scene(self, width, theme):
        self.asked.append((width, theme))
        if self.covered:
            return None
        s = Sketch(width, 100)
        s.rect(0, 0, width, 100, ink=Ink("#112233"))
        s.box_region("left", 0, 0, 100, 100, "the left half")
        s.box_region("die 3", 100, 0, 50, 100, "die 3")
        s.box_region("die 3#2", 150, 0, 50, 100, "die 3")
        return s.scene("A desk", "Two halves.", "lesson", theme)

    def back(self) -> None:
        self.backs += 1

    def safely(self, action) -> None:
        try:
            action()
        except Exception as error:
            self.faults.append(error)

    def hear(self, **message) -> None:
        """Have the browser send a message."""
        self.view.bridge._handle_custom_msg(message, [])


PAGE = {"event": "page", "width": 320, "height": 0, "pixels": 2, "dark": True, "calm": True}


@pytest.mark.parametrize(
    "room, expected",
    [
        (0, (948, 948)),
        (1400, (948, 1279.8)),
        (860, (948, 860)),
        (780, (768, 780)),
        (500, (360, 486)),
        (330, (360, 330)),
        (244, (360, 244)),
    ],
)
def test_the_scene_is_chosen_by_the_room(room, expected):
    width, css = fitting({948: 800, 768: 870, 360: 420}, room)
    assert (width, round(css, 1)) == expected


@pytest.mark.parametrize(
    ("room", "height", "expected"),
    [
        (940, 800, (948, 940)),  # a large window: the large board
        (940, 640, (640, 688.4)),  # a laptop's: as large as it can be seen at once
        (630, 640, (640, 630)),
        (940, 300, (948, 940)),  # too low for any: as if the height were not known
        (400, 300, (360, 400)),  # a phone lying down: the page is scrolled
    ],
)
def test_the_whole_board_is_to_be_seen_at_once(room, height, expected):
    width, css = fitting({948: 805, 640: 595, 360: 420}, room, height)
    assert (width, round(css, 1)) == expected


def test_a_board_is_measured_for_a_page_whose_height_is_known():
    desk = Desk()
    desk.hear(**{**PAGE, "width": 900, "height": 4000})
    assert {width for width, _ in desk.asked} == {900, 300}
    assert desk.view.scene.width == 900
    desk.hear(**{**PAGE, "width": 900, "height": 290})
    assert desk.view.scene.width == 900, "the narrowest one is for phones"


def test_the_page_is_what_the_browser_reports():
    desk = Desk()
    desk.view.show()
    assert desk.asked == [(900, "light")]
    desk.hear(**PAGE)
    assert desk.asked[-1] == (300, "dark")
    assert desk.view.page == Page(320, 2, True, True)
    assert desk.view.painter.widget.width == 640
    count = len(desk.asked)
    desk.hear(**PAGE)
    assert len(desk.asked) == count, "nothing new, nothing painted"


@pytest.mark.parametrize(
    "message",
    [
        {"event": "page", "width": "wide"},
        {"event": "page", **{k: v for k, v in PAGE.items() if k != "width"}},
        {"event": "press", "x": None, "y": 1},
    ],
)
def test_a_message_without_sense_is_told_and_harmless(message):
    desk = Desk()
    desk.view.show()
    desk.hear(**message)
    assert len(desk.faults) == 1
    assert desk.pressed == []


def test_unknown_messages_and_regions_are_left_alone():
    desk = Desk()
    desk.view.show()
    desk.hear(event="nothing")
    desk.hear(event="press", key="no such region")
    desk.view._told("text")
    assert desk.pressed == desk.faults == []


@pytest.mark.parametrize("width", [1, 1e9, -5])
def test_no_page_makes_a_canvas_of_impossible_size(width):
    desk = Desk()
    desk.hear(**{**PAGE, "width": width, "pixels": 100})
    assert 100 <= desk.view.painter.widget.width <= 4000 * 3


def test_a_press_finds_its_region():
    desk = Desk()
    desk.view.show()
    desk.hear(event="press", x=40, y=50)
    desk.hear(event="press", x=160, y=50)
    desk.hear(event="press", key="left")
    desk.hear(event="press", x=800, y=50)
    assert desk.pressed == ["left", "die 3#2", "left", None]
    desk.hear(event="back")
    assert desk.backs == 1


def test_a_tap_that_comes_in_twice_counts_once():
    desk = Desk()
    desk.view.show()
    desk.view.press(40, 50, "touch")
    desk.view.press(41, 50, "mouse")
    assert desk.pressed == ["left"]
    desk.view.press(41, 50, "touch")
    assert desk.pressed == ["left", "left"], "the same hand may press twice"
    desk.view.press(120, 50, "touch")
    assert desk.pressed[-1] == "die 3"


def test_mouse_and_touch_of_the_canvas_itself_come_in_too():
    desk = Desk()
    desk.hear(**PAGE)
    desk.view.painter.widget[-1]._handle_frontend_event(
        None, {"event": "mouse_down", "x": 100, "y": 90.5}, []
    )
    desk.view.painter.widget[-1]._handle_frontend_event(
        None, {"event": "touch_start", "touches": [{"x": 400, "y": 90}]}, []
    )
    assert desk.pressed == ["left", "die 3#2"]


def test_what_is_spoken_says_what_can_be_pressed():
    desk = Desk()
    desk.view.show({"left", "die 3"}, {"die 3#2"}, {"left": "the left one"})
    bridge = desk.view.bridge
    assert [words for _, words, *_ in bridge.rows] == ["the left one", "die 3", "die 3"]
    assert bridge.chosen == ["die 3#2"]
    assert bridge.opened == ["left", "die 3", "die 3#2"]
    assert bridge.label == "A desk: the board"
    assert bridge.size == [900, 100]
    assert bridge.rows[0][2] == (0, 0, 100, 0, 100, 100, 0, 100)


def test_a_new_page_makes_it_paint_all():
    desk = Desk()
    desk.view.show()
    count = len(desk.asked)
    desk.view.painter.widget[-1]._handle_frontend_event(None, {"event": "client_ready"}, [])
    assert len(desk.asked) == count + 1
    assert desk.faults == []


def test_a_covered_board_shows_and_says_nothing():
    desk = Desk()
    desk.view.show({"left"})
    desk.covered = True
    desk.view.show()
    assert (desk.view.bridge.rows, desk.view.bridge.opened) == ((), [])
    desk.hear(event="press", x=40, y=50)
    assert desk.pressed == [None]
    assert "image/png" not in desk.view._repr_mimebundle_()[0]


def test_a_reader_without_a_kernel_gets_picture_and_words():
    desk = Desk()
    desk.view.show()
    data, metadata = desk.view._repr_mimebundle_()
    assert data["text/plain"] == "Words."
    assert data["image/png"]
    assert "Two halves." in metadata["image/png"]["alt"]
    assert "application/vnd.jupyter.widget-view+json" in data


def test_closing_closes_all_of_it():
    desk = Desk()
    desk.view.close()
    assert desk.view.painter.widget.comm is None
    assert desk.view.bridge.comm is None


# --- at a table --------------------------------------------------------------------------------


def table() -> PlayTable:
    return PlayTable("landship", seed=7)


def test_a_turn_by_presses():
    game = table()
    press = game._picture.press
    press("roll")
    for key in ("die 2", "hull", "die 4", "sponsons"):
        press(key)
    assert game.session.state.phase == "place", "dice wait for a confirmation"
    assert "confirm it" in game.status
    label = {key: words for key, words, *_ in game._picture.view.bridge.rows}["confirm"]
    assert label.startswith("Play it: Lay 2 on the Landship Hull")
    assert label.endswith("(Fire centre)"), "a list of words, no sentence in a sentence"
    press("confirm")
    assert game.session.state.phase == "act"
    press("cannon")
    assert "Now press" in game.status
    press("fc")
    assert "Badger B" in game.status


def test_the_board_tells_what_is_asked_and_what_a_press_plays():
    game = table()
    bridge = game._picture.view.bridge
    assert bridge.asked == "Emergency Repair, or roll?"
    does = {key: does for key, _, _, does in bridge.rows}
    assert does["hull"].startswith("Emergency Repair: give up 1 die")
    assert does["roll"].startswith("Roll the dice")
    assert does["cannon"] == "", "it can't be pressed"
    game._picture.press("roll")
    assert all(not does for *_, does in bridge.rows), "a die alone is no move"
    assert bridge.asked == str(game.session.question)
    game._picture.press("die 3")
    assert bridge.asked.startswith("Die 3 is chosen.")


def test_what_is_laid_is_told_with_what_is_chosen_next():
    game = table()
    for key in ("roll", "die 2", "sponsons"):
        game._picture.press(key)
    assert game.status == "Die 2 on Sponsons. Now press die 3 or die 4."
    game._picture.press("die 4")
    assert game.status.startswith("Die 2 on Sponsons; die 4 is chosen. Now press ")


def test_all_about_a_part_is_spoken_when_asked_for():
    game = table()
    game._picture.view._told({"event": "about", "key": "hull"})
    assert game.status.startswith("Landship Hull, strength 4 of 6. 1: Hunker down")
    game._picture.view._told({"event": "about", "key": "fc"})
    assert game.status.startswith("Front centre: Badger B, strength 5 of 5. 1: H 1 means")
    game._picture.view._told({"event": "about", "key": "no such thing"})
    game._picture.view._told({"event": "about"})
    assert game.status.startswith("Front centre")


def test_cards_with_like_names_are_told_apart():
    game = table()
    for key in ("roll", "die 3", "hull", "die 4", "cannon", "confirm", "cannon"):
        game._picture.press(key)
    assert "front centre: Badger B" in game.status


def test_presses_are_taken_back_one_by_one():
    game = table()
    board = game._picture
    for key in ("roll", "die 2", "hull"):
        board.press(key)
    board.press(None)
    assert board.selecting.picks == ("die 2",)
    board.view._told({"event": "back"})
    assert board.selecting.picks == ()
    board.press(None)
    assert game.status == "Nothing is chosen on the board."


@pytest.mark.parametrize(
    "keys, words",
    [
        (["fl"], "Front left: Light Artillery, artillery, 3 of 3; 1 nothing, 2 Spotters"),
        (["roll", "fl"], "Front left: Light Artillery, artillery, 3 of 3; 1 nothing"),
        (["roll", "die 2", "fl"], "Front left: Light Artillery can’t be pressed now."),
        (["roll", "die 2", "hull", "die 3", "cannon", "confirm", "cannon", "bl"], "only the front"),
    ],
)
def test_a_refused_press_says_why_or_what_is_there(keys, words):
    game = table()
    for key in keys:
        game._picture.press(key)
    assert words in game.status
    assert game.status[0].isupper()


def test_a_move_by_other_means_drops_what_was_pressed():
    game = table()
    game._picture.press("roll")
    game._picture.press("die 2")
    game.do("place 2 3 4")
    assert game._picture.selecting.picks == ()
    assert game.session.state.phase == "act"


def test_what_the_board_has_no_place_for_is_a_button(monkeypatch):
    game = table()
    board = game._picture
    plain = game.board.scene

    def without_services(view, **k):
        k["legal"] = {key for key in k["legal"] if key not in ("confirm", "back")}
        return plain(view, **k)

    monkeypatch.setattr(game, "board", type("B", (), {"scene": staticmethod(without_services)}))
    board.press("roll")
    for key in ("die 2", "hull", "die 4", "cannon"):
        board.press(key)
    play, back = [label for _, label, _ in board.more.rows]
    assert (play[:8], back[:8]) == ("Play it:", "Take the")
    board.more.press(back)
    assert board.selecting.picks == ("die 2", "hull", "die 4")
    board.press("cannon")
    board.more.press(play)
    assert game.session.state.phase == "act"
    assert not board.more.rows


def test_an_error_in_a_callback_is_told(monkeypatch):
    game = table()
    monkeypatch.setattr(game.board, "scene", lambda *a, **k: 1 / 0)
    game._picture.view._told({"event": "press", "key": "roll"})
    assert "can't be shown (ZeroDivisionError" in game.status
