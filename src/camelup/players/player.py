"""The life of a player: it sits down, chooses actions, hears what happened, and leaves."""

import inspect
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from camelup.core.actions import SEATS, Action
from camelup.core.edition import Edition
from camelup.core.errors import ArgumentError, PlayerError, quoted
from camelup.core.events import Event
from camelup.core.view import View
from camelup.notebook import html_table, shorten

_UNLIMITED = 1 << 30


@dataclass(frozen=True)
class Seating:
    """What a player learns when it sits down: its seat, who else is there, and what it sees of the table."""

    seat: int
    names: tuple[str, ...]
    """Everybody's name, by seat."""
    view: View

    @property
    def edition(self) -> Edition:
        """The edition that is played."""
        return self.view.edition

    def __repr__(self) -> str:
        """Return the seat, the names and the view."""
        return f"<Seating {SEATS[self.seat]} of {shorten(', '.join(self.names))}: {self.view!r}>"

    def _repr_html_(self) -> str:
        rows = [(SEATS[seat], name, "you" * (seat == self.seat)) for seat, name in enumerate(self.names)]
        return html_table("Seating", ["seat", "name", ""], rows)


@dataclass(frozen=True)
class Budget:
    """How much a player may think about one action: playouts, seconds of one core, or as it likes.

    With playouts alone, the same seed gives the same choice on any machine.

    >>> Budget(seconds=0.5)
    Budget(playouts=None, seconds=0.5)
    """

    playouts: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        """Refuse a budget that leaves nothing."""
        for name, amount in (("playouts", self.playouts), ("seconds", self.seconds)):
            is_number = isinstance(amount, int | float) and not isinstance(amount, bool)
            if amount is not None and not (is_number and amount > 0):
                raise ArgumentError("budget", f"A budget of {name} must be more than 0, not {quoted(amount)}.")

    @property
    def most_playouts(self) -> int:
        """The playouts that it allows; where it does not count them, more than anybody will make."""
        return _UNLIMITED if self.playouts is None else self.playouts


def check_budget(budget: object) -> None:
    """Refuse what is no budget, such as a number of seconds alone."""
    if not isinstance(budget, Budget):
        raise ArgumentError("budget", f"A budget is a camelup.players.Budget, not {quoted(budget)}.")


DEFAULT_BUDGET = Budget()
"""As much thinking as the player itself likes."""


class Player(ABC):
    """Somebody who plays a seat, and sees no more than a person there would.

    Only `choose` must be written; the rest of its life is there for players that remember.
    """

    def __init_subclass__(cls, **keywords: Any) -> None:  # noqa: ANN401 - those of any class
        """Refuse methods that somebody would have to await: nobody does."""
        super().__init_subclass__(**keywords)
        for name in ("start", "choose", "observe", "end", "close"):
            method = vars(cls).get(name)
            if inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method):
                raise PlayerError(
                    "class",
                    f"The player {cls.__name__} cannot be used: '{name}' is an 'async def', and camelup does not await "
                    f"it. Write 'def {name}', and call asyncio.run(...) inside it for what is asynchronous.",
                )

    def start(self, seating: Seating) -> None:  # noqa: B027 - most players need nothing here
        """Sit down at a table; a new game begins, or an old one goes on."""

    @abstractmethod
    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:
        """Choose one of `view.legal`."""

    def observe(self, events: Sequence[Event]) -> None:  # noqa: B027 - most players need nothing here
        """Hear what happened in a turn, one's own included, as this seat may see it."""

    def end(self, view: View) -> None:  # noqa: B027 - most players need nothing here
        """Leave the table; the game is over, or it is broken off. Another one may start."""

    def close(self) -> None:  # noqa: B027 - most players need nothing here
        """Give back what the player holds, such as a program that it runs; it plays no more."""
