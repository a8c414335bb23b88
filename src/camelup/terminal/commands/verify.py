"""`camelup verify`: whether the dice of a finished game are what its secret and its players' seeds give."""

import argparse
import json
from collections.abc import Iterator

from camelup.core.errors import CamelUpError, DiceError, FileError, NotationError
from camelup.formats.finished_game import FinishedGame
from camelup.formats.json_codec import from_json
from camelup.terminal.text import one_line
from camelup.verification import Verified, verify_game

DESCRIPTION = (
    "Check that the dice of a finished game were fixed before the bets were known. "
    "The exit code is 0 if they were, 1 if the dice do not match, and 2 if the game cannot be read."
)
EXAMPLE = "camelup verify game.json"

_UNFIT = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "game", metavar="GAME", help="a finished game: a file, an http(s) address, or - for standard input"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the game, and print what was checked."""
    from camelup.terminal.fetching import STDIN, fetch

    data = fetch(arguments.game)
    try:
        game = _read(data)
        verified = verify_game(game.dice, game.record)
    except DiceError as error:
        print(f"The dice do not fit. {one_line(error)}")
        return _UNFIT
    except CamelUpError as error:
        name = "The input" if arguments.game == STDIN else arguments.game
        reason = error.message[0].lower() + error.message[1:].removesuffix(".")
        raise FileError("file", f"{name} is not a finished game ({reason}).") from error
    print("\n".join(_report(game, verified)))
    return 0


def _read(data: bytes) -> FinishedGame:
    try:
        form = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise NotationError("json", "It is not JSON.") from error
    game = from_json(form)
    if not isinstance(game, FinishedGame):
        raise NotationError("json", "At $.type: expected 'finished_game'.")
    return game


def _report(game: FinishedGame, verified: Verified) -> Iterator[str]:
    """Say in plain words what is right, and what only the reader can check."""
    names, proof = game.record.names, game.dice
    start, end = verified.steps[0].state, verified.steps[-1].state
    how = "as drawn by the dice" if proof.is_first_random else "as chosen by the players"
    yield f"A game of {', '.join(names)}: {len(game.record.plies)} actions, {verified.rolls} of them rolls."
    yield "Checked and correct:"
    yield "- the secret: it matches the commitment"
    yield f"  {proof.commitment}"
    yield f"- the start: the dice give the camels {start.track_text}"
    yield f"- the first player: {names[start.turn]}, {how}"
    yield f"- the rolls: all {verified.rolls} are what the dice give"
    yield f"- the rest: every action is legal, and the final money is {_by_name(names, end.money)}"
    yield "The dice were drawn with these seeds from the players:"
    for name, seed in zip(names, proof.seeds, strict=True):
        yield f"  {name}: {seed or 'none'}"
    yield "The game was fair if the commitment is the one shown before the game, and your seed is the one you gave."


def _by_name(names: tuple[str, ...], amounts: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in zip(names, amounts, strict=True))
