"""Games in progress, written into a store before a server opens it."""

import random
import time
from pathlib import Path

from camelup.core.rules import legal
from camelup.fair_dice import new_secret
from camelup.protocol.settings import Settings
from camelup.server.store import make_store
from camelup.server.store.base import Entry, Listed
from camelup.server.tables import commands, events
from camelup.server.tables.state import TableState

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


async def store_tables(folder: Path, count: int, length: int) -> list[str]:
    """Store games in progress with a number of entries; in long games people seldom roll."""
    store = make_store(None, folder)
    await store.open()
    rng = random.Random(length)
    codes = []
    for _ in range(count):
        code = "".join(rng.choices(_LETTERS, k=8))
        table = TableState(code)
        entries: list[Entry] = []

        def take(event: events.TableEvent, table: TableState = table, entries: list[Entry] = entries) -> None:
            entries.append(Entry(table.number + 1, time.time(), events.write_event(event)))
            table.apply_entry(entries[-1])

        take(commands.create(Settings(seats=2 if length > 100 else 4), new_secret()))
        for seat in range(table.settings.seats):
            take(commands.sit(table, commands.hash_token(f"{seat}"), f"p{seat}", "00" * 8, seat, is_program=False))
        take(commands.start(table))
        while table.state is not None and len(entries) < length:
            actions = legal(table.state)
            slow = [action for action in actions[1:] if action.kind == "tile"] or actions[1:] or actions
            action = rng.choice(slow)
            take(commands.describe_turn(table, commands.play(table, table.state.turn, action, "owner")))
        now = time.time()
        await store.add_table(Listed(code, now, now, table.summarize()), entries)
        codes.append(code)
    await store.close()
    return codes
