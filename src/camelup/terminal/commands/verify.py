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
    "Check the dice of a finished game: that none was chosen when the bets were known. "
    "The exit code is 0 if all is well, 1 if the dice do not fit, and 2 if the game cannot be read."
)
EXAMPLE = "camelup verify game.json"

_UNFIT = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "game", metavar="GAME", help="a finished game: a file, an http(s) address on a server, or - to read it"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the game, and tell what was checked."""
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
    """Say in plain words what was found to be right, and what only the reader can know."""
    names, proof = game.record.names, game.dice
    start, end = verified.steps[0].state, verified.steps[-1].state
    how = "as the dice chose" if proof.is_first_random else "which was settled without dice"
    yield f"A game of {', '.join(names)}: {len(game.record.plies)} actions, {verified.rolls} of them rolls."
    yield "Right are:"
    yield "- the secret: it is the one of the commitment"
    yield f"  {proof.commitment}"
    yield f"- the start: the dice put the camels on {start.track_text}"
    yield f"- who begins: {names[start.turn]}, {how}"
    yield f"- the rolls: all {verified.rolls} show what the dice give"
    yield f"- the rest: every action is legal, and the money is {_by_name(names, end.money)}"
    yield "The dice were drawn with these seeds of the players' own:"
    for name, seed in zip(names, proof.seeds, strict=True):
        yield f"  {name}: {seed or 'none'}"
    yield "All is well, if the commitment is what you saw before the game, and your seed the one that you gave."


def _by_name(names: tuple[str, ...], amounts: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in zip(names, amounts, strict=True))
