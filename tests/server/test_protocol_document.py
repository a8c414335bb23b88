"""docs/protocol.md is true: its exchange happens so, and every message, field, code and limit stands there."""

import ast
import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from camelup.protocol import fields, messages, requests
from camelup.protocol.settings import LONGEST_CLOCK, SHORTEST_CLOCK, Settings
from camelup.server.configuration import Configuration
from camelup.server.http import frame_writer, socket
from camelup.server.http.limits import ODDS, REPLAYS
from camelup.server.http.routes import describe_api
from camelup.server.tables.bounds import MAX_PLIES, MAX_REVIEWED_PLIES
from camelup.server.tables.state import CHAT_KEPT
from tests.server.exchange import PAGE, Exchange, differs, read_exchange, store_table
from tests.server.live import LiveServer, Message

ROOT = PAGE.parent.parent
TEXT = PAGE.read_text(encoding="utf-8")
CLIENT, SERVER = get_args(requests.ClientMessage), get_args(messages.ServerMessage)
PARTS = {
    "table": messages.TableForm,
    "settings": Settings,
    "seat": messages.SeatForm,
    "dice": messages.DiceForm,
    "seen": messages.Seen,
    "line": messages.ChatLine,
}


async def test_the_exchange_happens_so(tmp_path: Path) -> None:
    def compare(line: str, message: Message) -> None:
        found = differs(json.loads(line[2:]), message)
        assert found is None, f"{line[:60]}... {found}"
        heard.append(message["type"])

    heard: list[str] = []
    lines = read_exchange(TEXT)
    await store_table(tmp_path)
    async with LiveServer(tmp_path) as server:
        await Exchange(server).play(lines, compare)
    assert len(heard) == sum(line.startswith("<") for line in lines)


@pytest.mark.parametrize(
    ("shown", "said", "is_same"),
    [
        ({"a": 1}, {"a": 1}, True),
        ({"a": 1}, {"a": 2}, False),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ({"a": 1, "...": "..."}, {"a": 1, "b": 2}, True),
        ({"a": 1, "...": "..."}, {"b": 2}, False),
        (["...", 2], [1, 2], True),
        (["..."], [1, 2], False),
        ({"now": 1.5}, {"now": 2.5}, True),
        ({"now": 1.5}, {"now": None}, False),
    ],
)
def test_the_comparison_can_tell(shown: Any, said: Any, *, is_same: bool) -> None:  # noqa: ANN401 - JSON
    assert (differs(shown, said) is None) is is_same


def rows_under(heading: str) -> dict[str, str]:
    """The rows of the tables of a section, by what stands first in them."""
    return dict(re.findall(r"^\| (.*?) \|(.*)$", section_of(heading), re.MULTILINE))


def section_of(heading: str) -> str:
    return TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize("kind", [*CLIENT, *SERVER], ids=lambda kind: kind.__name__)
def test_every_message_stands_on_the_page_with_every_field(kind: Any) -> None:  # noqa: ANN401 - a message
    rows = rows_under("What a client says" if kind in CLIENT else "What the server says")
    row = rows[f"`{kind.__struct_config__.tag}`"]
    assert [field for field in kind.__struct_fields__ if f"`{field}`" not in row and field != "id"] == []


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_a_message_stands_there_too(part: str) -> None:
    rows = re.findall(rf"^\| {part} \| (.*)$", TEXT, re.MULTILINE)
    assert len(rows) == 1
    assert [field for field in PARTS[part].__struct_fields__ if f"`{field}`" not in rows[0]] == []


def test_nothing_stands_there_that_is_no_message() -> None:
    for heading, kinds in (("What a client says", CLIENT), ("What the server says", SERVER)):
        listed = re.findall(r"^\| `(\w+)` \|", section_of(heading), re.MULTILINE)
        assert sorted(listed) == sorted([*(kind.__struct_config__.tag for kind in kinds), "type"])


def test_every_code_that_a_server_refuses_with_has_its_row() -> None:
    raised = set()
    source = ROOT / "src" / "camelup"
    for path in (*(source / "server").rglob("*.py"), *(source / "protocol").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "RequestError":
                assert isinstance(node.args[0], ast.Constant)
                raised.add(str(node.args[0].value))
    listed = [code for first in rows_under("Errors") for code in re.findall(r"`(\w+)`", first) if code != "code"]
    assert sorted(listed) == sorted({*raised, "unavailable"})  # the one of a database that is away


def test_every_address_stands_there() -> None:
    section = section_of("HTTP")
    for path, methods in describe_api()["paths"].items():
        for method in methods:
            assert f"`{method.upper()} {path}`" in section


def test_limits_are_those_of_the_code() -> None:
    limits, usual = rows_under("Limits"), Configuration()
    odds = ODDS.times(usual.address_connections)
    replays = REPLAYS.times(usual.address_connections)
    expected = {
        "a message, or an HTTP request": f"{fields.MESSAGE_BYTES:,} bytes",
        "messages of a connection": f"{usual.messages:g} a second in the long run, {4 * usual.messages:g} at once",
        "requests for odds over HTTP from an address": f"{odds.a_second:g} a second in the long run, {odds.at_once:g} at once",  # noqa: E501
        "messages of an address, with all its connections": f"{10 * usual.messages:g} a second in the long run, "
        f"{40 * usual.messages:g} at once; more have to wait",
        "games replayed for an address: records it brings, and finished games that nobody has looked at lately": f"{replays.a_second:g} a second in the long run, {replays.at_once:g} at once",  # noqa: E501
        "rematches from an address": f"{usual.address_tables} an hour",
        "connections from an address": f"{usual.address_connections}",
        "connections in all": f"{usual.connections:,}",
        "new tables from an address": f"{usual.address_tables} an hour",
        "reviews that an address begins": f"{usual.address_reviews} an hour",
    }
    for what, limit in expected.items():
        assert limits[what].strip().startswith(f"{limit} |"), what
    words = " ".join(TEXT.split())
    assert f"up to {fields.CHAT_LENGTH} characters" in words
    assert f"last {CHAT_KEPT} lines" in words
    assert f"up to {MAX_PLIES:,} actions and {fields.RECORD_BYTES:,} bytes" in words
    assert f"a record may have {MAX_PLIES:,}, a game that is reviewed {MAX_REVIEWED_PLIES}" in words
    assert f"a grace time of {usual.away_timeout:g} seconds" in words
    assert f"{SHORTEST_CLOCK} to {LONGEST_CLOCK:,} seconds" in words
    assert f"{frame_writer._MOST_WAITING:,} bytes wait" in words  # noqa: SLF001 - what the page says of it
    assert ", ".join(f"`{reaction}`" for reaction in fields.REACTIONS) in words


def test_close_codes_are_those_of_the_code() -> None:
    rows = rows_under("Errors")
    for code in (socket.REFUSED, socket.TOO_FAST, socket.OLD):
        assert str(code) in rows


def test_the_example_is_the_one_that_is_tried() -> None:
    [example] = re.findall(r"^```python\n((?:.*\n)*?)```$", TEXT, re.MULTILINE)
    assert example == (ROOT / "examples" / "online_bot.py").read_text()
