"""The phase of magic: power, castings side by side, counterspells, and spells that end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

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
    again_situation,
    dispels,
    recurring_effects,
    resolver_of,
    spell_situation,
    steals,
    strikes_again,
    take_effect,
    unit_of,
)
from tabletop.arcana.battle.commands.command import Command, Moment, Task, ToDo, ToDos, UnitCommand
from tabletop.arcana.battle.facts.magic import (
    CastingOrdered,
    CastingPassed,
    CharmSaved,
    CounterspellTried,
    DoneOnTable,
    Power,
    PowerFocused,
    SpellCast,
    SpellEnded,
    SpellHeld,
    SpellSwitchedOff,
    TemplateMoved,
)
from tabletop.arcana.battle.profiles import figures
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.resolving import figures_of
from tabletop.arcana.battle.state import (
    SIDES,
    BattleUnit,
    Body,
    BorneSpell,
    Casting,
    LyingSpell,
    Standing,
    State,
    other,
)
from tabletop.arcana.battle.steps import STEPS, Phase, Step
from tabletop.arcana.catalogue.dispelling import COUNTERSPELL, POWER_A_TURN, cost
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.odds.escapes import LETS_GO_ON
from tabletop.arcana.odds.magic import START
from tabletop.arcana.odds.situations import Counter as Attempt
from tabletop.arcana.odds.situations import Counterspell, Dispel
from tabletop.arcana.odds.situations import SpellCast as CastStated
from tabletop.arcana.rules.magic.casting import Stop, countering_steps
from tabletop.arcana.rules.magic.contests import MOST_LASTING
from tabletop.battle.events import RefusalError
from tabletop.dice import parse_dice
from tabletop.values import Count, Slug, Text

TWICE = 2  # as many wounds as charmers, and a unit is immune to them


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
        own = _found(state, self.spell, self.on)
        bodies = {body.ref: body for body in unit.bodies if body.left}
        if own is None or own.caster not in bodies:
            raise RefusalError(Refused.NO_SPELL_THERE, spell=self.spell)
        if not may_cast(state, unit, bodies[own.caster]):
            raise RefusalError(Refused.CAST_ALREADY, unit=bodies[own.caster].name)
        moment.happens(SpellSwitchedOff(unit=self.unit, caster=own.caster), "B75")
        _end(moment, own, self.on, "switched off")


class EndSpell(Command, frozen=True, kw_only=True, tag="end_spell"):
    """The table is right: a persistent spell of one's own side is over, on a unit or on the table."""

    spell: Slug
    on: Ref | None = None

    def decided(self, moment: Moment) -> None:
        own = _found(moment.state, self.spell, self.on)
        if own is None:
            raise RefusalError(Refused.NO_SPELL_THERE, spell=self.spell)
        if moment.seat in SIDES and not may_end(moment.state, own, moment.seat):
            raise RefusalError(Refused.NOT_YOURS, unit=moment.catalogue.spells[own.spell].name)
        _end(moment, own, self.on, "ended by hand")


def may_end(state: State, own: BorneSpell | LyingSpell, side: str) -> bool:
    """Whether a persistent spell is of the side's own caster, or of nobody's that the battle knows."""
    caster = unit_of(state, own.caster)
    return caster is None or state.unit(caster).side == side


def _found(state: State, spell: Slug, on: Ref | None) -> BorneSpell | LyingSpell | None:
    if on is not None and on not in state.units:
        return None
    spells: tuple[BorneSpell | LyingSpell, ...] = state.lying if on is None else state.unit(on).spells
    return next((own for own in spells if own.spell == spell), None)


def _end(
    moment: Moment, own: BorneSpell | LyingSpell, on: Ref | None, why: Literal["switched off", "ended by hand"]
) -> None:
    name = moment.catalogue.spells[own.spell].name
    moment.happens(SpellEnded(spell=own.spell, name=name, caster=own.caster, unit=on, why=why), "B81")


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


class SpellStrikes(UnitCommand, frozen=True, kw_only=True, tag="spell_strikes"):
    """A spell that lasts harms a unit again: one on it, as the phase begins, or one on the table that touches it.

    Of some templates the players say how many models are `touched`.
    """

    spell: Slug
    touched: Annotated[int, Meta(ge=1, le=200)] | None = None
    shields_thrown: bool = False

    def decided(self, moment: Moment) -> None:
        state = moment.state
        if self.unit not in state.units or not state.unit(self.unit).is_here:
            raise RefusalError(Refused.NO_SUCH_UNIT, unit=self.unit)
        own = _found(state, self.spell, self.unit)
        if own is not None:
            moment.need_step(Step.RECURRING)
            if self.spell not in recurring(state.unit(self.unit), moment.catalogue):
                raise RefusalError(Refused.NO_SPELL_THERE, spell=self.spell)
        own = own or _found(state, self.spell, None)
        if own is None:
            raise RefusalError(Refused.NO_SPELL_THERE, spell=self.spell)
        if isinstance(own, LyingSpell):
            self._check_lying(moment)
        strikes_again(moment, self.unit, own, self._stated(state, moment.catalogue, own))

    def _check_lying(self, moment: Moment) -> None:
        """RefusalError for one that has struck the unit in this phase, or in a phase in which it doesn't.

        It strikes in that of magic; as long as its casting isn't carried out on the table, at the end of a turn where
        it wanders then, and always where it strikes whoever touches it, it may do so in others, too.
        """
        unit, spell = moment.state.unit(self.unit), moment.catalogue.spells[self.spell]
        drift = spell.template.drift if spell.template else None
        on_touch = any(effect.again == "on-touch" for effect in spell.effects)
        cast_now = any(errand.spell == self.spell for errand in moment.state.errands)
        if not (cast_now or on_touch or (drift is not None and drift.when == "turn-end")):
            moment.need_step(*STEPS[Phase.MAGIC])
        if self.spell in unit.turn.recurred:
            raise RefusalError(Refused.STRUCK_ALREADY, spell=spell.name, unit=unit.name)

    def situation(self, state: State, catalogue: Catalogue) -> CastStated | None:
        """What it does as its odds are asked; None where there is no such spell."""
        own = _found(state, self.spell, self.unit) or _found(state, self.spell, None)
        return self._stated(state, catalogue, own) if own else None

    def _stated(self, state: State, catalogue: Catalogue, own: BorneSpell | LyingSpell) -> CastStated:
        again = again_situation(state, catalogue, self.unit, own)
        return replace(again, touched=self.touched, shields_thrown=self.shields_thrown)


def recurring(unit: BattleUnit, catalogue: Catalogue) -> tuple[Slug, ...]:
    """The spells on a unit that have yet to strike it in this phase."""
    return tuple(
        own.spell
        for own in unit.spells
        if own.spell not in unit.turn.recurred and recurring_effects(catalogue.spells[own.spell])
    )


def _to_suffer(state: State, catalogue: Catalogue, side: str) -> ToDos:
    here = (unit for unit in state.of(side) if unit.is_here)
    return (ToDo(Task.SPELL_STRIKES, unit.ref) for unit in here if recurring(unit, catalogue))


class ShakeOff(UnitCommand, frozen=True, kw_only=True, tag="shake_off"):
    """Throw the die that may shake a spell off a unit for this turn, as the turn starts."""

    spell: Slug

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.HAZARDS)
        unit = moment.need_own(self.unit)
        if self.spell not in to_shake(unit):
            raise RefusalError(Refused.NOTHING_TO_SHAKE, unit=unit.name)
        spell = moment.catalogue.spells[self.spell]
        holds = moment.roll(1, "shaking it off", of=self.unit)[0] > LETS_GO_ON
        bars = tuple(effect.act for effect in spell.effects if isinstance(effect, fx.Bars))
        held = SpellHeld(unit=self.unit, spell=self.spell, spell_name=spell.name, holds=holds, barred=bars)
        moment.happens(held, "B7")


def to_shake(unit: BattleUnit) -> tuple[Slug, ...]:
    """The spells on a unit of which a die has yet to say whether they hold this turn."""
    return tuple(own.spell for own in unit.spells if own.holds is not None and own.spell not in unit.turn.shaken)


class ResistCharm(UnitCommand, frozen=True, kw_only=True, tag="resist_charm"):
    """Throw the save of a unit that fights charmers, before any casting."""

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.RECURRING)
        unit, catalogue = moment.need_own(self.unit), moment.catalogue
        if not is_charmed(moment.state, catalogue, unit):
            raise RefusalError(Refused.NOT_CHARMED, unit=unit.name)
        living = [figures(catalogue, unit, body) for body in unit.bodies if body.left]
        number = max(own.defence.magic_resistance for own in living)
        face = moment.roll(1, "save against charmers", of=self.unit)[0]
        may_be_easier = any(own.defence.evasion or not own.defence.slow for own in living)
        saved = face <= number
        easier = may_be_easier and not saved
        moment.happens(CharmSaved(unit=self.unit, resistance=number, face=face, saved=saved, easier=easier), "B73")


def is_charmed(state: State, catalogue: Catalogue, unit: BattleUnit) -> bool:
    """Whether a unit must resist charmers: not with twice as many wounds as these are (reading BR24)."""
    charmers = sum(
        body.left
        for foe in state.foes_of(unit.ref)
        for body in foe.bodies
        if body.left and figures_of(catalogue, body).defence.charmer
    )
    return unit.is_here and unit.turn.charmed is None and unit.wounds < TWICE * charmers


class MoveTemplate(Command, frozen=True, kw_only=True, tag="move_template"):
    """Let a template on the table wander as its spell says: where to by a die, how far by more."""

    spell: Slug
    caster: Ref

    def decided(self, moment: Moment) -> None:
        state, spell = moment.state, moment.catalogue.spells.get(self.spell)
        lying = next((own for own in state.lying if (own.spell, own.caster) == (self.spell, self.caster)), None)
        if lying is None or spell is None:
            raise RefusalError(Refused.NO_SPELL_THERE, spell=self.spell)
        if not may_end(state, lying, moment.seat):
            raise RefusalError(Refused.NOT_YOURS, unit=lying.name)
        if not wanders_now(state, moment.catalogue, lying):
            raise RefusalError(Refused.MOVED_ALREADY, spell=lying.name)
        drift = spell.template.drift if spell.template else None
        assert drift is not None
        clock = None
        if drift.towards == "random":
            clock = 2 * moment.roll(1, "direction", of=self.spell)[0]
        dice = parse_dice(drift.inches)
        inches = sum(moment.roll(dice.count, "inches", of=self.spell)) if drift.inches.count("d") else int(drift.inches)
        moved = TemplateMoved(spell=self.spell, name=lying.name, caster=self.caster, inches=inches, clock=clock)
        moment.happens(moved, "B82")


WANDERS: Mapping[str, Step] = {"magic-phase-start": Step.RECURRING, "turn-end": Step.VICTORY}


def wanders_now(state: State, catalogue: Catalogue, lying: LyingSpell) -> bool:
    """Whether a template wanders in this step, and hasn't this turn."""
    spell = catalogue.spells.get(lying.spell)
    drift = spell.template.drift if spell and spell.template else None
    return drift is not None and WANDERS[drift.when] == state.clock.step and lying.moved_in != state.clock.turn


def to_shake_off(state: State, catalogue: Catalogue, side: str) -> ToDos:
    """The units that bear a spell which a die may shake off."""
    return (ToDo(Task.SHAKE_OFF, unit.ref) for unit in state.of(side) if unit.is_here and to_shake(unit))


def to_resist(state: State, catalogue: Catalogue, side: str) -> ToDos:
    """The units that must resist charmers."""
    return (ToDo(Task.CHARMED, unit.ref) for unit in state.of(side) if is_charmed(state, catalogue, unit))


def to_drift(state: State, catalogue: Catalogue, side: str) -> ToDos:
    """A task for each template of a side that wanders now."""
    mine = (lying for lying in state.lying if lying.side == side and may_end(state, lying, side))
    return (ToDo(Task.DRIFT) for lying in mine if wanders_now(state, catalogue, lying))


class CarriedOut(Command, frozen=True, kw_only=True, tag="carried_out"):
    """The table has carried out what was left of a spell."""

    spell: Slug
    caster: Ref

    def decided(self, moment: Moment) -> None:
        errands = moment.state.errands
        errand = next((own for own in errands if (own.spell, own.caster) == (self.spell, self.caster)), None)
        if errand is None:
            raise RefusalError(Refused.NO_SPELL_THERE, spell=self.spell)
        moment.happens(DoneOnTable(spell=errand.spell, name=errand.name, caster=errand.caster))


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
    Step.RECURRING: _to_suffer,
    Step.CASTING: _to_cast,
}
BEGINNINGS: Mapping[Step, Callable[[Moment], None]] = {Step.FOCUS: _focus}
ENDINGS: Mapping[Step, Callable[[Moment], None]] = {Step.CASTING: take_effect}
