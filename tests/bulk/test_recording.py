"""Games recorded as arrays while they are played: the same games, and each can be played again by the engine."""

from collections.abc import Sequence

import numpy as np
import pytest

from camelup.bulk import Batch, RecordedGames, recording
from camelup.bulk.action_space import ROLL
from camelup.core.edition import EDITIONS, Edition
from camelup.core.errors import PolicyError
from camelup.formats.record import parse_record, replay
from tests.bulk.support import image

POLICIES = pytest.mark.parametrize("policy", ["random", ["sensible", "random", "random"]], ids=["one", "by seat"])


def assert_recorded(played: RecordedGames, batch: Batch) -> None:
    assert len(played) == len(batch)
    assert len(played.actions) == len(played.seats) == len(played.camels) == len(played.numbers) == played.offsets[-1]
    assert ((played.camels >= 0) == (played.actions == ROLL)).all()
    assert ((played.numbers > 0) == (played.actions == ROLL)).all()
    for game in range(0, len(batch), 7):
        record = played[game]
        steps = list(replay(record))
        assert steps[-1].state == batch.state(game)
        assert len(record.plies) == len(played.actions[played.slice_of(game)])
        assert parse_record(str(record)) == record


@POLICIES
@pytest.mark.parametrize("edition", EDITIONS.values())
def test_recorded_games_are_the_games_that_are_played(edition: Edition, policy: str | Sequence[str]) -> None:
    fresh = Batch.start(40, edition, players=3, seed=5)
    alone, batch = fresh.copy(), fresh.copy()
    actions = alone.play_out(policy)
    played = batch.play_out(policy, record=True)
    assert image(batch) == image(alone)
    assert len(played.actions) == actions
    assert (played.money == batch.money).all()
    assert played.start.tobytes() == fresh.games.tobytes()
    assert_recorded(played, batch)


def test_a_log_that_is_too_short_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    batches = [Batch.start(50, players=3, seed=5) for _ in range(3)]
    whole = batches[0].play_out("random", record=True)
    monkeypatch.setattr(recording, "_CHUNK", 7)
    for batch, rows in zip(batches[1:], (1, 30), strict=True):
        monkeypatch.setattr(recording, "_ROWS", rows)
        short = batch.play_out("random", record=True, threads=2)
        for name in ("start", "actions", "seats", "camels", "numbers", "offsets", "money"):
            assert (getattr(short, name) == getattr(whole, name)).all()
        assert image(batch) == image(batches[0])


def test_games_that_are_over_have_no_actions() -> None:
    batch = Batch.start(3, players=3, seed=5)
    batch.play_out()
    batch.reset(np.array([False, True, False]))
    played = batch.play_out("random", record=True)
    assert played.offsets.tolist() == [0, 0, len(played.actions), len(played.actions)]
    assert [list(replay(record))[-1].state for record in played] == [batch.state(game) for game in range(3)]
    with pytest.raises(IndexError):
        played[3]


def test_a_policy_that_is_none_records_nothing() -> None:
    with pytest.raises(PolicyError):
        Batch.start(3).play_out("clever", record=True)
