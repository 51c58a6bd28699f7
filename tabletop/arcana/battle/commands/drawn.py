"""A drawn table in a battle: laid and put away at any time, and units put on it by hand."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from tabletop.arcana.battle.commands.command import Command, Moment, UnitCommand
from tabletop.arcana.battle.commands.ordering import by_the_table, table_of
from tabletop.arcana.battle.drawing import in_zone, off_table, zone_of
from tabletop.arcana.battle.facts.drawn import TableLaid, TablePutAway, UnitsPlaced
from tabletop.arcana.battle.laid import TableText, stood
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.state import INCH, SIDES, BattleUnit
from tabletop.arcana.battle.table.positions import put
from tabletop.arcana.battlefield import PlacedUnit, read_table
from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import forbidden
from tabletop.arcana.battlefield.schema import Table
from tabletop.arcana.rules.deployment import Terms, zones_of
from tabletop.arcana.rules.standing import PLACING, holds
from tabletop.battle.events import RefusalError
from tabletop.battle.seats import Right
from tabletop.decoding import MalformedError

OPEN_TABLE = Table(format="muster-table/1", game="arcana", size=(72, 48))
Hundredths = Annotated[int, Meta(ge=-36_000, le=36_000)]  # of an inch, or of a degree


class LayTable(Command, frozen=True, kw_only=True, tag="lay_table"):
    """Play on a drawn table from now on: a `muster-table/1` file, or an open one of 6 feet by 4.

    Its units and fights count for nothing: who is set up in the battle stands in its side's zone, until put elsewhere.
    """

    table: TableText = ""

    def decided(self, moment: Moment) -> None:
        try:
            table = read_table(self.table) if self.table else OPEN_TABLE
            zones_of(table.size, Terms())
        except MalformedError as error:
            raise RefusalError(Refused.NO_TABLE, reason=error.reason) from None
        bare = replace(table, units=(), engaged=())
        moment.happens(TableLaid(table=msgspec.json.encode(bare).decode()), "B9")
        for side in SIDES:
            in_zones(moment, [unit for unit in moment.state.of(side) if unit.is_here])


class PutTableAway(Command, frozen=True, kw_only=True, tag="put_table_away"):
    """Play on paper from now on."""

    def decided(self, moment: Moment) -> None:
        if moment.state.laid is None:
            raise RefusalError(Refused.NO_TABLE, reason="none is laid")
        moment.happens(TablePutAway())


class Put(UnitCommand, frozen=True, kw_only=True, tag="put"):
    """Put a unit where it stands on the real table: its middle there, in hundredths of an inch, and facing that way."""

    while_waiting = True
    right = Right.CORRECT

    x: Hundredths
    y: Hundredths
    facing: Hundredths | None = None

    def decided(self, moment: Moment) -> None:
        if self.unit not in moment.state.units:
            raise RefusalError(Refused.NO_SUCH_UNIT, unit=self.unit)
        if moment.seat in SIDES:
            moment.need_own(self.unit)
        unit = moment.state.unit(self.unit)
        if moment.state.laid is None or not unit.is_here:
            raise RefusalError(Refused.NOT_ON_A_TABLE, unit=unit.name)
        places_at(moment, unit, (self.x, self.y), self.facing)


def in_zones(moment: Moment, units: list[BattleUnit]) -> None:
    """Put units of a side down in its zone; RefusalError where they have no room."""
    if not units:
        return
    found = by_the_table(moment, units[0].ref, lambda: in_zone(moment.state, moment.catalogue, units))
    moment.happens(UnitsPlaced(places=tuple(stood(unit.ref, unit.models, unit.formation) for unit in found)), "B9")


def places_at(
    moment: Moment, unit: BattleUnit, at: tuple[int, int], facing: int | None = None, *, in_its_zone: bool = False
) -> None:
    """Put a unit down with its middle there, as wide as the battle has it; RefusalError where it can't stand there."""
    scene = table_of(moment).scene
    looks = (
        scene.units[unit.ref].formation.facing if unit.ref in scene.units else zone_of(moment.state, unit.side).facing
    )
    alone = off_table(moment.state, moment.catalogue, unit, looks)
    middle, turned = (at[0] / INCH, at[1] / INCH), None if facing is None else facing / INCH

    def there() -> PlacedUnit:
        found = put(scene, alone, middle, turned)
        zone = zone_of(moment.state, unit.side).polygon
        if in_its_zone and not all(holds(zone, base) for base in found.bases):
            raise forbidden(Cause.OUTSIDE_ITS_ZONE, PLACING, ref=found.ref, unit=found.name)
        return found

    found = by_the_table(moment, unit.ref, there)
    moment.happens(UnitsPlaced(places=(stood(unit.ref, found.models, found.formation),)), "B9")
