"""What is asked and answered over HTTP, beside the review: see reviews.py."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from camelup.core.edition import MAX_PLAYERS
from camelup.formats.earnings import Earnings
from camelup.protocol.fields import Json, SeatNumber, Title, Token
from camelup.protocol.messages import SeatForm, TableForm
from camelup.protocol.settings import By, Odds, Settings


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A computer player of a new table."""

    level: Annotated[str, Meta(max_length=40)]
    seat: SeatNumber | None = None


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a table."""

    settings: Settings = Settings()
    computers: Annotated[list[NewSeat], Meta(max_length=MAX_PLAYERS)] = []
    token: Token | None = None
    """The maker's, as in `hello`: its owner becomes host on sitting down. Without it, the first person to sit is."""
    title: Title | None = None
    """The name of the table. One of which nothing visible is left counts as none."""


class MadeTable(msgspec.Struct, frozen=True):
    """A new table."""

    id: str
    link: str
    """The path at this server under which it is found."""


class ListedPlayer(msgspec.Struct, frozen=True):
    """What a list shows of a player besides the name."""

    seat: int
    kind: Literal["person", "program", "computer"]
    level: str | None = None
    """Of a computer player."""


class ListedTable(msgspec.Struct, frozen=True):
    """A table in a list: a field of `Settings` that is named here is listed.

    One that is added needs a default, since it is missing from tables that are stored already.
    """

    id: str
    status: Literal["waiting", "playing", "finished", "closed"]
    edition: int
    seats: int
    free: int
    names: list[str]
    odds: Odds
    clock: int | None
    created: float
    title: str | None = None
    players: list[ListedPlayer] = []
    """Those of `names`, in the same order; empty if an older program stored the table."""
    leg: int | None = None
    """The leg of a game that has begun."""
    money: list[int] | None = None
    """Everybody's when that leg began, or at the end; null before the start, and while the table hides it."""
    updated: float = 0.0
    """When something last happened there."""
    people: int = 0
    """How many people are there now, players and watchers."""


class TableList(msgspec.Struct, frozen=True):
    """Open tables, the latest change first."""

    tables: list[ListedTable]
    people: int = 0
    """How many people are at all tables now, those that are not listed included."""


class GameList(msgspec.Struct, frozen=True):
    """Finished games of tables that were open, the latest first."""

    games: list[ListedTable]


class WatchedTable(msgspec.Struct, frozen=True):
    """A table as a watcher sees it."""

    table: TableForm
    view: Json | None


class LoggedPly(msgspec.Struct, frozen=True):
    """One action of a finished game, in words."""

    ply: int
    seat: int
    leg: int
    """The leg in which it was played."""
    by: By
    sentences: list[str]


class GameSummary(msgspec.Struct, frozen=True):
    """A finished game as people look at it: who won, what every kind of bet brought, and what happened."""

    edition: int
    names: list[str]
    seats: list[SeatForm]
    """Who sat where: computer players keep their faces."""
    ended_at: float
    """When the last action was played, in seconds of the epoch."""
    money: list[int]
    """Everybody's at the end."""
    victors: list[int]
    """The seats that have won, several if they are equal."""
    winner: str
    """The camel that has won the race, and the one that came last."""
    loser: str
    legs: int
    track: Json
    """Where the camels stood at the end."""
    earnings: list[Earnings]
    """By seat: what they began with and all that came to it add up to their money."""
    cards: list[Json]
    """The finish cards as they were turned up, the winner deck first."""
    log: list[LoggedPly]
    rematch: str | None
    """The code of the table where it goes on."""
    title: str | None = None
    """The name of the table."""


class ReplayStep(msgspec.Struct, frozen=True):
    """One step of a game that is looked at again: what was played, what happened, and how everything stood then."""

    seat: int | None
    """Who acted; null at the start."""
    action: Json | None
    outcome: str | None
    """What the die showed."""
    events: list[Json]
    sentences: list[list[str]]
    """In words, for each event."""
    state: Json
    """The whole truth, all cards included: the game is over, or its record was brought along."""


class Replay(msgspec.Struct, frozen=True):
    """A game from its start, step by step."""

    names: list[str]
    hides_money: bool
    is_over: bool
    steps: list[ReplayStep]
    seats: list[SeatForm] | None = None
    """Who sat where, if it was a game of this server; a record has only names."""


class RecordForm(msgspec.Struct, frozen=True):
    """A record that somebody brings along: as text, or as JSON of docs/notation.md."""

    record: str | dict[str, Any]


class PlayerForm(msgspec.Struct, frozen=True):
    """A computer player."""

    level: str
    name: str
    description: str
    face: str
    """A drawing, in SVG."""


class ServerForm(msgspec.Struct, frozen=True):
    """Which server this is."""

    version: str
    protocol: int
    network: str | None = None
    """The address for others in its network; only for pages on the same machine, which call it localhost."""


class ErrorForm(msgspec.Struct, frozen=True):
    """What HTTP answers when it refuses."""

    code: str
    message: str
