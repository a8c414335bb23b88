"""Film a leg as somebody sees it who plays against computers: a picture every 80 ms, and what the server said.

.venv/bin/python tools/film.py [--size 1440x900] [--folder film] [--pace normal] [--sheets]
The pictures are named by their time in ms. `truth.txt` has the server's own sentences in their order, to compare them
with what people make of the film. `--sheets` also lays the pictures out on contact sheets.
"""

import argparse
import base64
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, WebSocket

from hatch_build import Client
from tests.browser import chromium
from tests.browser.conftest import keep_pace
from tests.browser.playing import Racer, make_table, sit_down, start_race
from tests.server.live import LiveServer

ROOT = Path(__file__).parent.parent
COMPUTERS = ("novice", "greedy", "shark")
STEP = 80
"""A picture every so many ms."""
THOUGHT = 1500
"""How long, in ms, the person thinks."""
_QUALITY = 70
_COLUMNS = 6
_ROWS = 5


class Film:
    """Takes each picture that a page paints, with its time."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)
        self._frames: list[tuple[float, bytes]] = []
        self._session.on("Page.screencastFrame", self._take)
        self._session.send("Page.startScreencast", {"format": "jpeg", "quality": _QUALITY, "everyNthFrame": 1})

    def _take(self, frame: dict[str, Any]) -> None:
        self._frames.append((float(frame["metadata"]["timestamp"]), base64.b64decode(frame["data"])))
        self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def stop(self) -> None:
        self._session.send("Page.stopScreencast")

    def write(self, folder: Path, start: float) -> int:
        """Write what was to be seen every 80 ms; nothing painted means that nothing changed."""
        end = self._frames[-1][0]
        at, shown = start, 0
        count = 0
        while at <= end:
            while shown + 1 < len(self._frames) and self._frames[shown + 1][0] <= at:
                shown += 1
            (folder / f"{round((at - start) * 1000):06}.jpg").write_bytes(self._frames[shown][1])
            count += 1
            at += STEP / 1000
        return count


class Listener:
    """Writes down what the server says, in its order."""

    def __init__(self, page: Page) -> None:
        self._heard: list[tuple[float, str]] = []
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._hear(json.loads(text)))

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "played":
            said = " ".join(text for texts in message["seen"][0]["sentences"] for text in texts)
            self._heard.append((time.time(), f"action {message['ply']}: {said}"))

    @property
    def start(self) -> float:
        """A moment before the first action: the first worker of all compiles for minutes."""
        return self._heard[0][0] - 1

    def write(self, path: Path) -> None:
        """Write it down, with the times of the film."""
        lines = [f"{at - self.start:6.1f} s, {said}\n" for at, said in self._heard]
        path.write_text("".join(lines), encoding="utf-8")


def film_leg(browser: Browser, server: LiveServer, size: ViewportSize, pace: str, folder: Path) -> int:
    """Play a leg, and film it."""
    with browser.new_context(viewport=size, is_mobile=size["width"] < 700, has_touch=size["width"] < 700) as context:
        context.set_default_timeout(240_000)
        keep_pace(context, pace)
        page = context.new_page()
        listener = Listener(page)
        page.goto(f"http://127.0.0.1:{server.port}/table/{make_table(server, *COMPUTERS)}")
        sit_down(page, "Amira")
        film = Film(page)
        start_race(page)
        racer = Racer(page, seed=4)
        stage = page.get_by_role("button", name="Next leg")
        own = page.locator("button.roll:not([disabled])")
        while True:
            own.or_(stage).first.wait_for()
            if stage.count():
                break
            page.wait_for_timeout(THOUGHT)
            racer.take_turn()
        page.wait_for_timeout(2500)
        film.stop()
        listener.write(folder / "truth.txt")
        return film.write(folder, listener.start)


def lay_out(browser: Browser, folder: Path, size: ViewportSize) -> int:
    """Contact sheets, read row by row."""
    width = 480 if size["width"] > size["height"] else 260
    height = width * size["height"] // size["width"]
    frames = sorted(folder.glob("??????.jpg"))
    each = _COLUMNS * _ROWS
    page = browser.new_page(viewport={"width": _COLUMNS * (width + 6), "height": _ROWS * (height + 22)})
    for sheet, first in enumerate(range(0, len(frames), each)):
        items = "".join(
            f'<figure><img width={width} height={height} src="data:image/jpeg;base64,'
            f'{base64.b64encode(frame.read_bytes()).decode()}">'
            f"<figcaption>{int(frame.stem) / 1000:.2f} s</figcaption></figure>"
            for frame in frames[first : first + each]
        )
        page.set_content(
            f"<style>body{{margin:0;display:grid;grid-template-columns:repeat({_COLUMNS},1fr);font:12px sans-serif}}"
            f"figure{{margin:2px}}</style>{items}"
        )
        page.screenshot(path=folder / f"sheet-{sheet:02}.png")
    page.close()
    return -(-len(frames) // each)


def main() -> None:
    parser = argparse.ArgumentParser(description="Film a leg as somebody sees it who plays against computers.")
    parser.add_argument("--size", default="1440x900")
    parser.add_argument("--folder", type=Path, default=ROOT / "film")
    parser.add_argument("--pace", choices=["relaxed", "normal", "fast"], default="normal")
    parser.add_argument("--sheets", action="store_true", help="also lay the pictures out on contact sheets")
    asked = parser.parse_args()
    width, height = map(int, asked.size.split("x"))
    size: ViewportSize = {"width": width, "height": height}
    asked.folder.mkdir(parents=True, exist_ok=True)
    found = chromium.find()
    if found is None:
        sys.exit(chromium.REMEDIES)
    Client(ROOT).build()
    with (
        tempfile.TemporaryDirectory() as data,
        LiveServer(Path(data), "--bot-delay", "1.2") as server,
        chromium.start_playwright() as playwright,
        found.launch(playwright) as browser,
    ):
        count = film_leg(browser, server, size, asked.pace, asked.folder)
        sheets = lay_out(browser, asked.folder, size) if asked.sheets else 0
    print(f"{count} pictures and {sheets} sheets are in {asked.folder}")


if __name__ == "__main__":
    main()
