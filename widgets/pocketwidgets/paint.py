"""Painters: one scene as SVG text or as PNG bytes.

A painter walks through ``scene.shapes`` in order and knows how to draw the four kinds of shape,
the named gradients and the shadow levels; it decides nothing about the picture. ``svg`` needs
the standard library only; ``png`` loads its own machinery when it is called.
"""

from __future__ import annotations

import re
import zlib
from collections import Counter
from html import escape
from typing import Final

from pocketwidgets.palette import CLOTH, SHADOW, WOOD, WOOD_LIGHT
from pocketwidgets.scene import (
    CLOTH_FILL,
    GRADIENTS,
    Circle,
    Ink,
    Path,
    Rect,
    Scene,
    Shadow,
    Shape,
    Text,
)

SERIF: Final = "Georgia, 'DejaVu Serif Condensed', 'DejaVu Serif', serif"
SANS: Final = "'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

SHADOWS: Final = {
    Shadow.FLAT: (1.0, 2.0, 0.35),
    Shadow.RESTING: (2.0, 4.0, 0.28),
    Shadow.LIFTED: (7.0, 12.0, 0.42),
}
"""Shadow level -> how far below, how blurred (the blur's reach), how dark."""

_WORTH_SHARING: Final = 60
"""A path of so many letters that occurs twice is written once."""

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

_GRADIENT_XML = {
    "wood": (
        '<linearGradient id="{id}" x2="0" y2="1"><stop stop-color="' + WOOD + '"/>'
        '<stop offset=".5" stop-color="#A87B4B"/><stop offset="1" stop-color="#8D6238"/>'
        "</linearGradient>"
    ),
    "tray": (
        '<linearGradient id="{id}" x2="0" y2="1"><stop stop-color="#C79A66"/>'
        '<stop offset="1" stop-color="' + WOOD_LIGHT + '"/></linearGradient>'
    ),
    "lamp": (
        '<radialGradient id="{id}" cx=".42" cy=".38" r=".8">'
        '<stop stop-color="#FFF6DC" stop-opacity=".13"/>'
        '<stop offset="1" stop-opacity=".16"/></radialGradient>'
    ),
    "gloss": (
        '<linearGradient id="{id}" x2="0" y2="1"><stop stop-color="#FFF" stop-opacity=".22"/>'
        '<stop offset=".55" stop-color="#FFF" stop-opacity="0"/>'
        '<stop offset="1" stop-opacity=".1"/></linearGradient>'
    ),
}


def clean(text: str) -> str:
    """Return ``text`` ready for HTML and XML: escaped, without signs that XML forbids."""
    return escape(_NOT_XML.sub("\ufffd", text), quote=True)


def svg(scene: Scene) -> str:
    """Return the scene as one self-contained ``<svg>`` element.

    It is an image with a title and a description; all text is escaped and nothing is loaded
    from elsewhere. With the scene's theme "page" the cloth follows the page's property
    ``--pocket-cloth``.
    """
    return _Svg(scene).write()


def png(scene: Scene, scale: float = 1.5) -> bytes:
    """Return the scene as a PNG picture, ``scale`` pixels a board unit. Needs matplotlib."""
    from pocketwidgets.raster import paint

    return paint(scene, scale)


def _n(value: float) -> str:
    """Return a number as short as two decimals allow."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


class _Svg:
    """Writes one scene. Names in it start with a mark of their own: pages hold many pictures."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        text = f"{scene.width} {scene.title} {scene.description} {scene.shapes}"
        self.mark = f"p{zlib.crc32(text.encode('utf-8', 'replace')):08x}"
        self.used: set[str] = set()
        counts = Counter(shape.d for shape in scene.shapes if isinstance(shape, Path))
        often = (d for d, count in counts.items() if count > 1 and len(d) >= _WORTH_SHARING)
        self.shared = {d: f"{self.mark}k{n}" for n, d in enumerate(often)}

    def write(self) -> str:
        scene, mark = self.scene, self.mark
        body = "".join(self._shape(shape) for shape in scene.shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(scene.width)} '
            f'{_n(scene.height)}" width="{_n(scene.width)}" height="{_n(scene.height)}" '
            f'role="img" aria-labelledby="{mark}t" aria-describedby="{mark}d">'
            f'<title id="{mark}t">{clean(scene.title)}</title>'
            f'<desc id="{mark}d">{clean(scene.description)}</desc>'
            f"<defs>{self._definitions()}</defs>"
            f'<g font-family="{SANS}" stroke-linejoin="round">{body}</g></svg>'
        )

    def _definitions(self) -> str:
        found = [f'<path id="{id}" d="{clean(d)}"/>' for d, id in self.shared.items()]
        found += [
            xml.replace("{id}", self.mark + name)
            for name, xml in _GRADIENT_XML.items()
            if name in self.used
        ]
        for level, (below, reach, strength) in SHADOWS.items():
            if f"s{level:d}" in self.used:
                found.append(
                    f'<filter id="{self.mark}s{level:d}" x="-30%" y="-30%" width="160%" '
                    f'height="180%"><feDropShadow dx="0" dy="{_n(below)}" '
                    f'stdDeviation="{_n(reach / 2)}" flood-color="{SHADOW}" '
                    f'flood-opacity="{_n(strength)}"/></filter>'
                )
        return "".join(found)

    def _shape(self, shape: Shape) -> str:
        if isinstance(shape, Rect):
            radius = f' rx="{_n(shape.r)}"' if shape.r else ""
            return (
                f'<rect x="{_n(shape.x)}" y="{_n(shape.y)}" width="{_n(shape.w)}" '
                f'height="{_n(shape.h)}"{radius}{self._ink(shape.ink)}/>'
            )
        if isinstance(shape, Circle):
            return (
                f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.r)}"'
                f"{self._ink(shape.ink)}/>"
            )
        if isinstance(shape, Path):
            style = _placed(shape) + self._ink(shape.ink, caps=True)
            if shape.d in self.shared:
                return f'<use href="#{self.shared[shape.d]}"{style}/>'
            return f'<path d="{clean(shape.d)}"{style}/>'
        return self._text(shape)

    def _text(self, shape: Text) -> str:
        font = shape.font
        style = f' font-size="{_n(font.size)}"{self._ink(shape.ink)}'
        if font.serif:
            style += f' font-family="{SERIF}"'
        if font.bold:
            style += ' font-weight="700"'
        if font.italic:
            style += ' font-style="italic"'
        if font.anchor != "start":
            style += f' text-anchor="{font.anchor}"'
        return f'<text x="{_n(shape.x)}" y="{_n(shape.y)}"{style}>{clean(shape.text)}</text>'

    def _ink(self, ink: Ink, caps: bool = False) -> str:
        out = self._colour("fill", ink.fill)
        if ink.line:
            out += f'{self._colour("stroke", ink.line)} stroke-width="{_n(ink.width)}"'
            if caps and ink.cap != "butt":
                out += f' stroke-linecap="{ink.cap}"'
            if ink.dash:
                out += f' stroke-dasharray="{" ".join(map(_n, ink.dash))}"'
        if ink.opacity != 1:
            out += f' opacity="{_n(ink.opacity)}"'
        if ink.shadow:
            self.used.add(f"s{ink.shadow:d}")
            out += f' filter="url(#{self.mark}s{ink.shadow:d})"'
        return out

    def _colour(self, what: str, colour: str | None) -> str:
        if colour is None:
            return f' {what}="none"'
        if colour == CLOTH_FILL:
            if self.scene.theme == "page":
                return f' style="{what}:var(--pocket-cloth,{CLOTH[self.scene.cloth]})"'
            return f' {what}="{self.scene.ground}"'
        if colour in GRADIENTS:
            self.used.add(colour)
            return f' {what}="url(#{self.mark}{colour})"'
        return f' {what}="{colour}"'


def _placed(shape: Path) -> str:
    steps = []
    if shape.x or shape.y:
        steps.append(f"translate({_n(shape.x)} {_n(shape.y)})")
    if shape.scale != 1:
        steps.append(f"scale({shape.scale:.4g})")
    if shape.turn:
        steps.append(f"rotate({_n(shape.turn)} 32 32)")
    return f' transform="{" ".join(steps)}"' if steps else ""
