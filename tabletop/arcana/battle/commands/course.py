"""Commands that move a battle on: armies set up, steps are finished, and what is set by hand, said, or given up.

A side finishes a step for itself; when all whose step it is have done so, the next step begins, and steps in which
nobody could do anything are passed over. Who would leave something undone is told so once, and may go on anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.battle.commands import fleeing, lasting, magic, melee, missiles, morale, movement, vehicles
from tabletop.arcana.battle.commands.command import Command, Moment, Task, ToDo, ToDos, UnitCommand
from tabletop.arcana.battle.commands.drawn import Hundredths as Placing
from tabletop.arcana.battle.commands.drawn import in_zones, places_at
from tabletop.arcana.battle.commands.losing import settles
from tabletop.arcana.battle.drawing import stands
from tabletop.arcana.battle.facts.course import (
    BattleEnded,
    Corrected,
    EndProposed,
    EndWithdrawn,
    Noted,
    PhaseBegun,
    StepBegun,
    StepFinished,
    TurnBegun,
)
from tabletop.arcana.battle.facts.setup import AttackerChosen, UnitDeployed, UnitWithheld
from tabletop.arcana.battle.profiles import may_stand
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.state import SIDES, BattleUnit, Result, Side, Standing, State, other
from tabletop.arcana.battle.steps import STEPS, Phase, Step, following
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.battle.events import RefusalError
from tabletop.battle.seats import Right
from tabletop.values import Text

ToDosOf = Callable[[State, Catalogue, str], ToDos]


def _all_of(*found: ToDosOf) -> ToDosOf:
    """The tasks of several, one after the other."""
    return lambda state, catalogue, side: (task for one in found for task in one(state, catalogue, side))


# What a side may still do in each step, and what happens by itself when one begins or ends.
TO_DO: Mapping[Step, ToDosOf] = {
    Step.DEPLOYMENT: lambda state, catalogue, side: _to_deploy(state, side),
    **fleeing.TO_DO,
    **movement.TO_DO,
    **magic.TO_DO,
    **missiles.TO_DO,
    **melee.TO_DO,
    **morale.TO_DO,
    Step.HAZARDS: _all_of(fleeing.TO_DO[Step.HAZARDS], lasting.to_shake_off),
    Step.RECURRING: _all_of(lasting.to_resist, vehicles.to_repair, lasting.to_suffer, lasting.to_drift),
    Step.VICTORY: _all_of(lasting.to_drift, morale.TO_DO[Step.VICTORY]),
}
BEGINNINGS: Mapping[Step, Callable[[Moment], None]] = {
    **fleeing.BEGINNINGS,
    **movement.BEGINNINGS,
    **magic.BEGINNINGS,
    **missiles.BEGINNINGS,
    **melee.BEGINNINGS,
    **morale.BEGINNINGS,
}
ENDINGS: Mapping[Step, Callable[[Moment], None]] = {
    **fleeing.ENDINGS,
    **movement.ENDINGS,
    **magic.ENDINGS,
    **missiles.ENDINGS,
    **melee.ENDINGS,
    **morale.ENDINGS,
}


class Deploy(UnitCommand, frozen=True, kw_only=True, tag="deploy"):
    """Set a unit up, so many files wide, 0 for loose order; all units of a side where `unit` is empty.

    On a drawn table with its middle `at` a place in its zone, in hundredths of an inch, and `facing` so many hundredths
    of a degree; behind those that stand in the zone where no place is said.
    """

    unit: str = ""
    files: Annotated[int, Meta(ge=0, le=100)] | None = None
    at: tuple[Placing, Placing] | None = None
    facing: Placing | None = None

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.DEPLOYMENT)
        if self.unit:
            moment.need_own(self.unit)
            unit = moment.state.unit(self.unit)
            files = unit.files if self.files is None else self.files
            _check_files(moment, unit, files)
            moment.happens(UnitDeployed(unit=self.unit, files=files), "B9")
            unit = moment.state.unit(self.unit)
            if moment.state.laid is not None and self.at is not None:
                places_at(moment, unit, self.at, self.facing, in_its_zone=True)
            elif moment.state.laid is not None and not stands(moment.state, self.unit):
                in_zones(moment, [unit])
            return
        waiting = [unit for unit in moment.state.of(moment.seat) if unit.standing is Standing.WAITING]
        for unit in waiting:
            moment.happens(UnitDeployed(unit=unit.ref, files=unit.files), "B9")
        if moment.state.laid is not None:
            in_zones(moment, [moment.state.unit(unit.ref) for unit in waiting])

    @property
    def touches(self) -> tuple[str, ...]:
        return (self.unit,) if self.unit else ()


class Withhold(UnitCommand, frozen=True, kw_only=True, tag="withhold"):
    """Keep infiltrators back."""

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.DEPLOYMENT)
        moment.need_own(self.unit)
        unit = moment.state.unit(self.unit)
        if not unit.infiltrates:
            raise RefusalError(Refused.CANT_INFILTRATE, unit=unit.name)
        moment.happens(UnitWithheld(unit=self.unit), "B10")


class ChooseAttacker(Command, frozen=True, kw_only=True, tag="choose_attacker"):
    """Say which side attacks, as both have thrown for it: the other one has the first initiative."""

    side: Side

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.DEPLOYMENT)
        if moment.state.initiative is not None:
            raise RefusalError(Refused.ROLLED_ALREADY)
        moment.happens(AttackerChosen(side=self.side), "B9")


class Finish(Command, frozen=True, kw_only=True, tag="finish"):
    """Be done with this step; `anyway` where something would be left undone."""

    anyway: bool = False

    def decided(self, moment: Moment) -> None:
        state = moment.state
        if moment.seat in state.finished or moment.seat not in sides_of(state):
            raise RefusalError(Refused.NOT_YOUR_STEP)
        if state.fights:
            raise RefusalError(Refused.HALF_STRUCK, unit=state.fights[0].units[0].name)
        undone = to_do(state, moment.catalogue, moment.seat)
        needs_mover = state.clock.step == Step.INITIATIVE and state.mover is None
        if undone and (needs_mover or not self.anyway):
            raise RefusalError(Refused.LEFT_UNDONE, tasks="; ".join(_said(task, state) for task in undone))
        moment.happens(StepFinished(side=_side(moment.seat)), "B1")


class Correct(UnitCommand, frozen=True, kw_only=True, tag="correct"):
    """Set a unit by hand to what it is on the table, and say why."""

    while_waiting = True
    right = Right.CORRECT

    why: Annotated[str, Meta(min_length=1, max_length=200)]
    body: str | None = None
    left: Annotated[int, Meta(ge=0, le=1000)] | None = None
    lost: Annotated[tuple[Annotated[int, Meta(ge=1, le=1000)], ...], Meta(max_length=1000)] | None = None
    standing: Standing | None = None
    files: Annotated[int, Meta(ge=0, le=100)] | None = None
    power: Annotated[int, Meta(ge=0, le=1000)] | None = None

    def decided(self, moment: Moment) -> None:
        state = moment.state
        if self.unit not in state.units:
            raise RefusalError(Refused.NO_SUCH_UNIT, unit=self.unit)
        unit = state.unit(self.unit)
        if self.body is not None and self.body not in {body.ref for body in unit.bodies}:
            raise RefusalError(Refused.NO_SUCH_UNIT, unit=self.body)
        if moment.seat in SIDES:
            moment.need_own(self.unit)
        if state.begun_fight(self.unit) and (self.left, self.lost, self.standing, self.files) != (None,) * 4:
            raise RefusalError(Refused.HALF_STRUCK, unit=unit.name)
        if self.files is not None:
            _check_files(moment, unit, self.files)
        left, lost = _check_wounds(unit, self)
        before = unit.body(self.body).left if self.body is not None else unit.models
        stated = {name: getattr(self, name) for name in ("body", "standing", "files", "power")}
        moment.happens(Corrected(unit=self.unit, why=self.why, before=str(before), left=left, lost=lost, **stated))
        settles(moment, self.unit)


def _check_files(moment: Moment, unit: BattleUnit, files: int) -> None:
    """RefusalError where a unit can't stand so many files wide."""
    if not may_stand(moment.catalogue, unit, files):
        raise RefusalError(Refused.CANT_FORM, unit=unit.name, models=unit.models, files=files)


def _check_wounds(unit: BattleUnit, stated: Correct) -> tuple[int | None, tuple[int, ...] | None]:
    """The models and wounds of the body as they are now, None where neither is stated.

    RefusalError where the body isn't said, or has fewer models, or they can't have lost that.
    """
    if stated.body is None:
        if (stated.left, stated.lost, stated.power) != (None, None, None):
            raise RefusalError(Refused.WHICH_BODY, unit=unit.name)
        return None, None
    if stated.left is None and stated.lost is None:
        return None, None
    body = unit.body(stated.body)
    left = body.left if stated.left is None else stated.left
    if left > body.at_first:
        raise RefusalError(Refused.BEGAN_WITH, unit=body.name, models=body.at_first)
    lost = body.lost[:left] if stated.lost is None else tuple(sorted(stated.lost, reverse=True))
    if len(lost) > left or any(wounds >= body.wounds for wounds in lost):
        raise RefusalError(Refused.CANT_HAVE_LOST, unit=body.name, wounds=body.wounds)
    return left, lost


class Note(Command, frozen=True, kw_only=True, tag="note"):
    """Write something into the log."""

    by_phases = None
    while_waiting = True
    right = Right.CORRECT

    text: Annotated[str, Meta(min_length=1, max_length=500)]

    def decided(self, moment: Moment) -> None:
        moment.happens(Noted(text=self.text))


class ProposeEnd(Command, frozen=True, kw_only=True, tag="propose_end"):
    """Propose how the battle ended, instead of what was proposed before; the other side agrees or plays on."""

    while_waiting = True

    winner: Literal["red", "blue"] | None
    reason: Text = ""

    def decided(self, moment: Moment) -> None:
        result = Result(winner=self.winner, level="agreed", reason=self.reason)
        moment.happens(EndProposed(result=result, by=_side(moment.seat)), "B109")


class AgreeEnd(Command, frozen=True, kw_only=True, tag="agree_end"):
    """End the battle as the other side, or the count of points against one's own, has proposed."""

    while_waiting = True

    def decided(self, moment: Moment) -> None:
        state = moment.state
        if state.proposed is None:
            raise RefusalError(Refused.NOTHING_PROPOSED)
        if moment.seat not in state.agreeing:
            raise RefusalError(Refused.OTHERS_AGREE, side=state.army(other(moment.seat)).name)
        moment.happens(BattleEnded(result=state.proposed))


class WithdrawEnd(Command, frozen=True, kw_only=True, tag="withdraw_end"):
    """Take back what one's own side has proposed."""

    while_waiting = True

    def decided(self, moment: Moment) -> None:
        if moment.state.proposed_by != moment.seat:
            raise RefusalError(Refused.NOTHING_PROPOSED)
        moment.happens(EndWithdrawn(side=_side(moment.seat)))


class Concede(Command, frozen=True, kw_only=True, tag="concede"):
    """Give up: the other side has won."""

    while_waiting = True

    def decided(self, moment: Moment) -> None:
        winner = _side(other(moment.seat))
        name = moment.state.army(moment.seat).name
        moment.happens(BattleEnded(result=Result(winner=winner, level="agreed", reason=f"{name} conceded")), "B104")


def _side(seat: str) -> Literal["red", "blue"]:
    return "blue" if seat == "blue" else "red"


def sides_of(state: State) -> tuple[str, ...]:
    """The sides whose step it is."""
    return (state.clock.side,) if state.clock.side else SIDES


def to_do(state: State, catalogue: Catalogue, side: str) -> tuple[ToDo, ...]:
    """What a side may still do in this step, by unit; where a side must answer something, only that."""
    if state.answering is not None:
        return tuple(_answers(state, catalogue)) if side == state.answering else ()
    if side not in sides_of(state) or not state.clock.step:
        return ()
    found = TO_DO.get(Step(state.clock.step))
    return (*vehicles.to_be_struck(state, side), *(found(state, catalogue, side) if found else ()))


def _answers(state: State, catalogue: Catalogue) -> ToDos:
    """What the side must say that others wait for."""
    if state.charge is not None:
        comes_in = state.charge.comes_in
        yield ToDo(Task.COME_IN, state.charge.unit) if comes_in else ToDo(Task.RESPOND, state.charge.target)
    elif state.flight is not None:
        yield from (ToDo(Task.PURSUE, ref) for ref in state.flight.pursuers)
    elif state.retreat is not None:
        yield from (ToDo(Task.FOLLOW, ref) for ref in state.retreat.followers)
    elif state.casting is not None:
        yield from magic.to_counter(state, catalogue)


def go_on(moment: Moment) -> None:
    """Begin the next steps, as long as the one that is on is over; called after each command."""
    while moment.state.result is None and _is_over(moment):
        ended = Step(moment.state.clock.step)
        if ended in ENDINGS:
            ENDINGS[ended](moment)
        _begin_next(moment)
        begun = Step(moment.state.clock.step)
        if begun in BEGINNINGS:
            BEGINNINGS[begun](moment)


def _is_over(moment: Moment) -> bool:
    """Whether every side whose step it is has finished, or has nothing to do in it: nobody waits for such a one."""
    if moment.state.answering is not None:
        return False
    return all(_is_done(moment, side) for side in sides_of(moment.state))


def _is_done(moment: Moment, side: str) -> bool:
    """Whether a side has finished the step, or could do nothing in it."""
    state, step = moment.state, Step(moment.state.clock.step)
    if side in state.finished:
        return True
    if state.counting or step is Step.DEPLOYMENT or any(vehicles.to_be_struck(state, side)):
        return False
    if step in movement.MOVES:
        return not any(movement.may_move_at_all(state, unit) for unit in state.of(side))
    return not to_do(state, moment.catalogue, side)


def _begin_next(moment: Moment) -> None:
    state = moment.state
    phase, step = Phase(state.clock.phase), Step(state.clock.step)
    after = (Phase.START, STEPS[Phase.START][0]) if phase is Phase.SETUP else following(phase, step)
    if after is None or phase is Phase.SETUP:
        moment.happens(TurnBegun(number=state.clock.turn + 1), "B1")
        after = (Phase.START, STEPS[Phase.START][0])
    if after[0] != moment.state.clock.phase:
        moment.happens(PhaseBegun(phase=after[0]), "B1")
    mover = moment.state.mover
    side = {Step.FIRST_MOVER: mover, Step.SECOND_MOVER: _side(other(mover)) if mover else None}.get(after[1])
    moment.happens(StepBegun(step=after[1], side=side), "B1")


def _to_deploy(state: State, side: str) -> ToDos:
    return (ToDo(Task.DEPLOY, unit.ref) for unit in state.of(side) if unit.standing is Standing.WAITING)


def _said(task: ToDo, state: State) -> str:
    return f"{state.unit(task.unit).name} {task.task}" if task.unit else task.task.value
