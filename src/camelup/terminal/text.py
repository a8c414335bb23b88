"""Makes text from elsewhere safe to print on a terminal."""

import re
import shlex
from collections.abc import Sequence
from itertools import groupby

from camelup.core.errors import CamelUpError

_QUOTED = 30
_LONGEST = 300
"""The longest command that is shown to be typed again."""
_NOTATION = (r"-?\d+:\w+", r"\d+[+-][A-H]?")
"""Words of a track, such as 3:gy, and of tiles, such as 5+."""


def printable(text: str) -> str:
    """Remove characters that would move the cursor or change the terminal."""
    return "".join(character for character in text if character.isprintable())


def quoted(text: str) -> str:
    """Quote typed text, without unprintable characters, and shortened.

    >>> quoted("fly " + "far " * 20)
    "'fly far far far far far far fa...'"
    """
    text = printable(text)
    return f"'{text if len(text) <= _QUOTED else text[:_QUOTED].rstrip() + '...'}'"


def is_notation(word: str) -> bool:
    """Whether a word is a part of a track, or a tile."""
    return _kind_of(word) is not None


def with_quotes(words: Sequence[str]) -> str | None:
    """Write a command as it was meant, where a track or tiles were typed without quotes; None if it is too long.

    >>> print(with_quotes(["camelup", "odds", "1:gy", "2:rb", "--tiles", "5+", "8-"]))
    camelup odds '1:gy 2:rb' --tiles '5+ 8-'
    """
    meant: list[str] = []
    for kind, group in groupby(words, _kind_of):
        typed = list(group)
        meant += typed if kind is None else [" ".join(typed)]
    command = printable(shlex.join(meant))
    return command if len(command) <= _LONGEST else None


def _kind_of(word: str) -> str | None:
    return next((kind for kind in _NOTATION if re.fullmatch(kind, word)), None)


def one_line(error: CamelUpError) -> str:
    """Return an error's message without line breaks."""
    return " ".join(printable(" ".join(str(error).split())).split())


_DOING = {"Bet": "Betting", "Partner": "Partnering", "Place": "Placing", "Roll": "Rolling", "Take": "Taking"}


def doing(action: str) -> str:
    """Turn an action, as a menu words it, into what somebody is doing.

    >>> doing("Take the top red ticket")
    'Taking the top red ticket'
    """
    verb, _, rest = action.partition(" ")
    return f"{_DOING[verb]} {rest}"
