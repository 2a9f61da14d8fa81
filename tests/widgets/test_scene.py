"""Scenes as data, text that fits, paths that are read."""

import dataclasses
import json
from itertools import chain
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pocketwidgets import metrics, parts, pathdata, silhouettes
from pocketwidgets.palette import INK
from pocketwidgets.scene import Circle, Font, Ink, Layer, Region, Sketch


def drawn() -> Sketch:
    s = Sketch(400, 300)
    with s.on(Layer.PIECES):
        parts.card(s, 20, 20, 100, 120)
        s.box_region("a", 20, 20, 100, 120, "a card")
        s.box_region("b", 60, 60, 20, 20, "a die on it")
    parts.brackets(s, 20, 20, 100, 120)
    parts.table(s)
    return s


def test_lower_layers_come_first():
    scene = drawn().scene("Title", "Words", "landship")
    layers = [shape.layer for shape in scene.shapes]
    assert layers == sorted(layers)
    assert {shape.layer for shape in scene.fixed} == {Layer.TABLE}
    assert len(scene.fixed) + len(scene.moving) == len(scene.shapes)


def test_a_scene_is_plain_data():
    scene = drawn().scene("Title", "Words", "landship")
    assert json.loads(json.dumps(dataclasses.asdict(scene)))["title"] == "Title"
    assert hash(scene) == hash(drawn().scene("Title", "Words", "landship"))


def test_regions_are_found_by_point_and_by_name():
    scene = drawn().scene("Title", "Words", "landship")
    assert scene.at(30, 30).key == "a"
    assert scene.at(65, 65).key == "b", "the later region lies above"
    assert scene.at(5, 5) is None
    assert scene.region("b").box == (60, 60, 20, 20)
    assert scene.region("c") is None


def test_a_region_may_have_any_outline():
    triangle = Region("t", ((0, 0), (10, 0), (0, 10)), "a triangle")
    assert triangle.contains(2, 2)
    assert not triangle.contains(8, 8)


def test_the_cloth_follows_the_theme():
    s = drawn()
    light = s.scene("T", "D", "landship")
    dark = s.scene("T", "D", "landship", "dark")
    assert light.ground != dark.ground


# --- text --------------------------------------------------------------------------------------

FONT = Font(14)
texts = st.text(st.characters(codec="utf-8"), max_size=80)


@given(texts, st.floats(20, 400))
def test_cut_text_fits(text, room):
    assert metrics.width(metrics.cut(text, FONT, room), FONT) <= room
    assert metrics.width(metrics.shortened(text, FONT, room), FONT) <= room


@given(texts, st.floats(30, 400), st.integers(1, 4))
def test_lines_fit_and_lose_nothing_that_fits(text, room, most):
    found = metrics.lines(text, FONT, room, most)
    assert len(found) <= most
    assert all(metrics.width(line, FONT) <= room for line in found)
    if not any("…" in line for line in found):
        assert " ".join(found).split() == text.split()


def test_names_become_shorter_sensibly():
    assert (
        metrics.shortened("Light Artillery", Font(14, True, serif=True), 200) == "Light Artillery"
    )
    assert metrics.shortened("Light Artillery", Font(14, True, serif=True), 88).startswith(
        "Light Ar"
    )
    assert metrics.shortened("Infantry Squad", Font(14, True, serif=True), 85) == "Infantry"


# --- paths -------------------------------------------------------------------------------------


def ends(d: str) -> list[tuple[float, float]]:
    return [points[-1] for command, points in pathdata.parse(d) if command != "Z"]


def test_relative_and_absolute_commands_agree():
    absolute = ends("M10 10L20 10H30V20C30 30 20 30 20 40Q10 40 10 30T5 20S0 15 10 10Z")
    relative = ends("m10 10l10 0h10v10c0 10 -10 10 -10 20q-10 0 -10 -10t-5 -10s-5 -5 5 -10z")
    assert [*chain(*absolute)] == pytest.approx([*chain(*relative)])


def test_numbers_may_stand_close():
    assert ends("M.5.5-1-1") == [(0.5, 0.5), (-1, -1)]
    assert ends("M0 0a5 5 0 1110 0") == ends("M0 0a5 5 0 1 1 10 0")


@pytest.mark.parametrize("sweep", [0, 1])
@pytest.mark.parametrize("large", [0, 1])
def test_arcs_stay_on_their_circle(large, sweep):
    points = []
    pen = (10.0, 0.0)
    for command, ps in pathdata.parse(f"M10 0A10 10 0 {large} {sweep} 0 10"):
        if command == "C":
            a, b, c = ps
            for t in (0.25, 0.5, 0.75):
                u = 1 - t
                points.append(
                    tuple(
                        u**3 * p + 3 * u * u * t * q + 3 * u * t * t * r + t**3 * s
                        for p, q, r, s in zip(pen, a, b, c, strict=True)
                    )
                )
        pen = ps[-1] if ps else pen
    centre = (0, 0) if large != sweep else (10, 10)
    assert pen == pytest.approx((0, 10))
    for x, y in points:
        assert hypot(x - centre[0], y - centre[1]) == pytest.approx(10, rel=1e-3)


@pytest.mark.parametrize("bad", ["", "L1 1", "M1", "M1 1 Q1 1", "M1 1 #", "M0 0Z5 5"])
def test_bad_path_data_is_refused(bad):
    with pytest.raises(ValueError, match="path data"):
        pathdata.parse(bad)


@pytest.mark.parametrize("name", silhouettes.SILHOUETTES)
def test_silhouettes_stay_in_their_box(name):
    for part in silhouettes.SILHOUETTES[name]:
        for _, points in pathdata.parse(part.path):
            assert all(-3 <= x <= 67 and -3 <= y <= 67 for x, y in points)


def test_a_die_has_as_many_pips_as_its_value():
    for value in range(1, 7):
        s = Sketch(50, 50)
        parts.die(s, 0, 0, 44, value)
        assert s.shapes[-1].d.count("M") == value


def test_infantry_is_three_soldiers():
    s = Sketch(64, 64)
    s.silhouette("infantry", 0, 0, 64)
    one = len(silhouettes.SILHOUETTES["soldier"])
    assert len(s.shapes) == 4 * one


def test_shapes_are_frozen():
    circle = Circle(0, 0, 1, Ink(INK), Layer.PIECES)
    with pytest.raises(dataclasses.FrozenInstanceError):
        circle.x = 3  # type: ignore[misc]
