"""The other seats of a table: which players sit there, made for each game, told what their seats may know."""

import inspect
from collections.abc import Callable, Iterable, Sequence

from camelup.chance import RandBelow, SwitchableRng
from camelup.core.actions import Action
from camelup.core.errors import ArgumentError, PlayerError, quoted
from camelup.core.events import Event
from camelup.formats.record import NAME_LENGTH
from camelup.game import Game
from camelup.players import DEFAULT_BUDGET, Budget, Player, Seating, find_player
from camelup.players.player import check_budget
from camelup.players.program import ProgramPlayer

Opponent = str | Player | Callable[..., Player]
"""A player by name, a player object, or what makes one: a class or a function, called with `rng` if it takes that."""


class Opponents:
    """Players for all seats but one, in the order of turns after it."""

    def __init__(self, opponents: Opponent | Sequence[Opponent], seats: int, budget: Budget = DEFAULT_BUDGET) -> None:
        check_budget(budget)
        self._makers = [_Maker(opponent) for opponent in _for_each(opponents, seats)]
        self._budget = budget
        self._players: dict[int, Player] = {}
        self._listeners: dict[int, Player] = {}

    @property
    def names(self) -> list[str]:
        """What the opponents are called, in the order of turns, as a record can hold it."""
        return ["".join(c for c in maker.name if c.isprintable() and c != "|")[-NAME_LENGTH:] for maker in self._makers]

    def start(self, game: Game, seats: Iterable[int], rngs: Iterable[RandBelow]) -> None:
        """Let them sit down at a new game, on these seats, each with a source of random numbers."""
        self._players = {}
        for maker, seat, rng in zip(self._makers, seats, rngs, strict=True):
            self._players[seat] = player = maker.make(rng)
            player.start(Seating(seat, game.names, game.view(seat)))
        # Most players do not listen, and showing events to each seat takes longer than many of them think.
        self._listeners = {
            seat: player for seat, player in self._players.items() if type(player).observe is not Player.observe
        }

    def choose(self, game: Game) -> Action:
        """Ask the seat in turn; a player that does not play by the rules is an error, which names it."""
        seat = game.position.turn
        view = game.view(seat)
        action = self._players[seat].choose(view, self._budget)
        for legal in view.legal:
            if legal == action:
                return legal
        what = str(action) if isinstance(action, Action) else quoted(action)
        raise PlayerError("illegal", f"{game.names[seat]} chose {what}, which is not a legal action.")

    def observe(self, game: Game, events: Sequence[Event]) -> None:
        """Show what happened to those who listen, each as its seat may see it."""
        for seat, player in self._listeners.items():
            player.observe(game.events_for(events, seat))

    def end(self, game: Game) -> None:
        """Let them leave the table: the game is over, or broken off."""
        players, self._players, self._listeners = self._players, {}, {}
        for seat, player in players.items():
            player.end(game.view(seat))

    def close(self) -> None:
        """Give back what they hold, such as programs."""
        for maker in self._makers:
            maker.close()


class _Maker:
    """Makes an opponent for each game, so that nothing but the seed decides a game; programs and objects play on."""

    def __init__(self, opponent: Opponent) -> None:
        self._opponent = opponent
        self._kept = opponent if isinstance(opponent, Player) else None
        self._rng = SwitchableRng()
        if isinstance(opponent, str):
            entry = find_player(opponent)
            self.name = entry.title
            self._create: Callable[[RandBelow], Player] = entry.create
        elif isinstance(opponent, Player):
            self.name = type(opponent).__name__
        elif callable(opponent):
            self.name = getattr(opponent, "__name__", "player")
            self._create = self._call
        else:
            raise PlayerError(
                "no_such_player", f"An opponent is a name, a Player or what makes one, not {quoted(opponent)}."
            )

    def make(self, rng: RandBelow) -> Player:
        self._rng.draw = rng
        if self._kept is not None:
            return self._kept
        player = self._create(self._rng)
        if isinstance(player, ProgramPlayer):  # starting a program takes long, so it plays game after game
            self._kept = player
        return player

    def close(self) -> None:
        if self._kept is not None:
            self._kept.close()

    def _call(self, rng: RandBelow) -> Player:
        make = self._opponent
        player = make(rng=rng) if "rng" in inspect.signature(make).parameters else make()  # type: ignore[operator, arg-type]
        if not isinstance(player, Player):
            raise PlayerError("class", f"{self.name} made {quoted(player)}, which is not a camelup.players.Player.")
        return player


def _for_each(opponents: Opponent | Sequence[Opponent], seats: int) -> list[Opponent]:
    """Return an opponent for each seat; a single one plays all of them."""
    if isinstance(opponents, str | Player) or not isinstance(opponents, Sequence):
        if isinstance(opponents, Player) and seats > 1:
            raise ArgumentError("opponents", f"A Player object plays one seat, not {seats}: give what makes one.")
        return [opponents] * seats
    if len(opponents) != seats:
        raise ArgumentError("opponents", f"There are {seats} opponents' seats, but {len(opponents)} were named.")
    listed = [opponent for opponent in opponents if isinstance(opponent, Player)]
    if len({id(opponent) for opponent in listed}) != len(listed):
        raise ArgumentError("opponents", "The same Player object is named for two seats.")
    return list(opponents)
