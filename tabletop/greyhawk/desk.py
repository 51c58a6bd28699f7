"""How a start is begun and changed on a page."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.decoding import MalformedError
from tabletop.greyhawk.edits import AsInScenario, SetHero, SetPower, SetScenario
from tabletop.greyhawk.force import Force, troops_of
from tabletop.greyhawk.pack import Muster, StartingArmy
from tabletop.greyhawk.pricing import PricedForce
from tabletop.rosters.desk import Beginning, Choice, Counter, Desk, Field, Fold, Option

# The powers of the house's scenario, with their armies as it places them: a start needs no pack at hand.
HOUSE_SCENARIO = "four-crowns"
HOUSE_POWERS: dict[str, tuple[str, str, tuple[tuple[str, tuple[tuple[str, int], ...], bool], ...]]] = {
    "norhal": (
        "Norhal",
        "good: heavy infantry, cavalry, dwarves",
        (
            ("ash", (("heavy-infantry", 1), ("light-infantry", 1), ("cavalry", 1)), True),
            ("cairn", (("dwarf", 1), ("light-infantry", 1)), False),
        ),
    ),
    "grimgard": (
        "Grimgard",
        "evil: orcs, a troll, scouts",
        (("fell", (("orc", 2), ("troll", 1)), True), ("gorge", (("hobgoblin", 1), ("scout", 1)), False)),
    ),
    "southmere": (
        "Southmere",
        "good: light infantry, marines, a fleet",
        (("dun", (("light-infantry", 2), ("marine", 1)), True), ("kelp", (("ship", 2),), False)),
    ),
    "vale": (
        "The Vale",
        "evil: cavalry and elves",
        (("heath", (("cavalry", 2), ("elf", 1), ("light-infantry", 1)), True),),
    ),
}


def beginnings() -> tuple[Beginning, ...]:
    """A start for each power of the house's scenario."""
    return tuple(Beginning(power, name, about.capitalize()) for power, (name, about, _) in HOUSE_POWERS.items())


def begun(slug: str, pack: str) -> Force:
    """The start that a beginning stands for: as the house's scenario places it, or an empty one by another pack.

    MalformedError where there is no such beginning.
    """
    if slug not in HOUSE_POWERS:
        raise MalformedError("begin", f"must be one of {', '.join(HOUSE_POWERS)}, not “{slug}”")
    name, _, armies = HOUSE_POWERS[slug]
    empty = Force(format="muster-roster/1", game="greyhawk", name=name, pack=pack)
    if pack:
        return empty
    placed = tuple(
        StartingArmy(area=area, troops=tuple(Muster(troop=troop, n=count) for troop, count in troops), hero=hero)
        for area, troops, hero in armies
    )
    return Force(
        format="muster-roster/1", game="greyhawk", name=name, scenario=HOUSE_SCENARIO, power=slug, armies=placed
    )


def desk_of(priced: PricedForce) -> Desk:
    """Scenario and power, and a counter for each kind in each area where it may stand."""
    force = priced.force
    name = Field(label="Name of the start", verb="rename", name="name", value=force.name, most=120)
    notes = Field(label="Notes, for you alone", verb="set_notes", name="notes", value=force.notes, most=500)
    pack = Field(label="Code of your own data pack", verb="set_pack", name="pack", value=force.pack, most=16)
    return Desk(tuple(_choices(priced)), tuple(_counters(priced)), (name, notes, pack), tuple(_folds(priced)))


def _choices(priced: PricedForce) -> Iterator[Choice]:
    chosen = priced.scenario
    scenarios = priced.pack.scenarios
    if len(scenarios) > 1 or chosen is None:
        options = (Option(each.title, SetScenario(scenario=each.id), each == chosen) for each in scenarios)
        yield Choice("Scenario", tuple(options))
    if chosen:
        powers = (Option(each.name, SetPower(power=each.id), each.id == priced.force.power) for each in chosen.players)
        yield Choice("Power", tuple(powers))
    if priced.power:
        yield Choice("Troops", (Option("Place them as the scenario does", AsInScenario()),))


def _areas(priced: PricedForce) -> tuple[str, ...]:
    """The areas of a power's countries, and where else its troops stand."""
    power, board = priced.power, priced.pack.board
    own = (*power.home, *power.allies) if power else ()
    home = [area.id for area in board.areas if area.country in own] if board else []
    return tuple(dict.fromkeys((*home, *(army.area for army in priced.force.armies))))


def _counters(priced: PricedForce) -> Iterator[Counter]:
    power = priced.power
    wanted = troops_of(power.armies) if power else {}
    placed = troops_of(priced.force.armies)
    for area in _areas(priced):
        army = priced.force.at(area)
        there = troops_of((army,)) if army else {}
        known = priced.pack.board.by_id.get(area) if priced.pack.board else None
        at_sea = known is not None and known.terrain is None
        for code in dict.fromkeys((*wanted, *there)):
            row = priced.row(code)
            if row is None or (row.is_ship is not at_sea and code not in there):
                continue
            name = f"{row.name}, {priced.area_name(area)}"
            yield Counter(
                name=name, plural=name, ref=f"{area}-{code}", count=there.get(code, 0), most=20, each=row.strength,
                fields={"verb": "set_count", "area": area, "troop": code}, facts=f"strength {row.figures}",
                note=f"{placed.get(code, 0)} of {wanted.get(code, 0)} placed",
            )  # fmt: skip


def _folds(priced: PricedForce) -> Iterator[Fold]:
    options = []
    for area in _areas(priced):
        army = priced.force.at(area)
        has = bool(army and army.hero)
        options.append(Option(priced.area_name(area), SetHero(area=area, hero=not has), has))
    if options:
        yield Fold(
            "Heroes", "Where heroes begin; the others come in the first year.", (Choice("Areas", tuple(options)),)
        )
