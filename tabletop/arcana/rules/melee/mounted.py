"""How bold several are together: characters and what carries them, mount or vehicle, and kinds of troops in a unit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tabletop.arcana.catalogue.profiles import Morale, MoraleKind


def ridden(mount: Morale, riders: Iterable[Morale]) -> Morale:
    """The morale of all together: the highest value, and fearless or berserk where any is."""
    every = (mount, *riders)
    boldest = (MoraleKind.BERSERK, MoraleKind.FEARLESS, MoraleKind.NATURAL)
    kind = min((morale.kind for morale in every), key=boldest.index)
    value = max(morale.value for morale in every)
    return Morale(value=value, kind=kind, disciplined=all(morale.disciplined for morale in every))


def of_characters(living: Mapping[int, Morale], rides: Sequence[int]) -> Morale:
    """That of characters alone, by their places from 1: all of them have to be as bold (reading BR48).

    `rides` are by place the places of what carries each: both of them are one, and as bold as either.
    """
    together: dict[int, list[Morale]] = {}
    for place, morale in living.items():
        mount = rides[place - 1]
        together.setdefault(mount if mount in living else place, []).append(morale)
    return as_bold_as_all([ridden(first, others) for first, *others in together.values()])


def as_bold_as_all(morales: Sequence[Morale]) -> Morale:
    """The first of those who are least bold."""
    for kind in (MoraleKind.NATURAL, MoraleKind.FEARLESS):
        if alike := [morale for morale in morales if morale.kind is kind]:
            return alike[0]
    return morales[0] if morales else Morale(value=0)


def of_kinds(morales: Sequence[Morale]) -> Morale:
    """That of several kinds of troops together: the highest value, and no bolder than the least of them (BR120)."""
    least = as_bold_as_all(morales)
    value = max(morale.value for morale in morales)
    return Morale(value=value, kind=least.kind, disciplined=all(morale.disciplined for morale in morales))
