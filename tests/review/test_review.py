"""Reviews: luck and skill add up, nobody is blamed for what was hidden, and who plays better loses less."""

from dataclasses import replace

import numpy as np
import pytest

from camelup.core.actions import PlayCard, Roll
from camelup.core.edition import SECOND
from camelup.core.errors import NotationError
from camelup.formats.notation import parse_action, parse_position
from camelup.formats.record import Record
from camelup.formats.review_types import Estimate
from camelup.game import Game
from camelup.players import Budget
from camelup.review import Review, Worth, refine_review, review_game, review_in_pieces
from camelup.review.accuracy import accuracy
from camelup.review.costs import kind_of
from tests.review.games import played, told

QUICK = Budget(playouts=8)
LAST_DIE = "edition 1 | track 3:b 4:g 5:o 6:w 16:y | dice y | pyramid 2 2 | money 5 5"


def as_array(worths: tuple[Worth, ...]) -> np.ndarray:
    return np.array([(worth.wins, worth.coins) for worth in worths])


@pytest.mark.parametrize(("edition", "seats", "name"), [(1, 3, "novice"), (2, 4, "random"), (2, 6, "novice")])
def test_luck_and_skill_add_up_to_the_result(edition: int, seats: int, name: str) -> None:
    review = review_game(played(name, 3, edition, seats), QUICK)
    for ply in review.plies:
        change = as_array(ply.after) - as_array(ply.before)
        parts = as_array(ply.luck) + as_array(ply.unseen) + as_array(ply.chosen)
        assert parts == pytest.approx(change, abs=1e-9)
        for part in (ply.luck, ply.unseen, ply.chosen):  # what one gains, others lose
            assert as_array(part).sum(axis=0) == pytest.approx(0, abs=1e-4)
    for player in review.players:
        parts = as_array((player.luck, player.unseen, player.chosen, player.others)).sum(axis=0)
        change = as_array((player.start, player.result))
        assert parts == pytest.approx(change[1] - change[0], abs=1e-9)
        assert player.result.wins in {0.0, 0.5, 1.0}
        assert (player.result.wins > 0) == (player.place == 1)
        for error in (player.luck_error, player.chosen_error):
            assert error.wins > 0 < error.coins
        assert sum(cost.coins for cost in player.costs) == pytest.approx(player.lost.coins)
        assert sum(cost.decisions for cost in player.costs) == player.decisions
        squares = [ply.lost_error.wins**2 for ply in review.plies if review.played(ply.number).seat == player.seat]
        assert player.lost_error.wins == pytest.approx(sum(squares) ** 0.5)
    assert sum(player.decisions for player in review.players) == len(review.plies)
    for ply in review.plies:
        assert ply.lost.wins == 0 or ply.lost.wins >= max(0.005, 2.5 * ply.lost_error.wins)
        assert (ply.best == review.played(ply.number).action) == (ply.lost.wins == 0)
        assert not {ply.best, review.played(ply.number).action} & set(ply.level)
        assert -ply.cost[review.played(ply.number).seat] == pytest.approx(ply.lost.wins)
        assert sum(ply.cost) == pytest.approx(0, abs=1e-4)
    assert sum(player.start.wins for player in review.players) == pytest.approx(1, abs=1e-5)


def test_pieces_are_the_same_review_and_tell_how_much_is_done() -> None:
    record = played("novice", 3, 1, 3)
    pieces = list(review_in_pieces(record, Budget(playouts=16)))
    shares = [piece.share for piece in pieces]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert len(pieces) >= 3 * len(record.plies) + 2
    last = pieces[-1].review
    assert last is not None
    assert last.plies == review_game(record, Budget(playouts=16)).plies


def test_dice_are_luck_and_nothing_else_is() -> None:
    review = review_game(played("novice", 3, 1, 3), QUICK)
    legs = [ply.leg for ply in review.plies] + [0]
    has_cards = False
    plain = 0
    for ply, step in zip(review.plies, review.steps[1:], strict=True):
        assert step.ply is not None
        if not isinstance(step.ply.action, Roll):
            assert as_array(ply.luck) == pytest.approx(0)
        # Without hidden cards, and within a leg, dice and choices explain all there is.
        if not has_cards and ply.leg == legs[ply.number]:
            assert as_array(ply.unseen) == pytest.approx(0, abs=1e-5)
            plain += 1
        has_cards |= isinstance(step.ply.action, PlayCard)
    assert plain > 3


def test_who_could_end_the_race_and_does_not_has_lost_it() -> None:
    """One more roll ends it, and the roller has 1 EP more."""
    review = review_game(told(LAST_DIE, "tile 2-", "roll : y2"), Budget(playouts=16))
    first, last = review.plies
    assert str(first.best) == "roll"
    assert first.choices[0].worth == Worth(1.0, 0.5)
    assert first.loss is not None
    assert first.loss.value == first.lost.wins
    assert first.lost.wins > 0.6
    assert first.lost.coins > 1
    assert str(last.best) == "roll"
    assert last.lost == Worth(0, 0)
    assert [player.place for player in review.players] == [2, 1]
    assert review.players[0].lost == first.lost


def test_a_lucky_die() -> None:
    """White overtakes yellow and ends the race, or yellow stays ahead: one of two tickets is worth 5."""
    start = "edition 1 | track 3:b 4:g 5:o 15:w 16:y | dice wy | tickets w5 y5 | pyramid 2 1 | money 5 5"
    lucky, unlucky = (review_game(told(start, f"roll : {face}"), QUICK).plies[0].luck[0].wins for face in ("w3", "y1"))
    assert lucky > 0.2 > -0.2 > unlucky


def with_other_card(record: Record, number: int) -> Record:
    """The same game with another colour on the first card, whose owner never plays that colour later."""
    card = record.plies[number]
    assert isinstance(card.action, PlayCard)
    laid = {ply.action.camel for ply in record.plies if ply.seat == card.seat and isinstance(ply.action, PlayCard)}
    camel = next(camel for camel in record.start.edition.racing if camel not in laid)
    game = Game.from_position(record.start)  # type: ignore[arg-type]
    for at, ply in enumerate(record.plies):
        action = replace(card.action, camel=camel) if at == number else ply.action
        game.play(action, outcome=ply.outcome)
    return game.record


def test_choices_are_judged_by_what_their_seat_knew() -> None:
    record = played("novice", 3, 1, 3)
    number = next(at for at, ply in enumerate(record.plies) if isinstance(ply.action, PlayCard))
    owner = record.plies[number].seat
    one, other = (review_game(which, QUICK) for which in (record, with_other_card(record, number)))
    others = [at for at, ply in enumerate(record.plies) if at > number and ply.seat != owner]
    assert len(others) > 10
    for at in others:
        before, after = one.plies[at], other.plies[at]
        assert (before.choices, before.lost, before.chosen) == (after.choices, after.lost, after.chosen)
    curves = [
        np.array([[worth.wins for worth in ply.after] for ply in review.plies[number:]]) for review in (one, other)
    ]
    assert np.abs(curves[0] - curves[1]).max() > 0.02, "the curve knows all cards"


def lost_per_decision(review: Review) -> float:
    return sum(player.lost.wins for player in review.players) / len(review.plies)


def test_the_error_of_luck_is_honest() -> None:
    """Luck differs between seeds by what its errors say."""
    record = played("novice", 3, 1, 3)
    reviews = [review_game(record, QUICK, seed) for seed in range(8)]
    for part in ("luck", "chosen"):
        found = np.array([[getattr(player, part).wins for player in review.players] for review in reviews])
        claimed = np.array([[getattr(player, f"{part}_error").wins for player in review.players] for review in reviews])
        ratio = (found.var(axis=0, ddof=1).mean() / (claimed**2).mean()) ** 0.5
        assert 0.6 < ratio < 1.5, part


def test_kinds_of_choices() -> None:
    state = parse_position("edition 2 | track 5:r 6:p 8:gyb 13:K 15:W | tickets r5 - | money 3 3")
    actions = {"ticket r": "late_ticket", "ticket b": "early_ticket", "winner b": "winner", "loser b": "loser"}
    for text, kind in (actions | {"tile 7-": "tile", "roll": "roll", "partner B": "partner"}).items():
        assert kind_of(state, parse_action(SECOND, text)) == kind


def test_accuracy_is_100_without_losses_and_falls_with_them() -> None:
    assert accuracy([]) is None
    assert accuracy([Estimate(0.0, 0.0)] * 5) == Estimate(100.0, 0.0)
    lucky = accuracy([Estimate(-0.002, 0.001)] * 5)
    assert lucky is not None
    assert lucky.value == 100.0
    assert lucky.error == pytest.approx(0.447, abs=0.001)
    values = [accuracy([Estimate(loss, 0.001)] * 20) for loss in (0.0, 0.01, 0.04, 0.2, 1.0)]
    assert [round(found.value) for found in values if found] == [100, 90, 67, 14, 0]


@pytest.mark.parametrize("edition", [1, 2])
def test_a_champion_loses_less_than_a_novice(edition: int) -> None:
    budget = Budget(playouts=16)
    novice, champion = (
        [lost_per_decision(review_game(played(name, seed, edition), budget)) for seed in range(2)]
        for name in ("novice", "champion")
    )
    assert min(novice) > 2 * max(champion)
    assert np.mean(novice) > 4 * np.mean(champion)


def test_reviews_get_better_and_the_same_seed_gives_the_same() -> None:
    record = played("novice", 3, 1, 3)
    reviews = list(refine_review(record, Budget(playouts=40), seed=5))
    assert [review.playouts for review in reviews] == [8, 16, 32, 40]
    errors = [np.mean([ply.errors for ply in review.plies]) for review in reviews]
    assert errors[0] > errors[-1] > 0
    again = review_game(record, Budget(playouts=40), seed=5)
    assert again.plies == reviews[-1].plies
    assert review_game(record, Budget(playouts=40), seed=6).plies != again.plies


def test_a_budget_of_seconds_is_kept() -> None:
    reviews = list(refine_review(played("novice", 3, 1, 3), Budget(seconds=0.01)))
    assert [review.playouts for review in reviews] == [8]


def test_only_whole_and_finished_games_are_reviewed() -> None:
    game = Game(seed=1)
    game.play("roll")
    with pytest.raises(NotationError, match="not over yet") as refused:
        refine_review(game.record)
    assert refused.value.code == "unfinished"
    with pytest.raises(NotationError, match="one seat saw"):
        refine_review(game.record.for_seat(0))


def test_a_game_that_was_over_from_the_start() -> None:
    record = played("novice", 3, 1, 3)
    state = Game.load(record).position
    review = review_game(Record(record.names, state, (), state.money))
    assert review.plies == ()
    assert [player.result == player.start for player in review.players] == [True] * 3
