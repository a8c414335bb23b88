"""`camelup completion`: tab completion for shells, and the manual page, both from the table of commands."""

import argparse

from camelup.extras import require_extra

DESCRIPTION = (
    "Print a script that lets a shell complete commands, options, players, editions and files; or, with `man`, the "
    "manual page. docs/terminal.md says where each belongs."
)
EXAMPLE = "camelup completion bash"

_SHELLS = ("bash", "zsh", "fish")
_MANUAL = "man"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("shell", choices=(*_SHELLS, _MANUAL), help="the shell, or man for the manual page")


def run(arguments: argparse.Namespace) -> int:
    """Print it."""
    from camelup.terminal.manual import manual_page

    parser = arguments.make_full_parser()
    if arguments.shell == _MANUAL:
        print(manual_page(parser), end="")
        return 0
    with require_extra("Completions", "tui"):
        import shtab
    from camelup.terminal.completing import set_completions

    set_completions(parser)
    print(shtab.complete(parser, shell=arguments.shell))
    return 0
