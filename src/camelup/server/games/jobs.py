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


GameJob = ReplayRecordJob | CheckRecordJob | ShowGameJob | CheckGameJob | ShowReviewJob


class Page(msgspec.Struct, frozen=True):
    """An answer as it is sent: JSON in the format of gzip. It is a twentieth as long as the JSON itself."""

    packed: bytes


_decoder = msgspec.json.Decoder(GameJob)


def read_game_job(body: bytes) -> GameJob:
    """Read what a game worker was sent."""
    job: GameJob = _decoder.decode(body)
    return job
