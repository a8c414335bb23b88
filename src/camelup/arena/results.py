"""Results in a file, a line each, so that a match can go on where it was interrupted."""

import json
import os
import time
from collections.abc import Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from camelup.arena.match import Match, record_name
from camelup.arena.table import Result
from camelup.core.actions import SEATS
from camelup.core.errors import ArgumentError, CamelUpError, FileError
from camelup.files import as_path, lock, write_atomic
from camelup.formats.record import TITLE
from camelup.frames import frame
from camelup.notebook import html_table

if TYPE_CHECKING:
    import pyarrow as pa

_VERSION = 1
_MARK = "camelup_arena"
_SYNC_EVERY = 1.0
"""Seconds after which lines are known to be on the disk: an end of this process loses none, one of the machine few."""


class Kept(NamedTuple):
    """What a file of results holds."""

    match: Match
    results: list[Result]
    size: int
    """How many bytes of it are whole lines."""

    def __repr__(self) -> str:
        """Return the match, and how much of it was played."""
        return f"<Kept {len(self.results)} results: {self.match!r}>"

    def _repr_html_(self) -> str:
        rows = [(result.game, *(f"{name} {money}" for name, money in result.by_seat)) for result in self.results]
        return html_table("Results", ["game", *SEATS[: self.match.seats]], rows)

    def to_frame(self) -> "pa.Table":
        """Return a row for each game and seat."""
        return frame(
            ("game", "deal", "seat", "player", "money", "share", "forfeits"),
            [
                (result.game, self.match.deal_of(result.game), seat, *row)
                for result in self.results
                for seat, row in enumerate(
                    zip(result.players, result.money, result.shares, result.forfeits, strict=True)
                )
            ],
        )


def read_results(path: str | Path) -> Kept:
    """Read a file of results; a last line that was never finished is passed over."""
    path = as_path(path)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise _failure("read", path, error) from error
    size = content.rfind(b"\n") + 1
    lines = content[:size].splitlines()
    if not lines or not lines[0].startswith(f'{{"{_MARK}":'.encode()):
        raise FileError("file", f"{path} has no arena results.")
    match = _parsed(path, 1, lines[0], _match_of)
    results = [
        _parsed(path, number, line, lambda form: _result_of(match, form)) for number, line in enumerate(lines[1:], 2)
    ]
    if len({result.game for result in results}) < len(results):
        raise FileError("results", f"{path} has the same game twice.")
    return Kept(match, sorted(results, key=lambda result: result.game), size)


class ResultsFile:
    """A file that results are added to; it is made when it is opened, and keeps those of the same match alone."""

    def __init__(self, path: Path, match: Match) -> None:
        """Look at the file, if there is one, and change nothing yet."""
        self._path, self._match = path, match
        self.results: list[Result] = []
        self._size = 0
        self._synced = 0.0
        try:
            is_there = path.exists() and (path.is_dir() or path.stat().st_size > 0)
            if not path.parent.is_dir():
                raise FileError("file", f"There is no folder {path.parent} for the results.")
        except OSError as error:
            raise _failure("read", path, error) from error
        if is_there:
            kept = read_results(path)
            for name, value in match.as_json().items():
                if kept.match.as_json()[name] != value:
                    raise FileError("other_match", f"{path} has a different match ({name} differ): name another file.")
            self.results, self._size = kept.results, kept.size

    def __enter__(self) -> Self:
        """Open the file, for this process alone."""
        try:
            if not self._size:
                header = json.dumps({_MARK: _VERSION, **self._match.as_json()}) + "\n"
                write_atomic(self._path, header.encode())
                self._size = len(header.encode())
            with ExitStack() as opened:
                self._file = opened.enter_context(self._path.open("r+b"))
                _lock(self._path, self._file.fileno())
                self._file.truncate(self._size)
                self._file.seek(self._size)
                opened.pop_all()
        except OSError as error:
            raise _failure("write", self._path, error) from error
        return self

    def add(self, results: Iterable[Result]) -> None:
        """Write some results at the end of the file."""
        try:
            self._file.write("".join(f"{json.dumps(_form_of(result))}\n" for result in results).encode())
            self._file.flush()
            if time.monotonic() - self._synced > _SYNC_EVERY:
                os.fsync(self._file.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            raise _failure("write", self._path, error) from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it, with all of it on the disk."""
        with suppress(OSError):  # what has failed before is already reported
            os.fsync(self._file.fileno())
        self._file.close()


def _lock(path: Path, file: int) -> None:
    if not lock(file):
        raise FileError("file", f"Another arena is writing to {path}.")


def _failure(what: str, path: Path, error: OSError) -> FileError:
    return FileError("file", f"Cannot {what} {path}: {error.strerror or type(error).__name__}.")


# --- Lines ----------------------------------------------------------------------------------------------------


def _parsed(path: Path, number: int, line: bytes, read: Any) -> Any:  # noqa: ANN401 - whatever the line is read as
    try:
        form = json.loads(line)
        if not isinstance(form, dict):
            raise ArgumentError("match", "It is not an object.")
        return read(form)
    except CamelUpError as error:
        reason = error.message[0].lower() + error.message[1:].removesuffix(".")
        raise FileError("results", f"Line {number} of {path} is broken ({reason}).") from error
    except (ValueError, RecursionError) as error:
        raise FileError("results", f"Line {number} of {path} is broken (it is not JSON).") from error


def _match_of(form: Mapping[str, Any]) -> Match:
    if form.get(_MARK) != _VERSION:
        raise ArgumentError("match", "It has another version.")
    return Match.from_json(form)


def _form_of(result: Result) -> dict[str, Any]:
    return {
        "game": result.game,
        "players": result.players,
        "money": result.money,
        "forfeits": result.forfeits,
        "reasons": result.reasons,
        "microseconds": result.times,
        "record": result.record,
    }


def _result_of(match: Match, form: Mapping[str, Any]) -> Result:
    game, seats = form.get("game"), match.seats
    if type(game) is not int or game < 0:
        raise ArgumentError("match", "A game needs a number.")
    players = match.seating(game)
    if form.get("players") != list(players):
        raise ArgumentError("match", f"Game {game} of this match has other players.")
    money, forfeits = _counts(form, "money", seats), _counts(form, "forfeits", seats)
    reasons, times, record = form.get("reasons"), form.get("microseconds"), form.get("record")
    if not isinstance(reasons, list) or not all(reason is None or isinstance(reason, str) for reason in reasons):
        raise ArgumentError("match", "The reasons must be a list of strings.")
    if not isinstance(times, list) or not all(isinstance(taken, list) for taken in times):
        raise ArgumentError("match", "The microseconds must be a list of lists.")
    if not all(_is_count(time) for taken in times for time in taken):
        raise ArgumentError("match", "The microseconds must be whole numbers.")
    if (len(reasons), len(times)) not in {(seats, seats), (0, 0)}:
        raise ArgumentError("match", f"Reasons and microseconds must be for {seats} seats.")
    _check_record(record, players, money)
    return Result(game, players, money, forfeits, tuple(reasons), tuple(map(tuple, times)), record)


def check_result(match: Match, result: Result) -> None:
    """Refuse a result that cannot be one of this match."""
    _result_of(match, json.loads(json.dumps(_form_of(result))))


def _counts(form: Mapping[str, Any], name: str, seats: int) -> tuple[int, ...]:
    counts = form.get(name)
    if not isinstance(counts, list) or len(counts) != seats or not all(map(_is_count, counts)):
        raise ArgumentError("match", f"The field {name} needs {seats} whole numbers.")
    return tuple(counts)


def _is_count(number: object) -> bool:
    return type(number) is int and number >= 0


def _check_record(record: object, players: tuple[str, ...], money: tuple[int, ...]) -> None:
    """Hold a record's beginning and end to the rest of its line; playing them all again would take minutes."""
    if record is None:
        return
    begin = f"{TITLE}\nplayers {' | '.join(map(record_name, players))}\n"
    end = f"\nresult {' '.join(map(str, money))}\n"
    if not isinstance(record, str) or not record.startswith(begin) or not record.endswith(end):
        raise ArgumentError("match", "The record is of another game.")
