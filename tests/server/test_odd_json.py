"""JSON that no honest client writes, at every door: refused as bad input, never a fault of the server."""

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camelup.core.errors import CamelUpError, NotationError, RequestError
from camelup.formats.json_codec import from_json, to_json
from camelup.game import Game
from camelup.protocol.http import NewTable, RecordForm
from camelup.protocol.request_body import read_request
from camelup.protocol.requests import read_message, read_number
from camelup.server.tables import message_handler
from camelup.server.tables.message_handler import read_action
from camelup.server.tables.replays import check_reviewable_record
from camelup.server.thinking.job_runner import position_odds
from tests.server.live import LiveServer, seat_people, start_game

HOLE = "<here>"
DIGITS = 4_400
"""More than Python makes an int of."""

numbers = st.one_of(
    st.sampled_from(["1e999", "-1e999", "1e-999", "1E+400", "-0", "-0.0", "1.0", "NaN", "Infinity", "-Infinity", "01"]),
    st.sampled_from(["9" * DIGITS, "-" + "9" * DIGITS, "0." + "1" * DIGITS, "9" * DIGITS + "e-4400", "1" + "0" * 400]),
    st.integers(-(2**70), 2**70).map(str),
    st.floats().map(repr),
)
others = st.sampled_from(
    ["[" * 3000, "[" * 3000 + "]" * 3000, '{"a":' * 2500, '"\\ud800"', '"\\udc00x"', '"\\u0000"', '"', "null", "true"]
)
odd = numbers | others
"""Texts that stand where a value is expected."""


def with_holes(value: Any) -> list[str]:  # noqa: ANN401 - JSON
    """Give a value as JSON in all ways in which one part of it is left out."""
    if isinstance(value, dict):
        parts = [(name, hole) for name in value for hole in with_holes(value[name])]
        inner = ["{" + ",".join(_field(value, name, other, hole) for other in value) + "}" for name, hole in parts]
    elif isinstance(value, list) and value:
        inner = ["[" + ",".join([hole, *map(json.dumps, value[1:])]) + "]" for hole in with_holes(value[0])]
    else:
        inner = []
    return [HOLE, *inner]


def _field(value: dict[str, Any], name: str, other: str, hole: str) -> str:
    return f"{json.dumps(other)}:{hole if other == name else json.dumps(value[other])}"


TILE = {"type": "place_tile", "space": 5, "side": "+"}
MESSAGES = [
    {"type": "act", "id": 1, "seat": 0, "ply": 0, "action": TILE},
    {"type": "hello", "protocol": 1, "token": None, "since": 3},
    {"type": "say", "text": "Hi", "seat": 0},
]
TABLE = {"settings": {"edition": 2, "seats": 3, "clock": 60, "first": 0}, "computers": [{"level": "greedy", "seat": 1}]}
GAME = Game(seed=1)
GAME.play("roll")
RECORD = {"record": to_json(GAME.record)}
POSITION = {"position": "edition 1 | track 1:bg 2:ow 3:y | money 3 3", "values": True, "samples": 1}
SITUATION = {"edition": 1, "track": "1:bg 2:ow 3:y", "dice": "b", "tiles": "5+", "samples": 1}


def read_any_message(text: bytes) -> None:
    read_number(text)
    read_message(text)


def read_any_record(text: bytes) -> None:
    check_reviewable_record(read_request(text, RecordForm).record)


DOORS: dict[str, tuple[Callable[[bytes], object], list[Any]]] = {
    "message": (read_any_message, MESSAGES),
    "action": (read_action, [TILE, {"type": "take_ticket", "camel": "g"}, {"type": "roll"}]),
    "table": (lambda text: read_request(text, NewTable), [TABLE]),
    "record": (read_any_record, [RECORD]),
    "odds": (position_odds, [POSITION, SITUATION]),
}


@pytest.mark.parametrize("door", DOORS)
@given(data=st.data())
def test_odd_values_are_read_or_refused(door: str, data: st.DataObject) -> None:
    read, forms = DOORS[door]
    holes = [hole for form in forms for hole in with_holes(form)]
    text = data.draw(st.sampled_from(holes)).replace(HOLE, data.draw(odd))
    with suppress(CamelUpError):
        read(text.encode())


ODD_ACTIONS = [f'{{"type": "place_tile", "space": {value}, "side": "+"}}' for value in ("1e999", "9" * DIGITS)]
ODD_ACTIONS += ["[" * 5000 + "]" * 5000, '{"type": "\\ud800"}', '{"type": "roll", "x": NaN}']


async def test_an_odd_action_is_refused_and_play_goes_on(server: LiveServer) -> None:
    clients = await seat_people(server, server.make_table(seats=2), ["Ann", "Bo"])
    await start_game(clients)
    ann = next(client for client in clients if client.views[client.seats[0]]["legal"])
    for number, action in enumerate(ODD_ACTIONS, 1000):
        await ann.utter(f'{{"type": "act", "id": {number}, "seat": {ann.seats[0]}, "ply": 0, "action": {action}}}')
        assert (await ann.hear("error"))["code"] == "message"
    assert (await ann.act())["type"] == "done"
    # That the server has had nothing to complain about is checked when the clients have gone.


async def test_what_is_too_long_for_an_action_is_not_even_read(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To refuse a position with a stack of thousands of camels took 80 ms, for which everybody else waited."""
    track = {"1": "b" * 15_000}
    lists = ["tents", "tickets", "pyramid_tickets", "tiles", "partners", "winner_deck", "loser_deck", "money", "hands"]
    state = {"type": "state", "edition": 1, "track": track, "dice": "bgowy", "turn": 0, "leg": 1}
    form = json.dumps(state | {key: [] for key in lists})
    monkeypatch.setattr(message_handler, "from_json", pytest.fail)
    with pytest.raises(RequestError) as refused:
        message_handler.read_action(form.encode())
    assert refused.value.code == "message"
    (ann,) = await seat_people(server, server.make_table(seats=2), ["Ann"])
    for _ in range(10):  # as many invalid messages as a client may send
        await ann.utter(f'{{"type": "act", "seat": 0, "ply": 0, "action": {form}}}')
    closed = await ann.hear_end()
    assert closed.rcvd is not None
    assert closed.rcvd.code == 4400


def test_a_stack_of_too_many_camels_is_refused_before_they_are_counted() -> None:
    state = to_json(Game(seed=1).position)
    with pytest.raises(NotationError, match=r"\$\.track\.1"):
        from_json(state | {"track": {"1": "b" * 100}})
