"""Reviews on the server: computed once, behind everything else, kept with the game, and told as far as they are."""

import asyncio
import gzip
import json
import random
import urllib.request
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec
import pytest

from camelup.core.actions import Roll
from camelup.core.errors import CamelUpError, RequestError
from camelup.formats.json_codec import to_json
from camelup.formats.reading import record_of
from camelup.formats.record import Record
from camelup.game import Game
from camelup.players import Budget
from camelup.protocol.reviews import ReviewAnswer
from camelup.review import review_game
from camelup.review.review_json import review_to_json
from camelup.server.metrics import Metrics
from camelup.server.store.base import Store
from camelup.server.tables.bounds import MAX_REVIEWED_PLIES
from camelup.server.tables.replays import check_reviewable_record
from camelup.server.thinking import reviews as reviewing
from camelup.server.thinking.reviews import (
    MOST_RECORDS,
    MOST_RECORDS_FROM_ONE,
    MOST_REVIEWS,
    VERSION,
    Reviewed,
    Reviews,
)
from camelup.server.thinking.workers import Workers
from tests.server.conftest import Database
from tests.server.live import ROLL, LiveServer, Message, play_on, seat_people, start_game
from tests.server.test_store import WAITING, opened
from tests.server.test_workers import ODD, until

PLAYOUTS = 12
ADDRESS = "198.51.100.7"


def finished(seed: int = 1, names: tuple[str, ...] = ("Ann", "Bo")) -> Record:
    game = Game(len(names), seed=seed, names=names)
    while not game.is_over:
        game.play("roll")
    return game.record


def finished_text(seed: int = 1, names: tuple[str, ...] = ("Ann", "Bo")) -> str:
    return str(finished(seed, names))


def unpack(reviewed: Reviewed) -> Message:
    review: Message = json.loads(zlib.decompress(reviewed.packed or b""))
    return review


def allow() -> None:
    """Refuse nobody."""


@asynccontextmanager
async def reviews_of(store: Store) -> AsyncIterator[Reviews]:
    """Reviews by a worker that loads nothing."""
    workers = Workers(1, command=ODD)
    reviews = Reviews(store, workers, Metrics(), PLAYOUTS)
    async with opened(store):
        try:
            yield reviews
        finally:
            await reviews.close()
            await workers.close()


async def whole(reviews: Reviews, table: str) -> Reviewed:
    """Wait until the review of a game is there."""
    while True:
        reviewed = await reviews.find_game(table)
        if reviewed is not None and reviewed.is_done:
            return reviewed
        await asyncio.sleep(0.01)


async def failure(reviews: Reviews, key: str) -> CamelUpError:
    """Wait until a review has failed."""
    while True:
        try:
            reviews.find(key)
        except CamelUpError as error:
            return error
        await asyncio.sleep(0.01)


# --- The store ------------------------------------------------------------------------------------------------


async def test_a_review_is_kept_with_its_table_and_goes_with_it(database: Database) -> None:
    store = database.store()
    async with opened(store):
        await store.keep_review("t", 1, b"of no table")
        assert await store.find_review("t", 1) is None
        await store.append("t", 1, "{}", WAITING)
        await store.append("u", 1, "{}", WAITING)
        assert await store.find_review("t", 1) is None
        await store.keep_review("t", 2, b"\0two\xff" * 100_000)
        await store.keep_review("t", 1, b"older")
        assert await store.find_review("t", 1) is None
        assert await store.find_review("t", 2) == b"\0two\xff" * 100_000
        assert await store.find_review("u", 2) is None
        assert await store.find_review("\0", 2) is None
    again = database.store()
    async with opened(again):
        await again.keep_review("t", 2, b"once more")
        await again.keep_review("t", 3, b"newer")
        assert await again.find_review("t", 3) == b"newer"
        await again.keep_review("u", 3, b"another")
        await again.delete(["t"])
        await again.append("t", 1, "{}", WAITING)
        assert await again.find_review("t", 3) is None
        assert await again.find_review("u", 3) == b"another"


# --- Computing ------------------------------------------------------------------------------------------------


async def test_a_game_is_reviewed_once_and_kept_for_other_processes_and_times(database: Database) -> None:
    async with reviews_of(database.store()) as reviews:
        await reviews._store.append("t", 1, "{}", WAITING)  # noqa: SLF001 - where it is kept
        assert await reviews.find_game("t") is None
        begun = reviews.begin_game("t", finished_text(), allow)
        assert (begun.is_done, begun.packed, reviews.waiting) == (False, None, 1)
        assert reviews.begin_game("t", finished_text(), allow) is begun
        told = await whole(reviews, "t")
        assert (told.playouts, unpack(told)["times"]) == (16, 2)
        assert reviews.waiting == 0
        first = told.packed
    async with reviews_of(database.store()) as others:
        found = await others.find_game("t")
        assert found is not None
        assert (found.is_done, found.progress, found.playouts, found.packed) == (True, 1.0, 16, first)
        assert others._workers.done == 0  # noqa: SLF001 - nobody has computed anything


async def test_two_processes_that_are_asked_at_once_do_no_harm(postgresql: Database) -> None:
    async with reviews_of(postgresql.store()) as one, reviews_of(postgresql.store()) as other:
        await one._store.append("t", 1, "{}", WAITING)  # noqa: SLF001
        assert [await reviews.find_game("t") for reviews in (one, other)] == [None, None]
        for reviews in (one, other):
            reviews.begin_game("t", finished_text(), allow)
        told = [await whole(reviews, "t") for reviews in (one, other)]
        await until(lambda: one.waiting == other.waiting == 0)
        kept = await other._store.find_review("t", VERSION)  # noqa: SLF001
        assert kept is not None
        assert [reviewed.playouts for reviewed in told] == [16, 16]


async def test_what_was_interrupted_is_computed_when_somebody_asks_again(tmp_path: Path) -> None:
    async with reviews_of(Database(None, tmp_path).store()) as reviews:
        await reviews._store.append("t", 1, "{}", WAITING)  # noqa: SLF001
        reviews.begin_game("t", finished_text(), allow)
        await asyncio.sleep(0)
    async with reviews_of(Database(None, tmp_path).store()) as reviews:
        assert await reviews.find_game("t") is None
        reviews.begin_game("t", finished_text(), allow)
        assert (await whole(reviews, "t")).playouts == 16


async def test_a_move_waits_for_one_piece_at_most_however_many_reviews_wait(tmp_path: Path) -> None:
    async with reviews_of(Database(None, tmp_path).store()) as reviews:
        workers = reviews._workers  # noqa: SLF001
        await workers.warm()
        for seed in range(MOST_RECORDS):
            reviews.begin_record(finished_text(seed), allow, f"192.0.2.{seed}")
        for _ in range(20):
            done = workers.done
            assert await workers.choose("t", 0, "any", Game(seed=1).record) == Roll()
            assert workers.done - done <= 2
        assert reviews.waiting > 0


async def test_a_later_version_reviews_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with reviews_of(Database(None, tmp_path).store()) as reviews:
        await reviews._store.append("t", 1, "{}", WAITING)  # noqa: SLF001
        reviews.begin_game("t", finished_text(), allow)
        await whole(reviews, "t")
        monkeypatch.setattr(reviewing, "VERSION", VERSION + 1)
        assert await reviews.find_game("t") is None
        reviews.begin_game("t", finished_text(), allow)
        await whole(reviews, "t")
        # A process of before, which is still there, has no place to keep its own, and tells it all the same.
        monkeypatch.setattr(reviewing, "VERSION", VERSION)
        assert await reviews.find_game("t") is None
        begun = reviews.begin_game("t", finished_text(), allow)
        assert await whole(reviews, "t") is begun


async def test_first_curves_come_before_refinements(tmp_path: Path) -> None:
    async with reviews_of(Database(None, tmp_path).store()) as reviews:
        begun = [reviews.begin_record(finished_text(seed), allow, ADDRESS) for seed in range(4)]
        while not begun[0].is_done:
            await asyncio.sleep(0)
            if begun[0].playouts > 8:
                assert all(reviewed.packed for reviewed in begun)
        assert begun[0].packed != begun[1].packed


async def test_who_dies_in_the_middle_begins_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIED", str(tmp_path / "died"))

    async with reviews_of(Database(None, tmp_path).store()) as reviews:
        reviewed = reviews.begin_record(finished_text(names=("Dies", "Bo")), allow, ADDRESS)
        await until(lambda: reviewed.is_done)
        assert reviewed.playouts == 16
        assert reviews._workers.restarts == 1  # noqa: SLF001


async def test_what_fails_is_told_once_and_then_tried_again(tmp_path: Path) -> None:
    async with reviews_of(Database(None, tmp_path).store()) as reviews:
        record = finished_text(names=("Fails", "Bo"))
        key = reviews.begin_record(record, allow, ADDRESS).key
        error = await failure(reviews, key)
        assert (error.code, "green" in error.message) == ("no_answer", False)
        assert reviews.find(key) is None
        assert reviews.begin_record(record, allow, ADDRESS).key == key
        assert reviews.begin_record(finished_text(), allow, ADDRESS).key != key  # others are not held up


async def test_so_many_may_wait_and_who_has_gone_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with reviews_of(Database(None, tmp_path).store()) as reviews:
        begun = [reviews.begin_record(finished_text(seed), allow, f"192.0.2.{seed}") for seed in range(MOST_RECORDS)]
        with pytest.raises(RequestError) as refused:
            reviews.begin_record(finished_text(MOST_RECORDS), allow, ADDRESS)
        assert refused.value.code == "busy"
        for number in range(MOST_REVIEWS - MOST_RECORDS):  # the players of this server have room of their own
            reviews.begin_game(f"t{number}", finished_text(), allow)
        with pytest.raises(RequestError) as refused:
            reviews.begin_game("t", finished_text(), allow)
        assert refused.value.code == "busy"
        for number in range(MOST_REVIEWS - MOST_RECORDS):
            del reviews._known[f"t{number}"]  # noqa: SLF001 - the rest is about records
        assert reviews.find(begun[3].key) is begun[3]
        later = monotonic() + reviewing.LEFT_AFTER + 1
        monkeypatch.setattr(reviewing, "monotonic", lambda: later)
        reviews.find(begun[3].key)
        await until(lambda: begun[3].is_done)
        assert [reviewed.is_done for reviewed in begun].count(True) == 1
        monkeypatch.setattr(reviewing, "monotonic", lambda: later + reviewing.FORGOTTEN_AFTER + 1)
        reviews.begin_record(finished_text(), allow, ADDRESS)
        assert list(reviews._known) == [begun[1].key]  # noqa: SLF001 - what it remembers is the point


async def test_one_address_leaves_room_for_the_records_of_others(tmp_path: Path) -> None:
    async with reviews_of(Database(None, tmp_path).store()) as reviews:
        for seed in range(MOST_RECORDS_FROM_ONE):
            reviews.begin_record(finished_text(seed), allow, f"2001:db8::{seed}")
        with pytest.raises(RequestError) as refused:
            reviews.begin_record(finished_text(100), allow, "2001:db8::f")
        assert refused.value.code == "too_many"
        reviews.begin_record(finished_text(1), allow, "2001:db8::f")  # it is no new one
        reviews.begin_record(finished_text(100), allow, ADDRESS)
        reviews.begin_game("t", finished_text(), allow)
        assert reviews.waiting == MOST_RECORDS_FROM_ONE + 2


async def test_what_is_done_takes_only_so_much_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with reviews_of(Database(None, tmp_path).store()) as reviews:
        begun = [reviews.begin_record(finished_text(seed), allow, ADDRESS) for seed in range(4)]
        await until(lambda: all(reviewed.is_done for reviewed in begun))
        assert not any(reviewed.record for reviewed in begun)
        reviews.find(begun[0].key)
        table = sum(len(begun[kept].packed or b"") for kept in (0, 3))
        monkeypatch.setattr(reviewing, "MOST_BYTES", table)
        last = reviews.begin_record(finished_text(4), allow, ADDRESS)
        assert list(reviews._known) == [begun[0].key, begun[3].key, last.key]  # noqa: SLF001


async def test_only_whole_finished_games_of_some_length_are_reviewed(tmp_path: Path) -> None:
    game = Game(2, seed=1)
    with_tiles = Game(2, seed=1)
    for number in range(MAX_REVIEWED_PLIES):
        with_tiles.play(f"tile {(6, 10)[number % 2] + number // 2 % 2}+")
    while not with_tiles.is_over:
        with_tiles.play("roll")
    for record, code in (
        (game.record, "unfinished"),
        (game.record.for_seat(0), "hidden"),
        (with_tiles.record, "too_long"),
    ):
        with pytest.raises(CamelUpError) as refused:
            check_reviewable_record(str(record))
        assert refused.value.code == code
    assert check_reviewable_record(to_json(finished())) == finished_text()

    def refuse() -> None:
        raise RequestError("too_many", "No.")

    async with reviews_of(Database(None, tmp_path).store()) as reviews:
        with pytest.raises(RequestError):
            reviews.begin_record(finished_text(), refuse, ADDRESS)
        assert reviews.waiting == 0


# --- Over HTTP ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", name="server")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    with LiveServer(tmp_path_factory.mktemp("reviews"), "--review-playouts", str(PLAYOUTS)) as live:
        yield live
        live.end()


@pytest.fixture(scope="module", name="code")
def _code(server: LiveServer) -> str:
    code = server.make_table(seats=3)
    generator = random.Random(5)

    def choose(view: Message) -> Message:
        action: Message = ROLL if generator.random() < 0.5 else generator.choice(view["legal"])
        return action

    async def play() -> None:
        people = await seat_people(server, code, ["Ann", "Bo", "Cy"])
        await start_game(people)
        await play_on(people, choose)

    server.run(play)
    return code


def review_over_http(server: LiveServer, path: str, answer: Any = None) -> Any:  # noqa: ANN401 - JSON
    """Ask until all is told, each review once; give the last one."""
    review, playouts = None, 0
    while answer is None or not answer["is_done"]:
        status, answer = server.ask(f"{path}?after={playouts}")
        assert status == 200, answer
        msgspec.convert(answer, ReviewAnswer)
        assert (answer["review"] is not None) == (answer["playouts"] > playouts)
        if answer["review"] is not None:
            review, playouts = answer["review"], answer["playouts"]
            assert review["playouts"] == playouts
        sleep(0.05)  # asking without a pause would take the processor from the worker, and be refused as too fast
    return review


def test_a_review_over_http_is_that_of_the_command_and_stays(server: LiveServer, code: str) -> None:
    path = f"/api/games/{code}/review"
    told = review_over_http(server, path)
    _, game = server.ask(f"/api/games/{code}")
    record = record_of(game)
    assert told == json.loads(json.dumps(review_to_json(review_game(record, Budget(playouts=PLAYOUTS)))))
    for player in told["players"]:
        for kind in ("wins", "coins"):
            parts = sum(player[part][kind] for part in ("start", "luck", "unseen", "chosen", "others"))
            assert parts == pytest.approx(player["result"][kind], abs=1e-3)
    _, before = server.ask("/metrics")
    server.kill()
    server.start()
    status, answer = server.ask(path)
    assert (status, answer["is_done"], answer["progress"], answer["review"]) == (200, True, 1.0, told)
    assert server.ask(f"{path}?after={PLAYOUTS}")[1]["review"] is None
    assert server.ask(f"{path}?after=-1")[1] == server.ask(f"{path}?after={'9' * 50}x")[1] == answer
    assert 'camelup_reviews_total{of="game"} 1' in before
    assert "camelup_reviews_total" not in server.ask("/metrics")[1]
    request = urllib.request.Request(f"http://127.0.0.1:{server.port}{path}", headers={"Accept-Encoding": "br, gzip"})
    with urllib.request.urlopen(request) as packed:  # noqa: S310
        body = packed.read()
        assert packed.headers["Content-Encoding"] == "gzip"
    assert len(body) < 0.4 * len(json.dumps(answer))
    assert json.loads(gzip.decompress(body)) == answer
    # The same game, brought along as a record: under an address of its own, and the same in all else.
    status, begun = server.ask("/api/review", {"record": to_json(record)})
    assert (status, begun["is_done"]) == (200, False)
    assert server.ask("/api/review", {"record": str(record)})[1]["id"] == begun["id"]
    assert review_over_http(server, f"/api/review/{begun['id']}") == told


def test_what_cannot_be_reviewed_is_refused_with_a_sentence(server: LiveServer) -> None:
    game = Game(2, seed=1)
    racing = server.make_table("random", "random", seats=2)
    cases: list[tuple[str, Any, int, str]] = [
        (f"/api/games/{racing}/review", None, 409, "not_finished"),
        ("/api/games/zzzzzzzz/review", None, 404, "no_table"),
        ("/api/games/%00%ff%2e%2e/review", None, 404, "no_table"),
        ("/api/review/0123456789abcdef", None, 404, "no_review"),
        ("/api/review", {"record": str(game.record)}, 400, "unfinished"),
        ("/api/review", {"record": str(game.record.for_seat(1))}, 400, "hidden"),
        ("/api/review", {"record": "camelup record 9"}, 400, "notation"),
        ("/api/review", {"record": 7}, 400, "message"),
        ("/api/review", {"record": "x" * 500_000}, 413, "too_large"),
    ]
    for path, body, status, code in cases:
        given, told = server.ask(path, body)
        assert (given, told["code"]) == (status, code)
        assert told["message"].endswith(".")


def test_an_address_may_begin_so_many(tmp_path: Path) -> None:
    with LiveServer(tmp_path, "--address-reviews", "1", "--review-playouts", "1") as server:
        first = {"record": str(finished(1))}
        assert server.ask("/api/review", first)[0] == 200
        assert server.ask("/api/review", first)[0] == 200, "the same is no new one"
        status, told = server.ask("/api/review", {"record": str(finished(2))})
        assert (status, told["code"]) == (429, "too_many")
