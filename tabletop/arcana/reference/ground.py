"""The terrain table: what an inch of each ground costs, its cover, how far one sees in it (ruling T18)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from tabletop.arcana.battlefield.schema import Cover, Going
from tabletop.arcana.terrain import GroundKind
from tabletop.arcana.terrain.going import LOOSE, RANKED

HEADS = ("ground", "block", "skirmish", "to hit", "sight")
PARTS_OF_AN_INCH = {Fraction(0): "", Fraction(1, 3): "⅓"}
COVER: dict[Cover, str] = {Cover.SOFT: "-1", Cover.HARD: "-1", Cover.FULL: "-2"}


def terrain_rows(kinds: Iterable[GroundKind]) -> tuple[tuple[str, ...], ...]:
    """A row for each kind of ground under `HEADS`; those that the book leaves to the players bear a star."""
    return tuple(_row(kind) for kind in kinds)


def _row(kind: GroundKind) -> tuple[str, ...]:
    sight = f'{kind.sight.inside}" in' if kind.sight else ""
    cover = COVER[kind.cover] if kind.cover else ""
    return (kind.name + "*" * kind.ours, _cost(RANKED, kind.going), _cost(LOOSE, kind.going), cover, sight)


def _cost(factors: Mapping[Going, Fraction], going: Going) -> str:
    """What an inch takes of a move."""
    if going not in factors:
        return "no"
    whole, part = divmod(factors[going], 1)
    return f'{whole}{PARTS_OF_AN_INCH[part]}"'
