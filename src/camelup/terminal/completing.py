"""What can be completed in the arguments of commands: files, players, editions."""

import argparse
from collections.abc import Iterator

from camelup.core.edition import EDITIONS
from camelup.players.registry import ENTRIES

_FILES = {"FILE", "GAME", "FILE.svg", "FILE.png"}
_FOLDERS = {"FOLDER"}
_PLAYERS = {"player", "players", "against"}


def commands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Give the parsers of all commands, by name; a command with commands of its own is one of them."""
    found: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:  # noqa: SLF001 - argparse shows its actions nowhere else
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - as above
            found.update(action.choices)
    return found


def _all_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    yield from parser._actions  # noqa: SLF001 - as above
    for inner in commands_of(parser).values():
        yield from _all_actions(inner)


def set_completions(parser: argparse.ArgumentParser) -> None:
    """Say in a full parser what each argument can be, where argparse itself does not know."""
    import shtab  # noqa: PLC0415 - an extra

    for action in _all_actions(parser):
        metavar = action.metavar if isinstance(action.metavar, str) else ""
        if metavar in _FILES or action.dest in {"game", "position", "html", "plot"}:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif metavar in _FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.dest in _PLAYERS and action.type is None:
            action.choices = list(ENTRIES)
        elif action.dest == "edition":
            action.choices = [str(number) for number in EDITIONS]
