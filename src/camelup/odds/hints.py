"""What actions are worth, as hints: four words instead of figures, by the yardstick of a roll."""

from collections.abc import Iterator
from typing import Literal

from camelup.core.actions import PlaceTile, PlayCard, Roll
from camelup.odds.action_values import ActionValue, Values

Hint = Literal["best", "up", "level", "down"]
"""Nothing is better; clearly more than a roll; much the same; clearly less."""

_CLEARLY = 0.10
_TIED = 0.005
"""Two actions that are this close are both the best."""


def hints(valued: Values) -> dict[str, Hint]:
    """Return a hint for each action of a seat, by its text; of tiles only for the best place of either side.

    >>> from camelup import Game
    >>> from camelup.odds import values
    >>> told = hints(values(Game(players=3, seed=7).view(0)))
    >>> told["ticket y"], told["roll"], told["ticket b"], [action for action in told if action.startswith("tile")]
    ('best', 'level', 'down', ['tile 4-', 'tile 4+'])
    """
    best = valued.actions[0].own
    roll = next(value.own for value in valued.actions if isinstance(value.action, Roll))
    return {str(value.action): _hint(value.own, best, roll) for value in _shown(valued.actions)}


def best_first(valued: Values) -> list[str]:
    """Return the best actions, the best first, up to one that everybody can do.

    Everybody's hints are the same, so a card may be among them that the seat has already played. Then its best action
    is the next of these.

    >>> from camelup import Game
    >>> from camelup.odds import values
    >>> best_first(values(Game(players=3, seed=7).view(0)))
    ['ticket y']
    """
    texts = []
    for value in valued.actions:
        texts.append(str(value.action))
        if not isinstance(value.action, PlayCard):
            break
    return texts


def _hint(worth: float, best: float, roll: float) -> Hint:
    if worth >= best - _TIED:
        return "best"
    if worth > roll + _CLEARLY:
        return "up"
    return "down" if worth < roll - _CLEARLY else "level"


def _shown(best_first: tuple[ActionValue, ...]) -> Iterator[ActionValue]:
    """Leave out the tiles that are worse than another with the same side up: thirty arrows would be no hint."""
    sides = set()
    for value in best_first:
        if isinstance(value.action, PlaceTile):
            if value.action.side in sides:
                continue
            sides.add(value.action.side)
        yield value
