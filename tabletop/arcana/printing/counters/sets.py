"""Which counters are printed: the book's own sheet, one of each, or just what rosters can need."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence

from tabletop.arcana.army.casters import magic_of
from tabletop.arcana.army.resolve import Army, FieldedUnit
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells.spell import Marker
from tabletop.arcana.printing.counters.counter import (
    BROKEN,
    HIGHEST,
    STATES,
    Counter,
    numbered_counter,
    spell_counter,
    status_counters,
)
from tabletop.arcana.printing.rosters.printed_roster import unit_rows

# How often each stands on the book's marker sheet (Templates); names as in the spell lists (ruling S6).
BOOK_SHEET: dict[str, int] = {
    "general/enchant-weapons": 3,
    "general/enchant-missiles": 2,
    "life/courage": 2,
    "life/bless": 2,
    "life/holy-armor": 3,
    "life/magic-shield": 2,
    "life/guardian-spirit": 2,
    "death/cloak-of-fear": 2,
    "death/invoke-terror": 2,
    "death/curse": 2,
    "death/energize-dead": 2,
    "death/unholy-channelling": 2,
    "nature/tanglefoot": 2,
    "nature/pathfinding": 2,
    "nature/strength": 2,
    "chaos/confusion": 6,
    "chaos/mark-of-chaos": 6,
    "chaos/enrage": 2,
    "chaos/warp-weapon": 2,
    "chaos/corrupt-armour": 2,
    "chaos/mass-confusion": 2,
    "chaos/aura-of-chaos": 2,
    "chaos/berserk": 2,
    "earth/earthbind": 2,
    "earth/stone-armour": 2,
    "earth/tremors": 2,
    "earth/mass-earthbind": 2,
    "fire/flaming-weapons": 3,
    "fire/pyrotechnics": 2,
    "fire/fire-breath": 2,
    "fire/fire-shield": 2,
    "fire/flaming-arrows": 2,
    "water/cloudburst": 2,
    "water/swimming": 2,
    "water/hail-storm": 2,
    "air/guardian-wind": 3,
    "air/dust-devil": 1,
    "air/wind-walk": 2,
    "air/lightning-storm": 2,
    "air/wind-spirit": 2,
    "air/wind-spirit-host": 1,
    "water/water-spirit": 2,
    "death/motivate-dead": 2,
}
BOOK_BROKEN = 12


def book_counters(catalogue: Catalogue) -> tuple[Counter, ...]:
    """The book's marker sheet: 96 for spells and 12 for broken units."""
    spells = (spell_counter(catalogue.spells[slug]) for slug, count in BOOK_SHEET.items() for _ in range(count))
    return (*spells, *(BROKEN for _ in range(BOOK_BROKEN)))


def every_counter(catalogue: Catalogue) -> tuple[Counter, ...]:
    """One for each spell that stays beside its target, then every state and number."""
    return (*map(spell_counter, lasting(catalogue.spells.values())), *status_counters())


def lasting(spells: Iterable[Spell]) -> Iterator[Spell]:
    """The spells that lie on the table as a counter; what lies there as a template isn't among them."""
    return (spell for spell in spells if spell.marker == Marker.COUNTER)


def needed_counters(armies: Sequence[Army]) -> tuple[Counter, ...]:
    """What these rosters can have on the table at once.

    A spell once for each wizard who may cast it; Broken and Fled for each unit, and its other states where it can be
    in them; a number of wounds for each unit with a model that survives so many; power 1 to 10 for each wizard.
    """
    tally: Tally[Counter] = Tally()
    for army in armies:
        tally.update(_of_wizards(army))
        for unit in army.units:
            tally.update(_of_unit(army.catalogue, unit))
    return tuple(tally.elements())


def _of_wizards(army: Army) -> Iterator[Counter]:
    for school in wizards(army):
        schools: tuple[School, ...] = (
            (School.GENERAL,) if school in (None, School.GENERAL) else (School.GENERAL, school)
        )
        for known in schools:
            yield from map(spell_counter, lasting(army.catalogue.spells_of(known)))
        yield from (numbered_counter("Power", figure) for figure in range(1, HIGHEST + 1))


def wizards(army: Army) -> list[School | None]:
    """The school of each caster in the roster who knows spells, None where it hasn't chosen one."""
    return [known.school for known in magic_of(army) for _ in range(known.count)]


def _of_unit(catalogue: Catalogue, unit: FieldedUnit) -> Iterator[Counter]:
    rows = [catalogue.in_play(row.slug) for row in unit_rows(unit)]
    yield BROKEN
    yield STATES["Fled"]
    if any(not missile.natural for row in rows for missile in row.missile):
        yield STATES["Moved: -1"]
    if unit.choice.infiltrating:
        yield STATES["Infiltrating"]
    reloading = (models for models in unit.models if any(missile.reloads for missile in models.row.missile))
    yield from (STATES["Reloading"] for models in reloading for _ in range(models.count))
    if any(row.movement.fly is not None for row in rows):
        yield from (STATES["Flying high"], STATES["Flying low"])
    most = max((row.wounds for row in rows), default=1)
    yield from (numbered_counter("Wounds", figure) for figure in range(1, min(most - 1, HIGHEST) + 1))
