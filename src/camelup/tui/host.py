"""The program around the screens: colours, leaving, and what the terminal is left with."""

import asyncio
import gc
import os
import signal
from collections.abc import Callable
from contextlib import suppress

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from camelup.core.errors import CamelUpError
from camelup.tui.palette import DARK, LIGHT, Palette

_SIGNALLED = 128
INTERRUPTED = _SIGNALLED + signal.SIGINT
FAILED = 2


class Host(App[None]):
    """A full-screen program. It ends with a code, and with an error that is printed once the terminal is restored."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [  # noqa: RUF012 - as Textual has it
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "interrupt", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
        Binding("tab", "nothing", show=False),
    ]

    def __init__(self, first: Callable[[], Screen[object]], palette: Palette = DARK) -> None:
        """Show the screen that `first` makes."""
        # Without colours Textual would still send shades of grey, unless it keeps to the terminal's own.
        super().__init__(ansi_color=bool(os.environ.get("NO_COLOR")) or None)
        self._first = first
        self.palette = palette
        self.error: CamelUpError | None = None
        self._is_ending = False

    def on_mount(self) -> None:
        """Show the first screen; whatever ends the program, the terminal is restored."""
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            for name in ("SIGINT", "SIGTERM", "SIGHUP"):
                with suppress(NotImplementedError, AttributeError):  # not on every system
                    number = getattr(signal, name)
                    loop.add_signal_handler(number, self._end, _SIGNALLED + number)
            # What has been imported stays. Looking through all of it for garbage would hold up a key by some 35 ms.
            self.call_after_refresh(gc.freeze)
        self.push_screen(self._first())

    def toggle_theme(self) -> None:
        """Change between dark and light."""
        self.palette = LIGHT if self.palette is DARK else DARK

    def leave(self, error: CamelUpError | None = None) -> None:
        """End the program."""
        self._end(FAILED if error else 0, error)

    def _end(self, code: int, error: CamelUpError | None = None) -> None:
        """End once: what fails because of the end is no error."""
        if not self._is_ending:
            self._is_ending, self.error = True, error
            self.exit(return_code=code)

    def action_interrupt(self) -> None:
        """Leave at once."""
        self._end(INTERRUPTED)


def run_host(host: Host) -> int:
    """Run a full-screen program to its end; give its exit code, or raise what made it end."""
    host.run()
    if host.error is not None:
        raise host.error
    return host.return_code or 0
