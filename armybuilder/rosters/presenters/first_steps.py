"""What an army that has just been begun may begin with: troops, a leader, or a finished army to change."""

from __future__ import annotations

from msgspec import Struct

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.core.languages import say
from tabletop.arcana.army.edits import AddUnit
from tabletop.arcana.army.rules.composition import NORMAL_PERCENT, SPECIAL_PERCENT
from tabletop.arcana.army.troop_class import is_special
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.game import ArcanaVerdict

USUAL_BLOCK = 20
STEP = 5  # models by which the first block is rounded
THIRDS = 3  # the first block is about a third of the normal troops


class FirstStep(Struct, frozen=True):
    """A unit to begin with."""

    name: str
    why: str
    edit: AddUnit


class FirstSteps(Struct, frozen=True):
    """Units to begin with, and a sample of the army by the name of its file and its own."""

    units: tuple[FirstStep, ...]
    sample: str
    sample_name: str
    sample_points: int | None


def first_steps_of(verdict: ArcanaVerdict) -> FirstSteps:
    """The army's first normal troops, its first character where one fits, and its largest sample."""
    own, limit = verdict.army.own.army, verdict.army.points_limit
    rows = verdict.army.catalogue.rows_of(own.slug)
    troops = [row for row in rows if row.section == Section.TROOPS and not _is_special(row, verdict)]
    leaders = [row for row in rows if row.section == Section.CHARACTERS]
    steps = [_block(troops[0], limit)] if troops else []
    if leaders and (limit is None or leaders[0].points * 100 <= limit * SPECIAL_PERCENT):
        steps.append(_leader(leaders[0]))
    samples = [(sample.points_limit or 0, name) for name, sample in sample_rosters().items() if sample.army == own.slug]
    points, name = max(samples, default=(0, ""))
    return FirstSteps(tuple(steps), name, sample_rosters()[name].name if name else "", points or None)


def _is_special(row: Row, verdict: ArcanaVerdict) -> bool:
    return is_special(row, verdict.army.own.army, verdict.army.options, verdict.army.basis)


def _block(row: Row, limit: int | None) -> FirstStep:
    needed = limit * NORMAL_PERCENT // 100 if limit else 0
    count = max(STEP, needed // THIRDS // row.points // STEP * STEP) if needed else USUAL_BLOCK
    points = count * row.points
    why = say("A steady block of {points} points.", points=points)
    if needed and points * THIRDS == needed:
        why = say("A steady block of {points} points; a third of the normal troops you need.", points=points)
    elif needed:
        why = say("A steady block of {points} points; about a third of the normal troops you need.", points=points)
    return FirstStep(counted(row.name, count), why, AddUnit(profile=row.slug, count=count))


def _leader(row: Row) -> FirstStep:
    why = say("{points} points, special. An army needs no leader; most have one.", points=row.points)
    name = say("A {character} to lead them", character=row.name)
    if row.name[:1] in "AEIOU":
        name = say("An {character} to lead them", character=row.name)
    return FirstStep(name, why, AddUnit(profile=row.slug))
