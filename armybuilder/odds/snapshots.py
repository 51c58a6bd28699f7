"""Units whose odds are asked, as frozen values: a printed profile, a unit of a roster, or a design."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.mounted_profiles import ride_of
from tabletop.arcana.army.resolve import Army, FieldedModels, FieldedUnit
from tabletop.arcana.catalogue.counted_names import counted, named
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue, is_design
from tabletop.arcana.catalogue.profiles import Row, Section, Statistics
from tabletop.arcana.catalogue.stat_lines import stat_line
from tabletop.arcana.creation.design_files import row_of
from tabletop.arcana.creation.points import RefusedError
from tabletop.arcana.rules.formation.legality import usual_files
from tabletop.decoding import MalformedError

USUAL_COUNT = 20
LONGEST_NAME = 40  # of a unit in a situation
UNRESOLVED = (Section.VEHICLES, Section.WAR_MACHINES)


class Contestant(Struct, frozen=True, kw_only=True):
    """A unit before it meets another: `key` finds it again, `profile` is the printed one that it has, if it has one.

    `files` is 0 for a unit that usually stands in loose order, `left_out` what of it isn't counted; `is_named` says
    that its player gave it a name.
    """

    key: str
    name: str
    about: str
    army: ArmyList | None
    profile: str | None
    figures: Statistics
    count: int
    files: int
    left_out: tuple[str, ...] = ()
    is_named: bool = False

    @property
    def is_many(self) -> bool:
        """Whether verbs after its name are those of many: `Axemen break`, `Stonewall breaks`."""
        return self.count > 1 and not self.is_named

    @property
    def facts(self) -> str:
        """Its figures in a line, as lists print them."""
        line = stat_line(self.figures)
        parts = (("armour", line.armour), ("morale", line.morale), ("melee", line.melee), ("missile", line.missile))
        return " · ".join(f"{name} {cell}" for name, cell in parts if cell).capitalize()


def of_profile(slug: str, catalogue: Catalogue) -> Contestant:
    """A printed profile, as many of it as usually stand together; MalformedError where there is none that fights."""
    if slug not in catalogue.rows or not catalogue.rows[slug].wounds:
        raise MalformedError("", "there is no such profile")
    row, army = catalogue.in_play(slug), catalogue.list_of(slug)
    count = USUAL_COUNT if row.section is Section.TROOPS and row.wounds == 1 else 1
    return _contestant(
        slug, row, count, name=named(row.name, count), army=army, about=f"{army.name} · {row.points:,} points each"
    )


def of_design(key: str, design: Design) -> Contestant:
    """A design of one's own; MalformedError where the formula has no price for it."""
    try:
        row = row_of(design)
    except RefusedError as refused:
        raise MalformedError("", f"{design.name} has no price: {refused.reason}") from refused
    count = USUAL_COUNT if row.wounds == 1 and row.section is Section.TROOPS else 1
    about = f"your design · {row.points:,} points each"
    return _contestant(key, row, count, name=named(row.name, count), army=None, about=about)


def of_unit(key: str, unit: FieldedUnit, army: Army, points: int) -> Contestant:
    """A unit of a roster by most of its models, else by who leads it; the rest is said to be left out."""
    about = f"{unit.described}, {points:,} points · {army.name}"
    left_out = list(_left_out(unit))
    if unit.models:
        models = max(unit.models, key=lambda models: models.count)
        row, count = army.catalogue.in_play(models.row.slug), models.count
    elif unit.characters:
        leader = unit.characters[0]
        row, count = army.catalogue.in_play(leader.row.slug), 1
        mount = army.catalogue.in_play(leader.mount.slug) if leader.mount else None
        ride = ride_of(row, mount, leader.grants) if mount else None
        if ride and ride.merged:
            return _contestant(key, ride.merged, 1, name=unit.name, army=army.own.army, about=about)
        if ride:
            left_out.append(f"{unit.name} is counted without what it rides")
    else:
        raise MalformedError("", f"{unit.name} has no models")
    found = _contestant(key, row, count, name=unit.name, army=army.own.army, about=about, left_out=tuple(left_out))
    return replace(found, is_named=bool(unit.choice.name))


def _left_out(unit: FieldedUnit) -> list[str]:
    """What of a unit with models the odds don't know."""
    kinds = sorted(unit.models, key=lambda models: -models.count)
    said = [f"the {counted(models.row.name, models.count)} of {unit.name}" for models in kinds[1:]]
    said += [f"{character.row.name}, who leads {unit.name}" for character in unit.characters if unit.models]
    return said + [_bought(models, unit) for models in kinds[:1] if models.upgrades]


def _bought(models: FieldedModels, unit: FieldedUnit) -> str:
    return f"{', '.join(upgrade.row.name for upgrade in models.upgrades)}, bought for {unit.name}"


def _contestant(
    key: str,
    figures: Statistics,
    count: int,
    *,
    name: str,
    about: str,
    army: ArmyList | None,
    left_out: tuple[str, ...] = (),
) -> Contestant:
    printed = figures if isinstance(figures, Row) and not is_design(figures) else None
    if isinstance(figures, Row) and not printed and figures.section in UNRESOLVED:
        raise MalformedError("", f"{name} is a vehicle or a war machine of one's own: its odds aren't counted yet")
    return Contestant(
        key=key,
        name=name[:LONGEST_NAME],
        about=about,
        army=army,
        profile=printed.slug if printed else None,
        figures=figures if printed else _without_identity(figures),
        count=count,
        files=usual_files(figures, count),
        left_out=left_out,
    )


def _without_identity(figures: Statistics) -> Statistics:
    """A design's row as the figures that a situation states."""
    return Statistics(**{name: getattr(figures, name) for name in Statistics.__struct_fields__})
