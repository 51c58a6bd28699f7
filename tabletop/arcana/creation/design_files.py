"""Designs of a player's own as rows of a list, always priced afresh.

The list is open to every army; where a roster states an army list of its player's own, it is that.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

import msgspec
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design, DesignKind, Magic
from tabletop.arcana.catalogue.lists import DESIGNS, ArmyList, Catalogue, ListKind, OwnList
from tabletop.arcana.catalogue.own_rows import OwnRow
from tabletop.arcana.catalogue.profiles import OPTIONAL_SCHOOLS, Printed, Row, School, Section, Spellcasting, Statistics
from tabletop.arcana.catalogue.stat_lines import cells
from tabletop.arcana.creation.points.formula import BOOK_FORMULA, CREATING, Formula
from tabletop.arcana.creation.points.pricing import price
from tabletop.arcana.creation.points.refusals import RefusedError
from tabletop.arcana.creation.points.rows import design_of
from tabletop.arcana.creation.vehicles.parts import look_up
from tabletop.decoding import LARGEST_FILE, MalformedError, decoded
from tabletop.heraldry import Shield
from tabletop.heraldry.values import Charge, Division, Tincture

FORMAT = "muster-design/1"
LABEL = "own design"
LIST_LABEL = "own list"
LONGEST_SLUG = 100
SECTIONS = {
    DesignKind.CREATURE: Section.TROOPS,
    DesignKind.MONSTER: Section.MONSTERS,
    DesignKind.CHARACTER: Section.CHARACTERS,
    DesignKind.VEHICLE: Section.VEHICLES,
    DesignKind.WAR_MACHINE: Section.WAR_MACHINES,
}
CORE_SCHOOLS = tuple(school for school in School if school != School.GENERAL and school not in OPTIONAL_SCHOOLS)
POWERS = {Magic.SCHOOLS: Spellcasting(schools=CORE_SCHOOLS), Magic.GENERAL: Spellcasting(schools=(School.GENERAL,))}
OWN_DESIGNS = ArmyList(
    slug=DESIGNS,
    name="Own designs",
    kind=ListKind.GENERAL,
    section=CREATING.section,
    summary="Creatures, vehicles and war machines of the player's own, priced by the formula.",
    shield=Shield(
        division=Division.BORDURE,
        field=Tincture.ARGENT,
        second=Tincture.SABLE,
        charge=Charge.HAMMER,
        charge_tincture=Tincture.GULES,
    ),
)


def read_design(content: bytes | str) -> Design:
    """A design from the text of a file; MalformedError names the first field that is wrong."""
    design = decoded(content, Design, most=LARGEST_FILE)
    if design.format is None:
        raise MalformedError("format", f"is missing; it must be {FORMAT}")
    return design


def write_design(design: Design) -> bytes:
    """The design's file, indented for people, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(replace(design, format=FORMAT)), indent=2) + b"\n"


def design_slug(design: Design) -> str:
    """`designs/young-dragon` for “Young Dragon”; a name without Latin letters gives its checksum."""
    return own_slug(design.name)


def own_slug(name: str) -> str:
    """The slug of what a player calls so."""
    letters = unicodedata.normalize("NFKD", name.replace("&", " and ")).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", letters.lower().replace("'", ""))[:LONGEST_SLUG].strip("-")
    return f"{DESIGNS}/{words or f'design-{crc32(name.encode()):08x}'}"


def own_names(designs: Iterable[Design], own: OwnList | None) -> dict[str, tuple[str, Section]]:
    """What a roster's designs and the rows of its own list are called and are, by their slugs."""
    names = {design_slug(design): (design.name, SECTIONS[design.kind]) for design in designs}
    return names | {own_slug(row.name): (row.name, row.section) for row in (own.rows if own else ())}


def row_of(design: Design, formula: Formula = BOOK_FORMULA) -> Row:
    """The design as a catalogue row: its price rounded up, its cells in the book's notation.

    What infiltrates has both prices, as printed rows do. RefusedError names the fields without a price.
    """
    return _book_row(design) if formula is BOOK_FORMULA else _new_row(design, formula)


@lru_cache(maxsize=1_000)
def _book_row(design: Design) -> Row:
    """By the book's formula: an editor that looks what each choice would come to asks for a row again and again."""
    return _new_row(design, BOOK_FORMULA)


def _new_row(design: Design, formula: Formula) -> Row:
    receipt = price(replace(design, infiltrates=False), formula)
    infiltrating = price(design, formula).points if design.infiltrates else None
    row = Row(
        slug=design_slug(design),
        name=design.name,
        section=SECTIONS[design.kind],
        points=receipt.points,
        printed=Printed(name=design.name),
        elite=receipt.elite,
        infiltrate_cost=infiltrating,
        spellcaster=POWERS[design.spellcaster] if design.spellcaster else None,
        notes=(LABEL,),
        mounted=design.mounted,
        missile_skill=design.missile_skill,
        room=design.room,
        **_of_parts(design),
        **{name: getattr(design, name) for name in Statistics.__struct_fields__} | {"missile": design.shots},
    )
    return replace(row, printed=printed_cells(row))


def _of_parts(design: Design) -> dict[str, Any]:
    """What a vehicle's parts say of its row; nothing where its file gives figures alone."""
    parts = design.parts
    if parts is None:
        return {}
    beasts = parts.beasts.profile if parts.beasts else None
    return {"vehicle_type": parts.type, "drawn_by": beasts, "cargo": parts.cargo}


def printed_cells(row: Row) -> Printed:
    """The cells that a sheet shows of a row that no book has printed."""
    line = cells(row)
    return Printed(name=row.name, **{name: getattr(line, name) for name in line.__struct_fields__})


def own_army_list(own: OwnList) -> ArmyList:
    """The army list that a player's own designs make up, said to be its own wherever it is named."""
    return replace(
        OWN_DESIGNS,
        kind=ListKind.ARMY,
        name=f"{own.name} ({LIST_LABEL})",
        shield=own.shield,
        summary=own.note or OWN_DESIGNS.summary,
        notes=own.notes,
        war_machines=own.war_machines,
        hires=own.hires,
    )


@lru_cache(maxsize=1_000)
def row_of_list(own: OwnRow) -> Row:
    """A row of an own list as one of the catalogue: at its stated price, or the formula's rounded up.

    Its cells are in the book's notation. RefusedError names the fields without a price in the formula, beside which
    every row stands, whatever its own price.
    """
    fields = {name: getattr(own, name) for name in OwnRow.__struct_fields__ if name in Row.__struct_fields__}
    notes = (LABEL, own.note) if own.note else (LABEL,)
    stated = fields | {"points": own.points or 0, "notes": notes}
    row = Row(slug=own_slug(own.name), printed=Printed(name=own.name), **stated)
    design = design_of(row)
    by_formula = price(design).points
    points = by_formula if own.points is None else own.points
    row = replace(row, points=points, missile=design.shots)
    return replace(row, printed=printed_cells(row))


def with_designs(
    catalogue: Catalogue,
    designs: Sequence[Design],
    *,
    own: OwnList | None = None,
    formula: Formula = BOOK_FORMULA,
) -> Catalogue:
    """The catalogue with the list of own designs; MalformedError names `designs[0].melee[1].skill` for a refused one.

    Two designs or rows whose names make one slug are malformed too. They are open to every army, or of the army list
    `own`.
    """
    if not designs and own is None:
        return catalogue
    rows: dict[str, Row] = {}
    for number, design in enumerate(designs):
        row = _priced(design, formula, f"designs[{number}]")
        check_parts(design, catalogue, f"designs[{number}].")
        if row.slug in rows:
            raise MalformedError(f"designs[{number}].name", f"another design is “{row.slug}” already")
        rows[row.slug] = row
    for number, stated in enumerate(own.rows if own else ()):
        row = _listed(stated, f"own_list.rows[{number}]")
        if row.slug in rows:
            raise MalformedError(f"own_list.rows[{number}].name", f"another row or design is “{row.slug}” already")
        rows[row.slug] = row
    lists = {**catalogue.lists, DESIGNS: own_army_list(own) if own else OWN_DESIGNS}
    by_list = {**catalogue.by_list, DESIGNS: tuple(rows.values())}
    return replace(catalogue, lists=lists, rows={**catalogue.rows, **rows}, by_list=by_list)


def check_parts(design: Design, catalogue: Catalogue, path: str = "") -> None:
    """MalformedError names the field of a vehicle's parts that can't be looked up, as `parts.crew[0].profile`."""
    if design.parts is not None:
        try:
            look_up(design.parts, catalogue)
        except MalformedError as error:
            raise MalformedError(f"{path}parts.{error.field}", error.reason) from error


def _listed(row: OwnRow, path: str) -> Row:
    try:
        return row_of_list(row)
    except RefusedError as refused:
        raise MalformedError(f"{path}.{refused.field}", refused.reason) from refused


def _priced(design: Design, formula: Formula, path: str) -> Row:
    try:
        return row_of(design, formula)
    except RefusedError as refused:
        raise MalformedError(f"{path}.{refused.field}", refused.reason) from refused
