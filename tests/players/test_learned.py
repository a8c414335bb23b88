"""The learned player and nets of one's own: they play by the rules, need no luck, and refuse what is no net."""

from pathlib import Path

import numpy as np
import pytest

from camelup import Game
from camelup.bulk.observations import ODDS, Encoder
from camelup.chance import seeded
from camelup.core.edition import EDITIONS
from camelup.core.errors import ArgumentError
from camelup.nets import load_net, save_net
from camelup.nets.built_in import learned_net
from camelup.players import Seating, find_player


def play(game: Game, names: list[str]) -> list[str]:
    """Play a game to its end; return what was chosen."""
    players = [find_player(name).create(seeded(seat)) for seat, name in enumerate(names)]
    for seat, player in enumerate(players):
        player.start(Seating(seat, tuple(names), game.view(seat)))
    chosen = []
    while not game.is_over:
        seat = game.position.turn
        action = players[seat].choose(game.view(seat))
        assert action in game.view(seat).legal
        chosen.append(str(action))
        events = game.play(action)
        for other, player in enumerate(players):
            player.observe(game.events_for(events, other))
    return chosen


@pytest.mark.parametrize(("edition", "seats"), [(1, 2), (2, 4), (1, 5), (2, 8)])
def test_it_plays_whole_games_by_the_rules(edition: int, seats: int) -> None:
    assert play(Game(players=seats, edition=EDITIONS[edition], seed=seats), ["learned"] * seats)


def test_it_counts_money_that_a_table_hides() -> None:
    names = ["learned", "random", "random"]
    shown, hidden = (play(Game(players=3, seed=5, hide_money=hide), names) for hide in (False, True))
    assert shown == hidden


def test_a_net_of_ones_own_plays_as_the_net_that_it_is_a_copy_of(tmp_path: Path) -> None:
    save_net(learned_net(), tmp_path / "copy.npz")
    own = f"net:{tmp_path / 'copy.npz'}"
    assert play(Game(players=2, seed=3), ["learned", own]) == play(Game(players=2, seed=3), [own, "learned"])
    assert find_player(own).description == "A net of your own."


def test_a_net_prefers_what_is_worth_more_and_trusts_in_seats_that_are_there() -> None:
    view = Game(players=3, seed=1).view(0)
    preferences, values = learned_net()(Encoder(view, ODDS).encode(view)[None])
    assert np.isfinite(preferences).all()
    chances = np.exp(values[0] - values[0].max())
    assert (chances[:3] > 0).all()
    assert not chances[3:].any()


@pytest.mark.parametrize("damage", [b"", b"PK\x03\x04" + bytes(40), b"no net at all"])
def test_a_file_that_is_no_net_is_refused_in_a_sentence(damage: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.npz"
    path.write_bytes(damage)
    with pytest.raises(ArgumentError, match="There is no net in"):
        find_player(f"net:{path}")
    with pytest.raises(ArgumentError, match="There is no net in"):
        find_player(f"net:{tmp_path / 'absent.npz'}")
    with pytest.raises(ArgumentError, match="Name a file after 'net:'"):
        find_player("net:")


def test_a_net_of_another_layout_or_shape_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    with np.load(_copy(path)) as file:
        arrays = dict(file)
    np.savez(path, **{**arrays, "about": np.array('{"layout": "odds", "version": 99}')})
    with pytest.raises(ArgumentError, match="another layout"):
        load_net(path)
    for name, wrong in (("head", arrays["head"][:, 1:]), ("first", np.full_like(arrays["first"], np.nan))):
        np.savez(path, **{**arrays, name: wrong})
        with pytest.raises(ArgumentError, match=f"{name} does not fit"):
            load_net(path)


def test_a_path_may_be_a_string(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    save_net(learned_net(), str(path))
    assert repr(load_net(str(path))) == repr(load_net(path)) == repr(learned_net())


def _copy(path: Path) -> Path:
    save_net(learned_net(), path)
    return path
