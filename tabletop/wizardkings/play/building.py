"""The build phase: picks, where they arrive, castle steps, and who is out for good (WK-41, WK-42, WK-50 to WK-53)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from tabletop.values import Name, Value
from tabletop.wizardkings.catalogue import BUILDING, CASTLES, CHAOS, ELIMINATION, TERMS, Kind, Moon, Size
from tabletop.wizardkings.pack import UnitRow
from tabletop.wizardkings.play.ground import Refusal

OFF_MAP = "off the map"


class City(Value, frozen=True, kw_only=True):
    """A city in the build phase: on a home board or not, whether a capital, and who is in it.

    `mine` where the player controls it; `garrison` where a unit of theirs is in it; `blocks` of theirs stand there.
    """

    name: Name
    home: bool = True
    capital: bool = False
    mine: bool = True
    garrison: bool = False
    enemies: bool = False
    blocks: int = 0


class CadrePick(Struct, frozen=True):
    """A unit as a cadre, to arrive at a capital by its name; none in a small game."""

    row: UnitRow
    at: str = ""


class CastlePick(Struct, frozen=True):
    """A castle step in a city by its name."""

    city: str


AnyPick = CadrePick | CastlePick


class BuildPhase(Struct, frozen=True, kw_only=True):
    """What a player's picks are checked against.

    `pool` are blocks by id that are off the map and may come, `dead` the ids of eliminated ones, a block each.
    """

    size: Size
    cities: Sequence[City] = ()
    moon: Moon | None = None
    pool: Mapping[str, int] | None = None
    dead: Collection[str] = ()
    stack_limit: int | None = None


def refused_picks(phase: BuildPhase, picks: Sequence[AnyPick]) -> list[Refusal]:
    """Every reason against these picks of one build phase."""
    cities = {city.name: city for city in phase.cities}
    refusals = [*refused_number(phase.size, picks), *refused_dead(phase, picks)]
    arriving: Counter[str] = Counter()
    for pick in picks:
        if isinstance(pick, CadrePick):
            refusals += refused_cadre(pick.row, moon=phase.moon)
            refusals += refused_arrival(phase.size, pick, cities)
            arriving[pick.at] += 1
        else:
            refusals += refused_castle(pick, cities)
    refusals += refused_castle_twice(picks)
    refusals += _refused_pool(phase, picks)
    return [*refusals, *_refused_stacks(phase, cities, arriving)]


def refused_number(size: Size, picks: Sequence[AnyPick]) -> Iterator[Refusal]:
    """WK-50: so many cadres and castle steps in all, in any mix; fewer are nobody's harm."""
    most = TERMS[size].picks
    if len(picks) > most:
        yield Refusal("WK-50", f"{len(picks)} picks; the {size} game has {most} in a build phase.", BUILDING)


def refused_cadre(row: UnitRow, *, moon: Moon | None = None) -> Iterator[Refusal]:
    """WK-50: never wizards; WK-41: no werebeast at new moon."""
    if row.kind is Kind.WIZARD:
        yield Refusal("WK-50", f"{row.name} is a wizard: wizards arrive only at the start.", BUILDING, row.id)
    if row.kind is Kind.CASTLE:
        yield Refusal("WK-50", f"{row.name} is no cadre: castles are built in steps.", BUILDING, row.id)
    if row.kind is Kind.WEREBEAST and moon is Moon.NEW:
        yield Refusal("WK-41", f"{row.name} is a werebeast: none is taken at new moon.", CHAOS, row.id)


def refused_dead(phase: BuildPhase, picks: Sequence[AnyPick]) -> Iterator[Refusal]:
    """WK-42: blocks that are out for good don't come again; others of their kind do, as many as there are.

    Where neither the pool nor the pack says how many there are, those that are dead were all.
    """
    rows = {pick.row.id: pick.row for pick in picks if isinstance(pick, CadrePick)}
    wanted, dead = Counter(pick.row.id for pick in picks if isinstance(pick, CadrePick)), Counter(phase.dead)
    for name, row in rows.items():
        if not dead[name] or not is_out_for_good(row):
            continue
        left = (row.copies or 0) - dead[name] if phase.pool is None else phase.pool.get(name, 0)
        if wanted[name] > max(left, 0):
            others = f"; {left} of its kind may come" if left > 0 else ""
            yield Refusal("WK-42", f"{row.name} was eliminated and never returns{others}.", ELIMINATION, name)


def is_out_for_good(row: UnitRow) -> bool:
    """WK-42: eliminated wizards and chaos units never return, army units go back to the pool."""
    return row.kind is Kind.WIZARD or row.kind.is_chaos


def arrivals(size: Size, cities: Sequence[City]) -> list[str]:
    """WK-51, WK-52: where cadres may arrive: off the map in a small game, else in capitals without an enemy in them."""
    if size is Size.SMALL:
        return [OFF_MAP]
    return [city.name for city in cities if city.capital and not city.enemies]


def refused_arrival(size: Size, pick: CadrePick, cities: Mapping[str, City]) -> Iterator[Refusal]:
    """WK-51: a cadre arrives off the map in a small game, else in a capital; WK-52: none in one that an enemy holds."""
    name, city = pick.row.name, cities.get(pick.at)
    if size is Size.SMALL:
        if pick.at not in ("", OFF_MAP):
            yield Refusal("WK-51", f"{name} enters by your own edge, not in {pick.at}.", BUILDING, pick.row.id)
    elif city is None or not city.capital:
        yield Refusal("WK-51", f"{name} arrives in a capital: {pick.at or 'no place'} is none.", BUILDING, pick.row.id)
    elif city.enemies:
        said = f"{pick.at} is occupied: nothing arrives there until it is liberated."
        yield Refusal("WK-52", said, BUILDING, pick.row.id)


def refused_castle(pick: CastlePick, cities: Mapping[str, City]) -> Iterator[Refusal]:
    """WK-53: on a home board in a friendly city without enemies; on an enemy's in one that is held with a garrison."""
    city = cities.get(pick.city)
    if city is None:
        yield Refusal("WK-53", f"“{pick.city}” is no city of the list.", CASTLES, pick.city)
    elif city.enemies:
        code = "WK-52" if city.capital else "WK-53"
        yield Refusal(code, f"There are enemies in {city.name}.", CASTLES, city.name)
    elif not city.mine:
        yield Refusal("WK-53", f"{city.name} isn't yours.", CASTLES, city.name)
    elif not city.home and not city.garrison:
        said = f"{city.name} is on an enemy's board: it needs a unit of yours in it."
        yield Refusal("WK-53", said, CASTLES, city.name)


def refused_castle_twice(picks: Sequence[AnyPick]) -> Iterator[Refusal]:
    """WK-53: one step a castle in a build phase."""
    steps = Counter(pick.city for pick in picks if isinstance(pick, CastlePick))
    for name, count in steps.items():
        if count > 1:
            yield Refusal("WK-53", f"{count} steps on the castle of {name}: one in a build phase.", CASTLES, name)


def _refused_pool(phase: BuildPhase, picks: Sequence[AnyPick]) -> Iterator[Refusal]:
    """WK-50: cadres come from the player's own pool; where it isn't said what is in it, that isn't checked."""
    if phase.pool is None:
        return
    wanted = Counter(pick.row.id for pick in picks if isinstance(pick, CadrePick))
    names = {pick.row.id: pick.row.name for pick in picks if isinstance(pick, CadrePick)}
    for name, count in wanted.items():
        if count > phase.pool.get(name, 0):
            have = phase.pool.get(name, 0) or "none"
            yield Refusal("WK-50", f"{count} × {names[name]} wanted, {have} in the pool.", BUILDING, name)


def _refused_stacks(phase: BuildPhase, cities: Mapping[str, City], arriving: Mapping[str, int]) -> Iterator[Refusal]:
    """WK-50: as far as stacking permits, where the pack knows how many blocks may stand in a hex."""
    if phase.stack_limit is None:
        return
    for name, count in arriving.items():
        if name in cities and cities[name].blocks + count > phase.stack_limit:
            there = cities[name].blocks + count
            said = f"{there} blocks in {name}: at most {phase.stack_limit} may stand in a hex."
            yield Refusal("WK-50", said, BUILDING, name)
