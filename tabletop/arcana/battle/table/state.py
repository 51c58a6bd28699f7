"""A table and the turn that is played on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field
from msgspec.structs import replace

from tabletop.arcana.battle.table.log import Event
from tabletop.arcana.battle.table.turn_state import Ledger
from tabletop.arcana.battlefield import Engagement, PlacedUnit, Table, TableUnit
from tabletop.arcana.battlefield.schema import Member
from tabletop.values import Value


class Play(Value, frozen=True, kw_only=True):
    """The table as a file states it, and by their refs what units have done this turn."""

    table: Table
    turn: dict[str, Ledger] = field(default_factory=dict)

    def standing(self, units: Iterable[PlacedUnit]) -> Play:
        """A copy with these units where they stand now."""
        now = {unit.ref: unit for unit in units}
        placed = (_as_stated(unit, now[unit.ref]) if unit.ref in now else unit for unit in self.table.units)
        return replace(self, table=replace(self.table, units=tuple(placed)))

    def having(self, ref: str, ledger: Ledger | None) -> Play:
        """A copy with what a unit has done this turn; None for nothing."""
        others = {other: ledger_now for other, ledger_now in self.turn.items() if other != ref}
        return replace(self, turn=others | ({ref: ledger} if ledger else {}))

    def engaged(self, engagement: Engagement) -> Play:
        """A copy with two units in contact."""
        apart = self.disengaged(engagement.units).table
        return replace(self, table=replace(apart, engaged=(*apart.engaged, engagement)))

    def disengaged(self, units: tuple[str, str]) -> Play:
        """A copy with two units out of contact."""
        apart = tuple(engagement for engagement in self.table.engaged if set(engagement.units) != set(units))
        return replace(self, table=replace(self.table, engaged=apart))

    def without(self, ref: str) -> Play:
        """A copy without a unit and its engagements."""
        units = tuple(unit for unit in self.table.units if unit.ref != ref)
        engaged = tuple(engagement for engagement in self.table.engaged if ref not in engagement.units)
        return replace(self, table=replace(self.table, units=units, engaged=engaged)).having(ref, None)

    def free(self, ref: str) -> Play:
        """A copy with a unit in no fight."""
        apart = tuple(engagement for engagement in self.table.engaged if ref not in engagement.units)
        return replace(self, table=replace(self.table, engaged=apart))


class Done(Struct, frozen=True):
    """The table after a command, and what was done."""

    play: Play
    event: Event

    @property
    def said(self) -> str:
        """The line of the log."""
        return self.event.line


def _as_stated(unit: TableUnit, placed: PlacedUnit) -> TableUnit:
    now = {name: getattr(placed, name) for name in ("formation", "altitude", "models", "broken", "wounds_lost")}
    return replace(unit, **now, members=tuple(_members_left(unit, placed.models)))


def _members_left(unit: TableUnit, models: int) -> Iterator[Member]:
    """As many of a unit's members as it has models left: the first of them, who lead it."""
    for member in unit.members:
        if count := min(member.count, models):
            yield member if count == member.count else replace(member, count=count)
        models -= count
