"""The numbers of actions."""

import numpy as np
import pytest

from camelup.bulk import Batch
from camelup.bulk.action_space import (
    ACTIONS,
    CARD_BITS,
    PARTNER_BITS,
    ROLL,
    TICKET_BITS,
    TILE_BITS,
    decode_action,
    encode_action,
)
from camelup.core.actions import Action, Face, JoinPartner, PlaceTile, PlayCard, Roll, TakeTicket
from camelup.core.edition import FIRST, SECOND, Camel, Deck, Edition, Side
from camelup.core.errors import InvalidActionError
from camelup.core.rules import apply
from tests.bulk.support import BOTH


def all_actions(edition: Edition) -> list[Action]:
    return [
        Roll(),
        *(TakeTicket(camel) for camel in edition.racing),
        *(PlaceTile(space, side) for space in range(2, 17) for side in (Side.CHEERING, Side.BOOING)),
        *(PlayCard(deck, camel) for deck in (Deck.WINNER, Deck.LOSER) for camel in edition.racing),
        *(JoinPartner(seat) for seat in range(8)),
    ]


@BOTH
def test_numbers_and_actions_are_in_a_bijection(edition: Edition) -> None:
    actions = all_actions(edition)
    assert ACTIONS == len(set(actions)) == 54
    assert [encode_action(edition, action) for action in actions] == list(range(ACTIONS))
    assert [decode_action(edition, number) for number in range(ACTIONS)] == actions
    assert 1 << ROLL | TICKET_BITS | TILE_BITS | CARD_BITS | PARTNER_BITS == (1 << ACTIONS) - 1


@pytest.mark.parametrize("number", [-1, ACTIONS, 10**30])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(InvalidActionError):
        decode_action(SECOND, number)


@pytest.mark.parametrize(
    "action",
    [
        TakeTicket(Camel.CRAZY_BLACK),
        TakeTicket(next(camel for camel in FIRST.racing if camel not in SECOND.racing)),
        PlaceTile(1, Side.BOOING),
        PlaceTile(17, Side.BOOING),
        PlayCard(Deck.WINNER, None),
        PlayCard(Deck.LOSER, Camel.CRAZY_WHITE),
        JoinPartner(8),
        JoinPartner(-1),
        "roll",
        None,
    ],
    ids=repr,
)
def test_other_actions_have_no_number(action: Action) -> None:
    with pytest.raises(InvalidActionError):
        encode_action(SECOND, action)


def test_numbers_from_arrays_give_actions_that_the_engine_takes() -> None:
    state = Batch.start(1, seed=3).state(0)
    for number in np.flatnonzero(Batch.from_positions([state]).legal_mask()[0]):
        action = decode_action(SECOND, number)  # type: ignore[arg-type]
        apply(state, action, Face(Camel.RED, 1) if isinstance(action, Roll) else None)


@pytest.mark.parametrize(
    "action",
    [
        PlayCard("nonsense", Camel.RED),  # type: ignore[arg-type]
        PlaceTile(5, "x"),  # type: ignore[arg-type]
        PlaceTile("5", Side.BOOING),  # type: ignore[arg-type]
        JoinPartner("B"),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_malformed_actions_have_no_number(action: Action) -> None:
    with pytest.raises(InvalidActionError):
        encode_action(SECOND, action)


def test_a_deck_by_its_name_is_that_deck_or_none() -> None:
    try:
        number = encode_action(SECOND, PlayCard("winner", Camel.RED))  # type: ignore[arg-type]
    except InvalidActionError:
        return
    assert number == encode_action(SECOND, PlayCard(Deck.WINNER, Camel.RED))
