"""The manual page, written from the table of commands: `camelup completion man`."""

import argparse

from camelup import __version__
from camelup.terminal.completing import commands_of

_EXITS = (
    ("0", "Done."),
    ("1", "A check failed, such as that of dice or of stored tables; or an error of camelup itself."),
    ("2", "What was asked for was refused; one sentence on standard error says why."),
    ("130", "Interrupted by Ctrl-C."),
)
_VARIABLES = (
    ("NO_COLOR", "Draw without colours; letters carry the meaning."),
    ("CAMELUP_REDUCED_MOTION", "Let camels jump instead of run in the full-screen game."),
    ("CAMELUP_DATA", "The folder for games that were left, seats at live tables, and the tables of a server."),
    ("CAMELUP_CACHE", "The folder for compiled code and solved odds."),
)


def manual_page(parser: argparse.ArgumentParser) -> str:
    """Write the page for a parser that has all its commands."""
    lines = [
        f'.TH CAMELUP 1 "" "camelup {__version__}" "Games"',
        ".SH NAME",
        r"camelup \- the board game Camel Up: play, watch, review, odds, a server",
        ".SH SYNOPSIS",
        ".B camelup",
        r"\fICOMMAND\fR [\fIOPTIONS\fR]",
        ".SH DESCRIPTION",
        _escape(parser.description or ""),
        ".SH COMMANDS",
    ]
    for name, command in commands_of(parser).items():
        lines += _command(f"camelup {name}", command)
    for title, rows in (("EXIT STATUS", _EXITS), ("ENVIRONMENT", _VARIABLES)):
        lines.append(f".SH {title}")
        for label, text in rows:
            lines += [".TP", f".B {label}", _escape(text)]
    return "\n".join(lines) + "\n"


def _command(name: str, parser: argparse.ArgumentParser) -> list[str]:
    inner = commands_of(parser)
    lines = [f".SS {_escape(name)}", _escape(parser.description or "")]
    for action in parser._actions:  # noqa: SLF001 - argparse shows its actions nowhere else
        if isinstance(action, argparse._HelpAction | argparse._SubParsersAction):  # noqa: SLF001 - as above
            continue
        if action.help != argparse.SUPPRESS:
            lines += [".TP", _label(action), _escape(_help(parser, action))]
    if parser.epilog:
        lines += [".PP", _escape(parser.epilog[0].upper() + parser.epilog[1:])]
    for word, other in inner.items():
        lines += _command(f"{name} {word}", other)
    return lines


def _label(action: argparse.Action) -> str:
    value = action.metavar or (action.dest.upper() if action.nargs != 0 else "")
    if action.choices is not None and action.metavar is None:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    shown = _escape(value if isinstance(value, str) else " ".join(value))
    if not action.option_strings:
        return rf"\fI{shown}\fR"
    names = ", ".join(rf"\fB{_escape(option)}\fR" for option in action.option_strings)
    return names if action.nargs == 0 else rf"{names} \fI{shown}\fR"


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    return parser._get_formatter()._expand_help(action) if action.help else ""  # noqa: SLF001 - as above


def _escape(text: str) -> str:
    """Write a text so that roff takes it as it is."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text
