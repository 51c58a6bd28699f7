"""Blows: what players choose before them, and a whole fight to the end of its turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from tabletop.arcana.battle.commands.command import Moment, Task, ToDo, ToDos, UnitCommand
from tabletop.arcana.battle.commands.losing import settles, takes
from tabletop.arcana.battle.facts.melee import BlowsStruck, CharacterMoved, FightFought, TargetsChosen, When
from tabletop.arcana.battle.fights import along, fight_of, fights_by_models, melee_of, units_of
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.resolving import in_order, leaders_of, not_resolved
from tabletop.arcana.battle.state import Aim, BattleUnit, Contact, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battle.striking import Melee, Pairing, pairings, struck
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.situations import MeleeTurn
from tabletop.arcana.rules.melee.counting import Strike
from tabletop.arcana.rules.melee.fighters import Fight as Pair
from tabletop.arcana.rules.melee.stages import Stage
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError

WHEN: dict[Strike, When] = {Strike.FIRST: "first", Strike.NORMAL: "normal", Strike.LAST: "last"}
RULES = {Strike.FIRST: ("B43", "B44"), Strike.NORMAL: ("B44", "B46"), Strike.LAST: ("B44", "B46")}


class ChooseTargets(UnitCommand, frozen=True, kw_only=True, tag="choose_targets"):
    """Say how a unit strikes: at whom with how many, with which attacks, whether it rams; without `aims` as usual."""

    aims: Annotated[tuple[Aim, ...], Meta(max_length=10)] = ()

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.CHARACTERS, Step.BLOWS)
        moment.need_own(self.unit)
        state, unit = moment.state, moment.state.unit(self.unit)
        _need_fight(state, self.unit)
        foes = {foe.ref: foe for foe in state.foes_of(self.unit)}
        if any(aim.rams or aim.character_rams for aim in self.aims) and (unit.turn.rammed or unit.turn.overran):
            raise RefusalError(Refused.RAMMED_ALREADY, unit=unit.name)
        for aim in self.aims:
            if aim.at not in foes:
                raise RefusalError(Refused.NOT_FOUGHT, unit=unit.name, foe=aim.at)
        by_side: dict[Facing | None, int] = {}
        for contact in state.contacts_of(self.unit):
            side = contact.sides[contact.of(self.unit)] if unit.files else None
            chosen = (aim.touching or 0 for aim in self.aims if aim.at == contact.foe(self.unit))
            by_side[side] = by_side.get(side, 0) + sum(chosen)
            if by_side[side] > (most := along(unit, side or Facing.FRONT)):
                raise RefusalError(Refused.TOO_FEW_TOUCH, unit=unit.name, most=most)
        self._check_blows(moment)
        moment.happens(TargetsChosen(unit=self.unit, aims=self.aims), "B44", "B51")

    def _check_blows(self, moment: Moment) -> None:
        """RefusalError where the fight can be struck as usual, but not so: then nobody could strike in it."""
        contacts = fight_of(moment.state, self.unit)

        def why_not(aims: tuple[Aim, ...]) -> str:
            chosen = moment.state.with_unit(self.unit, lambda unit: replace(unit, aims=aims))
            try:
                _paired(in_order(chosen, moment.catalogue), moment.catalogue, contacts)
            except MalformedError as error:
                return f"{error.field} {error.reason}"
            return ""

        if self.aims and (why := why_not(self.aims)) and not why_not(()):
            raise RefusalError(Refused.CANT, unit=moment.state.unit(self.unit).name, reason=why)


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
        state = moment.state
        if self.unit not in state.units:
            raise RefusalError(Refused.NO_SUCH_UNIT, unit=self.unit)
        _need_fight(state, self.unit)
        contacts = fight_of(state, self.unit)
        if not self.by_hand:
            standing = in_order(state, moment.catalogue)
            _strike(moment, Melee(_pairings(standing, moment.catalogue, contacts)))
        refs = units_of(contacts)
        moment.happens(FightFought(fighters=refs, by_hand=self.by_hand), "B44")
        for ref in refs:
            settles(moment, ref)

    def situation(self, state: State, catalogue: Catalogue) -> MeleeTurn | None:
        """The blows as their odds are asked; None for a fight of more than two, or of large models one by one."""
        contacts = fight_of(state, self.unit)
        if len(contacts) != 1 or any(fights_by_models(state.unit(ref)) for ref in contacts[0].units):
            return None
        return melee_of(in_order(state, catalogue), catalogue, contacts[0])


def _need_fight(state: State, ref: Ref) -> None:
    unit = state.unit(ref)
    if not state.is_engaged(ref):
        raise RefusalError(Refused.NO_FIGHT, unit=unit.name)
    if unit.turn.fought:
        raise RefusalError(Refused.FOUGHT_ALREADY, unit=unit.name)


def _pairings(state: State, catalogue: Catalogue, contacts: Sequence[Contact]) -> list[Pairing]:
    try:
        return _paired(state, catalogue, contacts)
    except MalformedError as error:
        raise not_resolved(error) from error


def _paired(state: State, catalogue: Catalogue, contacts: Sequence[Contact]) -> list[Pairing]:
    return [pair for contact in contacts for pair in pairings(state, catalogue, contact)]


def _strike(moment: Moment, melee: Melee) -> None:
    """All blows, time by time; whoever has fallen in one doesn't strike in the next."""
    units = [moment.state.unit(ref) for ref in dict.fromkeys(part.ref for part in melee.now)]
    for strike, together in melee.times():
        ends = {place: melee.before(place) for place, _ in together}
        for refs in dict.fromkeys(melee.pairs[place].refs for place in ends):
            own = [(place, stage) for place, stage in together if melee.pairs[place].refs == refs]
            _blows(moment, melee, own, ends, 0)
            _blows(moment, melee, own, ends, 1)
        before = {unit.ref: melee.frightened(unit.ref) for unit in units}
        harmed = melee.suffer(together, list(ends.values()))
        for unit in units:
            by = next(iter(harmed[unit.ref])) if len(harmed.get(unit.ref, ())) == 1 else None
            frightened = melee.frightened(unit.ref) and not before[unit.ref]
            takes(moment, unit.ref, melee.left_of(unit), by=by, frightened=frightened, rules=RULES[strike])


def _blows(
    moment: Moment, melee: Melee, together: Sequence[tuple[int, Stage]], ends: dict[int, Pair], number: int
) -> None:
    """One unit's blows at another that come together, and the fact of them."""
    noted, rams = [], False
    for place, stage in together:
        pair = melee.pairs[place]
        rams = rams or (stage.strike is Strike.NORMAL and not stage.goes_on and _rams(pair, number))
        for step in stage.blows[number]:
            ends[place], blow = struck(
                step, ends[place], pair.fighters[number], number, moment.dice.of(pair.refs[number])
            )
            noted += [blow] if blow else []
    if noted:
        (place, stage), *_ = together
        refs = melee.pairs[place].refs
        fact = BlowsStruck(
            unit=refs[number], target=refs[1 - number], when=WHEN[stage.strike], blows=tuple(noted), rams=rams
        )
        moment.happens(fact, *RULES[stage.strike])


def _rams(pair: Pairing, number: int) -> bool:
    fighter = pair.fighters[number]
    return fighter.rams or (fighter.leader is not None and fighter.leader.rams)


def _to_fight(state: State, catalogue: Catalogue, side: str) -> ToDos:
    """One of the side's units of every fight that hasn't been fought."""
    seen: set[Ref] = set()
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
