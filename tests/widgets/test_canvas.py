"""The canvas painter without a browser: what it sends, how much, and that errors stop nothing."""

import json
from itertools import pairwise

import pytest

pytest.importorskip("ipycanvas")

import ipycanvas
from ipycanvas import canvas as private

from pocketwidgets import canvas as painter_module
from pocketwidgets.boards import landship
from pocketwidgets.canvas import Painter, Size, held
from pocketwidgets.changes import box_of, in_few_styles
from pocketwidgets.parts import table
from pocketwidgets.scene import Circle, Font, Ink, Layer, Path, Rect, Shadow, Sketch, Text
from pocketwidgets.table import PlayTable

SIZE = Size(948)


@pytest.fixture
def sent(monkeypatch):
    """The batches of commands that were sent, each a list of (name, arguments)."""
    found: list[list[tuple[str, list]]] = []

    def note(self, commands, buffers=()):
        many = commands if isinstance(commands[0], list) else [commands]
        found.append([(private._CMD_LIST[c[0]], c[1] if len(c) > 1 else []) for c in many])

    monkeypatch.setattr(private._CanvasManager, "_send_custom", note)
    private._CANVAS_MANAGER._current_canvas = None
    return found


def size_of(batch) -> int:
    return len(json.dumps(batch))


def named(batch, name: str) -> list:
    return [arguments for command, arguments in batch if command == name]


def picture(draw=lambda s: None, width=200.0, height=100.0, theme="light"):
    s = Sketch(width, height)
    table(s)
    with s.on(Layer.PIECES):
        draw(s)
    return s.scene("A table", "A table.", "lesson", theme)


def test_what_is_private_in_ipycanvas_is_still_there():
    manager = private._CANVAS_MANAGER
    for name in ("_caching", "_commands_cache", "_buffers_cache", "_current_canvas"):
        assert hasattr(manager, name), "the cure for reloaded pages needs it: see canvas.py"
    assert ipycanvas.__version__.startswith("0.14."), "try a reload in the browser, then raise this"


def test_a_picture_is_one_message(sent):
    Painter().paint(picture(lambda s: s.circle(50, 50, 9, Ink("#112233"))), SIZE)
    assert len(sent) == 1
    assert named(sent[0], "fillCircle") == [[50, 50, 9]]


def test_the_same_picture_is_not_sent_again(sent):
    painter = Painter()
    for _ in range(3):
        painter.paint(picture(), SIZE)
    assert len(sent) == 1


def test_only_what_has_changed_is_sent_and_clipped(sent):
    painter = Painter()
    painter.paint(picture(lambda s: [s.text(20, 20 + 10 * n, "abc") for n in range(8)]), SIZE)
    more = picture(
        lambda s: [
            *(s.text(20, 20 + 10 * n, "abc") for n in range(8)),
            s.rect(150, 50, 9, 9, ink=Ink("#112233")),
        ]
    )
    painter.paint(more, SIZE)
    assert named(sent[1], "clip") == [[]]
    assert len(named(sent[1], "rect")) == 1
    assert named(sent[1], "fillText") == []
    assert named(sent[1], "fillRect") == [[150, 50, 9, 9]]
    assert size_of(sent[1]) < 1000


def test_what_goes_is_painted_over(sent):
    painter = Painter()
    painter.paint(picture(lambda s: s.circle(50, 50, 9, Ink("#112233"))), SIZE)
    painter.paint(picture(), SIZE)
    assert len(named(sent[1], "clearRect")) == 1
    assert named(sent[1], "fillCircle") == []


def test_marks_are_painted_without_the_pieces(sent):
    def marked(s):
        s.text(20, 40, "abc")
        with s.on(Layer.MARKS):
            s.rect(10, 10, 50, 50, ink=Ink(line="#112233"))

    painter = Painter()
    painter.paint(picture(lambda s: s.text(20, 40, "abc")), SIZE)
    painter.paint(picture(marked), SIZE)
    assert named(sent[1], "fillText") == []
    assert len(named(sent[1], "strokeRect")) == 1


@pytest.mark.parametrize(
    "change", [{"theme": "dark"}, {"height": 120.0}, {"size": Size(600)}, {"size": Size(948, 2)}]
)
def test_another_theme_or_size_is_painted_as_a_whole(sent, change):
    painter = Painter()
    painter.paint(picture(), SIZE)
    size = change.pop("size", SIZE)
    painter.paint(picture(**change), size)
    assert named(sent[-1], "clip") == []
    assert len(sent[-1]) >= len(sent[0])


def test_a_new_page_gets_all_of_it_and_is_told_on_which_canvas(sent):
    painter = Painter()
    painter.paint(picture(), SIZE)
    painter.forget()
    painter.paint(picture(), SIZE)
    assert sent[1] == sent[0]
    assert sent[1][0][0] == "switchCanvas"


def test_shapes_that_change_places_are_painted_as_a_whole(sent):
    one, two = Ink("#111111"), Ink("#222222")
    painter = Painter()
    painter.paint(picture(lambda s: (s.circle(50, 50, 9, one), s.circle(55, 50, 9, two))), SIZE)
    painter.paint(picture(lambda s: (s.circle(55, 50, 9, two), s.circle(50, 50, 9, one))), SIZE)
    assert named(sent[1], "clip") == []
    assert [c[:2] for c in named(sent[1], "fillCircle")] == [[55, 50], [50, 50]]


def test_the_buffer_has_the_pixels_of_the_screen_but_not_too_many():
    painter = Painter()
    painter.paint(picture(), Size(400, 2))
    assert (painter.widget.width, painter.widget.height) == (800, 400)
    assert painter.widget.layout.width == "400px"
    painter.paint(picture(), Size(400, 9))
    assert painter.widget.width == 400 * painter_module.MOST_PIXELS


def test_shadows_and_widths_of_text_go_with_the_scale(sent):
    def draw(s):
        s.rect(10, 10, 20, 20, ink=Ink("#112233", shadow=Shadow.RESTING))
        s.text(20, 50, "wide", Font(14, bold=True, anchor="end"))

    Painter().paint(picture(draw), Size(400, 2))
    settings = [a for a in named(sent[0], "set") if a[0] == private.Canvas.ATTRS["shadow_blur"]]
    assert settings == [[private.Canvas.ATTRS["shadow_blur"], 16]]
    (text, x, y, most) = named(sent[0], "fillText")[0]
    assert (text, x, y) == ("wide", 20, 50)
    assert 30 < most < 60, "a wider font of another computer is narrowed to this"


def test_paths_are_kept_by_the_browser_and_shared():
    d = "M0 0" + "L10 10L20 0" * 8
    before = len(painter_module._paths)
    for _ in range(2):
        Painter().paint(picture(lambda s: s.path(d, Ink("#112233"), (30, 30))), SIZE)
    assert len(painter_module._paths) == before + 1
    painter_module._paths[d].close()
    Painter().paint(picture(lambda s: s.path(d, Ink("#112233"), (30, 30))), SIZE)
    assert painter_module._paths[d].comm is not None, "it was made anew"


def test_after_an_error_nothing_is_sent_and_drawing_goes_on(sent):
    painter = Painter()
    with pytest.raises(ZeroDivisionError), held():
        painter.widget[0].fill_rect(0, 0, 1, 1)
        raise ZeroDivisionError
    assert sent == []
    assert not private._CANVAS_MANAGER._caching
    painter.paint(picture(), SIZE)
    assert len(sent) == 1
    assert sent[0][0][0] == "switchCanvas"


def test_an_error_in_a_picture_leaves_the_painter_usable(sent):
    painter = Painter()
    with pytest.raises(ValueError):
        painter.paint(picture(lambda s: s.path("no path", Ink("#112233"))), SIZE)
    painter.paint(picture(), SIZE)
    assert len(sent) == 1


def test_the_order_changes_only_where_shapes_do_not_touch():
    inks = [Ink(f"#{n}{n}{n}{n}{n}{n}") for n in (1, 2, 3)]
    shapes = [Circle(20 * n % 170, 7 * n % 90, 12, inks[n % 3], Layer.PIECES) for n in range(40)]
    ordered = in_few_styles(shapes)
    assert sorted(map(repr, ordered)) == sorted(map(repr, shapes))
    place = {shape: n for n, shape in enumerate(ordered)}
    for n, lower in enumerate(shapes):
        for upper in shapes[n + 1 :]:
            a, b = box_of(lower), box_of(upper)
            if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]:
                assert place[lower] < place[upper]
    changes = sum(a.ink != b.ink for a, b in pairwise(ordered))
    assert changes < sum(a.ink != b.ink for a, b in pairwise(shapes))


@pytest.mark.parametrize(
    "shape, inside",
    [
        (Rect(10, 10, 20, 20, 4, Ink("#111111", "#222222", 6), Layer.PIECES), (7, 7, 33, 33)),
        (Circle(10, 10, 5, Ink(line="#111111", width=2), Layer.PIECES), (4, 4, 16, 16)),
        (Path("M0 0L64 64", Ink("#111111"), Layer.PIECES, 5, 6, 0.5), (5, 6, 37, 38)),
        (Path("M0 32L64 32", Ink("#111111"), Layer.PIECES, turn=90), (32, 0, 32, 64)),
        (Text(50, 50, "abc", Font(anchor="end"), Ink("#111111"), Layer.PIECES), (28, 40, 50, 53)),
    ],
)
def test_no_shape_leaves_its_box(shape, inside):
    left, top, right, bottom = box_of(shape)
    assert left <= inside[0] and top <= inside[1]
    assert right >= inside[2] and bottom >= inside[3]
    assert right - left < inside[2] - inside[0] + 16


@pytest.mark.parametrize("width", landship.WIDTHS)
def test_a_whole_game_sends_little(sent, width):
    game, painter = PlayTable("landship", seed=7), Painter()
    painter.paint(game.scene(width), Size(width))
    first = size_of(sent[-1])
    sizes = []
    for _ in range(60):
        moves = game.session.state.moves()
        if not moves:
            break
        game.play(moves[-1])
        count = len(sent)
        painter.paint(game.scene(width), Size(width))
        sizes += [size_of(batch) for batch in sent[count:]]
    assert first < 70_000
    assert sorted(sizes)[len(sizes) // 2] < 12_000
    assert max(sizes) < 45_000
