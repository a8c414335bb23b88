"""The terminal game: played with pipes, and in real processes at a pseudo-terminal; and its drawings."""

import errno
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from camelup import SECOND, Game, parse_position, parse_record, parse_view
from camelup.chance import seeded
from camelup.core.actions import JoinPartner, PlaceTile
from camelup.core.edition import EDITIONS, FIRST, Camel, Edition
from camelup.core.errors import FileError, NotationError
from camelup.core.rules import apply
from camelup.core.state import State
from camelup.core.validity import LARGEST
from camelup.core.view import view_of
from camelup.formats.ansi import Ansi, fit, width
from camelup.formats.record import replay
from camelup.formats.text_board import WIDTH, draw_board
from camelup.players import Player
from camelup.players.random_player import RandomPlayer
from camelup.terminal import game as terminal_game
from camelup.terminal.autosave import Autosave, save
from camelup.terminal.guide import guide
from camelup.terminal.menu import draw_menu, draw_short_menu, in_order
from camelup.terminal.screen import Window, screen
from camelup.terminal.typed import parse_input
from tests.children import CAMELUP, call, started
from tests.randomplay import random_action, random_start

PLAIN, COLOURED = Ansi(is_coloured=False), Ansi(is_coloured=True)
LONG_NAMES = ["You", "駱駝駱駝駱駝駱駝駱駝駱駝", "X" * 40, "Zoë", "Ewa", "é" * 40, "G", "H"]
SOME_OF_EVERYTHING = [*(f"partner {seat}" for seat in "BCD"), *(f"tile {space}+" for space in range(5, 15))]
SOME_OF_EVERYTHING += ["ticket green", "winner b", "roll", "loser y", "1"]
"""What to type over and over; what is not allowed is refused and passed over."""


def environment(**variables: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "LINES", "COLUMNS"}}
    return {**kept, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **variables}


def camelup(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return call(*arguments, typed=typed)


def play(*arguments: str, typed: str) -> str:
    """Play with piped input; give what was printed, after making sure that nothing went wrong."""
    done = camelup("play", "--plain", *arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


# --- Whole games ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("edition", "players"), [(1, 2), (1, 4), (2, 4), (2, 8)])
def test_a_whole_game(edition: int, players: int, tmp_path: Path) -> None:
    file = tmp_path / "game"
    typed = "\n".join(SOME_OF_EVERYTHING * 40)
    output = play("--edition", str(edition), "--players", str(players), "--seed", "3", "--save", str(file), typed=typed)
    assert re.search(r"(won|shared the win) with \d+ pounds?\.\n$", output)
    assert " won the race, and " in output
    assert max(width(line) for line in output.splitlines()) <= WIDTH
    assert "\x1b" not in output
    record = parse_record(file.read_text())
    assert (record.start.edition, record.start.players) == (EDITIONS[edition], players)
    assert record.result is not None
    *_, (_, last, _) = replay(record)
    amounts = re.search(r"Final money: (.*)\.", output.replace("\n    ", " "))
    assert amounts is not None
    assert tuple(map(int, re.findall(r" (\d+)(?:,|$)", amounts.group(1)))) == last.money
    # Every card that was laid is turned up at the end.
    cards = re.findall(r" bet \w+ to (?:win|lose) and (?:got|lost) ", output)
    assert len(cards) == len(last.winner_deck) + len(last.loser_deck)
    # What the person did came from the keyboard, and every kind of it was possible.
    kinds = {ply.action.kind for ply in record.plies if ply.seat == 0}
    assert kinds == {"roll", "ticket", "tile", "card"} | ({"partner"} if players == 8 else set())


def test_a_seed_gives_the_same_game_again() -> None:
    typed = "\n".join(["roll", "ticket b", "2"] * 3 + ["q"])
    assert play("--seed", "5", typed=typed) == play("--seed", "5", typed=typed)
    assert play("--seed", "5", typed=typed) != play("--seed", "6", typed=typed)


def test_a_name_may_be_given_even_one_of_the_opponents(tmp_path: Path) -> None:
    file = tmp_path / "game"
    output = play("--name", "tumble", "--seed", "1", "--save", str(file), typed="roll\nq\n")
    assert "You, Tumble 2, Tumble 3, Tumble 4." in output
    assert "\nYour turn: " in output
    assert "\nYou rolled " in output
    assert parse_record(file.read_text()).names == ("tumble", "Tumble 2", "Tumble 3", "Tumble 4")


def test_a_game_that_is_over_shows_its_result_when_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game"
    output = play("--seed", "3", "--save", str(file), typed="roll\n" * 60)
    result = [line.strip() for line in output.splitlines()[-3:]]
    assert play("--load", str(file), typed="").splitlines()[-3:] == result


# --- What is typed --------------------------------------------------------------------------------------------

BAD_LINES = [
    "0",
    "99",
    "9" * 5000,
    "-1",
    "³",
    "fly",
    "fly \x1b[A\x1b[B",
    "+",
    "ticket",
    "ticket z",
    "ticket g g",
    "ticket \x00",
    "tile 5",
    "tile 1+",
    "tile 99+",
    "winner ?",
    "partner Z",
    "partner B",
    "roll 3",
    "save",
    "save .",
    "save /no/such/folder/game",
    "camelup",
    "é" * 200,
]


def test_what_cannot_be_done_gets_one_line_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game"
    output = play("--seed", "2", "--save", str(file), typed="\n".join([*BAD_LINES, "q"]))
    answers = re.split(r"^> ", output, flags=re.MULTILINE)[1:]
    assert len(answers) == len(BAD_LINES) + 1
    for line, answer in zip(BAD_LINES, answers, strict=False):
        echo, *said = answer.splitlines()
        assert echo == line.replace("\x00", "").replace("\x1b", "")
        assert len(said) == 1, answer
        assert len(said[0]) > 10
        assert len(said[0]) < 140
        assert said[0].endswith((".", "?"))
        assert "character" not in said[0]
    record = parse_record(file.read_text())
    assert not [ply for ply in record.plies if ply.seat == 0]


def test_a_first_hint_says_at_once_that_it_may_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    def find_hint(*_: object) -> str:
        sys.stdout.flush()
        sys.stdout.seek(0)
        shown.append(sys.stdout.read())  # what was on the screen before the champion thought
        return "Sekhet would roll."

    monkeypatch.setattr(terminal_game, "find_hint", find_hint)
    out = play("--seed", "3", "--first", "A", typed="h\nh\nq\n")
    assert shown[0].endswith("Thinking. The first time can take a minute.\n")
    assert out.count("Thinking.") == 1
    assert out.count("Sekhet would roll.") == 2


def test_help_and_redrawing_change_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game"
    output = play("--seed", "2", "--save", str(file), typed="?\nHELP\n\nquit\n")
    assert output.count("Camels race to the right") == 2
    assert output.count("\n Leg 1 ") == 2
    assert not [ply for ply in parse_record(file.read_text()).plies if ply.seat == 0]


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.title)
@pytest.mark.parametrize("players", [4, 8])
def test_the_guide_fits_and_speaks_the_words_of_the_edition(edition: Edition, players: int) -> None:
    lines = guide(edition, players)
    assert max(map(len, lines)) <= WIDTH
    text = re.sub(r"\s+", " ", " ".join(lines))
    words = edition.words
    for word in (words.ticket, words.pyramid_ticket, words.tile, words.cheering, words.booing, words.card):
        assert word in text
    assert ("partner C" in text) == edition.has_partnerships(players)
    assert ("crazy" in text) == ("x the grey one" in text) == bool(edition.crazy)
    assert "Egyptian pounds" in text
    assert "Dice in " in text
    assert "correct cards pay 8 pounds, 5, 3, 2, then 1 each in the order played" in text
    assert ("(ticket for short)" in text) == (edition is FIRST)


def test_every_number_and_every_notation_gives_its_action() -> None:
    generator = random.Random(1)
    for _ in range(60):
        state = random_start(generator)
        names = [f"Player {seat}" for seat in range(state.players)]
        for _ in range(generator.randint(0, 60)):
            if not state.is_over:
                state, _ = apply(state, *random_action(state, generator))
        view = view_of(state, state.turn)
        actions = in_order(view)
        assert sorted(map(str, actions)) == sorted(map(str, view.legal))
        for number, action in enumerate(actions, 1):
            assert parse_input(str(number), view, names) == action
            assert parse_input(str(action).upper(), view, names) == action
            if isinstance(action, JoinPartner):
                assert parse_input(f"partner {names[action.seat]}", view, names) == action
        drawn = draw_menu(view, names, PLAIN)
        assert re.findall(r"(\d+)\)", " ".join(drawn)) == list(map(str, range(1, len(actions) + 1)))


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("ticket green", "ticket g"),
        ("Ticket  Green", "ticket g"),
        ("tile 5 +", "tile 5+"),
        ("tile +5", "tile 5+"),
        ("tile -5", "tile 5-"),
        ("tile 5 cheering", "tile 5+"),
        ("tile booing 5", "tile 5-"),
        ("Tile 12Booing", "tile 12-"),
        ("5+", "tile 5+"),
        ("12 -", "tile 12-"),
        ("+5", "tile 5+"),
        ("r", "roll"),
        ("R", "roll"),
        ("WINNER Blue", "winner b"),
        ("roll", "roll"),
        ("1", "roll"),
        ("2", "ticket b"),
    ],
)
def test_words_may_be_written_out(typed: str, action: str) -> None:
    view = Game(seed=1).view(0)
    assert str(parse_input(typed, view, ["You", "Bo", "Cleo", "Dan"])) == action


@pytest.mark.parametrize(
    ("typed", "edition", "answer"),
    [
        ("tile 5", SECOND, "Which side? Type tile 5+ (cheering) or tile 5- (booing)."),
        ("tile 5", FIRST, "Which side? Type tile 5+ (oasis) or tile 5- (mirage)."),
        ("tile", FIRST, "Which space and side? Type tile 5+ (oasis) or tile 5- (mirage)."),
        (
            "tile 5 oasis",
            SECOND,
            "'5 oasis' is not a space and a side: type tile 5+ (cheering) or tile 5- (booing).",
        ),
        ("ticket", SECOND, "Which camel? Type ticket and one of b g p r y."),
        ("winner p", FIRST, "There is no camel 'p' to bet on: type winner and one of b g o w y."),
        ("partner Zoe", SECOND, "Nobody here is called 'Zoe': type partner and a name or letter, A to D."),
        ("roll 3", SECOND, "'roll 3' is too long: just type roll."),
        ("foo", SECOND, "'foo' is not an action: type a number or words such as ticket b (? for help)."),
        ("x\x1b[A" + "y" * 99, SECOND, f"'x[A{'y' * 27}...' is not an action: "),
        ("99", FIRST, "There is no 99 in the list: choose 1 to "),
    ],
)
def test_what_cannot_be_read_is_answered_in_words_of_the_table(typed: str, edition: Edition, answer: str) -> None:
    view = Game(edition=edition, seed=1).view(0)
    with pytest.raises(NotationError) as refused:
        parse_input(typed, view, ["You", "Bo", "Cleo", "Dan"])
    assert refused.value.message.startswith(answer)


def test_a_tile_in_the_menu_is_written_as_it_is_typed() -> None:
    """So that nobody takes its number for its space."""
    view = Game(seed=1).view(0)
    drawn = " ".join(draw_menu(view, ["You", "Bo", "Cleo", "Dan"], PLAIN))
    for number, action in enumerate(in_order(view), 1):
        if isinstance(action, PlaceTile):
            assert f" {number}) {action.space}{action.side} " in drawn + " "


def test_the_short_menu_names_all_that_is_allowed() -> None:
    view = parse_view(
        "edition 2 | track 1:bgpry 2:K 16:W | tiles 5+B | money 3 3 3 3 3 3 | tickets b5 - g5g3g2g2 - - -"
        " | hands gp ????? ????? ????? ????? ????? | winner Ab Ar | loser Ay | partners BC | seat A"
    )
    assert draw_short_menu(view) == [
        " roll | ticket b3 p5 r5 y5 | tile 3 7 8 9 10 11 12 13 14 15 (3+ cheering,",
        " 3- booing) | winner or loser g p | partner D E F",
    ]


@pytest.mark.parametrize("key", ["v", "o", "values", "ODDS"])
def test_keys_of_the_full_screen_are_said_to_be_there(key: str) -> None:
    said = "Odds and values need the full screen, without --plain. Here, h gives a hint."
    assert play("--seed", "4", "--first", "A", typed=f"{key}\nq\n").splitlines()[-3:-2] == [said]


# --- Leaving, saving, loading ---------------------------------------------------------------------------------


def test_the_end_of_the_input_leaves_and_saves(tmp_path: Path) -> None:
    file = tmp_path / "game"
    output = play("--seed", "4", "--save", str(file), typed="roll\n")
    assert output.splitlines()[-1] == f"Goodbye. The game is saved in {file}."
    assert [str(ply.action) for ply in parse_record(file.read_text()).plies if ply.seat == 0] == ["roll"]
    unsaved = "Goodbye. The game is not saved; with --save FILE it would have been."
    assert play("--seed", "4", typed="roll\n").splitlines()[-1] == unsaved
    assert [path.name for path in tmp_path.iterdir()] == ["game"]


def test_an_interrupt_leaves_and_saves(tmp_path: Path) -> None:
    file = tmp_path / "game"
    arguments = ("play", "--plain", "--seed", "4", "--save", str(file))
    pipe = subprocess.PIPE
    with started(*CAMELUP, *arguments, stdin=pipe, stdout=pipe, stderr=pipe, env=environment()) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        seen = b""
        process.stdin.write("roll\n")
        process.stdin.flush()
        while seen.count(b"\n> ") < 2:
            read = os.read(process.stdout.fileno(), 65536)
            assert read, "the game has ended by itself"
            seen += read
        # A signal that arrives between the prompt and the reading is noticed at the next one only.
        for _ in range(20):
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=1)
                break
        assert process.returncode == 130
        rest = process.stdout.read()
        assert process.stderr.read() == ""
    assert rest.strip() == f"Goodbye. The game is saved in {file}."
    assert len([ply for ply in parse_record(file.read_text()).plies if ply.seat == 0]) == 1


def table_of(output: str) -> str:
    """The last table that was drawn, without what happened and the menu."""
    table = output[output.rindex("\n Leg ") :]
    return table[: table.index("\n loser    ")]


def test_a_saved_game_goes_on(tmp_path: Path) -> None:
    file, again = tmp_path / "game", tmp_path / "again"
    before = play("--seed", "4", "--save", str(file), typed="roll\nticket b\nq\n")
    assert "The game is saved in" in before
    saved = file.read_text()
    looked = play("--load", str(file), typed="q\n")
    assert table_of(looked) == table_of(before)
    played = len(parse_record(saved).plies)
    assert f"The game continues in leg 1 after {played} actions: your turn." in looked
    assert file.read_text() == saved
    play("--load", str(file), "--save", str(again), typed="\n".join(SOME_OF_EVERYTHING * 40))
    first, second = (parse_record(path.read_text()) for path in (file, again))
    assert second.plies[: len(first.plies)] == first.plies
    assert second.result is not None
    assert file.read_text() == saved


def test_a_game_goes_on_being_saved_where_it_was_saved_or_loaded_from(tmp_path: Path) -> None:
    file = tmp_path / "game"
    output = play("--seed", "4", typed=f"roll\nsave {file}\nsave {file}\nticket b\n")
    assert output.count(f"Saved in {file}. The game is saved there after every turn.") == 2
    assert output.endswith(f"Goodbye. The game is saved in {file}.\n")
    play("--load", str(file), "--save", str(file), typed="ticket r\n")
    assert play("--load", str(file), typed="ticket g\n").endswith(f"Goodbye. The game is saved in {file}.\n")
    actions = [str(ply.action) for ply in parse_record(file.read_text()).plies if ply.seat == 0]
    assert actions == ["roll", "ticket b", "ticket r", "ticket g"]


def test_another_game_is_never_overwritten(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for number, file in enumerate((one, other)):
        play("--seed", str(number), "--save", str(file), typed="roll\nq\n")
    texts = [file.read_text() for file in (one, other)]
    refusal = f"{other} already has a game: continue it with --load {other}, or name another file."
    for arguments in (("--save", str(other)), ("--load", str(one), "--save", str(other))):
        done = camelup("play", "--plain", *arguments, typed="roll\nq\n")
        assert (done.returncode, done.stdout, done.stderr) == (2, "", f"camelup: {refusal}\n")
    assert refusal in play("--load", str(one), typed=f"save {other}\nq\n")
    assert refusal in play(typed=f"save {other}\nq\n")
    assert [file.read_text() for file in (one, other)] == texts


def test_what_is_said_about_saving_is_true(tmp_path: Path) -> None:
    game = Game(seed=1)
    autosave = Autosave(game)
    assert str(autosave) == "The game is not saved; with --save FILE it would have been."
    folder = tmp_path / "folder"
    folder.mkdir()
    file = folder / "game"
    autosave.save_as(file)
    assert str(autosave) == f"The game is saved in {file}."
    file.unlink()
    folder.rmdir()
    for last in ("last action", "last 2 actions"):
        game.play("roll")
        with pytest.raises(FileError) as refused:
            autosave.save()
        assert str(refused.value) == f"Cannot save in {file}: No such file or directory."
        assert str(autosave) == f"{file} has the game without its {last}."
    folder.mkdir()
    autosave.save()
    assert str(autosave) == f"The game is saved in {file}."
    assert parse_record(file.read_text()) == game.record


def test_a_file_that_is_no_saved_game_is_never_overwritten(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Anna")
    done = camelup("play", "--plain", "--save", str(letter), typed="q\n")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert letter.read_text() == "Dear Anna"
    assert "is not a saved game" in play("--seed", "1", typed=f"save {letter}\nsave {os.devnull}\nq\n")
    assert letter.read_text() == "Dear Anna"
    assert not Path(os.devnull).is_file()


def test_saving_leaves_the_old_file_or_the_new_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "game"
    old, new = (str(Game(seed=seed).record) for seed in (1, 2))
    save(file, old)
    link = tmp_path / "link"
    link.symlink_to(file)

    def fail(_: Path, __: Path) -> None:
        assert file.read_text() == old
        raise OSError(errno.ENOSPC, "No space left on device", "something in between")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fail)
        with pytest.raises(FileError) as refused:
            save(link, new)
    assert str(refused.value) == f"Cannot save in {link}: No space left on device."
    assert sorted(path.name for path in tmp_path.iterdir()) == ["game", "link"]
    assert file.read_text() == old
    save(link, new)
    assert (file.read_text(), link.is_symlink()) == (new, True)


# --- Colours --------------------------------------------------------------------------------------------------


@contextmanager
def at_a_terminal(
    *arguments: str, rows: int, columns: int = 80, variables: dict[str, str] | None = None
) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    master, slave = pty.openpty()
    env = environment(LINES=str(rows), COLUMNS=str(columns), **variables or {})
    with started(*CAMELUP, *arguments, stdin=slave, stdout=slave, stderr=slave, env=env, close_fds=True) as process:
        os.close(slave)
        try:
            yield master, process
        finally:
            process.kill()
            os.close(master)


def read_until(terminal: int, text: str) -> str:
    seen = b""
    deadline = time.monotonic() + 30
    while text.encode() not in seen and time.monotonic() < deadline:
        if select.select([terminal], [], [], 1)[0]:
            try:
                seen += os.read(terminal, 65536)
            except OSError:  # the other side has closed
                break
    assert text in seen.decode()
    return seen.decode()


def say(terminal: int, line: str, until: str = "\n> ") -> str:
    os.write(terminal, f"{line}\n".encode())
    return read_until(terminal, until)


@pytest.mark.parametrize(
    ("variables", "is_coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colours_are_for_terminals_that_want_them(variables: dict[str, str], *, is_coloured: bool) -> None:
    with at_a_terminal("play", "--plain", "--seed", "4", rows=40, variables=variables) as (terminal, process):
        screen = read_until(terminal, "\n> ")
        assert ("\x1b[48;5;" in screen) == is_coloured
        assert ("\x1b" in screen) == is_coloured
        assert re.sub(r"\x1b\[[0-9;]*m", "", screen).count(" first   ") == 1
        say(terminal, "q", "Goodbye. The game is not saved; with --save FILE it would have been.\r\n")
        assert process.wait(timeout=20) == 0


# --- At a terminal --------------------------------------------------------------------------------------------


def test_the_end_of_file_key_leaves() -> None:
    with at_a_terminal("play", "--plain", "--seed", "4", rows=40) as (terminal, process):
        read_until(terminal, "\n> ")
        os.write(terminal, b"\x04")
        assert "\r\nGoodbye." in read_until(terminal, "Goodbye.")
        assert process.wait(timeout=20) == 0


def test_leaving_with_something_to_lose_asks(tmp_path: Path) -> None:
    question = "Leave without saving? (y/n, or save FILE) "
    file = tmp_path / "game"
    with at_a_terminal("play", "--plain", "--seed", "4", rows=50) as (terminal, process):
        read_until(terminal, "\n> ")
        say(terminal, "roll")
        say(terminal, "q", question)
        say(terminal, "n")
        say(terminal, "q", question)
        say(terminal, "save", "Name a file: save FILE.")
        say(terminal, "q", question)
        say(terminal, f"save {file}", f"Goodbye. The game is saved in {file}.")
        assert process.wait(timeout=20) == 0
    with at_a_terminal("play", "--plain", "--load", str(file), rows=50) as (terminal, process):
        read_until(terminal, "\n> ")
        say(terminal, "roll")
        say(terminal, "q", f"Goodbye. The game is saved in {file}.")
    assert len([ply for ply in parse_record(file.read_text()).plies if ply.seat == 0]) == 2


def test_arrow_keys_edit_the_line() -> None:
    with at_a_terminal("play", "--plain", "--seed", "4", rows=50) as (terminal, _):
        read_until(terminal, "\n> ")
        assert "'ab' is not an action" in say(terminal, "b\x1b[Da")


def test_a_low_terminal_shows_first_what_happened_and_waits() -> None:
    with at_a_terminal("play", "--plain", "--seed", "4", "--players", "8", rows=24) as (terminal, _):
        assert "Tumble 3 starts." in read_until(terminal, "Press Enter to continue ")
        screen = say(terminal, "")
        assert screen.count("\n") <= 24
        assert "partner B C D E F G H" in screen
        # Without the list in sight, a number is not taken for one of its items.
        assert "m shows it" in say(terminal, "5")
        assert " 1) " in say(terminal, "m")
        assert "You took red 5." in say(terminal, "5", "Press Enter to continue ")


def test_the_help_and_the_end_are_shown_page_by_page(tmp_path: Path) -> None:
    file = tmp_path / "game"
    play("--seed", "3", "--save", str(file), typed="roll\n" * 60)
    over = parse_record(file.read_text())
    file.write_text(str(replace(over, plies=over.plies[:-1], result=None)))
    with at_a_terminal("play", "--plain", "--load", str(file), "--seed", "1", rows=24) as (terminal, process):
        screen = read_until(terminal, "\n> ")
        first = say(terminal, "?", "Press Enter to continue ")
        rest = say(terminal, "")
        assert "roll" in first
        assert "save FILE" in rest
        assert max(screen.count("\n"), first.count("\n"), rest.count("\n")) <= 25
        say(terminal, "roll", "Press Enter to continue ")
        os.write(terminal, b"\n" * 9)
        read_until(terminal, "Final money: ")
        assert process.wait(timeout=20) == 0


def test_a_narrow_terminal_is_told_once_and_gets_narrow_text() -> None:
    with at_a_terminal("play", "--plain", "--seed", "4", rows=60, columns=60) as (terminal, _):
        screens = [read_until(terminal, "\n> "), say(terminal, ""), say(terminal, "?"), say(terminal, "m")]
    told = "The table needs 80 columns; this window has 60."
    assert [told in screen for screen in screens] == [True, False, False, False]
    text = re.sub(r"\x1b\[[0-9;]*m", "", screens[2] + screens[3])
    assert max(map(len, text.splitlines())) <= 60


# --- What fits ------------------------------------------------------------------------------------------------

SENTENCE = "Bo rolled yellow 3. Yellow carried green to 4, onto red."


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=lambda edition: edition.title)
@pytest.mark.parametrize("players", [2, 4, 8])
def test_a_turn_fits_the_usual_terminal(edition: Edition, players: int) -> None:
    news = [SENTENCE] * players
    seen = apart = 0
    for seed in range(4):
        game = Game(players, edition, seed=seed)
        player = RandomPlayer(seeded(seed))
        while not game.is_over:
            view = game.view(game.position.turn)
            shown = screen(view, LONG_NAMES[:players], news, PLAIN, Window(80, 24))
            seen += 1
            apart += bool(shown.first)
            assert len(shown.lines) < 24
            assert (shown.first == news) != (SENTENCE in shown.lines)
            game.play(player.choose(view))
    # Only where many sit at the table it is the rule that the news must be read before.
    assert apart < seen / 4 if players < 8 else apart > seen / 2


def test_a_tall_terminal_and_a_pipe_show_everything() -> None:
    view = Game(8, seed=1).view(0)
    for window in (Window(80, 50), Window(80, None)):
        shown = screen(view, LONG_NAMES, [SENTENCE] * 8, PLAIN, window)
        assert (shown.first, shown.is_numbered) == ([], True)
        text = "\n".join(shown.lines)
        assert text.index(" loser    ") < text.index(SENTENCE) < text.index("Your turn") < text.index(" 1) Roll a die")
    assert screen(view, LONG_NAMES, [SENTENCE] * 8, PLAIN, Window(80, 24)).is_numbered is False


def test_pages_lose_nothing_and_break_at_blank_lines() -> None:
    lines = [*("a" * 9), "", *("b" * 7), "", *("c" * 50)]
    pages = list(Window(80, 20).pages(lines))
    assert [line for page in pages for line in page] == lines
    assert [len(page) for page in pages] == [17, 19, 19, 13]
    assert list(Window(80, None).pages(lines)) == [lines]


def test_painted_and_plain_drawings_differ_in_paint_alone() -> None:
    view = Game(players=8, seed=3).view(0)
    names = LONG_NAMES
    for plain, painted in (
        (draw_board(view, names, PLAIN), draw_board(view, names, COLOURED)),
        (draw_menu(view, names, PLAIN), draw_menu(view, names, COLOURED)),
    ):
        assert painted != plain
        assert [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in painted] == [line.rstrip() for line in plain]


# --- Drawings -------------------------------------------------------------------------------------------------

DRAWINGS = {
    "edition 2 | track 1:r 2:pb 3:gKy 13:W | dice bpyx | tiles 4-B 16+A | money 12 0 3 | tickets g5g3 p5p3p2p2r5 -"
    " | pyramid 1 1 0 | winner Ag C? | loser - | hands bpry ????? ???? | turn B | leg 3 | seat A": """\
 Leg 3    first   y    g    b    p    r   last    3 rolls to go      finish
         #         y                                                      #
         #     b  <K                                                      #
         # r   p   g  -B                                  <W          +A  #
         #--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- --- #
         # 1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16  #

 betting   b  5 3 2 2   g  2 2       p  -         r  3 2 2     y  5 3 2 2
 dice in   b   p   y   x     out   g   r

      money  tickets                rolls  tile  cards
   A     12  g5 g3                      1   16+  bpry
 > B      0  p5 p3 p2 p2 r5             1    4-  5
   C      3  -                          -     -  4

 winner   Ag  C?
 loser    -
""",
    "edition 1 | track 15:o 16:by 17:gw | dice bo | money 9 1 | tickets w5w3 w2 | pyramid 3 0"
    " | winner Bw | loser Ao Bo | hands bgwy bgy | leg 4 | seat -": """\
 Leg 4    first   w    g    y    b    o   last    race over          finish
         #                                                             y  # w
         #                                                         o   b  # g
         #--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- --- #
         # 1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16  #

 betting   b  5 3 2   g  5 3 2   o  5 3 2   w  -       y  5 3 2
 dice in   b   o     out   g   w   y

      money  tickets                rolls  tile  cards
   A      9  w5 w3                      3     -  bgwy
   B      1  w2                         -     -  bgy

 winner   Bw
 loser    Ao  Bo
""",
    "edition 2 | track 0:Wyg 3:b 4:pr 9:K | dice bgpry | money 3 3 3 3 3 3 | pyramid 0 1 0 0 0 0"
    " | hands bgpry bgpry bgpry bgpry bgpry bgpry | partners AF | turn C | seat A": """\
 Leg 1    first   r    p    b    g    y   last    race over          finish
      g  #                                                                #
      y  #             r                                                  #
     <W  #         b   p                  <K                              #
         #--- --- --- --- --- --- --- --- --- --- --- --- --- --- --- --- #
         # 1   2   3   4   5   6   7   8   9  10  11  12  13  14  15  16  #

 betting   b  5 3 2 2   g  5 3 2 2   p  5 3 2 2   r  5 3 2 2   y  5 3 2 2
 dice in   b   g   p   r   y     out   x

      money  tickets                rolls  tile  cards  partner
   A      3  -                          -     -  bgpry  F
   B      3  -                          1     -  bgpry  -
   C      3  -                          -     -  bgpry  -
   D      3  -                          -     -  bgpry  -
   E      3  -                          -     -  bgpry  -
   F      3  -                          -     -  bgpry  A

 winner   -
 loser    -
""",
}


@pytest.mark.parametrize("position", DRAWINGS)
def test_a_drawing(position: str) -> None:
    view = parse_view(position)
    assert "\n".join(draw_board(view, "ABCDEFGH", PLAIN)) + "\n" == DRAWINGS[position]


def test_a_long_name_is_shown_where_there_is_room() -> None:
    name = "Scheherazade of Bagdad"
    drawn = draw_board(Game(4, seed=1).view(0), [name, "Bo", "Cleo", "Dan"], PLAIN)
    assert any(f" > A {name} " in line for line in drawn)


def test_a_low_drawing_shows_the_same() -> None:
    for state in positions(3, games=4):
        airy, low = (
            draw_board(state, LONG_NAMES[: state.players], PLAIN, is_airy=is_airy) for is_airy in (True, False)
        )
        assert len(low) < len(airy)
        words = [sorted(" ".join(lines).replace("---", "").replace("#", "").split()) for lines in (airy, low)]
        assert words[0] == words[1]


@pytest.mark.parametrize("stack", ["gyrbpKW", "WKpbryg"])
@pytest.mark.parametrize("space", [1, 8, 16])
def test_the_highest_stack_stands_upright(stack: str, space: int) -> None:
    lines = draw_board(parse_position(f"edition 2 | track {space}:{stack} | money 3 3"), "AB", PLAIN)
    ground = next(number for number, line in enumerate(lines) if "---" in line)
    column = lines[ground + 1].index(f"{space} ") + len(str(space)) - 1
    assert "".join(line[column] for line in lines[ground - 7 : ground]) == stack[::-1]


def positions(seed: int, games: int) -> Iterator[State]:
    """All positions of random games: 2 to 8 players, both editions, camels anywhere."""
    generator = random.Random(seed)
    for _ in range(games):
        state = random_start(generator)
        yield state
        while not state.is_over:
            state, _ = apply(state, *random_action(state, generator))
            yield state


def test_nothing_is_wider_than_a_terminal() -> None:
    drawn = 0
    for state in positions(5, games=12):
        names = LONG_NAMES[: state.players]
        view = view_of(state, state.turn)
        lines = draw_board(view, names, COLOURED) + draw_board(state, names, PLAIN) + draw_menu(view, names, COLOURED)
        assert max(map(width, lines)) <= WIDTH < 80
        drawn += 1
    assert drawn > 600


def test_even_the_fullest_table_fits() -> None:
    camels = SECOND.racing
    held = " ".join(["".join(f"{camel}{value}" for camel in camels for value in SECOND.ticket_values)] + ["-"] * 7)
    cards = " ".join(f"{seat}{camel}" for camel in camels for seat in "ABCDEFGH")
    money = " ".join([str(LARGEST)] * 8)
    state = parse_position(f"edition 2 | track 1:gyrbpKW | money {money} | tickets {held} | winner {cards} | leg 999")
    lines = draw_board(state, LONG_NAMES, PLAIN)
    assert max(map(width, lines)) <= WIDTH
    assert len(re.findall(r"\b[bgpry][532]\b", " ".join(lines))) == 20
    assert len(re.findall(r"\b[A-H][bgpry]\b", " ".join(lines))) == 40


def test_text_fits_its_column() -> None:
    for name in LONG_NAMES:
        for size in range(3, 20):
            assert width(fit(name, size)) == size


# --- Secrets --------------------------------------------------------------------------------------------------


def other_cards(state: State, seat: int, generator: random.Random) -> State:
    """The same table, where everybody but one seat has other cards on the decks and in hand."""
    colours = {
        owner: dict(zip(state.edition.racing, generator.sample(state.edition.racing, 5), strict=True))
        for owner in range(state.players)
        if owner != seat
    }

    def changed(owner: int, camel: Camel | None) -> Camel | None:
        return camel if camel is None or owner not in colours else colours[owner][camel]

    hands = tuple(
        tuple(camel for camel in state.edition.racing if camel in [changed(owner, card) for card in hand])
        for owner, hand in enumerate(state.hands)
    )
    decks = [
        tuple(card._replace(camel=changed(card.seat, card.camel)) for card in deck)
        for deck in (state.winner_deck, state.loser_deck)
    ]
    return state.replace(hands=hands, winner_deck=decks[0], loser_deck=decks[1])


def test_drawings_do_not_depend_on_others_cards() -> None:
    generator = random.Random(8)
    changed = 0
    for state in positions(6, games=8):
        if state.is_over:
            continue
        other = other_cards(state, 0, generator)
        changed += other != state
        views = [view_of(position, 0) for position in (state, other)]
        drawings = [
            draw_board(view, LONG_NAMES[: state.players], PLAIN) + draw_menu(view, LONG_NAMES[: state.players], PLAIN)
            for view in views
        ]
        assert drawings[0] == drawings[1]
    assert changed > 200


def test_screens_do_not_depend_on_others_cards(tmp_path: Path) -> None:
    """The same game with other cards face down: all that the person sees is the same until the cards are turned up."""
    start = (
        "camelup record 1\nplayers You | Bo | Cleo\n"
        "start edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3 3 | turn B\n"
    )
    screens = []
    file = tmp_path / "game"
    for bo, cleo in [("g", "r"), ("y", "b")]:
        file.write_text(f"{start}B winner {bo}\nC loser {cleo}\n")
        typed = "winner p\ntile 9+\nticket r\n\nroll\nticket b\nroll\nroll\nq\n"
        output = play("--load", str(file), "--seed", "3", typed=typed)
        screens.append(output)
    assert "B?" in screens[0]
    assert "Ap" in screens[0]
    assert screens[0] == screens[1]


# --- The random player ----------------------------------------------------------------------------------------


def test_the_random_player_chooses_kinds_alike() -> None:
    player: Player = RandomPlayer(seeded(1))
    view = Game(players=6, seed=1).view(0)
    chosen = [player.choose(view) for _ in range(5000)]
    counts = {
        kind: sum(action.kind == kind for action in chosen) for kind in ("roll", "ticket", "tile", "card", "partner")
    }
    assert sum(counts.values()) == 5000
    # A fifth each; five standard deviations are 142.
    assert all(abs(count - 1000) < 142 for count in counts.values()), counts
    assert set(chosen) == set(view.legal)


def test_the_random_player_draws_the_same_from_the_same_source() -> None:
    view = Game(seed=2).view(0)
    first, second = (
        [str(player.choose(view)) for _ in range(50)] for player in [RandomPlayer(seeded(4)) for _ in "ab"]
    )
    assert first == second
    assert len(set(first)) > 10
