"""Does a pursuer catch a fleeing unit: for each roll of the one the roll that the other needs, and the exact chance.

For each of the six runs of the fleeing unit the way to where it then stands is priced once, by the search for charges
for blocks and straight for loose models. The least d6 that pays for it is a subtraction, and the chance is counted over
the 36 pairs of dice. Loose pursuers on the wing or on foot take whichever is likelier to catch.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Melee
from tabletop.arcana.rules.charge.declaration.arcs import Sights, open_views
from tabletop.arcana.rules.charge.planning.model_paths import straight_walk
from tabletop.arcana.rules.charge.planning.solving import PricedOrders, RunUp, cheapest_contact, run_ups
from tabletop.arcana.rules.charge.reactions.responses import flown_over
from tabletop.arcana.rules.movement.execute import begin_move
from tabletop.arcana.rules.rout.directions import DIE, flight
from tabletop.arcana.rules.rout.running import FlightEnd, has_left, run_away, runner
from tabletop.geometry.primitives.tolerances import RANGE

PURSUIT = BOOK.section("Fleeing Units Phase")
COVERING = BOOK.section("Covering a retreat")


class Chase(Struct, frozen=True):
    """For one roll of the fleeing unit: the inches that the pursuer needs, its least die for them, who covers.

    `needed` is None where the fleeing unit leaves the table or nothing leads to it, `least_die` where no die is enough.
    `flown_over` are enemies who strike at a pursuer that flies over them.
    """

    roll: int
    needed: float | None
    least_die: int | None
    leaves: bool = False
    covered_by: str | None = None
    flown_over: tuple[str, ...] = ()


class Pursuit(Struct, frozen=True, kw_only=True):
    """The chances of catching, as loose models and as a block; `wounds` if caught, None where no profile says.

    `reason` is why it may not pursue at all. `flies` is whether the loose models' better way is on the wing.
    """

    direction: float
    loose: tuple[Chase, ...]
    ranked: tuple[Chase, ...] | None
    chance: Fraction
    ranked_chance: Fraction | None
    wounds: int | None
    fled: PlacedUnit
    flies: bool = False
    reason: Reason | None = None


def pursuit(
    scene: PlacedTable,
    ref: str,
    fleeing_ref: str,
    bearing: float | None = None,
    *,
    ends: FlightEnd | None = None,
    sees: Sights = open_views,
) -> Pursuit:
    """After a pursuer of a unit that runs d6 and its whole move in a direction; its best where none is given.

    `ends` is how a flight on the wing ends. MalformedError for refs that aren't on the table.
    """
    pursuer, fleeing = scene.unit(ref), scene.unit(fleeing_ref)
    way = flight(scene, fleeing_ref, ends=ends, sees=sees).direction if bearing is None else bearing
    move = begin_move(scene, runner(fleeing, ends)).allowance
    runs = [run_away(scene, fleeing, way, move + roll, ends=ends) for roll in DIE]
    reason = _no_pursuit(scene, pursuer, fleeing)
    flies, loose = (False, ()) if reason else _better_way(scene, pursuer, runs)
    ranked = _chases(scene, pursuer, runs, flying=False) if pursuer.is_ranked and not reason else None
    return Pursuit(
        direction=way,
        loose=loose,
        ranked=ranked,
        chance=chance(loose),
        ranked_chance=chance(ranked) if ranked else None,
        wounds=wounds_of(pursuer, fleeing),
        fled=runs[-1],
        flies=flies,
        reason=reason,
    )


def _no_pursuit(scene: PlacedTable, pursuer: PlacedUnit, fleeing: PlacedUnit) -> Reason | None:
    if pursuer.side == fleeing.side:
        return because(Cause.PURSUES_A_FRIEND, PURSUIT, ref=fleeing.ref)
    if pursuer.broken:
        return because(Cause.PURSUER_IS_BROKEN, PURSUIT, ref=pursuer.ref)
    fights = (foe for fight in scene.engagements(pursuer.ref) for foe in fight.units if foe != pursuer.ref)
    held = [foe for foe in fights if foe != fleeing.ref and not scene.unit(foe).broken]
    if held:
        return because(Cause.PURSUER_IS_HELD, PURSUIT, ref=held[0], foes=tuple(held))
    return None


def chance(chases: tuple[Chase, ...]) -> Fraction:
    """The chance that the pursuer catches, over all 36 pairs of dice."""
    caught = sum(max(DIE) + 1 - chase.least_die for chase in chases if chase.least_die)
    return Fraction(caught, len(DIE) ** 2)


def _better_way(scene: PlacedTable, pursuer: PlacedUnit, runs: Sequence[PlacedUnit]) -> tuple[bool, tuple[Chase, ...]]:
    """As loose models: on foot, or on the wing where that is likelier to catch."""
    loose = runner(pursuer)
    ways = [False] * (loose.altitude == Altitude.GROUND) + [True] * (loose.fly is not None)
    chases = {flying: _chases(scene, loose, runs, flying=flying) for flying in ways}
    flies = max(chases, key=lambda flying: chance(chases[flying]))
    return flies, chases[flies]


def _chases(scene: PlacedTable, pursuer: PlacedUnit, runs: Sequence[PlacedUnit], *, flying: bool) -> tuple[Chase, ...]:
    return tuple(
        _chase(scene.with_unit(run).with_unit(pursuer), pursuer, (roll, run), flying=flying)
        for roll, run in zip(DIE, runs, strict=True)
    )


def _chase(scene: PlacedTable, pursuer: PlacedUnit, fled: tuple[int, PlacedUnit], *, flying: bool) -> Chase:
    roll, run = fled
    if has_left(scene, run):
        return Chase(roll, None, None, leaves=True)
    run_up = next((candidate for candidate in run_ups(scene, pursuer, run) if candidate.flying == flying), None)
    priced = _straight(run_up) if run_up else None
    if run_up is None or priced is None or priced.reason:
        return Chase(roll, None, None, covered_by=_cover(scene, pursuer, priced))
    least = max(ceil(priced.inches - run_up.allowance - RANGE), 1)
    over = flown_over(scene, run_up.unit, priced.legs, run) if flying else ()
    return Chase(roll, priced.inches, least if least <= max(DIE) else None, flown_over=over)


def after(scene: PlacedTable, pursuer: PlacedUnit, run: PlacedUnit) -> Chase:
    """The chase of loose models on foot after a unit that has run: the inches that it takes, or who covers."""
    return _chase(scene.with_unit(run).with_unit(pursuer), runner(pursuer), (0, run), flying=False)


def _straight(run_up: RunUp) -> PricedOrders | None:
    """Pursuers follow directly: loose ones straight, blocks as their formation lets them."""
    if run_up.unit.is_ranked:
        return cheapest_contact(replace(run_up, allowance=run_up.allowance + max(DIE)))
    return run_up.price(straight_walk(run_up.unit, run_up.target.bases))


def _cover(scene: PlacedTable, pursuer: PlacedUnit, priced: PricedOrders | None) -> str | None:
    """The unit of the other side that a pursuer would run into first: it may cover the retreat; None for nobody."""
    ref = priced.reason.ref if priced and priced.reason else ""
    return ref if ref in scene.units and scene.units[ref].side != pursuer.side else None


def wounds_of(pursuer: PlacedUnit, caught: PlacedUnit) -> int | None:
    """One for every melee or ramming attack of the whole unit; the better of alternatives.

    A sweep counts for no more than the models that are caught (ruling T87).
    """
    if pursuer.row is None:
        return None
    blows = [(_attacks(line, pursuer, caught), line.alternative) for line in pursuer.row.melee]
    total, last = 0, 0
    for attacks, alternative in blows:
        total += max(attacks - last, 0) if alternative else attacks
        last = max(last, attacks) if alternative else attacks
    ramming = pursuer.row.ramming
    return (total + (_attacks(ramming, pursuer, caught) if ramming else 0)) * pursuer.models


def _attacks(line: Melee, pursuer: PlacedUnit, caught: PlacedUnit) -> int:
    attacks = line.attacks * (pursuer.wounds if line.per_wound else 1)
    return min(attacks, caught.models) * line.sweeps if line.sweep else attacks
