"""A setting of a table is one field in one class: whatever is chosen arrives everywhere, without being listed again."""

import json
from types import NoneType
from typing import Any, get_args

import msgspec

from camelup.client.reading import read
from camelup.protocol.http import ListedTable, NewTable
from camelup.protocol.messages import DiceForm, TableForm
from camelup.protocol.settings import Settings
from camelup.server.tables import commands, events
from camelup.server.tables.state import TableState
from tests.server.stories import Story


def another_than(field: msgspec.structs.FieldInfo) -> Any:  # noqa: ANN401 - of any kind
    """Give a value that a field may have and that is not its default."""
    kinds = [kind for kind in (get_args(field.type) or (field.type,)) if kind is not NoneType]
    first = get_args(kinds[0])[0] if get_args(kinds[0]) else kinds[0]  # of Annotated
    if first is bool:
        return not field.default
    if first is int:
        return {"seats": 5, "clock": 45, "first": 2}.get(field.name, (field.default or 0) + 1)
    return next(value for value in kinds if value != field.default)  # of a Literal


CHOSEN = Settings(**{field.name: another_than(field) for field in msgspec.structs.fields(Settings)})


def test_every_setting_differs_from_its_default_here() -> None:
    for field in msgspec.structs.fields(Settings):
        assert getattr(CHOSEN, field.name) != field.default, f"choose a value for {field.name}"


def test_every_setting_survives_the_request_the_log_and_the_wire() -> None:
    asked = msgspec.json.decode(msgspec.json.encode(NewTable(CHOSEN)), type=NewTable)
    stored = events.read_event(events.write_event(commands.create(asked.settings, bytes(32))))
    assert isinstance(stored, events.Created)
    assert stored.settings == CHOSEN
    form = TableForm("abcd2345", "waiting", stored.settings, [], DiceForm("", []), 0, None, 0.0)
    assert read(TableForm, json.loads(msgspec.json.encode(form))).settings == CHOSEN


def test_every_setting_survives_a_rematch_but_those_that_seats_make() -> None:
    story = Story(CHOSEN)
    for name in ("Ann", "Bo", "Cy"):
        story.sit(name, is_program=True)
    story.happen(commands.start(story.table))
    story.play_to_the_end()
    again = commands.rematch(story.table, bytes(32))[0]
    assert isinstance(again, events.Created)
    assert again.settings == msgspec.structs.replace(CHOSEN, seats=3, first=None)


def test_a_setting_that_a_list_names_is_listed() -> None:
    table = TableState("abcd2345")
    table.settings, table.seats = CHOSEN, [None] * CHOSEN.seats
    listed = json.loads(table.summarize().headline)
    shown = {*Settings.__struct_fields__} & {*ListedTable.__struct_fields__}
    assert {name: listed[name] for name in shown} == {name: getattr(CHOSEN, name) for name in shown}


def test_a_client_passes_over_settings_and_kinds_of_a_later_version() -> None:
    form = {
        "id": "abcd2345",
        "status": "adjourned",
        "settings": {**msgspec.structs.asdict(CHOSEN), "weather": "sand"},
        "seats": [{"kind": "ghost", "name": "Ann", "is_host": True, "mood": "good"}],
        "dice": {"commitment": "", "seeds": [""]},
        "ply": 3,
        "turn_ends": None,
        "now": 1.0,
        "tomorrow": {},
    }
    table = read(TableForm, form)
    assert (table.settings, table.names, table.status) == (CHOSEN, ("Ann",), "adjourned")
    assert (table.seats[0].kind, table.seats[0].is_host, table.rematch) == ("ghost", True, None)
