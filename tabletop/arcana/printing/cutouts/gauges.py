"""Rulers and gauges in true inches: wheels, arcs of fire and charge, movement sticks, range bands, scatter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct

from tabletop.arcana.printing.cutouts.shapes import (
    CUT,
    FINE,
    INCH,
    MM_A_BASE,
    SMALL,
    TEXT,
    TITLE,
    arc_degrees,
    around,
    cross,
    oblong,
    towards,
)
from tabletop.pdf.cutouts import Cutout, Label, Line
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import INK, shorten

FRONTS = (2, 3, 4, 5, 6)
STICKS = (6, 10, 12)
STICK_WIDTH = 18.0
BAND_WIDTH = 22.0
ARC_RADIUS = 90.0
DIAL = 50.0
TICK_OF_HALF = 3.0
TICK_OF_INCH = 6.0
BOLD = Pen(0.6, INK)


class Range(Struct, frozen=True):
    """A weapon's normal range in inches under its name; nearer than `least` it can't shoot."""

    name: str
    inches: int
    least: int = 0

    @property
    def short(self) -> Fraction:
        """A third of it, where shots are easier (Resolving Missile Attacks)."""
        return Fraction(self.inches, 3)

    @property
    def long(self) -> Fraction:
        """A third beyond it, the farthest a shot reaches."""
        return Fraction(self.inches * 4, 3)

    @property
    def bands(self) -> tuple[tuple[str, Fraction], ...]:
        """What ends where, the nearest first; with a least range there is no short and no long one."""
        if self.least:
            return ("too near", Fraction(self.least)), ("normal", Fraction(self.inches))
        return ("short, +1", self.short), ("normal", Fraction(self.inches)), ("long, −1", self.long)


BOW = Range("Bow", 24)


def gauges(scale: int) -> tuple[Cutout, ...]:
    """Every gauge that doesn't depend on a weapon."""
    return (*map(movement_stick, STICKS), wheel_gauge(scale), fire_arc(), charge_gauge(), scatter_dial())


def movement_stick(inches: int) -> Cutout:
    """A stick with a figure at every inch and a tick at every half."""
    length = inches * INCH
    lines = [Line(oblong(STICK_WIDTH, length), CUT), *_ticks(inches * 2)]
    figures = [
        Label((STICK_WIDTH - 2, length - inch * INCH + 2.8), f'{inch}"', TITLE, "right")
        for inch in range(1, inches + 1)
    ]
    return Cutout(
        name=f"{inches} inches", width=STICK_WIDTH, height=length, lines=tuple(lines), labels=tuple(figures)
    )  # fmt: skip


def _ticks(halves: int) -> Iterator[Line]:
    for half in range(1, halves):
        y = (halves - half) * INCH / 2
        yield Line(((0.0, y), (TICK_OF_HALF if half % 2 else TICK_OF_INCH, y)), FINE if half % 2 else CUT)


def range_bands(ranges: Iterable[Range]) -> tuple[Cutout, ...]:
    """A stick for each range, one for those that several weapons share."""
    by_range: dict[tuple[int, int], list[str]] = {}
    for range_ in ranges:
        by_range.setdefault((range_.inches, range_.least), []).append(range_.name)
    return tuple(
        _range_band(Range(", ".join(dict.fromkeys(names)), inches, least))
        for (inches, least), names in sorted(by_range.items())
    )


def _range_band(weapon: Range) -> Cutout:
    """From the shooter at its foot: short, normal and long, a line and a figure at the end of each."""
    length = float(weapon.bands[-1][1]) * INCH
    lines = [Line(oblong(BAND_WIDTH, length), CUT), *_inches(length, int(weapon.bands[-1][1]))]
    name = shorten(weapon.name, SMALL, BAND_WIDTH - 6)
    labels = [
        Label((BAND_WIDTH / 2, length - 5), f'{weapon.inches}"', TITLE, "centre"),
        Label((BAND_WIDTH / 2, length - 1.6), name, SMALL, "centre"),
    ]
    for words, inches in weapon.bands:
        y = length - float(inches) * INCH
        lines.append(Line(((0.0, y), (BAND_WIDTH, y)), BOLD))
        labels.append(Label((BAND_WIDTH - 1.5, y + 3.6), words, TEXT, "right"))
        labels.append(Label((BAND_WIDTH - 1.5, y + 6.8), f'{_mixed(inches)}"', TEXT, "right"))
    return Cutout(
        name=f"{weapon.name}", width=BAND_WIDTH, height=length, lines=tuple(lines), labels=tuple(labels)
    )  # fmt: skip


def _inches(length: float, count: int) -> Iterator[Line]:
    for inch in range(1, count + 1):
        yield Line(((0.0, length - inch * INCH), (TICK_OF_HALF, length - inch * INCH)), FINE)


def _mixed(inches: Fraction) -> str:
    """`10 2/3`."""
    whole, rest = divmod(inches.numerator, inches.denominator)
    return f"{whole or ''} {rest}/{inches.denominator}".strip() if rest else str(whole)


def wheel_gauge(scale: int) -> Cutout:
    """A quarter circle to lay at the inner front corner: an arc for each front, ticked where its corner has gone."""
    base = MM_A_BASE[scale]
    reach = FRONTS[-1] * base
    corner = (0.0, reach)
    lines = [Line((corner, (0.0, 0.0)), CUT), Line((corner, (reach, reach)), CUT)]
    labels = [Label((1.5, reach - 1.5), "Wheel gauge", SMALL)]
    for front in FRONTS:
        radius = front * base
        lines.append(Line(around(corner, radius, 0, 90), CUT if front == FRONTS[-1] else FINE))
        labels.append(Label((1.2, reach - radius + 3.4), f"{front} bases", SMALL))
        lines += _arc_ticks(corner, radius)
    labels += _arc_figures(corner, reach)
    return Cutout(name="Wheel gauge", width=reach, height=reach, lines=tuple(lines), labels=tuple(labels))


def _arc_ticks(corner: tuple[float, float], radius: float) -> Iterator[Line]:
    """A tick for every half inch along the arc, counted from the left front corner's start (ruling T1)."""
    half = 1
    while (angle := arc_degrees(half * INCH / 2, radius)) < 90:
        depth = TICK_OF_HALF / 2 if half % 2 else TICK_OF_HALF
        yield Line((towards(corner, radius, angle), towards(corner, radius - depth, angle)), FINE)
        half += 1


def _arc_figures(corner: tuple[float, float], radius: float) -> Iterator[Label]:
    inch = 1
    while (angle := arc_degrees(inch * INCH, radius)) < 86:
        x, y = towards(corner, radius - 6.5, angle)
        yield Label((x, y + 1), f'{inch}"', TEXT, "centre")
        inch += 1


def fire_arc() -> Cutout:
    """A quarter circle with its point at the model: what lies within 45° of straight ahead."""
    half = ARC_RADIUS * 0.7071067812
    point = (half, ARC_RADIUS)
    edges = Line((towards(point, ARC_RADIUS, -45), point, towards(point, ARC_RADIUS, 45)), CUT)
    arc = Line(around(point, ARC_RADIUS, -45, 45), CUT)
    ahead = (
        Line(((half, 0.0), (half, ARC_RADIUS * 0.38)), FINE),
        Line(((half, ARC_RADIUS * 0.54), point), FINE),
    )
    labels = (
        Label((half, ARC_RADIUS * 0.45), "90° of fire", TITLE, "centre"),
        Label((half, ARC_RADIUS * 0.45 + 4), "point at the model, line straight ahead", SMALL, "centre"),
    )
    return Cutout(name="Fire arc", width=2 * half, height=ARC_RADIUS, lines=(edges, arc, *ahead), labels=labels)


def charge_gauge() -> Cutout:
    """A right triangle with a 45° corner for the corner of a block: on which side of it a charge begins."""
    side = ARC_RADIUS
    edge = Line(((0.0, side), (side, side), (0.0, 0.0), (0.0, side)), CUT)
    labels = (
        Label((2.5, side - 7), "45°", TITLE),
        Label((2.5, side - 3), "long edge outwards from the block's corner", SMALL),
    )
    return Cutout(name="Charge gauge", width=side, height=side, lines=(edge,), labels=labels)


def scatter_dial() -> Cutout:
    """Six directions for a d6, and a middle to lay on what drifts."""
    centre = (DIAL / 2, DIAL / 2)
    lines = [Line(around(centre, DIAL / 2), CUT), *cross(centre, 3)]
    labels = []
    for face in range(6):
        lines.append(Line((towards(centre, 8, face * 60), towards(centre, DIAL / 2 - 8, face * 60)), FINE))
        x, y = towards(centre, DIAL / 2 - 4.5, face * 60)
        labels.append(Label((x, y + 1.2), str(face + 1), TITLE, "centre"))
    return Cutout(name="Scatter dial", width=DIAL, height=DIAL, lines=tuple(lines), labels=tuple(labels))
