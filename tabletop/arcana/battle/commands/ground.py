"""The table before the first turn: terrain that is put on it, and which army sets up at which edge."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tabletop.arcana.battle.commands.command import Command, Moment
from tabletop.arcana.battle.commands.drawn import in_zones
from tabletop.arcana.battle.drawing import stands
from tabletop.arcana.battle.facts.setup import SideChosen, TerrainPlaced, Zone
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.state import SIDES, Ground, Side
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import TerrainKind
from tabletop.battle.events import RefusalError

MOST_GROUND = 100  # pieces of terrain that are put down one by one


class PlaceTerrain(Command, frozen=True, kw_only=True, tag="place_terrain"):
    """Say what terrain is put on the table, and where; on a drawn table that shows itself."""

    kind: TerrainKind
    where: Annotated[str, Meta(min_length=1, max_length=200)]

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.DEPLOYMENT)
        if len(moment.state.terrain) >= MOST_GROUND:
            raise RefusalError(Refused.TERRAIN_ENOUGH, most=MOST_GROUND)
        moment.happens(TerrainPlaced(ground=Ground(kind=self.kind, where=self.where)), "B8")


class ChooseSide(Command, frozen=True, kw_only=True, tag="choose_side"):
    """Say at which edge of the table a side sets up; who stands on a drawn table already is put there."""

    side: Side
    zone: Zone

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.DEPLOYMENT)
        moment.happens(SideChosen(side=self.side, zone=self.zone), "B9")
        for side in SIDES:
            in_zones(moment, [unit for unit in moment.state.of(side) if stands(moment.state, unit.ref)])
