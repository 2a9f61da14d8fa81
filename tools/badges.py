"""Write the addresses of a copy of this project on GitHub into README.md, for Binder.

    python tools/badges.py OWNER/REPO            the addresses of the default branch
    python tools/badges.py OWNER/REPO --ref v1   those of a tag or branch
    python tools/badges.py --none                the placeholder OWNER/REPO again
    python tools/badges.py                       the same addresses, for the notebooks of now

The table of links stands between two marks in README.md and is written anew each time: one row
for each notebook, with a link that opens it as a plain page and one that opens it in JupyterLab.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
BEGIN, END = "<!-- binder links: python tools/badges.py -->", "<!-- end of binder links -->"
BINDER = "https://mybinder.org"
PLACEHOLDER = "OWNER/REPO"
NOTICE = f"""\
**This project has no public address yet: in these links {PLACEHOLDER} is a placeholder, and they
lead nowhere.**
"""
IN_USE = re.compile(rf"{BINDER}/v2/gh/([^/]+/[^/]+)/([^?]+)\?")
REPO = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*/[A-Za-z0-9._-]+")


def notebooks() -> list[str]:
    """Return the notebooks by their paths in the project, sorted."""
    found = (path.relative_to(ROOT) for path in (ROOT / "notebooks").rglob("*.ipynb"))
    return sorted(path.as_posix() for path in found if ".ipynb_checkpoints" not in path.parts)


def title(notebook: str) -> str:
    """Return the first heading of a notebook."""
    cells = json.loads((ROOT / notebook).read_text("utf-8"))["cells"]
    lines = "".join(cells[0]["source"]).splitlines() if cells else []
    return lines[0].lstrip("# ").replace("|", "/") if lines else notebook


def address(repo: str, ref: str, door: str, notebook: str) -> str:
    """Return Binder's address of a notebook; ``door`` is "app" or "lab"."""
    prefix = {"app": "voila/render/", "lab": "lab/tree/"}[door]
    path = quote(prefix + notebook, safe="")
    return f"{BINDER}/v2/gh/{repo}/{quote(ref, safe='')}?urlpath={path}"


def table(repo: str, ref: str) -> str:
    """Return the badge of the start page, and the table of links."""
    start = address(repo, ref, "app", "notebooks/00_start.ipynb")
    lines = [NOTICE] if repo == PLACEHOLDER else []
    lines += [
        f"[![Open the start page on Binder]({BINDER}/badge_logo.svg)]({start})",
        "",
        "| notebook | as a plain page | with its code |",
        "| --- | --- | --- |",
    ]
    for name in notebooks():
        app, lab = (address(repo, ref, door, name) for door in ("app", "lab"))
        lines.append(f"| {title(name)} | [open]({app}) | [JupyterLab]({lab}) |")
    return "\n".join(lines)


def filled(readme: str, repo: str, ref: str) -> str:
    """Return the text of README.md with these links. Raises ValueError if it has no marks."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"README.md has lost the marks {BEGIN} and {END}")
    return f"{before}{BEGIN}\n{table(repo, ref)}\n{END}{after}"


def in_use(readme: str) -> tuple[str, str]:
    """Return the repository and the branch or tag that the links of README.md lead to."""
    found = IN_USE.search(readme)
    return (found[1], found[2]) if found else (PLACEHOLDER, "HEAD")


def repository(text: str) -> str:
    """Return OWNER/REPO from that or from a GitHub address, for the parser."""
    name = re.sub(r"^(https://github\.com/|git@github\.com:)|(\.git)?/?$", "", text)
    if REPO.fullmatch(name):
        return name
    raise argparse.ArgumentTypeError(f"{text!r} is not of the form {PLACEHOLDER}")


def main(arguments: list[str] | None = None, readme: Path = README) -> int:
    """Do what the command line says; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    which = parser.add_mutually_exclusive_group()
    which.add_argument("repo", nargs="?", type=repository, metavar=PLACEHOLDER)
    which.add_argument("--none", action="store_true", help="put the placeholder back")
    parser.add_argument("--ref", help="a branch, tag or commit (default: HEAD)")
    asked = parser.parse_args(arguments)
    text = readme.read_text("utf-8")
    repo, ref = in_use(text)
    if asked.none or asked.repo:
        repo, ref = asked.repo or PLACEHOLDER, "HEAD"
    readme.write_text(filled(text, repo, asked.ref or ref), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
