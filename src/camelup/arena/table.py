"""One game of a match: players asked in turn, and what they forfeit."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeVar

from camelup.arena.guard import Answer, Guard
from camelup.arena.match import Match, record_name
from camelup.chance import RandBelow, SwitchableRng
from camelup.core.actions import SEATS, Action, Roll
from camelup.core.view import View
from camelup.game import Game
from camelup.notebook import html_table, shorten
from camelup.players import Budget, Entry, Player, Seating
from camelup.players.asking import ask
from camelup.players.program import ProgramPlayer

_T = TypeVar("_T")
_MOST_ACTIONS = 2000
"""No game is so long (random ones have some 90 actions), but tiles can be moved for ever: from here on all roll."""


class Loss(NamedTuple):
    """A player that took its process with it, or had to be ended: from this call on it is not asked any more."""

    call: int
    reason: str


@dataclass(frozen=True)
class Result:
    """How a game of a match went, by seat."""

    game: int
    players: tuple[str, ...]
    money: tuple[int, ...]
    forfeits: tuple[int, ...]
    reasons: tuple[str | None, ...] = ()
    """Why each has forfeited its first move."""
    times: tuple[tuple[int, ...], ...] = ()
    """How long each has thought about each of its moves, in microseconds."""
    record: str | None = None
    """The whole game as text; games in bulk have none."""

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """What part of the victory each has: those with the most money share it.

        >>> Result(0, ("a", "b", "c"), (7, 9, 9), (0, 0, 0)).shares
        (0.0, 0.5, 0.5)
        """
        most = max(self.money)
        part = 1 / self.money.count(most)
        return tuple(part if money == most else 0.0 for money in self.money)

    def moves_of(self, seat: int) -> int:
        """Count the moves of a seat, those that it forfeited included; games without a record have none."""
        return 0 if self.record is None else self.record.count(f"\n{SEATS[seat]} ")

    @property
    def by_seat(self) -> list[tuple[str, int]]:
        """The players with their money, by seat."""
        return list(zip(self.players, self.money, strict=True))

    def __repr__(self) -> str:
        """Return who has how much."""
        money = ", ".join(f"{shorten(name, 30)} {money}" for name, money in self.by_seat)
        return f"<Result of game {self.game}: {money}>"

    def _repr_html_(self) -> str:
        rows = zip(self.players, self.money, map("{:.0%}".format, self.shares), self.forfeits, strict=True)
        return html_table(f"Game {self.game}", ["player", "money", "victory", "forfeits"], rows)


Programs = dict[tuple[int, str], tuple[Player, SwitchableRng]]
"""Programs that play, by seat and name: starting a program takes long, so it plays game after game."""


@dataclass
class Seat:
    """A player at the table, with what it has forfeited."""

    number: int
    guard: Guard
    loss: Loss | None = None
    player: Player | None = None
    calls: int = 0
    forfeits: int = 0
    reason: str | None = None
    has_failed: bool = False
    """Whether it failed when it was not asked for a move: that costs it the next one."""
    times: list[int] = field(default_factory=list)

    def ask(self, view: View, budget: Budget) -> Action:
        """Let the player choose; a failure is a roll."""
        if self.has_failed or self.player is None:
            self.has_failed = False
            return self.forfeit(self.reason or "it is not there")
        player = self.player
        answer = self.call(lambda: ask(player, view, budget))
        if answer.seconds:  # it was asked, and is not lost
            self.times.append(round(answer.seconds * 1e6))
        if answer.value is None:
            return self.forfeit(answer.failure or "no answer")
        return answer.value

    def tell(self, work: Callable[[Player], None]) -> None:
        """Tell the player something; a failure costs it the next move."""
        if (player := self.player) is not None:
            self.blame(self.call(lambda: work(player)).failure)

    def create(self, entry: Entry, rng: RandBelow, programs: Programs) -> None:
        """Make the player, or take the program that has played before."""
        kept = programs.get((self.number, entry.name))
        answer = self.call(lambda: _create(entry, rng, kept))
        if answer.value is not None:
            self.player, source = answer.value
            if isinstance(self.player, ProgramPlayer):
                programs[self.number, entry.name] = self.player, source
        self.blame(answer.failure)

    def call(self, work: Callable[[], _T]) -> Answer[_T]:
        """Call the player, unless it is lost."""
        number, self.calls = self.calls, self.calls + 1
        if self.loss is not None and number >= self.loss.call:
            return Answer(None, self.loss.reason, 0.0)
        return self.guard.call(self.number, number, work)

    def blame(self, failure: str | None) -> None:
        """Remember a failure between moves."""
        if failure is not None:
            self.has_failed = True
            self.reason = self.reason or failure

    def forfeit(self, reason: str) -> Action:
        """Give up a move."""
        self.forfeits += 1
        self.reason = self.reason or reason
        return Roll()


def _create(
    entry: Entry, rng: RandBelow, kept: "tuple[Player, SwitchableRng] | None"
) -> "tuple[Player, SwitchableRng]":
    source = SwitchableRng() if kept is None else kept[1]
    source.draw = rng
    return (entry.create(source), source) if kept is None else kept


def play_game(  # noqa: PLR0913 - a game, and what its process keeps for it
    match: Match,
    entries: Mapping[str, Entry],
    number: int,
    guard: Guard,
    *,
    losses: Mapping[int, Loss] | None = None,
    programs: Programs | None = None,
) -> Result:
    """Play a game of a match to its end, whatever its players do."""
    programs = {} if programs is None else programs
    names = match.seating(number)
    called = tuple(record_name(name) for name in names)
    game = Game(match.seats, match.edition, rng=match.dice(number), names=called)
    seats = [Seat(seat, guard, (losses or {}).get(seat)) for seat in range(match.seats)]
    for seat, name in zip(seats, names, strict=True):
        seat.create(entries[name], match.choices(number, seat.number), programs)
        seating = Seating(seat.number, called, game.view(seat.number))
        seat.tell(lambda player, seating=seating: player.start(seating))  # type: ignore[misc]
    actions = 0
    while not game.is_over:
        turn = seats[game.position.turn]
        if actions < _MOST_ACTIONS:
            action = turn.ask(game.view(turn.number), match.budget)
        else:
            action = turn.forfeit(f"the game has not ended after {_MOST_ACTIONS:,} actions")
        events = game.play(action, seat=turn.number)
        actions += 1
        for seat in _listeners(seats):
            heard = game.events_for(events, seat.number)
            seat.tell(lambda player, heard=heard: player.observe(heard))  # type: ignore[misc]
    for seat in seats:
        view = game.view(seat.number)
        seat.tell(lambda player, view=view: player.end(view))  # type: ignore[misc]
        seat.forfeits += seat.has_failed
    return Result(
        number,
        names,
        game.position.money,
        tuple(seat.forfeits for seat in seats),
        tuple(seat.reason for seat in seats),
        tuple(tuple(seat.times) for seat in seats),
        str(game.record),
    )


def _listeners(seats: Sequence[Seat]) -> list[Seat]:
    """Return the players that want to hear what happens; most do not, and calling them takes longer than many think."""
    unheard = (None, Player.observe)
    return [
        seat for seat in seats if seat.player is not None and getattr(type(seat.player), "observe", None) not in unheard
    ]
