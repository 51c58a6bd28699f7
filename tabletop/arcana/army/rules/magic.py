"""Magic: who casts, and the one school that each caster has chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct

from tabletop.arcana.army.edits import OneEdit, SetModelSchool, SetMount, SetSchool
from tabletop.arcana.army.resolve import FieldedCharacter, FieldedUnit
from tabletop.arcana.army.roster import Mount
from tabletop.arcana.army.rules.context import Subject, character_culprit, unit_culprit
from tabletop.arcana.army.rules.traits import Trait
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Row, School
from tabletop.arcana.catalogue.schools import schools_of
from tabletop.findings import Culprit, Remedy
from tabletop.languages import say
from tabletop.rulebook import Breach, Pass, rule

SPELL_NOTES = BOOK.section("Spell Notes")


class Caster(Struct, frozen=True):
    """A row that casts or has been given a school, the part to blame, and the edit that chooses another school."""

    row: Row
    school: School | None
    culprit: Culprit
    choosing: Callable[[School | None], OneEdit]


def casters(subject: Subject) -> Iterator[Caster]:
    """Characters, beasts in units and beasts under riders."""
    for unit in subject.army.units:
        yield from (caster for caster in _casters_in(unit) if caster.row.spellcaster or caster.school)


def _casters_in(unit: FieldedUnit) -> Iterator[Caster]:
    for models in unit.models:
        choosing = partial(_models_school, unit.ref, models.row.slug)
        yield Caster(models.row, models.choice.school, unit_culprit(unit.ref), choosing)
    for character in unit.characters:
        ref = character.choice.ref
        yield Caster(character.row, character.choice.school, character_culprit(ref), partial(_own_school, ref))
        yield from _mounts(character)


def _mounts(character: FieldedCharacter) -> Iterator[Caster]:
    """A mount's magic is chosen by whoever has bought it."""
    mount, ref = character.choice.mount, character.choice.ref
    if mount and character.mount and not (mount.shared and mount.school is None):
        choosing = partial(_mounts_school, ref, mount)
        yield Caster(character.mount, mount.school, character_culprit(ref), choosing)


def _models_school(unit: str, profile: str, school: School | None) -> OneEdit:
    return SetModelSchool(unit=unit, profile=profile, school=school)


def _own_school(ref: str, school: School | None) -> OneEdit:
    return SetSchool(character=ref, school=school)


def _mounts_school(ref: str, mount: Mount, school: School | None) -> OneEdit:
    return SetMount(character=ref, profile=mount.profile, shared=mount.shared, school=school)


@rule("CHAR-03", SPELL_NOTES, of=Trait.MAGIC)
def spellcaster_has_one_school(subject: Subject) -> Iterator[Breach | Pass]:
    """Every spellcaster has chosen one of the schools that its profile offers; models that buy no magic have none."""
    for caster in casters(subject):
        offered = schools_of(caster.row, optional=subject.army.options.optional_schools)
        name, school = caster.row.name, caster.school
        if school is None and _casts_in_any_case(caster.row):
            text = say("{name} hasn't chosen a school of magic yet: {schools}.", name=name, schools=_listed(offered))
        elif school is not None and school not in offered:
            text = say(
                "{name} can't take {school} magic; its schools are: {schools}.",
                name=name,
                school=school.capitalize(),
                schools=_listed(offered) or say("none"),
            )
        else:
            continue
        yield Breach(text, caster.culprit, remedies=_other_schools(caster, offered))


def _casts_in_any_case(row: Row) -> bool:
    return row.spellcaster is not None and not row.spellcaster.cost


def _other_schools(caster: Caster, offered: tuple[School, ...]) -> Iterator[Remedy]:
    for school in offered:
        yield Remedy(say("{school} magic", school=school.capitalize()), caster.choosing(school))
    if not _casts_in_any_case(caster.row):
        yield Remedy(say("{caster} without magic", caster=caster.row.name), caster.choosing(None))


def _listed(schools: tuple[School, ...]) -> str:
    return ", ".join(school.capitalize() for school in schools)
