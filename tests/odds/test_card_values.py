"""What finish cards are worth, by cases that can be computed by hand."""

import pytest

from camelup.core.actions import PlayCard
from camelup.core.edition import FIRST, Camel, Deck
from camelup.core.situation import situation_of
from camelup.core.view import view_of
from camelup.formats.notation import parse_position
from camelup.odds import RaceOdds, Situation, action_values, parse_situation, race, values
from camelup.odds.card_values import CardValues
from camelup.odds.card_worth import inclusion_chances

# One die is left, and it takes yellow over the line: yellow wins for certain, and blue comes last.
CERTAIN = "edition 1 | track 2:b 3:g 4:o 5:w 16:y | dice y | pyramid {} | money {} | winner {} | loser {} | turn A"


def card_worths(position: str) -> dict[str, float]:
    """What each card of seat A is worth, by its action."""
    state = parse_position(position)
    valued = values(view_of(state, 0)).actions
    return {str(value.action): value.own for value in valued if isinstance(value.action, PlayCard)}


def certain(winner: str = "-", loser: str = "-", players: int = 8) -> dict[str, float]:
    """The cards' worth when the race is as good as over."""
    pyramid = " ".join(["4", *["0"] * (players - 1)])
    return card_worths(CERTAIN.format(pyramid, " ".join(["9"] * players), winner, loser))


def test_the_first_right_card_earns_8_and_a_wrong_one_costs_1() -> None:
    worths = certain()
    assert worths == {f"{deck} {camel}": -1.0 for deck in Deck for camel in FIRST.racing} | {
        "winner y": 8.0,
        "loser b": 8.0,
    }


@pytest.mark.parametrize(
    ("deck", "reward"),
    [
        ("By", 5),
        ("By Cy", 3),
        ("By Cy Dy", 2),
        ("By Cy Dy Ey", 1),
        ("By Cy Dy Ey Fy Gy Hy", 1),
        ("Ab", 8),  # an own card is known to be wrong
        ("Ab By Ag", 5),
    ],
)
def test_right_cards_before_it_earn_more(deck: str, reward: int) -> None:
    # Whatever the others' cards show, they are taken to be right, since yellow is certain to win.
    assert certain(winner=deck)["winner y"] == pytest.approx(reward)
    assert certain(loser=deck.replace("y", "w").replace("b", "o"))["loser b"] == pytest.approx(reward)


def test_a_card_on_the_other_deck_does_not_matter() -> None:
    assert certain(loser="By Cy Db")["winner y"] == 8


# --- A belief about cards that nobody can see -----------------------------------------------------------------


@pytest.fixture
def half(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blue wins with 50 %, green with 30 %, orange with 20 %; the last place is yellow's or white's."""

    def made_up(asked: Situation, **_: int) -> RaceOdds:
        winner = dict(zip(FIRST.racing, (0.5, 0.3, 0.2, 0.0, 0.0), strict=True))
        loser = dict(zip(FIRST.racing, (0.0, 0.0, 0.0, 0.5, 0.5), strict=True))
        return RaceOdds(asked, winner, loser, exact=False, error=0.01)

    monkeypatch.setattr(action_values, "race", made_up)


@pytest.mark.usefixtures("half")
@pytest.mark.parametrize(
    ("deck", "reward"),
    [
        ("-", 8),
        ("Bw", 0.5 * 8 + 0.5 * 5),
        ("Bw Cw", 0.25 * 8 + 0.5 * 5 + 0.25 * 3),
        ("Bw Cw Dw", (8 + 3 * 5 + 3 * 3 + 2) / 8),
        ("Bw Cw Dw Ew Fw", (8 + 5 * 5 + 10 * 3 + 10 * 2 + 5 + 1) / 32),
        # Two cards of one seat differ: blue is the first, or the second after green or after orange.
        ("Bw By", 8 - 3 * (0.5 + 0.3 * 0.5 / 0.7 + 0.2 * 0.5 / 0.8)),
        ("Bw By Bg", 5),  # three cards of three camels that can win
        ("Ag", 8),
        ("Ag Bw Ao", 0.5 * 8 + 0.5 * 5),
    ],
)
def test_a_hidden_card_shows_a_camel_as_likely_as_it_wins(deck: str, reward: float) -> None:
    worth = certain(winner=deck)
    assert worth["winner b"] == pytest.approx(0.5 * reward - 0.5)
    assert worth["winner y"] == pytest.approx(-1)
    if deck == "Bw":
        assert worth["winner g"] == pytest.approx(0.3 * (0.7 * 8 + 0.3 * 5) - 0.7)
        assert worth["loser w"] == pytest.approx(0.5 * 8 - 0.5)


@pytest.mark.usefixtures("half")
def test_hidden_cards_on_the_loser_deck_follow_the_chances_to_come_last() -> None:
    worth = certain(loser="Bg Cg")
    assert worth["loser w"] == pytest.approx(0.5 * (0.25 * 8 + 0.5 * 5 + 0.25 * 3) - 0.5)
    assert worth["loser b"] == -1


def test_what_the_hidden_cards_of_a_seat_are_worth_to_it() -> None:
    state = parse_position(CERTAIN.format("4 0", "9 9", "Bw By", "-"))
    winner = dict(zip(FIRST.racing, (0.5, 0.3, 0.2, 0.0, 0.0), strict=True))
    odds = RaceOdds(situation_of(state), winner, winner, exact=False, error=0.01)
    first = sum(chance * (9 * chance - 1) for chance in winner.values())
    blue = 0.3 * 0.5 / 0.7 + 0.2 * 0.5 / 0.8
    green = 0.5 * 0.3 / 0.5 + 0.2 * 0.3 / 0.8
    orange = 0.5 * 0.2 / 0.5 + 0.3 * 0.2 / 0.7
    second = blue * (9 * 0.5 - 1) + green * (9 * 0.3 - 1) + orange * (9 * 0.2 - 1)
    worth = CardValues(view_of(state, 0), odds).of_decks(odds)
    assert list(worth) == pytest.approx([0, first + second])


def test_draws_without_putting_back() -> None:
    weights = (0.4, 0.3, 0.2, 0.1, 0.0)
    assert inclusion_chances(weights, 0) == (0.0,) * 5
    assert inclusion_chances(weights, 1) == pytest.approx(weights)
    for draws in range(5):
        assert sum(inclusion_chances(weights, draws)) == pytest.approx(draws)
    assert inclusion_chances(weights, 4) == pytest.approx((1, 1, 1, 1, 0))


def test_camels_without_a_chance_come_last_and_alike() -> None:
    assert inclusion_chances((0.6, 0.0, 0.4, 0.0, 0.0), 2) == (1, 0, 1, 0, 0)
    assert inclusion_chances((0.6, 0.0, 0.4, 0.0, 0.0), 3) == pytest.approx((1, 1 / 3, 1, 1 / 3, 1 / 3))


def test_what_rounding_leaves_is_no_chance() -> None:
    """Blue is sure to be last. A second card there shows any other camel, and rounding does not say which."""
    odds = race(parse_situation(FIRST, "4:b 11:y 12:g 15:w 16:o"))
    assert list(odds.loser.values()) == [pytest.approx(1), 0, 0, 0, 0]
    assert inclusion_chances(tuple(odds.loser.values()), 2) == pytest.approx((1, 0.25, 0.25, 0.25, 0.25))


def test_there_are_as_many_camels_among_the_cards_as_cards() -> None:
    assert sum(inclusion_chances((1.0, 0.0, 0.0, 0.0, 0.0), 2)) == pytest.approx(2)


def test_cards_in_hand_are_the_only_ones_valued() -> None:
    worths = certain(winner="Ay", loser="Ab")
    assert sorted(worths) == sorted(f"{deck} {Camel(camel)}" for deck in Deck for camel in "gow")
