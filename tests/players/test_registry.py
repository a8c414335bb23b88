"""Players by name, and the life that every one of them has."""

import re
from collections.abc import Sequence

import pytest

from camelup import Game
from camelup.chance import seeded
from camelup.cli import main
from camelup.core.actions import Action
from camelup.core.edition import EDITIONS, Edition
from camelup.core.errors import ArgumentError, PlayerError
from camelup.core.events import CardPlayed, Event
from camelup.core.view import View
from camelup.players import DEFAULT_BUDGET, ENTRIES, Budget, Player, Seating, find_player
from camelup.terminal.autosave import Autosave
from camelup.terminal.game import TerminalGame
from tests.players.tables import ROOT, play_out


@pytest.mark.parametrize("name", ENTRIES)
@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
@pytest.mark.parametrize(("players", "hide_money"), [(2, True), (6, False), (8, True)])
def test_a_player_plays_whole_games_by_the_rules(name: str, edition: Edition, players: int, hide_money: bool) -> None:  # noqa: FBT001 - a case
    records = []
    for _ in range(2):
        game = Game(players=players, edition=edition, seed=3, hide_money=hide_money)
        play_out(game, [find_player(name).create(seeded(seat)) for seat in range(players)], Budget(playouts=20))
        records.append(game.record)
    assert records[0] == records[1], "a budget in playouts and the same seeds give the same choices"


@pytest.mark.parametrize("name", ["", "nobody", "Random", None, 7])
def test_a_player_that_is_not_there(name: str) -> None:
    with pytest.raises(PlayerError, match="there are ") as refused:
        find_player(name)
    assert refused.value.code == "no_such_player"


def test_every_description_is_a_sentence() -> None:
    for name, entry in ENTRIES.items():
        assert entry.name == name
        assert entry.description[0].isupper()
        assert entry.description.endswith(".")


def test_the_page_describes_players_with_the_same_sentences() -> None:
    page = (ROOT / "docs" / "players.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| <img.*? \| `(\w+)` \| (\w+) \| (.*) \|$", page, re.MULTILINE)
    assert rows == [(entry.name, entry.title, entry.description) for entry in ENTRIES.values()]


@pytest.mark.parametrize(
    "budget", [{"playouts": 0}, {"seconds": -1.0}, {"playouts": "many"}, {"seconds": True}], ids=str
)
def test_a_budget_leaves_something(budget: dict[str, int]) -> None:
    with pytest.raises(ArgumentError, match="A budget of"):
        Budget(**budget)


def test_the_command_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["players"]) == 0
    listed = capsys.readouterr().out
    for name, entry in ENTRIES.items():
        assert f"{name} " in listed
        assert entry.description.split()[-1] in listed


class Diary(Player):
    """A player that writes down its life, and lays its first card."""

    def __init__(self) -> None:
        self.lines: list[object] = []

    def start(self, seating: Seating) -> None:
        self.lines.append(seating)

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:  # noqa: ARG002
        self.lines.append("choose")
        return next(action for action in view.legal if action.kind == "card")

    def observe(self, events: Sequence[Event]) -> None:
        self.lines.append(tuple(events))

    def end(self, view: View) -> None:
        self.lines.append(view)


def test_a_player_is_told_the_table_what_happens_and_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["winner r", "q"])
    monkeypatch.setattr("builtins.input", lambda _: next(typed))
    game, diaries = Game(players=3, seed=7, names=["You", "Bo", "Cy"]), {1: Diary(), 2: Diary()}
    TerminalGame(game, dict(diaries), Autosave(game)).run()
    for seat, diary in diaries.items():
        first, *middle, last = diary.lines
        assert first == Seating(seat, ("You", "Bo", "Cy"), Game(players=3, seed=7).view(seat))
        assert last == game.view(seat)
        assert middle.count("choose") == 1
        laid = [event for heard in middle if heard != "choose" for event in heard]  # type: ignore[attr-defined]
        assert [event.seat for event in laid if isinstance(event, CardPlayed)] == [0, 1, 2]
        assert [event.camel is not None for event in laid] == [owner == seat for owner in range(3)]
