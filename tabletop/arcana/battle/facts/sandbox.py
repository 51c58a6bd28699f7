"""A table that is played on without phases: set, changed by commands, armies brought, and taken on by phases.

Units and ledgers stand in these facts as a `muster-table/1` file states them, as text: to the last bit what a command
has made of them, and no floats in the log. A fact holds what has changed, not the whole table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta, field
from msgspec.structs import replace

from tabletop.arcana.battle.facts.drawn import Places
from tabletop.arcana.battle.facts.fact import Fact
from tabletop.arcana.battle.laid import Laid, Spent, TableText
from tabletop.arcana.battle.state import Army, BattleUnit, Contact, Scenario, State
from tabletop.arcana.battle.table.state import Play
from tabletop.arcana.battle.table.turn_state import Ledger
from tabletop.arcana.battlefield import Engagement, Table, TableUnit, read_table
from tabletop.arcana.catalogue.identifiers import Label, Ref
from tabletop.battle.events import Clock
from tabletop.decoding import MalformedError, decoded

UnitText = Annotated[str, Meta(max_length=200_000)]  # a unit of 1,000 loose models has 50,000 characters
LedgerText = Annotated[str, Meta(max_length=200_000)]
Said = Annotated[str, Meta(max_length=2_000)]
NONE = ""  # in place of a ledger: the unit has its whole move


class TableSet(Fact, frozen=True, kw_only=True, tag="table_set"):
    """A table is played on without phases from now on: its file, with all who stand on it and what they have spent.

    What a battle has made of its units waits until phases go on.
    """

    table: TableText
    spent: dict[Ref, LedgerText] = field(default_factory=dict)
    said: Said = ""

    def applied(self, state: State) -> State:
        play = Play(table=_table(self.table), turn={ref: _ledger(text) for ref, text in self.spent.items()})
        clock = state.clock if state.sandbox is not None or state.armies else Clock(turn=1)
        name = state.name if state.armies else play.table.name
        return replace(state, name=name, sandbox=play, clock=clock, laid=None)

    def sentence(self, state: State) -> str:
        return self.said or ("Played without phases from here" if state.armies else "The table is laid")


class TableChanged(Fact, frozen=True, kw_only=True, tag="table_changed"):
    """What a command has done to the table, in words, and all that stands otherwise than before.

    Those who are `gone` are taken away before `stated` are put in their places, or behind the others. `engaged` are all
    fights where they have changed, `spent` the moves of those whose have. With a new turn all have their whole move.
    """

    said: Said
    stated: tuple[UnitText, ...] = ()
    gone: tuple[Ref, ...] = ()
    engaged: tuple[Engagement, ...] | None = None
    spent: dict[Ref, LedgerText] = field(default_factory=dict)
    name: Label | None = None
    new_turn: bool = False

    def applied(self, state: State) -> State:
        play = state.sandbox
        if play is None:
            raise MalformedError("", "no table is played on without phases")
        table = play.table
        stated = {unit.ref: unit for unit in map(_unit, self.stated)}
        stay = [unit for unit in table.units if unit.ref not in self.gone]
        there = {unit.ref for unit in stay}
        units = [stated.get(unit.ref, unit) for unit in stay]
        units += [unit for unit in stated.values() if unit.ref not in there]
        ledgers = {} if self.new_turn else {ref: kept for ref, kept in play.turn.items() if ref not in self.spent}
        ledgers |= {ref: _ledger(text) for ref, text in self.spent.items() if text != NONE}
        table = replace(
            table,
            units=tuple(units),
            engaged=table.engaged if self.engaged is None else self.engaged,
            name=table.name if self.name is None else self.name,
        )
        clock = Clock(turn=state.clock.turn + 1) if self.new_turn else state.clock
        name = state.name if self.name is None else self.name
        return replace(state, name=name, sandbox=Play(table=table, turn=ledgers), clock=clock)

    @property
    def units(self) -> tuple[str, ...]:
        """Those that stand or fight otherwise; none for a new turn and a new name, which are everybody's."""
        refs = [*(_unit(text).ref for text in self.stated), *self.gone, *self.spent]
        return () if self.new_turn else tuple(dict.fromkeys(refs))

    def sentence(self, state: State) -> str:
        return self.said


class ArmyBrought(Fact, frozen=True, kw_only=True, tag="army_brought"):
    """Whose units a side has put on the table: all that phases need to know of them.

    They take the place of those that the side had, or come besides them.
    """

    army: Army
    fielded: tuple[BattleUnit, ...]
    besides: bool = False

    def applied(self, state: State) -> State:
        side = self.army.side
        units = {ref: unit for ref, unit in state.units.items() if self.besides or unit.side != side}
        brought = tuple(army for army in state.armies if army.side != side)
        before = next((army for army in state.armies if army.side == side), None)
        army = self.army
        if self.besides and before is not None:
            army = replace(before, points=before.points + army.points)
        return replace(state, armies=(*brought, army), units=units | {unit.ref: unit for unit in self.fielded})

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(unit.ref for unit in self.fielded)

    def sentence(self, state: State) -> str:
        return f"{self.army.name}, {self.army.points:,} points"


class PhasesBegun(Fact, frozen=True, kw_only=True, tag="phases_begun"):
    """The table is played on by phases from now on: the armies as they stand on it, where, and who fights whom.

    `spent` is what units have done of their moves this turn, by refs.
    """

    scenario: Scenario = Scenario.ATTRITION
    armies: tuple[Army, ...]
    fielded: tuple[BattleUnit, ...]
    table: TableText
    places: Places
    spent: dict[Ref, Spent] = field(default_factory=dict)
    contacts: tuple[Contact, ...] = ()
    clock: Clock

    def applied(self, state: State) -> State:
        laid = Laid(table=self.table, stood={place.unit: place for place in self.places}, spent=self.spent)
        _ = laid.drawn  # MalformedError where it is no table
        return replace(
            state,
            sandbox=None,
            scenario=self.scenario,
            armies=self.armies,
            units={unit.ref: unit for unit in self.fielded},
            laid=laid,
            contacts=self.contacts,
            clock=self.clock,
        )

    @property
    def units(self) -> tuple[str, ...]:
        return ()

    def sentence(self, state: State) -> str:
        return "Played by phases from here"


def set_out(play: Play, said: str = "") -> TableSet:
    """A table with the turn that is played on it, as a fact."""
    table = msgspec.json.encode(play.table).decode()
    return TableSet(table=table, spent={ref: _text(ledger) for ref, ledger in play.turn.items()}, said=said)


def difference(before: Play, after: Play, said: str, *, new_turn: bool = False) -> TableChanged | TableSet:
    """What makes one table of another, and what is said of it; a table set anew where terrain or size differ."""
    bare = {"units": (), "engaged": (), "name": ""}
    if replace(before.table, **bare) != replace(after.table, **bare):
        return set_out(after, said)
    gone, stated = _moved(before.table.units, after.table.units)
    engaged = after.table.engaged if after.table.engaged != before.table.engaged else None
    return TableChanged(
        said=said,
        stated=tuple(map(_text, stated)),
        gone=gone,
        engaged=engaged,
        spent=dict(_spent({} if new_turn else before.turn, after.turn)),
        name=after.table.name if after.table.name != before.table.name else None,
        new_turn=new_turn,
    )


def _moved(
    before: tuple[TableUnit, ...], after: tuple[TableUnit, ...]
) -> tuple[tuple[Ref, ...], tuple[TableUnit, ...]]:
    """Who is gone, and who is stated anew: all of them where they would stand in another order."""
    was = {unit.ref: unit for unit in before}
    now = {unit.ref for unit in after}
    gone = tuple(ref for ref in was if ref not in now)
    order = [ref for ref in was if ref in now] + [unit.ref for unit in after if unit.ref not in was]
    if order != [unit.ref for unit in after]:
        return tuple(was), after
    return gone, tuple(unit for unit in after if was.get(unit.ref) != unit)


def _spent(before: Mapping[str, Ledger], after: Mapping[str, Ledger]) -> Iterator[tuple[Ref, LedgerText]]:
    yield from ((ref, NONE) for ref in before if ref not in after)
    yield from ((ref, _text(ledger)) for ref, ledger in after.items() if before.get(ref) != ledger)


def _text(value: TableUnit | Ledger) -> str:
    return msgspec.json.encode(value).decode()


@lru_cache(maxsize=64)
def _table(text: str) -> Table:
    return read_table(text)


@lru_cache(maxsize=1024)
def _unit(text: str) -> TableUnit:
    return decoded(text, TableUnit)


@lru_cache(maxsize=1024)
def _ledger(text: str) -> Ledger:
    return decoded(text, Ledger)
