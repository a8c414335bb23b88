"""The plain game, word for word: what was typed, and what came back.

`.venv/bin/python -m tests.test_plain_transcripts` writes the transcripts again.
"""

from pathlib import Path

import pytest

from tests.children import call

FOLDER = Path(__file__).parent / "transcripts"
TYPED = "\n".join(["?", "m", "ticket b", "tile 9+", "winner g", "fly", "loser y", *["roll"] * 60])
GAMES = {
    "first-2": ("--edition", "1", "--players", "2", "--seed", "11"),
    "second-4": ("--edition", "2", "--players", "4", "--seed", "12"),
    "second-6-hidden": ("--edition", "2", "--players", "6", "--seed", "13", "--hide-money"),
}


def transcript(*arguments: str) -> str:
    done = call("play", "--plain", *arguments, typed=TYPED)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("name", GAMES)
def test_a_plain_game_is_word_for_word_as_it_was(name: str) -> None:
    assert transcript(*GAMES[name]) == (FOLDER / f"{name}.txt").read_text()


def test_without_a_terminal_one_line_says_why_the_game_is_plain() -> None:
    done = call("play", "--seed", "1", typed="q\n")
    assert done.returncode == 0
    assert done.stderr == "camelup: playing in plain lines, because the input is not a terminal.\n"


def test_what_only_the_full_screen_has_is_refused_in_plain_lines() -> None:
    for arguments, why in {
        ("--plain", "--people", "Ann,Bo"): "Several people at one keyboard need the full screen.",
        ("--join", "http://localhost/table/a"): "A live table needs the full screen, but the input is not a terminal.",
        ("--spectate",): "--spectate needs --join LINK.",
        ("--join", "http://localhost/table/a", "--players", "3"): "A live table already has its players",
    }.items():
        done = call("play", *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr


if __name__ == "__main__":
    for game, chosen in GAMES.items():
        (FOLDER / f"{game}.txt").write_text(transcript(*chosen))
