from fractions import Fraction

import pytest

from camelup.core.actions import Roll
from camelup.core.edition import FIRST, SECOND, Edition
from camelup.core.errors import IllegalActionError, InvalidActionError
from camelup.core.events import DieRevealed
from camelup.core.rules import apply, chances, check, legal
from camelup.formats.notation import parse_face, parse_position
from camelup.game import Game
from tests.rules.helpers import START, kinds, moves, only, play

FOUR_KINDS = ["roll", "ticket", "tile", "card"]


def opening(edition: int, players: int = 3) -> str:
    return f"edition {edition} | track {START[edition]} | money {'3 ' * players}"


@pytest.mark.rule("turn-1")
@pytest.mark.parametrize("edition", [1, 2])
def test_turns_go_round_from_the_starting_player(edition: int) -> None:
    state = parse_position(f"{opening(edition)} | turn B")
    turns = [state.turn]
    for action in ("ticket g", "tile 9+", "winner b", "roll g1", "ticket g", "loser g", "tile 12-"):
        state, _ = play(state, action)
        turns.append(state.turn)
    assert turns == [1, 2, 0, 1, 2, 0, 1, 2]


@pytest.mark.rule("turn-2")
@pytest.mark.parametrize(
    ("edition", "players", "expected"),
    [
        (1, 2, FOUR_KINDS),
        (1, 8, FOUR_KINDS),
        (2, 2, FOUR_KINDS),
        (2, 5, FOUR_KINDS),
        (2, 6, [*FOUR_KINDS, "partner"]),
        (2, 8, [*FOUR_KINDS, "partner"]),
    ],
)
def test_the_kinds_of_action(edition: int, players: int, expected: list[str]) -> None:
    assert kinds(parse_position(opening(edition, players))) == expected


@pytest.mark.rule("turn-2")
@pytest.mark.parametrize("action", ["ticket g", "tile 9+", "roll g1", "winner b", "loser b", "partner D"])
def test_a_turn_is_one_action(action: str) -> None:
    state, _ = play(opening(2, 6), action)
    assert state.turn == 1


@pytest.mark.rule("turn-3", "tile-8")
@pytest.mark.parametrize(
    ("edition", "tickets", "rest"),
    [
        (1, "b5b3b2g5g3g2o5o3o2w5w3w2y5y3y2", "track 1:bgowy | winner Ab Ag Ao Aw Ay"),
        (
            2,
            "b5b3b2b2g5g3g2g2p5p3p2p2r5r3r2r2y5y3y2y2",
            "track 1:bgpryKW | winner Ab Ag | loser Ap Ar Ay | partners AB",
        ),
    ],
)
def test_who_can_do_nothing_else_can_still_roll(edition: int, tickets: str, rest: str) -> None:
    state = parse_position(
        f"edition {edition} | money 3 3 3 3 3 3 | tickets {tickets} - - - - - | tiles 3+B 6-C 9+D 12-E 15+F | {rest}"
    )
    assert legal(state) == (Roll(),)


@pytest.mark.rule("turn-3")
@pytest.mark.parametrize("edition", [FIRST, SECOND])
@pytest.mark.parametrize("players", [2, 6, 8])
def test_rolling_is_legal_all_through_a_game(edition: Edition, players: int) -> None:
    game = Game(players=players, edition=edition, seed=players)
    number = 0
    while not game.is_over:
        actions = game.legal()
        assert actions[0] == Roll()
        number += 1
        game.play(actions[number * 7919 % len(actions)])
    assert number > 5


@pytest.mark.rule("turn-4")
@pytest.mark.parametrize("edition", [1, 2])
def test_only_the_player_in_turn_may_act(edition: int) -> None:
    state = parse_position(f"{opening(edition)} | turn B")
    check(state, Roll(), seat=1)
    for seat in (0, 2):
        with pytest.raises(IllegalActionError) as refused:
            check(state, Roll(), seat=seat)
        assert refused.value.code == "not_your_turn"
        game = Game.from_position(state)
        with pytest.raises(IllegalActionError):
            game.play("roll", seat=seat)
        assert game.position == state


@pytest.mark.rule("roll-1")
@pytest.mark.parametrize("edition", [1, 2])
def test_a_roll_is_a_pyramid_ticket_a_die_and_a_move(edition: int) -> None:
    state, events = play(f"{opening(edition)} | turn B", "roll y2")
    assert state.pyramid_tickets == (0, 1, 0)
    assert state.pyramid_tickets_left == 4
    assert only(events, DieRevealed) == DieRevealed(1, parse_face(state.edition, "y2"))
    assert [(start, end) for _, start, end, _ in moves(events)] == [(1, 3)]
    assert state.money == (3, 3, 3)  # the ticket is paid when the leg is scored


@pytest.mark.rule("roll-2")
@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("edition 1 | track 1:gyo 3:bw | dice o | pyramid 4 0", {"o": Fraction(1, 3)}),
        ("edition 1 | track 1:gyo 3:bw | dice bo | pyramid 3 0", {"b": Fraction(1, 6), "o": Fraction(1, 6)}),
        ("edition 2 | track 1:gyr 3:bp 15:K 16:W", {**dict.fromkeys("bgpry", Fraction(1, 18)), "x": Fraction(1, 36)}),
        ("edition 2 | track 1:gyr 3:bp 15:K 16:W | dice rx | pyramid 4 0", {"r": Fraction(1, 6), "x": Fraction(1, 12)}),
    ],
)
def test_every_die_inside_and_every_face_is_as_likely(position: str, expected: dict[str, Fraction]) -> None:
    outcomes = chances(parse_position(f"{position} | money 3 3"), Roll())
    assert {face.die: chance for face, chance in outcomes if face} == expected
    assert len(outcomes) == sum(6 if die == "x" else 3 for die in expected)
    assert len(set(outcomes)) == len(outcomes)
    assert sum(chance for _, chance in outcomes) == 1


@pytest.mark.rule("roll-3")
@pytest.mark.parametrize(("edition", "face", "left"), [(1, "o2", "bgwy"), (2, "r2", "bgpyx"), (2, "K1", "bgpry")])
def test_a_revealed_die_is_out_for_the_leg(edition: int, face: str, left: str) -> None:
    state, _ = play(opening(edition), f"roll {face}")
    assert state.dice == left
    assert state.dice_out == ("x" if face[0] == "K" else face[0])
    with pytest.raises(InvalidActionError) as refused:
        apply(state, Roll(), parse_face(state.edition, face))
    assert refused.value.code == "die_is_out"
    assert all(outcome and outcome.die in left for outcome, _ in chances(state, Roll()))


@pytest.mark.rule("roll-3")
def test_the_grey_die_is_one_die_for_both_crazy_camels() -> None:
    state, _ = play(opening(2), "roll K1")
    with pytest.raises(InvalidActionError) as refused:
        apply(state, Roll(), parse_face(SECOND, "W1"))
    assert refused.value.code == "die_is_out"
