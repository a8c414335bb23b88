"""`camelup play`: a game in the terminal, full-screen or in plain lines."""

import argparse
import sys
from typing import TYPE_CHECKING

from camelup.core.actions import SEATS
from camelup.core.edition import MAX_PLAYERS, MIN_PLAYERS
from camelup.core.errors import ArgumentError
from camelup.extras import require_extra
from camelup.terminal.first_run import mention_race_table
from camelup.terminal.options import (
    DEFAULT_EDITION,
    DEFAULT_PLAYERS,
    add_debug,
    add_edition,
    add_plain,
    read_file,
    read_players,
)
from camelup.tui.options import add_screen, screen_settings, why_plain

if TYPE_CHECKING:
    from camelup.game import Game
    from camelup.players import Entry

DESCRIPTION = (
    "Play in the terminal, against computers or with others at this keyboard: full-screen, or in plain lines with "
    "--plain. Without arguments a start screen asks who plays."
)
EXAMPLE = "camelup play --edition 1 --players 2 --save game.txt"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_edition(parser)
    parser.add_argument(
        "--players",
        type=read_players,
        metavar="N",
        help=f"number of players, you included: {MIN_PLAYERS} to {MAX_PLAYERS} (default: {DEFAULT_PLAYERS})",
    )
    parser.add_argument(
        "--against",
        metavar="NAME,NAME...",
        help="your opponents: one kind for all seats, or one for each; `camelup players` lists them, "
        "and module:Class or exec:COMMAND is your own player (default: random)",
    )
    parser.add_argument("--name", help="your name in the saved game (default: You)")
    parser.add_argument(
        "--first",
        type=str.upper,
        choices=SEATS,
        metavar="A-H",
        help="who goes first: A is you, B sits to your left (default: random)",
    )
    parser.add_argument(
        "--track",
        help="where the camels start, if you roll for that yourself: spaces in order, each stack from bottom to top, "
        "such as '1:gy 2:rb 3:p 14:K 16:W'",
    )
    parser.add_argument("--hide-money", action="store_true", help="hide everybody's money from the others")
    parser.add_argument("--seed", type=int, metavar="N", help="seed: the same number gives the same dice and opponents")
    parser.add_argument(
        "--save", type=read_file, metavar="FILE", help="save the game in this new file after every turn"
    )
    parser.add_argument(
        "--load",
        type=read_file,
        metavar="FILE",
        help="continue a saved game; it is saved in its own file, or in that of --save",
    )
    add_debug(parser)
    parser.add_argument(
        "--join",
        metavar="LINK",
        help="play at a live table, by the link that people share; your seat is kept (`camelup join` seats programs)",
    )
    parser.add_argument("--spectate", action="store_true", help="with --join: only watch")
    add_plain(parser)
    parser.add_argument(
        "--people",
        metavar="NAME,NAME...",
        help="the people at this keyboard, who sit on the first seats (full-screen only; default: you alone)",
    )
    add_screen(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play a new game, or continue a saved one."""
    if arguments.debug:
        from camelup.players.process import Process

        Process.is_shown = True
    if arguments.join is not None or arguments.spectate:
        return _join(arguments)
    mention_race_table()
    if not arguments.plain:
        reason = why_plain()
        if reason is None:
            return _play_full_screen(arguments)
    else:
        reason = None
    if arguments.people is not None:
        raise ArgumentError("arguments", "Several people at one keyboard need the full screen.")
    return _play_plainly(arguments, reason)


def _join(arguments: argparse.Namespace) -> int:
    """Play at a live table."""
    if arguments.join is None:
        raise ArgumentError("arguments", "--spectate needs --join LINK.")
    if _is_chosen(arguments, but="name") or arguments.seed is not None:
        raise ArgumentError("arguments", "A live table already has its players and its settings: give only --name.")
    reason = "--plain was given" if arguments.plain else why_plain()
    if reason is not None:
        raise ArgumentError("arguments", f"A live table needs the full screen, but {reason}.")
    with require_extra("Live tables", "client"):
        from camelup.client import read_link
        from camelup.tui.join_screen import JoinScreen
    from camelup.tui.host import Host, run_host

    link = read_link(arguments.join).link
    settings = screen_settings(arguments)
    return run_host(
        Host(
            lambda: JoinScreen(link, arguments.name, is_watching=arguments.spectate, has_motion=settings["has_motion"]),
            settings["palette"],
        )
    )


def _play_plainly(arguments: argparse.Namespace, reason: str | None) -> int:
    from camelup.terminal.autosave import Autosave
    from camelup.terminal.game import TerminalGame
    from camelup.terminal.seating import choose_opponents, create_players, seat_opponents

    against = choose_opponents(arguments.against)
    game = _make_game(arguments, _count_players(arguments.players, len(against)), ["You"], against)
    autosave = Autosave(game, arguments.load)
    seated = seat_opponents(len(game.names), against)
    others = create_players(seated, arguments.seed)
    if arguments.save is not None:
        autosave.save_as(arguments.save)
    if reason is not None:
        print(f"camelup: playing in plain lines, because {reason}.", file=sys.stderr)
    TerminalGame(game, others, autosave, {seat: entry.name for seat, entry in seated.items()}).run()
    return 0


def _play_full_screen(arguments: argparse.Namespace) -> int:
    from camelup.terminal.autosave import Autosave
    from camelup.terminal.seating import choose_opponents
    from camelup.tui.host import run_host
    from camelup.tui.playing import Playing

    playing = Playing(**screen_settings(arguments), seed=arguments.seed)
    if not _is_chosen(arguments):
        return run_host(playing.with_start_screen())
    people = ["You"] if arguments.people is None else [name.strip() for name in arguments.people.split(",")]
    if len(people) > MAX_PLAYERS:
        raise ArgumentError("arguments", f"At most {MAX_PLAYERS} people can play.")
    is_alone = arguments.people is not None and len(people) > 1 and arguments.against is None
    against = [] if is_alone and arguments.players is None else choose_opponents(arguments.against)
    usual = DEFAULT_PLAYERS if len(against) == 1 and len(people) == 1 else len(against) + len(people)
    game = _make_game(arguments, arguments.players or usual, people, against)
    if len(people) > len(game.names):
        raise ArgumentError("arguments", f"{len(people)} people are named, but there are {len(game.names)} seats.")
    autosave = Autosave(game, arguments.load)
    seated = _seat(len(game.names), against, len(people))
    if arguments.save is not None:
        autosave.save_as(arguments.save)
    return run_host(playing.with_game(game, {seat: entry.name for seat, entry in seated.items()}, autosave))


def _is_chosen(arguments: argparse.Namespace, but: str = "") -> bool:
    """Whether the arguments say what to play, so that no start screen has to ask."""
    names = {"edition", "players", "against", "name", "first", "track", "save", "load", "people"} - {but}
    return any(getattr(arguments, name) is not None for name in names) or arguments.hide_money


def _seat(players: int, against: "list[Entry]", people: int) -> "dict[int, Entry]":
    """Seat the opponents, if there is a seat for them."""
    from camelup.terminal.seating import seat_opponents

    return seat_opponents(players, against, people) if people < players else {}


def _make_game(arguments: argparse.Namespace, players: int, people: list[str], against: "list[Entry]") -> "Game":
    """Set up a new game, or load one."""
    from camelup.terminal.seating import load_game, name_players, new_game

    if arguments.load is not None:
        fixed = (arguments.edition, arguments.players, arguments.name, arguments.first, arguments.track)
        if fixed != (None,) * len(fixed) or arguments.hide_money:
            raise ArgumentError(
                "arguments", "A loaded game already has its edition, players, names, start and hidden money."
            )
        return load_game(arguments.load, arguments.seed)
    people = people if arguments.name is None else [arguments.name, *people[1:]]
    names = name_players(people, _seat(players, against, len(people)).values())
    return new_game(
        arguments.edition or DEFAULT_EDITION,
        names[:players],
        seed=arguments.seed,
        first=None if arguments.first is None else SEATS.index(arguments.first),
        track=arguments.track,
        hide_money=arguments.hide_money,
    )


def _count_players(players: int | None, against: int) -> int:
    """Return the number of players: the one given, or one more than the opponents named."""
    return players or (DEFAULT_PLAYERS if against == 1 else against + 1)
