"""The worked exchange of docs/protocol.md, played against a real server whose table has a known secret."""

import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from camelup.protocol.settings import Settings
from camelup.server.store import make_store
from camelup.server.store.base import Entry, Listed
from camelup.server.tables import commands, events
from camelup.server.tables.state import TableState
from tests.server.live import LiveClient, LiveServer, Message

PAGE = Path(__file__).parent.parent.parent / "docs" / "protocol.md"
CODE = "sandy234"
SECRET = bytes.fromhex("36930a6db46efdb099b2b383bf426769aca4c8008389b9a37c95f7a101bbce89")
_TIMES = {"now", "at", "turn_ends"}
_LEFT_OUT = "..."
_ROLL = {"type": "roll"}


def read_exchange(page: str) -> list[str]:
    """Give the lines of the exchange, each a message or a step, with those that were broken put together."""
    [block] = re.findall(r"^<!-- exchange -->\n```text\n((?:.*\n)*?)```$", page, re.MULTILINE)
    return re.sub(r"\n  ", " ", block).splitlines()


async def store_table(data: Path) -> None:
    """Store the table of the exchange, with its secret."""
    created = events.write_event(commands.create(Settings(edition=1, seats=3, first=0), SECRET))
    entry = Entry(1, 0.0, created)
    table = TableState(CODE)
    table.apply_entry(entry)
    store = make_store(None, data)
    await store.open()
    assert await store.add_table(Listed(CODE, 0.0, 0.0, table.summarize()), [entry])
    await store.close()


class Exchange:
    """Plays the exchange line by line; whatever the server says otherwise is an AssertionError."""

    def __init__(self, server: LiveServer) -> None:
        self._ann = LiveClient(server, CODE)
        self._bo = LiveClient(server, CODE)
        self._steps: dict[str, Callable[[], Awaitable[None]]] = {
            "Bo sits down.": self._seat_bo,
            "The connection is lost. Bo rolls. Ann connects again.": self._roll_unseen,
            "They roll until the race is over.": self._roll_to_the_end,
        }

    async def play(
        self, lines: list[str], heard: Callable[[str, Message], None] = lambda _line, _message: None
    ) -> None:
        """Play it; `heard` is told each line with what the server really said."""
        await self._ann.open()
        for line in lines:
            kind, _, text = line.partition(" ")
            match kind:
                case ">":
                    await self._ann.say(json.loads(text))
                case "<":
                    message = await self._ann.hear_next()
                    heard(line, message)
                case "#":
                    await self._steps[text]()
                case _:
                    raise AssertionError(f"this is no line of an exchange: {line}")

    async def _seat_bo(self) -> None:
        await self._bo.connect()
        message = {"type": "sit", "id": 1, "name": "Bo", "seed": "cafe2718281828cafe", "is_program": True}
        await self._bo.say(message)
        await self._bo.hear("seated")

    async def _roll_unseen(self) -> None:
        await self._ann.close()
        await self._bo.hear("played")
        assert (await self._bo.act(action=_ROLL))["type"] == "done"
        await self._ann.open()

    async def _roll_to_the_end(self) -> None:
        """Roll, Ann first, until the last played message; what then comes is for the exchange."""
        is_over = False
        for client in [self._ann, self._bo] * 100:
            if is_over:
                return
            await client.say({"type": "act", "seat": client.seats[0], "ply": client.ply, "action": _ROLL})
            for other in (self._ann, self._bo):
                played = await other.hear("played")
                is_over = any(event["type"] == "game_ended" for event in played["seen"][0]["events"])


def differs(shown: Any, said: Any, path: str = "$") -> str | None:  # noqa: ANN401 - JSON
    """Tell where a message is not what the page shows; times may differ, and what is left out may be anything."""
    if shown == _LEFT_OUT:
        return None
    if isinstance(shown, dict) and isinstance(said, dict):
        shown, may_have_more = dict(shown), shown.get(_LEFT_OUT) == _LEFT_OUT
        shown.pop(_LEFT_OUT, None)
        if not (set(shown) <= set(said) and (may_have_more or set(shown) == set(said))):
            return f"{path} has {sorted(said)}"
        parts = ((name, part, said[name]) for name, part in shown.items())
        return next(
            (
                found
                for name, part, real in parts
                if (
                    found := _differs_in_time(part, real, f"{path}.{name}")
                    if name in _TIMES
                    else differs(part, real, f"{path}.{name}")
                )
            ),
            None,
        )
    if isinstance(shown, list) and isinstance(said, list) and len(shown) == len(said):
        pairs = enumerate(zip(shown, said, strict=True))
        return next((found for number, (a, b) in pairs if (found := differs(a, b, f"{path}[{number}]"))), None)
    return None if shown == said and type(shown) is type(said) else f"{path} is {said!r:.200}, not {shown!r:.200}"


def _differs_in_time(shown: Any, said: Any, path: str) -> str | None:  # noqa: ANN401 - JSON
    return None if type(shown) is type(said) else f"{path} is {said!r}"
