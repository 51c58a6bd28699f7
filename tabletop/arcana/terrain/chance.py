"""Whole numbers from a seed, the same on every machine: the twister's bits and nothing that divides or rounds."""

from __future__ import annotations

from random import Random

from tabletop.arcana.terrain.odds import parsed


class Chance:
    """A stream of rolls that depends on nothing but its seed."""

    def __init__(self, seed: int) -> None:
        self._bits = Random(seed).getrandbits

    def below(self, limit: int) -> int:
        """From 0 to below the limit, each as likely."""
        bits = limit.bit_length()
        drawn = self._bits(bits)
        while drawn >= limit:
            drawn = self._bits(bits)
        return drawn

    def between(self, least: int, most: int) -> int:
        """From the least to the most, both included."""
        return least + self.below(most - least + 1)

    def roll(self, dice: str) -> int:
        """The total of dice as `2d6` or `d3+1`."""
        count, faces, more = parsed(dice)
        return sum(self.between(1, faces) for _ in range(count)) + more
