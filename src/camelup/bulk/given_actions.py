"""Actions and dice that a caller gives for many games, checked before compiled code meets them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from camelup.bulk.action_space import ACTIONS, ROLL, encode_action
from camelup.bulk.arguments import as_array
from camelup.bulk.layout import Games
from camelup.compiled.arrays import IntArray
from camelup.core.actions import Action, Face
from camelup.core.edition import Edition
from camelup.core.errors import InvalidActionError, quoted
from camelup.core.rules import is_face


def action_numbers(actions: Sequence[Action] | npt.ArrayLike, edition: Edition, games: int) -> IntArray:
    """Return the number of an action for each game, given as such or as an action."""
    given: Any = actions
    if isinstance(given, list | tuple) and given and not isinstance(given[0], int | np.integer):
        given = [encode_action(edition, action) for action in given]
    numbers = whole_numbers(given, games)
    if ((numbers < 0) | (numbers >= ACTIONS)).any():
        raise _no_actions()
    return numbers.astype(np.int64)


def whole_numbers(actions: npt.ArrayLike, games: int) -> npt.NDArray[np.integer]:
    """Return a whole number for each game, whatever it stands for."""
    numbers = as_array(actions)
    if numbers.shape != (games,):
        raise InvalidActionError("shape", f"There must be one action for each of the {games} games.")
    if numbers.dtype.kind not in "iu":
        raise InvalidActionError(
            "no_such_action", f"Actions must be whole numbers from 0 to {ACTIONS - 1}, not of type {numbers.dtype}."
        )
    return numbers


def _no_actions() -> InvalidActionError:
    return InvalidActionError(
        "no_such_action",
        f"Actions must be all numbers from 0 to {ACTIONS - 1}, or all from camelup.core.actions.",
    )


def shown_faces(
    outcomes: Sequence[Face | None], games: Games, numbers: IntArray, edition: Edition
) -> tuple[IntArray, IntArray]:
    """Return the camel and the number that each die is said to have shown, in games that are not over and roll."""
    if len(outcomes) != len(games):
        raise InvalidActionError("shape", f"There must be one outcome for each of the {len(games)} games.")
    shown, values = np.zeros(len(games), np.int64), np.zeros(len(games), np.int64)
    for at in np.flatnonzero(games["over"] == 0).tolist():
        face = outcomes[at]
        if numbers[at] != ROLL:
            if face is not None:
                raise InvalidActionError(
                    "needless_outcome", f"Only a roll has an outcome, but game {at} has another action."
                )
            continue
        if not isinstance(face, Face):
            raise InvalidActionError("no_such_face", f"The roll of game {at} needs a Face, not {quoted(face)}.")
        if not is_face(edition, face):
            raise InvalidActionError("no_such_face", f"No die of game {at} shows {face!s}.")
        if not int(games["dice"][at]) >> edition.dice.index(face.die) & 1:
            raise InvalidActionError("die_is_out", f"The die with {face!s} is not in the pyramid of game {at}.")
        shown[at], values[at] = edition.camels.index(face.camel), face.number
    return shown, values
