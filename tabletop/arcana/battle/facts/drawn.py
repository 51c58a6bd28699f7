"""A drawn table in a battle: laid, put away, and where units stand on it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from tabletop.arcana.battle.facts.fact import Fact, UnitFact
from tabletop.arcana.battle.laid import Laid, Spent, Stood, TableText
from tabletop.arcana.battle.state import State
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.decoding import MalformedError
from tabletop.values import Text

MOST_AT_ONCE = 100
Places = Annotated[tuple[Stood, ...], Meta(max_length=MOST_AT_ONCE)]


class TableLaid(Fact, frozen=True, kw_only=True, tag="table_laid"):
    """A drawn table lies between the players, as its file states it; nobody stands on it yet."""

    table: TableText

    def applied(self, state: State) -> State:
        laid = Laid(table=self.table)
        _ = laid.drawn  # MalformedError where it is no table
        return replace(state, laid=laid)

    def sentence(self, state: State) -> str:
        return "A drawn table is laid out"


class TablePutAway(Fact, frozen=True, kw_only=True, tag="table_put_away"):
    """The drawn table is gone: from now on players say who reaches whom."""

    def applied(self, state: State) -> State:
        return replace(state, laid=None)

    def sentence(self, state: State) -> str:
        return "The drawn table is put away"


class UnitsPlaced(Fact, frozen=True, kw_only=True, tag="units_placed"):
    """Units stand where they are put, or as losses and changes of formation have left them."""

    places: Places

    def applied(self, state: State) -> State:
        return standing(state, self.places)

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(place.unit for place in self.places)

    def sentence(self, state: State) -> str:
        if len(self.places) > 1:
            return f"{counted('unit', len(self.places))} placed on the table"
        return f"{state.unit(self.places[0].unit).name} placed on the table"


class MovedTo(UnitFact, frozen=True, kw_only=True, tag="moved_to"):
    """Where a unit is after its orders, and where all are who moved with it or made way; what it has spent so far."""

    orders: Text
    places: Places
    spent: Spent | None = None

    def applied(self, state: State) -> State:
        state = standing(state, self.places)
        if state.laid is None or self.spent is None:
            return state
        return replace(state, laid=replace(state.laid, spent={**state.laid.spent, self.unit: self.spent}))

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([self.unit, *(place.unit for place in self.places)]))

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} on the table: {self.orders}"


def standing(state: State, places: Places) -> State:
    """The state with units where they stand now, as wide as they stand there; as it was where no table is laid."""
    if state.laid is None:
        return state
    if any(not place.files and len(place.spots) != place.models for place in places):
        raise MalformedError("places", "loose models stand each at a spot")
    laid = replace(state.laid, stood=state.laid.stood | {place.unit: place for place in places})
    units = (replace(state.unit(place.unit), files=place.ranked_files) for place in places)
    return replace(state.having(*units), laid=laid)
