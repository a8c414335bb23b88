"""Looking ahead: rollouts, beliefs about hidden cards, and the value of a position.

Players, reviews and luck-free ratings share it.
"""

from camelup.extras import require_extra

with require_extra("Searches", "odds"):
    import numba  # noqa: F401 - rollouts are compiled
    import numpy as np  # noqa: F401

__all__: list[str] = []
