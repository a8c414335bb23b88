"""What stores know about people, and what is on its way between two devices: the same on each of them."""

import asyncio

from camelup.server.store.base import Entry, Listed, Summary
from camelup.server.store.people import NO_SEAT, Indexed, KeptFigures, Place, Rewriting, SeatChange, SeatRow
from tests.server.conftest import Database
from tests.server.test_store import opened

WAITING = Summary("waiting", is_open=True, headline="{}")
ANN, BO = SeatRow("a" * 64, 0), SeatRow("b" * 64, 1)


async def test_the_index_changes_together_with_the_log(database: Database) -> None:
    store = database.store()
    people = store.people
    async with opened(store):
        await store.append("t", 1, "made", WAITING)
        await store.append("t", 2, "ann", seats=SeatChange((), (ANN,)))
        assert await store.append("t", 2, "too late", seats=SeatChange((ANN,), (BO,))) is None
        assert await people.read_index("t") == Indexed(2, frozenset({ANN}))
        moved = ANN._replace(seat=1)
        at_once = (SeatChange((), (BO,)), None, SeatChange((BO, ANN), (moved,)))
        await asyncio.gather(*(store.append("t", 3 + n, "x", seats=seats) for n, seats in enumerate(at_once)))
        assert await people.read_index("t") == Indexed(5, frozenset({moved}))
        assert [(table.listed.table, table.seats) for table in await people.find_tables([ANN.token])] == [("t", (1,))]
        assert (await people.find_tables([BO.token]), await people.find_unindexed()) == ([], [])
        await store.delete(["t"])
        assert await people.find_known([ANN.token]) == []
        assert await people.read_index("t") is None


async def test_a_log_from_elsewhere_is_indexed_later_and_what_comes_meanwhile_is_not_lost(database: Database) -> None:
    store = database.store()
    people = store.people
    async with opened(store):
        listed, entries = Listed("old", 1.0, 2.0, WAITING, 2), [Entry(1, 1.0, "made"), Entry(2, 2.0, "ann")]
        await store.add_table(listed, entries)
        await store.add_table(listed._replace(table="new"), entries, [BO])
        await store.append("old", 3, "bo", seats=SeatChange((), (BO,)))  # by a log that is not indexed nobody is found
        assert await people.find_unindexed() == ["old"]
        assert await people.read_index("old") == Indexed(0, frozenset())
        assert await people.find_unindexed(after="old") == []
        assert not await people.index("old", 2, [ANN], "{}")  # it has grown
        assert await people.index("old", 3, [ANN, BO._replace(seat=NO_SEAT)], '{"edition":1}')
        assert await people.find_unindexed() == []
        assert sorted(await people.find_known([BO.token])) == ["new", "old"]
        (found,) = await people.find_tables([ANN.token])
        assert found.listed == listed._replace(updated=found.listed.updated, length=3, summary=found.listed.summary)
        assert found.listed.summary.headline == '{"edition":1}'
        assert [table.listed.table for table in await people.find_tables([ANN.token, BO.token])] == ["old", "new"]


async def test_tables_come_in_pages_with_figures_and_the_seat_that_was_chosen(database: Database) -> None:
    store = database.store()
    people = store.people
    async with opened(store):
        for number in range(5):
            listed = Listed(f"t{number}", 10.0 + number // 2, 20.0, WAITING, 1)
            await store.add_table(listed, [Entry(1, 1.0, "made")], [ANN, ANN._replace(seat=3), BO])
        pages = [await people.find_tables([ANN.token], limit=2)]
        while len(pages[-1]) == 2:
            last = pages[-1][-1].listed
            pages.append(await people.find_tables([ANN.token], Place(last.created, last.table), 2))
        assert [table.listed.table for page in pages for table in page] == ["t4", "t3", "t2", "t1", "t0"]
        assert {(table.seats, table.counts) for page in pages for table in page} == {((0, 3), None)}
        assert await people.choose_seat([ANN.token], "t1", 3)
        assert not await people.choose_seat([ANN.token], "t1", 1)  # Bo's
        assert not await people.choose_seat(["c" * 64], "t1", None)
        await store.keep_review("t1", 1, b"review", KeptFigures(2, '{"seats":[]}'))
        await store.keep_review("t1", 2, b"later", KeptFigures(1, "older"))
        found = {table.listed.table: table for table in await people.find_tables([ANN.token])}
        assert (found["t1"].counts, found["t1"].figures) == (3, KeptFigures(2, '{"seats":[]}'))
        assert (found["t0"].counts, found["t0"].figures) == (None, None)
        assert await people.find_figures("t1") == found["t1"].figures
        assert await people.index("t1", 1, [ANN, ANN._replace(seat=3)], "{}")  # which keeps the choice
        assert (await people.find_tables([ANN.token], Place(11.0, "t2"), 1))[0].counts == 3
        assert await people.choose_seat([ANN.token], "t1", None)
        assert (await people.find_tables([ANN.token], Place(11.0, "t2"), 1))[0].counts is None
        assert sorted((found.table, found.seat) for found in await people.find_companions(["t0", "t1", "?"])) == [
            ("t0", 0), ("t0", 1), ("t0", 3), ("t1", 0), ("t1", 3),
        ]  # fmt: skip


async def test_whoever_read_a_log_before_it_was_rewritten_cannot_go_on_with_it(database: Database) -> None:
    store = database.store()
    people = store.people
    async with opened(store):
        await store.append("t", 1, "made", WAITING)
        await store.append("t", 2, "Ann sat down", seats=SeatChange((), (ANN, BO)))
        await store.keep_review("t", 1, b"of Ann", KeptFigures(1, "{}"))
        rewriting = Rewriting(2, 0, {2: "Guest sat down"}, '{"names":["Guest"]}', (ANN.token,))
        assert not await people.rewrite("t", rewriting._replace(length=1))
        assert await people.rewrite("t", rewriting)
        assert not await people.rewrite("t", rewriting)
        assert await people.count_rewrites("t") == 1
        assert [entry.text for entry in await store.read("t")] == ["made", "Guest sat down"]
        assert (await people.read_index("t"), await store.read_review("t")) == (Indexed(2, frozenset({BO})), None)
        assert (await store.list_tables())[0].summary.headline == '{"names":["Guest"]}'
        assert await people.find_figures("t") is not None
        assert await store.append("t", 3, "more", WAITING) is None
        await store.keep_review("t", 1, b"of Ann")
        assert await store.read_review("t") is None
        assert await store.append("t", 3, "more", WAITING, rewrites=1) is not None
        await store.keep_review("t", 1, b"of Guest", rewrites=1)
        assert await store.find_review("t", 1) == b"of Guest"
        await people.scrub()
        assert len(await store.read("t")) == 3


async def test_a_transfer_is_redeemed_once_by_whoever_comes_first_and_not_too_late(database: Database) -> None:
    stores = [database.store() for _ in range(2 if database.is_shared else 1)]
    async with opened(*stores):
        transfers = stores[0].transfers
        expires = await transfers.add("code", b"\x00bundle", seconds=600, most=2)
        assert expires is not None
        assert await transfers.add("code", b"another", seconds=600, most=2) is None
        assert await transfers.add("late", b"late", seconds=0, most=2) is not None
        assert await transfers.redeem("late") is None
        assert await transfers.add("second", b"second", seconds=600, most=2) is not None
        assert await transfers.add("third", b"third", seconds=600, most=2) is None
        assert await transfers.redeem("guess") is None
        tried = await asyncio.gather(*(stores[n % len(stores)].transfers.redeem("code") for n in range(6)))
        assert (tried.count(b"\x00bundle"), tried.count(None)) == (1, 5)
        assert await transfers.redeem("code") is None
        await transfers.add("soon", b"soon", seconds=0, most=9)
        assert await transfers.expire() == 1
        assert await transfers.redeem("second") == b"second"
