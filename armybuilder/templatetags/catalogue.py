"""What pages about magic need to draw: tinctures of schools, and templates to scale."""

from __future__ import annotations

from functools import cache
from math import sqrt

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst

from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells import header as words_of_header
from tabletop.arcana.catalogue.spells.header import WORDS_OF_KIND, WORDS_OF_SAVE, range_words
from tabletop.arcana.catalogue.spells.spell import Template, TemplateShape
from tabletop.arcana.catalogue.spells.words import size_of
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.heraldry import swatch

register = template.Library()

UNIT = 25  # millimetres of a base unit; an inch of the table is as long (ruling T17)
MARGIN = 2
PIXELS = 1.2  # for each millimetre, as bases are drawn


@register.simple_tag
@cache
def tincture(school: School, width: int = 24) -> SafeString:
    """A school's tincture, hatched where it is printed; pages name the school beside it."""
    drawn = [swatch(SCHOOL_TINCTURES[school], title="", hatched=hatched, width=width) for hatched in (False, True)]
    return mark_safe(f'<span class="tincture">{"".join(drawn)}</span>')


@register.filter
def header(spell: Spell) -> str:
    """`Level 2, 12", persistent, no save`."""
    return capfirst(words_of_header(spell))


@register.filter
def cells(spell: Spell) -> tuple[tuple[str, str], ...]:
    """What the header says, cell by cell, each under its heading."""
    return (
        ("Level", str(spell.level)),
        ("Range", capfirst(range_words(spell.range))),
        ("Lasts", capfirst(WORDS_OF_KIND[spell.kind])),
        ("Saves", capfirst(WORDS_OF_SAVE[spell.save])),
    )


@register.simple_tag
def template_pictures(area: Template) -> SafeString:
    """Each size of a template from above, ruled in base units or inches, the first of them filled for scale."""
    return format_html_join("\n", "{}", ((_drawn(area, *size),) for size in area.sizes))


def _drawn(area: Template, width: int, depth: int) -> SafeString:
    outer = (width * UNIT + 2 * MARGIN, depth * UNIT + 2 * MARGIN)
    shape = '<ellipse class="area" cx="{0}" cy="{1}" rx="{0}" ry="{1}"/>'
    if area.shape == TemplateShape.RECTANGLE:
        shape = '<rect class="area" width="{2}" height="{3}"/>'
    middle = (width * UNIT / 2, depth * UNIT / 2)
    return format_html(
        '<svg class="template" viewBox="-{} -{} {} {}" width="{}" role="img"><title>{}</title>{}'
        '<rect class="one" x="{}" y="{}" width="{}" height="{}"/><path class="ruling" d="{}"/></svg>',
        *(MARGIN, MARGIN, *outer, f"{outer[0] * PIXELS:.0f}", _title(area, width, depth)),
        format_html(shape, *middle, width * UNIT, depth * UNIT),
        *(width // 2 * UNIT, depth // 2 * UNIT, UNIT, UNIT, _ruling(area, width, depth)),
    )


def _title(area: Template, width: int, depth: int) -> str:
    return size_of(area) if len(area.sizes) == 1 else f"{width} × {depth} {area.measured_in}"


def _ruling(area: Template, width: int, depth: int) -> str:
    """Lines between the units, from edge to edge of the shape."""
    across = [(row * UNIT, *_chord(area, row, depth, width)) for row in range(1, depth)]
    down = [(column * UNIT, *_chord(area, column, width, depth)) for column in range(1, width)]
    rows = [f"M{start:.4g} {y}h{length:.4g}" for y, start, length in across]
    return "".join(rows + [f"M{x} {start:.4g}v{length:.4g}" for x, start, length in down])


def _chord(area: Template, line: int, lines: int, length: int) -> tuple[float, float]:
    """Where a line of a ruling starts and how long it is, in millimetres."""
    if area.shape == TemplateShape.RECTANGLE:
        return 0, length * UNIT
    half = sqrt((lines / 2) ** 2 - (line - lines / 2) ** 2) * UNIT
    return length * UNIT / 2 - half, 2 * half
