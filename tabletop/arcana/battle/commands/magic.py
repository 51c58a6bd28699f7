"""The phase of magic: power, castings side by side, counterspells, and spells that end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.battle.casters import (
    actors_of,
    casters_of,
    counterers,
    has_bought,
    knows,
    may_cast,
    may_choose_order,
    to_cast,
)
from tabletop.arcana.battle.commands.casting import (
    dispels,
    resolver_of,
    spell_situation,
    steals,
    take_effect,
)
from tabletop.arcana.battle.commands.command import Command, Moment, Task, ToDo, ToDos, UnitCommand
from tabletop.arcana.battle.commands.lasting import ends, spell_there
from tabletop.arcana.battle.facts.magic import (
    CastingOrdered,
    CastingPassed,
    CounterspellTried,
    Power,
    PowerFocused,
    SpellCast,
    SpellSwitchedOff,
)
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.spells import Casting
from tabletop.arcana.battle.state import SIDES, BattleUnit, Body, Standing, State, other
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.catalogue.dispelling import COUNTERSPELL, POWER_A_TURN, cost
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.odds.magic import START
from tabletop.arcana.odds.situations import Counter as Attempt
from tabletop.arcana.odds.situations import Counterspell, Dispel
from tabletop.arcana.odds.situations import SpellCast as CastStated
from tabletop.arcana.rules.magic.casting import Stop, countering_steps
from tabletop.arcana.rules.magic.contests import MOST_LASTING
from tabletop.battle.events import RefusalError
from tabletop.values import Count, Slug, Text


class OrderCasting(Command, frozen=True, kw_only=True, tag="order_casting"):
    """Say who casts first: the choice of the side that moved first, before anybody has cast."""

    first: Literal["red", "blue"]

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.CASTING)
        if not may_choose_order(moment.state, moment.catalogue, moment.seat):
            raise RefusalError(Refused.NOT_YOUR_STEP)
        moment.happens(CastingOrdered(first=self.first), "B75")


class Cast(UnitCommand, frozen=True, kw_only=True, tag="cast"):
    """Cast a spell with so much `extra` power; `caster` is who of the unit does, where several can.

    `target` is a unit, its `body` the one of which a single model is meant. `against` is the persistent spell that is
    dispelled or stolen, on the target or on the table, where there are several; `to` is who gets a stolen one. What
    models a template touches, and whose resistance may stop it, the players say. With `by_hand` dice and losses are the
    table's.
    """

    spell: Slug
    caster: Ref | None = None
    target: Ref | None = None
    body: Ref | None = None
    extra: Annotated[int, Meta(ge=0, le=30)] = 0
    line: Annotated[int, Meta(ge=1, le=20)] | None = None
    weapon: Text = ""
    willing: bool | None = None
    touched: Annotated[int, Meta(ge=1, le=200)] | None = None
    others_resist: Annotated[tuple[Count, ...], Meta(max_length=10)] = ()
    shields_thrown: bool = False
    alone: bool = False
    against: Slug | None = None
    to: Ref | None = None
    bought: bool = False
    by_hand: bool = False

    @property
    def touches(self) -> tuple[str, ...]:
        return tuple(ref for ref in (self.unit, self.target, self.to) if ref)

    def decided(self, moment: Moment) -> None:
        state = moment.state
        _need_turn(moment)
        moment.need_own(self.unit)
        unit = state.unit(self.unit)
        spell = moment.catalogue.spells.get(self.spell)
        if spell is None:
            raise RefusalError(Refused.NO_SUCH_SPELL, spell=self.spell)
        body = self._caster(moment, unit, spell)
        casting = self._casting(state, unit, body, spell)
        if casting.power > body.power:
            raise RefusalError(Refused.TOO_LITTLE_POWER, unit=body.name, power=body.power, needed=casting.power)
        self._check_target(state, moment.catalogue, spell)
        if not self.by_hand:
            resolver_of(state, moment.catalogue, casting)
        moment.happens(SpellCast(unit=self.unit, casting=casting, left=body.power - casting.power), "B76")
        _go_on(moment)

    def situation(self, state: State, catalogue: Catalogue) -> CastStated | Dispel:
        """The spell as its odds are asked, as if nobody countered it; KeyError for an unknown spell."""
        unit, spell = state.unit(self.unit), catalogue.spells[self.spell]
        able = [body for body in unit.bodies if body.left and self._is_able(catalogue, unit, body, spell)]
        return spell_situation(state, catalogue, self._casting(state, unit, (able or unit.bodies)[0], spell))

    def _caster(self, moment: Moment, unit: BattleUnit, spell: Spell) -> Body:
        """Who casts it; RefusalError for who can't."""
        bodies = [body for its, body in actors_of(moment.state, moment.catalogue, moment.seat) if its.ref == unit.ref]
        able = [body for body in bodies if self.caster in (None, body.ref)]
        if not able:
            raise RefusalError(Refused.NO_CASTER, unit=unit.name)
        taught = [body for body in able if self._is_able(moment.catalogue, unit, body, spell)]
        if self.bought and not taught:
            raise RefusalError(Refused.NOTHING_BOUGHT, unit=able[0].name)
        if not taught:
            raise RefusalError(Refused.NOT_TAUGHT, unit=able[0].name, spell=spell.name)
        free = [body for body in taught if body.ref not in (*unit.turn.cast, *unit.turn.passed)]
        if not free:
            raise RefusalError(Refused.CAST_ALREADY, unit=taught[0].name)
        return free[0]

    def _is_able(self, catalogue: Catalogue, unit: BattleUnit, body: Body, spell: Spell) -> bool:
        """Whether it is taught the spell; a bought dispel takes no wizard, but the ability, once a turn."""
        return has_bought(unit, body) if self.bought else knows(catalogue, body, spell)

    def _casting(self, state: State, unit: BattleUnit, body: Body, spell: Spell) -> Casting:
        itself = spell.target.what in ("caster", "caster-and-unit")
        target = unit.ref if itself and self.target is None else self.target
        friends = target in state.units and state.unit(target or "").side == unit.side
        return Casting(
            spell=spell.slug,
            name=spell.name,
            unit=unit.ref,
            caster=body.ref,
            power=0 if self.bought else _cost(spell, self),
            target=target,
            body=body.ref if itself and self.body is None else self.body,
            line=self.line,
            weapon=self.weapon,
            willing=friends and spell.target.side != "enemy" if self.willing is None else self.willing,
            touched=self.touched,
            others_resist=self.others_resist,
            shields_thrown=self.shields_thrown,
            alone=self.alone,
            against=self._against(state, spell),
            to=self.to,
            bought=self.bought,
            by_hand=self.by_hand,
        )

    def _against(self, state: State, spell: Spell) -> Slug | None:
        """The persistent spell that it contests: as stated, or the only one that is there."""
        if spell.target.what != "spell" or self.against is not None:
            return self.against
        there = _persisting(state, self.target)
        return next(iter(there)) if len(there) == 1 else None

    def _check_target(self, state: State, catalogue: Catalogue, spell: Spell) -> None:
        """Whom it is cast at is there, and bears or lies as said; RefusalError where not."""
        hidden = "infiltrating" in spell.target.only
        target = state.units.get(self.target or "")
        if self.target is not None and (target is None or not is_met(target, hidden=hidden)):
            raise RefusalError(Refused.NO_TARGET, spell=spell.name)
        if spell.target.what in ("unit", "model") and self.target is None:
            raise RefusalError(Refused.NO_TARGET, spell=spell.name)
        if self.bought and not dispels(spell):
            raise RefusalError(Refused.NOT_TAUGHT, unit=state.unit(self.unit).name, spell=spell.name)
        if spell.target.what == "spell" and self._against(state, spell) not in _persisting(state, self.target):
            raise RefusalError(Refused.NO_SPELL_THERE, spell=spell.name)
        if self.target is not None and spell.slug in _persisting(state, self.target):
            raise RefusalError(Refused.SPELL_TWICE, spell=spell.name, unit=state.unit(self.target).name)
        if steals(spell) and not self.by_hand:
            self._check_heir(state, catalogue, spell)

    def _check_heir(self, state: State, catalogue: Catalogue, spell: Spell) -> None:
        """Who gets a stolen spell is a friend on the table who may bear it; RefusalError where not."""
        against = self._against(state, spell)
        if self.target is None or against is None:
            raise RefusalError(Refused.NO_SPELL_THERE, spell=spell.name)
        heir = state.units.get(self.to or "")
        if heir is None or not heir.is_here or heir.side != state.unit(self.unit).side:
            raise RefusalError(Refused.NO_HEIR, spell=catalogue.spells[against].name)
        if against in _persisting(state, heir.ref):
            raise RefusalError(Refused.SPELL_TWICE, spell=catalogue.spells[against].name, unit=heir.name)
        if len(heir.spells) >= MOST_LASTING:
            raise RefusalError(Refused.SPELLS_ENOUGH, unit=heir.name, most=MOST_LASTING)


def _cost(spell: Spell, cast: Cast) -> int:
    try:
        return cost(spell, cast.extra, alone=cast.alone)
    except ValueError as error:
        raise RefusalError(Refused.CANT, unit=spell.name, reason=str(error)) from error


def is_met(unit: BattleUnit, *, hidden: bool) -> bool:
    """Whether a spell may be cast at a unit: one on the table, or beside it where it is cast at `hidden` ones."""
    return unit.standing is Standing.HIDDEN if hidden else unit.is_here


def _persisting(state: State, target: Ref | None) -> set[str]:
    """The persistent spells on a unit, or on the table."""
    own = state.unit(target).spells if target is not None else state.lying
    return {spell.spell for spell in own}


class Counter(UnitCommand, frozen=True, kw_only=True, tag="counter"):
    """Try to counter the spell that is announced, with so much power, or 0 with a bought counterspell."""

    while_waiting = True
    power: Annotated[int, Meta(ge=0, le=40)]
    caster: Ref | None = None

    def decided(self, moment: Moment) -> None:
        state, casting = moment.state, moment.state.casting
        if casting is None:
            raise RefusalError(Refused.NOTHING_TO_COUNTER)
        moment.need_own(self.unit)
        unit = state.unit(self.unit)
        able = [body for its, body in counterers(state, moment.catalogue) if its.ref == self.unit]
        able = [body for body in able if self.caster in (None, body.ref)]
        if not able:
            raise RefusalError(Refused.NO_CASTER, unit=unit.name)
        body = able[0]
        least = 0 if has_bought(unit, body) else COUNTERSPELL.least
        if not least <= self.power <= body.power:
            raise RefusalError(
                Refused.TOO_LITTLE_POWER, unit=body.name, power=body.power, needed=max(self.power, least)
            )
        steps = countering_steps((self.power,), casting.power)
        end = moment.play(steps, START, of=self.unit).state
        countered = end.stopped is Stop.COUNTERED
        moment.happens(
            CounterspellTried(
                unit=self.unit, body=body.ref, power=self.power, left=body.power - self.power, countered=countered
            ),
            "B78",
        )
        _go_on(moment)

    def situation(self, state: State, catalogue: Catalogue) -> Counterspell | None:
        """The attempt as its odds are asked; None where nothing is announced."""
        if state.casting is None:
            return None
        attempt = Attempt(power=self.power, bought=not self.power)
        return Counterspell(
            format="muster-situation/1", game="arcana", power=max(state.casting.power, 1), counters=(attempt,)
        )


class LetPass(Command, frozen=True, kw_only=True, tag="let_pass"):
    """Counter the announced spell no further."""

    while_waiting = True

    def decided(self, moment: Moment) -> None:
        casting = moment.state.casting
        if casting is None:
            raise RefusalError(Refused.NOTHING_TO_COUNTER)
        if moment.seat != other(moment.state.unit(casting.unit).side):
            raise RefusalError(Refused.NOT_YOUR_STEP)
        take_effect(moment)


class SwitchOff(UnitCommand, frozen=True, kw_only=True, tag="switch_off"):
    """End a persistent spell of one's own instead of casting one; `on` the unit that bears it, or on the table."""

    spell: Slug
    on: Ref | None = None

    def decided(self, moment: Moment) -> None:
        _need_turn(moment)
        moment.need_own(self.unit)
        state, unit = moment.state, moment.state.unit(self.unit)
        own = spell_there(state, self.spell, self.on)
        bodies = {body.ref: body for body in unit.bodies if body.left}
        if own is None or own.caster not in bodies:
            raise RefusalError(Refused.NO_SPELL_THERE, spell=self.spell)
        if not may_cast(state, unit, bodies[own.caster]):
            raise RefusalError(Refused.CAST_ALREADY, unit=bodies[own.caster].name)
        moment.happens(SpellSwitchedOff(unit=self.unit, caster=own.caster), "B75")
        ends(moment, own, self.on, "switched off")


class PassCasting(UnitCommand, frozen=True, kw_only=True, tag="pass_casting"):
    """Cast nothing any more in this phase with a unit's casters; countering stays free."""

    caster: Ref | None = None

    def decided(self, moment: Moment) -> None:
        _need_turn(moment)
        moment.need_own(self.unit)
        unit = moment.state.unit(self.unit)
        mine = actors_of(moment.state, moment.catalogue, moment.seat)
        able = [body for its, body in mine if its.ref == self.unit and may_cast(moment.state, its, body)]
        able = [body for body in able if self.caster in (None, body.ref)]
        if not able:
            raise RefusalError(Refused.NO_CASTER, unit=unit.name)
        for body in able:
            moment.happens(CastingPassed(unit=self.unit, caster=body.ref), "B75")


def _need_turn(moment: Moment) -> None:
    """RefusalError where it isn't this side's turn to cast."""
    moment.need_step(Step.CASTING)
    if to_cast(moment.state, moment.catalogue) != moment.seat:
        raise RefusalError(Refused.NOT_YOUR_STEP)


def _go_on(moment: Moment) -> None:
    """The announced spell happens where nobody is left who may counter it."""
    if moment.state.casting is not None and not any(counterers(moment.state, moment.catalogue)):
        take_effect(moment)


def _focus(moment: Moment) -> None:
    """Every caster who is neither broken nor hidden gains a point of power."""
    powers = tuple(
        Power(unit=unit.ref, body=body.ref, power=body.power + POWER_A_TURN)
        for side in SIDES
        for unit, body in casters_of(moment.state, moment.catalogue, side)
    )
    if powers:
        moment.happens(PowerFocused(powers=powers), "B74")


def to_counter(state: State, catalogue: Catalogue) -> ToDos:
    """Who may counter the spell that waits."""
    refs = (unit.ref for unit, _ in counterers(state, catalogue))
    return (ToDo(Task.COUNTER, ref) for ref in dict.fromkeys(refs))


def _to_cast(state: State, catalogue: Catalogue, side: str) -> ToDos:
    """Casters of the side whose turn it is."""
    if to_cast(state, catalogue) != side:
        return
    if may_choose_order(state, catalogue, side):
        yield ToDo(Task.CHOOSE_CASTER)
    able = (unit.ref for unit, body in actors_of(state, catalogue, side) if may_cast(state, unit, body))
    yield from (ToDo(Task.CAST, ref) for ref in dict.fromkeys(able))


TO_DO: Mapping[Step, Callable[[State, Catalogue, str], ToDos]] = {
    Step.CASTING: _to_cast,
}
BEGINNINGS: Mapping[Step, Callable[[Moment], None]] = {Step.FOCUS: _focus}
ENDINGS: Mapping[Step, Callable[[Moment], None]] = {Step.CASTING: take_effect}
