"""Looking ahead: rollouts, beliefs about hidden cards, and the value of a position.

Players, reviews and luck-free ratings share it.
"""

__all__: list[str] = []
