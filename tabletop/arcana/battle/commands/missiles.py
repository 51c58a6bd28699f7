"""Volleys and reloading. All shoot at once: losses are taken off when the phase is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import ceil
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from tabletop.arcana.battle.commands.command import Moment, Task, ToDo, ToDos, UnitCommand
from tabletop.arcana.battle.commands.losing import suffers
from tabletop.arcana.battle.drawing import drawn, stands
from tabletop.arcana.battle.facts.missiles import MissilesShot, Reloaded, Stray
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.resolving import asked_in, figures_of, in_order, left_by, struck_as
from tabletop.arcana.battle.situations import LONGEST_NAME, fields_of, troops_of, unit_in
from tabletop.arcana.battle.state import INCH, BattleUnit, Body, Falling, Hundredths, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.scene import apart
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Missile, Section
from tabletop.arcana.odds.situations import Beside, Cover, Loose, Modifier, Shooting, Shots
from tabletop.arcana.odds.situations import Unit as Stated
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.shooting import shoot
from tabletop.arcana.rules.shooting.conditions import ChargeFire as ChargeFires
from tabletop.arcana.rules.shooting.conditions import Conditions, barred_by
from tabletop.arcana.rules.shooting.into_melees import Melee
from tabletop.arcana.rules.shooting.salvoes import SalvoState
from tabletop.battle.events import RefusalError
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.values import Text, Value

COVERS: dict[int, Cover] = {0: "none", -1: "cover", -2: "full"}
RANKS = 2  # that shoot
MOST_RANGES = 4  # beside the first
MOST_STRAYS = 3  # units of the target's fight at whom misses are rolled, unless players name others
CHOICES = frozenset({"range", "moved", "charge", "shots", "weapon"})  # fields of a situation
ChargeFire = Literal["charging", "standing"]


class StrayShot(Value, frozen=True, kw_only=True):
    """A unit that the target fights, with how it stands to the shooter; as the target does, where nothing is said."""

    unit: Ref
    range: Hundredths | None = None
    cover: Cover = "none"


class ShotsFrom(Value, frozen=True, kw_only=True):
    """Dice of a volley that are thrown from another range, or through other cover."""

    range: Hundredths
    shots: Annotated[int, Meta(ge=1, le=1000)]
    cover: Cover = "none"


class Shoot(UnitCommand, frozen=True, kw_only=True, tag="shoot"):
    """Shoot at a unit: `range` and `moved` in hundredths of an inch, `body` who of the unit shoots.

    `strays` are whom the target fights, in the order in which its player has misses rolled at them. `further` are those
    of its dice that are thrown from other ranges; `shots` are the others then. With `by_hand` the volley is only noted:
    dice and losses are the table's.
    """

    target: Ref
    body: Ref | None = None
    weapon: Text = ""
    range: Hundredths | None = None
    moved: Hundredths | None = None
    cover: Cover = "none"
    flying: bool | None = None
    held_fast: bool = False
    arrived: bool = False
    to_hit: Modifier = 0
    shots: Shots | None = None
    strays: Annotated[tuple[StrayShot, ...], Meta(max_length=MOST_STRAYS)] | None = None
    further: Annotated[tuple[ShotsFrom, ...], Meta(max_length=MOST_RANGES)] = ()
    by_hand: bool = False

    @property
    def touches(self) -> tuple[str, ...]:
        return self.unit, self.target

    @property
    def parts(self) -> tuple[Shoot, ...]:
        """The volley as one for each range."""
        further = (
            replace(self, range=part.range, shots=part.shots, cover=part.cover, further=()) for part in self.further
        )
        return (replace(self, further=()), *further)

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.VOLLEYS)
        moment.need_own(self.unit)
        state, unit = moment.state, moment.state.unit(self.unit)
        if state.is_engaged(self.unit):
            raise RefusalError(Refused.IS_ENGAGED, unit=unit.name)
        paper = not (self.target in state.units and stands(state, self.unit, self.target))
        if paper and self.range is None and not self.by_hand and self.target in state.units:
            raise RefusalError(Refused.HOW_FAR, unit=state.unit(self.target).name)
        if self.further and self.shots is None:
            raise RefusalError(Refused.HOW_MANY, unit=unit.name)
        volley(moment, self)

    def situation(self, state: State, catalogue: Catalogue, *, charge: ChargeFire | None = None) -> Shooting:
        """The volley as its odds are asked; RefusalError where the unit has nothing to shoot with."""
        if self.range is None and (on_table := aimed(state, catalogue, self, charge)) is not self:
            return on_table.situation(state, catalogue, charge=charge)
        state = in_order(state, catalogue)
        unit, target = state.unit(self.unit), state.unit(self.target)
        body, _ = self.shooting(unit, catalogue)
        engaged, moved = state.is_engaged(self.target), max(unit.turn.moved, self.moved or 0)
        return Shooting(
            format="muster-situation/1",
            game="arcana",
            shooter=shooter_of(unit, body),
            target=unit_in(state, self.target),
            weapon=self.weapon,
            range=None if self.range is None else self.range / INCH,
            moved=moved / INCH,
            charge=charge,
            arrived=self.arrived or unit.turn.arrived,
            shots=self.shots,
            cover=self.cover,
            flying=target.altitude is not Altitude.GROUND if self.flying is None else self.flying,
            held_fast=self.held_fast,
            engaged=engaged and charge != "standing",
            to_hit=self.to_hit + int(bool(target.turn.charmed)),
            strays=tuple(self._strays(state)) if engaged and charge != "standing" else (),
        )

    def _strays(self, state: State) -> Iterator[Beside]:
        stated = self.strays
        if stated is None:
            stated = tuple(
                StrayShot(unit=foe.ref, range=self.range, cover=self.cover)
                for foe in state.foes_of(self.target)[:MOST_STRAYS]
            )
        for stray in stated:
            if stray.unit not in state.units:
                raise RefusalError(Refused.NO_SUCH_UNIT, unit=stray.unit)
            unit = state.unit(stray.unit)
            inches = self.range if stray.range is None else stray.range
            others = [state.unit(ref).name for ref in (self.unit, self.target)]
            others += [state.unit(other.unit).name for other in stated if other.unit != stray.unit]
            name = unit.name[:LONGEST_NAME] if unit.name not in others else f"{unit.name[:30]} {unit.ref}"
            yield Beside(
                unit=replace(unit_in(state, stray.unit), name=name),
                range=(inches or 0) / INCH,
                cover=stray.cover,
                flying=unit.altitude is not Altitude.GROUND,
                to_hit=int(bool(unit.turn.charmed)),
            )

    def shooting(self, unit: BattleUnit, catalogue: Catalogue) -> tuple[Body, Missile]:
        """Who of the unit shoots, with what; RefusalError where nobody can."""
        bodies = [unit.body(self.body)] if self.body in {body.ref for body in unit.bodies} else unit.bodies
        begins = self.weapon.lower()
        for body in bodies:
            for missile in figures_of(catalogue, body).missile if body.left else ():
                if missile.name.lower().startswith(begins):
                    return body, missile
        raise RefusalError(Refused.NO_MISSILES, unit=unit.name)


def volley(moment: Moment, shot: Shoot, *, charge: ChargeFire | None = None) -> None:
    """A unit's shots, in the missile phase or while a charge comes in; losses wait for `take_off`.

    RefusalError for who has shot, isn't ready or hasn't loaded, and for a target that isn't there.
    """
    state, catalogue = moment.state, moment.catalogue
    unit, target = state.unit(shot.unit), state.units.get(shot.target)
    if target is None or target.side == unit.side or not target.is_here:
        raise RefusalError(Refused.NO_ENEMY, unit=target.name if target else shot.target)
    if target.aboard is not None:
        raise RefusalError(Refused.IS_ABOARD, unit=target.name, carrier=state.unit(target.aboard).name)
    if unit.standing is not Standing.READY:
        raise RefusalError(Refused.NOT_READY, unit=unit.name, standing=unit.standing)
    if "shooting" in unit.turn.barred:
        raise RefusalError(Refused.BARRED, unit=unit.name)
    shot = aimed(state, catalogue, shot, charge)
    body, missile = shot.shooting(unit, catalogue)
    if _has_retired(unit):
        raise RefusalError(Refused.CANT, unit=unit.name, reason="another unit took their place this turn")
    if body.ref in unit.turn.shot_by:
        raise RefusalError(Refused.SHOT_ALREADY, unit=unit.name)
    if unit.turn.shot_at not in (None, shot.target):
        raise RefusalError(Refused.ONE_TARGET, unit=unit.name, target=state.unit(unit.turn.shot_at or "").name)
    if (body.ref, missile.name) in unit.unloaded:
        raise RefusalError(Refused.NOT_LOADED, unit=unit.name)
    noted = MissilesShot(
        unit=unit.ref,
        body=body.ref,
        target=target.ref,
        weapon=missile.name,
        reloads=missile.reloads,
        by_hand=shot.by_hand,
    )
    rules = ("B27",) if charge else ("B62", "B63")
    for part in shot.parts[:1] if shot.by_hand else shot.parts:
        moment.happens(noted if part.by_hand else _thrown(moment, part, noted, charge), *rules)


def aimed(state: State, catalogue: Catalogue, shot: Shoot, charge: ChargeFire | None) -> Shoot:
    """The shot with who shoots, how far and through what cover, as a drawn table has it; as it was stated on paper.

    Of models that need other numbers than the nearest, from farther away, the dice are `further` ones. RefusalError
    where nobody may shoot.
    """
    if shot.by_hand or charge == "charging" or not stands(state, shot.unit, shot.target):
        return shot
    found, unit = drawn(state, catalogue), state.unit(shot.unit)
    assert found is not None
    scene = found.scene
    body, missile = shot.shooting(unit, catalogue)
    strays = tuple(
        StrayShot(unit=foe.ref, range=_away(apart(scene.unit(shot.unit), scene.unit(foe.ref))))
        for foe in state.foes_of(shot.target)[:MOST_STRAYS]
        if stands(state, foe.ref)
    )
    shot = replace(shot, strays=strays if shot.strays is None else shot.strays)
    if body.ref != unit.main.ref or body.figures:  # whose weapons no row on the table has
        return replace(shot, range=_away(apart(scene.unit(shot.unit), scene.unit(shot.target))))
    how = Conditions(
        moved=unit.turn.moved / INCH,
        weapon=missile.name,
        arrived=shot.arrived or unit.turn.arrived,
        charge=ChargeFires.STANDING if charge else None,
    )
    found_volley = shoot(scene, shot.unit, shot.target, how)
    if found_volley.reason:
        raise RefusalError(Refused.NOT_BY_THE_TABLE, unit=unit.name, reason=found_volley.reason.text)
    most = min(body.left, RANKS * unit.files) if unit.files else body.left
    by_number: dict[int, list[float]] = {}
    for fires in sorted(found_volley.fires, key=lambda each: each.inches)[:most]:
        assert fires.needed is not None
        by_number.setdefault(int(fires.needed.breakdown.exact), []).append(fires.inches)
    cover = COVERS.get(found_volley.cover, "full")
    first, *further = (
        ShotsFrom(range=_away(away[-1]), shots=len(away) * missile.attacks, cover=cover) for away in by_number.values()
    )
    return replace(shot, range=first.range, shots=first.shots, cover=cover, further=tuple(further))


def _away(inches: float) -> int:
    """Hundredths of an inch, never fewer: what is out of a range stays so."""
    return ceil(inches * INCH - RANGE * INCH)


def _thrown(moment: Moment, shot: Shoot, noted: MissilesShot, charge: ChargeFire | None) -> MissilesShot:
    """The volley with its dice; those of saves are its dice, too: both players see them fall."""
    state = moment.state
    situation = shot.situation(state, moment.catalogue, charge=charge)
    asked = asked_in(moment.catalogue, situation, unit=state.unit(shot.unit), choices=CHOICES)
    foes = [unit.ref for unit in state.foes_of(noted.target)[:MOST_STRAYS]]
    named = [stray.unit for stray in shot.strays] if shot.strays is not None else foes
    refs = [noted.target, *(named if situation.strays else ())]
    start = asked.start
    if isinstance(start, Melee):
        units = zip(start.units, refs, strict=True)
        start = replace(start, units=tuple(_pending(state, ref, salvo) for salvo, ref in units))
        shots = start.flying
    else:
        start, shots = _pending(state, noted.target, start), start.hits
    end = moment.play(asked.steps, start, of=noted.unit).state
    struck: tuple[SalvoState, ...] = end.units if isinstance(end, Melee) else (end,)
    needed = [int(receipt.breakdown.exact) for receipt in asked.receipts[::2]]
    strays = zip(refs[1:], needed[1:], struck[1:], strict=True)
    return replace(
        noted,
        shots=shots,
        needed=needed[0],
        hits=struck[0].scored,
        strays=tuple(Stray(unit=ref, needed=number, hits=salvo.scored) for ref, number, salvo in strays),
        falling=tuple(
            falling
            for ref, salvo in zip(refs, struck, strict=True)
            for falling in _falling(state, ref, salvo, noted.unit)
        ),
    )


def shooter_of(unit: BattleUnit, body: Body) -> Stated:
    """Those of a unit who shoot: each body by itself, a character all round."""
    since = {"models_at_first": None, "wounds_at_first": None, "fallen": 0, "characters_lost": 0, "commanders_lost": 0}
    fields = fields_of(unit) | since | {"models": (troops_of(body),), "characters": ()}
    return Stated(**(fields | {"formation": Loose()} if body.character else fields))


def _pending(state: State, ref: Ref, salvo: SalvoState) -> SalvoState:
    """A target as earlier volleys have left it, though its dead still stand."""
    return struck_as(state.unit(ref), salvo, lambda body: state.remains(ref, body.ref))


def _falling(state: State, ref: Ref, salvo: SalvoState, by: Ref) -> Iterator[Falling]:
    for body, left in left_by(state.unit(ref), salvo).items():
        if left != state.remains(ref, body):
            yield Falling(unit=ref, body=body, left=left.models, lost=left.lost, by=by)


def take_off(moment: Moment) -> None:
    """Take off what volleys have felled."""
    for falling in moment.state.falling:
        left = Left(falling.left, falling.lost)
        suffers(moment, falling.unit, {falling.body: left}, by=falling.by, rules=("B62", "B69"))


def _has_retired(unit: BattleUnit) -> bool:
    """Whether a unit has been exchanged this turn: its shots are gone, though none of its bodies has shot."""
    return unit.turn.shot and not unit.turn.shot_by


def _may_shoot(unit: BattleUnit, state: State, catalogue: Catalogue) -> bool:
    kept = "shooting" in unit.turn.barred or _has_retired(unit)
    if unit.standing is not Standing.READY or state.is_engaged(unit.ref) or kept:
        return False
    moved = Conditions(moved=unit.turn.moved / INCH)
    for body in unit.bodies:
        if not body.left or body.ref in unit.turn.shot_by:
            continue
        figures = figures_of(catalogue, body)
        speed = figures.movement.ground or figures.movement.fly or 0
        if any((body.ref, it.name) not in unit.unloaded and not barred_by(it, moved, speed) for it in figures.missile):
            return True
    return False


def _to_shoot(state: State, catalogue: Catalogue, side: str) -> ToDos:
    return (ToDo(Task.SHOOT, unit.ref) for unit in state.of(side) if _may_shoot(unit, state, catalogue))


def _end_volleys(moment: Moment) -> None:
    """Losses are taken off; who hasn't moved or shot reloads, war machines only out of a fight."""
    take_off(moment)
    for unit in moment.state.units.values():
        turn = unit.turn
        moved = turn.moved or turn.charged or turn.overran or turn.pursued or turn.fled
        rests = unit.standing is Standing.READY and not moved and not turn.shot
        is_machine = unit.main.section is Section.WAR_MACHINES
        if unit.unloaded and rests and not (is_machine and moment.state.is_engaged(unit.ref)):
            moment.happens(Reloaded(unit=unit.ref), "B70")


TO_DO: Mapping[Step, Callable[[State, Catalogue, str], ToDos]] = {Step.VOLLEYS: _to_shoot}
BEGINNINGS: Mapping[Step, Callable[[Moment], None]] = {}
ENDINGS: Mapping[Step, Callable[[Moment], None]] = {Step.VOLLEYS: _end_volleys}
