"""Regeneration at the start of the morale phase: a die for each wound that living models have lost, 3 or less heals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.harm.losses import Left
from tabletop.dice import Distribution, Hits, certain

REGENERATION = BOOK.section("Regeneration Rolls")
HEALS_ON = 3


class Regaining(Struct, frozen=True):
    """What models have lost that each throw for their own wounds; read as what they have lost then, the most first.

    Models of several kinds stay in their order (`Left.having_lost`).
    """

    lost: tuple[int, ...]
    of_kinds: bool = False

    @property
    def count(self) -> int:
        return sum(self.lost)

    def read(self, faces: Sequence[int]) -> tuple[int, ...]:
        thrown = iter(faces)
        lost = tuple([sum(next(thrown) > HEALS_ON for _ in range(lost)) for lost in self.lost])
        return lost if self.of_kinds else _sorted(lost)

    def odds(self) -> Distribution[tuple[int, ...]]:
        found: Distribution[tuple[int, ...]] = certain(())
        for lost in self.lost:
            healed = Hits(lost, HEALS_ON).odds()
            found = found.then(lambda others, lost=lost, healed=healed: healed.map(lambda own: (*others, lost - own)))  # type: ignore[misc]
        return found if self.of_kinds else found.map(_sorted)


def _sorted(lost: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(filter(None, lost), reverse=True))


def regaining(left: Left) -> Regaining | None:
    """What is thrown for those who are left; None where nobody has lost anything."""
    if left.parts:
        return Regaining(tuple(own for _, lost in left.parts for own in lost), of_kinds=True) if left.lost else None
    return Regaining(left.lost) if left.lost else None
