"""What a server tells a person about his own games: "Your games" in the browser.

A person is known by a token in the header `Camelup-Token`, the same that seats are taken with. People with several
devices send several, with commas. A token that no table knows gets empty lists.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from camelup.formats.review_types import Cost, Estimate
from camelup.protocol.fields import SeatNumber

TOKEN_HEADER = "Camelup-Token"  # noqa: S105 - no secret
MAX_TOKENS = 8
"""How many devices a person may have."""
MAX_GAMES = 100
"""How many games one request lists."""
MAX_REVIEWS = 20
"""How many reviews one request may start."""

TableCode = Annotated[str, Meta(min_length=1, max_length=100)]


class MySeat(msgspec.Struct, frozen=True):
    """Somebody in a game, as a list shows it."""

    name: str
    kind: Literal["person", "program", "computer"]
    level: str | None
    """Of a computer player."""


class MyGame(msgspec.Struct, frozen=True):
    """One of a person's games."""

    table: str
    """Its code."""
    title: str | None
    """The name that somebody gave the table."""
    edition: int
    status: Literal["waiting", "playing", "finished", "closed"]
    at: float
    """When the table was created, in seconds since 1970."""
    seat: int | None
    """The person's own. Null if several are, and none of them was chosen: then the game counts for nobody."""
    own_seats: list[int]
    """All seats of these tokens."""
    is_shared: bool
    """Whether these are several: people took turns at one device."""
    seats: list[MySeat]
    """Everybody, by seat; empty seats of a table that waits are left out."""
    winners: list[int]
    """The seats that won, once the game is over."""
    place: int | None
    """The person's, from 1, once the game is over; equal money shares a place."""
    money: int | None
    accuracy: Estimate | None
    """From the review, as docs/review.md explains it; null if there is none yet."""
    luck: Estimate | None
    """What the dice brought, in pounds, from the review."""
    leg: int | None
    """Of a game that goes on."""
    is_own_turn: bool
    """Whether a game that goes on waits for this person."""


class MyGames(msgspec.Struct, frozen=True):
    """A person's games, the newest first, finished or not."""

    games: list[MyGame]
    next: str | None
    """What to send as `before` to get the games after these; null after the last."""


class RacePoint(msgspec.Struct, frozen=True):
    """A game in a chart over time."""

    table: str
    at: float
    accuracy: float
    error: float
    won: bool


class MyDecision(msgspec.Struct, frozen=True):
    """A choice that stood out, for better or worse."""

    table: str
    at: float
    ply: int
    """The number of the action, from 1."""
    leg: int
    action: str
    """What was chosen, in the notation of docs/notation.md."""
    best: str
    """The best action; if that was chosen, the next best."""
    change: float
    """By how much of the victory: above the next best action, or below the best one."""
    error: float
    choices: int
    """How many actions were compared."""


class Friend(msgspec.Struct, frozen=True):
    """How somebody does in the games that you shared, you included."""

    name: str
    """The latest."""
    is_you: bool
    games: int
    wins: int
    skill: float | None
    """Pounds a game against the average of the table, the luck of the dice taken out; null without reviews."""
    skill_error: float | None
    luck: float | None
    """What the dice brought, in pounds a game."""


class MySummary(msgspec.Struct, frozen=True):
    """What a person's finished games say together. Only those count in which one seat is certainly his."""

    races: int
    won: int
    accuracy: Estimate | None
    """Over the last ten games with a review."""
    series: list[RacePoint]
    """The latest games with a review, the oldest first."""
    unreviewed: list[str]
    """Tables whose figures are missing, the newest first: `POST /api/me/reviews` takes them."""
    costs: list[Cost]
    """Pounds a game that were lost against the best choice, by kind, the largest first."""
    best: MyDecision | None
    worst: MyDecision | None
    friends: list[Friend]
    """People met in at least three games, and you, best first; empty if there are none."""
    friend_games: int
    """How many games those are."""


class WantedReviews(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for reviews of own games."""

    tables: Annotated[list[TableCode], Meta(min_length=1, max_length=MAX_REVIEWS)]


class StartedReview(msgspec.Struct, frozen=True):
    """How far the review of a game is."""

    table: str
    progress: float
    """From 0 to 1."""
    is_done: bool


class StartedReviews(msgspec.Struct, frozen=True):
    """The reviews that are being computed, or are done; those that found no room are missing."""

    reviews: list[StartedReview]


class ChosenSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Says which of several seats on one device counts for this person; null for none."""

    table: TableCode
    seat: SeatNumber | None


class Deleted(msgspec.Struct, frozen=True):
    """What was deleted."""

    tables: int
    """How many tables were changed."""
    left: int
    """How many seats were given up in games that had not ended."""
    names: int
    """How often a name was replaced by "Guest"."""
    chat: int
    """How many lines of chat were removed."""
    damaged: int
    """How many tables could not be changed, because what is stored of them cannot be read."""
