"""Blows: what players choose before them, and a whole fight to the end of its turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from msgspec import Meta

from tabletop.arcana.battle.commands.blows import Striking, paired
from tabletop.arcana.battle.commands.command import Moment, Task, ToDo, ToDos, UnitCommand
from tabletop.arcana.battle.commands.losing import settles
from tabletop.arcana.battle.facts.melee import (
    SAVES,
    CharacterMoved,
    FightBegun,
    FightFought,
    TargetsChosen,
    ThrowAwaited,
)
from tabletop.arcana.battle.fights import Part, aboard_vehicles, along, fight_of, fights_by_models, melee_of, units_of
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.resolving import in_order, leaders_of
from tabletop.arcana.battle.state import Aim, BattleUnit, BegunFight, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.situations import MeleeTurn
from tabletop.battle.dice import NotedDice
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError
from tabletop.dice import Roll


class ChooseTargets(UnitCommand, frozen=True, kw_only=True, tag="choose_targets"):
    """Say how a unit strikes: at whom with how many, with which attacks, whether it rams; without `aims` as usual."""

    aims: Annotated[tuple[Aim, ...], Meta(max_length=10)] = ()

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.CHARACTERS, Step.BLOWS)
        moment.need_own(self.unit)
        state, unit = moment.state, moment.state.unit(self.unit)
        fight = _fight(state, self.unit)
        foes = {foe.ref: foe for foe in state.foes_of(self.unit)}
        if any(aim.rams or aim.character_rams for aim in self.aims) and (unit.turn.rammed or unit.turn.overran):
            raise RefusalError(Refused.RAMMED_ALREADY, unit=unit.name)
        for aim in self.aims:
            if aim.at not in foes:
                raise RefusalError(Refused.NOT_FOUGHT, unit=unit.name, foe=aim.at)
            if aim.aboard is not None and aim.aboard not in aboard_vehicles(foes[aim.at]):
                reason = f"no character of number {aim.aboard} is aboard a vehicle of {foes[aim.at].name}"
                raise RefusalError(Refused.CANT, unit=unit.name, reason=reason)
        by_side: dict[Facing | None, int] = {}
        for contact in state.contacts_of(self.unit):
            side = contact.sides[contact.of(self.unit)] if unit.files else None
            chosen = (aim.touching or 0 for aim in self.aims if aim.at == contact.foe(self.unit))
            by_side[side] = by_side.get(side, 0) + sum(chosen)
            if by_side[side] > (most := along(unit, side or Facing.FRONT)):
                raise RefusalError(Refused.TOO_FEW_TOUCH, unit=unit.name, most=most)
        self._check_blows(moment, fight)
        moment.happens(TargetsChosen(unit=self.unit, aims=self.aims), "B44", "B51")
        if fight.awaits is not None:
            _awaits(moment, self.unit)

    def _check_blows(self, moment: Moment, fight: BegunFight) -> None:
        """RefusalError where the fight can be struck as usual, but not so: then nobody could strike in it.

        Of one that has begun it is settled which models meet.
        """
        unit = moment.state.unit(self.unit)

        def met(aims: tuple[Aim, ...]) -> list[tuple[Part, Part]] | str:
            try:
                return [pair.parts for pair in paired(moment, fight, {self.unit: aims})]
            except MalformedError as error:
                return f"{error.field} {error.reason}"

        so, as_usual = met(self.aims), met(())
        if isinstance(so, str) and not isinstance(as_usual, str):
            raise RefusalError(Refused.CANT, unit=unit.name, reason=so)
        if fight.awaits is not None and so != met(unit.aims):
            raise RefusalError(Refused.MET_ALREADY, unit=unit.name)


class MoveCharacter(UnitCommand, frozen=True, kw_only=True, tag="move_character"):
    """Send a unit's characters to where it fights an enemy, before blows; or, without one, let them stay."""

    to: Ref | None = None

    @property
    def touches(self) -> tuple[str, ...]:
        return (self.unit, self.to) if self.to else (self.unit,)

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.CHARACTERS)
        unit, state = moment.need_own(self.unit), moment.state
        if not _may_lead(state, unit):
            raise RefusalError(Refused.NOWHERE_TO_LEAD, unit=unit.name)
        if self.to is not None and moment.need_enemy(self.to) not in state.foes_of(self.unit):
            raise RefusalError(Refused.NOT_FOUGHT, unit=unit.name, foe=state.unit(self.to).name)
        moment.happens(CharacterMoved(unit=self.unit, to=self.to), "B52")


class Fight(UnitCommand, frozen=True, kw_only=True, tag="fight"):
    """Strike all blows of the fight that a unit is in; with `by_hand` it is only noted that the table has done so."""

    by_hand: bool = False

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.BLOWS)
        fight = _fight(moment.state, self.unit)
        if not self.by_hand:
            Striking(moment, fight).strike()
        _ends(moment, fight, by_hand=self.by_hand)

    def situation(self, state: State, catalogue: Catalogue) -> MeleeTurn | None:
        """The blows as their odds are asked; None for a fight of more than two, or of large models one by one.

        Nor are those of one that has begun.
        """
        contacts = fight_of(state, self.unit)
        if (
            len(contacts) != 1
            or state.begun_fight(self.unit)
            or any(fights_by_models(state.unit(ref)) for ref in contacts[0].units)
        ):
            return None
        return melee_of(in_order(state, catalogue), catalogue, contacts[0])


class BeginFight(UnitCommand, frozen=True, kw_only=True, tag="begin_fight"):
    """Strike the fight that a unit is in throw by throw: its first throw is waited for then."""

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.BLOWS)
        if moment.state.begun_fight(self.unit) is not None:
            raise RefusalError(Refused.FIGHT_BEGUN, unit=moment.state.unit(self.unit).name)
        fight = _fight(moment.state, self.unit)
        moment.happens(FightBegun(fighters=fight.fighters), "B44")
        _awaits(moment, self.unit)


class ThrowBlows(UnitCommand, frozen=True, kw_only=True, tag="throw"):
    """Throw what a fight waits for from this unit: dice of its blows, or its saves."""

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.BLOWS)
        unit = moment.need_own(self.unit)
        fight = moment.state.begun_fight(self.unit)
        awaits = fight.awaits if fight else None
        if awaits is None:
            raise RefusalError(Refused.NO_THROW, unit=unit.name)
        if awaits.unit != self.unit:
            raise RefusalError(Refused.OTHERS_THROW, unit=moment.state.unit(awaits.unit).name)
        _awaits(moment, self.unit, most=1)

    def roll(self, state: State, catalogue: Catalogue) -> Roll | None:
        """The dice with their odds; None where nothing is waited for."""
        fight = state.begun_fight(self.unit)
        if fight is None:
            return None
        before = Striking(Moment(state, catalogue, "", NotedDice.typed(())), fight, most=0)
        return before.faces.roll if before.strike() else None


def _need_fight(state: State, ref: Ref) -> None:
    unit = state.unit(ref)
    if not state.is_engaged(ref):
        raise RefusalError(Refused.NO_FIGHT, unit=unit.name)
    if unit.turn.fought:
        raise RefusalError(Refused.FOUGHT_ALREADY, unit=unit.name)


def _fight(state: State, ref: Ref) -> BegunFight:
    """A unit's fight as far as it is struck; RefusalError where it is in none, or that is over for this turn."""
    if ref not in state.units:
        raise RefusalError(Refused.NO_SUCH_UNIT, unit=ref)
    begun = state.begun_fight(ref)
    if begun is not None:
        return begun
    _need_fight(state, ref)
    contacts = fight_of(state, ref)
    return BegunFight(units=tuple(map(state.unit, units_of(contacts))), contacts=contacts)


def _ends(moment: Moment, fight: BegunFight, *, by_hand: bool = False) -> None:
    moment.happens(FightFought(fighters=fight.fighters, by_hand=by_hand), "B44")
    for ref in fight.fighters:
        settles(moment, ref)


def _awaits(moment: Moment, ref: Ref, *, most: int = 0) -> None:
    """Strike a fight that has begun by so many throws more, and say for what it waits then, if it isn't over."""
    fight = moment.state.begun_fight(ref)
    assert fight is not None
    striking = Striking(moment, fight, most=most)
    awaits = striking.strike()
    if awaits is None:
        _ends(moment, fight)
        return
    moment.happens(
        ThrowAwaited(fighters=fight.fighters, awaits=awaits, told=striking.told, times=striking.times), "B44"
    )


def _to_fight(state: State, catalogue: Catalogue, side: str) -> ToDos:
    """One of the side's units of every fight that hasn't been fought; of one that has begun who throws next."""
    for fight in state.fights:
        if fight.awaits and state.unit(fight.awaits.unit).side == side:
            yield ToDo(Task.SAVE if fight.awaits.purpose == SAVES else Task.STRIKE, fight.awaits.unit)
    seen = {ref for fight in state.fights for ref in fight.fighters}
    for unit in state.of(side):
        if unit.ref not in seen and state.is_engaged(unit.ref) and not unit.turn.fought:
            seen |= set(units_of(fight_of(state, unit.ref)))
            yield ToDo(Task.FIGHT, unit.ref)


def _may_lead(state: State, unit: BattleUnit) -> bool:
    """Whether its characters have a choice of where to fight, and haven't made it."""
    several = len(state.foes_of(unit.ref)) > 1
    return several and bool(leaders_of(unit)) and not unit.turn.led and not unit.turn.fought


def _to_lead(state: State, catalogue: Catalogue, side: str) -> ToDos:
    return (ToDo(Task.LEAD, unit.ref) for unit in state.of(side) if _may_lead(state, unit))


TO_DO: Mapping[Step, Callable[[State, Catalogue, str], ToDos]] = {Step.CHARACTERS: _to_lead, Step.BLOWS: _to_fight}
BEGINNINGS: Mapping[Step, Callable[[Moment], None]] = {}
ENDINGS: Mapping[Step, Callable[[Moment], None]] = {}
