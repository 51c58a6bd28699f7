"""Units: what may stand in an army, and what may stand together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tabletop.arcana.army.remedies import (
    dismount,
    remove_character,
    remove_models,
    remove_unit,
    split_kinds,
    take_from_character,
    take_from_models,
)
from tabletop.arcana.army.resolve import Contingent, FieldedUnit
from tabletop.arcana.army.rules.composition import BUILDING_AN_ARMY
from tabletop.arcana.army.rules.context import Subject, character_culprit, unit_culprit
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.lists import DESIGNS, list_slug
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.findings import Culprit, Remedy
from tabletop.rulebook import Breach, Pass, rule

MOUNTED_CHARACTERS = BOOK.section("Mounted Characters")
CHARACTERS = BOOK.section("Purchasing Characters")

GENERAL_LISTS = ("monsters", "vehicles", "war-machines", DESIGNS)
NOT_FOR_ITSELF: dict[Section, str] = {
    Section.MOUNTS: "is a mount; characters ride it, it isn't fielded by itself",
    Section.EQUIPMENT: "is equipment; models carry it, it isn't fielded by itself",
}


@rule("UNIT-01", BUILDING_AN_ARMY)
def unit_has_models(subject: Subject) -> Iterator[Breach | Pass]:
    """Every unit has at least one model."""
    for unit in subject.army.units:
        if not unit.size:
            yield Breach(
                f"{unit.name} has no models.",
                unit_culprit(unit.ref),
                actual=0,
                limit=1,
                remedies=(remove_unit(unit),),
            )


@rule("LIST-01", BUILDING_AN_ARMY)
def models_from_own_lists(subject: Subject) -> Iterator[Breach | Pass]:
    """Every model is from the army's own list or one open to all: monsters, vehicles, war machines, own designs."""
    for contingent in subject.army.contingents:
        for unit in contingent.units:
            yield from _strangers(contingent, unit)


def _strangers(contingent: Contingent, unit: FieldedUnit) -> Iterator[Breach]:
    own = (contingent.army.slug, *GENERAL_LISTS)
    for row, culprit, remedy in _bought(unit):
        if list_slug(row.slug) not in own:
            message = f"{row.name} ({list_slug(row.slug)}) isn't in the list of the {contingent.army.name}."
            yield Breach(message, culprit, remedies=(remedy(),))


def _bought(unit: FieldedUnit) -> Iterator[tuple[Row, Culprit, Callable[[], Remedy]]]:
    """Every row in a unit, the part to blame for it and how to take it out."""
    for models in unit.models:
        culprit = unit_culprit(unit.ref)
        yield models.row, culprit, partial(remove_models, unit, models.row, models.count)
        for upgrade in models.upgrades:
            yield upgrade.row, culprit, partial(take_from_models, unit, models.row, upgrade.row)
    for character in unit.characters:
        ref = character.choice.ref
        culprit = character_culprit(ref)
        yield character.row, culprit, partial(remove_character, ref, character.row)
        if character.mount:
            yield character.mount, culprit, partial(dismount, ref, character.mount)
        for upgrade in character.upgrades:
            yield upgrade.row, culprit, partial(take_from_character, ref, upgrade.row)


@rule("UNIT-02", BUILDING_AN_ARMY)
def one_kind_of_model(subject: Subject) -> Iterator[Breach | Pass]:
    """Apart from its characters a unit is of one kind of model; only war machines may mix."""
    for unit in subject.army.units:
        rows = list({models.row.slug: models.row for models in unit.models}.values())
        if len(rows) < 2 or all(row.section == Section.WAR_MACHINES for row in rows):
            continue
        names = " and ".join(row.name for row in rows)
        yield Breach(
            f"{unit.name} mixes {names}; apart from characters a unit is of one kind.",
            unit_culprit(unit.ref),
            actual=len(rows),
            limit=1,
            remedies=tuple(split_kinds(unit, rows)),
        )


@rule("UNIT-03", MOUNTED_CHARACTERS)
def mounts_and_equipment_are_bought_for_others(subject: Subject) -> Iterator[Breach | Pass]:
    """Mounts and equipment are bought for models, and aren't models of a unit by themselves."""
    for unit in subject.army.units:
        for models in unit.models:
            if reason := NOT_FOR_ITSELF.get(models.row.section):
                yield Breach(
                    f"{models.row.name} {reason}.",
                    unit_culprit(unit.ref),
                    remedies=(remove_models(unit, models.row, models.count),),
                )


@rule("UNIT-04", CHARACTERS)
def characters_are_bought_one_by_one(subject: Subject) -> Iterator[Breach | Pass]:
    """Characters are bought one by one, to lead a unit or to stand alone; other models aren't characters."""
    for unit in subject.army.units:
        for models in unit.models:
            if models.row.section == Section.CHARACTERS:
                remedies = (remove_models(unit, models.row, models.count),)
                yield Breach(
                    f"{models.row.name} is a character and can't be one of a unit's models.",
                    unit_culprit(unit.ref),
                    remedies=remedies,
                )
        for character in unit.characters:
            if character.row.section != Section.CHARACTERS:
                ref = character.choice.ref
                remedies = (remove_character(ref, character.row),)
                yield Breach(
                    f"{character.row.name} isn't a character and can't lead a unit.",
                    character_culprit(ref),
                    remedies=remedies,
                )
