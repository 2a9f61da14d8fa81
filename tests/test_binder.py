"""What Binder builds from, and the links to it in README.md; without network and without Binder."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from urllib.parse import parse_qs, urlsplit

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
BINDER = ROOT / "binder"
README = ROOT / "README.md"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


badges, pins_tool = tool("badges"), tool("pins")


def lines() -> list[str]:
    text = (BINDER / "requirements.txt").read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def pins() -> dict[str, str]:
    found = {}
    for line in lines():
        (specifier,) = Requirement(line).specifier
        found[canonicalize_name(Requirement(line).name)] = specifier.version
    return found


# --- the pins ---------------------------------------------------------------------------------


def test_only_exact_pins_of_other_projects() -> None:
    for line in lines():
        assert re.fullmatch(r"[a-z0-9][a-z0-9.-]*==[0-9][A-Za-z0-9.]*", line), line
    assert "pocket-games" not in pins()


def test_each_package_is_pinned_once_in_order() -> None:
    names = [line.partition("==")[0] for line in lines()]
    assert names == sorted({*names})


@pytest.mark.parametrize(
    "line", [*SETTINGS["dependencies"], *SETTINGS["optional-dependencies"]["lab"]]
)
def test_what_the_project_needs_is_pinned_as_it_asks(line: str) -> None:
    need = Requirement(line)
    assert need.specifier.contains(pins()[canonicalize_name(need.name)])


def test_in_an_environment_like_binders_the_tool_finds_these_pins() -> None:
    """Elsewhere there are other versions, which may need other packages."""
    try:
        found = pins_tool.closure("pocket-games", frozenset({"lab"}))
    except pins_tool.PackageNotFoundError as missing:
        pytest.skip(f"not installed here: {missing}")
    main = {"ipycanvas", "ipykernel", "ipywidgets", "jupyter-server", "jupyterlab", "voila"}
    if {(name, found[name]) for name in main} <= pins().items():
        assert {*found} - {"pocket-games"} == {*pins()}
    else:
        pytest.skip("this environment has other versions than Binder's")


def test_a_pin_is_found_through_others(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {
        "a": ["b[x]>1", 'c; extra == "lab"', 'd; extra == "other"'],
        "b": ['e; extra == "x"', "a"],
        "c": [],
        "e": ['f; python_version < "3"'],
    }

    class Known:
        version = "1"

        def __init__(self, name: str) -> None:
            self.requires = asked[name]

    monkeypatch.setattr(pins_tool, "distribution", Known)
    assert {*pins_tool.closure("A", frozenset({"lab"}))} == {"a", "b", "c", "e"}
    assert {*pins_tool.closure("a", frozenset())} == {"a", "b", "e"}


# --- the other files --------------------------------------------------------------------------


def test_binders_python_is_one_that_is_tested() -> None:
    asked = (BINDER / "runtime.txt").read_text("ascii")
    match = re.fullmatch(r"python-(3\.\d+)\n", asked)
    assert match is not None
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    (tested,) = re.findall(r"python: \[(.*)\]", workflow)
    assert f'"{match[1]}"' in tested
    assert SETTINGS["requires-python"] == f">={match[1]}"


def test_no_other_file_of_binder_takes_over() -> None:
    """An environment.yml, apt.txt or start would be read as well, or instead."""
    assert {path.name for path in BINDER.iterdir()} == {
        "postBuild",
        "requirements.txt",
        "runtime.txt",
    }


def test_what_is_done_after_the_build() -> None:
    path = BINDER / "postBuild"
    script = path.read_text("utf-8")
    assert script.startswith("#!/usr/bin/env bash\n")
    assert "\nset -e\n" in script
    assert re.search(r"pip install .*--no-deps", script)
    assert "start.configure" in script
    if os.name == "posix":
        assert os.access(path, os.X_OK)


@pytest.mark.skipif(not shutil.which("git"), reason="there is no git here")
def test_it_is_executable_in_the_repository_too() -> None:
    """A clone on Windows does not show it."""
    told = subprocess.run(
        ["git", "ls-files", "--stage", "binder/postBuild"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    if told.returncode or not told.stdout:
        pytest.skip("this is no repository")
    assert told.stdout.startswith("100755 ")


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash here")
@pytest.mark.skipif(os.name != "posix", reason="Binder runs Linux")
def test_the_script_stops_at_the_first_failure_and_writes_the_settings(tmp_path: Path) -> None:
    """Run with a Python that is made up: it fails when it is told to, and does nothing else."""
    program = tmp_path / "python"
    program.write_text('#!/bin/sh\necho "$@" >> "$LOG"\ncase "$*" in *"$FAIL"*) exit 3; esac\n')
    program.chmod(0o755)
    env = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "LOG": str(tmp_path / "log")}
    script = ["bash", str(BINDER / "postBuild")]
    done = subprocess.run(script, env={**env, "FAIL": "--no-deps"}, cwd=ROOT)
    assert done.returncode == 3
    assert len((tmp_path / "log").read_text().splitlines()) == 1
    done = subprocess.run(script, env={**env, "FAIL": "nothing like it"}, cwd=ROOT)
    assert done.returncode == 0
    assert len((tmp_path / "log").read_text().splitlines()) == 6


# --- the links --------------------------------------------------------------------------------


def links(text: str) -> list[tuple[str, str]]:
    """Return the address and the page's path of each Binder link."""
    found = re.findall(r"\((https://mybinder\.org/v2/[^)]*)\)", text)
    return [(link, parse_qs(urlsplit(link).query)["urlpath"][0]) for link in found]


def test_the_links_of_the_readme_name_existing_notebooks() -> None:
    found = links(README.read_text("utf-8"))
    assert found
    for link, path in found:
        door, _, notebook = path.partition("notebooks/")
        assert door in ("voila/render/", "lab/tree/"), link
        assert (ROOT / "notebooks" / notebook).is_file(), link


def test_every_notebook_has_both_links() -> None:
    paths = {path for _, path in links(README.read_text("utf-8"))}
    for notebook in badges.notebooks():
        assert {f"voila/render/{notebook}", f"lab/tree/{notebook}"} <= paths


def test_the_readme_is_as_the_tool_writes_it() -> None:
    text = README.read_text("utf-8")
    assert badges.filled(text, *badges.in_use(text)) == text, "run python tools/badges.py"
    assert (badges.NOTICE in text) == (badges.in_use(text)[0] == badges.PLACEHOLDER)


@pytest.fixture
def readme(tmp_path: Path) -> Path:
    return Path(shutil.copy(README, tmp_path / "README.md"))


@pytest.mark.parametrize(
    "given", ["ann/games", "https://github.com/ann/games", "https://github.com/ann/games.git/"]
)
def test_a_fork_fills_in_its_address(readme: Path, given: str) -> None:
    assert badges.main([given, "--ref", "v1.0"], readme) == 0
    text = readme.read_text("utf-8")
    assert {link.split("?")[0] for link, _ in links(text)} == {
        "https://mybinder.org/v2/gh/ann/games/v1.0"
    }
    assert badges.NOTICE not in text
    assert badges.main([], readme) == 0
    assert readme.read_text("utf-8") == text
    assert badges.main(["--none"], readme) == 0
    assert badges.NOTICE in readme.read_text("utf-8")
    assert links(readme.read_text("utf-8"))[0][0].startswith(
        "https://mybinder.org/v2/gh/OWNER/REPO/HEAD?urlpath=voila%2Frender%2Fnotebooks%2F"
    )


@pytest.mark.parametrize("given", ["ann", "ann/", "/games", "ann/games/tree", "a n/games"])
def test_what_is_no_address_is_refused(given: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="not of the form OWNER/REPO"):
        badges.repository(given)


def test_a_readme_without_the_marks_is_left_alone(readme: Path) -> None:
    readme.write_text("nothing here", "utf-8")
    with pytest.raises(ValueError, match="lost the marks"):
        badges.main(["ann/games"], readme)
    assert readme.read_text("utf-8") == "nothing here"


def test_a_row_has_the_notebooks_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = [{"cell_type": "markdown", "source": ["# Play | learn\n", "more"]}]
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": cells}))
    (tmp_path / "b.ipynb").write_text(json.dumps({"cells": []}))
    monkeypatch.setattr(badges, "ROOT", tmp_path)
    assert badges.title("a.ipynb") == "Play / learn"
    assert badges.title("b.ipynb") == "b.ipynb"


def test_the_tools_run_as_programs() -> None:
    for name in ("badges", "pins"):
        command = [sys.executable, str(ROOT / "tools" / f"{name}.py"), "--help"]
        assert subprocess.run(command, capture_output=True).returncode == 0
