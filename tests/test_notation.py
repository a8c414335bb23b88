"""Positions, views, actions and dice as text: what is written is read back, and what is wrong is refused by name."""

import random
import re
import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from camelup.core.actions import SEATS, Action, Face
from camelup.core.edition import FIRST, SECOND, Edition
from camelup.core.errors import CamelUpError, ImpossiblePositionError, NotationError
from camelup.core.rules import apply
from camelup.core.state import State
from camelup.core.view import view_of
from camelup.formats.notation import (
    parse_action,
    parse_dice,
    parse_face,
    parse_position,
    parse_tiles,
    parse_track,
    parse_view,
    position_text,
)
from camelup.formats.record import parse_record
from camelup.game import Game
from tests.randomplay import random_action
from tests.strategies import (
    ALPHABET,
    EDITIONS_OF_THE_GAME,
    POSITIONS,
    SEEDS,
    THOROUGH,
    VIEWS,
    actions,
    faces,
    refusal,
    with_mistakes,
)

START = "1:gy 2:rb 3:p 14:K 16:W"
START_TRACK = parse_track(SECOND, START)

Refusal = type[CamelUpError]


# --- What is written is read back -----------------------------------------------------------------------------


@THOROUGH
@given(POSITIONS)
def test_a_position_is_read_as_it_was_written(position: State) -> None:
    text = position_text(position)
    assert "\n" not in text
    assert parse_position(text) == position
    assert position_text(parse_position(text)) == text


@given(POSITIONS, st.booleans())
def test_every_view_is_read_as_it_was_written(position: State, hide_money: bool) -> None:  # noqa: FBT001 - an example
    for seat in (None, *range(position.players)):
        view = view_of(position, seat, hide_money=hide_money)
        text = position_text(view)
        assert parse_view(text) == view
        assert position_text(parse_view(text)) == text


@given(POSITIONS, SEEDS)
def test_tickets_are_read_in_any_order(position: State, seed: int) -> None:
    generator = random.Random(seed)
    held = [generator.sample(tickets, len(tickets)) for tickets in position.tickets]
    written = " ".join("".join(f"{camel}{value}" for camel, value in tickets) or "-" for tickets in held)
    text = re.sub(r"(?<=tickets )[^|]*(?= \|)", written, position_text(position), count=1)
    assert parse_position(text) == position


@given(POSITIONS, SEEDS)
def test_the_parts_of_a_position_are_read_by_themselves(position: State, seed: int) -> None:
    edition, track = position.edition, position.track
    assert parse_track(edition, position.track_text) == track
    if not position.is_over:
        shuffled = random.Random(seed).sample(position.dice, len(position.dice))
        assert parse_dice(edition, "".join(shuffled)) == position.dice
    tiles = [(tile, seat) for seat, tile in enumerate(position.tiles) if tile]
    with_seats = " ".join(f"{tile.space}{tile.side}{SEATS[seat]}" for tile, seat in tiles)
    without_seats = " ".join(f"{tile.space}{tile.side}" for tile, _ in tiles)
    assert parse_tiles(edition, track, with_seats) == tuple(tiles)
    assert parse_tiles(edition, track, without_seats) == tuple((tile, None) for tile, _ in tiles)


@given(EDITIONS_OF_THE_GAME.flatmap(lambda edition: st.tuples(st.just(edition), actions(edition))))
def test_an_action_is_read_as_it_was_written(case: tuple[Edition, Action]) -> None:
    edition, action = case
    assert parse_action(edition, str(action)) == action


@given(EDITIONS_OF_THE_GAME.flatmap(lambda edition: st.tuples(st.just(edition), faces(edition))))
def test_a_face_is_read_as_it_was_written(case: tuple[Edition, Face]) -> None:
    edition, face = case
    assert parse_face(edition, str(face)) == face


@given(POSITIONS, SEEDS)
def test_whatever_can_be_read_can_be_played_on_and_written_again(position: State, seed: int) -> None:
    generator = random.Random(seed)
    for _ in range(8):
        if position.is_over:
            break
        position, _ = apply(position, *random_action(position, generator))
        assert parse_position(position_text(position)) == position


@given(POSITIONS, SEEDS)
def test_sections_may_come_in_any_order_with_any_blanks(position: State, seed: int) -> None:
    generator = random.Random(seed)
    sections = position_text(position).split(" | ")
    generator.shuffle(sections)
    blank = generator.choice((" ", "  ", "\t", "\n"))
    assert parse_position(blank + f"{blank}|{blank}".join(sections).replace(" ", blank) + blank) == position


def test_sections_left_out_stand_as_at_the_start_of_a_game() -> None:
    short = parse_position(f"edition 2 | track {START} | money 3 3 3")
    assert position_text(short) == (
        f"edition 2 | track {START} | dice bgpryx | tiles - | money 3 3 3 | tickets - - - | pyramid 0 0 0 | winner - "
        "| loser - | hands bgpry bgpry bgpry | partners - | turn A | leg 1"
    )


def test_hands_left_out_hold_what_is_not_on_a_deck() -> None:
    state = parse_position("edition 1 | track 1:gy 2:ob 3:w | money 3 3 | winner Ag Bg | loser Bo")
    assert ["".join(hand) for hand in state.hands] == ["bowy", "bwy"]


def test_letters_and_tiles_may_come_in_any_order() -> None:
    state = parse_position(
        f"edition 2 | track {START} | dice xryb | tiles 9-B 5+A | money 3 3 | pyramid 2 0 | hands yrpgb bgpry"
    )
    assert "dice bryx | tiles 5+A 9-B" in position_text(state)
    assert "hands bgpry bgpry" in position_text(state)


# --- What cannot be read is refused, and by no other error ----------------------------------------------------


@THOROUGH
@given(with_mistakes(POSITIONS.map(position_text)))
@example("")
@example("|")
@example("edition 2||track")
@example(f"edition 2 | track {START} | money {'9' * 5000} 3")
def test_a_position_with_mistakes_is_read_or_refused(text: str) -> None:
    if refusal(lambda: parse_position(text)) is None:
        position = parse_position(text)
        assert parse_position(position_text(position)) == position


@THOROUGH
@given(with_mistakes(VIEWS.map(position_text)))
def test_a_view_with_mistakes_is_read_or_refused(text: str) -> None:
    if refusal(lambda: parse_view(text)) is None:
        view = parse_view(text)
        assert parse_view(position_text(view)) == view


@THOROUGH
@given(
    EDITIONS_OF_THE_GAME,
    st.text()
    | st.text(alphabet=ALPHABET)
    | with_mistakes(
        st.sampled_from(
            (START, "1:gyo 3:bw", "bgpryx", "5+A 8-C", "r3", "K2", "ticket g", "tile 5+", "winner ?", "partner B")
        )
    ),
)
@example(SECOND, "tile " + "9" * 5000 + "+")
@example(SECOND, "9" * 5000 + ":g")
@example(SECOND, "9" * 5000 + "+A")
@example(SECOND, "²:g")
@example(SECOND, "²+A")
@example(SECOND, "r²")
@example(SECOND, "r")
@example(SECOND, "tile ٣+")
def test_any_text_is_read_or_refused(edition: Edition, text: str) -> None:
    for parse in (parse_track, parse_dice, parse_action, parse_face):
        refusal(lambda parse=parse: parse(edition, text))  # type: ignore[misc]
    refusal(lambda: parse_tiles(edition, START_TRACK if edition is SECOND else parse_track(FIRST, "1:bgowy"), text))
    refusal(lambda: parse_position(text))
    refusal(lambda: parse_view(text))


# --- Much text --------------------------------------------------------------------------------------------------

MUCH = 1_000_000
TABLE = f"edition 2 | track {START} | money 3 3"
RECORD = f"camelup record 1\nplayers A | B\nstart {TABLE}\n"


def much(text: str, before: str = "", behind: str = "", characters: int = MUCH) -> str:
    return f"{before}{text * (characters // len(text))}{behind}"


MUCH_TEXT: list[tuple[Callable[[str], object], str]] = [
    *[
        (parse_position, text)
        for text in (
            much("a "),
            much("|"),
            much(" "),
            much("\0"),
            much("1:g ", "edition 2 | track ", " | money 3 3"),
            much("g", "edition 2 | track 1:", " | money 3 3"),
            much("3 ", f"edition 2 | track {START} | money "),
            much("g5", f"{TABLE} | tickets ", " -"),
            much("b", f"{TABLE} | dice "),
            much("b", f"{TABLE} | hands ", " bgpry"),
            much("Ab ", f"{TABLE} | winner "),
            much("5+ ", f"{TABLE} | tiles "),
            much("9", f"{TABLE} | leg "),
        )
    ],
    (parse_view, much("? ", f"edition 2 | track {START} | seat A | money ")),
    *[(lambda text, parse=parse: parse(SECOND, text), much("1:g ")) for parse in (parse_track, parse_dice)],
    *[(lambda text, parse=parse: parse(SECOND, text), much("roll ")) for parse in (parse_action, parse_face)],
    (lambda text: parse_tiles(SECOND, START_TRACK, text), much("5+ ")),
    (lambda text: Game(players=2, names=[text, "B"]), much("A")),
    (lambda text: Game(seed=1).play(text), much("roll ")),
    (lambda text: Game(seed=1).play("roll", outcome=text), much("r")),
    *[
        (Game.load, text)
        for text in (
            much("x"),
            much("#a\n", characters=MUCH // 10),
            much("a|", "camelup record 1\nplayers "),
            much("g5", f"{RECORD[:-1]} | tickets ", " -"),
            much("A ", RECORD),
            much("A roll b1\n", RECORD, characters=MUCH // 10),
            much("3 ", f"{RECORD}result "),
        )
    ],
]


@pytest.mark.parametrize(("read", "text"), MUCH_TEXT, ids=[text[:60] + text[-20:] for _, text in MUCH_TEXT])
def test_much_text_is_refused_in_few_words_and_little_memory(read: Callable[[str], object], text: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(CamelUpError) as error:
            read(text)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(error.value.message) < 500
    assert most < 10 * len(text)


NO_TEXT: list[tuple[Callable[[], object], str]] = [
    (lambda: parse_position(None), "notation"),  # type: ignore[arg-type]
    (lambda: parse_position(b"edition 2"), "notation"),  # type: ignore[arg-type]
    (lambda: parse_view(5), "notation"),  # type: ignore[arg-type]
    (lambda: parse_action(SECOND, None), "notation"),  # type: ignore[arg-type]
    (lambda: parse_face(SECOND, None), "notation"),  # type: ignore[arg-type]
    (lambda: parse_track(SECOND, 0x86751A10130C09), "notation"),  # type: ignore[arg-type]
    (lambda: parse_dice(SECOND, ["b"]), "notation"),  # type: ignore[arg-type]
    (lambda: parse_tiles(SECOND, START_TRACK, ()), "notation"),  # type: ignore[arg-type]
    (lambda: parse_record(None), "record"),  # type: ignore[arg-type]
    (lambda: Game.load(5), "record"),  # type: ignore[arg-type]
    (lambda: Game(players=2, names=[1, 2]), "name"),  # type: ignore[list-item]
    (lambda: Game(players=2, names=5), "name"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("read", "code"), NO_TEXT)
def test_what_is_no_text_is_refused(read: Callable[[], object], code: str) -> None:
    with pytest.raises(NotationError, match=r"not .+\.$") as error:
        read()
    assert error.value.code == code


# --- The right error for each mistake -------------------------------------------------------------------------

Changes = dict[str, str | None]
"""Sections to exchange in a position, or to leave out."""

SECTIONS: Changes = {
    "edition": "2",
    "track": START,
    "dice": "bgpx",
    "tiles": "5+A 8-C",
    "money": "3 0 12 7",
    "tickets": "g5 - r5g3 -",
    "pyramid": "1 0 1 0",
    "winner": "Ag Cb",
    "loser": "Bp",
    "hands": "bpry bgry gpry bgpry",
    "partners": "-",
    "turn": "B",
    "leg": "2",
}
SIX: Changes = {
    "money": "3 3 3 3 3 3",
    "tickets": None,
    "pyramid": "2 0 0 0 0 0",
    "winner": None,
    "loser": None,
    "hands": None,
    "partners": "AC BF",
}
VIEW: Changes = {"hands": "???? bgry ???? ?????", "winner": "A? C?", "seat": "B"}
SPECTATOR: Changes = {"hands": "???? ???? ???? ?????", "winner": "A? C?", "loser": "B?", "seat": "-"}
OVER: Changes = {"track": "1:gy 2:r 14:K 16:W 17:pb", "dice": "bgrx", "tiles": "-"}
FIRST_EDITION: Changes = {
    "edition": "1",
    "track": "1:gy 2:ob 3:w",
    "dice": "bgo",
    "tickets": "g5 - o5g3 -",
    "loser": "Bo",
    "hands": "bowy bgwy gowy bgowy",
}


def position_with(changes: Changes) -> str:
    sections = {**SECTIONS, **changes}
    return " | ".join(f"{label} {text}" for label, text in sections.items() if text is not None)


@pytest.mark.parametrize("changes", [{}, SIX, VIEW, SPECTATOR, OVER, FIRST_EDITION, {**SPECTATOR, "money": "? ? ? ?"}])
def test_the_positions_that_are_spoilt_below_are_possible(changes: Changes) -> None:
    parse = parse_view if "seat" in changes else parse_position
    assert parse(position_with(changes)).players in (4, 6)


# ^ stands before the character that the error names.
UNREADABLE: list[tuple[Changes, str]] = [
    ({"edition": "^3"}, "expected an edition, 1 or 2, found '3'"),
    ({"edition": "^-"}, "expected an edition, 1 or 2, found '-'"),
    ({"edition": ""}, "expected an edition, 1 or 2, found nothing"),
    ({"edition": "2 ^2"}, "expected only an edition, 1 or 2 here, found '2'"),
    ({"track": "1:gy 2:rb 3:^q 14:K 16:W"}, "expected one of the camels b g p r y K W, found 'q'"),
    ({"track": "1:gy 2:rb 3:^o 14:K 16:W"}, "expected one of the camels b g p r y K W, found 'o'"),
    ({"track": "1:gy 2:rb 3:^P 14:K 16:W"}, "expected one of the camels b g p r y K W, found 'P'"),
    ({"track": "1:gy 2:rb 3:^x 14:K 16:W"}, "expected one of the camels b g p r y K W, found 'x'"),
    ({**FIRST_EDITION, "track": "1:gy 2:ob 3:w^K"}, "expected one of the camels b g o w y, found 'K'"),
    ({**FIRST_EDITION, "track": "1:gy 2:ob 3:^r"}, "expected one of the camels b g o w y, found 'r'"),
    ({"track": "1:gy 2:rb ^3p 14:K 16:W"}, "expected a space and its camels, such as 3:gy, found '3p'"),
    ({"track": "1:gy 2:rb ^3: 14:K 16:W"}, "expected a space and its camels, such as 3:gy, found '3:'"),
    ({"track": "^01:gy 2:rb 3:p 14:K 16:W"}, "expected a space and its camels, such as 3:gy, found '01:gy'"),
    ({"track": "^-1:gy 2:rb 3:p 14:K 16:W"}, "expected a space and its camels, such as 3:gy, found '-1:gy'"),
    ({"track": "2:rb ^1:gy 3:p 14:K 16:W"}, "expected the spaces in ascending order, each once, found '1:gy'"),
    ({"track": "1:g ^1:y 2:rb 3:p 14:K 16:W"}, "expected the spaces in ascending order, each once, found '1:y'"),
    ({"dice": ""}, "expected letters of dice, or -, found nothing"),
    ({"dice": "bg ^px"}, "expected only letters of dice, or - here, found 'px'"),
    ({"tiles": "5+A ^8"}, "expected a tile such as 5+ or, with its seat, 5+A, found '8'"),
    ({"tiles": "5+A ^8*C"}, "expected a tile such as 5+ or, with its seat, 5+A, found '8*C'"),
    ({"tiles": "5+A ^8-I"}, "expected a tile such as 5+ or, with its seat, 5+A, found '8-I'"),
    ({"tiles": "5+A ^8-"}, "expected a tile with the seat that owns it, such as 5+A, found '8-'"),
    ({"tiles": "5+A ^8-A"}, "expected one tile for each seat, found '8-A'"),
    ({"money": "3 ^-1 12 7"}, "expected an amount of money, found '-1'"),
    ({"money": "3 ^1.5 12 7"}, "expected an amount of money, found '1.5'"),
    ({"money": "3 ^? 12 7"}, "expected an amount of money, found '?'"),
    ({"money": "3 ^00 12 7"}, "expected an amount of money, found '00'"),
    ({"money": "3 ^1234567890123456 12 7"}, "expected an amount of money, found '1234567890123456'"),
    ({"money": f"3 ^{'x' * 5000} 12 7"}, f"expected an amount of money, found '{'x' * 40}'"),
    ({"tickets": "^g5 - r5g3"}, "expected 4 entries, one for each seat, not 3"),
    ({"tickets": "^-"}, "expected 4 entries, one for each seat, not 1"),
    ({"tickets": "g5 - ^r5g -"}, "expected tickets such as g5r3, found 'r5g'"),
    ({"tickets": "g5 - r5^o3 -"}, "expected one of the camels b g p r y, found 'o'"),
    ({"tickets": "g5 - r5^K3 -"}, "expected one of the camels b g p r y, found 'K'"),
    ({"tickets": "g5 - ^r5g0 -"}, "expected tickets such as g5r3, found 'r5g0'"),
    ({"pyramid": "^1 0 1"}, "expected 4 entries, one for each seat, not 3"),
    ({"pyramid": "1 ^- 1 0"}, "expected a number, found '-'"),
    ({"pyramid": ""}, "expected 4 entries, one for each seat, not 0, found nothing"),
    ({"winner": "Ag Cb ^Ir"}, "expected a seat from A to H, found 'I'"),
    ({"winner": "Ag C^"}, "expected one of the camels b g p r y, found nothing"),
    ({"winner": "Ag C^K"}, "expected one of the camels b g p r y, found 'K'"),
    ({"winner": "Ag C^br"}, "expected one of the camels b g p r y, found 'br'"),
    ({"loser": "B^?"}, "expected one of the camels b g p r y, found '?'"),
    ({"hands": "^bpry bgry gpry"}, "expected 4 entries, one for each seat, not 3"),
    ({"hands": "bpry bgry gpry bgpr^w"}, "expected one of the camels b g p r y, found 'w'"),
    ({"hands": "bpry bgry gpry ^?????"}, "expected one of the camels b g p r y, found '?'"),
    ({**SIX, "partners": "^ABC"}, "expected a pair of seats such as AB, found 'ABC'"),
    ({**SIX, "partners": "^A"}, "expected a pair of seats such as AB, found 'A'"),
    ({**SIX, "partners": "^AA"}, "expected two different seats without another partner, found 'AA'"),
    ({**SIX, "partners": "AB ^BC"}, "expected two different seats without another partner, found 'BC'"),
    ({"turn": "^I"}, "expected a seat from A to H, found 'I'"),
    ({"turn": "^b"}, "expected a seat from A to H, found 'b'"),
    ({"turn": "^AB"}, "expected a seat from A to H, found 'AB'"),
    ({"turn": "^-"}, "expected a seat from A to H, found '-'"),
    ({"turn": ""}, "expected the seat in turn, found nothing"),
    ({"leg": "^two"}, "expected a number, found 'two'"),
    ({"leg": "^-1"}, "expected a number, found '-1'"),
    ({"leg": "2 | ^leg 2"}, "expected each section once, not 'leg' again, found 'leg'"),
    ({"leg": "2 | ^camels -"}, "expected a section name, found 'camels'. Sections are separated by '|' and"),
    ({"leg": "2 | ^5:gy"}, "found '5:gy'. Write 'track' before the camels. Sections are separated"),
    (
        {"leg": "2 |^"},
        "expected a section name, found nothing. Sections are separated by '|' and begin with their names: ",
    ),
    ({**VIEW, "seat": "^I"}, "expected a seat from A to H, found 'I'"),
    ({**VIEW, "seat": "A ^B"}, "expected only a seat, or - for a spectator here, found 'B'"),
]


@pytest.mark.parametrize(("changes", "reason"), UNREADABLE)
def test_what_cannot_be_read_is_refused_at_its_place(changes: Changes, reason: str) -> None:
    text = position_with(changes)
    error = refusal(lambda: (parse_view if "seat" in changes else parse_position)(text.replace("^", "")))
    assert isinstance(error, NotationError)
    assert error.code == "notation"
    assert reason in error.message
    assert error.message.startswith(f"At character {text.index('^') + 1}: " if "^" in text else "At character ")


IMPOSSIBLE: list[tuple[Changes, str, str]] = [
    ({"track": "1:gy 2:rb 3:pg 14:K 16:W"}, "camels", "The green camel is on the track 2 times."),
    ({"track": "1:gy 2:rb 3:p 14:WK 16:W"}, "camels", "The white crazy camel is on the track 2 times."),
    ({"track": "1:gy 2:rb 14:K 16:W"}, "camels", "The purple camel is missing from the track."),
    ({"track": "1:gy 2:rb 3:p 14:K"}, "camels", "The white crazy camel is missing from the track."),
    ({"track": "-"}, "camels", "The blue camel is missing from the track."),
    ({"track": "1:gy 2:rb 14:K 16:W 18:p"}, "camels", "There is no space 18 for camels: the track has 1 to 16."),
    ({**OVER, "track": "0:K 2:rgyb 16:W 17:p"}, "camels", "cannot be over the finish line in both directions"),
    ({**OVER, "track": "0:p 2:rgyb 16:WK"}, "camels", "The purple camel cannot have crossed the finish line counter-"),
    ({**OVER, "track": "2:rgybp 16:W 17:K"}, "camels", "The black crazy camel cannot have crossed the finish line cl"),
    (
        {**FIRST_EDITION, "track": "0:g 1:y 2:ob 3:w"},
        "camels",
        "The green camel cannot have crossed the finish line counter-clockwise, which space 0 means: the track",
    ),
    ({"dice": "bgpryxx"}, "dice", "The die x is in the pyramid 2 times."),
    ({"dice": "bgppx"}, "dice", "The die p is in the pyramid 2 times."),
    ({"dice": "bgpo"}, "dice", "There is no die o in Camel Up, second edition (2018): its dice are bgpryx."),
    ({**FIRST_EDITION, "dice": "bgx"}, "dice", "There is no die x in Camel Up, first edition (2014)"),
    ({"dice": "b"}, "dice", "5 dice are out of the pyramid, but a leg ends, and they go back, when 5 are out."),
    ({"dice": "-"}, "dice", "6 dice are out of the pyramid, but a leg ends, and they go back, when 5 are out."),
    ({**FIRST_EDITION, "dice": "-"}, "dice", "5 dice are out of the pyramid"),
    ({**OVER, "dice": "-"}, "dice", "6 dice are out of the pyramid"),
    ({**OVER, "dice": "bgpr"}, "dice", "The purple camel has ended the race, so its die cannot be in the pyramid."),
    (
        {**OVER, "track": "0:Kp 2:rgyb 16:W"},
        "dice",
        "The black crazy camel has ended the race, so its die cannot be in the pyramid.",
    ),
    ({"dice": "bgprx"}, "pyramid", "There is a pyramid ticket for each die that is out, so 1 in all, not 2."),
    ({"tiles": "5+A 6-C"}, "tiles", "There are spectator tiles next to each other on 5 and 6."),
    ({"tiles": "5+A 5-C"}, "tiles", "There are two spectator tiles on space 5."),
    ({"tiles": "3+A"}, "tiles", "A spectator tile and a camel cannot both be on space 3."),
    ({"tiles": "1+A"}, "tiles", "A spectator tile may never lie on space 1."),
    ({"tiles": "0+A"}, "tiles", "There is no space 0 for a spectator tile: the track has 1 to 16."),
    ({"tiles": "17-A"}, "tiles", "There is no space 17 for a spectator tile: the track has 1 to 16."),
    ({**FIRST_EDITION, "tiles": "5+A 6-C"}, "tiles", "There are desert tiles next to each other on 5 and 6."),
    ({"tiles": "5+A 8-F"}, "seat", "There is no seat F at a table of 4."),
    ({"money": "3"}, "players", "Camel Up is played by 2 to 8, not by 1."),
    ({"money": ""}, "players", "Camel Up is played by 2 to 8, not by 0."),
    ({"money": "3 3 3 3 3 3 3 3 3"}, "players", "Camel Up is played by 2 to 8, not by 9."),
    (
        {"tickets": "g3 - r5 -"},
        "tickets",
        "The green betting tickets held are 3, but they lie in the order 5, 3, 2, 2.",
    ),
    ({"tickets": "g5 g5 - -"}, "tickets", "The green betting tickets held are 5, 5, but they lie in the order"),
    ({"tickets": "g5 g2 g2 -"}, "tickets", "The green betting tickets held are 5, 2, 2, but they lie in the order"),
    ({"tickets": "g5g3g2g2 g2 - -"}, "tickets", "The green betting tickets held are 5, 3, 2, 2, 2, but they lie"),
    ({**FIRST_EDITION, "tickets": "g5g3g2 g2 - -"}, "tickets", "The green leg betting tiles held are 5, 3, 2, 2, but"),
    ({"pyramid": "1 0 2 0"}, "pyramid", "There is a pyramid ticket for each die that is out, so 2 in all, not 3."),
    ({"pyramid": None}, "pyramid", "There is a pyramid ticket for each die that is out, so 2 in all, not 0."),
    ({"winner": "Ag Cb Fr"}, "seat", "There is no seat F at a table of 4."),
    ({"winner": "Ag Cb Ag"}, "cards", "Seat A has the green finish card 2 times."),
    ({"loser": "Bp Ag"}, "cards", "Seat A has the green finish card 2 times."),
    ({"loser": "Bp Ag", "hands": None}, "cards", "Seat A has the green finish card 2 times."),
    ({"hands": "bgpry bgry gpry bgpry"}, "cards", "Seat A has the green finish card 2 times."),
    ({"hands": "bpry bgry gpry bgprr"}, "cards", "Seat D has the red finish card 2 times."),
    ({"hands": "bpr bgry gpry bgpry"}, "cards", "Seat A must have 5 finish cards in hand and on the decks, not 4."),
    ({"hands": "- bgry gpry bgpry"}, "cards", "Seat A must have 5 finish cards in hand and on the decks, not 1."),
    ({"partners": "AB"}, "partners", "There are no betting partnerships in this game."),
    ({**FIRST_EDITION, **SIX, "partners": "AB"}, "partners", "There are no betting partnerships in this game."),
    ({**SIX, "partners": "AG"}, "seat", "There is no seat G at a table of 6."),
    ({"turn": "E"}, "seat", "There is no seat E at a table of 4."),
    ({"leg": "0"}, "leg", "There is no leg 0: legs are counted from 1."),
    ({**VIEW, "seat": "E"}, "seat", "There is no seat E at a table of 4."),
    ({**VIEW, "hands": "???? ???? ???? ?????"}, "view", "The cards and the money of seat B cannot be hidden here."),
    ({**VIEW, "loser": "B?"}, "view", "The cards and the money of seat B cannot be hidden here."),
    ({**VIEW, "money": "3 ? 12 7"}, "view", "The cards and the money of seat B cannot be hidden here."),
    ({**VIEW, "winner": "Ag C?"}, "view", "The cards of seat A are hidden here until the game is over."),
    ({**VIEW, "hands": "???? bgry ???? bgpry"}, "view", "The cards of seat D are hidden here until the game is over."),
    ({**VIEW, "hands": "???? bgry ???? ?gp??"}, "view", "The cards of seat D are hidden here until the game is over."),
    ({**SPECTATOR, "loser": "Bp"}, "view", "The cards of seat B are hidden here until the game is over."),
    ({**OVER, **VIEW}, "view", "The cards and the money of seat A cannot be hidden here."),
    (
        {**VIEW, "hands": "?????? bgry ???? ?????"},
        "cards",
        "Seat A must have 5 finish cards in hand and on the decks, not 7.",
    ),
]


@pytest.mark.parametrize(("changes", "code", "reason"), IMPOSSIBLE)
def test_what_no_game_can_have_is_refused_with_the_reason(changes: Changes, code: str, reason: str) -> None:
    text = position_with(changes)
    error = refusal(lambda: (parse_view if "seat" in changes else parse_position)(text))
    assert isinstance(error, ImpossiblePositionError)
    assert (error.code, reason in error.message) == (code, True), error.message


@pytest.mark.parametrize(
    ("label", "example"),
    [("edition", "edition 2"), ("track", "track 1:gy 2:rb 3:p 14:K 16:W"), ("money", "money 3 3")],
)
def test_a_section_that_is_needed_cannot_be_left_out(label: str, example: str) -> None:
    error = refusal(lambda: parse_position(position_with({label: None})))
    assert error is not None
    assert (error.code, error.message) == ("notation", f"A position needs a section '{label}', such as '{example}'.")


def test_a_view_needs_hands() -> None:
    error = refusal(lambda: parse_view(position_with({**VIEW, "hands": None})))
    assert error is not None
    assert (error.code, error.message) == ("notation", "A view needs a section 'hands', such as 'hands bgpry ?????'.")


def test_who_begins_a_section_with_something_else_is_shown_how_to_write_a_position() -> None:
    error = refusal(lambda: parse_position("edition 2 | nonsense 5"))
    assert error is not None
    [example] = re.findall("with their names: '(.*?)'", error.message)
    assert parse_position(example).money == (3, 3)


def test_a_view_is_no_position_and_a_position_no_view() -> None:
    error = refusal(lambda: parse_position(position_with(VIEW)))
    assert error is not None
    assert "one seat's view, not a whole position" in error.message
    error = refusal(lambda: parse_view(position_with({})))
    assert error is not None
    assert "a whole position, not one seat's view" in error.message


@pytest.mark.parametrize(
    ("parse", "text", "kind", "code", "message"),
    [
        (
            parse_action,
            "",
            NotationError,
            "notation",
            "At character 1: expected roll, ticket, tile, winner, loser or p",
        ),
        (parse_action, "pass", NotationError, "notation", "At character 1: expected roll, ticket, tile, winner, loser"),
        (parse_action, "roll r3", NotationError, "notation", "At character 6: expected nothing more after the action"),
        (
            parse_action,
            "ticket",
            NotationError,
            "notation",
            "At character 7: expected one of the camels b g p r y, fou",
        ),
        (
            parse_action,
            "ticket o",
            NotationError,
            "notation",
            "At character 8: expected one of the camels b g p r y, f",
        ),
        (
            parse_action,
            "ticket K",
            NotationError,
            "notation",
            "At character 8: expected one of the camels b g p r y, f",
        ),
        (
            parse_action,
            "ticket ?",
            NotationError,
            "notation",
            "At character 8: expected one of the camels b g p r y, f",
        ),
        (
            parse_action,
            "tile 5",
            NotationError,
            "notation",
            "At character 6: expected a space from 1 to 16 and a side,",
        ),
        (
            parse_action,
            "tile 17+",
            NotationError,
            "notation",
            "At character 6: expected a space from 1 to 16 and a sid",
        ),
        (
            parse_action,
            "tile 0-",
            NotationError,
            "notation",
            "At character 6: expected a space from 1 to 16 and a side",
        ),
        (
            parse_action,
            "tile 5+A",
            NotationError,
            "notation",
            "At character 6: expected a space from 1 to 16 and a sid",
        ),
        (
            parse_action,
            "winner",
            NotationError,
            "notation",
            "At character 7: expected one of the camels b g p r y, foun",
        ),
        (
            parse_action,
            "loser  w",
            NotationError,
            "notation",
            "At character 8: expected one of the camels b g p r y, f",
        ),
        (
            parse_action,
            "partner I",
            NotationError,
            "notation",
            "At character 9: expected a seat from A to H, found 'I'",
        ),
        (parse_face, "", NotationError, "notation", "At character 1: expected a face such as r3, found nothing."),
        (
            parse_face,
            "x2",
            NotationError,
            "notation",
            "At character 1: expected one of the camels b g p r y K W, found",
        ),
        (parse_face, "r4", NotationError, "notation", "At character 2: expected a number from 1 to 3, found '4'."),
        (parse_face, "r", NotationError, "notation", "At character 2: expected a number from 1 to 3, found nothing."),
        (parse_face, "r3 g1", NotationError, "notation", "At character 4: expected only a face such as r3 here, found"),
        (parse_dice, "b", ImpossiblePositionError, "dice", "5 dice are out of the pyramid, but a leg ends"),
        (parse_dice, "bgbp", ImpossiblePositionError, "dice", "The die b is in the pyramid 2 times."),
        (parse_track, "1:gyrbpKW 2:g", ImpossiblePositionError, "camels", "The green camel is on the track 2 times."),
        (parse_track, "", ImpossiblePositionError, "camels", "The blue camel is missing from the track."),
    ],
)
def test_parts_are_refused_by_themselves(
    parse: Callable[[Edition, str], object], text: str, kind: Refusal, code: str, message: str
) -> None:
    error = refusal(lambda: parse(SECOND, text))
    assert error is not None
    assert (type(error), error.code) == (kind, code)
    assert error.message.startswith(message)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("5+ 6-", "tiles", "There are spectator tiles next to each other on 5 and 6."),
        ("16+", "tiles", "A spectator tile and a camel cannot both be on space 16."),
        ("5+A 8+A", "notation", "At character 5: expected one tile for each seat, found '8+A'."),
        ("A5+", "notation", "At character 1: expected a tile such as 5+ or, with its seat, 5+A, found 'A5+'."),
    ],
)
def test_tiles_are_refused_by_themselves(text: str, code: str, message: str) -> None:
    error = refusal(lambda: parse_tiles(SECOND, START_TRACK, text))
    assert error is not None
    assert (error.code, error.message) == (code, message)
