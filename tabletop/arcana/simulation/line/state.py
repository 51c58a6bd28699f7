"""Battles of the same two armies side by side: arrays whose first axis is the battle, and what all phases share.

By side and unit or body, (battles, units) or (battles, bodies). A unit stands `x` inches before its own line and `y`
inches to the right of the middle; two enemies are apart by the length and the breadth that are left between them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tabletop.arcana.simulation.deaths import LossCause, row_of, rows_of
from tabletop.arcana.simulation.line.tables import Meeting, places
from tabletop.arcana.simulation.policies import Deployment, Policy, from_left
from tabletop.arcana.simulation.seeds import Bools, Floats, Ints, Keys, purpose, uniforms

APART = 24.0  # inches between the lines at first
BEHIND = 12.0  # inches from a line to its edge of the table
MOST_AT_ONCE = 2  # enemies for whom one front has room
NOBODY = -1

Pair = tuple[Any, Any]


@dataclass(slots=True)
class Harm:
    """Wounds under way: of a side's bodies, by whose units."""

    side: int
    battles: Ints
    bodies: Ints
    wounds: Ints
    units: Ints


@dataclass(slots=True)
class State:
    """What stands. `waiting` is what all suffer at once when it is settled.

    `deaths[side]` is what its units have suffered by whom (`deaths.py`), of all battles of the batch: of those that are
    over, too, so that it isn't copied when some of them end.
    """

    meeting: Meeting
    policies: tuple[Policy, Policy]
    keys: Keys
    at: Ints  # the place of each battle in the batch
    wounds: list[Ints]
    x: list[Floats]
    y: list[Floats]
    contact: Bools
    broken: list[Bools]
    gone: list[Bools]
    loaded: list[Bools]
    power: list[Ints]
    deaths: list[Ints]
    turn: int = 0
    fresh: list[Bools] = field(default_factory=list)
    busy: list[Bools] = field(default_factory=list)
    shot: list[Bools] = field(default_factory=list)
    frightened: list[Bools] = field(default_factory=list)
    moved: list[Floats] = field(default_factory=list)
    engaged_then: list[Bools] = field(default_factory=list)
    wounds_then: list[Ints] = field(default_factory=list)
    models_then: list[Ints] = field(default_factory=list)
    waiting: list[Harm] = field(default_factory=list)

    @property
    def count(self) -> int:
        return len(self.keys)

    def uniforms(self, battles: Any, own: Any, other: Any, *step: object) -> Floats:
        """A number for each battle and purpose: whose it is, at whom, and in which turn and step."""
        when = np.uint64(purpose(self.turn, *step))
        return uniforms(self.keys[battles], own, other ^ when)

    def models(self, side: int) -> Ints:
        """Living models of each body; of war machines as many as have wounds between them."""
        own = self.meeting.sides[side]
        wounds = self.wounds[side]
        found: Ints = np.where(own.shares, np.minimum(own.counts, wounds), -(-wounds // own.each))
        return found

    def by_unit(self, side: int, of_bodies: Ints) -> Ints:
        found: Ints = np.add.reduceat(of_bodies, self.meeting.sides[side].starts, axis=1)
        return found

    def ranked(self, side: int, models: Ints) -> Bools:
        """Whether units, of so many models with their characters, stand in ranks."""
        own = self.meeting.sides[side]
        found: Bools = (own.files > 0) & (models >= own.ranks_from) & ~self.broken[side]
        return found

    def engaged(self, side: int) -> Bools:
        found: Bools = np.any(self.contact, axis=2 - side, keepdims=True).reshape(self.gone[side].shape)
        return found

    def distances(self, side: int, unit: int, battles: Ints) -> Floats:
        """Inches from one unit to every enemy in some battles; infinite to those who are gone."""
        sides, other = self.meeting.sides, 1 - side
        ahead = APART - self.x[side][battles, unit][:, None] - self.x[other][battles]
        fronts = (sides[side].across[unit] * sides[side].width[unit] + sides[other].across * sides[other].width) / 2
        aside = np.maximum(np.abs(self.y[side][battles, unit][:, None] - self.y[other][battles]) - fronts, 0)
        inches = np.sqrt(ahead * ahead + aside * aside)
        inches[self.gone[other][battles]] = np.inf
        found: Floats = inches
        return found

    def suffers(self, side: int, battles: Ints, bodies: Ints, wounds: Ints, units: Ints) -> None:
        """A side's bodies will have so many wounds of units of the other."""
        self.waiting.append(Harm(side, battles, bodies, wounds, units))

    def settle(self) -> None:
        """Everything that is under way is suffered at once; what is beyond a body's wounds is lost."""
        for side in (0, 1):
            harms = [harm for harm in self.waiting if harm.side == side and len(harm.battles)]
            if harms:
                self._suffer(side, harms)
        self.waiting.clear()

    def _suffer(self, side: int, harms: list[Harm]) -> None:
        bodies, (_, rows, units) = self.wounds[side].shape[1], self.deaths[side].shape
        where = np.concatenate([harm.battles * bodies + harm.bodies for harm in harms])
        wounds = np.concatenate([harm.wounds for harm in harms])
        total = np.bincount(where, wounds, self.wounds[side].size).astype(np.int64)
        taken = np.minimum(total, self.wounds[side].ravel())
        self.wounds[side] -= taken.reshape(self.wounds[side].shape)
        by = np.concatenate([self.at[harm.battles] * rows + harm.units for harm in harms])
        share = wounds * taken[where] // np.maximum(total[where], 1)
        cells = by * units + self.meeting.sides[side].unit_of[where % bodies]
        np.add.at(self.deaths[side].reshape(-1), cells, share.astype(np.int32))
        self.bury(side)

    def note(self, side: int, cause: LossCause, battles: Any, units: Any, wounds: Ints) -> None:
        """Wounds of units that no enemy did; of each battle and unit once at a time."""
        row = row_of(cause, self.gone[1 - side].shape[1])
        self.deaths[side][self.at[battles], row, units] += wounds.astype(np.int32)

    def bury(self, side: int) -> None:
        """Units without a model are gone, and fight nobody."""
        dead = self.by_unit(side, self.wounds[side]) == 0
        self.leave(side, dead)

    def leave(self, side: int, who: Bools) -> None:
        self.gone[side] |= who
        if side:
            self.contact &= ~who[:, None, :]
        else:
            self.contact &= ~who[:, :, None]

    def keep(self, which: Bools) -> None:
        """Go on with some of the battles alone."""
        self.keys, self.at, self.contact = self.keys[which], self.at[which], self.contact[which]
        for name in KEPT_BY_SIDE:
            setattr(self, name, [array[which] for array in getattr(self, name)])


KEPT_BY_SIDE = ("wounds", "x", "y", "broken", "gone", "loaded", "power")


def begin(meeting: Meeting, policies: tuple[Policy, Policy], keys: Keys) -> State:
    """Both armies in their lines."""
    count, sides = len(keys), meeting.sides
    units = [len(side.points) for side in sides]

    def each(fill: Any, dtype: Any) -> list[Any]:
        return [np.full((count, number), fill, dtype) for number in units]

    return State(
        meeting=meeting,
        policies=policies,
        keys=keys,
        at=np.arange(count),
        wounds=[np.tile(side.counts * side.each, (count, 1)) for side in sides],
        x=each(0.0, float),
        y=[np.tile(_places(meeting, side, policies[side].deployment), (count, 1)) for side in (0, 1)],
        contact=np.zeros((count, *units), bool),
        broken=each(False, bool),
        gone=each(False, bool),
        loaded=each(True, bool),
        power=each(0, np.int64),
        deaths=[np.zeros((count, rows_of(units[1 - side]), units[side]), np.int32) for side in (0, 1)],
    )


def _places(meeting: Meeting, side: int, deployment: Deployment) -> Floats:
    own = meeting.sides[side]
    shoots = (meeting.shots[side].number > 0).tolist()
    return places(own, from_left(deployment, own.points.tolist(), shoots))


def begin_turn(state: State) -> None:
    """Counters that run from the start of a turn to the tests of its last phase (B4)."""
    state.turn += 1
    shapes = [broken.shape for broken in state.broken]
    for name in ("busy", "shot", "fresh", "frightened"):
        setattr(state, name, [np.zeros(shape, bool) for shape in shapes])
    state.moved = [np.zeros(shape) for shape in shapes]
    state.engaged_then = [state.engaged(side) for side in (0, 1)]
    state.wounds_then = [wounds.copy() for wounds in state.wounds]
    state.models_then = [state.models(side) for side in (0, 1)]


def expanded(first: Ints, number: Ints, units: Ints) -> tuple[Ints, Ints]:
    """Of each of some units all of its lines: which of the units, and which line."""
    numbers = number[units]
    whose = np.repeat(np.arange(len(units)), numbers)
    offsets = np.arange(len(whose)) - np.repeat(np.cumsum(numbers) - numbers, numbers)
    return whose, first[units][whose] + offsets


def occurrence(values: Ints) -> Ints:
    """How many equal ones stand before each."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    numbers = np.arange(len(values)) - np.repeat(starts, np.diff(np.append(starts, len(values))))
    found = np.empty(len(values), np.int64)
    found[order] = numbers
    return found
