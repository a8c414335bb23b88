"""A game to play with: the pure rules with a memory and dice."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from camelup.chance import RandBelow, check_rng, draw_face, draw_starting_track, secure_rng, seeded
from camelup.core import rules
from camelup.core.actions import SEATS, Action, Face, Roll
from camelup.core.edition import SECOND, Edition
from camelup.core.errors import ArgumentError, ImpossiblePositionError, InvalidActionError, NotationError, quoted
from camelup.core.events import Event
from camelup.core.state import State
from camelup.core.validity import check_players, find_edition
from camelup.core.view import View, events_for, view_of
from camelup.formats.notation import parse_action, parse_face
from camelup.formats.record import Ply, Record, check_name, parse_record, replay


class Game:
    """A game of Camel Up.

    >>> game = Game(players=3, seed=7)
    >>> events = game.play("roll")
    >>> game.position.track_text
    '1:bgy 2:rp 12:K 14:W'
    """

    def __init__(  # noqa: PLR0913 - each is a choice that a table makes; all have defaults
        self,
        players: int = 4,
        edition: Edition | int = SECOND,
        *,
        seed: int | None = None,
        rng: RandBelow | None = None,
        first: int | None = 0,
        names: Sequence[str] | None = None,
        hide_money: bool = False,
    ) -> None:
        """Set up a game: with the dice of a seed, with dice of your own (`rng`), or with unpredictable ones.

        The edition is `SECOND` or 2, `FIRST` or 1.
        `first` is the starting seat, None for a random one. With `hide_money`, nobody sees how much the others have
        until the game is over; it stays with the game, saved and loaded.
        """
        edition = find_edition(edition)
        check_players(players)
        rng = _source(rng, seed)
        track = draw_starting_track(edition, rng)
        start = rules.start(edition, players, track, rng(players) if first is None else first)
        self._begin(start, names, rng, hide_money=hide_money)

    @classmethod
    def from_position(
        cls,
        position: State,
        *,
        seed: int | None = None,
        rng: RandBelow | None = None,
        names: Sequence[str] | None = None,
        hide_money: bool = False,
    ) -> "Game":
        """Go on from a position, such as one that `parse_position` has read."""
        if not isinstance(position, State):
            raise ImpossiblePositionError("view", "A game needs a whole position, not one seat's view.")
        game = cls.__new__(cls)
        rng = _source(rng, seed)
        game._begin(position, names, rng, hide_money=hide_money)  # noqa: SLF001 - the rest of a constructor
        return game

    @classmethod
    def load(cls, saved: str | Record, *, seed: int | None = None, rng: RandBelow | None = None) -> "Game":
        """Go on with a saved game: `str(game.record)` is what to save."""
        record = saved if isinstance(saved, Record) else parse_record(saved)
        steps = list(replay(record))
        start, hide_money = steps[0].state, record.hides_money
        game = cls.from_position(start, seed=seed, rng=rng, names=record.names, hide_money=hide_money)
        game._position, game._plies = steps[-1].state, record.plies  # noqa: SLF001 - the rest of a constructor
        return game

    def _begin(self, start: State, names: Sequence[str] | None, rng: RandBelow, *, hide_money: bool) -> None:
        is_list = isinstance(names, Iterable) and not isinstance(names, str | bytes | Mapping | AbstractSet)
        if names is not None and not is_list:
            raise NotationError("name", f"Names must be a list of strings, not {quoted(names)}.")
        names = list(SEATS[: start.players]) if names is None else list(names)
        if len(names) != start.players:
            raise NotationError("name", f"{start.players} players need {start.players} names, not {len(names)}.")
        self._names = tuple(check_name(name) for name in names)
        if not isinstance(hide_money, bool):
            raise ArgumentError("flag", f"hide_money is True or False, not {quoted(hide_money)}.")
        self._rng = rng
        self._hides_money = hide_money
        self._start = self._position = start
        self._plies: tuple[Ply, ...] = ()

    @property
    def position(self) -> State:
        """The whole truth, secrets included; players should get a `view`."""
        return self._position

    @property
    def is_over(self) -> bool:
        """Whether the race has ended and the money has been counted."""
        return self._position.is_over

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return self._names

    @property
    def hides_money(self) -> bool:
        """Whether nobody sees how much the others have until the game is over."""
        return self._hides_money

    @property
    def record(self) -> Record:
        """The game so far; its text can be saved, read by people, and loaded again."""
        result = self._position.money if self.is_over else None
        return Record(self._names, self._start, self._plies, result, self._hides_money)

    def legal(self) -> tuple[Action, ...]:
        """List what the seat in turn may do."""
        return rules.legal(self._position)

    def view(self, seat: int | None) -> View:
        """Show the table as a seat may see it; None is a spectator."""
        return view_of(self._position, seat, hide_money=self._hides_money)

    def events_for(self, events: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
        """Show what `play` gave as a seat may see it; None is a spectator."""
        return events_for(events, seat, hide_money=self._hides_money)

    def play(
        self, action: Action | str, *, seat: int | None = None, outcome: Face | str | None = None
    ) -> tuple[Event, ...]:
        """Perform an action for the seat in turn and return what happened: `events_for` shows it to others.

        `seat` is who asks, refused if it is not their turn; `outcome` is what a real die showed, drawn if left out.
        A refused action raises an `ActionError` and changes nothing, not even the dice to come.
        """
        position = self._position
        try:
            if isinstance(action, str):
                action = parse_action(position.edition, action)
        except NotationError as error:
            raise InvalidActionError("no_such_action", error.message) from error
        rules.check(position, action, seat)
        try:
            if isinstance(outcome, str):
                outcome = parse_face(position.edition, outcome)
        except NotationError as error:
            raise InvalidActionError("no_such_face", error.message) from error
        if isinstance(action, Roll) and outcome is None:
            outcome = draw_face(position.edition, position.dice, self._rng)
        acting = position.turn
        self._position, events = rules.apply_unchecked(position, action, outcome)
        self._plies = (*self._plies, Ply(acting, action, outcome))
        return events

    def __repr__(self) -> str:
        """Return the number of actions so far and the table."""
        return f"<Game after {len(self._plies)} actions: {self._position!r}>"


def _source(rng: RandBelow | None, seed: int | None) -> RandBelow:
    """Return the source of a game's dice: that of a caller, that of a seed, or an unpredictable one."""
    if rng is not None:
        check_rng(rng)
        return rng
    return secure_rng if seed is None else seeded(seed)
