"""Hints say the same as the values that they are made of."""

from typing import get_args

import pytest

from camelup.core.actions import Action, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import SECOND, Camel, Deck, Side
from camelup.core.view import view_of
from camelup.formats.notation import parse_position
from camelup.odds import parse_situation, values
from camelup.odds.action_values import ActionValue, Values
from camelup.odds.hints import Hint, best_first, hints
from camelup.odds.leg_odds import leg
from camelup.odds.race_odds import race
from camelup.protocol import odds

GREEN, RED, YELLOW = Camel.GREEN, Camel.RED, Camel.YELLOW
SITUATION = parse_situation(SECOND, "1:gy 2:rb 3:p 14:K 16:W")


def valued(worth: dict[Action, float]) -> Values:
    best_first = sorted(worth, key=lambda action: -worth[action])
    actions = tuple(ActionValue(action, {"part": worth[action]}, {}) for action in best_first)
    return Values(0, actions, leg(SITUATION), race(SITUATION, samples=10))


def test_the_yardstick_is_a_roll() -> None:
    worth: dict[Action, float] = {
        TakeTicket(GREEN): 1.5,
        PlayCard(Deck.WINNER, RED): 1.496,
        JoinPartner(2): 1.49,
        PlayCard(Deck.LOSER, RED): 1.101,
        TakeTicket(RED): 1.099,
        Roll(): 1.0,
        PlayCard(Deck.WINNER, GREEN): 0.901,
        PlayCard(Deck.LOSER, GREEN): 0.899,
        TakeTicket(YELLOW): -1.0,
    }
    assert hints(valued(worth)) == {
        "ticket g": "best",
        "winner r": "best",
        "partner C": "up",
        "loser r": "up",
        "ticket r": "level",
        "roll": "level",
        "winner g": "level",
        "loser g": "down",
        "ticket y": "down",
    }


def test_whoever_has_played_the_best_card_learns_what_is_next() -> None:
    worth: dict[Action, float] = {
        PlayCard(Deck.LOSER, RED): 2.5,
        PlayCard(Deck.WINNER, GREEN): 1.5,
        TakeTicket(GREEN): 1.2,
        PlayCard(Deck.WINNER, RED): 1.1,
        Roll(): 1.0,
    }
    assert best_first(valued(worth)) == ["loser r", "winner g", "ticket g"]


@pytest.mark.parametrize(("roll", "hint"), [(1.0, "best"), (0.9, "level")])
def test_a_roll_may_be_the_best_and_need_not_be_worth_1(roll: float, hint: Hint) -> None:
    assert hints(valued({Roll(): roll, TakeTicket(GREEN): 0.95}))["roll"] == hint


def test_of_tiles_only_the_best_place_of_either_side_is_told() -> None:
    worth: dict[Action, float] = {
        PlaceTile(7, Side.CHEERING): 1.3,
        PlaceTile(8, Side.CHEERING): 1.3,
        Roll(): 1.0,
        PlaceTile(8, Side.BOOING): 0.5,
        PlaceTile(7, Side.BOOING): 0.4,
    }
    assert hints(valued(worth)) == {"tile 7+": "best", "roll": "level", "tile 8-": "down"}


def test_every_other_action_of_a_position_has_one() -> None:
    state = parse_position(
        "edition 2 | track 4:g 5:y 7:K 8:Wp 9:rb | dice bgryx | pyramid 1 0 | winner Ar Bb | money 5 4"
    )
    view = view_of(state, 0)
    found = values(view, samples=1000)
    told = hints(found)
    apart_from_tiles = {str(action) for action in view.legal if not isinstance(action, PlaceTile)}
    assert {action for action in told if not action.startswith("tile")} == apart_from_tiles
    assert told[str(found.actions[0].action)] == "best"


def test_the_protocol_knows_the_same_words() -> None:
    assert get_args(odds.Hint) == get_args(Hint)
