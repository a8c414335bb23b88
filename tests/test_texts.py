"""What core and formats say, kept in one golden file: every message, drawing, label and schema, to the letter.

`python -m tests.test_texts` writes the file anew; look at the difference before you commit it.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from camelup.core import errors, rules, validity, variants, view
from camelup.core.actions import SEATS, Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import EDITIONS, FIRST, SECOND, Camel, Deck, Edition, Side
from camelup.core.errors import CamelUpError, MissingPackageError
from camelup.core.rules import apply, check, start
from camelup.core.situation import situation_of
from camelup.core.state import Card, State, Ticket, Tile
from camelup.core.variants import vary
from camelup.core.view import view_of
from camelup.formats import labels, notation, reading, record, review_types, schema, sentences, text_board
from camelup.formats.ansi import Ansi, ansi_for, fit, width
from camelup.formats.json_codec import from_json, to_json
from camelup.formats.notation import parse_position, parse_situation, position_text

FILE = Path(__file__).parent / "data" / "texts.txt"

TRACK = "1:gy 2:rb 3:p 14:K 16:W"
FOUR = f"edition 2 | track {TRACK} | tiles 5+A 8-B | money 3 3 3 3 | winner Ag | tickets r5r3 r2 r2 -"
SIX = f"edition 2 | track {TRACK} | money 3 3 3 3 3 3 | partners BC"
JOINED = f"edition 2 | track {TRACK} | money 3 3 3 3 3 3 | partners AB"
OLD = "edition 1 | track 1:gy 2:ob 3:w | tiles 5+B | money 3 3 3 3 3 3 | tickets o5o3o2 - - - - - | winner Ag"
OVER = "edition 2 | track 1:gy 2:rb 14:K 16:W 17:p | dice bgryx | pyramid 1 0 | money 3 3"
BACK = "edition 2 | track 0:Kp 1:gy 2:rb 16:W | dice bgpry | pyramid 1 0 | money 3 3 | winner Ap Bg | loser Bp"
TWO = f"edition 2 | track {TRACK} | money 3 3"
RECORD = f"camelup record 1\nplayers Ann | Bo\nstart {TWO}\n"
RICH = (
    "edition 2 | track 1:gK 5:yrW 9:b 11:p | dice gp | tiles 7+A 13-C | money 123456 0 12 7 3 44 | "
    "tickets b5g5g3g2r5r3r2 y5p5 - b3 y3 - | pyramid 2 1 0 1 0 0 | winner Ag Br Fb Ay | loser Cp Dg | "
    "partners AB CF | turn D | leg 7"
)


def actions() -> Iterator[tuple[str, Any]]:
    """Give actions that are refused, and their positions."""
    colours = [Camel.RED, Camel.ORANGE, Camel.CRAZY_BLACK, Camel.GREEN, "q", None]
    for text in (FOUR, SIX, JOINED, OLD, OVER):
        yield from ((text, TakeTicket(camel)) for camel in colours)  # type: ignore[arg-type]
        yield from ((text, PlaceTile(space, Side.CHEERING)) for space in (0, 1, 2, 4, 5, 6, 7, 8, 9, 14, 16, 17, True))
        yield from ((text, PlaceTile(space, "x")) for space in (2, 10))  # type: ignore[arg-type]
        yield from ((text, PlayCard(deck, camel)) for deck in (*Deck, "x") for camel in colours)  # type: ignore[arg-type]
        yield from ((text, JoinPartner(seat)) for seat in (-1, 0, 1, 2, 3, 5, 6, 8, "B"))  # type: ignore[arg-type]
        yield from ((text, action) for action in ("roll", None, Roll(), 10**99))


OUTCOMES = [
    (Roll(), None),
    *[(Roll(), Face(camel, 1)) for camel in (Camel.RED, Camel.BLUE, Camel.ORANGE, Camel.CRAZY_WHITE)],
    *[(Roll(), Face(Camel.RED, number)) for number in (0, 3, 4, True, 2.0, 10**50)],  # type: ignore[arg-type]
    (Roll(), ("r", 1)),
    (Roll(), Face("r", 1)),  # type: ignore[arg-type]
    (TakeTicket(Camel.BLUE), Face(Camel.RED, 1)),
    (TakeTicket(Camel.BLUE), None),
]

POSITIONS = [
    TWO,
    FOUR,
    SIX,
    OLD,
    OVER,
    BACK,
    RICH,
    "",
    "x",
    "-",
    " ",
    "edition",
    "edition 2",
    f"edition 2 | track {TRACK}",
    f"edition 3 | track {TRACK} | money 3 3",
    f"edition 2 1 | track {TRACK} | money 3 3",
    f"track {TRACK} | money 3 3",
    f"{TWO} | money 3 3",
    f"{TWO} | nothing 3",
    f"{TWO} |",
    f"{TWO} | ",
    f"{TWO}\n| leg 2",
    *[
        f"edition 2 | track {track} | money 3 3"
        for track in (
            "-",
            "1:gy",
            "1:gyrbpKW",
            "1:gy 2:rbx 3:p 14:K 16:W",
            "1:gy 2:rbo 3:p 14:K 16:W",
            "2:rb 1:gy 3:p 14:K 16:W",
            "1:gy 1:rb 3:p 14:K 16:W",
            "1:gyg 2:rb 3:p 14:K 16:W",
            "0:KgyW 17:rb 3:p",
            "1:gy 2:rb 3:p 14:K 18:W",
            "0:gy 2:rb 3:p 14:K 16:W",
            "1:gy 2:rb 3:p 16:W 17:K",
            "x",
            "1:",
            ":g",
            "01:g",
            "100:g",
            "1:gy 2:rb 3:p 14:K 99:W",
            "1:gy 2:rb 3:p 14:K",
            "1:g!",
        )
    ],
    *[f"edition 1 | track {track} | money 3 3" for track in ("1:gy 2:ob 3:w", "1:gy 2:ob 3:K", "17:gy 2:ob 3:w")],
    *[f"{TWO} | dice {dice}" for dice in ("-", "b", "bgpryx", "xyrpgb", "bg pr", "bb", "bo", "bgp", "")],
    *[f"{TWO} | dice gpryx | pyramid {counts}" for counts in ("1 0", "0 0", "2 0", "2 -1", "1", "1 0 0", "01 0", "")],
    *[f"{OVER} | {more}" for more in ("dice bgpryx | pyramid 0 0", "leg 3", "turn B")],
    "edition 2 | track 1:gy 2:rb 14:K 16:W 17:p | dice bgpyx | pyramid 1 0 | money 3 3",
    "edition 2 | track 1:gy 2:rb 14:K 16:W 17:p | dice x | pyramid 3 2 | money 3 3",
    "edition 2 | track 1:gy 2:rb 14:K 16:W 17:p | dice - | pyramid 3 3 | money 3 3",
    *[
        f"{TWO} | tiles {tiles}"
        for tiles in (
            "-",
            "5+A",
            "5+A 7-B",
            "5+A 6-B",
            "5+A 5-B",
            "1+A",
            "3+A",
            "0+A",
            "17+A",
            "5+A 9+A",
            "5+",
            "5A",
            "5+I",
            "5+C",
            "14-A",
            "16-A",
            "15+B",
            "4-A",
            "99+A",
            "5+A 9+",
        )
    ],
    *[
        f"edition 2 | track {TRACK} | money {money}"
        for money in (
            "-",
            "",
            "3",
            "3 x",
            "3 -1",
            "3 ?",
            "03 3",
            "999999999999999 3",
            "1000000000000000 3",
            "1 " * 8,
            "1 " * 9,
            "3 3 !",
        )
    ],
    *[
        f"{TWO} | tickets {tickets}"
        for tickets in (
            "- -",
            "g5 -",
            "g3 -",
            "g5g3 g2g2",
            "g5 g5",
            "g3 g5",
            "r2r3r5 -",
            "g",
            "g5 - -",
            "g55 -",
            "o5 -",
            "K5 -",
            "g9 -",
            "gx -",
            "5g -",
            "g5g3g2g2g2g2g2g2g2g2g2g2g2 -",
            "",
        )
    ],
    *[
        f"{TWO} | {deck} {cards}"
        for deck in ("winner", "loser")
        for cards in (
            "-",
            "Ag",
            "Ag Bg Ar",
            "Ag Ag",
            "A?",
            "Cg",
            "Ig",
            "AK",
            "Ao",
            "A",
            "g",
            "Agg",
        )
    ],
    *[
        f"{TWO} | hands {hands}"
        for hands in (
            "bgpry bgpry",
            "bgpr bgpry",
            "bgpryy bgpry",
            "yrpgb bgpry",
            "- bgpry",
            "? bgpry",
            "bgpro bgpry",
            "bgprK bgpry",
            "bgpry",
        )
    ],
    f"{TWO} | winner Ag | hands bpry bgpry",
    f"{TWO} | winner Ag | hands bgpry bgpry",
    *[f"{SIX} | partners {pairs}" for pairs in ("AB",)],
    *[
        f"edition 2 | track {TRACK} | money 3 3 3 3 3 3 | partners {pairs}"
        for pairs in (
            "-",
            "AB",
            "AB CD EF",
            "AA",
            "AB BC",
            "BA",
            "A",
            "ABC",
            "AG",
            "AI",
            "ab",
        )
    ],
    f"{TWO} | partners AB",
    "edition 1 | track 1:gy 2:ob 3:w | money 3 3 3 3 3 3 | partners AB",
    *[f"{TWO} | turn {seat}" for seat in ("A", "B", "C", "I", "-", "a", "AB", "A B", "")],
    *[f"{TWO} | leg {leg}" for leg in ("0", "1", "12", "-1", "x", "1 2", "999999999999999", "1000000000000000")],
    *[f"{TWO} | seat {seat}" for seat in ("A", "B", "-", "C", "x", "")],
    *[f"edition 2 | track {TRACK} | money 3 ? | hands bgpry ????? | seat {seat}" for seat in ("A", "B", "-")],
    f"edition 2 | track {TRACK} | money 3 ? | winner Ag B? | hands bpry ???? | seat A",
    f"edition 2 | track {TRACK} | money 3 ? | winner Ag Br | hands bpry ???? | seat A",
    f"edition 2 | track {TRACK} | money 3 ? | winner A? B? | hands bpry ???? | seat A",
    f"edition 2 | track {TRACK} | money ? 3 | hands bgpry ????? | seat A",
    "x" * 9_999,
    "x" * 10_000,
    "x" * 10_001,
    None,
    5,
]

PLIES = [
    "A roll r1\nB ticket g\n",
    "A roll r1\nB roll r1\n",
    "B roll r1\n",
    "A roll\n",
    "A roll r4\n",
    "A roll r1 x\n",
    "A\n",
    "C roll r1\n",
    "I roll r1\n",
    "A jump\n",
    "A ticket x\n",
    "A ticket\n",
    "A ticket g r1\n",
    "A tile 5+\nB tile 5-\n",
    "A tile 5\n",
    "A tile 0+\n",
    "A tile 17+\n",
    "A tile 1+\n",
    "A winner g\nB loser g\nA winner g\n",
    "A winner ?\n",
    "A winner\n",
    "A partner B\n",
    "A partner I\n",
    "A partner\n",
    "result 3 3\n",
    "result 3\n",
    "result 3 x\n",
    "result 3 3\nA roll r1\n",
    "# a\n\n  \nA roll r1\n",
    "A roll K1\n",
    "A roll o1\n",
    "A  roll\tr1 \n",
    "A roll r1\r\n",
]
FINISH = (
    "camelup record 1\nplayers Ann | Bo\nstart edition 1 | track 3:y 14:bgow | money 3 3\n"
    "A ticket w\nB winner w\nA roll b3\n"
)
RECORDS = [
    "",
    "x",
    "camelup record 2\n",
    "camelup record 1\n",
    "camelup  record 1\n",
    " camelup record 1 \nplayers A\n",
    None,
    7,
    "camelup record 1\nplayer A\n",
    "camelup record 1\nplayers\n",
    "camelup record 1\nplayers A | B\n",
    f"camelup record 1\nplayers A\nstart {TWO}\n",
    f"camelup record 1\nplayers A | B\nbegin {TWO}\n",
    f"camelup record 1\nplayers A | B\nmoney hidden\nstart {TWO}\n",
    f"camelup record 1\nplayers A | B\nmoney\nstart {TWO}\n",
    f"camelup record 1\nplayers A | B\nmoney shown\nstart {TWO}\n",
    "camelup record 1\nplayers A | B\nmoney hidden x\n",
    f"camelup record 1\nplayers A | B\nmoney hidden\nmoney hidden\nstart {TWO}\n",
    f"camelup record 1\nplayers {'n' * 40} | {'n' * 41}\nstart {TWO}\n",
    f"camelup record 1\nplayers A | \x07\nstart {TWO}\n",
    f"camelup record 1\nplayers A | B\nstart {TWO} | seat A\n",
    f"camelup record 1\nplayers A | {'n' * 80}\nstart {TWO}\n",
    *[RECORD + plies for plies in PLIES],
    FINISH,
    f"{FINISH}result 9 11\n",
    f"{FINISH}result 9 12\n",
    f"{FINISH}result 9 11\nresult 9 11\n",
    f"{FINISH}A roll g1\n",
]


def forms() -> Iterator[Any]:
    """Give trees of JSON, each with something wrong, and a few that are right."""
    state = parse_position(FOUR)
    played = record.parse_record(f"{FINISH}result 9 11\n")
    yield from (None, [], 5, "x", {}, {"version": 1}, {"version": 2}, {"version": True}, {"version": 1, "type": "x"})
    yield from ({"version": 1, "type": 5}, {"version": 1, "type": "roll", "x": 1})
    for whole in (
        to_json(state),
        to_json(view_of(state, 1)),
        to_json(played),
        to_json(PlaceTile(5, Side.BOOING)),
        to_json(JoinPartner(2)),
        to_json(TakeTicket(Camel.RED)),
        to_json(PlayCard(Deck.LOSER, None)),
        *[to_json(event) for step in record.replay(played) for event in step.events],
    ):
        yield whole
        for key, part in whole.items():
            yield {name: value for name, value in whole.items() if name != key}
            for wrong in (None, "", "K", "r9", -1, 0, 1, 9, 17, 10**15, True, 1.0, [], ["x"], {}, {"x": 1}):
                yield {**whole, key: wrong}
            if isinstance(part, list) and part:
                yield {**whole, key: part[:-1]}
                yield {**whole, key: [*part, *part]}
                yield {**whole, key: part[::-1]}
            if isinstance(part, dict):
                yield from ({**whole, key: {k: v for k, v in part.items() if k != left}} for left in part)
                yield from ({**whole, key: {**part, changed: wrong}} for changed in part for wrong in (None, "x", 7))


def answer(function: Callable[..., object], *arguments: Any, **keywords: Any) -> str:  # noqa: ANN401
    """Return what a function gives, or how it refuses, as text."""
    try:
        value = function(*arguments, **keywords)
    except CamelUpError as error:
        return f"{type(error).__name__} {error.code}: {error.message}"
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    if isinstance(value, State | view.View):
        return answer(position_text, value) if value.edition.is_official else repr(value)
    return "\n".join(map(str, value)) if isinstance(value, list) else f"{value}"


def told() -> dict[str, list[str]]:
    """Return all texts, by what they are about."""
    short = vary(SECOND, spaces=12)
    rolling = parse_position(f"edition 2 | track {TRACK} | dice gpry | pyramid 1 1 | money 3 3")
    views = [view_of(parse_position(RICH), seat, hide_money=hides) for seat in (None, 0, 3) for hides in (False, True)]
    return {
        "refused actions": [f"{action}: {answer(check, parse_position(text), action)}" for text, action in actions()],
        "turns": [answer(check, parse_position(FOUR), Roll(), seat) for seat in (None, 0, 1)],
        "outcomes": [answer(apply, rolling, *case) for case in OUTCOMES],
        "positions": [f"{str(text)[:150]}: {answer(parse_position, text)}" for text in POSITIONS],
        "views": [answer(notation.parse_view, text) for text in POSITIONS if "seat" in str(text) or text == TWO],
        "views written": [answer(position_text, seen) for seen in views],
        "records": [answer(lambda text=text: [record.parse_record(text)]) for text in RECORDS],
        "records repeated": [answer(_replayed, text) for text in RECORDS if isinstance(text, str)],
        "records for seats": [
            answer(lambda seat=seat, text=text: [record.parse_record(text).for_seat(seat)])
            for seat in (None, 0, 1, 2)
            for text in (f"{RECORD}A winner g\n", f"{FINISH}result 9 11\n", RECORDS[13], RECORDS[20])
        ],
        "records in brief": [repr(record.parse_record(text)) for text in (RECORD, f"{FINISH}result 9 11\n")],
        "records in notebooks": [record.parse_record(f"{FINISH}result 9 11\n")._repr_html_()],
        "any record": [
            answer(reading.read_record, text)
            for text in (
                RECORD,
                " {",
                "{}",
                '{"version": 1, "type": "roll"}',
                json.dumps(to_json(record.parse_record(RECORD))),
                "[" * 9,
            )
        ],
        "plies counted": [answer(reading.count_plies, form) for form in COUNTED],
        "JSON": [answer(_short, form) for form in forms()],
        "schemas": [
            json.dumps(schema.all_definitions(), indent=1),
            json.dumps(schema.all_definitions("#/x/"), indent=1)[:2000],
            *[
                json.dumps(schema.schema_of(kind, with_version=is_whole))
                for kind in (Roll, TakeTicket, State)
                for is_whole in (True, False)
            ],
            json.dumps(schema.schema_of(Action, with_version=True)),
        ],
        "situations": [
            *[
                repr(parse_situation(2, TRACK, dice, tiles))
                for dice, tiles in ((None, ""), ("gpx", "5+ 8-"), ("gb", "9-C"))
            ],
            *[
                answer(parse_situation, *case)
                for case in ((3, TRACK), (2, "x"), (2, TRACK, "b"), (short, TRACK), (True, TRACK), ("2", TRACK))
            ],
            *[answer(situation_of, parse_position(text)) for text in (FOUR, OVER, BACK, RICH)],
            repr(parse_situation(short, "5:gy 6:rb 7:p 14:K 16:W", tiles="8+")),
            *[
                f"{at.draws} {at.dice_bits} {at.cheering} {at.booing} {at.stacks}"
                for at in (situation_of(parse_position(RICH)),)
            ],
            answer(situation_of, situation_of(parse_position(FOUR))),
        ],
        "parts": [
            *[
                answer(notation.parse_face, 2, text)
                for text in ("r3", "K1", "r", "r4", "x1", "", "r1 r2", " r2 ", None)
            ],
            *[
                answer(notation.parse_action, 2, text)
                for text in ("roll", "roll 1", "", "winner g", "loser ?", "tile 16-", "tile 017-", "partner H")
            ],
            *[answer(notation.parse_dice, 2, text) for text in ("xb g", "xbg", "-", "", "b", "q")],
            *[
                answer(notation.parse_tiles, 2, parse_position(TWO).track, text)
                for text in ("", "5+ 8-", "5+A 8-A", "5+A 8-H", "5*")
            ],
            *[answer(notation.parse_track, number, TRACK) for number in (1, 2, None)],
        ],
        "variants": [
            *[
                answer(vary, SECOND, **keywords)
                for keywords in (
                    {},
                    {"crazy_camels": False},
                    {"crazy_camels": 0},
                    {"tiles": False},
                    {"tiles": None},
                    {"spaces": 5},
                    {"spaces": 6},
                    {"spaces": 16},
                    {"spaces": 17},
                    {"spaces": True},
                    {"spaces": 12.0},
                    {"ticket_values": (5, 3, 2, 2)},
                    {"ticket_values": ()},
                    {"ticket_values": (1,)},
                    {"ticket_values": (15,)},
                    {"ticket_values": (16,)},
                    {"ticket_values": (0,)},
                    {"ticket_values": (2, 3)},
                    {"ticket_values": (5, 4, 3, 2, 1)},
                    {"ticket_values": [5]},
                    {"ticket_values": (True,)},
                    {"ticket_values": (4, 4, 3, 1)},
                    {"crazy_camels": False, "tiles": False, "spaces": 7, "ticket_values": (9, 1)},
                )
            ],
            *[answer(vary, edition) for edition in (2, None, short)],
            answer(vary, FIRST, crazy_camels=False),
            *[
                answer(variants.with_same_camels, edition)
                for edition in (FIRST, SECOND, short, vary(SECOND, crazy_camels=False))
            ],
            *[answer(variants.check_official, edition) for edition in (FIRST, short)],
            *[
                f"{edition.tile_spaces:b} {edition.first_space}"
                for edition in (FIRST, short, vary(SECOND, tiles=False))
            ],
            *[answer(_placed, short, space) for space in range(1, 17)],
            answer(_placed, vary(SECOND, tiles=False), 8),
        ],
        "starts": [
            *[answer(start, SECOND, players, parse_position(TWO).track) for players in (1, 2, 8, 9, True, "x")],
            *[answer(start, SECOND, 3, parse_position(TWO).track, first) for first in (0, 2, 3, -1, 9, None, True)],
            *[
                answer(start, SECOND, 2, notation.parse_track(2, text))
                for text in (
                    "1:gy 2:rb 4:p 14:K 16:W",
                    "1:gy 2:rb 3:p 13:K 16:W",
                    "1:gy 2:rb 3:pW 14:K",
                    "1:gyrbp 16:KW",
                )
            ],
            *[
                answer(start, edition, 2, track)
                for edition, track in ((FIRST, parse_position(TWO).track), (SECOND, 0), (SECOND, 1 << 56))
            ],
            answer(start, short, 2, notation.parse_track(short, "5:gy 6:rb 7:p 14:K 16:W")),
            answer(start, short, 2, notation.parse_track(short, "5:gy 6:rb 8:p 14:K 16:W")),
            answer(notation.parse_track, short, "4:gy 6:rb 7:p 14:K 16:W"),
        ],
        "chances": [
            *[f"{face} {chance}" for face, chance in rules.chances(rolling, Roll())],
            *[f"{face} {chance}" for face, chance in rules.chances(parse_position(FOUR), Roll())],
            str(rules.chances(rolling, TakeTicket(Camel.RED))),
        ],
        "ways to check": [
            *[
                answer(function, seat, 3)
                for function in (validity.check_seat, validity.check_seat_number)
                for seat in (0, 2, 3, 7, 8, -1, None, True)
            ],
            *[answer(validity.find_edition, edition) for edition in (1, 2, 3, FIRST, short, None, True, "2")],
            answer(validity.find_edition, short, allow_variant=True),
            *[answer(view.check_is_view, value) for value in (views[0], parse_position(TWO), None)],
            *[answer(validity.check_position, parse_position(RICH).replace(**changes)) for changes in CHANGES],
            *[answer(view.check_view, views[2].replace(**changes)) for changes in SEATS_SEEN],
            answer(view_of, parse_position(TWO), 2),
            answer(views[0].replace, seats=3),
            answer(view.events_for, [None], 0, hide_money=True),
        ],
        "errors": [
            *[errors.quoted(value) for value in (None, "a", "a" * 58, "a" * 59, "a" * 99, [1] * 99)],
            *[repr(error.__reduce__()) for error in (MissingPackageError("a", "b", "c"), errors.FileError("a", "b"))],
            str(MissingPackageError("a", "b", "c").name),
            str(MissingPackageError("a", "b").msg),
        ],
        "reprs": [repr(parse_position(RICH)), repr(views[0]), *map(repr, EDITIONS.values())],
        "drawings": [
            *[text_board.draw_text(parse_position(text)) for text in (FOUR, SIX, OLD, OVER, BACK, RICH)],
            *[
                text_board.draw_text(seen, ["Ann", "Scheherazade of Samarkand", "C", "\u99f1\u99dd", "e\u0301", "F"])
                for seen in views
            ],
            *[
                "\n".join(text_board.draw_board(parse_position(text), ["Ann", "Bo"] * 4, Ansi(is_coloured=True)))
                for text in (FOUR, OLD, OVER, RICH)
            ],
            "\n".join(text_board.draw_board(parse_position(_many()), "ABCDEFGH")),
            text_board.draw_text(parse_position(_many())),
            text_board.draw_text(situation_of(parse_position(RICH))),
            "\n".join(text_board.draw_track(situation_of(parse_position(RICH)))),
        ],
        "columns": [
            *[
                f"{fit(text, size)}| {width(text)}"
                for text in ("", "Bo", "\u99f1\u99dd", "e\u0301e", "\uff21x", "\x1b[1mA\x1b[0m")
                for size in (0, 1, 2, 3, 4, 5)
                if size or not text
            ],
            *[
                Ansi(is_coloured=is_on).bold(text) + Ansi(is_coloured=is_on).faint(text)
                for is_on in (True, False)
                for text in ("", "x")
            ],
        ],
        "labels": [json.dumps(labels.kind_names(edition)) for edition in EDITIONS.values()],
        "reviews": _reviews(),
        "menus": [
            f"{sentences.describe_action(action, edition, SEATS)} / {sentences.name_action(action, edition, SEATS)}"
            for edition in EDITIONS.values()
            for action in (
                Roll(),
                TakeTicket(Camel.GREEN),
                PlaceTile(5, Side.CHEERING),
                PlaceTile(6, Side.BOOING),
                JoinPartner(2),
                PlayCard(Deck.WINNER, Camel.BLUE),
                PlayCard(Deck.LOSER, Camel.BLUE),
                PlayCard(Deck.LOSER, None),
            )
        ],
    }


CHANGES: list[dict[str, Any]] = [
    {"money": (1,)},
    {"hands": ()},
    {"tiles": (None,)},
    {"partners": ()},
    {"pyramid_tickets": (0,)},
    {"leg": 0},
    {"leg": 10**15},
    {"leg": 10**15 - 1},
    {"turn": 6},
    {"turn": "A"},
    {"track": 0},
    {"track": -1},
    {"money": (-1, 0, 0, 0, 0, 0)},
    {"money": (10**15, 0, 0, 0, 0, 0)},
    {"money": (None, 0, 0, 0, 0, 0)},
    {"pyramid_tickets": (-1, 5, 0, 0, 0, 0)},
    {"partners": (1, None, None, None, None, None)},
    {"partners": (0, None, None, None, None, None)},
    {"partners": (6, None, None, None, None, None)},
    {"tents": ()},
    {"dice": "b"},
    {"winner_deck": ()},
    {"winner_deck": (Card(6, Camel.BLUE),)},
    {"tickets": ((Ticket(Camel.CRAZY_BLACK, 5),), (), (), (), (), ())},
    {"tiles": (Tile(7, Side.BOOING), Tile(8, Side.BOOING), None, None, None, None)},
]
COUNTED: list[Any] = [
    f"{FINISH}\n #\nresult",
    "a\n# b\nc d e",
    "",
    None,
    [],
    {},
    {"plies": [1]},
    {"plies": 3},
    {"record": {"plies": [1, 2]}},
    {"record": 4},
]
SEATS_SEEN: list[dict[str, Any]] = [{}, {"seat": 6}, {"seat": None}, {"seat": 1}, *CHANGES]


def _short(form: Any) -> str:  # noqa: ANN401
    return answer(lambda: str(from_json(form))[:80])


def _replayed(text: str) -> list[str]:
    return [f"{step!r} {step.state.money}" for step in record.replay(record.parse_record(text))]


def _placed(edition: Edition, space: int) -> None:
    track = notation.parse_track(edition, "5:gy 6:rb 7:p 14:K 16:W")
    check(start(edition, 2, track), PlaceTile(space, Side.CHEERING))


def _many() -> str:
    hands = "winner " + " ".join(f"{seat}{camel}" for camel in "bgp" for seat in "ABCDEFGH")
    tickets = "b5b3b2b2g5g3g2g2p5p3p2p2r5r3r2r2y5y3y2y2 - - - - - - -"
    return f"edition 2 | track {TRACK} | money 3 3 3 3 3 3 3 3 | tickets {tickets} | {hands}"


def _reviews() -> list[str]:
    worth, other = review_types.Worth(0.25, 1.5), review_types.Worth(0.125, -4.0)
    player = review_types.ReviewedPlayer(
        0,
        "Ann",
        2,
        17,
        9,
        worth,
        other,
        worth,
        other.plus(worth),
        worth.minus(other),
        worth,
        other,
        worth,
        other,
        worth,
        review_types.Estimate(87.6, 1.0),
        [],
    )
    nobody = replace(player, accuracy=None)
    turning = review_types.TurningPoint(7, "die", 1, -0.25, "A text " * 60, TWO, None, None, [0.25, -0.25])
    return [
        *map(repr, (worth.plus(other), worth.minus(other), player, nobody, turning)),
        player._repr_html_(),
        turning._repr_html_(),
    ]


def whole() -> str:
    """Return the golden file."""
    parts = [f"== {name}\n" + "".join(f"{text}\n" for text in texts) for name, texts in told().items()]
    return "\n".join(parts).replace("\x1b", "^[")


def test_every_text_is_as_it_was() -> None:
    now, before = whole().split("\n"), FILE.read_text(encoding="utf-8").split("\n")
    assert now == before


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("no_color", "term", "is_coloured"),
    [("", "xterm", True), ("1", "xterm", False), ("", "dumb", False), ("1", "dumb", False)],
)
def test_colours_are_for_terminals_that_want_them(
    monkeypatch: pytest.MonkeyPatch, no_color: str, term: str, *, is_coloured: bool
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.setenv("TERM", term)
    assert ansi_for(_Terminal()).is_coloured is is_coloured
    assert ansi_for(StringIO()).is_coloured is False


if __name__ == "__main__":
    FILE.write_text(whole(), encoding="utf-8")
