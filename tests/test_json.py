"""JSON forms: what is written is read back, of every type, and what is wrong is refused with its path."""

import json
import random
from dataclasses import dataclass
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelup.card_commitments import CardHash
from camelup.core.actions import SEATS, Action, Face, Roll, TakeTicket
from camelup.core.edition import Camel, Deck
from camelup.core.errors import ImpossiblePositionError, NotationError
from camelup.core.events import Event
from camelup.core.state import State
from camelup.core.view import View, view_of
from camelup.fair_dice import FairDice
from camelup.formats.finished_game import FinishedGame, NotedGame, Published
from camelup.formats.json_codec import Json, from_json, to_json, to_json_value
from camelup.formats.notation import Token, parse_position, parse_view, position_text, read_position
from camelup.formats.record import Ply, Record, parse_record
from tests.strategies import (
    EDITIONS_OF_THE_GAME,
    EVENTS,
    POSITIONS,
    RECORDS,
    SEEDS,
    THOROUGH,
    VIEWS,
    actions,
    events_of_a_game,
    played_game,
    refusal,
    with_wrong_parts,
)

STATE = parse_position(
    "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | dice bgpx | tiles 5+A 8-C | money 3 0 12 7 3 3 "
    "| tickets g5 - r5g3 - - - | pyramid 1 0 1 0 0 0 | winner Ag Cb | loser Bp | partners AC BF | turn D | leg 2"
)
VIEW = view_of(STATE, 3)
RECORD = Record(
    ("Ann", "Bo", "Cy", "Di", "Ed", "Fay"),
    STATE,
    (Ply(3, TakeTicket(Camel.GREEN), None), Ply(4, Roll(), Face(Camel.GREEN, 1))),
)
SMALL: list[Action | Event] = [
    *{type(action): action for action in VIEW.legal}.values(),
    *{type(event): event for seed in range(10) for event in events_of_a_game(random.Random(seed))}.values(),
]
OVER = parse_position("edition 1 | track 10:g 13:o 16:wy 17:b | dice - | money 24 34 | pyramid 3 2")
CARDS = (CardHash(5, 1, Deck.WINNER, "0" * 64),)
FINISHED = FinishedGame(
    Record(("Ann", "Bo"), OVER, result=OVER.money),
    FairDice(bytes(32), ["0" * 16, ""]).proof(is_first_random=True),
    Published("sandy234", 2, (2,), CARDS),
)
NOTED = NotedGame("sandy234", "0" * 64, ("0" * 16, ""), 2, None, CARDS)
EXAMPLES: list[State | View | Record | FinishedGame | NotedGame | Action | Event] = [
    *(STATE, VIEW, RECORD, FINISHED, NOTED),
    *SMALL,
]
"""One value of each type that has a form."""
FORMS = {form["type"]: form for form in map(to_json, EXAMPLES)}


def through_json(value: Any) -> Any:  # noqa: ANN401 - every type that has a form
    """What comes out at the other end of a wire."""
    return from_json(json.loads(json.dumps(to_json(value))))


# --- What is written is read back -----------------------------------------------------------------------------


@THOROUGH
@given(POSITIONS)
def test_a_position_comes_through(position: State) -> None:
    assert through_json(position) == position


@given(POSITIONS, st.booleans())
def test_every_view_comes_through(position: State, hide_money: bool) -> None:  # noqa: FBT001 - an example
    for seat in (None, *range(position.players)):
        view = view_of(position, seat, hide_money=hide_money)
        assert through_json(view) == view


@given(EDITIONS_OF_THE_GAME.flatmap(actions))
def test_an_action_comes_through(action: Action) -> None:
    assert through_json(action) == action


@given(EVENTS)
def test_events_come_through(events: list[Event]) -> None:
    for event in events:
        assert through_json(event) == event


def test_events_of_every_type_were_among_them() -> None:
    seen = {type(event) for seed in range(10) for event in events_of_a_game(random.Random(seed))}
    assert seen == set(get_args(Event))


@given(RECORDS)
def test_a_record_comes_through(record: Record) -> None:
    assert through_json(record) == record


@pytest.mark.parametrize(
    ("tag", "field", "default"), [("record", "hides_money", False), ("die_revealed", "reason", None)]
)
def test_a_form_from_before_a_field_was_added_is_read(tag: str, field: str, default: object) -> None:
    form = {name: part for name, part in FORMS[tag].items() if name != field}
    assert to_json(from_json(form)) == {**form, field: default}


def test_a_finished_game_from_before_cards_were_committed_is_read_and_written_alike() -> None:
    form = {name: part for name, part in FORMS["finished_game"].items() if name != "published"}
    game = from_json(form)
    assert game.published is None
    assert to_json(game) == form


@pytest.mark.parametrize("left_out", [[1, 1], [2, 0], list(range(8))], ids=["twice", "order", "too many"])
def test_seats_that_cannot_have_been_left_out_are_refused(left_out: list[int]) -> None:
    form = FORMS["finished_game"]
    with pytest.raises(NotationError, match="left_out"):
        from_json({**form, "published": {**form["published"], "left_out": left_out}})


def test_every_type_has_a_tag_of_its_own() -> None:
    assert set(FORMS) == {
        *("state", "view", "record", "finished_game", "noted_game"),
        *("roll", "take_ticket", "place_tile", "play_card", "join_partner"),
        *("ticket_taken", "tile_placed", "card_played", "partners_joined", "die_revealed", "camel_moved", "tile_hit"),
        *("race_ended", "leg_scored", "leg_started", "card_scored", "game_ended"),
    }


def test_only_these_types_have_a_form() -> None:
    @dataclass
    class Stranger:
        mood: complex = 1j

    with pytest.raises(TypeError, match="no JSON form for complex"):
        to_json_value(Stranger())


@given(POSITIONS | VIEWS, SEEDS)
def test_dice_tickets_hands_and_spaces_may_come_in_any_order(position: State | View, seed: int) -> None:
    generator = random.Random(seed)
    form = to_json(position)
    form["dice"] = "".join(generator.sample(form["dice"], len(form["dice"])))
    for name in ("tickets", "hands"):
        form[name] = [generator.sample(held, len(held)) for held in form[name]]
    form["track"] = dict(generator.sample(list(form["track"].items()), len(form["track"])))
    assert from_json(form) == position


# --- What cannot be read is refused, and by no other error ----------------------------------------------------


@THOROUGH
@given(with_wrong_parts((POSITIONS | VIEWS).map(to_json)))
def test_a_position_with_wrong_parts_is_read_or_refused(form: Json) -> None:
    if refusal(lambda: from_json(form)) is None:
        value = from_json(form)
        assert through_json(value) == value
        if isinstance(value, State | View):
            assert read_position(Token(position_text(value))) == value


@THOROUGH
@given(
    with_wrong_parts(SEEDS.map(lambda seed: to_json(played_game(random.Random(seed), most_actions=6).record)))
    | with_wrong_parts(RECORDS.map(lambda record: to_json(Record(record.names, record.start, record.plies[:9]))))
)
def test_a_record_with_wrong_parts_is_read_or_refused(form: Json) -> None:
    if refusal(lambda: from_json(form)) is None:
        value = from_json(form)
        assert through_json(value) == value
        if isinstance(value, Record):
            assert parse_record(str(value)) == value


@THOROUGH
@given(with_wrong_parts(st.sampled_from(SMALL).map(to_json)))
def test_an_action_or_event_with_wrong_parts_is_read_or_refused(form: Json) -> None:
    if refusal(lambda: from_json(form)) is None:
        assert to_json(from_json(form)) == form


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda forms: st.lists(forms) | st.dictionaries(st.text(), forms),
    ),
    st.sampled_from([(example, name) for example in FORMS.values() for name in example]),
)
def test_any_tree_is_refused(form: Json, place: tuple[Json, str]) -> None:
    assert refusal(lambda: from_json(form)) is not None
    assert refusal(lambda: from_json({"version": 1, "type": form})) is not None
    example, name = place
    refusal(lambda: from_json({**example, name: form}))


# --- The right error for each mistake -------------------------------------------------------------------------

MISSING = object()


def spoilt(tag: str, path: str, part: object) -> Json:
    """The form of an example with one part exchanged, added or left out."""
    form = json.loads(json.dumps(FORMS[tag]))
    *way, last = path.split(".")
    holder = form
    for step in way:
        holder = holder[int(step) if isinstance(holder, list) else step]
    key = int(last) if isinstance(holder, list) else last
    if part is MISSING:
        del holder[key]
    else:
        holder[key] = part
    return form


@pytest.mark.parametrize(
    ("tag", "path", "part", "message"),
    [
        ("state", "version", 2, "At $.version: expected 1, the version of the format."),
        ("state", "version", True, "At $.version: expected 1, the version of the format."),
        ("state", "version", MISSING, "At $.version: expected 1, the version of the format."),
        ("state", "type", "table", "At $.type: expected one of camel_moved, card_played, card_scored, die_revealed, "),
        (
            "state",
            "type",
            ["state"],
            "At $.type: expected one of camel_moved, card_played, card_scored, die_revealed, ",
        ),
        ("state", "type", MISSING, "At $.type: expected one of camel_moved, card_played, card_scored, die_revealed, "),
        ("state", "type", "view", "At $: the field 'seat' is missing."),
        ("state", "leg", MISSING, "At $: the field 'leg' is missing."),
        ("state", "seed", 7, "At $: there is no field 'seed' here."),
        ("state", "edition", 3, "At $.edition: expected an edition, 1 or 2."),
        ("state", "edition", True, "At $.edition: expected an edition, 1 or 2."),
        ("state", "track", "1:gy", "At $.track: expected an object with the stack of each space."),
        ("state", "track.18", "g", "At $.track: expected spaces from 0 to 17."),
        ("state", "track.01", "g", "At $.track: expected spaces from 0 to 17."),
        ("state", "track.9" + "9" * 5000, "g", "At $.track: expected spaces from 0 to 17."),
        ("state", "track.1", ["g", "y"], "At $.track.1: expected a text."),
        ("state", "track.1", "g 4:y", "At $.track.1: expected one of b g o p r w y K W."),
        ("state", "dice", None, "At $.dice: expected a text."),
        ("state", "tiles", {}, "At $.tiles: expected a list."),
        ("state", "tiles.0", "5+", "At $.tiles[0]: expected an object."),
        ("state", "tiles.0.side", "*", "At $.tiles[0].side: expected one of + -."),
        ("state", "money.1", "3", "At $.money[1]: expected a whole number of at most 15 digits."),
        ("state", "money.1", 3.0, "At $.money[1]: expected a whole number of at most 15 digits."),
        ("state", "money.1", True, "At $.money[1]: expected a whole number of at most 15 digits."),
        ("state", "money.1", None, "At $.money[1]: expected a whole number of at most 15 digits."),
        ("state", "leg", 10**5000, "At $.leg: expected a whole number of at most 15 digits."),
        ("state", "hands.1.0", None, "At $.hands[1][0]: expected a text."),
        (
            "view",
            "legal.0",
            "roll",
            "At $.legal[0]: expected an object whose type is one of roll, take_ticket, place_til",
        ),
        (
            "view",
            "legal.0.type",
            "camel_moved",
            "At $.legal[0]: expected an object whose type is one of roll, take_tic",
        ),
        (
            "view",
            "legal.0",
            MISSING,
            "At $.legal: expected just the actions that this seat may perform, in their order.",
        ),
        (
            "view",
            "turn",
            0,
            "At $.legal: expected just the actions that this seat may perform, in their order.",
        ),
        ("take_ticket", "camel", "K", "At $.camel: expected a racing camel."),
        ("take_ticket", "camel", None, "At $.camel: expected a text."),
        ("play_card", "camel", "W", "At $.camel: expected a racing camel."),
        ("play_card", "deck", "both", "At $.deck: expected one of winner loser."),
        ("place_tile", "space", 17, "At $.space: expected a whole number from 1 to 16."),
        ("place_tile", "space", 0, "At $.space: expected a whole number from 1 to 16."),
        ("join_partner", "seat", 8, "At $.seat: expected a whole number from 0 to 7."),
        ("join_partner", "seat", "B", "At $.seat: expected a whole number of at most 15 digits."),
        ("die_revealed", "face", "r4", "At $.face: expected the face of a die, such as 'r3'."),
        ("die_revealed", "face", {"camel": "r", "number": 3}, "At $.face: expected a text."),
        ("die_revealed", "reason", "luck", "At $.reason: expected one of only_carrier on_top shown."),
        ("race_ended", "is_clockwise", 1, "At $.is_clockwise: expected true or false."),
        ("leg_scored", "rewards.0.tickets", None, "At $.rewards[0].tickets: expected a list."),
        ("leg_scored", "rewards.0.extra", 1, "At $.rewards[0]: there is no field 'extra' here."),
        ("record", "names", ["Ann"], "At $.names: expected 6 entries, one for each seat."),
        ("record", "names.0", " Ann", "At $.names[0]: expected a name without blanks around it."),
        ("record", "names.0", "A|n", "A name needs 1 to 40 printable characters without '|', unlike 'A|n'."),
        ("record", "start", None, "At $.start: expected an object whose type is one of state, view."),
        ("record", "start.leg", MISSING, "At $.start: the field 'leg' is missing."),
        ("record", "start.version", 1, "At $.start: there is no field 'version' here."),
        ("record", "plies.0.seat", 8, "At $.plies[0].seat: expected a whole number from 0 to 7."),
        ("record", "plies.0.seat", 6, "At $.plies[0], as text 'G ticket g': There is no seat G at a table of 6."),
        (
            "record",
            "plies.0.outcome",
            "g1",
            "At $.plies[0], as text 'D ticket g g1': At character 12: expected nothing",
        ),
        (
            "record",
            "plies.1.outcome",
            None,
            "At $.plies[1], as text 'E roll': At character 7: expected one of the came",
        ),
        (
            "record",
            "plies.1.outcome",
            "o1",
            "At $.plies[1], as text 'E roll o1': At character 8: expected one of the c",
        ),
        (
            "record",
            "plies.0.action.camel",
            "w",
            "At $.plies[0], as text 'D ticket w': At character 10: expected one of",
        ),
        ("record", "result", [1, 2], "At $.result: expected 6 entries, one for each seat."),
        ("record", "result", [1, 2, 3, 4, 5, -1], "At $.result[5]: expected a whole number from 0 to 999999999999999."),
    ],
    ids=lambda part: "missing" if part is MISSING else repr(part)[:40] if not isinstance(part, int) else "",
)
def test_what_cannot_be_read_is_refused_with_its_path(tag: str, path: str, part: object, message: str) -> None:
    error = refusal(lambda: from_json(spoilt(tag, path, part)))
    assert isinstance(error, NotationError)
    assert error.code == ("name" if message.startswith("A name") else "json")
    assert error.message.startswith(message)


@pytest.mark.parametrize(
    ("tag", "path", "part", "code", "message"),
    [
        ("state", "track.1", "gyr", "camels", "The red camel is on the track 2 times."),
        ("state", "track.1", "", "camels", "The green camel is missing from the track."),
        ("state", "track.1", "gyw", "camels", "There is no white camel in Camel Up, second edition (2018)."),
        ("state", "dice", "bgpp", "dice", "The die p is in the pyramid 2 times."),
        ("state", "tents.0", [5], "tickets", "The betting tickets left are not those that nobody holds."),
        (
            "state",
            "tickets.1",
            [{"camel": "o", "value": 5}],
            "tickets",
            "There is no betting ticket for the orange camel",
        ),
        (
            "state",
            "tickets.1",
            [{"camel": "g", "value": 7}],
            "tickets",
            "The green betting tickets held are 7, 5, 3, but",
        ),
        (
            "state",
            "tickets",
            [[], []],
            "players",
            "There are betting tickets for 2 players, but pyramid tickets for 6.",
        ),
        (
            "state",
            "tiles",
            [None] * 5,
            "players",
            "There are betting tickets for 6 players, but spectator tiles for 5.",
        ),
        ("state", "partners", [], "players", "There are betting tickets for 6 players, but partners for 0."),
        ("state", "money", [3] * 7, "players", "There are betting tickets for 6 players, but money for 7."),
        ("state", "hands.5", MISSING, "players", "There are betting tickets for 6 players, but hands for 5."),
        ("state", "pyramid_tickets", [3, -1, 0, 0, 0, 0], "pyramid", "Nobody can have -1 pyramid tickets."),
        (
            "state",
            "tiles.1",
            {"space": 9, "side": "+"},
            "tiles",
            "There are spectator tiles next to each other on 8 and",
        ),
        (
            "state",
            "tiles.1",
            {"space": -4, "side": "+"},
            "tiles",
            "There is no space -4 for a spectator tile: the track",
        ),
        ("state", "partners.0", 1, "partners", "Seat A has a betting partner who is not the partner of A."),
        ("state", "partners.0", 0, "partners", "Seat A has a betting partner who is not the partner of A."),
        ("state", "partners.0", None, "partners", "Seat C has a betting partner who is not the partner of C."),
        ("state", "partners.0", 99, "seat", "There is no seat 99 at a table of 6."),
        ("state", "turn", -1, "seat", "There is no seat -1 at a table of 6."),
        ("state", "turn", 6, "seat", "There is no seat G at a table of 6."),
        ("state", "leg", 0, "leg", "There is no leg 0: legs are counted from 1."),
        ("state", "money.1", -1, "money", "Seat B cannot have -1 Egyptian pounds."),
        ("state", "winner_deck.0.seat", 9, "seat", "There is no seat 9 at a table of 6."),
        ("state", "winner_deck.0.camel", None, "view", "The cards and the money of seat A cannot be hidden here."),
        ("state", "hands.0", ["b", "b", "p", "r"], "cards", "Seat A has the blue finish card 2 times."),
        (
            "state",
            "hands.0",
            ["K", "b", "p", "r"],
            "cards",
            "There is no finish card for the black crazy camel in this",
        ),
        ("view", "seat", 6, "seat", "There is no seat G at a table of 6."),
        ("view", "hands.3", [None] * 5, "view", "The cards and the money of seat D cannot be hidden here."),
        ("view", "hands.4.0", "g", "view", "The cards of seat E are hidden here until the game is over."),
        ("record", "start.leg", 0, "leg", "There is no leg 0: legs are counted from 1."),
    ],
)
def test_what_no_game_can_have_is_refused_with_the_reason(
    tag: str, path: str, part: object, code: str, message: str
) -> None:
    error = refusal(lambda: from_json(spoilt(tag, path, part)))
    assert isinstance(error, ImpossiblePositionError)
    assert error.code == code
    assert error.message.startswith(message)


@pytest.mark.parametrize("seat", [-3, -1, 2, 7, 8, 20])
def test_a_finished_game_is_not_seen_from_a_seat_that_is_not_there(seat: int) -> None:
    """Nothing is hidden then, so nothing else would tell."""
    over = parse_position("edition 1 | track 10:g 13:o 16:wy 17:b | dice - | money 24 34 | pyramid 3 2")
    reads = [lambda: from_json({**to_json(view_of(over, 0)), "seat": seat})]
    if 0 <= seat < len(SEATS):
        reads.append(lambda: parse_view(f"{position_text(over)} | seat {SEATS[seat]}"))
    for read in reads:
        error = refusal(read)
        assert error is not None
        assert error.code == "seat"
