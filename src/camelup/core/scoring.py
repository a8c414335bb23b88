"""What a leg and the end of the game pay."""

from collections.abc import Iterable

from camelup.core.edition import PYRAMID_TICKET_REWARD, Camel, Deck
from camelup.core.events import CardScored, LegReward, TicketReward
from camelup.core.payouts import card_reward, pay, ticket_reward
from camelup.core.state import State


def leg_rewards(state: State) -> tuple[LegReward, ...]:
    """Score a leg for all players: each adds up everything first, and is paid once."""
    ranking = state.ranking
    tickets = [
        tuple(TicketReward(ticket, ticket_reward(ticket.value, ranking.index(ticket.camel))) for ticket in held)
        for held in state.tickets
    ]
    best_single = [
        max(
            [reward for _, reward in held] + ([PYRAMID_TICKET_REWARD] if pyramid_tickets else []),
            default=0,
        )
        for held, pyramid_tickets in zip(tickets, state.pyramid_tickets, strict=True)
    ]
    rewards = []
    for seat, (held, partner) in enumerate(zip(tickets, state.partners, strict=True)):
        pyramid_tickets = state.pyramid_tickets[seat] * PYRAMID_TICKET_REWARD
        # Nobody is obliged to copy, so a partner with losing tickets alone costs nothing.
        copied = 0 if partner is None else max(0, best_single[partner])
        total = sum(reward for _, reward in held) + pyramid_tickets + copied
        rewards.append(
            LegReward(seat, held, pyramid_tickets, copied, total, pay(state.money[seat], total)),
        )
    return tuple(rewards)


def finish_rewards(colours: Iterable[Camel | None], camel: Camel) -> list[int]:
    """Return what each card of a deck earns, oldest first."""
    rewards = []
    right = 0
    for colour in colours:
        is_right = colour == camel
        rewards.append(card_reward(is_right, right))
        right += is_right
    return rewards


def score_decks(state: State) -> list[CardScored]:
    """Turn up both decks card by card, the winner's first; every single payment stops at 0."""
    money = list(state.money)
    ranking = state.ranking
    scored = []
    for deck, cards, camel in (
        (Deck.WINNER, state.winner_deck, ranking[0]),
        (Deck.LOSER, state.loser_deck, ranking[-1]),
    ):
        rewards = finish_rewards([card.camel for card in cards], camel)
        for (seat, colour), reward in zip(cards, rewards, strict=True):
            assert colour is not None  # noqa: S101 - narrows the type: only in views it can be None
            money[seat] = pay(money[seat], reward)
            scored.append(CardScored(deck, seat, colour, reward, money[seat]))
    return scored
