"""A batch: so many pairs of battles of a cell, played and counted; a pure function of cell, seed and number.

A pair is two battles with one key, in the second of which the armies have changed seats, and so the dice they throw.
Of a swap both variants play the same pairs with the same dice. Everything is counted in whole numbers, so that the
order of adding up changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Annotated

import numpy as np
from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.arcana.battle.facts.setup import BattleBegun
from tabletop.arcana.battle.policies import LAST_TURN
from tabletop.arcana.battle.state import SIDES
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.simulation.deaths import MOST_MEETINGS, PRECISION, Deaths, counted, destroyed_in, lost_in, worth_of
from tabletop.arcana.simulation.line.battle import Outcomes, played
from tabletop.arcana.simulation.line.forces import Force
from tabletop.arcana.simulation.line.state import NOBODY
from tabletop.arcana.simulation.line.tables import meeting
from tabletop.arcana.simulation.on_table import Fought, Gains, fought, lost_points
from tabletop.arcana.simulation.policies import Policy, from_left
from tabletop.arcana.simulation.seeds import Ints, Keys, battle_keys
from tabletop.values import Value

SEATS = 0, 1  # of the own army in the two battles of a pair
SCORES = 5  # of a pair: 0 to 4 half points, two for a battle that is won, one for each that nobody wins
WON, UNDECIDED, LOST = 0, 1, 2

Battles = Annotated[int, Meta(ge=0, le=2**32)]
Points = Annotated[int, Meta(ge=0, le=2**50)]


class Table(Struct, frozen=True):
    """Battles on a drawn table: how each begins, by variant and by seat."""

    catalogue: Catalogue
    begins: tuple[tuple[BattleBegun, BattleBegun], ...]


class Cell(Struct, frozen=True):
    """What a batch plays: one army or two variants of it against another, led by policies, on a table if it has one.

    Its number is part of the key of every battle. One that `is_the_only_one` counts who killed whom, too.
    """

    number: int
    own: tuple[Force, ...]
    other: Force
    policies: tuple[Policy, Policy]
    table: Table | None = None
    is_the_only_one: bool = False

    @property
    def counts_deaths(self) -> bool:
        """Whether it counts who killed whom: of units so many that a batch stays short."""
        most = max(len(own.squads) for own in self.own) * len(self.other.squads)
        return self.is_the_only_one and most <= MOST_MEETINGS

    def wounds(self, variant: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What each unit of both armies has at first, in the order of their refs."""
        forces = self.own[variant], self.other
        if self.table is None:
            own, other = (tuple(squad.wounds for squad in force.squads) for force in forces)
        else:
            at_first = {unit.ref: unit.wounds for unit in self.table.begins[variant][SEATS[0]].fielded}
            own, other = (
                tuple(at_first[ref] for ref in refs_of(force, seat)) for force, seat in zip(forces, SEATS, strict=True)
            )
        return own, other

    def worth(self, variant: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What a wound of each is worth, in thousandths of a point."""
        own, other = (
            tuple(worth_of(squad.points, each) for squad, each in zip(force.squads, wounds, strict=True))
            for force, wounds in zip((self.own[variant], self.other), self.wounds(variant), strict=True)
        )
        return own, other


class UnitCount(Value, frozen=True):
    """What a unit has destroyed over a batch's battles and what was lost of it, in points, and squares of the first."""

    destroyed: Points
    squares: Annotated[int, Meta(ge=0, le=2**62)]
    lost: Points


class VariantCount(Value, frozen=True):
    """Battles of one variant: won, undecided, lost; by the turn of their end; points lost by both; unit by unit.

    `deaths` are of the own side's units and of the other's; none where they aren't counted.
    """

    games: tuple[Battles, Battles, Battles]
    turns: tuple[Battles, ...]
    lost: tuple[Points, Points]
    units: tuple[UnitCount, ...]
    deaths: tuple[Deaths, ...] = ()


class Batch(Value, frozen=True):
    """A finished batch: its cell and number, pairs by their score, of a swap by both scores, and the rest by variant.

    Of a swap the score of the first variant comes first: `pairs[5 * first + second]`.
    """

    cell: int
    number: int
    pairs: tuple[Battles, ...]
    variants: tuple[VariantCount, ...]

    @property
    def battles(self) -> int:
        return sum(sum(variant.games) for variant in self.variants)


def batch_of(cell: Cell, seed: int, number: int, size: int) -> Batch:
    """The batch's counts: so many pairs, keyed by seed, cell and their own number."""
    keys = battle_keys(seed, cell.number, number * size, size)
    score, variants = np.zeros(size, np.int64), list[VariantCount]()
    for variant in range(len(cell.own)):
        ends = [_played(cell, variant, seat, keys) for seat in SEATS]
        variants.append(_counted(cell, variant, ends))
        score = score * SCORES + sum(np.array([2, 0, 1])[end.winner] for end in ends)
    pairs = np.bincount(score, minlength=SCORES ** len(cell.own))
    return Batch(cell.number, number, _plain(pairs), tuple(variants))


def _played(cell: Cell, variant: int, seat: int, keys: Keys) -> Outcomes:
    """A battle for each key, the own army in a seat."""
    if cell.table is None:
        return played(meeting((cell.own[variant], cell.other), (seat, 1 - seat)), cell.policies, keys)
    ends = [on_table(cell, variant, seat, int(key)) for key in keys]
    sides, forces = (SIDES[seat], SIDES[1 - seat]), (cell.own[variant], cell.other)
    refs = refs_of(forces[0], seat), refs_of(forces[1], 1 - seat)
    worth = [np.array(each) for each in cell.worth(variant)]
    deaths = [np.array([end.reckoning.deaths(refs[side], refs[1 - side]) for end in ends]) for side in SEATS]
    return Outcomes(
        winner=np.array([sides.index(end.winner) if end.winner else NOBODY for end in ends]),
        turns=np.array([end.turns for end in ends]),
        lost=tuple(np.array([lost_points(end.state, side) for end in ends]) for side in sides),  # type: ignore[arg-type]
        gained=(destroyed_in(deaths[1], worth[1]), destroyed_in(deaths[0], worth[0])),
        spent=(lost_in(deaths[0]) * worth[0], lost_in(deaths[1]) * worth[1]),
        deaths=(deaths[0], deaths[1]),
    )


def on_table(cell: Cell, variant: int, seat: int, key: int) -> Fought:
    """One battle on the table, by its key."""
    begins, policies, gains = setting(cell, variant, seat)
    assert cell.table
    return fought(cell.table.catalogue, begins, policies, gains, dice_of(key, seat))


def setting(cell: Cell, variant: int, seat: int) -> tuple[BattleBegun, tuple[Policy, Policy], Gains]:
    """How a battle on the table begins, who leads red and blue, and what charges gain."""
    assert cell.table
    forces, led = (cell.own[variant], cell.other), cell.policies
    begins = cell.table.begins[variant][seat]
    order: dict[str, int] = {}
    for force, policy, whose in zip(forces, led, (seat, 1 - seat), strict=True):
        order |= {ref: len(order) + place for place, ref in enumerate(_refs_from_left(force, policy, whose))}
    fielded = tuple(sorted(begins.fielded, key=lambda unit: (unit.side != SIDES[0], order[unit.ref])))
    own, other = led if seat == SEATS[0] else led[::-1]
    return replace(begins, fielded=fielded), (own, other), gains_of(forces, (seat, 1 - seat))


def _refs_from_left(force: Force, policy: Policy, seat: int) -> list[str]:
    """Units in the order in which the table's zone is filled, rank behind rank; as a roster lists them, or as led."""
    squads = sorted(force.squads, key=lambda squad: squad.place)
    shoots = [any(body.figures.missile for body in squad.bodies) for squad in squads]
    order = from_left(policy.deployment, [squad.points for squad in squads], shoots)
    return [ref_of(seat, squads[place].place) for place in order]


def dice_of(key: int, seat: int) -> int:
    """The seed of a table battle's dice: another for each seat, the same for both variants of a swap."""
    return 2 * key + seat


@lru_cache(maxsize=64)
def gains_of(forces: tuple[Force, Force], seats: tuple[int, int]) -> Gains:
    """What a first round brings each unit against each enemy, by their refs on the table, in hundredths of points."""
    found: dict[tuple[str, str], float] = {}
    both = meeting(forces, seats)
    for own in (0, 1):
        for unit, squad in enumerate(forces[own].squads):
            for foe, its in enumerate(forces[1 - own].squads):
                refs = ref_of(seats[own], squad.place), ref_of(seats[1 - own], its.place)
                found[refs] = float(100 * both.gains[own][unit, foe] / max(squad.points, 1))
    return found


def ref_of(seat: int, place: int) -> str:
    return f"{SIDES[seat][0]}{place + 1}"


def refs_of(force: Force, seat: int) -> tuple[str, ...]:
    """Its units as a table calls them, in the order of their refs in the roster."""
    return tuple(ref_of(seat, squad.place) for squad in force.squads)


def _counted(cell: Cell, variant: int, ends: Sequence[Outcomes]) -> VariantCount:
    """Counts of both seats; unit by unit in lines alone, who killed whom where there is one opponent."""
    winner, turns = (np.concatenate([end[place] for end in ends]) for place in (0, 1))
    gained = np.concatenate([end.gained[0] for end in ends]) // PRECISION
    spent = np.concatenate([end.spent[0] for end in ends]) // PRECISION
    games = [int((winner == side).sum()) for side in (0, NOBODY, 1)]
    units = zip(gained.sum(axis=0), (gained**2).sum(axis=0), spent.sum(axis=0), strict=True)
    return VariantCount(
        games=(games[WON], games[UNDECIDED], games[LOST]),
        turns=_plain(np.bincount(turns, minlength=LAST_TURN + 1)[1:]),
        lost=(sum(int(end.lost[0].sum()) for end in ends), sum(int(end.lost[1].sum()) for end in ends)),
        units=tuple(UnitCount(*map(int, unit)) for unit in units) if cell.table is None else (),
        deaths=tuple(_deaths(cell, variant, ends)) if cell.counts_deaths else (),
    )


def _deaths(cell: Cell, variant: int, ends: Sequence[Outcomes]) -> Iterator[Deaths]:
    for side, worth in enumerate(cell.worth(variant)):
        yield counted(np.concatenate([end.deaths[side] for end in ends]), np.array(worth))


def _plain(numbers: Ints) -> tuple[int, ...]:
    return tuple(map(int, numbers))
