"""A bot at a live table: it backs the camel in the lead while that pays, and rolls otherwise.

python online_bot.py http://localhost:8000/table/CODE   joins a table, where a person starts the game
python online_bot.py http://localhost:8000              creates a table with computer players, and starts
"""

import asyncio
import sys

from camelup import Action, Roll, TakeTicket, View
from camelup.client import make_table, sit_down


def choose(view: View) -> Action:
    """Choose one of `view.legal`."""
    leader = view.ranking[0]
    return TakeTicket(leader) if (view.ticket_on_top(leader) or 0) >= 3 else Roll()


async def main(link: str) -> None:
    """Play a game."""
    is_host = "/table/" not in link  # only a person can be, so the bot joins as one
    if is_host:
        link = make_table(link, ["random", "random", "random"], seats=4)
        print("Playing at", link, flush=True)
    async with sit_down(link, "Backer", is_program=not is_host) as seat:
        if is_host:
            await seat.start()
        async for view in seat.turns():
            await seat.act(choose(view))
        print("The game is over:", *seat.view.money if seat.view else ())


asyncio.run(main(sys.argv[1]))
