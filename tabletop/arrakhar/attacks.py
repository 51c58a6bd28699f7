"""The odds of an attack, as the rules count them: factors, a column, the bonus (AW-80 to AW-83).

What is below the worst column is refused before anything else, so that no bonus rescues it; then the ratio is rounded
down to a column and held at the best, and the bonus makes it one column better, held there again (ruling A-3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from tabletop.arrakhar.catalogue import BOOK, COUNTERS, MOST_IN_A_HEX, PROFILES, Profile, UnitType
from tabletop.arrakhar.pack import odds_of

COMBAT = BOOK.section("3.5 Combat")
COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
HEXES_AROUND = 6
Group = Mapping[UnitType, int]
Code = Literal["AW-57", "AW-80", "AW-81", "AW-82"]


class Refused(Struct, frozen=True):
    """Why an attack isn't allowed: the rule's code and a sentence."""

    code: Code
    reason: str


class Odds(Struct, frozen=True):
    """The odds of an attack: a column, or None with the reason; `explained` tells how, a sentence a step."""

    ratio: str | None
    refused: Refused | None
    explained: tuple[str, ...]


class WhatIf(Struct, frozen=True):
    """The same attack with one unit more or fewer."""

    change: str
    ratio: str | None


def odds_of_attack(attackers: Group, defenders: Group, columns: Sequence[str] = COLUMNS) -> Odds:
    """The column that an attack is rolled in, from the worst odds to the best; both groups have somebody in them."""
    if refused := next(_refusals(attackers, defenders), None):
        return Odds(None, refused, ())
    attack, defence = strength(attackers), strength(defenders)
    explained = [
        f"{in_words(attackers)} {_verb(attackers, 'attack')} with {shown(attack)}.",
        f"{in_words(defenders)} {_verb(defenders, 'defend')} with {shown(defence)}.",
    ]
    below = [column for column in columns if odds_of(column) <= attack / defence]
    if not below:
        reason = f"{shown(attack)} to {shown(defence)} is below {columns[0]}, and no bonus changes that."
        return Odds(None, Refused("AW-82", reason), tuple(explained))
    column = below[-1]
    explained.append(f"{shown(attack)} to {shown(defence)} {_rounded(attack / defence, column, columns)}.")
    if prey := bonus(attackers, defenders):
        better = columns[min(len(below), len(columns) - 1)]
        gain = f"one column better: {better}" if better != column else f"but {column} is the best column"
        (hunter,) = (PROFILES[unit] for unit in attackers)
        explained.append(f"{hunter.plural.capitalize()} have a bonus against {prey.plural}, {gain}.")
        column = better
    return Odds(column, None, tuple(explained))


def strength(group: Group) -> Fraction:
    """The sum of the factors."""
    return sum((PROFILES[unit].factor * count for unit, count in group.items()), Fraction())


def bonus(attackers: Group, defenders: Group) -> Profile | None:
    """The prey, where all who attack are of the one type that has its bonus against it (AW-83)."""
    if len(attackers) != 1 or len(defenders) != 1:
        return None
    (hunter,), (prey,) = attackers, defenders
    return PROFILES[prey] if PROFILES[hunter].prey is prey else None


def _refusals(attackers: Group, defenders: Group) -> Iterator[Refused]:
    """Why there can't be such an attack, whatever the odds."""
    for unit in attackers:
        if not PROFILES[unit].attacks:
            yield Refused("AW-80", f"{PROFILES[unit].plural.capitalize()} never attack in combat.")
    sides = {PROFILES[unit].side for unit in attackers}
    if len(sides) > 1:
        yield Refused("AW-80", f"{in_words(attackers)} are of two sides.")
    if sides & {PROFILES[unit].side for unit in defenders}:
        yield Refused("AW-80", "Nobody attacks units of the same side.")
    if len(defenders) > 1:
        yield Refused("AW-57", f"{in_words(defenders)} never defend together: a hex holds units of one type.")
    if sum(defenders.values()) > MOST_IN_A_HEX:
        yield Refused("AW-81", f"An attack is against units of one hex, and a hex holds {MOST_IN_A_HEX}.")
    if sum(-(-count // MOST_IN_A_HEX) for count in attackers.values()) > HEXES_AROUND:
        yield Refused("AW-81", f"{in_words(attackers)} have no room in the {HEXES_AROUND} hexes around.")


def what_ifs(attackers: Group, defenders: Group, columns: Sequence[str] = COLUMNS) -> tuple[WhatIf, ...]:
    """One unit more or fewer of each type that the attacking side may send, and one defender fewer or more."""
    sides = {PROFILES[unit].side for unit in attackers}
    senders = [unit for unit, profile in PROFILES.items() if profile.side in sides and profile.attacks]
    changed = [(unit, step, True) for unit in senders for step in (1, -1)]
    changed += [(unit, step, False) for unit in defenders for step in (-1, 1)]
    return tuple(
        WhatIf(f"one {unit} {'more' if step > 0 else 'fewer'}", odds.ratio)
        for unit, step, attacks in changed
        if (after := _with(attackers if attacks else defenders, unit, step)) is not None
        for odds in [odds_of_attack(after if attacks else attackers, defenders if attacks else after, columns)]
    )


def _with(group: Group, unit: UnitType, step: int) -> dict[UnitType, int] | None:
    """The group with one more or fewer; None where it can't have, or has nobody left."""
    count = group.get(unit, 0) + step
    if not 0 <= count <= COUNTERS:
        return None
    return {each: number for each, number in {**group, unit: count}.items() if number} or None


def in_words(group: Group) -> str:
    """`2 elves and 1 dwarf`."""
    *first, last = (PROFILES[unit].counted(count) for unit, count in group.items())
    return f"{', '.join(first)} and {last}" if first else last


def _verb(group: Group, verb: str) -> str:
    return verb if sum(group.values()) > 1 else f"{verb}s"


def shown(number: Fraction) -> str:
    """`2`, `½`, `1½`: factors go by halves."""
    whole, rest = divmod(number, 1)
    return f"{whole or ''}½" if rest else str(whole)


def _rounded(ratio: Fraction, column: str, columns: Sequence[str]) -> str:
    if ratio == odds_of(column):
        return f"is {column}"
    return f"counts as {column}, the best" if column == columns[-1] else f"is rounded down to {column}"
