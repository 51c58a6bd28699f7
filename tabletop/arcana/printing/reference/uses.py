"""What of the rules a roster's units use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from tabletop.arcana.army.resolve import Army, FieldedUnit
from tabletop.arcana.catalogue.abilities import ABILITIES, Ability, abilities_of
from tabletop.arcana.catalogue.abilities.missiles import RANGE, minimum_range, of_missile
from tabletop.arcana.catalogue.profiles import FOOTPRINTS, Missile, MoraleKind, OddStrength, Row, Section
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.printing.cards.rows import bought
from tabletop.arcana.printing.cutouts.sheet import spells_used
from tabletop.arcana.printing.rosters.printed_roster import unit_rows
from tabletop.arcana.reference.short import Tag
from tabletop.arcana.reference.spell_cards import SPELL_WORDS

ON_CARDS = frozenset({"base", "elite", "other-base", RANGE.slug, minimum_range().slug})  # or for army building


def tags_of(armies: Iterable[Army]) -> frozenset[Tag]:
    """The tags of everything that the rosters bring."""
    return frozenset(tag for army in armies for tag in _of_army(army))


def _of_army(army: Army) -> Iterator[Tag]:
    for unit in army.units:
        if unit.choice.infiltrating:
            yield "infiltration"
        for shot in _shots_bought(army, unit):
            yield from _of_shot(shot)
        if casts(unit):
            yield "magic"
        for row in unit_rows(unit):
            yield from _of_row(army.catalogue.in_play(row.slug))


def casts(unit: FieldedUnit) -> bool:
    """Whether anybody in it knows spells: has a school, bought or its own."""
    learned = [models.choice.school for models in unit.models]
    learned += [character.choice.school for character in unit.characters]
    mounts = [character.choice.mount for character in unit.characters if character.choice.mount]
    rows = [row.spellcaster for row in unit_rows(unit) if row.spellcaster]
    return any((*learned, *(mount.school for mount in mounts))) or any(not casting.cost for casting in rows)


def _of_row(row: Row) -> Iterator[Tag]:
    strengths = {blow.strength for blow in row.melee} | {shot.strength for shot in row.missile}
    morale = row.morale.kind if row.morale else MoraleKind.NATURAL
    held: tuple[tuple[bool, Tag], ...] = (
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
        yield from _of_shot(shot)


def _of_shot(shot: Missile) -> Iterator[Tag]:
    yield "missiles"
    held: tuple[tuple[bool, Tag], ...] = (
        (shot.natural, "natural"),
        (shot.artillery, "artillery"),
        (shot.hits_d3 > 0, "scatter"),
        (shot.reloads, "reloads"),
    )
    yield from (tag for has, tag in held if has)


def _shots_bought(army: Army, unit: FieldedUnit) -> Iterator[Missile]:
    """The weapons that its characters bought, as they have them."""
    shots = (bought(army.catalogue, character) for character in unit.characters)
    return (shot for shot in shots if shot)


def abilities_used(armies: Iterable[Army]) -> Iterator[Ability]:
    """The abilities of the rosters' profiles in the book's order, but for those that wait to be bought and weren't.

    One with several figures among them is told for any figure, `#`. Ranges stand on the cards.
    """
    figures: dict[str, dict[Ability, None]] = {}
    for army, unit in ((fielded, unit) for fielded in armies for unit in fielded.units):
        of_rows = (abilities_of(army.catalogue.in_play(row.slug)) for row in unit_rows(unit))
        of_shots = (of_missile(shot) for shot in _shots_bought(army, unit))
        for ability in chain(*of_rows, *of_shots):
            if ability.slug not in ON_CARDS and _is_had(ability, unit):
                figures.setdefault(ability.slug, {})[ability] = None
    for general in ABILITIES:
        alike = list(figures.get(general.slug, ()))
        if alike:
            yield alike[0] if len(alike) == 1 else general


def _is_phalanx(row: Row) -> bool:
    return any(line.phalanx for line in row.melee)


def _is_had(ability: Ability, unit: FieldedUnit) -> bool:
    """Whether the unit has it: what has a price of its own, it has once that is paid."""
    bought = {
        "missile-skill": any(character.choice.weapon for character in unit.characters),
        "spellcaster": casts(unit),
        "infiltrate": unit.choice.infiltrating,
        "phalanx": any(models.choice.phalanx or _is_phalanx(models.row) for models in unit.models),
    }
    return bought.get(ability.slug, True)


def base_units_of(armies: Sequence[Army]) -> frozenset[float]:
    """The base units, as morale counts them, of the rosters' models (rulings T13, T14)."""
    bases = {row.base for army in armies for unit in army.units for row in unit_rows(unit)}
    return frozenset(base if base == 0.5 else float(FOOTPRINTS[base][2]) for base in bases)


def spells_abridged(armies: Sequence[Army]) -> Iterator[Spell]:
    """The spells known to the rosters' wizards whose cards leave words to this sheet."""
    return (spell for spell in spells_used(armies) if SPELL_WORDS[spell.slug].abridged)
