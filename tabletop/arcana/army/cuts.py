"""What can be left out of an army to save points, down to a single weapon, each with the points that this saves.

A cut is priced as the roster would be without it, so its points are exact. Of the models of a unit it takes the fewest
that save enough. Nothing here asks whether the army is legal without the part: who offers a cut tries it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.edits import (
    RemoveCharacter,
    RemoveModels,
    RemoveUnit,
    SetCharacterUpgrade,
    SetCounterspell,
    SetModelSchool,
    SetModelUpgrade,
    SetMount,
    SetPhalanx,
    SetReinforced,
    SetSchool,
    SetWeapon,
)
from tabletop.arcana.army.pricing import Item, price_character, price_models
from tabletop.arcana.army.resolve import Army, Contingent, FieldedCharacter, FieldedModels, FieldedUnit
from tabletop.arcana.catalogue.counted_names import counted, named
from tabletop.arcana.catalogue.weapons import WEAPONS
from tabletop.findings import Remedy
from tabletop.languages import say

Plainer = tuple[FieldedModels, bool, Remedy]


class Cut(Struct, frozen=True):
    """A part that is left out: the points that this saves, and whether it counts as special."""

    points: int
    special: bool
    remedy: Remedy


class Place(Struct, frozen=True):
    """A unit in its army, and whether only special points are counted there."""

    army: Army
    contingent: Contingent
    unit: FieldedUnit
    special_only: bool

    @property
    def is_last(self) -> bool:
        """Whether the army has no other unit."""
        return next(self.army.units) is self.unit and sum(1 for _ in self.army.units) == 1

    def points(self, items: Iterable[Item]) -> int:
        return sum(item.points for item in items if item.special or not self.special_only)

    def price_models(self, models: FieldedModels) -> tuple[Item, ...]:
        return price_models(models, self.unit)

    def price_character(self, character: FieldedCharacter) -> tuple[Item, ...]:
        return (price_character(character, infiltrating=self.unit.choice.infiltrating),)


def cuts_of(contingent: Contingent, army: Army, wanted: int, *, special_only: bool = False) -> Iterator[Cut]:
    """Each part that can be left out of a contingent; of models the fewest that save `wanted` points, or all of them.

    With `special_only` what counts as special, and its points alone. Nothing leaves the army without a unit.
    """
    for unit in contingent.units:
        yield from cuts_of_unit(Place(army, contingent, unit, special_only), wanted)


def cuts_of_unit(place: Place, wanted: int) -> Iterator[Cut]:
    """The cuts in one unit, as in `cuts_of`."""
    for models in place.unit.models:
        yield from _cuts_of_models(place, models, wanted)
    for character in place.unit.characters:
        yield from _cuts_of_character(place, character)


def _cuts_of_models(place: Place, models: FieldedModels, wanted: int) -> Iterator[Cut]:
    items = place.price_models(models)
    spent, is_special = place.points(items), items[0].special
    most = models.count - (place.is_last and place.unit.size == models.count)
    if most and (is_special or not place.special_only):
        count = _fewest(place, models, wanted, most)
        saved = spent - place.points(place.price_models(_fewer(models, count)) if count < models.count else ())
        yield from _worth(saved, is_special, _without_models(place, models, count))
    for changed, special, remedy in _plainer_models(place.unit, models, special=is_special):
        yield from _worth(spent - place.points(place.price_models(changed)), special, remedy)


def _fewest(place: Place, models: FieldedModels, wanted: int, most: int) -> int:
    """The least number of models, up to `most`, without which so many points are saved; `most` where none does."""
    spent = place.points(place.price_models(models))
    low, high = 1, most
    while low < high:
        middle = (low + high) // 2
        if spent - place.points(place.price_models(_fewer(models, middle))) >= wanted:
            high = middle
        else:
            low = middle + 1
    return low


def _fewer(models: FieldedModels, count: int) -> FieldedModels:
    left = models.count - count
    return replace(models, choice=replace(models.choice, count=left, reinforced=min(models.choice.reinforced, left)))


def _without_models(place: Place, models: FieldedModels, count: int) -> Remedy:
    unit, row = place.unit, models.row
    if count >= unit.size:
        return without_unit(unit)
    label = say("{models} fewer{where}", models=counted(row.name, count), where=_where(place, row.slug))
    return Remedy(label, RemoveModels(unit=unit.ref, profile=row.slug, count=count))


def without_unit(unit: FieldedUnit) -> Remedy:
    """The unit away, by its name or by what is in it."""
    return Remedy(say("Without {unit}", unit=_in_words(unit)), RemoveUnit(unit=unit.ref))


def _in_words(unit: FieldedUnit) -> str:
    """`Old Guard`, or `the 10 Axemen` of a unit without a name."""
    parts = [counted(models.row.name, models.count) if models.count > 1 else models.row.name for models in unit.models]
    return unit.choice.name or say("the {models}", models=", ".join(parts) or unit.described)


def _where(place: Place, slug: str) -> str:
    """The unit, where the army has the same profile in another one."""
    return say(" in {unit}", unit=_in_words(place.unit)) if place.army.holders[slug] > 1 and place.unit.models else ""


def _plainer_models(unit: FieldedUnit, models: FieldedModels, *, special: bool) -> Iterator[Plainer]:
    """The models without one of the things that were bought for them, and whether these count as special."""
    row, choice = models.row, models.choice
    name = named(row.name, models.count)
    for upgrade in models.upgrades:
        left = tuple(each for each in models.upgrades if each != upgrade)
        edit = SetModelUpgrade(unit=unit.ref, profile=row.slug, upgrade=upgrade.row.slug, count=0)
        yield (
            replace(models, upgrades=left),
            True,
            Remedy(say("{name} without {upgrade}", name=name, upgrade=upgrade.row.name), edit),
        )
    if choice.reinforced:
        plain = replace(models, choice=replace(choice, reinforced=0))
        yield (
            plain,
            special,
            Remedy(
                say("{name} without second crews", name=name), SetReinforced(unit=unit.ref, profile=row.slug, count=0)
            ),
        )
    if choice.phalanx:
        plain = replace(models, choice=replace(choice, phalanx=False))
        yield (
            plain,
            special,
            Remedy(
                say("{name} without their phalanx", name=name),
                SetPhalanx(unit=unit.ref, profile=row.slug, phalanx=False),
            ),
        )
    if choice.school:
        plain = replace(models, choice=replace(choice, school=None))
        yield (
            plain,
            special,
            Remedy(
                say("{name} without magic", name=name), SetModelSchool(unit=unit.ref, profile=row.slug, school=None)
            ),
        )


def _cuts_of_character(place: Place, character: FieldedCharacter) -> Iterator[Cut]:
    spent = place.points(place.price_character(character))
    ref, row = character.choice.ref, character.row
    for changed, remedy in _plainer_characters(character):
        yield from _worth(spent - place.points(place.price_character(changed)), True, remedy)
    if not (place.is_last and place.unit.size == 1):
        is_one_of_some = place.unit.profiles.count(row.slug) > 1
        label = (
            say("1 {character} fewer", character=row.name)
            if is_one_of_some
            else say("Without the {character}{where}", character=row.name, where=_where(place, row.slug))
        )
        yield from _worth(spent, True, Remedy(label, RemoveCharacter(character=ref)))


def _plainer_characters(character: FieldedCharacter) -> Iterator[tuple[FieldedCharacter, Remedy]]:
    """The character without one of the things that were bought for it, and the edit."""
    name, choice, ref = character.row.name, character.choice, character.choice.ref
    if choice.weapon:
        plain = replace(character, choice=replace(choice, weapon=None))
        yield (
            plain,
            Remedy(
                say("{name} without {weapon}", name=name, weapon=WEAPONS[choice.weapon].words),
                SetWeapon(character=ref, weapon=None),
            ),
        )
    if choice.counterspell:
        plain = replace(character, choice=replace(choice, counterspell=False))
        yield (
            plain,
            Remedy(
                say("{name} without its counterspell", name=name), SetCounterspell(character=ref, counterspell=False)
            ),
        )
    if choice.school:
        plain = replace(character, choice=replace(choice, school=None))
        yield plain, Remedy(say("{name} without magic", name=name), SetSchool(character=ref, school=None))
    if character.mount and choice.mount and not character.rides_along:
        if choice.mount.school:
            plain = replace(character, choice=replace(choice, mount=replace(choice.mount, school=None)))
            unlearned = SetMount(character=ref, profile=choice.mount.profile)
            yield plain, Remedy(say("{mount} without magic", mount=character.mount.name), unlearned)
        plain = replace(character, mount=None, choice=replace(choice, mount=None))
        yield (
            plain,
            Remedy(
                say("{name} off the {mount}", name=name, mount=character.mount.name),
                SetMount(character=ref, profile=None),
            ),
        )
    for upgrade in character.upgrades:
        left = tuple(each for each in character.upgrades if each != upgrade)
        edit = SetCharacterUpgrade(character=ref, upgrade=upgrade.row.slug, count=0)
        yield (
            replace(character, upgrades=left),
            Remedy(say("{name} without {upgrade}", name=name, upgrade=upgrade.row.name), edit),
        )


def _worth(points: int, special: bool, remedy: Remedy) -> Iterator[Cut]:
    """A cut where it saves anything."""
    if points > 0:
        yield Cut(points, special, remedy)
