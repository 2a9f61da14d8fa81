"""The notebooks that come with the project, copied into a folder where a learner works on them.

What the learner has changed is never overwritten: a new version is put beside it.

>>> from pocketlib.notebook_files import copy_notebooks
>>> report = copy_notebooks("my-games")      # doctest: +SKIP
>>> print(report)                            # doctest: +SKIP
Copied 14 files into my-games.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path, PurePosixPath

from pocketlib.contract import Refusal

RECORD = ".pocket-games.json"
"""The file in the learner's folder that says which version of each file was copied there."""
SHIPPED = frozenset([".ipynb", ".csv", ".png", ".svg", ".toml"])
"""What notebooks and their data end in. Saved games, which end in .json, are a learner's own."""


class CannotCopy(Refusal):
    """The notebooks can't be found, or the folder can't take them."""


@dataclass(frozen=True)
class Report:
    """What ``copy_notebooks`` did. Files are named by their path in the folder.

    ``new`` were copied, ``updated`` replaced an older version that nobody had changed, ``same``
    were there already, and ``kept`` had been changed and were left alone. ``beside`` tells for
    each kept file that has a newer version where that was put. ``note`` is a warning or empty.
    """

    folder: Path
    new: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    beside: tuple[tuple[str, str], ...] = ()
    note: str = ""

    def __str__(self) -> str:
        lines = [self.note] if self.note else []
        if self.new:
            lines.append(f"Copied {_files(self.new)} into {self.folder}.")
        if self.updated:
            lines.append(f"Brought {_files(self.updated)} up to date: {', '.join(self.updated)}.")
        if self.same:
            there = "was" if len(self.same) == 1 else "were"
            lines.append(f"{_files(self.same)} in {self.folder} {there} up to date already.")
        newer = dict(self.beside)
        for name in self.kept:
            line = f"You have changed {name}, so it was left alone"
            lines.append(
                f"{line}; its new version is {newer[name]}." if name in newer else f"{line}."
            )
        return "\n".join(lines)


def copy_notebooks(target: str | os.PathLike[str], source: Path | None = None) -> Report:
    """Copy the notebooks into the folder ``target``, which is made if need be.

    ``source`` is the folder they are taken from, by default where they were installed. May be
    called again at any time: after the project was updated it brings unchanged files up to date.
    Raises CannotCopy.
    """
    folder = Path(target)
    source = shipped_notebooks() if source is None else source
    if folder.resolve().is_relative_to(source.resolve()):
        raise CannotCopy(
            f"{folder} is where the notebooks come from; name another folder to copy them into."
        )
    try:
        return _copy(source, folder)
    except OSError as error:
        raise CannotCopy(
            f"The notebooks could not be copied into {folder}: {error.strerror or error}"
            f"{f' ({error.filename})' if error.filename else ''}. "
            "Put that right or name another folder; what was copied so far may stay."
        ) from error


def shipped_notebooks() -> Path:
    """Return the folder of the notebooks that belong to this installation. Raises CannotCopy.

    A wheel has them in the package ``pocketwidgets``, beside this one; when the project is used
    from its own folder they are in ``notebooks`` there. Neither package is imported for it.
    """
    beside = Path(__file__).resolve().parents[1]
    installed = beside / "pocketwidgets" / "_notebooks"
    if installed.is_dir():
        return installed
    if (beside / "pyproject.toml").is_file() and (beside / "notebooks").is_dir():
        return beside / "notebooks"
    raise CannotCopy(
        f"The notebooks are missing from this installation: there is no folder {installed}. "
        "Install pocket-games again."
    )


def _copy(source: Path, folder: Path) -> Report:
    folder.mkdir(parents=True, exist_ok=True)
    record, note = _read_record(folder / RECORD)
    done: dict[str, list[str]] = {"new": [], "updated": [], "same": [], "kept": []}
    beside = []
    for name in _names(source):
        shipped = (source / name).read_bytes()
        what = _state(folder / name, shipped, record.get(name))
        done[what].append(name)
        if what in ("new", "updated"):
            _write(folder / name, shipped)
        if what == "kept" and record.get(name) != _hash(shipped):
            newer = _place_beside(folder, name, shipped, record)
            beside.append((name, newer))
        record[name] = _hash(shipped)  # for a kept file: the version that was last offered
    _write(folder / RECORD, json.dumps({"format": 1, "files": record}, indent=1).encode())
    return Report(
        folder,
        **{what: tuple(names) for what, names in done.items()},
        beside=tuple(beside),
        note=note,
    )


def _names(source: Path) -> Iterator[str]:
    """Yield the shipped files, sorted; no checkpoints, and no games saved while trying them."""
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source).as_posix()
        hidden = any(part.startswith((".", "__")) for part in PurePosixPath(name).parts)
        if path.is_file() and not hidden and path.suffix in SHIPPED:
            yield name


def _state(path: Path, shipped: bytes, copied: str | None) -> str:
    """Return what becomes of a file: "new", "same", "updated" or "kept"."""
    if not path.exists():
        return "new"
    present = path.read_bytes()
    if present == shipped:
        return "same"
    return "updated" if _hash(present) == copied else "kept"


def _place_beside(folder: Path, name: str, shipped: bytes, record: dict[str, str]) -> str:
    """Put a new version beside a changed file; return the name it got, which nobody had changed."""
    path = PurePosixPath(name)
    for number in count(1):
        middle = ".new" if number == 1 else f".new{number}"
        newer = str(path.with_name(f"{path.stem}{middle}{path.suffix}"))
        if _state(folder / newer, shipped, record.get(newer)) != "kept":
            break
    _write(folder / newer, shipped)
    record[newer] = _hash(shipped)
    return newer


def _read_record(path: Path) -> tuple[dict[str, str], str]:
    """Return file name -> hash of the version copied last, and a warning if it can't be read."""
    try:
        files = json.loads(path.read_text("utf-8"))["files"]
        return {str(name): str(hash) for name, hash in files.items()}, ""
    except FileNotFoundError:
        return {}, ""
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}, (
            f"The list {path} could not be read and was made anew; "
            "files that differ were taken for changed by you."
        )


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(path.name + ".part")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _files(names: tuple[str, ...]) -> str:
    return "1 file" if len(names) == 1 else f"{len(names)} files"
