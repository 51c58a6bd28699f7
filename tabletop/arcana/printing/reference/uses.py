"""What of the rules a roster's units use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, FieldedUnit
from tabletop.arcana.army.weapons_bought import weapon_bought
from tabletop.arcana.catalogue.abilities import ABILITIES, Ability
from tabletop.arcana.catalogue.profiles import FOOTPRINTS, Missile, MoraleKind, OddStrength, Row, Section
from tabletop.arcana.printing.cards.figures import FROM_SHOTS
from tabletop.arcana.printing.cards.reminders import LINE_WORDS
from tabletop.arcana.printing.cards.rows import unit_cards
from tabletop.arcana.printing.cards.unit_card import Profile
from tabletop.arcana.printing.rosters.printed_roster import unit_rows
from tabletop.arcana.reference.short import Tag

USUAL_SCALE = 25  # millimetres of a base; words are the same at any


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
    shots = (weapon_bought(army.catalogue, character) for character in unit.characters)
    return (shot for shot in shots if shot)


class WordsNamed(Struct, frozen=True):
    """What cards name: abilities, and what is no ability with its text."""

    abilities: tuple[Ability, ...]
    others: dict[str, str]


def words_named(armies: Iterable[Army]) -> WordsNamed:
    """The words on the cards of the armies' units and leaders, abilities in the book's order.

    One with several figures among them is told for any figure, `#`.
    """
    cards = [card for army in armies for card in unit_cards(army, price(army), USUAL_SCALE)]
    cards += [card.leader for card in cards if card.leader]
    reminders = [reminder for card in cards for reminder in card.reminders]
    lines = {words for card in cards for profile in card.profiles for words in _lines_of(profile)}
    figures: dict[str, set[Ability]] = {}
    for ability in (reminder.ability for reminder in reminders if reminder.ability):
        figures.setdefault(ability.slug, set()).add(ability)
    in_lines = {slug for slug, word in LINE_WORDS.items() if any(word in words for words in lines)}
    abilities = (
        next(iter(figures[general.slug])) if len(figures.get(general.slug, ())) == 1 else general
        for general in ABILITIES
        if general.slug in figures or general.slug in in_lines
    )
    others = {reminder.name.partition(":")[0]: reminder.text for reminder in reminders if reminder.text}
    return WordsNamed(tuple(abilities), others)


def _lines_of(profile: Profile) -> Iterator[str]:
    """The words of a profile's lines of attack and of saves from shots."""
    yield from (quality for attack in profile.attacks for quality in attack.qualities)
    yield from (words for words, _ in profile.saves.rows if words.startswith(FROM_SHOTS))


def base_units_of(armies: Sequence[Army]) -> frozenset[float]:
    """The base units, as morale counts them, of the rosters' models (rulings T13, T14)."""
    bases = {row.base for army in armies for unit in army.units for row in unit_rows(unit)}
    return frozenset(base if base == 0.5 else float(FOOTPRINTS[base][2]) for base in bases)
