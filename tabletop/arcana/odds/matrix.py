"""Unit against unit for two armies: what the first turn of a melee costs each of both, front to front.

Every unit stands as it is put down on a table: in ranks five wide or wider, or loose, then five abreast as far as it
has them. Nobody rams, and who may pay instead of breaking pays. Characters who lead are left out, so a unit's points
are those of its models; one that stands alone is a unit with what it rides. A unit that a melee can't resolve has its
reason instead of figures.

A cell is the situation `melee` of its two units. Cost: a phase of blows a cell, some milliseconds at most and less than
one on average, as what troops suffer by equal dice is kept; pairs of equal units are counted once.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.pricing import price_character, price_models
from tabletop.arcana.army.resolve import Army, FieldedUnit
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.odds.contenders import check_melee, meeting, touching
from tabletop.arcana.odds.fielded import equipped, fielded, kinds_of
from tabletop.arcana.odds.situations import Side
from tabletop.arcana.odds.units import Known, known
from tabletop.arcana.rules.formation.legality import USUAL_FILES
from tabletop.arcana.rules.melee.tolls import Toll, tolls
from tabletop.decoding import MalformedError
from tabletop.work import go_on

TOO_MANY = "only the first {} units are counted"


class Troop(Struct, frozen=True):
    """A unit's models as they are put down, and the same looked up."""

    side: Side
    known: Known

    @property
    def across(self) -> int:
        """Models of its front: its files, or of a loose unit five, characters among them; a single model is one."""
        own = self.known
        return own.ranks or (1 if own.is_single else min(own.left.models + own.led_by, USUAL_FILES))

    def facing(self, enemy: Troop) -> Side:
        """As it is stated against an enemy: with the models that touch it."""
        return replace(self.side, in_contact=touching(self.known, self.across, enemy.known, enemy.across))


class Entry(Struct, frozen=True):
    """A unit of an army with the points of its models; a unit without `troop` can't be resolved, for the `reason`."""

    ref: str
    name: str
    points: int
    troop: Troop | None = None
    reason: str = ""


class Cell(Struct, frozen=True):
    """What the turn costs both, in points: wounds lost for good and paid, as their share of the unit's points."""

    tolls: tuple[Toll, Toll]
    points: tuple[Fraction, Fraction]

    @property
    def net(self) -> Fraction:
        """What the other side loses less what one's own does."""
        return self.points[1] - self.points[0]


class Matrix(Struct, frozen=True):
    """Units of one army by those of another: a cell each, or in words why the pair can't be resolved."""

    rows: tuple[Entry, ...]
    columns: tuple[Entry, ...]
    cells: tuple[tuple[Cell | str, ...], ...]
    left_out: tuple[tuple[Entry, ...], tuple[Entry, ...]]


def matrix(own: Army, other: Army, *, most: int | None = None) -> Matrix:
    """Every unit of the one army against every unit of the other, or the first of each, no more than `most`."""
    (rows, others), (columns, their_others) = _parted(entries(own), most), _parted(entries(other), most)
    both = cache(_tolls)
    cells = tuple(tuple(_cell(row, column, both) for column in columns) for row in rows)
    return Matrix(rows, columns, cells, (others, their_others))


def _parted(units: tuple[Entry, ...], most: int | None) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """Units that are set against others, and those that are left out, each with its reason."""
    counted = [unit.ref for unit in units if unit.troop][:most]
    left_out = (unit for unit in units if unit.ref not in counted)
    return (
        tuple(unit for unit in units if unit.ref in counted),
        tuple(replace(unit, troop=None, reason=unit.reason or TOO_MANY.format(most)) for unit in left_out),
    )


def entries(army: Army) -> tuple[Entry, ...]:
    """Every unit of an army in its order, those that can't be resolved with the reason."""
    return tuple(_entry(unit, army) for part in army.contingents for unit in part.units)


def _entry(unit: FieldedUnit, army: Army) -> Entry:
    items = [item for models in unit.models for item in price_models(models, unit)]
    if not unit.models:
        items = [price_character(own, infiltrating=unit.choice.infiltrating) for own in unit.characters]
    entry = Entry(unit.ref, unit.name, sum(item.points for item in items))
    try:
        return replace(entry, troop=troop_of(unit, army.catalogue))
    except MalformedError as error:
        return replace(entry, reason=error.reason)


def troop_of(unit: FieldedUnit, catalogue: Catalogue) -> Troop:
    """A unit's models without who leads them, or characters alone; MalformedError for anything else."""
    for models in unit.models:
        if unstated := equipped(models, catalogue)[1]:
            raise MalformedError("models[0]", f"{' and '.join(unstated)} aren't resolved here")
    stands = fielded(unit, catalogue)
    if unit.models and len(stands.side.models) < sum(len(kinds_of(models, catalogue)) for models in unit.models):
        raise MalformedError("models", "kinds of models that no unit has together aren't resolved here")
    if stands.left_out and not unit.models:
        raise MalformedError("characters", "so many characters together aren't resolved here")
    side = replace(stands.side, characters=()) if unit.models else stands.side
    name = stands.figures.name if isinstance(stands.figures, Row) and not stands.mixed else stands.name
    troops = known(catalogue, side, "", name=name)
    check_melee(troops)
    return Troop(side, troops)


def _cell(row: Entry, column: Entry, both: Callable[[Troop, Troop], tuple[Toll, Toll] | str]) -> Cell | str:
    assert row.troop
    assert column.troop
    found = both(row.troop, column.troop)
    if isinstance(found, str):
        return found
    first, second = found
    return Cell(found, (_points(row, row.troop, first), _points(column, column.troop, second)))


def _points(entry: Entry, troop: Troop, toll: Toll) -> Fraction:
    return entry.points * (toll.wounds - toll.regained + toll.paid) / troop.known.wounds_at_first


def _tolls(first: Troop, second: Troop) -> tuple[Toll, Toll] | str:
    go_on()
    sides, units = (first.facing(second), second.facing(first)), (first.known, second.known)
    try:
        return tolls(meeting(sides, units, fresh=True))
    except MalformedError as error:
        return error.reason
