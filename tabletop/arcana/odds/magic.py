"""What situations of magic ask: counterspells, dispels, and a spell with all that its dice do to a target."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.catalogue.dispelling import COUNTERSPELL, DISPEL
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.arcana.catalogue.spells import effects as fx
from tabletop.arcana.odds.aftermath import aftermath_of
from tabletop.arcana.odds.castings import casting_of, powers_of
from tabletop.arcana.odds.questions import Asked, Receipt, characters_called
from tabletop.arcana.odds.situations import Counterspell, Dispel, SpellCast
from tabletop.arcana.odds.spells import persistent_spell, plain_change
from tabletop.arcana.odds.targets import characters_losses
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.magic.casting import (
    Cast,
    Casting,
    Command,
    Part,
    Stop,
    countering_steps,
    resisted_by,
    save_receipts,
)
from tabletop.arcana.rules.magic.contests import Contest
from tabletop.arcana.rules.magic.effects import casting_start, casting_steps, contest_of, rolled
from tabletop.arcana.rules.magic.harm import death_receipt, needed, volley
from tabletop.arcana.rules.magic.kinds import Mechanism, mechanism
from tabletop.arcana.rules.shooting.salvoes import SalvoState
from tabletop.decoding import MalformedError
from tabletop.dice import Step

Plain = dict[str, Any]
Numbers = dict[str, Callable[[Cast], int]]
Events = dict[str, Callable[[Cast], bool]]

START = Cast(at=SalvoState(0, Left(0), Left(0)))
HARMFUL = (fx.Hits, fx.Wounds, fx.Slays)


def countering_of(situation: Counterspell) -> Asked:
    """A casting against those who counter it, one after the other."""
    powers = powers_of(situation.counters)
    return Asked(
        steps=countering_steps(powers, situation.power),
        start=START,
        numbers={"attempts": lambda cast: cast.attempts},
        events={"stands": lambda cast: cast.goes_on, "countered": _was(Stop.COUNTERED)},
        receipts=tuple(_counter_receipts(powers, situation.power)),
    )


def _was(stop: Stop) -> Callable[[Cast], bool]:
    return lambda cast: cast.stopped is stop


def _counter_receipts(powers: tuple[int, ...], against: int) -> Iterator[Receipt]:
    for number, power in enumerate(powers, 1):
        yield Receipt(f"counterspell {number}: ahead by", Contest(COUNTERSPELL, power, against).receipt)


def dispel_of(catalogue: Catalogue, situation: Dispel) -> Asked:
    """A persistent spell dispelled by the spell that does so, which may be countered, or by the bought ability."""
    if situation.bought and situation.power:
        raise MalformedError("power", "must be 0: a bought dispel adds nothing")
    if not situation.bought and situation.power < DISPEL.least:
        raise MalformedError("power", f"must be at least {DISPEL.least}")
    powers = powers_of(situation.counters)
    contest = Contest(DISPEL, situation.power, persistent_spell(catalogue, situation.spell, "spell").level)
    contesting = Step[Cast](
        "",
        DISPEL.citation,
        lambda cast: contest if cast.goes_on else None,
        lambda cast, won: replace(cast, won=won),
    )
    countered: Events = {"countered": _was(Stop.COUNTERED)} if powers else {}
    return Asked(
        steps=[*countering_steps(powers, situation.power), contesting],
        start=START,
        numbers={},
        events={"dispelled": lambda cast: cast.won, **countered},
        receipts=(*_counter_receipts(powers, situation.power), Receipt("dispel: ahead by", contest.receipt)),
    )


def cast_of(catalogue: Catalogue, situation: SpellCast) -> Asked:
    """A spell from its counterspells to the test of morale that it may bring about."""
    casting, unit = casting_of(catalogue, situation)
    steps, events, numbers = [*casting_steps(casting)], _outcomes(casting), numbers_of(casting)
    if unit is not None and shakes(casting):
        steps += aftermath_of(catalogue, situation, casting, unit).steps()
        events |= {"tests": lambda cast: cast.tests, "breaks": lambda cast: cast.broken}
        numbers["paid"] = lambda cast: cast.paid
    return Asked(
        steps=steps,
        start=casting_start(casting),
        numbers=numbers,
        events=events,
        receipts=(*_counter_receipts(casting.counters, casting.power), *receipts_of(casting)),
        changes=tuple(changes_of(casting)),
    )


def _outcomes(casting: Casting) -> Events:
    """Whether the spell takes effect, what may stop it, and who wins its contests."""
    events: Events = {"cast": lambda cast: cast.goes_on}
    if casting.counters:
        events["countered"] = _was(Stop.COUNTERED)
    if resisted_by(casting):
        events["saved"] = _was(Stop.SAVED)
    if casting.displaces:
        for place, spell in enumerate((*casting.borne, casting.spell)):
            events[f"{spell.slug}.displaced"] = partial(_is_displaced, place)
    if casting.target is not None and harms(casting):
        events |= characters_falls(casting.target.rides_of)
    for effect in casting.spell.effects:
        match effect:
            case fx.Contest():
                events[effect.outcome] = lambda cast: cast.won
            case fx.Does(rule="changes-control"):
                events |= {f"{who}.commands": partial(_commands, who) for who in Command}
    return events


def characters_falls(rides: Sequence[int]) -> Events:
    """Whether each character of the target has fallen, and what carries one, as `characters_called` has them."""
    named = enumerate(characters_called(rides), 1)
    return {f"{called}.falls": partial(_has_fallen, place) for place, called in named}


def _has_fallen(place: int, cast: Cast) -> bool:
    return not cast.at.bodies[place].models


def _is_displaced(place: int, cast: Cast) -> bool:
    return place in cast.displaced


def _commands(who: Command, cast: Cast) -> bool:
    return cast.command is who


def numbers_of(casting: Casting) -> Numbers:
    """What the dice for a target bring, by their kinds; creatures that come at once."""
    numbers: Numbers = {}
    if len(casting.counters) > 1:
        numbers["attempts"] = lambda cast: cast.attempts
    effects = [*rolled(casting.spell.effects, casting)]
    if harms(casting):
        numbers |= _losses(casting, effects)
    if any(isinstance(effect, fx.Heals) for effect in effects):
        numbers["healed"] = lambda cast: cast.healed
    if any(isinstance(effect, fx.Revives) for effect in effects):
        numbers["returned"] = lambda cast: cast.returned
    if any(isinstance(effect, fx.Does) for effect in effects):
        numbers["regained"] = lambda cast: cast.regained
    if any(isinstance(effect, fx.DieTable) for effect in casting.spell.effects) and casting.part is Part.TARGET:
        numbers["table"] = lambda cast: cast.face
    for effect in casting.spell.effects:
        if isinstance(effect, fx.Summons):
            count = effect.count + _more_creatures(casting)
            numbers["creatures"] = lambda cast, count=count: count if cast.goes_on else 0  # type: ignore[misc]
        if isinstance(effect, fx.Raises) and effect.save is None and "fallen" in numbers:
            numbers["risen"] = numbers["fallen"]
    return numbers


def _more_creatures(casting: Casting) -> int:
    more = casting.spell.extra_power
    return int(more.adds) * casting.extra if more is not None and more.to == "creatures" else 0


def _losses(casting: Casting, effects: list[fx.SpellEffect]) -> Numbers:
    target = casting.target
    if target is None:
        return {}
    each, before = target.figures.wounds, target.left
    numbers: Numbers = {}
    if any(isinstance(effect, fx.Hits) for effect in effects):
        numbers["hits"] = lambda cast: cast.at.scored
    if target.characters_alone:
        numbers |= {name: partial(_read_at, read) for name, read in characters_losses(target).items()}
    else:
        numbers["wounds"] = lambda cast: before.wounds(each) - cast.at.left.wounds(each)
        numbers["fallen"] = lambda cast: before.models - cast.at.left.models
    lefts = (target.character_left, *target.others_left)
    called = characters_called(target.rides_of)
    for place, (name, figures) in enumerate(zip(called, target.characters, strict=True)):
        numbers[f"{name}.wounds"] = partial(_wounds_lost, place + 1, figures.wounds, lefts[place])
    return numbers


def _read_at(read: Callable[[SalvoState], int], cast: Cast) -> int:
    return read(cast.at)


def _wounds_lost(place: int, each: int, before: Left, cast: Cast) -> int:
    return before.wounds(each) - cast.at.bodies[place].wounds(each)


def receipts_of(casting: Casting) -> Iterator[Receipt]:
    """What saves from the spell, what its contests hang on, and what its hits need and are saved on."""
    for saved in save_receipts(casting):
        yield Receipt(f"save against {casting.spell.name}", saved)
    for effect in casting.spell.effects:
        if isinstance(effect, fx.Contest) and (contest := contest_of(effect, casting)) is not None:
            yield Receipt(f"{casting.spell.name}: ahead by", contest.receipt)
    target = casting.target
    if target is None:
        return
    for effect in rolled(casting.spell.effects, casting):
        match effect:
            case fx.Hits():
                if effect.skill is not None:
                    yield Receipt("to hit", needed(effect.skill, target.figures).breakdown)
                yield from _saves(effect, casting, target.figures, "saves")
                for called, figures in zip(characters_called(target.rides_of), target.characters, strict=True):
                    yield from _saves(effect, casting, figures, f"the {called} saves")
            case fx.Slays():
                yield Receipt("saves from death", death_receipt(effect, casting, target.figures))


def _saves(hits: fx.Hits, casting: Casting, figures: Statistics, text: str) -> Iterator[Receipt]:
    if casting.target is not None:
        saves = volley(hits, casting, casting.target).save(figures)
        yield Receipt(f"{text} by {saves.kind}", saves.breakdown)


def shakes(casting: Casting) -> bool:
    """Whether the spell hurts its target or is about its morale."""
    if casting.target is None or casting.target.figures.morale is None:
        return False
    return harms(casting) or any(_unnerves(effect) for effect in casting.spell.effects if effect.whom == "target")


def harms(casting: Casting) -> bool:
    return any(isinstance(effect, HARMFUL) for effect in rolled(casting.spell.effects, casting))


def _unnerves(effect: fx.SpellEffect) -> bool:
    if mechanism(effect) is Mechanism.MORALE:
        return not (isinstance(effect, fx.Does) and effect.rule == "rallies")
    return isinstance(effect, fx.Loses) and effect.ability == "fearless"


def changes_of(casting: Casting) -> Iterator[Plain]:
    """Every effect that isn't rolled at the casting, or comes back, with the figures that it changes."""
    now = [*rolled(casting.spell.effects, casting)]
    target = casting.target if casting.part is Part.TARGET else None
    for effect in casting.spell.effects:
        is_rolled = effect in now or isinstance(effect, fx.Contest | fx.Summons)
        if effect.again is not None or not is_rolled:
            yield plain_change(effect, None if target is None else target.figures)
