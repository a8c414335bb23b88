"""What the server asks its game worker for. Replies and frames are those of every worker: see thinking/jobs.py."""

from collections.abc import Sequence
from typing import Literal

import msgspec

Wanted = Literal["record", "summary", "replay"]
"""What can be shown of a finished game."""


class ReplayRecordJob(msgspec.Struct, frozen=True, tag="replay_record"):
    """Replay a record; the body is a request as it came from outside."""

    body: bytes


class CheckRecordJob(msgspec.Struct, frozen=True, tag="check_record"):
    """Give the text of a record that can be reviewed; the body is a request as it came from outside."""

    body: bytes


class ShowGameJob(msgspec.Struct, frozen=True, tag="show_game"):
    """Show a finished game of a table."""

    code: str
    log: Sequence[tuple[int, float, str]]
    """Its entries: number, time and text."""
    wanted: Wanted


class CheckGameJob(msgspec.Struct, frozen=True, tag="check_game"):
    """Give the record of a table's game, as a text, if it can be reviewed."""

    code: str
    log: Sequence[tuple[int, float, str]]


class ShowReviewJob(msgspec.Struct, frozen=True, tag="show_review"):
    """Write the answer to somebody who asks for a review."""

    key: str
    progress: float
    is_done: bool
    playouts: int
    review: bytes
    """The review as JSON, packed by zlib."""


class IndexJob(msgspec.Struct, frozen=True, tag="index"):
    """Give the index of a table and what is listed of it, from its whole log."""

    code: str
    log: Sequence[tuple[int, float, str]]


class EraseJob(msgspec.Struct, frozen=True, tag="erase"):
    """Give the entries of a log as they are without a person: his name, his chat and his tokens."""

    code: str
    log: Sequence[tuple[int, float, str]]
    tokens: Sequence[str]
    """Their hashes."""


class ExportJob(msgspec.Struct, frozen=True, tag="export"):
    """Give what a log says about a person."""

    code: str
    log: Sequence[tuple[int, float, str]]
    tokens: Sequence[str]


GameJob = (
    ReplayRecordJob | CheckRecordJob | ShowGameJob | CheckGameJob | ShowReviewJob | IndexJob | EraseJob | ExportJob
)


class Page(msgspec.Struct, frozen=True):
    """An answer as it is sent: JSON in the format of gzip. It is a twentieth as long as the JSON itself."""

    packed: bytes


class Index(msgspec.Struct, frozen=True):
    """The index of a table."""

    rows: Sequence[tuple[str, int]]
    headline: str


class Erased(msgspec.Struct, frozen=True):
    """A log without a person."""

    texts: dict[int, str]
    """The entries that change, by number."""
    headline: str
    names: int
    """How often a name was replaced."""
    chat: int
    """How many lines were removed."""


_decoder = msgspec.json.Decoder(GameJob)


def read_game_job(body: bytes) -> GameJob:
    """Read what a game worker was sent."""
    job: GameJob = _decoder.decode(body)
    return job
