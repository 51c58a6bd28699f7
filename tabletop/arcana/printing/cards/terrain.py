"""A card for each sort of terrain on the charts: what it does to whom stands in it, and such a piece from above."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tabletop.arcana.battlefield.schema import Part, Terrain
from tabletop.arcana.pictures.terrain_styles import grounds_of, look_of
from tabletop.arcana.printing.cards.blocks import Rule
from tabletop.arcana.printing.maps.terrain import drawn
from tabletop.arcana.printing.parts import READ, head, paragraph
from tabletop.arcana.terrain import Chart
from tabletop.arcana.terrain.charts import Feature
from tabletop.arcana.terrain.example import example
from tabletop.arcana.terrain.wording import feature_in_words
from tabletop.heraldry import Picture
from tabletop.pdf.flow import Block, Gap
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style

SAFE = 3.0
LEAST_SCENE, SCENE_GAP = 9.0, 2.0
LARGEST = 5.0  # millimetres for an inch
BAR_ROOM = 4.0
BAR_TICK = 0.8
BAR = Style(7)


class Sample(Struct, frozen=True):
    """A piece from above with what stands on it, and how long two of its inches are here."""

    terrain: Terrain

    def draw(self, surface: Surface, room: Box) -> None:
        xs, ys = zip(*self.terrain.polygon, strict=True)
        wide, high = max(xs) - min(xs), max(ys) - min(ys)
        scale = min(LARGEST, room.width / wide, (room.height - BAR_ROOM) / high)
        x = room.x + (room.width - wide * scale) / 2
        y = room.y + (room.height - BAR_ROOM - high * scale) / 2
        with surface.figure("Such a piece from above", Box(x, y, wide * scale, high * scale)):
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


class TerrainCard(Struct, frozen=True):
    """A sort of terrain: its name over the regions that have it, what it does, and such a piece."""

    name: str
    regions: str
    sentences: tuple[str, ...]
    sample: Sample
    emblem: Picture | None = None

    @property
    def back(self) -> str:
        return self.name

    def draw(self, surface: Surface, place: Box) -> None:
        inner = place.inset(SAFE)
        blocks: list[Block] = [head(inner.width, None, self.name, self.regions), Rule(inner.width), Gap(0.8)]
        blocks += [paragraph(((sentence, READ),), READ, inner.width) for sentence in self.sentences]
        y = inner.y
        for block in blocks:
            block.draw(surface, inner.x, y)
            y += block.height
        left = inner.bottom - y - SCENE_GAP
        if left >= LEAST_SCENE:
            self.sample.draw(surface, Box(inner.x, y + SCENE_GAP, inner.width, left))


def terrain_cards(charts: Iterable[Chart]) -> tuple[TerrainCard, ...]:
    """The features of the charts, one card for those that are the same in several regions."""
    regions: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    features: dict[tuple[str, tuple[str, ...]], Feature] = {}
    for chart in charts:
        for feature in chart.features:
            same = (feature.name, feature_in_words(feature))
            regions.setdefault(same, []).append(chart.name)
            features.setdefault(same, feature)
    return tuple(
        TerrainCard(same[0], ", ".join(regions[same]), same[1], Sample(example(feature)))
        for same, feature in features.items()
    )
