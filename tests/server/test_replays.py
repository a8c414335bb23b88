"""A game looked at again: every step is what was played, wherever the record comes from."""

import json

import msgspec
import pytest

from camelup.core.errors import NotationError
from camelup.formats.json_codec import from_json, to_json
from camelup.formats.record import replay
from camelup.protocol.http import GameSummary, Replay
from camelup.server.tables.game_summary import describe_game, summarize_game
from camelup.server.tables.replays import replay_game, replay_record
from tests.server.stories import refused_with
from tests.server.test_game_summary import NAMES, begun


@pytest.mark.parametrize("edition", [1, 2])
def test_a_replay_is_what_was_played_by_whatever_record(edition: int) -> None:
    story = begun(2 if edition == 2 else 1)
    story.play_to_the_end()
    record = story.table.record
    told = replay_game(story.table)
    replayed = msgspec.json.decode(told, type=Replay)
    assert (replayed.names, replayed.is_over) == (list(NAMES), True)
    steps = list(replay(record))
    assert len(replayed.steps) == len(steps)
    for shown, step in zip(replayed.steps, steps, strict=True):
        assert from_json({"version": 1, "type": "state", **shown.state}) == step.state
        assert shown.seat == (None if step.ply is None else step.ply.seat)
        assert len(shown.sentences) == len(shown.events) == len(step.events)
    assert replayed.steps[0].action is None
    assert replayed.seats == msgspec.json.decode(summarize_game(story.table), type=GameSummary).seats
    for brought in (str(record), to_json(record), json.dumps(to_json(record)), json.loads(describe_game(story.table))):
        assert json.loads(replay_record(brought)) == {**json.loads(told), "seats": None}


def test_a_game_that_goes_on_stays_secret_and_its_record_can_be_brought() -> None:
    story = begun(1)
    assert refused_with(lambda: replay_game(story.table)) == "not_finished"
    brought = msgspec.json.decode(replay_record(str(story.table.record)), type=Replay)
    assert not brought.is_over


@pytest.mark.parametrize("text", ["", "camelup record 9", "{", '{"type": "roll"}', "hello"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        replay_record(text)
