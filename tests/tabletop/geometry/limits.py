"""How deep lines may run into shapes, in few words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tabletop.geometry.primitives.arrays import Indices
from tabletop.geometry.visibility.depth_limits import Depth, DepthLimits


def depth_limits(allowed: Sequence[Depth | float], owners: Indices) -> DepthLimits:
    """The limits of some shapes, each given as a depth or as the inches allowed, and whose each shape is."""
    depths = [limit if isinstance(limit, Depth) else Depth.LIMITED for limit in allowed]
    inches = [0.0 if isinstance(limit, Depth) else limit for limit in allowed]
    return DepthLimits(np.array(depths, dtype=np.int8), np.array(inches, dtype=float), owners)
