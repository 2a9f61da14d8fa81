"""The notebooks: running them again changes nothing, and they are fit to be read as they are."""

import importlib.util
import re
import sys
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
_spec = importlib.util.spec_from_file_location("notebooks", ROOT / "tools" / "notebooks.py")
tool = importlib.util.module_from_spec(_spec)
sys.modules["notebooks"] = tool
_spec.loader.exec_module(tool)

PATHS = tool.paths()
every_notebook = pytest.mark.parametrize("path", PATHS, ids=lambda p: str(p.relative_to(ROOT)))


def test_there_are_notebooks():
    assert ROOT / "notebooks" / "00_start.ipynb" in PATHS


@every_notebook
def test_running_it_again_changes_nothing(path):
    old = nbformat.read(path, as_version=4)
    new = tool.rerun(path)
    assert list(tool.complaints(new)) == []
    assert tool.differences(old, new) == []


@every_notebook
def test_it_is_saved_normalised(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert "widgets" not in notebook.metadata
    assert tool.differences(notebook, tool.normalised(notebook)) == []
    ids = [cell.id for cell in notebook.cells]
    assert len({*ids}) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9-]+", id) for id in ids)


@every_notebook
def test_headings_skip_no_level_and_begin_with_one_title(path):
    notebook = nbformat.read(path, as_version=4)
    levels = [
        len(match[1])
        for cell in notebook.cells
        if cell.cell_type == "markdown"
        for match in re.finditer(r"^(#+) ", cell.source, re.MULTILINE)
    ]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(later <= before + 1 for before, later in pairwise(levels))


@every_notebook
def test_code_is_folded_away_and_its_output_saved(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            assert cell.metadata.get("jupyter", {}).get("source_hidden") is True
            assert cell.outputs, "a reader without a kernel sees nothing here"


@every_notebook
def test_links_lead_somewhere(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            for link in re.findall(r"\]\(([^)#]+)\)", cell.source):
                assert link.startswith("https://") or (path.parent / link).exists(), link


# --- the script itself -------------------------------------------------------------------------

PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5E"
    "rkJggg=="
)


def notebook(model: str = "a" * 32, png: str = PNG, alt: str = "a dot", text: str = "words"):
    data = {"text/plain": text, tool.PNG: png, tool.WIDGET: {"model_id": model}}
    output = nbformat.v4.new_output("display_data", data, metadata={tool.PNG: {"alt": alt}})
    cell = nbformat.v4.new_code_cell(
        "1", outputs=[output], execution_count=9, metadata={"execution": {"iopub": "now"}}
    )
    cell.id = "one"
    return nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": {}})


def test_what_varies_is_taken_out():
    one, other = tool.normalised(notebook("a" * 32)), tool.normalised(notebook("b" * 32))
    assert tool.differences(one, other) == []
    assert one.cells[0].execution_count == 1
    assert one.cells[0].metadata == {}
    assert set(one.metadata) == {"kernelspec", "language_info"}


def test_pixels_may_differ_but_not_size_alt_or_words():
    base = tool.normalised(notebook())
    other_pixels = tool.normalised(notebook(png=PNG[:-8] + "AAAAAAA="))
    assert tool.differences(base, other_pixels) == []
    assert tool.differences(base, tool.normalised(notebook(alt="a spot")))
    assert tool.differences(base, tool.normalised(notebook(text="other words")))
    assert tool.png_size(PNG) == (1, 1)


def test_outputs_that_must_not_be():
    bad = notebook(alt="")
    bad.cells[0].outputs += [
        nbformat.v4.new_output("stream", name="stderr", text="oh"),
        nbformat.v4.new_output("error", ename="E", evalue="v", traceback=[]),
    ]
    assert len(list(tool.complaints(bad))) == 3
