"""A person's games: listed one by one, and summed up with what their reviews say.

Only finished games count in which it is certain which seat was his: where one token has several seats, people have
passed a device round, and the game counts for nobody until one of them says which seat was his.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import hypot, sqrt
from statistics import fmean, variance
from typing import Literal, NamedTuple

import msgspec

from camelup.core.errors import CamelUpError, RequestError
from camelup.formats.review_types import Cost, CostKind, Estimate
from camelup.protocol.me import Friend, MyDecision, MyGame, MyGames, MySeat, MySummary, RacePoint
from camelup.server.store.base import Listed, Store
from camelup.server.store.people import Companion, OwnTable, Place
from camelup.server.tables.manager import TableManager
from camelup.server.tables.pacing import Pacer
from camelup.server.thinking.figures import Moment, SeatFigures, read_figures

MOST_SUMMED_UP = 200
"""How many of a person's latest tables are summed up."""
MOST_UNREVIEWED = 50
_MOST_LOOKED_INTO = 5
"""Of games that go on: only their log says whose turn it is."""
_LAST = 10
_LEAST_TOGETHER = 3
"""Games after which somebody is a friend, and with figures before anything is said about skill."""


class _Player(msgspec.Struct, frozen=True):
    seat: int
    kind: Literal["person", "program", "computer"] = "person"
    level: str | None = None


class _Headline(msgspec.Struct, frozen=True):
    """What is needed of a table's headline (tables/state.py); older programs wrote less."""

    edition: int = 2
    names: list[str] = []
    players: list[_Player] = []
    title: str | None = None
    leg: int | None = None
    money: list[int] | None = None


_read_headline = msgspec.json.Decoder(_Headline).decode


class _Game(NamedTuple):
    """A table of somebody's, read."""

    listed: Listed
    headline: _Headline
    own_seats: tuple[int, ...]
    seat: int | None
    """The one that counts as his."""
    seats: list[SeatFigures] | None
    """What a review says of all."""

    @property
    def is_finished(self) -> bool:
        return self.listed.summary.status == "finished"

    @property
    def money(self) -> list[int] | None:
        """Everybody's at the end."""
        return self.headline.money if self.is_finished else None

    @property
    def winners(self) -> list[int]:
        money = self.money
        return [] if not money else [seat for seat, amount in enumerate(money) if amount == max(money)]

    @property
    def figures(self) -> SeatFigures | None:
        """Those of his seat."""
        return self.find_figures(self.seat)

    def find_figures(self, seat: int | None) -> SeatFigures | None:
        """Those of a seat."""
        has = self.seats is not None and seat is not None and seat < len(self.seats)
        return self.seats[seat] if has else None  # type: ignore[index]  # both are there


class PersonalGames:
    """Finds the games of people; tokens are given as their hashes."""

    def __init__(self, store: Store, manager: TableManager) -> None:
        self._store = store
        self._manager = manager

    async def list_games(self, tokens: Sequence[str], before: str | None, limit: int) -> MyGames:
        """List the games of somebody, the newest first."""
        place = None if before is None else _read_place(before)
        tables = await self._store.people.find_tables(tokens, place, limit + 1)
        listed = []
        left = _MOST_LOOKED_INTO
        for table in tables[:limit]:
            game = _read_game(table)
            if game is None:
                continue
            looks = game.listed.summary.status == "playing" and left > 0
            left -= looks
            listed.append(_show(game, is_own_turn=looks and await self._is_turn(game)))
        following = tables[limit - 1].listed if len(tables) > limit else None
        return MyGames(listed, None if following is None else _write_place(following))

    async def _is_turn(self, game: _Game) -> bool:
        try:
            table = await self._manager.read_table(game.listed.table)
        except CamelUpError:
            return False  # nobody can go on there
        return table.status == "playing" and table.state is not None and table.state.turn in game.own_seats

    async def find_own(self, tokens: Sequence[str], tables: Iterable[str]) -> list[str]:
        """Give those of these tables at which somebody has a seat."""
        known = {
            found.table for found in await self._store.people.find_companions(list(tables)) if found.token in tokens
        }
        return [table for table in dict.fromkeys(tables) if table in known]

    async def sum_up(self, tokens: Sequence[str]) -> MySummary:
        """Sum up the finished games of somebody."""
        pacer = Pacer()
        counted: list[_Game] = []
        for table in await self._store.people.find_tables(tokens, limit=MOST_SUMMED_UP):
            game = _read_game(table)
            if game is not None and game.is_finished and game.seat is not None and game.money:
                counted.append(game)
            await pacer.rest()
        reviewed = [(game, game.figures) for game in counted if game.figures is not None]
        companions = await self._store.people.find_companions([game.listed.table for game in counted])
        await pacer.rest()
        friends = _Friends(tokens, counted, companions)
        return MySummary(
            races=len(counted),
            won=sum(game.seat in game.winners for game in counted),
            accuracy=_mean([figures.accuracy for _, figures in reviewed if figures.accuracy is not None][:_LAST]),
            series=[_point(game, figures.accuracy) for game, figures in reversed(reviewed) if figures.accuracy],
            unreviewed=[game.listed.table for game in counted if game.seats is None][:MOST_UNREVIEWED],
            costs=_sum_costs([figures.costs for _, figures in reviewed]),
            best=max(_decisions(reviewed, "best"), key=lambda decision: decision.change, default=None),
            worst=min(_decisions(reviewed, "worst"), key=lambda decision: decision.change, default=None),
            friends=friends.rank(),
            friend_games=len(friends.games),
        )


# --- One game ---------------------------------------------------------------------------------------------------


def _read_game(table: OwnTable) -> _Game | None:
    """Read what is stored beside a log; None if it cannot be read, which `camelup db check` reports."""
    try:
        headline = _read_headline(table.listed.summary.headline)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    seat = table.seats[0] if len(table.seats) == 1 else table.counts
    figures = read_figures(table.figures)
    return _Game(table.listed, headline, table.seats, seat, None if figures is None else figures.seats)


def _show(game: _Game, *, is_own_turn: bool) -> MyGame:
    headline, figures = game.headline, game.figures
    own = None if not game.money or game.seat is None else game.money[game.seat]
    return MyGame(
        table=game.listed.table,
        title=headline.title,
        edition=headline.edition,
        status=game.listed.summary.status,
        at=game.listed.created,
        seat=game.seat,
        own_seats=list(game.own_seats),
        is_shared=len(game.own_seats) > 1,
        seats=_seats(headline),
        winners=game.winners,
        place=None if own is None else 1 + sum(amount > own for amount in game.money or ()),
        money=own,
        accuracy=None if figures is None else figures.accuracy,
        luck=None if figures is None else figures.luck,
        leg=headline.leg if game.listed.summary.status == "playing" else None,
        is_own_turn=is_own_turn,
    )


def _seats(headline: _Headline) -> list[MySeat]:
    players = headline.players or [_Player(seat) for seat in range(len(headline.names))]
    return [MySeat(name, player.kind, player.level) for name, player in zip(headline.names, players, strict=False)]


def _write_place(listed: Listed) -> str:
    return f"{listed.created!r}-{listed.table}"


def _read_place(text: str) -> Place:
    created, _, table = text.partition("-")
    try:
        at = float(created)
    except ValueError:
        at = float("nan")
    if not (0 <= at < 1e11) or not table:  # noqa: PLR2004 - no honest time
        raise RequestError("message", "Send as `before` what the last answer called `next`.")
    return Place(at, table)


# --- Many games -------------------------------------------------------------------------------------------------


def _point(game: _Game, accuracy: Estimate) -> RacePoint:
    return RacePoint(game.listed.table, game.listed.created, accuracy.value, accuracy.error, game.seat in game.winners)


def _mean(estimates: Sequence[Estimate]) -> Estimate | None:
    """Give the mean of independent estimates, with its own error; None of none."""
    if not estimates:
        return None
    error = hypot(*(estimate.error for estimate in estimates)) / len(estimates)
    return Estimate(round(fmean(estimate.value for estimate in estimates), 2), round(error, 2))


def _sum_costs(games: Sequence[Sequence[Cost]]) -> list[Cost]:
    """Give what each kind of choice costs a game, the dearest first."""
    by_kind: defaultdict[CostKind, list[Cost]] = defaultdict(list)
    for costs in games:
        for cost in costs:
            by_kind[cost.kind].append(cost)
    summed = [
        Cost(
            kind,
            sum(cost.decisions for cost in costs),
            round(sum(cost.coins for cost in costs) / len(games), 3),
            round(hypot(*(cost.error for cost in costs)) / len(games), 3),
        )
        for kind, costs in by_kind.items()
    ]
    return sorted(summed, key=lambda cost: -cost.coins)


def _decisions(games: Sequence[tuple[_Game, SeatFigures]], which: Literal["best", "worst"]) -> Iterator[MyDecision]:
    for game, figures in games:
        moment: Moment | None = getattr(figures, which)
        if moment is not None:
            yield MyDecision(table=game.listed.table, at=game.listed.created, **msgspec.structs.asdict(moment))


# --- Friends ----------------------------------------------------------------------------------------------------


class _Friends:
    """The people whom somebody has met often. Who they are by their tokens stays here."""

    def __init__(self, tokens: Sequence[str], games: Sequence[_Game], companions: Iterable[Companion]) -> None:
        by_code = {game.listed.table: game for game in games}  # the newest first
        seats: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for companion in companions:
            seats[companion.token, companion.table].append(companion.seat)
        met: defaultdict[str, dict[str, int]] = defaultdict(dict)
        for (token, table), own in seats.items():
            if token not in tokens and len(own) == 1 and _is_person(by_code[table], own[0]):
                met[token][table] = own[0]
        self._met = {token: tables for token, tables in met.items() if len(tables) >= _LEAST_TOGETHER}
        together = {table for tables in self._met.values() for table in tables}
        self.games = [game for game in games if game.listed.table in together]

    def rank(self) -> list[Friend]:
        """Give all of them and the person himself, those with the most skill first."""
        if not self.games:
            return []
        you = _describe([(game, game.seat) for game in self.games if game.seat is not None], is_you=True)
        others = [
            _describe([(game, tables[game.listed.table]) for game in self.games if game.listed.table in tables])
            for tables in self._met.values()
        ]
        return sorted((you, *others), key=lambda friend: (friend.skill is None, -(friend.skill or 0.0), friend.name))


def _is_person(game: _Game, seat: int) -> bool:
    players = game.headline.players
    return seat < len(game.headline.names) and (not players or players[seat].kind == "person")


def _describe(games: Sequence[tuple[_Game, int]], *, is_you: bool = False) -> Friend:
    """Say how somebody did in games, each with his seat; the newest game has his name."""
    figures = [found for game, seat in games if (found := game.find_figures(seat)) is not None]
    skills = [found.result - found.luck.value for found in figures]
    skill = error = None
    if len(skills) >= _LEAST_TOGETHER:
        measured = hypot(*(found.luck.error for found in figures)) / len(figures)
        skill, error = round(fmean(skills), 2), round(max(sqrt(variance(skills) / len(skills)), measured), 2)
    newest, seat = games[0]
    return Friend(
        name=newest.headline.names[seat],
        is_you=is_you,
        games=len(games),
        wins=sum(seat in game.winners for game, seat in games),
        skill=skill,
        skill_error=error,
        luck=round(fmean(found.luck.value for found in figures), 2) if figures else None,
    )
