"""Environments for people who build players: Gymnasium and PettingZoo; docs/gymnasium.md explains them.

Each is imported when it is first asked for, so a program pays only for the libraries that it uses.
"""

from typing import TYPE_CHECKING

from camelup.lazy import lazy_names

if TYPE_CHECKING:
    from camelup.envs.gymnasium_env import CamelUpEnv
    from camelup.envs.opponents import Opponent
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "CamelUpEnv": "gymnasium_env",
            "CamelUpVectorEnv": "gymnasium_vector",
            "Opponent": "opponents",
        },
    )

__all__ = ["CamelUpEnv", "Opponent"]
