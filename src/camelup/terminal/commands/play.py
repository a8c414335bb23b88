"""`camelup play`: a game against the computer in the terminal."""

import argparse

from camelup.core.actions import SEATS
from camelup.core.edition import MAX_PLAYERS, MIN_PLAYERS
from camelup.core.errors import ArgumentError
from camelup.terminal.options import DEFAULT_EDITION, DEFAULT_PLAYERS, add_debug, add_edition, read_file, read_players

DESCRIPTION = "Play against the computer."
EXAMPLE = "camelup play --edition 1 --players 2 --save game.txt"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_edition(parser)
    parser.add_argument(
        "--players",
        type=read_players,
        metavar="N",
        help=f"number of players, you included: {MIN_PLAYERS} to {MAX_PLAYERS}, default {DEFAULT_PLAYERS}",
    )
    parser.add_argument(
        "--against",
        metavar="NAME,NAME...",
        help="your opponents: one kind for all seats, or one for each; `camelup players` lists them, "
        "and module:Class or exec:COMMAND is your own player",
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


def run(arguments: argparse.Namespace) -> int:
    """Play a new game, or continue a saved one."""
    from camelup.terminal.autosave import Autosave
    from camelup.terminal.game import TerminalGame
    from camelup.terminal.seating import choose_opponents, create_players, load_game, new_game, seat_opponents

    if arguments.debug:
        from camelup.players.process import Process

        Process.is_shown = True
    against = choose_opponents(arguments.against)
    if arguments.load is None:
        game = new_game(
            arguments.edition or DEFAULT_EDITION,
            _count_players(arguments.players, len(against)),
            "You" if arguments.name is None else arguments.name,
            seed=arguments.seed,
            first=None if arguments.first is None else SEATS.index(arguments.first),
            track=arguments.track,
            hide_money=arguments.hide_money,
        )
    else:
        fixed = (arguments.edition, arguments.players, arguments.name, arguments.first, arguments.track)
        if fixed != (None,) * len(fixed) or arguments.hide_money:
            raise ArgumentError(
                "arguments", "A loaded game already has its edition, players, names, start and hidden money."
            )
        game = load_game(arguments.load, arguments.seed)
    autosave = Autosave(game, arguments.load)
    seated = seat_opponents(game, against)
    others = create_players(seated, arguments.seed)
    if arguments.save is not None:
        autosave.save_as(arguments.save)
    TerminalGame(game, others, autosave, {seat: entry.name for seat, entry in seated.items()}).run()
    return 0


def _count_players(players: int | None, against: int) -> int:
    """Return the number of players: the one given, or one more than the opponents named."""
    return players or (DEFAULT_PLAYERS if against == 1 else against + 1)
