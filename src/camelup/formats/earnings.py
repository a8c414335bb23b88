"""What everybody has earned in a game, by kind of bet.

>>> from camelup.formats.record import parse_record, replay
>>> record = parse_record(
...     '''camelup record 1
... players Ann | Bo
... start edition 1 | track 3:y 14:bgow | money 3 3
... A ticket w
... B winner w
... A roll b3'''
...     + chr(10)
...     + "result 9 11"
... )
>>> for earnings in sum_up(replay(record)):
...     print(earnings)
Earnings(start=3, tickets=5, pyramid_tickets=1, copied=0, tiles=0, winner_cards=0, loser_cards=0, spared=0)
Earnings(start=3, tickets=0, pyramid_tickets=0, copied=0, tiles=0, winner_cards=8, loser_cards=0, spared=0)
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from camelup.core.edition import TILE_REWARD, Deck
from camelup.core.events import CardScored, Event, LegScored, TileHit
from camelup.formats.record import Step


@dataclass(frozen=True, slots=True)
class Earnings:
    """What one player began with, and what every kind of bet has brought since; losses are below 0."""

    start: int
    tickets: int = 0
    """Betting tickets, all legs together."""
    pyramid_tickets: int = 0
    copied: int = 0
    """Taken over from betting partners."""
    tiles: int = 0
    winner_cards: int = 0
    loser_cards: int = 0
    spared: int = 0
    """Losses that were greater than what was there to pay them: money stops at 0."""

    @property
    def money(self) -> int:
        """What all of it comes to."""
        cards = self.winner_cards + self.loser_cards
        return self.start + self.tickets + self.pyramid_tickets + self.copied + self.tiles + cards + self.spared


def sum_up(steps: Iterable[Step]) -> tuple[Earnings, ...]:
    """Add up what the steps of a replayed game have paid, by seat."""
    players: list[Earnings] = []
    for step in steps:
        if step.ply is None:
            players = [Earnings(money) for money in step.state.money]
        for event in step.events:
            _pay(players, event)
    return tuple(players)


def _pay(players: list[Earnings], event: Event) -> None:
    match event:  # nothing else pays
        case TileHit(seat):
            had = players[seat]
            players[seat] = replace(had, tiles=had.tiles + TILE_REWARD)
        case CardScored(deck, seat, _, reward, money):
            had = players[seat]
            spared = had.spared + money - (had.money + reward)
            if deck is Deck.WINNER:
                players[seat] = replace(had, winner_cards=had.winner_cards + reward, spared=spared)
            else:
                players[seat] = replace(had, loser_cards=had.loser_cards + reward, spared=spared)
        case LegScored(_, _, rewards):
            for leg in rewards:
                had = players[leg.seat]
                assert leg.money is not None  # noqa: S101 - narrows the type: a replayed game hides nothing
                players[leg.seat] = replace(
                    had,
                    tickets=had.tickets + sum(brought for _, brought in leg.tickets),
                    pyramid_tickets=had.pyramid_tickets + leg.pyramid_tickets,
                    copied=had.copied + leg.copied,
                    spared=had.spared + leg.money - (had.money + leg.total),
                )
