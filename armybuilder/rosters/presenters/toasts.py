"""What a change has brought or taken away, in the one line that is shown for a moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from armybuilder.core.languages import say
from tabletop.arcana.army.resolve import FieldedUnit
from tabletop.arcana.army.roster import Roster, Unit
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.formats.naming import profile_names
from tabletop.arcana.game import ArcanaVerdict


class Toast(Struct, frozen=True):
    """What was done, its price where it has one, and the unit to light up."""

    text: str
    points: int | None = None
    unit: str = ""


def toast_of(before: Roster, judged: ArcanaVerdict) -> Toast | None:
    """What the roster that was judged has more or less than before; None where something else has changed.

    What only moves from one unit to another is neither.
    """
    after = judged.roster
    grown = _models(after.contingent_units) - _models(before.contingent_units)
    shrunk = _models(before.contingent_units) - _models(after.contingent_units)
    if grown and not shrunk:
        return _added(before, judged)
    if shrunk and not grown:
        return _removed(before, judged)
    return None


def _models(units: Iterable[Unit]) -> Counter[str]:
    """How many there are of each profile, characters too."""
    counts: Counter[str] = Counter()
    for unit in units:
        for models in unit.models:
            counts[models.profile] += models.count
        counts.update(character.profile for character in unit.characters)
    return counts


def _added(before: Roster, judged: ArcanaVerdict) -> Toast | None:
    old, prices = {unit.ref for unit in before.contingent_units}, judged.price.units
    new = [unit for unit in judged.army.units if unit.ref not in old]
    if len(new) > 1:
        return Toast(
            say("{count} units added", count=len(new)), sum(prices[unit.ref].points for unit in new), new[-1].ref
        )
    if new:
        return Toast(say("{name} added", name=new[0].name), prices[new[0].ref].points, new[0].ref)
    return _joined(before, judged.army.units, judged)


def _joined(before: Roster, units: Iterable[FieldedUnit], judged: ArcanaVerdict) -> Toast | None:
    """A character that has come to a unit which was there."""
    old = {character.ref for unit in before.contingent_units for character in unit.characters}
    for unit in units:
        for character in unit.characters:
            if character.choice.ref not in old:
                items = judged.price.units[unit.ref].items
                points = sum(item.points for item in items if item.ref == character.choice.ref)
                return Toast(say("{name} added", name=character.row.name), points, unit.ref)
    return None


def _removed(before: Roster, judged: ArcanaVerdict) -> Toast | None:
    """The units, characters or lines that aren't there any more; None where there are only fewer models."""
    after = {unit.ref: unit for unit in judged.roster.contingent_units}
    names = profile_names(judged.army.catalogue, before)
    gone: list[str] = []
    for unit in before.contingent_units:
        kept = after.get(unit.ref)
        if kept is None:
            gone.append(unit.name or ", ".join(_parts(unit, names)) or say("An empty unit"))
            continue
        characters = {character.ref for character in kept.characters}
        lines = {models.profile for models in kept.models}
        gone += [names[each.profile] for each in unit.characters if each.ref not in characters]
        gone += [counted(names[each.profile], each.count) for each in unit.models if each.profile not in lines]
    return Toast(say("{name} removed", name=", ".join(gone))) if gone else None


def _parts(unit: Unit, names: dict[str, str]) -> list[str]:
    models = [counted(names[models.profile], models.count) for models in unit.models]
    return models or [names[character.profile] for character in unit.characters]
