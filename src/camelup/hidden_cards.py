"""From what one seat sees to a whole position that it may be: face-down cards filled in by chance.

It is what a search needs that goes on from the middle of a real game, without looking at anybody's cards.
"""

from camelup.chance import RandBelow, check_rng, shuffle
from camelup.core.edition import Camel
from camelup.core.errors import ImpossiblePositionError
from camelup.core.state import Card, State
from camelup.core.view import View, check_is_view


def sample_state(view: View, rng: RandBelow) -> State:
    """Return a position that looks to its seat just like this view; every hidden card is equally likely to be any.

    >>> from camelup.chance import seeded
    >>> from camelup import Game, view_of
    >>> game = Game(players=3, seed=7)
    >>> events = game.play("winner b")
    >>> view_of(sample_state(game.view(1), seeded(1)), 1) == game.view(1)
    True
    """
    check_is_view(view)
    check_rng(rng)
    money = tuple(amount for amount in view.money if amount is not None)
    if len(money) != view.players:
        raise ImpossiblePositionError("view", "Only cards can be filled in: everybody's money must be known.")
    racing = view.edition.racing
    decks = view.winner_deck + view.loser_deck
    unknown = [
        shuffle([camel for camel in racing if Card(seat, camel) not in decks and camel not in view.hands[seat]], rng)
        for seat in range(view.players)
    ]

    def filled(deck: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card if card.camel is not None else Card(card.seat, unknown[card.seat].pop()) for card in deck)

    winner_deck, loser_deck = filled(view.winner_deck), filled(view.loser_deck)
    hands: list[tuple[Camel, ...]] = []
    for seat in range(view.players):
        known = [camel for camel in view.hands[seat] if camel is not None]
        left = known if len(known) == len(view.hands[seat]) else unknown[seat]
        hands.append(tuple(camel for camel in racing if camel in left))
    return State(
        edition=view.edition,
        track=view.track,
        dice=view.dice,
        tents=view.tents,
        tickets=view.tickets,
        pyramid_tickets=view.pyramid_tickets,
        tiles=view.tiles,
        partners=view.partners,
        turn=view.turn,
        leg=view.leg,
        winner_deck=winner_deck,
        loser_deck=loser_deck,
        money=money,
        hands=tuple(hands),
    )
