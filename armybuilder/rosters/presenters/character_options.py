"""The menus of a character: what may be bought for it, and where it may stand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec import Struct

from armybuilder.core.languages import say, say_counted
from tabletop.arcana.army.edits import OneEdit
from tabletop.arcana.army.mounted_profiles import ride_of
from tabletop.arcana.army.offers import Offer, Wearer, mount_schools_for, mounts_for, schools_for, weapons_for
from tabletop.arcana.army.resolve import Contingent, FieldedCharacter, FieldedUnit
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row, School, Section
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.arcana.catalogue.stat_lines import stat_line
from tabletop.arcana.catalogue.weapons import WEAPONS
from tabletop.arcana.game import ArcanaVerdict


class Choice(Struct, frozen=True):
    """One entry of a menu."""

    value: str
    label: str
    chosen: bool = False
    count: int = 0


class Entry(Struct, frozen=True):
    """One choice of a menu: what its button says and does; `change` is the price of what is chosen already."""

    name: str
    facts: str
    change: int
    chosen: bool
    reasons: tuple[str, ...]
    edit: OneEdit


class Menu(Struct, frozen=True):
    """A menu of choices, legal ones apart from those that something is against."""

    legal: tuple[Entry, ...] = ()
    others: tuple[Entry, ...] = ()

    @property
    def chosen(self) -> Entry | None:
        return next((entry for entry in (*self.legal, *self.others) if entry.chosen), None)


def wearer_of(verdict: ArcanaVerdict, contingent: Contingent, unit: FieldedUnit, character: FieldedCharacter) -> Wearer:
    return Wearer(verdict.army, verdict.price, verdict.rulebook, contingent, unit, character, verdict.roster)


def weapons(wearer: Wearer) -> Menu:
    """Missile weapons with a price for the character, those first that its army's troops carry."""
    return _menu(weapons_for(wearer), _weapon_facts)


def character_schools(wearer: Wearer) -> Menu:
    """The schools of magic that the character may learn, then the others."""
    return _menu(schools_for(wearer), partial(_school_facts, wearer.army.catalogue))


def mount_schools(wearer: Wearer) -> Menu:
    """The schools of magic that the beast under its rider may learn, then the others."""
    return _menu(mount_schools_for(wearer), partial(_school_facts, wearer.army.catalogue))


def mounts(wearer: Wearer) -> Menu:
    """What the character may ride: by what it is, the cheapest first."""
    return _menu(mounts_for(wearer), partial(_mount_facts, wearer.character))


def _menu(offers: tuple[Offer, ...], facts: Callable[[Offer], str]) -> Menu:
    nothing = next((offer.change for offer in offers if not offer.value), 0)
    entries = [
        Entry(
            name=offer.name,
            facts=facts(offer),
            change=-nothing if offer.chosen else offer.change,
            chosen=offer.chosen,
            reasons=tuple(reason.text for reason in offer.reasons),
            edit=offer.edit,
        )
        for offer in offers
    ]
    return Menu(
        tuple(entry for entry in entries if entry.chosen or not entry.reasons),
        tuple(entry for entry in entries if entry.reasons and not entry.chosen),
    )


def _weapon_facts(offer: Offer) -> str:
    weapon = WEAPONS.get(offer.value)
    return say("{range}″, strength {strength}", range=weapon.range, strength=weapon.strength) if weapon else ""


def _school_facts(catalogue: Catalogue, offer: Offer) -> str:
    if not offer.value:
        return ""
    own = len(catalogue.spells_of(School(offer.value)))
    if offer.value == School.GENERAL:
        return say("{count} spells", count=own)
    return say("{count} spells and the general ones", count=own)


def _mount_facts(character: FieldedCharacter, offer: Offer) -> str:
    """How the mount moves, and what it does with its rider: `10″ · one creature of 6 wounds`."""
    if offer.row is None:
        return ""
    ride = ride_of(character.row, offer.row, character.grants)
    move = stat_line(offer.row).move.replace('"', "″")
    if ride.merged:
        return say("{move} · one creature of {wounds} wounds", move=move, wounds=ride.merged.wounds)
    faces = say(" or ").join(map(str, ride.rider_hit_on))
    return say_counted(
        "{move} · {count} wound of its own, a hit on {faces} is the rider's",
        "{move} · {count} wounds of its own, a hit on {faces} is the rider's",
        offer.row.wounds,
        move=move,
        faces=faces,
    )


def schools(verdict: ArcanaVerdict, row: Row, chosen: School | None) -> tuple[Choice, ...]:
    """The schools that the row offers, with the optional ones where both players agree on them."""
    casting = row.spellcaster
    if casting is None:
        return ()
    price = f" ({casting.cost})" if casting.cost else ""
    offered = schools_of(row, optional=verdict.army.options.optional_schools)
    return tuple(Choice(school, f"{school.capitalize()}{price}", school == chosen) for school in offered)


def vehicles(unit: FieldedUnit, rider: FieldedCharacter) -> tuple[Choice, ...]:
    """The vehicles that others of the unit have bought, to ride along on."""
    others = [other for other in unit.characters if other is not rider and not other.rides_along]
    rows = {
        other.mount.slug: other.mount for other in others if other.mount and other.mount.section == Section.VEHICLES
    }
    return tuple(Choice(row.slug, row.name) for row in rows.values())


def other_units(verdict: ArcanaVerdict, own: FieldedUnit) -> tuple[Choice, ...]:
    return tuple(Choice(unit.ref, unit.name) for unit in verdict.army.units if unit.ref != own.ref and unit.models)
