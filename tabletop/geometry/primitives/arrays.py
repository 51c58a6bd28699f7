"""Names for the kinds of numpy arrays; docstrings give shapes in brackets, as (line, shape)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp]
Complexes = NDArray[np.complex128]  # points and vectors as x + iy
