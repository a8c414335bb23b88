"""What one seat may know: the only form in which a game is shown to players, clients and logs.

Everything shown is listed here by name, so what is added to the game later is secret until somebody lists it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from camelup.core.actions import Action, PlayCard
from camelup.core.edition import Camel
from camelup.core.errors import ArgumentError, ImpossiblePositionError, quoted
from camelup.core.events import (
    CamelMoved,
    CardPlayed,
    CardScored,
    DieRevealed,
    Event,
    GameEnded,
    LegScored,
    LegStarted,
    PartnersJoined,
    RaceEnded,
    TicketTaken,
    TileHit,
    TilePlaced,
)
from camelup.core.rules import flatten, legal_by_kind
from camelup.core.state import Card, State, Table
from camelup.core.validity import check_is_state, check_position, check_seat

_PUBLIC_EVENTS = (
    TicketTaken,
    TilePlaced,
    PartnersJoined,
    DieRevealed,
    CamelMoved,
    RaceEnded,
    LegStarted,
    CardScored,
    GameEnded,
)


@dataclass(frozen=True, repr=False)
class View(Table):
    """The table through the eyes of one seat, or of a spectator (seat None). What it may not know is None."""

    seat: int | None
    legal: tuple[Action, ...]
    """What this seat may do now; empty when it is somebody else's turn, since it would reveal that hand."""

    @property
    def hand(self) -> tuple[Camel | None, ...]:
        """The seat's own finish cards."""
        return () if self.seat is None else self.hands[self.seat]

    @property
    def open_seats(self) -> range:
        """The seats whose cards and money are known: one's own, and all once the game is over."""
        if self.is_over:
            return range(self.players)
        return range(0) if self.seat is None else range(self.seat, self.seat + 1)


def view_of(state: State, seat: int | None, *, hide_money: bool = False) -> View:
    """Show a state to a seat; with `hide_money`, the others' money is hidden too until the game is over."""
    check_is_state(state)
    if seat is not None:
        check_seat(seat, state.players)
    is_over = state.is_over
    view = View(
        edition=state.edition,
        track=state.track,
        dice=state.dice,
        tents=state.tents,
        tickets=state.tickets,
        pyramid_tickets=state.pyramid_tickets,
        tiles=state.tiles,
        partners=state.partners,
        turn=state.turn,
        leg=state.leg,
        winner_deck=deck_for(state.winner_deck, seat, is_over=is_over),
        loser_deck=deck_for(state.loser_deck, seat, is_over=is_over),
        seat=seat,
        money=money_for(state, seat, hide_money=hide_money),
        hands=hands_for(state, seat),
        legal=(),
    )
    return with_legal(view)


def with_legal(view: View) -> View:
    """Fill in what a view's seat may do, which follows from what it sees."""
    if view.seat is None or view.seat != view.turn:
        return view.replace(legal=())
    hand = tuple([camel for camel in view.hand if camel is not None])
    return view.replace(legal=flatten(legal_by_kind(view, hand)))


def check_is_view(view: object) -> None:
    """Refuse what is no view, such as a state, in which nothing is hidden."""
    if not isinstance(view, View):
        raise ImpossiblePositionError("view", f"A View is needed, such as `game.view(0)`, not {quoted(view)}.")


def check_view(view: View) -> None:
    """Refuse a view that no seat, nor a spectator, can have of any game."""
    check_position(view)
    if view.seat is not None:
        check_seat(view.seat, view.players)


def deck_for(deck: tuple[Card, ...], seat: int | None, *, is_over: bool) -> tuple[Card, ...]:
    """Show a deck to a seat: its own cards, and all once the game is over."""
    return tuple([card if is_over or card.seat == seat else Card(card.seat, None) for card in deck])


def hands_for(state: State, seat: int | None) -> tuple[tuple[Camel | None, ...], ...]:
    """Show everybody's hands to a seat: its own, and all once the game is over."""
    is_over = state.is_over
    return tuple([hand if is_over or owner == seat else (None,) * len(hand) for owner, hand in enumerate(state.hands)])


def money_for(state: State, seat: int | None, *, hide_money: bool) -> tuple[int | None, ...]:
    """Show everybody's money to a seat."""
    if not hide_money or state.is_over:
        return state.money
    return tuple([money if owner == seat else None for owner, money in enumerate(state.money)])


def events_for(events: Iterable[Event], seat: int | None, *, hide_money: bool = False) -> tuple[Event, ...]:
    """Show events to a seat: the colour of a card laid face down is for its owner alone."""
    if not isinstance(events, Iterable):
        raise _no_events(events)
    return tuple(_event_for(event, seat, hide_money=hide_money) for event in events)


def _event_for(event: Event, seat: int | None, *, hide_money: bool) -> Event:
    match event:
        case CardPlayed(owner, deck, _):
            return event if owner == seat else CardPlayed(owner, deck, None)
        case TileHit(owner, space, side, _):
            return TileHit(owner, space, side, None) if hide_money and owner != seat else event
        case LegScored(leg, ranking, rewards):
            if not hide_money:
                return event
            visible = tuple(reward if reward.seat == seat else reward._replace(money=None) for reward in rewards)
            return LegScored(leg, ranking, visible)
        case _ if isinstance(event, _PUBLIC_EVENTS):
            return event
    raise _no_events(event)


def _no_events(given: object) -> Exception:
    if isinstance(given, Event):  # a new one: whether it has a secret must be said above
        return TypeError(f"{type(given).__name__} is not listed as public")
    return ArgumentError("events", f"Events are needed, such as `game.play` returns, not {quoted(given)}.")


def action_for(action: Action, owner: int, seat: int | None) -> Action:
    """Show somebody's action to a seat."""
    if isinstance(action, PlayCard) and owner != seat:
        return PlayCard(action.deck, None)
    return action
