"""The games that the client's own tests show again: `python -m tests.browser.record` plays them anew.

One client holds two seats, a third is another's, so that views differ; they lay tiles, bet and roll at random.
"""

import json
import random
import tempfile
from pathlib import Path

from tests.server.live import ROLL, LiveClient, LiveServer, Message, play_on

_FILE = Path(__file__).parent.parent.parent / "web" / "tests" / "games.json"
_KINDS = {"place_tile": 5, "roll": 6, "take_ticket": 2, "play_card": 2, "join_partner": 1}


def _choose(view: Message) -> Message:
    kinds = sorted({action["type"] for action in view["legal"]})
    kind = random.choices(kinds, [_KINDS[kind] for kind in kinds])[0]
    actions: list[Message] = [action for action in view["legal"] if action["type"] == kind]
    if kind == "place_tile":
        # Where somebody may well land.
        near = [int(space) for space in view["track"]]
        likely = [action for action in actions if any(0 < abs(action["space"] - space) < 4 for space in near)]
        actions = likely or actions
    return random.choice(actions) if actions else ROLL


def _trim(view: Message) -> Message:
    """What is drawn; what may be done is long, and no part of it."""
    return {**view, "legal": []} if "legal" in view else view


def _trim_played(played: Message) -> Message:
    seen = [{**seen, "changes": _trim(seen["changes"])} for seen in played["seen"]]
    return {**played, "seen": seen, "now": 0, "turn_ends": None}


async def _play(server: LiveServer, edition: int) -> Message:
    code = server.make_table(edition=edition, seats=3, hides_money=edition == 1)
    both, other = LiveClient(server, code), LiveClient(server, code)
    for client, names in ((both, ("Ann", "Bo")), (other, ("Cleo",))):
        await client.connect()
        for name in names:
            await client.sit(name)
    await both.ask("start")
    for client in (both, other):
        while not client.views:
            await client.hear_next()
    await play_on([both, other], _choose)
    told = await both.connect(since=0)
    return {
        "before": [_trim(view) for view in told["views_before"]],
        "played": [_trim_played(played) for played in told["missed"]],
        "after": [_trim(view) for view in told["views"]],
    }


def main() -> None:
    """Play until everything that can move has moved."""
    games: list[Message] = []
    with tempfile.TemporaryDirectory() as folder, LiveServer(Path(folder)) as server:

        async def play() -> None:
            games.extend([await _play(server, edition) for edition in (2, 1)])

        while True:
            games.clear()
            server.run(play)
            text = json.dumps(games)
            wanted = ('"side": "+", "money', '"side": "-", "money', '"is_under": true', '["K", ', '["W", ')
            if all(part in text for part in wanted) and len(text) < 150_000:
                break
    _FILE.write_text(json.dumps(games, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
