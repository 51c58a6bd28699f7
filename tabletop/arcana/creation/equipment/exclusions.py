"""Where packages don't go together, or not with the trooper that carries them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import OddStrength
from tabletop.arcana.creation.equipment.packages import Kind, Package
from tabletop.findings import Culprit, Remedy, Severity
from tabletop.rulebook import Breach, Pass, Rulebook, rule

ARMOUR = BOOK.section("Armour")
EQUIPMENT = BOOK.section("Equipment")
WEAPONRY = BOOK.section("Weaponry")
ONE_OF_A_KIND = {
    Kind.ARMOUR: "suit of armour",
    Kind.WEAPON: "melee weapon",
    Kind.TEMPER: "way of going berserk",
}
SLOWEST = 2


class Selection(Struct, frozen=True):
    """A trooper, the packages chosen for it, and what it is with them."""

    base: Design
    packages: tuple[Package, ...]
    design: Design

    def of_kind(self, kind: Kind) -> list[Package]:
        return [package for package in self.packages if package.kind is kind]

    def without(self, package: Package) -> Remedy:
        """Leave one package out; the edit is the slugs that are left."""
        left = tuple(other.slug for other in self.packages if other != package)
        return Remedy(f"Leave out the {package.name.lower()}", left)


def _culprit(package: Package) -> Culprit:
    return Culprit("package", package.slug)


@rule("EQUIP-01", EQUIPMENT)
def one_of_a_kind(selection: Selection) -> Iterator[Breach | Pass]:
    """A trooper wears one suit of armour, wields one melee weapon and goes berserk in one way."""
    for kind, words in ONE_OF_A_KIND.items():
        chosen = selection.of_kind(kind)
        for package in chosen[1:]:
            yield Breach(
                f"{package.name} is a second {words} beside {chosen[0].name.lower()}.",
                culprit=_culprit(package),
                actual=len(chosen),
                limit=1,
                remedies=(selection.without(package), selection.without(chosen[0])),
            )


@rule("EQUIP-02", EQUIPMENT)
def packages_go_together(selection: Selection) -> Iterator[Breach | Pass]:
    """Weapons for both hands leave none for a shield, and berserkers wear no armour."""
    for package in selection.packages:
        for other in selection.packages:
            if other.slug in package.excludes:
                yield Breach(
                    f"{package.name} excludes {other.name.lower()}.",
                    culprit=_culprit(package),
                    remedies=(selection.without(other), selection.without(package)),
                )


@rule("EQUIP-03", WEAPONRY)
def both_hands_are_free(selection: Selection) -> Iterator[Breach | Pass]:
    """A trooper that already bears a shield can't take a weapon for both hands."""
    for package in selection.packages:
        if "shield" in package.excludes and selection.base.defence.shield and package.kind is Kind.WEAPON:
            message = f"{package.name} needs both hands, and {selection.base.name} bears a shield."
            yield Breach(message, culprit=_culprit(package), remedies=(selection.without(package),))


@rule("EQUIP-04", WEAPONRY)
def weapons_have_blows_to_change(selection: Selection) -> Iterator[Breach | Pass]:
    """A weapon changes blows that are there, with a strength to raise, that don't strike first and last at once."""
    for package in selection.packages:
        if package.kind in (Kind.WEAPON, Kind.TEMPER) and (reason := _nothing_to_change(package, selection.base)):
            yield Breach(
                f"{package.name}: {reason}.", culprit=_culprit(package), remedies=(selection.without(package),)
            )


def _nothing_to_change(package: Package, base: Design) -> str:
    if not base.melee:
        return f"{base.name} has no melee attack"
    if package.strength and base.melee[0].strength == OddStrength.ELDRITCH:
        return "eldritch blows have no strength to raise"
    if package.last_strike and base.melee[0].first_strike:
        return "a blow can't strike both first and last"
    return ""


@rule("EQUIP-05", ARMOUR)
def armour_can_be_borne(selection: Selection) -> Iterator[Breach | Pass]:
    """A trooper in armour still moves 2 inches or more."""
    inches = selection.design.movement.ground
    if inches is not None and inches < SLOWEST:
        for package in selection.packages:
            if package.slower:
                yield Breach(
                    f"In {package.name.lower()} {selection.base.name} moves only {inches}″.",
                    culprit=_culprit(package),
                    actual=inches,
                    limit=SLOWEST,
                    remedies=(selection.without(package),),
                )


@rule("EQUIP-06", EQUIPMENT, Severity.WARNING)
def trooper_is_bare(selection: Selection) -> Iterator[Breach | Pass]:
    """Packages are made for a trooper without equipment; what it wore gives way, and a shield isn't borne twice."""
    base = selection.base
    if base.armour and base.armour.value and not base.armour.fixed:
        for package in selection.of_kind(Kind.ARMOUR):
            message = f"{package.name} takes the place of {base.name}'s own armour {base.armour.value}."
            yield Breach(message, culprit=_culprit(package), remedies=(selection.without(package),))
    if base.defence.shield:
        for package in selection.of_kind(Kind.SHIELD):
            message = f"{base.name} bears a shield already; a second one adds nothing."
            yield Breach(message, culprit=_culprit(package), remedies=(selection.without(package),))


EQUIPMENT_RULES = Rulebook(
    "equipment",
    "2026.11",
    (
        one_of_a_kind,
        packages_go_together,
        both_hands_are_free,
        weapons_have_blows_to_change,
        armour_can_be_borne,
        trooper_is_bare,
    ),
)
