"""A worker: a process that does one job after the other, `python -m camelup.server.thinking.worker`.

It is begun by slot.py, reads jobs from its standard input and writes replies to its standard output. It lives as
long as its input is open: when the server is gone, however it went, so is the worker, in the middle of a thought too.
"""

import os
import signal
import sys
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO, TypeVar

import msgspec

from camelup.core.errors import CamelUpError
from camelup.server.thinking.jobs import LENGTH, Broken, Done, Failed, Job, Ready, Reply, read_job, write_frame
from camelup.server.time_slice import USUAL, set_time_slice

_NICENESS = 10
_REASON = 160
"""The most characters of the reason why a worker cannot start."""
_Job = TypeVar("_Job")
Answering = Callable[[Job], object]


def work(prepare: Callable[[], Callable[[_Job], object]], read: Callable[[bytes], _Job]) -> None:
    """Do jobs until the server hangs up; `prepare` loads what that needs and gives the function that does them."""
    _step_back()
    replies = _take_output()
    jobs: SimpleQueue[_Job] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, jobs, read), daemon=True).start()
    try:
        try:
            answer = prepare()
        except CamelUpError as error:
            _send(replies, _failed(error))
            return
        except Exception as error:  # noqa: BLE001 - told to the server, whatever it is
            reason = f"{type(error).__name__}: {error}"[:_REASON]
            _send(replies, Failed("ServerError", "workers", f"Computer players and odds cannot be loaded: {reason}."))
            return
        _send(replies, Ready())
        while True:
            _send(replies, _reply(answer, jobs.get()))
    finally:
        os._exit(1)  # not by the usual way out, which would wait for the thread that listens


def _reply(answer: Callable[[_Job], object], job: _Job) -> Reply:
    try:
        return Done(msgspec.Raw(msgspec.json.encode(answer(job))))
    except CamelUpError as error:
        return _failed(error)
    except Exception:  # noqa: BLE001 - whatever it is, the next job is not to suffer from it
        return Broken()


def _prepare() -> Answering:
    """Load Numba and all that it has compiled; the first start after an installation compiles it, for a minute."""
    from camelup.extras import require_extra  # noqa: PLC0415 - what is heavy is imported after stepping back

    # Where SciPy is installed, Numba loads it for linear algebra, half a second at every start; no kernel here has any.
    sys.modules["scipy"] = None  # type: ignore[assignment]
    with require_extra("Computer players and odds", "odds"):
        from camelup.server.thinking.job_runner import JobRunner  # noqa: PLC0415
    runner = JobRunner()
    runner.rehearse()
    return runner.answer


def _step_back() -> None:
    """Let the server and everybody else go first; signals that are meant for the server are no business of ours."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    set_time_slice(USUAL)  # not the server's own, which is inherited


def _take_output() -> BinaryIO:
    """Keep the standard output for replies alone: what a library prints goes nowhere."""
    output = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return output


def _listen(requests: BinaryIO, jobs: SimpleQueue[_Job], read: Callable[[bytes], _Job]) -> None:
    """Read jobs; at the end of the input, end the process, whatever it is at."""
    try:
        while head := requests.read(LENGTH.size):
            jobs.put(read(requests.read(*LENGTH.unpack(head))))
    finally:
        os._exit(0)


def _failed(error: CamelUpError) -> Failed:
    # An error may quote half a character, which cannot be sent.
    message = error.message.encode(errors="replace").decode()
    return Failed(type(error).__name__, error.code, message)


def _send(replies: BinaryIO, reply: Reply) -> None:
    replies.write(write_frame(reply))
    replies.flush()


if __name__ == "__main__":
    work(_prepare, read_job)
