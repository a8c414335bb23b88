"""Asking somebody's player: its answer is held against what is legal, and its failures say whose they are."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from camelup.core.actions import Action
from camelup.core.errors import ActionError, MissingPackageError, PlayerError, quoted
from camelup.core.rules import check
from camelup.core.view import View
from camelup.players.player import DEFAULT_BUDGET, Budget, Player

_LONGEST = 200
"""The most characters of somebody else's message that are repeated."""
_NOT_THEIRS = (str(Path(__file__).parents[1]), str(Path(traceback.__file__).parent))
"""Where code lies that no author of a player has written."""


def ask(player: Player, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:
    """Let a player choose, and return the one of the legal actions that it meant."""
    action: object = player.choose(view, budget)  # whatever somebody's class answers
    for legal in view.legal:
        if legal == action:
            return legal
    what = str(action) if isinstance(action, Action) else quoted(action)
    raise PlayerError("illegal", f"{what} is not a legal action{_why_illegal(action, view, what)}")


def _why_illegal(action: object, view: View, what: str) -> str:
    """Say what is wrong with an action, or what to return in place of something else."""
    if isinstance(action, Action):
        try:
            check(view, action)
        except ActionError as error:
            return f": {error.message}"
    if isinstance(action, str):
        return f". It is text: return an action, such as Roll() or parse_action(view.edition, {what})."
    if action is None:
        return ". Does `choose` end without `return`?"
    if isinstance(action, type):
        return f". It is a class: return {action.__name__}(...)."
    return "."


@contextmanager
def naming(who: str) -> Iterator[None]:
    """Turn whatever a player raises into a `PlayerError` that says whose failure it is, and where in its code."""
    try:
        yield
    except MissingPackageError:
        raise
    except PlayerError as error:
        raise type(error)(error.code, f"{who}: {error.message}") from error
    except (Exception, SystemExit) as error:
        raise failure_of(who, error) from error


def failure_of(who: str, error: BaseException) -> PlayerError:
    """Return what to raise about an error in a player's own code."""
    return PlayerError("failed", f"{who} failed{place_of(error)}: {reason_of(error)}.")


def place_of(error: BaseException) -> str:
    """Say where in the player's own file an error came up; nothing if none of its code was running."""
    calls = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    file = next((file for file, _ in calls if not file.startswith(_NOT_THEIRS)), None)
    lines = [line for called, line in calls if called == file]
    return f" in {Path(file).name}, line {lines[-1]}" if file is not None else ""


def reason_of(error: BaseException) -> str:
    """Describe an exception of somebody else's code in one line.

    >>> reason_of(ValueError("no" + chr(10) + "camel."))
    'ValueError: no camel'
    """
    text = " ".join(str(error).split())[:_LONGEST].removesuffix(".")
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
