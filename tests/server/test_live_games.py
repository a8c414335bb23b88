"""Whole games of people over real sockets."""

import json
import random

import pytest

from camelup.formats.json_codec import from_json
from camelup.formats.record import replay
from camelup.verification import verify_game
from tests.server.live import LiveClient, LiveServer, Message, play_on, seat_people, start_game


class AnyAction:
    """Chooses among all kinds of action alike."""

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def __call__(self, view: Message) -> Message:
        kinds = sorted({action["type"] for action in view["legal"]})
        kind = self._rng.choice(kinds)
        action: Message = self._rng.choice([action for action in view["legal"] if action["type"] == kind])
        return action


@pytest.mark.parametrize(("edition", "players", "hides_money"), [(1, 2, False), (2, 4, True), (2, 8, False)])
async def test_a_whole_game_of_people_is_what_the_rules_make_of_it(
    server: LiveServer, edition: int, players: int, *, hides_money: bool
) -> None:

    code = server.make_table(edition=edition, seats=players, hides_money=hides_money, odds="off")
    clients = await seat_people(server, code, [f"Person {number}" for number in range(players)])
    watcher = LiveClient(server, code)
    await watcher.connect(is_watcher=True)
    await start_game([*clients, watcher])
    await play_on([*clients, watcher], AnyAction(edition))
    status, game = server.ask(f"/api/games/{code}")
    assert status == 200
    finished = from_json(game)
    verify_game(finished.dice, finished.record, finished.published)
    steps = list(replay(finished.record))
    for client in [*clients, watcher]:
        seat = client.seats[0] if client.seats else None
        # What a client has put together out of changes is the view that the rules give.
        assert from_json({"version": 1, **client.views[seat]}) == finished.record.view(steps[-1].state, seat)
        played = [message for message in client.messages if message["type"] == "played"]
        assert [message["ply"] for message in played] == list(range(1, len(steps)))
        for message, step in zip(played, steps[1:], strict=True):
            shown = finished.record.events_for(step.events, seat)
            events = [from_json({"version": 1, **event}) for event in message["seen"][0]["events"]]
            assert tuple(events) == shown


async def test_a_table_comes_back_as_it_was_after_a_kill(server: LiveServer) -> None:
    code = server.make_table(edition=2, seats=3)
    clients = await seat_people(server, code, ["Ann", "Bo", "Cy"])
    await start_game(clients)
    await play_on(clients, AnyAction(1), most=25)
    views = [json.dumps(client.views, sort_keys=True) for client in clients]
    server.kill()
    server.start()
    for client, view in zip(clients, views, strict=True):
        welcome = await client.connect(since=client.ply)
        assert welcome["missed"] == []
        assert json.dumps(client.views, sort_keys=True) == view
    await play_on(clients, AnyAction(2))
    assert clients[0].is_over
