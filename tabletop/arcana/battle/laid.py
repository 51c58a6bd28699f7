"""A table that is laid in a battle: its terrain as its file states it, and where units stand on it, in whole numbers.

Places are millionths of an inch and of a degree: finer than every tolerance of the table, so that what touches on it
touches in the log, and the same on every machine. How many a unit's models are, how high it flies, whether it is broken
and whom it fights is the battle's to know, not the table's.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, TypeVar

from msgspec import Meta, field

from tabletop.arcana.battle.table.turn_state import Ledger
from tabletop.arcana.battlefield.schema import (
    MOST_MODELS,
    Altitude,
    Column,
    Formation,
    RankAndFile,
    Skirmish,
    Table,
)
from tabletop.arcana.battlefield.validation import LARGEST_FILE, read_table
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.rules.formation.changing import ChargeBar, FilesChanged
from tabletop.arcana.rules.movement.move_state import Rough
from tabletop.values import Value

MILLION = 1_000_000
Millionths = Annotated[int, Meta(ge=-1000 * MILLION, le=1000 * MILLION)]  # of an inch, or of a degree
Spot = tuple[Millionths, Millionths]
Models = Annotated[int, Meta(ge=1, le=MOST_MODELS)]
TableText = Annotated[str, Meta(max_length=LARGEST_FILE)]
Kept = TypeVar("Kept")


def millionths(number: float) -> int:
    """The whole number nearest to it."""
    return round(number * MILLION)


class Stood(Value, frozen=True, kw_only=True):
    """Where a unit of so many models stands: a block by its front left corner, after which a column has its trail.

    One without files is loose, each of its models at a spot.
    """

    unit: Ref
    models: Models
    files: Annotated[int, Meta(ge=0, le=MOST_MODELS)] = 0
    column: bool = False
    facing: Millionths = 0
    spots: Annotated[tuple[Spot, ...], Meta(min_length=1, max_length=MOST_MODELS)]

    @property
    def ranked_files(self) -> int:
        """Its files as the battle counts them: 0 for loose models, for a column and for one model alone."""
        return 0 if self.column or self.models == 1 else self.files

    @property
    def formation(self) -> Formation:
        """The same as a table states it, in inches and degrees."""
        corner, *more = ((x / MILLION, y / MILLION) for x, y in self.spots)
        facing = self.facing / MILLION
        if not self.files:
            return Skirmish(positions=(corner, *more), facing=facing)
        if self.column:
            return Column(files=self.files, corner=corner, facing=facing, trail=tuple(more))
        return RankAndFile(files=self.files, corner=corner, facing=facing)


def stood(unit: Ref, models: int, formation: Formation) -> Stood:
    """Where a unit stands, in whole numbers."""
    match formation:
        case Skirmish(positions=positions):
            files, points = 0, positions
        case RankAndFile(files=files, corner=corner):
            points = (corner,)
        case Column(files=files, corner=corner, trail=trail):
            points = (corner, *trail)
    spots = tuple((millionths(x), millionths(y)) for x, y in points)
    column, facing = isinstance(formation, Column), millionths(formation.facing)
    return Stood(unit=unit, models=models, files=files, column=column, facing=facing, spots=spots)


class Spent(Value, frozen=True, kw_only=True):
    """What a unit has done of its move this turn, and where it began it: a `Ledger` in whole numbers.

    `files` are those changed at its left and right, `rough` millionths of an inch through difficult and very difficult
    ground, `passed` the friends that it walked through.
    """

    began: Stood
    altitude: Altitude = Altitude.GROUND
    allowance: Millionths
    spent: Millionths = 0
    path: Millionths = 0
    rough: Spot = (0, 0)
    files: tuple[int, int] = (0, 0)
    flying: bool = False
    landed: bool = False
    loosened: bool = False
    formed: bool = False
    bars_charge: ChargeBar = ChargeBar.NONE
    passed: tuple[Ref, ...] = ()

    @property
    def ledger(self) -> Ledger:
        """The same as orders on a table go on from it."""
        return Ledger(
            began=self.began.formation,
            altitude=self.altitude,
            allowance=self.allowance / MILLION,
            spent=self.spent / MILLION,
            path=self.path / MILLION,
            rough=Rough(*(part / MILLION for part in self.rough)),
            files=FilesChanged(*self.files),
            **{name: getattr(self, name) for name in SAME},
        )


SAME = ("flying", "landed", "loosened", "formed", "bars_charge", "passed")  # in both, as they are


def spent(unit: Ref, models: int, ledger: Ledger) -> Spent:
    """What a unit has done of its move, in whole numbers."""
    rough = ledger.rough
    return Spent(
        began=stood(unit, models, ledger.began),
        altitude=ledger.altitude,
        allowance=millionths(ledger.allowance),
        spent=millionths(ledger.spent),
        path=millionths(ledger.path),
        rough=(millionths(rough.difficult), millionths(rough.very_difficult)),
        files=(ledger.files.left, ledger.files.right),
        **{name: getattr(ledger, name) for name in SAME},
    )


class Laid(Value, frozen=True, kw_only=True):
    """A table in a battle: a `muster-table/1` file without units, and by their refs who stands where on it.

    `spent` is what units have done of their moves this turn.
    """

    table: TableText
    stood: dict[Ref, Stood] = field(default_factory=dict)
    spent: dict[Ref, Spent] = field(default_factory=dict)

    @property
    def drawn(self) -> Table:
        """The table as its file states it; MalformedError where it isn't one."""
        return _read(self.table)


@lru_cache(maxsize=64)
def _read(text: str) -> Table:
    return read_table(text)
