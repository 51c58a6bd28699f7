"""Creatures, monsters and characters of one's own: whether they are what they say, and what the berserk go without."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.lists import Catalogue, is_design
from tabletop.arcana.catalogue.profiles import MoraleKind, Row, Section, Statistics
from tabletop.arcana.creation.equipment.exclusions import WEAPONRY
from tabletop.findings import Culprit, Remedy, Report, Severity
from tabletop.rulebook import Breach, Pass, Rulebook, rule

PURCHASING_MONSTERS = BOOK.section("Purchasing Monsters")

# What printed troops have at most; the Giant Kings' giants aren't counted, whose list alone has such troops.
LARGEST_BASE, LARGEST_MOUNTED_BASE = 4, 9
MOST_WOUNDS, MOST_MOUNTED_WOUNDS = 4, 5


class Creature(Struct, frozen=True):
    """A design and the catalogue whose rows it is compared with."""

    design: Design
    catalogue: Catalogue


@rule("DSGN-02", PURCHASING_MONSTERS, Severity.WARNING)
def trooper_could_be_troops(creature: Creature) -> Iterator[Breach | Pass]:
    """A creature unlike any printed trooper, or with the figures of a printed monster, is designed as a monster."""
    design = creature.design
    if design.kind == DesignKind.CREATURE and (reason := not_troops(design, creature.catalogue)):
        remedy = Remedy("Count it as a monster", replace(design, kind=DesignKind.MONSTER))
        yield Breach(f"It counts as troops, but {reason}.", Culprit("design", "kind"), remedies=(remedy,))


def not_troops(design: Design, catalogue: Catalogue) -> str:
    """Why no trooper is like this, as the end of a sentence; empty where one could be."""
    if twin := printed_monster_like(design, catalogue):
        return f"has the figures of the printed monster {twin.name}"
    base = LARGEST_MOUNTED_BASE if design.mounted else LARGEST_BASE
    if design.base > base:
        return f"stands on base {design.base:g}; printed troops stand on base {base} at most"
    wounds = MOST_MOUNTED_WOUNDS if design.mounted else MOST_WOUNDS
    if design.wounds > wounds:
        return f"has {design.wounds} wounds; printed troops have {wounds} at most"
    if design.fearsome and design.movement.fly is not None:
        return "both flies and is fearsome; of printed troops only elite vampires do"
    return ""


def printed_monster_like(design: Design, catalogue: Catalogue) -> Row | None:
    """The printed monster with the same statistics, as printed or as played, whatever its attacks are called."""
    own = _figures(design)
    for row in catalogue.rows.values():
        is_monster = row.section == Section.MONSTERS and not is_design(row)
        alike = is_monster and row.wounds == design.wounds and row.base == design.base
        if alike and own in (_figures(row), _figures(catalogue.in_play(row.slug))):
            return row
    return None


def _figures(statistics: Statistics) -> Statistics:
    """The statistics alone, without names of attacks and without fields that say nothing."""
    fields = {name: getattr(statistics, name) for name in Statistics.__struct_fields__}
    fields["melee"] = tuple(replace(line, name="") for line in statistics.melee)
    fields["missile"] = tuple(replace(line, name="") for line in statistics.missile)
    fields["ramming"] = replace(statistics.ramming, name="") if statistics.ramming else None
    return Statistics(**fields)


@rule("DSGN-03", WEAPONRY)
def berserkers_wear_no_armour(creature: Creature) -> Iterator[Breach | Pass]:
    """A berserk creature wears no armour and carries no shield (ruling P28)."""
    design = creature.design
    if design.morale is None or design.morale.kind != MoraleKind.BERSERK:
        return
    bare = replace(design, armour=None, second_armour=None, defence=replace(design.defence, shield=False))
    worn = max((suit.value for suit in (design.armour, design.second_armour) if suit), default=0)
    remedy = Remedy("Take armour and shield off", bare)
    if worn:
        text = f"It is berserk and has armour {worn}; berserk creatures wear none."
        yield Breach(text, Culprit("design", "armour"), worn, 0, (remedy,))
    if design.defence.shield:
        yield Breach(
            "It is berserk and carries a shield; berserk creatures carry none.",
            Culprit("design", "defence.shield"),
            remedies=(remedy,),
        )


CREATURE_RULES = Rulebook("creatures", "2026.11", (trooper_could_be_troops, berserkers_wear_no_armour))


def review_creature(design: Design, catalogue: Catalogue) -> Report:
    """Every finding about a creature's, a monster's or a character's design; the remedies are whole designs."""
    return CREATURE_RULES.review(Creature(design, catalogue))
