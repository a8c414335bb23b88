"""Whole games with Textual's Pilot, at both sizes: by key and by mouse, alone and with others at one keyboard."""

import asyncio
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Label

from camelup import Game, parse_record
from camelup.core.actions import SEATS, Action, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import Deck
from camelup.core.errors import PlayerError
from camelup.tui import table_screen
from camelup.tui.host import INTERRUPTED, Host
from camelup.tui.local_game import LocalGame, read_kinds
from camelup.tui.palette import DARK, LIGHT
from camelup.tui.table_screen import TableScreen
from camelup.tui.turn import Turn
from tests.tui.pilots import shown, until
from tests.tui.tables import SIZES, QuickThinking, make_desk, make_host

LONGEST = 2000
"""Key presses; a game needs far fewer."""


def keys_for(action: Action, turn: Turn) -> list[str]:
    """The keys that perform an action, the last one to confirm it."""
    racing = turn.view.edition.racing
    match action:
        case Roll():
            return ["r"]
        case TakeTicket(camel):
            return [str(racing.index(camel) + 1)] * 2
        case PlayCard(deck, camel):
            assert camel is not None
            number = str(racing.index(camel) + 1)
            return ["w" if deck is Deck.WINNER else "l", number, number]
        case PlaceTile(space, side):
            steps = sorted(turn.tiles).index(space)
            sign = "plus" if side == "+" else "minus"
            return ["t", *["right"] * steps, sign, sign]
        case JoinPartner(seat):
            return ["p", SEATS[seat].lower(), SEATS[seat].lower()]


def table_of(pilot: Pilot[None]) -> TableScreen:
    return next(screen for screen in reversed(pilot.app.screen_stack) if isinstance(screen, TableScreen))


def is_past(pilot: Pilot[None], turn: Turn) -> bool:
    return table_of(pilot).turn is not turn or turn.refusal is not None


def has_played(desk: LocalGame) -> bool:
    return len(desk.game.record.plies) > 0


def pick(turn: Turn, generator: random.Random) -> Action:
    """Roll often, so that the game is short; otherwise do any kind of thing."""
    kinds = sorted({action.kind for action in turn.view.legal})
    kind = "roll" if generator.random() < 0.6 else generator.choice(kinds)
    return generator.choice([action for action in turn.view.legal if action.kind == kind])


async def play(pilot: Pilot[None], choose: Callable[[Turn], Action]) -> list[str]:
    """Play to the end; give the titles of all panels that came up."""
    panels: list[str] = []
    desk = table_of(pilot).desk
    assert isinstance(desk, LocalGame)
    for _ in range(LONGEST):
        screen = table_of(pilot)
        if screen.panels:
            panels.append(shown(pilot))
            if desk.game.is_over and "rematch" in panels[-1]:
                return panels
            await pilot.press("enter")
        elif screen.turn is not None and screen.desk.viewer == screen.turn.view.seat:
            turn = screen.turn
            await pilot.press(*keys_for(choose(turn), turn))
            await until(pilot, partial(is_past, pilot, turn))
        await pilot.pause(0.01)
    raise AssertionError(shown(pilot))


@pytest.mark.parametrize(
    ("size", "players", "edition", "people"),
    [(SIZES[0], 3, 2, (0,)), (SIZES[1], 2, 1, (0,)), (SIZES[1], 3, 2, (0, 2))],
)
async def test_a_whole_game_by_key(size: tuple[int, int], players: int, edition: int, people: tuple[int, ...]) -> None:
    desk = make_desk(players, edition, people=people)
    generator = random.Random(5)
    async with make_host(desk, hold=60).run_test(size=size) as pilot:
        panels = await play(pilot, lambda turn: pick(turn, generator))
        record = desk.game.record
        assert record.result is not None
        own = {ply.action.kind for ply in record.plies if ply.seat in people}
        assert len(own) >= 3
        legs = desk.game.position.leg
        assert sum("Order  " in panel for panel in panels) == legs
        assert sum("Pass the keyboard" in panel for panel in panels) > (0 if len(people) > 1 else -1)
        assert str(max(record.result)) in panels[-1]
        await pilot.press("q")
    assert pilot.app.return_code == 0


async def test_nothing_of_another_persons_cards_is_on_the_screen_at_handover() -> None:
    game = Game(3, seed=3, names=["Ann", "Bo", "Cem"])
    async with make_host(make_desk(game=game, people=(0, 1, 2))).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(table_of(pilot).panels))
        assert "Ann's turn" in shown(pilot)
        assert "cards" not in shown(pilot).splitlines()[18]
        await pilot.press("enter")
        await until(pilot, lambda: table_of(pilot).turn is not None)
        assert "cards  b g p r y" in shown(pilot)
        await pilot.press("w", "1", "1")
        await until(pilot, lambda: bool(table_of(pilot).panels))
        assert "Bo's turn" in shown(pilot)
        assert "Ann bet on the winner." in shown(pilot)
        assert "blue" not in shown(pilot)


@pytest.mark.parametrize("size", SIZES)
async def test_every_kind_of_action_by_mouse(size: tuple[int, int]) -> None:
    clicks = {
        "roll": ["r"],
        "ticket b": ["1", "1"],
        "winner g": ["w", "card g", "card g"],
        "tile 9+": ["space 9", "+", "+"],
    }
    for action, keys in clicks.items():
        desk = make_desk(2, people=(0,), game=Game(2, seed=7))
        async with make_host(desk, hold=60).run_test(size=size) as pilot:
            await until(pilot, lambda: table_of(pilot).turn is not None)
            for key in keys:
                screen = table_of(pilot)
                spots = [spot for spot in screen.grid.spots if spot.key == key]
                assert spots, (key, action)
                await pilot.click(offset=(spots[-1].x, spots[-1].y))
            await until(pilot, partial(has_played, desk))
        assert str(desk.game.record.plies[0].action) == action


async def test_an_action_is_held_for_a_moment_and_can_be_cancelled() -> None:
    desk = make_desk()
    async with make_host(desk, hold=0.3).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table_of(pilot).turn is not None)
        await pilot.press("1")
        assert "Taking blue 5...  Press again to do it now, or Esc to cancel." in shown(pilot)
        await pilot.press("escape")
        await pilot.pause(0.5)
        assert not has_played(desk)
        await pilot.press("1")
        await until(pilot, partial(has_played, desk))
    assert str(desk.game.record.plies[0].action) == "ticket b"


async def test_odds_values_hints_and_loads_are_shown_on_their_keys() -> None:
    async with make_host(make_desk()).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table_of(pilot).turn is not None)
        await pilot.press("o")
        await until(pilot, lambda: "20%  30%" in shown(pilot))
        await pilot.press("v")
        await until(pilot, lambda: "What each action is worth" in shown(pilot))
        await pilot.press("v", "h")
        await until(pilot, lambda: "Roll, You." in shown(pilot))
        await pilot.press("enter", "c", "c", "c", "c")
        assert "carries yellow." in shown(pilot)
        await pilot.press("escape", "?")
        assert "skip what is being shown" in shown(pilot)


@pytest.mark.parametrize(("key", "title"), [("v", "What each action is worth"), ("h", "Hint"), ("?", "Keys")])
async def test_the_key_of_an_action_works_while_values_a_hint_or_the_keys_are_read(key: str, title: str) -> None:
    desk = make_desk(game=Game(2, seed=3, first=0, names=["You", "Fin"]))
    async with make_host(desk, hold=60).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table_of(pilot).turn is not None)
        await pilot.press(key)
        await until(pilot, lambda: title in shown(pilot) and "Enter  close, or press" in shown(pilot))
        await pilot.press("1")
        assert "Taking blue 5..." in shown(pilot)
        assert table_of(pilot).panels == []
        await pilot.press(key)
        await until(pilot, lambda: bool(table_of(pilot).panels))
        await pilot.press("escape")
        assert "Taking blue 5..." in shown(pilot)  # as before: Esc closes what is read, and nothing else
        await pilot.press("escape", key)
        await until(pilot, lambda: bool(table_of(pilot).panels))
        await pilot.press("r")
        await until(pilot, partial(has_played, desk))
    assert str(desk.game.record.plies[0].action) == "roll"


async def test_values_and_hints_say_what_they_count() -> None:
    async with make_host(make_desk()).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table_of(pilot).turn is not None)
        await pilot.press("v")
        await until(pilot, lambda: "Pounds you can expect. The hint (h) counts wins and may differ." in shown(pilot))
        assert "more" in shown(pilot)  # the list still says what it leaves out
        await pilot.press("h")
        await until(pilot, lambda: "Roll, You." in shown(pilot))
        assert "The hint counts wins. Values (v) count pounds and may differ." in shown(pilot)
        await pilot.press("h")
        assert table_of(pilot).panels == []


class SlowThinking(QuickThinking):
    """Lets players sit down, and then never answers."""

    async def ask(self, what: str, *arguments: object) -> Any:  # noqa: ANN401 - depends on the question
        if what in {"choose", "hint"}:
            await asyncio.Event().wait()
        return await super().ask(what, *arguments)


async def test_a_long_wait_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_screen, "LONG", 0.2)
    game = Game(2, seed=3, first=0, names=["You", "Fin"])
    desk = LocalGame(game, {1: "random"}, SlowThinking)
    async with make_host(desk).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table_of(pilot).turn is not None)
        await pilot.press("h")
        await until(pilot, lambda: "Asking the champion... The first time can take a minute." in shown(pilot))
        await pilot.press("r")
        await until(pilot, lambda: "Fin is choosing  The first time can take a minute." in shown(pilot))


class OneAtATime(QuickThinking):
    """Answers one question after the other, as a process does, and hints never."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = asyncio.Lock()

    async def ask(self, what: str, *arguments: object) -> Any:  # noqa: ANN401 - depends on the question
        async with self._lock:
            if what == "hint":
                await asyncio.Event().wait()
            return await super().ask(what, *arguments)


async def test_computers_play_on_while_the_champion_thinks_about_a_hint() -> None:
    game = Game(2, seed=3, first=0, names=["You", "Fin"])
    desk = LocalGame(game, {1: "random"}, OneAtATime)
    async with make_host(desk).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table_of(pilot).turn is not None)
        first = table_of(pilot).turn
        await pilot.press("h")
        await until(pilot, lambda: "Asking the champion..." in shown(pilot))
        await pilot.press("r")
        await until(pilot, lambda: table_of(pilot).turn not in {None, first})
        assert "Your turn  Choose one action." in shown(pilot)
    assert [ply.seat for ply in game.record.plies] == [0, 1]


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("size", SIZES)
async def test_only_keys_that_do_something_are_listed(
    players: int,
    size: tuple[int, int],
) -> None:
    async with make_host(make_desk(players)).run_test(size=size) as pilot:
        await until(pilot, lambda: table_of(pilot).turn is not None)
        keys, has_partners = shown(pilot).splitlines()[-1], players == 6
        assert ("p partner" in keys) is has_partners
        assert keys.endswith("? help  q leave")
        assert "chat" not in keys
        await pilot.press("?")
        assert ("choose a partner" in shown(pilot)) is has_partners
        await pilot.press("enter")
        await play(pilot, lambda _: Roll())
        await pilot.press("enter")
        await until(pilot, lambda: shown(pilot).splitlines()[-1] == " n rematch  s save  d theme  q leave")


async def test_a_table_without_odds_says_so() -> None:
    async with make_host(make_desk(has_odds=False)).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table_of(pilot).turn is not None)
        await pilot.press("o")
        await until(pilot, lambda: "This table plays without odds." in shown(pilot))


async def test_a_game_is_saved_kept_and_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    slot, file = tmp_path / "kept" / "1.txt", tmp_path / "game.txt"
    desk = make_desk(2, slot=slot)
    async with make_host(desk, hold=60).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table_of(pilot).turn is not None)
        await pilot.press("s")
        await until(pilot, lambda: len(pilot.app.screen.query(Label)) == 2)
        question, keys = pilot.app.screen.query(Label)
        assert question.size.height == 2, "What does not fit into a line goes on in the next."
        assert str(keys.content) == "Enter  done   Esc  cancel"
        await pilot.press(*"game.txt", "enter")
        await until(pilot, lambda: "Saved to game.txt." in shown(pilot))
        await pilot.press("1", "1")
        await until(pilot, lambda: len(desk.game.record.plies) >= 2)
        kept = slot.read_text()
        assert parse_record(kept).plies[0] == desk.game.record.plies[0]
        assert read_kinds(kept) == {1: "random"}
        await play(pilot, lambda _: Roll())
        assert parse_record(file.read_text()).result is not None
        assert not slot.exists()
        await pilot.press("n")
        await until(pilot, lambda: table_of(pilot).desk is not desk)
        again = table_of(pilot).desk
        assert isinstance(again, LocalGame)
        assert (again.names, again.kinds) == (desk.names, desk.kinds)
        assert again.game.record.start.turn == 1


async def test_leaving_asks_and_an_interrupt_does_not() -> None:
    async with make_host(make_desk()).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table_of(pilot).turn is not None)
        await pilot.press("q", "escape")
        assert table_of(pilot).panels == []
        await pilot.press("q", "enter")
    assert pilot.app.return_code == 0
    async with make_host(make_desk()).run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+c")
    assert pilot.app.return_code == INTERRUPTED


async def test_a_player_that_fails_ends_the_program_with_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    desk = make_desk(people=(1,))

    async def fail(_: int) -> Action:
        raise PlayerError("failed", "The player failed: oh.")

    monkeypatch.setattr(desk, "_think", fail)
    host = make_host(desk)
    async with host.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: host.error is not None)
    assert str(host.error) == "The player failed: oh."
    assert host.return_code == 2


async def test_the_theme_and_the_size_can_change_at_any_time() -> None:
    host: Host = make_host(make_desk())
    async with host.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table_of(pilot).turn is not None)
        assert host.palette is DARK
        await pilot.press("d")
        assert host.palette is LIGHT
        assert table_of(pilot).grid.lines[13][60][2] == LIGHT.ground
        for size in ((120, 40), (60, 20), (80, 24)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert (table_of(pilot).grid.columns, table_of(pilot).grid.rows) == size
        assert "Your turn" in shown(pilot)


async def test_what_the_others_did_can_be_shown_again() -> None:
    async with make_host(make_desk(4), hold=60).run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table_of(pilot).turn is not None)
        turn = table_of(pilot).turn
        await pilot.press("r")
        await until(pilot, lambda: table_of(pilot).turn not in {turn, None})
        assert "Since your turn" in shown(pilot)
        before = shown(pilot)
        await pilot.press("a")
        await until(pilot, lambda: table_of(pilot).turn is not None)
        assert shown(pilot) == before
