"""The reference of the command line, written from the table of commands: reference/commands.md."""

import argparse
import re
from collections.abc import Iterator

from camelup.cli import make_parser
from camelup.terminal.completing import commands_of

_HEAD = """\
# The command line

Every command with its options, as `camelup COMMAND --help` prints them. What a command refuses, it refuses with one
sentence on standard error and exit code 2.
"""


def command_reference() -> str:
    """Write the page."""
    lines = [_HEAD]
    for name, parser in commands_of(make_parser(None, is_full=True)).items():
        lines += _command(f"camelup {name}", parser, "##")
    return "\n".join(lines)


def _command(name: str, parser: argparse.ArgumentParser, level: str) -> Iterator[str]:
    yield f"{level} {name}\n"
    yield f"{_plain(parser.description or '')}\n"
    if parser.epilog:
        yield f"```\n{parser.epilog.removeprefix('for example: ')}\n```\n"
    shown = [action for action in parser._actions if not _is_hidden(action)]  # noqa: SLF001 - they are nowhere else
    if shown:
        yield "| Argument | Meaning |\n|---|---|"
        for action in shown:
            yield f"| {_label(action)} | {_plain(_help(parser, action))} |"
        yield ""
    for word, inner in commands_of(parser).items():
        yield from _command(f"{name} {word}", inner, f"{level}#")


def _is_hidden(action: argparse.Action) -> bool:
    if isinstance(action, argparse._HelpAction | argparse._SubParsersAction):  # noqa: SLF001 - as above
        return True
    return action.help == argparse.SUPPRESS


def _label(action: argparse.Action) -> str:
    value = action.metavar or (action.dest.upper() if action.nargs != 0 else "")
    if action.choices is not None and action.metavar is None:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    shown = value if isinstance(value, str) else " ".join(value)
    if not action.option_strings:
        return f"`{shown}`"
    return ", ".join(f"`{option} {shown}`" if shown else f"`{option}`" for option in action.option_strings)


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    return parser._get_formatter()._expand_help(action) if action.help else ""  # noqa: SLF001 - as above


def _plain(text: str) -> str:
    """Write a help text so that Markdown shows it as the terminal does."""
    return re.sub(r"([\\*_<>|\[\]]|-(?=-))", r"\\\1", text)
