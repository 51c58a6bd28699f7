"""The spells that a wizard knows, as they stand on his card: by level in columns, with how far each reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from msgspec import Struct

from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.catalogue.spells.spell import Range, SpellKind
from tabletop.arcana.printing.parts import FINE, READ, STRONG
from tabletop.pdf.surface import Point, Surface
from tabletop.pdf.typography import measure, shorten

ROW, GUTTER, LEVEL_ROOM = 3.05, 2.5, 2.5
THREE_COLUMNS_FROM = 90.0
RANGES = {"line-of-sight": "sight", "none": "any"}


class SpellRow(Struct, frozen=True):
    """A spell with its level and range, or without a name the heading of a level."""

    level: int
    name: str = ""
    reach: str = ""


class SpellList(Struct, frozen=True):
    """Spells by level in columns, their ranges at the right; without headings a level stands before its first spell."""

    columns: tuple[tuple[SpellRow, ...], ...]
    width: float
    headed: bool = True

    @property
    def height(self) -> float:
        return max(map(len, self.columns)) * ROW + 0.6

    def draw(self, surface: Surface, x: float, y: float) -> None:
        for (left, wide), rows in zip(self._places(), self.columns, strict=True):
            level = 0
            for place, row in enumerate(rows):
                at = (x + left, y + place * ROW + 2.7)
                if row.name:
                    self._spell(surface, at, wide, row, shows_level=row.level != level)
                else:
                    surface.text(at, f"Level {row.level}", STRONG)
                    surface.line((at[0], at[1] + 0.65), (at[0] + wide, at[1] + 0.65), FINE)
                level = row.level

    def _spell(self, surface: Surface, at: Point, wide: float, row: SpellRow, *, shows_level: bool) -> None:
        with surface.paragraph():
            if shows_level and not self.headed:
                surface.text(at, str(row.level), STRONG)
            words = shorten(row.name, READ, wide - self._inset - measure(row.reach, READ) - 0.5)
            surface.text((at[0] + self._inset, at[1]), words, READ)
            surface.text((at[0] + wide, at[1]), row.reach, READ, "right")

    @property
    def _inset(self) -> float:
        return 0.0 if self.headed else LEVEL_ROOM

    def _places(self) -> list[tuple[float, float]]:
        """Where each column begins and how wide it is: the longest names have most room."""
        least = [self._inset + max(measure(f"{row.name} {row.reach}", READ) for row in rows) for rows in self.columns]
        share = (self.width - GUTTER * (len(least) - 1)) / sum(least)
        lefts = accumulate((wide * share + GUTTER for wide in least), initial=0.0)
        return [(left, wide * share) for left, wide in zip(lefts, least, strict=False)]


def spell_list(spells: Sequence[Spell], width: float, *, headed: bool) -> SpellList:
    """The spells in two columns, or three across a width in millimetres that takes them."""
    rows: list[SpellRow] = []
    for level, listed in groupby(
        sorted(spells, key=lambda spell: (spell.level, spell.name)), lambda spell: spell.level
    ):
        rows += [SpellRow(level)] if headed else []
        rows += [SpellRow(level, _called(spell), _reach(spell.range)) for spell in listed]
    return SpellList(tuple(_columns(rows, 3 if width > THREE_COLUMNS_FROM else 2)), width, headed=headed)


def _called(spell: Spell) -> str:
    """A spell that summons by what it summons."""
    return spell.name.removeprefix("Summon ") if spell.kind is SpellKind.SUMMONING else spell.name


def _columns(rows: list[SpellRow], count: int) -> Iterator[tuple[SpellRow, ...]]:
    """The rows in columns as even as can be, no heading at a column's foot."""
    while rows:
        most = -(-len(rows) // count)
        if most < len(rows) and not rows[most - 1].name:
            most += 1
        yield tuple(rows[:most])
        rows, count = rows[most:], max(count - 1, 1)


def _reach(reach: Range) -> str:
    return f'{reach}"' if isinstance(reach, int) else RANGES.get(reach, reach)
