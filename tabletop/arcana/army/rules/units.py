"""Units: what may stand in an army, and what may stand together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tabletop.arcana.army.cuts import without_unit
from tabletop.arcana.army.edits import MergeModels
from tabletop.arcana.army.remedies import (
    dismount,
    remove_character,
    remove_models,
    split_kinds,
    split_models,
    take_from_character,
    take_from_models,
)
from tabletop.arcana.army.resolve import Contingent, FieldedModels, FieldedUnit
from tabletop.arcana.army.roster import MOST_MODELS
from tabletop.arcana.army.rules.composition import BUILDING_AN_ARMY
from tabletop.arcana.army.rules.context import Subject, character_culprit, unit_culprit
from tabletop.arcana.army.rules.traits import Trait
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.counted_names import counted, named
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.findings import Culprit, Remedy, Severity
from tabletop.languages import joined, marked, say
from tabletop.rulebook import Breach, Pass, rule

MOUNTED_CHARACTERS = BOOK.section("Mounted Characters")
CHARACTERS = BOOK.section("Purchasing Characters")
MOVING_VEHICLES = BOOK.section("Moving Vehicles")

NOT_FOR_ITSELF: dict[Section, str] = {
    Section.MOUNTS: marked("{profile} is a mount: characters ride it, and it can't be fielded alone."),
    Section.EQUIPMENT: marked("{profile} is equipment: models carry it, and it can't be fielded alone."),
}


@rule("UNIT-01", BUILDING_AN_ARMY, of=Trait.EMPTY)
def unit_has_models(subject: Subject) -> Iterator[Breach | Pass]:
    """Every unit has at least one model."""
    for unit in subject.army.units:
        if not unit.size:
            yield Breach(
                say("{unit} has no models.", unit=unit.name),
                unit_culprit(unit.ref),
                actual=0,
                limit=1,
                remedies=(without_unit(unit),),
            )


@rule("LIST-01", BUILDING_AN_ARMY, of=Trait.STRANGER)
def models_from_own_lists(subject: Subject) -> Iterator[Breach | Pass]:
    """Every model comes from the army's own list or one open to all: monsters, vehicles, war machines, your designs."""
    for contingent in subject.army.contingents:
        for unit in contingent.units:
            yield from _strangers(contingent, unit, subject.army.catalogue)


def _strangers(contingent: Contingent, unit: FieldedUnit, catalogue: Catalogue) -> Iterator[Breach]:
    army = contingent.army
    for row, culprit, remedy in _bought(unit):
        if not army.may_field(row):
            home = catalogue.list_of(row.slug)
            message = say(
                "{row} ({home}) isn't in the army list of the {army}.", row=row.name, home=home.name, army=army.name
            )
            if home.slug == "monsters":
                message = say("{row} is none of the monsters that the {army} hire.", row=row.name, army=army.name)
            yield Breach(message, culprit, remedies=_worked_out(remedy))


def _worked_out(remedy: Callable[[], Remedy]) -> Iterator[Remedy]:
    yield remedy()


def _bought(unit: FieldedUnit) -> Iterator[tuple[Row, Culprit, Callable[[], Remedy]]]:
    """Every profile in a unit, the part to blame for it and how to take it out."""
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


@rule("UNIT-02", BUILDING_AN_ARMY, of=Trait.SEVERAL_ROWS)
def one_kind_of_model(subject: Subject) -> Iterator[Breach | Pass]:
    """Apart from its characters, a unit has one kind of model; war machines may mix, and so may crews of a vehicle.

    UNIT-06 is about vehicles of one type behind one kind of beast.
    """
    for unit in subject.army.units:
        rows = kinds_in(unit)
        if len(rows) < 2 or all(row.section == Section.WAR_MACHINES for row in rows) or differ_in_crew(rows):
            continue
        names = joined([row.name for row in rows])
        yield Breach(
            say(
                "{unit}: apart from its characters, a unit has one kind of model, not {names}.",
                unit=unit.name,
                names=names,
            ),
            unit_culprit(unit.ref),
            actual=len(rows),
            limit=1,
            remedies=split_kinds(unit, rows),
        )


def kinds_in(unit: FieldedUnit) -> list[Row]:
    """The profiles of a unit's models, each once."""
    return list({models.row.slug: models.row for models in unit.models}.values())


def differ_in_crew(rows: list[Row]) -> bool:
    """Whether they are vehicles of one type, drawn or carried by one kind of monster (ruling M18)."""
    if not all(row.vehicle_type and row.drawn_by for row in rows):
        return False
    return len({(row.vehicle_type, row.drawn_by) for row in rows}) == 1


@rule("UNIT-05", BUILDING_AN_ARMY, of=Trait.ROW_TWICE)
def models_of_a_row_are_alike(subject: Subject) -> Iterator[Breach | Pass]:
    """Models of a profile in a unit have bought the same: extras, phalanx, magic; war machines may differ in crew."""
    for unit in subject.army.units:
        for row in kinds_in(unit):
            lines = [models for models in unit.models if models.row == row]
            if len({_bought_for_each(models) for models in lines}) > 1:
                names = joined([_with_what(models) for models in lines])
                yield Breach(
                    say(
                        "{unit}: its {models} differ, {names}; all have to be alike.",
                        unit=unit.name,
                        models=named(row.name, MOST_MODELS),
                        names=names,
                    ),
                    unit_culprit(unit.ref),
                    actual=len(lines),
                    limit=1,
                    remedies=(*_alike(unit, row), split_models(unit, row)),
                )


def _alike(unit: FieldedUnit, row: Row) -> Iterator[Remedy]:
    """All of one profile as the first of them, where they fit into one line."""
    if sum(models.count for models in unit.models if models.row == row) <= MOST_MODELS:
        yield Remedy(
            say("Make all {models} like the first", models=named(row.name, MOST_MODELS)),
            MergeModels(unit=unit.ref, profile=row.slug),
        )


def _bought_for_each(models: FieldedModels) -> tuple[frozenset[tuple[str, int]], bool, bool]:
    """What makes one model of a profile differ from the next; which school was learned doesn't."""
    extras = frozenset((upgrade.row.slug, upgrade.count) for upgrade in models.upgrades)
    return extras, models.choice.phalanx, models.choice.school is not None


def _with_what(models: FieldedModels) -> str:
    """`5 with a phalanx, magic`."""
    extras = [counted(upgrade.row.name, upgrade.count) for upgrade in models.upgrades]
    extras += [say("a phalanx")] * models.choice.phalanx + [say("magic")] * (models.choice.school is not None)
    return say("{count} with {extras}", count=models.count, extras=", ".join(extras) or say("nothing"))


@rule("UNIT-06", MOVING_VEHICLES, Severity.WARNING, of=Trait.VEHICLE)
def vehicles_of_a_type_with_other_crews(subject: Subject) -> Iterator[Breach | Pass]:
    """Vehicles of a type behind the same monster may form a unit; with different crews, if the opponent agrees."""
    for unit in subject.army.units:
        rows = kinds_in(unit)
        if len(rows) > 1 and differ_in_crew(rows):
            names = joined([row.name for row in rows])
            yield Breach(
                say(
                    "{unit}: {names} have the same beasts but different crews; the opponent has to agree.",
                    unit=unit.name,
                    names=names,
                ),
                unit_culprit(unit.ref),
                actual=len(rows),
                limit=1,
                remedies=split_kinds(unit, rows),
            )


@rule("UNIT-03", MOUNTED_CHARACTERS, of=Trait.MISPLACED)
def mounts_and_equipment_are_bought_for_others(subject: Subject) -> Iterator[Breach | Pass]:
    """Mounts and equipment are bought for models, and can't be a unit's models themselves."""
    for unit in subject.army.units:
        for models in unit.models:
            if sentence := NOT_FOR_ITSELF.get(models.row.section):
                yield Breach(
                    say(sentence, profile=models.row.name),
                    unit_culprit(unit.ref),
                    remedies=(remove_models(unit, models.row, models.count),),
                )


@rule("UNIT-04", CHARACTERS, of=Trait.MISPLACED)
def characters_are_bought_one_by_one(subject: Subject) -> Iterator[Breach | Pass]:
    """Characters are bought one by one, to lead a unit or to stand alone; other models aren't characters."""
    for unit in subject.army.units:
        for models in unit.models:
            if models.row.section == Section.CHARACTERS:
                remedies = (remove_models(unit, models.row, models.count),)
                yield Breach(
                    say("{models} is a character and can't be one of a unit's models.", models=models.row.name),
                    unit_culprit(unit.ref),
                    remedies=remedies,
                )
        for character in unit.characters:
            if character.row.section != Section.CHARACTERS:
                ref = character.choice.ref
                remedies = (remove_character(ref, character.row),)
                yield Breach(
                    say("{character} isn't a character and can't lead a unit.", character=character.row.name),
                    character_culprit(ref),
                    remedies=remedies,
                )
