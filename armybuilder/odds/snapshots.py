"""Units whose odds are asked, as frozen values: a printed profile, a unit of a roster, or a design."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.resolve import Army, FieldedUnit
from tabletop.arcana.catalogue.counted_names import named
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue, is_design
from tabletop.arcana.catalogue.profiles import Missile, Row, Section, Statistics
from tabletop.arcana.catalogue.stat_lines import stat_line
from tabletop.arcana.creation.design_files import row_of
from tabletop.arcana.creation.points import RefusedError
from tabletop.arcana.odds.fielded import fielded
from tabletop.arcana.odds.situations import Character, Troops
from tabletop.arcana.odds.units import known
from tabletop.arcana.rules.formation.legality import usual_files
from tabletop.decoding import MalformedError

USUAL_COUNT = 20
LONGEST_NAME = 40  # of a unit in a situation
OWN = "own"  # before the number of a leader of the unit's own roster


class Leader(Struct, frozen=True):
    """A character that may be with a unit: how an address names it, its name, and how a situation states it."""

    key: str
    name: str
    stated: Character


class Contestant(Struct, frozen=True, kw_only=True):
    """A unit before it meets another: `key` finds it again, `profile` is the printed one that it has, if it has one.

    `section` is what models without a profile are. Further kinds of models that stand with them are `mixed`, with so
    many wounds together, and `missiles` are those of all kinds. `files` is 0 for a unit that usually stands in loose
    order, `left_out` what of it isn't counted; `is_named` says that its player gave it a name. `leaders` are with it in
    its roster, or ride it.
    """

    key: str
    name: str
    about: str
    army: ArmyList | None
    profile: str | None
    section: Section | None
    figures: Statistics
    count: int
    files: int
    left_out: tuple[str, ...] = ()
    mixed: tuple[Troops, ...] = ()
    mixed_wounds: int = 0
    missiles: tuple[Missile, ...]
    is_named: bool = False
    leaders: tuple[Leader, ...] = ()
    offered: tuple[Leader, ...] = ()

    @property
    def is_ridden(self) -> bool:
        """Whether somebody rides its only model, without whom there is no such unit."""
        return any(leader.stated.rides for leader in self.leaders)

    @property
    def beside(self) -> int:
        """How many models of further kinds there are."""
        return sum(troops.count for troops in self.mixed)

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
    about = f"{army.name} · {row.points:,} points each"
    found = _contestant(slug, row, count, name=named(row.name, count), army=army, about=about)
    return replace(found, offered=_offered(found, army, catalogue))


def of_design(key: str, design: Design) -> Contestant:
    """A design of one's own; MalformedError where the formula has no price for it."""
    try:
        row = row_of(design)
    except RefusedError as refused:
        raise MalformedError("", f"{design.name} has no price: {refused.reason}") from refused
    count = USUAL_COUNT if row.wounds == 1 and row.section is Section.TROOPS else 1
    about = f"your design · {row.points:,} points each"
    return _contestant(key, row, count, name=named(row.name, count), army=None, about=about, section=row.section)


def of_unit(key: str, unit: FieldedUnit, army: Army, points: int) -> Contestant:
    """A unit of a roster as it stands, with who leads it; what its odds can't count is said to be left out."""
    stands = fielded(unit, army.catalogue)
    leaders = tuple(
        Leader(f"{OWN}{number}", commander.name, commander.stated)
        for number, commander in enumerate(stands.commanders, 1)
    )
    found = _contestant(
        key,
        stands.figures,
        stands.troops.count,
        section=stands.troops.section,
        name=unit.name,
        army=army.own.army,
        about=f"{_described(unit)}, {points:,} points · {army.name}",
        left_out=stands.left_out,
    )
    mixed = tuple(troops for _, troops in stands.mixed)
    ridden = any(leader.stated.rides for leader in leaders)
    offered = () if ridden else (*leaders, *_offered(found, army.own.army, army.catalogue))
    found = replace(found, is_named=bool(unit.choice.name), leaders=leaders, offered=offered)
    if not mixed:
        return found
    together = known(army.catalogue, replace(stands.side, characters=()), "", name=unit.name)
    first = stands.troops.count * stands.figures.wounds
    return replace(
        found,
        files=stands.files,
        mixed=mixed,
        mixed_wounds=together.wounds_at_first - first,
        missiles=together.figures.missile,
    )


def _described(unit: FieldedUnit) -> str:
    """Its models and who leads them."""
    leaders = [character.row.name for character in unit.characters] if unit.models else []
    return " with ".join(filter(None, (unit.described, " and ".join(leaders))))


def _offered(unit: Contestant, army: ArmyList | None, catalogue: Catalogue) -> tuple[Leader, ...]:
    """The characters of its army list that may lead it; none leads other characters."""
    section = unit.figures.section if isinstance(unit.figures, Row) else unit.section
    if army is None or section is Section.CHARACTERS:
        return ()
    rows = [row for row in catalogue.rows_of(army.slug) if row.section is Section.CHARACTERS and row.wounds]
    return tuple(Leader(row.slug, row.name, Character(profile=row.slug)) for row in rows)


def _contestant(
    key: str,
    figures: Statistics,
    count: int,
    *,
    name: str,
    about: str,
    army: ArmyList | None,
    section: Section | None = None,
    left_out: tuple[str, ...] = (),
) -> Contestant:
    printed = figures if isinstance(figures, Row) and not is_design(figures) else None
    return Contestant(
        key=key,
        name=name[:LONGEST_NAME],
        about=about,
        army=army,
        profile=printed.slug if printed else None,
        section=section,
        figures=figures if printed else _without_identity(figures),
        count=count,
        files=usual_files(figures, count),
        missiles=figures.missile,
        left_out=left_out,
    )


def _without_identity(figures: Statistics) -> Statistics:
    """A design's row as the figures that a situation states."""
    return Statistics(**{name: getattr(figures, name) for name in Statistics.__struct_fields__})
