"""Ways out of a finding: the smallest edits that mend it, each with a label for its button."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tabletop.arcana.army.edits import (
    AddModels,
    AddUnit,
    RemoveAlly,
    RemoveCharacter,
    RemoveModels,
    RemoveUnit,
    SetCharacterUpgrade,
    SetLimit,
    SetModelUpgrade,
    SetMount,
    Several,
    SplitModels,
)
from tabletop.arcana.army.pricing import Item, UnitPrice, infiltrating_points
from tabletop.arcana.army.resolve import Army, Contingent, FieldedModels, FieldedUnit
from tabletop.arcana.army.roster import MOST_MODELS, MOST_POINTS
from tabletop.arcana.army.rules.context import Part
from tabletop.arcana.army.troop_class import is_special
from tabletop.arcana.catalogue.lists import ArmyList
from tabletop.arcana.catalogue.profiles import Row
from tabletop.findings import Remedy

MOST_REMOVALS = 2
MOST_NEW_UNITS = 20

Removal = tuple[int, FieldedUnit, Item]


def set_game(points: int, *, present: int) -> Iterator[Remedy]:
    """Another size of the game, where there can be such a game."""
    if 1 <= points <= MOST_POINTS:
        yield Remedy(f"{'Raise' if points > present else 'Lower'} the game to {points:,}", SetLimit(points=points))


def leave_at_home(army: ArmyList) -> Remedy:
    return Remedy(f"Leave the {army.name} at home", RemoveAlly(army=army.slug))


def remove_models(unit: FieldedUnit, row: Row, count: int) -> Remedy:
    """Fewer models, or no unit when nothing else is in it."""
    if count >= unit.size:
        return remove_unit(unit)
    label = f"Remove {count} {row.name} from {unit.name}"
    return Remedy(label, RemoveModels(unit=unit.ref, profile=row.slug, count=count))


def remove_unit(unit: FieldedUnit) -> Remedy:
    return Remedy(f"Remove {unit.name}", RemoveUnit(unit=unit.ref))


def remove_character(ref: str, row: Row) -> Remedy:
    return Remedy(f"Remove {row.name}", RemoveCharacter(character=ref))


def dismount(ref: str, mount: Row) -> Remedy:
    return Remedy(f"Take the {mount.name} away", SetMount(character=ref, profile=None))


def take_from_models(unit: FieldedUnit, row: Row, upgrade: Row) -> Remedy:
    edit = SetModelUpgrade(unit=unit.ref, profile=row.slug, upgrade=upgrade.slug, count=0)
    return Remedy(f"Take the {upgrade.name} from {unit.name}", edit)


def take_from_character(ref: str, upgrade: Row) -> Remedy:
    return Remedy(f"Take the {upgrade.name} away", SetCharacterUpgrade(character=ref, upgrade=upgrade.slug, count=0))


def split_models(unit: FieldedUnit, row: Row) -> Remedy:
    return Remedy(f"Give the {row.name} a unit of their own", SplitModels(unit=unit.ref, profile=row.slug))


def split_kinds(unit: FieldedUnit, rows: Sequence[Row]) -> Iterator[Remedy]:
    """Units of their own for all kinds but one."""
    if len(rows) == 2:
        yield from (split_models(unit, row) for row in reversed(rows))
        return
    edits = tuple(SplitModels(unit=unit.ref, profile=row.slug) for row in rows[1:])
    yield Remedy(f"Give each kind in {unit.name} a unit of its own", Several(edits=edits))


def add_first_troops(army: Army, points: int) -> Iterator[Remedy]:
    """A new unit of the list's first normal troops worth at least so many points."""
    if (row := _first_troops(army)) and (count := -(-points // row.points)) <= MOST_MODELS:
        yield Remedy(f"Add {count} {row.name}", AddUnit(profile=row.slug, count=count))


def add_units(army: Army, points: int, *, least: int, most: int) -> Iterator[Remedy]:
    """New units of the list's first normal troops, each worth between so many points, together at least `points`."""
    row, number = _first_troops(army), -(-points // most)
    if row is None or number > MOST_NEW_UNITS:
        return
    count = -(-max(points, least * number) // (row.points * number))
    units = (AddUnit(profile=row.slug, count=count),) * number
    yield Remedy(f"Add {number} {'unit' if number == 1 else 'units'} of {count} {row.name}", Several(edits=units))


def _first_troops(army: Army) -> Row | None:
    rows = army.catalogue.rows_of(army.own.army.slug)
    return next((row for row in rows if row.points and not is_special(row, army.own.army, army.options)), None)


def add_normal(contingent: Contingent, army: Army, points: int) -> Iterator[Remedy]:
    """More of the normal troops that are there: the kind that comes to the least of at least so many points."""
    candidates = []
    for unit, models, each_costs in _normal_models(contingent, army):
        count = -(-points // each_costs)
        if count + models.count <= MOST_MODELS:
            candidates.append((count * each_costs, count, unit, models.row))
    for _, count, unit, row in sorted(candidates, key=lambda each: each[:2])[:1]:
        yield Remedy(f"Add {count} {row.name} to {unit.name}", AddModels(unit=unit.ref, profile=row.slug, count=count))


def _normal_models(contingent: Contingent, army: Army) -> Iterator[tuple[FieldedUnit, FieldedModels, int]]:
    """Normal troops without special extras, and what one more of them costs at least."""
    for unit in contingent.units:
        for models in unit.models:
            each_costs = int(infiltrating_points(models.row)) if unit.choice.infiltrating else models.row.points
            special = is_special(models.row, contingent.army, army.options, army.basis)
            if each_costs and not models.upgrades and not special:
                yield unit, models, each_costs


def cheapen(parts: Iterable[Part], points: int, *, special_only: bool) -> Iterator[Remedy]:
    """The removals worth at least so many points that take the least away, or else the one that takes the most."""
    removals: list[Removal] = []
    for contingent, prices, _ in parts:
        for unit, price in zip(contingent.units, prices, strict=True):
            items = [item for item in price.items if item.special or not special_only]
            removals += [(_saved(unit, item, points), unit, item) for item in items if item.points >= item.count]
    removals.sort(key=lambda each: each[0])
    enough = [removal for removal in removals if removal[0] >= points]
    for _, unit, item in enough[:MOST_REMOVALS] or removals[-1:]:
        yield _removed(unit, item, points)


def cheapen_unit(unit: FieldedUnit, price: UnitPrice, points: int) -> Iterator[Remedy]:
    """Removals within one unit worth at least so many points."""
    items = [item for item in price.items if item.points >= max(points, item.count)]
    for item in sorted(items, key=lambda item: _saved(unit, item, points)):
        yield _removed(unit, item, points)


def grow_unit(unit: FieldedUnit, points: int) -> Iterator[Remedy]:
    """More of a unit's own models, worth at least so many points; or the unit away."""
    for models in unit.models:
        count = -(-points // max(models.row.points, 1))
        edit = AddModels(unit=unit.ref, profile=models.row.slug, count=count)
        yield Remedy(f"Add {count} {models.row.name} to {unit.name}", edit)
    yield remove_unit(unit)


def _saved(unit: FieldedUnit, item: Item, points: int) -> int:
    """What the least of one item saves whose going saves so many points, or all of it."""
    if item.ref == unit.ref and any(models.row.slug == item.profile for models in unit.models):
        return _fewer(item, points) * (item.points // item.count)
    return item.points


def _fewer(item: Item, points: int) -> int:
    return min(-(-points // (item.points // item.count)), item.count)


def _removed(unit: FieldedUnit, item: Item, points: int) -> Remedy:
    """The least of one item taken out that saves so many points, or all of it."""
    if item.ref != unit.ref:
        row = next(character.row for character in unit.characters if character.choice.ref == item.ref)
        return remove_character(item.ref, row)
    for models in unit.models:
        if models.row.slug == item.profile:
            return remove_models(unit, models.row, _fewer(item, points))
    return next(
        take_from_models(unit, models.row, upgrade.row)
        for models in unit.models
        for upgrade in models.upgrades
        if upgrade.row.slug == item.profile
    )
