"""Units of a situation as shots and spells find them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tabletop.arcana.odds.questions import characters_called
from tabletop.arcana.odds.units import Known
from tabletop.arcana.rules.harm.among import models_of, rider_on
from tabletop.arcana.rules.harm.at_units import Company
from tabletop.arcana.rules.shooting.salvoes import SalvoState, Target


def target_of(unit: Known, *, engaged: bool) -> Target:
    """A unit as it is shot at, or as a spell strikes it."""
    ranked = bool(unit.ranks)
    return Target(
        figures=unit.figures,
        left=unit.left,
        ranked=ranked,
        takes_half=not (ranked or unit.is_vehicle),
        engaged=engaged,
        carries=unit.is_war_machine or unit.is_vehicle,
        shares=unit.is_war_machine,
        character=unit.leader,
        character_left=unit.leader_left,
        others=tuple(led.figures for led in unit.characters[1:]),
        others_left=tuple(led.left for led in unit.characters[1:]),
        rider_on=rider_on(unit.figures.wounds) if unit.rides else 0,
        rides_of=unit.rides_of,
        kinds=unit.kinds.saves,
    )


def characters_losses(target: Target) -> dict[str, Callable[[SalvoState], int]]:
    """What characters alone lose together."""
    before = (target.character_left, *target.others_left)
    each = [figures.wounds for figures in target.characters]
    whole = sum(left.wounds(own) for left, own in zip(before, each, strict=True))
    models = models_of((place for place, left in enumerate(before, 1) if left.models), target.rides_of)

    def wounds(shot: SalvoState) -> int:
        return whole - sum(left.wounds(own) for left, own in zip(shot.bodies[1:], each, strict=True))

    return {"wounds": wounds, "fallen": lambda shot: models - characters_left(target, shot)}


def characters_left(target: Target, shot: SalvoState) -> int:
    """How many models its characters still are."""
    return models_of((place for place, left in enumerate(shot.bodies[1:], 1) if left.models), target.rides_of)


def company_of(unit: Known) -> Company:
    """A unit as hits without a throw find it."""
    return Company(
        figures=unit.figures,
        left=unit.left,
        shares=unit.is_war_machine,
        characters=tuple(led.figures for led in unit.characters),
        lefts=tuple(led.left for led in unit.characters),
        rides_of=unit.rides_of,
        rider_on=rider_on(unit.figures.wounds) if unit.rides else 0,
    )


def losses_of_company(
    before: Company, read: Callable[[Any], Company]
) -> tuple[dict[str, Callable[[Any], int]], dict[str, Callable[[Any], bool]]]:
    """What a unit and each of its characters lose, of characters alone all together; `read` finds it in a state."""
    alone = not before.left.models
    numbers: dict[str, Callable[[Any], int]] = {
        "wounds": lambda state: _wounds_of(before, alone=alone) - _wounds_of(read(state), alone=alone),
        "fallen": lambda state: _models_of(before, alone=alone) - _models_of(read(state), alone=alone),
    }
    events: dict[str, Callable[[Any], bool]] = {"destroyed": lambda state: not _models_of(read(state), alone=alone)}
    for place, called in enumerate(characters_called(before.rides_of)):
        each, left = before.characters[place].wounds, before.lefts[place]
        numbers[f"{called}.wounds"] = partial(_lost_by, read, place, each, left.wounds(each))
        events[f"{called}.falls"] = partial(_has_fallen, read, place)
    return numbers, events


def _wounds_of(company: Company, *, alone: bool) -> int:
    if not alone:
        return company.left.wounds(company.figures.wounds)
    return sum(left.wounds(own.wounds) for own, left in zip(company.characters, company.lefts, strict=True))


def _models_of(company: Company, *, alone: bool) -> int:
    return models_of(company.living, company.rides_of) if alone else company.left.models


def _lost_by(read: Callable[[Any], Company], place: int, each: int, before: int, state: Any) -> int:
    return before - read(state).lefts[place].wounds(each)


def _has_fallen(read: Callable[[Any], Company], place: int, state: Any) -> bool:
    return not read(state).lefts[place].models
