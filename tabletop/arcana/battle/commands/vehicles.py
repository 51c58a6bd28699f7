"""Vehicles: units that board and leave them, what shakes those aboard, and damaged ones repaired (B34, B61, B61a)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tabletop.arcana.battle.commands.command import Moment, Task, ToDo, ToDos, UnitCommand
from tabletop.arcana.battle.commands.drawn import Hundredths as Placing
from tabletop.arcana.battle.commands.drawn import places_at
from tabletop.arcana.battle.commands.losing import after_wounds, suffers
from tabletop.arcana.battle.commands.movement import LOADS_WITHIN, mover
from tabletop.arcana.battle.facts.vehicles import Alighted, Boarded, CargoStruck, VehiclesRepaired
from tabletop.arcana.battle.kinds import kinds_of
from tabletop.arcana.battle.profiles import figures, whole_move
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.resolving import figures_of
from tabletop.arcana.battle.state import BattleUnit, Body, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Melee, Row, Section
from tabletop.arcana.creation.vehicles.building import MODELS_A_SPACE
from tabletop.arcana.rules.harm.saving import save_from_blow
from tabletop.battle.events import RefusalError
from tabletop.dice.rolls import SIDES as FACES

THROWN_FROM = 4  # of a die: who is thrown off a vehicle that is destroyed is hit
HOWDAH = "howdah"


class Board(UnitCommand, frozen=True, kw_only=True, tag="board"):
    """Let a unit board vehicles of its side that it has reached, while they move by 8 inches or less."""

    carrier: Ref

    @property
    def touches(self) -> tuple[str, ...]:
        return (self.unit, self.carrier)

    def decided(self, moment: Moment) -> None:
        unit, carrier = mover(moment, self.unit), moment.need_own(self.carrier)
        _need_slow(carrier)
        if unit.turn.loaded:
            raise RefusalError(Refused.LOADED_ALREADY, unit=unit.name)
        if (spaces := free_spaces(moment.state, moment.catalogue, carrier)) < takes_up(moment.catalogue, unit):
            raise RefusalError(Refused.NO_SPACE, unit=carrier.name, spaces=spaces)
        moment.happens(Boarded(unit=self.unit, carrier=self.carrier), "B34")


class Alight(UnitCommand, frozen=True, kw_only=True, tag="alight"):
    """Let a unit leave its vehicles, in loose order beside them, which costs half of its move.

    On a drawn table with its middle `at` a place, in hundredths of an inch.
    """

    at: tuple[Placing, Placing] | None = None

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.FIRST_MOVER, Step.SECOND_MOVER)
        unit = moment.need_own(self.unit)
        if moment.seat != moment.state.clock.side:
            raise RefusalError(Refused.NOT_YOUR_STEP)
        if unit.aboard is None:
            raise RefusalError(Refused.NOT_ABOARD, unit=unit.name)
        if unit.turn.loaded:
            raise RefusalError(Refused.LOADED_ALREADY, unit=unit.name)
        _need_slow(moment.state.unit(unit.aboard))
        half = whole_move(moment.catalogue, unit) // 2
        moment.happens(Alighted(unit=self.unit, carrier=unit.aboard, spent=half), "B34")
        if moment.state.laid is not None and self.at is None:
            raise RefusalError(Refused.SAY_WHERE, unit=unit.name)
        if self.at is not None and moment.state.laid is not None:
            places_at(moment, moment.state.unit(self.unit), self.at)


class BeStruckAboard(UnitCommand, frozen=True, kw_only=True, tag="be_struck_aboard"):
    """Throw what those aboard suffer: who is thrown off, and saves from hits like those that harmed the vehicles."""

    strength: Annotated[int, Meta(ge=0, le=20)] = 0
    magical: bool = False

    def decided(self, moment: Moment) -> None:
        unit = moment.need_own(self.unit)
        jolt = next((jolt for jolt in moment.state.jolts if jolt.unit == self.unit), None)
        if jolt is None:
            raise RefusalError(Refused.NOTHING_SHAKES, unit=unit.name)
        fell = moment.roll(jolt.thrown, "thrown off", of=self.unit)
        by_fall = sum(face >= THROWN_FROM for face in fell)
        hits = ((jolt.hits, self.strength, self.magical), (by_fall, 1, False))
        wounds = sum(self._unsaved(moment, unit, *hit) for hit in hits)
        moment.happens(CargoStruck(unit=self.unit, hits=jolt.hits + by_fall, wounds=wounds), "B61")
        suffers(moment, self.unit, after_wounds(kinds_of(unit), wounds), rules=("B61",))

    def _unsaved(self, moment: Moment, unit: BattleUnit, hits: int, strength: int, magical: bool) -> int:
        own = figures(moment.catalogue, unit, unit.main)
        blow = Melee(attacks=1, skill=FACES, strength=strength, magical=magical)
        number = save_from_blow(blow, own, most=own.wounds).number
        faces = moment.roll(hits, "saves aboard", of=self.unit) if number > 0 else ()
        return hits - sum(face <= number for face in faces)


class Repair(UnitCommand, frozen=True, kw_only=True, tag="repair"):
    """Take so many damaged vehicles of a unit apart, the worst first, and hand their wounds to the others.

    `lost` is what the others have lost then; without it the worst are repaired first.
    """

    apart: Annotated[int, Meta(ge=1, le=20)] = 1
    lost: Annotated[tuple[Annotated[int, Meta(ge=0, le=1000)], ...], Meta(max_length=100)] | None = None

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.RECURRING)
        unit = moment.need_own(self.unit)
        if why := reason_not_to_repair(moment.state, moment.catalogue, unit):
            raise RefusalError(Refused.CANT, unit=unit.name, reason=why)
        body = unit.main
        if self.apart > len(body.lost) or self.apart >= body.left:
            raise RefusalError(
                Refused.CANT, unit=unit.name, reason="only damaged vehicles are taken apart, and not all"
            )
        given, hurt = sum(body.wounds - lost for lost in body.lost[: self.apart]), body.lost[self.apart :]
        after = _repaired(hurt, given) if self.lost is None else tuple(sorted(filter(None, self.lost), reverse=True))
        if len(after) > len(hurt) or any(own > before for own, before in zip(after, hurt, strict=False)):
            raise RefusalError(Refused.CANT, unit=unit.name, reason="no vehicle loses wounds by repairs")
        if sum(hurt) - sum(after) > given:
            raise RefusalError(Refused.CANT, unit=unit.name, reason=f"{given} wounds may be handed on")
        moment.happens(VehiclesRepaired(unit=self.unit, body=body.ref, left=body.left - self.apart, lost=after), "B61a")


def _repaired(hurt: tuple[int, ...], wounds: int) -> tuple[int, ...]:
    """What is lost when the worst are repaired first."""
    after = []
    for lost in hurt:
        back = min(lost, wounds)
        wounds -= back
        after.append(lost - back)
    return tuple(sorted((lost for lost in after if lost), reverse=True))


def reason_not_to_repair(state: State, catalogue: Catalogue, unit: BattleUnit) -> str:
    """Why a unit can't take vehicles apart for others now; empty where it may."""
    turn, body = unit.turn, unit.main
    row = figures_of(catalogue, body)
    is_howdah = isinstance(row, Row) and HOWDAH in (row.vehicle_type or "")
    reasons = {
        "it isn't ready": unit.standing is not Standing.READY,
        "only units of towed vehicles do": body.section is not Section.VEHICLES or is_howdah,
        "it is in a fight": state.is_engaged(unit.ref),
        "it has moved this turn": bool(turn.moved or turn.charged or turn.fled or turn.pursued or turn.overran),
        "none of several is damaged": body.left < 2 or not body.lost,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def spaces_of(catalogue: Catalogue, body: Body) -> int:
    """The base units that a body's vehicles carry."""
    row = figures_of(catalogue, body)
    return MODELS_A_SPACE * row.cargo * body.left if isinstance(row, Row) else 0


def takes_up(catalogue: Catalogue, unit: BattleUnit) -> int:
    """The base units that a unit takes aboard, those of less than one as one."""
    return sum(max(int(figures_of(catalogue, body).base), 1) * body.left for body in unit.bodies if body.left)


def free_spaces(state: State, catalogue: Catalogue, carrier: BattleUnit) -> int:
    """The base units that vehicles still carry."""
    aboard = sum(takes_up(catalogue, unit) for unit in state.units.values() if unit.aboard == carrier.ref)
    return sum(spaces_of(catalogue, body) for body in carrier.bodies) - aboard


def _need_slow(carrier: BattleUnit) -> None:
    """RefusalError where vehicles have charged, or moved too far for anybody to board or leave them."""
    if carrier.turn.charged or carrier.turn.moved > LOADS_WITHIN or carrier.standing is not Standing.READY:
        raise RefusalError(Refused.TOO_FAST_TO_LOAD, unit=carrier.name)


def to_be_struck(state: State, side: str) -> ToDos:
    """Who aboard has yet to suffer what shook its vehicles: in whatever step that is."""
    return (ToDo(Task.JOLT, jolt.unit) for jolt in state.jolts if state.unit(jolt.unit).side == side)


def to_repair(state: State, catalogue: Catalogue, side: str) -> ToDos:
    """The units whose damaged vehicles may repair each other."""
    return (ToDo(Task.REPAIR, unit.ref) for unit in state.of(side) if not reason_not_to_repair(state, catalogue, unit))
