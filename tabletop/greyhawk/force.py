"""How a player begins a game: `muster-roster/1` with game greyhawk, a power of a scenario and where its troops are."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from tabletop.greyhawk.pack import GAME, Muster, Power, StartingArmy, Word
from tabletop.packs import PackCode
from tabletop.values import Name, Text, Value

OptionalWord = Annotated[str, Meta(pattern=r"^([a-z0-9]+(-[a-z0-9]+)*)?$(?!\n)", max_length=40)]


class Force(Value, frozen=True, kw_only=True, dict=True, gc=True):
    """One player's start: its power in a scenario, and its armies, fleets and heroes by area.

    `pack` is the code of an owner's data pack, empty for the house's; `power` is empty where none is chosen yet.
    """

    format: Literal["muster-roster/1"]
    game: Literal["greyhawk"]
    name: Name
    notes: Text = ""
    pack: PackCode = ""
    scenario: OptionalWord = ""
    power: OptionalWord = ""
    armies: Annotated[tuple[StartingArmy, ...], Meta(max_length=40)] = ()

    @cached_property
    def counts(self) -> dict[str, int]:
        """Counters by their profiles, wherever they stand."""
        return {f"{GAME}/{code}": count for code, count in troops_of(self.armies).items()}

    def at(self, area: str) -> StartingArmy | None:
        return next((army for army in self.armies if army.area == area), None)


def troops_of(armies: tuple[StartingArmy, ...]) -> dict[str, int]:
    """Counters by their codes."""
    counts: Counter[str] = Counter()
    for army in armies:
        for muster in army.troops:
            counts[muster.troop] += muster.n
    return dict(counts)


def with_troops(force: Force, area: str, troop: Word, count: int) -> Force:
    """The force with so many counters of a kind in an area."""
    army = force.at(area) or StartingArmy(area=area)
    counts = troops_of((army,)) | {troop: count}
    troops = tuple(Muster(troop=code, n=number) for code, number in counts.items() if number)
    return with_army(force, replace(army, troops=troops))


def with_army(force: Force, army: StartingArmy) -> Force:
    """The force with an area's army as it is now; one of nobody is gone."""
    others = tuple(each for each in force.armies if each.area != army.area)
    if not (army.troops or army.hero):
        return replace(force, armies=others)
    if force.at(army.area) is None:
        return replace(force, armies=(*force.armies, army))
    return replace(force, armies=tuple(army if each.area == army.area else each for each in force.armies))


def as_in_scenario(force: Force, power: Power) -> Force:
    """The force with the troops of a power where its scenario has them."""
    return replace(force, power=power.id, armies=power.armies)
