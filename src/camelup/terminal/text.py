"""Makes text from elsewhere safe to print on a terminal."""

from camelup.core.errors import CamelUpError

_QUOTED = 30


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
