"""A log without a person: one that a server would have written, of the same game, and with nothing of him."""

import random

import asyncpg
import pytest

from camelup.core.errors import RequestError
from camelup.protocol.http import NewTable
from camelup.protocol.requests import Sit
from camelup.protocol.settings import Settings
from camelup.server.games.erasure import Erasure
from camelup.server.games.game_worker import GameWorker
from camelup.server.games.indexer import Indexer
from camelup.server.games.personal_data import erase_person, export_person
from camelup.server.metrics import Metrics
from camelup.server.store.base import Entry
from camelup.server.store.people import Rewriting, SeatRow
from camelup.server.tables import commands
from camelup.server.tables.entry_text import BrokenLogError
from camelup.server.tables.events import Claimed, HostChanged, PersonSeated, Remembered, write_event
from camelup.server.tables.log_check import check_log
from camelup.server.tables.seat_index import index_rows, is_erased
from camelup.server.tables.state import TableState
from tests.server.conftest import Database
from tests.server.honest import HonestTable
from tests.server.test_seat_index import tell_at_random
from tests.server.test_table_manager import opened, visiting
from tests.server.test_versions import _OLD_BEAT as OLD_BEAT

AT = 1_790_000_000.0


def _read(entries: list[Entry]) -> TableState:
    table = TableState("table")
    for entry in entries:
        table.apply_entry(entry)
    return table


@pytest.mark.parametrize("seed", range(60))
def test_a_log_stays_sound_whoever_is_erased_from_it(seed: int) -> None:
    entries = [entry._replace(at=AT) for entry in tell_at_random(seed).entries]
    before = _read(entries)
    if not before.known_tokens:
        return
    try:
        checked = check_log("table", entries)
    except BrokenLogError:
        checked = None  # the story had no host, for example: then nothing can be said about the other log
    token = random.Random(seed).choice(sorted(before.known_tokens))
    exported = export_person("table", entries, frozenset({token}))
    erased = erase_person("table", entries, frozenset({token}))
    after = [entry._replace(text=erased.texts.get(entry.number, entry.text)) for entry in entries]
    told = "\n".join(entry.text for entry in after)
    assert token not in told
    assert erased.chat == len(exported.chat)
    assert erased.names == len(exported.sat_down)
    table = _read(after)
    assert (table.state, table.plies, table.seeds, table.cards) == (
        before.state,
        before.plies,
        before.seeds,
        before.cards,
    )
    assert index_rows(table) == frozenset(row for row in index_rows(before) if row.token != token)
    assert table.summarize().headline == erased.headline
    assert not erase_person("table", after, frozenset({token})).texts
    if checked is not None:
        assert check_log("table", after).dice == checked.dice


@pytest.mark.parametrize("is_own", [True, False])
def test_the_name_of_a_table_goes_with_whoever_gave_it(is_own: bool) -> None:  # noqa: FBT001 - a parameter of a test
    made = commands.create(Settings(), bytes(32), title="Zoe's caravan")
    texts = [write_event(made), write_event(Claimed("zoe")), write_event(PersonSeated(0, "Zoe", "zoe", ""))]
    entries = [Entry(number, AT, text) for number, text in enumerate(texts, 1)]
    erased = erase_person("table222", entries, frozenset({"zoe" if is_own else "ann"}))
    assert ("caravan" in erased.texts.get(1, texts[0])) != is_own
    assert ("caravan" in erased.headline) != is_own


def test_names_are_unlike_all_others_and_computers_keep_theirs() -> None:
    made = HonestTable("table222", Settings(seats=8), AT)
    for name in ("Chick", "Guest", "Guest 3", "Zoe"):
        made.sit(name)
    made.add_computers("novice", "novice")  # the first of them would be Chick, if that was free
    made.do(lambda table: commands.say(table, 3, "I am Zoe"))
    made.do(commands.start)
    made.play(1)
    tokens = frozenset(commands.hash_token(name) for name in ("Chick", "Zoe"))
    erased = erase_person("table222", made.entries, tokens)
    after = [entry._replace(text=erased.texts.get(entry.number, entry.text)) for entry in made.entries]
    assert "Zoe" not in "".join(entry.text for entry in after)
    table = check_log("table222", after).table
    assert table.names[:4] == ("Guest 2", "Guest", "Guest 3", "Guest 4")
    assert table.names[4:] == made.table.names[4:]
    assert table.record.plies == made.table.record.plies
    assert not table.chat
    assert [holder is not None and is_erased(holder.token) for holder in table.seats] == [
        True,
        False,
        False,
        True,
        False,
        False,
    ]
    # A rematch is one of those who are left, and one of them is its host.
    rematch = commands.rematch(table, bytes(32))
    names = [event.name for event in rematch if isinstance(event, PersonSeated)]
    assert names == ["Guest", "Guest 3"]
    assert [event.seat for event in rematch if isinstance(event, HostChanged)] == [2]


def test_who_was_removed_at_the_table_before_is_erased_here_too() -> None:
    made = HonestTable("table222", Settings(seats=3), AT)
    token, other = commands.hash_token("Zoe"), commands.hash_token("Ann")
    made.happen(Remembered((other, token), (token,)))
    erased = erase_person("table222", made.entries, frozenset({token}))
    after = [entry._replace(text=erased.texts.get(entry.number, entry.text)) for entry in made.entries]
    guests = _read(after).guests
    assert guests.removed[0] == other
    assert is_erased(guests.removed[1])
    assert guests.muted == guests.removed[1:]


async def test_a_table_that_did_not_hear_of_it_goes_on_with_the_new_log(database: Database) -> None:
    """As at a process whose connection to the database was lost for a while."""
    store = database.store()
    async with opened(store) as manager:
        code = await manager.make(NewTable(Settings(seats=3)))
        async with visiting(manager, code, "Ann") as ann, visiting(manager, code, "Bo") as bo:
            for guest in (ann, bo):
                await guest.ask(Sit(name=guest.name, seed="5a" * 8))
            token = commands.hash_token("Ann")
            log = await manager.read_log(code)
            erased = erase_person(code, log, frozenset({token}))
            assert await store.people.rewrite(code, Rewriting(len(log), 0, erased.texts, erased.headline, (token,)))
            await bo.session.change(lambda table: commands.say(table, 1, "Who is that?"))
            assert bo.session.table.names == ("Guest", "Bo")
            assert (ann.connection.seats, bo.connection.seats) == ((), (1,))
            assert [line.text for line in bo.session.table.chat] == ["Who is that?"]
        (listed,) = await store.list_tables()
        assert "Ann" not in listed.summary.headline


async def test_nobody_is_forgotten_beside_an_older_process_which_would_remember(postgresql: Database) -> None:
    """What such a process adds to a log is indexed by a newer one."""
    store = postgresql.store()
    async with opened(store) as manager:
        worker = GameWorker()
        indexer = Indexer(store, manager, worker, Metrics())
        erasure = Erasure(store, manager, worker, indexer)
        made = HonestTable("aged2222", Settings(seats=3), AT)
        made.sit("Ann")
        assert await store.add_table(made.listed, made.entries, sorted(index_rows(made.table)))
        made.sit("Bo")
        connection = await asyncpg.connect(postgresql.address)
        last = made.entries[-1]
        await connection.execute(
            "INSERT INTO camelup_entries VALUES ('aged2222', $1, $2, $3)", last.number, int(AT * 1e6), last.text
        )
        await connection.execute("UPDATE camelup_tables SET length = $1", last.number)
        await connection.execute(OLD_BEAT, 0)
        bo = commands.hash_token("Bo")
        assert await store.people.find_known([bo]) == []
        with pytest.raises(RequestError) as error:
            await erasure.forget((bo,), "127.0.0.1")
        assert error.value.code == "busy"
        await indexer.index_all()
        index = await store.people.read_index("aged2222")
        assert index is not None
        assert index.rows == index_rows(made.table) >= {SeatRow(bo, 1)}
        await connection.execute("DELETE FROM camelup_processes WHERE name = 'old'")
        await connection.close()
        deleted = await erasure.forget((bo,), "127.0.0.1")
        assert (deleted.tables, deleted.left, deleted.names) == (1, 1, 1)
        await worker.close()
