"""Who plays in rollouts: a mixture of styles, since nobody knows how the others will play.

Beside the styles there are two weak kinds of player, for tables where those sit: one that feels its chances by the
places on the track, and one without any clue. Reviews and the luck of matches leave them out; the champion adds them
by what its rivals have done (rivals.py).
"""

import numpy as np

from camelup.bulk.styles import STYLES
from camelup.compiled.arrays import IntArray
from camelup.core.edition import MAX_PLAYERS
from camelup.search.feeling import FEELING

_NAMES = list(STYLES)
_OFTEN = ("plain", "sly", "keen", "miser")
"""Those that play well are met twice as often as the others."""

BY_FEEL = len(_NAMES)
"""The number of the kind that feels its chances, after those of the styles."""
CLUELESS = BY_FEEL + 1
"""The number of the kind that takes any action."""
KINDS = CLUELESS + 1

STYLE_WEIGHTS = np.array([*STYLES.values(), FEELING])
"""The weights of every style; its row is its number."""
MIXTURE = np.array([_NAMES.index(name) for name in [*_NAMES, *_OFTEN]], np.int64)
"""Numbers of styles, each as often as it is met."""
OWN_STYLE = _NAMES.index("miser")
"""How the champion imagines itself to go on."""


def by_seat(mixture: IntArray) -> IntArray:
    """Return a mixture with a row for each seat, whether there is one already or one for all."""
    return np.tile(mixture, (MAX_PLAYERS, 1)) if mixture.ndim == 1 else mixture
