"""The terrain table: what an inch of each ground costs, its cover, how far one sees in it (ruling T18)."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.arcana.battlefield.schema import Cover, Going
from tabletop.arcana.terrain import GroundKind

HEADS = ("ground", "block", "skirmish", "to hit", "sight")
COSTS: dict[Going, tuple[str, str]] = {
    Going.OPEN: ('1"', '1"'),
    Going.DIFFICULT: ('2"', '1⅓"'),
    Going.VERY_DIFFICULT: ('4"', '2"'),
    Going.IMPASSABLE: ("no", "no"),
}
"""What an inch takes of the move of a block and of skirmishers (Terrain and Movement)."""

COVER: dict[Cover, str] = {Cover.SOFT: "-1", Cover.HARD: "-1", Cover.FULL: "-2"}


def terrain_rows(kinds: Iterable[GroundKind]) -> tuple[tuple[str, ...], ...]:
    """A row for each kind of ground under `HEADS`; those that the book leaves to the players bear a star."""
    return tuple(_row(kind) for kind in kinds)


def _row(kind: GroundKind) -> tuple[str, ...]:
    sight = f'{kind.sight.inside}" in' if kind.sight else ""
    cover = COVER[kind.cover] if kind.cover else ""
    return (kind.name + "*" * kind.ours, *COSTS[kind.going], cover, sight)
