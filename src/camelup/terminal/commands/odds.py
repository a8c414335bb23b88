"""`camelup odds`: answers for people, for scripts, and as a picture."""

import argparse
import json
import sys

from camelup.core.edition import EDITIONS, SPACES, Edition
from camelup.core.errors import ArgumentError, quoted
from camelup.core.situation import Situation
from camelup.core.state import State
from camelup.core.view import view_of
from camelup.extras import require_extra
from camelup.formats.ansi import ansi_for
from camelup.formats.notation import EXAMPLE_POSITION, parse_position, parse_situation
from camelup.terminal.first_run import offer_race_table
from camelup.terminal.options import add_edition, add_json, read_file
from camelup.terminal.output_files import check_plot, write_plot

DESCRIPTION = "Print the exact odds of this leg and of the race, or build the table that makes the race exact."
EXAMPLE = "camelup odds '1:gy 2:rb 3:p 14:K 16:W' --dice gyrbpx --tiles '5+ 8-'"

BUILD = "build"
STDIN = "-"
_SHOWN = 200
"""The longest position of somebody's own that an error repeats."""
_OPTIONS = ("edition", "track", "dice", "tiles", "values", "plot", "json", "threads")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "position",
        nargs="?",
        help="a position in notation, or only its track, such as '1:gy 2:rb 3:p 14:K 16:W'; 'build' to build the race "
        "table; - with --json to answer one request per line",
    )
    add_edition(parser, "the one that has these camels")
    parser.add_argument("--track", help="the camels, each stack from bottom to top, such as '1:gy 2:rb 3:p 14:K 16:W'")
    parser.add_argument("--dice", help="the dice still in the pyramid, such as gyrbpx (default: all)")
    parser.add_argument("--tiles", help="the tiles on the track, such as '5+ 8-'")
    parser.add_argument("--values", action="store_true", help="print the value of every action of the player in turn")
    parser.add_argument("--plot", type=read_file, metavar="FILE", help="draw board and odds as .svg or .png")
    add_json(parser, "print JSON, with full precision")
    parser.add_argument("--threads", type=int, metavar="N", help="number of cores to build with (default: all)")


def run(arguments: argparse.Namespace) -> int:
    """Answer what was asked; what cannot be answered is refused before anything is computed or written."""
    if arguments.position == BUILD:
        _check_options(arguments, "build", allowed={"edition", "threads"})
        with require_extra("Odds", "odds"):
            from camelup.terminal.build_race_table import run_build
        return run_build(arguments)
    if arguments.position == STDIN:
        return _answer_lines(arguments)
    _check_options(arguments, "a position", allowed=set(_OPTIONS) - {"threads"})
    if arguments.plot is not None:
        check_plot(arguments.plot)
    return _answer(read_position(arguments), arguments)


def _answer_lines(arguments: argparse.Namespace) -> int:
    if not arguments.json:
        raise ArgumentError("arguments", "To read requests from the input, use --json -.")
    _check_options(arguments, "requests from the input", allowed={"json"})
    with require_extra("Odds", "odds"):
        from camelup.odds.answers import answer_lines
    for line in answer_lines(sys.stdin):
        print(line, flush=True)
    return 0


def _answer(position: State | Situation, arguments: argparse.Namespace) -> int:
    with require_extra("Odds", "odds"):
        from camelup.odds import leg, race, values
        from camelup.odds.answers import odds_to_json
        from camelup.odds.race_odds import SAMPLES
        from camelup.terminal.odds_page import odds_page
    if position.edition.crazy and not arguments.json:
        offer_race_table()
    valued = None
    if arguments.values and isinstance(position, State):
        valued = values(view_of(position, position.turn), samples=SAMPLES)  # people wait for good figures
    leg_odds, race_odds = (leg(position), race(position)) if valued is None else (valued.leg, valued.race)
    if arguments.plot is not None:
        from camelup.drawing import odds_svg

        write_plot(arguments.plot, odds_svg(leg_odds, race_odds))
    if arguments.json:
        print(json.dumps(odds_to_json(leg_odds, race_odds, valued)))
    else:
        print("\n".join(odds_page(position, leg_odds, race_odds, valued, ansi_for(sys.stdout))))
    return 0


def read_position(arguments: argparse.Namespace) -> State | Situation:
    """Read a whole position, or the race alone from its parts; only the first has actions that can be valued."""
    if arguments.position is not None and _is_track(arguments.position):
        if arguments.track is not None:
            raise ArgumentError("arguments", "Give the track once: as the position, or with --track.")
        arguments.track = arguments.position
    elif arguments.position is not None and arguments.position.strip():
        _check_sections(arguments.position)
        if (arguments.track, arguments.dice, arguments.tiles, arguments.edition) != (None, None, None, None):
            raise ArgumentError("arguments", "Give either a whole position, or --edition, --track, --dice and --tiles.")
        return parse_position(arguments.position)
    if arguments.track is None:
        raise ArgumentError(
            "arguments", "Give a position, or --track with its camels: camelup odds --help has examples."
        )
    edition = arguments.edition or edition_of_track(arguments.track)
    situation = parse_situation(edition, arguments.track, arguments.dice, arguments.tiles or "")
    if arguments.values:
        whole = f"edition {situation.edition.number} | track {arguments.track} | money 3 3"
        raise ArgumentError(
            "arguments", f"Only a whole position, with players, has actions that can be valued, such as {whole!r}."
        )
    return situation


def _is_track(position: str) -> bool:
    """Tell a track alone, which begins with a space, from a position, which has named sections."""
    return position.lstrip().removeprefix("-")[:1].isdecimal() and "|" not in position


def _check_sections(position: str) -> None:
    """Refuse a track without its name before other sections, and show how to write the same."""
    track, *others = (" ".join(part.split()) for part in position.split("|"))
    if not track[:1].isdecimal():
        return
    fitting = [edition for edition in EDITIONS.values() if _camels_of(track) <= set(edition.camels)]
    named = [f"edition {fitting[0].number if fitting else 2}", f"track {track}", *others]
    if not any(other.startswith("money") for other in others):
        named.append("money 3 3")
    whole = " | ".join(filter(None, named))
    raise ArgumentError(
        "arguments",
        "With '|', every part of a position begins with its name, and edition, track and money are needed: "
        f"{whole if len(whole) <= _SHOWN else EXAMPLE_POSITION!r}. A track alone has its dice and tiles in --dice and "
        "--tiles.",
    )


def _camels_of(track: str) -> set[str]:
    """Return the letters of the camels of a track: what is no space with camels, reading it will refuse."""
    return {letter for word in track.split() for letter in word.partition(":")[2] if letter.isalpha()}


def edition_of_track(track: str) -> Edition:
    """Find the edition that has the camels of a track.

    >>> edition_of_track("1:bg 2:ow 3:y").number
    1
    """
    strange = next((word for word in track.split() if not word.partition(":")[0].isdecimal()), None)
    if strange is not None:
        raise ArgumentError(
            "arguments",
            f"In a track, {quoted(strange)} is no space from 1 to {SPACES} with its camels, such as 3:gy. "
            f"A whole position has names and '|' between its parts: {EXAMPLE_POSITION!r}.",
        )
    camels = _camels_of(track)
    fitting = [edition for edition in EDITIONS.values() if camels <= set(edition.camels)]
    if len(fitting) == 1:
        return fitting[0]
    named = " and ".join(f"edition {edition.number} has {' '.join(edition.camels)}" for edition in EDITIONS.values())
    if fitting:
        raise ArgumentError(
            "arguments", f"The track may be of either edition: {named}. Give all camels, or choose with --edition."
        )
    _check_case(track)
    raise ArgumentError("arguments", f"No edition has all camels of this track: {named}.")


def _check_case(track: str) -> None:
    """Refuse a track whose camels are those of an edition but for capitals, and show what was meant."""
    written = {letter.lower() for letter in _camels_of(track)}
    for edition in reversed(EDITIONS.values()):
        letters = {camel.lower(): str(camel) for camel in edition.camels}
        if written <= set(letters):
            crazy = f", and crazy camels are capitals ({' '.join(edition.crazy)})" if edition.crazy else ""
            words = (word.partition(":") for word in track.split())
            meant = " ".join(
                f"{space}:{''.join(letters.get(letter.lower(), letter) for letter in stack)}"
                for space, _, stack in words
            )
            raise ArgumentError(
                "arguments",
                f"Racing camels are lower case letters ({' '.join(edition.racing)}){crazy}: {meant[:_SHOWN]!r}.",
            )


def _check_options(arguments: argparse.Namespace, what: str, allowed: set[str]) -> None:
    """Refuse options that would have no effect."""
    given = [name for name in _OPTIONS if name not in allowed and getattr(arguments, name) not in {None, False}]
    if given:
        raise ArgumentError("arguments", f"--{given[0]} cannot be used with {what}.")
