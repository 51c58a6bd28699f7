"""What of the rules a roster's units use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tabletop.arcana.army.resolve import Army
from tabletop.arcana.catalogue.profiles import FOOTPRINTS, MoraleKind, OddStrength, Row, Section
from tabletop.arcana.printing.rosters.printed_roster import unit_rows
from tabletop.arcana.reference.short import Tag


def tags_of(armies: Iterable[Army]) -> frozenset[Tag]:
    """The tags of everything that the rosters bring."""
    return frozenset(tag for army in armies for tag in _of_army(army))


def _of_army(army: Army) -> Iterator[Tag]:
    for unit in army.units:
        if unit.choice.infiltrating:
            yield "infiltration"
        if any(character.choice.weapon for character in unit.characters):
            yield "missiles"
        for row in unit_rows(unit):
            yield from _of_row(army.catalogue.in_play(row.slug))


def _of_row(row: Row) -> Iterator[Tag]:
    strengths = {blow.strength for blow in row.melee} | {shot.strength for shot in row.missile}
    morale = row.morale.kind if row.morale else MoraleKind.NATURAL
    held: tuple[tuple[bool, Tag], ...] = (
        (row.spellcaster is not None, "magic"),
        (row.infiltrate_cost is not None, "infiltration"),
        (row.movement.fly is not None, "flight"),
        (morale == MoraleKind.BERSERK, "berserk"),
        (morale == MoraleKind.FEARLESS, "fearless"),
        (row.fearsome, "fearsome"),
        (row.defence.regeneration, "regeneration"),
        (row.ramming is not None, "ramming"),
        (row.section == Section.CHARACTERS, "characters"),
        (row.section == Section.MONSTERS, "monsters"),
        (row.section == Section.VEHICLES, "vehicles"),
        (row.drawn_by is not None, "towed"),
        (bool(row.cargo), "cargo"),
        (row.section == Section.WAR_MACHINES, "war-machines"),
        (any(save and save.fixed for save in (row.armour, row.second_armour)), "fixed"),
        (OddStrength.ELDRITCH in strengths, "eldritch"),
    )
    yield from (tag for has, tag in held if has)
    yield from _of_attacks(row)


def _of_attacks(row: Row) -> Iterator[Tag]:
    for blow in row.melee:
        held: tuple[tuple[bool, Tag], ...] = (
            (blow.first_strike, "first-strike"),
            (blow.last_strike, "last-strike"),
            (blow.long_weapon, "long-weapons"),
        )
        yield from (tag for has, tag in held if has)
    for shot in row.missile:
        yield "missiles"
        shots: tuple[tuple[bool, Tag], ...] = (
            (shot.natural, "natural"),
            (shot.artillery, "artillery"),
            (shot.hits_d3 > 0, "scatter"),
            (shot.reloads, "reloads"),
        )
        yield from (tag for has, tag in shots if has)


def base_units_of(armies: Sequence[Army]) -> frozenset[float]:
    """The base units, as morale counts them, of the rosters' models (rulings T13, T14)."""
    bases = {row.base for army in armies for unit in army.units for row in unit_rows(unit)}
    return frozenset(base if base == 0.5 else float(FOOTPRINTS[base][2]) for base in bases)
