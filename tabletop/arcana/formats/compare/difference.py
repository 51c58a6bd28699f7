"""What differs between two rosters, as sentences for people: for histories and for comparing lists."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import to_builtins
from msgspec.structs import replace

from tabletop.arcana.army.roster import Roster, Unit
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue, OwnList
from tabletop.arcana.catalogue.own_rows import OwnRow
from tabletop.arcana.creation.design_files import design_slug, own_slug
from tabletop.arcana.formats.compare.pairing import paired_units
from tabletop.arcana.formats.compare.unit_diff import UnitComparison, notes_text
from tabletop.arcana.formats.draft import option_words
from tabletop.arcana.formats.line_costs import roster_costs
from tabletop.arcana.formats.naming import army_name, profile_names
from tabletop.heraldry import blazon
from tabletop.rosters.comparison import MINUS, Change
from tabletop.rosters.digest import same_choices


def summary_difference(before: Roster, after: Roster, catalogue: Catalogue) -> tuple[Change, ...]:
    """Every difference in the choices, the roster's own first, then unit by unit; none exactly where digests agree.

    Units are paired as `paired_units` pairs them; both rosters are priced by one catalogue.
    """
    if same_choices(before, after):
        return ()
    changes = (*_heads(before, after, catalogue), *_designs(before, after), *_units(before, after, catalogue))
    return changes or (Change("", "the units are ordered differently"),)


def _heads(before: Roster, after: Roster, catalogue: Catalogue) -> Iterator[Change]:
    """What differs in the roster itself, its options and allies."""
    facts: tuple[tuple[str, Callable[[Roster], str]], ...] = (
        ("name", lambda roster: f"“{roster.name}”"),
        ("army", lambda roster: army_name(roster.army, catalogue, roster.own_list)),
        ("shield", lambda roster: blazon(roster.own_list.shield) if roster.own_list else "the army's"),
        ("note on the list", lambda roster: (roster.own_list and roster.own_list.note) or "none"),
        ("terms of war machines", lambda roster: _terms(roster.own_list)),
        ("monsters that the list hires", lambda roster: _hires(roster.own_list, catalogue)),
        ("rules of the list", lambda roster: "; ".join(_rules(roster.own_list)) or "none"),
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


def _terms(own: OwnList | None) -> str:
    """What crews of an own list change, by the names of the fields."""
    terms = to_builtins(own.war_machines) if own else {}
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in terms.items()) or "the usual"


def _hires(own: OwnList | None, catalogue: Catalogue) -> str:
    if own is None or own.hires is None:
        return "any"
    return ", ".join(catalogue.rows[slug].name if slug in catalogue.rows else slug for slug in own.hires) or "none"


def _rules(own: OwnList | None) -> Iterator[str]:
    yield from (f"{note.title}: {note.text}" for note in (own.notes if own else ()))


def _allies(roster: Roster, catalogue: Catalogue) -> str:
    return ", ".join(f"{army_name(ally.army, catalogue)} with {ally.points:,}" for ally in roster.allies) or "none"


def _designs(before: Roster, after: Roster) -> Iterator[Change]:
    old: dict[str, Design | OwnRow] = {design_slug(design): replace(design, format=None) for design in before.designs}
    new: dict[str, Design | OwnRow] = {design_slug(design): replace(design, format=None) for design in after.designs}
    old |= {own_slug(row.name): row for row in (before.own_list.rows if before.own_list else ())}
    new |= {own_slug(row.name): row for row in (after.own_list.rows if after.own_list else ())}
    for slug in dict.fromkeys((*old, *new)):
        if slug not in new:
            yield Change("", f"{MINUS} {_kind(old[slug])} {old[slug].name}")
        elif slug not in old:
            yield Change("", f"+ {_kind(new[slug])} {new[slug].name}")
        elif not same_choices(old[slug], new[slug]):
            yield Change("", f"{_kind(new[slug])} {new[slug].name} changed")


def _kind(one: Design | OwnRow) -> str:
    return "design" if isinstance(one, Design) else "row"


def _units(before: Roster, after: Roster, catalogue: Catalogue) -> Iterator[Change]:
    old, new = before.contingent_units, after.contingent_units
    pairs = paired_units(old, new)
    same = [(one, two) for one, two in pairs if one is not None and two is not None and old[one] == new[two]]
    old_costs = roster_costs(_without(before, {old[one].ref for one, _ in same}), catalogue)
    new_costs = roster_costs(_without(after, {new[two].ref for _, two in same}), catalogue)
    names = profile_names(catalogue, before, after)
    comparison = UnitComparison(names, old_costs, new_costs)
    for one, two in pairs:
        if one is not None and two is not None:
            yield from comparison.changed(old[one], new[two])
        elif two is not None:
            yield Change(new[two].ref, f"+ {comparison.described(new[two])}", new_costs.points_of(new[two]))
        elif one is not None:
            spent = old_costs.points_of(old[one])
            yield Change(old[one].ref, f"{MINUS} {comparison.described(old[one])}", None if spent is None else -spent)
    kept = [(one, two) for one, two in pairs if one is not None and two is not None]
    was, now = _contingents(before), _contingents(after)
    if kept != sorted(kept, key=lambda pair: pair[1]) or any(was[one] != now[two] for one, two in kept):
        yield Change("", "the units are ordered differently")


def _without(roster: Roster, refs: set[str]) -> Roster:
    """The roster without the units that haven't changed: what the others cost doesn't depend on them."""
    allies = tuple(replace(ally, units=_others(ally.units, refs)) for ally in roster.allies)
    return replace(roster, units=_others(roster.units, refs), allies=allies)


def _others(units: tuple[Unit, ...], refs: set[str]) -> tuple[Unit, ...]:
    return tuple(unit for unit in units if unit.ref not in refs)


def _contingents(roster: Roster) -> list[int]:
    """The contingent of each unit, 0 for the player's own."""
    sizes = [len(roster.units), *(len(ally.units) for ally in roster.allies)]
    return [place for place, size in enumerate(sizes) for _ in range(size)]
