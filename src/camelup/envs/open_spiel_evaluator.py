"""An evaluator for the searches of OpenSpiel whose rollouts are played in bulk, by compiled code."""

from typing import TYPE_CHECKING

from camelup.chance import seeded
from camelup.core.errors import ArgumentError, ImpossiblePositionError, quoted
from camelup.extras import require_extra

with require_extra("Rollouts in bulk", "openspiel"):
    import numpy as np
    import numpy.typing as npt

    from camelup.bulk.action_space import ROLL
    from camelup.bulk.arguments import as_seed, check_number
    from camelup.bulk.batch import Batch
    from camelup.bulk.policies import Policy
    from camelup.bulk.registry import find_policy
    from camelup.envs.game_tree import CHANCE, TERMINAL, Outcomes, Placing, Playing

if TYPE_CHECKING:
    from camelup.envs.open_spiel_game import CamelUpState

_SEEDS = 1 << 50
_MOST_ROLLOUTS = 1_000_000
"""Rollouts that fit into memory at once: a game takes some hundreds of bytes."""


class BulkEvaluator:
    """Takes the place of `RandomRolloutEvaluator` in OpenSpiel's `MCTSBot` and `ISMCTSBot`.

    From a state, `rollouts` games are played to the end by a policy of bulk play. A thousand of them take less time
    than one random game of OpenSpiel, which chooses among all actions alike and so mostly moves tiles.
    """

    def __init__(self, rollouts: int = 100, policy: Policy | str = "sensible", seed: int = 0) -> None:
        check_number("samples", "rollouts", rollouts, least=1)
        if rollouts > _MOST_ROLLOUTS:
            raise ArgumentError(
                "samples", f"The number of rollouts is at most {_MOST_ROLLOUTS:,}, not {quoted(rollouts)}."
            )
        self._rollouts = rollouts
        self._policy = find_policy(policy)
        self._draw = seeded(as_seed(seed))

    def evaluate(self, state: "CamelUpState") -> npt.NDArray[np.float64]:
        """Return the mean returns of all seats."""
        node = _node_of(state)
        while not isinstance(node, Playing):
            outcomes = node.outcomes()
            node = node.after(outcomes[self._draw(len(outcomes))][0])
        if node.player == TERMINAL:
            return np.array(node.returns())
        games = Batch.from_positions([node.position]).take([0] * self._rollouts, seed=self._draw(_SEEDS))
        if node.player == CHANCE:
            games.apply(np.full(self._rollouts, ROLL))
        games.play_out(self._policy)
        winners = games.winners
        shares: npt.NDArray[np.float64] = (winners / winners.sum(axis=1, keepdims=True)).mean(axis=0)
        return shares - 1 / node.settings.players

    def prior(self, state: "CamelUpState") -> Outcomes:
        """Return each legal action with the same probability, or what chance may bring with its own."""
        _node_of(state)
        if state.is_chance_node():
            return state.chance_outcomes()
        numbers = state.legal_actions()
        return [(number, 1 / len(numbers)) for number in numbers]


def _node_of(state: "CamelUpState") -> Placing | Playing:
    """Return where a game of OpenSpiel stands; refuse what is none of camelup's."""
    node = getattr(state, "node", None)
    if not isinstance(node, Placing | Playing):
        raise ImpossiblePositionError(
            "position", f"A state of camelup's game for OpenSpiel is needed, not {quoted(state)}."
        )
    return node
