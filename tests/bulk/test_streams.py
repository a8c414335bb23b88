"""Random streams: the same seed gives the same games, and games are as likely as with real dice."""

import io
import json
from collections import Counter
from contextlib import redirect_stdout
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from camelup.bulk import RANDOM, Batch, Policy
from camelup.bulk.action_space import ROLL
from camelup.compiled.random_stream import draw_below, next_state, split
from camelup.core import race
from camelup.core.edition import FIRST, SECOND, Edition
from camelup.core.rules import start
from camelup.formats.notation import parse_track
from tests.bulk.support import (
    BOTH,
    IS_COMPILED,
    POLICIES,
    START,
    assert_distributed,
    copies,
    image,
    run,
    uniform,
)

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
        records, sets, streams = steps.games.view(np.recarray), steps.legal_sets().tolist(), steps.streams.tolist()
        for game in np.flatnonzero(~steps.is_over).tolist():
            numbers[game] = int(policy.choose(records[game], sets[game], split(streams[game])))
            assert sets[game] >> numbers[game] & 1
            actions += 1
        steps.apply(numbers)
    assert whole.play_out(policy) == actions
    assert image(whole) == image(steps)


PLAIN = """
import json
import sys
import numpy as np
from camelup.bulk import RANDOM, Batch
from camelup.bulk.layout import pack
from camelup.core.edition import EDITIONS
from camelup.core.rules import start

answers = []
for edition in EDITIONS.values():
    for policy in ("random", "sensible"):
        track = int(sys.argv[edition.number])
        games = pack([start(edition, 6, track)] * 10)
        batch = Batch(games.view(np.recarray), seed=4)
        answers.append([batch.play_out(policy), batch.money.tolist(), batch.games["track"].tolist()])
print(json.dumps(answers))
"""
FROM_THE_START = """
from camelup.bulk import RANDOM, Batch
batch = Batch.start(3, seed=3)
batch.play_out()
print(batch.money.tolist())
"""


def run_here(script: str, *arguments: str) -> str:
    """Run a script in this process, which has the kernels already, and give what it prints."""
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said):
        patch.setattr("sys.argv", ["-c", *arguments])
        exec(script, {})  # noqa: S102 - our own
    return said.getvalue()


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here, to compare with")
def test_kernels_play_the_same_without_compilation() -> None:
    tracks = [str(parse_track(FIRST, "1:bg 2:ow 3:y")), str(parse_track(SECOND, "1:gy 2:rb 3:p 14:K 16:W"))]
    assert json.loads(run(PLAIN, *tracks, NUMBA_DISABLE_JIT="1")) == json.loads(run_here(PLAIN, *tracks))


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here, to compare with")
def test_batches_start_without_compilation_too() -> None:
    assert run(FROM_THE_START, NUMBA_DISABLE_JIT="1") == run_here(FROM_THE_START)


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
    batch = copies(start(edition, 2, parse_track(edition, START[edition])).replace(track=track), 200_000, seed=12)
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


# --- What tells nothing of what --------------------------------------------------------------------------------


def assert_apart(one: np.ndarray, other: np.ndarray) -> None:
    """Nothing can be guessed of one from the other."""
    pairs = Counter(zip(one.tolist(), other.tolist(), strict=True))
    games = pairs.total()
    shares = [Counter(values.tolist()) for values in (one, other)]
    assert_distributed(pairs, {pair: shares[0][pair[0]] * shares[1][pair[1]] / games**2 for pair in product(*shares)})


def test_draws_of_a_policy_tell_nothing_of_dice_set_ups_and_later_draws() -> None:
    """Whoever draws a third number must not draw the die that comes next."""
    batch = Batch.start(200_000, FIRST, seed=14)
    first_camel = batch.games["track"] & 7
    state: Any = split(batch.streams)  # type: ignore[arg-type]
    draws: list[Any] = []
    for _ in range(6):
        draws.append(draw_below(state, 6))
        state = next_state(state)
    full = batch.games["dice"].copy()
    batch.apply([ROLL] * len(batch))
    die = full ^ batch.games["dice"]
    later: Any = draw_below(split(batch.streams), 6)  # type: ignore[arg-type]
    for values in draws:
        for others in (die, first_camel, later):
            assert_apart(values, others)
    for one, other in ((die, first_camel), (die, later), (draws[0], draws[1])):
        assert_apart(one, other)


def test_games_that_go_on_by_the_same_seed_have_other_dice() -> None:
    batch = Batch.start(30_000, FIRST, players=2, seed=3)
    full = batch.games["dice"].copy()
    batch.apply([ROLL] * len(batch))
    first = full ^ batch.games["dice"]
    for again in (batch.take(range(len(batch)), seed=3), Batch(batch.games, seed=3)):
        again.apply([ROLL] * len(batch))
        second = full ^ first ^ again.games["dice"]
        pairs = Counter(zip(first.tolist(), second.tolist(), strict=True))
        assert_distributed(pairs, uniform((1 << one, 1 << two) for one, two in permutations(range(5), 2)))


def test_no_two_games_share_a_stream() -> None:
    streams = [Batch.start(10_000, seed=seed).streams for seed in (0, 1, 2, 1000, -1, 2**61)]
    assert len(np.unique(np.concatenate(streams))) == 60_000


def test_dice_and_choices_of_random_games_are_even() -> None:
    """As `play_out` draws them: step by step gives the same games (see above), so each first turn is looked at here."""
    batch = Batch.start(200_000, seed=15)
    bits = batch.legal_sets()
    chosen = np.array(
        [RANDOM.choose(None, int(legal), split(int(at))) for legal, at in zip(bits, batch.streams, strict=True)]
    )
    before = batch.games["dice"].copy()
    batch.apply(chosen)
    rolled = chosen == ROLL
    assert_distributed(Counter((before ^ batch.games["dice"])[rolled].tolist()), uniform(1 << die for die in range(6)))
