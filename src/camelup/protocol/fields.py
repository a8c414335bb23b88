"""Versions, limits and field types that messages share."""

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from camelup.core.edition import MAX_PLAYERS
from camelup.formats.record import NAME_LENGTH

PROTOCOL = 1
"""Goes up when a client of before would no longer understand."""
MESSAGE_BYTES = 16_384
"""The longest message that a client may send."""
RECORD_BYTES = 200_000
"""The longest record that somebody may bring along: with 1,000 actions, as indented JSON in a text, it has less."""
CHAT_LENGTH = 300
TITLE_LENGTH = 40
"""Of a table's name."""

SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
Name = Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
Title = Annotated[str, Meta(max_length=TITLE_LENGTH)]
# In Python `$` also stands before a last line break; `(?!\n)` makes it what it is everywhere else.
Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{16,64}$(?!\n)")]
TOKEN_PATTERN = "^[A-Za-z0-9_-]{32,100}$"  # noqa: S105 - no secret
Token = Annotated[str, Meta(pattern=TOKEN_PATTERN + r"(?!\n)")]
Count = Annotated[int, Meta(ge=0, lt=2**53)]
"""A whole number that every reader of JSON holds exactly."""
Reaction = Literal["camel", "clap", "laugh", "cry", "wow", "sand"]
REACTIONS: tuple[str, ...] = get_args(Reaction)
UNREADABLE = (msgspec.MsgspecError, ValueError, OverflowError, RecursionError)
"""What msgspec raises about JSON of strangers: odd numbers, broken texts, and what is nested too deeply."""
Json = dict[str, Any]
"""A position, action or event as docs/notation.md has it."""


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A JSON object with its `type`. Fields that the protocol does not know are refused."""
