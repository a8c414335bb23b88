"""When a connection over HTTP has had its time: clients that read slowly may go on, those that do not read may not."""

import asyncio
from types import SimpleNamespace
from typing import Any

from camelup.server.configuration import Configuration
from camelup.server.http.connection_guard import ConnectionGuard, make_protocols
from camelup.server.metrics import Metrics


class Answering:
    """A connection in the middle of an answer; the client reads when the test says so."""

    def __init__(self) -> None:
        self.unread, self.is_cut_off = 0, False
        self.timers = 0
        http: Any = make_protocols(ConnectionGuard(Configuration(), Metrics()))[0]
        self.connection = http.__new__(http)
        self.connection.transport = self
        self.connection.flow = SimpleNamespace(
            write_paused=False, pause_writing=self._pause, resume_writing=self._resume
        )
        self.connection.cycle = SimpleNamespace(response_complete=False, more_body=False)
        self.connection.loop = asyncio.get_running_loop()
        self.connection._timer = SimpleNamespace(set=self._set)  # noqa: SLF001 - time is the test's
        self.connection._unread, self.connection._has_read = 0, False  # noqa: SLF001

    def _pause(self) -> None:
        self.connection.flow.write_paused = True

    def _resume(self) -> None:
        self.connection.flow.write_paused = False

    def _set(self, *_: object) -> None:
        self.timers += 1

    def get_write_buffer_size(self) -> int:
        return self.unread

    def abort(self) -> None:
        self.is_cut_off = True

    def look(self) -> bool:
        """Let the time pass; give whether the connection goes on."""
        self.connection._look()  # noqa: SLF001
        return not self.is_cut_off


async def test_who_reads_slowly_may_go_on_and_who_stops_may_not() -> None:
    answering = Answering()
    answering.unread = 1000
    answering.connection.pause_writing()
    answering.unread = 900
    assert answering.look()
    answering.connection.resume_writing()  # it has read so much that more was sent, and that waits again
    answering.unread = 1000
    answering.connection.pause_writing()
    assert answering.look()
    assert answering.timers == 2
    assert not answering.look()
