"""How patient slipcover is in a worker, said before anything that it counts is imported.

It takes probes out once one of them has been passed so many times, and looks through every function of the program for
it: a tenth of a second of processor each time, hundreds of times in a run if it begins at its own 50. A probe that is
passed some thousand times more costs a millisecond.
"""

from __future__ import annotations

from slipcover import pytest_plugin

PASSES = 10_000

if pytest_plugin._slipcover_instance is not None:
    pytest_plugin._slipcover_instance.d_miss_threshold = PASSES
