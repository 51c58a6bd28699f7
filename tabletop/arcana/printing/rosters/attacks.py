"""A row's attacks as they are used, short enough for a column: `3 at 4, str 4, first strike, magical`."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Melee, Missile, OddStrength, Printed, Statistics, Strength, d3s


def with_attacks_in_words(printed: Printed, row: Statistics) -> Printed:
    """The row's cells, its blows and shots as dice, the number they need and strength; others stay as printed."""
    melee = _listed([(blow.alternative, _blow(blow)) for blow in row.melee])
    missile = _listed([(shot.alternative, _shot(shot)) for shot in row.missile])
    return replace(printed, melee=melee or printed.melee, missile=missile or printed.missile)


def _listed(attacks: list[tuple[bool, str]]) -> str:
    words = (f"{'or' if is_alternative else 'and'} {attack}" for is_alternative, attack in attacks)
    return " ".join(words).removeprefix("and ").removeprefix("or ")


def _blow(blow: Melee) -> str:
    dice = f"sweep of {blow.attacks}" if blow.sweep else f"{blow.attacks}" + " per wound" * blow.per_wound
    parts = [f"{_named(blow.name)}{dice} at {blow.skill}", *_force(blow.strength)]
    parts += ["first strike"] * blow.first_strike + ["last strike"] * blow.last_strike
    parts += ["long weapon"] * blow.long_weapon + ["phalanx"] * blow.phalanx
    return ", ".join((*parts, *_effects(blow)))


def _shot(shot: Missile) -> str:
    reach = f'{shot.min_range}" to {shot.range}"' if shot.min_range else f'{shot.range}"'
    parts = [f"{_named(shot.name)}{reach}: {shot.attacks} at {shot.skill}", *_force(shot.strength)]
    parts += ["natural"] * shot.natural + ["artillery"] * shot.artillery + ["reloads"] * shot.reloads
    return ", ".join((*parts, *_effects(shot)))


def _named(name: str) -> str:
    return f"{name.lower()} " if name else ""


def _force(strength: Strength) -> Iterator[str]:
    if isinstance(strength, OddStrength):
        yield str(strength)
    elif strength:
        yield f"str {strength}"


def _effects(attack: Melee | Missile) -> Iterator[str]:
    if attack.magical:
        yield "magical"
    if attack.element:
        yield str(attack.element)
    if attack.hits_d3:
        yield f"{d3s(attack.hits_d3)} hits"
    if attack.wounds_d3:
        yield f"{d3s(attack.wounds_d3)} wounds"
