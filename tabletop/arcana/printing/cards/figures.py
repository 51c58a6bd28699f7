"""A profile said as it is used: its five figures, its saves for each strength, its attacks as dice and needed numbers.

Nothing is worked out here: saves, bands and rolls are those of the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from tabletop.arcana.catalogue.profiles import Melee, Missile, OddStrength, Statistics, Strength, d3s
from tabletop.arcana.printing.signs import Sign
from tabletop.arcana.rules.harm.hitting import rolls_of
from tabletop.arcana.rules.harm.saving import Save, SaveKind, save_from_blow, save_from_missile
from tabletop.arcana.rules.shooting.tohit import BAND_MODIFIERS, bands_of

STRENGTHS = range(5)
X_BOW = re.compile("x[- ]bow")
NOTHING = "–"
EACH = "each"
SAVES_HEAD = ("", "Save if struck with strength")
FIXED_HEAD = ("Fixed", ": only these lower it")
ARMOUR = "Armour"
FROM_SHOTS = "from shots"
BY_STRENGTH = ", by strength"
ARMED = frozenset({"", "rider", "crew", "hand"})
ON_CONTACT = "on first contact; half on skirmishers"
LONG_WEAPON = "long weapon: first blow, two ranks"

Cells = tuple[str, ...]


class Figure(Struct, frozen=True):
    """One of the five figures under its label; what stands small beside it, in lines."""

    label: str
    sign: Sign
    value: str
    beside: Cells = ()


class Saves(Struct, frozen=True):
    """Saves by strength from 0 on: how the table begins, in bold and plain, and its rows under what strikes."""

    head: tuple[str, str]
    rows: tuple[tuple[str, Cells], ...]


class Attack(Struct, frozen=True, kw_only=True):
    """A line of attack: so many dice at a number, or by bands with what is rolled up to so many inches.

    `strength` is a figure or a word; `qualities` is what makes it special, `least` a least range.
    """

    sign: Sign
    dice: str
    unit: str = "dice"
    at: str = ""
    strength: Strength = 0
    who: str = ""
    qualities: Cells = ()
    alternative: bool = False
    bands: tuple[tuple[str, Fraction], ...] = ()
    least: Fraction = Fraction(0)
    hints: Cells = ()


def figures_of(row: Statistics) -> tuple[Figure, ...]:
    """Move, armour, magic, morale and wounds, in this order on every card."""
    return (
        _move(row),
        Figure(ARMOUR, Sign.SAVE, str(row.armour.value) if row.armour else NOTHING),
        Figure("Magic", Sign.MAGIC, str(row.defence.magic_resistance)),
        Figure("Morale", Sign.MORALE, str(row.morale.value) if row.morale else NOTHING),
        Figure("Wounds", Sign.WOUNDS, str(row.wounds) if row.wounds else NOTHING),
    )


def _move(row: Statistics) -> Figure:
    """The first way of moving large, the others small beside it; flight alone is called so."""
    move = row.movement
    ways = [(name, inches) for name, inches in (("fly", move.fly), ("swim", move.swim)) if inches is not None]
    sign = Sign.MOVE if move.fly is None else Sign.FLY
    if move.ground is not None:
        return Figure("Move", sign, f'{move.ground}"', _beside(ways))
    if not ways:
        return Figure("Move", sign, NOTHING)
    (name, inches), *others = ways
    return Figure("Move", sign, f'{inches}"', (name, *(f'{other} {reach}"' for other, reach in others)))


def _beside(ways: Sequence[tuple[str, int]]) -> Cells:
    """Two lines: one way's name and inches, or both ways."""
    if len(ways) == 1:
        ((name, inches),) = ways
        return name, f'{inches}"'
    return tuple(f'{name} {inches}"' for name, inches in ways)


@lru_cache(maxsize=1000)
def saves_of(row: Statistics) -> Saves:
    """A row for each way of being struck that differs from those above it."""
    blows, magical = _against_blows(row, magical=False), _against_blows(row, magical=True)
    shots, magical_shots = _against_shots(row), _against_shots(row, magical=True)
    artillery = _against_shots(row, artillery=True)
    in_ranks = _against_shots(row, in_ranks=True)
    is_fixed = blows[0] != NOTHING and len(set(blows)) == 1 and len(set(magical)) > 1
    rows: list[tuple[str, Cells]] = []
    if not is_fixed:
        rows.append(("melee and shots" if shots == blows else "in melee", blows))
    if shots != blows:
        rows.append((f"{FROM_SHOTS}{_why(row)}", shots))
    if in_ranks != shots:
        rows.append(("shots, in ranks", in_ranks))
    if magical != blows:
        same = "magical, artillery" if artillery == magical else f"magical{BY_STRENGTH}"
        rows.append((same if magical_shots == magical else "magical blows", magical))
    if magical_shots not in (shots, magical):
        rows.append(("magic shots, artillery" if artillery == magical_shots else "magical shots", magical_shots))
    if artillery != shots and (artillery != magical_shots or magical == blows == magical_shots):
        rows.append(("artillery", artillery))
    return Saves(FIXED_HEAD if is_fixed else SAVES_HEAD, tuple(rows))


def _why(row: Statistics) -> str:
    defence = row.defence
    if defence.shield:
        return " (shield)"
    return f" (+{defence.missile_armour})" if defence.missile_armour else ""


def _against_blows(row: Statistics, *, magical: bool) -> Cells:
    blows = (Melee(attacks=1, skill=1, strength=strength, magical=magical) for strength in STRENGTHS)
    return tuple(_saved_on(save_from_blow(blow, row, most=1)) for blow in blows)


def _against_shots(row: Statistics, *, magical: bool = False, artillery: bool = False, in_ranks: bool = False) -> Cells:
    shots = (
        Missile(range=1, attacks=1, skill=1, strength=strength, magical=magical, artillery=artillery)
        for strength in STRENGTHS
    )
    saves = [save_from_missile(shot, row, ranked=in_ranks, most=1) for shot in shots]
    return ("immune",) if saves[0].kind is SaveKind.IMMUNE else tuple(map(_saved_on, saves))


def _saved_on(save: Save) -> str:
    return str(min(save.number, 6)) if save.number > 0 else NOTHING


def attacks_of(row: Statistics, bought: Sequence[Missile] = (), *, each: bool = False) -> tuple[Attack, ...]:
    """Shots of arms first, then blows and the ram, natural shots last; `each` where every model of a unit strikes."""
    shots = [_shot(missile, each=each) for missile in (*bought, *row.missile) if not missile.natural]
    natural = [_shot(missile, each=each) for missile in row.missile if missile.natural]
    blows = [_blow(melee, _who(melee, each=each)) for melee in row.melee]
    rams = [_blow(row.ramming, _named("ram", each=each), ram=True)] if row.ramming else []
    return (*shots, *blows, *rams, *natural)


def _who(melee: Melee, *, each: bool) -> str:
    return EACH if each and not (melee.name or melee.per_wound) else melee.name.lower()


def _blow(melee: Melee, who: str, *, ram: bool = False) -> Attack:
    qualities = [ON_CONTACT] * ram
    if melee.sweep:
        qualities.append(_sweep(melee))
    qualities += [
        word
        for has, word in (
            (melee.first_strike, "first strike"),
            (melee.last_strike, "last strike"),
            (melee.long_weapon, LONG_WEAPON),
            (melee.phalanx, "phalanx: three ranks"),
        )
        if has
    ]
    return Attack(
        sign=_sign(melee, ram=ram),
        dice=str(melee.attacks),
        unit=_unit(melee.attacks) + " per wound" * melee.per_wound,
        at=" then ".join(map(str, rolls_of(melee.skill))) or NOTHING,
        strength=melee.strength,
        who=who,
        qualities=(*qualities, *_effects(melee)),
        alternative=melee.alternative,
    )


def _sign(melee: Melee, *, ram: bool) -> Sign:
    """Arms for whoever has hands: blows without a name, a rider's and a crew's."""
    if ram:
        return Sign.RAM
    if melee.sweep:
        return Sign.SWEEP
    return Sign.SWORD if melee.name.casefold() in ARMED else Sign.CLAW


def _unit(dice: int) -> str:
    return "die" if dice == 1 else "dice"


def _sweep(melee: Melee) -> str:
    times = "" if melee.sweeps == 1 else f"{melee.sweeps} times "
    return f"sweep: {times}up to {melee.attacks} foes, once each"


def _named(name: str, *, each: bool) -> str:
    return ", ".join(filter(None, (attack_name(name), EACH * each)))


def attack_name(name: str) -> str:
    """What an attack is called within a sentence, crossbows in full."""
    return X_BOW.sub("crossbow", name.lower())


def _shot(missile: Missile, *, each: bool) -> Attack:
    is_machine = missile.artillery and not missile.natural
    special = (
        (missile.artillery, "artillery"),
        (missile.natural, "natural"),
        (missile.reloads, "a turn to reload"),
    )
    return Attack(
        sign=Sign.ARTILLERY if is_machine else Sign.BOLT if missile.natural else Sign.BOW,
        dice=str(missile.attacks),
        unit=_unit(missile.attacks),
        strength=missile.strength,
        who=_named(missile.name, each=each),
        qualities=(*(word for has, word in special if has), *_effects(missile)),
        alternative=missile.alternative,
        bands=tuple((_rolled(missile.skill + BAND_MODIFIERS[band]), end) for band, end in bands_of(missile)),
        least=Fraction(missile.min_range),
        hints=() if missile.natural else _hints(is_machine),
    )


def _hints(is_machine: bool) -> Cells:
    if is_machine:
        return ("no shot in a turn that it has moved",)
    return ("moved up to half, cover, flyer: 1 lower", "full cover: 2 lower · block of 30: 1 higher")


def _rolled(number: int) -> str:
    return ", ".join(map(str, rolls_of(number))) or NOTHING


def _effects(attack: Melee | Missile) -> Iterator[str]:
    if attack.magical:
        yield "magical"
    if attack.element:
        yield str(attack.element)
    if attack.hits_d3:
        yield f"a hit is {d3s(attack.hits_d3)} hits"
    if attack.wounds_d3:
        yield f"{d3s(attack.wounds_d3)} wounds each"
    if attack.strength == OddStrength.WEAK:
        yield "saves 1 better"
    if attack.strength == OddStrength.ELDRITCH:
        yield "saved by magic alone"
