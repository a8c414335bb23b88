"""`camelup join`: a player of this machine at a live table."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from camelup.core.errors import RequestError
from camelup.extras import require_extra
from camelup.terminal.options import add_debug

if TYPE_CHECKING:
    from collections.abc import Callable

    from camelup.client import Seat
    from camelup.players import Budget, Entry, Player

DESCRIPTION = (
    "Seat a player at a live table, by the link that people share: a computer player, a Python class or a program. "
    "It plays until the game is over, and comes back by itself when the connection or the server was gone. "
    "A person at the table starts the game, unless the player joins with --host. To play yourself, use "
    "`camelup play --join`."
)
EXAMPLE = "camelup join http://localhost:8000/table/abcd2345 --player greedy"

_TOKEN = "CAMELUP_TOKEN"  # noqa: S105 - the name of a variable
_MOST_NAMES = 8
"""As many as a table has seats."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("url", metavar="LINK", help="the link of the table, http://HOST/table/CODE")
    parser.add_argument("--name", help="the name at the table (default: what the player is called)")
    parser.add_argument(
        "--player",
        default="greedy",
        metavar="PLAYER",
        help="who plays: a name that `camelup players` lists, module:Class or exec:COMMAND (default: greedy)",
    )
    parser.add_argument(
        "--token",
        help="a secret of 32 to 100 letters and digits that the seat belongs to: with the same one a player that was "
        f"stopped takes its seat again (default: a new one); or {_TOKEN}, which no list of processes shows",
    )
    parser.add_argument("--seconds", type=float, metavar="S", help="how long the player may think about an action")
    parser.add_argument(
        "--host",
        action="store_true",
        help="sit down as a person would, who may be host, and begin once every seat is taken",
    )
    parser.add_argument("--again", action="store_true", help="after the game, wait for a rematch and play on there")
    parser.add_argument(
        "--noted",
        type=Path,
        metavar="FILE",
        help="after the game, write what was noted during it, for `camelup verify --noted`",
    )
    parser.add_argument("--quiet", action="store_true", help="print nothing of what happens")
    add_debug(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play."""
    import asyncio
    from contextlib import redirect_stdout

    from camelup.chance import secure_rng
    from camelup.players import Budget, find_player
    from camelup.players.process import Process
    from camelup.terminal.output_files import check_destination

    with require_extra("Live tables", "client"):
        from camelup.client import read_link

    if arguments.noted is not None:
        check_destination(arguments.noted, "file with notes")
    read_link(arguments.url)  # a player may take long to load, so a wrong link is refused before
    budget = Budget(seconds=arguments.seconds)
    entry = find_player(arguments.player)
    Process.is_shown = arguments.debug
    out = sys.stdout

    def tell(sentence: str) -> None:
        if not arguments.quiet:
            print(sentence, file=out, flush=True)

    with redirect_stdout(sys.stderr):  # what a player prints is no part of the game
        player = entry.create(secure_rng)
        try:
            asyncio.run(_play(arguments, _names(arguments.name, entry, player), player, budget, tell))
        finally:
            player.close()
    return 0


async def _play(
    arguments: argparse.Namespace, names: list[str], player: "Player", budget: "Budget", tell: "Callable[[str], None]"
) -> None:
    import secrets

    from camelup.client import play_game, sit_down

    token = arguments.token or os.environ.get(_TOKEN) or secrets.token_urlsafe(32)
    link: str | None = arguments.url
    while link is not None:
        name = names[0]
        try:
            on_waiting = _silence if arguments.quiet else _print_aside
            async with sit_down(link, name, token, is_program=not arguments.host, on_waiting=on_waiting) as seat:
                names = [seat.name]
                if arguments.host:
                    await _begin(seat)
                await play_game(seat, player, budget, tell)
                _save(arguments.noted, seat)
                # A table that was closed in mid-race has no rematch.
                link = await seat.moved() if arguments.again and seat.table.status == "finished" else None
        except RequestError as error:
            if error.code != "name_taken" or len(names) == 1:
                raise
            names = names[1:]


def _save(file: Path | None, seat: "Seat") -> None:
    """Write what was noted at a seat."""
    if file is not None:
        import json

        from camelup.formats.json_codec import to_json
        from camelup.terminal.output_files import write_output

        write_output(file, json.dumps(to_json(seat.noted), indent=1).encode() + b"\n")


async def _begin(seat: "Seat") -> None:
    """Begin the game as soon as every seat is taken, unless somebody else is host, or has begun."""

    def is_ready() -> bool:
        seats = seat.table.seats
        return seat.table.status != "waiting" or (
            all(taken.kind != "free" for taken in seats) and seats[seat.number].is_host
        )

    await seat.until(is_ready)
    if seat.table.status == "waiting":
        await seat.start()


def _names(given: str | None, entry: "Entry", player: "Player") -> list[str]:
    """Give the names to try: the one that was asked for, or the player's own, with a number if there are several."""
    from camelup.formats.record import NAME_LENGTH
    from camelup.players.program import ProgramPlayer

    if given is not None:
        return [given]
    title = player.name if isinstance(player, ProgramPlayer) else entry.title
    title = title[: NAME_LENGTH - len(" 8")]
    return [title, *(f"{title} {number}" for number in range(2, _MOST_NAMES + 1))]


def _print_aside(sentence: str) -> None:
    """Print what is no part of the game."""
    print(sentence, file=sys.stderr, flush=True)


def _silence(_sentence: str) -> None:
    pass
