import pytest

from camelup.core.edition import Camel
from camelup.core.events import CamelMoved, DieRevealed, LegReward, LegScored, LegStarted, TicketReward, TileHit
from camelup.core.state import Ticket
from camelup.formats.notation import position_text
from tests.rules.helpers import START, all_of, end_leg, only, play


@pytest.mark.rule("leg-1")
@pytest.mark.parametrize("rolls", ["b1 g1 o1 w1 y1", "y3 w2 o1 g3 b1"], ids=["first to last", "last to first"])
def test_a_leg_of_the_first_edition_ends_with_its_fifth_and_last_die(rolls: str) -> None:
    plies = [f"roll {face}" for face in rolls.split()]
    state, events = play(f"edition 1 | track {START[1]} | money 3 3 3", *plies[:4])
    assert all_of(events, LegScored) == []
    assert len(state.dice) == 1
    state, events = play(state, plies[4])
    assert [type(event) for event in events] == [DieRevealed, CamelMoved, LegScored, LegStarted]
    assert (state.leg, state.dice) == (2, "bgowy")


@pytest.mark.rule("leg-2")
@pytest.mark.parametrize("rolls", ["b1 g1 p1 r1 y1", "K1 g1 p1 r1 y1", "b2 g1 W1 r1 y1"])
def test_a_leg_of_the_second_edition_leaves_one_die_inside(rolls: str) -> None:
    plies = [f"roll {face}" for face in rolls.split()]
    state, events = play(f"edition 2 | track {START[2]} | money 3 3 3", *plies[:4])
    assert all_of(events, LegScored) == []
    assert len(state.dice) == 2
    state, events = play(state, plies[4])
    assert [type(event) for event in events] == [DieRevealed, CamelMoved, LegScored, LegStarted]
    assert (state.leg, state.dice) == (2, "bgpryx")


@pytest.mark.rule("leg-3")
def test_a_leg_is_scored_by_where_the_last_die_left_the_camels() -> None:
    position = "edition 1 | track 1:w 3:o 4:b 6:y 8:g | dice y | pyramid 4 0 | tickets y5 g5 | money 3 3 | turn B"
    state, events = play(position, "roll y2")
    assert "".join(only(events, LegScored).ranking) == "ygbow"
    assert state.money == (3 + 5 + 4, 3 + 1 + 1)


@pytest.mark.rule("leg-4", "leg-5", "leg-6")
@pytest.mark.parametrize(
    ("ticket", "before", "reward"),
    [
        ("g5", "-", 5),
        ("g3", "g5", 3),
        ("g2", "g5g3", 2),
        ("y5", "-", 1),
        ("y3", "y5", 1),
        ("y2", "y5y3", 1),
        ("b5", "-", -1),
        ("b2", "b5b3", -1),
        ("{fourth}5", "-", -1),
        ("{last}5", "-", -1),
        ("{last}3", "{last}5", -1),
    ],
)
@pytest.mark.parametrize("edition", [1, 2])
def test_what_a_ticket_brings(edition: int, ticket: str, before: str, reward: int) -> None:
    """Green leads and yellow is second; B holds the tickets that lay on top."""
    names = {1: {"fourth": "o", "last": "w"}, 2: {"fourth": "p", "last": "r"}}[edition]
    held, taken = ticket.format(**names), before.format(**names)
    state, events = end_leg(edition, f"money 3 9 3 | tickets {held} {taken} - | pyramid 0 0 4 | turn C")
    rewards = only(events, LegScored).rewards
    assert rewards[0].tickets == (TicketReward(Ticket(Camel(held[0]), int(held[1])), reward),)
    assert state.money[0] == 3 + reward


@pytest.mark.rule("leg-4")
def test_both_low_tickets_of_the_second_edition_bring_two() -> None:
    state, _ = end_leg(2, "money 3 3 3 | tickets g5g3 g2 g2 | pyramid 4 0 0")
    assert state.money == (3 + 8 + 5, 3 + 2, 3 + 2)


@pytest.mark.rule("leg-7", "roll-1")
@pytest.mark.parametrize("edition", [1, 2])
def test_every_pyramid_ticket_brings_one(edition: int) -> None:
    state, events = end_leg(edition, "money 3 3 3 | pyramid 1 3 0 | turn C")
    assert [reward.pyramid_tickets for reward in only(events, LegScored).rewards] == [1, 3, 1]
    assert state.money == (4, 6, 4)


@pytest.mark.rule("leg-4", "leg-5", "leg-6", "leg-7")
@pytest.mark.parametrize("edition", [1, 2])
def test_worked_example_of_martinas_nine_pounds(edition: int) -> None:
    """Green leads, yellow is second: - 1 + 5 + 2 + 1 + 1 + 1 = 9."""
    state, events = end_leg(edition, "money 3 3 | tickets g5g2y5b5 g3 | pyramid 1 3")
    assert only(events, LegScored).rewards[0] == LegReward(
        seat=0,
        tickets=(
            TicketReward(Ticket(Camel.BLUE, 5), -1),
            TicketReward(Ticket(Camel.GREEN, 5), 5),
            TicketReward(Ticket(Camel.GREEN, 2), 2),
            TicketReward(Ticket(Camel.YELLOW, 5), 1),
        ),
        pyramid_tickets=2,
        copied=0,
        total=9,
        money=12,
    )
    assert state.money == (12, 9)


@pytest.mark.rule("leg-8", "money-1")
@pytest.mark.parametrize(
    ("money", "tickets", "expected"),
    [
        (0, "b5g5", 4),  # one by one, the loss would be spared and 5 be left
        (0, "g5b5", 4),
        (0, "b5y5", 0),
        (1, "b5b3y5", 0),
        (2, "b5b3b2", 0),
        (4, "b5b3b2", 1),
        (0, "b5", 0),
    ],
)
@pytest.mark.parametrize("edition", [1, 2])
def test_everything_is_added_up_before_it_is_paid(edition: int, money: int, tickets: str, expected: int) -> None:
    state, _ = end_leg(edition, f"money {money} 3 | tickets {tickets} - | pyramid 0 4 | turn B")
    assert state.money[0] == expected


@pytest.mark.rule("leg-8", "tile-9")
@pytest.mark.parametrize(("edition", "tile"), [(1, "2+A"), (2, "13+A")])
def test_a_tile_is_paid_before_the_leg_is_scored(edition: int, tile: str) -> None:
    state, events = end_leg(edition, f"money 0 3 | tickets b5 - | pyramid 0 4 | turn B | tiles {tile}")
    assert only(events, TileHit).money == 1
    assert state.money == (0, 8)  # the pound for the tile went for the ticket


# Only these say something of the edition; the rest of the line is the same.
CLEARED = {
    1: ("1 | track 2:w 3:o 4:b 6:y 9:g | dice bgowy", "hands gowy bowy bgowy"),
    2: ("2 | track 2:r 3:p 4:b 6:y 9:g 13:K 16:W | dice bgpryx", "hands gpry bpry bgpry"),
}


@pytest.mark.rule("leg-9", "leg-11")
@pytest.mark.parametrize(("edition", "tiles"), [(1, "12+A 14-C"), (2, "7-C 11+A")])
def test_the_table_is_cleared_but_camels_money_and_cards_stay(edition: int, tiles: str) -> None:
    rest = "tickets y5g3 b5 g5y3b3 | pyramid 0 2 2 | winner Ab | loser Bg"
    state, _ = end_leg(edition, f"money 3 3 3 | tiles {tiles} | {rest}")
    race, hands = CLEARED[edition]
    assert position_text(state) == (
        f"edition {race} | tiles - | money 8 4 10 | tickets - - - | pyramid 0 0 0 | winner Ab | loser Bg "
        f"| {hands} | partners - | turn B | leg 2"
    )


@pytest.mark.rule("leg-9")
@pytest.mark.parametrize(("edition", "values"), [(1, (5, 3, 2)), (2, (5, 3, 2, 2))])
def test_the_tickets_lie_in_order_again(edition: int, values: tuple[int, ...]) -> None:
    state, _ = end_leg(edition, "money 3 3 | tickets g5g3g2 y5b5 | pyramid 4 0")
    assert state.tents == (values,) * 5
    assert state.pyramid_tickets_left == 5


@pytest.mark.rule("leg-10", "turn-1")
@pytest.mark.parametrize(("last", "opener"), [("A", 1), ("B", 2), ("C", 0)])
@pytest.mark.parametrize("edition", [1, 2])
def test_the_player_after_the_last_roller_opens_the_next_leg(edition: int, last: str, opener: int) -> None:
    state, events = end_leg(edition, f"money 3 3 3 | pyramid 4 0 0 | turn {last} | leg 3")
    assert only(events, LegStarted) == LegStarted(leg=4, seat=opener)
    assert (state.leg, state.turn) == (4, opener)
