"""Reporting faults of the server itself: clients learn that there was one, the operator learns where."""

import logging
from traceback import extract_tb

INTERNAL = "Something went wrong at the server. It is no fault of yours; nothing has been changed."

_logger = logging.getLogger("camelup")


def report(fault: BaseException) -> None:
    """Write into the log where a fault was, without its message, which may reveal a card or a token."""
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in extract_tb(fault.__traceback__)]
    _logger.error("camelup: a fault of the server, %s at %s", type(fault).__name__, "; ".join(places) or "?")


def warn(text: str) -> None:
    """Write a line into the log about something that the operator should know, with nothing in it that is secret."""
    _logger.error("camelup: %s", text)
