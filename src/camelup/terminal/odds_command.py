"""`camelup odds`: answers for people, for scripts, and as a picture."""

import json
import sys
from argparse import Namespace

from camelup.core.edition import EDITIONS, SECOND
from camelup.core.errors import ArgumentError
from camelup.core.situation import Situation
from camelup.core.state import State
from camelup.core.view import view_of
from camelup.formats.notation import parse_position, parse_situation
from camelup.odds import leg, race, values
from camelup.odds.answers import answer_lines, odds_to_json
from camelup.terminal.ink import ink_for
from camelup.terminal.odds_page import odds_page
from camelup.terminal.plotting import check_plot, write_plot

BUILD = "build"
STDIN = "-"
_OPTIONS = ("edition", "track", "dice", "tiles", "values", "plot", "json", "threads")


def run(arguments: Namespace) -> int:
    """Answer what was asked; what cannot be answered is refused before anything is computed or written."""
    if arguments.position == BUILD:
        from camelup.terminal.build_command import run_build  # noqa: PLC0415 - loads the solver, which nobody else needs

        _check_options(arguments, "build", allowed={"edition", "threads"})
        return run_build(arguments)
    if arguments.position == STDIN:
        return _answer_lines(arguments)
    if arguments.plot is not None:
        check_plot(arguments.plot)
    return _answer(read_position(arguments), arguments)


def _answer_lines(arguments: Namespace) -> int:
    if not arguments.json:
        raise ArgumentError("arguments", "Requests are read from the input with --json - only.")
    _check_options(arguments, "requests on lines", allowed={"json"})
    for line in answer_lines(sys.stdin):
        print(line, flush=True)
    return 0


def _answer(position: State | Situation, arguments: Namespace) -> int:
    valued = values(view_of(position, position.turn)) if arguments.values and isinstance(position, State) else None
    leg_odds, race_odds = (leg(position), race(position)) if valued is None else (valued.leg, valued.race)
    if arguments.plot is not None:
        from camelup.drawing import odds_svg  # noqa: PLC0415 - most answers are not drawn

        write_plot(arguments.plot, odds_svg(leg_odds, race_odds))
    if arguments.json:
        print(json.dumps(odds_to_json(leg_odds, race_odds, valued)))
    else:
        print("\n".join(odds_page(position, leg_odds, race_odds, valued, ink_for(sys.stdout))))
    return 0


def read_position(arguments: Namespace) -> State | Situation:
    """Read a whole position, or the race alone from its parts; only the first has actions to value."""
    if arguments.position is not None:
        if (arguments.track, arguments.dice, arguments.tiles, arguments.edition) != (None, None, None, None):
            raise ArgumentError("arguments", "Give either a whole position or --edition, --track, --dice and --tiles.")
        return parse_position(arguments.position)
    if arguments.track is None:
        raise ArgumentError(
            "arguments", "Give a position, or --track with its camels: camelup odds --help has examples."
        )
    if arguments.values:
        raise ArgumentError("arguments", "Only a whole position, with players, has actions to value.")
    edition = EDITIONS[arguments.edition or SECOND.number]
    return parse_situation(edition, arguments.track, arguments.dice, arguments.tiles or "")


def _check_options(arguments: Namespace, what: str, allowed: set[str]) -> None:
    """Refuse options that would be passed over in silence."""
    given = [name for name in _OPTIONS if name not in allowed and getattr(arguments, name) not in {None, False}]
    if given:
        raise ArgumentError("arguments", f"--{given[0]} does not go with {what}.")
