"""A base trooper with packages put on, and what each of them changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.profiles import (
    Armour,
    Melee,
    Missile,
    Morale,
    MoraleKind,
    Movement,
    MovementWay,
    OddStrength,
    Strength,
)
from tabletop.arcana.creation.equipment.exclusions import EQUIPMENT_RULES, Selection
from tabletop.arcana.creation.equipment.packages import Equipment, Kind, Package
from tabletop.decoding import MalformedError, converted
from tabletop.findings import Report

UNARMOURED = Armour()
STANDARD_SKILL = 2
LONGEST_NAME = 120


class Change(Struct, frozen=True):
    """What one package changed in one field; `str()` says it: `movement 6 to 5: chainmail`."""

    field: str
    what: str
    before: str
    after: str
    package: str

    def __str__(self) -> str:
        values = f"{self.before} to {self.after}" if self.before else self.after
        return f"{self.what} {values}: {self.package.lower()}"


class Equipped(Struct, frozen=True):
    """The trooper as equipped, the changes in the order of the book's lists, and where packages clash."""

    design: Design
    packages: tuple[Package, ...]
    changes: tuple[Change, ...]
    report: Report


def equip(
    base: Design,
    packages: Sequence[str],
    equipment: Equipment,
    *,
    name: str = "",
    skill: int | None = None,
    path: str = "packages",
) -> Equipped:
    """The base trooper with the packages of these slugs, in whatever order they are named.

    `skill` is for missile weapons: the trooper's own if it shoots already, else as it fights. MalformedError names
    `packages[1]` where there is no such package or it is there twice, `kind` for what isn't a creature, `morale` for
    a berserker without any, and the field that grows beyond what a design file can hold.
    """
    if base.kind in (DesignKind.VEHICLE, DesignKind.WAR_MACHINE):
        raise MalformedError("kind", "only creatures can carry equipment")
    carried = _looked_up(packages, equipment, path)
    design, changes = base, list[Change]()
    for package in carried:
        after = put_on(design, package, skill)
        changes += changes_between(design, after, package)
        design = after
    design = reread_design(replace(design, name=(name or name_with(base, carried))[:LONGEST_NAME]))
    report = EQUIPMENT_RULES.review(Selection(base, carried, design))
    return Equipped(design, carried, tuple(changes), report)


def _looked_up(slugs: Sequence[str], equipment: Equipment, path: str) -> tuple[Package, ...]:
    for number, slug in enumerate(slugs):
        if slug not in equipment:
            raise MalformedError(f"{path}[{number}]", f"there is no package “{slug}”")
        if slug in slugs[:number]:
            raise MalformedError(f"{path}[{number}]", f"{equipment[slug].name} is there twice")
    return tuple(package for package in equipment.values() if package.slug in slugs)


def reread_design(design: Design) -> Design:
    """The design as its own file would be read; MalformedError where it has outgrown the format."""
    return converted(msgspec.to_builtins(design), Design)


def name_with(base: Design, packages: Sequence[Package], *, with_armour: bool = False) -> str:
    """`Orc with bow`, `Orc in chainmail with spear and shield`."""
    order = (Kind.WEAPON, Kind.MISSILE, Kind.SHIELD)
    arms = [package.noun for kind in order for package in packages if package.kind is kind]
    suits = [package.noun for package in packages if package.kind in (Kind.ARMOUR, Kind.MAGIC_ARMOUR)]
    temper = "".join(f", {package.noun}" for package in packages if package.kind is Kind.TEMPER)
    dressed = f" in {' and '.join(suits)}" if suits and with_armour else ""
    armed = f" with {' and '.join(arms)}" if arms else ""
    return f"{base.name}{dressed}{armed}{temper}"


def put_on(design: Design, package: Package, skill: int | None = None) -> Design:
    """The design with one package more."""
    design = _armoured(_slowed(design, package.slower), package)
    if design.melee:
        design = replace(design, melee=(wield(design.melee[0], package), *design.melee[1:]))
    if package.berserk:
        design = replace(design, morale=_berserk(design.morale))
    if package.missile is not None:
        design = replace(design, missile=(*design.missile, _aimed(design, package.missile, skill)))
    return design


def _slowed(design: Design, inches: int) -> Design:
    """Every way of moving is slowed alike; what can't move that much stands still."""
    ways = {way: getattr(design.movement, way) for way in MovementWay}
    slower = {way: max(0, far - inches) for way, far in ways.items() if far is not None}
    movement: Movement = replace(design.movement, **slower)
    return replace(design, movement=movement)


def _armoured(design: Design, package: Package) -> Design:
    """Armour that is worn takes the place of what was worn; a fixed hide stays under it as the second armour."""
    own = design.armour or UNARMOURED
    if package.armour is not None and not own.fixed:
        design = replace(design, armour=Armour(value=package.armour))
    elif package.armour:
        design = replace(design, armour=Armour(value=package.armour), second_armour=design.second_armour or own)
    if package.shield and design.defence.shield:
        return design
    if package.more_armour:
        outer = design.armour or UNARMOURED
        suit = Armour(value=outer.value + package.more_armour, fixed=outer.fixed or package.fixed)
        design = replace(design, armour=suit)
    return replace(design, defence=replace(design.defence, shield=design.defence.shield or package.shield))


def wield(line: Melee, package: Package) -> Melee:
    """The trooper's first line of blows with a weapon; bites and mounts further down keep their own."""
    return replace(
        line,
        attacks=line.attacks * package.attacks_factor + package.more_attacks,
        strength=raise_strength(line.strength, package.strength),
        long_weapon=line.long_weapon or package.long_weapon,
        last_strike=line.last_strike or package.last_strike,
    )


def raise_strength(strength: Strength, steps: int) -> Strength:
    """Steps up from weak over 0 to higher strengths; eldritch blows have none to raise."""
    if strength == OddStrength.ELDRITCH or not steps:
        return strength
    return steps - 1 if isinstance(strength, str) else strength + steps


def _berserk(morale: Morale | None) -> Morale:
    if morale is None:
        raise MalformedError("morale", "a berserker needs a morale")
    return replace(morale, kind=MoraleKind.BERSERK)


def _aimed(design: Design, missile: Missile, skill: int | None) -> Missile:
    """The missile at the trooper's skill; a second missile weapon is a choice beside the first (ruling P6)."""
    own: list[Missile | Melee] = [*design.missile, *design.melee]
    usual = own[0].skill if own else STANDARD_SKILL
    return replace(missile, skill=usual if skill is None else skill, alternative=bool(design.missile))


def changes_between(before: Design, after: Design, package: Package) -> Iterator[Change]:
    """What differs between two designs, in words."""
    for field, (what, read) in FACTS.items():
        old, new = read(before), read(after)
        if old != new:
            yield Change(field, what, old, new, package.name)


def _inches(way: str) -> Callable[[Design], str]:
    def read(design: Design) -> str:
        far = getattr(design.movement, way)
        return "" if far is None else str(far)

    return read


def _suit(suit: Armour | None) -> str:
    return f"{suit.value} fixed" if suit and suit.fixed else str(suit.value) if suit else ""


def _blow(field: str) -> Callable[[Design], str]:
    def read(design: Design) -> str:
        value: Any = getattr(design.melee[0], field) if design.melee else ""
        return ("gained" if value else "") if isinstance(value, bool) else str(value)

    return read


def _shots(design: Design) -> str:
    lines = [f"{shot.name} {shot.range}″, strength {shot.strength}, skill {shot.skill}" for shot in design.missile]
    return "; ".join(lines)


def _temper(design: Design) -> str:
    return f"{design.morale.value} {design.morale.kind}" if design.morale else ""


FACTS: dict[str, tuple[str, Callable[[Design], str]]] = {
    "movement.ground": ("movement", _inches("ground")),
    "movement.fly": ("flight", _inches("fly")),
    "movement.swim": ("swimming", _inches("swim")),
    "armour": ("armour", lambda design: _suit(design.armour or UNARMOURED)),
    "second_armour": ("second armour", lambda design: _suit(design.second_armour)),
    "defence.shield": ("shield", lambda design: "gained" if design.defence.shield else ""),
    "morale": ("morale", _temper),
    "melee[0].attacks": ("attacks", _blow("attacks")),
    "melee[0].strength": ("strength", _blow("strength")),
    "melee[0].long_weapon": ("long weapon", _blow("long_weapon")),
    "melee[0].last_strike": ("last strike", _blow("last_strike")),
    "missile": ("missile", _shots),
}
