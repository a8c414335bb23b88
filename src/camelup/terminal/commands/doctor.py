"""`camelup doctor`: whether everything around the game is in order, and what to do where it is not."""

import argparse
import dataclasses
import json
import os
import platform
import sys
from typing import TYPE_CHECKING

from camelup.server.configuration import Configuration
from camelup.server.setting import read_port
from camelup.terminal.options import add_database, add_json
from camelup.tui.options import why_plain
from camelup.version import __version__

if TYPE_CHECKING:
    from camelup.terminal.diagnosis import Finding

DESCRIPTION = (
    "Look at what camelup needs: compiled code, race table, browser client, database, port, terminal, disk; and say "
    "what to do about each finding. The exit code is 1 if some command would fail."
)
EXAMPLE = "camelup doctor"

_SICK = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_database(parser)
    parser.add_argument(
        "--port",
        type=read_port,
        default=os.environ.get("CAMELUP_PORT") or Configuration.port,
        metavar="N",
        help=f"the port that the server is to use (or CAMELUP_PORT; default: {Configuration.port})",
    )
    add_json(parser, "print JSON: a list of findings")


def run(arguments: argparse.Namespace) -> int:
    """Look, and print what was found."""
    from camelup.terminal.diagnosis import Surroundings, diagnose

    about = f"camelup {__version__}, Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    if not arguments.json:
        print(f"{about}\n")
    found = []
    for finding in diagnose(Surroundings(arguments.data, arguments.database, arguments.port, why_plain())):
        found.append(finding)
        if not arguments.json:
            _print(finding)
    problems = sum(finding.status == "problem" for finding in found)
    if arguments.json:
        listed = [dataclasses.asdict(finding) for finding in found]
        versions = {"camelup": __version__, "python": platform.python_version(), "platform": sys.platform}
        print(json.dumps({**versions, "is_well": problems == 0, "findings": listed}))
    else:
        print(f"\n{_summary(problems)}")
    return _SICK if problems else 0


def _print(finding: "Finding") -> None:
    print(f"{finding.status:<8} {finding.area:<11} {finding.text}", flush=True)
    if finding.remedy is not None:
        print(f"{'':<8} {'':<11} What to do: {finding.remedy}.")


def _summary(problems: int) -> str:
    if problems == 0:
        return "Everything works."
    return f"{problems} {'problem' if problems == 1 else 'problems'}: see what to do."
