"""Make web pages of notebooks, to be read without Jupyter: pictures stand where boards were live.

    python tools/export.py                          all notebooks, into the folder exported
    python tools/export.py NOTEBOOK --to DIR        one of them, into another folder
    python tools/export.py --code                   with the code

nbconvert alone would show an empty place for each board: it prefers the live widget, which needs a
kernel, to the picture that is saved beside it. A page needs no other file and no network.
"""

from __future__ import annotations

import argparse
import copy
import re
from html import escape
from pathlib import Path
from typing import Any

import nbformat
from nbconvert import HTMLExporter

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
PNG = "image/png"
WIDGET = "application/vnd.jupyter.widget-view+json"


def without_widgets(notebook: Any) -> Any:
    """Return the notebook with what a reader without a kernel sees in place of its widgets."""
    still = copy.deepcopy(notebook)
    still.metadata.pop("widgets", None)
    still.cells = [cell for cell in still.cells if "lab-only" not in cell.metadata.get("tags", ())]
    for cell in still.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            data.pop(WIDGET, None)
            png = data.pop(PNG, None)
            if png is not None and "text/html" not in data:  # a question's HTML has its pictures
                data["text/html"] = _picture(png, output.metadata.get(PNG, {}))
    return still


def _picture(png: str, about: dict[str, Any]) -> str:
    """Return a picture as HTML; nbconvert's own loses the alt text."""
    size = "".join(f' {side}="{about[side]}"' for side in ("width", "height") if side in about)
    source = f"data:{PNG};base64,{''.join(png.split())}"
    style = "max-width: 100%; height: auto"
    return f'<img alt="{escape(about.get("alt", ""))}"{size} style="{style}" src="{source}">'


def with_links_to_pages(notebook: Any) -> Any:
    """Return the notebook with links to the pages made of the other notebooks."""
    linked = copy.deepcopy(notebook)
    for cell in linked.cells:
        if cell.cell_type == "markdown":
            cell.source = re.sub(r"(\]\([^):]*)\.ipynb(?=[)#])", r"\1.html", cell.source)
    return linked


def title_of(notebook: Any, default: str) -> str:
    """Return the first heading."""
    texts = (cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    found = (re.search(r"^#+ +(.+)$", text, re.MULTILINE) for text in texts)
    return next((match[1] for match in found if match), default)


def page(path: Path, code: bool = False) -> str:
    """Return a notebook as one HTML page."""
    notebook = with_links_to_pages(without_widgets(nbformat.read(path, as_version=4)))
    exporter = HTMLExporter(
        exclude_input=not code, exclude_input_prompt=True, exclude_output_prompt=True
    )
    resources = {"metadata": {"name": title_of(notebook, path.stem)}, "language_code": "en"}
    body, _ = exporter.from_notebook_node(notebook, resources)
    # nbconvert's scripts are for widgets, formulas and diagrams, and fetched from elsewhere
    return re.sub(r"<script\b.*?</script>\s*", "", str(body), flags=re.DOTALL)


def main(arguments: list[str] | None = None) -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=Path, default=Path("exported"), help="the folder of the pages")
    parser.add_argument("--code", action="store_true", help="show the code, too")
    parser.add_argument("notebook", nargs="*", type=Path, help="only these")
    chosen = parser.parse_args(arguments)
    found = [path for path in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts]
    for path in chosen.notebook or sorted(found):
        inside = path.resolve().is_relative_to(NOTEBOOKS)
        place = path.resolve().relative_to(NOTEBOOKS) if inside else Path(path.name)
        target = (chosen.to / place).with_suffix(".html")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(page(path, chosen.code), encoding="utf-8")
        print(f"{path} -> {target}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
