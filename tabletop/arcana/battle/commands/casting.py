"""A spell that nobody has countered takes effect: its dice, its losses, what lasts, and what is left to the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.battle.casters import is_undead
from tabletop.arcana.battle.commands.command import Moment
from tabletop.arcana.battle.commands.losing import suffers
from tabletop.arcana.battle.facts.losses import RanksClosed
from tabletop.arcana.battle.facts.magic import (
    EffectRecurred,
    SpellApplied,
    SpellEnded,
    SpellLaid,
    SpellLies,
    SpellSaved,
    SpellShook,
    Summoned,
    WoundsHealed,
)
from tabletop.arcana.battle.facts.movement import InfiltratorPlaced
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.resolving import in_order, left_by, not_resolved, struck_as
from tabletop.arcana.battle.situations import fields_of, troops_of
from tabletop.arcana.battle.spells import BorneSpell, Casting, LyingSpell
from tabletop.arcana.battle.state import BattleUnit, Body, Side, Standing, State
from tabletop.arcana.catalogue.counted_names import straight
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.spells import Spell, SpellKind
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.odds.castings import casting_of
from tabletop.arcana.odds.magic import START, dispel_of
from tabletop.arcana.odds.situations import Dispel, Loose, Opponent, SpellCast, Unit
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.magic.casting import ON_UNITS, UNIT_SAVE, Cast, opening_steps, resisted_by
from tabletop.arcana.rules.magic.casting import Casting as Rules
from tabletop.arcana.rules.magic.effects import casting_start, casting_steps, effect_steps
from tabletop.arcana.rules.magic.kinds import Mechanism, mechanism
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError
from tabletop.dice.steps import Steps, Thrown

CHOICES = frozenset(
    {"target", "power", "spell", "against", "touched", "willing", "shields_thrown", "alone", "others_resist"}
)
TABLES = frozenset(
    {Mechanism.TEMPLATE, Mechanism.TERRAIN, Mechanism.MOVES, Mechanism.SIGHT, Mechanism.CONTROL, Mechanism.TABLE}
)
OF_THE_TABLE = ("place", "terrain")  # targets of which a unit is only struck where the table says so
UNCOUNTED = frozenset({Mechanism.CONTROL, Mechanism.TABLE})  # on a unit, by situations


def spell_situation(state: State, catalogue: Catalogue, casting: Casting) -> SpellCast | Dispel:
    """A casting as its odds are asked, without counterspells."""
    spell = catalogue.spells[casting.spell]
    if casting.against is not None and dispels(spell):
        return Dispel(
            format="muster-situation/1",
            game="arcana",
            spell=casting.against,
            power=casting.power,
            bought=casting.bought,
        )
    target = None if casting.target is None else in_order(state, catalogue).unit(casting.target)
    if spell.target.what == "spell" or (spell.target.what in OF_THE_TABLE and casting.touched is None):
        target = None
    foes = () if target is None else state.foes_of(target.ref)
    return SpellCast(
        format="muster-situation/1",
        game="arcana",
        spell=casting.spell,
        power=casting.power,
        alone=casting.alone,
        target=None if target is None else _stated(target, casting, spell),
        willing=casting.willing,
        undead=None if target is None else is_undead(catalogue, target),
        others_resist=casting.others_resist,
        touched=casting.touched,
        shields_thrown=casting.shields_thrown,
        against=casting.against,
        enemies=tuple(Opponent(**fields_of(foe)) for foe in foes),
    )


def dispels(spell: Spell) -> bool:
    """Whether it ends a persistent spell."""
    return any(isinstance(effect, fx.Contest) and effect.outcome is fx.Outcome.REMOVES for effect in spell.effects)


def steals(spell: Spell) -> bool:
    """Whether it moves a persistent spell to another unit."""
    return any(isinstance(effect, fx.Contest) and effect.outcome is fx.Outcome.STEALS for effect in spell.effects)


def _stated(unit: BattleUnit, casting: Casting, spell: Spell) -> Unit:
    """The target; of a spell at one model that alone, by itself."""
    fields = fields_of(unit)
    if spell.target.what != "model":
        return Unit(**fields)
    body = struck_body(unit, casting)
    alone = {"models": (replace(troops_of(body), count=1, also_lost=()),), "characters": (), "formation": Loose()}
    since = {"models_at_first": None, "wounds_at_first": None, "fallen": 0, "characters_lost": 0, "commanders_lost": 0}
    return Unit(**(fields | alone | since))


def harms(spell: Spell) -> bool:
    """Whether its dice may hurt whom it is cast at."""
    return any(isinstance(effect, fx.Hits | fx.Wounds | fx.Slays | fx.DieTable) for effect in spell.effects)


def struck_body(unit: BattleUnit, casting: Casting) -> Body:
    """The body of which one model is the target: as said, else what stands for the unit."""
    return unit.body(casting.body) if casting.body in {body.ref for body in unit.bodies} else unit.main


def resolver_of(state: State, catalogue: Catalogue, casting: Casting) -> tuple[Steps[Cast], Cast, Rules | None]:
    """The dice of a spell from here on; RefusalError where it can't be cast so, or isn't resolved."""
    spell, situation = catalogue.spells[casting.spell], spell_situation(state, catalogue, casting)
    if isinstance(situation, SpellCast) and situation.target is None and spell.target.what in OF_THE_TABLE:
        untouched = Rules(spell=spell, power=casting.power, others=casting.others_resist, willing=casting.willing)
        return opening_steps(untouched), START, untouched
    try:
        if isinstance(situation, Dispel):
            asked = dispel_of(catalogue, situation)
            return asked.steps, asked.start, None
        rules, _ = casting_of(catalogue, situation)
    except MalformedError as error:
        if error.field in CHOICES:
            name = state.unit(casting.unit).name
            raise RefusalError(Refused.CANT, unit=name, reason=f"{error.field} {error.reason}") from error
        raise not_resolved(error) from error
    start = casting_start(rules)
    if casting.target is not None and rules.target is not None:
        unit = state.unit(casting.target)
        if rules.spell.target.what == "model":
            at = replace(start.at, left=Left(1, struck_body(unit, casting).lost[:1]))
        else:
            at = struck_as(unit, start.at, _remains)
        start = replace(start, at=at)
    return casting_steps(rules), start, rules


def _remains(body: Body) -> Left:
    return body.remains


def take_effect(moment: Moment) -> None:
    """Let the announced spell happen."""
    casting = moment.state.casting
    if casting is None:
        return
    spell = moment.catalogue.spells[casting.spell]
    applied = SpellApplied(
        unit=casting.unit, caster=casting.caster, spell=casting.spell, spell_name=casting.name, target=casting.target
    )
    if casting.by_hand:
        moment.happens(replace(applied, at_table=True), "B80")
        _lasts(moment, casting, spell, by_hand=True)
        return
    steps, start, rules = resolver_of(moment.state, moment.catalogue, casting)
    played = moment.play(steps, start, of=casting.unit)
    end = played.state
    contests = any(isinstance(effect, fx.Contest) for effect in spell.effects)
    applied = replace(
        applied,
        stopped=end.stopped or "",
        won=end.won if contests else None,
        face=end.face,
        commands=end.command or "",
        at_table=end.goes_on and any(map(partial(_is_tables, casting), _all_effects(spell))),
    )
    moment.happens(applied, "B80")
    _resisted(moment, casting, rules, played.log)
    if contests:
        if end.won:
            _contested(moment, casting, spell)
        return
    if rules is not None:
        _displaced(moment, casting, end, rules)
    if end.goes_on:
        _harmed(moment, casting, spell, end)
        _healed(moment, casting, end)
        _shaken(moment, casting, spell)
        _summoned(moment, casting, spell, rules)
        _lasts(moment, casting, spell, by_hand=False)


def _resisted(moment: Moment, casting: Casting, rules: Rules | None, log: Sequence[Thrown]) -> None:
    """The save that a unit has thrown against the whole spell, where it has."""
    thrown = next((throw for throw in log if throw.name == UNIT_SAVE), None)
    if thrown is None or rules is None or casting.target is None or casting.willing:
        return
    face, number = thrown.faces[0], resisted_by(rules)[0]  # the target's own comes before those of others
    saved = SpellSaved(unit=casting.target, spell_name=casting.name, resistance=number, face=face, saved=face <= number)
    moment.happens(saved, "B80")


def _all_effects(spell: Spell) -> Iterator[fx.SpellEffect | None]:
    """Every effect, and None for the template."""
    if spell.template is not None:
        yield None
    yield from spell.effects


def _is_tables(casting: Casting, effect: fx.SpellEffect | None) -> bool:
    """Whether an effect is left for the table to carry out: what no number of the battle says."""
    if effect is None or mechanism(effect) in TABLES:
        return True
    if isinstance(effect, fx.Raises | fx.Becomes):
        return True
    if isinstance(effect, fx.Does):
        return effect.rule in ("regenerates", "attacks-the-closest", "strikes-its-own-unit", "appears")
    harms = isinstance(effect, fx.Hits | fx.Slays | fx.Wounds)
    later = effect.again is not None and not effect.at_once
    near = effect.whom not in ("target", "units-touched", "models-touched", "enemies-touched", "enemies-engaged")
    spreads = isinstance(effect, fx.Hits) and bool(effect.spread)
    return harms and (near or spreads or later or (casting.target is None))


def _contested(moment: Moment, casting: Casting, spell: Spell) -> None:
    """A persistent spell ends, or goes over to another unit."""
    state, catalogue = moment.state, moment.catalogue
    stolen = steals(spell)
    if casting.against is None:
        return
    name = catalogue.spells[casting.against].name
    why: Any = "stolen" if stolen else "dispelled"
    if casting.target is None:
        lying = next((own for own in state.lying if own.spell == casting.against), None)
        if lying:
            moment.happens(SpellEnded(spell=lying.spell, name=name, caster=lying.caster, why=why), "B79")
        return
    own = next((own for own in state.unit(casting.target).spells if own.spell == casting.against), None)
    if own is None:
        return
    moment.happens(SpellEnded(spell=own.spell, name=name, caster=own.caster, unit=casting.target, why=why), "B79")
    if stolen and casting.to is not None:
        laid = replace(own, caster=casting.caster)
        moment.happens(SpellLaid(unit=casting.to, spell=laid, spell_name=name), "B79")


def _displaced(moment: Moment, casting: Casting, end: Cast, rules: Rules) -> None:
    """Of three persistent spells the lowest are lost; the last of them is the one that is cast."""
    if casting.target is None:
        return
    for place in end.displaced:
        if place < len(rules.borne):
            spell = rules.borne[place]
            own = next(own for own in moment.state.unit(casting.target).spells if own.spell == spell.slug)
            ended = SpellEnded(
                spell=own.spell, name=spell.name, caster=own.caster, unit=casting.target, why="displaced"
            )
            moment.happens(ended, "B81")


def _harmed(moment: Moment, casting: Casting, spell: Spell, end: Cast) -> None:
    """Losses of the target, and its character's."""
    if casting.target is None or not harms(spell):
        return
    unit = moment.state.unit(casting.target)
    if spell.target.what == "model":
        body = struck_body(unit, casting)
        others = Left(body.left - 1, body.lost[1:])
        lost = tuple(sorted((*others.lost, *end.at.left.lost), reverse=True))
        left = {body.ref: Left(others.models + end.at.left.models, lost)}
    else:
        left = left_by(unit, end.at)
    if spell.template is None or casting.touched is not None:
        suffers(moment, unit.ref, left, by=casting.unit, rules=("B85",))


def _healed(moment: Moment, casting: Casting, end: Cast) -> None:
    if casting.target is None or not (end.healed or end.returned):
        return
    body = struck_body(moment.state.unit(casting.target), casting)
    back, lost = end.healed, []
    for wounds in body.lost:
        less = min(wounds, back)
        back -= less
        lost.append(wounds - less)
    left = min(body.left + end.returned, body.at_first)
    remaining = tuple(sorted((wounds for wounds in lost if wounds), reverse=True))
    moment.happens(WoundsHealed(unit=casting.target, body=body.ref, left=left, lost=remaining), "B80")


def _shaken(moment: Moment, casting: Casting, spell: Spell) -> None:
    """What becomes of the target's order and spirit for this turn."""
    if casting.target is None:
        return
    rules = {effect.rule for effect in spell.effects if isinstance(effect, fx.Does)}
    if "appears" in rules and moment.state.unit(casting.target).standing is Standing.HIDDEN:
        moment.happens(InfiltratorPlaced(unit=casting.target, late=True), "B80")
    instant = spell.kind is SpellKind.INSTANT
    bars = tuple(effect.act for effect in spell.effects if instant and isinstance(effect, fx.Bars))
    unit = moment.state.unit(casting.target)
    rallies = "rallies" in rules and unit.standing is Standing.BROKEN
    if rallies or "tests-morale" in rules or bars:
        shook = SpellShook(unit=unit.ref, rallies=rallies, must_test="tests-morale" in rules, barred=bars)
        moment.happens(shook, "B80")
    if spell.template is None or casting.touched is not None:
        _loosened(moment, unit.ref, spell)


def _loosened(moment: Moment, ref: Ref, spell: Spell) -> None:
    """Ranks that a spell breaks up."""
    loosens = any(isinstance(effect, fx.Loosens) for effect in spell.effects)
    if loosens and moment.state.unit(ref).files:
        moment.happens(RanksClosed(unit=ref, files=0), "B80")


def _summoned(moment: Moment, casting: Casting, spell: Spell, rules: Rules | None) -> None:
    """Creatures as a unit of their own, where the table puts them."""
    more = spell.extra_power
    extra = rules.extra if rules and more and more.to == "creatures" else 0
    for effect in spell.effects:
        if not isinstance(effect, fx.Summons):
            continue
        count = effect.count + (int(more.adds) * extra if more and extra else 0)
        side: Side = moment.state.unit(casting.unit).side
        number = sum(unit.side == side for unit in moment.state.units.values()) + 1
        moment.happens(Summoned(fielded=_creatures(moment, effect.creature, count, side, number)), "B83")


def _creatures(moment: Moment, creature: str, count: int, side: Side, number: int) -> BattleUnit:
    row, ref = moment.catalogue.in_play(creature), f"{side[0]}{number}"
    body = Body(
        ref=f"{ref}-m1",
        name=straight(row.name),
        profile=row.slug,
        section=row.section,
        wounds=row.wounds,
        at_first=count,
        left=count,
    )
    army = moment.catalogue.list_of(creature).slug
    return BattleUnit(ref=ref, side=side, name=body.name, army=army, bodies=(body,), standing=Standing.READY)


def _lasts(moment: Moment, casting: Casting, spell: Spell, *, by_hand: bool) -> None:
    """A persistent spell stays on its target, or on the table."""
    if spell.kind is not SpellKind.PERSISTENT:
        return
    target = casting.unit if spell.target.what in ("caster", "caster-and-unit") else casting.target
    if spell.target.what in ON_UNITS and target is not None:
        uncounted = any(mechanism(effect) in UNCOUNTED or isinstance(effect, fx.Becomes) for effect in spell.effects)
        a_die = any(effect.unless == "roll-of-1" for effect in spell.effects)
        own = BorneSpell(
            spell=spell.slug,
            caster=casting.caster,
            line=casting.line,
            weapon=casting.weapon,
            by_hand=by_hand or uncounted,
            holds=False if a_die else None,
        )
        moment.happens(SpellLaid(unit=target, spell=own, spell_name=spell.name), "B81")
        return
    side: Side = moment.state.unit(casting.unit).side
    lying = LyingSpell(spell=spell.slug, name=spell.name, caster=casting.caster, side=side)
    moment.happens(SpellLies(lying=lying), "B81")


RECURRING = frozenset({"magic-phase-start", "magic-phase", "each-turn"})


def recurring_effects(spell: Spell) -> list[fx.Hits]:
    """What a spell on a unit does to it at the start of each phase of magic."""
    return [
        replace(effect, at_once=True)
        for effect in spell.effects
        if isinstance(effect, fx.Hits) and effect.again in RECURRING and effect.whom == "target"
    ]


def strikes_again(moment: Moment, ref: Ref, own: BorneSpell | LyingSpell, stated: SpellCast) -> None:
    """A spell that lasts harms a unit again: by what comes back, or, of one on the table, as at its casting."""
    state, spell = moment.state, moment.catalogue.spells[own.spell]
    try:
        rules, _ = casting_of(moment.catalogue, stated)
    except MalformedError as error:
        if error.field in CHOICES:
            raise RefusalError(Refused.CANT, unit=spell.name, reason=f"{error.field} {error.reason}") from error
        raise not_resolved(error) from error
    steps = casting_steps(rules)
    if isinstance(own, BorneSpell):
        steps = [step for effect in recurring_effects(spell) for step in effect_steps(effect, rules, lambda _: True)]
    start = casting_start(rules)
    unit = state.unit(ref)
    end = moment.play(steps, replace(start, at=struck_as(unit, start.at, _remains)), of=ref).state
    recurred = EffectRecurred(
        unit=ref, spell=spell.slug, spell_name=spell.name, caster=own.caster, hits=end.at.scored, face=end.face
    )
    moment.happens(recurred, "B81")
    suffers(moment, ref, left_by(unit, end.at), by=unit_of(state, own.caster), rules=("B85",))
    _loosened(moment, ref, spell)


def unit_of(state: State, body: Ref) -> Ref | None:
    """The unit that a body is of; None for one that isn't in any."""
    return next((unit.ref for unit in state.units.values() if any(its.ref == body for its in unit.bodies)), None)


def again_situation(state: State, catalogue: Catalogue, ref: Ref, own: BorneSpell | LyingSpell) -> SpellCast:
    """A spell that lasts at a unit once more, as its odds are asked."""
    unit = in_order(state, catalogue).unit(ref)
    unit = replace(unit, spells=tuple(spell for spell in unit.spells if spell.spell != own.spell))
    return SpellCast(
        format="muster-situation/1",
        game="arcana",
        spell=own.spell,
        target=Unit(**fields_of(unit)),
        willing=True,
        undead=is_undead(catalogue, unit),
        enemies=tuple(Opponent(**fields_of(foe)) for foe in state.foes_of(ref)),
    )
