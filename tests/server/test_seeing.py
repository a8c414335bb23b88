"""What leaves the server about a game, against the plain way to the same: whole views, and events in their words."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from camelup.chance import draw_starting_track
from camelup.core.actions import Action, Face, PlayCard
from camelup.core.edition import EDITIONS, Camel
from camelup.core.events import Event
from camelup.core.rules import apply, start
from camelup.core.state import Card, State
from camelup.core.view import View
from camelup.formats.json_codec import to_json
from camelup.formats.notation import position_text
from camelup.formats.prose import describe_all
from camelup.formats.record import Ply
from camelup.server import deciding, log
from camelup.server.room import Room, Turn
from camelup.server.seeing import Sight, view_form
from camelup.server.store.base import Entry
from tests.randomplay import random_action, random_position, random_track

Form = dict[str, Any]
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def room_at(state: State, *, hides_money: bool) -> Room:
    """A room whose game begins with any position."""
    room = Room("table")
    happenings: list[log.Happening] = [
        deciding.create(
            log.Settings(1 if state.edition.number == 1 else 2, state.players, hides_money=hides_money), bytes(32)
        ),
        *(log.PersonSeated(seat, NAMES[seat], str(seat), "") for seat in range(state.players)),
        log.Started(position_text(state), is_first_random=False),
    ]
    for number, happening in enumerate(happenings, 1):
        room.take(Entry(number, 0.0, log.write_happening(happening)))
    return room


def play(room: Room, action: Action, outcome: Face | None) -> Turn:
    """Play an action in a room, with any outcome."""
    before = room.state
    assert before is not None
    after, events = apply(before, action, outcome)
    turn = Turn(Ply(before.turn, action, outcome), "owner", before, after, events, len(room.plies) + 1)
    happening = deciding.describe_turn(turn)
    room.take(Entry(room.number + 1, 0.0, log.write_happening(happening)), happening, turn)
    return turn


def seats_of(room: Room) -> list[int | None]:
    return [None, *range(len(room.seats))]


def plain(value: View | Event) -> Form:
    """The form of a value as the rest of the package writes it, without its version, as a client reads it."""
    form: Form = json.loads(json.dumps(to_json(value)))
    del form["version"]
    return form


def random_games(*, hides_money: bool) -> Iterator[tuple[Room, random.Random]]:
    """Games of both editions for 2 to 8, half of them from the usual start."""
    for players in range(2, 9):
        for edition in EDITIONS.values():
            generator = random.Random(players)
            track = draw_starting_track(edition, generator.randrange)
            state = start(edition, players, track, generator.randrange(players))
            if (players + edition.number) % 2:
                state = state.replace(track=random_track(edition, generator))
            yield room_at(state, hides_money=hides_money), generator


@pytest.mark.parametrize("hides_money", [False, True])
def test_changes_make_of_the_old_view_the_new_one(*, hides_money: bool) -> None:
    for room, generator in random_games(hides_money=hides_money):
        views = {seat: json.loads(bytes(view_form(room.view(seat)))) for seat in seats_of(room)}
        assert views == {seat: plain(room.view(seat)) for seat in seats_of(room)}
        while room.status == "playing":
            assert room.state is not None
            turn = play(room, *random_action(room.state, generator))
            sight = Sight(room, turn)
            for seat in seats_of(room):
                seen = json.loads(sight.seen_by(seat))
                assert seen["seat"] == seat
                changed = [name for name in seen["changes"] if name != "legal"]
                assert [name for name in changed if views[seat][name] == seen["changes"][name]] == []
                views[seat].update(seen["changes"])
                # This covers what is hidden, too: a view that is too open differs.
                assert views[seat] == plain(room.view(seat))


@pytest.mark.parametrize("hides_money", [False, True])
def test_events_come_as_each_seat_may_know_them_with_the_words_of_the_terminal(*, hides_money: bool) -> None:
    for room, generator in random_games(hides_money=hides_money):
        while room.status == "playing":
            assert room.state is not None
            turn = play(room, *random_action(room.state, generator))
            sight = Sight(room, turn)
            for seat in seats_of(room):
                seen = json.loads(sight.seen_by(seat))
                events = room.record_head.events_for(turn.events, seat)
                assert seen["events"] == [plain(event) for event in events]
                known = room.record_head.view(turn.before, seat).money
                sentences = describe_all(events, room.edition, room.names, known, turn.before.stacks)
                assert seen["sentences"] == sentences


def disguised(
    state: State, seat: int, generator: random.Random, *, hides_money: bool
) -> tuple[State, dict[Camel, Camel]]:
    """A state that is another only in what nobody but one seat knows: which cards it has and has laid."""
    camels = list(state.edition.racing)
    others = generator.sample(camels, len(camels))
    colours = dict(zip(camels, others, strict=True))

    def recolour(deck: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(
            card._replace(camel=colours[card.camel]) if card.seat == seat and card.camel else card for card in deck
        )

    hand = tuple(camel for camel in camels if camel in {colours[mine] for mine in state.hands[seat] if mine})
    money = state.money
    if hides_money:
        money = (*money[:seat], money[seat] + generator.randint(1, 20), *money[seat + 1 :])
    other = state.replace(
        winner_deck=recolour(state.winner_deck),
        loser_deck=recolour(state.loser_deck),
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        money=money,
    )
    return other, colours


@pytest.mark.parametrize("hides_money", [False, True])
def test_states_that_differ_only_in_secrets_are_the_same_bytes_to_others(*, hides_money: bool) -> None:
    compared = 0
    cards = 0
    for number in range(150):
        generator = random.Random(number)
        state = random_position(generator, 60)
        if state.is_over:
            continue
        # Mostly the seat in turn, whose own card is then the secret.
        owner = state.turn if generator.random() < 0.7 else generator.randrange(state.players)
        other, colours = disguised(state, owner, generator, hides_money=hides_money)
        action, outcome = random_action(state, generator)
        same = action
        if isinstance(action, PlayCard) and owner == state.turn and action.camel is not None:
            same = PlayCard(action.deck, colours[action.camel])
        rooms = [room_at(state, hides_money=hides_money), room_at(other, hides_money=hides_money)]
        seats = [seat for seat in seats_of(rooms[0]) if seat != owner]
        for seat in seats:
            assert bytes(view_form(rooms[0].view(seat))) == bytes(view_form(rooms[1].view(seat)))
        turns = [play(rooms[0], action, outcome), play(rooms[1], same, outcome)]
        if turns[0].after.is_over:
            continue  # then the cards are shown
        sights = [Sight(room, turn) for room, turn in zip(rooms, turns, strict=True)]
        for seat in seats:
            assert sights[0].seen_by(seat) == sights[1].seen_by(seat)
        compared += 1
        cards += same != action
    assert compared > 80
    assert cards > 5
