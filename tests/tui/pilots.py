"""What is on the screen of a Pilot, and waiting for it."""

from collections.abc import Callable

from textual.pilot import Pilot

from camelup.tui.grid_screen import GridScreen

_LONGEST = 3000
"""Looks, a few hundredths of a second apart: nothing here judges time."""


def shown(pilot: Pilot[None]) -> str:
    """The text on the screen."""
    screen = pilot.app.screen
    assert isinstance(screen, GridScreen)
    return screen.grid.text


async def until(pilot: Pilot[None], is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    for _ in range(_LONGEST):
        if is_so():
            return
        await pilot.pause(0.02)
    raise AssertionError(shown(pilot))
