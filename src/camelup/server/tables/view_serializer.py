"""What clients are sent about a game, as each seat may see it. This is the hot path: what all may see is encoded once.

A client keeps its view and, after each action, is sent the fields that have changed. core/view.py decides what is
hidden; this file only lists the fields that everybody may see unchanged.
"""

from functools import lru_cache
from typing import Any

import msgspec

from camelup.core.actions import Action
from camelup.core.events import Event
from camelup.core.rules import flatten, legal_by_kind
from camelup.core.state import State
from camelup.core.view import View, deck_for, events_for, hands_for, money_for
from camelup.formats.json_codec import to_json_value, write_stacks
from camelup.formats.sentences import describe_events, named_seats
from camelup.protocol.messages import Seen
from camelup.server.tables.state import TableState, Turn

_PUBLIC = ("dice", "tents", "pyramid_tickets", "partners", "turn", "leg")
"""Fields of a position that every view shows as they are, of numbers and texts alone."""
_PUBLIC_FORMS = ("tickets", "tiles")
"""Others that every view shows as they are; the track is written in its own way."""


@lru_cache(maxsize=8192)
def _write_action(action: Action) -> Any:  # noqa: ANN401 - stands in a message for the action
    """Write an action: the rules give the same few again and again."""
    return written(to_json_value(action))


def written(value: object) -> Any:  # noqa: ANN401 - stands in a message for the value itself
    """Encode a part of a message once, for all the messages that it is part of."""
    return msgspec.Raw(msgspec.json.encode(value))


def list_legal(table: State | View, seat: int | None) -> list[Any]:
    """List what a seat may do, each action written."""
    if seat is None or seat != table.turn:
        return []
    hand = tuple([camel for camel in table.hands[seat] if camel is not None])
    return [_write_action(action) for action in flatten(legal_by_kind(table, hand))]


def view_form(view: View, *, is_playing: bool = True) -> Any:  # noqa: ANN401 - stands in a message for the view
    """Write a view, without a version. At a closed table nothing is legal, however the game stands."""
    form = to_json_value(view.replace(legal=()))
    form["legal"] = list_legal(view, view.seat) if is_playing else []
    return written(form)


def _write_events(events: tuple[Event, ...]) -> Any:  # noqa: ANN401 - stands in a message for the events
    return written([to_json_value(event) for event in events])


class ViewSerializer:
    """One turn as everybody at a table may see it; what two of them see alike is written once."""

    def __init__(self, table: TableState, turn: Turn) -> None:
        self._turn = turn
        self._names = table.names
        self._is_playing = table.status == "playing"
        self._hides_money = table.settings.hides_money
        self._public = self._public_changes()
        self._shown = events_for(turn.events, None, hide_money=self._hides_money)
        self._named = named_seats(self._shown)
        self._stacks = None if turn.before.track == turn.after.track else turn.before.stacks
        self._told = _write_events(self._shown), self._write_sentences(self._shown, None, None)
        before, after = turn.before, turn.after
        self._has_secrets = (
            after.is_over or before.hands is not after.hands or (self._hides_money and before.money is not after.money)
        )

    def seen_by(self, seat: int | None, reader: int | None = None) -> Seen:
        """Give what a seat sees of the turn, in sentences to the seat `reader`."""
        turn = self._turn
        own = self._shown
        if self._hides_money or seat == turn.ply.seat:  # nobody else knows more than a watcher
            own = events_for(turn.events, seat, hide_money=self._hides_money)
        events, sentences = self._told
        is_different = own != self._shown
        if is_different:
            events = _write_events(own)
        if is_different or reader in self._named:
            sentences = self._write_sentences(own, seat, reader)
        changes = self._public
        if self._has_secrets:
            changes = changes | self._own_changes(seat)
        if seat is not None and seat in {turn.before.turn, turn.after.turn}:
            changes = {**changes, "legal": list_legal(turn.after, seat) if self._is_playing else []}
        return Seen(seat, events, sentences, changes)

    def _write_sentences(self, events: tuple[Event, ...], seat: int | None, reader: int | None) -> Any:  # noqa: ANN401
        """Write the sentences of events, by what a seat knows."""
        before = self._turn.before
        money = money_for(before, seat, hide_money=self._hides_money)
        return written(
            describe_events(events, before.edition, self._names, reader, money_before=money, stacks=self._stacks)
        )

    def _public_changes(self) -> dict[str, Any]:
        """Give what is different now for everybody."""
        before, after = self._turn.before, self._turn.after
        changes: dict[str, Any] = {}
        for name in _PUBLIC:
            if getattr(before, name) != (new := getattr(after, name)):
                changes[name] = new
        for name in _PUBLIC_FORMS:
            if getattr(before, name) != (new := getattr(after, name)):
                changes[name] = to_json_value(new)
        if before.track != after.track:
            changes["track"] = write_stacks(after.stacks)
        if not self._hides_money and before.money != after.money:
            changes["money"] = after.money
        return {name: written(new) for name, new in changes.items()}

    def _own_changes(self, seat: int | None) -> dict[str, Any]:
        """Give what a seat sees of cards, and of money where it is hidden; the end of the game shows the rest."""
        before, after = self._turn.before, self._turn.after
        is_over = after.is_over
        changes: dict[str, Any] = {}
        for name in ("winner_deck", "loser_deck"):
            old, new = getattr(before, name), getattr(after, name)
            if is_over or old is not new:
                deck = deck_for(new, seat, is_over=is_over)
                if deck != deck_for(old, seat, is_over=False):
                    changes[name] = [{"seat": card.seat, "camel": card.camel} for card in deck]
        if is_over or before.hands is not after.hands:
            hands = hands_for(after, seat)
            if hands != hands_for(before, seat):
                changes["hands"] = hands
        if self._hides_money:
            money = money_for(after, seat, hide_money=True)
            if money != money_for(before, seat, hide_money=True):
                changes["money"] = money
        return changes
