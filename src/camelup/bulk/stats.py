"""What many games tell: how long races are, who wins them, and what pays; counted by compiled code as it plays."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import from_dtype, types

from camelup.bulk.batch import Batch
from camelup.bulk.kernels import GREY, RACERS, Game, legal_bits, perform
from camelup.bulk.playing import Words, after_turn
from camelup.bulk.policies import POLICIES, SENSIBLE, Choose, Policy
from camelup.bulk.random_stream import next_state, stream_of
from camelup.bulk.records import GAME, NOBODY, Games
from camelup.bulk.space import ACTIONS, LOSERS, PARTNERS, ROLL, TICKETS, TILES, WINNERS
from camelup.compiled import inlined, kernel
from camelup.edition import (
    FINISH_REWARDS,
    LATER_FINISH_REWARD,
    MAX_PLAYERS,
    PYRAMID_TICKET_REWARD,
    SECOND,
    TILE_REWARD,
    WRONG_BET,
    Edition,
)
from camelup.errors import CamelUpError
from camelup.odds.sampling import drawn_face
from camelup.possible import check_players
from camelup.race import BEHIND_THE_LINE, FIRST_CRAZY, OVER_THE_LINE, crazy_to_move, landing, place_of, space_of

KINDS = ("ticket", "roll", "tile", "winner_card", "loser_card", "partnership")
ENDINGS = ("clockwise", "clockwise_with_crazy", "backwards_with_racing", "backwards_crazy_alone")
"""Clockwise a racing camel moves, maybe with a crazy one on its back; backwards it is always a crazy one that moves."""
_TICKET, _ROLL, _TILE, _WINNER, _LOSER, _PARTNER = range(len(KINDS))
_STARTS = (ROLL, TICKETS, TILES, WINNERS, LOSERS, PARTNERS, ACTIONS)
_KIND = np.repeat(np.array([_ROLL, _TICKET, _TILE, _WINNER, _LOSER, _PARTNER], np.int64), np.diff(_STARTS))
_CARDS = np.array([0, *FINISH_REWARDS, *[LATER_FINISH_REWARD] * 5 * MAX_PLAYERS], np.int64).cumsum()
"""What so many right cards of a deck are paid in all."""
_WHOLE = 840
"""A victory, in parts that two to eight winners can share equally."""
_MOST_LEGS = 64
_MOST_ROLLS = 5 * _MOST_LEGS
"""Longer races, which hardly happen, are counted as being so long."""
_CHUNK = 1 << 15
_SEED_BITS = (1 << 62) - 1
_FEWEST = 2
"""One game cannot tell how much games differ."""
_SURE = 1.959963984540054
"""So many standard errors either way hold 95%."""

_TALLY = np.dtype(
    [
        ("games", np.int64),
        ("legs", np.int64, _MOST_LEGS + 1),
        ("rolls", np.int64, _MOST_ROLLS + 1),
        ("led", np.int64, _MOST_LEGS + 1),  # the races that went on after each leg
        ("led_won", np.int64, _MOST_LEGS + 1),
        ("last_last", np.int64, _MOST_LEGS + 1),
        ("start_won", np.int64, RACERS),
        ("start_last", np.int64, RACERS),
        ("endings", np.int64, len(ENDINGS)),
        ("done", np.int64, len(KINDS)),
        ("paid", np.int64, len(KINDS)),
        ("done_done", np.int64, len(KINDS)),  # sums of products over games
        ("done_paid", np.int64, len(KINDS)),
        ("paid_paid", np.int64, len(KINDS)),
        ("money", np.int64),  # of all at the table, and of the richest
        ("money_money", np.int64),
        ("most", np.int64),
        ("most_most", np.int64),
        ("shared", np.int64),
        ("won", np.int64, MAX_PLAYERS),
        ("won_won", np.int64, MAX_PLAYERS),
    ]
)
Tally = Any
_GAMES = from_dtype(GAME)[::1]
_TALLIES = from_dtype(_TALLY)[::1]


@dataclass(frozen=True)
class Share:
    """How often something was so, with Wilson's interval of 95%."""

    hits: int
    of: int

    @property
    def value(self) -> float:
        """The share seen."""
        return self.hits / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share is, with a certainty of 95%.

        >>> [round(end, 4) for end in Share(0, 10).interval]
        [0.0, 0.2775]
        """
        square = _SURE**2
        middle = (self.hits + square / 2) / (self.of + square)
        reach = _SURE / (self.of + square) * sqrt(self.hits * (self.of - self.hits) / self.of + square / 4)
        return max(0.0, middle - reach) if self.hits else 0.0, min(1.0, middle + reach) if self.hits < self.of else 1.0

    @property
    def error(self) -> float:
        """How far the interval reaches from the share seen, at most."""
        low, high = self.interval
        return max(self.value - low, high - self.value)

    def as_json(self) -> dict[str, float]:
        """Give all of it as plain values."""
        low, high = self.interval
        return {"value": self.value, "low": low, "high": high, "hits": self.hits, "of": self.of}


@dataclass(frozen=True)
class Mean:
    """An average, and how far the interval of 95% reaches either way."""

    value: float
    error: float

    @classmethod
    def of(cls, total: float, squares: float, count: int, unit: float = 1) -> "Mean":
        """Take the average of so many numbers from their sum and the sum of their squares."""
        spread = max(0.0, squares / count - (total / count) ** 2)
        return cls(total / count / unit, _SURE * sqrt(spread / (count - 1)) / unit)

    def as_json(self) -> dict[str, float]:
        """Give all of it as plain values."""
        return {"value": self.value, "low": self.value - self.error, "high": self.value + self.error}


@dataclass(frozen=True)
class Pay:
    """What a kind of action brought, in EP, before anybody's money is kept from falling below 0."""

    actions: int
    total: int
    each: Mean | None
    """For an action; None if nobody did such a thing."""
    a_game: Mean
    """For a player in a game."""


@dataclass(frozen=True)
class Stats:
    """What was counted. Legs are counted from 1, starting places from the rear, seats from the starting player."""

    edition: int
    players: int
    policy: str
    games: int
    legs: dict[int, int]
    rolls: dict[int, int]
    leader_wins: tuple[Share, ...]
    """After each leg, of the races that went on."""
    last_stays_last: tuple[Share, ...]
    start_wins: tuple[Share, ...]
    start_comes_last: tuple[Share, ...]
    endings: dict[str, Share]
    pay: dict[str, Pay]
    money: Mean
    winner_money: Mean
    victories: tuple[Mean, ...]
    """The part of all victories that a seat has; a shared one counts in part."""
    shared: Share

    @property
    def leg_shares(self) -> dict[int, Share]:
        """How often a race has so many legs."""
        return {legs: Share(count, self.games) for legs, count in self.legs.items()}

    @property
    def mean_legs(self) -> Mean:
        """How many legs a race has."""
        return _mean_of(self.legs)

    @property
    def mean_rolls(self) -> Mean:
        """How many rolls a race has."""
        return _mean_of(self.rolls)

    def as_json(self) -> dict[str, Any]:
        """Give all of it as plain values."""
        return {
            **{name: getattr(self, name) for name in ("edition", "players", "policy", "games")},
            "legs": {"mean": self.mean_legs.as_json(), "races": self.legs},
            "rolls": {"mean": self.mean_rolls.as_json(), "races": self.rolls},
            **{
                name: [entry.as_json() for entry in getattr(self, name)]
                for name in ("leader_wins", "last_stays_last", "start_wins", "start_comes_last", "victories")
            },
            "endings": {name: share.as_json() for name, share in self.endings.items()},
            "pay": {
                kind: {
                    **asdict(pay),
                    "each": None if pay.each is None else pay.each.as_json(),
                    "a_game": pay.a_game.as_json(),
                }
                for kind, pay in self.pay.items()
            },
            "money": self.money.as_json(),
            "winner_money": self.winner_money.as_json(),
            "shared": self.shared.as_json(),
        }


def _mean_of(counts: dict[int, int]) -> Mean:
    total = sum(number * count for number, count in counts.items())
    return Mean.of(total, sum(number**2 * count for number, count in counts.items()), sum(counts.values()))


def statistics(
    games: int,
    edition: Edition = SECOND,
    players: int = 4,
    policy: Policy | str = SENSIBLE,
    *,
    seed: int = 0,
    threads: int = 1,
) -> Stats:
    """Play so many games and tell what was seen; the same seed gives the same figures on any threads.

    >>> stats = statistics(2000, players=3, seed=7)
    >>> sum(stats.legs.values()), sum(share.hits for share in stats.start_wins)
    (2000, 2000)
    """
    check_players(players)
    _check_games(games)
    if threads < 1:
        raise CamelUpError("threads", f"Games are played on at least 1 thread, not on {threads}.")
    policy = _policy(policy)
    seed &= _SEED_BITS

    def part(begin: int) -> npt.NDArray[np.int64]:
        size = min(_CHUNK, games - begin)
        return _counted(Batch.start(size, edition, players, seed=stream_of(seed, begin)), policy.choose)

    tracer_of(policy.choose)  # compiled once, not by every thread
    with ThreadPoolExecutor(threads) as pool:
        counts = sum(pool.map(part, range(0, games, _CHUNK)), np.zeros(_TALLY.itemsize // 8, np.int64))
    return _stats(counts, edition, players, policy)


def statistics_of(batch: Batch, policy: Policy | str = SENSIBLE) -> Stats:
    """Play a batch of games that have just been set up to their end, and tell what was seen."""
    _check_games(len(batch))
    policy = _policy(policy)
    return _stats(_counted(batch, policy.choose), batch.edition, batch.players, policy)


def _check_games(games: int) -> None:
    if games < _FEWEST:
        raise CamelUpError("games", f"Statistics need at least {_FEWEST} games, not {games}.")


def _policy(policy: Policy | str) -> Policy:
    if isinstance(policy, Policy):
        return policy
    if policy not in POLICIES:
        raise CamelUpError("policy", f"Policies are {', '.join(POLICIES)}, not {policy!r}.")
    return POLICIES[policy]


def _counted(batch: Batch, choose: Choose) -> npt.NDArray[np.int64]:
    tallies = np.zeros(1, _TALLY)
    tracer_of(choose)(batch.games, batch._states, tallies)  # noqa: SLF001 - a batch's streams are for this package
    return tallies.view(np.int64)


def _stats(counts: npt.NDArray[np.int64], edition: Edition, players: int, policy: Policy) -> Stats:
    tally = counts.view(_TALLY)[0]
    games = int(tally["games"])
    went_on = np.trim_zeros(tally["led"][1:], "b")

    def shares(hits: npt.NDArray[np.int64], of: npt.NDArray[np.int64]) -> tuple[Share, ...]:
        return tuple(Share(int(part), int(whole)) for part, whole in zip(hits, of, strict=False))

    def mean(name: str, unit: float) -> Mean:
        return Mean.of(int(tally[name]), int(tally[f"{name}_{name}"]), games, unit)

    kinds = KINDS if edition.has_partnerships(players) else KINDS[:_PARTNER]
    return Stats(
        edition=edition.number,
        players=players,
        policy=policy.name,
        games=games,
        legs={number: int(count) for number, count in enumerate(tally["legs"]) if count},
        rolls={number: int(count) for number, count in enumerate(tally["rolls"]) if count},
        leader_wins=shares(tally["led_won"][1:], went_on),
        last_stays_last=shares(tally["last_last"][1:], went_on),
        start_wins=shares(tally["start_won"], np.full(RACERS, games)),
        start_comes_last=shares(tally["start_last"], np.full(RACERS, games)),
        endings={
            name: Share(int(count), games)
            for name, count in zip(ENDINGS, tally["endings"], strict=True)
            if edition.crazy or count
        },
        pay={kind: _pay(tally, at, games, players) for at, kind in enumerate(kinds)},
        money=mean("money", players),
        winner_money=mean("most", 1),
        victories=tuple(
            Mean.of(int(tally["won"][seat]), int(tally["won_won"][seat]), games, _WHOLE) for seat in range(players)
        ),
        shared=Share(int(tally["shared"]), games),
    )


def _pay(tally: np.void, kind: int, games: int, players: int) -> Pay:
    """Tell what a kind of action pays; actions of one game hang together, so it is games that make the interval."""
    done, paid, done_done, done_paid, paid_paid = (
        int(tally[name][kind]) for name in ("done", "paid", "done_done", "done_paid", "paid_paid")
    )
    each = None
    if done:
        ratio = paid / done
        spread = max(0.0, paid_paid - 2 * ratio * done_paid + ratio**2 * done_done)
        each = Mean(ratio, _SURE * sqrt(spread) / done)
    return Pay(done, paid, each, Mean.of(paid, paid_paid, games, players))


# --- Compiled -------------------------------------------------------------------------------------------------


@inlined
def tiles_met(game: Game, shown: int, number: int) -> int:
    """Tell, as 1 or 0, whether a roll ends on a tile."""
    track = int(game.track)
    camel = crazy_to_move(track, shown) if shown >= FIRST_CRAZY else shown
    target = landing(space_of(track, camel), camel, number)
    for owner in range(game.players):
        if game.tiles[owner] != 0 and abs(int(game.tiles[owner])) == target:
            return 1
    return 0


@inlined
def ending_of(track: int, edition: int) -> int:
    """Tell which way a race has ended, as a place in ENDINGS."""
    if (track >> 3) & 0x1F == BEHIND_THE_LINE:
        for camel in range(RACERS):
            if space_of(track, camel) == BEHIND_THE_LINE:
                return 2
        return 3
    for crazy in range(FIRST_CRAZY, FIRST_CRAZY + 2 * (edition - 1)):
        if space_of(track, crazy) == OVER_THE_LINE:
            return 1
    return 0


@inlined
def count_end(game: Game, first_seat: int, tally: Tally) -> None:
    """Count the money and the victories of a game that is over."""
    total = 0
    most = 0
    for seat in range(game.players):
        total += game.money[seat]
        most = max(most, int(game.money[seat]))
    winners = 0
    for seat in range(game.players):
        winners += game.money[seat] == most
    for place in range(game.players):
        if game.money[(first_seat + place) % game.players] == most:
            part = _WHOLE // winners
            tally.won[place] += part
            tally.won_won[place] += part * part
    tally.money += total
    tally.money_money += total * total
    tally.most += most
    tally.most_most += most * most
    tally.shared += winners > 1


@inlined
def deck_paid(deck: Words, cards: int, right_camel: int) -> int:
    """Tell what a deck pays in all."""
    right = 0
    for place in range(cards):
        right += (int(deck[place]) & 0x07) == right_camel
    return int(_CARDS[right]) + (cards - right) * WRONG_BET


@lru_cache(maxsize=64)
def tracer_of(choose: Choose) -> Callable[[Games, Words, npt.NDArray[np.void]], None]:
    """Compile the loop that plays games to their end by a policy, and counts."""

    @kernel(types.void(_GAMES, types.int64[::1], _TALLIES))
    def trace(games: Games, states: Words, tallies: npt.NDArray[np.void]) -> None:
        tally: Tally = tallies[0]
        scratch = np.zeros(2 * MAX_PLAYERS, np.int64)
        partners = np.zeros(MAX_PLAYERS, np.int64)
        done = np.zeros(len(KINDS), np.int64)
        paid = np.zeros(len(KINDS), np.int64)
        leaders = np.zeros(_MOST_LEGS + 1, np.int64)
        lasts = np.zeros(_MOST_LEGS + 1, np.int64)
        for at in range(len(games)):
            game: Game = games[at]
            state = int(states[at])
            start = int(game.track)
            first_seat = int(game.turn)
            done[:] = 0
            paid[:] = 0
            legs = 0
            rolls_before = 0
            while not game.over:
                action = choose(game, legal_bits(game), state)
                done[_KIND[action]] += 1
                leg = int(game.leg)
                shown = 0
                number = 0
                if action == ROLL:
                    face = drawn_face(int(game.dice), next_state(next_state(state)))
                    die = face & 0x07
                    shown = die if die < GREY else FIRST_CRAZY + (face >> 5)
                    number = (face >> 3) & 0x03
                    paid[_TILE] += TILE_REWARD * tiles_met(game, shown, number)
                    for seat in range(game.players):
                        partners[seat] = game.partners[seat]
                perform(game, action, shown, number, scratch)
                state = after_turn(state)
                if not game.over and leg == game.leg:
                    continue
                # A leg has been scored: `scratch` holds what tickets and rolls paid, and the best of each seat.
                pyramid = (done[_ROLL] - rolls_before) * PYRAMID_TICKET_REWARD
                rolls_before = done[_ROLL]
                paid[_ROLL] += pyramid
                paid[_TICKET] -= pyramid
                for seat in range(game.players):
                    paid[_TICKET] += scratch[seat]
                    if partners[seat] != NOBODY:
                        paid[_PARTNER] += scratch[MAX_PLAYERS + partners[seat]]
                legs = min(legs + 1, _MOST_LEGS)
                for camel in range(RACERS):
                    place = place_of(int(game.track), camel)
                    if place == 0:
                        leaders[legs] = camel
                    if place == RACERS - 1:
                        lasts[legs] = camel
            states[at] = state
            winner = leaders[legs]
            loser = lasts[legs]
            paid[_WINNER] = deck_paid(game.winner_deck, int(game.winner_cards), winner)
            paid[_LOSER] = deck_paid(game.loser_deck, int(game.loser_cards), loser)
            tally.games += 1
            tally.legs[legs] += 1
            tally.rolls[min(done[_ROLL], _MOST_ROLLS)] += 1
            for leg in range(1, legs):
                tally.led[leg] += 1
                tally.led_won[leg] += leaders[leg] == winner
                tally.last_last[leg] += lasts[leg] == loser
            tally.start_won[RACERS - 1 - place_of(start, winner)] += 1
            tally.start_last[RACERS - 1 - place_of(start, loser)] += 1
            tally.endings[ending_of(int(game.track), int(game.edition))] += 1
            for kind in range(len(KINDS)):
                tally.done[kind] += done[kind]
                tally.paid[kind] += paid[kind]
                tally.done_done[kind] += done[kind] * done[kind]
                tally.done_paid[kind] += done[kind] * paid[kind]
                tally.paid_paid[kind] += paid[kind] * paid[kind]
            count_end(game, first_seat, tally)

    return trace
