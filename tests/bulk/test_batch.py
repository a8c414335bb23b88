"""A batch of games as a user meets it: what is legal, and what is refused."""

import math
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from camelup.bulk import RANDOM, Batch
from camelup.bulk.action_space import ACTIONS, decode_action, encode_action
from camelup.bulk.layout import GAME, pack
from camelup.bulk.stats import statistics, statistics_of
from camelup.core.actions import Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import FIRST, SECOND, Camel, Deck, Edition, Side
from camelup.core.errors import (
    ArgumentError,
    CamelUpError,
    IllegalActionError,
    ImpossiblePositionError,
    InvalidActionError,
)
from camelup.core.rules import legal, start
from camelup.core.validity import check_position
from camelup.core.view import view_of
from camelup.formats.notation import parse_track
from camelup.game import Game
from tests.bulk.support import image
from tests.randomplay import random_position

# --- What is legal --------------------------------------------------------------------------------------------


def test_the_mask_says_what_the_sets_say() -> None:
    generator = random.Random(2)
    for _ in range(300):
        state = random_position(generator)
        batch = Batch.from_positions([state])
        mask = batch.legal_mask()
        assert mask.shape == (1, ACTIONS)
        assert mask.dtype == np.bool_
        numbers = [encode_action(state.edition, action) for action in legal(state)]
        assert np.flatnonzero(mask[0]).tolist() == sorted(numbers)
        assert batch.legal_sets().tolist() == [sum(1 << number for number in numbers)]


def test_actions_and_their_numbers_do_the_same() -> None:
    generator = random.Random(3)
    one, two = Batch.start(50, players=6, seed=1), Batch.start(50, players=6, seed=1)
    for _ in range(30):
        actions = [generator.choice(legal(one.state(game)) or (Roll(),)) for game in range(50)]
        one.apply(actions)
        two.apply(np.array([encode_action(SECOND, action) for action in actions], np.int8))
        assert image(one) == image(two)


@pytest.mark.parametrize("edition", [FIRST, SECOND], ids=["first", "second"])
def test_an_edition_may_be_given_by_its_number(edition: Edition) -> None:
    numbers: list[Any] = [edition.number, np.int8(edition.number)]
    for number in numbers:
        assert image(Batch.start(5, number, 3, seed=7)) == image(Batch.start(5, edition, 3, seed=7))
        assert statistics(10, number, 3, "random").as_json() == statistics(10, edition, 3, "random").as_json()
    for action in range(ACTIONS):
        assert decode_action(edition.number, action) == decode_action(edition, action)
        assert encode_action(edition.number, decode_action(edition, action)) == action
    for refused in (Batch.start, statistics):
        with pytest.raises(ArgumentError, match="An edition is 1 or 2"):
            refused(10, 3)


def test_nobody_has_won_before_the_end() -> None:
    batch = Batch.start(50, seed=1)
    assert not batch.winners.any()
    batch.play_out()
    assert batch.winners.any(axis=1).all()
    assert (batch.winners == (batch.money == batch.money.max(axis=1, keepdims=True))).all()


def test_spaces_and_places_are_those_of_the_states() -> None:
    generator = random.Random(6)
    for edition in (FIRST, SECOND):
        states = [state for state in (random_position(generator) for _ in range(200)) if state.edition is edition]
        states = [state for state in states if state.players == states[0].players]
        batch = Batch.from_positions(states)
        assert len(states) > 3
        for state, spaces, places in zip(states, batch.spaces.tolist(), batch.places.tolist(), strict=True):
            where = {camel: space for space, stack in state.stacks.items() for camel in stack}
            assert spaces == [where[camel] for camel in edition.camels]
            assert places == [state.ranking.index(camel) for camel in edition.racing]


def test_what_is_legal_is_written_into_given_arrays() -> None:
    batch = Batch.start(20, players=6, seed=1)
    sets, mask = np.zeros(20, np.int64), np.zeros((20, ACTIONS), np.bool_)
    assert batch.legal_sets(out=sets) is sets
    assert batch.legal_mask(out=mask) is mask
    assert (mask == ((batch.legal_sets()[:, None] >> np.arange(ACTIONS)) & 1)).all()
    assert (sets == batch.legal_sets()).all()
    read_only = np.zeros(20, np.int64)
    read_only.flags.writeable = False
    for out in (np.zeros(19, np.int64), np.zeros(20, np.int32), np.zeros(40, np.int64)[::2], read_only, [0] * 20):
        with pytest.raises(ArgumentError):
            batch.legal_sets(out=out)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError):
        batch.legal_mask(out=np.zeros((ACTIONS, 20), np.bool_).T)


# --- New games, and games together ------------------------------------------------------------------------------


def test_a_reset_sets_up_chosen_games_alone() -> None:
    batch = Batch.start(60, players=5, seed=1)
    batch.play_out()
    before = batch.copy()
    chosen = np.arange(60) % 4 == 0
    batch.reset(chosen)
    assert image(batch.take(~chosen)) == image(before.take(~chosen))
    assert (batch.streams[~chosen] == before.streams[~chosen]).all()
    for game in np.flatnonzero(chosen).tolist():
        state = batch.state(game)
        assert state == start(SECOND, 5, state.track, state.turn)
    assert len(np.unique(batch.games["track"][chosen])) > 10
    again = before.copy()
    again.reset(chosen)
    assert image(again) == image(batch)
    batch.reset(seed=1)
    assert image(batch) == image(Batch.start(60, players=5, seed=1))
    batch.reset(seed=1, first=3)
    assert set(batch.games["turn"].tolist()) == {3}
    for mask in ([True], [1] * 60, "all"):
        with pytest.raises(ArgumentError):
            batch.reset(mask)


def test_batches_become_one() -> None:
    parts = [Batch.start(count, players=3, seed=count) for count in (3, 5)]
    whole = Batch.concatenate(parts)
    for batch in (whole, *parts):
        batch.play_out()
    assert len(whole) == 8
    assert whole.money.tolist() == [*parts[0].money.tolist(), *parts[1].money.tolist()]
    for refused in ([], [parts[0], None], [parts[0], Batch.start(1, players=4)], [parts[0], Batch.start(1, FIRST, 3)]):
        with pytest.raises(ArgumentError):
            Batch.concatenate(refused)  # type: ignore[arg-type]


# --- Refusals -------------------------------------------------------------------------------------------------

GAMES = 4
RED_1 = Face(Camel.RED, 1)
TRACK = parse_track(SECOND, "1:gy 2:rb 3:p 14:K 16:W")

REFUSED: dict[str, Callable[[Batch], object]] = {
    "too few actions": lambda batch: batch.apply([0] * (GAMES - 1)),
    "too many actions": lambda batch: batch.apply([0] * (GAMES + 1)),
    "no actions": lambda batch: batch.apply([]),
    "one action": lambda batch: batch.apply(0),
    "a column of actions": lambda batch: batch.apply(np.zeros((GAMES, 1), np.int64)),
    "nested lists": lambda batch: batch.apply([[0]] * GAMES),
    "None": lambda batch: batch.apply(None),  # type: ignore[arg-type]
    "text": lambda batch: batch.apply("roll"),
    "bytes": lambda batch: batch.apply(b"\0\0\0\0\0"),
    "floats": lambda batch: batch.apply(np.zeros(GAMES)),
    "not a number": lambda batch: batch.apply(np.full(GAMES, np.nan)),
    "booleans": lambda batch: batch.apply(np.ones(GAMES, np.bool_)),
    "objects": lambda batch: batch.apply(np.array([Roll()] * GAMES)),
    "numbers and actions": lambda batch: batch.apply([0, 0, 0, Roll()]),  # type: ignore[arg-type]
    "actions and numbers": lambda batch: batch.apply([Roll(), 0, 0, 0]),  # type: ignore[arg-type]
    "a negative number": lambda batch: batch.apply([0, 0, 0, -1]),
    "a large number": lambda batch: batch.apply([0, 0, 0, ACTIONS]),
    "a number that wraps to a roll": lambda batch: batch.apply([0, 0, 0, 256]),
    "64, which shifts to nothing": lambda batch: batch.apply([0, 0, 0, 64]),
    "the largest unsigned number": lambda batch: batch.apply(np.full(GAMES, 2**64 - 1, np.uint64)),
    "a huge number": lambda batch: batch.apply([0, 0, 0, 10**30]),
    "an action of the other edition": lambda batch: batch.apply([Roll(), Roll(), Roll(), TakeTicket(Camel.ORANGE)]),  # type: ignore[arg-type]
    "an illegal action": lambda batch: batch.apply([0, 0, 0, encode_action(SECOND, PlaceTile(2, Side.BOOING))]),
    "a partnership of four": lambda batch: batch.apply([0, 0, 0, encode_action(SECOND, JoinPartner(1))]),
    "a seat that is not there": lambda batch: batch.apply([0, 0, 0, encode_action(SECOND, JoinPartner(7))]),
    "too few outcomes": lambda batch: batch.apply([0] * GAMES, [RED_1] * (GAMES - 1)),
    "an outcome missing": lambda batch: batch.apply([0] * GAMES, [RED_1, RED_1, RED_1, None]),
    "a zero": lambda batch: batch.apply([0] * GAMES, [RED_1, RED_1, RED_1, Face(Camel.RED, 0)]),
    "a four": lambda batch: batch.apply([0] * GAMES, [RED_1, RED_1, RED_1, Face(Camel.RED, 4)]),
    "a face that is no number": lambda batch: batch.apply(
        [0] * GAMES,
        [RED_1, RED_1, RED_1, Face(Camel.RED, math.nan)],  # type: ignore[arg-type]
    ),
    "a face of the other edition": lambda batch: batch.apply([0] * GAMES, [RED_1] * 3 + [Face(Camel.ORANGE, 1)]),
    "an unknown policy": lambda batch: batch.play_out("clever"),
    "no policy": lambda batch: batch.play_out(""),
    "lists of any length": lambda batch: batch.apply([0, [0], 0, 0]),  # type: ignore[arg-type]
    "a letter for a camel": lambda batch: batch.apply([0] * GAMES, [Face("r", 1)] * GAMES),  # type: ignore[arg-type]
    "text for a face": lambda batch: batch.apply([0] * GAMES, ["r1"] * GAMES),  # type: ignore[list-item]
    "no threads": lambda batch: batch.play_out(threads=0),
    "fewer than no threads": lambda batch: batch.play_out(threads=-1),
    "None for a policy": lambda batch: batch.play_out(None),  # type: ignore[call-overload]
}


@pytest.fixture
def batch() -> Batch:
    return Batch.from_positions([start(SECOND, 4, TRACK)] * GAMES)


@pytest.mark.parametrize("what", REFUSED)
def test_bad_input_is_refused_and_changes_nothing(batch: Batch, what: str) -> None:
    before = image(batch)
    with pytest.raises(CamelUpError):
        REFUSED[what](batch)
    assert image(batch) == before


def test_outcomes_are_for_rolls_alone_as_in_the_engine(batch: Batch) -> None:
    before = image(batch)
    with pytest.raises(InvalidActionError):
        batch.apply([1] * GAMES, [RED_1] * GAMES)
    assert image(batch) == before


def test_a_die_that_is_out_is_refused(batch: Batch) -> None:
    batch.apply([0] * GAMES, [RED_1, RED_1, RED_1, Face(Camel.CRAZY_BLACK, 2)])
    before = image(batch)
    with pytest.raises(InvalidActionError, match="not in the pyramid"):
        batch.apply([0] * GAMES, [Face(Camel.CRAZY_WHITE, 1)] * GAMES)
    with pytest.raises(InvalidActionError, match="not in the pyramid of game 0"):
        batch.apply([0] * GAMES, [RED_1] * GAMES)
    assert image(batch) == before


def test_a_card_that_was_played_is_refused(batch: Batch) -> None:
    card = encode_action(SECOND, PlayCard(Deck.WINNER, Camel.RED))
    for action in (card, 0, 0, 0):
        batch.apply([action] * GAMES)
    before = image(batch)
    for again in (Deck.WINNER, Deck.LOSER):
        with pytest.raises(IllegalActionError):
            batch.apply([PlayCard(again, Camel.RED)] * GAMES)
    assert image(batch) == before


def test_games_that_are_over_stay_as_they_are() -> None:
    over = Batch.start(5, seed=1)
    over.play_out()
    before = image(over)
    over.apply([53] * 5)
    over.apply([0] * 5, [None] * 5)
    assert over.play_out() == 0
    assert image(over) == before


@pytest.mark.parametrize(
    "make",
    [
        lambda: Batch.from_positions([]),
        lambda: Batch(np.zeros(0, GAME)),
        lambda: Batch(np.zeros((2, 2), GAME)),
        lambda: Batch(np.zeros(2)),  # type: ignore[arg-type]
        lambda: Batch([1, 2]),  # type: ignore[arg-type]
        lambda: Batch.from_positions([start(SECOND, 4, TRACK), Game()]),  # type: ignore[list-item]
        lambda: Batch.from_positions([view_of(start(SECOND, 4, TRACK), 1)]),  # type: ignore[list-item]
        lambda: Batch.from_positions([None]),  # type: ignore[list-item]
        lambda: Batch.start(1, 3),
        lambda: Batch.start("x"),  # type: ignore[arg-type]
        lambda: Batch.start(2.0),  # type: ignore[arg-type]
        lambda: Batch.start(1, seed=None),  # type: ignore[arg-type]
        lambda: Batch.start(1, seed=0.5),  # type: ignore[arg-type]
        lambda: Batch.start(3).take([3]),
        lambda: Batch.start(3).take([-1]),
        lambda: Batch.start(3).take([]),
        lambda: Batch.start(3).take(1),
        lambda: Batch.start(3).take([True, False]),
        lambda: Batch.start(3).take([0.0]),
        lambda: Batch.start(0),
        lambda: Batch.start(-1),
        lambda: Batch.start(1, players=9),
        lambda: Batch.start(1, players=1),
        lambda: Batch.start(1, players=4.0),  # type: ignore[arg-type]
        lambda: Batch.start(1, players=4, first=4),
        lambda: Batch.start(1, players=4, first=-1),
        lambda: Batch(np.concatenate([Batch.start(1, FIRST).games, Batch.start(1, SECOND).games])),
        lambda: Batch(np.concatenate([Batch.start(1, players=3).games, Batch.start(1, players=4).games])),
    ],
)
def test_batches_that_cannot_be_are_refused(make: Callable[[], object]) -> None:
    with pytest.raises(CamelUpError):
        make()


def test_any_bytes_are_a_position_or_refused() -> None:
    """A kernel trusts its records: 100 players would be read and paid beyond them."""
    generator = random.Random(4)
    accepted = 0
    for _ in range(1000):
        position = random_position(generator)
        changed = bytearray(pack([position]).tobytes())
        for _ in range(generator.choice((1, 1, 2, 5))):
            changed[generator.randrange(len(changed))] = generator.choice((0, 1, 2, 5, 8, 100, 128, 255))
        try:
            batch = Batch(np.frombuffer(bytes(changed), GAME))
        except CamelUpError:
            continue
        accepted += 1
        check_position(batch.state(0))
        batch.play_out()
        assert batch.is_over.all()
    assert 30 < accepted < 970


@pytest.mark.parametrize(("name", "value"), [("players", 100), ("taken", 100), ("track", -1), ("dice", 0), ("leg", 0)])
def test_records_that_are_no_positions_are_refused(name: str, value: int) -> None:
    games = Batch.start(3).games.copy()
    games[name] = value
    with pytest.raises(ImpossiblePositionError):
        Batch(games)


def test_records_can_be_looked_at_but_not_changed() -> None:
    batch = Batch.start(3)
    for array in (batch.games, batch.streams):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[1]
    with pytest.raises(ValueError, match="read-only"):
        batch.games["taken"] = 100


def test_records_and_parts_of_them_are_games_of_their_own() -> None:
    batch = Batch.start(10, seed=1)
    records = batch.games.copy()
    part = Batch(records[::2])
    records["money"] = 50
    assert [part.state(number) for number in range(5)] == [batch.state(number) for number in range(0, 10, 2)]
    again, same = batch.take([3, 3, 0], seed=5), batch.copy()
    assert [again.state(number) for number in range(3)] == [batch.state(number) for number in (3, 3, 0)]
    before = image(batch)
    for other in (part, again, same):
        other.play_out()
    assert image(batch) == before
    batch.play_out()
    assert image(batch) == image(same)
    assert len(batch.take(batch.money[:, 0] > 0)) == int((batch.money[:, 0] > 0).sum())


def test_nobody_can_write_to_what_is_shown() -> None:
    batch = Batch.start(3)
    for array in (batch.games, batch.streams):
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True


def test_one_at_a_time_plays_a_batch() -> None:
    """Compiled code does not wait: two at once would write to the same records."""
    batch = Batch.start(20, seed=1)
    alone = batch.copy()
    alone.play_out()
    with batch.restoring_on_failure(RANDOM):
        for play in (batch.play_out, lambda: batch.apply([0] * 20), lambda: statistics_of(batch)):
            with pytest.raises(CamelUpError, match="copy them"):
                play()
    assert pickle.loads(pickle.dumps(batch)).play_out() == batch.play_out()  # noqa: S301 - our own
    assert image(batch) == image(alone)
