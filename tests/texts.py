"""What core and formats say, in one golden file: every message, drawing, label and schema, to the letter.

`python -m tests.texts` writes the file again; look at the difference before you commit it.
"""

import json
import pickle
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from camelup.core import errors, rules, validity, variants, view
from camelup.core.actions import SEATS, Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import EDITIONS, FIRST, SECOND, Camel, Deck, Edition, Side
from camelup.core.errors import CamelUpError, MissingPackageError
from camelup.core.events import CardPlayed
from camelup.core.rules import apply, check, start
from camelup.core.situation import situation_of
from camelup.core.state import State
from camelup.core.variants import vary
from camelup.core.view import view_of
from camelup.formats import labels, notation, reading, record, review_types, schema, sentences, text_board
from camelup.formats.ansi import Ansi, fit, width
from camelup.formats.json_codec import from_json, to_json, to_json_value
from camelup.formats.notation import parse_position, parse_situation, position_text
from tests.text_cases import (
    BACK,
    CHANGES,
    COUNTED,
    ENDED,
    EVENTS,
    FLAT,
    FOUR,
    MOVES,
    OLD,
    OUTCOMES,
    OVER,
    POSITIONS,
    RECORD,
    RECORDS,
    RICH,
    SEATS_SEEN,
    SEEN_BY_A,
    SIX,
    STACKS,
    TICKETS,
    TIGHT,
    TRACK,
    TWO,
    actions,
    forms,
    values,
)

FILE = Path(__file__).parent / "data" / "texts.txt"


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


def sections() -> dict[str, Callable[[], list[str]]]:
    """Return what gives all texts, by what they are about."""
    short = vary(SECOND, spaces=12)
    rolling = parse_position(f"edition 2 | track {TRACK} | dice gpry | pyramid 1 1 | money 3 3")
    views = [view_of(parse_position(RICH), seat, hide_money=hides) for seat in (None, 0, 3) for hides in (False, True)]
    return {
        "refused actions": lambda: [
            f"{action}: {answer(check, parse_position(text), action)}" for text, action in actions()
        ],
        "turns": lambda: [answer(check, parse_position(FOUR), Roll(), seat) for seat in (None, 0, 1)],
        "outcomes": lambda: [answer(apply, rolling, *case) for case in OUTCOMES],
        "positions": lambda: [f"{str(text)[:150]}: {answer(parse_position, text)}" for text in POSITIONS],
        "views": lambda: [
            answer(notation.parse_view, text) for text in POSITIONS if "seat" in str(text) or text == TWO
        ],
        "views written": lambda: [answer(position_text, seen) for seen in views],
        "records": lambda: [answer(lambda text=text: [record.parse_record(text)]) for text in RECORDS],
        "records repeated": lambda: [answer(_replayed, text) for text in RECORDS if isinstance(text, str)],
        "records for seats": lambda: [
            answer(lambda seat=seat, text=text: [record.parse_record(text).for_seat(seat)])
            for seat in (None, 0, 1, 2)
            for text in (f"{RECORD}A winner g\n", ENDED, SEEN_BY_A, RECORDS[13])
        ],
        "records in brief": lambda: [repr(record.parse_record(text)) for text in (RECORD, ENDED)],
        "records in notebooks": lambda: [record.parse_record(ENDED)._repr_html_()],
        "any record": lambda: [
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
        "plies counted": lambda: [answer(reading.count_plies, form) for form in COUNTED],
        "JSON written": lambda: [
            *[json.dumps(to_json(value)) for value in values()],
            *[json.dumps(to_json_value(value)) for value in (Camel.RED, TakeTicket(Camel.RED), SECOND, (1, None))],
        ],
        "JSON": lambda: [answer(_short, form) for form in forms()],
        "schemas": lambda: [
            json.dumps(schema.all_definitions(), indent=1),
            json.dumps(schema.all_definitions("#/x/"), indent=1)[:2000],
            *[
                json.dumps(schema.schema_of(kind, with_version=is_whole))
                for kind in (Roll, TakeTicket, State)
                for is_whole in (True, False)
            ],
            json.dumps(schema.schema_of(Action, with_version=True)),
        ],
        "situations": lambda: [
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
        "parts": lambda: [
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
            answer(notation.parse_dice, short, "gx"),
        ],
        "variants": lambda: [
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
            *[answer(_placed, vary(SECOND, spaces=15), space, "2:gy 3:rb 4:p 14:K 16:W") for space in (1, 2, 3, 5)],
            answer(notation.parse_tiles, vary(SECOND, tiles=False), parse_position(TWO).track, "5+"),
            *[
                f"{edition} {pickle.loads(pickle.dumps(edition)) is edition}"  # noqa: S301 - our own
                for edition in (FIRST, SECOND, short, vary(SECOND, crazy_camels=False), vary(FIRST, tiles=False))
            ],
            answer(_placed, vary(SECOND, tiles=False), 8, TRACK),
            answer(apply, _backwards(short), Roll(), Face(Camel.CRAZY_BLACK, 2)),
            answer(apply, _backwards(SECOND), Roll(), Face(Camel.CRAZY_BLACK, 2)),
        ],
        "starts": lambda: [
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
        "chances": lambda: [
            *[f"{face} {chance}" for face, chance in rules.chances(rolling, Roll())],
            *[f"{face} {chance}" for face, chance in rules.chances(parse_position(FOUR), Roll())],
            str(rules.chances(rolling, TakeTicket(Camel.RED))),
        ],
        "ways to check": lambda: [
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
            *[answer(record.check_name, name) for name in (None, 5, " a ", "a|b")],
            answer(view_of, parse_position(TWO), 2),
            answer(views[0].replace, seats=3),
            answer(view.events_for, [5], 0, hide_money=True),
        ],
        "errors": lambda: [
            *[
                errors.quoted(value)
                for value in (None, "a", "a" * 58, "a" * 59, "a" * 99, "a" * 60 + "'", [1] * 99, 10**5000)
            ],
            *[repr(error.__reduce__()) for error in (MissingPackageError("a", "b", "c"), errors.FileError("a", "b"))],
            str(MissingPackageError("a", "b", "c").name),
            str(MissingPackageError("a", "b").msg),
        ],
        "reprs": lambda: [repr(parse_position(RICH)), repr(views[0]), *map(repr, EDITIONS.values())],
        "drawings": lambda: [
            *[text_board.draw_text(parse_position(text)) for text in (FOUR, SIX, OLD, OVER, BACK, RICH, TIGHT, FLAT)],
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
            text_board.draw_text(parse_position(_many()), ["Scheherazade of Samarkand", *SEATS[1:]]),
            *[
                text_board.draw_text(parse_position(text), [name, "Bo"])
                for text in TICKETS
                for name in ("Ann", "Scheherazade of Samarkand, the second")
            ],
            text_board.draw_text(parse_position(FLAT), ["Scheherazade of Samarkand, the second", "Bo"]),
            text_board.draw_text(situation_of(parse_position(RICH))),
            "\n".join(text_board.draw_track(situation_of(parse_position(RICH)))),
        ],
        "columns": lambda: [
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
        "labels": lambda: [json.dumps(labels.kind_names(edition)) for edition in EDITIONS.values()],
        "reviews": _reviews,
        "results": lambda: [
            *[
                answer(sentences.describe_result, parse_position(text).replace(money=(0, 7)), names, reader)
                for text in (OVER, BACK)
                for names in (["Ann", "Bo"], ["Ann", "You"], ["Ann"])
                for reader in (None, 0, 1)
            ],
            *sentences.describe_result(parse_position(OVER), ["Ann", "Bo"], 1),
            *sentences.describe_result(view_of(parse_position(BACK).replace(money=(9, 1)), None), ["Ann", "Bo"]),
        ],
        "sentences": lambda: [
            *[
                answer(sentences.describe_events, events, edition, names, reader, stacks=stacks)
                for events in (MOVES, EVENTS, *[step.events for step in record.replay(record.parse_record(ENDED))])
                for names in (["Ann", "Bo", "Cy"] if isinstance(events, list) else ["Ann", "Bo"],)
                for edition in EDITIONS.values()
                for reader in (None, 1)
                for stacks in (None, STACKS)
                if events is MOVES or stacks is None
            ],
            *[str(sentences.named_seats([event])) for event in (*MOVES, *EVENTS, *values()[7:])],
            str(sorted(sentences.named_seats(EVENTS[3:5]))),
            *[str(seen) for hides in (False, True) for seen in _seen(hides_money=hides)],
        ],
        "menus": lambda: [
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


def _short(form: Any) -> str:  # noqa: ANN401
    return answer(lambda: str(from_json(form))[:80])


def _replayed(text: str) -> list[str]:
    return [f"{step!r} {step.state.money}" for step in record.replay(record.parse_record(text))]


def _seen(*, hides_money: bool) -> Iterator[object]:
    """Give what a spectator and a player are shown of some events."""
    played = replace(record.parse_record(ENDED), hides_money=hides_money)
    for seat in (None, 0):
        yield from played.events_for([CardPlayed(0, Deck.LOSER, Camel.RED), MOVES[1]], seat)


def _placed(edition: Edition, space: int, camels: str = "5:gy 6:rb 7:p 14:K 16:W") -> None:
    track = notation.parse_track(edition, camels)
    check(start(edition, 2, track), PlaceTile(space, Side.CHEERING))


def _backwards(edition: Edition) -> State:
    """Give a position with a crazy camel that comes to space 4."""
    begun = start(edition, 2, notation.parse_track(edition, TRACK if edition is SECOND else "5:gy 6:rb 7:p 14:K 16:W"))
    return begun.replace(track=notation.parse_track(edition, "6:gK 7:yrb 8:p 16:W"))


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


def text_of(name: str) -> str:
    """Return the texts of a section, as the golden file has them."""
    return "".join(f"{text}\n" for text in sections()[name]()).replace("\x1b", "^[")


def golden_texts() -> dict[str, str]:
    """Read the golden file: the texts by section."""
    _, *parts = re.split(r"^== (.+)\n", FILE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


if __name__ == "__main__":
    FILE.write_text("".join(f"== {name}\n{text_of(name)}" for name in sections()), encoding="utf-8")
