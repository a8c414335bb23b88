"""What core and formats are asked for the golden file of their texts: actions, positions, records and JSON."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from camelup.card_commitments import CardHash
from camelup.core.actions import Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import Camel, Deck, Side
from camelup.core.events import (
    CamelMoved,
    CardPlayed,
    CardScored,
    Event,
    LegStarted,
    PartnersJoined,
    RaceEnded,
    TileHit,
    TilePlaced,
)
from camelup.core.state import Card, Ticket, Tile
from camelup.core.view import view_of
from camelup.fair_dice import FairDice
from camelup.formats import record
from camelup.formats.finished_game import FinishedGame, NotedGame, Published
from camelup.formats.json_codec import to_json, to_json_value
from camelup.formats.notation import parse_position

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
TIGHT = f"edition 2 | track {TRACK} | dice ryx | pyramid 3 0 | money 3 3 | winner Ab Bb Ag | loser By Ay"
"""Dice and decks have just enough room in one row of its drawing."""
FLAT = "edition 1 | track 1:b 2:g 3:o 4:w 5:y | dice y | pyramid 4 0 | money 3 3"
MANY = "b5b3b2b2g5g3g2g2p5p3"
TICKETS = [
    f"edition 2 | track {TRACK} | money 3 3 | tickets {MANY} -",
    f"edition 2 | track {TRACK} | money 1234567 3 | tickets {MANY}p2p2r5r3 -",
]
"""More in front of somebody than a row of the drawing usually holds."""


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
            "g5g3g2g2g2g2g2g2g2g2 -",
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
    "A roll g1\nB roll y1\nA roll r1\nB roll b1\nA roll p1\n",
    "A roll g1\nB roll y1\nA roll r1\nB roll b1\nA roll p1\nB roll g1\n",
]
FINISH = (
    "camelup record 1\nplayers Ann | Bo\nstart edition 1 | track 3:y 14:bgow | money 3 3\n"
    "A ticket w\nB winner w\nA roll b3\n"
)
ENDED = f"{FINISH}result 9 11\n"
SEEN_BY_A = str(record.parse_record(f"{RECORD}A winner g\nB winner r\n").for_seat(0))
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
    ENDED,
    f"{FINISH}result 9 12\n",
    f"{FINISH}result 9 11\nresult 9 11\n",
    f"{FINISH}A roll g1\n",
    SEEN_BY_A,
]


def values() -> list[Any]:
    """Give values that have a form in JSON."""
    state = parse_position(FOUR)
    played = record.parse_record(ENDED)
    return [
        *(state, view_of(state, 1), played),
        *(PlaceTile(5, Side.BOOING), JoinPartner(2), TakeTicket(Camel.RED), PlayCard(Deck.LOSER, None)),
        *[event for step in record.replay(played) for event in step.events],
    ]


def forms() -> Iterator[Any]:
    """Give trees of JSON, each with something wrong, and a few that are right."""
    yield from (None, [], 5, "x", {}, {"version": 1}, {"version": 2}, {"version": True}, {"version": 1, "type": "x"})
    yield from ({"version": 1, "type": 5}, {"version": 1, "type": "roll", "x": 1})
    for whole in map(to_json, values()):
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
    for stack in ("g" * 9, "g" * 10):
        form = to_json(parse_position(TWO))
        yield {**form, "track": {**form["track"], "1": stack}}
    revealed = {"version": 1, "type": "die_revealed", "seat": 0, "reason": None}
    yield from ({**revealed, "face": face} for face in ("r3", "X1", "rX", "r33", "W1"))
    yield from finished_forms()


MOVES: list[Event] = [
    CamelMoved((Camel.GREEN,), 5, 7, is_under=False),
    TileHit(1, 7, Side.BOOING, 4),
    CamelMoved((Camel.GREEN,), 7, 6, is_under=True),
    CamelMoved((Camel.BLUE,), 6, 8, is_under=False),
    CamelMoved((Camel.RED,), 5, 6, is_under=False),
    CamelMoved((Camel.YELLOW,), 4, 6, is_under=False),
    CamelMoved((Camel.CRAZY_WHITE,), 9, 5, is_under=False),
    CamelMoved((Camel.YELLOW,), 6, 5, is_under=False),
]
STACKS = {
    4: (Camel.YELLOW,),
    5: (Camel.RED, Camel.GREEN),
    6: (Camel.BLUE,),
    8: (Camel.PURPLE,),
    9: (Camel.CRAZY_WHITE,),
}
EVENTS: list[Event] = [
    TilePlaced(0, 5, Side.CHEERING, 3),
    CardScored(Deck.WINNER, 0, Camel.RED, 1, 4),
    CardScored(Deck.LOSER, 1, Camel.RED, -1, 0),
    CardPlayed(1, Deck.LOSER, None),
    PartnersJoined(2, 0),
    LegStarted(3, 2),
    RaceEnded(is_clockwise=True),
]
"""Some that nothing else here has."""

HASHES = ("", "0" * 63, "0" * 64, "0" * 65, "A" * 64)
SEEDS = (["0" * 15, ""], ["", "0" * 16], ["0" * 64, "0" * 65], ["0" * 15 + "g", ""], [""], ["", "", ""])
SEEN: list[tuple[str, Any]] = [
    *[("table", code) for code in ("sandy234", "Sandy", "a b", "")],
    *[("first", seat) for seat in (None, 0, 7, 8, -1)],
]
CARDS: list[tuple[str, Any]] = [
    *[("ply", number) for number in (0, 1, 10**6, 10**6 + 1)],
    *[("seat", seat) for seat in (-1, 0, 7, 8)],
    *[("hash", digits) for digits in HASHES],
    *[("deck", "both"), ("surprise", 1)],
]


def finished_forms() -> Iterator[Any]:
    """Give the JSON of a finished game and of somebody's notes, each with something wrong, and a few that are right."""
    played = record.parse_record(ENDED)
    cards = (CardHash(2, 1, Deck.WINNER, "0" * 64),)
    proof = FairDice(bytes(32), ["0" * 16, ""]).proof(is_first_random=True)
    game = to_json(FinishedGame(played, proof, Published("sandy234", 2, (2,), cards)))
    noted = to_json(NotedGame("sandy234", "0" * 64, ("0" * 16, ""), 2, None, cards))
    yield from (game, noted, to_json(FinishedGame(played, proof)), {**game, "published": None})
    dice, shown, inner = game["dice"], game["published"], game["record"]
    left_out: tuple[Any, ...] = ([], [0, 7], [1, 1], [2, 1], [8], [-1], [True], list(range(7)), list(range(6)))
    yield from ({**game, "dice": {**dice, name: text}} for name in ("commitment", "secret") for text in HASHES)
    yield from ({**game, "dice": {**dice, "seeds": seeds}} for seeds in SEEDS)
    yield from ({**game, "published": {**shown, "left_out": seats}} for seats in left_out)
    yield from ({**game, "published": {**shown, name: part}} for name, part in SEEN)
    yield from ({**game, "published": {**shown, "cards": [{**shown["cards"][0], name: part}]}} for name, part in CARDS)
    yield from ({**game, "record": {**inner, "type": tag}} for tag in ("state", "recordX", None))
    yield {**game, "record": {**inner, "result": None}}
    yield {**game, "record": {**inner, "result": [9, -1]}}
    seen = view_of(parse_position(TWO), 0)
    yield {**game, "record": to_json_value(replace(played, start=seen))}
    yield {**game, "record": to_json_value(replace(played, start=seen, plies=()))}
    yield {**game, "record": {key: part for key, part in inner.items() if key != "hides_money"}}
    yield from ({**noted, name: part} for name, part in SEEN)
    yield from ({**noted, "seeds": seeds} for seeds in SEEDS)
    yield from ({**noted, "commitment": text} for text in HASHES)
    yield from ({**noted, "is_first_random": part} for part in (True, False, 0))
    yield from ({**noted, "cards": [noted["cards"][0], {**noted["cards"][0], name: part}]} for name, part in CARDS)


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
