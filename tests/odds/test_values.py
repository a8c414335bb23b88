"""What actions are worth: against every way that the rest of the leg can go, by the slow model."""

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from camelup.core.actions import Action, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import EDITIONS, Edition
from camelup.core.errors import IllegalActionError, ImpossiblePositionError, NotationError
from camelup.core.rules import legal
from camelup.core.situation import situation_of
from camelup.core.state import Card, State, Ticket
from camelup.core.view import view_of
from camelup.formats.notation import parse_position
from camelup.game import Game
from camelup.odds import ActionValue, RaceOdds, Situation, action_values, race, values
from camelup.odds.race_odds import sampled
from tests import naive
from tests.odds.helpers import board_of
from tests.strategies import made_position

Reals = npt.NDArray[np.float64]


@pytest.fixture(autouse=True)
def few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sample the second edition's races less than usual, table or not; the first edition's are solved."""

    def quick(asked: Situation, **_: int) -> RaceOdds:
        return sampled(asked, 100) if asked.edition.crazy else race(asked)

    monkeypatch.setattr(action_values, "race", quick)


def positions(count: int, seed: int, most_draws: int = 2, edition: Edition | None = None) -> list[State]:
    """Positions near the end of a leg, of both editions, for 2 to 8."""
    generator = random.Random(seed)
    found: list[State] = []
    while len(found) < count:
        state = made_position(generator)
        if state.is_over or state.pyramid_tickets_left > most_draws or edition not in {None, state.edition}:
            continue
        found.append(state)
    return found


def without_cards(state: State) -> State:
    """The same position with all finish cards still in the hands."""
    return state.replace(winner_deck=(), loser_deck=(), hands=(state.edition.racing,) * state.players)


# --- Expectations by the slow model ---------------------------------------------------------------------------


def payments(state: State, ranking: Sequence[str]) -> Reals:
    """What the slow model pays every seat for a leg that ends with this ranking; nobody drops below 0."""
    edition = state.edition.number
    board = {1: [*naive.CRAZY[edition], *reversed(ranking)]}
    game = naive.NaiveGame(edition, state.players, board, 0)
    game.tickets = [[(str(camel), value) for camel, value in held] for held in state.tickets]
    game.pyramid_tickets = list(state.pyramid_tickets)
    game.partners = {seat: partner for seat, partner in enumerate(state.partners) if partner is not None}
    game.money = list(state.money)
    game.score_leg()
    return np.subtract(game.money, state.money, dtype=np.float64)


def expected(state: State) -> Reals:
    """What every seat may expect of the leg: the payment at its end and 1 for each landing on its tile."""
    tiles = {tile.space: (seat, str(tile.side)) for seat, tile in enumerate(state.tiles) if tile}
    total = np.zeros(state.players)
    paid: dict[tuple[str, ...], Reals] = {}
    outcomes = naive.leg_outcomes(state.edition.number, board_of(situation_of(state)), set(state.dice), tiles)
    for probability, ranking, landings, _ in outcomes:
        order = tuple(ranking)
        if order not in paid:
            paid[order] = payments(state, order)
        total += float(probability) * paid[order]
        for space, count in landings.items():
            total[tiles[space][0]] += float(probability) * count
    return total


def after(state: State, action: Action) -> State:
    """The table after an action; of a roll only the pyramid ticket, since the odds cover what the die may show."""
    seat = state.turn
    match action:
        case Roll():
            taken = list(state.pyramid_tickets)
            taken[seat] += 1
            return state.replace(pyramid_tickets=tuple(taken))
        case TakeTicket(camel):
            tickets = list(state.tickets)
            tickets[seat] = (*tickets[seat], Ticket(camel, state.tents[state.edition.racing.index(camel)][0]))
            return state.replace(tickets=tuple(tickets))
        case PlaceTile(space, side):
            tiles = [None if owner == seat else tile for owner, tile in enumerate(state.tiles)]
            placed = parse_position(
                f"edition {state.edition.number} | track {state.track_text} | tiles {space}{side}A | money 3 3"
            )
            tiles[seat] = placed.tiles[0]
            return state.replace(tiles=tuple(tiles))
        case JoinPartner(partner):
            partners = list(state.partners)
            partners[seat], partners[partner] = partner, seat
            return state.replace(partners=tuple(partners))
        case PlayCard():
            return state


def valued(state: State) -> dict[Action, ActionValue]:
    return {value.action: value for value in values(view_of(state, state.turn)).actions}


def worth(value: ActionValue, state: State) -> list[float]:
    """What an action is worth to every seat."""
    return [value.own if seat == state.turn else value.others.get(seat, 0.0) for seat in range(state.players)]


def test_tickets_rolls_and_partners_against_every_way_the_leg_can_go() -> None:
    seen: set[str] = set()
    for state in map(without_cards, positions(250, 1)):
        before = expected(state)
        for action, value in valued(state).items():
            if isinstance(action, Roll | TakeTicket | JoinPartner):
                change = expected_change(state, action, before)
                assert worth(value, state) == pytest.approx(change, abs=1e-9), (state, action)
                seen |= {action.kind, *value.parts, *(["others"] if value.others else [])}
    assert seen == {"roll", "ticket", "partner", "pyramid ticket", "floor at 0", "others"}


def expected_change(state: State, action: Action, before: Reals) -> list[float]:
    change = expected(after(state, action)) - before
    return [float(part) for part in change]


def test_tiles_against_every_way_the_leg_can_go() -> None:
    generator = random.Random(2)
    seen: set[str] = set()
    for state in map(without_cards, [*positions(100, 3, most_draws=1), *positions(100, 4)]):
        before = expected(state)
        tiles = [action for action in legal(state) if isinstance(action, PlaceTile)]
        of = valued(state)
        for action in generator.sample(tiles, min(8, len(tiles))):
            value = of[action]
            assert worth(value, state) == pytest.approx(expected_change(state, action, before), abs=1e-9), action
            seen |= set(value.parts)
    assert seen == {"tile income", "tile given up", "held tickets", "floor at 0"}


def test_the_floor_is_worth_what_a_loss_would_have_cost() -> None:
    # Green cannot be first or second any more: its ticket costs 1, but not somebody who has nothing.
    text = "edition 1 | track 1:g 5:o 6:b 9:w 12:y | dice g | pyramid 2 2 | turn A | money {} 9"
    poor, rich = (valued(parse_position(text.format(money)))[TakeTicket(EDITIONS[1].racing[1])] for money in (0, 1))
    # The two pyramid tickets bring 2, so the loss is felt even by the poor.
    assert (poor.parts, rich.parts) == ({"ticket": -1.0}, {"ticket": -1.0})
    text = text.replace("pyramid 2 2", "pyramid 0 4")
    poor, rich = (valued(parse_position(text.format(money)))[TakeTicket(EDITIONS[1].racing[1])] for money in (0, 1))
    assert (poor.parts, poor.own) == ({"ticket": -1.0, "floor at 0": 1.0}, 0.0)
    assert rich.parts == {"ticket": -1.0}


def test_dice_to_come_bring_nobody_a_pyramid_ticket() -> None:
    """What docs/odds.md says is left out: a partner has to copy what he has, a roll is worth the same at any time."""
    text = "edition 2 | track 1:gy 2:rb 3:p 14:K 16:W | dice {} | pyramid {} 0 0 0 0 0 | money 3 3 3 3 3 3 | turn {}"
    fresh = valued(parse_position(text.format("bgpryx", 0, "A")))
    assert (fresh[JoinPartner(1)].parts, fresh[JoinPartner(1)].others) == ({"partner": 0.0}, {})
    begun = valued(parse_position(text.format("bgpry", 1, "B")))
    assert (begun[JoinPartner(0)].parts, begun[JoinPartner(0)].others) == ({"partner": 1.0}, {})
    last = valued(parse_position(text.format("bg", 4, "B")))
    for values_of in (fresh, begun, last):
        assert (values_of[Roll()].parts, values_of[Roll()].others) == ({"pyramid ticket": 1.0}, {})


def test_a_tile_that_changes_the_race_changes_known_cards() -> None:
    # Green's die is the last of the leg. With a tile on 9 it may cross or stop; own cards follow its chances.
    text = "edition 1 | track 9:b 10:o 11:w 12:y 13:g | dice g | pyramid 2 2 | winner {} | money 9 9 | turn A"
    for deck in ("Ag", "Ag Ay"):
        state = parse_position(text.format(deck))
        tile = next(action for action in legal(state) if str(action) == "tile 15+")
        before, later = race(state), race(after(state, tile))
        change = sum(
            9 * (later.winner[camel] - before.winner[camel]) for camel in state.edition.racing if camel in deck
        )
        value = valued(state)[tile]
        assert value.parts["held cards"] == pytest.approx(change, abs=1e-12)
        assert abs(change) > 1e-3


# --- Without the table ----------------------------------------------------------------------------------------


def test_by_default_few_races_are_sampled_and_more_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def count(situation: Situation, *, samples: int) -> RaceOdds:
        asked.append(samples)
        return sampled(situation, samples)

    monkeypatch.setattr(action_values, "race", count)
    state = parse_position("edition 2 | track 4:g 5:y 7:K 8:Wp 9:rb | money 5 4 3 6")
    view = view_of(state, state.turn)
    usual, many = values(view), values(view, samples=80_000)
    assert asked == [20_000, 80_000]
    assert usual.error == pytest.approx(9 * usual.race.error)
    assert 0.01 < usual.error < 0.04
    assert usual.error == pytest.approx(2 * many.error, rel=0.05)


def test_sampled_cards_are_off_by_no_more_than_their_error(monkeypatch: pytest.MonkeyPatch) -> None:
    found = positions(20, 10, most_draws=5, edition=EDITIONS[1])
    exact = [values(view_of(state, state.turn)) for state in found]
    assert all(solved.error < 1e-9 for solved in exact)
    monkeypatch.setattr(action_values, "race", lambda asked, *, samples: sampled(asked, samples))
    off = []
    for state, solved in zip(found, exact, strict=True):
        guessed = values(view_of(state, state.turn))
        if guessed.error < 0.01:
            continue  # a race that is nearly decided shows nothing
        own = {value.action: value.own for value in guessed.actions}
        for value in solved.actions:
            if isinstance(value.action, PlayCard):
                off.append((own[value.action] - value.own) / guessed.error)
            elif not isinstance(value.action, PlaceTile):
                assert own[value.action] == pytest.approx(value.own)
    assert len(off) > 50
    assert np.abs(off).max() < 4
    assert 0.05 < np.std(off) < 1, "the error is that of the worst card"


# --- All actions ----------------------------------------------------------------------------------------------


def test_every_legal_action_is_valued_once_and_the_best_comes_first() -> None:
    for state in positions(60, 5, most_draws=5):
        result = values(view_of(state, state.turn))
        assert sorted(str(value.action) for value in result.actions) == sorted(map(str, legal(state)))
        owns = [value.own for value in result.actions]
        assert owns == sorted(owns, reverse=True)
        assert result.exact == (not state.edition.crazy)
        for value in result.actions:
            assert value.own == sum(value.parts.values())
            assert value.parts
            assert state.turn not in value.others
            assert all(np.isfinite(part) for part in (*value.parts.values(), *value.others.values()))


def other_hidden_cards(state: State, generator: random.Random) -> State:
    """The same position with other cards wherever the seat in turn cannot see them."""
    hands = list(state.hands)
    decks = [list(state.winner_deck), list(state.loser_deck)]
    for seat in set(range(state.players)) - {state.turn}:
        cards = generator.sample(state.edition.racing, len(state.edition.racing))
        for deck in decks:
            deck[:] = [Card(seat, cards.pop()) if card.seat == seat else card for card in deck]
        hands[seat] = tuple(camel for camel in state.edition.racing if camel in cards)
    return state.replace(hands=tuple(hands), winner_deck=tuple(decks[0]), loser_deck=tuple(decks[1]))


def test_what_a_seat_cannot_see_has_no_influence() -> None:
    generator = random.Random(6)
    differed = 0
    for state in positions(40, 7, most_draws=2):
        other = other_hidden_cards(state, generator)
        differed += other != state
        assert values(view_of(state, state.turn)) == values(view_of(other, other.turn))
    assert differed > 20


def test_hidden_money_leaves_the_own_worth_alone() -> None:
    for state in positions(30, 8, most_draws=1):
        shown, hidden = (values(view_of(state, state.turn, hide_money=hide)) for hide in (False, True))
        by_action = {value.action: value for value in hidden.actions}
        for value in shown.actions:
            assert by_action[value.action].parts == value.parts


def test_only_the_seat_in_turn_has_values() -> None:
    [state] = positions(1, 9)
    for seat in [*range(state.players), None]:
        if seat != state.turn:
            with pytest.raises(IllegalActionError) as refused:
                values(view_of(state, seat))
            assert refused.value.code == "not_your_turn"
    over = parse_position("edition 1 | track 2:b 3:g 4:o 5:w 17:y | dice bgow | pyramid 1 0 | money 3 3")
    with pytest.raises(IllegalActionError):
        values(view_of(over, over.turn))


def test_values_are_a_sequence() -> None:
    valued = values(view_of(parse_position("edition 1 | track 1:bg 2:ow 3:y | money 3 3"), 0))
    assert isinstance(valued, Sequence)
    assert len(valued) == len(valued.actions) > 3
    assert (valued[0], valued[-1], valued[1:3]) == (valued.actions[0], valued.actions[-1], valued.actions[1:3])
    assert tuple(valued) == valued.actions
    assert valued[2] in valued
    assert valued.index(valued[2]) == 2
    with pytest.raises(IndexError):
        valued[len(valued)]


def test_a_value_is_found_by_its_action() -> None:
    valued = values(Game(players=3, edition=1, seed=7).view(0))
    for value in valued:
        assert valued[str(value.action)] is valued[value.action] is value
    assert valued["roll"].own == 1
    assert valued[:2] == (valued[0], valued[1])
    with pytest.raises(NotationError):
        valued["sleep"]
    with pytest.raises(IllegalActionError, match="'partner B'"):
        valued["partner B"]


def test_only_what_a_seat_sees_is_valued() -> None:
    with pytest.raises(ImpossiblePositionError, match=r"game\.view\(0\)"):
        values(Game(seed=7).position)  # type: ignore[arg-type]
