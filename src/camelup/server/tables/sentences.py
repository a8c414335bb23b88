"""What happens at a table besides its game, in sentences; those of the game are in formats/sentences.py."""

from collections.abc import Mapping, Sequence

from camelup.formats.sentences import YOU, People
from camelup.protocol.settings import By
from camelup.server.tables.bounds import MAX_PLIES
from camelup.server.tables.events import (
    ClaimLapsed,
    Closed,
    ComputerSeated,
    HostChanged,
    Muted,
    OpenChanged,
    PersonSeated,
    Rematched,
    SeatLeft,
    SeatReopened,
    Started,
    TableEvent,
)
from camelup.server.tables.presence import News
from camelup.server.tables.state import Holder, TableState


def describe_event(
    event: TableEvent,
    seats: Sequence[Holder | None],
    host: int | None,
    table: TableState,
    reader: int | None = None,
) -> str | None:
    """Say what happened, to the seat `reader` or to all; None if it needs no words.

    `seats` and `host` are those before it.
    """
    people = _people(seats, reader)
    match event:
        case Started():
            assert table.state is not None, "the game has begun"  # noqa: S101 - narrows the type
            first = _people(table.seats, reader)
            said = f"The race starts. {first.start(table.state.turn)} {first.verb(table.state.turn, 'go')} first."
        case Rematched():
            said = "Rematch! Everybody moves on by one seat."
        case Closed():
            said = (
                f"The race was still not over after {MAX_PLIES:,} actions, so this table is closed."
                if table.closed_because == "too_long"
                else "This table has packed up because nobody was here."
            )
        case PersonSeated(seat, name):
            notes = ", ".join(["program"] * event.is_program + ["host"] * (table.host == seat))
            said = f"{YOU if seat == reader else name} joined{notes and f' ({notes})'}."
        case ComputerSeated(_, name):
            said = f"{name} joined (computer)."
        case ClaimLapsed():
            found = _describe_host(host, table, reader)
            said = " ".join(found) or "The creator didn't come. The first person to join is the host."
        case SeatLeft() | HostChanged():
            said = " ".join([*_describe_leaving(event, people, table), *_describe_host(host, table, reader)])
        case Muted(seat, is_muted):
            said = f"The host muted {people.within(seat)}." if is_muted else f"{people.start(seat)} can chat again."
        case SeatReopened(seat, lets_back):
            said = f"The host reopened seat {seat + 1}{', also for the player who was removed' if lets_back else ''}."
        case OpenChanged(is_open):
            said = "Anyone can join now." if is_open else "Only people with the link can find this table now."
        case _:  # Created, Claimed, Remembered, Seeded, Played and Said: the game and the chat have their own sentences
            said = ""
    return said or None


def describe_stand_in(by: By, seat: int, table: TableState, reader: int | None = None) -> str | None:
    """Say that a computer player has acted for a seat, if it has."""
    if by != "stand_in":
        return None
    return f"A computer played for {_people(table.seats, reader).within(seat)}."


def describe_presence(
    news: Mapping[int, News], seats: Sequence[Holder | None], reader: int | None = None
) -> str | None:
    """Say who has come, come back, or lost the connection; that people return after a restart needs no words."""
    people = _people(seats, reader)
    said = []
    for seat in sorted(news):
        if seat < len(seats) and seats[seat] is not None and news[seat] != "returned":
            be = people.verb(seat, "are")
            done = {"here": f"{be} here", "back": f"{be} back", "gone": "lost the connection"}[news[seat]]
            said.append(f"{people.start(seat)} {done}.")
    return " ".join(said) or None


def _describe_leaving(event: SeatLeft | HostChanged, people: People, table: TableState) -> list[str]:
    if isinstance(event, HostChanged):
        return []
    if event.is_removed:
        return [f"The host removed {people.within(event.seat)}."]
    left = f"{people.start(event.seat)} left."
    return [left, "A computer takes over."] if table.status == "playing" else [left]


def _describe_host(host: int | None, table: TableState, reader: int | None) -> list[str]:
    if table.host is None or table.host == host:
        return []
    people = _people(table.seats, reader)
    return [f"{people.start(table.host)} {people.verb(table.host, 'are')} the host now."]


def _people(seats: Sequence[Holder | None], reader: int | None) -> People:
    return People(["" if holder is None else holder.name for holder in seats], reader)
