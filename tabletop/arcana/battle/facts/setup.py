"""How a battle begins: two armies, what they fight for, and who stands where."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tabletop.arcana.battle.facts.fact import Fact, UnitFact
from tabletop.arcana.battle.state import Army, BattleUnit, Ground, Objective, Options, Scenario, Side, Standing, State
from tabletop.battle.events import Clock
from tabletop.values import Text

Zone = Literal["near", "far"]
EDGES: dict[Zone, str] = {"near": "near (lower)", "far": "far (upper)"}


class BattleBegun(Fact, frozen=True, kw_only=True, tag="battle_begun"):
    """The first event: everything that the battle needs to know of the armies, so that its log stands alone."""

    name: Text
    scenario: Scenario = Scenario.ATTRITION
    options: Options = Options()
    armies: tuple[Army, ...]
    fielded: tuple[BattleUnit, ...]
    rules_version: Text = ""

    def applied(self, state: State) -> State:
        return State(
            name=self.name,
            scenario=self.scenario,
            options=self.options,
            armies=self.armies,
            units={unit.ref: unit for unit in self.fielded},
            clock=Clock(turn=0, phase="setup", step="deployment"),
        )

    def sentence(self, state: State) -> str:
        first, second = self.armies
        return f"{first.name}, {first.points:,} points, against {second.name}, {second.points:,} points"


class ObjectiveNamed(Fact, frozen=True, kw_only=True, tag="objective_named"):
    """What a side must reach."""

    objective: Objective

    def applied(self, state: State) -> State:
        return replace(state, objectives=(*state.objectives, self.objective))

    def sentence(self, state: State) -> str:
        return f"{state.army(self.objective.side).name} must reach: {self.objective.what}"


class UnitDeployed(UnitFact, frozen=True, kw_only=True, tag="unit_deployed"):
    """A unit stands on the table, so many files wide; 0 for loose order."""

    files: int = 0

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: replace(unit, standing=Standing.READY, files=self.files))

    def sentence(self, state: State) -> str:
        how = f"{self.files} wide" if self.files else "in loose order"
        return f"{self.name(state)} set up, {how}"


class UnitWithheld(UnitFact, frozen=True, kw_only=True, tag="unit_withheld"):
    """Infiltrators are kept back beside the table; everybody knows."""

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: replace(unit, standing=Standing.HIDDEN))

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} kept back, hidden"


class AttackerChosen(Fact, frozen=True, kw_only=True, tag="attacker_chosen"):
    """Who attacks; the other side defends and has the first initiative."""

    side: Side

    def applied(self, state: State) -> State:
        return replace(state, initiative=next(army.side for army in state.armies if army.side != self.side))

    def sentence(self, state: State) -> str:
        return f"{state.army(self.side).name} will attack"


class TerrainPlaced(Fact, frozen=True, kw_only=True, tag="terrain_placed"):
    """A piece of terrain is put on the table."""

    ground: Ground

    def applied(self, state: State) -> State:
        return replace(state, terrain=(*state.terrain, self.ground))

    def sentence(self, state: State) -> str:
        kind = self.ground.kind.value.replace("-", " ")
        return f"{kind.capitalize()} placed: {self.ground.where}"


class SideChosen(Fact, frozen=True, kw_only=True, tag="side_chosen"):
    """Which edge of the table an army sets up at; the other army has the one across."""

    side: Side
    zone: Zone

    def applied(self, state: State) -> State:
        across = next(army.side for army in state.armies if army.side != self.side)
        return replace(state, near=self.side if self.zone == "near" else across)

    def sentence(self, state: State) -> str:
        return f"{state.army(self.side).name} set up at the {EDGES[self.zone]} edge"
