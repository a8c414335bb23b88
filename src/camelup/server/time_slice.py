"""How soon the server gets its core back from its own workers, where they share one.

Since Linux 6.12 a thread may ask for shorter turns on its core than others have. It gets no more time than they do, but
when it has something to do it need not wait until a turn of theirs is over, which takes milliseconds. Other systems and
older ones ignore it.
"""

import ctypes
import os
import platform
import sys

SHORTEST = 100_000
"""The shortest turns that Linux grants, in nanoseconds."""
USUAL = 0
"""What processes have that ask for nothing."""

_SYSCALLS = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
"""The number of sched_setattr, which Python and the C library do not offer."""


class _SchedulingAttributes(ctypes.Structure):
    """`struct sched_attr` of Linux, in its first version."""

    _fields_ = (
        ("size", ctypes.c_uint32),
        ("policy", ctypes.c_uint32),
        ("flags", ctypes.c_uint64),
        ("nice", ctypes.c_int32),
        ("priority", ctypes.c_uint32),
        ("runtime", ctypes.c_uint64),
        ("deadline", ctypes.c_uint64),
        ("period", ctypes.c_uint64),
    )


def set_time_slice(nanoseconds: int) -> bool:
    """Ask for turns of this length for the calling thread; False where that is not possible."""
    number = _SYSCALLS.get(platform.machine())
    if not sys.platform.startswith("linux") or number is None or os.sched_getscheduler(0) != os.SCHED_OTHER:
        return False
    wanted = _SchedulingAttributes(
        size=ctypes.sizeof(_SchedulingAttributes),
        policy=os.SCHED_OTHER,
        nice=os.getpriority(os.PRIO_PROCESS, 0),
        runtime=nanoseconds,
    )
    refused: int = ctypes.CDLL(None).syscall(number, 0, ctypes.byref(wanted), 0)
    return not refused
