"""The search: its candidates, its secrets, and what it says of its choice."""

import pytest

from camelup import Game, parse_position, parse_view, position_text
from camelup.bulk import decode_action
from camelup.chance import seeded
from camelup.core.edition import EDITIONS, Edition
from camelup.core.view import view_of
from camelup.players import Budget, Player, Seating
from camelup.players.champion import ChampionPlayer
from camelup.players.random_player import RandomPlayer
from camelup.terminal.hint import find_hint
from tests.players.tables import play_out


def weighed(position: str, playouts: int = 2000) -> list[tuple[str, float]]:
    view = view_of(parse_position(position), 0)
    found = ChampionPlayer(seeded(1)).explain(view, Budget(playouts=playouts))
    return [(str(decode_action(view.edition, entry.number)), entry.wins) for entry in found]


def test_it_takes_what_cannot_go_wrong() -> None:
    """Purple leads whatever blue or the grey die do, and its ticket of 5 is worth more than anything else."""
    position = "edition 2 | track 2:K 3:W 4:g 5:y 6:r 7:b 15:p | dice bg | pyramid 2 2 | money 5 5"
    [(best, _), *_] = weighed(position)
    assert best in {"ticket p", "winner p"}


def test_every_candidate_is_legal_and_shares_are_shares() -> None:
    for seed in range(6):
        game = Game(players=4 + 2 * (seed % 2), seed=seed)
        view = game.view(game.position.turn)
        found = ChampionPlayer(seeded(1)).explain(view, Budget(playouts=300))
        assert {decode_action(view.edition, entry.number) for entry in found} <= set(view.legal)
        assert len({entry.number for entry in found}) == len(found) <= 12
        assert all(0 <= entry.wins <= 1 for entry in found)
        counts = [entry.playouts for entry in found]
        assert counts == sorted(counts, reverse=True), "those that did better were played on more often"


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=str)
def test_its_choice_does_not_depend_on_what_it_cannot_see(edition: Edition) -> None:
    """Two games that differ only in others' cards look the same to a seat, and so must its choices."""
    camels = edition.racing
    choices = set()
    for first, second in ((0, 1), (2, 3), (4, 0)):
        game = Game(players=3, edition=edition, seed=5)
        champion = ChampionPlayer(seeded(3))
        champion.start(Seating(2, game.names, game.view(2)))
        for action in (f"winner {camels[first]}", f"loser {camels[second]}"):
            champion.observe(game.events_for(game.play(action), 2))
        choices.add(champion.choose(game.view(2), Budget(playouts=500)))
    assert len(choices) == 1


def test_a_view_out_of_nowhere_can_be_weighed() -> None:
    view = Game(players=3, seed=2).view(0)
    again = parse_view(position_text(view))
    assert again == view
    assert ChampionPlayer(seeded(1)).choose(again, Budget(playouts=100)) in view.legal


def test_time_is_a_budget_too() -> None:
    view = Game(players=4, seed=2).view(0)
    found = ChampionPlayer(seeded(1)).explain(view, Budget(seconds=0.05))
    assert found[0].playouts > 0


def test_the_same_seed_and_playouts_weigh_alike() -> None:
    position = "edition 1 | track 3:bg 5:ow 6:y | money 5 5 5"
    view = view_of(parse_position(position), 0)
    first, second = (ChampionPlayer(seeded(1)).explain(view, Budget(playouts=2000), seed=4) for _ in range(2))
    assert first == second


def test_a_hint_is_a_sentence_with_figures() -> None:
    game = Game(players=3, seed=7, names=["You", "Bo", "Cy"])
    hint = find_hint(game, 0, Budget(playouts=500))
    assert hint.startswith("Sekhet, the champion, would ")
    assert "% of the time" in hint
    assert hint.endswith(".")
    assert "pounds" in hint


def test_a_champion_beats_random_players() -> None:
    won = 0
    for seed in range(4):
        game = Game(players=3, seed=seed)
        players: list[Player] = [RandomPlayer(seeded(seat)) for seat in range(3)]
        players[seed % 3] = ChampionPlayer(seeded(9))
        play_out(game, players, Budget(playouts=200))
        won += seed % 3 in game.position.victors
    assert won >= 3
