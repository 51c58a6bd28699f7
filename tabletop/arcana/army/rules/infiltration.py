"""Infiltration: who may, and who comes along."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.army.edits import SetInfiltrating
from tabletop.arcana.army.pricing import INFILTRATION, infiltrating_whole
from tabletop.arcana.army.resolve import FieldedUnit
from tabletop.arcana.army.rules.context import Subject, character_culprit, unit_culprit
from tabletop.arcana.army.rules.mounts import on_foot
from tabletop.arcana.army.rules.traits import Trait
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.findings import Remedy, Severity
from tabletop.languages import say
from tabletop.receipts import to_nearest
from tabletop.rulebook import Breach, Pass, rule


def infiltrators(subject: Subject) -> Iterator[FieldedUnit]:
    return (unit for unit in subject.army.units if unit.choice.infiltrating)


def _stay(unit: FieldedUnit) -> Remedy:
    return Remedy(say("{unit} not infiltrating", unit=unit.name), SetInfiltrating(unit=unit.ref, infiltrating=False))


@rule("INF-01", INFILTRATION, of=Trait.INFILTRATING)
def only_rows_with_a_price_infiltrate(subject: Subject) -> Iterator[Breach | Pass]:
    """Only models with a printed price for infiltrating may infiltrate; vehicles never may."""
    for unit in infiltrators(subject):
        for models in unit.models:
            if models.row.infiltrate_cost is None:
                text = say("{models} can't infiltrate: the profile has no price for it.", models=models.row.name)
            elif models.row.section == Section.VEHICLES:
                text = say("{models} can't infiltrate: it is a vehicle.", models=models.row.name)
            else:
                continue
            yield Breach(text, unit_culprit(unit.ref), remedies=(_stay(unit),))


@rule("INF-02", INFILTRATION, of=Trait.INFILTRATING)
def lone_characters_infiltrate_by_their_own_row(subject: Subject) -> Iterator[Breach | Pass]:
    """A character that doesn't lead an infiltrating unit infiltrates only if its own profile has a price for it."""
    for unit in infiltrators(subject):
        for character in () if unit.models else unit.characters:
            if character.row.infiltrate_cost is None:
                text = say(
                    "{character} stands alone and can't infiltrate: its profile has no price for it.",
                    character=character.row.name,
                )
                yield Breach(text, character_culprit(character.choice.ref), remedies=(_stay(unit),))


@rule("INF-03", INFILTRATION, of=Trait.INFILTRATING)
def infiltrating_leaders_ride_only_with_riders(subject: Subject) -> Iterator[Breach | Pass]:
    """A character who leads infiltrators is on foot or, if they ride, on a mount whose base is no larger than theirs.

    A lone rider infiltrates only if its mount may infiltrate too (ruling M17).
    """
    for unit in infiltrators(subject):
        largest = max((models.row.base for models in unit.models if models.row.mounted), default=0)
        for character in unit.characters:
            if character.mount and not _comes_along(character.mount, unit, largest):
                yield Breach(
                    say(
                        "{character} rides {mount}, which can't infiltrate with {unit}.",
                        character=character.row.name,
                        mount=character.mount.name,
                        unit=unit.name,
                    ),
                    character_culprit(character.choice.ref),
                    remedies=(on_foot(character), _stay(unit)),
                )


def _comes_along(mount: Row, unit: FieldedUnit, largest: float) -> bool:
    return mount.base <= largest if unit.models else mount.infiltrate_cost is not None


@rule("INF-04", INFILTRATION, Severity.NOTE, of=Trait.INFILTRATING)
def infiltrating_as_a_whole_costs_the_same(subject: Subject) -> Iterator[Breach | Pass]:
    """A unit pays for infiltrating part by part. The book also allows its whole price times 1¼, which may differ."""
    units = subject.price.units
    for unit in filter(_has_its_price, infiltrators(subject)):
        whole, paid = to_nearest(infiltrating_whole(unit)), units[unit.ref].points
        if whole != paid:
            text = say(
                "{unit}: {paid} points part by part; as a whole, times 1¼, it would cost {whole}.",
                unit=unit.name,
                paid=paid,
                whole=whole,
            )
            yield Breach(text, unit_culprit(unit.ref), actual=paid, limit=whole)


def _has_its_price(unit: FieldedUnit) -> bool:
    """Whether it may infiltrate at all: by its models' profiles, or by those of characters alone."""
    rows = [models.row for models in unit.models] or [character.row for character in unit.characters]
    return all(row.infiltrate_cost is not None for row in rows)
