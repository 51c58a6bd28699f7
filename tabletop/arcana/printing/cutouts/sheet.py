"""Which cutouts a sheet has, and the sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum

from tabletop.arcana.army.resolve import Army
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.printing.counters.sets import wizards
from tabletop.arcana.printing.cutouts.bases import DEFAULT_TRAYS, base_outlines, trays, trays_for
from tabletop.arcana.printing.cutouts.gauges import BOW, Range, gauges, range_bands
from tabletop.arcana.printing.cutouts.templates import basic_templates, spell_templates
from tabletop.arcana.printing.rosters.printed_roster import unit_rows
from tabletop.pdf.cutouts import Cutout, cutout_pages
from tabletop.pdf.document import Sheet
from tabletop.pdf.paper import Paper


class CutoutKind(StrEnum):
    """What is printed to be cut out."""

    TEMPLATES = "templates"
    GAUGES = "gauges"
    RANGES = "ranges"
    BASES = "bases"
    TRAYS = "trays"


TITLES = {
    CutoutKind.TEMPLATES: "Templates",
    CutoutKind.GAUGES: "Rulers and gauges",
    CutoutKind.RANGES: "Range bands",
    CutoutKind.BASES: "Base outlines",
    CutoutKind.TRAYS: "Movement trays",
}


def cutout_sheet(kind: CutoutKind, cutouts: Sequence[Cutout], scale: int, *, paper: Paper) -> Sheet:
    """The cutouts on pages, each at its true size whatever the paper."""
    title = f"{TITLES[kind]}, {scale} mm scale"
    return Sheet(title=title, subject=TITLES[kind], paper=paper, pages=cutout_pages(cutouts, paper))


def cutouts_of(
    kind: CutoutKind, catalogue: Catalogue, armies: Sequence[Army], scale: int, *, outline: bool = False
) -> tuple[Cutout, ...]:
    """What a kind consists of; with rosters only what they use, where the kind depends on them."""
    if kind == CutoutKind.TEMPLATES:
        spells = spells_used(armies) if armies else tuple(catalogue.spells.values())
        return basic_templates(scale, outline=outline) + spell_templates(spells, scale, outline=outline)
    if kind == CutoutKind.GAUGES:
        return gauges(scale)
    if kind == CutoutKind.RANGES:
        return range_bands(tuple(ranges_used(armies)) or (BOW,))
    return base_outlines(scale) if kind == CutoutKind.BASES else trays(trays_for(armies) or DEFAULT_TRAYS, scale)


def spells_used(armies: Sequence[Army]) -> tuple[Spell, ...]:
    """The spells that the rosters' wizards can cast, each once, the general ones among them."""
    spells: dict[str, Spell] = {}
    for army in armies:
        schools: list[School] = [school for school in wizards(army) if school]
        known: tuple[School, ...] = (School.GENERAL, *schools) if wizards(army) else ()
        for school in known:
            spells |= {spell.slug: spell for spell in army.catalogue.spells_of(school)}
    return tuple(spells.values())


def ranges_used(armies: Sequence[Army]) -> Iterator[Range]:
    """The ranges of every missile of the rosters' rows as they are played."""
    for army in armies:
        for row in (row for unit in army.units for row in unit_rows(unit)):
            for missile in army.catalogue.in_play(row.slug).missile:
                yield Range(missile.name or row.name, missile.range, missile.min_range)
