"""What a situation asks: steps to be played or spread, and what is read from how they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import FOOTPRINTS, Armour, Melee, Missile, Statistics
from tabletop.arcana.odds.situations import MoraleTest, Rally, Shooting, Strikes, ToHit
from tabletop.arcana.odds.spells import unnerved
from tabletop.arcana.odds.units import Known, facing, figures_of, known, shaken
from tabletop.arcana.odds.work import check_salvo
from tabletop.arcana.rules.harm.blows import Blows
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.saving import SAVES, Save
from tabletop.arcana.rules.melee.blows import Fighters, save
from tabletop.arcana.rules.melee.blows import needed as needed_in_melee
from tabletop.arcana.rules.melee.turns import Contenders, Standing, Turn, fighters_of, standings, start_of, turn_steps
from tabletop.arcana.rules.morale import testing
from tabletop.arcana.rules.morale.testing import TESTS, Enemy, payment, receipt, triggers
from tabletop.arcana.rules.shooting.conditions import Conditions, barred_by, hindrance
from tabletop.arcana.rules.shooting.salvoes import Salvo, SalvoState, Target, salvo_start, salvo_steps
from tabletop.arcana.rules.shooting.shooting import OUT_OF_RANGE
from tabletop.arcana.rules.shooting.tohit import MODIFIERS, AimedAt, band_of, needed
from tabletop.decoding import MalformedError
from tabletop.dice import Step, parse_dice
from tabletop.dice.steps import Steps
from tabletop.receipts import Breakdown, Line

RALLYING = BOOK.section("Rally Attempts")
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
        events[f"{name}.destroyed"] = lambda turn, which=which: not _end(pair, which, turn).left.models  # type: ignore[misc]
    return Asked(turn_steps(pair, morale=morale), start_of(pair), numbers, events, tuple(_melee_receipts(pair)))


def _end(pair: Contenders, which: int, turn: Turn) -> Standing:
    return standings(pair, turn)[which]


def _wounds_lost(pair: Contenders, which: int, turn: Turn) -> int:
    fighter = pair[which].fighter
    each = fighter.figures.wounds
    return fighter.left.wounds(each) - turn.fight.of(which).left.wounds(each)


def _models_lost(pair: Contenders, which: int, turn: Turn) -> int:
    return pair[which].fighter.left.models - turn.fight.of(which).left.models


def _paid(pair: Contenders, which: int, turn: Turn) -> int:
    each = pair[which].fighter.figures.wounds
    return turn.fight.of(which).left.wounds(each) - _end(pair, which, turn).left.wounds(each)


def _melee_receipts(pair: Contenders) -> Iterator[Receipt]:
    fighters = fighters_of(pair)
    for which in (0, 1):
        yield from _blow_receipts(fighters, which)


def _blow_receipts(fighters: Fighters, which: int) -> Iterator[Receipt]:
    fighter, enemy = fighters[which], fighters[1 - which]
    lines: list[tuple[str, Melee]] = [
        (fighter.figures.melee[place].name or "blows", fighter.figures.melee[place]) for place in fighter.lines
    ]
    if fighter.rams and fighter.figures.ramming:
        lines.append(("rams", fighter.figures.ramming))
    for name, line in lines:
        yield Receipt(f"{fighter.name}, {name}: to hit", needed_in_melee(line, fighter, enemy).breakdown)
        yield saved(f"{fighter.name}, {name}: {enemy.name} saves", save(line, enemy))


def saved(text: str, saves: Save) -> Receipt:
    """What a hit is saved on, for an answer."""
    return Receipt(f"{text} by {saves.kind}", saves.breakdown)


def shots_of(catalogue: Catalogue, situation: Shooting) -> Asked:
    """A unit's shots: hits, wounds and models that fall, and a character's wounds."""
    shooter = known(catalogue, situation.shooter, "shooter", name="shooter")
    target = known(catalogue, situation.target, "target", name="target")
    shooter, target = facing(shooter, target), facing(target, shooter, shot_at=True)
    missile = _weapon(situation, shooter)
    number = _needed(situation, missile, shooter, target)
    character = _character(catalogue, situation, missile)
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
            character_left=_left_of(catalogue, situation),
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


def _character(catalogue: Catalogue, situation: Shooting, missile: Missile) -> Statistics | None:
    """Who leads the target; refused where hits of several wounds would have to go on from troops to it."""
    if situation.shooter.characters:
        raise MalformedError("shooter.characters", "must be empty: characters shoot by themselves")
    if not situation.target.characters:
        return None
    if missile.wounds_d3:
        raise MalformedError("target.characters", "must be empty for weapons that cost several wounds")
    if situation.target.characters[0].count != 1:
        raise MalformedError("target.characters[0].count", "must be 1")
    return figures_of(catalogue, situation.target.characters[0], "target.characters[0]")


def _left_of(catalogue: Catalogue, situation: Shooting) -> Left:
    """A character with what it has lost."""
    if not situation.target.characters:
        return Left(1)
    character, place = situation.target.characters[0], "target.characters[0]"
    wounds = figures_of(catalogue, character, place).wounds
    if character.wounds_lost >= wounds:
        raise MalformedError(f"{place}.wounds_lost", f"must be less than {wounds}, the wounds of a model")
    return Left(1, (character.wounds_lost,) if character.wounds_lost else ())


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


def test_of(catalogue: Catalogue, situation: MoraleTest) -> Asked:
    """A unit's test, if it has to make one: whether it breaks, or what it pays instead."""
    unit = known(catalogue, situation.unit, "unit", name="unit")
    foes = [known(catalogue, foe, f"enemies[{place}]", name="enemy") for place, foe in enumerate(situation.enemies)]
    for each in (unit, *foes):
        _check_test(each)
    for foe in foes:
        unit = replace(unit, figures=unnerved(unit.figures, foe.borne))
    own = shaken(unit, engaged=bool(foes))
    enemies = [
        Enemy(shaken(foe, engaged=True), front=foe.unit.fought_at == "front", at_flank=stated.stands_at != "front")
        for foe, stated in zip(foes, situation.enemies, strict=True)
    ]
    reasons = triggers(own, enemies)
    pays = testing.may_pay(unit.morale, ranked=own.ranked, machine=unit.is_war_machine, chosen=unit.unit.pays)
    forced = situation.forced and testing.may_be_tested(own)
    test = testing.MoraleTest(testing.number(own, enemies), pays=pays) if reasons or forced else None
    step = Step[int]("morale", TESTS, lambda _: test, lambda _, points: points)
    because = f" because it {', '.join(reasons)}" if reasons else ""
    text = f"{unit.name} tests{because}" if test else f"{unit.name} doesn't test; it would need"
    return Asked(
        steps=(step,),
        start=0,
        numbers={"paid": lambda points: payment(own.wounds, points) if pays else 0},
        events={
            "tests": lambda points: test is not None,
            "passes": lambda points: not points,
            "breaks": lambda points: points > 0 and not pays,
        },
        receipts=(Receipt(text, receipt(own, enemies)),),
    )


def _check_test(unit: Known) -> None:
    """What tests of morale don't know yet is refused, not guessed."""
    if unit.unit.characters:
        raise MalformedError(f"{unit.field}.characters", "must be empty: tests with characters aren't resolved here")
    if unit.figures.defence.regeneration and unit.left.lost:
        reason = "must be 0: regeneration, which comes before tests, isn't resolved here"
        raise MalformedError(f"{unit.field}.models[0].wounds_lost", reason)


def rally_of(situation: Rally) -> Asked:
    """One attempt to rally: 2 and 12 count as in every test (reading BR38)."""
    test = testing.MoraleTest(situation.morale)
    step = Step[bool]("rally", RALLYING, lambda _: test, lambda _, points: not points)
    return Asked((step,), False, {}, {"rallies": lambda rallied: rallied})
