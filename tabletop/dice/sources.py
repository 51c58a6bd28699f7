"""Where faces come from: from a seed, or typed in by who threw the dice; nothing is thrown in secret."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from tabletop.dice.rolls import SIDES, parse_dice


class Chance:
    """A stream of rolls from a seed, equal on every machine: the Mersenne Twister's bits, no division or rounding."""

    def __init__(self, seed: int) -> None:
        self._bits = Random(seed).getrandbits

    def below(self, limit: int) -> int:
        """Uniform integer in [0, limit)."""
        bits = limit.bit_length()
        drawn = self._bits(bits)
        while drawn >= limit:
            drawn = self._bits(bits)
        return drawn

    def randint(self, least: int, most: int) -> int:
        """Uniform integer in [least, most]."""
        return least + self.below(most - least + 1)

    def roll(self, dice: str) -> int:
        """The total of dice as `2d6` or `d3+1`."""
        parsed = parse_dice(dice)
        return sum(self.randint(1, parsed.faces) for _ in range(parsed.count)) + parsed.more


class FacesError(ValueError):
    """Faces that can't be what was thrown; `place` is the first wrong one, counted from 1."""

    def __init__(self, place: int, reason: str) -> None:
        super().__init__(reason)
        self.place = place
        self.reason = reason


class Rolled(Protocol):
    """A source of faces."""

    def faces(self, count: int, name: str, sides: int = SIDES) -> tuple[int, ...]:
        """So many faces of dice with so many sides for a step of that name."""
        ...


class Foretold:
    """A source that is told of each roll whose faces it is asked for next."""

    def next_roll(self, roll: Any) -> None:
        """`roll` has its count, and its odds (`tabletop/dice/rolls.py`)."""
        raise NotImplementedError


class Seeded:
    """Faces from a seed, the same ones every time."""

    def __init__(self, seed: int) -> None:
        self._chance = Chance(seed)

    def faces(self, count: int, name: str, sides: int = SIDES) -> tuple[int, ...]:
        return tuple(self._chance.randint(1, sides) for _ in range(count))


class Typed:
    """Faces as somebody has typed them in, in the order in which they are asked for."""

    def __init__(self, faces: Sequence[int], sides: int = SIDES) -> None:
        """Of dice with up to so many sides; FacesError for a face that no such die has."""
        self._faces, self._taken = tuple(faces), 0
        self._check(1, self._faces, sides)

    @staticmethod
    def _check(first: int, faces: Sequence[int], sides: int) -> None:
        for place, face in enumerate(faces, first):
            if not 1 <= face <= sides:
                raise FacesError(place, f"die {place} shows {face}: a die shows 1 to {sides}")

    def faces(self, count: int, name: str, sides: int = SIDES) -> tuple[int, ...]:
        """FacesError where there are too few left, or one shows more than these dice have sides."""
        left = self._faces[self._taken : self._taken + count]
        if len(left) < count:
            reason = f"{name} asks for {count} dice, and {len(left)} of {len(self._faces)} are left"
            raise FacesError(len(self._faces) + 1, reason)
        self._check(self._taken + 1, left, sides)
        self._taken += count
        return left

    def check_all_taken(self) -> None:
        """FacesError where more were typed in than asked for."""
        if self._taken < len(self._faces):
            raise FacesError(self._taken + 1, f"{self._taken} dice are thrown, not {len(self._faces)}")
