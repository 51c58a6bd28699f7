"""What differs between two rosters, as sentences for people: for histories and for comparing lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from tabletop.arcana.army.roster import Roster, Unit
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_files import design_slug
from tabletop.arcana.formats.compare.pairing import Pair, paired_units
from tabletop.arcana.formats.compare.unit_diff import UnitComparison, notes_text
from tabletop.arcana.formats.draft import option_words
from tabletop.arcana.formats.line_costs import RosterCosts, roster_costs
from tabletop.arcana.formats.naming import army_name, profile_names
from tabletop.rosters.comparison import MINUS, Change
from tabletop.rosters.digest import same_choices


def summary_difference(before: Roster, after: Roster, catalogue: Catalogue) -> tuple[Change, ...]:
    """Every difference in the choices, the roster's own first, then unit by unit; none exactly where digests agree.

    Units are the same where they share their ref and their name or first profile, or their name, or their profiles.
    Both rosters are priced by the same catalogue.
    """
    if same_choices(before, after):
        return ()
    told = (*_heads(before, after, catalogue), *_designs(before, after), *_units(before, after, catalogue))
    return told or (Change("", "the units are ordered differently"),)


def _heads(before: Roster, after: Roster, catalogue: Catalogue) -> Iterator[Change]:
    """What differs in the roster itself, its options and allies."""
    facts: tuple[tuple[str, Callable[[Roster], str]], ...] = (
        ("name", lambda roster: f"“{roster.name}”"),
        ("army", lambda roster: army_name(roster.army, catalogue)),
        ("limit", lambda roster: f"{roster.points_limit:,}" if roster.points_limit else "none"),
        ("rules", lambda roster: roster.rules),
        ("options", lambda roster: ", ".join(option_words(roster.options)) or "none"),
        ("allies", lambda roster: _allies(roster, catalogue)),
    )
    for fact, said in facts:
        if said(before) != said(after):
            yield Change("", f"{fact}: {said(before)} → {said(after)}")
    if before.notes != after.notes:
        yield Change("", notes_text(after.notes))


def _allies(roster: Roster, catalogue: Catalogue) -> str:
    return ", ".join(f"{army_name(ally.army, catalogue)} with {ally.points:,}" for ally in roster.allies) or "none"


def _designs(before: Roster, after: Roster) -> Iterator[Change]:
    old = {design_slug(design): replace(design, format=None) for design in before.designs}
    new = {design_slug(design): replace(design, format=None) for design in after.designs}
    for slug in dict.fromkeys((*old, *new)):
        if slug not in new:
            yield Change("", f"{MINUS} design {old[slug].name}")
        elif slug not in old:
            yield Change("", f"+ design {new[slug].name}")
        elif not same_choices(old[slug], new[slug]):
            yield Change("", f"design {new[slug].name} changed")


def _units(before: Roster, after: Roster, catalogue: Catalogue) -> Iterator[Change]:
    old, new = before.contingent_units, after.contingent_units
    old_costs, new_costs = roster_costs(before, catalogue), roster_costs(after, catalogue)
    names = profile_names(catalogue, (*before.designs, *after.designs))
    comparing = UnitComparison(names, old_costs, new_costs)
    pairs = paired_units(old, new)
    for one, two in pairs:
        if one is not None and two is not None:
            yield from comparing.changed(old[one], new[two])
        elif two is not None:
            yield Change(new[two].ref, f"+ {comparing.described(new[two])}", _spent(new_costs, new[two]))
        elif one is not None:
            spent = _spent(old_costs, old[one])
            yield Change(old[one].ref, f"{MINUS} {comparing.described(old[one])}", None if spent is None else -spent)
    if _reordered(pairs) or _moved(pairs, before, after):
        yield Change("", "the units are ordered differently")


def _spent(costs: RosterCosts, unit: Unit) -> int | None:
    cost = costs.of(unit)
    return cost.points if cost else None


def _reordered(pairs: list[Pair]) -> bool:
    places = [new for old, new in pairs if old is not None and new is not None]
    return places != sorted(places)


def _moved(pairs: list[Pair], before: Roster, after: Roster) -> bool:
    """Whether a unit of both is now another contingent's."""
    old, new = _contingents(before), _contingents(after)
    return any(old[one] != new[two] for one, two in pairs if one is not None and two is not None)


def _contingents(roster: Roster) -> list[int]:
    """The contingent of each unit, 0 for the player's own."""
    sizes = [len(roster.units), *(len(ally.units) for ally in roster.allies)]
    return [place for place, size in enumerate(sizes) for _ in range(size)]
