"""Notebooks as web pages: every board is a picture with words, and nothing is fetched."""

from __future__ import annotations

import importlib.util
import re
from html import unescape
from pathlib import Path
from typing import Any

import nbformat
import pytest

pytest.importorskip("nbconvert")
ROOT = Path(__file__).parents[1]
_spec = importlib.util.spec_from_file_location("export", ROOT / "tools" / "export.py")
assert _spec is not None
assert _spec.loader is not None
export = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(export)

NOTEBOOKS = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "notebooks").rglob("*.ipynb")
    if ".ipynb_checkpoints" not in path.parts
)
IMAGE = re.compile(r'<img alt="([^"]*)"[^>]* src="data:image/png;base64,[A-Za-z0-9+/=]{500,}"')


def outputs(path: Path) -> list[Any]:
    """Return what a page shows: cells for JupyterLab alone are left out."""
    cells = nbformat.read(path, as_version=4).cells
    shown = [cell for cell in cells if "lab-only" not in cell.metadata.get("tags", ())]
    return [output for cell in shown for output in cell.get("outputs", [])]


def words_of(html: str) -> str:
    """Return the text of a page, without tags and without regard to white space."""
    return "".join(unescape(re.sub(r"<[^>]*>", "", html)).split())


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_every_board_is_a_picture_with_its_words(name: str) -> None:
    page = export.page(ROOT / name)
    found = [unescape(alt) for alt in IMAGE.findall(page)]
    boards = [out for out in outputs(ROOT / name) if export.WIDGET in out.get("data", {})]
    assert boards
    shown = (export.PNG, "text/html")
    assert all(any(kind in board.data for kind in shown) for board in boards), "or nothing is there"
    for out in outputs(ROOT / name):
        assert words_of(out.get("data", {}).get("text/html", "")) in words_of(page)
    alone = [out for out in outputs(ROOT / name) if "text/html" not in out.get("data", {})]
    pictures = [out for out in alone if export.PNG in out.get("data", {})]
    assert found == [out.metadata[export.PNG]["alt"] for out in pictures]
    assert all(found)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_page_fetches_nothing_and_shows_no_code(name: str) -> None:
    page = export.page(ROOT / name)
    assert not re.findall(r'<(?:link|img)[^>]*(?:src|href)="(?!data:)[^"]*"', page)
    assert "<script" not in page
    assert "pocketwidgets" not in page
    assert "Run All Cells" not in page, "there is nothing to run"
    assert "pocketwidgets" in export.page(ROOT / name, code=True)


def test_links_lead_to_the_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export.main(["--to", str(tmp_path)]) == 0
    for page in tmp_path.rglob("*.html"):
        links = re.findall(r'href="([^"#:]+)', page.read_text("utf-8"))
        assert links
        for link in links:
            assert link.endswith(".html"), link
            assert (page.parent / link).exists(), link
    assert len(capsys.readouterr().out.splitlines()) == len(NOTEBOOKS)


def test_the_title_is_the_first_heading(tmp_path: Path) -> None:
    cells = [nbformat.v4.new_markdown_cell("No heading."), nbformat.v4.new_markdown_cell("# A <b>")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "x.ipynb")
    assert "<title>A &lt;b&gt;</title>" in export.page(tmp_path / "x.ipynb")
    assert export.main([str(tmp_path / "x.ipynb"), "--to", str(tmp_path / "out")]) == 0
    assert (tmp_path / "out" / "x.html").exists()
