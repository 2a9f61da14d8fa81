"""The arrows between the parts point one way only."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINES = ROOT / "pocketlib"
GAMES = ENGINES / "games"
MODULES = sorted(ENGINES.rglob("*.py"))
BROWSER_SIDE = {
    "pocketwidgets", "IPython", "ipycanvas", "ipykernel", "ipywidgets", "anywidget", "jupyter",
    "jupyter_client", "jupyter_core", "jupyter_server", "jupyterlab", "nbformat", "nbclient",
    "nbconvert", "notebook", "traitlets", "voila",
}  # fmt: skip
ABOVE_THE_GAMES = ("record", "text", "terminal", "testing", "reading", "commands", "setting_up")


def imported(path: Path) -> Iterator[str]:
    """Yield the full names of all modules that a file imports, anywhere in it."""
    package = ".".join(path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base]).rstrip(".")
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def game_of(name: str) -> str | None:
    """Return the game that a module belongs to, by its full name."""
    parts = name.split(".")
    return parts[2] if parts[:2] == ["pocketlib", "games"] and len(parts) > 2 else None


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def test_there_is_something_to_look_at() -> None:
    names = [module_name(path) for path in MODULES]
    assert {"pocketlib.contract", "pocketlib.record", "pocketlib.text"} <= {*names}
    assert "pocketlib.contract" in imported(ENGINES / "record.py")
    assert "pocketlib.testing.suite" in imported(ENGINES / "testing" / "__init__.py")


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_no_engine_imports_the_browser_side(path: Path) -> None:
    tops = {name.split(".")[0] for name in imported(path)}
    assert not tops & BROWSER_SIDE


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_only_a_game_imports_that_game(path: Path) -> None:
    own = game_of(module_name(path))
    assert {game_of(name) for name in imported(path)} <= {own, None}


def test_the_contract_imports_no_other_part_but_two_that_import_none() -> None:
    ours = {".".join(name.split(".")[:2]) for name in imported(ENGINES / "contract.py")}
    parts = {name for name in ours if name.startswith("pocketlib")}
    assert parts == {"pocketlib.chance", "pocketlib.fields"}
    for part in ("chance.py", "fields.py"):
        assert not [n for n in imported(ENGINES / part) if n.startswith("pocketlib")]


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.py")), ids=module_name)
def test_a_game_knows_nothing_of_records_texts_and_tests(path: Path) -> None:
    above = {f"pocketlib.{module}" for module in ABOVE_THE_GAMES}
    assert not {".".join(name.split(".")[:2]) for name in imported(path)} & above


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a fresh Python has loaded after ``statement``."""
    program = f"import sys; {statement}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in done.stdout.split()} | {*done.stdout.split()}


@pytest.mark.parametrize(
    "statement",
    ["import pocketlib", "import pocketlib.text, pocketlib.record, pocketlib.terminal"],
)
def test_importing_is_light(statement: str) -> None:
    loaded = loaded_by(statement)
    assert not loaded & BROWSER_SIDE
    assert "numpy" not in loaded
    assert not [name for name in loaded if game_of(name)]
    assert "pocketlib.testing" not in loaded
