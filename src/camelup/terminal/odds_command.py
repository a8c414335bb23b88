"""`camelup odds`: answers for people, for scripts, and as a picture."""

import json
import sys
from argparse import Namespace
from collections.abc import Sequence

from camelup.core.actions import SEATS
from camelup.core.edition import EDITIONS, SECOND
from camelup.core.errors import ArgumentError
from camelup.core.situation import Situation, situation_of
from camelup.core.state import State
from camelup.core.view import view_of
from camelup.formats.notation import parse_position, parse_situation
from camelup.odds import leg, race, values
from camelup.odds.answers import answer_lines, odds_to_json
from camelup.terminal.board import draw, draw_track
from camelup.terminal.ink import ink_for
from camelup.terminal.odds_page import bet_lines, odds_lines, value_lines
from camelup.terminal.plotting import check_plot, write_plot

BUILD = "build"
STDIN = "-"


def run(arguments: Namespace) -> int:
    """Answer what was asked."""
    if arguments.position == BUILD:
        from camelup.terminal.build_command import run_build  # noqa: PLC0415 - loads the solver, which nobody else needs

        return run_build(arguments)
    if arguments.position == STDIN:
        if not arguments.json:
            raise ArgumentError("arguments", "Requests are read from the input with --json - only.")
        for line in answer_lines(sys.stdin):
            print(line, flush=True)
        return 0
    if arguments.plot is not None:
        check_plot(arguments.plot)
    state, asked = _asked(arguments)
    leg_odds, race_odds = leg(asked), race(asked)
    if arguments.plot is not None:
        from camelup.drawing import odds_svg  # noqa: PLC0415 - most answers are not drawn

        write_plot(arguments.plot, odds_svg(leg_odds, race_odds))
    if arguments.json:
        print(json.dumps(odds_to_json(leg_odds, race_odds)))
        return 0
    ink = ink_for(sys.stdout)
    board = draw_track(asked, ink) if state is None else draw(state, SEATS[: state.players], ink)
    lines = [*board, "", *odds_lines(leg_odds, race_odds, ink), "", *bet_lines(leg_odds)]
    if arguments.values:
        lines += ["", *_values(state)]
    print("\n".join(lines))
    return 0


def _asked(arguments: Namespace) -> tuple[State | None, Situation]:
    """Read a whole position, or a situation from its parts."""
    parts = (arguments.track, arguments.dice, arguments.tiles)
    if arguments.position is not None:
        if parts != (None, None, None) or arguments.edition is not None:
            raise ArgumentError("arguments", "Give either a whole position or --edition, --track, --dice and --tiles.")
        state = parse_position(arguments.position)
        return state, situation_of(state)
    if arguments.track is None:
        raise ArgumentError(
            "arguments", "Give a position, or --track with its camels: camelup odds --help has examples."
        )
    edition = EDITIONS[arguments.edition or SECOND.number]
    return None, parse_situation(edition, arguments.track, arguments.dice, arguments.tiles or "")


def _values(state: State | None) -> Sequence[str]:
    if state is None:
        raise ArgumentError("arguments", "Only a whole position, with players, has actions to value.")
    return value_lines(values(view_of(state, state.turn)), SEATS[: state.players])
