"""Characters and what carries them, mount or vehicle: on whom of both a hit is, and how bold they are together."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.arcana.catalogue.profiles import Morale, MoraleKind

RIDERS_HITS = {4: 2, 5: 2}  # or less, by the wounds of what carries it; a 1 from six wounds on
OF_LARGE_ONES = 1


def rider_on(wounds: int) -> int:
    """On how much or less a hit is on the rider; a vehicle of fewer than 4 wounds counts as one of 4 (ruling T11)."""
    return RIDERS_HITS.get(max(wounds, min(RIDERS_HITS)), OF_LARGE_ONES)


def ridden(mount: Morale, riders: Iterable[Morale]) -> Morale:
    """The morale of all together: the highest value, and fearless or berserk where any is."""
    every = (mount, *riders)
    boldest = (MoraleKind.BERSERK, MoraleKind.FEARLESS, MoraleKind.NATURAL)
    kind = min((morale.kind for morale in every), key=boldest.index)
    value = max(morale.value for morale in every)
    return Morale(value=value, kind=kind, disciplined=all(morale.disciplined for morale in every))
