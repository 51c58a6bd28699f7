"""What is said of a situation, for JSON: who may do what by which rule, and the exact odds of what is thrown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tabletop.citations import plain_citation
from tabletop.decoding import MalformedError
from tabletop.dice import play, spread
from tabletop.dice.plain import plain_chance, plain_numbers, plain_throw
from tabletop.dice.rolls import Dice
from tabletop.dice.sources import Rolled
from tabletop.dice.steps import Step
from tabletop.wizardkings.catalogue import WIZARDS, Kind, Moon
from tabletop.wizardkings.pack import Pack, Spell
from tabletop.wizardkings.play import building, casting, ends, recruiting
from tabletop.wizardkings.play.battle import (
    COMBAT,
    Block,
    Round,
    Side,
    dice_of,
    firing_order,
    round_steps,
    spell_dice,
)
from tabletop.wizardkings.play.ground import Refusal, Site, Standing, site_of
from tabletop.wizardkings.situations import (
    AnySituation,
    BattleRound,
    Building,
    Casting,
    Firing,
    Learning,
    Recruiting,
    Retreat,
    Study,
    UnitInHex,
    Watch,
)

Plain = dict[str, Any]


class Asked(Struct, frozen=True):
    """The steps of a situation and what is read of the state after them by name; `said` needs no dice."""

    steps: Sequence[Step[Any]] = ()
    start: Any = 0
    numbers: Mapping[str, Callable[[Any], int]] = {}
    events: Mapping[str, Callable[[Any], bool]] = {}
    said: Plain = {}


def answered(situation: AnySituation, house: Pack) -> Plain:
    """The exact odds and the reasons for JSON; MalformedError names what can't be."""
    asked = _asked(situation, situation.pack or house)
    results: Plain = {}
    if asked.steps:
        ends_in = spread(asked.steps, asked.start)
        results = {name: plain_numbers(ends_in.map(read)) for name, read in asked.numbers.items()}
        results |= {name: plain_chance(ends_in.chance_that(holds)) for name, holds in asked.events.items()}
    return {"results": results, "steps": [], **asked.said}


def resolved(situation: AnySituation, house: Pack, source: Rolled) -> Plain:
    """What came up once: every throw with its faces, and the results."""
    asked = _asked(situation, situation.pack or house)
    end = play(asked.steps, asked.start, source)
    reads: dict[str, Callable[[Any], Any]] = {**asked.numbers, **asked.events}
    results = {name: read(end.state) for name, read in reads.items()} if asked.steps else {}
    return {"results": results, "steps": [plain_throw(thrown) for thrown in end.log], **asked.said}


def _asked(situation: AnySituation, pack: Pack) -> Asked:
    asker: Callable[[Any, Pack], Asked] = ASKERS[type(situation)]
    return asker(situation, pack)


def _said(pack: Pack, refusals: Iterable[Refusal], explained: Iterable[str] = (), **more: Any) -> Plain:
    """The first reason and its rule, as other games say it, every refusal, the kind's own facts, whose figures."""
    every = list(refusals)
    return {
        "reason": every[0].sentence if every else None,
        "rule": every[0].code if every else None,
        "refusals": [plain_refusal(each) for each in every],
        "explained": list(explained),
        "pack": pack.meta.sentence,
        "facts": more,
    }


def plain_refusal(refusal: Refusal) -> Plain:
    return {
        "rule": refusal.code,
        "reason": refusal.sentence,
        "about": refusal.ref,
        "citation": plain_citation(refusal.citation),
    }


def _standing(unit: UnitInHex, pack: Pack, place: str) -> Standing:
    row = pack.unit(unit.unit, f"{place}.unit")
    if unit.steps > row.steps:
        raise MalformedError(f"{place}.steps", f"must be at most {row.steps} of {row.name}")
    return Standing(
        ref=unit.ref or unit.unit, row=row, steps=unit.steps, moved=unit.moved, fought=unit.fought,
        regroups=unit.regroups, fatigued=unit.fatigued,
    )  # fmt: skip


def _spell(name: str, pack: Pack, place: str) -> Spell:
    found = next((spell for spell in pack.spells if spell.id == name), None)
    if found is None:
        raise MalformedError(place, f"there is no spell “{name}” in the {pack.meta.sentence}")
    return found


def _moon(situation: Recruiting | Building, pack: Pack) -> Moon | None:
    """As it is said, else by the turn."""
    return situation.moon or (pack.rules.moon(situation.turn) if situation.turn else None)


def _site(situation: Recruiting, pack: Pack) -> Site:
    if situation.site is not None:
        for name in ("hex", "capital", "enemies"):
            if getattr(situation, name):
                raise MalformedError(name, "is said of the site itself, where there is one")
        return situation.site
    if situation.hex is None:
        raise MalformedError("site", "is missing: say what the hex is, or which hex of the pack's map")
    if pack.map is None:
        raise MalformedError("hex", "the pack has no map: say what the hex is")
    return site_of(pack.map, situation.hex, capital=situation.capital, enemies=situation.enemies)


def _recruiting(situation: Recruiting, pack: Pack) -> Asked:
    units = [_standing(unit, pack, f"units[{number}]") for number, unit in enumerate(situation.units)]
    site, moon, readings = _site(situation, pack), _moon(situation, pack), situation.readings
    if situation.after_battle:
        found = recruiting.recruits_after_victory(units, site, moon, readings, won=situation.won)
    else:
        found = recruiting.recruits(units, site, moon, readings)
    able = [each.standing for each in found if each.most]
    wanting = [each.standing for each, unit in zip(found, situation.units, strict=True) if each.most and unit.wants]
    limit = recruiting.hex_limit(wanting, moon)
    over = tuple(recruiting.refused_limit(wanting, moon))
    refusals = [refusal for each in found for refusal in each.refusals]
    explained = [
        f"{each.standing.name} may gain {each.most} step{'s' if each.most > 1 else ''}." for each in found if each.most
    ]
    if wanting:
        explained.append(f"At most {limit} unit{'s' if limit > 1 else ''} may recruit in this hex.")
    said = _said(
        pack, [] if able else dict.fromkeys(refusals), explained, moon=moon, limit=limit if wanting else 0,
        units=[_plain_recruit(each) for each in found], choose=[each.sentence for each in over],
    )  # fmt: skip
    return Asked(said=said)


def _plain_recruit(recruit: recruiting.Recruit) -> Plain:
    return {
        "ref": recruit.standing.ref,
        "may": bool(recruit.most),
        "gains_up_to": recruit.most,
        "class": recruiting.class_of(recruit.standing.row),
        "reasons": [plain_refusal(each) for each in recruit.refusals],
    }


def _casting(situation: Casting, pack: Pack) -> Asked:
    caster = _standing(situation.caster, pack, "caster")
    spell = _spell(situation.spell, pack, "spell")
    wizard = caster.row.kind is Kind.WIZARD
    if wizard:
        refusals = list(casting.refused_spell(caster, spell.level, cast=situation.cast))
    elif caster.row.kind.is_chaos:
        refusals = list(casting.refused_chaos_spell(caster, spell.level))
    else:
        raise MalformedError("caster.unit", f"{caster.name} casts no spells")
    if refusals:
        return Asked(said=_said(pack, refusals))
    left = casting.steps_after_spell(caster, spell.level)
    explained = [f"{spell.name} is of level {spell.level}; {caster.name} has {left} of {caster.steps} steps after it."]
    if rounds := casting.rounds_held(spell):
        explained.append(f"It holds for {rounds} round; to hold on it is cast again.")
    steps = [Step[Round](spell.name, WIZARDS, lambda _: spell_dice(spell), lambda _, hits: Round((hits,)))]
    events: dict[str, Callable[[Round], bool]] = {}
    if wizard:
        chance = casting.fatigue_chance(spell.level)
        explained.append(f"On {spell.level} or less, {chance}, the wizard has to retreat as his next round begins.")
        steps.append(Step("fatigue", WIZARDS, lambda _: Dice(1), _with_fatigue(spell.level)))
        events["fatigued"] = lambda end: bool(end.fatigued)
    numbers: dict[str, Callable[[Round], int]] = {"hits": lambda end: end.steps[0]} if spell.dice else {}
    return Asked(steps, Round((0,)), numbers, events, _said(pack, (), explained, steps_left=left))


def _with_fatigue(level: int) -> Callable[[Round, int], Round]:
    """The round with the wizard fatigued where the die says so."""
    return lambda end, face: Round(end.steps, frozenset(("wizard",) if casting.is_fatigued(face, level) else ()))


def _learning(situation: Learning, pack: Pack) -> Asked:
    wizard = _wizard(situation.wizard, pack)
    kills = tuple(
        casting.Kill(_spell(kill.spell, pack, f"kills[{number}].spell"), kill.battle)
        for number, kill in enumerate(situation.kills)
    )
    gained = casting.steps_learnt(wizard, kills)
    explained = [f"{wizard.name} learns {gained} step{'' if gained == 1 else 's'}: {wizard.steps + gained} then."]
    return Asked(said=_said(pack, (), explained, gained=gained))


def _wizard(unit: UnitInHex, pack: Pack) -> Standing:
    wizard = _standing(unit, pack, "wizard")
    if wizard.row.kind is not Kind.WIZARD:
        raise MalformedError("wizard.unit", f"{wizard.name} is no wizard")
    return wizard


def _study(situation: Study, pack: Pack) -> Asked:
    wizard = _wizard(situation.wizard, pack)
    if refusals := list(casting.refused_study(wizard, situation.site)):
        return Asked(said=_said(pack, refusals))
    step = Step[int]("henge", WIZARDS, lambda _: Dice(1), lambda _, face: casting.steps_studied(face))
    return Asked((step,), 0, {}, {"a step gained": bool}, _said(pack, (), ["A step on a 1 or 2."]))


def _firing(situation: Firing, pack: Pack) -> Asked:
    row = pack.unit(situation.unit, "unit")
    if row.hit is None:
        raise MalformedError("unit", f"{row.name} has no number to hit with")
    step = Step[int](row.name, COMBAT, lambda _: dice_of(row, situation.steps), lambda _, hits: hits)
    explained = [f"{situation.steps} dice, each hits on {row.hit} or less."]
    return Asked((step,), 0, {"hits": lambda hits: hits}, {}, _said(pack, (), explained))


def _battle(situation: BattleRound, pack: Pack) -> Asked:
    blocks: list[Block] = []
    refusals: list[Refusal] = []
    for number, each in enumerate(situation.blocks):
        place = f"blocks[{number}]"
        standing = _standing(UnitInHex(unit=each.unit, steps=each.steps, ref=each.ref), pack, place)
        spell = _spell(each.spell, pack, f"{place}.spell") if each.spell else None
        if spell and standing.row.kind is Kind.WIZARD:
            refusals += casting.refused_spell(standing, spell.level)
        elif spell:
            refusals += casting.refused_chaos_spell(standing, spell.level)
        blocks.append(Block(ref=standing.ref, side=each.side, row=standing.row, steps=standing.steps, spell=spell))
    if len({block.side for block in blocks}) < len(Side):
        raise MalformedError("blocks", "must have attackers and defenders")
    if len({block.ref for block in blocks}) < len(blocks):
        raise MalformedError("blocks", "two have one name: give each its own ref")
    order = firing_order(blocks)
    explained = [f"They act in this order: {', '.join(block.ref for block in order)}."]
    explained.append("Within a letter defenders fire first, and hits are taken by the strongest block.")
    if refusals:
        return Asked(said=_said(pack, refusals, explained))
    lost = {f"steps left of {side}s": _left_of(order, side) for side in Side}
    gone = {f"no {side} left": _none_left(_left_of(order, side)) for side in Side}
    casters = [block.ref for block in order if block.spell and block.row.kind is Kind.WIZARD]
    tired = {f"{ref} fatigued": _is_tired(ref) for ref in casters}
    start = Round(tuple(block.steps for block in order))
    said = _said(pack, (), explained, order=[block.ref for block in order])
    return Asked(tuple(round_steps(order)), start, lost, gone | tired, said)


def _left_of(order: Sequence[Block], side: Side) -> Callable[[Round], int]:
    places = [place for place, block in enumerate(order) if block.side is side]
    return lambda end: sum(end.steps[place] for place in places)


def _none_left(left: Callable[[Round], int]) -> Callable[[Round], bool]:
    return lambda end: left(end) == 0


def _is_tired(ref: str) -> Callable[[Round], bool]:
    return lambda end: ref in end.fatigued


def _building(situation: Building, pack: Pack) -> Asked:
    picks: list[building.AnyPick] = []
    for number, pick in enumerate(situation.picks):
        if (pick.unit is None) is (pick.castle is None):
            raise MalformedError(f"picks[{number}]", "must be a unit or a castle")
        if pick.unit is not None:
            picks.append(building.CadrePick(pack.unit(pick.unit, f"picks[{number}].unit"), pick.at))
        else:
            picks.append(building.CastlePick(pick.castle or ""))
    phase = building.BuildPhase(
        size=situation.scenario, cities=situation.cities, moon=_moon(situation, pack), pool=situation.pool,
        dead=situation.dead, stack_limit=pack.rules.stack_limit,
    )  # fmt: skip
    where = building.arrivals(situation.scenario, situation.cities)
    explained = [f"Cadres may arrive here: {', '.join(where) or 'nowhere'}."]
    return Asked(said=_said(pack, building.refused_picks(phase, picks), explained, arrivals=where))


def _retreat(situation: Retreat, pack: Pack) -> Asked:
    return Asked(said=_said(pack, ends.refused_goal(situation.scenario, situation.goal)))


def _watch(situation: Watch, pack: Pack) -> Asked:
    gold = {side: ends.gold_held(situation.scenario, realm.cities) for side, realm in situation.sides.items()}
    lost = {side: realm.lost_wizards for side, realm in situation.sides.items()}
    over = ends.ended(situation.scenario, situation.turn, gold, lost, end_of_turn=situation.end_of_turn)
    explained = [f"{side} holds {held} gold." for side, held in gold.items()]
    explained.append("The game goes on." if over is None else f"{over.how.capitalize()}: {over.winner or 'nobody'}.")
    said = _said(
        pack, (), explained, gold=gold, ended=over and over.how, winner=(over.winner or None) if over else None
    )  # fmt: skip
    return Asked(said=said)


ASKERS: Mapping[type[AnySituation], Callable[[Any, Pack], Asked]] = {
    Recruiting: _recruiting,
    Casting: _casting,
    Learning: _learning,
    Study: _study,
    Firing: _firing,
    BattleRound: _battle,
    Building: _building,
    Retreat: _retreat,
    Watch: _watch,
}
