"""Spells that last: they strike again, wander, are shaken off or ended; and what else comes before castings (B73)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from tabletop.arcana.battle.commands.casting import (
    again_situation,
    recurring_effects,
    strikes_again,
    unit_of,
)
from tabletop.arcana.battle.commands.command import Command, Moment, Task, ToDo, ToDos, UnitCommand
from tabletop.arcana.battle.facts.magic import (
    CharmSaved,
    DoneOnTable,
    SpellEnded,
    SpellHeld,
    TemplateMoved,
)
from tabletop.arcana.battle.profiles import figures
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.resolving import figures_of
from tabletop.arcana.battle.spells import BorneSpell, LyingSpell
from tabletop.arcana.battle.state import SIDES, BattleUnit, State
from tabletop.arcana.battle.steps import STEPS, Phase, Step
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.odds.escapes import LETS_GO_ON
from tabletop.arcana.odds.situations import SpellCast as CastStated
from tabletop.battle.events import RefusalError
from tabletop.dice import parse_dice
from tabletop.values import Slug

TWICE = 2  # as many wounds as charmers, and a unit is immune to them


def spell_there(state: State, spell: Slug, on: Ref | None) -> BorneSpell | LyingSpell | None:
    if on is not None and on not in state.units:
        return None
    spells: tuple[BorneSpell | LyingSpell, ...] = state.lying if on is None else state.unit(on).spells
    return next((own for own in spells if own.spell == spell), None)


def ends(
    moment: Moment, own: BorneSpell | LyingSpell, on: Ref | None, why: Literal["switched off", "ended by hand"]
) -> None:
    name = moment.catalogue.spells[own.spell].name
    moment.happens(SpellEnded(spell=own.spell, name=name, caster=own.caster, unit=on, why=why), "B81")


class EndSpell(Command, frozen=True, kw_only=True, tag="end_spell"):
    """The table is right: a persistent spell of one's own side is over, on a unit or on the table."""

    spell: Slug
    on: Ref | None = None

    def decided(self, moment: Moment) -> None:
        own = spell_there(moment.state, self.spell, self.on)
        if own is None:
            raise RefusalError(Refused.NO_SPELL_THERE, spell=self.spell)
        if moment.seat in SIDES and not may_end(moment.state, own, moment.seat):
            raise RefusalError(Refused.NOT_YOURS, unit=moment.catalogue.spells[own.spell].name)
        ends(moment, own, self.on, "ended by hand")


def may_end(state: State, own: BorneSpell | LyingSpell, side: str) -> bool:
    """Whether a persistent spell is of the side's own caster, or of nobody's that the battle knows."""
    caster = unit_of(state, own.caster)
    return caster is None or state.unit(caster).side == side


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
        own = spell_there(state, self.spell, self.unit)
        if own is not None:
            moment.need_step(Step.RECURRING)
            if self.spell not in recurring(state.unit(self.unit), moment.catalogue):
                raise RefusalError(Refused.NO_SPELL_THERE, spell=self.spell)
        own = own or spell_there(state, self.spell, None)
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
        own = spell_there(state, self.spell, self.unit) or spell_there(state, self.spell, None)
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


def to_suffer(state: State, catalogue: Catalogue, side: str) -> ToDos:
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
        if "d" in drift.inches:
            inches = sum(moment.roll(parse_dice(drift.inches).count, "inches", of=self.spell))
        else:  # as a swarm goes
            inches = int(drift.inches)
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
