"""Computer players by name; a player's file is loaded when it is first asked for."""

from dataclasses import dataclass
from importlib import import_module

from camelup.chance import RandBelow
from camelup.core.errors import PlayerError, quoted
from camelup.players.player import Player


@dataclass(frozen=True)
class Entry:
    """A player that can be asked for by name."""

    name: str
    description: str
    """Its style, in a sentence."""
    source: str
    """Where its class is, as `module:Class`; it is made with a random source."""

    def create(self, rng: RandBelow) -> Player:
        """Make a new player, which draws from this source."""
        module, _, name = self.source.partition(":")
        player: Player = getattr(import_module(module), name)(rng)
        return player


ENTRIES = {
    entry.name: entry
    for entry in (
        Entry(
            "random",
            "Does any kind of thing that is allowed, without a plan.",
            "camelup.players.random_player:RandomPlayer",
        ),
        Entry(
            "novice",
            "Knows the rules and follows the crowd: likes the leader, forgets tiles, bets on the race by feeling.",
            "camelup.players.novice:NovicePlayer",
        ),
        Entry(
            "greedy",
            "Takes what pays most right now, by the exact odds.",
            "camelup.players.greedy:GreedyPlayer",
        ),
        Entry(
            "shark",
            "Thinks of the race and of you: what the others hold, what they believe, how near the end is.",
            "camelup.players.shark:SharkPlayer",
        ),
        Entry(
            "champion",
            "Plays out whole legs in its head, thousands of times for each move, and takes what wins most often.",
            "camelup.players.champion:ChampionPlayer",
        ),
    )
}
"""All players, from the weakest to the strongest."""


def find_player(name: str) -> Entry:
    """Give the entry of a name.

    >>> find_player("random").description
    'Does any kind of thing that is allowed, without a plan.'
    """
    if not isinstance(name, str) or name not in ENTRIES:
        raise PlayerError("no_such_player", f"There is no player {quoted(name)}: there are {', '.join(ENTRIES)}.")
    return ENTRIES[name]
