"""The formula once more, longhand: tables as the book sets them, a design as a plain mapping, one sum at the end."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

import msgspec

from tabletop.arcana.catalogue.design import Design

ARMOUR_ROWS = """
0 1 -
1 2 3
2 3 5
3 4 8
4 7 12
5 12 24
6 20 -
"""
STRENGTH_ROWS = """
weak 1 2
0 2 3
1 3 4
2 4 6
3 5 9
4 8 13
5 13 25
6 21 40
eldritch 4 -
"""
MORALE_ROWS = """
6 0 2
7 2 4
8 3 8
9 5 12
10 8 18
11 12 26
"""
SKILLS = "0.5 1 1.5 2 3"
RANGES = "0:1.25 3:1.5 6:2 9:2.5 12:3 15:3.5 18:4 21:4.5 24:5 27:5.5 30:6 36:7 45:8.5"
RESISTANCES = "0 1 2 3 4 6"
EVASIONS = "0 6 15"
MISSILE_ARMOURS = "0 0.5 1 2 4"
EXTRAS = {
    "shield": "0.5",
    "missile_immune": "5",
    "regeneration": "4",
    "slow": "-4",
    "negates_long_weapons": "5",
    "testudo": "2",
    "charmer": "3",
}
BLOWS = {"long_weapon": 5, "first_strike": 5, "last_strike": -3, "phalanx": 3}


def longhand(design: Design) -> Fraction:
    """The exact price of a design that the tables hold."""
    plain = msgspec.to_builtins(design)
    sections = [_moving(plain), _living(plain), _courage(plain.get("morale")), _ramming(plain)]
    sections += [_chosen(plain.get("melee", ()), lambda line: _striking(line, plain))]
    sections += [_chosen(plain.get("missile", ()), lambda line: _shooting(line, plain))]
    sections += [Fraction({"schools": 250, "general": 100, None: 0}[plain.get("spellcaster")])]
    return sum(sections) * (Fraction(5, 4) if plain.get("infiltrates") else 1)


@cache
def _cell(rows: str, key: Any, column: int) -> Fraction:
    found = next(row.split() for row in rows.strip().splitlines() if row.split()[0] == str(key))
    return Fraction(found[1 + column])


@cache
def _number(row: str, place: int) -> Fraction:
    return Fraction(row.split()[place])


def _half_of_all_but_the_dearest(prices: list[Fraction]) -> Fraction:
    return (sum(prices) + max(prices, default=Fraction(0))) / 2


def _moving(plain: dict[str, Any]) -> Fraction:
    move = plain.get("movement", {})
    ground = 6 if plain.get("kind") == "war-machine" else move.get("ground")
    ways = []
    if ground is not None:
        crossing = set(move.get("abilities", ()))
        doubled = 2 if "ignores-terrain" in crossing else 1
        ways.append((Fraction(ground, 2) - 1) * doubled + len(crossing - {"ignores-terrain"}) * -(-ground // 6))
    if "fly" in move:
        ways.append(Fraction(move["fly"]))
    if "swim" in move:
        ways.append(Fraction(move["swim"], 2) - 1)
    return _half_of_all_but_the_dearest(ways)


def _living(plain: dict[str, Any]) -> Fraction:
    worth = plain.get("defence", {})
    suits = [plain.get("armour", {}), *([plain["second_armour"]] if "second_armour" in plain else [])]
    wound = _half_of_all_but_the_dearest(
        [_cell(ARMOUR_ROWS, suit.get("value", 0), int(suit.get("fixed", False))) for suit in suits]
    )
    wound += _number(RESISTANCES, worth.get("magic_resistance", 0)) + _number(EVASIONS, worth.get("evasion", 0))
    wound += _number(MISSILE_ARMOURS, worth.get("missile_armour", 0))
    wound += sum(Fraction(price) for extra, price in EXTRAS.items() if worth.get(extra))
    wound += len(worth.get("immune", ())) - len(worth.get("sensitive", ()))
    wound += 3 if "fly" in plain.get("movement", {}) else 0
    return max(wound, Fraction(1)) * plain.get("wounds", 1)


def _courage(morale: dict[str, Any] | None) -> Fraction:
    if morale is None:
        return Fraction(0)
    return _cell(MORALE_ROWS, morale["value"], int(morale.get("kind") == "fearless")) + morale.get("disciplined", False)


def _chosen(lines: Any, price: Any) -> Fraction:
    total, choices = Fraction(0), []
    for line in reversed(lines):
        choices.append(price(line))
        if not line.get("alternative"):
            total += _half_of_all_but_the_dearest(choices)
            choices = []
    return total


def _strength(line: dict[str, Any]) -> Fraction:
    return _cell(STRENGTH_ROWS, line.get("strength", 0), int(line.get("magical", False))) + ("element" in line)


def _dice(line: dict[str, Any]) -> Fraction:
    hits, wounds = line.get("hits_d3", 0), line.get("wounds_d3", 0)
    return Fraction(2 * hits or 1) * (Fraction(3 * wounds, 2) or 1)


def _striking(line: dict[str, Any], plain: dict[str, Any], *, may_scare: bool = True) -> Fraction:
    number = line["attacks"] * (plain.get("wounds", 1) if line.get("per_wound") else 1)
    value = max(_strength(line) + sum(price for ability, price in BLOWS.items() if line.get(ability)), Fraction(1))
    swept = Fraction(2 * line.get("sweeps", 1), 3) if line.get("sweep") else 1
    price = prod([value, number, swept, _number(SKILLS, line["skill"] - 1), _dice(line)], start=Fraction(1))
    scares = may_scare and plain.get("fearsome") and not line.get("sweep")
    return price + (5 * number if scares else 0)


def _ramming(plain: dict[str, Any]) -> Fraction:
    return _striking(plain["ramming"], plain, may_scare=False) / 2 if "ramming" in plain else Fraction(0)


def _shooting(line: dict[str, Any], plain: dict[str, Any]) -> Fraction:
    is_artillery = line.get("artillery") or plain.get("kind") == "war-machine"
    is_natural = line.get("natural") or (plain.get("kind") == "vehicle" and "parts" not in plain)
    value = _strength(line) + (2 if is_natural else 0) + (1 if is_artillery else 0)
    reach = _reach(line["range"] - line.get("min_range", 0))
    loading = Fraction(1, 2) if line.get("reloads") else 1
    return prod([value, line["attacks"], reach, loading, _number(SKILLS, line["skill"] - 1), _dice(line)])


@cache
def _reach(span: int) -> Fraction:
    columns = [(int(inches), Fraction(factor)) for inches, factor in (pair.split(":") for pair in RANGES.split())]
    far = next(place for place, (inches, _) in enumerate(columns) if inches >= span)
    if columns[far][0] == span:
        return columns[far][1]
    (near_inches, near_factor), (far_inches, far_factor) = columns[far - 1], columns[far]
    share = Fraction(span - near_inches, far_inches - near_inches)
    return near_factor * (1 - share) + far_factor * share
