"""The notebooks: running them again changes nothing, and they are fit to be read as they are."""

import importlib.util
import re
import sys
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

import pocketlib
from pocketwidgets.lessons import asks, plans

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


@pytest.mark.parametrize(
    "path", [path for path in PATHS if path.stem.endswith("_play")], ids=lambda p: p.parent.name
)
def test_who_plays_without_looking_is_told_all_keys_of_the_board(path):
    bridge = (ROOT / "widgets" / "pocketwidgets" / "bridge.js").read_text("utf-8")
    actions = bridge.partition("  action(key) {")[2].partition("}[key]")[0]
    keys = re.findall(r"^ +(n|p|d|Enter|Escape): ", actions, re.MULTILINE)
    assert len(keys) == 5
    (told,) = (
        cell.source
        for cell in nbformat.read(path, as_version=4).cells
        if cell.source.startswith("## Without looking")
    )
    for key in (*keys, "Tab", "arrow keys"):
        assert re.search(rf"\b{key.capitalize() if len(key) == 1 else key}\b", told), key
    (title,) = re.findall(r"\*The table of (.*?)\*", told)
    assert title == pocketlib.game(path.parent.name).title


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


def test_the_start_page_says_truly_what_the_numbers_in_the_names_mean():
    start = nbformat.read(ROOT / "notebooks" / "00_start.ipynb", as_version=4)
    (told,) = (cell.source for cell in start.cells if cell.id == "names")
    assert "Number 2 is its table" in told
    assert "number 3 its odds, in three parts" in told
    assert "Number 1" in told and "isn't written yet" in told
    folders = {path.parent for path in PATHS} - {ROOT / "notebooks"}
    for folder in folders:
        names = {path.stem for path in PATHS if path.parent == folder}
        assert names == {"2_play", "3_odds", "3_odds_2", "3_odds_3"}


LESSONS = [path for path in PATHS if path.name.startswith("3_odds")]
every_lesson = pytest.mark.parametrize("path", LESSONS, ids=lambda p: p.stem)


def test_all_questions_are_asked_and_all_exercises_set():
    sources = "\n".join(
        cell.source
        for path in LESSONS
        for cell in nbformat.read(path, as_version=4).cells
        if cell.cell_type == "code"
    )
    questions = re.findall(r'Question\("(.+?)"\)', sources)
    exercises = re.findall(r'Exercise\("(.+?)"\)', sources)
    assert sorted(questions) == sorted(plans())
    assert sorted([*questions, *exercises]) == sorted(asks())


@every_lesson
def test_a_lesson_is_neither_too_long_nor_too_short(path):
    cells = nbformat.read(path, as_version=4).cells
    words = sum(len(cell.source.split()) for cell in cells if cell.cell_type == "markdown")
    assert 450 <= words <= 1400
    assert 15 <= len(cells) <= 30


@every_lesson
def test_a_lesson_says_what_it_is_for_and_where_to_go_next(path):
    first, *_, last = nbformat.read(path, as_version=4).cells
    for word in ("You will be able to", "Level", "Time", "You need"):
        assert f"**{word}:**" in first.source
    assert last.source.startswith("## Three questions")
    assert all(f"\n{number}. " in last.source for number in (1, 2, 3))
    assert "**Where to go next:**" in last.source


@every_lesson
def test_every_cell_runs_alone_with_one_import_per_idea(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            assert cell.source.startswith("from "), "a cell that needs an earlier one"
            assert len(cell.source.splitlines()) <= 14


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


def test_a_folded_output_has_both_names_that_jupyterlab_gives_it():
    one = notebook()
    one.cells[0].metadata["jupyter"] = {"outputs_hidden": True}
    assert tool.normalised(one).cells[0].metadata["collapsed"] is True


def test_pixels_may_differ_but_not_size_alt_or_words():
    base = tool.normalised(notebook())
    other_pixels = tool.normalised(notebook(png=PNG[:-8] + "AAAAAAA="))
    assert tool.differences(base, other_pixels) == []
    assert tool.differences(base, tool.normalised(notebook(alt="a spot")))
    assert tool.differences(base, tool.normalised(notebook(text="other words")))
    assert tool.png_size(PNG) == (1, 1)


def test_printed_text_is_one_piece():
    found = notebook()
    pieces = [("stdout", "a "), ("stdout", "b"), ("stderr", "c"), ("stdout", "d")]
    found.cells[0].outputs = [
        nbformat.v4.new_output("stream", name=name, text=text) for name, text in pieces
    ]
    outputs = tool.normalised(found).cells[0].outputs
    assert [(o.name, o.text) for o in outputs] == [("stdout", "a b"), pieces[2], pieces[3]]


def test_pngs_inside_html_may_differ_too_but_no_pictures_of_lines():
    def with_html(picture: str, alt: str, kind: str = "png"):
        found = notebook()
        src = f"data:image/{kind};base64,{picture}"
        found.cells[0].outputs[0]["data"]["text/html"] = f'<img src="{src}" alt="{alt}"/>'
        return found

    assert tool.differences(with_html("AAAA", "a dot"), with_html("BBB=", "a dot")) == []
    assert tool.differences(with_html("AAAA", "a dot"), with_html("AAAA", "a spot"))
    one, other = (with_html(picture, "a dot", "svg+xml") for picture in ("AAAA", "BBB="))
    assert tool.differences(one, other)


def test_outputs_that_must_not_be():
    bad = notebook(alt="")
    bad.cells[0].outputs += [
        nbformat.v4.new_output("stream", name="stderr", text="oh"),
        nbformat.v4.new_output("error", ename="E", evalue="v", traceback=[]),
    ]
    assert len(list(tool.complaints(bad))) == 3
