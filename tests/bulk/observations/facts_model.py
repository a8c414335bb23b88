"""The layout `facts` again, slow and obvious: from a view alone, in plain Python, one feature after the other."""

from collections.abc import Callable
from typing import Any

from camelup.core.edition import Camel, Deck, Side
from camelup.core.state import Tile
from camelup.core.view import View

SEATS = 8


def facts_of(view: View) -> dict[str, Any]:  # noqa: C901 - one small function a kind of fact
    """Every feature of the layout by its name, in nested lists."""
    assert view.seat is not None
    players, ranking, edition = view.players, view.ranking, view.edition
    order = [(view.seat + after) % players for after in range(players)]
    none: list[Any] = [0] * (SEATS - players)

    def by_camel(fact: Callable[[Camel], int]) -> list[int]:
        return [int(fact(camel)) for camel in ranking]

    def by_seat(fact: Callable[[int], int]) -> list[int]:
        return [int(fact(seat)) for seat in order] + none

    def by_both(fact: Callable[[int, Camel], int]) -> list[list[int]]:
        return [[int(fact(seat, camel)) for camel in ranking] for seat in order] + [[0] * 5 for _ in none]

    def stack(camel: Camel) -> tuple[int, tuple[Camel, ...], tuple[Camel, ...]]:
        """The space of a camel, and the camels below and above it."""
        ((space, camels),) = [(space, camels) for space, camels in view.stacks.items() if camel in camels]
        return space, camels[: camels.index(camel)], camels[camels.index(camel) + 1 :]

    foremost = [camel for camels in reversed(view.stacks.values()) for camel in reversed(camels) if camel.is_crazy]

    def by_crazy(fact: Callable[[Camel], int]) -> list[int]:
        return [int(fact(camel)) for camel in foremost] or [0, 0]

    def held(seat: int, camel: Camel) -> list[int]:
        return [ticket.value for ticket in view.tickets[seat] if ticket.camel == camel]

    def board(tiles: list[Tile]) -> list[int]:
        sides = {tile.space: 1 if tile.side is Side.CHEERING else -1 for tile in tiles}
        return [sides.get(space, 0) for space in range(1, 17)]

    decks = {Deck.WINNER: view.winner_deck, Deck.LOSER: view.loser_deck}

    def places(deck: Deck, seat: int) -> list[int]:
        return [place + 1 for place, card in enumerate(decks[deck]) if card.seat == seat]

    def own_card(deck: Deck, camel: Camel) -> int:
        laid = [place + 1 for place, card in enumerate(decks[deck]) if (card.seat, card.camel) == (view.seat, camel)]
        return sum(laid)

    def card_places(seat: int) -> list[int]:
        winners, losers = places(Deck.WINNER, seat), [-place for place in places(Deck.LOSER, seat)]
        return winners + [0] * (5 - len(winners) - len(losers)) + losers[::-1]

    def signed_space(seat: int) -> int:
        tile = view.tiles[seat]
        return 0 if tile is None else tile.space * (1 if tile.side is Side.CHEERING else -1)

    def partner(seat: int) -> int:
        other = view.partners[seat]
        return 0 if other is None else 1 + order.index(other)

    own_tile = view.tiles[view.seat]
    return {
        "camel_space": by_camel(lambda camel: stack(camel)[0]),
        "camel_height": by_camel(lambda camel: len(stack(camel)[1])),
        "camel_die": by_camel(lambda camel: camel in view.dice),
        "camel_on_crazy": by_camel(lambda camel: any(below.is_crazy for below in stack(camel)[1])),
        "camel_under_crazy": by_camel(lambda camel: any(above.is_crazy for above in stack(camel)[2])),
        "crazy_space": by_crazy(lambda camel: stack(camel)[0]),
        "crazy_height": by_crazy(lambda camel: len(stack(camel)[1])),
        "crazy_carries": by_crazy(lambda camel: sum(not above.is_crazy for above in stack(camel)[2])),
        "grey_die": ["x" in view.dice],
        "dice_left": [len(view.dice)],
        "draws_left": [view.pyramid_tickets_left],
        "ticket_value": by_camel(lambda camel: view.ticket_on_top(camel) or 0),
        "tickets_left": by_camel(lambda camel: len(view.tents[edition.racing.index(camel)])),
        "ticket_values": by_both(lambda seat, camel: sum(held(seat, camel))),
        "ticket_counts": by_both(lambda seat, camel: len(held(seat, camel))),
        "tile_board": [
            board([own_tile] if own_tile else []),
            board([tile for seat, tile in enumerate(view.tiles) if tile and seat != view.seat]),
        ],
        "tile_space": by_seat(signed_space),
        "hand": by_camel(lambda camel: camel in view.hand),
        "cards_in_hand": by_seat(lambda seat: len(view.hands[seat])),
        "own_winner_card": by_camel(lambda camel: own_card(Deck.WINNER, camel)),
        "own_loser_card": by_camel(lambda camel: own_card(Deck.LOSER, camel)),
        "card_places": [card_places(seat) for seat in order] + [[0] * 5 for _ in none],
        "winner_cards": by_seat(lambda seat: len(places(Deck.WINNER, seat))),
        "loser_cards": by_seat(lambda seat: len(places(Deck.LOSER, seat))),
        "pyramid_tickets": by_seat(lambda seat: view.pyramid_tickets[seat]),
        "money": by_seat(lambda seat: min(127, view.money[seat] or 0)),
        "money_known": by_seat(lambda seat: view.money[seat] is not None),
        "partner": by_seat(partner),
        "own_partner": by_seat(lambda seat: view.partners[seat] == view.seat),
        "seat_taken": by_seat(lambda _: 1),
        "in_turn": by_seat(lambda seat: seat == view.turn),
        "players": [players],
        "leg": [min(127, view.leg)],
        "edition": [edition.number],
        "has_partnerships": [edition.has_partnerships(players)],
        "is_over": [view.is_over],
    }
