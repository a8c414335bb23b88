"""A player without a plan, to play against and to test with."""

from camelup.chance import RandBelow
from camelup.core.actions import Action
from camelup.core.view import View
from camelup.players.player import DEFAULT_BUDGET, Budget, Player


class RandomPlayer(Player):
    """Chooses a kind of action, each as likely as the others, then any action of that kind.

    Choosing among all actions at once would place a tile most of the time, since tiles have the most places.

    >>> from camelup import Game
    >>> from camelup.chance import seeded
    >>> player, view = RandomPlayer(seeded(7)), Game(seed=7).view(0)
    >>> [str(player.choose(view)) for _ in range(4)]
    ['loser r', 'loser g', 'roll', 'tile 6-']
    """

    def __init__(self, rng: RandBelow) -> None:
        """Draw from this source."""
        self._rng = rng

    def choose(self, view: View, budget: Budget = DEFAULT_BUDGET) -> Action:  # noqa: ARG002 - it does not think
        """Choose one of `view.legal`."""
        kinds: dict[str, list[Action]] = {}
        for action in view.legal:
            kinds.setdefault(action.kind, []).append(action)
        actions = list(kinds.values())[self._rng(len(kinds))]
        return actions[self._rng(len(actions))]
