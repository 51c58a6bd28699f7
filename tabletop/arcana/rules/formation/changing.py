"""Files, facings and formations changed: what each costs, and whether a charge is still allowed."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.footprints import lattice_of, ranks_of
from tabletop.arcana.battlefield.reasons import ForbiddenError, forbidden
from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude, Column, RankAndFile, Skirmish
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.formation.legality import (
    CHANGING_FORMATIONS,
    always_loose,
    is_wide_enough,
    loosened,
    settled,
    too_few,
    too_narrow,
)
from tabletop.citations import Citation
from tabletop.geometry.primitives.lattice import Lattice
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.geometry.primitives.vectors import distance, normalized_angle

RAF_MOVEMENT = BOOK.section("RaF Movement")
CHARGES = BOOK.section("Declaring Charges")

FREE = Fraction(0)
QUARTER = Fraction(1, 4)
HALF = Fraction(1, 2)
MOST_FILES_A_SIDE = 2
MOST_FILES_BEFORE_A_CHARGE = 2


class ChargeBar(StrEnum):
    """What a unit did that bars a charge this turn, by the words in which tables keep it."""

    NONE = ""
    CHANGED_FILES = "it changed more than two files"
    CHANGED_FACING = "it changed its facing"
    FORMED_RANKS = "it formed rank and file"
    WHEELED_BACKWARDS = "it wheeled backwards"
    ROTATED = "it rotated on the spot"
    ENGAGED = "it is engaged"


class Change(Struct, frozen=True, kw_only=True):
    """A unit in its new formation; `share` of its whole move it cost; why it may not charge, where it may not."""

    unit: PlacedUnit
    share: Fraction
    text: str
    citation: Citation
    bars_charge: ChargeBar = ChargeBar.NONE


class FilesChanged(Struct, frozen=True):
    """How many files a unit has added or dropped on each side this turn."""

    left: int = 0
    right: int = 0

    @property
    def with_extra(self) -> bool:
        return max(self.left, self.right) == MOST_FILES_A_SIDE

    def plus(self, left: int, right: int) -> FilesChanged:
        return FilesChanged(self.left + abs(left), self.right + abs(right))


NO_FILES = FilesChanged()


def change_files(unit: PlacedUnit, *, left: int, right: int, before: FilesChanged = NO_FILES) -> Change:
    """Add files, or drop them below 0, on either side; models come from the back ranks or go there.

    One a side is free, a second on one side or both costs a quarter of the move. ForbiddenError for more than that
    and for files without models.
    """
    block = _straight_block(unit, "change its files")
    after, files = before.plus(left, right), block.files + left + right
    if max(after.left, after.right) > MOST_FILES_A_SIDE:
        raise forbidden(Cause.TOO_MANY_FILES_IN_A_TURN, RAF_MOVEMENT, most=MOST_FILES_A_SIDE)
    if not 1 <= files <= unit.models:
        raise forbidden(Cause.TOO_FEW_MODELS_FOR_FILES, RAF_MOVEMENT, models=unit.models, files=files)
    corner = lattice_of(block, unit.size).point(-left, 0)
    changed, fallen = settled(unit.standing(replace(block, files=files, corner=corner)))
    text = f"{_files_in_words(left, right)}: {files} files of {len(ranks_of(files, unit.models))} ranks"
    too_many = after.left + after.right > MOST_FILES_BEFORE_A_CHARGE
    return Change(
        unit=changed,
        share=QUARTER if after.with_extra and not before.with_extra else FREE,
        text=f"{text}; it falls into skirmish: {fallen.text}" if fallen else text,
        citation=RAF_MOVEMENT,
        bars_charge=ChargeBar.CHANGED_FILES if too_many else ChargeBar.NONE,
    )


def _files_in_words(left: int, right: int) -> str:
    sides = [(left, "left"), (right, "right")]
    return " and ".join(f"{'adds' if n > 0 else 'drops'} {abs(n)} on the {side}" for n, side in sides if n)


def turn(unit: PlacedUnit, quarters: int) -> Change:
    """Every model turned by quarters, clockwise above 0: another side is the front, about the same middle.

    Ranks are dressed, gaps go to the back. A block too deep for rank and file is in column.
    """
    block = _straight_block(unit, "turn")
    ranks = len(ranks_of(block.files, unit.models))
    centre = lattice_of(block, unit.size).point(block.files / 2, ranks / 2)
    files = ranks if quarters % 2 else block.files
    facing = normalized_angle(block.facing + 90 * quarters)
    new_ranks = len(ranks_of(files, unit.models))
    corner = Lattice(centre, facing, *unit.size).point(-files / 2, -new_ranks / 2)
    kind = RankAndFile if is_wide_enough(files, unit.models) else Column
    in_column = "" if kind is RankAndFile else ", in column until it has files enough"
    return Change(
        unit=unit.standing(kind(files=files, corner=corner, facing=facing)),
        share=QUARTER,
        text=f"every model turns {abs(quarters) * 90}°: {files} files of {new_ranks} ranks{in_column}",
        citation=RAF_MOVEMENT,
        bars_charge=ChargeBar.CHANGED_FACING,
    )


def loosen(unit: PlacedUnit) -> Change:
    """From rank and file or column into skirmish, each model where it stands; free."""
    if isinstance(unit.formation, Skirmish):
        raise forbidden(Cause.SKIRMISHES_ALREADY, CHANGING_FORMATIONS)
    return Change(unit=loosened(unit), share=FREE, text="adopts skirmish formation", citation=CHANGING_FORMATIONS)


def reform(unit: PlacedUnit, files: int, facing: float, *, around: int | None = None) -> Change:
    """From skirmish into rank and file around its middle model, which ends in the middle of the front rank.

    Of several as near to the middle `around` is the owner's choice, by its place in the unit. ForbiddenError where it
    is none of them, where the unit isn't in skirmish, is in the air or never forms ranks, or where the block wouldn't
    be legal.
    """
    loose = unit.formation
    if not isinstance(loose, Skirmish):
        raise forbidden(Cause.RANKED_ALREADY, CHANGING_FORMATIONS)
    _check_block(unit, files)
    place = _chosen_middle(loose, around)
    file = (files - 1) // 2
    corner = Lattice(loose.positions[place], facing, *unit.size).point(-file - 0.5, -0.5)
    return Change(
        unit=unit.standing(RankAndFile(files=files, corner=corner, facing=normalized_angle(facing))),
        share=HALF,
        text=f"forms {files} files around model {place + 1}",
        citation=CHANGING_FORMATIONS,
        bars_charge=ChargeBar.FORMED_RANKS,
    )


def _check_block(unit: PlacedUnit, files: int) -> None:
    if unit.altitude != Altitude.GROUND:
        raise forbidden(Cause.RANKS_DO_NOT_FLY, BOOK.section("Flying"))
    if not 1 <= files <= unit.models:
        raise forbidden(Cause.TOO_FEW_MODELS_FOR_FILES, CHANGING_FORMATIONS, models=unit.models, files=files)
    if reason := always_loose(unit) or too_few(unit) or too_narrow(files, unit.models):
        raise ForbiddenError(reason)


def _chosen_middle(loose: Skirmish, around: int | None) -> int:
    middles = middle_models(loose)
    if around is None:
        return middles[0]
    if around not in middles:
        choice = tuple(place + 1 for place in middles)
        raise forbidden(Cause.NOT_THE_MIDDLE_MODEL, CHANGING_FORMATIONS, model=around + 1, middles=choice)
    return around


def middle_models(loose: Skirmish) -> tuple[int, ...]:
    """The places of the models nearest to the middle of all, in their order."""
    count = len(loose.positions)
    centre = sum(x for x, _ in loose.positions) / count, sum(y for _, y in loose.positions) / count
    away = [distance(position, centre) for position in loose.positions]
    return tuple(place for place, inches in enumerate(away) if inches <= min(away) + RANGE)


def _straight_block(unit: PlacedUnit, manoeuvre: str) -> RankAndFile | Column:
    block = unit.formation
    if isinstance(block, Skirmish):
        raise forbidden(Cause.SKIRMISHERS_HAVE_NO_RANKS, RAF_MOVEMENT, manoeuvre=manoeuvre)
    if isinstance(block, Column) and block.trail:
        raise forbidden(Cause.COLUMN_SNAKES, RAF_MOVEMENT, manoeuvre=manoeuvre)
    return block
