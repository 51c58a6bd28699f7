"""Spell templates: the book's basic shapes, and each spell's own with its school's hatching."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells.spell import TemplateMeasure, TemplateShape
from tabletop.arcana.catalogue.spells.words import size_of
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.arcana.printing.cutouts.shapes import (
    CUT,
    FINE,
    INCH,
    MM_A_BASE,
    SMALL,
    TEXT,
    TITLE,
    around,
    cross,
    oblong,
    towards,
)
from tabletop.heraldry import Tincture
from tabletop.heraldry.hatching import HATCHINGS, ruling_lines
from tabletop.pdf.cutouts import Cutout, Label, Line, Polyline
from tabletop.pdf.surface import Pen, Point
from tabletop.pdf.typography import INK

CIRCLES = (1, 3, 4, 5)
RECTANGLE = (6, 1)
BORDER = 5.0
DIAL_ROOM = 4.2
HATCHING_UNIT = 15.0
FACES = 6


def basic_templates(scale: int, *, outline: bool = False) -> tuple[Cutout, ...]:
    """The rectangle of 1 by 6 bases and the circles of 1, 3, 4 and 5 bases across."""
    base = MM_A_BASE[scale]
    wide, deep = RECTANGLE
    circles = (_circle(f"{count} base{'s' * (count > 1)}", count * base, outline=outline) for count in CIRCLES)
    return (_rectangle(f"{wide} × {deep} bases", (wide * base, deep * base), outline=outline), *circles)


def spell_templates(spells: Iterable[Spell], scale: int, *, outline: bool = False) -> tuple[Cutout, ...]:
    """Each template of the spells that have one, under its name; several sizes are several cutouts."""
    return tuple(cutout for spell in spells if spell.template for cutout in _of_spell(spell, scale, outline=outline))


def _of_spell(spell: Spell, scale: int, *, outline: bool) -> Iterator[Cutout]:
    template = spell.template
    if template is None:
        return
    unit = MM_A_BASE[scale] if template.measured_in == TemplateMeasure.BASES else INCH
    drifts = template.drift is not None and template.drift.towards == "random"
    tincture = None if outline else SCHOOL_TINCTURES[spell.schools[0].school]
    for wide, deep in template.sizes:
        if template.shape == TemplateShape.CIRCLE:
            yield _circle(spell.name, wide * unit, tincture, drifts=drifts, outline=outline)
        else:
            note = size_of(template) if template.at_most else ""
            yield _rectangle(spell.name, (wide * unit, deep * unit), tincture, note=note, outline=outline)


def _circle(
    name: str, across: float, tincture: Tincture | None = None, *, drifts: bool = False, outline: bool = False
) -> Cutout:
    centre = (across / 2, across / 2)
    edge = around(centre, across / 2)
    inner = around(centre, across / 2 - BORDER) if tincture else ()
    lines = [Line(edge, CUT), *_border(edge, inner, tincture)]
    labels: list[Label] = []
    if not outline:
        lines += cross(centre, min(4.0, across / 8))
        labels += _named(name, f"{across:g} mm", centre, across)
        labels += _dial(centre, across / 2 - (BORDER if tincture else 0) - DIAL_ROOM) if drifts else []
    return Cutout(name=name, width=across, height=across, lines=tuple(lines), labels=tuple(labels))


def _rectangle(
    name: str, size: tuple[float, float], tincture: Tincture | None = None, *, note: str = "", outline: bool = False
) -> Cutout:
    wide, high = size
    edge = oblong(wide, high)
    margin = min(BORDER, high / 6)
    inner = oblong(wide - 2 * margin, high - 2 * margin, (margin, margin)) if tincture else ()
    lines = [Line(edge, CUT), *_border(edge, inner, tincture)]
    labels: tuple[Label, ...] = ()
    if not outline:
        lines += cross((wide / 2, high / 2), min(3.0, high / 8))
        labels = tuple(_named(name, note or f"{wide:g} × {high:g} mm", (wide / 2, high / 2), high))
    return Cutout(name=name, width=wide, height=high, lines=tuple(lines), labels=labels)


def _border(edge: Polyline, inner: Polyline, tincture: Tincture | None) -> Iterator[Line]:
    """The school's hatching between the edge and the inner line."""
    if tincture is None:
        return
    yield Line(inner, FINE)
    regions = [_scaled(outline[:-1], 1 / HATCHING_UNIT) for outline in (edge, inner)]
    for ruling in HATCHINGS[tincture]:
        strokes = ruling_lines(regions, ruling)
        pen = Pen(ruling.width * HATCHING_UNIT, INK, round=True)
        for start, end in zip(strokes[::2], strokes[1::2], strict=True):
            yield Line(_scaled((*start.points, *end.points), HATCHING_UNIT), pen)


def _scaled(points: Polyline, scale: float) -> Polyline:
    return tuple((x * scale, y * scale) for x, y in points)


def _named(name: str, size: str, centre: Point, room: float) -> Iterator[Label]:
    """The name above the middle and the size below, if there's room for them."""
    x, y = centre
    if room < 20:
        return
    style = TITLE if room > 60 else TEXT
    yield Label((x, y - max(room * 0.12, 4.6)), name, style, "centre")
    yield Label((x, y + max(room * 0.12, 4.6) + 2.2), size, SMALL, "centre")


def _dial(centre: Point, radius: float) -> Iterator[Label]:
    """The directions that a d6 shows, clockwise from the top."""
    for face in range(FACES):
        x, y = towards(centre, radius, face * 60)
        yield Label((x, y + 1.2), str(face + 1), TITLE, "centre")
