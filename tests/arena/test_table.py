"""One game of a match: dice, seats, and what players forfeit."""

import signal
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from camelup.arena.guard import DEADLINE, NOBODY, Guard, ignore_lost_alarms
from camelup.arena.match import Match
from camelup.arena.table import Result, play_game
from camelup.core.actions import Action
from camelup.core.edition import EDITIONS, FIRST, SECOND, Edition
from camelup.core.errors import CamelUpError
from camelup.core.view import View
from camelup.formats.record import parse_record, replay
from camelup.players import Budget, find_player
from camelup.preparation import preparing
from tests.arena.players import KINDS, Bettor, entry_of

LIMIT = 0.2


@pytest.fixture(autouse=True)
def _quiet_alarm() -> Iterator[None]:
    before = signal.getsignal(signal.SIGALRM)
    yield
    signal.signal(signal.SIGALRM, before)


def play(*names: str, number: int = 0, edition: Edition = SECOND, seed: int = 1) -> Result:
    entries = {kind.__name__.lower(): entry_of(kind) for kind in KINDS} | {"random": find_player("random")}
    match = Match(names, edition, seed, limit=LIMIT)
    return play_game(match, entries, number, Guard(LIMIT))


def rolls(result: Result) -> list[str]:
    assert result.record is not None
    return [str(ply.outcome) for ply in parse_record(result.record).plies if ply.outcome is not None]


@pytest.mark.parametrize("edition", EDITIONS.values())
def test_all_rotations_of_a_deal_have_the_same_track_and_dice(edition: Edition) -> None:
    """The n-th roll shows the same, whoever makes it and whatever was done before; only the end may come sooner."""
    names = ("bettor", "random", "roller")
    for deal in range(6):
        games = [play(*names, number=3 * deal + rotation, edition=edition) for rotation in range(3)]
        starts = {str(parse_record(game.record or "").start) for game in games}
        assert len(starts) == 1
        first, *others = sorted((rolls(game) for game in games), key=len)
        assert all(other[: len(first)] == first for other in others)
        assert len({game.record for game in games}) == 3
        assert [game.players.index("bettor") for game in games] == [0, 2, 1]
    assert rolls(play(*names, number=0)) != rolls(play(*names, number=3))


def test_a_result_tells_the_game_as_its_record_does() -> None:
    result = play("random", "bettor", "random", "roller", number=5)
    assert result.record is not None
    record = parse_record(result.record)
    *_, last = replay(record)
    assert (record.names, last.state.money, last.state.is_over) == (result.players, result.money, True)
    moves = [sum(ply.seat == seat for ply in record.plies) for seat in range(4)]
    assert [len(times) for times in result.times] == moves
    assert result.forfeits == (0, 0, 0, 0)
    assert result.reasons == (None,) * 4


@pytest.mark.parametrize("edition", [FIRST, SECOND])
@pytest.mark.parametrize("seats", [2, 8])
def test_every_size_of_table_plays(edition: Edition, seats: int) -> None:
    assert len(play(*["random"] * seats, edition=edition).money) == seats


def test_ties_are_split() -> None:
    assert Result(0, ("a", "b", "c", "d"), (4, 9, 9, 9), (0,) * 4).shares == (0, 1 / 3, 1 / 3, 1 / 3)
    assert Result(0, ("a", "b"), (0, 0), (0, 0)).shares == (0.5, 0.5)


@pytest.mark.parametrize(
    ("name", "forfeits", "reason"),
    [
        ("crasher", "all but one", "ValueError: no more"),
        ("leaver", "all", "SystemExit"),
        (
            "texter",
            "all",
            (
                "PlayerError: 'roll' is not a legal action. It is text: return an action, such as Roll() or"
                " parse_action(view.edition, 'roll')."
            ),
        ),
        (
            "cheater",
            "all",
            "PlayerError: tile 1+ is not a legal action: The side of a spectator tile is a member of Side, not '+'.",
        ),
        ("unborn", "all", "RuntimeError: not today"),
        ("sleeper", "one", "no answer within 0.2 s"),
        ("badstart", "one", "KeyError: 1"),
        ("badobserver", "one", "OSError: too loud"),
        ("badend", "one", "ArithmeticError"),
    ],
)
def test_what_goes_wrong_forfeits_a_move_to_a_roll(name: str, forfeits: str, reason: str) -> None:
    result = play("bettor", name)
    assert result.record is not None
    plies = [str(ply.action) for ply in parse_record(result.record).plies if ply.seat == 1]
    assert set(plies) == {"roll"}
    assert len(plies) > 3
    assert result.forfeits == (0, {"all": len(plies), "all but one": len(plies) - 1, "one": 1}[forfeits])
    assert result.reasons == (None, reason)


def test_a_failure_costs_the_others_nothing() -> None:
    broken, sound = play("bettor", "crasher"), play("bettor", "roller")
    assert broken.money == sound.money
    assert (broken.record or "").replace("crasher", "roller") == sound.record


def test_a_game_that_would_never_end_is_rolled_to_its_end() -> None:
    result = play("restless", "restless")
    assert min(result.forfeits) > 0
    assert result.reasons[0] == "the game has not ended after 2,000 actions"


def test_players_get_the_budget_and_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    monkeypatch.setattr(Bettor, "start", lambda _, seating: seen.append(seating.names))

    def choose(_: Bettor, view: View, budget: Budget) -> Action:
        seen.append(budget)
        return view.legal[0]

    monkeypatch.setattr(Bettor, "choose", choose)
    budget = Budget(playouts=7)
    match = Match(("bettor", "bettor"), budget=budget)
    play_game(match, {"bettor": entry_of(Bettor)}, 0, Guard(1))
    assert seen[:2] == [("bettor", "bettor")] * 2
    assert set(seen[2:]) == {budget}


# --- The clock ------------------------------------------------------------------------------------------------


def test_compiling_is_not_counted_and_thinking_before_and_after_it_is() -> None:
    watch = [0.0, NOBODY, 0.0]
    guard = Guard(0.4, watch)
    overdue = []

    def prepare(before: float, after: float) -> str:
        time.sleep(before)
        with preparing(), preparing():
            time.sleep(2.0)
            overdue.append(watch[DEADLINE] < time.monotonic())
        time.sleep(after)
        return "done"

    answer = guard.call(0, 0, lambda: prepare(0.05, 0.0))
    assert (answer.value, answer.failure) == ("done", None)
    assert answer.seconds < 2
    assert overdue == [False], "2 times the limit and a second are over, but nobody ends the process"
    assert guard.call(0, 1, lambda: prepare(0.3, 2.0)).failure == "no answer within 0.4 s"
    assert guard.call(0, 2, lambda: time.sleep(2.0)).failure == "no answer within 0.4 s"
    assert not watch[DEADLINE]


def test_a_thread_that_compiles_beyond_its_call_takes_nothing_from_the_next() -> None:
    guard = Guard(0.4)
    begun, compiled = threading.Event(), threading.Event()

    def compile_on() -> None:
        with preparing():
            begun.set()
            compiled.wait(60)

    thread = threading.Thread(target=compile_on)

    def leave_thread() -> None:
        thread.start()
        begun.wait(60)

    def think() -> None:
        time.sleep(1.0)
        compiled.set()
        thread.join()
        time.sleep(2.0)

    assert guard.call(0, 0, leave_thread).failure is None
    answer = guard.call(0, 1, think)
    assert answer.failure == "no answer within 0.4 s"
    assert 0.3 < answer.seconds < 2.0
    assert guard.call(0, 2, lambda: "next").value == "next"


def test_an_alarm_that_python_cannot_raise_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    ignore_lost_alarms()

    class Slow:
        def __del__(self) -> None:
            time.sleep(0.8)

    def drop() -> None:
        slow = Slow()
        del slow
        time.sleep(3.0)

    assert Guard(0.2).call(0, 0, drop).failure == "no answer within 0.2 s"
    assert told == []


@pytest.mark.parametrize(
    "terms",
    [
        {"names": ("random",)},
        {"names": ("random",) * 9},
        {"names": ("random", "")},
        {"names": ("random", "ran\ndom")},
        {"names": ("random",) * 3, "pool_seats": 4},
        {"names": ("random",) * 3, "pool_seats": 1},
        {"names": ("random",) * 2, "seed": -1},
        {"names": ("random",) * 2, "limit": 0},
        {"names": ("random",) * 2, "limit": float("nan")},
    ],
    ids=str,
)
def test_a_match_that_cannot_be(terms: dict[str, object]) -> None:
    with pytest.raises(CamelUpError):
        Match(**terms)  # type: ignore[arg-type]


def test_tables_are_drawn_from_a_pool_and_rotated() -> None:
    names = tuple("abcdefg")
    match = Match(names, pool_seats=3, seed=5)
    tables = [match.seating(game) for game in range(0, 900, 3)]
    assert all(len(set(table)) == 3 for table in tables)
    seated = [sum(name in table for table in tables) for name in names]
    assert min(seated) > 300 * 3 / 7 * 0.7
    assert match.seating(4) == (*match.seating(3)[1:], match.seating(3)[0])
