"""What the server and its workers say to each other: jobs one way, replies the other, each a frame of JSON.

Games and positions go as texts in notation, which are checked where they are read. Nothing is pickled.
"""

import struct
from typing import Literal

import msgspec

Detail = Literal["hints", "leg", "full"]
"""What a table shows: hints for the actions, the odds of the leg, or these, those of the race and all values."""

LENGTH = struct.Struct(">I")
"""In front of each frame: how many bytes follow."""


class ChooseJob(msgspec.Struct, frozen=True, tag="choose"):
    """Choose for a seat; the record is the whole game, of which the player is shown what its seat may see."""

    table: str
    seat: int
    level: str
    record: str
    seconds: float
    seed: int | None = None
    """For tests: the same seed and record give the same choice. Otherwise it is unpredictable."""


class OddsJob(msgspec.Struct, frozen=True, tag="odds"):
    """Compute the odds of a view for everybody at its table."""

    view: str
    detail: Detail


class PositionJob(msgspec.Struct, frozen=True, tag="position"):
    """Answer a request about any position: JSON as it came from outside."""

    request: bytes


class ReviewJob(msgspec.Struct, frozen=True, tag="review"):
    """Go on with the review of a finished game for a moment, or begin with it; it is remembered until it is done."""

    key: str
    record: str
    playouts: int
    """How many games are imagined from each position in the end."""
    seconds: float
    """How long a moment is."""
    wanted: tuple[str, ...] = ()
    """The keys of all reviews that are still wanted: others are forgotten."""


Job = ChooseJob | OddsJob | PositionJob | ReviewJob


class ReviewPiece(msgspec.Struct, frozen=True):
    """What came of such a job."""

    share: float
    """How much of the work is done."""
    is_done: bool
    review: bytes | None
    """The review as JSON of docs/review.md, packed by zlib; None if there is no better one than before."""
    playouts: int
    """How many games have judged each position of it."""
    figures: tuple[int, str] | None = None
    """What it says about each seat in a few numbers, with their version: see figures.py."""


class Ready(msgspec.Struct, frozen=True, tag="ready"):
    """The worker has loaded everything and waits for its first job."""


class Done(msgspec.Struct, frozen=True, tag="done"):
    """What came of a job, as JSON: for a choice the action in notation."""

    result: msgspec.Raw


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """An error of this package: its class, code and message."""

    kind: str
    code: str
    message: str


class Broken(msgspec.Struct, frozen=True, tag="broken"):
    """An unexpected error. Its message stays in the worker, since it could reveal a card."""


Reply = Ready | Done | Failed | Broken

_encoder = msgspec.json.Encoder()
_jobs = msgspec.json.Decoder(Job)
_replies = msgspec.json.Decoder(Reply)


def write_frame(message: msgspec.Struct) -> bytes:
    """Give a message as it is sent.

    >>> write_frame(Ready())[LENGTH.size :]
    b'{"type":"ready"}'
    """
    body = _encoder.encode(message)
    return LENGTH.pack(len(body)) + body


def read_job(body: bytes) -> Job:
    """Read what a worker was sent, without its length."""
    job: Job = _jobs.decode(body)
    return job


def read_reply(body: bytes) -> Reply:
    """Read what a worker has sent, without its length."""
    reply: Reply = _replies.decode(body)
    return reply
