"""A force filled up to what its size of game wants, with an equal share of every kind of block that there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle

from msgspec.structs import replace

from tabletop.wizardkings.catalogue import CAPITAL_GOLD, Kind
from tabletop.wizardkings.force import MOST_BLOCKS, Capital, Force, with_count, with_pooled
from tabletop.wizardkings.pack import Pack, UnitRow


def filled(force: Force, pack: Pack) -> Force:
    """The force with wizards, cadres, chaos pool and capitals added until nothing is too few, as far as the pack goes.

    Nothing that stands in it is taken off.
    """
    for kind, count in ((Kind.WIZARD, force.wizards), (Kind.ARMY, force.cadres)):
        force = topped_up(force, pack.rows(force.army, kind), count)
    chaos = _chaos_rows(force, pack)
    force = _added(force, chaos, force.terms.pool_least, lambda each: each.pooled, with_pooled)
    pooled = [row for row in chaos if row.slug in force.pooled]
    force = _added(force, pooled, force.terms.chaos, lambda each: each.counts, with_count, pool=True)
    return replace(force, capitals=(*force.capitals, *_more_capitals(force, pack)))


def topped_up(force: Force, rows: Sequence[UnitRow], wanted: int) -> Force:
    """The force with blocks of these kinds added until it starts with so many of them, or no blocks are left."""
    return _added(force, rows, wanted, lambda each: each.counts, with_count)


def _chaos_rows(force: Force, pack: Pack) -> tuple[UnitRow, ...]:
    return pack.rows(force.army, Kind.CHAOS, Kind.WEREBEAST) if force.werebeasts else pack.rows(force.army, Kind.CHAOS)


def _added(
    force: Force,
    rows: Sequence[UnitRow],
    wanted: int,
    counts: Callable[[Force], dict[str, int]],
    changed: Callable[[Force, str, int], Force],
    *,
    pool: bool = False,
) -> Force:
    """One more of each kind in turn until so many are there or no blocks are left; from the `pool` where it says so."""
    most = {row.slug: force.pooled[row.slug] if pool else most_of(row) for row in rows}
    for row in cycle(rows):
        have = counts(force)
        if sum(have.get(each.slug, 0) for each in rows) >= wanted or all(have.get(s, 0) >= most[s] for s in most):
            break
        if have.get(row.slug, 0) < most[row.slug]:
            force = changed(force, row.slug, have.get(row.slug, 0) + 1)
    return force


def most_of(row: UnitRow) -> int:
    """Blocks that there are; as many as a file may say where the pack doesn't know."""
    return MOST_BLOCKS if row.copies is None else row.copies


def _more_capitals(force: Force, pack: Pack) -> Iterator[Capital]:
    """A capital for each home map that has none yet: the first city of the pack's map that may be one."""
    taken = {capital.map for capital in force.capitals}
    cities = [city for city in (pack.map.cities if pack.map else ()) if city.gold in CAPITAL_GOLD]
    for number in range(1, force.terms.capitals + 1):
        if cities and number not in taken and len(force.capitals) < force.terms.capitals:
            yield Capital(city=cities[0].hex, map=number)
