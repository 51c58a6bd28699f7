"""Extras: second crews, giants' engines, hydra heads and phalanxes."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.book import BOOK
from tabletop.arcana.catalogue import list_slug
from tabletop.arcana.edits import RemoveCharacter, SetCharacterUpgrade, SetModelUpgrade, SetReinforced
from tabletop.arcana.fielding import FieldedCharacter, FieldedModels, FieldedUnit, FieldedUpgrade
from tabletop.arcana.muster.subject import Subject, character_culprit, unit_culprit
from tabletop.arcana.prices import WAR_MACHINES
from tabletop.arcana.profile import Row
from tabletop.findings import Culprit, Remedy
from tabletop.rulebook import Breach, Pass, rule

GIANTS = BOOK.section("Giant Kings Army List")
MONSTERS = BOOK.section("Monster Profiles")
GRACCANS = BOOK.section("Graccans Army List")

USUAL_HEADS = 6

Carrier = tuple[FieldedUnit, Row, FieldedUpgrade, Culprit]


@rule("WM-01", WAR_MACHINES)
def only_war_machines_are_reinforced(subject: Subject) -> Iterator[Breach | Pass]:
    """Only war machines take a second crew."""
    for unit in subject.army.units:
        for models in unit.models:
            if models.choice.reinforced and models.row.section != "war-machines":
                edit = SetReinforced(unit=unit.ref, profile=models.row.slug, count=0)
                yield Breach(
                    f"{models.row.name} isn't a war machine and takes no second crew.",
                    unit_culprit(unit.ref),
                    actual=models.choice.reinforced,
                    limit=0,
                    remedies=(Remedy("Take the second crews away", edit),),
                )


@rule("EQP-01", GIANTS)
def equipment_fits_its_carrier(subject: Subject) -> Iterator[Breach | Pass]:
    """Equipment is carried only by the models that it is printed for."""
    for unit, row, upgrade, culprit in carriers(subject):
        is_of_its_list = list_slug(row.slug) == list_slug(upgrade.row.slug)
        if upgrade.row.section != "equipment" or (is_of_its_list and row.slug not in upgrade.row.carried_by):
            yield Breach(
                f"{row.name} can't carry {upgrade.row.name}.",
                culprit,
                remedies=(_without(unit, row, upgrade, culprit),),
            )


@rule("EQP-02", GIANTS)
def giants_of_a_unit_carry_the_same(subject: Subject) -> Iterator[Breach | Pass]:
    """All giants of a unit, its leaders too, carry one and the same piece of special equipment, or none does."""
    giants = {slug for each in subject.army.catalogue.rows_of("giant-kings") for slug in each.carried_by}
    for unit in subject.army.units:
        carried = [(row, _engines(upgrades)) for row, upgrades in _parts(unit) if row.slug in giants]
        kinds = {engines for _, engines in carried}
        if len(kinds) > 1 or any(sum(count for _, count in engines) > 1 for engines in kinds):
            text = f"{unit.name}: its giants carry {_told(carried)}; all carry one of the same, or none."
            yield Breach(text, unit_culprit(unit.ref), remedies=tuple(_disarm(unit)))


Engines = tuple[tuple[str, int], ...]


def _engines(upgrades: tuple[FieldedUpgrade, ...]) -> Engines:
    return tuple((upgrade.row.name, upgrade.count) for upgrade in upgrades if upgrade.count)


def _told(carried: list[tuple[Row, Engines]]) -> str:
    parts = [f"{row.name} {', '.join(f'{n} {name}' for name, n in engines) or 'nothing'}" for row, engines in carried]
    return "; ".join(parts)


def _disarm(unit: FieldedUnit) -> Iterator[Remedy]:
    """Leaves one sort of equipment to the unit: possible by an edit only where a single part carries the odd one."""
    for models in unit.models:
        for upgrade in models.upgrades:
            edit = SetModelUpgrade(unit=unit.ref, profile=models.row.slug, upgrade=upgrade.row.slug, count=0)
            yield Remedy(f"{models.row.name} without {upgrade.row.name}", edit)
            if upgrade.count > 1:
                one = SetModelUpgrade(unit=unit.ref, profile=models.row.slug, upgrade=upgrade.row.slug, count=1)
                yield Remedy(f"One {upgrade.row.name} each", one)
    wanted = {upgrade.row.slug: upgrade.row for models in unit.models for upgrade in models.upgrades}
    for character in unit.characters:
        ref = character.choice.ref
        for upgrade in character.upgrades:
            off = SetCharacterUpgrade(character=ref, upgrade=upgrade.row.slug, count=0)
            yield Remedy(f"{character.row.name} without {upgrade.row.name}", off)
        for slug, row in wanted.items():
            yield Remedy(
                f"{row.name} for {character.row.name} too",
                SetCharacterUpgrade(character=ref, upgrade=slug, count=1),
            )


@rule("EQP-03", MONSTERS)
def hydra_has_heads(subject: Subject) -> Iterator[Breach | Pass]:
    """A hydra is bought with its heads: at least one for each body."""
    heads = {slug: row for row in subject.army.catalogue.rows_of("monsters") for slug in row.carried_by}
    for unit in subject.army.units:
        for models in unit.models:
            head = heads.get(models.row.slug)
            if head and not models.upgrades:
                edit = SetModelUpgrade(unit=unit.ref, profile=models.row.slug, upgrade=head.slug, count=USUAL_HEADS)
                yield Breach(
                    f"{models.row.name} has no heads.",
                    unit_culprit(unit.ref),
                    actual=0,
                    limit=1,
                    remedies=(Remedy(f"{USUAL_HEADS} heads each", edit),),
                )


@rule("EQP-04", GRACCANS)
def some_heroes_never_lead_a_phalanx(subject: Subject) -> Iterator[Breach | Pass]:
    """A character whose row forbids it doesn't lead a phalanx."""
    for unit in subject.army.units:
        if not any(line.phalanx for models in unit.models for line in models.row.melee):
            continue
        for character in unit.characters:
            if character.row.cannot_lead_phalanx:
                ref = character.choice.ref
                edit = RemoveCharacter(character=ref)
                yield Breach(
                    f"{character.row.name} can't lead the phalanx {unit.name}.",
                    character_culprit(ref),
                    remedies=(Remedy(f"Remove {character.row.name}", edit),),
                )


def carriers(subject: Subject) -> Iterator[Carrier]:
    """Every extra with its unit, the row that carries it and the part to blame."""
    for unit in subject.army.units:
        for models in unit.models:
            for upgrade in models.upgrades:
                yield unit, models.row, upgrade, unit_culprit(unit.ref)
        for character in unit.characters:
            for upgrade in character.upgrades:
                yield unit, character.row, upgrade, character_culprit(character.choice.ref)


def _parts(unit: FieldedUnit) -> Iterator[tuple[Row, tuple[FieldedUpgrade, ...]]]:
    parts: tuple[FieldedModels | FieldedCharacter, ...] = (*unit.models, *unit.characters)
    return ((part.row, part.upgrades) for part in parts)


def _without(unit: FieldedUnit, row: Row, upgrade: FieldedUpgrade, culprit: Culprit) -> Remedy:
    label = f"{row.name} without {upgrade.row.name}"
    if culprit.kind == "character":
        return Remedy(label, SetCharacterUpgrade(character=culprit.ref, upgrade=upgrade.row.slug, count=0))
    return Remedy(label, SetModelUpgrade(unit=unit.ref, profile=row.slug, upgrade=upgrade.row.slug, count=0))
