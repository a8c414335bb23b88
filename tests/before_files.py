"""Files that camelup writes and names that others rely on, to be kept as they are today.

tests/server/before.py makes them with everything else that is kept in tests/data/before; test_before.py holds later
versions to them.
"""

import argparse
import json
import random
import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import chdir
from pathlib import Path
from typing import Any

from camelup import FIRST, SECOND, Game, position_text, to_json
from camelup.cli import COMMANDS, make_parser
from tests.children import call

ROOT = Path(__file__).parent.parent
PROGRAM = Path(__file__).parent / "data" / "before" / "program.py.txt"
ARENA = ("random", "novice", "random", "--edition", "1", "--seed", "5", "--processes", "1")
"""A match of which the file of results is kept, with 3 games."""
SEATED = ("random", "--edition", "1", "--seed", "7", "--games", "2", "--processes", "1")
"""A match with a program, whose conversation is kept."""


def seat_program(folder: Path) -> list[Any]:
    """Let a program of then play a match; give what was said in its first game, and when it was tried twice before."""
    shutil.copy(PROGRAM, folder / "program.py")
    with chdir(folder):
        call("arena", "exec:python3 program.py said.jsonl", *SEATED).check_returncode()
    said = [json.loads(line) for line in (folder / "said.jsonl").read_text(encoding="utf-8").splitlines()]
    ends = [number for number, (_, message) in enumerate(said, 1) if message["type"] == "end"]
    return said[: ends[2]]


def ask_player(said: list[Any]) -> list[Any]:
    """Say to `camelup player` what was said to a program in its first game; give what it answers."""
    told = [message for who, message in said if who == ">"]
    begin = next(number for number, message in enumerate(told, 1) if message["type"] == "bye")
    lines = "".join(json.dumps(message) + "\n" for message in told[begin:])
    answered = call("player", "random", "--seed", "1", typed=lines)
    answered.check_returncode()
    return [json.loads(line) for line in answered.stdout.splitlines()]


# --- Names ----------------------------------------------------------------------------------------------------


def flags_of(parser: argparse.ArgumentParser, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give the arguments of a command and of those below it: by flag, with what it takes."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for word, below in action.choices.items():
                yield from flags_of(below, f"{name} {word}")
        elif not isinstance(action, argparse._HelpAction):  # noqa: SLF001
            takes = {
                "takes_value": action.nargs != 0,
                "choices": None if action.choices is None else [str(choice) for choice in action.choices],
            }
            for flag in action.option_strings or [f"({action.dest})"]:
                yield f"{name} {flag}", takes


def all_flags() -> dict[str, dict[str, Any]]:
    """Give every argument of every command; a position without a flag stands in brackets."""
    return dict(
        pair
        for command in COMMANDS
        for word, below in _below(make_parser(command))
        if word == command
        for pair in flags_of(below, command)
    )


def _below(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:  # noqa: SLF001
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            yield from action.choices.items()


def error_codes() -> dict[str, list[str]]:
    """Give the codes that each page of docs/ explains."""
    errors = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
    protocol = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    table = protocol[protocol.index("## Errors") : protocol.index("## Limits")]
    listed = set(re.findall(r"^\| (?:`\w+`)? ?\| `(\w+)`", errors, re.MULTILINE))
    heads = re.findall(r"^\| ((?:`[a-z_]+`(?:, )?)+) \|", table, re.MULTILINE)
    told = {code for head in heads for code in re.findall(r"`(\w+)`", head)} - {"code"}
    return {"errors": sorted(listed), "protocol": sorted(told)}


def metric_names(text: str) -> set[str]:
    """Give the names in an answer of /metrics."""
    return set(re.findall(r"^# TYPE (\w+) \w+$", text, re.MULTILINE))


def documented_metrics() -> set[str]:
    """Give the names that docs/operations.md explains."""
    return set(re.findall(r"`(camelup_\w+)", (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")))


# --- Files ----------------------------------------------------------------------------------------------------


def _play(edition_number: int, players: int) -> dict[str, Any]:
    generator = random.Random(100 * edition_number + players)
    names = ["Ann", "Bö", "Cem Ö.", "Dia", "Eli", "Fay", "Gil", "Hal"][:players]
    edition = FIRST if edition_number == 1 else SECOND
    game = Game(players, edition, seed=players, first=None, names=names, hide_money=players % 2 == 1)
    positions = [game.position]
    views = []
    while not game.is_over:
        by_kind: dict[str, list[Any]] = {}
        for action in game.legal():
            by_kind.setdefault(type(action).__name__, []).append(action)
        game.play(generator.choice(by_kind[generator.choice([*by_kind, "Roll"])]))
        if len(game.record.plies) in {7, 15} and players in {3, 6}:
            positions.append(game.position)
            views.append(game.view(len(game.record.plies) % players))
    positions.append(game.position)
    return {
        "edition": edition_number,
        "players": players,
        "record": str(game.record),
        "record_form": to_json(game.record),
        "positions": [[position_text(position), to_json(position)] for position in positions],
        "views": [[position_text(view), to_json(view)] for view in views],
    }


def write_lines(file: Path, values: Sequence[Any]) -> None:
    """Write values as lines of JSON."""
    text = "".join(json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n" for value in values)
    file.write_text(text, encoding="utf-8")


def make_files(folder: Path) -> None:
    """Make all files."""
    games = [_play(edition, players) for edition in (1, 2) for players in range(2, 9)]
    write_lines(folder / "games.jsonl", games)
    call("arena", *ARENA, "--games", "3", "--out", str(folder / "arena.jsonl")).check_returncode()
    report = call("arena", "report", str(folder / "arena.jsonl"), "--json")
    (folder / "arena_report.json").write_text(report.stdout)
    saved = ("--edition", "2", "--players", "3", "--seed", "3", "--first", "A", "--save", str(folder / "saved.txt"))
    typed = "ticket b\nwinner g\ntile 9+\nroll\nroll\nloser p\nq\n"
    call("play", *saved, "--against", "random", typed=typed).check_returncode()
    with tempfile.TemporaryDirectory() as scratch:
        said = seat_program(Path(scratch))
    write_lines(folder / "program.jsonl", said)
    write_lines(folder / "player.jsonl", ask_player(said))
    (folder / "flags.json").write_text(json.dumps(all_flags(), indent=1) + "\n")
    (folder / "error_codes.json").write_text(json.dumps(error_codes()) + "\n")
