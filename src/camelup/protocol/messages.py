"""Every message between a client and the server, typed; docs/protocol.md describes them with a worked exchange.

A message is a JSON object with its `type`. Positions, actions and events in it have the forms of docs/notation.md,
without their `version`: the protocol's version speaks for them too.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from camelup.core.edition import MAX_PLAYERS
from camelup.core.errors import RequestError
from camelup.formats.earnings import Earnings
from camelup.protocol.settings import By, Odds, Settings

PROTOCOL = 1
"""Goes up when a client of before would no longer understand."""
MESSAGE_BYTES = 16_384
"""The longest message that a client may send."""
RECORD_BYTES = 400_000
"""The longest record that somebody may bring along: a long game of eight as JSON has a tenth of it."""
CHAT_LENGTH = 300
REACTIONS = ("camel", "clap", "laugh", "cry", "wow", "sand")

SeatNumber = Annotated[int, Meta(ge=0, lt=MAX_PLAYERS)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
# In Python `$` also stands before a last line break; `(?!\n)` makes it what it is everywhere else.
Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{16,64}$(?!\n)")]
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{32,100}$(?!\n)")]
Count = Annotated[int, Meta(ge=0, lt=2**53)]
"""A whole number that every reader of JSON holds exactly."""
Reaction = Literal["camel", "clap", "laugh", "cry", "wow", "sand"]
Hint = Literal["best", "up", "level", "down"]
"""What an action is worth beside a roll, as camelup.odds.hints tells it, which a server does not load."""
Form = dict[str, Any]
"""A position, action or event as docs/notation.md has it."""


class _Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class _Request(_Message, frozen=True, kw_only=True):
    id: Count | None = None
    """Comes back with the answer, `done` or `error`."""


# --- What a client says ---------------------------------------------------------------------------------------


class Hello(_Request, frozen=True, tag="hello"):
    """The first message: who this is. Answered by `welcome`, or by `error` and the end."""

    protocol: Count
    token: Token | None = None
    """A secret that the client has drawn: seats that it takes belong to whoever has it. Watchers need none."""
    since: Count | None = None
    """The ply that it has seen; what came after it is sent. None to be sent only how the table stands."""


class Sit(_Request, frozen=True, tag="sit"):
    """Take a free seat before the start; a client may take several. Answered by `seated`, also when said again."""

    name: Name
    seed: Seed
    """The player's own part of the dice, drawn by the client after it has seen the commitment."""
    seat: SeatNumber | None = None
    is_program: bool = False


class GiveSeed(_Request, frozen=True, tag="seed"):
    """Give one's own part of the dice where one sits already: at a rematch, before the start."""

    seat: SeatNumber
    seed: Seed


class Leave(_Request, frozen=True, tag="leave"):
    """Leave a seat: before the start it is free again, after it a computer player has it for good."""

    seat: SeatNumber


class AddComputer(_Request, frozen=True, tag="add_computer"):
    """The host gives a free seat to a computer player."""

    level: Annotated[str, Meta(max_length=40)]
    seat: SeatNumber | None = None


class Remove(_Request, frozen=True, tag="remove"):
    """The host removes whoever has a seat, before the start."""

    seat: SeatNumber


class Start(_Request, frozen=True, tag="start"):
    """The host begins the game; free seats are left out."""


class Act(_Request, frozen=True, tag="act"):
    """Do something in the game."""

    seat: SeatNumber
    ply: Count
    """How many actions the client has seen. With another number than the table's, nothing is done."""
    action: msgspec.Raw
    """Its form, as docs/notation.md has it."""


class Say(_Request, frozen=True, tag="say"):
    """Write to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]
    seat: SeatNumber | None = None
    """Which of one's seats says it, where one holds several."""


class React(_Request, frozen=True, tag="react"):
    """Show a quick reaction."""

    reaction: Reaction
    seat: SeatNumber | None = None


class Mute(_Request, frozen=True, tag="mute"):
    """The host takes somebody's word, or gives it back."""

    seat: SeatNumber
    is_muted: bool = True


class Rematch(_Request, frozen=True, tag="rematch"):
    """Play again with the same people and levels, seats rotated. Answered to all by `moved`."""


ClientMessage = Hello | Sit | GiveSeed | Leave | AddComputer | Remove | Start | Act | Say | React | Mute | Rematch

# --- What the server says -------------------------------------------------------------------------------------


class SeatForm(msgspec.Struct, frozen=True):
    """Who has a seat."""

    kind: Literal["free", "person", "program", "computer"]
    name: str | None = None
    level: str | None = None
    """Of a computer player."""
    is_connected: bool = True
    is_host: bool = False
    is_muted: bool = False
    has_left: bool = False
    """Its owner has left it for good in mid-game; a computer player has it."""


class DiceForm(msgspec.Struct, frozen=True):
    """What makes the dice checkable: docs/fair-dice.md."""

    commitment: str
    seeds: list[str]
    """By seat, empty where there is none."""
    secret: str | None = None
    """Told when the game is over."""


class TableForm(msgspec.Struct, frozen=True):
    """A table as everybody may see it, without its game."""

    id: str
    status: Literal["waiting", "playing", "finished", "closed"]
    settings: Settings
    seats: list[SeatForm]
    dice: DiceForm
    ply: int
    turn_ends: float | None
    """When somebody else plays for the seat in turn, by the server's clock, in seconds since 1970."""
    now: float
    """What that clock shows."""
    rematch: str | None = None
    """The table where these people have gone on."""
    before: str | None = None
    """The table that this is a rematch of."""


class Seen(msgspec.Struct, frozen=True):
    """What a ply was to one seat (None: a watcher): what happened, in forms and in words, and what its view is now."""

    seat: int | None
    events: list[Form]
    sentences: list[list[str]]
    """For each event."""
    changes: Form
    """The fields of the seat's view that are different now."""


class Played(_Message, frozen=True, tag="played"):
    """Somebody did something."""

    ply: int
    """How many actions there are now, this one included."""
    seat: int
    by: By
    seen: list[Seen]
    """For each seat that this client holds, or for a watcher."""
    turn_ends: float | None
    now: float
    sentence: str | None = None
    """Says so if a computer player has acted for somebody who is away, too slow, or has left."""


class ChatLine(msgspec.Struct, frozen=True):
    """What somebody wrote. It is text, never markup."""

    seat: int | None
    """None if whoever wrote it has no seat any more."""
    name: str
    text: str
    at: float


class LegForm(msgspec.Struct, frozen=True):
    """The odds of the leg: exact."""

    ranks: dict[str, list[float]]
    """For each colour the chance of each place, first to last."""
    tile_hits: dict[str, float]
    """Landings to expect on each space."""
    race_ends: float


class RaceForm(msgspec.Struct, frozen=True):
    """The odds of the race."""

    winner: dict[str, float]
    loser: dict[str, float]
    exact: bool
    """Otherwise whole races were played out by chance."""
    error: float


class ValueForm(msgspec.Struct, frozen=True):
    """What an action is worth, in EP."""

    action: str
    """In notation, such as `ticket b`."""
    own: float
    """To the seat itself: the sum of the parts."""
    parts: dict[str, float]
    others: dict[str, float]
    """By seat."""


class ValuesForm(msgspec.Struct, frozen=True):
    """What every action of the seat in turn is worth, the best first."""

    seat: int
    actions: list[ValueForm]


class OddsForm(msgspec.Struct, frozen=True):
    """Odds, by the table's setting: what it does not tell is null."""

    edition: int
    hints: dict[str, Hint] | None
    """For actions of the seat in turn, in notation."""
    leg: LegForm | None
    race: RaceForm | None
    values: ValuesForm | None


class Welcome(_Message, frozen=True, tag="welcome"):
    """The answer to `hello`: how everything stands."""

    protocol: int
    version: str
    """Of camelup."""
    table: TableForm
    seats: list[int]
    """Those that this client holds."""
    views: list[Form]
    """Of each of these, or of a watcher; none before the start."""
    missed: list[Played]
    """What happened after the ply of `hello`; `views` have it already."""
    views_before: list[Form]
    """The views before the first of `missed`, from which it can be shown again; none if there is nothing."""
    chat: list[ChatLine]
    odds: OddsForm | None = None


class TableChanged(_Message, frozen=True, tag="table"):
    """Somebody came, left, lost the connection or came back."""

    table: TableForm
    seats: list[int]
    """Those that this client holds: the host may have removed it, or another tab have sat down."""
    sentence: str | None = None
    """What has happened, if it is worth a word."""
    views: list[Form] | None = None
    """When somebody has left in mid-game: what this client sees now, a watcher's view if it was he who left."""


class Began(_Message, frozen=True, tag="began"):
    """The game has begun. Free seats are gone, so that seats may have other numbers than before."""

    table: TableForm
    seats: list[int]
    """Those that this client holds."""
    views: list[Form]
    sentence: str


class OddsTold(_Message, frozen=True, tag="odds"):
    """The odds of a position, by the table's setting, the same for everyone."""

    ply: int
    odds: OddsForm


class Said(_Message, frozen=True, tag="said"):
    """Somebody wrote something."""

    line: ChatLine


class Reacted(_Message, frozen=True, tag="reacted"):
    """Somebody reacted."""

    seat: int
    reaction: Reaction


class Seated(_Message, frozen=True, tag="seated"):
    """You have a seat now; it belongs to whoever has the token of `hello`, so keep that secret."""

    seat: int
    seats: list[int]
    """All that this client holds."""
    id: int | None = None


class Moved(_Message, frozen=True, tag="moved"):
    """There is a rematch at another table; tokens are good there too."""

    table: str
    sentence: str


class Done(_Message, frozen=True, tag="done"):
    """What was asked for with this id has been done, and is stored."""

    id: int
    ply: int


class Refused(_Message, frozen=True, tag="error"):
    """What was asked for was refused, and nothing has changed."""

    code: str
    """Stays the same from version to version."""
    message: str
    ply: int | None = None
    """Where the game is."""
    id: int | None = None


class Closing(_Message, frozen=True, tag="closing"):
    """The server stops; the game is stored. Try again in a moment."""

    message: str


ServerMessage = (
    Welcome | TableChanged | Began | Played | OddsTold | Said | Reacted | Seated | Moved | Done | Refused | Closing
)

# --- HTTP -----------------------------------------------------------------------------------------------------


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A computer player of a new table."""

    level: Annotated[str, Meta(max_length=40)]
    seat: SeatNumber | None = None


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a table."""

    settings: Settings = Settings()
    computers: Annotated[list[NewSeat], Meta(max_length=MAX_PLAYERS)] = []


class MadeTable(msgspec.Struct, frozen=True):
    """A new table."""

    id: str
    link: str
    """The path at this server under which it is found."""


class ListedTable(msgspec.Struct, frozen=True):
    """A table in the list of open ones."""

    id: str
    status: Literal["waiting", "playing", "finished", "closed"]
    edition: int
    seats: int
    free: int
    names: list[str]
    odds: Odds
    clock: int | None
    created: float


class TableList(msgspec.Struct, frozen=True):
    """Open tables, the newest first."""

    tables: list[ListedTable]


class TableState(msgspec.Struct, frozen=True):
    """A table as a watcher sees it."""

    table: TableForm
    view: Form | None


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
    money: list[int]
    """Everybody's at the end."""
    victors: list[int]
    """The seats that have won, several if they are equal."""
    winner: str
    """The camel that has won the race, and the one that came last."""
    loser: str
    legs: int
    track: Form
    """Where the camels stood at the end."""
    earnings: list[Earnings]
    """By seat: what they began with and all that came to it add up to their money."""
    cards: list[Form]
    """The finish cards as they were turned up, the winner deck first."""
    log: list[LoggedPly]
    rematch: str | None
    """The code of the table where it goes on."""


class ReplayStep(msgspec.Struct, frozen=True):
    """One step of a game that is looked at again: what was played, what happened, and how everything stood then."""

    seat: int | None
    """Who acted; null at the start."""
    action: Form | None
    outcome: str | None
    """What the die showed."""
    events: list[Form]
    sentences: list[list[str]]
    """In words, for each event."""
    state: Form
    """The whole truth, all cards included: the game is over, or its record was brought along."""


class Replay(msgspec.Struct, frozen=True):
    """A game from its start, step by step."""

    names: list[str]
    hides_money: bool
    is_over: bool
    steps: list[ReplayStep]


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
    """The address for others in its network; told to pages of the same machine only, which call it localhost."""


class ErrorForm(msgspec.Struct, frozen=True):
    """What HTTP answers when it refuses."""

    code: str
    message: str


_decoder: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)


def read_message(data: str | bytes) -> ClientMessage:
    """Read what a client says; RequestError if it is no message."""
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError("message", f"This is no message of protocol {PROTOCOL}: {str(error)[:200]}.") from None


class _Numbered(msgspec.Struct, frozen=True):
    id: Count | None = None


_number_decoder = msgspec.json.Decoder(_Numbered)


def read_number(data: str | bytes) -> int | None:
    """Give the id of what is no message, if it has one: whoever has sent it can tell then what was refused."""
    try:
        return _number_decoder.decode(data).id
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
