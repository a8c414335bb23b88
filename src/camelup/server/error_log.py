"""Reporting faults of the server and of what is stored: clients learn that there was one, the operator where."""

import logging
from traceback import extract_tb

INTERNAL = "Something went wrong at the server. It is no fault of yours; nothing has been changed."

_logger = logging.getLogger("camelup")
_broken: set[str] = set()
_MOST_BROKEN = 10_000


def report(fault: BaseException) -> None:
    """Write into the log where a fault was, without its message, which may reveal a card or a token."""
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in extract_tb(fault.__traceback__)]
    _logger.error("camelup: a fault of the server, %s at %s", type(fault).__name__, "; ".join(places) or "?")


def warn(text: str) -> None:
    """Write a line into the log about something that the operator should know, with nothing in it that is secret."""
    _logger.error("camelup: %s", text)


def report_broken(table: str, why: str) -> None:
    """Write into the log, once for each table, that what is stored of it cannot be read."""
    if table not in _broken and len(_broken) < _MOST_BROKEN:
        _broken.add(table)
        warn(f"table {table!a:.40} is broken: {why}. See `camelup db check`.")


def count_broken() -> int:
    """Give the number of tables that were reported."""
    return len(_broken)
