"""Who sits at a table with one person, at its beginning or when a saved game goes on."""

from pathlib import Path

from camelup.chance import seeded, unpredictable
from camelup.core.edition import Edition
from camelup.game import Game
from camelup.players import Player
from camelup.players.random_player import RandomPlayer
from camelup.terminal.autosave import load, naming

PERSON = 0
"""The seat of the person; all others are played by the computer."""

_NAMES = (
    ("Ada", "Bo", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo"),
    ("Alma", "Bea", "Carl", "Dora", "Emil", "Fay", "Gus", "Hope"),
)
"""Names that begin with the letter of their seat; the second ones serve when the person has the first."""


def new_game(edition: Edition, players: int, name: str, seed: int | None) -> Game:
    """Set up a game of a person with others, who are called after their seats; a random seat begins."""
    others = [first if first.lower() != name.lower() else second for first, second in zip(*_NAMES, strict=True)]
    return Game(players, edition, seed=seed, first=None, names=[name, *others[1:players]])


def load_game(path: Path, seed: int | None) -> Game:
    """Go on with a saved game."""
    text = load(path)
    with naming(path):
        return Game.load(text, rng=None if seed is None else seeded(seed))


def opponents(game: Game, seed: int | None) -> dict[int, Player]:
    """Give every seat but the person's a player; each draws from its own source, so that no dice depend on them."""
    seats = [seat for seat in range(len(game.names)) if seat != PERSON]
    return {seat: RandomPlayer(unpredictable if seed is None else seeded((seed << 8) + seat)) for seat in seats}
