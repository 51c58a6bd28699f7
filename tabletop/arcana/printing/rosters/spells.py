"""The chosen schools' spells on a roster's paper: names, levels, ranges, saves and the rule in our words."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.army.casters import magic_of
from tabletop.arcana.army.resolve import Army
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.spells import Spell, header
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.heraldry import roundel
from tabletop.pdf.flow import Block, Column, Emblem, Gap, Hairline, Section, Stack, TableRow, cell
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import INK, Style

HEADING = Style(12.5, "title")
WIZARDS = Style(8, leading=1.875)
NAME = Style(9.5, "bold", leading=1.25)
HEADER = Style(8.5, "italic", leading=1.397)
TEXT = Style(9, leading=1.22)
ROUNDEL = 4.4
ROUNDEL_ROOM = 6.4
HEADING_WIDTH = 46.0
NAME_WIDTH = 52.0


def chosen_schools(army: Army) -> dict[School, tuple[str, ...]]:
    """The schools that the roster's casters know, in the book's order, each with the names of those who know it.

    The General spells are known to every caster.
    """
    casters = magic_of(army)
    named = {
        school: tuple(dict.fromkeys(each.row.name for each in casters if school in (each.school, School.GENERAL)))
        for school in School
    }
    return {school: names for school, names in named.items() if names}


def spell_sections(army: Army, width: float) -> tuple[Section, ...]:
    """A section for each school, its head repeated on every page that it reaches; `width` in millimetres.

    No spell is split over two pages. The General spells, which all casters share, stand last and short.
    """
    known = chosen_schools(army)
    ordered = sorted(known, key=lambda school: school == School.GENERAL)
    return tuple(
        Section(
            tuple(
                Stack(tuple(_lines(spell, width, short=school == School.GENERAL)))
                for spell in army.catalogue.spells_of(school)
            ),
            _head(school, known[school], width),
        )
        for school in ordered
    )


def _head(school: School, wizards: tuple[str, ...], width: float) -> Stack:
    name = cell(Column(ROUNDEL_ROOM, HEADING_WIDTH), f"{school.capitalize()} spells", HEADING)
    x = ROUNDEL_ROOM + HEADING_WIDTH
    known = cell(Column(x, width - x, "right"), f"known to {', '.join(wizards)}", WIZARDS)
    emblem = Emblem(roundel(SCHOOL_TINCTURES[school], hatched=True), ROUNDEL)
    return Stack((Gap(1.5), Hairline(width, Pen(0.5, INK)), Gap(1.2), emblem, TableRow((name, known)), Gap(0.6)))


def _lines(spell: Spell, width: float, *, short: bool = False) -> Iterator[Block]:
    """The spell's name and header and, unless they are kept short, its rule in our words."""
    yield Hairline(width)
    name = cell(Column(0, NAME_WIDTH - 2), spell.name, NAME)
    line = cell(Column(NAME_WIDTH, width - NAME_WIDTH, "right"), header(spell), HEADER)
    yield TableRow((name, line), above=0.7)
    if short:
        return
    yield TableRow((cell(Column(0, width), spell.text, TEXT),), above=0.2, below=1.2)
