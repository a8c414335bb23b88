"""Who plays in rollouts: a mixture of styles, since nobody knows how the others will play."""

import numpy as np

from camelup.bulk.styles import STYLES

_NAMES = list(STYLES)
_OFTEN = ("plain", "sly", "keen", "miser")
"""Those that play well are met twice as often as the others."""

STYLE_WEIGHTS = np.array(list(STYLES.values()))
"""The weights of every style; its row is its number."""
MIXTURE = np.array([_NAMES.index(name) for name in [*_NAMES, *_OFTEN]], np.int64)
"""Numbers of styles, each as often as it is met."""
OWN_STYLE = _NAMES.index("miser")
"""How the champion imagines itself to go on."""
