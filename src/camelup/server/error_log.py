"""What is said about a fault of the server itself: to a client nothing but that, to the operator where it was."""

import logging
from traceback import extract_tb

INTERNAL = "Something went wrong at the server. It is no fault of yours; nothing has been changed."

_logger = logging.getLogger("camelup")


def report(fault: BaseException) -> None:
    """Write where a fault was into the log; not its words, which may tell a card or a token."""
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in extract_tb(fault.__traceback__)]
    _logger.error("camelup: a fault of the server, %s at %s", type(fault).__name__, "; ".join(places) or "?")
