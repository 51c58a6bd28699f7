"""Characters: their missile weapons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tabletop.arcana.army.edits import SetWeapon
from tabletop.arcana.army.pricing import CHARACTER_WEAPONS, weapon_points
from tabletop.arcana.army.resolve import Contingent, FieldedCharacter
from tabletop.arcana.army.roster import MOST_MODELS
from tabletop.arcana.army.rules.context import Subject, character_culprit
from tabletop.arcana.army.rules.traits import Trait
from tabletop.arcana.catalogue.counted_names import named
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.catalogue.weapons import WEAPONS, Weapon, printed_weapon
from tabletop.findings import Remedy
from tabletop.languages import say
from tabletop.rulebook import Breach, Pass, rule


def common_weapons(rows: tuple[Row, ...]) -> dict[Weapon, tuple[Row, ...]]:
    """The weapons that troops of a list carry, and who carries each: what its characters may buy."""
    carriers: dict[Weapon, tuple[Row, ...]] = {}
    for row in rows:
        for missile in row.missile if row.section == Section.TROOPS else ():
            if weapon := printed_weapon(missile.name):
                carriers[weapon.slug] = (*carriers.get(weapon.slug, ()), row)
    return carriers


@rule("CHAR-01", CHARACTER_WEAPONS, of=Trait.WEAPON)
def weapon_is_common_in_the_army(subject: Subject) -> Iterator[Breach | Pass]:
    """A character's missile weapon is one that troops of its own army list carry."""
    for contingent, character in _characters(subject):
        weapon = character.choice.weapon
        common = weapons_of(subject.army.catalogue, contingent.army.slug) if weapon else {}
        if weapon and weapon not in common:
            known = "; ".join(weapon_with_carriers(slug, rows) for slug, rows in common.items()) or say("none")
            words = WEAPONS[weapon].words
            yield Breach(
                say(
                    "{character} has a {weapon}; troops of the {army} carry only: {known}.",
                    character=character.row.name,
                    weapon=words,
                    army=contingent.army.name,
                    known=known,
                ),
                character_culprit(character.choice.ref),
                remedies=_other_weapons(character, tuple(common)),
            )


@lru_cache(maxsize=64)
def weapons_of(catalogue: Catalogue, army: str) -> dict[Weapon, tuple[Row, ...]]:
    """The weapons that are common in an army list; kept, because every character with a weapon asks for them."""
    return common_weapons(catalogue.rows_of(army))


def weapon_with_carriers(weapon: Weapon, rows: tuple[Row, ...]) -> str:
    """`crossbow (Crossbowmen)`: a common weapon and the profiles that make it one."""
    return f"{WEAPONS[weapon].words} ({', '.join(named(row.name, MOST_MODELS) for row in rows)})"


def _other_weapons(character: FieldedCharacter, common: tuple[Weapon, ...]) -> Iterator[Remedy]:
    ref = character.choice.ref
    for weapon in common:
        if weapon_points(character.row, weapon) is not None:
            yield Remedy(
                say("{character} with {weapon}", character=character.row.name, weapon=WEAPONS[weapon].words),
                SetWeapon(character=ref, weapon=weapon),
            )
    yield _without_weapon(character)


def _without_weapon(character: FieldedCharacter) -> Remedy:
    return Remedy(
        say("{character} without its missile weapon", character=character.row.name),
        SetWeapon(character=character.choice.ref, weapon=None),
    )


@rule("CHAR-02", CHARACTER_WEAPONS, of=Trait.WEAPON)
def weapon_needs_a_missile_skill(subject: Subject) -> Iterator[Breach | Pass]:
    """Only a character with a missile skill of 3 to 5 in parentheses can buy a missile weapon."""
    for _, character in _characters(subject):
        weapon = character.choice.weapon
        if weapon is None or weapon_points(character.row, weapon) is not None:
            continue
        skill = character.row.missile_skill
        yield Breach(
            say(
                "{character} has missile skill {skill}, which the table has no price for, so it can't buy a {weapon}.",
                character=character.row.name,
                skill=skill.skill,
                weapon=WEAPONS[weapon].words,
            )
            if skill
            else say(
                "{character} has no missile skill, so it can't buy a {weapon}.",
                character=character.row.name,
                weapon=WEAPONS[weapon].words,
            ),
            character_culprit(character.choice.ref),
            actual=skill.skill if skill else 0,
            limit=3,
            remedies=(_without_weapon(character),),
        )


def _characters(subject: Subject) -> Iterator[tuple[Contingent, FieldedCharacter]]:
    for contingent in subject.army.contingents:
        for unit in contingent.units:
            for character in unit.characters:
                yield contingent, character
