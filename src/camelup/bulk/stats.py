"""What many games show: how long races are, who wins them, and what pays; counted by compiled code as it plays."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from camelup.bulk.arguments import as_int, as_seed, check_number
from camelup.bulk.batch import Batch
from camelup.bulk.estimates import Z_95, Mean, Share
from camelup.bulk.layout import GAME
from camelup.bulk.playout import raise_fault
from camelup.bulk.policies import SENSIBLE, Policy
from camelup.bulk.registry import POLICIES, find_policy
from camelup.bulk.tally import ENDINGS, KINDS, PARTNERSHIP, TALLY, VICTORY, compile_tally
from camelup.bulk.threads import Spread, in_order
from camelup.bulk.with_odds import table_for
from camelup.compiled.random_stream import start_stream
from camelup.core.edition import SECOND, Edition
from camelup.core.errors import ArgumentError, quoted
from camelup.core.race import RACERS
from camelup.core.validity import check_players, find_edition
from camelup.frames import frame
from camelup.notebook import shorten

if TYPE_CHECKING:
    import pyarrow as pa

CHUNK = 1 << 15
"""How many games are set up from one seed: which games a seed means depends on it."""
_DRAWN = ("track", "turn")
_BY_PLACE = ("leader_wins", "last_stays_last", "start_wins", "start_comes_last", "victories")
_RARE = 0.001
"""What fewer races than this have is left out where all are listed."""
_FEWEST = 2
"""One game cannot show how much games differ."""
_MOST = 10**10
"""More than half a day on one core; no sum of squares comes near the limit of its 64 bits."""


@dataclass(frozen=True)
class Pay:
    """What a kind of action brought, in EP, before anybody's money is kept from falling below 0."""

    actions: int
    total: int
    each: Mean | None
    """For an action; None if nobody did such a thing."""
    a_game: Mean
    """For a player in a game."""

    def __repr__(self) -> str:
        """Return how often it was chosen, and what it brought."""
        return f"<Pay of {self.actions:,} actions: {self.each or '-'} each, {self.a_game} a game>"


@dataclass(frozen=True)
class Stats:
    """What was counted. Legs are counted from 1, starting places from the rear, seats from the starting player."""

    edition: Edition
    players: int
    policy: str
    about: str
    """What the policy does."""
    games: int
    seed: int | None
    """None where the games were set up elsewhere."""
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
    victories: tuple[Share, ...]
    """A shared one counts in part for each who shares it."""
    shared: Share

    @property
    def leg_shares(self) -> dict[int, Share]:
        """How often a race has each number of legs."""
        return {legs: Share(count, self.games) for legs, count in self.legs.items()}

    @property
    def common_legs(self) -> dict[int, Share]:
        """The same, without the numbers that hardly any race has."""
        return {legs: share for legs, share in self.leg_shares.items() if share.value >= _RARE}

    @property
    def after_legs(self) -> list[tuple[int, Share, Share]]:
        """The legs after which more than a few races go on: how often the leader wins then, and the last stays last."""
        legs = enumerate(zip(self.leader_wins, self.last_stays_last, strict=True), start=1)
        return [(leg, wins, last) for leg, (wins, last) in legs if wins.of >= _RARE * self.games]

    @property
    def paying(self) -> list[tuple[str, Mean]]:
        """What an action of each kind that somebody chose has paid, the best first."""
        chosen = [(kind, pay.each) for kind, pay in self.pay.items() if pay.each is not None]
        return sorted(chosen, key=lambda entry: -entry[1].value)

    @property
    def mean_legs(self) -> Mean:
        """How many legs a race has."""
        return _mean_of(self.legs)

    @property
    def mean_rolls(self) -> Mean:
        """How many rolls a race has."""
        return _mean_of(self.rolls)

    def __repr__(self) -> str:
        """Return what was played, and how long races are; a picture shows the rest."""
        played = f"{self.games:,} games of {self.players} players, edition {self.edition.number or self.edition.title}"
        return f"<Stats of {played}, policy {shorten(self.policy, 40)}: {self.mean_legs} legs, {self.mean_rolls} rolls>"

    def as_json(self) -> dict[str, Any]:
        """Return all of it as plain values."""
        return {
            "edition": (self.edition.base or self.edition).number,
            "variant": None if self.edition.is_official else self.edition.title,
            **{name: getattr(self, name) for name in ("players", "policy", "about", "games", "seed")},
            "legs": {"mean": self.mean_legs.as_json(), "races": self.legs},
            "rolls": {"mean": self.mean_rolls.as_json(), "races": self.rolls},
            **{name: [entry.as_json() for entry in getattr(self, name)] for name in _BY_PLACE},
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

    def to_frame(self) -> "pa.Table":
        """Return a row for each figure, with its interval of 95%; shares also have what was counted."""
        rows: list[tuple[object, ...]] = [
            (name, None, mean.value, mean.low, mean.high, None, None)
            for name, mean in (
                ("legs", self.mean_legs),
                ("rolls", self.mean_rolls),
                ("money", self.money),
                ("winner_money", self.winner_money),
            )
        ]
        shares: dict[str, dict[Any, Share]] = {
            "legs": self.leg_shares,
            **{name: dict(enumerate(getattr(self, name), 1)) for name in _BY_PLACE},
            "endings": self.endings,
            "shared": {None: self.shared},
        }
        for name, entries in shares.items():
            for key, share in entries.items():
                text = None if key is None else str(key)
                rows.append((name, text, share.value, share.low, share.high, float(share.hits), share.of))
        for kind, pay in self.pay.items():
            rows.append(("pay_a_game", kind, pay.a_game.value, pay.a_game.low, pay.a_game.high, None, None))
            if pay.each is not None:
                rows.append(("pay", kind, pay.each.value, pay.each.low, pay.each.high, None, pay.actions))
        return frame(("figure", "key", "value", "low", "high", "hits", "of"), rows)


def _mean_of(counts: dict[int, int]) -> Mean:
    total = sum(number * count for number, count in counts.items())
    return Mean.of(total, sum(number**2 * count for number, count in counts.items()), sum(counts.values()))


def statistics(
    games: int,
    edition: Edition | int = SECOND,
    players: int = 4,
    policy: Policy | str = SENSIBLE,
    *,
    seed: int = 0,
    threads: int = 1,
    spread: Spread | None = None,
    on_progress: Callable[[int], None] = lambda _: None,
) -> Stats:
    """Play this many games and return what was seen; the same seed gives the same figures on any threads.

    `spread` plays them elsewhere, such as on a cluster. Now and then `on_progress` is called with how many have been
    played.

    >>> stats = statistics(2000, players=3, seed=7)
    >>> sum(stats.legs.values()), sum(share.hits for share in stats.start_wins)
    (2000, 2000)
    """
    edition = find_edition(as_int(edition), allow_variant=True)
    players = as_int(players)
    check_players(players)
    check_number("games", "games for statistics", games, least=_FEWEST)
    if games > _MOST:
        raise ArgumentError("games", f"Statistics are made of up to {_MOST:,} games, not {quoted(games)}.")
    policy = find_policy(policy)

    counts = np.zeros(TALLY.itemsize // 8, np.int64)
    known = policy.name if POLICIES.get(policy.name) is policy else policy  # a name travels lighter
    work = partial(count_part, games, edition, players, known, seed)
    for part in (spread or in_order(threads))(work, range(0, games, CHUNK)):
        counts += part
        on_progress(int(counts.view(TALLY)["games"][0]))
    return _stats(counts, edition, players, policy, as_int(seed))


def count_part(
    games: int, edition: Edition, players: int, policy: Policy | str, seed: int, begin: int
) -> npt.NDArray[np.int64]:
    """Play and count the games from one number on, as many as a part has."""
    batch = start_part(begin, min(begin + CHUNK, games), edition, players, seed)
    return _counted(batch, find_policy(policy))


def start_part(begin: int, end: int, edition: Edition, players: int, seed: int) -> Batch:
    """Set up the games of statistics from one number to another; a multiple of CHUNK may not lie between them."""
    chunk = begin // CHUNK * CHUNK
    seed = start_stream(as_seed(seed), chunk)
    return Batch.start(end - begin, edition, players, seed=seed, begin=begin - chunk)


def statistics_of(batch: Batch, policy: Policy | str = SENSIBLE) -> Stats:
    """Play a batch of games that have just been set up to their end, and return what was seen."""
    if not isinstance(batch, Batch):
        raise ArgumentError("games", f"Statistics are made of a Batch, such as Batch.start(1000), not {quoted(batch)}.")
    fresh = Batch.start(1, batch.edition, batch.players).games
    for name in GAME.names or ():
        if name not in _DRAWN and (batch.games[name] != fresh[name]).any():
            raise ArgumentError("games", "Statistics need whole games, but these have already started.")
    check_number("games", "games for statistics", len(batch), least=_FEWEST)
    policy = find_policy(policy)
    return _stats(_counted(batch, policy), batch.edition, batch.players, policy, None)


def _counted(batch: Batch, policy: Policy) -> npt.NDArray[np.int64]:
    tally_games = compile_tally(policy)
    tallies, where = np.zeros(1, TALLY), np.zeros(2, np.int64)
    table = table_for([policy], batch.edition)
    with batch.restoring_on_failure(policy) as (games, streams):
        raise_fault(policy, tally_games(games, streams, tallies, table, where), *where.tolist())
    return tallies.view(np.int64)


def _stats(counts: npt.NDArray[np.int64], edition: Edition, players: int, policy: Policy, seed: int | None) -> Stats:
    tally = counts.view(TALLY)[0]
    games = int(tally["games"])
    went_on = np.trim_zeros(tally["led"][1:], "b")

    def shares(hits: npt.NDArray[np.int64], of: npt.NDArray[np.int64]) -> tuple[Share, ...]:
        return tuple(Share(int(part), int(whole)) for part, whole in zip(hits, of, strict=False))

    def mean(name: str, unit: float) -> Mean:
        return Mean.of(int(tally[name]), int(tally[f"{name}_{name}"]), games, unit)

    kinds = KINDS if edition.has_partnerships(players) else KINDS[:PARTNERSHIP]
    return Stats(
        edition=edition,
        players=players,
        policy=policy.name,
        about=policy.about,
        games=games,
        seed=seed,
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
        victories=tuple(Share(int(won) / VICTORY, games) for won in tally["won"][:players]),
        shared=Share(int(tally["shared"]), games),
    )


def _pay(tally: np.void, kind: int, games: int, players: int) -> Pay:
    """Return what a kind of action pays; actions of one game hang together, so it is games that make the interval."""
    done, paid, done_done, done_paid, paid_paid = (
        int(tally[name][kind]) for name in ("done", "paid", "done_done", "done_paid", "paid_paid")
    )
    each = None
    if done:
        ratio = paid / done
        spread = max(0.0, paid_paid - 2 * ratio * done_paid + ratio**2 * done_done)
        each = Mean(ratio, Z_95 * sqrt(spread) / done)
    return Pay(done, paid, each, Mean.of(paid, paid_paid, games, players))
