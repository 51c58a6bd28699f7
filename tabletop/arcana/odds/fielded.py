"""Units of rosters as situations state them: the models with what was bought for them, who leads them, what is ridden.

What a situation can't state is left out and named. A player reads the names; no rule hangs on them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.mounted_profiles import ride_of
from tabletop.arcana.army.resolve import FieldedCharacter, FieldedModels, FieldedUnit
from tabletop.arcana.army.weapons_bought import weapon_bought
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import Catalogue, is_design
from tabletop.arcana.catalogue.profiles import Row, Section, Statistics
from tabletop.arcana.creation.points.pricing import with_second_crew
from tabletop.arcana.odds.kinds import as_one
from tabletop.arcana.odds.situations import MOST_KINDS, Character, Loose, Mount, Ranks, Side, Troops, Unit
from tabletop.arcana.odds.units import section_of
from tabletop.arcana.rules.formation.legality import usual_files
from tabletop.decoding import MalformedError

HOWDAH = "howdah"
MOST_CHARACTERS = 3  # that a situation takes with a unit


class Commander(Struct, frozen=True):
    """A character with a unit: what it is called, its figures, and how a situation states it."""

    name: str
    figures: Statistics
    stated: Character


class Fielded(Struct, frozen=True, kw_only=True):
    """A unit as it stands: its models, who leads or rides them, and in words what isn't counted.

    `figures` are those of a model with what was bought for it; `troops` states the same. `mixed` are further kinds that
    stand with them, each with its name, such as other war machines or vehicles with another crew.
    """

    name: str
    figures: Statistics
    troops: Troops
    commanders: tuple[Commander, ...] = ()
    left_out: tuple[str, ...] = ()
    mixed: tuple[tuple[str, Troops], ...] = ()

    @property
    def files(self) -> int:
        """How wide it is put down, 0 in loose order, as war machines always are."""
        if self.troops.section is Section.WAR_MACHINES:
            return 0
        return usual_files(self.figures, self.troops.count + sum(troops.count for _, troops in self.mixed))

    @property
    def side(self) -> Side:
        """As a side of a melee that has nothing to say of contact yet."""
        return Side(
            models=(self.troops, *(troops for _, troops in self.mixed)),
            characters=tuple(commander.stated for commander in self.commanders),
            formation=Ranks(files=self.files) if self.files else Loose(),
        )


def fielded(unit: FieldedUnit, catalogue: Catalogue) -> Fielded:
    """The unit as it stands; MalformedError where it has neither models nor characters."""
    if unit.models:
        return _led(unit, catalogue)
    if not unit.characters:
        raise MalformedError("", f"{unit.name} has no models")
    mounts = [_mount_of(own, catalogue) for own in unit.characters]
    place = next((place for place, mount in enumerate(mounts) if mount), 0)  # who rides the only model, or is it
    first, mount = unit.characters[place], mounts[place]
    figures = mount or _rider(first, catalogue)
    troops = _troops(figures, 1, mount.section if mount else first.row.section)
    others = [own for own in unit.characters if own is not first]
    if mount is None:
        commanders, left_out = _commanders(others, unit, catalogue)
    else:
        aboard = [own for own in others if _shares(own, mount)][: MOST_CHARACTERS - 1]
        riders = tuple(_commander(own, catalogue, rides=True) for own in (first, *aboard))
        afoot, left_out = _commanders([own for own in others if own not in aboard], unit, catalogue, before=len(riders))
        commanders = riders + afoot
    return Fielded(name=unit.name, figures=figures, troops=troops, commanders=commanders, left_out=left_out)


def _led(unit: FieldedUnit, catalogue: Catalogue) -> Fielded:
    """Models by most of them, with as many of their characters as a situation takes."""
    first, *others = sorted(unit.models, key=lambda models: -models.count)
    left_out = [f"{words} of {unit.name}" for words in equipped(first, catalogue)[1]]
    stand: list[tuple[Statistics, Troops]] = []
    mixed: list[tuple[str, Troops]] = []
    for models in (first, *others):
        missing = models is not first and equipped(models, catalogue)[1]
        for name, count, own in kinds_of(models, catalogue):
            kind = own, _troops(own, count, models.row.section)
            if stand and (missing or not _mix([*stand, kind])):
                left_out.append(f"the {name} of {unit.name}")
                continue
            if stand:
                mixed.append((f"the {name} of {unit.name}", kind[1]))
            stand.append(kind)
    figures, troops = stand[0]
    commanders, too_many = _commanders(unit.characters if figures.wounds else (), unit, catalogue)
    return Fielded(
        name=unit.name,
        figures=figures,
        troops=troops,
        commanders=commanders,
        left_out=(*left_out, *too_many),
        mixed=tuple(mixed),
    )


def kinds_of(models: FieldedModels, catalogue: Catalogue) -> list[tuple[str, int, Statistics]]:
    """The models of a line by name, number and figures: those with a second crew are another kind than the others."""
    figures, crewed = equipped(models, catalogue)[0], min(models.choice.reinforced, models.count)
    both = ((crewed, with_second_crew(_plain(figures)), " with a second crew"), (models.count - crewed, figures, ""))
    return [(f"{counted(models.row.name, count)}{words}", count, own) for count, own, words in both if count]


def _mix(kinds: Sequence[tuple[Statistics, Troops]]) -> bool:
    """Whether such kinds can be stated as one unit."""
    if len(kinds) > MOST_KINDS:
        return False
    figures = [own for own, _ in kinds]
    unit = Unit(models=tuple(troops for _, troops in kinds))
    try:
        as_one(unit, figures, [section_of(own, troops) for own, troops in kinds], "")
    except MalformedError:
        return False
    return True


def _commanders(
    characters: Sequence[FieldedCharacter], unit: FieldedUnit, catalogue: Catalogue, *, before: int = 0
) -> tuple[tuple[Commander, ...], tuple[str, ...]]:
    """Characters with what carries them, and in words those who are too many; who shares a mount follows its rider."""
    taken: list[Commander] = []
    left_out: list[str] = []
    numbers: dict[str, int] = {}  # of who has bought a mount of that row
    for own in sorted(characters, key=lambda own: own.rides_along):
        mount = _mount_of(own, catalogue)
        shared = numbers.get(own.mount.slug) if own.mount and own.rides_along else None
        if len(taken) + before >= MOST_CHARACTERS:
            left_out.append(f"{_named(own, mount)}, who {'leads' if unit.models else 'is of'} {unit.name}")
            continue
        if mount:
            numbers[mount.slug] = len(taken) + before + (1 if unit.models or before else 2)
        taken.append(_commander(own, catalogue, mount=mount, aboard=shared))
    return tuple(taken), tuple(left_out)


def _named(character: FieldedCharacter, mount: Row | None) -> str:
    return f"{character.row.name} on {mount.name}" if mount else character.row.name


def _shares(character: FieldedCharacter, mount: Row) -> bool:
    """Whether it is aboard what another has bought."""
    return character.rides_along and character.mount is not None and character.mount.slug == mount.slug


def _commander(
    character: FieldedCharacter,
    catalogue: Catalogue,
    *,
    rides: bool = False,
    mount: Row | None = None,
    aboard: int | None = None,
) -> Commander:
    figures = _rider(character, catalogue)
    own = _troops(figures, 1, character.row.section)
    carried = _troops(mount, 1, mount.section) if mount else None
    howdah = bool(mount and mount.vehicle_type and HOWDAH in mount.vehicle_type)
    stated = Character(
        profile=own.profile,
        figures=own.figures,
        section=own.section,
        rides=rides,
        mount=Mount(profile=carried.profile, figures=carried.figures, section=carried.section, howdah=howdah)
        if carried
        else None,
        aboard=aboard,
    )
    return Commander(_named(character, mount), figures, stated)


def _mount_of(character: FieldedCharacter, catalogue: Catalogue) -> Row | None:
    """What a character has bought to ride, where that is a model with wounds of its own."""
    if character.mount is None or character.rides_along:
        return None
    row, mount = catalogue.in_play(character.row.slug), catalogue.in_play(character.mount.slug)
    return None if ride_of(row, mount, character.grants).merged else mount


def _rider(character: FieldedCharacter, catalogue: Catalogue) -> Statistics:
    """The character as it fights, with a small mount as one."""
    row, shot = catalogue.in_play(character.row.slug), weapon_bought(catalogue, character)
    rider: Statistics = row
    mount = catalogue.in_play(character.mount.slug) if character.mount and not character.rides_along else None
    if mount and (merged := ride_of(row, mount, character.grants).merged):
        rider = merged
    return _plain(rider, missile=(shot, *rider.missile)) if shot else rider


def equipped(models: FieldedModels, catalogue: Catalogue) -> tuple[Statistics, list[str]]:
    """A model with what was bought for it but a second crew, and what of that has no place in its figures."""
    row: Statistics = catalogue.in_play(models.row.slug)
    unstated: list[str] = []
    if models.choice.phalanx:
        row = _plain(row, melee=tuple(replace(line, phalanx=line.long_weapon) for line in row.melee))
    for upgrade in models.upgrades:
        bought = catalogue.in_play(upgrade.row.slug)
        if bought.wounds:
            unstated.append(counted(bought.name, upgrade.count * models.count))
            continue
        shots = tuple(replace(shot, attacks=shot.attacks * upgrade.count) for shot in bought.missile)
        row = _plain(
            row,
            melee=row.melee + bought.melee,
            missile=row.missile + shots,
            ramming=bought.ramming or row.ramming,
        )
    return row, unstated


def _plain(figures: Statistics, **changes: Any) -> Statistics:
    """The figures changed, which no profile has any more."""
    return Statistics(**{name: getattr(figures, name) for name in Statistics.__struct_fields__} | changes)


def _profile(figures: Statistics) -> str | None:
    """The printed one whose figures they are."""
    return figures.slug if isinstance(figures, Row) and not is_design(figures) else None


def _troops(figures: Statistics, count: int, section: Section) -> Troops:
    """By the profile where it is a printed one, else by the figures and what they are."""
    if profile := _profile(figures):
        return Troops(profile=profile, count=count)
    return Troops(figures=_plain(figures), section=section, count=count)
