"""Tab completion and the manual page, from the table of commands."""

import argparse
import shutil
from pathlib import Path

import pytest

from camelup.cli import COMMANDS, make_parser
from camelup.players import ENTRIES
from camelup.terminal.completing import commands_of
from tests.children import call, run


def options_of(parser: argparse.ArgumentParser) -> list[str]:
    """The options that its help shows, and not the help itself."""
    actions = parser._actions  # noqa: SLF001 - argparse shows its actions nowhere else
    shown = [action for action in actions if action.dest != "help" and action.help != argparse.SUPPRESS]
    return [option for action in shown for option in action.option_strings]


def completed(folder: Path, *words: str) -> list[str]:
    """What bash offers for the last of these words."""
    script = folder / "completion"
    script.write_text(call("completion", "bash").stdout)
    typed = " ".join(f"'{word}'" for word in ("camelup", *words))
    count = len(words)
    ask = f"source {script}; COMP_WORDS=({typed}); COMP_CWORD={count}; _shtab_camelup"
    done = run("bash", "-c", f"{ask}; printf '%s\\n' \"${{COMPREPLY[@]}}\"")
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_commands_options_players_editions_and_files(tmp_path: Path) -> None:
    assert set(completed(tmp_path, "")) >= set(COMMANDS)
    assert "--against" in completed(tmp_path, "play", "--a")
    assert completed(tmp_path, "play", "--against", "") == list(ENTRIES)
    assert completed(tmp_path, "play", "--edition", "") == ["1", "2"]
    assert completed(tmp_path, "completion", "f") == ["fish"]
    file = tmp_path / "game.txt"
    file.touch()
    assert completed(tmp_path, "watch", str(tmp_path / "ga")) == [str(file)]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_and_option_is_in_the_script_of_every_shell(shell: str) -> None:
    script = call("completion", shell).stdout
    for name, parser in commands_of(make_parser(None, is_full=True)).items():
        assert name in script
        assert all(option.lstrip("-") in script for option in options_of(parser))


def test_the_manual_page_has_every_command_and_option() -> None:
    page = call("completion", "man").stdout
    assert page.startswith('.TH CAMELUP 1 ""')
    for name, parser in commands_of(make_parser(None, is_full=True)).items():
        assert f".SS camelup {name}\n" in page
        assert all(option.replace("-", r"\-") in page for option in options_of(parser))
    assert "%(" not in page


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_the_manual_page_can_be_set(tmp_path: Path) -> None:
    file = tmp_path / "camelup.1"
    file.write_text(call("completion", "man").stdout)
    done = run("groff", "-man", "-Tascii", "-ww", str(file))
    assert (done.returncode, done.stderr) == (0, "")
    assert "camelup play" in done.stdout


def test_an_unknown_shell_is_refused() -> None:
    assert call("completion", "dos").returncode == 2
