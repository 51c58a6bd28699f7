"""Laying rolled pieces on a table: bands in lanes of their own first, then the rest wherever there is room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from tabletop.arcana.terrain.bands import axes, lay_bands
from tabletop.arcana.terrain.board import Board, Laid, draw_size, lay_out
from tabletop.arcana.terrain.charts import Feature, Shape
from tabletop.arcana.terrain.outlines import INCH, Body, dents, disc, oblong, pebble
from tabletop.arcana.terrain.rolling import Rolled
from tabletop.dice import Chance
from tabletop.geometry.primitives.exact import TURNS, Box, Grid, Ring, box, move_ring, overlap
from tabletop.work import go_on

TRIES = 40
APART = INCH // 2
# Where there is no room, whatever isn't fixed is made smaller, down to the last of these, before we give up.
PER_CENT = (100, 100, 100, 100, 85, 85, 70, 70, 55, 55, 40, 40)

Taken = list[tuple[Box, Ring]]


class _Cut(Struct, frozen=True):
    """A piece about the origin, the room that it asks for, and the box in which it may lie."""

    laid: Laid
    room: Ring
    within: Box

    @property
    def extent(self) -> int:
        left, low, right, high = box(self.laid.ring)
        return (right - left) * (high - low)


def laid_out(rolled: Sequence[Rolled], board: Board, chance: Chance) -> list[Laid] | None:
    """Every piece in its place, in the order rolled; None where there is no room, however small they are made."""
    attempts = (
        _attempt(rolled, board, axis, percent, chance) for axis in axes(rolled, board, chance) for percent in PER_CENT
    )
    return next((layout for layout in attempts if layout is not None), None)


def _attempt(rolled: Sequence[Rolled], board: Board, axis: int, percent: int, chance: Chance) -> list[Laid] | None:
    placed = lay_bands(rolled, board, axis, percent, chance)
    if placed is None:
        return None
    others = ((number, piece) for number, piece in enumerate(rolled) if number not in placed)
    cuts = {number: _cut(piece, board, percent, chance) for number, piece in others}
    taken = _taken(laid.sections for laid in placed.values()) + [
        (zone, oblong(zone[:2], zone[2:])) for zone in board.closed
    ]
    for number in sorted(cuts, key=lambda index: -cuts[index].extent):
        place = _place(cuts[number], taken, chance)
        if place is None:
            return None
        placed[number] = cuts[number].laid.moved(place)
        taken += _taken([placed[number].sections])
    return [placed[number] for number in range(len(rolled))]


def _taken(pieces: Iterable[tuple[Ring, ...]]) -> Taken:
    return [(box(ring), ring) for sections in pieces for ring in sections]


def _place(cut: _Cut, taken: Taken, chance: Chance) -> Grid | None:
    """How far to move a piece from the origin so that it meets nothing; None where chance finds no such place."""
    left, low, right, high = box(cut.laid.ring)
    least, most = (cut.within[0] - left, cut.within[1] - low), (cut.within[2] - right, cut.within[3] - high)
    if least[0] > most[0] or least[1] > most[1]:
        return None
    for _ in range(TRIES):
        go_on()
        place = chance.randint(least[0], most[0]), chance.randint(least[1], most[1])
        if not _meets(move_ring(cut.room, place), taken):
            return place
    return None


def _meets(room: Ring, taken: Taken) -> bool:
    left, low, right, high = box(room)
    return any(
        other[0] < right and left < other[2] and other[1] < high and low < other[3] and overlap(ring, room)
        for other, ring in taken
    )


def _cut(piece: Rolled, board: Board, percent: int, chance: Chance) -> _Cut:
    """The piece in a size of its own, turned by chance, with some room around it."""
    body, room = _shaped(piece.feature, percent, chance)
    within = board.halves.get(piece.placed_by or "", board.whole)
    return _Cut(lay_out(piece.feature, body, piece.results, chance), room, within)


def cut_alone(piece: Rolled, chance: Chance) -> Laid:
    """A piece that isn't a band, in full size about the origin."""
    return lay_out(piece.feature, _shaped(piece.feature, 100, chance)[0], piece.results, chance)


def _shaped(feature: Feature, percent: int, chance: Chance) -> tuple[Body, Ring]:
    scale = 100 if feature.fixed else percent
    length, width = draw_size(feature.length, scale, chance), draw_size(feature.width, scale, chance)
    half = (length // 2, (width or length) // 2)
    draw = {Shape.AREA: _area, Shape.ROUND: _round}.get(feature.shape, _oblong)
    return draw(half, APART * percent // 100, chance)


def _area(half: Grid, apart: int, chance: Chance) -> tuple[Body, Ring]:
    turn, dented = chance.below(TURNS), dents(chance)
    ring = pebble(half, turn, dented)
    return Body(ring, half, turn, (ring,)), pebble((half[0] + 2 * apart, half[1] + 2 * apart), turn, dented)


def _round(half: Grid, apart: int, _chance: Chance) -> tuple[Body, Ring]:
    ring = disc(half[0])
    return Body(ring, half, 0, (ring,)), disc(half[0] + apart)


def _oblong(half: Grid, apart: int, chance: Chance) -> tuple[Body, Ring]:
    turn, (x, y) = chance.below(TURNS), half
    ring = oblong((-x, -y), half, turn)
    return Body(ring, half, turn, (ring,)), oblong((-x - apart, -y - apart), (x + apart, y + apart), turn)
