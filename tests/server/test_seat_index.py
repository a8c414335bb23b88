"""The index of people: what is written with each entry is what the whole log gives, whoever reads it."""

import asyncio
import json
import random
from collections.abc import Sequence

import pytest

from camelup.protocol.settings import Settings
from camelup.server.configuration import Configuration
from camelup.server.games.game_worker import GameWorker
from camelup.server.games.indexer import Indexer
from camelup.server.metrics import Metrics
from camelup.server.store.base import Entry, Listed, Store
from camelup.server.store.people import NO_SEAT, Indexed, SeatRow
from camelup.server.tables.manager import TableManager
from camelup.server.tables.seat_index import find_change, index_rows
from camelup.server.tables.state import TableState
from camelup.server.thinking.workers import Workers
from tests.server.conftest import Database
from tests.server.stories import DECISIONS, Story, tell_story
from tests.server.test_store import opened

_OFTEN = ("sit", "sit there", "leave", "remove", "reopen", "claim", "add", "start", "play on", "say")


def tell_at_random(seed: int) -> Story:
    """Let things happen at a table, mostly those that change who sits where."""
    chance = random.Random(seed)
    kinds = [*DECISIONS, *_OFTEN * 3]
    decisions = [("claim", chance.randrange(12))] * (seed % 2)
    decisions += [(chance.choice(kinds), chance.randrange(200)) for _ in range(chance.randrange(1, 45))]
    story, _ = tell_story(Settings(edition=1 + seed % 2, seats=chance.randrange(2, 9)), decisions)  # type: ignore[arg-type]
    return story


def naive_rows(entries: Sequence[Entry]) -> frozenset[SeatRow]:
    """Read a log once more, as slowly and obviously as possible."""
    seats: list[str | None] = []
    left: set[int] = set()
    known: set[str] = set()
    has_begun = False
    for entry in entries:
        event = json.loads(entry.text)
        match event["type"]:
            case "created":
                seats = [None] * event["settings"]["seats"]
            case "claimed":
                known.add(event["token"])
            case "remembered":
                known.update(event["removed"], event["muted"])
            case "person_seated":
                seats[event["seat"]] = event["token"]
                known.add(event["token"])
            case "computer_seated":
                seats[event["seat"]] = "computer"
            case "seat_left" if has_begun:
                left.add(event["seat"])
            case "seat_left":
                seats[event["seat"]] = None
            case "started":
                has_begun, seats = True, [token for token in seats if token is not None]
    held = {SeatRow(token, seat) for seat, token in enumerate(seats) if token in known and seat not in left}
    return frozenset(held | {SeatRow(token, NO_SEAT) for token in known - {row.token for row in held}})


@pytest.mark.parametrize("seed", range(40))
def test_changes_add_up_to_what_the_log_gives(seed: int) -> None:
    table = TableState("table")
    rows: frozenset[SeatRow] = frozenset()
    for number, entry in enumerate(tell_at_random(seed).entries, 1):
        before = index_rows(table)
        table.apply_entry(entry)
        change = find_change(before, index_rows(table))
        if change is not None:
            assert not change.gone or set(change.gone) <= rows
            rows = (rows - set(change.gone)) | set(change.new)
        assert rows == index_rows(table), number
    assert rows == naive_rows(tell_at_random(seed).entries)


async def _append_all(store: Store, code: str, story: Story) -> None:
    table = TableState(code)
    for entry, turn in zip(story.entries, story.turns, strict=True):
        before = index_rows(table)
        table.apply_entry(entry, None, turn)
        change = find_change(before, index_rows(table))
        assert await store.append(code, entry.number, entry.text, table.summarize(), seats=change) is not None


async def test_what_is_written_live_is_what_is_read_from_old_logs(database: Database) -> None:
    """Also where one was interrupted after some tables: the next one goes on with the others."""
    store = database.store()
    workers, worker = Workers(1, seconds=0.1), GameWorker()
    manager = TableManager(store, workers, Metrics(), Configuration())
    indexer = Indexer(store, manager, worker, Metrics())
    stories = {seed: tell_at_random(seed) for seed in range(100, 108)}
    async with opened(store):
        for seed, story in stories.items():
            await _append_all(store, _code("a", seed), story)
            listed = Listed(_code("z", seed), 1.0, 2.0, story.table.summarize())
            await store.add_table(listed, story.entries)
        assert len(await store.people.find_unindexed()) == len(stories)
        assert not await indexer.is_complete()
        interrupted = asyncio.create_task(indexer.index_all())
        while len(await store.people.find_unindexed()) == len(stories):  # noqa: ASYNC110 - a store tells nobody
            await asyncio.sleep(0.002)  # less than a table takes
        interrupted.cancel()
        await indexer.index_all()
        assert await indexer.is_complete()
        for seed, story in stories.items():
            live = await store.people.read_index(_code("a", seed))
            assert live == await store.people.read_index(_code("z", seed))
            assert live == Indexed(len(story.entries), naive_rows(story.entries))
        headline = (await store.list_tables(limit=100))[0].summary.headline
        assert json.loads(headline)["names"] is not None
        await worker.close()
        await workers.close()


def _code(letter: str, seed: int) -> str:
    return f"{letter}{seed:07}".replace("0", "b").replace("1", "c")
