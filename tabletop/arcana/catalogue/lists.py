"""The printed army lists as values, looked up by slug."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from tabletop.arcana.catalogue.identifiers import A_LIST, ListSlug
from tabletop.arcana.catalogue.own_rows import MOST_OWN_ROWS, OwnRow
from tabletop.arcana.catalogue.profiles import Movement, Row, School, Section, TerrainAbility
from tabletop.arcana.catalogue.spells import Spell, in_school
from tabletop.heraldry import Shield
from tabletop.values import Name, Slug, Text, Value

DESIGNS = "designs"  # the list that a roster's own designs make up; no book has it
GENERAL_LISTS = ("monsters", "vehicles", "war-machines", DESIGNS)


class WarMachineTerms(Value, frozen=True, kw_only=True):
    """What an army's own crews change about the standard war machines, and what a second crew costs."""

    surcharge: Annotated[int, Meta(ge=0, le=1000)] = 0
    reinforcement: Annotated[int, Meta(ge=0, le=1000)] = 44
    magic_resistance: Annotated[int, Meta(ge=0, le=10)] | None = None
    morale: Annotated[int, Meta(ge=0, le=20)] | None = None
    fearless: bool = False
    missile_immune: bool = False
    skill: Annotated[int, Meta(ge=0, le=10)] | None = None
    attacks: Annotated[int, Meta(ge=1, le=10)] = 1


class Grants(Value, frozen=True, kw_only=True):
    """Abilities that every profile of a list has without its saying so."""

    abilities: tuple[TerrainAbility, ...] = ()
    negates_long_weapons: bool = False


class ArmyNote(Value, frozen=True, kw_only=True):
    """A rule at the head of a printed list, in our words."""

    title: Name
    text: Text


class ListKind(StrEnum):
    """An army's own list, or one that is open to every army."""

    ARMY = "army"
    GENERAL = "general"


class ArmyList(Value, frozen=True, kw_only=True):
    """A printed list: who it is, its shield, and the rules at its head; `hires` are its monsters, None any of them."""

    slug: ListSlug
    name: Name
    kind: ListKind = ListKind.ARMY
    section: Text
    summary: Text
    shield: Shield
    war_machines: WarMachineTerms = WarMachineTerms()
    grants: Grants = Grants()
    troops_are_normal: bool = False
    notes: tuple[ArmyNote, ...] = ()
    hires: tuple[Slug, ...] | None = None

    def may_field(self, row: Row) -> bool:
        """Whether an army of this list may have the row: its own and the open lists', of monsters those it hires."""
        home = list_slug(row.slug)
        if home == "monsters" and self.hires is not None:
            return row.slug in self.hires or any(carrier in self.hires for carrier in row.carried_by)
        return home == self.slug or home in GENERAL_LISTS


class OwnList(Value, frozen=True, kw_only=True, cache_hash=True):
    """An army list of a player's own, as a roster's file states it; its rows are these and the designs of that file.

    `pack` is the id of the `muster-pack/1` that it was taken from. `hires` are the monsters that it may field, None any
    of them. Its hash is kept: what was said of units is looked up by it.
    """

    name: Name
    shield: Shield
    note: Text = ""
    pack: Annotated[str, Meta(pattern=r"^([a-z0-9]+(-[a-z0-9]+)*)?$(?!\n)", max_length=60, extra=A_LIST)] = ""
    notes: Annotated[tuple[ArmyNote, ...], Meta(max_length=20)] = ()
    war_machines: WarMachineTerms = WarMachineTerms()
    hires: Annotated[tuple[Slug, ...], Meta(max_length=400)] | None = None
    rows: Annotated[tuple[OwnRow, ...], Meta(max_length=MOST_OWN_ROWS)] = ()


class Evidence(StrEnum):
    """How plain it is that a printed figure is wrong."""

    STRONG = "strong"
    WEAK = "weak"


class Erratum(Value, frozen=True, kw_only=True):
    """A printed figure that is plainly or probably wrong: strong evidence is applied to play, weak is only shown."""

    slug: Slug
    field: Text
    printed: Any = None
    corrected: Any = None
    why: Text
    strength: Evidence

    @property
    def about(self) -> str:
        """The field in a reader's words: `missile strength` for `missile.0.strength`."""
        words = [word for word in self.field.split(".") if not word.isdecimal()]
        return " ".join(words).replace("_", " ")

    @property
    def correction(self) -> str:
        """`printed 2, played as 3`; what is weak is played as printed."""
        if self.strength == Evidence.WEAK:
            return "played as printed"
        return f"printed {_word(self.printed)}, played as {_word(self.corrected)}"


class Catalogue(Struct, frozen=True):
    """Every list, row and spell, and what is wrong with them, in the book's order.

    It can be hashed, so that what is prepared from it is kept.
    """

    lists: Mapping[str, ArmyList]
    rows: Mapping[str, Row]
    by_list: Mapping[str, tuple[Row, ...]]
    errata: Mapping[str, tuple[Erratum, ...]]
    spells: Mapping[str, Spell] = {}
    version: str = ""

    def __hash__(self) -> int:
        return hash((self.version, len(self.rows)))

    @property
    def armies(self) -> list[ArmyList]:
        """The armies' own lists, without those that are open to every army."""
        return [listed for listed in self.lists.values() if listed.kind == ListKind.ARMY]

    def rows_of(self, army: str) -> tuple[Row, ...]:
        return self.by_list.get(army, ())

    def list_of(self, slug: str) -> ArmyList:
        return self.lists[list_slug(slug)]

    def spells_of(self, school: School) -> tuple[Spell, ...]:
        """The school's spells by their places in its list."""
        return in_school(self.spells.values(), school)

    def in_play(self, slug: str) -> Row:
        """The row as it is played: list-wide abilities added, strong errata applied. Prices never change."""
        row = apply_errata(self.rows[slug], self.errata.get(slug, ()))
        return apply_grants(row, self.list_of(slug).grants)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)


def list_slug(slug: str) -> str:
    """The list's part of a row's slug: `dwarves` of `dwarves/axemen`."""
    return slug.partition("/")[0]


def is_design(row: Row) -> bool:
    """Whether the row is a player's own design and not a printed one."""
    return list_slug(row.slug) == DESIGNS


def catalogue(
    lists: Iterable[ArmyList],
    rows: Iterable[Row],
    errata: Iterable[Erratum] = (),
    spells: Iterable[Spell] = (),
    *,
    version: str = "",
) -> Catalogue:
    by_slug: dict[str, tuple[Erratum, ...]] = {}
    for erratum in errata:
        by_slug[erratum.slug] = (*by_slug.get(erratum.slug, ()), erratum)
    by_list: dict[str, tuple[Row, ...]] = {}
    rows = tuple(rows)
    for row in rows:
        by_list[list_slug(row.slug)] = (*by_list.get(list_slug(row.slug), ()), row)
    return Catalogue(
        lists={army_list.slug: army_list for army_list in lists},
        rows={row.slug: row for row in rows},
        by_list=by_list,
        errata=by_slug,
        spells={spell.slug: spell for spell in spells},
        version=version,
    )


def apply_errata(row: Row, errata: Iterable[Erratum]) -> Row:
    """The row with its strong errata applied; ValidationError or KeyError where a field isn't the row's."""
    fields = msgspec.json.decode(msgspec.json.encode(row))
    strong = [erratum for erratum in errata if erratum.strength == Evidence.STRONG]
    for erratum in strong:
        _put(fields, erratum.field, erratum.corrected)
    return msgspec.convert(fields, Row) if strong else row


def _put(fields: Any, path: str, value: Any) -> None:
    """Set `melee.0.strength` and the like in plain values, making what isn't there."""
    *parents, last = path.split(".")
    for key in parents:
        fields = fields[int(key)] if isinstance(fields, list) else fields.setdefault(key, {})
    if value is None:
        fields.pop(last, None)
    else:
        fields[last] = value


def apply_grants(row: Row, grants: Grants) -> Row:
    """The row with the abilities of its whole list; equipment and war machines have none of them."""
    if row.section in (Section.EQUIPMENT, Section.WAR_MACHINES):
        return row
    missing = tuple(ability for ability in grants.abilities if ability not in row.movement.abilities)
    movement: Movement = msgspec.structs.replace(row.movement, abilities=row.movement.abilities + missing)
    negates = row.defence.negates_long_weapons or grants.negates_long_weapons
    defence = msgspec.structs.replace(row.defence, negates_long_weapons=negates)
    return msgspec.structs.replace(row, movement=movement, defence=defence)
