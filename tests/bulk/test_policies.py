"""Policies: the two that are built in, those of one's own, and rolling against the exact odds."""

import math
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numba import njit

from camelup.bulk import RANDOM, SENSIBLE, Batch, Policy
from camelup.bulk.action_space import ROLL, TILE_BITS, decode_action, encode_action
from camelup.bulk.kernels import Game
from camelup.bulk.stats import statistics_of
from camelup.compiled import inlined, kernel
from camelup.compiled.random_stream import nth_bit, split
from camelup.core import race
from camelup.core.actions import Action, PlayCard, Roll, TakeTicket
from camelup.core.edition import FIRST, SECOND, Camel, Deck, Edition, Side
from camelup.core.errors import PolicyError
from camelup.core.rules import apply, legal, legal_by_kind, start
from camelup.core.state import Tile
from camelup.formats.notation import parse_position, parse_track
from camelup.odds import leg
from camelup.odds import race as race_odds
from tests.bulk.support import BOTH, IS_COMPILED, POLICIES, START, assert_distributed, copies, image
from tests.randomplay import random_position

# --- Policies -------------------------------------------------------------------------------------------------


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
        expected = {
            encode_action(edition, action): 1 / len(groups) / len(group) for group in groups for action in group
        }
        batch = copies(state, 50_000, seed=most)
        bits = int(batch.legal_sets()[0])
        found = Counter(RANDOM.choose(None, bits, split(stream)) for stream in batch.streams.tolist())
        assert_distributed(found, expected)


@BOTH
def test_the_sensible_policy_earns_more(edition: Edition) -> None:
    random_games, sensible_games = Batch.start(5000, edition, seed=1), Batch.start(5000, edition, seed=1)
    random_games.play_out()
    sensible_games.play_out(SENSIBLE)
    assert sensible_games.money.mean() > random_games.money.mean() + 1


EARLY, LATE = "3:y 7:g 8:r 9:p 10:b 13:K 14:W", "4:y 7:g 8:r 9:p 12:b 13:K 14:W"
SENSIBLE_CHOICES: dict[str, tuple[str, Action]] = {
    "the leader's ticket": (f"track {EARLY} | tickets - -", TakeTicket(Camel.BLUE)),
    "the leader's 3": (f"track {EARLY} | tickets b5 -", TakeTicket(Camel.BLUE)),
    "the second's 5 before the leader's 2": (f"track {EARLY} | tickets b5 b3", TakeTicket(Camel.PURPLE)),
    "no 2 and no second's 3 early": (f"track {EARLY} | tickets b5p5 b3", Roll()),
    "the leader's 2 before the last die": (
        f"track {EARLY} | tickets b5p5 b3 | dice bx | pyramid 2 2",
        TakeTicket(Camel.BLUE),
    ),
    "the winner when it is near": (f"track {LATE} | tickets b5p5 b3", PlayCard(Deck.WINNER, Camel.BLUE)),
    "the loser far behind": (
        f"track {LATE} | tickets b5p5 b3 | winner Ab | hands gpry bgpry",
        PlayCard(Deck.LOSER, Camel.YELLOW),
    ),
    "no loser that may catch up": (
        f"track {LATE.replace('4:y', '5:y')} | tickets b5p5 b3 | winner Ab | hands gpry bgpry",
        Roll(),
    ),
    "nothing that is left to bet": (
        f"track {LATE} | tickets b5p5 b3 | winner Ab | loser Ay | hands gpr bgpry",
        Roll(),
    ),
}


@pytest.mark.parametrize("why", SENSIBLE_CHOICES)
def test_what_is_sensible(why: str) -> None:
    text, expected = SENSIBLE_CHOICES[why]
    batch = Batch.from_positions([parse_position(f"edition 2 | {text} | money 3 3")])
    chosen = SENSIBLE.choose(batch.games[0], int(batch.legal_sets()[0]), 0)
    assert decode_action(SECOND, int(chosen)) == expected


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
    for camel in (0, 3):
        batch = Batch.start(50, players=4, seed=2)
        batch.play_out(always(36 + camel))
        assert batch.games["winner_cards"].all()
        assert {card % 8 for card in batch.games["winner_deck"][:, 0].tolist()} == {camel}


GHOST, FOREVER, DIVISION = 2, 3, 4
"""How many players sit where a policy goes wrong in this way: so one compilation serves all faults."""


def go_wrong_as_told_by_the_players(game: Game, legal: int, state: int) -> int:  # noqa: ARG001 - the form of a policy
    if game.players == GHOST:
        return -1 if game.leg > 1 else 0  # legal at first, so that games have changed before it fails
    if game.players == FOREVER:
        tiles = legal & TILE_BITS
        return nth_bit(tiles, 0) if tiles else 0
    return int(0 // (2 - game.leg))


def choose_what_nobody_can_compile(game: Game, legal: int, state: int) -> int:
    return min({state: legal}, key=lambda place: game.track + place)


def choose_a_word(game: Game, legal: int, state: int) -> str:  # noqa: ARG001
    return "roll"


def forget_to_choose(game: Game, legal: int, state: int) -> int | None:  # noqa: ARG001
    if game.leg == 1:
        return 0
    return None


def ask_for_a_field_that_is_not_there(game: Game, legal: int, state: int) -> int:  # noqa: ARG001
    return int(game.camels)


WRONG = {
    "sometimes nothing": (forget_to_choose, 2, "it must always return a whole number"),
    "an error": (go_wrong_as_told_by_the_players, DIVISION, "policy wrong failed: ZeroDivisionError"),
    "no such field": (ask_for_a_field_that_is_not_there, 2, "policy wrong failed.*camels"),
    "a ghost": (go_wrong_as_told_by_the_players, GHOST, "wrong chose"),
    "forever": (go_wrong_as_told_by_the_players, FOREVER, "did not end"),
    "no numba": (choose_what_nobody_can_compile, 2, "cannot be compiled|whole number"),
    "a word": (choose_a_word, 2, "it must always return a whole number"),
}
PLAYED: tuple[Callable[[Batch, Policy], object], ...] = (
    lambda batch, policy: batch.play_out(policy),
    lambda batch, policy: batch.play_out(policy, threads=3),
    statistics_of,
)


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here, and 100,000 actions take long")
@pytest.mark.parametrize("play", PLAYED, ids=["alone", "threads", "statistics"])
@pytest.mark.parametrize("what", WRONG)
def test_a_policy_at_fault_is_named_and_changes_nothing(what: str, play: Callable[[Batch, Policy], object]) -> None:
    choose, players, words = WRONG[what]
    batch = Batch.start(40, players=players, seed=6)
    before = image(batch)
    with pytest.raises(PolicyError, match=words):
        play(batch, Policy("wrong", choose))  # type: ignore[arg-type]
    assert image(batch) == before


def test_what_is_no_policy_is_refused_at_once() -> None:
    with pytest.raises(PolicyError, match="needs a function"):
        Policy("none", None)  # type: ignore[arg-type]
    with pytest.raises(PolicyError, match="must take a game, legal and state"):
        Policy("short", lambda game, legal: 0)  # noqa: ARG005


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here")
def test_a_policy_may_be_compiled_already() -> None:
    one, two = Batch.start(40, seed=6), Batch.start(40, seed=6)
    one.play_out(Policy("bet first", njit(bet_first)))  # type: ignore[arg-type]
    two.play_out(Policy("bet first", bet_first))
    assert image(one) == image(two)


@POLICIES
def test_policies_choose_what_is_legal_anywhere(policy: Policy) -> None:
    generator = random.Random(8)
    for _ in range(300):
        state = random_position(generator)
        if state.is_over:
            continue
        batch = Batch.from_positions([state], seed=generator.getrandbits(62))
        legal_set = int(batch.legal_sets()[0])
        chosen = policy.choose(batch.games.view(np.recarray)[0], legal_set, int(batch.streams[0]))
        assert legal_set >> int(chosen) & 1
        assert batch.play_out(policy) > 0
        assert batch.is_over.all()


@inlined
def bet_early(game: Game, legal: int, state: int) -> int:  # noqa: ARG001 - the form of a policy
    return 36 if (legal >> 36) & 1 else 0


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled here, and nothing kept")
def test_what_a_policy_of_ones_own_is_compiled_to_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be played as it was when it has been edited: Numba does not look into what a kernel calls."""

    @kernel("int64(int64)")
    def add_one(number: int) -> int:
        return number + 1

    policy, batch = Policy("mine", bet_early), Batch.start(20, players=2, seed=3)
    monkeypatch.setenv("CAMELUP_CACHE", str(tmp_path))  # kernels that were loaded before are kept elsewhere
    for play in (statistics_of, Batch.play_out):
        play(batch.copy(), policy)
    batch.play_out([policy, RANDOM])
    assert add_one(1) == 2
    assert {path.name.split(".")[0] for path in tmp_path.rglob("*.nb[ic]")} == {"test_policies"}, "add_one alone"


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
    state = start(edition, 2, parse_track(edition, START[edition])).replace(
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
