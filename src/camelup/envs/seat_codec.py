"""Between a seat of one game and an agent: observations, masks and numbers of actions."""

from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from camelup.bulk.observations import Encoder, Layout, find_layout, legal_mask, numbered_action
from camelup.bulk.observations.layouts import Observation
from camelup.bulk.observations.numbering import Numbering, check_numbering
from camelup.core.actions import Action
from camelup.core.events import Event
from camelup.core.view import View

Mask = npt.NDArray[np.bool_]


def observation_space(layout: str | Layout) -> gymnasium.spaces.Box:
    """Return the space of a layout's observations, with the limits of each number."""
    layout = find_layout(layout)
    return gymnasium.spaces.Box(layout.low, layout.high, dtype=layout.dtype.type)


class SeatCodec:
    """Follows a game as one seat sees it."""

    def __init__(self, view: View, layout: str | Layout, numbering: Numbering) -> None:
        check_numbering(numbering)
        self._encoder = Encoder(view, layout)
        self._numbering = numbering

    def follow(self, events: Iterable[Event]) -> None:
        """Hear what happened."""
        self._encoder.follow(events)

    def encode(self, view: View) -> Observation:
        """Return the observation of a view."""
        return self._encoder.encode(view)

    def mask(self, view: View) -> Mask:
        """Return which actions are legal; none where it is not the seat's turn."""
        return legal_mask(view, self._numbering)

    def action(self, view: View, number: int | np.integer[Any]) -> Action:
        """Return the action with a number."""
        return numbered_action(view, number, self._numbering)  # type: ignore[arg-type]  # it takes both
