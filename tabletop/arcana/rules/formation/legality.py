"""Which formations are legal, and what a unit falls into that no longer keeps its own."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, sqrt

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.footprints import ranks_of
from tabletop.arcana.battlefield.reasons import Reason, Step, because
from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import Column, RankAndFile, Skirmish
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import MoraleKind, Row, Section, Statistics
from tabletop.geometry.distance.distances import farthest_pair
from tabletop.geometry.primitives.polygons import overlapping
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.words import counted

RANK_AND_FILE = BOOK.section("Rank and File Units (RaF)")
SKIRMISHED = BOOK.section("Skirmished Movement")
CHANGING_FORMATIONS = BOOK.section("Changing Formations")
BERSERK = BOOK.section("Berserk Movement")
WAR_MACHINES = BOOK.section("Moving War Machines")

# Models for one point of morale bonus in ranks (“Resolving Morale Tests”); base 6 counts as 4 and 15 as 9 (ruling T13).
MODELS_FOR_A_BONUS: dict[float, int] = {0.5: 10, 1: 6, 2: 4, 4: 2, 6: 2, 9: 1, 15: 1}
FEWEST_IN_RANKS = 2
ALWAYS_WIDE_ENOUGH = 5
USUAL_FILES = 5
COHESION = 12


def models_needed(base: float) -> int:
    """The fewest models of a base that keep rank and file; a single one never does."""
    return max(MODELS_FOR_A_BONUS[base], FEWEST_IN_RANKS)


def is_wide_enough(files: int, models: int) -> bool:
    """As many files as ranks, or five; files and ranks are counted, not measured."""
    return files >= ALWAYS_WIDE_ENOUGH or files >= len(ranks_of(files, models))


def may_form_ranks(figures: Statistics, models: int) -> bool:
    """Whether so many models ever stand in rank and file: berserkers, war machines and too few models don't."""
    is_war_machine = isinstance(figures, Row) and figures.section is Section.WAR_MACHINES
    is_berserk = figures.morale is not None and figures.morale.kind is MoraleKind.BERSERK
    return not is_war_machine and not is_berserk and models >= models_needed(figures.base)


def usual_files(figures: Statistics, models: int) -> int:
    """The files in which so many models are put down: five or more, 0 for what stands in skirmish."""
    if not may_form_ranks(figures, models):
        return 0
    return min(models, max(USUAL_FILES, ceil(sqrt(models / 2))))


def faults(unit: PlacedUnit, *, engaged: bool = False) -> tuple[Reason, ...]:
    """Every reason why the unit's formation isn't legal; none for a legal one."""
    if isinstance(unit.formation, Skirmish):
        return tuple(_loose_faults(unit, unit.formation, engaged=engaged))
    return tuple(_block_faults(unit, unit.formation))


def _block_faults(unit: PlacedUnit, block: RankAndFile | Column) -> Iterator[Reason]:
    if reason := too_few(unit):
        yield reason
    if isinstance(block, RankAndFile) and (reason := too_narrow(block.files, unit.models)):
        yield reason
    if reason := always_loose(unit):
        yield reason


def always_loose(unit: PlacedUnit) -> Reason | None:
    """Why a unit never forms ranks: berserkers and war machines don't."""
    if not (unit.berserk or unit.is_war_machine):
        return None
    if unit.berserk:
        return because(Cause.BERSERK_UNITS_SKIRMISH, BERSERK)
    return because(Cause.WAR_MACHINES_SKIRMISH, WAR_MACHINES)


def too_few(unit: PlacedUnit) -> Reason | None:
    needed = models_needed(unit.base)
    if unit.models >= needed:
        return None
    return because(Cause.TOO_FEW_FOR_RANKS, RANK_AND_FILE, models=unit.models, base=unit.base, needed=needed)


def too_narrow(files: int, models: int) -> Reason | None:
    if is_wide_enough(files, models):
        return None
    ranks = len(ranks_of(files, models))
    return because(Cause.TOO_NARROW, RANK_AND_FILE, ranks=ranks, files=files, enough=ALWAYS_WIDE_ENOUGH)


def _loose_faults(unit: PlacedUnit, loose: Skirmish, *, engaged: bool) -> Iterator[Reason]:
    for first, second in overlapping(unit.bases, unit.bases):
        if first < second:
            where = loose.positions[second]
            yield because(Cause.MODELS_OVERLAP, SKIRMISHED, where=where, first=first + 1, second=second + 1)
    widest = None if engaged else farthest_pair(unit.bases)
    if widest and widest.gap.inches > COHESION + RANGE:
        yield because(
            Cause.MODELS_TOO_FAR_APART,
            SKIRMISHED,
            where=widest.gap.end,
            first=widest.first + 1,
            second=widest.second + 1,
            gap=widest.gap.inches,
            most=COHESION,
        )


def measured(unit: PlacedUnit) -> tuple[Step, ...]:
    """What legality hangs on, as it is counted or measured."""
    block = unit.formation
    if isinstance(block, Skirmish):
        text = f"{inches(spread(unit))} between the models farthest apart, {COHESION} at most"
        return (Step(text=text, inches=spread(unit), citation=SKIRMISHED),)
    ranks = len(ranks_of(block.files, unit.models))
    enough = f"{counted(unit.models, 'model')} of base {unit.base:g}, of which ranks need {models_needed(unit.base)}"
    wide = f"{counted(block.files, 'file')} of {counted(ranks, 'rank')}"
    return tuple(Step(text=text, citation=RANK_AND_FILE) for text in (enough, wide))


def spread(unit: PlacedUnit) -> float:
    """The inches between those of its models that are farthest apart."""
    widest = farthest_pair(unit.bases)
    return widest.gap.inches if widest else 0.0


def settled(unit: PlacedUnit) -> tuple[PlacedUnit, Reason | None]:
    """The unit in the formation it falls into, and why, where it can't keep its own.

    A straight column that has become wide enough is in rank and file again.
    """
    block = unit.formation
    if isinstance(block, Skirmish):
        return unit, None
    narrow = too_narrow(block.files, unit.models)
    reason = too_few(unit) or (narrow if isinstance(block, RankAndFile) else None)
    if reason:
        return loosened(unit), reason
    if isinstance(block, Column) and not block.trail and not narrow:
        return unit.standing(RankAndFile(files=block.files, corner=block.corner, facing=block.facing)), None
    return unit, None


def loosened(unit: PlacedUnit) -> PlacedUnit:
    """A copy of the unit in skirmish formation, every model where it stands."""
    return unit.standing(Skirmish(positions=unit.centres, facing=unit.formation.facing))
