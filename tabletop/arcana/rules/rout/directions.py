"""The direction of flight by its four priorities: the fan of directions that a fleeing unit may choose from.

The priorities (“Direction of Flight”) are: run through no enemy, come no nearer to one that is seen, make for the
nearest edge, and in voluntary movement come no nearer to who could charge. Each closes ranges of directions, and what
is left is the fan: differences of intervals in degrees, without a search. Where a fan towards the nearest edge is empty
the next edge is tried; where all are, the second priority gives way and then the first.

Only in that first retreat is a direction compared with others: of TRIES a range, the one that ends farthest beyond the
reach of enemies. Everything else is exact within RANGE. The chance to leave the table is counted over the six rolls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, apart
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.charge.declaration.arcs import Sights, open_views
from tabletop.arcana.rules.movement.execute import begin_move
from tabletop.arcana.rules.movement.motions import motion_of
from tabletop.arcana.rules.movement.orders import Heading
from tabletop.arcana.rules.rout.edges import Edge, edges_of
from tabletop.arcana.rules.rout.running import FlightEnd, has_left, run_away, runner
from tabletop.arcana.rules.rout.threats import (
    Closing,
    Shunned,
    bearing_of,
    charge_range,
    foes_of,
    nearer,
    run_through,
    through,
)
from tabletop.geometry.distance.bearings import (
    Range,
    cut_ranges,
    join_ranges,
    nearest_direction,
    range_about,
    range_between,
)
from tabletop.geometry.distance.distances import gap_from_point
from tabletop.geometry.motion.sweeps import Motion
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.geometry.primitives.vectors import ahead, normalized_angle

FLEEING = BOOK.section("Fleeing Units Phase")
DIRECTION = BOOK.section("Direction of Flight")
DIE = range(1, 7)
TRIES = 36  # directions compared in a fan where enemies are all around
LINGERING_MOVE = 10  # whoever moves farther needn't leave the table in the first turn of its flight


class Flight(Struct, frozen=True, kw_only=True):
    """Where a unit may flee: an edge, the directions to it that the priorities leave, and the inches of a d6.

    `priorities_kept` is the last priority that holds: 2 where neither enemies are run through nor come nearer, 1 where
    only the first can be kept, 0 where the unit must run through enemies; `runs_through` are those who strike at it
    then. `leaves` is the chance that compulsory movement takes it off the table when it runs in `direction`, the one in
    the fan nearest to straight for the edge; `must_leave` where no roll keeps it on. `voluntary_fans` are the fourth
    priority: after each roll the directions of voluntary movement, None where it has left; none of it in a fight.
    """

    unit: PlacedUnit
    engaged: bool
    edge: str
    away: float
    priorities_kept: int
    fan: tuple[Range, ...]
    direction: float
    least: float
    most: float
    voluntary: float
    leaves: Fraction
    must_leave: bool
    runs_through: tuple[str, ...]
    voluntary_fans: tuple[tuple[Range, ...] | None, ...]
    shunned: tuple[Shunned, ...]


class _Flight(Struct, frozen=True):
    """A unit before it runs, as it runs, and the inches that it must go besides the die."""

    scene: PlacedTable
    unit: PlacedUnit
    ends: FlightEnd | None
    foes: tuple[PlacedUnit, ...]
    speed: float
    flat: float

    @property
    def rolls(self) -> tuple[float, ...]:
        """The compulsory inches of each roll."""
        return tuple(self.flat + pips for pips in DIE)

    def motion(self, bearing: float) -> Motion:
        """The longest compulsory run in a direction, in degrees clockwise from up."""
        return motion_of(self.unit, Heading(bearing, self.rolls[-1])).sweep

    def run(self, bearing: float, inches: float) -> PlacedUnit:
        return run_away(self.scene, self.unit, bearing, inches, ends=self.ends)

    def leaves(self, bearing: float, inches: float) -> bool:
        return has_left(self.scene, self.run(bearing, inches))


class _Fan(Struct, frozen=True):
    """The directions that are left, towards which edge, and the last priority that they keep."""

    edge: Edge
    kept: int
    ranges: tuple[Range, ...]
    best: float
    must_leave: bool = False


def flight(scene: PlacedTable, ref: str, *, ends: FlightEnd | None = None, sees: Sights = open_views) -> Flight:
    """The fan of a unit that flees, on the wing where `ends` is given.

    MalformedError for a ref that isn't on the table and for a word that the unit can't follow.
    """
    own = scene.unit(ref)
    unit, engaged = runner(own, ends), scene.is_engaged(ref)
    speed = begin_move(scene, unit).allowance
    flee = _Flight(scene, unit, ends, tuple(foes_of(scene, unit)), speed, speed if engaged else 0.0)
    shunned = (*through(scene, unit, flee.rolls[-1]), *nearer(scene, own, flee.foes, sees))
    fan = _over_an_edge(flee, shunned) or _towards_an_edge(flee, shunned)
    return Flight(
        unit=own,
        engaged=engaged,
        edge=fan.edge.name,
        away=fan.edge.away,
        priorities_kept=fan.kept,
        fan=join_ranges(fan.ranges),
        direction=fan.best,
        least=flee.rolls[0],
        most=flee.rolls[-1],
        voluntary=0.0 if engaged else speed,
        leaves=Fraction(sum(flee.leaves(fan.best, inches) for inches in flee.rolls), len(DIE)),
        must_leave=fan.must_leave,
        runs_through=run_through(scene, unit, flee.motion(fan.best)) if fan.kept == 0 else (),
        voluntary_fans=() if engaged else tuple(_lingering(flee, fan.best)),
        shunned=shunned,
    )


def _over_an_edge(flee: _Flight, shunned: Sequence[Shunned]) -> _Fan | None:
    """The third priority, where even the least roll leads off the table past all enemies (ruling T85)."""
    closed, least = _closed(shunned), flee.rolls[0]
    over = [(edge, cut_ranges(edge.over(least), closed)) for edge in edges_of(flee.scene, flee.unit)]
    open_edges = [(edge, ranges) for edge, ranges in over if ranges]
    if flee.speed > LINGERING_MOVE or not open_edges:
        return None
    edge, ranges = open_edges[0]
    best = nearest_direction(ranges, edge.straight)
    if not flee.leaves(best, least):
        return None
    return _Fan(edge, 2, tuple(part for _, parts in open_edges for part in parts), best, must_leave=True)


def _towards_an_edge(flee: _Flight, shunned: Sequence[Shunned]) -> _Fan:
    """The fan to the nearest edge that the priorities leave open; with enemies all around, any way past them."""
    closed, edges = _closed(shunned), edges_of(flee.scene, flee.unit)
    for edge in edges:
        if fan := cut_ranges(edge.ranges, closed):
            return _Fan(edge, 2, fan, nearest_direction(fan, edge.straight))
    past = cut_ranges([(0.0, 360.0)], _closed(enemy for enemy in shunned if enemy.why is Closing.THROUGH))
    if past:
        return _Fan(edges[0], 1, past, _safest(flee, past))
    return _Fan(edges[0], 0, edges[0].ranges, edges[0].straight)


def _closed(shunned: Iterable[Shunned]) -> list[Range]:
    return [closed for enemy in shunned for closed in enemy.ranges]


def _safest(flee: _Flight, fan: Sequence[Range]) -> float:
    """Where the longest compulsory move ends with the most inches that the nearest enemy's charge would be short."""
    tries = [low + (high - low) * step / TRIES for low, high in fan for step in range(TRIES + 1)]
    return normalized_angle(max(tries, key=lambda bearing: round(_short_of_a_charge(flee, bearing), 6)))


def _short_of_a_charge(flee: _Flight, bearing: float) -> float:
    x1, y1, x2, y2 = flee.unit.box
    place = ahead(((x1 + x2) / 2, (y1 + y2) / 2), bearing, flee.rolls[-1])
    return min(gap_from_point(place, block).inches - charge_range(foe) for foe in flee.foes for block in foe.blocks)


def _lingering(flee: _Flight, bearing: float) -> Iterator[tuple[Range, ...] | None]:
    """The fourth priority, from where each roll brings the unit."""
    for inches in flee.rolls:
        ran = flee.run(bearing, inches)
        yield None if has_left(flee.scene, ran) else join_ranges(_no_worse(flee, ran))


def _no_worse(flee: _Flight, ran: PlacedUnit) -> tuple[Range, ...]:
    """No farther from the nearest edge, nor nearer to an enemy within charge range."""
    straight = edges_of(flee.scene, ran)[0].straight
    threats = (foe for foe in flee.foes if apart(ran, foe) <= charge_range(foe) + RANGE)
    closed = [part for foe in threats for part in range_about(bearing_of(ran, foe), 90)]
    return cut_ranges(range_between(straight - 90, straight + 90), closed)
