"""Taking one's games to another device: a bundle is fetched once, in time, by its code, and by nothing else."""

import asyncio
import json
import sqlite3
from contextlib import closing

import asyncpg
import pytest

from camelup.core.errors import RequestError
from camelup.protocol.transfers import BUNDLE_LETTERS, TRANSFER_SECONDS, Transfer
from camelup.server.configuration import Configuration
from camelup.server.http import transfers
from camelup.server.http.limits import TRIES, AddressLimiter
from camelup.server.http.transfers import Transfers
from camelup.server.metrics import Metrics
from tests.server.conftest import Database
from tests.server.live import LiveServer
from tests.server.test_http_api import ask
from tests.server.test_store import opened

BUNDLE = "Q2FtZWxz-_" * 40


def make(server: LiveServer, bundle: str) -> dict[str, object]:
    status, headers, text = ask(server, "/api/transfers", "POST", json.dumps({"bundle": bundle}).encode())
    assert (status, headers["Cache-Control"]) == (201, "no-store")
    made: dict[str, object] = json.loads(text)
    return made


def redeem(server: LiveServer, code: object) -> tuple[int, dict[str, str]]:
    status, _, text = ask(server, "/api/transfers/redeem", "POST", json.dumps({"code": code}).encode())
    return status, json.loads(text)


async def test_a_bundle_is_fetched_once_and_by_its_code_alone(server: LiveServer) -> None:
    made, other = make(server, BUNDLE), make(server, "other")
    assert made["seconds"] == TRANSFER_SECONDS
    code = str(made["code"])
    # Guesses find nothing, and whoever only looks, as a preview of a link does, spends nothing.
    for guess in ("A" * 16, code[:-1], code.swapcase(), f"{code} "):
        assert redeem(server, guess)[0] == 404
    for path in ("/api/transfers", "/api/transfers/redeem", f"/api/transfers/redeem?code={code}"):
        assert ask(server, path)[0] == 405
    assert redeem(server, code) == (200, {"bundle": BUNDLE})
    # A used code and one that never existed get the same answer.
    status, used = redeem(server, code)
    assert (status, used["code"]) == (404, "no_transfer")
    assert used == redeem(server, "A" * 16)[1]
    assert redeem(server, other["code"]) == (200, {"bundle": "other"})


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("", {"bundle": ""}, 400, "message"),
        ("", {"bundle": "with space"}, 400, "message"),
        ("", {"bundle": "line\n"}, 400, "message"),
        ("", {"bundle": "A" * (BUNDLE_LETTERS + 1)}, 400, "message"),
        ("", {"bundle": "A" * (BUNDLE_LETTERS + 200)}, 413, "too_large"),
        ("", {"bundle": "A", "key": "B"}, 400, "message"),
        ("/redeem", {}, 400, "message"),
        ("/redeem", {"code": "A" * 101}, 400, "message"),
        ("/redeem", {"code": 7}, 400, "message"),
    ],
)
async def test_what_is_no_bundle_or_code_is_refused(
    server: LiveServer, path: str, body: object, status: int, code: str
) -> None:
    given, _, text = ask(server, f"/api/transfers{path}", "POST", json.dumps(body).encode())
    assert (given, json.loads(text)["code"]) == (status, code)


async def test_another_site_can_make_and_fetch_nothing(server: LiveServer) -> None:
    for path in ("/api/transfers", "/api/transfers/redeem"):
        assert ask(server, path, "POST", b"{}", Origin="https://evil.example")[0] == 403


async def execute(database: Database, statement: str) -> list[tuple[object, ...]]:
    """Do something to the database behind the back of its store."""
    if database.address is None:
        with closing(sqlite3.connect(database.data / "camelup.sqlite", isolation_level=None)) as connection:
            return list(connection.execute(statement.replace("camelup_", "")))
    shared = await asyncpg.connect(database.address)
    try:
        return [tuple(row) for row in await shared.fetch(statement)]
    finally:
        await shared.close()


async def test_the_database_has_no_code_and_old_bundles_are_gone(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transfers, "MOST_WAITING", 2)
    store = database.store()
    async with opened(store):
        waiting = Transfers(store, Metrics())
        first, second = await waiting.make(BUNDLE), await waiting.make(BUNDLE)
        assert first.code not in str(await execute(database, "SELECT * FROM camelup_transfers"))
        with pytest.raises(RequestError, match="Try again in ten minutes"):
            await waiting.make(BUNDLE)
        await execute(database, "UPDATE camelup_transfers SET expires = at")
        with pytest.raises(RequestError, match="older than ten minutes"):
            await waiting.redeem(first.code)
        # There is room again: what is too old leaves by itself.
        third = await waiting.make("new")
        assert len(await execute(database, "SELECT * FROM camelup_transfers")) == 1
        assert (await waiting.redeem(third.code)).bundle == "new"
        with pytest.raises(RequestError, match="older than ten minutes"):
            await waiting.redeem(second.code)


async def test_of_many_who_fetch_at_once_one_gets_it_whatever_process_they_ask(database: Database) -> None:
    stores, metrics = [database.store() for _ in range(2 if database.is_shared else 1)], Metrics()
    async with opened(*stores):
        for _ in range(5):
            made = await Transfers(stores[0], metrics).make(BUNDLE)
            tries = [Transfers(store, metrics).redeem(made.code) for store in stores * 4]
            found = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(isinstance(one, Transfer) for one in found) == 1
            assert {type(one) for one in found} == {Transfer, RequestError}
    assert 'camelup_transfers_total{what="redeemed"} 5' in metrics.write()


async def test_an_address_makes_and_tries_only_so_many() -> None:
    limiter = AddressLimiter(Configuration(address_transfers=3))
    for count, allow in ((3, limiter.make_transfer), (3 * TRIES, limiter.redeem_transfer)):
        for _ in range(count):
            allow("192.0.2.1")
        with pytest.raises(RequestError, match="Wait a while"):
            allow("192.0.2.1")
        allow("192.0.2.2")
