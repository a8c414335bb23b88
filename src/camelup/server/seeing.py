"""What leaves the server about a game, as each seat may see it. This is the hot path: what all may see is written once.

A client keeps its view and, after each action, is sent the fields of it that are different now. Hidden is what
core/view.py hides; here stands only which fields can be shared by all, listed by name.
"""

from functools import lru_cache
from typing import Any

import msgspec

from camelup.core.actions import Action
from camelup.core.events import Event
from camelup.core.state import State
from camelup.core.view import View, events_for, view_of
from camelup.formats.jsonform import to_form
from camelup.formats.prose import describe_all
from camelup.server.room import Room, Turn

Form = dict[str, Any]
_PUBLIC = ("dice", "tents", "tickets", "pyramid_tickets", "tiles", "partners", "turn", "leg")
"""Fields of a position that every view shows as they are; the track has a form of its own."""
_SECRET = ("winner_deck", "loser_deck", "hands", "money")
"""Fields that views show differently."""

_encode = msgspec.json.encode


@lru_cache(maxsize=1024)
def action_form(action: Action) -> msgspec.Raw:
    """Give the form of an action, written; there are few of them, and they are sent all the time."""
    return msgspec.Raw(_encode(to_form(action)))


def view_form(view: View) -> msgspec.Raw:
    """Give the form of a view, written, without a version."""
    form = to_form(view.evolve(legal=()))
    form["legal"] = [action_form(action) for action in view.legal]
    return msgspec.Raw(_encode(form))


class Sight:
    """One turn, in the eyes of everybody at a table; what two of them see alike is made once."""

    def __init__(self, room: Room, turn: Turn) -> None:
        self._turn = turn
        self._names = room.names
        self._hides_money = room.settings.hides_money
        self._public = _public_changes(turn.before, turn.after)
        self._told: dict[tuple[Event, ...], tuple[msgspec.Raw, msgspec.Raw]] = {}
        self._seen: dict[int | None, msgspec.Raw] = {}

    def seen_by(self, seat: int | None) -> msgspec.Raw:
        """Give what a seat sees of the turn, as `Seen` of protocol.py."""
        if seat not in self._seen:
            events, sentences = self._tell(seat)
            changes = self._public | self._own_changes(seat)
            seen = {"seat": seat, "events": events, "sentences": sentences, "changes": changes}
            self._seen[seat] = msgspec.Raw(_encode(seen))
        return self._seen[seat]

    def _tell(self, seat: int | None) -> tuple[msgspec.Raw, msgspec.Raw]:
        events = events_for(self._turn.events, seat, hide_money=self._hides_money)
        if events not in self._told:
            before = self._turn.before
            money = self._money(before, seat)
            sentences = describe_all(events, before.edition, self._names, money, before.stacks)
            forms = [to_form(event) for event in events]
            self._told[events] = (msgspec.Raw(_encode(forms)), msgspec.Raw(_encode(sentences)))
        return self._told[events]

    def _money(self, state: State, seat: int | None) -> tuple[int | None, ...]:
        if not self._hides_money:
            return state.money
        return tuple(money if owner == seat else None for owner, money in enumerate(state.money))

    def _own_changes(self, seat: int | None) -> Form:
        before, after = self._turn.before, self._turn.after
        changes: Form = {}
        if any(getattr(before, name) is not getattr(after, name) for name in _SECRET) or after.is_over:
            old, new = self._view(before, seat), self._view(after, seat)
            changes |= {
                name: to_form(getattr(new, name)) for name in _SECRET if getattr(old, name) != getattr(new, name)
            }
        if seat is not None and seat in {before.turn, after.turn}:
            changes["legal"] = [action_form(action) for action in self._view(after, seat).legal]
        return changes

    def _view(self, state: State, seat: int | None) -> View:
        return view_of(state, seat, hide_money=self._hides_money)


def _public_changes(before: State, after: State) -> Form:
    changes: Form = {
        name: to_form(getattr(after, name))
        for name in _PUBLIC
        if getattr(before, name) is not getattr(after, name) and getattr(before, name) != getattr(after, name)
    }
    if before.track != after.track:
        changes["track"] = {str(space): "".join(stack) for space, stack in after.stacks.items()}
    return changes
