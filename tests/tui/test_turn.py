"""Keys of a turn: the same as in the browser."""

import re
from pathlib import Path

import pytest

from camelup import Game
from camelup.core.actions import Roll
from camelup.tui.table_screen import KEYS
from camelup.tui.turn import Turn

BROWSER_KEYS = Path(__file__).parents[2] / "web" / "src" / "table" / "race" / "keys.ts"


def turn_of(*actions: str, players: int = 4) -> Turn:
    game = Game(players=players, seed=7)
    for action in actions:
        game.play(action)
    return Turn(game.view(game.position.turn))


@pytest.mark.parametrize(
    ("keys", "action"),
    [
        ("2 2", "ticket g"),
        ("w 1 1", "winner b"),
        ("l 5 5", "loser y"),
        ("t + +", "tile 3+"),
        ("t right - -", "tile 4-"),
        ("t left left - enter", "tile 13-"),
        ("+ right enter enter", "tile 4+"),
        ("t t 1 1", "ticket b"),
        ("1 2 2", "ticket g"),
        ("w l 3 3", "loser p"),
    ],
)
def test_keys_lead_to_an_action_that_is_held_until_it_is_confirmed(keys: str, action: str) -> None:
    turn = turn_of()
    *first, last = keys.split()
    assert [turn.press(key) for key in first] == [None] * len(first)
    assert str(turn.held) == action
    assert str(turn.press(last)) == action


def test_a_roll_is_done_at_once_but_not_while_something_is_held() -> None:
    turn = turn_of()
    assert turn.press("r") == Roll()
    turn.press("1")
    assert turn.press("r") is None
    assert str(turn.held) == "ticket b"


def test_escape_cancels_everything() -> None:
    turn = turn_of()
    for keys in (["1"], ["w"], ["t", "+"], ["w", "1"]):
        states = []
        for key in (*keys, "escape"):
            turn.press(key)
            states.append((turn.is_choosing, turn.held is None))
        assert states[-2][0]
        assert states[-1] == (False, True)


def test_partners_are_chosen_by_letter_or_number() -> None:
    for key in ("c", "3"):
        turn = turn_of(players=6)
        turn.press("p")
        turn.press(key)
        assert str(turn.press(key)) == "partner C"
    turn = turn_of()
    turn.press("p")
    assert turn.refusal == "You cannot choose a partner now."


def test_what_is_not_possible_is_said_and_changes_nothing() -> None:
    turn = turn_of("winner b", "roll", "roll", "roll")
    turn.press("w")
    assert turn.press("1") is None
    assert turn.refusal == "You no longer have the blue card."
    assert turn.held is None
    turn = turn_of(*["ticket b"] * 4)
    turn.press("1")
    assert turn.refusal == "There is no blue ticket left."


def test_a_click_on_a_space_needs_a_side() -> None:
    turn = turn_of()
    assert turn.press_space(1) is None
    assert not turn.is_tile
    turn.press_space(9)
    turn.press("-")
    assert str(turn.press("-")) == "tile 9-"


def test_every_key_of_the_browser_is_a_key_here() -> None:
    listed = re.findall(r'^  \["(.+?)", "', BROWSER_KEYS.read_text(), re.MULTILINE)
    assert listed == ["R", "1 to 5", "W, L", "T", "P", "Esc", "Again", "?"]
    ours = {key.lower() for key, _ in KEYS} | {"?"}
    assert {key.lower().replace(" to ", "-") for key in listed} <= ours
