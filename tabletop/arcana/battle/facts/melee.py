"""Choices before blows, the blows themselves, and fights that are over for this turn."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battle.awaited import Awaited, When
from tabletop.arcana.battle.facts.fact import Fact, UnitFact
from tabletop.arcana.battle.state import Aim, Aimed, BattleUnit, BegunFight, Many, State
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.values import Text, Value

TO_HIT, SAVES = "to hit", "saves"
UNNAMED, AT = ("", "blows"), ("at ", "on to ")  # attacks that need no name, or are called by whom they are at
STRUCK = {"first": "struck first at", "normal": "struck at", "last": "struck last at"}


class TargetsChosen(UnitFact, frozen=True, kw_only=True, tag="targets_chosen"):
    """How a unit will strike in this turn's fight."""

    aims: tuple[Aim, ...]

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: replace(unit, aims=self.aims))

    def sentence(self, state: State) -> str:
        names = [
            state.unit(aim.at).name if aim.touching is None else f"{state.unit(aim.at).name} with {aim.touching}"
            for aim in self.aims
        ]
        return (
            f"{self.name(state)} will strike at {' and '.join(names)}" if names else f"{self.name(state)} will strike"
        )


class CharacterMoved(UnitFact, frozen=True, kw_only=True, tag="character_moved"):
    """A unit's characters go where it fights that enemy; or, with none, stay where they are."""

    to: Ref | None = None

    def applied(self, state: State) -> State:
        def moved(unit: BattleUnit) -> BattleUnit:
            aims = tuple(replace(aim, leads=None) for aim in unit.aims if aim.at != self.to)
            own = next((aim for aim in unit.aims if aim.at == self.to), None)
            if self.to is not None:
                aims = (*aims, replace(own or Aim(at=self.to), leads=True))
            return replace(unit, aims=aims).having_done(led=True)

        return state.with_unit(self.unit, moved)

    def sentence(self, state: State) -> str:
        unit = state.unit(self.unit)
        names = " and ".join(body.name for body in unit.characters if body.left)
        where = f"will fight {state.unit(self.to).name}" if self.to else "will fight where it is"
        return f"{names} of {unit.name} {where}"


class FightBegun(Fact, frozen=True, kw_only=True, tag="fight_begun"):
    """A fight will be struck throw by throw: whoever had finished the step comes back to it."""

    fighters: tuple[Ref, ...]

    @property
    def units(self) -> tuple[str, ...]:
        return self.fighters

    def applied(self, state: State) -> State:
        units = tuple(state.unit(ref) for ref in self.fighters)
        contacts = tuple(contact for contact in state.contacts if set(contact.units) <= set(self.fighters))
        return replace(state, fights=(*state.fights, BegunFight(units=units, contacts=contacts)), finished=())

    def sentence(self, state: State) -> str:
        return f"The fight of {' and '.join(state.unit(ref).name for ref in self.fighters)} is struck throw by throw"


class ThrowAwaited(Fact, frozen=True, kw_only=True, tag="throw_awaited"):
    """A fight waits for a throw; of its blows so many are `told`, and so many `times` are over."""

    fighters: tuple[Ref, ...]
    awaits: Awaited
    told: Many = 0
    times: Many = 0

    @property
    def units(self) -> tuple[str, ...]:
        return self.fighters

    def applied(self, state: State) -> State:
        return _with_fight(state, self.fighters, awaits=self.awaits, told=self.told, times=self.times)

    def sentence(self, state: State) -> str:
        dice = counted("die", self.awaits.dice) if self.awaits.dice == 1 else f"{self.awaits.dice} dice"
        return f"{state.unit(self.awaits.unit).name} have {dice} to throw: {self.awaits.purpose}"


class BlowsThrown(Fact, frozen=True, kw_only=True, tag="blows_thrown"):
    """What a fight waited for is thrown: dice of somebody's blows, or saves against those of another."""

    fighters: tuple[Ref, ...]
    thrown: Awaited
    faces: tuple[int, ...]

    @property
    def units(self) -> tuple[str, ...]:
        return self.fighters

    def applied(self, state: State) -> State:
        fight = state.begun_fight(self.thrown.unit)
        if fight is None:
            return state
        aimed = fight.aimed
        if self.thrown.when not in {own.when for own in aimed}:
            aims = tuple((ref, state.unit(ref).aims) for ref in self.fighters)
            aimed = (*aimed, Aimed(when=self.thrown.when, aims=aims))
        return _with_fight(state, self.fighters, aimed=aimed, faces=(*fight.faces, *self.faces), awaits=None)

    def sentence(self, state: State) -> str:
        thrown = self.thrown
        who, by, at = (state.unit(ref).name for ref in (thrown.unit, thrown.by, thrown.at))
        if thrown.needed is None:
            return f"{who} threw {', '.join(map(str, self.faces))}: {thrown.purpose}"
        low = sum(face <= thrown.needed for face in self.faces)
        if thrown.purpose == SAVES:
            return f"{who} saved {low} of {thrown.dice} against {by}"
        attack = f" ({thrown.attack})" if is_named(thrown.attack) else ""
        found = "hit" if thrown.purpose == TO_HIT else thrown.purpose
        return f"{who} {STRUCK[thrown.when]} {at}{attack}: {low} of {thrown.dice} {found}"


def is_named(attack: str) -> bool:
    """Whether an attack has a name of its own, as a horse's has."""
    return attack not in UNNAMED and not attack.startswith(AT)


def _with_fight(state: State, fighters: tuple[Ref, ...], **changes: object) -> State:
    fights = (replace(fight, **changes) if fight.fighters == fighters else fight for fight in state.fights)
    return replace(state, fights=tuple(fights))


class Blow(Value, frozen=True, kw_only=True):
    """Blows of one kind: so many dice that needed a number, or hits that went on where there is none."""

    name: Text
    character: bool = False
    dice: Many
    needed: int | None = None
    hits: Many = 0
    saved: Many = 0
    wounds: Many = 0


class BlowsStruck(UnitFact, frozen=True, kw_only=True, tag="blows_struck"):
    """A unit's blows at one enemy that come together; who falls by them is said when all of that time are struck."""

    target: Ref
    when: When
    blows: tuple[Blow, ...]
    rams: bool = False

    @property
    def units(self) -> tuple[str, ...]:
        return self.unit, self.target

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: unit.having_done(rammed=True)) if self.rams else state

    def sentence(self, state: State) -> str:
        hits, wounds = (sum(getattr(blow, what) for blow in self.blows) for what in ("hits", "wounds"))
        dice = sum(blow.dice for blow in self.blows)
        done = f"{counted('blow', dice)}, {counted('hit', hits)}, {counted('wound', wounds)}"
        return f"{self.name(state)} {STRUCK[self.when]} {state.unit(self.target).name}: {done}"


class FightFought(Fact, frozen=True, kw_only=True, tag="fight_fought"):
    """All blows of a fight are struck for this turn; `by_hand` where the table has thrown and counted them."""

    fighters: tuple[Ref, ...]
    by_hand: bool = False

    @property
    def units(self) -> tuple[str, ...]:
        return self.fighters

    def applied(self, state: State) -> State:
        def fought(unit: BattleUnit) -> BattleUnit:
            return replace(unit.having_done(fought=True), aims=())

        state = state.having(*(fought(state.unit(ref)) for ref in self.fighters))
        begun = tuple(fight for fight in state.fights if fight.fighters != self.fighters)
        return replace(state, counting=state.counting or self.by_hand, fights=begun)

    def sentence(self, state: State) -> str:
        names = " and ".join(state.unit(ref).name for ref in self.fighters)
        return f"The fight of {names} is over for this turn{', counted at the table' if self.by_hand else ''}"
