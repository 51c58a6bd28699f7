"""Counters at true size: half an inch, in rows that one cut parts, black on white alone.

A counter shows its silhouette, and its strength below; one of two hits has a second counter for its back, dashed, to be
stuck behind it. Good ones have a plain frame, evil ones a second one, neutral ones none. Markers come last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.greyhawk.catalogue import Alignment, Tag, TroopClass
from tabletop.greyhawk.pack import Pack, Power, TroopRow
from tabletop.greyhawk.pricing import PricedForce
from tabletop.pdf.document import Page, Sheet
from tabletop.pdf.grid import Grid, grid
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style

SIZE = 12.7
CUT, THIN, BACK = Pen(0.15, INK), Pen(0.35, INK), Pen(0.35, INK, (1.2, 0.8))
STROKE = Pen(0.45, INK)
FIGURE, LETTERS = Style(10, "bold"), Style(7)
FORTS = 6


class Counter(Struct, frozen=True):
    """What is on a counter: what it is read out as, its figure, its letters, how it is drawn."""

    words: str
    figure: str
    letters: str
    kind: str
    frame: str = ""
    is_back: bool = False


def counter_sheets(pack: Pack, priced: PricedForce | None, *, paper: Paper) -> Sheet:
    """The counters and markers of a start, or all of the pack's."""
    counters = list(_of_force(priced) if priced else _of_pack(pack))
    places = grid(paper, SIZE, SIZE)
    return Sheet(
        title=f"Greyhawk Wars: counters, {pack.meta.sentence}",
        subject=f"{len(counters)} counters",
        paper=places.paper,
        pages=tuple(_page(page, places) for page in places.shared_out(counters)),
    )


def _of_force(priced: PricedForce) -> Iterator[Counter]:
    for slug, count in priced.force.counts.items():
        row = priced.row(slug)
        if row is not None:
            yield from _of_row(row, count)
    if priced.power is not None:
        yield from _markers(priced.power)


def _of_pack(pack: Pack) -> Iterator[Counter]:
    for row in pack.troops:
        yield from _of_row(row, row.count or 5)
    for power in pack.scenarios[0].players if pack.scenarios else ():
        yield from _markers(power)
    yield from [Counter("fortification", "", "fort", "fort")] * FORTS


def _of_row(row: TroopRow, count: int) -> Iterator[Counter]:
    frame = {Alignment.GOOD: "good", Alignment.EVIL: "evil"}.get(row.alignment, "")
    kind = "scout" if Tag.SCOUT in row.tags else row.kind.value
    for _ in range(count):
        yield Counter(f"{row.name}, strength {row.strength}", str(row.strength), letters_of(row.name), kind, frame)
        if row.reduced:
            yield Counter(
                f"{row.name}, flipped, strength {row.reduced}",
                str(row.reduced),
                letters_of(row.name),
                kind,
                frame,
                True,
            )


def letters_of(name: str) -> str:
    """The first letters of a name: `HI` of heavy infantry, `Tro` of a troll."""
    words = name.split()
    return "".join(word[0].upper() for word in words) if len(words) > 1 else name[:3]


def _markers(power: Power) -> Iterator[Counter]:
    for number in range(1, power.markers + 1):
        yield Counter(f"army marker {number} of {power.name}", str(number), letters_of(power.name), "marker")
    for number in range(1, power.heroes + 1):
        yield Counter(f"hero {number} of {power.name}", str(number), letters_of(power.name), "hero")


def _page(counters: Sequence[Counter], places: Grid) -> Page:
    def draw(surface: Surface) -> None:
        for number, counter in enumerate(counters):
            box = places.place(number)
            with surface.figure(counter.words, box):
                _draw(surface, counter, box)

    return draw


def _draw(surface: Surface, counter: Counter, box: Box) -> None:
    surface.rectangle(box, CUT)
    if counter.frame or counter.is_back:
        surface.rectangle(box.inset(0.8), BACK if counter.is_back else THIN)
    if counter.frame == "evil":
        surface.rectangle(box.inset(1.5), THIN)
    centre = box.x + SIZE / 2
    _silhouette(surface, counter.kind, centre, box.y + 4.6)
    low = box.y + SIZE - 2.2
    if counter.figure:
        surface.text((centre - 2.4, low), counter.figure, FIGURE, "centre")
        surface.text((centre + 2.2, low), counter.letters, LETTERS, "centre")
    else:
        surface.text((centre, low), counter.letters, LETTERS, "centre")


# Strokes around a centre, in millimetres: each a line from one point to another.
STROKES: dict[str, tuple[tuple[tuple[float, float], tuple[float, float]], ...]] = {
    "infantry": (((-2.4, -2), (2.4, 2)), ((-2.4, 2), (2.4, -2))),
    "cavalry": (((-2.4, 2), (2.4, -2)),),
    "scout": (((-2.4, 2), (0, -2)), ((0, -2), (2.4, 2))),
    "monster": (((-2.4, 2), (-1.2, -2)), ((-1.2, -2), (0, 1)), ((0, 1), (1.2, -2)), ((1.2, -2), (2.4, 2))),
    "ship": (((-2.6, 0.8), (2.6, 0.8)), ((-2.6, 0.8), (-1.4, 2.2)), ((2.6, 0.8), (1.4, 2.2)), ((-1.4, 2.2), (1.4, 2.2)),
             ((0, 0.8), (0, -2.4)), ((0, -2.4), (1.8, 0))),
    "fort": (((-2.6, 2), (-2.6, -2)), ((2.6, 2), (2.6, -2)), ((-2.6, -2), (-0.9, -2)), ((0.9, -2), (2.6, -2)),
             ((-0.9, -2), (-0.9, -0.4)), ((0.9, -2), (0.9, -0.4)), ((-0.9, -0.4), (0.9, -0.4)), ((-2.6, 2), (2.6, 2))),
    "hero": (((0, -2.6), (0.8, 2.2)), ((0, -2.6), (-0.8, 2.2)), ((-2.6, -0.6), (2.6, -0.6)), ((-2.6, -0.6), (0.8, 2.2)),
             ((2.6, -0.6), (-0.8, 2.2))),
    "marker": (((-1.6, 2.4), (-1.6, -2.4)), ((-1.6, -2.4), (2.2, -1.2)), ((2.2, -1.2), (-1.6, 0))),
}  # fmt: skip


def _silhouette(surface: Surface, kind: str, x: float, y: float) -> None:
    """A kind's sign: the crossed box of infantry, the stroke of cavalry, a hull, a wall, a star, a flag."""
    if kind in (TroopClass.INFANTRY, TroopClass.CAVALRY):
        surface.rectangle(Box(x - 2.4, y - 2, 4.8, 4), STROKE)
    for (left, top), (right, bottom) in STROKES[kind]:
        surface.line((x + left, y + top), (x + right, y + bottom), STROKE)
