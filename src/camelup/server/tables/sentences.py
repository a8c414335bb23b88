"""What happens at a table besides its game, in sentences; those of the game are in formats/sentences.py."""

from collections.abc import Mapping, Sequence

from camelup.server.tables.events import (
    Closed,
    ComputerSeated,
    HostChanged,
    Muted,
    PersonSeated,
    Rematched,
    SeatLeft,
    Started,
    TableEvent,
)
from camelup.server.tables.presence import News
from camelup.server.tables.state import Holder, TableState, Turn


def describe_event(
    event: TableEvent, seats: Sequence[Holder | None], host: int | None, table: TableState
) -> str | None:
    """Say what happened; `seats` and `host` are those before it. None if it is nothing to speak of."""
    match event:
        case Started():
            assert table.state is not None, "the game has begun"  # noqa: S101 - narrows the type
            said = f"The game begins, and {table.names[table.state.turn]} has the first turn."
        case Rematched():
            said = "There is a rematch, with everybody one seat further."
        case Closed():
            said = "This table has ended, since nobody was here for long."
        case PersonSeated(seat, name):
            program = ", a program," if event.is_program else ""
            said = f"{name}{program} sits down{' and is the host' if table.host == seat else ''}."
        case ComputerSeated(_, name):
            said = f"{name}, a computer player, sits down."
        case SeatLeft() | HostChanged():
            said = " ".join([*_describe_leaving(event, seats), *_describe_host(host, table)])
        case Muted(seat, is_muted):
            said = f"The host has muted {_name(seats, seat)}." if is_muted else f"{_name(seats, seat)} may write again."
        case _:  # Created, Seeded, Played and Said: events and chat have words of their own
            said = ""
    return said or None


def describe_stand_in(turn: Turn, table: TableState) -> str | None:
    """Say that a computer player has acted for somebody."""
    return f"A computer player acts for {_name(table.seats, turn.ply.seat)}." if turn.by == "stand_in" else None


def describe_presence(news: Mapping[int, News], seats: Sequence[Holder | None]) -> str | None:
    """Say who has come, come back, or lost the connection."""
    words = {"here": "is here", "back": "is back", "gone": "has lost the connection"}
    there = [seat for seat in sorted(news) if seat < len(seats) and seats[seat] is not None]
    return " ".join(f"{_name(seats, seat)} {words[news[seat]]}." for seat in there) or None


def _describe_leaving(event: SeatLeft | HostChanged, seats: Sequence[Holder | None]) -> list[str]:
    if isinstance(event, HostChanged):
        return []
    name = _name(seats, event.seat)
    return [f"The host has removed {name}." if event.is_removed else f"{name} leaves."]


def _describe_host(host: int | None, table: TableState) -> list[str]:
    return [] if table.host is None or table.host == host else [f"{_name(table.seats, table.host)} is the host now."]


def _name(seats: Sequence[Holder | None], seat: int) -> str:
    holder = seats[seat]
    return "" if holder is None else holder.name
