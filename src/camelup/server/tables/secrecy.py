"""A game that is going on stays secret."""

from camelup.core.errors import RequestError
from camelup.server.store.base import Status


def check_finished(status: Status) -> None:
    """Refuse a game that is going on: what lies face down in it is secret."""
    if status != "finished":
        raise RequestError("not_finished", "This game is not over yet. Its record is secret until then.")
