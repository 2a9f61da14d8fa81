"""Copying the notebooks: a learner's work is never lost, and new versions arrive."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from pocketlib import __main__ as command_line
from pocketlib import notebook_files
from pocketlib.notebook_files import RECORD, CannotCopy, Report, copy_notebooks, shipped_notebooks


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A folder of notebooks as shipped, with things in it that are not."""
    folder = tmp_path / "shipped"
    for name in ("00_start.ipynb", "landship/1_learn.ipynb", "landship/board.png"):
        put(folder / name, f"first {name}")
    put(folder / ".ipynb_checkpoints" / "00_start-checkpoint.ipynb", "no")
    put(folder / "landship" / "__pycache__" / "x.pyc", "no")
    for name in ("landship-game.json", "game1.json", "my game.json", "notes.txt", "x.json.part"):
        put(folder / "landship" / name, "no")
    put(folder / ".gitkeep", "")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "my games" / "here"


SHIPPED = ("00_start.ipynb", "landship/1_learn.ipynb", "landship/board.png")
LEARN = "landship/1_learn.ipynb"


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def files(folder: Path) -> set[str]:
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {name for name in found if name != RECORD}


def test_all_that_is_shipped_is_copied_into_a_new_folder(source: Path, folder: Path) -> None:
    report = copy_notebooks(folder, source)
    assert report == Report(folder, new=SHIPPED)
    assert files(folder) == {*SHIPPED}
    assert str(report) == f"Copied 3 files into {folder}."


def test_the_second_time_nothing_happens(source: Path, folder: Path) -> None:
    copy_notebooks(folder, source)
    report = copy_notebooks(folder, source)
    assert report == Report(folder, same=SHIPPED)
    assert str(report) == f"3 files in {folder} were up to date already."


def test_a_missing_file_comes_back(source: Path, folder: Path) -> None:
    copy_notebooks(folder, source)
    (folder / LEARN).unlink()
    assert copy_notebooks(folder, source).new == (LEARN,)
    assert (folder / LEARN).exists()


def test_an_unchanged_file_is_brought_up_to_date(source: Path, folder: Path) -> None:
    copy_notebooks(folder, source)
    put(source / LEARN, "second")
    report = copy_notebooks(folder, source)
    assert report.updated == (LEARN,)
    assert (folder / LEARN).read_text() == "second"
    assert f"Brought 1 file up to date: {LEARN}." in str(report)


def test_a_changed_file_is_left_alone(source: Path, folder: Path) -> None:
    copy_notebooks(folder, source)
    put(folder / LEARN, "mine")
    report = copy_notebooks(folder, source)
    assert (report.kept, report.beside) == ((LEARN,), ())
    assert (folder / LEARN).read_text() == "mine"
    assert files(folder) == {*SHIPPED}
    assert f"You have changed {LEARN}, so it was left alone." in str(report)


def test_the_new_version_of_a_changed_file_is_put_beside_it_once(
    source: Path, folder: Path
) -> None:
    copy_notebooks(folder, source)
    put(folder / LEARN, "mine")
    put(source / LEARN, "second")
    beside = "landship/1_learn.new.ipynb"
    report = copy_notebooks(folder, source)
    assert (report.kept, report.beside) == ((LEARN,), ((LEARN, beside),))
    assert (folder / LEARN).read_text() == "mine"
    assert (folder / beside).read_text() == "second"
    assert f"left alone; its new version is {beside}." in str(report)

    (folder / beside).unlink()  # the learner has seen it and doesn't want it
    assert copy_notebooks(folder, source).beside == ()
    assert not (folder / beside).exists()


def test_what_was_put_beside_is_replaced_only_while_unchanged(source: Path, folder: Path) -> None:
    copy_notebooks(folder, source)
    put(folder / LEARN, "mine")
    put(source / LEARN, "second")
    copy_notebooks(folder, source)
    put(source / LEARN, "third")
    assert copy_notebooks(folder, source).beside == ((LEARN, "landship/1_learn.new.ipynb"),)
    put(folder / "landship/1_learn.new.ipynb", "mine too")
    put(source / LEARN, "fourth")
    assert copy_notebooks(folder, source).beside == ((LEARN, "landship/1_learn.new2.ipynb"),)
    assert (folder / "landship/1_learn.new.ipynb").read_text() == "mine too"
    assert (folder / "landship/1_learn.new2.ipynb").read_text() == "fourth"


def test_taking_over_the_new_version_makes_the_file_unchanged_again(
    source: Path, folder: Path
) -> None:
    copy_notebooks(folder, source)
    put(folder / LEARN, "mine")
    put(source / LEARN, "second")
    copy_notebooks(folder, source)
    (folder / "landship/1_learn.new.ipynb").replace(folder / LEARN)
    put(source / LEARN, "third")
    assert copy_notebooks(folder, source).updated == (LEARN,)


def test_a_file_that_was_there_before_is_not_ours_to_overwrite(source: Path, folder: Path) -> None:
    put(folder / "00_start.ipynb", "somebody's own")
    report = copy_notebooks(folder, source)
    assert report.beside == (("00_start.ipynb", "00_start.new.ipynb"),)
    assert (folder / "00_start.ipynb").read_text() == "somebody's own"


def test_files_of_the_learner_are_not_touched(source: Path, folder: Path) -> None:
    put(folder / "landship" / "notes.ipynb", "notes")
    copy_notebooks(folder, source)
    assert (folder / "landship" / "notes.ipynb").read_text() == "notes"


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"files": 3}', "\ufeff{", "[" * 10**5])
def test_a_damaged_record_costs_no_work(source: Path, folder: Path, text: str) -> None:
    copy_notebooks(folder, source)
    put(folder / LEARN, "mine")
    put(folder / RECORD, text)
    report = copy_notebooks(folder, source)
    assert report.same == ("00_start.ipynb", "landship/board.png")
    assert report.kept == (LEARN,)
    assert (folder / LEARN).read_text() == "mine"
    assert "could not be read and was made anew" in str(report)
    assert {*json.loads((folder / RECORD).read_text())["files"]} >= {*SHIPPED}


def test_no_drafts_are_left(source: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(CannotCopy, match=r"could not be copied into .*No space left on device"):
        copy_notebooks(folder, source)
    assert files(folder) == set()


def test_a_folder_that_is_a_file(source: Path, tmp_path: Path) -> None:
    put(tmp_path / "taken", "")
    with pytest.raises(CannotCopy, match=r"could not be copied into .*taken"):
        copy_notebooks(tmp_path / "taken", source)


def test_a_folder_where_a_notebook_should_be(source: Path, folder: Path) -> None:
    (folder / "00_start.ipynb").mkdir(parents=True)
    with pytest.raises(CannotCopy, match="00_start"):
        copy_notebooks(folder, source)


@pytest.mark.parametrize("inside", ["", "landship"])
def test_not_into_the_folder_they_come_from(source: Path, inside: str) -> None:
    before = files(source)
    with pytest.raises(CannotCopy, match="where the notebooks come from"):
        copy_notebooks(source / inside, source)
    assert files(source) == before
    assert not (source / inside / RECORD).exists()


# --- where they come from ----------------------------------------------------------------------


@pytest.fixture
def installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the package is made to believe it is installed."""
    folder = tmp_path / "site-packages"
    (folder / "pocketlib").mkdir(parents=True)
    shutil.copy(notebook_files.__file__, folder / "pocketlib")
    here = str(folder / "pocketlib" / "notebook_files.py")
    monkeypatch.setattr(notebook_files, "__file__", here)
    return folder


def test_from_a_wheel_they_come_out_of_the_package(installation: Path) -> None:
    put(installation / "pocketwidgets" / "_notebooks" / "00_start.ipynb", "")
    (installation / "notebooks").mkdir()  # some other package's; it is no business of ours
    assert shipped_notebooks() == installation / "pocketwidgets" / "_notebooks"


def test_in_the_project_itself_they_come_from_its_folder(installation: Path) -> None:
    put(installation / "pyproject.toml", "")
    (installation / "notebooks").mkdir()
    assert shipped_notebooks() == installation / "notebooks"


@pytest.mark.parametrize("found", [[], ["notebooks"]])
def test_when_they_are_missing_it_says_so(installation: Path, found: list[str]) -> None:
    for name in found:
        (installation / name).mkdir()
    with pytest.raises(CannotCopy, match="Install pocket-games again"):
        copy_notebooks(installation / "target")


# --- the command -------------------------------------------------------------------------------


def test_the_command_prints_the_report(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(["notebooks", str(folder)]) == 0
    assert capsys.readouterr().out.startswith("Copied ")
    assert (folder / "00_start.ipynb").exists()


def test_the_command_tells_what_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(tmp_path / "taken", "")
    assert command_line.main(["notebooks", os.fspath(tmp_path / "taken")]) == 1
    told = capsys.readouterr().err
    assert "could not be copied" in told
    assert "Traceback" not in told
