"""Write binder/requirements.txt: what the project needs, in the versions of this environment.

    python tools/pins.py            write the file
    python tools/pins.py --check    say whether it would be another file; write nothing

To be run with the Python of an environment like Binder's, in which the project is installed with
its extra "lab". What is there besides that, such as Binder's own server, is left to Binder.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FILE = Path(__file__).resolve().parent.parent / "binder" / "requirements.txt"
PROJECT, EXTRA = "pocket-games", "lab"
HEAD = """\
# What Binder installs: everything that the project needs with its extra "lab", in the versions
# that its tests have passed with. What Binder's own environment has as well (repo2docker 2026.4.0,
# Python 3.11: JupyterLab, ipywidgets and so on) has the version it has there, so that nothing in
# that environment is replaced. The project itself is installed by postBuild.
# Written by tools/pins.py.
"""


def needs(name: str, extras: frozenset[str]) -> Iterator[Requirement]:
    """Yield what an installed package asks for here. Raises PackageNotFoundError."""
    for line in distribution(name).requires or ():
        need = Requirement(line)
        marker = need.marker
        if marker is None or any(marker.evaluate({"extra": e}) for e in extras or {""}):
            yield need


def closure(name: str, extras: frozenset[str]) -> dict[str, str]:
    """Return the versions of all that a package needs, directly or not."""
    found: dict[str, str] = {}
    seen = set()
    todo = [(canonicalize_name(name), extras)]
    while todo:
        package, wanted = todo.pop()
        if (package, wanted) in seen:
            continue
        seen.add((package, wanted))
        found[package] = distribution(package).version
        todo += [
            (canonicalize_name(need.name), frozenset(need.extras))
            for need in needs(package, wanted)
        ]
    return found


def text() -> str:
    """Return what the file should hold."""
    found = closure(PROJECT, frozenset({EXTRA}))
    del found[PROJECT]
    return HEAD + "".join(f"{name}=={version}\n" for name, version in sorted(found.items()))


def main() -> int:
    """Write or check the file; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, tell a difference")
    check = parser.parse_args().check
    try:
        wanted = text()
    except PackageNotFoundError as missing:
        print(f'{missing}. First:  python -m pip install ".[{EXTRA}]"')
        return 1
    if check and FILE.read_text("utf-8") != wanted:
        print(f"{FILE} would be another one.")
        return 1
    if not check:
        FILE.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
