"""`camelup puzzle`: the puzzle of a day."""

import argparse
import json
from datetime import date
from typing import TYPE_CHECKING, Any

from camelup.core.errors import ArgumentError, NotationError
from camelup.terminal.options import add_json, add_plain
from camelup.tui.options import add_screen, screen_settings, why_plain

if TYPE_CHECKING:
    from camelup.puzzles.bank import Puzzle

DESCRIPTION = (
    "Find the best action in the puzzle of the day, the same that the browser has: full-screen, or in plain lines. "
    "An action given on the command line is answered at once."
)
EXAMPLE = "camelup puzzle --date 2026-11-18 'ticket r'"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("answer", nargs="?", metavar="ACTION", help="your answer, such as 'ticket r' or 'tile 5+'")
    parser.add_argument("--date", type=_read_date, metavar="YYYY-MM-DD", help="another day's puzzle (default: today)")
    add_json(parser, "print JSON: the puzzle and, with an answer, the verdict")
    add_plain(parser)
    add_screen(parser)


def _read_date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r:.40} is not a date such as 2026-11-18") from None


def run(arguments: argparse.Namespace) -> int:
    """Ask, and judge the answer."""
    from camelup.puzzles import FIRST_DAY, puzzle_of

    today = date.today()  # noqa: DTZ011 - the day of the player's own calendar, as in the browser
    day = arguments.date or today
    if not FIRST_DAY <= day <= max(today, FIRST_DAY):
        raise ArgumentError("arguments", f"There are puzzles from {FIRST_DAY} to today.")
    if arguments.json:
        print(json.dumps(_puzzle_json(puzzle_of(day), day, arguments.answer)))
        return 0
    if arguments.answer is None and not arguments.plain and why_plain() is None:
        from camelup.tui.host import Host, run_host
        from camelup.tui.puzzle_screen import PuzzleScreen

        settings = screen_settings(arguments)
        return run_host(Host(lambda: PuzzleScreen(day, today), settings["palette"]))
    return _ask_plainly(puzzle_of(day), day, arguments.answer)


def _ask_plainly(puzzle: "Puzzle", day: date, answer: str | None) -> int:
    import sys

    from camelup.core.actions import SEATS
    from camelup.formats.ansi import ansi_for
    from camelup.formats.text_board import draw_board
    from camelup.terminal.menu import draw_menu
    from camelup.terminal.puzzle import verdict

    view, ansi = puzzle.view, ansi_for(sys.stdout)
    names = SEATS[: view.players]
    if answer is None:
        print(f"Puzzle of {day}: you are {names[view.turn]}. Which action is worth most?")
        print("\n".join(["", *draw_board(view, names, ansi), "", *draw_menu(view, names, ansi)]))
        print("> ", end="", flush=True)
        answer = sys.stdin.readline()
        if not answer:
            print()
            return 0
    title, text = verdict(puzzle, _read_answer(puzzle, answer))
    print(f"{title}. {text}")
    return 0


def _read_answer(puzzle: "Puzzle", answer: str) -> str:
    from camelup.core.actions import SEATS
    from camelup.terminal.typed import parse_input

    action = parse_input(answer, puzzle.view, SEATS[: puzzle.view.players])
    if action not in puzzle.view.legal:
        raise NotationError("menu", f"'{action}' is not possible in this position.")
    return str(action)


def _puzzle_json(puzzle: "Puzzle", day: date, answer: str | None) -> dict[str, Any]:
    """Give the puzzle; its solution only together with an answer."""
    from camelup.formats.json_codec import to_json
    from camelup.terminal.puzzle import verdict

    form = {"date": day.isoformat(), "position": to_json(puzzle.view), "legal": [str(one) for one in puzzle.view.legal]}
    if answer is None:
        return form
    given = _read_answer(puzzle, answer)
    return form | {
        "answer": given,
        "best": puzzle.best,
        "is_correct": given == puzzle.best,
        "explanation": verdict(puzzle, given)[1],
    }
