"""The game worker: a process that replays games, `python -m camelup.server.games.worker`.

It is as cautious and as short-lived as the workers that think (thinking/worker.py), but loads nothing heavy: it starts
in half a second.
"""

import zlib
from collections.abc import Sequence

import msgspec

from camelup.core.errors import RequestError
from camelup.protocol.http import RecordForm
from camelup.protocol.request_body import read_request
from camelup.protocol.reviews import ReviewAnswer
from camelup.server.games.jobs import (
    CheckGameJob,
    CheckRecordJob,
    Erased,
    EraseJob,
    ExportJob,
    GameJob,
    Index,
    IndexJob,
    Page,
    ReplayRecordJob,
    ShowGameJob,
    ShowReviewJob,
    read_game_job,
)
from camelup.server.games.personal_data import Exported, erase_person, export_person
from camelup.server.store.base import Entry
from camelup.server.tables.game_summary import describe_game, summarize_game
from camelup.server.tables.loading import check_loaded, reading_log
from camelup.server.tables.replays import check_reviewable_game, check_reviewable_record, replay_game, replay_record
from camelup.server.tables.seat_index import index_rows
from camelup.server.tables.state import TableState
from camelup.server.thinking.worker import work

MAX_ANSWER_BYTES = 8_000_000
"""Of an answer before it is packed: a replay of 1,000 actions of eight people with long names has 2 million."""
_GZIP = 31
"""What zlib calls the window of a gzip file."""
_LEVEL = 5
_SHOW = {"record": describe_game, "summary": summarize_game, "replay": replay_game}


def answer(job: GameJob) -> Page | str | Index | Erased | Exported:  # noqa: PLR0911 - one for each kind
    """Do a job; what cannot be done is a CamelUpError."""
    match job:
        case ReplayRecordJob(body):
            return _pack(replay_record(read_request(body, RecordForm).record))
        case CheckRecordJob(body):
            return check_reviewable_record(read_request(body, RecordForm).record)
        case ShowGameJob(code, log, wanted):
            return _pack(_SHOW[wanted](_read_table(code, log)))
        case CheckGameJob(code, log):
            return check_reviewable_game(_read_table(code, log))
        case ShowReviewJob(key, progress, is_done, playouts, review):
            written = msgspec.Raw(zlib.decompress(review))
            return _pack(msgspec.json.encode(ReviewAnswer(key, progress, is_done, playouts, written)))  # type: ignore[arg-type]  # written already
        case IndexJob(code, log):
            table = _read_table(code, log)
            return Index(sorted(index_rows(table)), table.summarize().headline)
        case EraseJob(code, log, tokens):
            with reading_log(code):
                return erase_person(code, [Entry(*entry) for entry in log], frozenset(tokens))
        case ExportJob(code, log, tokens):
            with reading_log(code):
                return export_person(code, [Entry(*entry) for entry in log], frozenset(tokens))


def _read_table(code: str, log: Sequence[tuple[int, float, str]]) -> TableState:
    table = TableState(code)
    with reading_log(code):
        for entry in log:
            table.apply_entry(Entry(*entry))
        check_loaded(table)
    return table


def _pack(written: bytes) -> Page:
    if len(written) > MAX_ANSWER_BYTES:
        raise RequestError("too_long", "This game is too long to be shown.")
    return Page(zlib.compress(written, _LEVEL, _GZIP))


if __name__ == "__main__":
    work(lambda: answer, read_game_job)
