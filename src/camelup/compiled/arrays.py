"""The arrays that kernels take, as type checkers know them and as signatures name them."""

import numpy as np
import numpy.typing as npt
from numba import types

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

INT = types.int64
INTS = types.int64[::1]
FLOATS = types.float64[::1]
FLOATS_2D = types.float64[:, ::1]
FLOATS_3D = types.float64[:, :, ::1]
BYTES_3D = types.uint8[:, :, ::1]
