"""What a match is: who plays, on which terms, and which game has which players on which seats."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any

from camelup.chance import seeded, shuffle
from camelup.core.edition import EDITIONS, SECOND, Edition
from camelup.core.errors import ArgumentError, CamelUpError, quoted
from camelup.core.validity import check_players, find_edition
from camelup.formats.record import NAME_LENGTH
from camelup.notebook import html_table, shorten
from camelup.players import DEFAULT_BUDGET, Budget
from camelup.players.player import check_budget

DEFAULT_LIMIT = 10.0
POLICY = "policy:"
"""What the name of a compiled policy begins with."""
_MOST_SECONDS = 86_400.0
_DICE, _TABLE = 0xFF, 0xFE
"""Sources that belong to no seat: the deal's track and dice, and who is drawn from a pool."""


@dataclass(frozen=True)
class Match:
    """Players who meet at a table, or at tables drawn from a pool, on equal terms.

    Games come in deals: a starting track and its dice, played once for each rotation of the seats. Games are numbered
    from 0, and the number says all of it, so that they may be played in any order, by any process.

    >>> match = Match(("greedy", "random", "random"))
    >>> [match.seating(game) for game in range(3)]
    [('greedy', 'random', 'random'), ('random', 'random', 'greedy'), ('random', 'greedy', 'random')]
    """

    names: tuple[str, ...]
    """Who sits at the table, or who is in the pool."""
    edition: Edition = SECOND
    seed: int = 0
    pool_seats: int | None = None
    """How many sit at a table that is drawn from a pool; None where everybody always plays."""
    budget: Budget = field(default=DEFAULT_BUDGET)
    limit: float = DEFAULT_LIMIT
    """A move that takes more seconds is forfeited."""

    if TYPE_CHECKING:  # the same as is generated, but the edition may be given by its number

        def __init__(  # noqa: PLR0913, PLR0917 - the fields
            self,
            names: Sequence[str],
            edition: Edition | int = SECOND,
            seed: int = 0,
            pool_seats: int | None = None,
            budget: Budget = DEFAULT_BUDGET,
            limit: float = DEFAULT_LIMIT,
        ) -> None: ...

    def __post_init__(self) -> None:
        """Refuse a match that cannot be played."""
        object.__setattr__(self, "edition", find_edition(self.edition))
        names: object = self.names
        if isinstance(names, str) or not isinstance(names, Sequence):  # a text would be a player for each letter
            raise ArgumentError(
                "match", f"Name the players in a tuple, such as ('greedy', 'random'), not as {quoted(names)}."
            )
        object.__setattr__(self, "names", tuple(names))
        check_budget(self.budget)
        check_players(self.seats)
        if len(self.names) < self.seats:
            raise ArgumentError("match", f"A pool of {len(self.names)} cannot fill {self.seats} seats.")
        for name in self.names:
            if not isinstance(name, str) or not name.strip() or not name.isprintable():
                raise ArgumentError("match", f"{quoted(name)} is not the name of a player.")
        is_number = isinstance(self.limit, int | float) and not isinstance(self.limit, bool)
        if not is_number or not 0 < self.limit <= _MOST_SECONDS:
            raise ArgumentError(
                "match", f"The time limit of a move must be more than 0 seconds, not {quoted(self.limit)}."
            )
        seeded(self.seed)

    def __repr__(self) -> str:
        """Return who plays, what, and with which seed."""
        pool = "" if self.pool_seats is None else f" at tables of {self.pool_seats}"
        return f"<Match of {shorten(', '.join(self.names))}{pool}: edition {self.edition.number}, seed {self.seed}>"

    def _repr_html_(self) -> str:
        rows = [(name, self.names.count(name)) for name in self.players]
        return html_table(f"Match, edition {self.edition.number}, seed {self.seed}", ["player", "seats"], rows)

    @property
    def seats(self) -> int:
        """How many play in each game; also how many games a deal has."""
        return len(self.names) if self.pool_seats is None else self.pool_seats

    @property
    def players(self) -> tuple[str, ...]:
        """The different players, in the order in which they were named."""
        return tuple(dict.fromkeys(self.names))

    def count_games(self, wanted: int) -> int:
        """Return how many games there are in the whole deals that this many games need.

        >>> Match(("random",) * 4).count_games(10)
        12
        """
        if type(wanted) is not int or wanted < 1:
            raise ArgumentError("match", f"A match needs 1 game or more, not {quoted(wanted)}.")
        return -(-wanted // self.seats) * self.seats

    def deal_of(self, game: int) -> int:
        """Return the deal that a game belongs to."""
        return self._divided(game)[0]

    def seating(self, game: int) -> tuple[str, ...]:
        """Return the player of each seat in a game; seat 0 begins."""
        deal, rotation = self._divided(game)
        names = list(self.names)
        if self.pool_seats is not None:
            names = shuffle(names, self._source(deal, 0, _TABLE))[: self.seats]
        return tuple(names[rotation:] + names[:rotation])

    def dice(self, game: int) -> seeded:
        """Return the source of a game's track and dice, the same for all games of a deal.

        Nothing but rolls may draw from it. A roll finds in the pyramid what the rolls before have left there, whatever
        else was played, so the n-th roll of every rotation shows the same.
        """
        return self._source(self.deal_of(game), 0, _DICE)

    def choices(self, game: int, seat: int) -> seeded:
        """Return the source that the player of a seat may draw from."""
        deal, rotation = self._divided(game)
        if seat not in range(self.seats):
            raise ArgumentError("match", f"The seats of this match are 0 to {self.seats - 1}, not {quoted(seat)}.")
        return self._source(deal, rotation, seat)

    def _divided(self, game: int) -> tuple[int, int]:
        """Return the deal and the rotation of a game, which may be numbered by NumPy."""
        try:
            number = index(game)
        except TypeError:
            number = -1
        if number < 0:
            raise ArgumentError("match", f"Games are numbered from 0, and {quoted(game)} is no such number.")
        return divmod(number, self.seats)

    def _source(self, deal: int, rotation: int, purpose: int) -> seeded:
        return seeded(self.seed << 80 | deal << 16 | rotation << 8 | purpose)

    def as_json(self) -> dict[str, Any]:
        """Return all of it as plain values: what distinguishes this match from others."""
        return {
            "edition": self.edition.number,
            "players": list(self.names),
            "pool_seats": self.pool_seats,
            "seed": self.seed,
            "playouts": self.budget.playouts,
            "seconds": self.budget.seconds,
            "limit": self.limit,
        }

    @classmethod
    def from_json(cls, form: Mapping[str, Any]) -> "Match":
        """Read what `as_json` gives."""
        if not isinstance(form, Mapping):
            raise ArgumentError(
                "match", f"A match is read from an object, as `as_json` returns it, not {quoted(form)}."
            )
        names, edition = form.get("players"), form.get("edition")
        if not isinstance(names, list) or type(edition) is not int or edition not in EDITIONS:
            raise ArgumentError("match", "A match needs an edition and a list of players.")
        try:
            return cls(
                tuple(names),
                EDITIONS[edition],
                form.get("seed"),  # type: ignore[arg-type]
                form.get("pool_seats"),
                Budget(form.get("playouts"), form.get("seconds")),
                form.get("limit"),  # type: ignore[arg-type]
            )
        except CamelUpError as error:
            raise ArgumentError("match", error.message) from error


def check_match(match: object) -> None:
    """Refuse what is no match, such as its players alone."""
    if not isinstance(match, Match):
        raise ArgumentError("match", f"A Match is needed, such as Match(('greedy', 'random')), not {quoted(match)}.")


def record_name(name: str) -> str:
    """Return a player's name as a record can hold it: that of a program may be a whole command line.

    >>> record_name("exec:./camel | tee log")
    'exec:./camel / tee log'
    """
    return name.replace("|", "/").strip()[:NAME_LENGTH].strip()
