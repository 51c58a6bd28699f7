"""Ways out of a finding: the smallest edits that mend it, each with a label for its button.

Labels say what changes, as players do: `1 Axeman fewer`, `Dwarf Lord off the Titan`. What is taken out to save points
stands in `cuts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tabletop.arcana.army.cuts import Place, cuts_of, cuts_of_unit, without_unit
from tabletop.arcana.army.edits import (
    AddModels,
    AddUnit,
    RemoveAlly,
    RemoveCharacter,
    RemoveModels,
    SetCharacterUpgrade,
    SetLimit,
    SetModelUpgrade,
    SetMount,
    Several,
    SplitModels,
)
from tabletop.arcana.army.pricing import infiltrating_points
from tabletop.arcana.army.resolve import Army, Contingent, FieldedModels, FieldedUnit
from tabletop.arcana.army.roster import MOST_MODELS, MOST_POINTS
from tabletop.arcana.army.troop_class import is_special
from tabletop.arcana.catalogue.counted_names import counted, named
from tabletop.arcana.catalogue.lists import ArmyList
from tabletop.arcana.catalogue.profiles import Row
from tabletop.findings import Remedy
from tabletop.languages import say, say_counted

MOST_CUTS = 4  # of one finding, of normal and of special troops each
MOST_SWAPS = 2
MOST_NEW_UNITS = 20


def agree_on(points: int) -> Iterator[Remedy]:
    """Another size of the game, where there can be such a game; both players have to agree on it."""
    if 1 <= points <= MOST_POINTS:
        yield Remedy(
            say("Agree on another size: {points} points", points=points), SetLimit(points=points), by_agreement=True
        )


def leave_at_home(army: ArmyList) -> Remedy:
    return Remedy(say("Leave the {army} at home", army=army.name), RemoveAlly(army=army.slug))


def remove_models(unit: FieldedUnit, row: Row, count: int) -> Remedy:
    """Fewer models, or no unit when nothing else is in it."""
    if count >= unit.size:
        return without_unit(unit)
    return Remedy(
        say("{models} fewer", models=counted(row.name, count)),
        RemoveModels(unit=unit.ref, profile=row.slug, count=count),
    )


def remove_character(ref: str, row: Row) -> Remedy:
    return Remedy(say("Without the {character}", character=row.name), RemoveCharacter(character=ref))


def dismount(ref: str, mount: Row) -> Remedy:
    return Remedy(say("Without the {mount}", mount=mount.name), SetMount(character=ref, profile=None))


def take_from_models(unit: FieldedUnit, row: Row, upgrade: Row) -> Remedy:
    edit = SetModelUpgrade(unit=unit.ref, profile=row.slug, upgrade=upgrade.slug, count=0)
    return Remedy(say("{models} without {upgrade}", models=named(row.name, unit.size), upgrade=upgrade.name), edit)


def take_from_character(ref: str, upgrade: Row) -> Remedy:
    return Remedy(
        say("Without {upgrade}", upgrade=upgrade.name),
        SetCharacterUpgrade(character=ref, upgrade=upgrade.slug, count=0),
    )


def split_models(unit: FieldedUnit, row: Row) -> Remedy:
    return Remedy(
        say("A unit of their own for the {models}", models=named(row.name, MOST_MODELS)),
        SplitModels(unit=unit.ref, profile=row.slug),
    )


def split_kinds(unit: FieldedUnit, rows: Sequence[Row]) -> Iterator[Remedy]:
    """Units of their own for all kinds but one."""
    if len(rows) == 2:
        yield from (split_models(unit, row) for row in reversed(rows))
        return
    edits = tuple(SplitModels(unit=unit.ref, profile=row.slug) for row in rows[1:])
    yield Remedy(say("A unit of its own for each kind"), Several(edits=edits))


def add_first_troops(army: Army, points: int, *, most: int | None) -> Iterator[Remedy]:
    """A new unit of the list's first normal troops that come to at least so many points within `most`.

    Where none do: of the first troops, as many as `most` has room for.
    """
    rows = list(_normal_rows(army))
    if not rows:
        return
    row = next((row for row in rows if most is None or _count_worth(row, points) * row.points <= most), rows[0])
    count = _count_worth(row, points)
    if most is not None and most < count * row.points:
        count = max(1, most // row.points)
    if count <= MOST_MODELS:
        yield Remedy(say("Add {models}", models=counted(row.name, count)), AddUnit(profile=row.slug, count=count))


def _count_worth(row: Row, points: int) -> int:
    return -(-points // row.points)


def add_units(army: Army, points: int, *, least: int, most: int) -> Iterator[Remedy]:
    """New units of the list's first normal troops, each worth between so many points, together at least `points`."""
    row, number = next(_normal_rows(army), None), -(-points // most)
    if row is None or number > MOST_NEW_UNITS:
        return
    count = -(-max(points, least * number) // (row.points * number))
    units = (AddUnit(profile=row.slug, count=count),) * number
    yield Remedy(
        say_counted(
            "Add {count} unit of {models}", "Add {count} units of {models}", number, models=counted(row.name, count)
        ),
        Several(edits=units),
    )


def _normal_rows(army: Army) -> Iterator[Row]:
    """The list's own normal troops that cost points, as printed."""
    rows = army.catalogue.rows_of(army.own.army.slug)
    return (row for row in rows if row.points and not is_special(row, army.own.army, army.options))


def add_normal(contingent: Contingent, army: Army, points: int) -> Iterator[Remedy]:
    """More of the normal troops that are there: the kind that comes to the least of at least so many points."""
    candidates = []
    for unit, models, each_costs in _normal_models(contingent, army):
        count = -(-points // each_costs)
        if count + models.count <= MOST_MODELS:
            candidates.append((count * each_costs, count, unit, models.row))
    for _, count, unit, row in sorted(candidates, key=lambda each: each[:2])[:1]:
        edit = AddModels(unit=unit.ref, profile=row.slug, count=count)
        yield Remedy(say("{models} more{where}", models=counted(row.name, count), where=_where(unit)), edit)


def _where(unit: FieldedUnit) -> str:
    return say(" in {unit}", unit=unit.choice.name) if unit.choice.name else ""


def _normal_models(contingent: Contingent, army: Army) -> Iterator[tuple[FieldedUnit, FieldedModels, int]]:
    """Normal troops without special extras, and what one more of them costs at least."""
    for unit in contingent.units:
        for models in unit.models:
            each_costs = int(infiltrating_points(models.row)) if unit.choice.infiltrating else models.row.points
            special = is_special(models.row, contingent.army, army.options, army.basis)
            if each_costs and not models.upgrades and not special:
                yield unit, models, each_costs


def cheapen(army: Army, contingents: Iterable[Contingent], points: int, *, special_only: bool) -> Iterator[Remedy]:
    """What can be left out to save at least so many points, the least first, of normal and of special troops.

    Where nothing by itself is enough: what saves most.
    """
    cuts = [cut for contingent in contingents for cut in cuts_of(contingent, army, points, special_only=special_only)]
    cuts.sort(key=lambda cut: cut.points)
    enough = [cut for cut in cuts if cut.points >= points]
    chosen = [cut for special in (False, True) for cut in [cut for cut in enough if cut.special == special][:MOST_CUTS]]
    labelled: dict[str, Remedy] = {}
    for cut in sorted(chosen, key=lambda cut: cut.points) or cuts[-1:]:
        labelled.setdefault(cut.remedy.label, cut.remedy)  # of two of a kind in one unit, one
    yield from labelled.values()


def cheapen_unit(unit: FieldedUnit, contingent: Contingent, army: Army, points: int) -> Iterator[Remedy]:
    """What can be left out of one unit to save at least so many points, the least first."""
    cuts = cuts_of_unit(Place(army, contingent, unit, special_only=False), points)
    enough = (cut for cut in cuts if cut.points >= points)
    yield from (cut.remedy for cut in sorted(enough, key=lambda cut: cut.points))


def swap(army: Army, contingent: Contingent, points: int, *, room: int) -> Iterator[Remedy]:
    """Special troops out and normal ones worth at least so many points in, where there is room for fewer."""
    fresh = add_first_troops(army, points, most=contingent.points) if contingent is army.own else ()
    added = next(iter((*add_normal(contingent, army, points), *fresh)), None)
    if added is None:
        return
    row = army.catalogue.rows[added.edit.profile]
    wanted = added.edit.count * row.points - room
    cuts = sorted(cuts_of(contingent, army, wanted, special_only=True), key=lambda cut: cut.points)
    for cut in [cut for cut in cuts if cut.points >= wanted > 0][:MOST_SWAPS]:
        label = say("{remedy}, {models} more", remedy=cut.remedy.label, models=counted(row.name, added.edit.count))
        yield Remedy(label, Several(edits=(cut.remedy.edit, added.edit)))


def grow_unit(unit: FieldedUnit, points: int) -> Iterator[Remedy]:
    """More of a unit's own models, worth at least so many points; or the unit away."""
    for models in unit.models:
        count = -(-points // max(models.row.points, 1))
        edit = AddModels(unit=unit.ref, profile=models.row.slug, count=count)
        yield Remedy(say("{models} more", models=counted(models.row.name, count)), edit)
    yield without_unit(unit)
