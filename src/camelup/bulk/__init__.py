"""Whole games in bulk, compiled: hundreds of thousands a second. Importing this package imports NumPy and Numba.

Here is all that a writer of policies needs; docs/bulk.md explains it.
"""

from camelup.extras import require_extra

with require_extra("Games in bulk", "odds"):
    import numba  # noqa: F401 - what everything here is compiled by
    import numpy as np  # noqa: F401

from camelup.bulk.action_space import (
    ACTIONS,
    LOSERS,
    PARTNERS,
    ROLL,
    TICKETS,
    TILES,
    WINNERS,
    decode_action,
    encode_action,
)
from camelup.bulk.batch import Batch
from camelup.bulk.layout import GAME, NOBODY
from camelup.bulk.policies import RANDOM, SENSIBLE, Policy, choose_at_random, choose_sensibly
from camelup.bulk.recording import RecordedGames
from camelup.bulk.registry import POLICIES
from camelup.bulk.stats import Stats, statistics, statistics_of
from camelup.bulk.styles import MISER, PLAIN
from camelup.bulk.vector_game import VectorGame, VectorStep
from camelup.compiled import inlined
from camelup.compiled.random_stream import draw_below, next_state
from camelup.notebook import show_as_picture

__all__ = [
    "ACTIONS",
    "GAME",
    "LOSERS",
    "MISER",
    "NOBODY",
    "PARTNERS",
    "PLAIN",
    "POLICIES",
    "RANDOM",
    "ROLL",
    "SENSIBLE",
    "TICKETS",
    "TILES",
    "WINNERS",
    "Batch",
    "Policy",
    "RecordedGames",
    "Stats",
    "VectorGame",
    "VectorStep",
    "choose_at_random",
    "choose_sensibly",
    "decode_action",
    "draw_below",
    "encode_action",
    "inlined",
    "next_state",
    "statistics",
    "statistics_of",
]

show_as_picture(Stats)
