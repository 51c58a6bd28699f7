"""Exact odds of a situation for JSON, and the same played once with the same steps.

What is rolled for needs a table; the odds of an attack don't, and are answered where the table is missing, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from tabletop.arrakhar.attacks import COLUMNS, COMBAT, Odds, odds_of_attack, what_ifs
from tabletop.arrakhar.catalogue import BOOK, MOST_IN_A_HEX, PROFILES, SUMMONED, Side
from tabletop.arrakhar.pack import FACES, Pack, killed
from tabletop.arrakhar.situations import AnySituation, Attack, Fireballs, Haste, Summoning, in_one_hex
from tabletop.dice import Distribution, play, spread
from tabletop.dice.plain import plain_chance, plain_numbers, plain_throw
from tabletop.dice.rolls import SIDES, binomial
from tabletop.dice.sources import Rolled
from tabletop.dice.steps import Step

Plain = dict[str, Any]
FIREBALLS, SUMMONS, HASTES = (
    BOOK.section("3.4 Fireball spells"), BOOK.section("3.2 Summon spells"), BOOK.section("3.6 Haste spells"),
)  # fmt: skip
BEST_HASTE = 6


class OnFaces(Struct, frozen=True):
    """How many of so many dice show one of some faces."""

    count: int
    faces: tuple[int, ...]

    def read(self, faces: Sequence[int]) -> int:
        return sum(face in self.faces for face in faces)

    def odds(self) -> Distribution[int]:
        return binomial(self.count, len(set(self.faces)), SIDES)


class OnTable(Struct, frozen=True):
    """One die, and what stands beside each of its faces."""

    results: tuple[int, ...]
    count: int = 1

    def read(self, faces: Sequence[int]) -> int:
        return self.results[faces[0] - 1]

    def odds(self) -> Distribution[int]:
        return Distribution({number: self.results.count(number) for number in set(self.results)})


class Asked(Struct, frozen=True):
    """The steps of a situation, from a state that is a number to one, and what is read of it by name."""

    steps: Sequence[Step[int]] = ()
    start: int = 0
    numbers: Mapping[str, Callable[[int], int]] = {}
    events: Mapping[str, Callable[[int], bool]] = {}
    said: Plain = {}


def answered(situation: AnySituation, house: Pack) -> Plain:
    """The exact odds for JSON; MalformedError where a table that is needed is missing or wrong."""
    asked = _asked(situation, situation.pack or house)
    results: Plain = {}
    if asked.steps:
        ends = spread(asked.steps, asked.start)
        results = {name: plain_numbers(ends.map(read)) for name, read in asked.numbers.items()}
        results |= {name: plain_chance(ends.chance_that(holds)) for name, holds in asked.events.items()}
    return {"results": results, "steps": [], **asked.said}


def resolved(situation: AnySituation, house: Pack, source: Rolled) -> Plain:
    """What came up once: every throw with its faces, and the results."""
    asked = _asked(situation, situation.pack or house)
    end = play(asked.steps, asked.start, source)
    reads: dict[str, Callable[[int], Any]] = {**asked.numbers, **asked.events} if asked.steps else {}
    results = {name: read(end.state) for name, read in reads.items()}
    return {"results": results, "steps": [plain_throw(thrown) for thrown in end.log], **asked.said}


def _asked(situation: AnySituation, pack: Pack) -> Asked:
    match situation:
        case Attack():
            return _attack(situation, pack)
        case Fireballs():
            return _fireballs(situation, pack)
        case Summoning():
            return _summoning(situation, pack)
        case Haste():
            return _haste(situation, pack)


def _attack(situation: Attack, pack: Pack) -> Asked:
    """AW-80 to AW-84: the odds, and how many of the named defenders fall."""
    table = None if "combat" in pack.disabling else pack.combat
    columns = table.columns if table else COLUMNS
    odds = odds_of_attack(situation.attackers, situation.defenders, columns)
    said = _said_of_odds(odds) | {
        "what_if": [
            {"change": change.change, "ratio": change.ratio}
            for change in what_ifs(situation.attackers, situation.defenders, columns)
        ]
    }
    if table is None:
        flaw = pack.disabling["combat"]
        said["explained"] = [*said["explained"], f"Who falls isn't known: the pack's {flaw.field} {flaw.reason}."]
    if table is None or odds.ratio is None:
        return Asked(said=said)
    place, defenders = columns.index(odds.ratio), sum(situation.defenders.values())
    roll = OnTable(tuple(killed(table.rows[face][place], defenders) for face in FACES))
    step = Step[int](f"attack at {odds.ratio}", COMBAT, lambda _: roll, lambda _, dead: dead)
    return Asked(
        steps=(step,),
        numbers={"killed": lambda dead: dead},
        events={"all killed": lambda dead: dead == defenders},
        said=said | {"pack": pack.meta.sentence},
    )


def _said_of_odds(odds: Odds) -> Plain:
    refused = odds.refused
    return {
        "ratio": odds.ratio,
        "reason": refused and refused.reason,
        "rule": refused and refused.code,
        "explained": list(odds.explained),
    }


def _fireballs(situation: Fireballs, pack: Pack) -> Asked:
    """AW-70 to AW-73 and AW-97: a die for each survivor, spell after spell; the state is who is left."""
    target = in_one_hex(situation.target)
    (count,) = situation.target.values()
    caster = Side.SORCERER if target.side is Side.WIZARD else Side.WIZARD
    spells = [("fireball", number, False) for number in range(1, situation.casters + 1)]
    spells += [("fireball of the wand", 1, True)] * situation.wand
    steps, explained = [], []
    for name, number, by_wand in spells:
        faces = pack.killing_faces(caster, target.unit, by_wand=by_wand)
        steps.append(_fireball(f"{name} {number}" if situation.casters > 1 and not by_wand else name, faces))
        if number == 1:
            explained.append(f"A {name} kills each of the {target.plural} on {_faces(faces)}.")
    return Asked(
        steps=steps,
        start=count,
        numbers={"killed": lambda left: count - left},
        events={"all killed": lambda left: left == 0},
        said={"explained": explained, "pack": pack.meta.sentence},
    )


def _fireball(name: str, faces: tuple[int, ...]) -> Step[int]:
    """With no survivor a spell is wasted: no die is thrown."""
    return Step[int](
        name, FIREBALLS, lambda left: OnFaces(left, faces) if left else None, lambda left, dead: left - dead
    )


def _faces(faces: Sequence[int]) -> str:
    """`1, 2 or 3`."""
    *first, last = map(str, sorted(set(faces))) if faces else ["no face"]
    return f"{', '.join(first)} or {last}" if first else last


def _summoning(situation: Summoning, pack: Pack) -> Asked:
    """AW-46 to AW-50: how many may arrive at most; the player may choose fewer."""
    summoned = PROFILES[SUMMONED[situation.haunt]]
    standing = sum(situation.occupants.values())
    others = [PROFILES[unit].counted(count) for unit, count in situation.occupants.items() if unit is not summoned.unit]
    reason, rule = None, None
    if situation.pool == 0:
        rule, reason = "AW-47", f"No {summoned.plural} are left in the pool."
    elif others:
        rule, reason = "AW-48", f"{' and '.join(others)} in the hex: only {summoned.plural} may stand there."
    elif standing >= MOST_IN_A_HEX:
        rule, reason = "AW-48", f"{summoned.counted(standing)} in the hex: there is room for {MOST_IN_A_HEX}."
    if reason:
        return Asked(said={"reason": reason, "rule": rule, "explained": []})
    pack.ensure("summon")
    table, room = pack.summon or {}, MOST_IN_A_HEX - standing
    roll = OnTable(tuple(min(table[face], situation.pool, room) for face in FACES))
    explained = [f"{summoned.counted(situation.pool).capitalize()} in the pool, room for {room} in the hex."]
    return Asked(
        steps=(Step[int]("summon", SUMMONS, lambda _: roll, lambda _, arrived: arrived),),
        numbers={"arrive at most": lambda arrived: arrived},
        said={"reason": None, "rule": None, "explained": explained, "pack": pack.meta.sentence},
    )


def _haste(situation: Haste, pack: Pack) -> Asked:
    """AW-62: castings on one target don't add, the highest counts, and after a +6 the rest are wasted."""
    pack.ensure("haste")
    target = in_one_hex(situation.target)
    table = pack.haste or {}
    roll = OnTable(tuple(table[face] for face in FACES))
    steps = [
        Step[int](f"haste {number}", HASTES, lambda best: roll if best < BEST_HASTE else None, max)
        for number in range(1, situation.castings + 1)
    ]
    return Asked(
        steps=steps,
        numbers={"bonus": lambda best: best, "allowance": lambda best: best + target.move},
        said={
            "explained": [f"{target.plural.capitalize()} move {target.move}; the highest casting counts."],
            "pack": pack.meta.sentence,
        },
    )
