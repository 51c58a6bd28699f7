"""A row's figures as they are used, short enough for columns: `2, shots 3`, `3 at 4, str 4, first strike, magical`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.catalogue.abilities import abilities_of
from tabletop.arcana.catalogue.counted_names import straight
from tabletop.arcana.catalogue.lists import is_design
from tabletop.arcana.catalogue.profiles import Melee, Missile, MoraleKind, OddStrength, Row, Statistics, Strength, d3s
from tabletop.arcana.creation.design_files import LABEL
from tabletop.arcana.printing.cards.figures import FROM_SHOTS, NOTHING, attack_name, saves_of
from tabletop.arcana.printing.cards.reminders import SAID_ELSEWHERE, called
from tabletop.arcana.rules.harm.hitting import rolls_of

IN_FIGURES = SAID_ELSEWHERE | {"fearless", "berserk", "berserk-morale", "flying"}
"""Abilities that the columns of figures say."""
IMMUNE = ("immune",)


class Used(Struct, frozen=True, kw_only=True):
    """What a row says under each head; attacks line by line, `special` by name."""

    name: str
    move: str = ""
    wounds: str = ""
    armour: str = ""
    magic: str = ""
    morale: str = ""
    attacks: tuple[str, ...] = ()
    special: str = ""


def as_used(row: Statistics, name: str, bought: Sequence[Missile] = (), rider: Row | None = None) -> Used:
    """A row as it is played, with the shots that were bought for it; `rider` is who is one creature with its mount."""
    return Used(
        name=name,
        move=_move(row) or NOTHING,
        wounds=str(row.wounds) if row.wounds else NOTHING,
        armour=_armour(row),
        magic=str(row.defence.magic_resistance),
        morale=_morale(row),
        attacks=_attacks(row, bought),
        special=_special(row, rider or row),
    )


def as_carried(row: Row) -> Used:
    """What was bought and is carried: only what it adds; one with wounds is struck by itself."""
    if row.wounds:
        return as_used(row, straight(row.name))
    return Used(name=straight(row.name), move=_move(row), attacks=_attacks(row, ()), special=_special(row, row))


def _move(row: Statistics) -> str:
    move = row.movement
    ways = (("", move.ground), ("fly ", move.fly), ("swim ", move.swim))
    return ", ".join(f'{way}{inches}"' for way, inches in ways if inches is not None)


def _armour(row: Statistics) -> str:
    """The save from blows without strength, whether it is fixed, and what differs against shots."""
    armour = row.armour
    saved = f"{armour.value}{' fixed' * armour.fixed}" if armour else NOTHING
    if row.second_armour:
        saved += f", then {row.second_armour.value}{' fixed' * row.second_armour.fixed}"
    shots = (
        (words.partition(" (")[0].replace(FROM_SHOTS, "shots"), cells[0])
        for words, cells in saves_of(row).rows
        if words.startswith((FROM_SHOTS, "shots,")) and cells != IMMUNE
    )
    return ", ".join((saved, *(f"{words.replace(',', '')} {cell}" for words, cell in shots)))


def _morale(row: Statistics) -> str:
    morale = row.morale
    if morale is None:
        return NOTHING
    return f"{morale.value}" + f" {morale.kind}" * (morale.kind is not MoraleKind.NATURAL)


def _special(row: Statistics, who: Statistics) -> str:
    """Names of abilities that no figure says, whether who it is casts, and a base of more than one base unit."""
    names = [called(ability) for ability in abilities_of(row) if ability.slug not in IN_FIGURES]
    if isinstance(who, Row):
        names += ["Wizard"] * (who.spellcaster is not None and not who.spellcaster.cost) + ["Elite"] * who.elite
        names += [LABEL] * is_design(who)
    width, depth = row.stands_on
    if (width, depth) != (1, 1):
        names.append("base ½" if depth < 1 else f"base {width:g} × {depth:g}")
    return ", ".join(names)


def _attacks(row: Statistics, bought: Sequence[Missile]) -> tuple[str, ...]:
    """Blows, the ram, then shots, each on a line."""
    blows = [f"{'or ' * blow.alternative}{_blow(blow, blow.name)}" for blow in row.melee]
    rams = [_blow(row.ramming, "ram")] if row.ramming else []
    shots = [f"{'or ' * shot.alternative}{_shot(shot)}" for shot in (*bought, *row.missile)]
    return (*blows, *rams, *shots)


def _blow(blow: Melee, name: str) -> str:
    dice = f"sweep of {blow.attacks}" if blow.sweep else f"{blow.attacks}" + " per wound" * blow.per_wound
    dice += f", {blow.sweeps} times" * (blow.sweeps > 1)
    parts = [f"{_called(name)}{dice} at {_needed(blow.skill)}", *_force(blow.strength)]
    parts += ["first strike"] * blow.first_strike + ["last strike"] * blow.last_strike
    parts += ["long weapon"] * blow.long_weapon + ["phalanx"] * blow.phalanx
    return ", ".join((*parts, *_effects(blow)))


def _shot(shot: Missile) -> str:
    reach = f'{shot.min_range}" to {shot.range}"' if shot.min_range else f'{shot.range}"'
    parts = [f"{_called(shot.name)}{reach}: {shot.attacks} at {_needed(shot.skill)}", *_force(shot.strength)]
    parts += ["natural"] * shot.natural + ["artillery"] * shot.artillery + ["reloads"] * shot.reloads
    return ", ".join((*parts, *_effects(shot)))


def _needed(skill: int) -> str:
    return " then ".join(map(str, rolls_of(skill))) or NOTHING


def _called(name: str) -> str:
    return f"{attack_name(name)} " if name else ""


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
