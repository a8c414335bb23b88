"""Tables out of their stored logs: one that is broken is refused, and breaks nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager

from camelup.core.errors import CamelUpError, RequestError, StoreError
from camelup.server.error_log import report_broken
from camelup.server.tables.state import TableState


@contextmanager
def reading_log(code: str) -> Iterator[None]:
    """Refuse a table with the code `broken` where its log turns out to be one that nobody can have written."""
    try:
        yield
    except RequestError:
        raise  # a newer program has written it
    except Exception as error:
        if isinstance(error, StoreError) and error.code != "broken":
            raise  # the database is away
        # Its message may reveal a card or a token.
        report_broken(code, error.code if isinstance(error, CamelUpError) else type(error).__name__)
        message = "This table cannot be opened: what the server has stored of it is damaged."
        raise RequestError("broken", message) from error


@contextmanager
def noting_broken(code: str) -> Iterator[None]:
    """Report a table here that another process of this server has found broken."""
    try:
        yield
    except RequestError as error:
        if error.code == "broken":
            report_broken(code, "its log")
        raise


def check_loaded(table: TableState) -> None:
    """Raise an error if what else is done with a table could fail: that is better known when it is loaded."""
    places = range(len(table.seats))
    _ = table.commitment, table.dice
    if table.host is not None and table.host not in places:
        raise IndexError("the host has no seat")
    if table.state is not None:
        if table.state.players != len(places) or table.state.edition is not table.edition:
            raise ValueError("the game is of another table")
        if None in table.seats:
            raise ValueError("a seat is free in the game")
