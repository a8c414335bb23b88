import pytest

from camelup.core.edition import Deck
from camelup.core.errors import IllegalActionError
from camelup.core.events import (
    CamelMoved,
    CardScored,
    DieRevealed,
    Event,
    GameEnded,
    LegScored,
    LegStarted,
    RaceEnded,
)
from camelup.core.rules import check, legal
from camelup.formats.notation import parse_action
from tests.rules.helpers import LOSER, all_of, end_race, only, play


def scored(events: list[Event], deck: Deck) -> list[tuple[str, int]]:
    """Give what each card of a deck brought, in the order in which they were turned up."""
    return [
        ("ABCDEFGH"[card.seat] + card.camel, card.reward) for card in all_of(events, CardScored) if card.deck is deck
    ]


@pytest.mark.rule("end-1")
@pytest.mark.parametrize(
    ("edition", "track", "roll"),
    [
        (1, "2:wo 4:b 6:y 15:g", "g2"),
        (1, "2:wo 4:b 15:yg", "y3"),
        (2, "2:pr 4:b 6:y 9:K 12:W 15:g", "g2"),
        (2, "2:pr 4:b 6:y 12:W 15:gK", "g3"),
    ],
)
def test_the_race_ends_the_moment_a_unit_crosses_the_line(edition: int, track: str, roll: str) -> None:
    """It is the first roll of the leg, so all the other dice are still inside."""
    state, events = play(f"edition {edition} | track {track} | money 3 3", f"roll {roll}")
    assert only(events, RaceEnded) == RaceEnded(is_clockwise=True)
    assert state.is_over
    assert len(state.dice_out) == 1


@pytest.mark.rule("end-2")
@pytest.mark.parametrize(
    ("track", "winner", "loser"),
    [
        ("2:K 3:pr 4:b 6:y 12:W 15:g", "g", "p"),  # black alone
        ("2:KW 3:pr 4:b 6:y 15:g", "g", "p"),  # white from black's back
        ("2:Kb 3:pr 6:y 12:W 15:g", "g", "b"),  # with blue, who is thereby last
    ],
)
def test_a_crazy_camel_ends_the_race_too(track: str, winner: str, loser: str) -> None:
    state, events = play(f"edition 2 | track {track} | money 3 3", "roll K2")
    assert only(events, RaceEnded) == RaceEnded(is_clockwise=False)
    ended = only(events, GameEnded)
    assert (ended.winner, ended.loser) == (winner, loser)
    assert state.is_over


@pytest.mark.rule("end-3")
@pytest.mark.parametrize("edition", [1, 2])
def test_a_last_leg_is_scored_with_the_ticket_of_the_last_roll(edition: int) -> None:
    state, events = end_race(edition, "money 3 3 3 | tickets g5b5 y5 - | turn C")
    assert [reward.total for reward in only(events, LegScored).rewards] == [4, 1, 1]
    assert state.money == (7, 4, 4)


@pytest.mark.rule("end-3")
@pytest.mark.parametrize(("edition", "dice"), [(1, "g"), (2, "gx")])
def test_a_race_that_ends_with_the_legs_last_die_is_scored_once(edition: int, dice: str) -> None:
    state, events = end_race(edition, f"money 3 3 | dice {dice} | pyramid 2 2 | tickets g5 -")
    assert len(all_of(events, LegScored)) == 1
    assert all_of(events, LegStarted) == []
    assert state.money == (3 + 5 + 3, 3 + 2)


@pytest.mark.rule("end-4")
@pytest.mark.parametrize("edition", [1, 2])
def test_the_order_of_the_final_scoring(edition: int) -> None:
    _, events = end_race(edition, "money 3 3 | winner Ag Bb | loser By")
    assert [type(event) for event in events] == [
        DieRevealed,
        CamelMoved,
        RaceEnded,
        LegScored,
        CardScored,
        CardScored,
        CardScored,
        GameEnded,
    ]
    assert [card.deck for card in all_of(events, CardScored)] == [Deck.WINNER, Deck.WINNER, Deck.LOSER]


@pytest.mark.rule("end-4")
@pytest.mark.parametrize("edition", [1, 2])
def test_decks_without_cards_pay_nobody(edition: int) -> None:
    state, events = end_race(edition, "money 3 3")
    assert all_of(events, CardScored) == []
    assert state.money == (4, 3)


@pytest.mark.rule("end-5", "end-6", "end-7")
@pytest.mark.parametrize("edition", [1, 2])
def test_worked_example_of_both_decks(edition: int) -> None:
    """Green wins; white of the first edition, purple of the second, loses. Amounts: 8, 5, 3, 2, 1, and -1 if wrong."""
    last = LOSER[edition]
    winner = "Ag Bg Cb Dg Eg Fg Gg"
    loser = f"B{last} Cy A{last} D{last} E{last} F{last} G{last}"
    state, events = end_race(edition, f"money 10 10 10 10 10 10 10 | winner {winner} | loser {loser}")
    assert scored(events, Deck.WINNER) == list(zip(winner.split(), [8, 5, -1, 3, 2, 1, 1], strict=True))
    assert scored(events, Deck.LOSER) == list(zip(loser.split(), [8, -1, 5, 3, 2, 1, 1], strict=True))
    assert state.money == (10 + 8 + 5 + 1, 10 + 5 + 8, 10 - 1 - 1, 10 + 3 + 3, 10 + 2 + 2, 10 + 1 + 1, 10 + 1 + 1)


@pytest.mark.rule("end-5")
@pytest.mark.parametrize(
    ("winner", "rewards"),
    [
        ("Ag", [8]),
        ("Ab Bb Cg", [-1, -1, 8]),
        ("Ag Ab Bg Ay Cg", [8, -1, 5, -1, 3]),
        ("Ag Bg Cg Dg Eg Fg Gg Hg", [8, 5, 3, 2, 1, 1, 1, 1]),
        ("Ab By Ay Bb", [-1, -1, -1, -1]),
    ],
)
def test_the_oldest_right_card_earns_most_and_wrong_ones_do_not_count(winner: str, rewards: list[int]) -> None:
    _, events = end_race(2, f"money 5 5 5 5 5 5 5 5 | winner {winner}")
    assert scored(events, Deck.WINNER) == list(zip(winner.split(), rewards, strict=True))


@pytest.mark.rule("end-6")
def test_the_second_camel_earns_a_finish_card_nothing() -> None:
    _, events = end_race(2, "money 5 5 | winner Ay | loser Br")
    assert [card.reward for card in all_of(events, CardScored)] == [-1, -1]


@pytest.mark.rule("end-7")
@pytest.mark.parametrize(
    ("edition", "track", "expected"),
    [
        (1, "2:w 3:o 4:b 6:y 15:g", "w"),
        (1, "2:owb 6:y 15:g", "o"),
        (2, "1:K 2:Wpr 4:b 6:y 15:g", "p"),  # crazy camels are never last
        (2, "2:Kbpr 6:y 12:W 15:g", "b"),
        (2, "12:W 15:Kgypbr", "g"),  # all five over the line as one unit
    ],
)
def test_the_loser_is_the_rearmost_racing_camel_the_lowest_of_a_stack(edition: int, track: str, expected: str) -> None:
    _, events = play(f"edition {edition} | track {track} | money 3 3 | loser A{expected}", "roll g2")
    assert only(events, GameEnded).loser == expected
    assert scored(events, Deck.LOSER) == [(f"A{expected}", 8)]


@pytest.mark.rule("end-8", "money-1")
@pytest.mark.parametrize(
    ("winner", "loser", "money", "expected"),
    [
        ("Bb Bg", "-", 0, 8),  # the wrong card costs nothing, for there is nothing yet
        ("Bg Bb", "-", 0, 7),
        ("Bb", "B{last}", 0, 8),
        ("Bg", "By", 0, 7),
        ("Bb By", "-", 1, 0),
        ("Bb By", "B{last}", 1, 8),
        ("Bb By", "-", 3, 1),
    ],
)
@pytest.mark.parametrize("edition", [1, 2])
def test_cards_are_settled_one_by_one_and_never_below_0(
    edition: int, winner: str, loser: str, money: int, expected: int
) -> None:
    loser = loser.format(last=LOSER[edition])
    state, events = end_race(edition, f"money 3 {money} | winner {winner} | loser {loser}")
    assert state.money == (4, expected)
    assert all_of(events, CardScored)[-1].money == expected


@pytest.mark.rule("end-9")
@pytest.mark.parametrize(
    ("money", "victors"), [("3 2 2", (0,)), ("2 9 3", (1,)), ("2 3 0", (0, 1)), ("2 3 3", (0, 1, 2))]
)
@pytest.mark.parametrize("edition", [1, 2])
def test_the_most_money_wins_and_equal_money_shares_the_victory(
    edition: int, money: str, victors: tuple[int, ...]
) -> None:
    """The first player gets one more for the last roll."""
    state, events = end_race(edition, f"money {money}")
    assert state.victors == victors
    assert only(events, GameEnded).victors == victors
    assert only(events, GameEnded).money == state.money


@pytest.mark.rule("end-10")
@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("action", ["roll", "ticket b", "tile 9+", "winner b", "loser b", "partner C"])
def test_nobody_acts_after_the_end(edition: int, action: str) -> None:
    state, _ = end_race(edition, "money 3 3 3 3 3 3")
    assert legal(state) == ()
    with pytest.raises(IllegalActionError) as refused:
        check(state, parse_action(state.edition, action))
    assert refused.value.code == "game_over"
