"""Bulk play as a user meets it: numbers of actions, records, refusals, streams and statistics."""

import json
import math
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from camelup import race
from camelup.actions import Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.bulk import RANDOM, SENSIBLE, Batch, Policy
from camelup.bulk.kernels import Game
from camelup.bulk.records import GAME, packed, unpacked
from camelup.bulk.space import ACTIONS, CARD_BITS, PARTNER_BITS, ROLL, TICKET_BITS, TILE_BITS, action_of, number_of
from camelup.compiled import inlined
from camelup.edition import FIRST, SECOND, Camel, Deck, Edition, Side
from camelup.errors import CamelUpError, IllegalActionError, InvalidActionError
from camelup.notation import parse_track
from camelup.odds import leg
from camelup.odds import race as race_odds
from camelup.rules import apply, legal, legal_by_kind, start
from camelup.state import State, Tile
from tests.bulk.twin import assert_same_records, in_order
from tests.randomplay import random_position

BOTH = pytest.mark.parametrize("edition", [FIRST, SECOND], ids=["first", "second"])
POLICIES = pytest.mark.parametrize("policy", [RANDOM, SENSIBLE], ids=lambda policy: policy.name)
IS_COMPILED = os.environ.get("NUMBA_DISABLE_JIT") != "1"


def likely_below(freedom: int, deviations: float = 4.5) -> float:
    """A chi-square that chance exceeds about three times in a million (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + deviations * math.sqrt(part)) ** 3


def assert_distributed(found: Counter[Any], expected: dict[Any, float]) -> None:
    """Counts that agree with probabilities; nothing occurs that has none."""
    games = found.total()
    assert found.keys() <= expected.keys()
    assert sum(expected.values()) == pytest.approx(1)
    assert min(expected.values()) * games >= 5, "too few for a chi-square"
    statistic = sum((found[what] - games * share) ** 2 / (games * share) for what, share in expected.items())
    assert statistic <= (likely_below(len(expected) - 1) if len(expected) > 1 else 0)


def uniform(values: Iterable[Any]) -> dict[Any, float]:
    values = list(values)
    return dict.fromkeys(values, 1 / len(values))


def copies(state: State, games: int, seed: int) -> Batch:
    return Batch(np.repeat(packed([state]), games), seed)


def streams_of(batch: Batch) -> np.ndarray:
    return batch._states  # noqa: SLF001 - what policies draw from


def image(batch: Batch) -> bytes:
    """All that a batch is."""
    return batch.games.tobytes() + streams_of(batch).tobytes()


# --- Numbers of actions ---------------------------------------------------------------------------------------


def all_actions(edition: Edition) -> list[Action]:
    return [
        Roll(),
        *(TakeTicket(camel) for camel in edition.racing),
        *(PlaceTile(space, side) for space in range(2, 17) for side in (Side.CHEERING, Side.BOOING)),
        *(PlayCard(deck, camel) for deck in (Deck.WINNER, Deck.LOSER) for camel in edition.racing),
        *(JoinPartner(seat) for seat in range(8)),
    ]


@BOTH
def test_numbers_and_actions_are_in_a_bijection(edition: Edition) -> None:
    actions = all_actions(edition)
    assert ACTIONS == len(set(actions)) == 54
    assert [number_of(edition, action) for action in actions] == list(range(ACTIONS))
    assert [action_of(edition, number) for number in range(ACTIONS)] == actions
    assert 1 << ROLL | TICKET_BITS | TILE_BITS | CARD_BITS | PARTNER_BITS == (1 << ACTIONS) - 1


@pytest.mark.parametrize("number", [-1, ACTIONS, 10**30])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(InvalidActionError):
        action_of(SECOND, number)


@pytest.mark.parametrize(
    "action",
    [
        TakeTicket(Camel.CRAZY_BLACK),
        TakeTicket(next(camel for camel in FIRST.racing if camel not in SECOND.racing)),
        PlaceTile(1, Side.BOOING),
        PlaceTile(17, Side.BOOING),
        PlayCard(Deck.WINNER, None),
        PlayCard(Deck.LOSER, Camel.CRAZY_WHITE),
        JoinPartner(8),
        JoinPartner(-1),
        "roll",
        None,
    ],
    ids=repr,
)
def test_other_actions_have_no_number(action: Action) -> None:
    with pytest.raises(InvalidActionError):
        number_of(SECOND, action)


def test_numbers_from_arrays_give_actions_that_the_engine_takes() -> None:
    state = Batch.start(1, seed=3).state(0)
    for number in np.flatnonzero(Batch.from_positions([state]).legal()[0]):
        action = action_of(SECOND, number)  # type: ignore[arg-type]
        apply(state, action, Face(Camel.RED, 1) if isinstance(action, Roll) else None)


@pytest.mark.parametrize(
    "action",
    [
        PlayCard("nonsense", Camel.RED),  # type: ignore[arg-type]
        PlaceTile(5, "x"),  # type: ignore[arg-type]
        PlaceTile("5", Side.BOOING),  # type: ignore[arg-type]
        JoinPartner("B"),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_malformed_actions_have_no_number(action: Action) -> None:
    with pytest.raises(InvalidActionError):
        number_of(SECOND, action)


def test_a_deck_by_its_name_is_that_deck_or_none() -> None:
    try:
        number = number_of(SECOND, PlayCard("winner", Camel.RED))  # type: ignore[arg-type]
    except InvalidActionError:
        return
    assert number == number_of(SECOND, PlayCard(Deck.WINNER, Camel.RED))


# --- Records --------------------------------------------------------------------------------------------------


def test_a_record_is_small() -> None:
    assert GAME.itemsize <= 200


def test_positions_come_back_from_their_records() -> None:
    generator = random.Random(1)
    for _ in range(1000):
        state = random_position(generator)
        games = packed([state])
        assert unpacked(games[0]) == in_order(state)
        assert packed([unpacked(games[0])]).tobytes() == games.tobytes()
        assert_same_records(games, [state])


def test_states_are_made_of_plain_numbers() -> None:
    """What comes out goes into JSON and into checks that ask for the type."""
    batch = Batch.start(20, players=6, seed=1)
    batch.play_out()
    for game in range(20):
        state = batch.state(game)
        assert {type(amount) for amount in state.money} == {int}
        assert {type(seat) for seat in (state.turn, state.leg, *state.pyramid_tickets, state.track)} == {int}
        assert {type(card.seat) for card in state.winner_deck} <= {int}
        assert {type(tile.space) for tile in state.tiles if tile} <= {int}


@pytest.mark.parametrize("change", [{"money": (999_999_999, 3, 3, 3)}, {"money": (32_767, 3, 3, 3)}, {"leg": 32_767}])
def test_large_numbers_are_kept_or_refused(change: dict[str, Any]) -> None:
    """The notation knows them up to 999 999 999."""
    state = Batch.start(1, players=4, seed=3).state(0).evolve(**change)
    try:
        batch = Batch.from_positions([state])
    except CamelUpError:
        return
    for _ in range(20):
        batch.apply([ROLL])
    assert batch.money[0, 0] >= state.money[0]
    assert batch.games["leg"][0] > state.leg


def test_impossible_positions_are_refused() -> None:
    state = Batch.start(1, players=8, seed=3).state(0)
    seats: dict[str, Any] = {
        name: getattr(state, name) + getattr(state, name)[:1]
        for name in ("tickets", "pyramid_tickets", "tiles", "partners", "money", "hands")
    }
    with pytest.raises(CamelUpError):
        Batch.from_positions([state.evolve(**seats)])


# --- What is legal --------------------------------------------------------------------------------------------


def test_the_mask_says_what_the_sets_say() -> None:
    generator = random.Random(2)
    for _ in range(300):
        state = random_position(generator)
        batch = Batch.from_positions([state])
        mask = batch.legal()
        assert mask.shape == (1, ACTIONS)
        assert mask.dtype == np.bool_
        numbers = [number_of(state.edition, action) for action in legal(state)]
        assert np.flatnonzero(mask[0]).tolist() == sorted(numbers)
        assert batch.legal_sets().tolist() == [sum(1 << number for number in numbers)]


def test_actions_and_their_numbers_do_the_same() -> None:
    generator = random.Random(3)
    one, two = Batch.start(50, players=6, seed=1), Batch.start(50, players=6, seed=1)
    for _ in range(30):
        actions = [generator.choice(legal(one.state(game)) or (Roll(),)) for game in range(50)]
        one.apply(actions)
        two.apply(np.array([number_of(SECOND, action) for action in actions], np.int8))
        assert image(one) == image(two)


# --- Refusals -------------------------------------------------------------------------------------------------

GAMES = 4
RED_1 = Face(Camel.RED, 1)

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
    "an illegal action": lambda batch: batch.apply([0, 0, 0, number_of(SECOND, PlaceTile(2, Side.BOOING))]),
    "a partnership of four": lambda batch: batch.apply([0, 0, 0, number_of(SECOND, JoinPartner(1))]),
    "a seat that is not there": lambda batch: batch.apply([0, 0, 0, number_of(SECOND, JoinPartner(7))]),
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
    "None for a policy": lambda batch: batch.play_out(None),  # type: ignore[arg-type]
}


@pytest.fixture
def batch() -> Batch:
    return Batch.from_positions([start(SECOND, 4, parse_track(SECOND, "1:gy 2:rb 3:p 14:K 16:W"))] * GAMES)


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
    card = number_of(SECOND, PlayCard(Deck.WINNER, Camel.RED))
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


@pytest.mark.parametrize(("name", "value"), [("edition", 0), ("edition", 3), ("players", 0), ("players", 100)])
def test_records_for_no_such_table_are_refused(name: str, value: int) -> None:
    """A kernel trusts these; 100 players would be read and paid beyond the record."""
    games = Batch.start(3).games.copy()
    games[name] = value
    with pytest.raises(CamelUpError):
        Batch(games)


def test_a_part_of_an_array_can_be_played_or_is_refused() -> None:
    games = Batch.start(10, seed=1).games
    try:
        part = Batch(games[::2])
    except CamelUpError:
        return
    part.play_out()
    assert part.is_over.all()


# --- The same seed, the same games ----------------------------------------------------------------------------


@POLICIES
@BOTH
def test_threads_do_not_change_games(edition: Edition, policy: Policy) -> None:
    played = []
    for threads in (1, 2, 3, 16):
        batch = Batch.start(101, edition, players=6, seed=5)
        actions = batch.play_out(policy, threads=threads)
        played.append((actions, image(batch)))
    assert played == played[:1] * 4


def test_more_threads_than_games() -> None:
    one, many = Batch.start(2, seed=5), Batch.start(2, seed=5)
    assert one.play_out() == many.play_out(threads=7)
    assert image(one) == image(many)


def test_seeds_give_games_of_their_own() -> None:
    tracks = [tuple(Batch.start(50, seed=seed).games["track"].tolist()) for seed in (0, 1, 2, -1, 10**30, 2**62 - 2)]
    assert len(set(tracks)) == 6
    assert Batch.start(9, seed=3).games[:5].tobytes() == Batch.start(5, seed=3).games.tobytes()


@POLICIES
@pytest.mark.parametrize("players", [2, 6, 8])
@BOTH
def test_step_by_step_is_the_same_game_and_policies_choose_what_is_legal(
    edition: Edition, players: int, policy: Policy
) -> None:
    """The policy as plain Python, one action at a time, against its compiled loop."""
    games = 40
    whole, steps = (Batch.start(games, edition, players=players, seed=11) for _ in range(2))
    actions = 0
    while not steps.is_over.all():
        numbers = [0] * games
        records, sets, streams = steps.games.view(np.recarray), steps.legal_sets().tolist(), streams_of(steps).tolist()
        for game in np.flatnonzero(~steps.is_over).tolist():
            numbers[game] = int(policy.choose(records[game], sets[game], streams[game]))
            assert sets[game] >> numbers[game] & 1
            actions += 1
        steps.apply(numbers)
    assert whole.play_out(policy) == actions
    assert image(whole) == image(steps)


PLAIN = """
import json
import sys
import numpy as np
from camelup.bulk import Batch
from camelup.bulk.records import packed
from camelup.edition import EDITIONS
from camelup.rules import start

answers = []
for edition in EDITIONS.values():
    for policy in ("random", "sensible"):
        track = int(sys.argv[edition.number])
        games = packed([start(edition, 6, track)] * 10)
        batch = Batch(games.view(np.recarray), seed=4)
        answers.append([batch.play_out(policy), batch.money.tolist(), batch.games["track"].tolist()])
print(json.dumps(answers))
"""
FROM_THE_START = """
from camelup.bulk import Batch
batch = Batch.start(3, seed=3)
batch.play_out()
print(batch.money.tolist())
"""


def run(script: str, *arguments: str, folder: Path | None = None, **settings: str) -> str:
    command = [sys.executable, "-c", script, *arguments]
    environment = {**os.environ, **settings}
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here, to compare with")
def test_kernels_play_the_same_without_compilation() -> None:
    tracks = [str(parse_track(FIRST, "1:bg 2:ow 3:y")), str(parse_track(SECOND, "1:gy 2:rb 3:p 14:K 16:W"))]
    assert json.loads(run(PLAIN, *tracks, NUMBA_DISABLE_JIT="1")) == json.loads(run(PLAIN, *tracks))


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here, to compare with")
def test_batches_start_without_compilation_too() -> None:
    assert run(FROM_THE_START, NUMBA_DISABLE_JIT="1") == run(FROM_THE_START)


# --- Set-ups --------------------------------------------------------------------------------------------------


def arrangements(spaces: tuple[int, ...], camels: tuple[int, ...]) -> dict[tuple[tuple[int, int], ...], float]:
    """Every way to put camels on spaces, in running order, with its probability: any space, any order in a stack."""
    total: Counter[tuple[tuple[int, int], ...]] = Counter()
    for order in permutations(camels):
        for chosen in product(spaces, repeat=len(camels)):
            placed = sorted(zip(chosen, order, strict=True), key=lambda pair: pair[0])
            total[tuple(placed)] += 1
    return {way: count / total.total() for way, count in total.items()}


@BOTH
def test_set_ups_are_as_likely_as_with_dice(edition: Edition) -> None:
    """All 2520 ways for the racing camels at once, and all 12 for the crazy ones."""
    tracks = Counter(Batch.start(400_000, edition, seed=6).games["track"].tolist())
    racing: Counter[Any] = Counter()
    crazy: Counter[Any] = Counter()
    for track, count in tracks.items():
        order = race.running_order(track)
        racing[tuple((space, camel) for space, camel in order if camel < 5)] += count
        crazy[tuple((space, camel) for space, camel in order if camel >= 5)] += count
    assert_distributed(racing, arrangements((1, 2, 3), (0, 1, 2, 3, 4)))
    if edition is SECOND:
        assert_distributed(crazy, arrangements((14, 15, 16), (5, 6)))
    else:
        assert crazy.keys() == {()}


@pytest.mark.parametrize("players", range(2, 9))
def test_everybody_is_as_likely_to_start(players: int) -> None:
    batch = Batch.start(100_000, players=players, seed=players)
    assert_distributed(Counter(batch.games["turn"].tolist()), uniform(range(players)))
    assert set(Batch.start(100, players=players, first=1).games["turn"].tolist()) == {1}


@pytest.mark.parametrize("apart", [1, 2, 3, 64, 4096, 65_536])
def test_games_do_not_follow_each_other(apart: int) -> None:
    """Streams of games side by side, or far apart, and of seeds side by side."""
    one = Batch.start(200_000, FIRST, seed=9)
    other = Batch.start(200_000, FIRST, seed=9 + apart)
    for pair in ((one.games[:-apart], one.games[apart:]), (one.games, other.games)):
        spaces = [
            (games["track"][:, None] >> 8 * np.arange(5) & 7).argmin(axis=1).tolist() for games in pair
        ]  # the place of camel 0 in the running order
        first, second = ([int(place) for place in places] for places in spaces)
        found = Counter(zip(first, second, strict=True))
        shares = Counter(first), Counter(second)
        games = len(first)
        expected = {key: shares[0][key[0]] / games * shares[1][key[1]] / games for key in product(range(5), repeat=2)}
        assert_distributed(found, expected)


@BOTH
def test_dice_are_drawn_as_from_the_pyramid(edition: Edition) -> None:
    """Two rolls in a row: the first of any die, the second of any other, all faces alike."""
    track = parse_track(edition, "1:b 4:g 7:o 10:w 13:y" if edition is FIRST else "3:b 5:g 7:p 9:r 11:y 15:K 16:W")
    batch = copies(start(edition, 2, parse_track(edition, START[edition])).evolve(track=track), 200_000, seed=12)
    full = int(batch.games["dice"][0])
    batch.apply([ROLL] * len(batch))
    first = (full ^ batch.games["dice"]).tolist()
    tracks = batch.games["track"].tolist()
    batch.apply([ROLL] * len(batch))
    second = (full ^ batch.games["dice"]).tolist()
    dice = len(edition.dice)
    pairs = Counter((one, both ^ one) for one, both in zip(first, second, strict=True))
    assert_distributed(pairs, uniform((1 << a, 1 << b) for a in range(dice) for b in range(dice) if a != b))
    moved = Counter(
        (die, race.space_of(after, die.bit_length() - 1) - race.space_of(track, die.bit_length() - 1))
        for die, after in zip(first, tracks, strict=True)
        if die < 32
    )
    assert_distributed(moved, uniform((1 << die, steps) for die in range(5) for steps in (1, 2, 3)))


# --- Policies -------------------------------------------------------------------------------------------------

START = {FIRST: "1:bg 2:ow 3:y", SECOND: "1:gy 2:rb 3:p 14:K 16:W"}


@pytest.mark.parametrize("players", [2, 6])
@BOTH
def test_the_random_policy_chooses_a_kind_and_then_within_it(edition: Edition, players: int) -> None:
    generator = random.Random(players)
    for most in (0, 10, 60):
        state = start(edition, players, parse_track(edition, START[edition]))
        for _ in range(most):
            others = [action for action in legal(state) if action != Roll()]
            if others:
                state, _ = apply(state, generator.choice(others))
        groups = legal_by_kind(state, state.hands[state.turn])
        expected = {number_of(edition, action): 1 / len(groups) / len(group) for group in groups for action in group}
        batch = copies(state, 50_000, seed=most)
        bits = int(batch.legal_sets()[0])
        found = Counter(RANDOM.choose(None, bits, stream) for stream in streams_of(batch).tolist())
        assert_distributed(found, expected)


@BOTH
def test_the_sensible_policy_earns_more(edition: Edition) -> None:
    random_games, sensible_games = Batch.start(5000, edition, seed=1), Batch.start(5000, edition, seed=1)
    random_games.play_out()
    sensible_games.play_out(SENSIBLE)
    assert sensible_games.money.mean() > random_games.money.mean() + 1


@inlined
def only_roll(game: Game, legal: int, state: int) -> int:  # noqa: ARG001 - the form of a policy
    return 0


@inlined
def bet_first(game: Game, legal: int, state: int) -> int:  # noqa: ARG001 - the form of a policy
    card = 36 + game.turn % 5
    return card if (legal >> card) & 1 else 0


def test_policies_of_ones_own() -> None:
    rolled, bet = Batch.start(200, players=4, seed=2), Batch.start(200, players=4, seed=2)
    rolled.play_out(Policy("only roll", only_roll))
    bet.play_out(Policy("bet first", bet_first))
    assert not rolled.games["winner_cards"].any()
    assert (bet.games["winner_cards"] <= 4).all()
    assert (bet.games["winner_cards"] >= 1).all()
    assert not bet.games["loser_cards"].any()


def test_names_of_policies_stand_for_them() -> None:
    for policy in (RANDOM, SENSIBLE):
        one, two = Batch.start(20, seed=2), Batch.start(20, seed=2)
        assert one.play_out(policy) == two.play_out(policy.name)
        assert image(one) == image(two)


def always(wanted: int) -> Policy:
    @inlined
    def choose(game: Game, legal: int, state: int) -> int:  # noqa: ARG001 - the form of a policy
        return wanted if (legal >> wanted) & 1 else 0

    return Policy("always", choose)


def test_policies_made_alike_are_told_apart() -> None:
    for camel in range(5):
        batch = Batch.start(50, players=4, seed=2)
        batch.play_out(always(36 + camel))
        assert batch.games["winner_cards"].all()
        assert {card % 8 for card in batch.games["winner_deck"][:, 0].tolist()} == {camel}


@POLICIES
def test_policies_choose_what_is_legal_anywhere(policy: Policy) -> None:
    generator = random.Random(8)
    for _ in range(1000):
        state = random_position(generator)
        if state.is_over:
            continue
        batch = Batch.from_positions([state], seed=generator.getrandbits(62))
        legal_set = int(batch.legal_sets()[0])
        chosen = policy.choose(batch.games.view(np.recarray)[0], legal_set, int(streams_of(batch)[0]))
        assert legal_set >> int(chosen) & 1
        assert batch.play_out(policy) > 0
        assert batch.is_over.all()


OWN_POLICY = """
from camelup.compiled import inlined

@inlined
def choose(game, legal, state):
    return {choice}
"""
PLAY_OWN_POLICY = """
import mine
from camelup.bulk import Batch, Policy
batch = Batch.start(100, seed=3)
batch.play_out(Policy("mine", mine.choose))
print(int(batch.games["winner_cards"].sum()))
"""


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here, and nothing kept")
def test_a_policy_that_was_edited_is_played_as_it_is_now(tmp_path: Path) -> None:
    """Compiled code is kept for the next process, but not longer than it is true."""
    cards = []
    for choice in ("0", "36 if (legal >> 36) & 1 else 0"):
        (tmp_path / "mine.py").write_text(OWN_POLICY.format(choice=choice), encoding="utf-8")
        cards.append(int(run(PLAY_OWN_POLICY, folder=tmp_path, PYTHONDONTWRITEBYTECODE="1")))
    assert cards[0] == 0
    assert cards[1] > 0


# --- Against the exact odds -----------------------------------------------------------------------------------


def assert_near(count: int, games: int, chance: float) -> None:
    assert abs(count / games - chance) <= 5 * math.sqrt(max(chance * (1 - chance), 1e-12) / games)


def test_races_are_won_and_lost_as_often_as_the_odds_say() -> None:
    state = start(FIRST, 3, parse_track(FIRST, START[FIRST]))
    games = 200_000
    batch = copies(state, games, seed=21)
    batch.play_out(Policy("only roll", only_roll))
    odds = race_odds(state)
    assert odds.exact
    tracks = Counter(batch.games["track"].tolist())
    winners: Counter[int] = Counter()
    losers: Counter[int] = Counter()
    for track, count in tracks.items():
        ranking = race.ranking(track)
        winners[ranking[0]] += count
        losers[ranking[-1]] += count
    for place, camel in enumerate(FIRST.racing):
        assert_near(winners[place], games, odds.winner[camel])
        assert_near(losers[place], games, odds.loser[camel])


LEGS = {
    "first": (FIRST, "4:bg 5:ow 7:y", "6+ 9-"),
    "first, near the line": (FIRST, "13:bg 14:o 15:w 16:y", ""),
    "second": (SECOND, "4:gy 5:rb 8:p 10:K 11:W", "7- 9+"),
    "second, crazy camels carrying": (SECOND, "2:Kg 4:Wyr 5:bp", ""),
}


@pytest.mark.parametrize("name", LEGS)
def test_legs_end_as_often_as_the_odds_say(name: str) -> None:
    edition, track, tiles = LEGS[name]
    placed = [Tile(int(text[:-1]), Side(text[-1])) for text in tiles.split()]
    state = start(edition, 2, parse_track(edition, START[edition])).evolve(
        track=parse_track(edition, track), tiles=(*placed, None, None)[:2]
    )
    odds = leg(state)
    games = 200_000
    batch = copies(state, games, seed=22)
    for _ in range(5):
        batch.apply([ROLL] * games)
    ends = Counter(batch.games["track"].tolist())
    found: Counter[int] = Counter()
    seconds: Counter[int] = Counter()
    for end, count in ends.items():
        ranking = race.ranking(end)
        found[ranking[0]] += count
        seconds[ranking[1]] += count
    for place, camel in enumerate(edition.racing):
        assert_near(found[place], games, odds.ranks[camel][0])
        assert_near(seconds[place], games, odds.ranks[camel][1])
    assert_near(int(batch.is_over.sum()), games, odds.endings / odds.total)
    if not odds.endings:
        assert (batch.games["leg"] == 2).all()
        landings = batch.money.sum(axis=1) - (3 + 3 + 5)
        assert abs(landings.mean() - sum(odds.landings.values()) / odds.total) <= 5 * landings.std() / math.sqrt(games)
