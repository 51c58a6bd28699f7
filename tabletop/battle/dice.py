"""Dice of a battle: from whoever throws them, noted as they fall, so that every one ends in an event.

Dice that have fallen stay fallen: faces that were thrown for a purpose and then undone are given again for the same
purpose. Other faces can be had, and are marked.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Literal

from tabletop.battle.events import Throw
from tabletop.battle.sealing import SALT_BYTES, new_salt
from tabletop.dice.rolls import SIDES
from tabletop.dice.sources import Rolled, Seeded, Typed

How = Literal["typed", "rolled", "seeded"]
FallenDice = Mapping[tuple[str, str], Sequence[int]]  # faces by their purpose and of whom they are


class RandomDice:
    """Faces from the machine's own source of randomness."""

    def faces(self, count: int, name: str, sides: int = SIDES) -> tuple[int, ...]:
        return tuple(secrets.randbelow(sides) + 1 for _ in range(count))


class NotedDice:
    """A source of faces that notes each throw; `dice.of("r1").faces(5, "to-hit")` notes of whom they are, too.

    What decides takes the notes by `taken` for the happening that they belong to.
    """

    def __init__(self, source: Rolled, how: How, *, fallen: FallenDice | None = None, again: bool = False) -> None:
        """With `again`, other faces than the `fallen` ones are wanted."""
        self._source, self._how, self._again = source, how, again
        self._fallen = {purpose: tuple(faces) for purpose, faces in (fallen or {}).items()}
        self._noted: list[Throw] = []

    @classmethod
    def typed(cls, faces: Sequence[int], *, sides: int = SIDES, fallen: FallenDice | None = None) -> NotedDice:
        """Faces as a player types them, of dice with up to so many sides; FacesError for one that no such die has.

        Others than the fallen ones are marked.
        """
        return cls(Typed(faces, sides), "typed", fallen=fallen)

    @classmethod
    def rolled(cls, *, fallen: FallenDice | None = None, again: bool = False) -> NotedDice:
        return cls(RandomDice(), "rolled", fallen=fallen, again=again)

    @classmethod
    def seeded(cls, seed: int, *, fallen: FallenDice | None = None, again: bool = False) -> NotedDice:
        return cls(Seeded(seed), "seeded", fallen=fallen, again=again)

    def faces(self, count: int, name: str, sides: int = SIDES) -> tuple[int, ...]:
        """So many faces for a purpose; FacesError where too few were typed."""
        return self._faces(count, name, "", sides)

    def of(self, ref: str) -> Rolled:
        """The same dice, whose throws are noted as those of a unit."""
        return _DiceOfUnit(self, ref)

    def taken(self) -> tuple[Throw, ...]:
        """The throws since this was last asked."""
        noted, self._noted = tuple(self._noted), []
        return noted

    def salt(self) -> str:
        """A salt that nobody can guess, in no note; of dice from a seed the same for the same seed."""
        if isinstance(self._source, Typed):
            return new_salt()
        return "".join(f"{face - 1:x}" for face in self._source.faces(2 * SALT_BYTES, "salt", 16))

    def check_all_taken(self) -> None:
        """FacesError where more were typed than asked for; RuntimeError for a throw that is in no happening."""
        if isinstance(self._source, Typed):
            self._source.check_all_taken()
        if self._noted:
            raise RuntimeError(f"dice for {self._noted[0].purpose} are in no event")

    def _faces(self, count: int, purpose: str, ref: str, sides: int) -> tuple[int, ...]:
        if not count:
            return ()
        lying = self._fallen.get((purpose, ref), ())
        self._fallen[purpose, ref] = lying[count:]
        lying = lying[:count]
        if self._how == "typed" or self._again:
            faces = self._source.faces(count, purpose, sides)
            again = faces[: len(lying)] != lying if self._how == "typed" else bool(lying)
        else:
            faces, again = lying + self._source.faces(count - len(lying), purpose, sides), False
        self._noted.append(Throw(faces, purpose, self._how, ref, sides, again))
        return faces


class _DiceOfUnit:
    def __init__(self, dice: NotedDice, ref: str) -> None:
        self._dice, self._ref = dice, ref

    def faces(self, count: int, name: str, sides: int = SIDES) -> tuple[int, ...]:
        return self._dice._faces(count, name, self._ref, sides)
