"""What a situation asks: steps to be played or spread, and what is read from how they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import Struct

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import FOOTPRINTS, Armour, Melee, Missile, Statistics
from tabletop.arcana.odds.situations import Shooting, Strikes, ToHit
from tabletop.arcana.odds.units import Known, known
from tabletop.arcana.odds.work import check_salvo
from tabletop.arcana.rules.harm.blows import Blows
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.saving import SAVES, Save
from tabletop.arcana.rules.melee.blows import Fighter, Fighters, save
from tabletop.arcana.rules.melee.blows import needed as needed_in_melee
from tabletop.arcana.rules.melee.turns import Contenders, Standing, Turn, fighters_of, standings, start_of, turn_steps
from tabletop.arcana.rules.shooting.conditions import Conditions, barred_by, hindrance
from tabletop.arcana.rules.shooting.salvoes import Salvo, SalvoState, Target, salvo_start, salvo_steps
from tabletop.arcana.rules.shooting.shooting import OUT_OF_RANGE
from tabletop.arcana.rules.shooting.tohit import MODIFIERS, AimedAt, band_of, needed
from tabletop.decoding import MalformedError
from tabletop.dice import Step, parse_dice
from tabletop.dice.steps import Steps
from tabletop.receipts import Breakdown, Line

COVER = {"none": 0, "cover": -1, "full": -2}
RANKS_THAT_SHOOT = 2


class Receipt(Struct, frozen=True):
    """A number that dice have to show, or what it is made of, in words and line by line."""

    text: str
    breakdown: Breakdown


class Asked(Struct, frozen=True):
    """Steps from a start, and by their names the numbers and events that are read from the end.

    `changes` is what becomes different without dice, as plain values, None where nothing is asked about it;
    `unresolved` what isn't answered, in words.
    """

    steps: Steps[Any]
    start: Any
    numbers: Mapping[str, Callable[[Any], int]]
    events: Mapping[str, Callable[[Any], bool]]
    receipts: tuple[Receipt, ...] = ()
    changes: tuple[dict[str, Any], ...] | None = None
    unresolved: tuple[str, ...] = ()


def turn_of(pair: Contenders, *, morale: bool = True) -> Asked:
    """A turn of a melee: losses to blows by side, who breaks, and what is paid instead."""
    numbers: dict[str, Callable[[Turn], int]] = {}
    events: dict[str, Callable[[Turn], bool]] = {}
    for which, own in enumerate(pair):
        name = own.fighter.name
        numbers[f"{name}.wounds"] = partial(_wounds_lost, pair, which)
        numbers[f"{name}.fallen"] = partial(_models_lost, pair, which)
        numbers[f"{name}.paid"] = partial(_paid, pair, which)
        events[f"{name}.tests"] = lambda turn, which=which: turn.tests[which] is not None  # type: ignore[misc]
        events[f"{name}.breaks"] = lambda turn, which=which: _end(pair, which, turn).broken  # type: ignore[misc]
        events[f"{name}.destroyed"] = lambda turn, which=which: not _end(pair, which, turn).models  # type: ignore[misc]
        if own.fighter.leader is not None:
            numbers[f"{name}.character.wounds"] = partial(_leaders_wounds, pair, which)
            events[f"{name}.character.falls"] = partial(_leader_falls, pair, which)
        if own.fighter.figures.defence.regeneration:
            numbers[f"{name}.regained"] = lambda turn, which=which: turn.fight.of(which).regained[0]  # type: ignore[misc]
    return Asked(turn_steps(pair, morale=morale), start_of(pair), numbers, events, tuple(_melee_receipts(pair)))


def _end(pair: Contenders, which: int, turn: Turn) -> Standing:
    return standings(pair, turn)[which]


def _wounds_lost(pair: Contenders, which: int, turn: Turn) -> int:
    fighter, struck = pair[which].fighter, turn.fight.of(which)
    each = fighter.figures.wounds
    return fighter.left.wounds(each) - struck.left.wounds(each) + struck.regained[0]


def _models_lost(pair: Contenders, which: int, turn: Turn) -> int:
    return pair[which].fighter.left.models - turn.fight.of(which).left.models


def _paid(pair: Contenders, which: int, turn: Turn) -> int:
    own, struck, end = pair[which], turn.fight.of(which), _end(pair, which, turn)
    return own.wounds(struck.left, struck.leader) - own.wounds(end.left, end.leader)


def _leaders_wounds(pair: Contenders, which: int, turn: Turn) -> int:
    """What a character loses to blows."""
    leader, struck = pair[which].fighter.leader, turn.fight.of(which)
    if leader is None or struck.leader is None:
        return 0
    each = leader.figures.wounds
    return leader.left.wounds(each) - struck.leader.wounds(each) + struck.regained[1]


def _leader_falls(pair: Contenders, which: int, turn: Turn) -> bool:
    end = _end(pair, which, turn).leader
    return end is not None and not end.models


def _melee_receipts(pair: Contenders) -> Iterator[Receipt]:
    fighters = fighters_of(pair)
    for which in (0, 1):
        yield from _blow_receipts(fighters, which)


def _blow_receipts(fighters: Fighters, which: int) -> Iterator[Receipt]:
    """Of every attack that is used, at whom it strikes first."""
    own, enemy = fighters[which], fighters[1 - which]
    for fighter in filter(None, (own, own.leader)):
        target = enemy.leader if enemy.leader and fighter.seeks else enemy
        lines: list[tuple[str, Melee, Fighter]] = [
            (fighter.figures.melee[place].name or "blows", fighter.figures.melee[place], target)
            for place in fighter.lines
        ]
        if fighter.rams and fighter.figures.ramming:
            lines.append(("rams", fighter.figures.ramming, enemy))
        for name, line, struck in lines:
            yield Receipt(f"{fighter.name}, {name}: to hit", needed_in_melee(line, fighter, struck).breakdown)
            yield saved(f"{fighter.name}, {name}: {struck.name} saves", save(line, struck))


def saved(text: str, saves: Save) -> Receipt:
    """What a hit is saved on, for an answer."""
    return Receipt(f"{text} by {saves.kind}", saves.breakdown)


def shots_of(catalogue: Catalogue, situation: Shooting) -> Asked:
    """A unit's shots: hits, wounds and models that fall, and a character's wounds."""
    shooter = known(catalogue, situation.shooter, "shooter", name="shooter")
    target = known(catalogue, situation.target, "target", name="target")
    missile = _weapon(situation, shooter)
    number = _needed(situation, missile, shooter, target)
    character = _character(situation, missile, target)
    ranked = bool(target.ranks)
    models = min(shooter.left.models, RANKS_THAT_SHOOT * shooter.ranks) if shooter.ranks else shooter.left.models
    most = models * missile.attacks
    if situation.shots is not None and situation.shots > most:
        raise MalformedError("shots", f"must be at most {most}, those of the {models} models that shoot")
    salvo = Salvo(
        name=shooter.name,
        missile=missile,
        shots=most if situation.shots is None else situation.shots,
        needed=int(number.breakdown.exact),
        target=Target(
            figures=target.figures,
            left=target.left,
            ranked=ranked,
            takes_half=not (ranked or target.is_vehicle),
            engaged=situation.engaged,
            carries=target.is_war_machine or target.is_vehicle,
            shares=target.is_war_machine,
            character=character,
            character_left=target.leader_left,
        ),
    )
    check_salvo(salvo, "shots")
    return _salvo(salvo, (number, saved("saves", salvo.save(target.figures))))


def _weapon(situation: Shooting, shooter: Known) -> Missile:
    begins = situation.weapon.lower()
    for missile in shooter.figures.missile:
        if missile.name.lower().startswith(begins):
            return missile
    named = f" “{situation.weapon}”" if begins else ""
    raise MalformedError("weapon" if begins else "shooter", f"{shooter.name} has no missile attack{named}")


def _needed(situation: Shooting, missile: Missile, shooter: Known, target: Known) -> Receipt:
    """What the shots need; MalformedError where they can't be shot so far, or after such a move."""
    movement = shooter.figures.movement
    speed, how = movement.ground or movement.fly or 0, Conditions(moved=situation.moved)
    if reason := barred_by(missile, how, speed):
        raise MalformedError("moved", reason.text)
    band = band_of(missile, situation.range)
    if band in OUT_OF_RANGE:
        raise MalformedError("range", f"{situation.range:g} inches are {band} for this weapon")
    bases = target.left.models * FOOTPRINTS[target.figures.base][2] if target.ranks else 0
    aimed = AimedAt(figures=target.figures, bases_in_ranks=bases, flying=situation.flying, immobile=situation.held_fast)
    hindered = hindrance(missile, how, speed)
    lines = needed(missile, band, aimed, cover=COVER[situation.cover], hindrance=hindered).breakdown
    if situation.to_hit:
        lines += Breakdown((Line("as stated", Fraction(situation.to_hit), MODIFIERS),))
    return Receipt(f"{shooter.name}: to hit", lines)


def _character(situation: Shooting, missile: Missile, target: Known) -> Statistics | None:
    """Who leads the target; refused where hits of several wounds would have to go on from troops to it."""
    if situation.shooter.characters:
        raise MalformedError("shooter.characters", "must be empty: characters shoot by themselves")
    if target.leader and missile.wounds_d3:
        raise MalformedError("target.characters", "must be empty for weapons that cost several wounds")
    return target.leader


def strikes_of(situation: Strikes) -> Asked:
    """Attacks by plain numbers, as shots at nobody's troops."""
    hits = parse_dice(situation.hits).count if situation.hits else 0
    wounds = parse_dice(situation.wounds).count if situation.wounds else 0
    figures = Statistics(wounds=situation.wounds_each, armour=Armour(value=min(max(situation.save, 0), 6)))
    missile = Missile(range=1, attacks=1, skill=0, hits_d3=hits, wounds_d3=wounds)
    target = Target(figures=figures, left=Left(situation.models), takes_half=situation.loose, engaged=situation.engaged)
    salvo = Salvo(name="attacks", missile=missile, shots=situation.attacks, needed=situation.needed, target=target)
    check_salvo(salvo, "attacks")
    return _salvo(salvo, ())


def _salvo(salvo: Salvo, receipts: tuple[Receipt, ...]) -> Asked:
    target, each = salvo.target, salvo.target.figures.wounds
    numbers: dict[str, Callable[[SalvoState], int]] = {
        "hits": lambda shot: shot.scored,
        "wounds": lambda shot: target.left.wounds(each) - shot.left.wounds(each),
        "fallen": lambda shot: target.left.models - shot.left.models,
    }
    events: dict[str, Callable[[SalvoState], bool]] = {"destroyed": lambda shot: not shot.left.models}
    if target.character is not None:
        own = target.character.wounds
        numbers["character.wounds"] = lambda shot: target.character_left.wounds(own) - shot.character.wounds(own)
        events["character.falls"] = lambda shot: not shot.character.models
    return Asked(salvo_steps(salvo), salvo_start(salvo), numbers, events, receipts)


def hit_of(situation: ToHit) -> Asked:
    """One attack that nothing saves."""
    roll = Blows(1, situation.needed, 0, SAVES)
    step = Step[bool]("", SAVES, lambda _: roll, lambda _, hits: hits == 1)
    return Asked((step,), False, {}, {"hits": lambda hit: hit})
