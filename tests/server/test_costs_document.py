"""The table of what everything costs: nothing that a stranger can send is missing from it."""

import re
from pathlib import Path
from typing import get_args

from camelup.protocol.fields import RECORD_BYTES
from camelup.protocol.requests import ClientMessage
from camelup.server.configuration import Configuration
from camelup.server.games.game_worker import MOST_FROM_ONE, MOST_WAITING
from camelup.server.http.dispatch import ANY_METHOD
from camelup.server.http.limits import FILES, ODDS, REPLAYS, REQUESTS
from camelup.server.http.message_rates import ADDRESS_FACTOR, RATES
from camelup.server.http.routes import ENDPOINTS
from camelup.server.tables.bounds import MAX_PLIES
from camelup.server.thinking.workers import MOST_REQUESTS, MOST_REQUESTS_FROM_ONE
from camelup.server.token_bucket import Rate

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"
SECTION = PAGE.read_text().split("\n### What everything costs\n")[1].split("\n##")[0]
ROWS = {
    cells[0]: cells[1:]
    for cells in (re.split(r" \| ", line.strip("| ")) for line in SECTION.splitlines() if line.startswith("| "))
}
BESIDE = {"What", "a connection", "a file of the client", "the handshake of a socket", "a ping"}
REFUSED = {"an invalid message", "a refused request"}


def test_every_message_and_every_route_has_its_row() -> None:
    messages = {f"`{kind.__struct_config__.tag}`" for kind in get_args(ClientMessage)}
    routes = {
        "any other path" if endpoint.method == ANY_METHOD else f"`{endpoint.method} {endpoint.path}`"
        for endpoint in ENDPOINTS
    }
    assert set(ROWS) == messages | routes | BESIDE | REFUSED


def test_every_row_says_what_it_costs_and_what_bounds_it() -> None:
    for name, cells in ROWS.items():
        assert len(cells) == 5, name
        assert all(cells), name


def test_bounds_are_those_of_the_code() -> None:
    usual = Configuration()
    words = " ".join(SECTION.split())
    assert _as_text(REQUESTS, usual, " from an address") in words
    assert _as_text(FILES, usual, " from an address") in ROWS["a file of the client"][-1]
    assert _as_text(ODDS, usual, " from an address") in ROWS["`POST /api/odds`"][-1]
    assert f"{MOST_REQUESTS_FROM_ONE} of an address and {MOST_REQUESTS} in total" in ROWS["`POST /api/odds`"][-1]
    waiting = f"{MOST_FROM_ONE} of an address and {MOST_WAITING} in total wait"
    for name in ("`GET /api/games/{table}`", "`POST /api/replay`"):
        assert _as_text(REPLAYS, usual, " replayed for an address") in ROWS[name][-1]
        assert waiting in ROWS[name][-1]
    assert f"{RECORD_BYTES:,} bytes; {MAX_PLIES:,} actions" in ROWS["`POST /api/replay`"][-1]
    assert f"an address may send {ADDRESS_FACTOR:g} times as many" in words
    for kind, rate in RATES.items():
        if rate is not None and kind not in {"hello", "say", "react"}:  # those have narrower bounds
            steady = "one in 2 seconds" if rate.a_second == 0.5 else f"{rate.a_second:g} a second"
            assert ROWS[f"`{kind}`"][-1].startswith(f"{steady}, {rate.at_once:g} at once"), kind


def _as_text(rate: Rate, usual: Configuration, where: str) -> str:
    allowed = rate.times(usual.address_connections)
    return f"{allowed.a_second:g} a second{where}, {allowed.at_once:,g} at once"
