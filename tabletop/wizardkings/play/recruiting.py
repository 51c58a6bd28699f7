"""Recruiting: which unit may gain how many steps where, and every reason why not (WK-10 to WK-20)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from tabletop.values import Value
from tabletop.wizardkings.catalogue import RECRUITING, WIZARDS, Ground, Hexside, Kind, Moon, Terrain
from tabletop.wizardkings.pack import UnitRow
from tabletop.wizardkings.play.ground import Refusal, Site, Standing

ENOUGH_SIDES = 2
LOW, HIGH = 1, 2  # units that may recruit in a hex


class RecruitClass(StrEnum):
    """What a unit is where recruiting is limited: units of two classes are different types (K-4)."""

    FOREST = "forest"
    DESERT = "desert"
    MOUNTAIN = "mountain"
    AMPHIBIAN = "amphibian"
    AQUATIC = "aquatic"
    FLYER = "flyer"
    PLAIN = "no terrain type"
    CHAOS = "chaos"
    WEREBEAST = "werebeast"


CLASSES: dict[Terrain, RecruitClass] = {
    Terrain.FOREST: RecruitClass.FOREST, Terrain.DESERT: RecruitClass.DESERT, Terrain.MOUNTAIN: RecruitClass.MOUNTAIN,
    Terrain.SWAMP: RecruitClass.AMPHIBIAN, Terrain.AQUATIC: RecruitClass.AQUATIC, Terrain.FLY: RecruitClass.FLYER,
    Terrain.CITY: RecruitClass.PLAIN, Terrain.NONE: RecruitClass.PLAIN,
}  # fmt: skip
ONE_IN_A_HEX = (RecruitClass.FLYER, RecruitClass.PLAIN, RecruitClass.CHAOS)
GROUND_OF: dict[Terrain, Ground] = {
    Terrain.FOREST: Ground.FOREST, Terrain.DESERT: Ground.DESERT, Terrain.MOUNTAIN: Ground.MOUNTAIN,
    Terrain.SWAMP: Ground.SWAMP, Terrain.AQUATIC: Ground.SEA,
}  # fmt: skip


class Readings(Value, frozen=True, kw_only=True):
    """How players read what the text leaves open (K-3, K-5, K-8); as they stand, the readings that we use."""

    forest_sides: bool = True
    mountain_sides: bool = True
    one_step_after_battle: bool = False
    city_units_in_cities: bool = False


USUAL = Readings()


class Recruit(Struct, frozen=True):
    """A unit that wants to recruit: how many steps it may gain, and why it may not."""

    standing: Standing
    most: int
    refusals: tuple[Refusal, ...]


def class_of(row: UnitRow) -> RecruitClass:
    """What the unit counts as in a hex; one whose terrain isn't entered as one without a terrain type."""
    if row.kind.is_chaos:
        return RecruitClass.WEREBEAST if row.kind is Kind.WEREBEAST else RecruitClass.CHAOS
    return CLASSES[row.terrain or Terrain.NONE]


def refused_kind(unit: Standing) -> Iterator[Refusal]:
    """WK-10: wizards and castles never recruit, nor who is at full strength; WK-2: wizards learn instead."""
    if unit.row.kind is Kind.WIZARD:
        yield Refusal("WK-10", f"{unit.name} is a wizard: wizards learn, and never recruit.", RECRUITING, unit.ref)
    elif unit.row.kind is Kind.CASTLE:
        yield Refusal("WK-10", f"{unit.name} is a castle: castles never recruit.", RECRUITING, unit.ref)
    elif unit.steps >= unit.row.steps:
        yield Refusal("WK-10", f"{unit.name} is at full strength, {unit.steps} steps.", RECRUITING, unit.ref)


def refused_after_acting(unit: Standing, site: Site) -> Iterator[Refusal]:
    """WK-11: who moved or fought in its turn doesn't recruit, nor who is about to fight (K-6)."""
    if unit.moved:
        yield Refusal("WK-11", f"{unit.name} has moved this turn.", RECRUITING, unit.ref)
    if unit.fought:
        yield Refusal("WK-11", f"{unit.name} has fought this turn.", RECRUITING, unit.ref)
    if site.enemies:
        yield Refusal("WK-11", f"{unit.name} shares its hex with an enemy and is about to fight.", RECRUITING, unit.ref)


def refused_ground(unit: Standing, site: Site, readings: Readings = USUAL) -> Iterator[Refusal]:
    """WK-12, WK-13: the hex is full of the unit's terrain, has two such hexsides, or is the player's own capital."""
    terrain = unit.row.terrain
    if site.capital or unit.row.kind in (Kind.WIZARD, Kind.CASTLE):
        return
    if terrain is None:
        yield Refusal("WK-12", f"The terrain of {unit.name} isn't entered in the pack.", RECRUITING, unit.ref)
    elif lacking := _lacking_ground(terrain, site, readings):
        yield Refusal("WK-12", f"{unit.name} needs {lacking}, or the own capital.", RECRUITING, unit.ref)


def _lacking_ground(terrain: Terrain, site: Site, readings: Readings) -> str:
    """What a hex would have to be for a unit of a terrain; empty where it is."""
    clear, city = Ground.CLEAR in site.grounds, site.city is not None
    if terrain is Terrain.FLY:
        return "" if clear and city else "a clear city hex"
    if terrain is Terrain.CITY and readings.city_units_in_cities:
        return "" if city else "a city hex"
    if terrain in (Terrain.NONE, Terrain.CITY):
        return "" if clear else "a clear hex"
    if GROUND_OF[terrain] in site.grounds:
        return ""
    sides = _sides_of(terrain, readings)
    if sides and site.sides.get(sides, 0) >= ENOUGH_SIDES:
        return ""
    full = "a sea or coastal hex" if terrain is Terrain.AQUATIC else f"a full {GROUND_OF[terrain]} hex"
    return f"{full} or two {sides} hexsides" if sides else full


def _sides_of(terrain: Terrain, readings: Readings) -> Hexside | None:
    """The hexsides of which two serve as a full hex (K-3, K-10)."""
    match terrain:
        case Terrain.FOREST if readings.forest_sides:
            return Hexside.FOREST
        case Terrain.MOUNTAIN if readings.mountain_sides:
            return Hexside.MOUNTAIN
        case Terrain.SWAMP:
            return Hexside.RIVER
    return None


def refused_moon(unit: Standing, moon: Moon | None) -> Iterator[Refusal]:
    """WK-16: werebeasts don't recruit at new moon."""
    if unit.row.kind is Kind.WEREBEAST and moon is Moon.NEW:
        yield Refusal("WK-16", f"{unit.name} is a werebeast: none recruits at new moon.", RECRUITING, unit.ref)
    elif unit.row.kind is Kind.WEREBEAST and moon is None:
        yield Refusal("WK-16", f"{unit.name} is a werebeast: say which moon it is.", RECRUITING, unit.ref)


def most_gained(unit: Standing, moon: Moon | None, *, one_step: bool = False) -> int:
    """WK-15, WK-16: steps gained at most: 1, 2 where the base cost is 1 gold, one more at full moon for werebeasts.

    Never above full strength. With `one_step` nobody but a werebeast at full moon gains more than 1 (K-5).
    """
    gain = 2 if unit.row.cost == 1 and not one_step else 1
    if unit.row.kind is Kind.WEREBEAST and moon is Moon.FULL:
        gain += 1
    return max(0, min(gain, unit.row.steps - unit.steps))


def hex_limit(units: Sequence[Standing], moon: Moon | None) -> int:
    """WK-12 to WK-14, WK-16, WK-40: how many of these may recruit in their hex; it goes by hexes, never by hexsides."""
    classes = {class_of(unit.row) for unit in units}
    if len(classes) > 1 or classes & set(ONE_IN_A_HEX):
        return LOW
    return LOW if classes == {RecruitClass.WEREBEAST} and moon is not Moon.FULL else HIGH


def refused_limit(units: Sequence[Standing], moon: Moon | None) -> Iterator[Refusal]:
    """WK-14: no more units recruit in a hex than its limit, which is 1 where they are of different classes."""
    limit = hex_limit(units, moon)
    if len(units) > limit:
        classes = sorted({class_of(unit.row) for unit in units})
        why = f"of different types ({', '.join(classes)})" if len(classes) > 1 else f"{classes[0]} units"
        yield Refusal("WK-14", f"{len(units)} {why} want to recruit in a hex: at most {limit} may.", RECRUITING)


def recruits(
    units: Sequence[Standing], site: Site, moon: Moon | None = None, readings: Readings = USUAL
) -> list[Recruit]:
    """Each unit of a hex at the end of its owner's movement: what it may gain, and every reason why it may not."""
    found = []
    for unit in units:
        refusals = (
            *refused_kind(unit), *refused_after_acting(unit, site), *refused_ground(unit, site, readings),
            *refused_moon(unit, moon),
        )  # fmt: skip
        found.append(Recruit(unit, 0 if refusals else most_gained(unit, moon), refusals))
    return found


def refused_after_victory(army: Sequence[Standing], site: Site, *, won: bool = True) -> Iterator[Refusal]:
    """WK-20: an army recruits in the hex of a battle that it won, and where nobody of it regroups or has to.

    Flyers have to after a battle at sea; a fatigued wizard's retreat is a regroup (WK-34).
    """
    if not won:
        yield Refusal("WK-20", "Only the last side in the hex has won.", RECRUITING)
    for unit in army:
        if unit.regroups:
            yield Refusal("WK-20", f"{unit.name} regroups: nobody recruits here.", RECRUITING, unit.ref)
        elif unit.row.terrain is Terrain.FLY and site.is_open_sea:
            yield Refusal("WK-20", f"{unit.name} has to leave the sea: that is a regroup.", RECRUITING, unit.ref)
        if unit.fatigued:
            sentence = f"{unit.name} is fatigued and has to retreat: that is a regroup."
            yield Refusal("WK-34", sentence, WIZARDS, unit.ref)


def recruits_after_victory(
    army: Sequence[Standing], site: Site, moon: Moon | None = None, readings: Readings = USUAL, *, won: bool = True
) -> list[Recruit]:
    """Each unit of a winning army, one that recruited in movement, too; who moved or fought may (WK-20)."""
    barred = tuple(refused_after_victory(army, site, won=won))
    found = []
    for unit in army:
        refusals = (*barred, *refused_kind(unit), *refused_ground(unit, site, readings), *refused_moon(unit, moon))
        most = 0 if refusals else most_gained(unit, moon, one_step=readings.one_step_after_battle)
        found.append(Recruit(unit, most, refusals))
    return found
