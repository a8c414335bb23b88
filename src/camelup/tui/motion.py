"""The frames of a move: where all camels are while a unit runs along the ring."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from camelup.core.edition import Camel
from camelup.core.events import CamelMoved, Event
from camelup.tui.scene import Stacks


class Frame(NamedTuple):
    """Where all camels are, and which of them move."""

    stacks: Stacks
    moving: frozenset[Camel]


def frames(events: Sequence[Event], stacks: Stacks) -> Iterator[Frame]:
    """Give a frame for each space that a unit passes, and one for where it comes to stand.

    >>> moved = CamelMoved((Camel.RED,), 2, 4, is_under=False)
    >>> for frame in frames([moved], {2: (Camel.BLUE, Camel.RED), 4: (Camel.GREEN,)}):
    ...     print({space: "".join(stack) for space, stack in frame.stacks.items() if stack})
    {2: 'b', 4: 'g', 3: 'r'}
    {2: 'b', 4: 'gr'}
    """
    standing = dict(stacks)
    for event in events:
        if isinstance(event, CamelMoved):
            unit = event.unit
            standing[event.start] = standing[event.start][: -len(unit)]
            step = 1 if event.end > event.start else -1
            for space in range(event.start + step, event.end, step):
                yield Frame({**standing, space: standing.get(space, ()) + unit}, frozenset(unit))
            there = standing.get(event.end, ())
            standing[event.end] = unit + there if event.is_under else there + unit
            yield Frame(dict(standing), frozenset(unit))
