"""A table to sit at, wherever it is: what happens there, what may be done, and what is known of the odds."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

from camelup.core.actions import Action
from camelup.core.edition import Camel
from camelup.core.errors import ArgumentError
from camelup.core.events import DieRevealed, Event, LegStarted
from camelup.core.view import View


@dataclass(frozen=True)
class Played:
    """Somebody did something, as it was seen from here."""

    seat: int
    events: tuple[Event, ...]
    before: View
    after: View
    note: str = ""
    """Says so if a computer player acted for somebody."""


@dataclass(frozen=True)
class Choosing:
    """It is somebody's turn; `is_own` if that is a person at this keyboard, `is_handed_over` if it was another's."""

    seat: int
    is_own: bool
    is_handed_over: bool = False


@dataclass(frozen=True)
class Told:
    """Something to read: somebody came, wrote, or lost the connection."""

    text: str
    seat: int | None = None


News = Played | Choosing | Told
"""What happens at a table. After the last of it, nothing more is played."""


@dataclass(frozen=True)
class Worth:
    """What an action is worth, in pounds, and the parts of that."""

    action: str
    own: float
    parts: Mapping[str, float]


class Desk(ABC):
    """A table, and the seat there."""

    title: str
    kinds: Mapping[int, str]
    """What plays on the seats of computers."""
    viewer: int | None
    """Through whose eyes the table is seen now."""
    can_chat = False
    is_live = False
    away: frozenset[int] = frozenset()

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """Everybody's name, by seat."""

    @property
    @abstractmethod
    def reader(self) -> int | None:
        """The seat that sentences call "You"."""

    @property
    @abstractmethod
    def view(self) -> View:
        """The game as it stands, through the eyes of the viewer."""

    @property
    def shown_names(self) -> tuple[str, ...]:
        """The names as they are shown."""
        return tuple("You" if seat == self.reader else name for seat, name in enumerate(self.names))

    @abstractmethod
    def news(self) -> AsyncIterator[News]:
        """Give what happens, as it does, until the game is over."""

    @abstractmethod
    async def act(self, action: Action) -> None:
        """Do something for the seat in turn; a refusal raises a CamelUpError."""

    def faces(self) -> dict[str, str]:
        """Give what each die of this leg has shown, in the order of rolling, as far as that is known."""
        return {die: die for die in self.view.dice_out}

    def uncover(self, seat: int) -> None:
        """Show the cards of a seat, once its person is alone with the screen."""
        self.viewer = seat

    @property
    def clock(self) -> str:
        """The time that is left for this turn, or nothing."""
        left = self.seconds_left
        return "" if left is None else f"{round(left) // 60}:{round(left) % 60:02}"

    @property
    def seconds_left(self) -> float | None:
        """How long this turn may take, None without a clock."""
        return None

    @property
    def status(self) -> str:
        """What keeps the table from going on, or nothing."""
        return ""

    async def leg_shares(self) -> Mapping[Camel, tuple[float, float]]:
        """Give each camel's chance to be first and second in this leg."""
        raise ArgumentError("without_odds", "This table plays without odds.")

    async def values(self) -> Sequence[Worth]:
        """Give what each action is worth, the best first."""
        raise ArgumentError("without_odds", "This table plays without odds.")

    async def hint(self) -> str:
        """Give advice in a sentence."""
        raise ArgumentError("without_odds", "This table plays without hints.")

    async def say(self, text: str) -> None:  # noqa: B027 - most have nobody to write to
        """Write to the others."""

    @property
    def kept(self) -> str:
        """Say what becomes of the game when one leaves."""
        return "The game is not kept."

    async def again(self) -> "Desk":
        """Play again with the same people."""
        raise ArgumentError("without_rematch", "There is no rematch here.")

    async def rematch(self) -> str:
        """Ask the others to play again; give the link of the new table."""
        raise ArgumentError("without_rematch", "There is no rematch here.")

    def close(self) -> None:  # noqa: B027 - most hold nothing
        """Leave what is held."""


def add_faces(faces: Mapping[str, str], events: Sequence[Event]) -> dict[str, str]:
    """Add the dice of a turn to those that are out; a new leg starts without any."""
    out = dict(faces)
    for event in events:
        if isinstance(event, DieRevealed):
            out[event.face.die] = str(event.face)
        elif isinstance(event, LegStarted):
            out = {}
    return out
