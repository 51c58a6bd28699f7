"""Random designs that the book's tables hold."""

from __future__ import annotations

from random import Random
from typing import Any

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee, Missile, Morale, Movement

ELEMENTS = ("fire", "water", "air", "earth")
PLAIN_STRENGTHS: tuple[Any, ...] = ("weak", 0, 1, 2, 3, 4, 5, 6)
TERRAIN: tuple[Any, ...] = ("forestwalker", "swimmer", "rock-climber", "ignores-terrain")


def random_design(rng: Random) -> Design:
    kind: Any = rng.choice(("creature", "monster", "character", "vehicle", "war-machine"))
    has_armour = rng.random() < 0.9
    return Design(
        name="Anything",
        kind=kind,
        movement=_movement(rng, kind),
        wounds=rng.randint(1, 15),
        armour=_armour(rng) if has_armour else None,
        second_armour=_armour(rng) if has_armour and rng.random() < 0.2 else None,
        defence=_defence(rng),
        morale=_morale(rng) if rng.random() < 0.9 else None,
        melee=tuple(_melee(rng, number) for number in range(rng.randint(0, 4))),
        missile=tuple(_missile(rng, number) for number in range(rng.randint(0, 3))),
        ramming=_melee(rng, 0) if rng.random() < 0.4 else None,
        fearsome=rng.random() < 0.3,
        spellcaster=rng.choice((None, None, "general", "schools")),
        infiltrates=rng.random() < 0.3,
        base=rng.choice((0.5, 1, 2, 4, 9)),
    )


def _sometimes(rng: Random, *values: Any) -> Any:
    return rng.choice(values) if rng.random() < 0.4 else 0


def _movement(rng: Random, kind: str) -> Movement:
    ground = rng.choice((None, rng.randint(2, 30))) if kind != "war-machine" else rng.choice((None, 4))
    walks = ground is not None or kind == "war-machine"
    return Movement(
        ground=ground,
        fly=rng.choice((None, None, rng.randint(1, 40))),
        swim=rng.choice((None, None, None, rng.randint(2, 20))),
        abilities=tuple(rng.sample(TERRAIN, rng.randint(0, 3))) if walks else (),
    )


def _armour(rng: Random) -> Armour:
    fixed = rng.random() < 0.4
    return Armour(value=rng.randint(1, 5) if fixed else rng.randint(0, 6), fixed=fixed)


def _defence(rng: Random) -> Defence:
    elements: list[Any] = rng.sample(ELEMENTS, rng.randint(0, 3))
    cut = rng.randint(0, len(elements))
    has_shield = rng.random() < 0.3
    return Defence(
        magic_resistance=rng.randint(0, 5),
        evasion=_sometimes(rng, 1, 2),
        shield=has_shield,
        missile_armour=_sometimes(rng, 1, 2, 3, 4),
        missile_immune=rng.random() < 0.2,
        regeneration=rng.random() < 0.2,
        slow=rng.random() < 0.2,
        sensitive=tuple(elements[:cut]),
        immune=tuple(elements[cut:]),
        negates_long_weapons=rng.random() < 0.1,
        testudo=has_shield and rng.random() < 0.3,
        charmer=rng.random() < 0.1,
    )


def _morale(rng: Random) -> Morale:
    kind: Any = rng.choice(("natural", "fearless", "berserk"))
    return Morale(value=rng.randint(6, 11), kind=kind, disciplined=rng.random() < 0.2)


def _melee(rng: Random, number: int) -> Melee:
    magical = rng.random() < 0.4
    has_long_weapon, sweep = rng.random() < 0.3, rng.random() < 0.2
    first_strike = rng.random() < 0.3
    return Melee(
        attacks=rng.randint(1, 15),
        per_wound=rng.random() < 0.15,
        skill=rng.randint(1, 5),
        strength=_strength(rng, magical=magical),
        magical=magical,
        element=_sometimes(rng, *ELEMENTS) or None,
        first_strike=first_strike,
        last_strike=not first_strike and rng.random() < 0.3,
        long_weapon=has_long_weapon,
        phalanx=has_long_weapon and rng.random() < 0.3,
        hits_d3=_sometimes(rng, 1, 2),
        wounds_d3=_sometimes(rng, 1, 2, 3),
        sweep=sweep,
        sweeps=rng.randint(1, 3) if sweep else 1,
        alternative=number > 0 and rng.random() < 0.4,
    )


def _strength(rng: Random, *, magical: bool) -> Any:
    return rng.choice(PLAIN_STRENGTHS if magical else (*PLAIN_STRENGTHS, "eldritch"))


def _missile(rng: Random, number: int) -> Missile:
    magical = rng.random() < 0.4
    reach = rng.randint(0, 45)
    return Missile(
        range=reach,
        min_range=rng.randint(0, reach) if rng.random() < 0.2 else 0,
        attacks=rng.randint(1, 12),
        skill=rng.randint(1, 5),
        strength=_strength(rng, magical=magical),
        magical=magical,
        element=_sometimes(rng, *ELEMENTS) or None,
        natural=rng.random() < 0.4,
        artillery=rng.random() < 0.3,
        hits_d3=_sometimes(rng, 1, 2, 3, 4, 5),
        wounds_d3=_sometimes(rng, 1, 2),
        reloads=rng.random() < 0.3,
        alternative=number > 0 and rng.random() < 0.4,
    )
