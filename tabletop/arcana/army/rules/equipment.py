"""Extras: second crews, giants' engines, hydra heads and phalanxes."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.army.edits import (
    OneEdit,
    RemoveCharacter,
    SetCharacterUpgrade,
    SetModelUpgrade,
    SetPhalanx,
    SetReinforced,
    Several,
)
from tabletop.arcana.army.pricing import WAR_MACHINES
from tabletop.arcana.army.resolve import Contingent, FieldedCharacter, FieldedModels, FieldedUnit, FieldedUpgrade
from tabletop.arcana.army.rules.context import Subject, character_culprit, unit_culprit
from tabletop.arcana.army.rules.mounts import riders
from tabletop.arcana.army.rules.traits import Trait
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.counted_names import named
from tabletop.arcana.catalogue.lists import GENERAL_LISTS, Catalogue, list_slug
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.citations import Citation
from tabletop.findings import Culprit, Remedy, Severity
from tabletop.languages import say
from tabletop.rulebook import Breach, Pass, rule

GIANTS = BOOK.section("Giant Kings Army List")
MONSTERS = BOOK.section("Monster Profiles")
HOGMEN = BOOK.section("Hogman Army List")
GRACCANS = BOOK.section("Graccans Army List")

USUAL_HEADS = 6


class Carrier(Struct, frozen=True):
    """An extra with the profile that carries it, its mount if it has one, and the part to blame."""

    contingent: Contingent
    unit: FieldedUnit
    row: Row
    mount: Row | None
    upgrade: FieldedUpgrade
    culprit: Culprit


@rule("WM-01", WAR_MACHINES, of=Trait.SECOND_CREW)
def only_war_machines_are_reinforced(subject: Subject) -> Iterator[Breach | Pass]:
    """Only war machines take a second crew."""
    for unit in subject.army.units:
        for models in unit.models:
            if models.choice.reinforced and models.row.section != Section.WAR_MACHINES:
                edit = SetReinforced(unit=unit.ref, profile=models.row.slug, count=0)
                yield Breach(
                    say(
                        "{models} can't take a second crew; only war machines can.",
                        models=named(models.row.name, models.count),
                    ),
                    unit_culprit(unit.ref),
                    actual=models.choice.reinforced,
                    limit=0,
                    remedies=(Remedy(say("{models} without second crews", models=models.row.name), edit),),
                )


@rule("EQP-01", GIANTS, of=Trait.EXTRAS)
def equipment_fits_its_carrier(subject: Subject) -> Iterator[Breach | Pass]:
    """Only the models that equipment is printed for carry it, or mounts of that kind."""
    for carrier in carriers(subject):
        if not _fits(carrier):
            yield Breach(
                say("{carrier} can't carry {upgrade}.", carrier=carrier.row.name, upgrade=carrier.upgrade.row.name),
                carrier.culprit,
                remedies=(_without(carrier),),
                citation=_section_of(carrier.upgrade.row, subject),
            )


def _section_of(row: Row, subject: Subject) -> Citation:
    """The list that prints the profile."""
    return BOOK.section(subject.army.catalogue.list_of(row.slug).section)


def _fits(carrier: Carrier) -> bool:
    """Extras of a list that isn't open to the army at all are LIST-01's to report."""
    extra = carrier.upgrade.row
    if extra.section != Section.EQUIPMENT:
        return False
    foreign = list_slug(extra.slug) not in (carrier.contingent.army.slug, *GENERAL_LISTS)
    return foreign or any(row.slug in extra.carried_by for row in (carrier.row, carrier.mount) if row)


@rule("EQP-02", GIANTS, of=Trait.EXTRAS)
def giants_of_a_unit_carry_the_same(subject: Subject) -> Iterator[Breach | Pass]:
    """All giants of a unit, leaders included, carry the same one piece of special equipment, or all carry none."""
    giants = subject.army.catalogue.rows_of("giant-kings")
    carriers_of_any = {slug for giant in giants for slug in giant.carried_by}
    for unit in (unit for unit in subject.army.units if any(extras for _, extras in _parts(unit))):
        carried = [(row, _engines(upgrades)) for row, upgrades in _parts(unit) if row.slug in carriers_of_any]
        kinds = {engines for _, engines in carried}
        if len(kinds) > 1 or any(sum(count for _, count in engines) > 1 for engines in kinds):
            text = say(
                "{unit}: {told}; all its giants have to carry the same one piece, or none.",
                unit=unit.name,
                told=_told(carried),
            )
            yield Breach(text, unit_culprit(unit.ref), remedies=_disarm(unit))


Engines = tuple[tuple[str, int], ...]


def _engines(upgrades: tuple[FieldedUpgrade, ...]) -> Engines:
    return tuple((upgrade.row.name, upgrade.count) for upgrade in upgrades if upgrade.count)


def _told(carried: list[tuple[Row, Engines]]) -> str:
    loads = ((row, ", ".join(f"{n} {name}" if n > 1 else name for name, n in engines)) for row, engines in carried)
    return "; ".join(say("{giant} carries {load}", giant=row.name, load=load or say("nothing")) for row, load in loads)


def _disarm(unit: FieldedUnit) -> Iterator[Remedy]:
    """Ways out for a unit of giants: one piece of equipment for every giant, or none for any."""
    wanted = {upgrade.row.slug: upgrade.row for _, upgrades in _parts(unit) for upgrade in upgrades}
    for slug, row in wanted.items():
        edits = tuple(edit for other in wanted for edit in _given(unit, other, int(other == slug)))
        yield Remedy(say("{row} for each giant of {unit}", row=row.name, unit=unit.name), Several(edits=edits))
    nothing = tuple(edit for slug in wanted for edit in _given(unit, slug, 0))
    yield Remedy(say("No equipment for {unit}", unit=unit.name), Several(edits=nothing))


def _given(unit: FieldedUnit, upgrade: str, count: int) -> Iterator[OneEdit]:
    for slug in {models.row.slug: None for models in unit.models}:
        yield SetModelUpgrade(unit=unit.ref, profile=slug, upgrade=upgrade, count=count)
    for character in unit.characters:
        yield SetCharacterUpgrade(character=character.choice.ref, upgrade=upgrade, count=count)


@rule("EQP-03", MONSTERS, Severity.WARNING, of=Trait.HYDRA)
def hydra_has_heads(subject: Subject) -> Iterator[Breach | Pass]:
    """A hydra is bought with its heads; the book sets no minimum, but a body alone is probably a slip."""
    heads = heads_by_body(subject.army.catalogue)
    for unit in subject.army.units:
        for models in unit.models:
            if (head := heads.get(models.row.slug)) and head not in _extras(models.upgrades):
                edit = SetModelUpgrade(unit=unit.ref, profile=models.row.slug, upgrade=head.slug, count=USUAL_HEADS)
                yield _headless(models.row, unit_culprit(unit.ref), edit)
    for _, _, character, mount in riders(subject):
        if (head := heads.get(mount.slug)) and head not in _extras(character.upgrades):
            ref = character.choice.ref
            yield _headless(
                mount,
                character_culprit(ref),
                SetCharacterUpgrade(character=ref, upgrade=head.slug, count=USUAL_HEADS),
            )


def heads_by_body(catalogue: Catalogue) -> dict[str, Row]:
    """The head that a hydra's body is sold apart from, by the slug of the body."""
    return {slug: row for row in catalogue.rows_of("monsters") for slug in row.carried_by}


def _extras(upgrades: tuple[FieldedUpgrade, ...]) -> tuple[Row, ...]:
    return tuple(upgrade.row for upgrade in upgrades)


def _headless(body: Row, culprit: Culprit, edit: OneEdit) -> Breach:
    remedy = Remedy(say("{heads} heads each", heads=USUAL_HEADS), edit)
    return Breach(say("{body} has no heads.", body=body.name), culprit, actual=0, limit=1, remedies=(remedy,))


@rule("EQP-04", GRACCANS, of=Trait.NO_PHALANX)
def some_heroes_never_lead_a_phalanx(subject: Subject) -> Iterator[Breach | Pass]:
    """A character whose profile forbids it can't lead a phalanx."""
    for unit in subject.army.units:
        if not any(map(_forms_phalanx, unit.models)):
            continue
        for character in unit.characters:
            if character.row.cannot_lead_phalanx:
                ref = character.choice.ref
                edit = RemoveCharacter(character=ref)
                yield Breach(
                    say(
                        "{character} can't lead a phalanx, as in {unit}.", character=character.row.name, unit=unit.name
                    ),
                    character_culprit(ref),
                    remedies=(Remedy(say("Without the {character}", character=character.row.name), edit),),
                    citation=_section_of(character.row, subject),
                )


def _forms_phalanx(models: FieldedModels) -> bool:
    return models.choice.phalanx or any(line.phalanx for line in models.row.melee)


@rule("EQP-05", HOGMEN, of=Trait.PHALANX)
def only_rows_with_a_price_form_a_phalanx(subject: Subject) -> Iterator[Breach | Pass]:
    """Only troops with a printed price for a phalanx can buy one; troops printed as a phalanx form one anyway."""
    for unit in subject.army.units:
        for models in unit.models:
            if models.choice.phalanx and models.row.phalanx_cost is None:
                edit = SetPhalanx(unit=unit.ref, profile=models.row.slug, phalanx=False)
                yield Breach(
                    say("{models} can't buy a phalanx: the profile has no price for it.", models=models.row.name),
                    unit_culprit(unit.ref),
                    remedies=(Remedy(say("{models} without phalanx", models=models.row.name), edit),),
                    citation=_section_of(models.row, subject),
                )


def carriers(subject: Subject) -> Iterator[Carrier]:
    """Every extra in the army."""
    for contingent in subject.army.contingents:
        for unit in contingent.units:
            yield from _carriers_in(unit, contingent)


def _carriers_in(unit: FieldedUnit, contingent: Contingent) -> Iterator[Carrier]:
    for models in unit.models:
        for upgrade in models.upgrades:
            yield Carrier(contingent, unit, models.row, None, upgrade, unit_culprit(unit.ref))
    for character in unit.characters:
        culprit = character_culprit(character.choice.ref)
        for upgrade in character.upgrades:
            yield Carrier(contingent, unit, character.row, character.mount, upgrade, culprit)


def _parts(unit: FieldedUnit) -> Iterator[tuple[Row, tuple[FieldedUpgrade, ...]]]:
    parts: tuple[FieldedModels | FieldedCharacter, ...] = (*unit.models, *unit.characters)
    return ((part.row, part.upgrades) for part in parts)


def _without(carrier: Carrier) -> Remedy:
    extra, ref = carrier.upgrade.row, carrier.culprit.ref
    label = say("{carrier} without {extra}", carrier=carrier.row.name, extra=extra.name)
    if carrier.culprit.kind == "character":
        return Remedy(label, SetCharacterUpgrade(character=ref, upgrade=extra.slug, count=0))
    return Remedy(label, SetModelUpgrade(unit=ref, profile=carrier.row.slug, upgrade=extra.slug, count=0))
