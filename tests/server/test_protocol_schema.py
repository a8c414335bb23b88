"""The JSON Schema of the protocol: every message of live games is one of it, whichever way it goes."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator

from camelup.protocol.fields import MESSAGE_BYTES
from camelup.protocol.messages import ServerMessage
from camelup.protocol.requests import ClientMessage
from camelup.protocol.schema import describe_protocol
from tests.server.live import LiveClient, LiveServer, Message, play_on, seat_people, start_game
from tests.server.test_live_games import AnyAction

SCHEMA = describe_protocol()
_COMPILED = 500.0
"""Seconds in which a worker has compiled what it needs, where nobody has done so before."""
CLIENT, SERVER = get_args(ClientMessage), get_args(ServerMessage)


def validator_of(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})


BY_TYPE = {
    way: {kind.__struct_config__.tag: validator_of(kind.__name__) for kind in kinds}
    for way, kinds in (("client", CLIENT), ("server", SERVER))
}


def check(way: str, message: Message) -> None:
    """A message is one of its own type, not just one of any."""
    errors = [
        f"{error.json_path}: {error.message:.300}" for error in BY_TYPE[way][message["type"]].iter_errors(message)
    ]
    assert not errors, f"{message['type']}: {errors}"


def test_the_schema_is_one_and_has_every_message() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    for name, kinds in (("ClientMessage", CLIENT), ("ServerMessage", SERVER)):
        assert SCHEMA["$defs"][name]["anyOf"] == [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]
        for kind in kinds:
            definition = SCHEMA["$defs"][kind.__name__]
            assert definition["properties"]["type"] == {"enum": [kind.__struct_config__.tag]}
            assert set(definition["properties"]) == {"type", *kind.__struct_fields__}


@pytest.mark.parametrize(
    ("way", "message"),
    [
        ("client", {"type": "hello"}),
        ("client", {"type": "hello", "protocol": 1, "token": "short"}),
        ("client", {"type": "act", "seat": 8, "ply": 0, "action": {"type": "roll"}}),
        ("client", {"type": "act", "seat": 0, "ply": 0, "action": {"type": "fly"}}),
        ("client", {"type": "start", "colour": "red"}),
        ("server", {"type": "done", "id": "1", "ply": 0}),
        ("server", {"type": "moved"}),
    ],
)
def test_the_schema_can_tell(way: str, message: Message) -> None:
    with pytest.raises(AssertionError):
        check(way, message)


async def test_every_message_of_live_games_is_one_of_the_schema(tmp_path: Path) -> None:
    people: list[LiveClient] = []

    async with LiveServer(tmp_path) as server:
        code = server.make_table(edition=2, seats=6, hides_money=True, odds="leg")
        ann, bo, watcher = await seat_people(server, code, ["Ann", "Bo", "Cy"])
        people.extend([ann, bo, watcher])
        await ann.ask("add_computer", level="random")
        await ann.ask("remove", seat=3)
        await ann.ask("remove", seat=2)
        await ann.ask("reopen", seat=2, lets_back=True)
        await ann.ask("set_open", is_open=True)
        await watcher.sit("Cy")
        await watcher.ask("leave", seat=2)
        await ann.ask("mute", seat=1)
        await bo.ask("say", text="hm")
        await ann.ask("mute", seat=1, is_muted=False)
        await bo.ask("say", text="Hello!")
        await bo.ask("react", reaction="sand")
        await start_game([ann, bo, watcher])
        await ann.hear("odds", seconds=_COMPILED)
        await play_on([ann, bo, watcher], AnyAction(3), most=10)
        await watcher.connect(is_watcher=True, since=4)
        assert len(people[2].messages[-1]["missed"]) == 6
        await play_on([ann, bo, watcher], AnyAction(4))
        await bo.ask("rematch")
        moved = await ann.hear("moved")
        there = LiveClient(server, moved["table"], ann.token)
        people.append(there)
        await there.connect()
        await there.ask("seed", seat=there.seats[0], seed="0123456789abcdef")
        assert server.stop() == 0
        closed = await there.hear_end()
        assert closed.rcvd is not None
        assert closed.rcvd.code == 1012
    said = [message for client in people for message in client.said]
    heard: list[Any] = [json.loads(text) for client in people for text in client.texts]
    assert {message["type"] for message in said} == set(BY_TYPE["client"])
    assert {message["type"] for message in heard} == set(BY_TYPE["server"])
    for way, messages in (("client", said), ("server", heard)):
        for message in messages:
            check(way, message)


async def test_a_message_that_is_too_long_ends_the_connection(server: LiveServer) -> None:
    client = LiveClient(server, server.make_table())
    await client.connect()
    await client.say({"type": "say", "text": "x" * MESSAGE_BYTES})
    closed = await client.hear_end()
    assert closed.rcvd is not None
    assert closed.rcvd.code == 1009
