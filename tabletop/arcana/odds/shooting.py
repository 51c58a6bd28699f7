"""Shots: at a unit, into a melee, while a charge comes in, or by plain numbers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import FOOTPRINTS, Armour, Missile, Statistics
from tabletop.arcana.odds.questions import Asked, Receipt, characters_called, losses, saved
from tabletop.arcana.odds.situations import AreaAttack, Beside, Shooting, Strikes
from tabletop.arcana.odds.spells import forbids, is_in_doubt
from tabletop.arcana.odds.targets import characters_left, characters_losses, target_of
from tabletop.arcana.odds.units import Known, facing, known
from tabletop.arcana.odds.work import check_salvo
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.mixed import first_of
from tabletop.arcana.rules.shooting.conditions import ChargeFire, Conditions, band_at, barred_by, hindrance, may_reload
from tabletop.arcana.rules.shooting.into_melees import Melee, into_melee_start, into_melee_steps
from tabletop.arcana.rules.shooting.salvoes import Salvo, SalvoState, Target, salvo_start, salvo_steps
from tabletop.arcana.rules.shooting.shooting import OUT_OF_RANGE
from tabletop.arcana.rules.shooting.tohit import MODIFIERS, AimedAt, needed
from tabletop.decoding import MalformedError
from tabletop.dice import Change, parse_dice
from tabletop.receipts import Breakdown, Line

COVER = {"none": 0, "cover": -1, "full": -2}
RANKS_THAT_SHOOT = 2
CHARGES = {"charging": ChargeFire.CHARGING, "standing": ChargeFire.STANDING, None: None}
MOST_INTO_A_MELEE = 40  # shots: the state has what every unit suffers


def shots_of(catalogue: Catalogue, situation: Shooting) -> Asked:
    """A unit's shots: hits, wounds and models that fall, and a character's wounds."""
    shooter = known(catalogue, situation.shooter, "shooter", name="shooter")
    if situation.shooter.characters:
        raise MalformedError("shooter.characters", "must be empty: characters shoot by themselves")
    barred = forbids(shooter.borne, "shooting")
    if barred and is_in_doubt(shooter.borne, barred):
        raise MalformedError("shooter.spells", f"must be without {barred.name}, which may keep it from shooting")
    if situation.charge == "standing" and situation.engaged:
        raise MalformedError("engaged", "must be false: who stands and fires shoots at chargers")
    missile = _weapon(situation, shooter)
    if not situation.loaded:
        return _reloading(situation, shooter, missile)
    if situation.engages:
        raise MalformedError("engages", "must be false: who fights doesn't shoot")
    models = min(shooter.left.models, RANKS_THAT_SHOOT * shooter.ranks) if shooter.ranks else shooter.left.models
    if shooter.kinds.missile:
        shooting = first_of(models, shooter.kinds.parts)
        models = sum(shooting[kind] for kind in shooter.kinds.missile[shooter.figures.missile.index(missile)])
    most = models * missile.attacks
    if situation.shots is not None and situation.shots > most:
        raise MalformedError("shots", f"must be at most {most}, those of the {models} models that shoot")
    shots = 0 if barred else most if situation.shots is None else situation.shots
    volley = Volley(situation, shooter, missile, shots)
    target = known(catalogue, situation.target, "target", name="target")
    first, number = volley.at(target, situation, name=shooter.name, engaged=situation.engaged)
    receipts = (number, saved("saves", first.save(first.target.figures)))
    if not situation.strays:
        return _salvo(first, receipts)
    return _into_melee(catalogue, situation, volley, first, receipts)


def _reloading(situation: Shooting, shooter: Known, missile: Missile) -> Asked:
    """A turn without a shot, after which the weapon is loaded or not."""
    if not missile.reloads:
        raise MalformedError("loaded", f"must be true: {missile.name.lower()} takes no turn to reload")
    if situation.charge is not None:
        raise MalformedError("charge", "must be absent: who reloads doesn't shoot")
    ready = may_reload(missile, situation.moved, machine=shooter.is_war_machine, engaged=situation.engages)
    return Asked((), None, {"hits": lambda _: 0}, {"reloads": lambda _: ready})


class Volley(Struct, frozen=True):
    """Who shoots, with what, and how often."""

    situation: Shooting
    shooter: Known
    missile: Missile
    shots: int

    def at(self, target: Known, stated: Shooting | Beside, *, name: str, engaged: bool) -> tuple[Salvo, Receipt]:
        """The salvo at a unit, and what it needs; MalformedError where it can't be shot."""
        shooter, target = facing(self.shooter, target), facing(target, self.shooter, shot_at=True)
        missile = _weapon(self.situation, shooter)
        number = _needed(replace(self, shooter=shooter, missile=missile), target, stated)
        salvo = Salvo(
            name=name,
            missile=missile,
            shots=self.shots,
            needed=int(number.breakdown.exact),
            target=target_of(target, engaged=engaged),
        )
        check_salvo(salvo, "shots")
        return salvo, number


def _weapon(situation: Shooting, shooter: Known) -> Missile:
    begins = situation.weapon.lower()
    for missile in shooter.figures.missile:
        if missile.name.lower().startswith(begins):
            return missile
    named = f" “{situation.weapon}”" if begins else ""
    raise MalformedError("weapon" if begins else "shooter", f"{shooter.name} has no missile attack{named}")


def _needed(volley: Volley, target: Known, stated: Shooting | Beside) -> Receipt:
    """What the shots need; MalformedError where they can't be shot so far, or after such a move."""
    situation, shooter, missile = volley.situation, volley.shooter, volley.missile
    movement = shooter.figures.movement
    how = Conditions(moved=situation.moved, arrived=situation.arrived, charge=CHARGES[situation.charge])
    speed = movement.ground or movement.fly or 0
    if reason := barred_by(missile, how, speed):
        raise MalformedError("moved" if how.charge is None else "charge", reason.text)
    field = "range" if isinstance(stated, Shooting) else target.field.removesuffix("unit") + "range"
    if stated.range is None and not how.charge:
        raise MalformedError(field, "is missing")
    band = band_at(missile, how, stated.range or 0)
    if band in OUT_OF_RANGE:
        raise MalformedError(field, f"{stated.range:g} inches are {band} for this weapon")
    models = target.left.models + target.led_by  # all count as bases of the troops
    bases = models * FOOTPRINTS[target.figures.base][2] if target.ranks else 0
    aimed = AimedAt(figures=target.figures, bases_in_ranks=bases, flying=stated.flying, immobile=stated.held_fast)
    hindered = hindrance(missile, how, speed)
    lines = needed(missile, band, aimed, cover=COVER[stated.cover], hindrance=hindered).breakdown
    if stated.to_hit:
        lines += Breakdown((Line("as stated", Fraction(stated.to_hit), MODIFIERS),))
    at = "" if isinstance(stated, Shooting) else f" {target.name}"
    return Receipt(f"{shooter.name}: to hit{at}", lines)


def _into_melee(
    catalogue: Catalogue, situation: Shooting, volley: Volley, first: Salvo, receipts: tuple[Receipt, ...]
) -> Asked:
    """Shots at a unit in a melee, and then at whom it fights."""
    if not situation.engaged:
        raise MalformedError("engaged", "must be true: shots that miss are rolled at whom the target fights")
    if volley.shots > MOST_INTO_A_MELEE:
        raise MalformedError("shots", f"must be at most {MOST_INTO_A_MELEE} into a melee")
    salvoes, names, more = [first], ["target"], list(receipts)
    for place, stated in enumerate(situation.strays):
        unit = known(catalogue, stated.unit, f"strays[{place}].unit", name="cdef"[place])
        if unit.name in (*names, volley.shooter.name):
            raise MalformedError(f"strays[{place}].unit.name", f"is that of another unit, “{unit.name}”")
        salvo, number = volley.at(unit, stated, name=f"{volley.shooter.name} at {unit.name}", engaged=True)
        salvoes.append(salvo)
        names.append(unit.name)
        more += [number, saved(f"{unit.name} saves", salvo.save(salvo.target.figures))]
    numbers: dict[str, Callable[[Melee], int]] = {}
    events: dict[str, Callable[[Melee], bool]] = {}
    for place, (name, salvo) in enumerate(zip(names, salvoes, strict=True)):
        before = f"{name}." if place else ""
        asked = _salvo(salvo, ())
        numbers |= {f"{before}{what}": partial(_of_unit, place, read) for what, read in asked.numbers.items()}
        events |= {f"{before}{what}": partial(_of_unit, place, read) for what, read in asked.events.items()}
    return Asked(into_melee_steps(salvoes), into_melee_start(salvoes), numbers, events, tuple(more))


def one_after_the_other(volleys: Sequence[Asked]) -> Asked:
    """Volleys of one unit at the same target, each at whom those before have left: what they cost together."""
    first, *further = volleys
    steps = list(first.steps)
    for volley in further:
        steps += [Change(partial(_as_left, volley.start)), *volley.steps]
    numbers = {name: read for name, read in first.numbers.items() if name.rpartition(".")[2] != "hits"}
    receipts = tuple(receipt for volley in volleys for receipt in volley.receipts)
    return Asked(steps, first.start, numbers, first.events, receipts)


def _as_left(start: SalvoState | Melee, end: SalvoState | Melee) -> SalvoState | Melee:
    """The start of a volley at whom another has left."""
    if isinstance(start, Melee) and isinstance(end, Melee):
        units = zip(start.units, end.units, strict=True)
        return replace(start, units=tuple(_left_of(salvo, before) for salvo, before in units))
    assert isinstance(start, SalvoState)
    assert isinstance(end, SalvoState)
    return _left_of(start, end)


def _left_of(start: SalvoState, end: SalvoState) -> SalvoState:
    return replace(start, left=end.left, character=end.character, others=end.others)


def _of_unit(place: int, read: Callable[[SalvoState], Any], melee: Melee) -> Any:
    return read(melee.units[place])


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


def area_of(catalogue: Catalogue, situation: AreaAttack) -> Asked:
    """Area attacks by plain numbers at a unit: their hits, and what it loses to them."""
    unit = known(catalogue, situation.target, "target", name="target")
    missile = Missile(
        range=1,
        attacks=1,
        skill=0,
        strength=situation.strength,
        magical=situation.magical,
        artillery=situation.artillery,
        hits_d3=parse_dice(situation.hits).count,
        wounds_d3=parse_dice(situation.wounds).count if situation.wounds else 0,
    )
    target = target_of(unit, engaged=situation.engaged)
    salvo = Salvo(name="attacks", missile=missile, shots=situation.shots, needed=situation.needed, target=target)
    check_salvo(salvo, "shots")
    return _salvo(salvo, (saved(f"{unit.name} saves", salvo.save(target.figures)),))


def _salvo(salvo: Salvo, receipts: tuple[Receipt, ...]) -> Asked:
    target, alone = salvo.target, salvo.target.characters_alone
    of_troops = losses(target.left, target.figures.wounds, lambda shot: shot.left)
    numbers: dict[str, Callable[[SalvoState], int]] = {
        "hits": lambda shot: shot.scored,
        **(characters_losses(target) if alone else of_troops),
    }
    events: dict[str, Callable[[SalvoState], bool]] = {
        "destroyed": lambda shot: not (characters_left(target, shot) if alone else shot.left.models)
    }
    if target.character is not None:
        led = (target.character, *target.others), (target.character_left, *target.others_left)
        called = characters_called(target.rides_of)
        for place, (name, figures, left) in enumerate(zip(called, *led, strict=True)):
            numbers[f"{name}.wounds"] = partial(_characters_wounds, place, figures, left)
            events[f"{name}.falls"] = partial(_character_falls, place)
    return Asked(salvo_steps(salvo), salvo_start(salvo), numbers, events, receipts)


def _characters_wounds(place: int, figures: Statistics, before: Left, shot: SalvoState) -> int:
    left = (shot.character, *shot.others)[place]
    return before.wounds(figures.wounds) - left.wounds(figures.wounds)


def _character_falls(place: int, shot: SalvoState) -> bool:
    return not (shot.character, *shot.others)[place].models
