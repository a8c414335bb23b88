"""What a table tells of the odds, by its setting: arrows, the leg, or everything."""

import msgspec

from camelup.core.edition import PYRAMID_TICKET_REWARD, Camel
from camelup.core.payouts import ticket_reward
from camelup.core.view import View
from camelup.server.log import Odds


def describe_odds(odds: bytes, view: View, setting: Odds) -> bytes:
    """Cut the answer of a worker down to what a table is told."""
    if setting != "hints":
        return odds
    ranks = msgspec.json.decode(odds)["leg"]["ranks"]
    return msgspec.json.encode({"hints": {camel: _hint(camel, chances, view) for camel, chances in ranks.items()}})


def _hint(camel: str, chances: list[float], view: View) -> int:
    """Give 1 if a camel's next ticket is worth more than a roll, -1 if it loses money, else 0."""
    value = view.ticket_on_top(Camel(camel))
    if value is None:
        return 0
    worth = sum(chance * ticket_reward(value, place) for place, chance in enumerate(chances))
    return (worth > PYRAMID_TICKET_REWARD) - (worth < 0)
