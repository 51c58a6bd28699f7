"""Seeds by name, and dice that hang on what they are thrown for.

A battle has a key: the state of numpy's SeedSequence for the experiment's seed and, as its spawn key, the cell's
number and the battle's. Children so named are independent, and none hangs on the order of work. Inside a battle a
number is drawn for a purpose (who strikes whom with what, in which turn and step): a SplitMix64 hash of key and
purpose, random access instead of a stream. So two variants of an army throw the same dice for the same purpose,
whatever else happens in their battles, and thousands of battles are drawn for at once. Only shifts, additions and
multiplications of 64 bits are used, so that the same seed brings the same numbers on every machine and with every
release of numpy; golden values hold them. Cost: about 15 ns a number.

Source: Steele, Lea and Flood, “Fast splittable pseudorandom number generators”, 2014.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
SHIFTS = np.uint64(30), np.uint64(27), np.uint64(31)
UNUSED_BITS = np.uint64(11)  # of 64: a float has 53
UNIT = 2.0**-53


def battle_keys(seed: int, cell: int, first: int, count: int) -> Keys:
    """The keys of so many battles of a cell, from its `first` on: each the same whatever is played beside it."""
    keys = [
        np.random.SeedSequence(seed, spawn_key=(cell, first + each)).generate_state(1, np.uint64)
        for each in range(count)
    ]
    return np.concatenate(keys) if keys else np.zeros(0, np.uint64)


def purpose(*words: object) -> int:
    """A number of 64 bits for words that name a purpose."""
    named = "/".join(map(str, words)).encode()
    return int.from_bytes(hashlib.blake2b(named, digest_size=8).digest(), "little")


def mixed(numbers: Any) -> Keys:
    """SplitMix64's finaliser: every bit of the input changes every bit of the output with a chance of a half."""
    found = (numbers ^ (numbers >> SHIFTS[0])) * FIRST
    found = (found ^ (found >> SHIFTS[1])) * SECOND
    hashed: Keys = found ^ (found >> SHIFTS[2])
    return hashed


def uniforms(keys: Keys, own: Any, other: Any) -> Floats:
    """Numbers in [0, 1), one a key, for a purpose that two numbers of 64 bits name."""
    hashed = mixed(mixed(keys + GAMMA ^ own) + (other ^ GAMMA))
    drawn: Floats = (hashed >> UNUSED_BITS).astype(np.float64) * UNIT
    return drawn
