"""A family of troops: one base trooper with several sets of packages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.identifiers import Label
from tabletop.arcana.creation.equipment.apply import Equipped, equip, name_with
from tabletop.arcana.creation.equipment.packages import Equipment
from tabletop.decoding import MalformedError
from tabletop.values import Count, Value

PackageSlug = Annotated[str, Meta(max_length=60)]


class Kit(Value, frozen=True, kw_only=True):
    """One set of packages; the name is made from them where none is given."""

    name: Label = ""
    packages: Annotated[tuple[PackageSlug, ...], Meta(max_length=20)] = ()
    skill: Count | None = None


def family(base: Design, kits: Sequence[Kit], equipment: Equipment) -> tuple[Equipped, ...]:
    """The base trooper once with each kit, under names that differ; armour is named where nothing else tells two apart.

    MalformedError names `kits[1].packages[0]` as `equip` does, and `kits[1].name` for two of the same name.
    """
    members = [
        equip(base, kit.packages, equipment, name=kit.name, skill=kit.skill, path=f"kits[{number}].packages")
        for number, kit in enumerate(kits)
    ]
    names = Counter(member.design.name for member in members)
    for number, (kit, member) in enumerate(zip(kits, members, strict=True)):
        if names[member.design.name] > 1:
            full = kit.name or name_with(base, member.packages, with_armour=True)
            members[number] = equip(base, kit.packages, equipment, name=full, skill=kit.skill)
    _check_names(members)
    return tuple(members)


def _check_names(members: Sequence[Equipped]) -> None:
    seen: set[str] = set()
    for number, member in enumerate(members):
        if member.design.name in seen:
            raise MalformedError(f"kits[{number}].name", f"two of the family would be called {member.design.name}")
        seen.add(member.design.name)
