"""What the figures of odds and statistics are called, on a page and in a picture alike."""

from camelup.core.edition import Edition
from camelup.core.race import RACERS

ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
PLACES = ORDINALS[:RACERS]
"""The places of the racing camels."""

LENGTH = "How long is a race?"
LEADERS = "What does a leg's order predict?"
LEADER_SERIES = ("leader wins", "last stays last")
STARTS = "What is a starting place worth?"
START_SERIES = ("wins", "comes last")
STARTING_PLACES = ("rear", *reversed(PLACES[1:-1]), "front")
ENDINGS = "What crosses the finish line?"
ENDING_NAMES = {
    "clockwise": "racing camels alone",
    "clockwise_with_crazy": "carrying a crazy one",
    "backwards_with_racing": "carried back by one",
    "backwards_crazy_alone": "crazy camels alone",
}
PAY = "What do actions pay, in pounds?"
VICTORIES = "Who wins the game?"


def kind_names(edition: Edition) -> dict[str, str]:
    """Name the kinds of action that statistics distinguish, in the words of an edition."""
    return {
        "ticket": edition.words.ticket,
        "roll": "roll",
        "tile": edition.words.tile,
        "winner_card": "bet on the winner",
        "loser_card": "bet on the loser",
        "partnership": "partnership (to both)",
    }
