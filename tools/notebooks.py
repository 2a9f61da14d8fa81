"""Run all notebooks and save them with their outputs, the same on every computer.

    python tools/notebooks.py            run and save all notebooks
    python tools/notebooks.py --check    run them and say what would change; save nothing

What differs from run to run or from one computer to the next is taken out: times, versions,
widget states, random ids. Of a picture size and alt text are compared, not its bytes; the same
for a picture inside HTML.
"""

from __future__ import annotations

import argparse
import base64
import copy
import hashlib
import re
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
TIMEOUT = 300
WIDGET = "application/vnd.jupyter.widget-view+json"
PNG = "image/png"
HTML = "text/html"
_PICTURE = re.compile(r"data:image/png;base64,[A-Za-z0-9+/=]+")
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
}
"""What a kernel tells, but for the version: as start.py has it told, to change no notebook."""
_CELL_KEYS = ("tags", "jupyter", "slideshow", "editable", "deletable")


def paths() -> list[Path]:
    """Return all notebooks of the project, sorted."""
    found = NOTEBOOKS.rglob("*.ipynb")
    return sorted(path for path in found if ".ipynb_checkpoints" not in path.parts)


def rerun(path: Path) -> Any:
    """Return the notebook at ``path``, run in a fresh kernel and normalised.

    Raises nbclient's CellExecutionError when a cell fails.
    """
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=TIMEOUT,
        kernel_name="python3",
        resources={"metadata": {"path": str(path.parent)}},
        store_widget_state=False,
        record_timing=False,
    )
    client.execute()
    return normalised(notebook)


def normalised(notebook: Any) -> Any:
    """Return the notebook without anything that changes from one run to the next."""
    clean = copy.deepcopy(notebook)
    clean.nbformat, clean.nbformat_minor = 4, 5
    clean.metadata = nbformat.from_dict({"kernelspec": KERNEL, "language_info": LANGUAGE})
    count = 0
    taken: set[str] = set()
    for number, cell in enumerate(clean.cells):
        if cell.get("id") is None or cell.id in taken:
            cell.id = f"cell-{number}"
        taken.add(cell.id)
        kept = {key: cell.metadata[key] for key in _CELL_KEYS if key in cell.metadata}
        if kept.get("jupyter", {}).get("outputs_hidden"):
            kept["collapsed"] = True  # JupyterLab saves both names of it
        cell.metadata = nbformat.from_dict(kept)
        if cell.cell_type != "code":
            continue
        count += 1
        cell.execution_count = count
        cell.outputs = _joined(cell.outputs)
        for place, output in enumerate(cell.outputs):
            _normalise_output(output, count, f"{cell.id}/{place}")
    return clean


def _joined(outputs: list[Any]) -> list[Any]:
    """Return the outputs with printed text in one piece: the kernel sends it as it comes."""
    found: list[Any] = []
    for output in outputs:
        before = found[-1] if found else None
        if (
            before is not None
            and before.output_type == output.output_type == "stream"
            and before.name == output.name
        ):
            before.text += output.text
        else:
            found.append(output)
    return found


def _normalise_output(output: Any, count: int, name: str) -> None:
    if output.output_type == "execute_result":
        output.execution_count = count
    data = output.get("data", {})
    if WIDGET in data:
        # a name that no live widget has: readers fall back on the picture beside it
        data[WIDGET]["model_id"] = hashlib.sha256(name.encode()).hexdigest()[:32]
    if PNG in data:
        data[PNG] = data[PNG].strip() + "\n"


def complaints(notebook: Any) -> Iterator[str]:
    """Yield what must not be in the outputs of a notebook."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                yield f"cell {cell.id} fails: {output.ename}: {output.evalue}"
            if output.output_type == "stream" and output.name == "stderr":
                yield f"cell {cell.id} writes to stderr: {output.text.strip()[:200]}"
            alt = output.get("metadata", {}).get(PNG, {}).get("alt", "")
            if PNG in output.get("data", {}) and not alt.strip():
                yield f"cell {cell.id}: a picture without an alt text"


def differences(old: Any, new: Any) -> list[str]:
    """Return where two notebooks differ, but for the bytes of PNGs."""
    one, other = _comparable(old), _comparable(new)
    if one == other:
        return []
    found = [
        f"the notebook's {key}" for key in one if key != "cells" and one[key] != other.get(key)
    ]
    if len(one["cells"]) != len(other["cells"]):
        return [*found, f"{len(one['cells'])} cells became {len(other['cells'])}"]
    for before, after in zip(one["cells"], other["cells"], strict=True):
        for key in sorted({*before, *after}):
            if before.get(key) != after.get(key):
                found.append(
                    f"cell {before.get('id')}, {key}:\n  - {before.get(key)!r:.600}\n"
                    f"  + {after.get(key)!r:.600}"
                )
    return found


def _comparable(notebook: Any) -> dict[str, Any]:
    plain: dict[str, Any] = copy.deepcopy(dict(notebook))
    for cell in plain["cells"]:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if PNG in data:
                data[PNG] = f"PNG of {png_size(data[PNG])}"
            if HTML in data:
                data[HTML] = _PICTURE.sub("picture", data[HTML])
    return plain


def png_size(text: str) -> tuple[int, int]:
    """Return width and height of a PNG in base64."""
    head = base64.b64decode(text[:64])
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def main(arguments: list[str] | None = None) -> int:
    """Run the script; return 1 if a check found something."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="save nothing, say what differs")
    parser.add_argument("notebook", nargs="*", type=Path, help="only these")
    chosen = parser.parse_args(arguments)
    bad = 0
    for path in chosen.notebook or paths():
        old = nbformat.read(path, as_version=4)
        new = rerun(path)
        wrong = [*complaints(new)]
        changed = differences(old, new)
        if chosen.check:
            wrong += changed
        elif changed and not wrong:
            nbformat.write(new, path)
        state = "unchanged" if not changed else "differs" if chosen.check else "saved"
        print(f"{path}: {'; '.join(wrong) if wrong else state}")
        bad += bool(wrong)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
