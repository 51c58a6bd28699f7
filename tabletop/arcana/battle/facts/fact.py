"""What every event of a battle has: how it changes the state, and the sentence about it. It never judges."""

from __future__ import annotations

from typing import ClassVar

from tabletop.arcana.battle.state import State
from tabletop.values import Value


class Fact(Value, frozen=True, kw_only=True, tag_field="kind"):
    """Something that happened. `applied` takes it as it is: a rule that is mended later changes no old battle.

    `reveals` says that something came to light with it, so that an undo across it asks the other player.
    """

    reveals: ClassVar[bool] = False

    def applied(self, state: State) -> State:
        """The state after it."""
        raise NotImplementedError

    def sentence(self, state: State) -> str:
        """A sentence for the log; `state` is the one before it."""
        raise NotImplementedError

    @property
    def units(self) -> tuple[str, ...]:
        """The refs of the units that it changes; none for what changes the whole battle."""
        return ()


class UnitFact(Fact, frozen=True, kw_only=True):
    """A fact about one unit, by its ref."""

    unit: str

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit,)

    def name(self, state: State) -> str:
        return state.unit(self.unit).name
