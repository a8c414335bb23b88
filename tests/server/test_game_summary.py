"""A finished game summed up: what it says is what was played."""

from typing import Literal

import msgspec
import pytest

from camelup.formats.json_codec import from_json
from camelup.protocol.http import GameSummary
from camelup.protocol.settings import Settings
from camelup.server.tables import commands
from camelup.server.tables.game_summary import describe_game, summarize_game
from tests.server.stories import Story, refused_with

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def begun(edition: Literal[1, 2], *, hides_money: bool = False) -> Story:
    """A table at which six play."""
    story = Story(Settings(edition=edition, seats=len(NAMES), hides_money=hides_money))
    for name in NAMES:
        story.sit(name)
    story.happen(commands.start(story.table))
    return story


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("hides_money", [False, True])
def test_a_summary_is_what_was_played(edition: Literal[1, 2], *, hides_money: bool) -> None:
    story = begun(edition, hides_money=hides_money)
    for number in range(40):
        if story.table.status == "playing":
            story.play(number * 7, "stand_in" if number % 5 == 0 else "owner")
    story.play_to_the_end()
    summary = msgspec.json.decode(summarize_game(story.table), type=GameSummary)
    state = story.table.state
    assert state is not None
    assert (summary.edition, summary.names) == (edition, list(NAMES))
    assert [(seat.kind, seat.name, seat.level) for seat in summary.seats] == [("person", name, None) for name in NAMES]
    assert summary.ended_at == story.table.changed_at > 0
    assert summary.money == list(state.money) == [earned.money for earned in summary.earnings]
    assert summary.victors == list(state.victors)
    assert [summary.winner, summary.loser] == [state.ranking[0], state.ranking[-1]]
    assert "".join(summary.track.values()).count(summary.winner) == 1
    assert len(summary.cards) == len(state.winner_deck) + len(state.loser_deck)
    assert [ply.ply for ply in summary.log] == list(range(1, len(story.table.plies) + 1))
    assert [ply.by for ply in summary.log] == story.table.players_of_plies
    assert all(ply.sentences and ply.leg <= summary.legs for ply in summary.log)
    assert summary.log[-1].sentences[-1].endswith(" pounds.")
    assert summary.rematch is None
    game = from_json(msgspec.json.decode(describe_game(story.table)))
    assert list(game.record.result) == summary.money


def test_nothing_is_told_of_a_game_that_goes_on() -> None:
    story = begun(2)
    assert refused_with(lambda: summarize_game(story.table)) == "not_finished"
    assert refused_with(lambda: describe_game(story.table)) == "not_finished"
