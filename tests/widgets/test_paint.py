"""The painters: well-formed, self-contained, escaped SVG; PNG of the right size and colours."""

import io
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pocketwidgets import parts
from pocketwidgets.paint import png, svg
from pocketwidgets.palette import CLOTH, CLOTH_DARK, FERN, INK, PAPER
from pocketwidgets.scene import Font, Ink, Layer, Scene, Shadow, Sketch

SVG = "{http://www.w3.org/2000/svg}"


def picture(text: str = "Boar", theme: str = "light") -> Scene:
    s = Sketch(200, 120)
    parts.table(s)
    with s.on(Layer.PIECES):
        s.rect(40, 40, 60, 60, 8, ink=Ink(PAPER, shadow=Shadow.LIFTED))
        s.circle(150, 60, 20, Ink(FERN))
        s.silhouette("landship", 45, 45, 50)
        s.text(45, 60, text, Font(14, bold=True, serif=True))
    return s.scene(f"A picture of {text}", f"Words about {text}", "landship", theme)


def pixels(scene: Scene, scale: float = 2) -> Image.Image:
    return Image.open(io.BytesIO(png(scene, scale))).convert("RGBA")


def test_svg_is_an_image_with_title_and_words():
    root = ET.fromstring(svg(picture()))
    assert root.get("role") == "img"
    title, words = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("aria-labelledby") == title.get("id")
    assert root.get("aria-describedby") == words.get("id")
    assert title.text == "A picture of Boar"
    assert root.get("viewBox") == "0 0 200 120"


HOSTILE = ["<script>alert(1)</script>", '"><img src=x onerror=y>', "a & b", "\x00\x1b\ud800", "]]>"]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text):
    found = svg(picture(text))
    root = ET.fromstring(found)
    assert "<script" not in found
    assert "<img" not in found
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "defs", "g", "rect", "circle", "path", "text", "use"),
        *("linearGradient", "radialGradient", "stop", "filter", "feDropShadow"),
    }


@given(st.text(max_size=60))
def test_any_text_gives_well_formed_svg(text):
    ET.fromstring(svg(picture(text)))


def test_nothing_is_loaded_from_elsewhere():
    found = svg(picture())
    assert re.findall(r"https?://[^\"]+", found) == ["http://www.w3.org/2000/svg"]
    assert all(ref.startswith("#") for ref in re.findall(r'href="([^"]+)"', found))


def test_every_reference_leads_somewhere():
    found = svg(picture())
    ids = set(re.findall(r'id="([^"]+)"', found))
    assert set(re.findall(r"url\(#([^)]+)\)", found)) <= ids
    assert set(re.findall(r'href="#([^"]+)"', found)) <= ids


def test_pictures_on_one_page_do_not_share_names():
    one, other = svg(picture("a")), svg(picture("b"))
    names = set(re.findall(r'id="([^"]+)"', one))
    assert not names & set(re.findall(r'id="([^"]+)"', other))
    assert svg(picture("a")) == one


def test_the_cloth_follows_the_page_or_the_theme():
    assert f"var(--pocket-cloth,{CLOTH['landship']})" in svg(picture(theme="page"))
    assert CLOTH_DARK["landship"] in svg(picture(theme="dark"))


def test_svg_needs_the_standard_library_only():
    code = (
        "import sys; from pocketwidgets.scene import Sketch; from pocketwidgets.paint import svg;"
        "svg(Sketch(9, 9).scene('t', 'd', 'landship'));"
        "print([m for m in ('numpy', 'PIL', 'matplotlib', 'ipywidgets') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("scale", [1, 1.5, 2])
def test_png_has_the_right_size(scale):
    assert pixels(picture(), scale).size == (round(200 * scale), round(120 * scale))


def test_png_shows_bodies_shadows_and_gradients():
    image = pixels(picture())

    def at(x: float, y: float) -> tuple[int, ...]:
        return image.getpixel((round(2 * x), round(2 * y)))

    assert at(150, 60)[:3] == tuple(int(FERN[i : i + 2], 16) for i in (1, 3, 5))
    assert at(0, 0)[3] < 30, "the corner of the table is round"
    below, beside = at(70, 106), at(20, 60)
    assert sum(below[:3]) < sum(beside[:3]), "a lifted body throws a shadow"
    assert at(100, 3) != at(100, 117), "the wood is lighter above"


def test_png_is_the_same_twice():
    assert png(picture(), 1) == png(picture(), 1)


@pytest.mark.parametrize("text", ["$x^2$", "\\frac", "漢字", "", "é ü ß", *HOSTILE[:3]])
def test_png_takes_any_text(text, recwarn):
    assert png(picture(text), 1)
    assert not recwarn.list


def test_text_stands_where_its_anchor_says():
    marks = {}
    for anchor in ("start", "middle", "end"):
        s = Sketch(200, 40)
        s.rect(0, 0, 200, 40, ink=Ink("#FFFFFF"))
        s.text(100, 30, "IIII", Font(20, bold=True, anchor=anchor), INK)
        image = (
            pixels(s.scene("t", "d", "landship"), 1).convert("L").point(lambda v: v < 128 and 255)
        )
        marks[anchor] = image.getbbox()
    assert marks["start"][0] >= 99
    assert marks["end"][2] <= 101
    assert abs(sum(marks["middle"][::2]) / 2 - 100) <= 1.5
