"""Packages that only some need: what to say where one of them is missing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from camelup.core.errors import MissingPackageError


def how_to_get(extra: str) -> str:
    """What to do for the packages of an extra; the game in one file (make zipapp) has no extras."""
    if not Path(__file__).is_file():
        return "install camelup, because this file has only the plain terminal game"
    return f"pip install 'camelup[{extra}]'"


@contextmanager
def require_extra(what: str, extra: str) -> Iterator[None]:
    """Say how to get the packages of an extra that something needs, where an import of them fails.

    Where one of these is inside another, the outer one speaks: it knows what the user wanted.
    """
    try:
        yield
    except (ModuleNotFoundError, MissingPackageError) as error:
        if error.name is None or error.name.startswith("camelup"):
            raise
        raise MissingPackageError(
            f"no_{extra}", f"{what} need {error.name}: {how_to_get(extra)}.", error.name
        ) from error
