"""Names and chat: text that strangers write, made harmless to show."""

import unicodedata

from camelup.core.errors import NotationError, RequestError
from camelup.formats.record import NAME_LENGTH, check_name
from camelup.formats.sentences import YOU
from camelup.protocol.fields import CHAT_LENGTH, TITLE_LENGTH
from camelup.server.tables.lookalikes import RIGHT_TO_LEFT

_JOINER = "\u200d"
"""Joins drawings into one, as in a family; of no other use in chat."""
_MOST_MARKS = 3
"""The most marks that may be stacked onto one letter."""
_UNSEEN = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0))))
)
"""Letters and marks that show nothing: fillers, blanks that are no blanks, and selectors but the one of drawings."""
_DRAWN = "\ufe0f"
"""Asks for a letter as a drawing; of no use in a name."""

_UNSEEN_IN_NAMES = dict.fromkeys(map(ord, f"{_DRAWN}\u2d7f\ufffc\U0001107f\U00011a47\U00011a99\U00016fe4\U0001d159"))
"""What else shows nothing by itself: joiners and fillers of rare scripts, a note without a head, a lost object."""


def clean_text(text: str, *, keeps_joiner: bool = False) -> str:
    r"""Remove control and direction characters and towers of marks; blanks become single spaces.

    >>> clean_text("  Ann\u202e \x07Lee ")
    'Ann Lee'
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text):
        category = unicodedata.category(letter)
        marks = marks + 1 if category in {"Mn", "Me"} else 0
        if category[0] == "Z" or letter in "\t\r\n":
            kept.append(" ")
        elif letter in _UNSEEN:
            marks = 0
        elif marks and (not kept or kept[-1] == " "):
            marks = 0  # there is no letter for it, and it is not to sit on what stands before the text
        elif (category[0] != "C" and marks <= _MOST_MARKS) or (keeps_joiner and letter == _JOINER):
            kept.append(letter)
    # Once more, since a letter and its mark may have come together only now: what is clean stays as it is.
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def clean_name(name: str) -> str:
    """Give a player's name as it is shown; RequestError if nothing is left of it, or if it would mean somebody else."""
    try:
        cleaned = check_name(clean_text(clean_text(name.translate(_UNSEEN_IN_NAMES)).replace("|", "")[:NAME_LENGTH]))
    except NotationError:
        raise RequestError("name", f"A name needs 1 to {NAME_LENGTH} visible characters.") from None
    if cleaned.casefold() == YOU.casefold():
        raise RequestError("name", "'You' is what the game calls every player: choose another name.")
    directions = set(map(unicodedata.bidirectional, cleaned))
    if "L" in directions and directions & RIGHT_TO_LEFT:  # in several orders they look the same
        raise RequestError("name", "A name can't mix letters that run right to left with others: choose one script.")
    return cleaned


def clean_title(title: str) -> str:
    """Give the name of a table as it is shown, empty if nothing is left of it."""
    return clean_text(clean_text(title.translate(_UNSEEN_IN_NAMES))[:TITLE_LENGTH])


def clean_chat(text: str) -> str:
    """Give what somebody wrote as it is shown; RequestError if nothing is left of it."""
    cleaned = clean_text(text, keeps_joiner=True)[:CHAT_LENGTH]
    if not cleaned.strip(_JOINER + " "):
        raise RequestError("empty", "That message is empty.")
    return cleaned
