"""Magic: power gathered and spent, spells that are countered, take effect, lie on units or on the table, and end."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tabletop.arcana.battle.facts.fact import Fact, UnitFact
from tabletop.arcana.battle.facts.words import in_inches
from tabletop.arcana.battle.spells import BorneSpell, Casting, Errand, LyingSpell
from tabletop.arcana.battle.state import INCH, BattleUnit, Many, Side, Standing, State, other
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.rules.harm.losses import Left
from tabletop.values import Name, Slug, Text, Value

Ending = Literal["displaced", "dispelled", "switched off", "stolen", "ended by hand"]


class Power(Value, frozen=True, kw_only=True):
    """The power that a caster has now."""

    unit: Ref
    body: Ref
    power: Many


def _with_power(state: State, unit: Ref, body: Ref, power: int) -> State:
    return state.with_unit(unit, lambda its: its.having(replace(its.body(body), power=power)))


def _turn_passes(state: State, unit: Ref) -> State:
    return replace(state, to_cast="red" if other(state.unit(unit).side) == "red" else "blue")


class PowerFocused(Fact, frozen=True, kw_only=True, tag="power_focused"):
    """Casters gather power, each one point."""

    powers: tuple[Power, ...]

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(own.unit for own in self.powers)

    def applied(self, state: State) -> State:
        for own in self.powers:
            state = _with_power(state, own.unit, own.body, own.power)
        return replace(state, to_cast=None)

    def sentence(self, state: State) -> str:
        names = (f"{state.unit(own.unit).body(own.body).name} {own.power}" for own in self.powers)
        return f"Power gathered: {', '.join(names)}"


class CastingOrdered(Fact, frozen=True, kw_only=True, tag="casting_ordered"):
    """Who casts first in this phase."""

    first: Side

    def applied(self, state: State) -> State:
        return replace(state, to_cast=self.first)

    def sentence(self, state: State) -> str:
        return f"{state.army(self.first).name} cast first"


class SpellCast(UnitFact, frozen=True, kw_only=True, tag="spell_cast"):
    """A spell is announced: the power is spent, `left` is what the caster keeps."""

    casting: Casting
    left: Many

    def applied(self, state: State) -> State:
        casting = self.casting
        state = _with_power(state, casting.unit, casting.caster, self.left)

        def cast(unit: BattleUnit) -> BattleUnit:
            spent = (*unit.turn.countered, casting.caster) if casting.bought else unit.turn.countered
            return unit.having_done(cast=(*unit.turn.cast, casting.caster), countered=spent)

        return _turn_passes(replace(state.with_unit(casting.unit, cast), casting=casting), casting.unit)

    def sentence(self, state: State) -> str:
        casting = self.casting
        caster = state.unit(casting.unit).body(casting.caster).name
        at = f" at {state.unit(casting.target).name}" if casting.target and casting.target != casting.unit else ""
        return f"{caster} cast {casting.name}{at} with {casting.power} power"


class CounterspellTried(UnitFact, frozen=True, kw_only=True, tag="counterspell_tried"):
    """A counterspell, with so much power; `left` is what its caster keeps."""

    body: Ref
    power: Many
    left: Many
    countered: bool

    def applied(self, state: State) -> State:
        state = _with_power(state, self.unit, self.body, self.left)
        if not self.power:
            state = state.with_unit(
                self.unit, lambda unit: unit.having_done(countered=(*unit.turn.countered, self.body))
            )
        casting = state.casting
        if casting is None or self.countered:
            return replace(state, casting=None)
        return replace(state, casting=replace(casting, tried=(*casting.tried, self.body)))

    def sentence(self, state: State) -> str:
        name = state.unit(self.unit).body(self.body).name
        spell = state.casting.name if state.casting else "the spell"
        return f"{name} {'countered' if self.countered else 'failed to counter'} {spell}"


class SpellApplied(UnitFact, frozen=True, kw_only=True, tag="spell_applied"):
    """A spell that nobody has countered: what has stopped it after all, or what its dice have said.

    `face` is what its table shows, `commands` who commands the confused. With `at_table` something of it is left for
    the table to carry out.
    """

    caster: Ref
    spell: Slug
    spell_name: Name
    target: Ref | None = None
    stopped: Text = ""
    won: bool | None = None
    face: Many = 0
    commands: Text = ""
    at_table: bool = False

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.target) if self.target else (self.unit,)

    def applied(self, state: State) -> State:
        errands = state.errands
        if self.at_table:
            errands = (*errands, Errand(spell=self.spell, name=self.spell_name, caster=self.caster, target=self.target))
        return replace(state, casting=None, errands=errands)

    def sentence(self, state: State) -> str:
        if self.stopped:
            return f"{self.spell_name} has no effect: {self.stopped}"
        if self.won is False:
            return f"{self.spell_name} fails"
        table = ", to be carried out on the table" if self.at_table else ""
        shown = f", its table shows {self.face}" if self.face else ""
        return f"{self.spell_name} takes effect{shown}{table}"


class SpellLaid(UnitFact, frozen=True, kw_only=True, tag="spell_laid"):
    """A persistent spell is on a unit from now on."""

    spell: BorneSpell
    spell_name: Name

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: replace(unit, spells=(*unit.spells, self.spell)))

    def sentence(self, state: State) -> str:
        return f"{self.spell_name} is on {self.name(state)}"


class SpellLies(Fact, frozen=True, kw_only=True, tag="spell_lies"):
    """A persistent spell lies on the table from now on."""

    lying: LyingSpell

    def applied(self, state: State) -> State:
        return replace(state, lying=(*state.lying, self.lying))

    def sentence(self, state: State) -> str:
        return f"{self.lying.name} lies on the table"


class SpellEnded(Fact, frozen=True, kw_only=True, tag="spell_ended"):
    """A persistent spell is over, on a unit or, without one, on the table; by whom it was cast, and why."""

    spell: Slug
    name: Name
    caster: Ref
    unit: Ref | None = None
    why: Ending

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit,) if self.unit else ()

    def applied(self, state: State) -> State:
        def is_it(own: BorneSpell | LyingSpell) -> bool:
            return (own.spell, own.caster) == (self.spell, self.caster)

        if self.unit is None:
            return replace(state, lying=tuple(own for own in state.lying if not is_it(own)))
        return state.with_unit(
            self.unit, lambda unit: replace(unit, spells=tuple(own for own in unit.spells if not is_it(own)))
        )

    def sentence(self, state: State) -> str:
        on = f" on {state.unit(self.unit).name}" if self.unit else ""
        return f"{self.name}{on} is {self.why}"


class SpellSwitchedOff(UnitFact, frozen=True, kw_only=True, tag="spell_switched_off"):
    """A caster has ended a spell of its own instead of casting one."""

    caster: Ref

    def applied(self, state: State) -> State:
        state = state.with_unit(self.unit, lambda unit: unit.having_done(cast=(*unit.turn.cast, self.caster)))
        return _turn_passes(state, self.unit)

    def sentence(self, state: State) -> str:
        return f"{state.unit(self.unit).body(self.caster).name} ends a spell"


class CastingPassed(UnitFact, frozen=True, kw_only=True, tag="casting_passed"):
    """A caster casts nothing any more in this phase."""

    caster: Ref

    def applied(self, state: State) -> State:
        state = state.with_unit(self.unit, lambda unit: unit.having_done(passed=(*unit.turn.passed, self.caster)))
        return _turn_passes(state, self.unit)

    def sentence(self, state: State) -> str:
        return f"{state.unit(self.unit).body(self.caster).name} passes"


class WoundsHealed(UnitFact, frozen=True, kw_only=True, tag="wounds_healed"):
    """A body of a unit after magic has given back wounds, or whole models."""

    body: Ref
    left: Many
    lost: tuple[int, ...] = ()

    def applied(self, state: State) -> State:
        unit = state.unit(self.unit)
        body = unit.body(self.body)
        back = max(self.left - body.left, 0)
        healed = unit.having(body.left_with(Left(self.left, self.lost)))
        return state.having(healed.having_done(fallen=max(unit.turn.fallen - back, 0)))

    def sentence(self, state: State) -> str:
        body = state.unit(self.unit).body(self.body)
        if self.left > body.left:
            return f"{counted(body.name, self.left - body.left)} of {self.name(state)} stand again"
        return f"{self.name(state)} regain {counted('wound', sum(body.lost) - sum(self.lost))}"


class Summoned(Fact, frozen=True, kw_only=True, tag="summoned"):
    """Creatures come onto the table, a unit of their own."""

    fielded: BattleUnit

    @property
    def units(self) -> tuple[str, ...]:
        return (self.fielded.ref,)

    def applied(self, state: State) -> State:
        return state.having(self.fielded)

    def sentence(self, state: State) -> str:
        main, side = self.fielded.main, state.army(self.fielded.side).name
        return f"{counted(main.name, main.left)} {'come' if main.left > 1 else 'comes'} for {side}"


class SpellShook(UnitFact, frozen=True, kw_only=True, tag="spell_shook"):
    """What a spell has made of a unit for this turn: it rallies, must test, or may not do something."""

    rallies: bool = False
    must_test: bool = False
    barred: tuple[Text, ...] = ()

    def applied(self, state: State) -> State:
        def shaken(unit: BattleUnit) -> BattleUnit:
            if self.rallies and unit.standing is Standing.BROKEN:
                unit = replace(unit, standing=Standing.READY, broken_in=None)
            turn = unit.turn
            return unit.having_done(
                must_test=turn.must_test or self.must_test, barred=tuple(dict.fromkeys((*turn.barred, *self.barred)))
            )

        return state.with_unit(self.unit, shaken)

    def sentence(self, state: State) -> str:
        said = ["rally"] if self.rallies and state.unit(self.unit).standing is Standing.BROKEN else []
        said += ["must test this turn"] if self.must_test else []
        said += [f"are kept from {' and '.join(self.barred)} this turn"] if self.barred else []
        return f"{self.name(state)} {' and '.join(said) or 'stay as they are'}"


class EffectRecurred(UnitFact, frozen=True, kw_only=True, tag="effect_recurred"):
    """A spell that lasts struck a unit again: one on it as the phase began, or one on the table that touched it."""

    spell: Slug
    spell_name: Name
    caster: Ref
    hits: Many = 0
    face: Many = 0

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: unit.having_done(recurred=(*unit.turn.recurred, self.spell)))

    def sentence(self, state: State) -> str:
        shown = f", its table shows {self.face}" if self.face else f": {counted('hit', self.hits)}"
        return f"{self.spell_name} struck {self.name(state)}{shown}"


class DoneOnTable(Fact, frozen=True, kw_only=True, tag="done_on_table"):
    """The table has carried out what was left of a spell."""

    spell: Slug
    name: Name
    caster: Ref

    def applied(self, state: State) -> State:
        left = tuple(own for own in state.errands if (own.spell, own.caster) != (self.spell, self.caster))
        return replace(state, errands=left)

    def sentence(self, state: State) -> str:
        return f"{self.name} carried out on the table"


class SpellSaved(UnitFact, frozen=True, kw_only=True, tag="spell_saved"):
    """A unit's save against a whole spell: the resistance that its die was thrown against, and whether it saved."""

    spell_name: Name
    resistance: Many
    face: Many
    saved: bool

    def applied(self, state: State) -> State:
        return state

    def sentence(self, state: State) -> str:
        how = "resisted" if self.saved else "didn't resist"
        return f"{self.name(state)} {how} {self.spell_name}: {self.face}, on {self.resistance} or less"


class SpellHeld(UnitFact, frozen=True, kw_only=True, tag="spell_held"):
    """A unit has tried to shake off a spell for this turn; one that holds keeps it from moving and ramming."""

    spell: Slug
    spell_name: Name
    holds: bool
    barred: tuple[Text, ...] = ()

    def applied(self, state: State) -> State:
        def tried(unit: BattleUnit) -> BattleUnit:
            spells = tuple(replace(own, holds=self.holds) if own.spell == self.spell else own for own in unit.spells)
            turn = unit.turn
            barred = tuple(dict.fromkeys((*turn.barred, *(self.barred if self.holds else ()))))
            return replace(unit, spells=spells).having_done(barred=barred, shaken=(*turn.shaken, self.spell))

        return state.with_unit(self.unit, tried)

    def sentence(self, state: State) -> str:
        how = f"holds {self.name(state)} this turn" if self.holds else f"lets {self.name(state)} go for this turn"
        return f"{self.spell_name} {how}"


class CharmSaved(UnitFact, frozen=True, kw_only=True, tag="charm_saved"):
    """A unit that fights charmers has thrown its save: who fails is `easier` to hit until the turn ends.

    Whoever had no evasion and was slow before is no easier.
    """

    resistance: Many
    face: Many
    saved: bool
    easier: bool = False

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: unit.having_done(charmed=self.easier))

    def sentence(self, state: State) -> str:
        how = "resisted its charmers" if self.saved else "is charmed"
        how += ", and easier to hit this turn" if self.easier else ""
        return f"{self.name(state)} {how}: {self.face}, on {self.resistance} or less"


class TemplateMoved(Fact, frozen=True, kw_only=True, tag="template_moved"):
    """A template has wandered so many inches: as `clock` points, 2 for two o'clock, or without it to the next enemy."""

    spell: Slug
    name: Name
    caster: Ref
    inches: Many
    clock: Many | None = None

    def applied(self, state: State) -> State:
        turn = state.clock.turn
        return replace(
            state,
            lying=tuple(
                replace(own, moved_in=turn) if (own.spell, own.caster) == (self.spell, self.caster) else own
                for own in state.lying
            ),
        )

    def sentence(self, state: State) -> str:
        where = f"towards {self.clock} o'clock" if self.clock else "towards the nearest enemy"
        return f"{self.name} moves {in_inches(INCH * self.inches)} {where}"
