"""A card for each sort of terrain on the charts: what it does to whom stands in it, and such a piece from above."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tabletop.arcana.battlefield.schema import Part, Terrain
from tabletop.arcana.pictures.terrain_styles import grounds_of, look_of
from tabletop.arcana.printing.cards.card import Card, Piece
from tabletop.arcana.printing.maps.terrain import drawn
from tabletop.arcana.terrain import Chart
from tabletop.arcana.terrain.charts import Feature
from tabletop.arcana.terrain.example import example
from tabletop.arcana.terrain.wording import feature_in_words
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import FADED, INK, Style

LARGEST = 5.0  # millimetres for an inch
BAR_ROOM = 4.0
BAR_TICK = 0.8
BAR = Style(6.5, colour=FADED)


class Sample(Struct, frozen=True):
    """A piece from above with what stands on it, and how long two of its inches are here."""

    terrain: Terrain

    def draw(self, surface: Surface, room: Box) -> None:
        xs, ys = zip(*self.terrain.polygon, strict=True)
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        scale = min(LARGEST, room.width / wide, (room.height - BAR_ROOM) / high)
        x = room.x + (room.width - wide * scale) / 2
        y = room.y + (room.height - BAR_ROOM - high * scale) / 2
        for ground in grounds_of(self.terrain):
            self._ground(surface, ground, (x, y), scale)
        _bar(surface, room, scale)

    def _ground(self, surface: Surface, ground: Terrain | Part, at: tuple[float, float], scale: float) -> None:
        left, top = min(x for x, _ in self.terrain.polygon), max(y for _, y in self.terrain.polygon)
        drawn(surface, tuple((x - left, top - y) for x, y in ground.polygon), look_of(ground), at, scale)


def _bar(surface: Surface, room: Box, scale: float) -> None:
    pen, y, end = Pen(0.2, INK), room.bottom - 0.8, room.x + 2 * scale
    surface.line((room.x, y), (end, y), pen)
    for x in (room.x, end):
        surface.line((x, y - BAR_TICK), (x, y), pen)
    surface.text((end + 1.2, y), '2"', BAR)


def terrain_cards(charts: Iterable[Chart]) -> tuple[Card, ...]:
    """The features of the charts, one card for those that are the same in several regions."""
    regions: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    features: dict[tuple[str, tuple[str, ...]], Feature] = {}
    for chart in charts:
        for feature in chart.features:
            same = (feature.name, sentences(feature))
            regions.setdefault(same, []).append(chart.name)
            features.setdefault(same, feature)
    return tuple(
        Card(
            title=same[0],
            subtitle=", ".join(regions[same]),
            content=tuple(Piece("", sentence) for sentence in same[1]),
            scene=Sample(example(feature)),
        )
        for same, feature in features.items()
    )


def sentences(feature: Feature) -> tuple[str, ...]:
    return feature_in_words(feature)
