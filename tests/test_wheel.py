"""What people install: built without network, put into an empty folder, and tried out there."""

from __future__ import annotations

import json
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOMES = {  # folder of the project -> folder of the wheel
    "pocketlib": "pocketlib",
    "widgets/pocketwidgets": "pocketwidgets",
    "notebooks": "pocketwidgets/_notebooks",
    "share/jupyter": "{wheel}.data/data/share/jupyter",
}
JUPYTER = {"IPython", "anywidget", "ipycanvas", "ipywidgets", "jupyterlab", "traitlets"}


def run(*command: object, cwd: Path = ROOT) -> str:
    """Run a command, return what it printed; a failure shows all of it."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def wanted(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder that are no by-products of tools or of playing."""
    for path in folder.rglob("*"):
        parts = path.relative_to(folder).parts
        by_product = any(part.startswith(".") or part == "__pycache__" for part in parts)
        saved_game = path.suffix == ".json" and "notebooks" in path.parts
        if path.is_file() and not by_product and not saved_game:
            yield path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def site(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the wheel is installed, and nothing else."""
    folder = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    run(*pip, "--no-deps", "--no-index", "--target", folder, wheel)
    return folder


def python(site: Path, program: str, *others: str) -> str:
    """Run a program in a Python that knows ``site``, then ``others``, and no editable install."""
    path = [str(site), *others]
    start = f"import sys; sys.path[:0] = {path[:1]!r}; sys.path += {path[1:]!r}\n"
    return run(sys.executable, "-I", "-S", "-c", start + program, cwd=site)


@pytest.mark.parametrize(("home", "place"), HOMES.items(), ids=HOMES)
def test_every_file_is_in_the_wheel(wheel: Path, home: str, place: str) -> None:
    names = {*zipfile.ZipFile(wheel).namelist()}
    files = [path.relative_to(ROOT / home).as_posix() for path in wanted(ROOT / home)]
    assert files
    place = place.format(wheel="-".join(wheel.name.split("-")[:2]))
    assert [name for name in files if f"{place}/{name}" not in names] == []


def test_nothing_else_is_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {
        "pocketlib",
        "pocketwidgets",
    }
    assert [n for n in names if "__pycache__" in n or "/." in n or n.endswith("game.json")] == []


def test_the_source_distribution_can_be_tested(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "pyproject.toml", "start.py", "tests/test_wheel.py"} <= names
    here = {path.relative_to(ROOT).as_posix() for path in wanted(ROOT / "tests")}
    assert here <= names


def test_the_engines_ask_for_numpy_alone(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (name,) = (n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))
    metadata = HeaderParser().parsestr(archive.read(name).decode())
    needs = [need for need in metadata.get_all("Requires-Dist", []) if "extra ==" not in need]
    assert [need for need in needs if not need.startswith("numpy")] == []
    assert metadata["License-Expression"] == "BSD-3-Clause"


def test_it_takes_little_room(site: Path) -> None:
    assert sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) < 30e6


def test_the_games_are_found_with_nothing_else_installed(site: Path) -> None:
    program = (
        "import json, pocketlib\n"
        "game = pocketlib.game('landship')\n"
        "print(json.dumps([pocketlib.__file__, pocketlib.catalogue(), game.id, [*game.rules]]))"
    )
    file, names, id, rules = json.loads(python(site, program))
    assert Path(file).is_relative_to(site)
    assert "landship" in names
    assert id == "landship"
    assert rules  # its rules.toml was found


def test_importing_it_loads_neither_numpy_nor_jupyter(site: Path) -> None:
    program = "import json, pocketlib; print(json.dumps([*sys.modules]))"
    loaded = {name.split(".")[0] for name in json.loads(python(site, program, *installed()))}
    assert "pocketlib" in loaded
    assert not loaded & {"numpy", "pocketwidgets", *JUPYTER}


def test_the_command_is_installed(site: Path) -> None:
    program = (
        "from importlib.metadata import entry_points\n"
        "(command,) = entry_points(group='console_scripts', name='pocket-games')\n"
        "sys.exit(command.load()(['games']))"
    )
    told = python(site, program)
    assert "landship: " in told
    assert "can't be loaded" not in told


def test_the_notebooks_come_out_of_the_wheel(site: Path, tmp_path: Path) -> None:
    program = (
        "from pocketlib.notebook_files import copy_notebooks\n"
        f"print(copy_notebooks({str(tmp_path)!r}))\n"
        "print(any(name.startswith('pocketwidgets') for name in sys.modules))"
    )
    told = python(site, program)
    assert told.startswith("Copied ")
    assert told.split()[-1] == "False"
    assert (tmp_path / "00_start.ipynb").is_file()


def test_the_front_end_works_from_the_wheel(site: Path) -> None:
    program = (
        "import pocketwidgets\n"
        "from pocketwidgets import PlayTable\n"
        "PlayTable('landship', seed=7)\n"
        "print(pocketwidgets.__file__)"
    )
    assert Path(python(site, program, *installed()).split("\n")[-2]).is_relative_to(site)


def installed() -> list[str]:
    """Return where the packages of this Python are, but not what editable installs point to."""
    return [sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
