"""Finished games to review."""

from functools import lru_cache

from camelup.chance import seeded
from camelup.core.edition import EDITIONS
from camelup.formats.notation import parse_position
from camelup.formats.record import Record
from camelup.game import Game
from camelup.players import Budget, Seating, find_player


@lru_cache(maxsize=32)
def played(name: str, seed: int, edition: int = 2, seats: int = 4) -> Record:
    """A game of players of one kind."""
    game = Game(seats, EDITIONS[edition], seed=seed)
    players = [find_player(name).create(seeded(100 * seed + seat)) for seat in range(seats)]
    for seat, player in enumerate(players):
        player.start(Seating(seat, game.names, game.view(seat)))
    while not game.is_over:
        seat = game.position.turn
        events = game.play(players[seat].choose(game.view(seat), Budget(playouts=150)))
        for other, player in enumerate(players):
            player.observe(game.events_for(events, other))
    return game.record


def told(start: str, *plies: str, names: tuple[str, ...] = ("Mei", "Bo")) -> Record:
    """A game from a position, with what is told of it and then rolls to the end."""
    game = Game.from_position(parse_position(start), seed=1, names=names)
    for ply in plies:
        action, _, outcome = ply.partition(" : ")
        game.play(action, outcome=outcome or None)
    while not game.is_over:
        game.play("roll")
    return game.record
