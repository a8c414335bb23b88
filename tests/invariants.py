"""What must hold in every state of every game, whatever was played."""

from camelup.core import race
from camelup.core.edition import DICE_PER_LEG, SPACES
from camelup.core.events import CardScored, Event, LegScored, TileHit
from camelup.core.state import State
from camelup.core.validity import check_cards, check_table


def assert_sound(state: State) -> None:
    """Camels, tickets, cards and dice are all there, tiles lie where they may, and nothing is negative."""
    edition = state.edition
    order = race.running_order(state.track)
    assert sorted(camel for _, camel in order) == list(range(len(edition.camels)))
    assert [space for space, _ in order] == sorted(space for space, _ in order)
    assert all(0 <= space <= SPACES + 1 for space, _ in order)

    assert len(state.dice) + sum(state.pyramid_tickets) == len(edition.dice)
    assert 0 <= sum(state.pyramid_tickets) <= DICE_PER_LEG
    assert state.is_over or state.pyramid_tickets_left > 0

    held = [ticket for tickets in state.tickets for ticket in tickets]
    for camel, tent in zip(edition.racing, state.tents, strict=True):
        taken = sorted((value for colour, value in held if colour == camel), reverse=True)
        assert (*taken, *tent) == edition.ticket_values
    assert all(ticket.camel in edition.racing for ticket in held)
    for tickets in state.tickets:
        assert list(tickets) == sorted(tickets, key=lambda ticket: (ticket.camel, -ticket.value))

    decks = state.winner_deck + state.loser_deck
    for seat, hand in enumerate(state.hands):
        played = [card.camel for card in decks if card.seat == seat and card.camel]
        assert sorted([*hand, *played]) == list(edition.racing)

    assert min(state.money) >= 0
    check_table(state)
    check_cards(edition, state.hands, decks)


def assert_paid(before: State, after: State, events: tuple[Event, ...]) -> None:
    """Money comes and goes only as the events say: no payment is lost and none is made twice."""
    money = list(before.money)
    for event in events:
        match event:
            case TileHit(seat, _, _, now):
                money[seat] += 1
                assert money[seat] == now
            case LegScored(rewards=rewards):
                for reward in rewards:
                    parts = sum(part.reward for part in reward.tickets) + reward.pyramid_tickets + reward.copied
                    assert parts == reward.total
                    money[reward.seat] = max(0, money[reward.seat] + reward.total)
                    assert money[reward.seat] == reward.money
            case CardScored(seat=seat, reward=payment, money=now):
                money[seat] = max(0, money[seat] + payment)
                assert money[seat] == now
            case _:
                pass
    assert tuple(money) == after.money
