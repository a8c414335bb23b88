"""JSON Schemas of the forms: whatever is written fits them, and what has the wrong shape does not."""

import json
import random
import typing
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from camelup.card_commitments import CardHash
from camelup.core.actions import Action
from camelup.core.edition import EDITIONS, MAX_PLAYERS, MIN_PLAYERS, Camel
from camelup.core.errors import CamelUpError
from camelup.core.events import Event
from camelup.core.rules import apply, start
from camelup.core.state import State
from camelup.core.view import View, events_for, view_of
from camelup.fair_dice import FairDice, Proof
from camelup.formats.finished_game import FinishedGame, Published
from camelup.formats.json_codec import ADDED, TAGGED, Json, from_json, hints_of, to_json
from camelup.formats.record import Ply, Record
from camelup.formats.schema import CRAZY_TOO, RANGES, TEXTS, all_definitions, schema_of
from tests.randomplay import random_action
from tests.strategies import EDITIONS_OF_THE_GAME, POSITIONS, RECORDS, SEEDS, actions, places_in, with_wrong_parts
from tests.test_json import EXAMPLES, FORMS

VALIDATORS = {tag: Draft202012Validator(schema_of(kind, with_version=True)) for tag, kind in TAGGED.items()}
UNIONS = {union: Draft202012Validator(schema_of(union, with_version=True)) for union in (Action, Event)}


def fits(form: Json) -> bool:
    """Whether a form is as the schema of its type says."""
    return VALIDATORS[form["type"]].is_valid(form)


def complaint(value: Any) -> str | None:  # noqa: ANN401 - whatever has a form
    """What the schema has against the form of a value, as it comes out of a wire."""
    form = json.loads(json.dumps(to_json(value)))
    error = next(VALIDATORS[form["type"]].iter_errors(form), None)
    return None if error is None else f"{error.json_path}: {error.message}"


# --- What is written fits -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(MIN_PLAYERS, MAX_PLAYERS + 1))
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=["first", "second"])
def test_everything_in_a_game_fits(edition: Any, players: int) -> None:  # noqa: ANN401 - an edition
    generator = random.Random(players)
    dice = FairDice(generator.randbytes(32), [generator.choice(("", "ab" * 8)) for _ in range(players)])
    opening = state = start(edition, players, dice.start(edition, 0).track)
    plies: list[Ply] = []
    seen = 0
    while not state.is_over:
        before = state.turn
        action, outcome = random_action(state, generator)
        state, events = apply(state, action, outcome)
        plies.append(Ply(before, action, outcome))
        seat, hide_money = generator.choice((None, *range(players))), generator.random() < 0.5
        told: list[Any] = [action, *events, *events_for(events, seat, hide_money=hide_money)]
        if len(plies) % 5 == 0 or state.is_over:  # a view has a hundred parts, and takes its time
            told += [state, view_of(state, seat, hide_money=hide_money)]
        assert [complaint(value) for value in told] == [None] * len(told)
        seen += len(told)
    assert seen > 50
    record = Record(tuple("ABCDEFGH"[:players]), opening, tuple(plies), state.money, hides_money=True)
    unfinished = Record(record.names, record.start, record.plies[:-1])
    for value in (
        record,
        unfinished,
        unfinished.for_seat(0),
        unfinished.for_seat(None),
        FinishedGame(record, dice.proof(is_first_random=True)),
    ):
        assert complaint(value) is None


@given(POSITIONS, SEEDS)
def test_positions_of_every_kind_fit(position: State, seed: int) -> None:
    seat = random.Random(seed).choice((None, *range(position.players)))
    for value in (position, view_of(position, seat), view_of(position, seat, hide_money=True)):
        assert complaint(value) is None


@given(EDITIONS_OF_THE_GAME.flatmap(actions))
def test_every_action_fits(action: Action) -> None:
    assert complaint(action) is None
    assert UNIONS[Action].is_valid(to_json(action))
    assert not UNIONS[Event].is_valid(to_json(action))


@given(RECORDS)
@settings(max_examples=25)  # each is a whole game, and events of all kinds are in a few
def test_records_fit(record: Record) -> None:
    assert complaint(record) is None


@pytest.mark.parametrize("value", EXAMPLES, ids=lambda value: type(value).__name__)
def test_with_and_without_the_version(value: Any) -> None:  # noqa: ANN401 - each type that has a form
    form = to_json(value)
    inner = {name: part for name, part in form.items() if name != "version"}
    within = Draft202012Validator(schema_of(type(value), with_version=False))
    embedded = Draft202012Validator({"$ref": f"#/$defs/{type(value).__name__}", "$defs": all_definitions()})
    for validator, is_whole in ((VALIDATORS[form["type"]], True), (within, False), (embedded, False)):
        assert validator.is_valid(form) == is_whole
        assert validator.is_valid(inner) != is_whole
    for kind, validator in UNIONS.items():
        assert validator.is_valid(form) == (type(value) in get_args(kind))


def test_all_schemas_are_schemas_with_all_that_they_refer_to() -> None:
    for kind in (*TAGGED.values(), *UNIONS, Ply):
        schemas = [schema_of(kind, with_version=False)]
        if kind is not Ply:
            schemas.append(schema_of(kind, with_version=True))
        for schema in schemas:
            Draft202012Validator.check_schema(schema)
            assert json.loads(json.dumps(schema)) == schema
            used = {part.removeprefix("#/$defs/") for part in references(schema)}
            assert used == set(schema["$defs"])
    elsewhere = all_definitions(at="#/components/schemas/")
    assert {part.rpartition("/")[0] for part in references(elsewhere)} == {"#/components/schemas"}
    assert {part.rpartition("/")[2] for part in references(elsewhere)} <= set(elsewhere)


def references(schema: Json) -> list[str]:
    return [holder[key] for holder, key in places_in(schema) if key == "$ref"]


def test_every_type_is_defined_by_its_name_and_described() -> None:
    definitions = all_definitions()
    assert {kind.__name__ for kind in TAGGED.values()} <= set(definitions)
    assert set(definitions) >= {
        "Action",
        "Event",
        "Camel",
        "Face",
        "Ply",
        "Proof",
        "Published",
        "Ticket",
        "Tile",
        "Card",
    }
    for name, schema in definitions.items():
        assert set(schema) == {"oneOf"} or schema["description"].endswith("."), name


def test_whoever_changes_a_schema_changes_their_own() -> None:
    before = all_definitions()
    for _ in range(2):
        for definition in all_definitions().values():
            definition.clear()
        schema_of(View, with_version=True)["$defs"]["Track"].clear()
    assert all_definitions() == before


def all_fields() -> list[tuple[str, Any]]:
    """Every field of every type in a form, with what is in it at the bottom of lists and unions."""
    found: list[tuple[str, Any]] = []
    waiting: list[Any] = [(None, kind) for kind in TAGGED.values()]
    while waiting:
        field, hint = waiting.pop()
        if parts := typing.get_args(hint):
            waiting += [(field, part) for part in parts if part not in (..., type(None))]
        elif (field, hint) not in found:
            found.append((field, hint))
            if hint in TAGGED.values() or hasattr(hint, "_fields") or hint in {Ply, Proof, Published, CardHash}:
                waiting += list(hints_of(hint).items())
    return found


def test_the_tables_of_fields_name_fields_of_their_kind() -> None:
    fields = all_fields()
    numbers = {field for field, hint in fields if hint is int}
    assert numbers - set(RANGES) == {"copied", "number", "reward", "total", "track"}
    assert set(RANGES) <= numbers
    assert {field for field, hint in fields if hint is str} == set(TEXTS)
    assert set(CRAZY_TOO) < {field for field, hint in fields if hint is Camel}


# --- What has the wrong shape does not fit --------------------------------------------------------------------


def some_places_in(form: Json) -> list[tuple[Json, Json]]:
    """All fields at the top, and some of the many places below."""
    top = [(form, name) for name in form]
    below = [place for place in places_in(form) if place[0] is not form]
    return top + random.Random(1).sample(below, min(40, len(below)))


@pytest.mark.parametrize("tag", FORMS)
def test_what_is_missing_or_unknown_does_not_fit_anywhere(tag: str) -> None:
    form = json.loads(json.dumps(FORMS[tag]))
    assert fits(form)
    optional = {name for _, name in ADDED}
    for holder, key in [*some_places_in(form), (form, None)]:
        if not isinstance(holder, dict) or (key == "type" and holder is form):
            continue
        if key is not None and key not in optional and not key.isdecimal():
            part = holder.pop(key)
            assert not fits(form), key
            holder[key] = part
        holder["surprise"] = 1
        assert not fits(form), key
        del holder["surprise"]
    assert fits(form)


@pytest.mark.parametrize("tag", FORMS)
def test_the_wrong_type_does_not_fit_anywhere(tag: str) -> None:
    form = json.loads(json.dumps(FORMS[tag]))
    for holder, key in some_places_in(form):
        part = holder[key]
        for wrong in (True, 1.5, -1, "nonsense", [True], {"surprise": 1}):
            holder[key] = wrong
            if form["type"] == tag and refused_for_its_shape(form):
                assert not fits(form), (key, wrong)
        holder[key] = part


OUTSIDE = ("just the actions", "entries, one for each seat", "without blanks", "as text '", "a state, since")
"""What a schema cannot tell: what depends on another part of the form, or on a rule of Unicode."""


def refused_for_its_shape(form: Json) -> bool:
    """Whether a form is refused for a reason that a schema can know."""
    try:
        from_json(form)
    except CamelUpError as error:
        return error.code == "json" and not any(reason in error.message for reason in OUTSIDE)
    return False


def is_beyond_schemas(form: Json) -> bool:
    """Whether there is a number such as 1.0, which is whole to a schema, or a line end that Python passes over."""
    return any(
        (isinstance(part, float) and part.is_integer()) or (isinstance(part, str) and part.endswith("\n"))
        for part in (holder[key] for holder, key in places_in(form))
    )


SMALL_RECORDS = RECORDS.map(lambda record: Record(record.names, record.start, record.plies[:5]))


@given(
    with_wrong_parts((POSITIONS | SMALL_RECORDS | EDITIONS_OF_THE_GAME.flatmap(actions)).map(to_json))
    | with_wrong_parts(st.just(FORMS["finished_game"]))
)
def test_schema_and_reader_agree_on_the_shape(form: Json) -> None:
    if form.get("type") not in list(FORMS) or is_beyond_schemas(form):
        return
    if refused_for_its_shape(form):
        assert not fits(form)
    elif not fits(form):
        with pytest.raises(CamelUpError):  # the schema refuses nothing that is read
            from_json(form)
