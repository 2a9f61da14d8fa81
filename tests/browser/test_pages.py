"""Notebooks exported as web pages, opened as files: each board is seen, nothing is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PICTURES = "[...document.images].map(i => [i.naturalWidth, i.clientWidth, i.alt.length])"
STICKS_OUT = "document.documentElement.scrollWidth > document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The pages that the script makes of all notebooks."""
    pytest.importorskip("nbconvert")
    folder = tmp_path_factory.mktemp("pages")
    script = ROOT / "tools" / "export.py"
    subprocess.run([sys.executable, str(script), "--to", str(folder)], check=True)
    return sorted(folder.rglob("*.html"))


@pytest.mark.parametrize("width", [1280, 360])
def test_pictures_stand_where_boards_were_live(
    pages: list[Path], chromium: Any, width: int
) -> None:
    assert pages
    for path in pages:
        page = chromium.new_page(viewport={"width": width, "height": 800})
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        page.on("pageerror", lambda error, asked=asked: asked.append(str(error)))
        page.goto(path.as_uri())
        pictures = page.evaluate(PICTURES)
        assert pictures, path.name
        for natural, shown, words in pictures:
            assert natural > 0
            assert 250 <= shown <= width
            assert words > 10
        assert not page.evaluate(STICKS_OUT)
        assert [url for url in asked if not url.startswith("data:")] == [path.as_uri()]
        page.close()
