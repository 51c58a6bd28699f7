"""Tables without phases played by lot: any commands, carried out or refused, steps back and forth, all as one log."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import msgspec

from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.battle.commands.sandbox import BeginPhases, BringArmy, CallTable, LeavePhases, OnTable
from tabletop.arcana.battle.drawing import drawn
from tabletop.arcana.battle.facts.sandbox import TableChanged, TableSet, set_out
from tabletop.arcana.battle.state import SIDES, State
from tabletop.arcana.battle.table import Play, carried_out, read_command
from tabletop.arcana.battlefield import read_table
from tabletop.battle.commands import ConflictError, Sent
from tabletop.battle.commands import carried_out as sent_to
from tabletop.battle.events import Actor, Happening, RefusalError
from tabletop.battle.log import EventLog, Header, UndoMode
from tabletop.battle.undo import Redo, Undo, last_command, next_command
from tabletop.decoding import MalformedError
from tests.battles import SAMPLES, rules
from tests.battles_by_lot import table_by_lot
from tests.whole_battles import LATER, check_battle

ROSTERS = ("dwarf-raiding-party", "orcs", "dwarves")
MOST_AT_ONCE = 40  # commands between two armies that are put down
Log = EventLog[State, Any, Any]


def table_log(play: Play, *, said: str = "") -> Log:
    """The log of a table as it was laid."""
    header = Header(game="arcana", id="by-lot", rules_version="1", sides=SIDES, undo=UndoMode.FREE)
    log: Log = EventLog(rules(), header)
    return log.append([Happening(set_out(play, said))], by=Actor("setup"), cause="laid", at=LATER)


def given(log: Log, command: Any, *, on: int | None = None, seat: str = "red") -> Log:
    """The log with a command in it."""
    head = log.head if on is None else on
    return sent_to(log, Sent(id=f"c{log.head}", on=head, seat=seat, command=command), at=LATER).log


def words_by_lot(chance: Random, state: State) -> tuple[str, str]:
    """A unit that is on the table, or was, and what it is told."""
    assert state.sandbox is not None
    units = state.sandbox.table.units
    ref = chance.choice(units).ref if units and chance.random() < 0.97 else "r99"
    foes = [unit.ref for unit in units if unit.side != ref[:1]] or ["b1"]
    inches, hand = f"{chance.uniform(0.2, 9):.3f}", chance.choice(("left", "right"))
    words = chance.choice(
        (
            f"forward {inches}",
            f"forward {inches}",
            f"wheel {hand} {inches}; forward 1",
            f"back {inches}",
            f"heading {chance.randrange(360)} {inches}",
            f"turn {hand}",
            "skirmish",
            "add both 1",
            "dance",
            f"charge {chance.choice(foes)}",
            f"charge {chance.choice(foes)}",
            f"lose {chance.randrange(1, 9)}",
            f"flee {inches}",
            "rally",
            "manoeuvre fall back 2",
            f"put {chance.uniform(0, 90):.3f},{chance.uniform(0, 60):.3f} facing {chance.randrange(360)}",
            f"set {chance.randrange(1, 8)} files",
            "remove" if chance.random() < 0.2 else "forward 1",
            "new turn",
        )
    )
    return ref, words


def played_by_lot(seed: int, commands: int = 60) -> Counter[str]:
    """A table played by lot; how often each kind of fact came.

    AssertionError where the log isn't whole (`check_battle`), where its state isn't what the plain functions of tables
    have made of the table, where a command that was refused has changed anything, or where phases that begin and are
    left again move anybody.
    """
    chance = Random(seed)
    plain = Play(table=read_table(table_by_lot(chance)))
    log = table_log(plain)
    for side in SIDES:
        log = given(log, BringArmy(side=side, roster=_roster(chance)))
    for _ in range(commands):
        log = _step(chance, log)
    assert log.state.sandbox is not None
    if {unit.side for unit in log.state.sandbox.table.units} == set(SIDES):
        _through_phases(log)
    check_battle(log)
    return Counter(type(event.fact).__name__ for event in log.events())


def _roster(chance: Random) -> Any:
    return read_roster((SAMPLES / f"{chance.choice(ROSTERS)}.json").read_bytes())


def _step(chance: Random, log: Log) -> Log:
    lot = chance.random()
    if lot < 0.12:
        to = last_command(log) if lot < 0.07 else next_command(log)
        return given(log, Undo(to) if lot < 0.07 else Redo(to)) if to else log
    if lot < 0.15:
        back = chance.choice([entry.seq for entry in log.standing()])
        try:
            return given(log, Undo(back)) if back < log.tip else log
        except RefusalError:
            return log  # it would part what one command has brought
    if lot < 0.17:
        return _tried(log, BringArmy(side=chance.choice(SIDES), roster=_roster(chance), besides=chance.random() < 0.5))
    if lot < 0.19:
        return given(log, CallTable(name=f"Table {chance.randrange(9)}"))
    order = read_command(*words_by_lot(chance, log.state))
    by_hand = chance.random() < 0.3
    longer = _tried(log, OnTable(order=order, by_hand=by_hand), seat=chance.choice(SIDES))
    before = drawn(log.state, rules().catalogue)
    if longer.head > log.head and before is not None:
        done = carried_out(before.play, before.scene, order, by_hand=by_hand)
        assert longer.state.sandbox == done.play
        assert longer.last.event is not None
        assert longer.last.event.fact.said == done.said
    return longer


def _tried(log: Log, command: Any, *, seat: str = "red") -> Log:
    before = msgspec.json.encode(log.state)
    try:
        return given(log, command, seat=seat)
    except (RefusalError, MalformedError, ConflictError):
        assert msgspec.json.encode(log.state) == before
        return log


def _through_phases(log: Log) -> None:
    """Phases begin and are left again: everybody stands where they stood, to a millionth of an inch, and as many."""
    before = log.state.sandbox
    assert before is not None
    phased = given(log, BeginPhases())
    assert phased.state.sandbox is None
    left = given(phased, LeavePhases())
    after = left.state.sandbox
    assert after is not None
    was = {unit.ref: unit for unit in before.table.units}
    assert {unit.ref for unit in after.table.units} == set(was)
    for unit in after.table.units:
        old = was[unit.ref]
        assert (unit.side, unit.models, unit.broken, unit.altitude) == (old.side, old.models, old.broken, old.altitude)
        one, other = (json.loads(msgspec.json.encode(each.formation)) for each in (unit, old))
        assert _near(one, other), (unit.ref, one, other)
    check_battle(left)
    assert isinstance(left.last.event and left.last.event.fact, TableSet | TableChanged)


def _near(one: Any, other: Any) -> bool:
    """Whether two plain values are the same but for a millionth."""
    match one:
        case float() | int():
            return bool(abs(one - other) <= 1e-6)
        case list():
            return len(one) == len(other) and all(map(_near, one, other))
        case dict():
            return one.keys() == other.keys() and all(_near(one[key], other[key]) for key in one)
    return bool(one == other)
