"""The way from plain functions to machine code: nothing is written twice, only compiled.

Importing this package imports Numba; nothing on the way to `camelup --help` or to a game without odds may do so.
"""

from camelup.extras import require_extra

with require_extra("Compiled functions", "odds"):
    import numba  # noqa: F401 - what compiles them
    import numpy as np  # noqa: F401

from camelup.compiled import integers, shared  # noqa: F401 - teach Numba what the core's integer rules are made of
from camelup.compiled.decorators import called, inlined, kernel

__all__ = ["called", "inlined", "kernel"]
