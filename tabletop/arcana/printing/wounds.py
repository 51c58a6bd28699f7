"""The boxes for wounds that cards and the game sheet have: who takes them, and how many each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.army.resolve import FieldedCharacter, FieldedModels, FieldedUpgrade
from tabletop.arcana.catalogue.counted_names import named, straight
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.creation.points.pricing import SECOND_CREW


class Tally(Struct, frozen=True):
    """Boxes for so many models of so many wounds each, with a name where there are several of a unit."""

    models: int
    wounds: int
    name: str = ""

    @property
    def boxes(self) -> int:
        return self.models * self.wounds


def tallies_of_models(models: FieldedModels, *, is_named: bool) -> Iterator[Tally]:
    """A second crew has wounds of its own; what was bought for models has its own."""
    wounds, crewed = max(models.row.wounds, 1), models.choice.reinforced
    name = straight(models.row.name) if is_named or any(upgrade.row.wounds for upgrade in models.upgrades) else ""
    if crewed < models.count:
        yield Tally(models.count - crewed, wounds, name)
    if crewed:
        yield Tally(
            crewed, wounds + SECOND_CREW, name if crewed == models.count else f"{name or models.row.name}, 2 crews"
        )
    yield from tallies_bought(models.upgrades, models.count)


def tallies_bought(upgrades: Sequence[FieldedUpgrade], models: int = 1) -> Iterator[Tally]:
    """Those of what was bought for each of so many models."""
    for upgrade in upgrades:
        if upgrade.row.wounds:
            number = upgrade.count * models
            yield Tally(number, upgrade.row.wounds, named(straight(upgrade.row.name), number))


def tallies_of_character(character: FieldedCharacter) -> Iterator[Tally]:
    """One creature's where rider and mount are one, else the rider's and the mount's, and those of what was bought."""
    ride = character.ride
    if ride and ride.merged:
        yield Tally(1, ride.merged.wounds)
    elif ride and not character.rides_along:
        yield Tally(1, character.row.wounds, "rider")
        yield Tally(1, ride.mount.wounds, kind_of_mount(ride.mount))
    else:
        yield Tally(1, max(character.row.wounds, 1))
    yield from tallies_bought(character.upgrades)


def kind_of_mount(mount: Row) -> str:
    """What a rider sits on, in a word."""
    return "vehicle" if mount.section == Section.VEHICLES else "mount"
