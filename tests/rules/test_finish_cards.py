import pytest

from camelup.core.edition import Camel, Deck
from camelup.core.events import CardPlayed
from camelup.core.rules import legal
from camelup.core.state import Card
from camelup.formats.notation import parse_position
from tests.rules.helpers import LAST_OF_LEG, START, end_leg, only, play, refusal


def opening(edition: int) -> str:
    return f"edition {edition} | track {START[edition]} | money 3 3"


def card_actions(position: str) -> list[str]:
    return [str(action) for action in legal(parse_position(position)) if action.kind == "card"]


@pytest.mark.rule("card-1")
@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("deck", list(Deck))
def test_a_card_goes_from_the_hand_onto_a_deck(edition: int, deck: Deck) -> None:
    state, events = play(opening(edition), f"{deck} b")
    decks = {Deck.WINNER: state.winner_deck, Deck.LOSER: state.loser_deck}
    assert decks.pop(deck) == (Card(0, Camel.BLUE),)
    assert list(decks.values()) == [()]
    assert Camel.BLUE not in state.hands[0]
    assert [len(hand) for hand in state.hands] == [4, 5]
    assert only(events, CardPlayed) == CardPlayed(0, deck, Camel.BLUE)
    assert state.money == (3, 3)


@pytest.mark.rule("card-2")
@pytest.mark.parametrize("deck", list(Deck))
def test_a_card_goes_on_top_of_those_that_are_there(deck: Deck) -> None:
    state, _ = play(opening(2), *[f"{deck} {camel}" for camel in "bbgry"])
    cards = state.winner_deck if deck is Deck.WINNER else state.loser_deck
    assert "".join(f"{'AB'[seat]}{camel}" for seat, camel in cards) == "AbBbAgBrAy"  # oldest first


@pytest.mark.rule("card-3")
@pytest.mark.parametrize("edition", [1, 2])
def test_a_card_stays_where_it_is_for_the_rest_of_the_game(edition: int) -> None:
    state, _ = end_leg(edition, "money 3 3 | pyramid 4 0 | winner Ab Bg | loser Ay")
    assert state.leg == 2
    assert state.winner_deck == (Card(0, Camel.BLUE), Card(1, Camel.GREEN))
    assert state.loser_deck == (Card(0, Camel.YELLOW),)
    assert [len(hand) for hand in state.hands] == [3, 4]


@pytest.mark.rule("card-3")
@pytest.mark.parametrize("action", ["winner b", "loser b"])
def test_a_card_is_played_only_once(action: str) -> None:
    """A player has one card of each colour, so he can bet on a camel to win or to lose, not both."""
    assert refusal(f"{opening(2)} | winner Ab", action) == "card_played"
    assert refusal(f"{opening(2)} | loser Ab", action) == "card_played"


@pytest.mark.rule("card-4")
@pytest.mark.parametrize(
    ("decks", "expected"),
    [
        ("winner -", [f"{deck} {camel}" for deck in Deck for camel in "bgpry"]),
        ("winner Ab Bg | loser Ar", [f"{deck} {camel}" for deck in Deck for camel in "gpy"]),
        ("winner Ab Ag Ap Ar", ["winner y", "loser y"]),
        ("winner Ab Ag | loser Ap Ar Ay", []),
    ],
)
def test_every_card_in_hand_may_go_on_either_deck(decks: str, expected: list[str]) -> None:
    assert card_actions(f"{opening(2)} | {decks}") == expected


@pytest.mark.rule("card-4")
def test_a_player_may_bet_on_both_decks_and_at_any_time() -> None:
    track_and_dice, _ = LAST_OF_LEG[2]
    position = f"edition 2 | {track_and_dice} | money 3 3 | pyramid 4 0"
    state, _ = play(position, "winner b", "ticket g", "loser g", "ticket g", "winner r")
    assert state.winner_deck == (Card(0, Camel.BLUE), Card(0, Camel.RED))
    assert state.loser_deck == (Card(0, Camel.GREEN),)
