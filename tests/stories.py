"""Whole battles of Armies of Arcana told command by command, and the finished ones that are kept for ever.

Whoever mends a rule plays a story anew and keeps it under another name: the files that were kept before stay as they
are, for battles of that time are opened long after.
"""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from tabletop.arcana.battle.facts.course import PhaseBegun, StepBegun, StepFinished
from tabletop.arcana.battle.facts.fact import Fact
from tabletop.arcana.battle.facts.setup import BattleBegun
from tabletop.arcana.battle.state import SIDES, Army, BattleUnit, Body, Scenario, Side, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.catalogue.profiles import School, Section
from tabletop.battle.commands import Sent, carried_out
from tabletop.battle.events import Actor, Happening
from tabletop.battle.file import written_battle
from tabletop.battle.log import EventLog, Header, UndoMode
from tabletop.battle.seats import REFEREE
from tabletop.battle.undo import AnswerUndo, Redo, Undo
from tabletop.battle.views import sentence
from tabletop.dice.sources import Seeded
from tests.battles import rules
from tests.catalogue import printed_catalogue

KEPT = Path(__file__).parent / "golden" / "battles"
AT = "2026-11-23T19:30:05Z"
CLOCK = (PhaseBegun, StepBegun, StepFinished)


def fielded(
    ref: str,
    profile: str,
    models: int = 0,
    *,
    files: int = 0,
    led_by: str = "",
    school: School | None = None,
    infiltrates: bool = False,
    counterspell: bool = False,
) -> BattleUnit:
    """So many models of a printed profile, led by a character of another; without models a character alone."""
    own = [body(f"{ref}-m1", profile, models)] if models else []
    if leader := led_by or ("" if models else profile):
        bought = body(f"{ref}-c1", leader, 1)
        own.append(msgspec.structs.replace(bought, character=True, school=school, counterspell=counterspell))
    side: Side = "red" if ref.startswith("r") else "blue"
    army = profile.partition("/")[0]
    return BattleUnit(
        ref=ref, side=side, name=own[0].name, army=army, bodies=tuple(own), files=files, infiltrates=infiltrates
    )


def body(ref: str, profile: str, models: int) -> Body:
    row = printed_catalogue().in_play(profile)
    return Body(
        ref=ref,
        name=row.name,
        profile=profile,
        section=Section(row.section),
        wounds=row.wounds,
        at_first=models,
        left=models,
        points=row.points * models,
    )


def fielding(name: str, *units: BattleUnit, scenario: Scenario = Scenario.ATTRITION) -> BattleBegun:
    """The first event of a battle of these units."""
    armies = []
    for side in SIDES:
        own = [unit for unit in units if unit.side == side]
        points = sum(unit.points for unit in own)
        armies.append(Army(side=side, name=side.title(), army=own[0].army, army_name=side.title(), points=points))
    return BattleBegun(name=name, scenario=scenario, armies=tuple(armies), fielded=units)


class Story:
    """A battle that its players play, with the dice that they throw or those of a seed."""

    def __init__(self, begins: Fact, *, undo: UndoMode = UndoMode.CONSENT) -> None:
        header = Header(game="arcana", id="kept", rules_version="1", sides=SIDES, undo=undo)
        log: EventLog[State, Any, Fact] = EventLog(rules(), header)
        self.log = log.append([Happening(begins, ("B8",))], by=Actor("setup"), cause="begin", at=AT)
        self._ids = count(1)

    @property
    def state(self) -> State:
        return self.log.state

    def does(
        self, seat: str, command: str, unit: str = "", *, dice: list[int] | None = None, **fields: Any
    ) -> list[Fact]:
        """What a command brings; RefusalError where it is refused, FacesError where the dice don't fit."""
        plain = {"command": command, **fields} | ({"unit": unit} if unit else {})
        wanted = msgspec.convert(plain, rules().commands | Undo | Redo | AnswerUndo)
        return self.sends(seat, wanted, dice=dice)

    def sends(self, seat: str, wanted: Any, *, dice: list[int] | None = None) -> list[Fact]:
        """The same of a command as it goes into the log."""
        number, head = next(self._ids), self.log.head
        faces = None if dice is None else tuple(dice)
        sent = Sent(id=f"c{number}", on=head, seat=seat, device="d1", command=wanted, faces=faces)
        self.log = carried_out(self.log, sent, at=AT, source=Seeded(number)).log
        return [event.fact for event in self.log.events(head)]

    def sides_move_on(self, step: Step) -> None:
        """Both sides finish what is on until a step begins, and red, who has the initiative, moves first."""
        while self.state.clock.step != step:
            self.finishes()

    def finishes(self) -> None:
        """One side finishes the step; before anybody moves red wins the initiative, and moves first."""
        if self.state.clock.step == Step.INITIATIVE:
            if self.state.initiative is None:
                self.does("red", "roll_initiative", dice=[6, 1])
            self.does("red", "choose_mover", first="red")
            return
        side = next(side for side in SIDES if self.state.clock.side in ("", side) and side not in self.state.finished)
        self.does(side, "finish", anyway=True)


def told(log: EventLog[Any, Any, Any]) -> str:
    """A battle in sentences, and how everybody stood at its end."""
    lines = []
    for entry in log.entries():
        assert entry.event is not None
        if not isinstance(entry.event.fact, CLOCK):
            lines.append(f"{entry.event.clock.turn} {entry.event.clock.phase}: {sentence(log, entry, REFEREE)}")
    for unit in log.state.units.values():
        left = ", ".join(f"{body.name} {body.left} {list(body.lost)}" for body in unit.bodies)
        lines.append(f"{unit.ref} {unit.name}, {unit.standing}: {left}")
    return "\n".join(lines) + "\n"


def check_kept(log: EventLog[Any, Any, Any], name: str) -> None:
    """AssertionError unless a story goes as it went when it was kept; kept now where it is new and RENEW is set."""
    file = KEPT / f"{name}.jsonl"
    content = written_battle(log)
    if os.environ.get("RENEW") and not file.exists():
        file.write_bytes(content)
        file.with_suffix(".txt").write_text(told(log))
    assert file.read_bytes() == content, f"{name} goes another way now: keep it as it is, and this one under a new name"
