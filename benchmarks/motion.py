"""How smoothly the heaviest unit, all seven camels, moves in a real Chromium, as it is and slowed down.

.venv/bin/python benchmarks/motion.py [--slow 4] [--times 3] [--size 1440x900]
The page's socket is played by this script, so that only the client is measured. Machines without a graphics card draw
in software: their figures are a lower bound.
"""

import argparse
import itertools
import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from playwright.sync_api import Browser, Page, WebSocketRoute

from tests.browser.serving import serve_client

_SEVEN = "KWgbpry"
_SEAT = {"kind": "person", "level": None, "is_connected": True, "is_host": False, "is_muted": False, "has_left": False}
_VIEW: dict[str, Any] = {
    "type": "view",
    "edition": 2,
    "track": {"4": _SEVEN},
    "dice": "bgpryx",
    "tents": [[5, 3, 2, 2]] * 5,
    "tickets": [[], []],
    "pyramid_tickets": [0, 0],
    "tiles": [None, None],
    "partners": [None, None],
    "turn": 0,
    "leg": 1,
    "winner_deck": [],
    "loser_deck": [],
    "money": [3, 3],
    "hands": [[None] * 5] * 2,
    "seat": None,
    "legal": [],
}
_TABLE = {
    "id": "slow",
    "status": "playing",
    "settings": {"edition": 2, "seats": 2, "is_open": False, "odds": "off", "hides_money": False, "clock": None},
    "seats": [{**_SEAT, "name": "Ann"}, {**_SEAT, "name": "Bo"}],
    "dice": {"commitment": "", "seeds": [], "secret": None},
    "ply": 0,
    "turn_ends": None,
    "now": 0,
    "rematch": None,
    "before": None,
}
_WELCOME = {"type": "welcome", "protocol": 1, "version": "", "table": _TABLE, "seats": [], "views": [_VIEW]}
_WATCH = """() => {
  // Nothing is asked in every frame: that alone would slow the page down.
  let isThere = false
  new MutationObserver(() => {
    if (isThere === (document.querySelector('[data-walking]') !== null)) return
    isThere = !isThere
    performance.mark(isThere ? 'appears' : 'gone')
  }).observe(document.body, { childList: true, subtree: true })
}"""
_STANDS = 260
"""How long, in ms, a unit is there before it goes."""
_DRAWN = "ProxyImpl::ScheduledActionDraw"


def play_roll(browser: Browser, page: Page, address: str, slow: float) -> list[float]:
    """Let all seven go three spaces; give when each frame of that was drawn, in ms."""
    sockets: list[WebSocketRoute] = []

    def answer(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        rest: dict[str, Any] = {"missed": [], "views_before": [], "chat": [], "odds": None}
        socket.on_message(lambda _: socket.send(json.dumps({**_WELCOME, **rest})))

    page.route_web_socket("**/socket", answer)
    page.goto(address)
    page.wait_for_selector(".stack")
    page.wait_for_timeout(500)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    events = [
        {"type": "die_revealed", "seat": 0, "face": "K3", "reason": "shown"},
        {"type": "camel_moved", "unit": list(_SEVEN), "start": 4, "end": 1, "is_under": False},
    ]
    changes = {"track": {"1": _SEVEN}, "dice": "bgpry"}
    seen: list[dict[str, Any]] = [{"seat": None, "events": events, "sentences": [[], []], "changes": changes}]
    played = {"type": "played", "ply": 1, "seat": 0, "by": "owner", "seen": seen, "turn_ends": None, "now": 0}
    page.evaluate(_WATCH)
    browser.start_tracing(page=page, categories=["cc", "blink.user_timing"])
    sockets[0].send(json.dumps({**played, "sentence": None}))
    page.wait_for_selector("[data-walking]")
    page.wait_for_selector("[data-walking]", state="detached")
    page.wait_for_timeout(100)
    traced = json.loads(browser.stop_tracing())["traceEvents"]
    begins = next(event["ts"] for event in traced if event["name"] == "appears") + 1000 * _STANDS
    ends = next(event["ts"] for event in traced if event["name"] == "gone")
    drawn = {event["ts"] for event in traced if event["name"] == _DRAWN and begins <= event["ts"] <= ends}
    return [when / 1000 for when in sorted(drawn)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--slow", type=float, default=4, help="how many times slower the processor is made")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--size", default="1440x900")
    asked = parser.parse_args()
    width, height = (int(part) for part in asked.size.split("x"))
    with serve_client() as (server, browser):
        for slow in (1, asked.slow):
            for _ in range(asked.times):
                with browser.new_context(viewport={"width": width, "height": height}) as context:
                    frames = play_roll(browser, context.new_page(), f"http://127.0.0.1:{server.port}/table/slow", slow)
                gaps = [after - before for before, after in itertools.pairwise(frames)]
                rate = 1000 * len(gaps) / (frames[-1] - frames[0])
                print(f"seven camels, {slow:g} times slower: {rate:.0f} frames/s, longest gap {max(gaps):.0f} ms")


if __name__ == "__main__":
    main()
