"""A row's structured fields written in the book's notation, cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import (
    Armour,
    Defence,
    Element,
    Melee,
    Missile,
    MissileSkill,
    Morale,
    MoraleKind,
    Movement,
    Row,
    Section,
    Spellcasting,
    Statistics,
    Strength,
    TerrainAbility,
)

Attack = TypeVar("Attack", Melee, Missile)

TERRAIN_WORDS = {
    TerrainAbility.FORESTWALKER: "forestwalker",
    TerrainAbility.SWIMMER: "swimmer",
    TerrainAbility.ROCK_CLIMBER: "rock climber",
    TerrainAbility.IGNORES_TERRAIN: "ignores terrain",
}
MELEE_WORDS = {"first_strike": "first strike", "last_strike": "last strike", "long_weapon": "long weapon"}
MISSILE_WORDS = {"natural": "natural", "artillery": "artillery"}


class StatLine(Struct, frozen=True, kw_only=True):
    """The nine cells of a stat line, named as in `Printed`; a cell that has nothing to say is empty."""

    vp: str = ""
    move: str = ""
    wounds: str = ""
    armour: str = ""
    magic: str = ""
    morale: str = ""
    melee: str = ""
    missile: str = ""
    special: str = ""


def cells(row: Row) -> StatLine:
    """The row's stat line from its structured fields alone; `row.printed` isn't read."""
    line = stat_line(row)
    special = (_base(row, row.other_base), *_traits(row), *_standing(row), *row.notes)
    missile = _joined((_missile_skill(row.missile_skill), line.missile), "; ")
    return replace(line, vp=_price(row), missile=missile, special=_joined(special))


def stat_line(statistics: Statistics, remarks: Iterable[str] = ()) -> StatLine:
    """The cells of figures without a row's identity; `remarks` end the Special cell, the `vp` cell stays empty."""
    defence = statistics.defence
    return StatLine(
        move=_movement(statistics.movement),
        wounds=_figure(statistics.wounds),
        armour=_armour(statistics),
        magic=_magic(defence),
        morale=_morale(statistics.morale),
        melee=_attacks(statistics.melee, _blow),
        missile=_attacks(statistics.missile, _shot),
        special=_joined((_base(statistics), *_traits(statistics), *remarks)),
    )


def _joined(parts: Iterable[str], separator: str = ", ") -> str:
    return separator.join(part for part in parts if part)


def _phrase(head: str, traits: Iterable[str]) -> str:
    """`3 fixed, evasion (1)`: the figure, a blank, then what goes with it between commas."""
    return _joined((head, _joined(traits)), " ")


def _figure(number: int) -> str:
    return str(number) if number else ""


def _when(condition: bool, words: str) -> str:
    return words if condition else ""


def _price(row: Row) -> str:
    """Equipment is paid on top of its bearer."""
    return f"+{row.points}" if row.section == Section.EQUIPMENT else str(row.points)


def _movement(movement: Movement) -> str:
    ways = ((movement.fly, "fly"), (movement.swim, "swim"))
    further = [f'{speed}" {way}' for speed, way in ways if speed is not None]
    ground = "" if movement.ground is None else f'{movement.ground}"'
    return _phrase(ground, (*further, *(TERRAIN_WORDS[ability] for ability in movement.abilities)))


def _armour(statistics: Statistics) -> str:
    first = _save(statistics.armour, _protection(statistics.defence))
    return _joined((first, _save(statistics.second_armour)), " or ")


def _save(armour: Armour | None, protection: Iterable[str] = ()) -> str:
    if armour is None:
        return _joined(protection)
    return _phrase(str(armour.value), (_when(armour.fixed, "fixed"), *protection))


def _protection(defence: Defence) -> Iterator[str]:
    """What the Armour column says beside the save."""
    yield _when(defence.shield, "shield")
    yield _when(defence.evasion > 0, f"evasion ({defence.evasion})")
    yield _when(defence.missile_armour > 0, f"missile +{defence.missile_armour}")
    yield _when(defence.missile_immune, "missile immune")
    yield from _elements(defence.sensitive, "sensitive")
    yield _when(defence.slow, "slow")
    yield _when(defence.regeneration, "regeneration")


def _elements(elements: Iterable[Element], word: str) -> Iterator[str]:
    return (f"{element} {word}" for element in elements)


def _magic(defence: Defence) -> str:
    resistance = defence.magic_resistance
    return _phrase(str(resistance) if defence.immune else _figure(resistance), _elements(defence.immune, "immune"))


def _morale(morale: Morale | None) -> str:
    return "" if morale is None else f"{morale.value}{_when(morale.kind == MoraleKind.FEARLESS, ' fearless')}"


def _attacks(attacks: Iterable[Attack], written: Callable[[Attack], str]) -> str:
    """Attacks in order: `;` before one that comes on top, `or` before one that replaces."""
    line = ""
    for attack in attacks:
        separator = " or " if attack.alternative else "; "
        line = _joined((line, written(attack)), separator)
    return line


def _blow(melee: Melee) -> str:
    name = f"{melee.name[0].upper()}{melee.name[1:]}: " if melee.name else ""
    return name + _phrase(f"{_strikes(melee)}/{melee.skill}", _effects(melee, MELEE_WORDS))


def _strikes(melee: Melee) -> str:
    number = _per_wound(melee.attacks) if melee.per_wound else str(melee.attacks)
    if not melee.sweep:
        return number
    return f"sweep ({number})" if melee.sweeps == 1 else f"{melee.sweeps} sweeps ({number})"


def _per_wound(attacks: int) -> str:
    return "wounds" if attacks == 1 else f"{attacks} x wounds"


def _shot(missile: Missile) -> str:
    figures = f"{_joined((missile.name, _range(missile)), ' ')}: {missile.attacks}/{missile.skill}"
    return _phrase(figures, _effects(missile, MISSILE_WORDS))


def _range(missile: Missile) -> str:
    least = f'{missile.min_range}"-' if missile.min_range else ""
    return f'({least}{missile.range}")'


def _effects(attack: Melee | Missile, words: dict[str, str]) -> Iterator[str]:
    yield _strength(attack.strength)
    yield _dice(attack.hits_d3, "hits")
    yield _dice(attack.wounds_d3, "wounds")
    yield _when(attack.magical, "magical")
    yield attack.element or ""
    yield from (word for field, word in words.items() if getattr(attack, field))


def _strength(strength: Strength) -> str:
    if isinstance(strength, str):
        return strength
    return _when(strength > 0, f"Str ({strength})")


def _dice(count: int, of: str) -> str:
    return _when(count > 0, f"{'' if count == 1 else count}d3 {of}")


def _missile_skill(skill: MissileSkill | None) -> str:
    return "" if skill is None else f"({skill.attacks}/{skill.skill})"


def _base(statistics: Statistics, other: float | None = None) -> str:
    """As `base 4 (2 by 3)`; base 1 goes without saying where there's no choice of bases."""
    base = f"base {_size(statistics.base)}"
    if other is not None:
        return f"{base} or {_size(other)}"
    if statistics.footprint:
        width, depth = statistics.footprint
        return f"{base} ({width} by {depth})"
    return _when(statistics.base != 1, base)


def _size(base: float) -> str:
    return "1/2" if base == 0.5 else f"{base:g}"


def _traits(statistics: Statistics) -> Iterator[str]:
    """What the Special column says of figures, wherever the fields keep it."""
    morale, defence, ramming = statistics.morale, statistics.defence, statistics.ramming
    if ramming is not None:
        yield f"ram {_blow(ramming).replace(', ', ' ')}"
    yield _when(statistics.fearsome, "fearsome")
    yield _when(morale is not None and morale.kind == MoraleKind.BERSERK, "berserk")
    yield _when(morale is not None and morale.disciplined, "disciplined")
    yield _when(any(melee.phalanx for melee in statistics.melee), "phalanx")
    yield _when(defence.testudo, "testudo")
    yield _when(defence.charmer, "charmer")
    yield _when(defence.negates_long_weapons, "negates long weapons")
    yield from _paces(statistics.missile)


def _paces(missiles: tuple[Missile, ...]) -> Iterator[str]:
    """How often missiles fire, where it isn't the usual; each by its name where they differ."""
    paces = [_pace(missile) for missile in missiles]
    if len(set(paces)) < 2:
        yield from paces[:1]
        return
    yield from (
        f"{missile.name or _range(missile)} {pace}" for missile, pace in zip(missiles, paces, strict=True) if pace
    )


def _pace(missile: Missile) -> str:
    """Artillery takes a turn to reload unless it's natural, and nothing else does (Model Profiles, Artillery)."""
    usual = missile.artillery and not missile.natural
    if missile.reloads == usual:
        return ""
    return "fires every other turn" if missile.reloads else "fires every turn"


def _standing(row: Row) -> Iterator[str]:
    """What the Special column says that only a printed row has."""
    yield _when(row.elite, "elite")
    yield "" if row.infiltrate_cost is None else f"infiltrate ({row.infiltrate_cost})"
    yield "" if row.phalanx_cost is None else f"phalanx ({row.phalanx_cost})"
    yield _spellcaster(row.spellcaster)
    yield _when(row.cargo > 0, f"{row.cargo} cargo")


def _spellcaster(power: Spellcasting | None) -> str:
    """`spellcaster (chaos, fire) +250`: the schools to choose from, and what the power costs on top of the row."""
    if power is None:
        return ""
    return f"spellcaster ({', '.join(power.schools)}){_when(power.cost > 0, f' +{power.cost}')}"
