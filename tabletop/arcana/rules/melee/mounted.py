"""Characters and what carries them, mount or vehicle: how bold they are together."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.arcana.catalogue.profiles import Morale, MoraleKind


def ridden(mount: Morale, riders: Iterable[Morale]) -> Morale:
    """The morale of all together: the highest value, and fearless or berserk where any is."""
    every = (mount, *riders)
    boldest = (MoraleKind.BERSERK, MoraleKind.FEARLESS, MoraleKind.NATURAL)
    kind = min((morale.kind for morale in every), key=boldest.index)
    value = max(morale.value for morale in every)
    return Morale(value=value, kind=kind, disciplined=all(morale.disciplined for morale in every))
