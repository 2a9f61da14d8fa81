"""Take the screenshots in docs: the tables in app mode, in mid-game, in Chromium.

python tools/screenshots.py                 all of them
python tools/screenshots.py phone dark      only these
"""

from __future__ import annotations

import argparse
import io
import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "widgets")]

import start  # noqa: E402
from pocketlib.text import Session  # noqa: E402

GAMES = ("landship", "mission_command")
SHARED = ROOT / "tests" / "golden" / "mission_command" / "patrol-green-wins.jsonl"
"""A recorded game of two."""
SHARED_MOVES = 26
"""How far it is played: in the third turn green moves and can't see what tan has plotted."""
SEED, DECISIONS = 16, 22
"""A game that lasts, and when it is in the middle, with dice on the cards."""
SHOTS: dict[str, dict[str, Any]] = {
    "light": {"width": 1280, "height": 800},
    "dark": {"width": 1280, "height": 800, "color_scheme": "dark"},
    "tablet": {"width": 768, "height": 1024},
    "phone": {"width": 360, "height": 740, "device_scale_factor": 2, "has_touch": True},
    "two": {"width": 1280, "height": 800},
}
QUIET = """() => {
  const now = document.querySelector('.pocket').innerText, time = performance.now();
  if (now !== window.seenText) { window.seenText = now; window.seenTime = time; }
  return time - window.seenTime > 1500;
}"""


@contextmanager
def app() -> Iterator[str]:
    """Run the app as start.py does; yield the address of a page, with GAME for the game's id."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for folder in ("notebooks", "share"):
            shutil.copytree(ROOT / folder, root / folder)
        env = start.environment(os.environ, root / ".venv", start.Computer.system)
        env["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "widgets")])
        start.configure(Path(env["JUPYTER_CONFIG_DIR"]))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        token = secrets.token_hex(8)
        command = start.app_command(sys.executable, root, port, False, start.Computer.is_root)
        server = subprocess.Popen(
            [*command, f"--IdentityProvider.token={token}"],
            env=env,
            cwd=root,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(f"http://127.0.0.1:{port}/api?token={token}")
            yield f"http://127.0.0.1:{port}/voila/render/GAME/2_play.ipynb?token={token}"
        finally:
            server.terminate()
            server.wait(timeout=60)


def _wait_for(url: str) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("The app did not start.")


def mid_game() -> str:
    """Return the code of a game that has been played for a while."""
    session, rng = Session.new("landship", seed=SEED), Random(2)
    for _ in range(DECISIONS):
        moves = session.state.moves()
        session.play(rng.choice([move for move in moves if not move.startswith("end")] or moves))
    return session.record.code()


def paste(page: Any) -> None:
    """Go on with the game of Pocket Landship at the table of the page."""
    page.get_by_role("button", name="Save and go on").click()
    page.get_by_label("Paste a code").fill(mid_game())
    page.get_by_role("button", name="Go on with this code").click()
    page.locator(".pk-fold:visible").wait_for(state="hidden")


def play_for_two(page: Any) -> None:
    """Play the recorded game at the table of the page, handed over from side to side.

    A running game with hidden information has no code that could be pasted.
    """
    record = json.loads(SHARED.read_text("utf-8").partition("\n")[0])["record"]
    field = page.get_by_label("Type a move").first
    hand = page.locator("button.pk-hand").first
    for move in record["moves"][:SHARED_MOVES]:
        while hand.is_visible():  # covers the table, then shows it to the other side
            was = [hand.element_handle(), hand.inner_text()]
            hand.click()
            page.wait_for_function("([b, was]) => !b.offsetParent || b.innerText !== was", arg=was)
        field.fill(move)
        field.press("Enter")
        page.wait_for_function("field => !field.value", arg=field.element_handle())  # it was read
        page.evaluate("window.seenText = ''")
        page.wait_for_function(QUIET, polling=100)


def take(browser: Any, address: str, name: str) -> Path:
    """Take one screenshot; return where it is."""
    options = dict(SHOTS[name])
    size = {"width": options.pop("width"), "height": options.pop("height")}
    context = browser.new_context(viewport=size, reduced_motion="reduce", **options)
    page = context.new_page()
    page.goto(address.replace("GAME", GAMES[name == "two"]))
    page.locator(".pk-live canvas").first.wait_for()
    if name == "two":
        play_for_two(page)
    else:
        paste(page)
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    page.wait_for_function(QUIET, polling=100)
    phone = name == "phone"
    page.locator(".pocket").first.evaluate("e => e.scrollIntoView({block: 'start'})")
    taken = page.screenshot() if phone else page.locator(".pocket").first.screenshot()
    context.close()
    target = ROOT / "docs" / f"table-{name}.png"
    picture = Image.open(io.BytesIO(taken)).convert("RGB")
    # 256 colours make half the file; mixed for the cloth, whose shades would become patches
    palette = picture.quantize(256, method=Image.Quantize.FASTOCTREE)
    mixed = picture.quantize(palette=palette, dither=Image.Dither.FLOYDSTEINBERG)
    mixed.save(target, optimize=True)
    return target


def main(arguments: list[str] | None = None) -> int:
    """Run the script."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("shots", nargs="*", help=", ".join(SHOTS))
    chosen = parser.parse_args(arguments)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        raise SystemExit("No Chromium here; set CHROMIUM to the path of one.")
    from playwright.sync_api import sync_playwright

    with app() as address, sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        for name in chosen.shots or SHOTS:
            place = take(browser, address, name)
            print(f"{place.relative_to(ROOT)}: {place.stat().st_size // 1000} kB")
        browser.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
