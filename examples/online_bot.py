"""A bot at a live table: it backs the camel in the lead while that pays, and rolls otherwise.

python online_bot.py http://localhost:8000/table/CODE
"""

import asyncio
import sys

from camelup import Action, Roll, TakeTicket, View
from camelup.client import sit_down


def choose(view: View) -> Action:
    """Choose one of `view.legal`."""
    leader = view.ranking[0]
    return TakeTicket(leader) if (view.ticket_on_top(leader) or 0) >= 3 else Roll()


async def main(link: str) -> None:
    """Play a game."""
    async with sit_down(link, "Backer") as seat:
        async for view in seat.turns():
            await seat.act(choose(view))
        print("The game is over:", *seat.view.money if seat.view else ())


asyncio.run(main(sys.argv[1]))
