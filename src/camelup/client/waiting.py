"""What a seat waits for before the game starts: without a word about it, a program would seem to hang."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from camelup.protocol.messages import TableForm

if TYPE_CHECKING:
    from camelup.client.seat import Seat

WAITING_SECONDS = 3.0
"""A wait that is shorter than this is not mentioned."""

log_waiting: Callable[[str], None] = logging.getLogger("camelup.client").warning
"""Python prints warnings to standard error, unless the program has set up its own logging."""


def describe_waiting(table: TableForm, seat: int, link: str) -> str | None:
    """Say what a seat waits for; None if the game has started."""
    if table.status != "waiting":
        return None
    open_seats = sum(other.kind == "free" and not other.is_closed for other in table.seats)
    still_open = {0: "", 1: " 1 seat is open."}.get(open_seats, f" {open_seats} seats are open.")
    players = "1 more player" if open_seats == 1 else f"{open_seats} more players"
    host = next((number for number, other in enumerate(table.seats) if other.is_host), None)
    if host == seat:
        if open_seats:
            return f"Waiting for {players} at {link}; you are the host."
        return "Waiting for you to start the game: you are the host, and all seats are taken."
    if host is not None:
        return f"Waiting for {table.seats[host].name} to start the game.{still_open}"
    if table.is_claimed:
        return f"Waiting for the person who created the table to join.{still_open}"
    return (
        f"Waiting for a person to start the game, since a program cannot: open {link} in a browser, or join with "
        f"`camelup join {link} --host` (in Python: sit_down(link, name, is_program=False), then start()).{still_open}"
    )


@asynccontextmanager
async def announcing(seat: "Seat", say: Callable[[str], None]) -> AsyncIterator[None]:
    """Say what a seat waits for, as long as it waits: after a moment, and again when that has changed."""
    task = asyncio.create_task(_announce(seat, say))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _announce(seat: "Seat", say: Callable[[str], None]) -> None:
    told = None
    while seat.table.status == "waiting" and seat.has_place:
        await asyncio.sleep(WAITING_SECONDS)
        sentence = describe_waiting(seat.table, seat.number, seat.link) if seat.has_place else None
        if sentence is not None and sentence != told:
            say(sentence)
            told = sentence
