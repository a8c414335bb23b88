import pytest

from camelup.formats.notation import parse_position, position_text
from tests.rules.helpers import end_leg, end_race


@pytest.mark.rule("money-1")
@pytest.mark.parametrize("edition", [1, 2])
def test_who_cannot_pay_is_spared(edition: int) -> None:
    state, _ = end_leg(edition, "money 0 1 3 | tickets b5 b3y5 b2 | pyramid 0 0 4 | turn C")
    assert state.money == (0, 1, 7)
    state, _ = end_race(edition, "money 0 1 3 | winner Ab By Bb Cb")
    assert state.money == (0, 0, 2)


@pytest.mark.rule("money-2")
@pytest.mark.parametrize(
    ("edition", "box"),
    [
        (1, 35 * 1 + 15 * 5 + 10 * 10 + 10 * 20),
        (2, 50 * 1 + 30 * 5),
    ],
)
def test_the_bank_pays_more_than_the_box_holds(edition: int, box: int) -> None:
    state, _ = end_leg(edition, f"money {box} {box} | tickets g5 g3 | pyramid 2 2")
    assert state.money == (box + 8, box + 5)


@pytest.mark.rule("money-3")
def test_only_the_amount_counts_not_the_coins() -> None:
    state = parse_position("edition 2 | track 1:bgpry 14:K 16:W | money 12 7")
    assert state.money == (12, 7)
    assert "| money 12 7 |" in position_text(state)
