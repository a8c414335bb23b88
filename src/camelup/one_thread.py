"""Processes that compute with one thread each: side by side, more threads would only get in each other's way.

NumPy's matrices and Numba would take all cores. They read how many they may take when they are imported, so it has to
be said before a process starts.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_MATRICES = dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"), "1")
ONE_THREAD = {"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", **_MATRICES}
"""The variables of the environment that say so."""


def multiply_with_one_thread() -> None:
    """Let NumPy take one core for its matrices, unless the user has said another number; before NumPy is imported.

    A net's matrices are too small to be shared out: beside other work, cores that wait for each other take twenty times
    as long as one.
    """
    for name, count in _MATRICES.items():
        os.environ.setdefault(name, count)


@contextmanager
def computing_with_one_thread() -> Iterator[None]:
    """Let processes that are started here have one thread; for those that take no environment of their own."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(ONE_THREAD)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
