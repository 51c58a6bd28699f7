"""A rolled piece as it lies: cut about its own middle, put somewhere, perhaps turned."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.battlefield.schema import Part, Terrain
from tabletop.arcana.terrain.agreed import STEP
from tabletop.arcana.terrain.board import Laid
from tabletop.arcana.terrain.charts import Detail, Feature
from tabletop.arcana.terrain.outlines import INCH
from tabletop.arcana.terrain.rolling import Rolled
from tabletop.geometry.primitives.exact import TURNS, Box, Grid, Ring, box


class LaidPiece(Struct, frozen=True, kw_only=True):
    """A piece with its ref; `cut` is about the origin, `place` is its middle, `turn` counts degrees clockwise."""

    ref: str
    rolled: Rolled
    cut: Laid
    place: Grid
    turn: int = 0

    @property
    def laid(self) -> Laid:
        return turn_cut(self.cut, self.turn).moved(self.place)

    @property
    def box(self) -> Box:
        return box(self.laid.ring)

    @property
    def is_band(self) -> bool:
        return self.rolled.feature.is_band

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the piece, in inches from the lower left corner."""
        return self.place[0] / INCH, self.place[1] / INCH

    @property
    def terrain(self) -> Terrain:
        feature, laid = self.rolled.feature, self.laid
        return Terrain(
            ref=self.ref,
            kind=feature.kind,
            name=feature.name,
            polygon=_inches(laid.ring),
            height=feature.height,
            going=feature.going,
            nature=feature.nature,
            effects=feature.effects,
            note=feature.note,
            parts=tuple(_part(detail, feature, ring) for detail, ring in laid.details),
            roll=self.rolled.roll,
            rerolled=self.rolled.rerolled,
            sub_rolls=self.rolled.sub_rolls,
            placed_by=self.rolled.placed_by,
        )


def piece(ref: str, rolled: Rolled, laid: Laid) -> LaidPiece:
    """A piece that lies where it was laid out."""
    left, low, right, high = box(laid.ring)
    place = (left + right) // 2, (low + high) // 2
    return LaidPiece(ref=ref, rolled=rolled, cut=laid.moved((-place[0], -place[1])), place=place)


def turn_cut(cut: Laid, degrees: int) -> Laid:
    """A copy of the piece turned clockwise about the origin, in degrees."""
    return cut.turned(TURNS - degrees // STEP) if degrees else cut


def _part(detail: Detail, feature: Feature, ring: Ring) -> Part:
    """A detail without a kind counts as what it stands on."""
    if detail.kind is None:
        return Part(
            kind=feature.kind, name=detail.name, polygon=_inches(ring), going=feature.going, nature=feature.nature
        )
    return Part(kind=detail.kind, name=detail.name, polygon=_inches(ring), going=detail.going, nature=detail.nature)


def _inches(ring: Ring) -> tuple[tuple[float, float], ...]:
    """The ring in inches: hundredths of an inch, as the nearest floats."""
    return tuple((x / INCH, y / INCH) for x, y in ring)
