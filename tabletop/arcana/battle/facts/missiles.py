"""Volleys, whose losses wait until everybody has shot, and weapons that are loaded again."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battle.facts.fact import UnitFact
from tabletop.arcana.battle.state import BattleUnit, Falling, Many, State
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.values import Text, Value


class Stray(Value, frozen=True, kw_only=True):
    """What missed the target and was rolled at another unit of its fight."""

    unit: Ref
    needed: int
    hits: Many


class MissilesShot(UnitFact, frozen=True, kw_only=True, tag="missiles_shot"):
    """A volley. `body` is who of the unit shot; `falling` what will be left of who was hit, when losses are taken off.

    `by_hand` is one that was thrown and counted at the table.
    """

    body: Ref
    target: Ref
    weapon: Text = ""
    shots: Many = 0
    needed: int | None = None
    hits: Many = 0
    strays: tuple[Stray, ...] = ()
    falling: tuple[Falling, ...] = ()
    reloads: bool = False
    by_hand: bool = False

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.unit, self.target, *(falling.unit for falling in self.falling))))

    def applied(self, state: State) -> State:
        def shot(unit: BattleUnit) -> BattleUnit:
            turn = replace(unit.turn, shot=True, shot_at=self.target, shot_by=(*unit.turn.shot_by, self.body))
            unloaded = (*unit.unloaded, (self.body, self.weapon)) if self.reloads else unit.unloaded
            return replace(unit, turn=turn, unloaded=unloaded)

        hurt = {falling.body for falling in self.falling}
        falling = (*(before for before in state.falling if before.body not in hurt), *self.falling)
        return replace(state, falling=falling).with_unit(self.unit, shot)

    def sentence(self, state: State) -> str:
        shooting = f"{self.name(state)} shot at {state.unit(self.target).name}"
        if self.by_hand:
            return f"{shooting}, counted at the table"
        parts = [f"{counted('shot', self.shots)}, {counted('hit', self.hits)}"]
        parts += [f"{counted('hit', stray.hits)} on {state.unit(stray.unit).name}" for stray in self.strays]
        fallen = sum(state.remains(falling.unit, falling.body).models - falling.left for falling in self.falling)
        parts.append(f"{fallen or 'nobody'} will fall" if fallen != 1 else "1 will fall")
        return f"{shooting}: {', '.join(parts)}"


class Reloaded(UnitFact, frozen=True, kw_only=True, tag="reloaded"):
    """A unit has loaded its weapons again, and shoots from the next turn on."""

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: replace(unit, unloaded=()))

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} reloaded"
