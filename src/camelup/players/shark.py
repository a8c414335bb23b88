"""Thinks of the race and of you: what others hold, what they believed when they bet, and how near the end is."""

from camelup.bulk.styles import STYLES
from camelup.compiled.arrays import FloatArray
from camelup.players.greedy import GreedyPlayer
from camelup.search.beliefs import SHARPNESS, sharpen


class SharkPlayer(GreedyPlayer):
    """Greedy with a long view: a roll gives others a choice, their tickets count against a tile, the end hurries."""

    style = STYLES["miser"]

    def share_out(self, odds: FloatArray, at_laying: FloatArray) -> FloatArray:  # noqa: ARG002 - it remembers
        """Return the chance of each camel to be on each face-down card, by the odds when it was laid."""
        return sharpen(at_laying, SHARPNESS)
