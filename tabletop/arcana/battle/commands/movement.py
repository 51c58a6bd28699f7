"""The movement phase: infiltrators, initiative, marches, charges and their answers, manoeuvres (B21 to B33).

Without a drawn table players say who reaches whom, and how many models touch; what is judged is what the battle knows:
whose step it is, how far a unit may move at most, who is engaged, has moved, fled or charged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from tabletop.arcana.battle.commands.command import Command, Moment, Task, ToDo, ToDos, UnitCommand
from tabletop.arcana.battle.commands.drawn import Hundredths as Placing
from tabletop.arcana.battle.commands.drawn import places_at
from tabletop.arcana.battle.commands.fleeing import begin_flight, catch, flight_of, run
from tabletop.arcana.battle.commands.manoeuvres import check_models, check_touching, overrun, too_weak
from tabletop.arcana.battle.commands.missiles import Shoot, take_off, volley
from tabletop.arcana.battle.commands.ordering import (
    charge_on_table,
    comes_home,
    moves,
    resolved,
    table_of,
    touching_on_table,
)
from tabletop.arcana.battle.drawing import enemy_within, stands
from tabletop.arcana.battle.facts.morale import Broke
from tabletop.arcana.battle.facts.movement import (
    BerserkRolled,
    ChargeCompleted,
    ChargeDeclared,
    ChargeEnded,
    ClosedIn,
    InfiltratorPlaced,
    InitiativeRolled,
    MissileOpened,
    MissileSealed,
    MoverChosen,
    OrdersGiven,
    ResponseChosen,
    Touching,
)
from tabletop.arcana.battle.facts.words import in_inches
from tabletop.arcana.battle.profiles import figures, is_berserk, living, may_fly, may_stand, whole_move
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.state import INCH, SIDES, BattleUnit, Charge, Flight, Hundredths, Side, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battle.table.commands import Move, Orders
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.odds.answers import asked_of
from tabletop.arcana.odds.situations import AnySituation, Cover, Initiative, Player
from tabletop.arcana.rules.deployment import INFILTRATORS_APART
from tabletop.arcana.rules.movement.orders import number_text
from tabletop.battle.events import RefusalError
from tabletop.battle.lines import Digest
from tabletop.battle.sealing import Salt
from tabletop.values import Text

MOVES = (Step.FIRST_MOVER, Step.SECOND_MOVER)
QUARTER = 4
LOADS_WITHIN = 8 * INCH  # that vehicles may move in a turn in which somebody boards or leaves them
Response = Literal["stand", "flee", "fire"]
Files = Annotated[int, Meta(ge=0, le=100)]


class Appear(UnitCommand, frozen=True, kw_only=True, tag="appear"):
    """Let hidden infiltrators appear, in loose order and 6 inches from every enemy.

    On a drawn table with their middle `at` a place, in hundredths of an inch.
    """

    at: tuple[Placing, Placing] | None = None

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.EARLY_INFILTRATORS, Step.LATE_INFILTRATORS)
        unit = moment.need_own(self.unit)
        if unit.standing is not Standing.HIDDEN:
            raise RefusalError(Refused.NOT_HIDDEN, unit=unit.name)
        late = moment.state.clock.step == Step.LATE_INFILTRATORS
        moment.happens(InfiltratorPlaced(unit=self.unit, late=late), "B33" if late else "B21")
        if moment.state.laid is not None and self.at is not None:
            places_at(moment, moment.state.unit(self.unit), self.at)
            if foe := enemy_within(table_of(moment).scene, self.unit, INFILTRATORS_APART):
                reason = f"{moment.state.unit(foe).name} is nearer than {INFILTRATORS_APART:g} inches"
                raise RefusalError(Refused.NOT_BY_THE_TABLE, unit=unit.name, reason=reason)


class RollInitiative(Command, frozen=True, kw_only=True, tag="roll_initiative"):
    """Throw a die for each side; a tie is thrown again by another command."""

    def situation(self, state: State, catalogue: Catalogue) -> Initiative:
        sides = tuple(Player(name=side) for side in SIDES)
        return Initiative(format="muster-situation/1", game="arcana", sides=sides)

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.INITIATIVE)
        if moment.state.initiative is not None:
            raise RefusalError(Refused.ROLLED_ALREADY)
        asked = asked_of(moment.catalogue, self.situation(moment.state, moment.catalogue))
        highest = moment.play(asked.steps, asked.start).state
        moment.happens(InitiativeRolled(winner=None if highest is None else SIDES[highest]), "B22")


class ChooseMover(Command, frozen=True, kw_only=True, tag="choose_mover"):
    """Choose which side moves first, for who has the initiative."""

    first: Side

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.INITIATIVE)
        if moment.state.mover is not None or moment.seat != moment.state.initiative:
            raise RefusalError(Refused.NOT_YOUR_CHOICE)
        moment.happens(MoverChosen(first=self.first), "B22")


class RunBerserk(UnitCommand, frozen=True, kw_only=True, tag="run_berserk"):
    """Throw the d3 by which a berserk unit that sees an enemy moves farther, and must."""

    def decided(self, moment: Moment) -> None:
        unit = mover(moment, self.unit)
        if not is_berserk(moment.catalogue, unit) or unit.turn.extra:
            raise RefusalError(Refused.NOT_BERSERK, unit=unit.name)
        face = moment.roll(1, "d3 of the berserk", of=self.unit)[0]
        moment.happens(BerserkRolled(unit=self.unit, extra=-(-face // 2) * INCH), "B25")


class March(UnitCommand, frozen=True, kw_only=True, tag="march"):
    """Move a unit so many inches more; `files` where it stands so wide then, 0 for loose order.

    On a drawn table it moves by `orders`, as “wheel left 2; forward 3”, or else straight ahead; with `by_hand` as far
    as these lead.
    """

    inches: Hundredths = 0
    files: Files | None = None
    altitude: Altitude | None = None
    orders: Orders = ""
    by_hand: bool = False

    def decided(self, moment: Moment) -> None:
        unit = mover(moment, self.unit)
        if stands(moment.state, self.unit):
            self._on_table(moment, unit)
            return
        moved, most = unit.turn.moved + self.inches, whole_move(moment.catalogue, unit) + unit.turn.extra
        if moved > most:
            already = in_inches(unit.turn.moved)
            raise RefusalError(Refused.MOVES_TOO_FAR, unit=unit.name, most=in_inches(most), moved=already)
        _check_load(moment.state, unit, moved)
        if self.files is not None and not may_stand(moment.catalogue, unit, self.files):
            raise RefusalError(Refused.CANT_FORM, unit=unit.name, models=unit.models, files=self.files)
        _check_altitude(moment, unit, self.altitude)
        files, altitude = self.files, self.altitude
        moment.happens(OrdersGiven(unit=self.unit, inches=moved, files=files, altitude=altitude), "B23")

    def _on_table(self, moment: Moment, unit: BattleUnit) -> None:
        """Move it by its orders, and count what the table measures."""
        if self.files not in (None, unit.files):
            raise RefusalError(Refused.BY_ORDERS, unit=unit.name)
        orders = self.orders or (f"forward {number_text(self.inches / INCH)}" if self.inches else "")
        if not orders:
            moment.happens(OrdersGiven(unit=self.unit, inches=unit.turn.moved), "B23")
            return
        order = Move(unit=self.unit, orders=orders)
        done = resolved(moment, self.unit, order, by_hand=self.by_hand or not self.orders)
        now = next(each for each in done.play.table.units if each.ref == self.unit)
        moved = max(round(done.play.turn[self.unit].path * INCH), unit.turn.moved)
        _check_load(moment.state, unit, moved)
        altitude = now.altitude if now.altitude is not unit.altitude else None
        moment.happens(OrdersGiven(unit=self.unit, inches=moved, altitude=altitude), "B23")
        moves(moment, self.unit, done, orders)


class DeclareCharge(UnitCommand, frozen=True, kw_only=True, tag="charge"):
    """Charge an enemy that the unit reaches: at which of its sides, and how many of both touch once it is there.

    Or run it over, by `overruns`, and go on, out of a fight too. `throws` is how the name of the natural missile begins
    that it uses as it comes in.
    """

    target: Ref
    side: Facing = Facing.FRONT
    touching: Touching = (None, None)
    altitude: Altitude | None = None
    overruns: bool = False
    throws: Text = ""

    @property
    def touches(self) -> tuple[str, ...]:
        return (self.unit, self.target)

    def decided(self, moment: Moment) -> None:
        unit = mover(moment, self.unit, engaged=self.overruns)
        target = moment.need_enemy(self.target)
        if (foes := moment.state.foes_of(self.unit)) and target not in foes:
            raise RefusalError(Refused.NOT_IN_THAT_FIGHT, unit=unit.name, foe=target.name)
        if why := reason_not_to_charge(moment.state, moment.catalogue, unit):
            raise why
        if is_loaded(moment.state, unit) and not self.overruns:
            raise RefusalError(Refused.NO_CHARGE_LOADED, unit=unit.name)
        _check_altitude(moment, unit, self.altitude)
        altitude = unit.altitude if self.altitude is None else self.altitude
        if target.altitude is Altitude.HIGH and altitude is not Altitude.HIGH:
            raise RefusalError(Refused.TOO_HIGH, unit=target.name, charger=unit.name)
        check_models(unit, target, self.touching)
        side = charge_on_table(moment, self.unit, self.target).side if self._is_drawn(moment) else self.side
        if self.overruns and (why_not := too_weak(moment, self.unit, self.target)):
            raise RefusalError(Refused.TOO_WEAK, unit=unit.name, target=target.name, why=why_not)
        throws, ways = self._natural(moment, unit), responses(moment.state, moment.catalogue, target)
        digest = self.commitment() if target.standing is not Standing.BROKEN and ways != ("stand",) else None
        declared = ChargeDeclared(
            unit=self.unit,
            target=self.target,
            side=side,
            touching=self.touching,
            altitude=self.altitude,
            overruns=self.overruns,
            throws="" if digest else throws,
        )
        moment.happens(declared, "B24")
        if digest:
            moment.happens(MissileSealed(unit=self.unit, digest=digest), "B27")
        if target.standing is Standing.BROKEN and self.overruns:
            overrun(moment, self.unit, self.target)
        elif target.standing is Standing.BROKEN:
            _ride_down(moment, self.unit, self.target)
        elif ways == ("stand",):
            moment.happens(ResponseChosen(unit=self.target, response="stand"), "B26")
            _complete(moment)

    def commitment(self) -> Digest | None:
        """What its choice of missiles is sealed by, if it is."""
        return None

    def _is_drawn(self, moment: Moment) -> bool:
        return stands(moment.state, self.unit, self.target)

    def _natural(self, moment: Moment, unit: BattleUnit) -> str:
        """The missile that it throws; RefusalError for one that it hasn't, has used, or throws in no overrun."""
        if not self.throws:
            return ""
        begin = self.throws.lower()
        name = next((it for it in naturals(moment.catalogue, unit) if it.lower().startswith(begin)), "")
        if not name or self.overruns:
            raise RefusalError(Refused.NOTHING_TO_THROW, unit=unit.name, missile=self.throws)
        return name


class SealCharge(DeclareCharge, frozen=True, kw_only=True, tag="seal_charge"):
    """The same, while its target may answer as it likes: the log gets a commitment to what it throws.

    No phone sends it (`sealed_choices.py`).
    """

    digest: Digest

    def commitment(self) -> Digest:
        return self.digest


class Respond(UnitCommand, frozen=True, kw_only=True, tag="respond"):
    """Answer a charge: stand, flee with so many inches of the move beyond the die, or stand and fire.

    `weapon` and `cover`, where the charge began, are of who fires; `by_hand` where the table counts what is hit.
    """

    while_waiting = True
    response: Response
    inches: Hundredths = 0
    edge: Hundredths | None = None
    altitude: Altitude = Altitude.GROUND
    weapon: Text = ""
    cover: Cover = "none"
    by_hand: bool = False

    def decided(self, moment: Moment) -> None:
        charge = moment.state.charge
        if charge is None or charge.target != self.unit or charge.comes_in:
            raise RefusalError(Refused.NOTHING_TO_ANSWER)
        unit = moment.need_own(self.unit)
        ways = responses(moment.state, moment.catalogue, unit)
        if self.response not in ways:
            raise RefusalError(Refused.CANT_ANSWER_SO, unit=unit.name, ways=" or ".join(ways))
        if charge.sealed is not None:
            self.opens(moment, charge)
        if self.response == "flee":
            flight = flight_of(
                moment, self.unit, self.inches, edge=self.edge, altitude=self.altitude, charger=charge.unit
            )
            moment.happens(ResponseChosen(unit=self.unit, response="flee"), "B26")
            moment.happens(Broke(unit=self.unit), "B26")
            begin_flight(moment, flight)
            return
        moment.happens(ResponseChosen(unit=self.unit, response=self.response), "B26")
        if self.response == "fire":
            shot = Shoot(unit=self.unit, target=charge.unit, weapon=self.weapon, cover=self.cover, by_hand=self.by_hand)
            volley(moment, shot, charge="standing")
        if moment.state.charge is None or not moment.state.charge.comes_in:
            _complete(moment)

    def opens(self, moment: Moment, charge: Charge) -> None:
        """Open what the chargers have sealed."""
        raise RefusalError(Refused.NOT_OPENED, unit=moment.state.unit(charge.unit).name)


class OpenAndRespond(Respond, frozen=True, kw_only=True, tag="open_and_respond"):
    """The same with what the chargers have sealed, for both are in then. No phone sends it (`sealed_choices.py`)."""

    throws: Text
    salt: Salt

    def opens(self, moment: Moment, charge: Charge) -> None:
        moment.happens(MissileOpened(unit=charge.unit, throws=self.throws, salt=self.salt), "B27")


class ComeIn(UnitCommand, frozen=True, kw_only=True, tag="come_in"):
    """Throw the missiles that a unit has chosen in secret as it charges, now that its target has answered."""

    while_waiting = True

    def situation(self, state: State, catalogue: Catalogue) -> AnySituation | None:
        charge = state.charge
        if charge is None or charge.unit != self.unit or not charge.comes_in:
            return None
        return Shoot(unit=charge.unit, target=charge.target, weapon=charge.throws).situation(
            state, catalogue, charge="charging"
        )

    def decided(self, moment: Moment) -> None:
        charge = moment.state.charge
        if charge is None or charge.unit != self.unit or not charge.comes_in:
            raise RefusalError(Refused.NOTHING_TO_ANSWER)
        moment.need_own(self.unit)
        _complete(moment)


class CloseIn(UnitCommand, frozen=True, kw_only=True, tag="close_in"):
    """Say how many models of a loose unit, and of its enemy, touch after it has closed in by 3 inches.

    On a drawn table they are counted there.
    """

    foe: Ref
    touching: Touching = (None, None)

    @property
    def touches(self) -> tuple[str, ...]:
        return (self.unit, self.foe)

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.CLOSING)
        unit = moment.need_own(self.unit)
        if not _may_close_in(moment.state, unit):
            raise RefusalError(Refused.CANT_MOVE, unit=unit.name, why="only loose units of a new fight close in, once")
        check_touching(moment, unit, self.foe, self.touching)
        drawn = stands(moment.state, self.unit, self.foe)
        touching = touching_on_table(moment, self.unit, self.foe) if drawn else self.touching
        moment.happens(ClosedIn(unit=self.unit, foe=self.foe, touching=touching), "B33")


def naturals(catalogue: Catalogue, unit: BattleUnit) -> tuple[str, ...]:
    """The natural missiles that a unit may use as it charges; none once it has shot."""
    missiles = (line for body in living(unit) for line in figures(catalogue, unit, body).missile)
    return () if unit.turn.shot else tuple(dict.fromkeys(line.name for line in missiles if line.natural))


def responses(state: State, catalogue: Catalogue, unit: BattleUnit) -> tuple[Response, ...]:
    """How a unit may answer a charge: the berserk never flee by choice, and who fights or has shot doesn't fire."""
    found: list[Response] = ["stand"]
    if not is_berserk(catalogue, unit):
        found.append("flee")
    loaded = (
        (body.ref, missile.name) not in unit.unloaded
        for body in living(unit)
        for missile in figures(catalogue, unit, body).missile
    )
    if not state.is_engaged(unit.ref) and not unit.turn.shot and any(loaded):
        found.append("fire")
    return tuple(found)


def reason_not_to_move(state: State, unit: BattleUnit, *, engaged: bool = False) -> str:
    """Why a unit may not move any more this turn, as far as the battle knows; empty where it may.

    An `engaged` one moves only by running over whom it fights.
    """
    turn = unit.turn
    reasons = {
        "it isn't on the table": not unit.is_here,
        "it is broken": unit.standing is Standing.BROKEN,
        "it is aboard vehicles": unit.aboard is not None,
        "it is in a fight": state.is_engaged(unit.ref) and not engaged,
        "a spell keeps it where it is": "moving" in turn.barred,
        "it fled this turn": turn.fled,
        "it pursued this turn": turn.pursued,
        "it fell back this turn": turn.fell_back,
        "it has moved, and others after it": turn.moved_already and state.moving != unit.ref,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def may_move_at_all(state: State, unit: BattleUnit) -> bool:
    """Whether a unit may still march, or do anything out of its fight or in it."""
    return not reason_not_to_move(state, unit, engaged=True)


def reason_not_to_charge(state: State, catalogue: Catalogue, unit: BattleUnit) -> RefusalError | None:
    """Why a unit that may move can't charge any more; None where it can."""
    turn = unit.turn
    if turn.charged is not None:
        return RefusalError(Refused.CHARGED_ALREADY, unit=unit.name)
    if is_berserk(catalogue, unit) and not turn.extra:
        return RefusalError(Refused.BERSERK_FIRST, unit=unit.name)
    if not turn.overran and QUARTER * turn.moved > whole_move(catalogue, unit) + turn.extra:
        return RefusalError(Refused.TOO_LATE_TO_CHARGE, unit=unit.name, moved=in_inches(turn.moved))
    return None


def mover(moment: Moment, ref: str, *, engaged: bool = False) -> BattleUnit:
    """A unit that may move now, or out of its fight; RefusalError where it isn't its side's step, or it can't."""
    moment.need_step(*MOVES)
    unit = moment.need_own(ref)
    if moment.seat != moment.state.clock.side:
        raise RefusalError(Refused.NOT_YOUR_STEP)
    if why := reason_not_to_move(moment.state, unit, engaged=engaged):
        raise RefusalError(Refused.CANT_MOVE, unit=unit.name, why=why)
    return unit


def is_loaded(state: State, unit: BattleUnit) -> bool:
    """Whether somebody has boarded or left these vehicles this turn."""
    return unit.turn.loaded and unit.main.section is Section.VEHICLES and unit.aboard is None


def _check_load(state: State, unit: BattleUnit, moved: int) -> None:
    """RefusalError where vehicles would move too far for those who have boarded or left them this turn."""
    if is_loaded(state, unit) and moved > LOADS_WITHIN:
        raise RefusalError(Refused.TOO_FAST_TO_LOAD, unit=unit.name)


def _check_altitude(moment: Moment, unit: BattleUnit, altitude: Altitude | None) -> None:
    if altitude not in (None, Altitude.GROUND) and not may_fly(moment.catalogue, unit):
        raise RefusalError(Refused.NO_FLIGHT, unit=unit.name)


def _ride_down(moment: Moment, charger: str, prey: str) -> None:
    """Let a charge on a broken unit catch it, and who is left of that run on (reading BR6)."""
    altitude = moment.state.unit(prey).altitude
    if stands(moment.state, charger, prey):
        comes_home(moment, charger, prey)
    moment.happens(ChargeEnded(unit=charger, caught=prey), "B26")
    catch(moment, prey, charger)
    if moment.state.unit(prey).is_here:
        run(moment, Flight(unit=prey, inches=0, pursuers=(), altitude=altitude))


def _complete(moment: Moment) -> None:
    """Let a charge come home that its target stands; who has become too weak to run it over fights it (B30)."""
    charge = moment.state.charge
    if charge is not None and charge.throws:
        _throw(moment, charge)
    take_off(moment)
    charge = moment.state.charge
    if charge is None:  # nobody is left to come home, or to be reached
        return
    if charge.overruns and not too_weak(moment, charge.unit, charge.target):
        overrun(moment, charge.unit, charge.target)
        return
    side, touching = charge.side, charge.touching
    if stands(moment.state, charge.unit, charge.target):
        solved = comes_home(moment, charge.unit, charge.target)
        if solved is None:
            moment.happens(ChargeEnded(unit=charge.unit), "B24")
            return
        side, touching = solved.side, touching_on_table(moment, charge.unit, charge.target)
    both = {moment.state.unit(ref).altitude for ref in (charge.unit, charge.target)}
    lower = next((altitude for altitude in (Altitude.GROUND, Altitude.LOW) if altitude in both), Altitude.HIGH)
    done = ChargeCompleted(unit=charge.unit, target=charge.target, side=side, touching=touching, altitude=lower)
    moment.happens(done, "B24", "B59")


def _throw(moment: Moment, charge: Charge) -> None:
    """Let chargers use their natural missiles; what the resolvers can't tell the table counts."""
    shot = Shoot(unit=charge.unit, target=charge.target, weapon=charge.throws)
    try:
        volley(moment, shot, charge="charging")
    except RefusalError as refused:
        if refused.code is not Refused.NOT_RESOLVED:
            raise
        volley(moment, replace(shot, by_hand=True), charge="charging")


def _may_close_in(state: State, unit: BattleUnit) -> bool:
    fresh = any(contact.since == state.clock.turn for contact in state.contacts_of(unit.ref))
    return fresh and not unit.files and not unit.turn.closed_in and unit.standing is Standing.READY and unit.models > 1


def _to_appear(state: State, catalogue: Catalogue, side: str) -> ToDos:
    return (ToDo(Task.APPEAR, unit.ref) for unit in state.of(side) if unit.standing is Standing.HIDDEN)


def _for_initiative(state: State, catalogue: Catalogue, side: str) -> ToDos:
    if state.initiative is None:
        yield ToDo(Task.ROLL_INITIATIVE)
    elif state.mover is None and state.initiative == side:
        yield ToDo(Task.CHOOSE_MOVER)


def _to_move(state: State, catalogue: Catalogue, side: str) -> ToDos:
    for unit in state.of(side):
        if not unit.turn.moved_already and not reason_not_to_move(state, unit):
            yield ToDo(Task.CHARGE_ON if is_berserk(catalogue, unit) else Task.MOVE, unit.ref)


def _to_close_in(state: State, catalogue: Catalogue, side: str) -> ToDos:
    return (ToDo(Task.CLOSE_IN, unit.ref) for unit in state.of(side) if _may_close_in(state, unit))


TO_DO: Mapping[Step, Callable[[State, Catalogue, str], ToDos]] = {
    Step.EARLY_INFILTRATORS: _to_appear,
    Step.INITIATIVE: _for_initiative,
    Step.FIRST_MOVER: _to_move,
    Step.SECOND_MOVER: _to_move,
    Step.CLOSING: _to_close_in,
    Step.LATE_INFILTRATORS: _to_appear,
}
BEGINNINGS: Mapping[Step, Callable[[Moment], None]] = {}
ENDINGS: Mapping[Step, Callable[[Moment], None]] = {}
