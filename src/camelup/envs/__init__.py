"""Environments for people who build players: many compiled games at once, Gymnasium and PettingZoo.

docs/gymnasium.md explains them. Each is imported when it is first asked for, so a program pays only for the libraries
that it uses. `camelup.envs.camelup_v0` is the environment for PettingZoo.
"""

from typing import TYPE_CHECKING

from camelup.lazy import lazy_names

__all__ = [
    "FACTS",
    "LAYOUTS",
    "ODDS",
    "CamelUpEnv",
    "CamelUpVectorEnv",
    "Encoder",
    "Feature",
    "Layout",
    "Opponent",
    "VectorGame",
    "VectorStep",
    "action_number",
    "camelup_v0",
    "encode",
    "find_layout",
    "legal_mask",
    "numbered_action",
]

if TYPE_CHECKING:
    from camelup.bulk.observations import (
        FACTS,
        LAYOUTS,
        ODDS,
        Encoder,
        Feature,
        Layout,
        action_number,
        encode,
        find_layout,
        legal_mask,
        numbered_action,
    )
    from camelup.bulk.vector_game import VectorGame, VectorStep
    from camelup.envs.gymnasium_env import CamelUpEnv
    from camelup.envs.gymnasium_vector import CamelUpVectorEnv
    from camelup.envs.opponents import Opponent
else:
    _OTHERS = {
        "CamelUpEnv": "gymnasium_env",
        "CamelUpVectorEnv": "gymnasium_vector",
        "Opponent": "opponents",
        "VectorGame": "camelup.bulk.vector_game",
        "VectorStep": "camelup.bulk.vector_game",
    }
    _OBSERVATIONS = dict.fromkeys(set(__all__) - {"camelup_v0", *_OTHERS}, "camelup.bulk.observations")
    __getattr__, __dir__ = lazy_names(__name__, _OBSERVATIONS | _OTHERS, "Environments", "envs")
