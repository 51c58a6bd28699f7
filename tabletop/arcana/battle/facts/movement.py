"""What moves do: who moves first, marches, charges and their answers, manoeuvres in a fight."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from tabletop.arcana.battle.facts.fact import Fact, UnitFact
from tabletop.arcana.battle.facts.words import in_inches, wounds_struck
from tabletop.arcana.battle.state import BattleUnit, Charge, Contact, Hundredths, Retreat, Side, Standing, State
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.battle.lines import Digest
from tabletop.battle.sealing import Salt
from tabletop.values import Text

Touching = tuple[int | None, int | None]


class InitiativeRolled(Fact, frozen=True, kw_only=True, tag="initiative_rolled"):
    """Both sides threw a die; nobody wins a tie, and both throw again."""

    winner: Side | None = None

    def applied(self, state: State) -> State:
        return replace(state, initiative=self.winner)

    def sentence(self, state: State) -> str:
        if self.winner is None:
            return "Initiative is tied"
        return f"{state.army(self.winner).name} won the initiative"


class MoverChosen(Fact, frozen=True, kw_only=True, tag="mover_chosen"):
    """Who moves first this turn."""

    first: Side

    def applied(self, state: State) -> State:
        return replace(state, mover=self.first)

    def sentence(self, state: State) -> str:
        return f"First to move: {state.army(self.first).name}"


class InfiltratorPlaced(UnitFact, frozen=True, kw_only=True, tag="infiltrator_placed"):
    """Hidden infiltrators appear in loose order; `late` after all moves, when they shoot at -1."""

    reveals = True
    late: bool = False

    def applied(self, state: State) -> State:
        def placed(unit: BattleUnit) -> BattleUnit:
            unit = replace(unit, standing=Standing.READY, files=0)
            return unit.having_done(arrived=self.late, moved_already=self.late)

        return state.with_unit(self.unit, placed)

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} came out of hiding"


class BerserkRolled(UnitFact, frozen=True, kw_only=True, tag="berserk_rolled"):
    """How much farther a berserk unit runs this turn, at the nearest enemy that it sees."""

    extra: Hundredths

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: unit.having_done(extra=self.extra))

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} will run {in_inches(self.extra)} farther"


class OrdersGiven(UnitFact, frozen=True, kw_only=True, tag="orders_given"):
    """A unit has moved, so far in this turn in all; `files` and `altitude` where these have changed."""

    inches: Hundredths
    files: int | None = None
    altitude: Altitude | None = None

    def applied(self, state: State) -> State:
        def moved(unit: BattleUnit) -> BattleUnit:
            unit = replace(
                unit,
                files=unit.files if self.files is None else self.files,
                altitude=unit.altitude if self.altitude is None else self.altitude,
            )
            return unit.having_done(moved=self.inches, moved_already=True)

        return replace(state.with_unit(self.unit, moved), moving=self.unit)

    def sentence(self, state: State) -> str:
        unit = state.unit(self.unit)
        way = self.inches - unit.turn.moved
        done = [f"moved {in_inches(way)}"] if way or (self.files is None and self.altitude is None) else []
        if self.files is not None and self.files != unit.files:
            done.append(f"formed {self.files} wide" if self.files else "went into loose order")
        if self.altitude is not None and self.altitude != unit.altitude:
            done.append("landed" if self.altitude is Altitude.GROUND else f"flew {self.altitude}")
        return f"{unit.name} {' and '.join(done) or 'stood'}"


class ChargeDeclared(UnitFact, frozen=True, kw_only=True, tag="charge_declared"):
    """A unit charges an enemy, at a side of it, with so many models in contact as it lines up; or `overruns` it.

    `throws` is the natural missile that it uses as it comes in.
    """

    target: Ref
    side: Facing = Facing.FRONT
    touching: Touching = (None, None)
    altitude: Altitude | None = None
    overruns: bool = False
    throws: Text = ""

    def applied(self, state: State) -> State:
        def charging(unit: BattleUnit) -> BattleUnit:
            altitude = unit.altitude if self.altitude is None else self.altitude
            charged = unit.turn.charged if self.overruns else self.target
            return replace(unit, altitude=altitude).having_done(charged=charged, moved_already=True)

        charge = Charge(
            unit=self.unit,
            target=self.target,
            side=self.side,
            touching=self.touching,
            overruns=self.overruns,
            throws=self.throws,
        )
        return replace(state.with_unit(self.unit, charging), charge=charge, moving=self.unit)

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.target)

    def sentence(self, state: State) -> str:
        where = "" if self.side is Facing.FRONT else f" in the {'rear' if self.side is Facing.REAR else 'flank'}"
        if self.overruns:
            return f"{self.name(state)} will run {state.unit(self.target).name} over"
        return f"{self.name(state)} charged {state.unit(self.target).name}{where}"


class MissileSealed(UnitFact, frozen=True, kw_only=True, tag="missile_sealed"):
    """What a unit throws as it comes in is chosen, and not shown before its target has answered."""

    digest: Digest

    def applied(self, state: State) -> State:
        return replace(state, charge=replace(state.charge, sealed=self.digest) if state.charge else None)

    def sentence(self, state: State) -> str:
        return f"It is chosen in secret what {self.name(state)} will use as they come in"


class MissileOpened(UnitFact, frozen=True, kw_only=True, tag="missile_opened"):
    """What was sealed, with the salt that proves it: a natural missile, whose dice its player throws then, or none."""

    reveals: ClassVar[bool] = True
    throws: Text
    salt: Salt

    def applied(self, state: State) -> State:
        if state.charge is None:
            return state
        charge = replace(state.charge, throws=self.throws, sealed=None, throws_own=bool(self.throws))
        return replace(state, charge=charge)

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} will use {self.throws or 'nothing'} as they come in, as was chosen in secret"


class ResponseChosen(UnitFact, frozen=True, kw_only=True, tag="response_chosen"):
    """How a unit answers a charge."""

    response: Literal["stand", "flee", "fire"]

    def applied(self, state: State) -> State:
        charge = replace(state.charge, response=self.response) if state.charge else None
        return replace(state, charge=charge)

    def sentence(self, state: State) -> str:
        words = {"stand": "stood", "flee": "fled from the charge", "fire": "stood and fired"}
        return f"{self.name(state)} {words[self.response]}"


class ChargeCompleted(UnitFact, frozen=True, kw_only=True, tag="charge_completed"):
    """A charge has come home: both fight, the target at that side of it, at the `altitude` of the lower one."""

    target: Ref
    side: Facing = Facing.FRONT
    touching: Touching = (None, None)
    altitude: Altitude = Altitude.GROUND

    def applied(self, state: State) -> State:
        for ref in (self.unit, self.target):
            state = state.with_unit(ref, lambda unit: replace(unit, altitude=self.altitude))
        state = state.with_unit(self.unit, lambda unit: unit.having_done(charged=self.target))
        contact = Contact(
            units=(self.unit, self.target),
            sides=(Facing.FRONT, self.side),
            touching=self.touching,
            since=state.clock.turn,
        )
        state = state.with_unit(self.target, lambda unit: unit.having_done(was_charged=True))
        return replace(state.touch(contact), charge=None)

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.target)

    def sentence(self, state: State) -> str:
        flying = [unit for unit in map(state.unit, (self.unit, self.target)) if unit.altitude is not self.altitude]
        done = "landed" if self.altitude is Altitude.GROUND else "came down"
        landed = f", and {' and '.join(unit.name for unit in flying)} {done}" if flying else ""
        return f"{self.name(state)} reached {state.unit(self.target).name}{landed}"


class ChargeEnded(UnitFact, frozen=True, kw_only=True, tag="charge_ended"):
    """A charge is over without a fight: it has caught a unit that runs, or reached nobody."""

    caught: Ref | None = None

    def applied(self, state: State) -> State:
        return replace(state, charge=None)

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} {f'caught {state.unit(self.caught).name}' if self.caught else 'reached nobody'}"


class ClosedIn(UnitFact, frozen=True, kw_only=True, tag="closed_in"):
    """More models of a loose unit touch an enemy now: so many of its own, and so many of the enemy's."""

    foe: Ref
    touching: Touching

    def applied(self, state: State) -> State:
        state = _touching(state, self.unit, self.foe, self.touching)
        return state.with_unit(self.unit, lambda unit: unit.having_done(closed_in=True))

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.foe)

    def sentence(self, state: State) -> str:
        own, _ = self.touching
        how = f": {counted('model', own)} in contact" if own is not None else ""
        return f"{self.name(state)} closed in on {state.unit(self.foe).name}{how}"


def _touching(state: State, ref: str, foe: str, touching: Touching) -> State:
    """The state in which so many models of two units touch, of the first named and of the other."""
    for contact in state.contacts_of(ref):
        if contact.foe(ref) == foe:
            both = touching if contact.of(ref) == 0 else (touching[1], touching[0])
            return state.touch(replace(contact, touching=both))
    return state


class ManoeuvreDone(UnitFact, frozen=True, kw_only=True, tag="manoeuvre_done"):
    """A unit in a fight has changed how it stands: its files, 0 for loose order, its front, or who touches."""

    files: int | None = None
    foe: Ref | None = None
    faces: bool = False
    touching: Touching = (None, None)

    def applied(self, state: State) -> State:
        def changed(unit: BattleUnit) -> BattleUnit:
            return replace(unit, files=unit.files if self.files is None else self.files)

        free = self.faces  # turning takes no time
        state = state.with_unit(self.unit, lambda unit: changed(unit).having_done(moved_already=not free))
        if self.foe is not None:
            if self.touching != (None, None):
                state = _touching(state, self.unit, self.foe, self.touching)
            if self.faces:
                state = _faced(state, self.unit, self.foe)
        return replace(state, moving=self.unit)

    def sentence(self, state: State) -> str:
        if self.faces and self.foe is not None:
            return f"{self.name(state)} turned to face {state.unit(self.foe).name}"
        if self.files is None:
            return f"{self.name(state)} closed in"
        return f"{self.name(state)} {f'formed {self.files} wide' if self.files else 'went into loose order'}"


def _faced(state: State, ref: str, foe: str) -> State:
    for contact in state.contacts_of(ref):
        if contact.foe(ref) == foe:
            first, second = contact.sides
            sides = (Facing.FRONT, second) if contact.of(ref) == 0 else (first, Facing.FRONT)
            return state.touch(replace(contact, sides=sides))
    return state


class FellBack(UnitFact, frozen=True, kw_only=True, tag="fell_back"):
    """A unit gave ground, so far, and its enemies follow or stay; 0 where it failed to."""

    inches: Hundredths
    followers: tuple[Ref, ...] = ()

    def applied(self, state: State) -> State:
        failed = not self.inches
        state = state.with_unit(
            self.unit,
            lambda unit: unit.having_done(
                moved=unit.turn.moved + self.inches,
                moved_already=True,
                fell_back=not failed,
                failed_to_fall_back=failed,
            ),
        )
        retreat = Retreat(unit=self.unit, followers=self.followers) if self.followers else None
        return replace(state, retreat=retreat, moving=self.unit)

    def sentence(self, state: State) -> str:
        if not self.inches:
            return f"{self.name(state)} couldn't fall back, and will fight at -1"
        return f"{self.name(state)} fell back {in_inches(self.inches)}"


class Followed(UnitFact, frozen=True, kw_only=True, tag="followed"):
    """A unit kept up with one that fell back, or stayed where it was."""

    retreating: Ref
    follows: bool

    def applied(self, state: State) -> State:
        if not self.follows:
            contacts = tuple(
                contact for contact in state.contacts if set(contact.units) != {self.unit, self.retreating}
            )
            state = replace(state, contacts=contacts)
        if state.retreat is None:
            return state
        left = tuple(ref for ref in state.retreat.followers if ref != self.unit)
        return replace(state, retreat=replace(state.retreat, followers=left) if left else None)

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.retreating)

    def sentence(self, state: State) -> str:
        retreating = state.unit(self.retreating).name
        return f"{self.name(state)} {f'kept up with {retreating}' if self.follows else f'let {retreating} go'}"


class Exchanged(UnitFact, frozen=True, kw_only=True, tag="exchanged"):
    """A fresh unit has taken another's place in its fights, and this one has retired behind it: it doesn't shoot."""

    fresh: Ref

    def applied(self, state: State) -> State:
        for contact in tuple(state.contacts_of(self.unit)):
            place = contact.of(self.unit)
            units = (self.fresh, contact.foe(self.unit)) if place == 0 else (contact.foe(self.unit), self.fresh)
            state = state.touch(replace(contact, units=units, touching=(None, None)))
        state = state.apart(self.unit)
        state = state.with_unit(self.fresh, lambda unit: unit.having_done(moved_already=True))
        return state.with_unit(
            self.unit, lambda unit: replace(unit, files=0).having_done(moved_already=True, shot=True)
        )

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.fresh)

    def sentence(self, state: State) -> str:
        return f"{state.unit(self.fresh).name} took the place of {self.name(state)}"


class FlyoverStruck(Fact, frozen=True, kw_only=True, tag="flyover_struck"):
    """A unit has struck at one that flew over it; without `wounds` the table counts them."""

    flyer: Ref
    by: Ref
    wounds: int | None = None

    def applied(self, state: State) -> State:
        return state

    @property
    def units(self) -> tuple[str, ...]:
        return (self.flyer, self.by)

    def sentence(self, state: State) -> str:
        return f"{state.unit(self.by).name} struck at {state.unit(self.flyer).name}: {wounds_struck(self.wounds)}"


class OverrunStruck(UnitFact, frozen=True, kw_only=True, tag="overrun_struck"):
    """A unit has run another over, and fights it no more: the wounds that this one took, and that it `lost` itself.

    Where they are none the table counts them.
    """

    target: Ref
    wounds: int | None = None
    lost: int | None = None

    def applied(self, state: State) -> State:
        both = {self.unit, self.target}
        contacts = tuple(contact for contact in state.contacts if set(contact.units) != both)
        state = state.with_unit(self.unit, lambda unit: unit.having_done(overran=True))
        return replace(state, charge=None, contacts=contacts)

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.target)

    def sentence(self, state: State) -> str:
        target = state.unit(self.target).name
        if self.wounds is None:
            return f"{self.name(state)} ran {target} over, counted at the table"
        return f"{self.name(state)} ran {target} over: {wounds_struck(self.wounds)} for {wounds_struck(self.lost)}"
