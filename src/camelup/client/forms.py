"""What a server tells, as values: the table, and the news of it. What only a later version has is passed over."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from camelup.core.events import Event
from camelup.core.view import View
from camelup.formats.json_codec import VERSION, from_json

Form = Mapping[str, Any]
_T = TypeVar("_T")


@dataclass(frozen=True)
class SeatInfo:
    """Who has a seat."""

    kind: str
    """`free`, `person`, `program` or `computer`."""
    name: str | None = None
    level: str | None = None
    is_connected: bool = True
    is_host: bool = False
    is_muted: bool = False
    has_left: bool = False


@dataclass(frozen=True)
class Settings:
    """What a table was made with."""

    edition: int
    seats: int
    is_open: bool = False
    odds: str = "off"
    hides_money: bool = False
    clock: int | None = None
    first: int | None = None


@dataclass(frozen=True)
class DiceInfo:
    """What makes the dice checkable: docs/fair-dice.md."""

    commitment: str
    seeds: tuple[str, ...]
    secret: str | None = None


@dataclass(frozen=True)
class TableInfo:
    """A table as everybody may see it, without its game."""

    id: str
    status: str
    """`waiting`, `playing`, `finished` or `closed`."""
    settings: Settings
    seats: tuple[SeatInfo, ...]
    dice: DiceInfo
    ply: int
    turn_ends: float | None
    now: float
    rematch: str | None = None
    before: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody's name, by seat once the game has begun."""
        return tuple(seat.name for seat in self.seats if seat.name is not None)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played here."""
        return self.status in {"finished", "closed"}


# --- News -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TableChanged:
    """Somebody came, left, lost the connection or came back; or the game is over."""

    table: TableInfo


@dataclass(frozen=True)
class Begun:
    """The game has begun; or it went on without you, and this is how it stands."""

    ply: int
    view: View
    sentence: str


@dataclass(frozen=True)
class Played:
    """Somebody did something."""

    ply: int
    """How many actions there are with this one."""
    seat: int
    by: str
    """Who acted for the seat: its `owner`, a `computer` whose seat it is, or a `stand_in` for somebody away."""
    events: tuple[Event, ...]
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Said:
    """Somebody wrote something."""

    seat: int
    name: str
    text: str
    at: float


@dataclass(frozen=True)
class Reacted:
    """Somebody reacted."""

    seat: int
    reaction: str


@dataclass(frozen=True)
class OddsTold:
    """The odds of a position, by the setting of the table."""

    ply: int
    odds: Form


@dataclass(frozen=True)
class Moved:
    """There is a rematch at another table."""

    link: str


News = TableChanged | Begun | Played | Said | Reacted | OddsTold | Moved

# --- Reading --------------------------------------------------------------------------------------------------


def read_table(form: Form) -> TableInfo:
    """Read how a table is."""
    dice = form["dice"]
    return _read(
        TableInfo,
        {
            **form,
            "settings": _read(Settings, form["settings"]),
            "seats": tuple(_read(SeatInfo, seat) for seat in form["seats"]),
            "dice": _read(DiceInfo, {**dice, "seeds": tuple(dice["seeds"])}),
        },
    )


def read_played(form: Form, seat: int | None) -> Played:
    """Read what was played, as a seat has seen it; a client that has not chosen among its seats, as the first has."""
    seen = next((seen for seen in form["seen"] if seen["seat"] == seat), form["seen"][0])
    events = tuple(from_json({"version": VERSION, **event}) for event in seen["events"])
    sentences = tuple(sentence for told in seen["sentences"] for sentence in told)
    return Played(form["ply"], form["seat"], form["by"], events, sentences)


def read_said(form: Form) -> Said:
    """Read a line of the chat."""
    return _read(Said, form)


def read_view(form: Form) -> View:
    """Read a view that was put together out of changes."""
    view: View = from_json({"version": VERSION, **form})
    return view


def _read(kind: type[_T], form: Form) -> _T:
    names = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # all of these are dataclasses
    return kind(**{name: value for name, value in form.items() if name in names})
