"""What a seat may not know never reaches it: not in a view, not in what is legal, in an event or in a record."""

import random
from dataclasses import fields
from typing import get_args

import pytest

from camelup.core import view as views
from camelup.core.actions import PlayCard
from camelup.core.edition import FIRST, SECOND, Camel
from camelup.core.errors import ArgumentError
from camelup.core.events import CardPlayed, Event, LegStarted
from camelup.core.rules import apply
from camelup.core.state import Card, State
from camelup.core.validity import hands_left
from camelup.core.view import View, action_for, events_for, view_of
from camelup.formats.json_codec import from_json, to_json
from camelup.formats.notation import position_text
from camelup.formats.record import replay
from camelup.game import Game
from tests.randomplay import random_action, random_position, random_start


def other_truth(state: State, seat: int | None, generator: random.Random) -> State:
    """A state that differs from this one only in what a seat may not know: which cards the others have played."""
    colours: dict[int, list[Camel]] = {}
    for owner in range(state.players):
        colours[owner] = generator.sample(state.edition.racing, len(state.edition.racing))

    def redeal(deck: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card if card.seat == seat else Card(card.seat, colours[card.seat].pop()) for card in deck)

    winner_deck, loser_deck = redeal(state.winner_deck), redeal(state.loser_deck)
    hands = hands_left(state.edition, state.players, winner_deck + loser_deck)
    return state.replace(winner_deck=winner_deck, loser_deck=loser_deck, hands=hands)


def test_two_truths_that_a_seat_cannot_tell_apart_look_the_same() -> None:
    generator = random.Random(0)
    differing = 0
    while differing < 1000:
        state = random_position(generator)
        if state.is_over:
            continue
        for seat in (None, *range(state.players)):
            other = other_truth(state, seat, generator)
            differing += other != state
            for hide_money in (False, True):
                one = view_of(state, seat, hide_money=hide_money)
                two = view_of(other, seat, hide_money=hide_money)
                assert one == two
                assert one.legal == two.legal
                assert position_text(one) == position_text(two)
                assert to_json(one) == to_json(two)


def test_a_hidden_card_is_in_no_event_and_no_action_for_others() -> None:
    generator = random.Random(1)
    seen = 0
    for _ in range(50):
        state = random_start(generator)
        while not state.is_over:
            acting = state.turn
            action, outcome = random_action(state, generator)
            state, events = apply(state, action, outcome)
            if not isinstance(action, PlayCard):
                continue
            seen += 1
            for seat in (None, *range(state.players)):
                shown = events_for(events, seat)
                (card,) = (event for event in shown if isinstance(event, CardPlayed))
                assert card.camel == (action.camel if seat == acting else None)
                assert action_for(action, acting, seat) == PlayCard(action.deck, card.camel)
    assert seen > 500


def test_events_of_two_truths_are_the_same_until_the_end() -> None:
    """Whatever is played next by anybody, a seat that cannot tell two truths apart still cannot afterwards."""
    generator = random.Random(2)
    compared = 0
    while compared < 200:
        state = random_position(generator)
        if state.is_over:
            continue
        seat = generator.randrange(state.players)
        other = other_truth(state, seat, generator)
        action, outcome = random_action(state, generator)
        if isinstance(action, PlayCard) and action.camel not in other.hands[other.turn]:
            continue
        (after, events), (other_after, other_events) = apply(state, action, outcome), apply(other, action, outcome)
        if not after.is_over:
            assert events_for(events, seat) == events_for(other_events, seat)
            assert view_of(after, seat) == view_of(other_after, seat)
            compared += 1


def test_hidden_money_is_in_no_view_and_no_event() -> None:
    generator = random.Random(3)
    for _ in range(30):
        state = random_start(generator)
        while not state.is_over:
            richer = state.replace(money=tuple(money + 7 * (seat != 0) for seat, money in enumerate(state.money)))
            assert view_of(state, 0, hide_money=True) == view_of(richer, 0, hide_money=True)
            action, outcome = random_action(state, generator)
            after, events = apply(state, action, outcome)
            if not after.is_over:
                _, richer_events = apply(richer, action, outcome)
                assert events_for(events, 0, hide_money=True) == events_for(richer_events, 0, hide_money=True)
            state = after


def test_a_game_that_hides_money_never_forgets_it() -> None:
    """In what it shows itself, in what its record shows, saved and loaded, and step by step in a replay."""
    generator = random.Random(6)
    for edition in (FIRST, SECOND):
        game = Game(players=3, edition=edition, seed=6, hide_money=True)
        while not game.is_over:
            if generator.random() < 0.1:
                game = Game.load(generator.choice((str(game.record), from_json(to_json(game.record)))), seed=7)
            assert game.hides_money
            events = game.play(generator.choice(game.legal()))
            if game.is_over:
                break
            first, *_, last = replay(game.record)
            assert last.events == events
            for seat in (None, 0, 2):
                view = view_of(game.position, seat, hide_money=True)
                shown = events_for(events, seat, hide_money=True)
                assert game.view(seat) == game.record.view(last.state, seat) == view
                assert game.events_for(events, seat) == game.record.events_for(last.events, seat) == shown
                record = game.record.for_seat(seat)
                assert record.start == game.record.view(first.state, seat)
                assert record.start.money == tuple(3 if owner == seat else None for owner in range(3))
                assert record.hides_money
        assert game.view(None).money == game.position.money
        assert game.record.for_seat(None) == game.record


def test_a_game_that_shows_money_shows_it() -> None:
    game = Game(players=3, seed=6)
    events = game.play("roll")
    assert game.view(None).money == game.position.money
    assert game.events_for(events, None) == events
    assert game.record.for_seat(None).start.money == (3, 3, 3)
    assert "money hidden" not in str(game.record)


def test_a_record_hides_cards_until_the_game_is_over() -> None:
    generator = random.Random(4)
    game = Game(players=4, seed=4)
    while not game.is_over:
        for seat in (None, 0, 3):
            for line in str(game.record.for_seat(seat)).splitlines():
                owner, _, action = line.partition(" ")
                if action.startswith(("winner", "loser")) and owner in "ABCD":
                    assert (action.endswith("?")) == (seat is None or owner != "ABCD"[seat]), line
        game.play(generator.choice(game.legal()))
    assert game.record.for_seat(None) == game.record
    assert "?" not in str(game.record)


def test_everybody_sees_all_cards_when_the_game_is_over() -> None:
    generator = random.Random(5)
    state = random_start(generator)
    while not state.is_over:
        state, _ = apply(state, *random_action(state, generator))
    view = view_of(state, None, hide_money=True)
    assert (view.hands, view.winner_deck, view.loser_deck, view.money) == (
        state.hands,
        state.winner_deck,
        state.loser_deck,
        state.money,
    )


def test_only_the_seat_in_turn_sees_what_is_legal() -> None:
    game = Game(players=3, seed=1)
    assert game.view(0).legal == game.legal()
    assert game.view(1).legal == game.view(None).legal == ()


@pytest.mark.parametrize("kind", get_args(Event))
def test_every_event_is_either_public_or_shown_with_care(kind: type[Event]) -> None:
    """An event that nobody has listed is refused, not shown; all that exist are listed."""
    blank = object.__new__(kind)
    for field in fields(kind):
        object.__setattr__(blank, field.name, () if field.name == "rewards" else 0)
    assert len(events_for((blank,), None)) == 1


def test_an_unlisted_event_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unlisted:
        pass

    with pytest.raises(ArgumentError, match="Events are needed"):
        events_for((Unlisted(),), 0)  # type: ignore[arg-type]
    started = LegStarted(2, 0)
    assert events_for((started,), 0) == (started,)
    monkeypatch.setattr(views, "_PUBLIC_EVENTS", ())
    with pytest.raises(TypeError, match="LegStarted is not listed"):
        events_for((started,), 0)


def test_a_view_has_no_field_that_is_not_listed_here() -> None:
    """A new field of the table must be thought about before a seat sees it."""
    assert {field.name for field in fields(View)} == {
        "edition",
        "track",
        "dice",
        "tents",
        "tickets",
        "pyramid_tickets",
        "tiles",
        "partners",
        "turn",
        "leg",
        "winner_deck",
        "loser_deck",
        "seat",
        "money",
        "hands",
        "legal",
    }
