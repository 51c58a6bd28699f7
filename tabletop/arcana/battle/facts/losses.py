"""Models that fall, and units that are lost: every phase takes them off in these words."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battle.facts.fact import UnitFact
from tabletop.arcana.battle.state import BattleUnit, Body, Loss, Standing, State
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.rules.harm.losses import Left


def with_losses(unit: BattleUnit, body: Body, left: Left) -> BattleUnit:
    """A unit of whose body so much is left, with what that adds to its losses of this turn; who is back isn't lost."""
    turn, fallen = unit.turn, body.left - left.models
    carries = body in unit.mounts and len(unit.bodies) > len(unit.mounts) + len(unit.characters)
    afoot = body.character and body.commands and unit.mount_of(body) is None
    return unit.having(body.left_with(left)).having_done(
        fallen=turn.fallen if body.character or carries else max(turn.fallen + fallen, 0),
        mounts_lost=(*turn.mounts_lost, body.wounds) if carries and fallen > 0 else turn.mounts_lost,
        wounded=turn.wounded or body.wounds * fallen + sum(left.lost) > sum(body.lost),
        characters_lost=turn.characters_lost + (max(fallen, 0) if body.character else 0),
        commanders_lost=turn.commanders_lost + (max(fallen, 0) if afoot else 0),
    )


class ModelsFell(UnitFact, frozen=True, kw_only=True, tag="models_fell"):
    """What is `left` of a body after losses, and what its living models have `lost`; by a unit, or none for ground.

    `frightened` is whether a fearsome blow took a model.
    """

    body: str
    left: int
    lost: tuple[int, ...] = ()
    by: str | None = None
    frightened: bool = False

    def applied(self, state: State) -> State:
        unit = state.unit(self.unit)
        changed = with_losses(unit, unit.body(self.body), Left(self.left, self.lost))
        falling = tuple(falling for falling in state.falling if falling.body != self.body)
        frightened = unit.turn.frightened or self.frightened
        return replace(state, falling=falling).having(changed.having_done(frightened=frightened))

    def sentence(self, state: State) -> str:
        unit = state.unit(self.unit)
        body = unit.body(self.body)
        fallen = body.left - self.left
        if fallen > 0:
            who = body.name if body.character else counted(body.name, fallen)
            verb = "fall" if fallen > 1 else "falls"
            return f"{who} of {unit.name} {verb}" if unit.name != body.name else f"{who} {verb}"
        wounds = sum(self.lost) - sum(body.lost)
        who = f"{body.name} of {unit.name}" if body.character and len(unit.bodies) > 1 else unit.name
        return f"{who} took {counted('wound', wounds)}"


class RanksClosed(UnitFact, frozen=True, kw_only=True, tag="ranks_closed"):
    """A unit has too few models left for its ranks: so many files, 0 for loose order."""

    files: int

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: replace(unit, files=self.files))

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} stand {f'{self.files} wide' if self.files else 'in loose order'} now"


class UnitLost(UnitFact, frozen=True, kw_only=True, tag="unit_lost"):
    """A unit is off the table for good."""

    how: Loss

    def applied(self, state: State) -> State:
        def gone(unit: BattleUnit) -> BattleUnit:
            return replace(unit, standing=Standing.LOST, how_lost=self.how, spells=(), aboard=None)

        jolts = tuple(jolt for jolt in state.jolts if jolt.unit != self.unit)
        return replace(state.apart(self.unit), jolts=jolts).with_unit(self.unit, gone)

    def sentence(self, state: State) -> str:
        return f"{self.name(state)}: {self.how}, {state.unit(self.unit).points:,} points"
