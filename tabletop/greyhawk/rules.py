"""The rules of a start: who is under which marker, where, and how many there are (GW-1 to GW-4, GW-10, GW-35)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tabletop.boards.area_graph import AreaKind, BorderKind
from tabletop.findings import Culprit, Remedy
from tabletop.greyhawk.catalogue import COMPONENTS, MOST_TROOPS, SET_UP
from tabletop.greyhawk.edits import AsInScenario, SetCount, SetHero, SetPower, SetScenario
from tabletop.greyhawk.force import troops_of
from tabletop.greyhawk.pack import Power, StartingArmy
from tabletop.greyhawk.pricing import PricedForce
from tabletop.rulebook import Breach, Pass, Rulebook, rule

Outcomes = Iterator[Breach | Pass]
BACK = Remedy("Place them as the scenario does", AsInScenario())


@rule("GW-10P", SET_UP)
def a_power_is_chosen(priced: PricedForce) -> Outcomes:
    """A player plays a power of a scenario."""
    scenario = priced.scenario
    if scenario is None:
        named = f"no scenario “{priced.force.scenario}”" if priced.force.scenario else "no scenario"
        ways = tuple(Remedy(f"Choose {each.title}", SetScenario(scenario=each.id)) for each in priced.pack.scenarios)
        yield Breach(f"There is {named} in the {priced.sentence}.", remedies=ways)
    elif priced.power is None:
        ways = tuple(Remedy(f"Choose {each.name}", SetPower(power=each.id)) for each in scenario.players)
        yield Breach(f"No power of {scenario.title} is chosen yet.", remedies=ways)


@rule("GW-10N", SET_UP)
def all_troops_of_the_scenario_are_placed(priced: PricedForce) -> Outcomes:
    """Exactly the counters that the scenario gives a power are placed."""
    power = priced.power
    if power is None:
        return
    wanted, placed = troops_of(power.armies), troops_of(priced.force.armies)
    for code in dict.fromkeys((*wanted, *placed)):
        if (count := placed.get(code, 0)) != (limit := wanted.get(code, 0)):
            name = priced.name(code)
            yield Breach(
                f"{name}: {count} placed, {limit} in the scenario.", Culprit("unit", code), count, limit, (BACK,)
            )
    if placed == wanted:
        yield Pass(f"All {sum(wanted.values())} counters of the scenario are placed.")


@rule("GW-2", COMPONENTS)
def a_stack_has_at_most_five_troops(priced: PricedForce) -> Outcomes:
    """From one to five counters lie under a marker."""
    for army in priced.force.armies:
        count = sum(muster.n for muster in army.troops)
        if count > MOST_TROOPS:
            last = army.troops[-1]
            fewer = max(0, last.n - (count - MOST_TROOPS))
            ways = (
                Remedy(
                    f"Leave {fewer} × {priced.name(last.troop)} there",
                    SetCount(area=army.area, troop=last.troop, count=fewer),
                ),
                BACK,
            )
            name = priced.area_name(army.area)
            yield Breach(f"{count} counters in {name}.", Culprit("area", army.area), count, MOST_TROOPS, ways)


@rule("GW-3", COMPONENTS)
def heroes_are_those_of_the_scenario(priced: PricedForce) -> Outcomes:
    """A power has so many heroes, at most one in an area; those who aren't placed come in the first year."""
    power = priced.power
    heroes = [army for army in priced.force.armies if army.hero]
    if power and len(heroes) > power.heroes:
        last = heroes[-1].area
        ways = (Remedy(f"Take the hero off {priced.area_name(last)}", SetHero(area=last, hero=False)),)
        yield Breach(f"{len(heroes)} heroes are placed.", actual=len(heroes), limit=power.heroes, remedies=ways)
    markers = sum(bool(army.troops) and not army.hero for army in priced.force.armies)
    if power and markers > power.markers:
        yield Breach(f"{markers} army markers are needed.", actual=markers, limit=power.markers, remedies=(BACK,))


@rule("GW-10A", SET_UP)
def stacks_stand_in_countries_of_their_power(priced: PricedForce) -> Outcomes:
    """Troops and heroes begin in home and allied countries, fleets in the seas of their ports."""
    power, board = priced.power, priced.pack.board
    if power is None or board is None:
        return
    for army in priced.force.armies:
        name = priced.area_name(army.area)
        culprit = Culprit("area", army.area)
        area = board.by_id.get(army.area)
        if area is None:
            yield Breach(f"“{army.area}” is no area of the map.", culprit, remedies=(BACK,))
            continue
        rows = [row for muster in army.troops if (row := priced.row(muster.troop))]
        at_sea = any(row.is_ship for row in rows)
        if at_sea and (area.kind is AreaKind.LAND or not all(row.is_ship for row in rows)):
            yield Breach(f"Ships stand in {name}, where they can't, or not with others.", culprit, remedies=(BACK,))
        if not at_sea and rows and area.kind is AreaKind.SEA:
            yield Breach(f"{name} is sea, where no army stands.", culprit, remedies=(BACK,))
        if area.country not in _own(power) and not (at_sea and _is_own_port(priced, power, area.id)):
            yield Breach(f"{name} isn't yours at the start.", culprit, remedies=(BACK,))


@rule("GW-35", SET_UP)
def an_area_has_one_army_one_fleet_and_one_hero_at_most(priced: PricedForce) -> Outcomes:
    """At most one army, one fleet and one hero of a power begin in an area."""
    for area in dict.fromkeys(army.area for army in priced.force.armies):
        there = [army for army in priced.force.armies if army.area == area]
        kinds = Counter(_kind(priced, army) for army in there if army.troops)
        kinds["hero"] = sum(army.hero for army in there)
        for kind, count in kinds.items():
            if count > 1:
                plural = {"army": "armies", "fleet": "fleets", "hero": "heroes"}[kind]
                yield Breach(f"{count} {plural} in {priced.area_name(area)}.", Culprit("area", area), count, 1, (BACK,))


def _kind(priced: PricedForce, army: StartingArmy) -> str:
    rows = (priced.row(muster.troop) for muster in army.troops)
    return "fleet" if any(row is not None and row.is_ship for row in rows) else "army"


def _own(power: Power) -> tuple[str, ...]:
    return (*power.home, *power.allies)


def _is_own_port(priced: PricedForce, power: Power, sea: str) -> bool:
    board = priced.pack.board
    assert board is not None
    beside = board.beside[sea].items()
    return any(kind is BorderKind.PORT and board.by_id[other].country in _own(power) for other, kind in beside)


@rule("GW-1", COMPONENTS)
def counters_are_in_the_pool(priced: PricedForce) -> Outcomes:
    """Nobody has more counters of a kind than there are."""
    for code, count in troops_of(priced.force.armies).items():
        row = priced.row(code)
        if row is None:
            yield Breach(f"There is no “{code}” in the {priced.sentence}.", Culprit("unit", code), remedies=(BACK,))
        elif row.count is not None and count > row.count:
            yield Breach(f"{row.name}: {count}.", Culprit("unit", code), count, row.count, (BACK,))


RULEBOOK = Rulebook(
    "Greyhawk Wars",
    "1",
    (
        a_power_is_chosen,
        all_troops_of_the_scenario_are_placed,
        a_stack_has_at_most_five_troops,
        heroes_are_those_of_the_scenario,
        stacks_stand_in_countries_of_their_power,
        an_area_has_one_army_one_fleet_and_one_hero_at_most,
        counters_are_in_the_pool,
    ),
)
