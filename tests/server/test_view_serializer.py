"""What leaves the server about a game, against the plain way to the same: whole views, and events in their words."""

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
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
from camelup.formats.record import Ply
from camelup.formats.sentences import describe_events
from camelup.protocol.settings import Settings
from camelup.server.store.base import Entry
from camelup.server.tables import commands, events
from camelup.server.tables.state import TableState, Turn
from camelup.server.tables.view_serializer import ViewSerializer, view_form
from tests.randomplay import random_action, random_position, random_track

Form = dict[str, Any]
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def table_at(state: State, *, hides_money: bool) -> TableState:
    """A table whose game begins with any position."""
    table = TableState("table")
    history: list[events.TableEvent] = [
        commands.create(
            Settings(1 if state.edition.number == 1 else 2, state.players, hides_money=hides_money), bytes(32)
        ),
        *(events.PersonSeated(seat, NAMES[seat], str(seat), "") for seat in range(state.players)),
        events.Started(position_text(state), is_first_random=False),
    ]
    for number, event in enumerate(history, 1):
        table.apply_entry(Entry(number, 0.0, events.write_event(event)))
    return table


def play(table: TableState, action: Action, outcome: Face | None) -> Turn:
    """Play an action at a table, with any outcome."""
    before = table.state
    assert before is not None
    after, done = apply(before, action, outcome)
    turn = Turn(Ply(before.turn, action, outcome), "owner", before, after, done, len(table.plies) + 1)
    event = commands.describe_turn(table, turn)
    table.apply_entry(Entry(table.number + 1, 0.0, events.write_event(event)), event, turn)
    return turn


def seats_of(table: TableState) -> list[int | None]:
    return [None, *range(len(table.seats))]


def plain(value: View | Event) -> Form:
    """The form of a value as the rest of the package writes it, without its version, as a client reads it."""
    form: Form = json.loads(json.dumps(to_json(value)))
    del form["version"]
    return form


def random_games(*, hides_money: bool) -> Iterator[tuple[TableState, random.Random]]:
    """Games of both editions for 2 to 8, half of them from the usual start."""
    for players in range(2, 9):
        for edition in EDITIONS.values():
            generator = random.Random(players)
            track = draw_starting_track(edition, generator.randrange)
            state = start(edition, players, track, generator.randrange(players))
            if (players + edition.number) % 2:
                state = state.replace(track=random_track(edition, generator))
            yield table_at(state, hides_money=hides_money), generator


@pytest.mark.parametrize("hides_money", [False, True])
def test_changes_make_of_the_old_view_the_new_one(*, hides_money: bool) -> None:
    for table, generator in random_games(hides_money=hides_money):
        views = {seat: json.loads(bytes(view_form(table.view(seat)))) for seat in seats_of(table)}
        assert views == {seat: plain(table.view(seat)) for seat in seats_of(table)}
        while table.status == "playing":
            assert table.state is not None
            turn = play(table, *random_action(table.state, generator))
            serializer = ViewSerializer(table, turn)
            for seat in seats_of(table):
                seen = json.loads(msgspec.json.encode(serializer.seen_by(seat)))
                assert seen["seat"] == seat
                changed = [name for name in seen["changes"] if name != "legal"]
                assert [name for name in changed if views[seat][name] == seen["changes"][name]] == []
                views[seat].update(seen["changes"])
                # This covers what is hidden, too: a view that is too open differs.
                assert views[seat] == plain(table.view(seat))


@pytest.mark.parametrize("hides_money", [False, True])
def test_events_come_as_each_seat_may_know_them_with_the_words_of_the_terminal(*, hides_money: bool) -> None:
    for table, generator in random_games(hides_money=hides_money):
        seats = seats_of(table)
        while table.status == "playing":
            assert table.state is not None
            turn = play(table, *random_action(table.state, generator))
            serializer = ViewSerializer(table, turn)
            for seat, reader in [
                *((seat, None) for seat in range(table.state.players)),
                *zip(seats, seats, strict=True),
            ]:
                seen = json.loads(msgspec.json.encode(serializer.seen_by(seat, reader)))
                shown = table.record_head.events_for(turn.events, seat)
                assert seen["events"] == [plain(event) for event in shown]
                known = table.record_head.view(turn.before, seat).money
                sentences = describe_events(
                    shown, table.edition, table.names, reader, money_before=known, stacks=turn.before.stacks
                )
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
        tables = [table_at(state, hides_money=hides_money), table_at(other, hides_money=hides_money)]
        seats = [seat for seat in seats_of(tables[0]) if seat != owner]
        for seat in seats:
            assert bytes(view_form(tables[0].view(seat))) == bytes(view_form(tables[1].view(seat)))
        turns = [play(tables[0], action, outcome), play(tables[1], same, outcome)]
        if turns[0].after.is_over:
            continue  # then the cards are shown
        serializers = [ViewSerializer(table, turn) for table, turn in zip(tables, turns, strict=True)]
        for seat in seats:
            assert serializers[0].seen_by(seat) == serializers[1].seen_by(seat)
        compared += 1
        cards += same != action
    assert compared > 80
    assert cards > 5
