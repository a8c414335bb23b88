"""`camelup verify`: whether the dice and cards of a finished game are what was committed to while it was played."""

import argparse
import json
from collections.abc import Iterator
from typing import Any, TypeVar

from camelup.core.errors import CamelUpError, DiceError, FileError, NotationError
from camelup.formats.finished_game import FinishedGame, NotedGame
from camelup.formats.json_codec import TAGS, from_json
from camelup.terminal.options import add_json
from camelup.terminal.text import one_line
from camelup.verification import Verified, verify_game

_Form = TypeVar("_Form", FinishedGame, NotedGame)

DESCRIPTION = (
    "Check that the dice of a finished game were fixed before the bets were known, and that its face-down cards are "
    "those that were played. The exit code is 0 if everything fits, 1 if something does not match, and 2 if the game "
    "cannot be read."
)
EXAMPLE = "camelup verify game.json"

_UNFIT = 1
_RECORD = b"camelup record"
_SUBJECTS = {"card": "The cards do", "noted": "The notes do"}
"""What does not fit, by the code of the error."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "game",
        metavar="GAME",
        help="a finished game: the link of its page, a file, an http(s) address, or - for standard input",
    )
    parser.add_argument(
        "--noted",
        metavar="FILE",
        help="what somebody noted during the game, as the game's page or a program saved it: it is compared, too",
    )
    add_json(parser, "print JSON: whether everything fits, and what was checked")


def run(arguments: argparse.Namespace) -> int:
    """Check the game, and print what was checked."""
    from camelup.terminal.fetching import fetch

    noted = None if arguments.noted is None else _read(NotedGame, arguments.noted, fetch(arguments.noted))
    data = fetch(arguments.game)
    try:
        game = _parse(FinishedGame, data)
        verified = verify_game(game.dice, game.record, game.published, noted)
    except DiceError as error:
        problem = f"{_SUBJECTS.get(error.code, 'The dice do')} not fit. {one_line(error)}"
        print(json.dumps({"is_fair": False, "code": error.code, "problem": problem}) if arguments.json else problem)
        return _UNFIT
    except CamelUpError as error:
        raise _unreadable(arguments.game, "a finished game", error) from error
    print(json.dumps(_form_of(game, verified)) if arguments.json else "\n".join(_report(game, verified, noted)))
    return 0


def _form_of(game: FinishedGame, verified: Verified) -> dict[str, Any]:
    return {
        "is_fair": True,
        "names": game.record.names,
        "actions": len(game.record.plies),
        "rolls": verified.rolls,
        "cards": verified.cards,
        "are_cards_committed": verified.are_cards_committed,
        "noted_cards": verified.noted_cards,
        "commitment": game.dice.commitment,
        "seeds": game.dice.seeds,
        "money": verified.steps[-1].state.money,
    }


def _read(kind: type[_Form], name: str, data: bytes) -> _Form:
    try:
        return _parse(kind, data)
    except CamelUpError as error:
        raise _unreadable(name, "what somebody noted", error) from error


def _parse(kind: type[_Form], data: bytes) -> _Form:
    try:
        form = json.loads(data)
    except (ValueError, RecursionError) as error:
        told = "It is not JSON."
        if data.startswith(_RECORD):
            told = "It is a record as text, without the secret and the seeds of its dice; the link of a game has them."
        raise NotationError("json", told) from error
    value = from_json(form)
    if not isinstance(value, kind):
        raise NotationError("json", f"At $.type: expected '{TAGS[kind]}'.")
    return value


def _unreadable(name: str, expected: str, error: CamelUpError) -> FileError:
    from camelup.terminal.fetching import STDIN

    named = "The input" if name == STDIN else name
    reason = error.message[0].lower() + error.message[1:].removesuffix(".")
    return FileError("file", f"{named} is not {expected} ({reason}).")


def _report(game: FinishedGame, verified: Verified, noted: NotedGame | None) -> Iterator[str]:
    """Say in plain words what is right, and what only the reader can check."""
    names, proof = game.record.names, game.dice
    start, end = verified.steps[0].state, verified.steps[-1].state
    yield f"A game of {', '.join(names)}: {len(game.record.plies)} actions, {verified.rolls} of them rolls."
    yield "Checked and correct:"
    yield "- the secret: it matches the commitment"
    yield f"  {proof.commitment}"
    yield f"- the start: the dice give the camels {start.track_text}"
    yield f"- the first player: {names[start.turn]}, {_how_first(game)}"
    yield f"- the rolls: all {verified.rolls} are what the dice give"
    if verified.are_cards_committed:
        yield f"- the cards: {verified.cards} checked against the hashes shown when they were played"
    if noted is not None:
        yield f"- the notes: {_noted(noted, verified)}"
    yield f"- the rest: every action is legal, and the final money is {_by_name(names, end.money)}"
    yield "The dice were drawn with these seeds from the players:"
    for name, seed in zip(names, proof.seeds, strict=True):
        yield f"  {name}: {seed or 'none'}"
    yield "Not proven:"
    yield "- the names: nothing binds them to the seats"
    if not verified.are_cards_committed:
        if verified.noted_cards < verified.cards:
            yield "- the cards: cards not committed, so others may have been played"
        if not proof.is_first_random:
            yield "- the first player: nothing shows that the players chose one"
    if noted is None:
        yield "The game was fair if the commitment is the one shown before the game, and your seed is the one you gave."
        if verified.are_cards_committed and verified.cards:
            yield "The cards are those that were played if their hashes are the ones that you were shown."


def _how_first(game: FinishedGame) -> str:
    if game.published is not None:
        return f"{'drawn by the dice ' if game.dice.is_first_random else ''}as the table's settings say"
    return "as drawn by the dice" if game.dice.is_first_random else "as chosen by the players"


def _noted(noted: NotedGame, verified: Verified) -> str:
    seeds = ", the seeds" if noted.seeds else ""
    return (
        f"the commitment{seeds}, who was to go first, and {verified.noted_cards} of {verified.cards} cards match what "
        f"was noted at table {noted.table}"
    )


def _by_name(names: tuple[str, ...], amounts: tuple[int, ...]) -> str:
    return ", ".join(f"{name} {amount}" for name, amount in zip(names, amounts, strict=True))
