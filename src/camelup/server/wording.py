"""Names and chat: text that strangers write, made harmless to show."""

import unicodedata

from camelup.core.errors import NotationError, RequestError
from camelup.formats.prose import YOU
from camelup.formats.record import NAME_LENGTH, check_name
from camelup.server.protocol import CHAT_LENGTH

_JOINER = "\u200d"
"""Joins drawings into one, as in a family; of no other use in chat."""
_MOST_MARKS = 3
"""So many marks may be stacked onto one letter."""


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
        elif (category[0] != "C" and marks <= _MOST_MARKS) or (keeps_joiner and letter == _JOINER):
            kept.append(letter)
    # Once more, since a letter and its mark may have come together only now: what is clean stays as it is.
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def clean_name(name: str) -> str:
    """Give a player's name as it is shown; RequestError if nothing is left of it, or if it would mean somebody else."""
    try:
        cleaned = check_name(clean_text(clean_text(name).replace("|", "")[:NAME_LENGTH]))
    except NotationError:
        raise RequestError("name", f"A name has 1 to {NAME_LENGTH} letters that can be shown.") from None
    if cleaned.casefold() == YOU.casefold():
        raise RequestError("name", "Sentences speak to everybody as 'you': take another name.")
    return cleaned


def clean_chat(text: str) -> str:
    """Give what somebody wrote as it is shown; RequestError if nothing is left of it."""
    cleaned = clean_text(text, keeps_joiner=True)[:CHAT_LENGTH]
    if not cleaned.strip(_JOINER + " "):
        raise RequestError("empty", "There is nothing to say in that.")
    return cleaned
