"""What a person's games say together, and who may know it."""

import json
from typing import cast

import msgspec
import pytest

from camelup.core.errors import RequestError
from camelup.formats.review_types import Cost, Estimate
from camelup.server.games.my_games import PersonalGames
from camelup.server.store.base import Entry, Listed, Status, Store, Summary
from camelup.server.store.people import KeptFigures, SeatRow
from camelup.server.tables.manager import TableManager
from camelup.server.thinking.figures import FIGURES_VERSION, Figures, Moment, SeatFigures
from tests.server.conftest import Database
from tests.server.test_store import opened

ANN, BO, CY = ("a" * 64, "b" * 64, "c" * 64)
MONEY = [10, 16, 4, 10]


def _seat(result: float, luck: float, accuracy: float) -> SeatFigures:
    moment = Moment(3, 1, "roll", "take g", round(accuracy / 1000, 5), 0.01, 7)
    costs = [Cost("roll", 4, 0.5, 0.3), Cost("late_ticket", 2, accuracy / 100, 0.4)]
    worst = msgspec.structs.replace(moment, change=-moment.change)
    return SeatFigures(Estimate(accuracy, 4.0), Estimate(luck, 0.5), result, costs, moment, worst)


async def _add(store: Store, number: int, seats: list[SeatRow], status: Status = "finished") -> str:
    """Store a table as its row, its index and its figures show it."""
    names = ["Ann", f"Bo {number}", "Cy", "Chick"]
    players = [{"seat": seat, "kind": "computer" if seat == 3 else "person", "level": None} for seat in range(4)]
    money = MONEY if status == "finished" else None
    headline = {"edition": 2, "names": names, "players": players, "title": None, "leg": 5, "money": money}
    code = f"game{number:04}"
    listed = Listed(code, 100.0 + number, 200.0, Summary(status, False, json.dumps(headline)), 1)  # noqa: FBT003
    assert await store.add_table(listed, [Entry(1, 1.0, "made")], seats)
    return code


async def _review(store: Store, code: str, luck: float = 1.0, accuracy: float = 80.0) -> None:
    mean = sum(MONEY) / 4
    seats = [_seat(money - mean, luck * (seat - 1), accuracy + seat) for seat, money in enumerate(MONEY)]
    kept = KeptFigures(FIGURES_VERSION, msgspec.json.encode(Figures(seats)).decode())
    await store.keep_review(code, 1, b"", kept)


def _games(store: Store) -> PersonalGames:
    return PersonalGames(store, cast("TableManager", None))


async def test_games_count_where_the_seat_is_certain(database: Database) -> None:
    store = database.store()
    async with opened(store):
        mine = [await _add(store, number, [SeatRow(ANN, 0), SeatRow(BO, 1)]) for number in range(12)]
        shared = await _add(store, 20, [SeatRow(ANN, 0), SeatRow(ANN, 1)])
        await _add(store, 21, [SeatRow(ANN, 0)], "closed")
        for number, code in enumerate(mine[:11]):
            await _review(store, code, luck=number - 4, accuracy=70.0 + number)
        games = _games(store)
        summed = await games.sum_up([ANN])
        assert (summed.races, summed.won, summed.unreviewed) == (12, 0, [mine[11]])
        assert summed.accuracy == Estimate(75.5, 1.26)  # of the last ten, 71 to 80
        assert [point.accuracy for point in summed.series] == [70.0 + number for number in range(11)]
        assert [cost.kind for cost in summed.costs] == ["late_ticket", "roll"]
        assert summed.costs[1] == Cost("roll", 44, 0.5, round(0.3 / 11**0.5, 3))
        assert summed.best is not None
        assert summed.worst is not None
        assert (summed.best.table, summed.best.change, summed.best.best) == (mine[10], 0.08, "take g")
        assert (summed.worst.table, summed.worst.change) == (mine[10], -0.08)
        # A device that was passed round counts once somebody says whose seat was whose.
        assert (await games.list_games([ANN], None, 2)).games[1].seat is None
        assert await store.people.choose_seat([ANN], shared, 1)
        assert (await games.sum_up([ANN])).races == 13
        assert (await games.sum_up([ANN])).won == 1
        assert (await games.sum_up([CY])).races == 0


async def test_games_are_listed_in_pages(database: Database) -> None:
    store = database.store()
    async with opened(store):
        for number in range(5):
            await _add(store, number, [SeatRow(ANN, 0), SeatRow(BO, 1)])
        await _review(store, "game0003")
        games = _games(store)
        first = await games.list_games([ANN, CY], None, 3)
        assert [game.table for game in first.games] == ["game0004", "game0003", "game0002"]
        rest = await games.list_games([ANN, CY], first.next, 3)
        assert [game.table for game in rest.games] == ["game0001", "game0000"]
        assert rest.next is None
        one, reviewed = first.games[:2]
        assert (one.place, one.money, one.winners, one.seat, one.is_shared) == (2, 10, [1], 0, False)
        assert [(seat.name, seat.kind) for seat in one.seats][2:] == [("Cy", "person"), ("Chick", "computer")]
        assert (one.accuracy, reviewed.accuracy, reviewed.luck) == (None, Estimate(80.0, 4.0), Estimate(-1.0, 0.5))
        assert (await games.list_games([CY], None, 3)).games == []
        for before in ("", "x", "-", "nan-t", "1e99-t", "5"):
            with pytest.raises(RequestError):
                await games.list_games([ANN], before, 3)


async def test_friends_are_those_who_came_again_and_nobody_else_learns_of_them(database: Database) -> None:
    store = database.store()
    async with opened(store):
        for number in range(4):
            cy = [SeatRow(CY, 2)] if number < 2 else []
            code = await _add(store, number, [SeatRow(ANN, 0), SeatRow(BO, 1), *cy])
            await _review(store, code, luck=2.0 * number)
        games = _games(store)
        summed = await games.sum_up([ANN])
        assert summed.friend_games == 4
        bo, ann = summed.friends
        assert (bo.name, bo.is_you, bo.games, bo.wins, bo.skill, bo.luck) == ("Bo 3", False, 4, 4, 6.0, 0.0)
        # Pounds from the mean of the table without what the dice brought: 0 plus 0, 2, 4 and 6.
        assert (ann.is_you, ann.games, ann.wins, ann.skill, ann.skill_error, ann.luck) == (True, 4, 0, 3.0, 1.29, -3.0)
        assert ANN not in msgspec.json.encode(summed).decode()
        assert BO not in msgspec.json.encode(summed).decode()
        assert (await games.sum_up([CY])).friends == []
        assert (await games.sum_up(["d" * 64])).friends == []
        assert {friend.name for friend in (await games.sum_up([BO])).friends} == {"Ann", "Bo 3"}
