"""Who killed whom on a table, by a battle's events, in wounds (`deaths.py`).

Most losses name the unit that did them. Volleys name theirs as they are shot, though their dead are taken off when all
have shot; who falls to several enemies that struck at once is told of all of them together, and so counted as that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from tabletop.arcana.battle.facts.course import PhaseBegun
from tabletop.arcana.battle.facts.fact import Fact
from tabletop.arcana.battle.facts.losses import ModelsFell
from tabletop.arcana.battle.facts.melee import BlowsStruck
from tabletop.arcana.battle.facts.missiles import MissilesShot
from tabletop.arcana.battle.facts.morale import PaidInWounds
from tabletop.arcana.battle.state import BattleUnit, Standing, State
from tabletop.arcana.simulation.deaths import LossCause, row_of, rows_of
from tabletop.arcana.simulation.seeds import Ints
from tabletop.battle.events import Happening


class Reckoning:
    """A battle's wounds by who did them, event by event from a state on."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._wounds: Counter[tuple[str, str]] = Counter()  # by the ref or the cause of who did them, of a unit's ref
        self._shot: dict[str, Counter[str]] = {}  # of bodies: wounds that are shot, or owed, and not taken off yet
        self._struck: set[str] = set()  # units at which blows have been struck in this phase

    def note(self, happenings: Iterable[Happening[Any]]) -> None:
        """What has happened next."""
        for happening in happenings:
            fact: Fact = happening.fact
            after = fact.applied(self._state)
            self._note(fact, after)
            self._state = after

    def _note(self, fact: Fact, after: State) -> None:
        if isinstance(fact, PhaseBegun):
            self._struck.clear()
        elif isinstance(fact, BlowsStruck):
            self._struck.add(fact.target)
        elif isinstance(fact, MissilesShot):
            for falling in fact.falling:
                self._awaited(falling.unit, falling.body, fact.unit, after)
        elif isinstance(fact, PaidInWounds):
            self._awaited(fact.unit, fact.body, LossCause.PAID, after)
        else:
            for ref in fact.units:
                before = self._state.units.get(ref)
                if before is not None and (lost := before.wounds - after.units[ref].wounds):
                    self._lost(fact, before, lost)

    def _awaited(self, unit: str, body: str, by: str, after: State) -> None:
        """What will be taken off of a body for a volley, or for a test, more than would have been before."""
        each = self._state.unit(unit).body(body).wounds
        before, left = (state.remains(unit, body).wounds(each) for state in (self._state, after))
        self._shot.setdefault(body, Counter())[by] += max(before - left, 0)

    def _lost(self, fact: Fact, unit: BattleUnit, wounds: int) -> None:
        """Wounds that a unit has lost, or regained where there are less than none."""
        if wounds < 0:
            self._wounds[LossCause.REGAINED, unit.ref] -= wounds
            return
        if not isinstance(fact, ModelsFell):
            self._wounds[LossCause.OTHER, unit.ref] += wounds
            return
        for by, awaited in self._shot.pop(fact.body, Counter()).items():
            taken = min(awaited, wounds)
            self._wounds[by, unit.ref] += taken
            wounds -= taken
        by = fact.by or (LossCause.TOGETHER if unit.ref in self._struck else LossCause.OTHER)
        self._wounds[by, unit.ref] += wounds

    def deaths(self, units: Sequence[str], enemies: Sequence[str]) -> Ints:
        """A battle's row for each enemy and each cause, by unit; what nobody of these did is of another cause."""
        found = np.zeros((rows_of(len(enemies)), len(units)), np.int64)
        rows = {ref: row for row, ref in enumerate(enemies)} | {
            cause: row_of(cause, len(enemies)) for cause in LossCause
        }
        columns = {ref: column for column, ref in enumerate(units)}
        for (by, ref), wounds in self._wounds.items():
            if ref in columns:
                found[rows.get(by, rows[LossCause.OTHER]), columns[ref]] += wounds
        for ref, column in columns.items():
            unit = self._state.unit(ref)
            if unit.standing in (Standing.BROKEN, Standing.LOST):
                found[rows[LossCause.FLED], column] += unit.wounds
        return found
