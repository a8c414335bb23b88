"""Reviews of finished games: computed once, in pieces and behind everything else, and kept with the game.

The first request starts one; until it is done, everybody who asks gets what is known so far. One that is interrupted
starts again with the next request. Two processes that are asked at once both compute the same, and store it once.
"""

import asyncio
import hashlib
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, Literal, TypeVar

import msgspec

from camelup.core.errors import CamelUpError, RequestError, StoreError
from camelup.formats.review_types import ReviewForm
from camelup.server.address import address_group
from camelup.server.error_log import INTERNAL, report, report_broken
from camelup.server.metrics import Metrics
from camelup.server.store.base import Store
from camelup.server.store.people import KeptFigures
from camelup.server.thinking.jobs import ReviewPiece
from camelup.server.thinking.workers import Workers

VERSION: Final = 3
"""The version of stored reviews: goes up when games should be reviewed again, because reviews have changed."""
MOST_REVIEWS: Final = 32
"""The most reviews that may be computed or wait; more are refused."""
MOST_RECORDS: Final = 16
"""The most of them that may be of records from elsewhere, so that players of this server get theirs."""
MOST_RECORDS_FROM_ONE: Final = 4
"""The most of these that may be from one address."""
FORGOTTEN_AFTER: Final = 600.0
"""Seconds that the review of a record from elsewhere is kept after somebody has asked for it."""
MOST_BYTES: Final = 16_000_000
"""Of those in memory that are done, packed: beyond it they are forgotten for which nobody has asked for longest."""
LEFT_AFTER: Final = 30.0
"""Seconds after which such a review is given up that nobody asks for any more."""

_PLAYOUT_BYTES = 4
_Kind = TypeVar("_Kind")

Allow = Callable[[], None]
"""Called when a review is really started; refuses clients that have started too many."""


@dataclass
class Reviewed:
    """A review, or what there is of it."""

    key: str
    """The code of its table; of a record from elsewhere, a hash of it."""
    record: str = ""
    rewrites: int = 0
    """How often the log of its table had been changed when the record was read."""
    is_game: bool = True
    """Whether it is of a game of this server, and kept."""
    group: str = ""
    """Who brought the record: see address_group."""
    progress: float = 0.0
    is_done: bool = False
    packed: bytes | None = None
    """The review as JSON, packed by zlib: a sixth as long. Nothing in the server's own process unpacks it."""
    playouts: int = 0
    figures: KeptFigures | None = None
    begun: float = field(default_factory=monotonic)
    asked: float = field(default_factory=monotonic)


class Reviews:
    """All reviews of a server; to be used from one event loop."""

    def __init__(self, store: Store, workers: Workers, metrics: Metrics, playouts: int) -> None:
        self._store = store
        self._workers = workers
        self._metrics = metrics
        self._playouts = playouts
        self._known: dict[str, Reviewed] = {}
        self._failed: dict[str, CamelUpError] = {}
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many are not done."""
        return sum(not reviewed.is_done for reviewed in self._known.values())

    async def close(self) -> None:
        """Stop. What is not done starts again another time."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def find_game(self, table: str) -> Reviewed | None:
        """Give the review of a table's game if there is one, done or not; an error says why it has failed."""
        if (reviewed := self.find(table)) is not None:
            return reviewed
        kept = await self._store.find_review(table, VERSION)
        return None if kept is None else await asyncio.to_thread(_unpack, table, kept)

    def find(self, key: str) -> Reviewed | None:
        """Give a review that is being computed, or was not long ago."""
        if (error := self._failed.pop(key, None)) is not None:
            raise error
        reviewed = self._known.get(key)
        if reviewed is not None:
            reviewed.asked = monotonic()
        return reviewed

    def begin_game(self, table: str, record: str, allow: Allow, rewrites: int = 0) -> Reviewed:
        """Begin with the review of a game, or find it begun; its record was checked (tables/replays.py)."""
        return self._begin(Reviewed(table, record, rewrites), allow)

    def forget(self, table: str | None) -> None:
        """Forget the reviews of a table, or of all tables here: a log was changed, and they may name people."""
        for key in [key for key, reviewed in self._known.items() if reviewed.is_game and table in {None, key}]:
            del self._known[key]

    def begin_record(self, record: str, allow: Allow, address: str) -> Reviewed:
        """Begin with the review of a game from elsewhere, or find it begun; its record was checked as well."""
        key = hashlib.sha256(record.encode()).hexdigest()[:32]
        return self._begin(Reviewed(key, record, is_game=False, group=address_group(address)), allow)

    def _begin(self, wanted: Reviewed, allow: Allow) -> Reviewed:
        if (reviewed := self.find(wanted.key)) is not None:
            return reviewed
        self._tidy_up()
        records = [other.group for other in self._known.values() if not (other.is_done or other.is_game)]
        if self.waiting >= MOST_REVIEWS or (len(records) >= MOST_RECORDS and not wanted.is_game):
            raise RequestError("busy", "Too many games are waiting for a review. Try again in a moment.")
        if not wanted.is_game and records.count(wanted.group) >= MOST_RECORDS_FROM_ONE:
            raise RequestError("too_many", "Too many reviews from your address are waiting. Wait until one is done.")
        allow()
        self._known[wanted.key] = wanted
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._work())
        return wanted

    def _tidy_up(self) -> None:
        now, room = monotonic(), MOST_BYTES
        self._failed.clear()
        for reviewed in sorted(self._known.values(), key=lambda reviewed: reviewed.asked, reverse=True):
            if reviewed.is_done:
                room -= len(reviewed.packed or b"")
                if room < 0 or now - reviewed.asked >= FORGOTTEN_AFTER:
                    del self._known[reviewed.key]

    # --- Computing --------------------------------------------------------------------------------------------

    def _next(self) -> Reviewed | None:
        """Give the review to go on with: first those of which nothing can be shown yet, then one after the other."""
        now = monotonic()
        for key, reviewed in list(self._known.items()):
            if not (reviewed.is_game or reviewed.is_done) and now - reviewed.asked > LEFT_AFTER:
                del self._known[key]
        going = [reviewed for reviewed in self._known.values() if not reviewed.is_done]
        return next((reviewed for reviewed in going if reviewed.packed is None), going[0] if going else None)

    async def _work(self) -> None:
        while (reviewed := self._next()) is not None:
            try:
                await self._go_on(reviewed)
            except CamelUpError as error:
                self._fail(reviewed, error)
            except Exception as fault:  # noqa: BLE001 - whatever it is, a client is told nothing of it
                report(fault)
                self._metrics.count("camelup_faults_total")
                self._fail(reviewed, RequestError("internal", INTERNAL))

    def _fail(self, reviewed: Reviewed, error: CamelUpError) -> None:
        """Tell the next request what has failed; the one after it starts again."""
        self._known.pop(reviewed.key, None)
        self._failed[reviewed.key] = error

    async def _go_on(self, reviewed: Reviewed) -> None:
        going = tuple(key for key, other in self._known.items() if not other.is_done)
        piece = await self._workers.review(reviewed.key, reviewed.record, self._playouts, going)
        if self._known.get(reviewed.key) is not reviewed:
            return  # it was forgotten meanwhile
        self._take(reviewed, piece)
        if piece.is_done:
            if reviewed.is_game:
                await self._keep(reviewed)
            reviewed.is_done, reviewed.record = True, ""
            self._metrics.count("camelup_reviews_total", "of", "game" if reviewed.is_game else "record")
        elif piece.playouts and reviewed.is_game and len(self._store.living) > 1:
            with suppress(StoreError):  # a look that fails is no reason to give up
                if await self._store.find_review(reviewed.key, VERSION) is not None:  # another process was quicker
                    self._known.pop(reviewed.key, None)

    def _take(self, reviewed: Reviewed, piece: ReviewPiece) -> None:
        reviewed.progress = piece.share
        # One whose worker has died starts again, and what is known of it stays valid.
        if piece.playouts > reviewed.playouts:
            if reviewed.packed is None:
                self._metrics.time("camelup_review_first_seconds", monotonic() - reviewed.begun)
            reviewed.packed, reviewed.playouts = piece.review, piece.playouts
            reviewed.figures = None if piece.figures is None else KeptFigures(*piece.figures)

    async def _keep(self, reviewed: Reviewed) -> None:
        """Keep what is done; if that fails it is at hand for a while, and computed again later."""
        with suppress(StoreError):
            await self._store.keep_review(
                reviewed.key, VERSION, _pack(reviewed), reviewed.figures, rewrites=reviewed.rewrites
            )
            # Not if a process of a later version has stored its own: clients here can still get ours for a while.
            if await self._store.find_review(reviewed.key, VERSION) is not None:
                self._known.pop(reviewed.key, None)


def _pack(reviewed: Reviewed) -> bytes:
    """Give a review as it is kept: how many playouts, and its JSON packed by zlib."""
    return reviewed.playouts.to_bytes(_PLAYOUT_BYTES) + (reviewed.packed or zlib.compress(b""))


class BrokenReviewError(Exception):
    """Says why a stored review cannot be read."""


def unpack_review(kept: bytes) -> tuple[ReviewForm, int]:
    """Read a stored review of the current version, and the number of its playouts."""
    return _decode(kept, ReviewForm), int.from_bytes(kept[:_PLAYOUT_BYTES])


class OlderReview(msgspec.Struct):
    """What reviews of all versions have; nobody is shown one of an older version."""

    type: Literal["review"]
    version: int
    names: list[str]
    playouts: int


def check_older_review(kept: bytes) -> None:
    """Complain about a stored review of an older version if it cannot be read."""
    _decode(kept, OlderReview)


def _decode(kept: bytes, kind: type[_Kind]) -> _Kind:
    try:
        return msgspec.json.decode(_unzip(kept), type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BrokenReviewError(f"it cannot be read: {error}") from error


def _unzip(kept: bytes) -> bytes:
    reader = zlib.decompressobj()
    try:
        unzipped = reader.decompress(kept[_PLAYOUT_BYTES:], MOST_BYTES)
    except (zlib.error, TypeError) as error:
        raise BrokenReviewError("it cannot be unpacked") from error
    if not reader.eof or reader.unused_data:
        raise BrokenReviewError("it is not complete, or something comes after it")
    return unzipped


def _unpack(table: str, kept: bytes) -> Reviewed | None:
    """Give a stored review; None if it is damaged, then it is computed again and replaces this one."""
    try:
        _decode(kept, dict)  # clients are sent it as it is: it must at least be JSON
    except BrokenReviewError as broken:
        report_broken(table, f"its review, {broken}")
        return None
    return Reviewed(
        table, progress=1.0, is_done=True, playouts=int.from_bytes(kept[:_PLAYOUT_BYTES]), packed=kept[_PLAYOUT_BYTES:]
    )
