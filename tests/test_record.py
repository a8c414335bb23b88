"""Records of games: written, read back, played again, gone on with, and refused line by line."""

import random
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from camelup.core.errors import ImpossiblePositionError, NotationError
from camelup.core.rules import apply
from camelup.core.validity import LARGEST
from camelup.core.view import View
from camelup.formats.json_codec import from_json, to_json
from camelup.formats.notation import parse_position, position_text
from camelup.formats.record import NAME_LENGTH, Ply, Record, check_name, parse_record, replay
from camelup.game import Game
from tests.randomplay import random_action
from tests.strategies import GAMES, RECORDS, SEEDS, THOROUGH, played_game, refusal, with_mistakes

# --- What is written is read back -----------------------------------------------------------------------------


@THOROUGH
@given(RECORDS)
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    text = str(record)
    assert parse_record(text) == record
    assert str(parse_record(text)) == text


@given(GAMES)
def test_every_seat_can_read_its_record(game: Game) -> None:
    for seat in (None, *range(len(game.names))):
        shown = game.record.for_seat(seat)
        assert parse_record(str(shown)) == shown
        assert isinstance(shown.start, View) != game.is_over


@given(GAMES, SEEDS)
def test_a_saved_game_goes_on_exactly(game: Game, seed: int) -> None:
    loaded = Game.load(str(game.record), rng=random.Random(seed).randrange)
    assert loaded.record == game.record
    assert loaded.position == game.position
    generator = random.Random(seed)
    for _ in range(10):
        if game.is_over:
            break
        action, outcome = random_action(game.position, generator)
        assert loaded.play(action, outcome=outcome) == game.play(action, outcome=outcome)
    assert str(loaded.record) == str(game.record)


@given(GAMES)
def test_a_replay_passes_through_every_state(game: Game) -> None:
    record = game.record
    steps = list(replay(record))
    assert steps[0] == (None, record.start, ())
    assert [step.ply for step in steps[1:]] == list(record.plies)
    for before, step in pairwise(steps):
        assert step.ply is not None
        assert (step.state, step.events) == apply(before.state, step.ply.action, step.ply.outcome)
    assert steps[-1].state == game.position


def test_line_ends_blank_lines_and_comments_are_passed_over() -> None:
    record = played_game(random.Random(5)).record
    lines = str(record).splitlines()
    noisy = "\r\n".join(f"  # before\r\n\r\n \t {line} \t" for line in lines)
    assert parse_record(noisy) == record


def test_a_comment_marks_each_leg() -> None:
    game = Game(players=3, seed=3)
    while not game.is_over:
        game.play("roll")
    marks = [line for line in str(game.record).splitlines() if line.startswith("#")]
    assert marks == [f"# leg {leg}" for leg in range(1, game.position.leg + 1)]


# --- What cannot be read is refused, and by no other error ----------------------------------------------------

SHORT_RECORDS = SEEDS.map(lambda seed: str(played_game(random.Random(seed), most_actions=15).record))


@THOROUGH
@given(with_mistakes(SHORT_RECORDS))
@example("")
@example("camelup record 1\nplayers")
@example("camelup record 1\nplayers A | B\nstart")
def test_a_record_with_mistakes_is_read_or_refused(text: str) -> None:
    if refusal(lambda: parse_record(text)) is None:
        record = parse_record(text)
        assert parse_record(str(record)) == record
    if refusal(lambda: Game.load(text)) is None:
        assert str(Game.load(text).record) == str(parse_record(text))


@given(st.text())
def test_any_text_is_refused_as_a_record(text: str) -> None:
    assert refusal(lambda: parse_record(text)) is not None
    assert refusal(lambda: parse_record(f"camelup record 1\n{text}")) is not None


@given(st.text(max_size=45))
@example("|")
@example("a\nb")
@example("a\u2028b")
@example("a\xa0b")
@example("\ud800")
def test_a_name_is_kept_in_a_record_or_refused(name: str) -> None:
    if refusal(lambda: check_name(name)) is None:
        record = Game(players=2, names=[name, "Bo"], seed=1).record
        assert parse_record(str(record)) == record


# --- The right error for each mistake -------------------------------------------------------------------------

START = "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | money 3 3"
NEARLY_OVER = "edition 2 | track 1:gy 2:rb 14:K 15:W 16:p | money 3 3"
LINES = ["camelup record 1", "players Ann | Bo", f"start {START}", "A ticket g", "B roll r3"]
HIDDEN_MONEY = "\nmoney hidden"
ENDED = [*LINES[:2], f"start {NEARLY_OVER}", "A roll p1", "result 4 3"]


def with_line(number: int, line: str | None, lines: list[str] = LINES) -> str:
    """A record in which one line is exchanged or left out."""
    changed = [*lines[: number - 1], *([] if line is None else [line]), *lines[number:]]
    return "\n".join(changed) + "\n"


def test_the_records_that_are_spoilt_below_are_right() -> None:
    assert not Game.load("\n".join(LINES)).is_over
    assert Game.load("\n".join(ENDED)).is_over


@pytest.mark.parametrize(
    ("number", "line", "code", "message"),
    [
        (1, None, "notation", "Line 1: At character 1: expected 'camelup record 1', found 'players Ann | Bo'."),
        (1, "camelup record 2", "notation", "Line 1: At character 1: expected 'camelup record 1', found 'camelup"),
        (1, "\n Camelup record 1", "notation", "Line 2: At character 2: expected 'camelup record 1', found 'Camelup"),
        (2, None, "notation", "Line 2: At character 1: expected 'players' and their names, found 'start'."),
        (2, "names Ann | Bo", "notation", "Line 2: At character 1: expected 'players' and their names, found 'names'."),
        (2, "players Ann | ", "name", "Line 2: A name needs 1 to 40 printable characters without '|', unlike ''."),
        (
            2,
            f"players Ann | {'x' * 41}",
            "name",
            "Line 2: A name needs 1 to 40 printable characters without '|', unlike",
        ),
        (
            2,
            "players Ann | B\to",
            "name",
            "Line 2: A name needs 1 to 40 printable characters without '|', unlike 'B\\t",
        ),
        (2, f"{LINES[1]}\nmoney", "notation", "Line 3: At character 6: expected 'hidden', found nothing."),
        (2, f"{LINES[1]}\nmoney open", "notation", "Line 3: At character 7: expected 'hidden', found 'open'."),
        (2, f"{LINES[1]}\nmoney hidden so", "notation", "Line 3: At character 14: expected only 'hidden' here, found"),
        (2, f"{LINES[1]}{2 * HIDDEN_MONEY}", "notation", "Line 4: At character 1: expected 'start' and a position"),
        (3, f"{LINES[2]}{HIDDEN_MONEY}", "notation", "Line 4: At character 1: expected a seat from A to H, found 'mo"),
        (2, "players Ann | Bo | Cy", "record", "Line 3: The position has 2 seats, but there are 3 names."),
        (3, None, "notation", "Line 3: At character 1: expected 'start' and a position, found 'A'."),
        (3, "start edition 3", "notation", "Line 3: A position needs a section 'track', such as 'track "),
        (3, "start " + START.replace("gy", "gq"), "notation", "Line 3: At character 28: expected one of the"),
        (3, "start " + START.replace("gy", "g"), "camels", "Line 3: The yellow camel is missing from"),
        (4, "I ticket g", "notation", "Line 4: At character 1: expected a seat from A to H, found 'I'."),
        (4, "C ticket g", "seat", "Line 4: There is no seat C at a table of 2."),
        (4, "A", "notation", "Line 4: At character 2: expected roll, ticket, tile, winner, loser or partner"),
        (4, "A pass", "notation", "Line 4: At character 3: expected roll, ticket, tile, winner, loser or partner"),
        (4, "A ticket w", "notation", "Line 4: At character 10: expected one of the camels b g p r y, found 'w'."),
        (4, "A ticket g r3", "notation", "Line 4: At character 12: expected nothing more on this line, found 'r3'."),
        (5, "B roll", "notation", "Line 5: At character 7: expected one of the camels b g p r y K W, found nothing."),
        (5, "B roll ?", "notation", "Line 5: At character 8: expected one of the camels b g p r y K W, found '?'."),
        (5, "B roll r4", "notation", "Line 5: At character 9: expected a number from 1 to 3, found '4'."),
        (5, "B roll r3 g1", "notation", "Line 5: At character 11: expected nothing more on this line, found 'g1'."),
        (5, "result 3", "notation", "Line 5: At character 8: expected 2 entries, one for each seat, not 1, found '3'."),
        (5, "result 3 x", "notation", "Line 5: At character 10: expected an amount of money, found 'x'."),
        (5, "result", "notation", "Line 5: At character 7: expected 2 entries, one for each seat, not 0, found"),
        (4, "result 3 3", "notation", "Line 5: At character 1: expected nothing after the result, found 'B'."),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(number: int, line: str | None, code: str, message: str) -> None:
    error = refusal(lambda: parse_record(with_line(number, line)))
    assert error is not None
    assert error.code == code
    assert error.message.startswith(message)
    assert isinstance(error, ImpossiblePositionError if code in ("camels", "seat") else NotationError)


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_record_needs_its_beginning(count: int) -> None:
    error = refusal(lambda: parse_record("\n".join(LINES[:count])))
    assert error is not None
    assert (error.code, error.message) == (
        "record",
        "A record starts with the lines 'camelup record 1', 'players' and 'start'.",
    )


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (with_line(4, "B ticket g"), "Action 1 of the record, 'B ticket g': It is the turn of seat A."),
        (with_line(5, "A roll r3"), "Action 2 of the record, 'A roll r3': It is the turn of seat B."),
        (with_line(4, "A tile 1+"), "Action 1 of the record, 'A tile 1+': A spectator tile may never lie on space 1."),
        (
            with_line(4, "A partner B"),
            "Action 1 of the record, 'A partner B': There are no betting partnerships in this",
        ),
        (with_line(4, "A partner C"), "Action 1 of the record, 'A partner C': There is no seat C at this table."),
        (with_line(4, "A winner ?"), "Action 1 of the record, 'A winner ?': The colour of this card is hidden."),
        (
            with_line(4, "A roll r1"),
            "Action 2 of the record, 'B roll r3': The die with r3 is not in the pyramid any mor",
        ),
        (with_line(5, "result 3 3"), "The record has a result, but its game is not over."),
        (with_line(5, "result 4 4", ENDED), "The record's result is 4 4, but its actions give 4 3."),
        (with_line(5, None, ENDED), "The record's game is over, but it has no result."),
        (with_line(5, "B roll r1", ENDED), "Action 2 of the record, 'B roll r1': The game is over."),
        (with_line(5, "A roll r1", ENDED), "Action 2 of the record, 'A roll r1': The game is over."),
    ],
)
def test_what_the_rules_forbid_is_found_when_a_record_is_played(lines: str, message: str) -> None:
    assert isinstance(parse_record(lines), Record)
    error = refusal(lambda: Game.load(lines))
    assert error is not None
    assert error.code == "record"
    assert error.message.startswith(message)


def test_what_one_seat_sees_cannot_be_played_again_or_shown_to_another() -> None:
    shown = Game(players=2, seed=1).record.for_seat(0)
    for read in (lambda: Game.load(str(shown)), lambda: shown.for_seat(1)):
        error = refusal(read)
        assert error is not None
        assert error.code == "hidden"


def test_a_finished_record_is_open_to_everybody() -> None:
    record = parse_record("\n".join(ENDED))
    assert record.for_seat(None) is record


def test_names_are_kept_without_blanks_around_them() -> None:
    assert check_name("  Ann  ") == "Ann"
    assert check_name("x" * NAME_LENGTH) == "x" * NAME_LENGTH
    assert Game(players=2, names=[" Ann", "Bo "], seed=1).names == ("Ann", "Bo")


def test_a_record_can_begin_in_the_middle_of_a_leg() -> None:
    state = parse_position("edition 1 | track 1:gy 2:ob 3:w | dice gy | pyramid 2 1 | money 5 5 | turn B | leg 4")
    game = Game.from_position(state)
    for _ in range(3):
        game.play("roll")
    text = str(game.record)
    assert text.splitlines()[4:] == [
        "# leg 4",
        *(str(ply) for ply in game.record.plies[:2]),
        "# leg 5",
        str(game.record.plies[2]),
    ]
    assert [type(ply) for ply in parse_record(text).plies] == [Ply] * 3


@pytest.mark.parametrize("amount", [10**9 - 1, LARGEST - 100])
def test_a_game_that_grows_beyond_all_measure_is_written_and_read(amount: int) -> None:
    position = f"edition 2 | track 1:gy 2:rb 14:K 15:W 16:p | money {amount} {amount} | leg {amount}"
    game = Game.from_position(parse_position(position))
    for outcome in ("g1", "r1", "y1", "b1", "K1", "p1"):
        game.play("roll", outcome=outcome)
        assert parse_position(position_text(game.position)) == game.position
        assert from_json(to_json(game.position)) == game.position
        assert Game.load(str(game.record)).position == game.position
        assert from_json(to_json(game.record)) == game.record
    assert game.is_over
    assert min(game.position.money) > amount
    assert game.position.leg == amount + 1
