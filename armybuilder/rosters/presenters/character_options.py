"""The menus of a character: what may be bought for it, and where it may stand."""

from __future__ import annotations

from typing import get_args

from msgspec import Struct

from tabletop.arcana.army.pricing import weapon_points
from tabletop.arcana.army.resolve import Contingent, FieldedCharacter, FieldedUnit
from tabletop.arcana.army.rules.characters import common_weapons
from tabletop.arcana.army.rules.mounts import carries
from tabletop.arcana.catalogue.lists import DESIGNS, is_design
from tabletop.arcana.catalogue.profiles import Row, School, Section
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.arcana.catalogue.weapons import Weapon
from tabletop.arcana.creation.design_files import OWN_DESIGNS
from tabletop.arcana.game import ArcanaVerdict


class Choice(Struct, frozen=True):
    """One entry of a menu."""

    value: str
    label: str
    chosen: bool = False
    count: int = 0


class Group(Struct, frozen=True):
    """A menu's entries under a heading."""

    label: str
    choices: tuple[Choice, ...]


def weapons(verdict: ArcanaVerdict, contingent: Contingent, character: FieldedCharacter) -> tuple[Group, ...]:
    """Missile weapons with a price for the character, and the chosen one; those that its army's troops carry first."""
    common = common_weapons(verdict.army.catalogue.rows_of(contingent.army.slug))
    by_custom: dict[bool, list[Choice]] = {True: [], False: []}
    for weapon in get_args(Weapon):
        points, is_chosen = weapon_points(character.row, weapon), weapon == character.choice.weapon
        if points is not None or is_chosen:
            label = weapon.replace("-", " ").capitalize() + (f" ({points})" if points is not None else "")
            by_custom[weapon in common].append(Choice(weapon, label, is_chosen))
    headings = {True: f"Common to {contingent.army.name}", False: "Not in this army"}
    return tuple(Group(headings[is_common], tuple(choices)) for is_common, choices in by_custom.items() if choices)


def schools(verdict: ArcanaVerdict, row: Row, chosen: School | None) -> tuple[Choice, ...]:
    """The schools that the row offers, with the optional ones where both players agree on them."""
    casting = row.spellcaster
    if casting is None:
        return ()
    price = f" ({casting.cost})" if casting.cost else ""
    offered = schools_of(row, optional=verdict.army.options.optional_schools)
    return tuple(Choice(school, f"{school.capitalize()}{price}", school == chosen) for school in offered)


def mount_schools(verdict: ArcanaVerdict, character: FieldedCharacter) -> tuple[Choice, ...]:
    """The schools that a beast under its rider may learn."""
    chosen = character.choice.mount.school if character.choice.mount else None
    return schools(verdict, character.mount, chosen) if character.mount else ()


def vehicles(unit: FieldedUnit, rider: FieldedCharacter) -> tuple[Choice, ...]:
    """The vehicles that others of the unit have bought, to ride along on."""
    others = [other for other in unit.characters if other is not rider and not other.rides_along]
    rows = {
        other.mount.slug: other.mount for other in others if other.mount and other.mount.section == Section.VEHICLES
    }
    return tuple(Choice(row.slug, row.name) for row in rows.values())


def mounts(verdict: ArcanaVerdict, contingent: Contingent, character: FieldedCharacter) -> tuple[Group, ...]:
    """The army's mounts, monsters, vehicles and own designs on larger bases than the character's."""
    chosen = character.choice.mount.profile if character.choice.mount else None
    headings = {Section.MOUNTS: contingent.army.name, Section.MONSTERS: "Monsters", Section.VEHICLES: "Vehicles"}
    by_heading: dict[str, list[Choice]] = {heading: [] for heading in (*headings.values(), OWN_DESIGNS.name)}
    for slug in dict.fromkeys((contingent.army.slug, "monsters", "vehicles", DESIGNS)):
        for row in verdict.army.catalogue.rows_of(slug):
            heading = OWN_DESIGNS.name if is_design(row) else headings.get(row.section)
            if heading and carries(row) and (row.base > character.row.base or row.slug == chosen):
                by_heading[heading].append(Choice(row.slug, f"{row.name} ({row.points})", row.slug == chosen))
    if chosen and character.mount and not any(choice.chosen for choices in by_heading.values() for choice in choices):
        by_heading["Not in this army"] = [
            Choice(chosen, f"{character.mount.name} ({character.mount.points})", chosen=True)
        ]
    return tuple(Group(heading, tuple(choices)) for heading, choices in by_heading.items() if choices)


def other_units(verdict: ArcanaVerdict, own: FieldedUnit) -> tuple[Choice, ...]:
    return tuple(Choice(unit.ref, unit.name) for unit in verdict.army.units if unit.ref != own.ref and unit.models)
