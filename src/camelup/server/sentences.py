"""What happens to a table beside its game, in sentences for all clients; those of events are in formats/prose.py."""

from collections.abc import Mapping, Sequence

from camelup.server.log import (
    Closed,
    ComputerSeated,
    Happening,
    HostChanged,
    Muted,
    PersonSeated,
    Rematched,
    SeatLeft,
    Started,
)
from camelup.server.presence import News
from camelup.server.room import Holder, Room, Turn


def describe_happening(
    happening: Happening, seats: Sequence[Holder | None], host: int | None, room: Room
) -> str | None:
    """Say what happened; `seats` and `host` are those before it. None if it is nothing to speak of."""
    match happening:
        case Started():
            assert room.state is not None, "the game has begun"  # noqa: S101 - narrows the type
            said = f"The game begins, and {room.names[room.state.turn]} has the first turn."
        case Rematched():
            said = "There is a rematch, with everybody one seat further."
        case Closed():
            said = "This table has ended, since nobody was here for long."
        case PersonSeated(seat, name):
            program = ", a program," if happening.is_program else ""
            said = f"{name}{program} sits down{' and is the host' if room.host == seat else ''}."
        case ComputerSeated(_, name):
            said = f"{name}, a computer player, sits down."
        case SeatLeft() | HostChanged():
            said = " ".join([*_describe_leaving(happening, seats), *_describe_host(host, room)])
        case Muted(seat, is_muted):
            said = f"The host has muted {_name(seats, seat)}." if is_muted else f"{_name(seats, seat)} may write again."
        case _:  # Created, Seeded, Played and Said: events and chat have words of their own
            said = ""
    return said or None


def describe_stand_in(turn: Turn, room: Room) -> str | None:
    """Say that a computer player has acted for somebody."""
    return f"A computer player acts for {_name(room.seats, turn.ply.seat)}." if turn.by == "stand_in" else None


def describe_presence(news: Mapping[int, News], seats: Sequence[Holder | None]) -> str | None:
    """Say who has come, come back, or lost the connection."""
    words = {"here": "is here", "back": "is back", "gone": "has lost the connection"}
    there = [seat for seat in sorted(news) if seat < len(seats) and seats[seat] is not None]
    return " ".join(f"{_name(seats, seat)} {words[news[seat]]}." for seat in there) or None


def _describe_leaving(happening: SeatLeft | HostChanged, seats: Sequence[Holder | None]) -> list[str]:
    if isinstance(happening, HostChanged):
        return []
    name = _name(seats, happening.seat)
    return [f"The host has removed {name}." if happening.is_removed else f"{name} leaves."]


def _describe_host(host: int | None, room: Room) -> list[str]:
    return [] if room.host is None or room.host == host else [f"{_name(room.seats, room.host)} is the host now."]


def _name(seats: Sequence[Holder | None], seat: int) -> str:
    holder = seats[seat]
    return "" if holder is None else holder.name
