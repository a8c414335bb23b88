"""`camelup watch`: replays a game step by step, forwards and back, as any seat saw it or with open cards."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from camelup.core.actions import SEATS
from camelup.core.errors import CamelUpError, FileError, ImpossiblePositionError
from camelup.core.state import State
from camelup.core.view import View, action_for
from camelup.extras import require_extra
from camelup.formats.ansi import Ansi, ansi_for
from camelup.formats.json_codec import to_json
from camelup.formats.reading import read_record
from camelup.formats.record import Record, Step, replay
from camelup.formats.sentences import describe_events
from camelup.formats.text_board import draw_board
from camelup.terminal.options import add_json, add_plain
from camelup.terminal.screen import Window, is_interactive
from camelup.tui.options import add_screen, screen_settings, why_plain

DESCRIPTION = (
    "Replay a game step by step, with open cards or as one seat saw it: full-screen, or in plain lines. "
    "When the output is not a terminal, all steps are printed as text."
)
EXAMPLE = "camelup watch game.txt --seat B"

_KEYS = "Enter next, b back, l and L next and last leg, a number to go there, o odds, q quit"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("game", metavar="GAME", help="a record: a file, an http(s) address, or - for standard input")
    parser.add_argument("--seat", type=str.upper, choices=SEATS, metavar="A-H", help="show what this seat saw")
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="STEP", help="start at this step")
    add_json(parser, "print JSON, a line for each step: action, sentences, position")
    add_plain(parser)
    add_screen(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show the game."""
    record, steps = read_game(arguments.game)
    seat = None if arguments.seat is None else SEATS.index(arguments.seat)
    if seat is not None and seat >= len(record.names):
        raise ImpossiblePositionError("seat", f"This game has the seats A to {SEATS[len(record.names) - 1]}.")
    if arguments.json:
        for number in range(max(0, arguments.first), len(steps)):
            print(json.dumps(_step_json(record, steps, number, seat)))
        return 0
    if not arguments.plain and why_plain() is None:
        from camelup.tui.host import Host, run_host
        from camelup.tui.thinking import Thinking
        from camelup.tui.watch_screen import WatchScreen

        settings = screen_settings(arguments)
        has_motion, first = settings["has_motion"], arguments.first
        return run_host(
            Host(
                lambda: WatchScreen(record, steps, seat=seat, at=first, has_motion=has_motion, thinking=Thinking()),
                settings["palette"],
            )
        )
    ansi = ansi_for(sys.stdout)
    if not is_interactive():
        for number in range(len(steps)):
            print("\n".join(_tell(record, steps, number, ansi)))
        print("\n".join(draw_board(_look(record, steps[-1].state, seat), record.names, ansi)))
        return 0
    at = min(max(0, arguments.first), len(steps) - 1)
    while True:
        _show(record, steps, at, seat, ansi)
        try:
            asked = input("> ").strip()
        except EOFError:
            return 0
        if asked in {"q", "quit"}:
            return 0
        if asked == "o":
            _show_odds(steps[at].state, ansi)
            continue
        at = find_step(steps, at, asked)


def _step_json(record: Record, steps: Sequence[Step], number: int, seat: int | None) -> dict[str, Any]:
    ply, state, _ = steps[number]
    if ply is not None and seat is not None:
        ply = replace(ply, action=action_for(ply.action, ply.seat, seat))  # as in the position, cards stay hidden
    return {
        "step": number,
        "ply": None if ply is None else str(ply),
        "sentences": _sentences(record, steps, number),
        "position": to_json(_look(record, state, seat)),
    }


def read_game(source: str) -> tuple[Record, list[Step]]:
    """Read a record in any format and replay it; FileError if that fails."""
    from camelup.terminal.fetching import STDIN, fetch

    data = fetch(source).decode(errors="replace")
    try:
        record = read_record(data)
        return record, list(replay(record))
    except CamelUpError as error:
        name = "The input" if source == STDIN else source
        reason = error.message[0].lower() + error.message[1:].removesuffix(".")
        raise FileError("file", f"{name} is not a game that can be replayed ({reason}).") from error


def find_step(steps: Sequence[Step], at: int, asked: str) -> int:
    """Return the step that an input leads to; an unknown input stays at the same step."""
    last = len(steps) - 1
    starts = [0, *(n for n in range(1, last) if steps[n].state.leg != steps[n - 1].state.leg), last]
    if asked.isdecimal():
        at = int(asked)
    elif asked in {"", "n"}:
        at += 1
    elif asked == "b":
        at -= 1
    elif asked == "l":
        at = next((start for start in starts if start > at), last)
    elif asked == "L":
        at = next((start for start in reversed(starts) if start < at), 0)
    return min(max(0, at), last)


def _look(record: Record, state: State, seat: int | None) -> State | View:
    return state if seat is None else record.view(state, seat)


def _tell(record: Record, steps: Sequence[Step], number: int, ansi: Ansi) -> list[str]:
    first, *others = _sentences(record, steps, number)
    return [ansi.bold(f"{number}. {first}"), *(f"   {line}" for line in others)]


def _sentences(record: Record, steps: Sequence[Step], number: int) -> list[str]:
    step, before = steps[number], steps[max(0, number - 1)].state
    if step.ply is None:
        return [f"The start: {', '.join(record.names)}."]
    told = describe_events(step.events, before.edition, record.names, money_before=before.money, stacks=before.stacks)
    return [sentence for sentences in told for sentence in sentences]


def _show(record: Record, steps: Sequence[Step], at: int, seat: int | None, ansi: Ansi) -> None:
    window = Window.now()
    said = window.wrapped(_tell(record, steps, at, ansi))
    keys = f"Step {at} of {len(steps) - 1}, leg {steps[at].state.leg}. {_KEYS}."
    looked = _look(record, steps[at].state, seat)
    airy, low = (
        ["", *draw_board(looked, record.names, ansi, is_airy=is_airy), "", *said, "", *window.wrapped([keys])]
        for is_airy in (True, False)
    )
    print("\n".join(airy if window.fits(airy) else low))


def _show_odds(state: State, ansi: Ansi) -> None:
    if state.is_over:
        print("The race is over.")
        return
    with require_extra("Odds", "odds"):
        from camelup.odds import leg, race
        from camelup.terminal.odds_page import odds_lines

    print("\n".join(odds_lines(leg(state), race(state), ansi)))
    input("Press Enter to continue. ")
