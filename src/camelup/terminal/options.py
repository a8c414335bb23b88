"""Arguments that several commands take, and how they are read."""

import argparse
import os
from pathlib import Path

from camelup.core.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, SECOND, Edition
from camelup.files import user_data

DEFAULT_EDITION = SECOND
DEFAULT_PLAYERS = 4


def add_edition(parser: argparse.ArgumentParser, default: str = str(DEFAULT_EDITION.number)) -> None:
    """Add the option for the edition; None if it is not given, and `default` says what that means."""
    parser.add_argument(
        "--edition",
        type=read_edition,
        metavar=f"{{{','.join(map(str, EDITIONS))}}}",
        help=f"1 is the edition of 2014, 2 that of 2018 and 2024 (default: {default})",
    )


def add_export(parser: argparse.ArgumentParser) -> None:
    """Let somebody write the games as tables."""
    parser.add_argument(
        "--export", type=read_file, metavar="FILE", help="write the games to a .parquet file (extra: data)"
    )
    parser.add_argument(
        "--tables",
        type=lambda text: ["games", *(name.strip() for name in text.split(",") if name.strip() != "games")],
        default=["games"],
        metavar="LIST",
        help="further tables to --export beside it: plies, positions, odds; separated by commas",
    )


def add_json(parser: argparse.ArgumentParser, what: str = "print JSON, for scripts") -> None:
    """Let a script read the answer."""
    parser.add_argument("--json", action="store_true", help=what)


def add_debug(parser: argparse.ArgumentParser) -> None:
    """Let authors of players see what their players say, and where they fail."""
    parser.add_argument(
        "--debug",
        action="store_true",
        help="show on standard error what programs that play write to theirs, and where in its code a player fails",
    )


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Let somebody do without the full screen."""
    parser.add_argument(
        "--plain", action="store_true", help="plain lines instead of a full screen: for pipes and screen readers"
    )


def add_database(parser: argparse.ArgumentParser) -> None:
    """Let somebody choose where live tables are kept."""
    parser.add_argument(
        "--data",
        type=read_file,
        default=user_data(),
        metavar="FOLDER",
        help="where the file of the tables is (or CAMELUP_DATA; default: %(default)s)",
    )
    parser.add_argument(
        "--database",
        default=os.environ.get("CAMELUP_DATABASE") or None,
        metavar="ADDRESS",
        help="another database: postgresql://USER:PASSWORD@HOST/NAME or sqlite:///FOLDER/FILE (or CAMELUP_DATABASE)",
    )


def read_edition(text: str) -> Edition:
    """Read the number of an edition."""
    found = EDITIONS.get(int(text)) if text.isdecimal() and len(text) == 1 else None
    if found is None:
        raise argparse.ArgumentTypeError(
            f"{text!r:.40} is not an edition (choose from {', '.join(map(str, EDITIONS))})"
        )
    return found


def read_players(text: str) -> int:
    """Read the number of players."""
    if not text.isdecimal() or not MIN_PLAYERS <= int(text[:6]) <= MAX_PLAYERS:
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not {MIN_PLAYERS} to {MAX_PLAYERS} players")
    return int(text)


def read_count(text: str) -> int:
    """Read a large number, such as 1e6.

    >>> read_count("1e6"), read_count("200,000")
    (1000000, 200000)
    """
    try:
        number = float(text.replace(",", ""))
        if number.is_integer():
            return int(number)
    except (ValueError, OverflowError):
        pass
    raise argparse.ArgumentTypeError(f"{text!r:.40} is not a whole number")


def read_file(name: str) -> Path:
    """Read the name of a file."""
    if not name.strip():
        raise argparse.ArgumentTypeError("the name of a file is missing")
    return Path(name)
