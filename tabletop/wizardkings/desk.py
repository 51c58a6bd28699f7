"""How a force is begun and changed on a page."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.decoding import MalformedError
from tabletop.rosters.desk import Beginning, Choice, Counter, Desk, Field, Fold, Option
from tabletop.wizardkings.catalogue import CAPITAL_GOLD, TERMS, TERRAIN_WORDS, Kind, Size, Terms
from tabletop.wizardkings.edits import (
    SetArmy,
    SetCapital,
    SetFiveBlocks,
    SetScenario,
    SetThirdWizard,
    SetWerebeasts,
)
from tabletop.wizardkings.filling import most_of
from tabletop.wizardkings.force import MOST_BLOCKS, Capital, Force, Models, Unit
from tabletop.wizardkings.pack import GAME, UnitRow
from tabletop.wizardkings.pricing import PricedForce
from tabletop.wizardkings.rules import army_name

# A legal start of each size by the house pack: its wizards, its army, its chaos cadres and the rest of its pool.
HOUSE_ARMY = "tidewall"
HOUSE_WIZARD = "tide-mage"
HOUSE_STARTS: dict[Size, tuple[dict[str, int], tuple[str, ...], tuple[str, ...]]] = {
    Size.SMALL: ({"woodward": 2, "cragsman": 1, "gull-rider": 1, "levy": 2}, (), ()),
    Size.MEDIUM: (
        {"woodward": 2, "cragsman": 2, "gull-rider": 1, "levy": 2, "gatewarden": 1},
        ("storm-drake",),
        ("bramble-giant", "cave-hag", "mire-beast", "wild-band"),
    ),
    Size.LARGE: (
        {"woodward": 3, "dune-rider": 1, "cragsman": 2, "marsh-hopper": 2, "gull-rider": 2, "levy": 3, "gatewarden": 1},
        ("storm-drake", "bramble-giant"),
        ("dune-maw", "cave-hag", "mire-beast", "deep-coil", "wild-band"),
    ),
}
HOUSE_CAPITALS = ("0,1", "6,1")


def beginnings() -> tuple[Beginning, ...]:
    """A start force for each size of game."""
    return tuple(
        Beginning(
            size, f"A {size} game", f"{terms.maps} map{'s' if terms.maps > 1 else ''}, {terms.turns} turns: "
            f"{', '.join(_parts(terms))} at the start",
        )
        for size, terms in TERMS.items()
    )  # fmt: skip


def _parts(terms: Terms) -> Iterator[str]:
    yield f"{terms.wizards} wizard{'s' if terms.wizards > 1 else ''}"
    if terms.chaos:
        yield f"{terms.chaos} chaos"
    yield f"{terms.army} army cadres"


def begun(slug: str, pack: str) -> Force:
    """The force that a beginning stands for: a legal one by the house pack, an empty one by a pack of this code.

    MalformedError where there is no such beginning.
    """
    sizes = {str(size): size for size in Size}
    if slug not in sizes:
        raise MalformedError("begin", f"must be one of {', '.join(sizes)}, not “{slug}”")
    size = sizes[slug]
    empty = Force(
        format="muster-roster/1", game="wizard-kings", name=f"My {size} start force", scenario=size, pack=pack
    )
    return empty if pack else _house_start(empty)


def _house_start(empty: Force) -> Force:
    army, chaos, rest = HOUSE_STARTS[empty.scenario]
    counts = {HOUSE_WIZARD: empty.terms.wizards, **army, **dict.fromkeys(chaos, 1)}
    return Force(
        format=empty.format,
        game=empty.game,
        name=empty.name,
        scenario=empty.scenario,
        army=HOUSE_ARMY,
        units=tuple(
            Unit(models=(Models(profile=f"{GAME}/{name}", count=count),)) for name, count in counts.items()
        ),
        pool=tuple(Models(profile=f"{GAME}/{name}", count=1) for name in (*chaos, *rest)),
        capitals=tuple(
            Capital(city=city, map=number) for number, city in enumerate(HOUSE_CAPITALS[: empty.terms.capitals], 1)
        ),
    )  # fmt: skip


def desk_of(priced: PricedForce) -> Desk:
    """Size, army, options and capitals; a counter for each kind of block, and one for each of the chaos pool."""
    force = priced.force
    name = Field(label="Name of the force", verb="rename", name="name", value=force.name, most=120)
    notes = Field(label="Notes, for you alone", verb="set_notes", name="notes", value=force.notes, most=500)
    pack = Field(label="Code of your own data pack", verb="set_pack", name="pack", value=force.pack, most=16)
    return Desk(tuple(_choices(priced)), tuple(_counters(priced)), (name, notes, pack), tuple(_folds(priced)))


def _choices(priced: PricedForce) -> Iterator[Choice]:
    force = priced.force
    sizes = (Option(size.capitalize(), SetScenario(scenario=size), size is force.scenario) for size in Size)
    yield Choice("Size of the game", tuple(sizes))
    armies = (Option(army_name(army), SetArmy(army=army), army == force.army) for army in priced.pack.armies)
    yield Choice("Army", tuple(armies))
    cities = [city for city in (priced.pack.map.cities if priced.pack.map else ()) if city.gold in CAPITAL_GOLD]
    for number in range(1, force.terms.capitals + 1):
        chosen = {capital.city for capital in force.capitals if capital.map == number}
        options = (
            Option(f"{city.name}, {city.gold} gold", SetCapital(map=number, city=city.hex), city.hex in chosen)
            for city in cities
        )
        label = "Capital" if force.terms.capitals == 1 else f"Capital on home map {number}"
        yield Choice(label, tuple(options))


def _folds(priced: PricedForce) -> Iterator[Fold]:
    force = priced.force
    choices = [_switch("Werebeasts", "Agreed on", "None", SetWerebeasts(werebeasts=True),
                       SetWerebeasts(werebeasts=False), force.werebeasts)]  # fmt: skip
    if force.terms.small_text is not None:
        five, seven = SetFiveBlocks(five_blocks=True), SetFiveBlocks(five_blocks=False)
        choices.append(_switch("Blocks at the start", "5 in all", "7 in all", five, seven, force.five_blocks))
    if force.terms.most_wizards > force.terms.wizards:
        three, two = SetThirdWizard(third_wizard=True), SetThirdWizard(third_wizard=False)
        choices.append(_switch("Wizards", "3 each", "2 each", three, two, force.third_wizard))
    yield Fold("What both players agree on", "Options of the variant, and readings of its text.", tuple(choices))


def _switch(label: str, on: str, off: str, edit_on: object, edit_off: object, is_on: bool) -> Choice:
    return Choice(label, (Option(off, edit_off, not is_on), Option(on, edit_on, is_on)))


def _counters(priced: PricedForce) -> Iterator[Counter]:
    """Wizards first, then the army, then chaos: what starts, and what is in the pool."""
    force, pack = priced.force, priced.pack
    chaos = pack.rows(force.army, Kind.CHAOS, *((Kind.WEREBEAST,) if force.werebeasts else ()))
    for row in (*pack.rows(force.army, Kind.WIZARD), *pack.rows(force.army, Kind.ARMY)):
        yield _counter(row, force.counts, "set_count", "")
    for row in chaos if force.terms.chaos else ():
        yield _counter(row, force.counts, "set_count", "chaos at the start")
    for row in chaos:
        yield _counter(row, force.pooled, "set_pool", "in the chaos pool")


def _counter(row: UnitRow, counts: dict[str, int], verb: str, note: str) -> Counter:
    pooled = ", pool" if verb == "set_pool" else ""
    return Counter(
        name=f"{row.name}{pooled}",
        plural=f"{row.name}{pooled}",
        ref=f"pool-{row.id}" if pooled else row.id,
        count=counts.get(row.slug, 0),
        most=min(most_of(row), MOST_BLOCKS),
        each=0 if pooled else row.cost or 0,
        fields={"verb": verb, "profile": row.slug},
        facts=", ".join(facts_of(row)),
        note=note,
    )


def facts_of(row: UnitRow) -> Iterator[str]:
    """What stands on a block: `B3`, `moves 2`, `mountain`, `up to 3 steps`."""
    if row.fire:
        yield rating_of(row)
    if row.move is not None:
        yield f"moves {row.move}"
    if row.terrain:
        yield TERRAIN_WORDS[row.terrain]
    yield f"up to {row.steps} steps"


def rating_of(row: UnitRow) -> str:
    """`B3`; `A+` of a wizard, who acts before others of the letter."""
    return f"{row.fire or ''}{'+' if row.plus else ''}{row.hit or ''}"
