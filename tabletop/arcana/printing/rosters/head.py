"""The head of a roster's sheet: shield, name, what it is, the verdict in a frame, and lines for who plays where."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.printing.counters.sets import wizards
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.heraldry import picture
from tabletop.pdf.flow import Block, Column, Emblem, Gap, TableRow, cell
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style, fitted_style, wrap
from tabletop.rosters.printed_findings import many, verdict
from tabletop.rosters.printed_lines import LABEL, Lines

NAME, SMALLER_NAME = Style(26, "title", leading=1.05), Style(18, "title", leading=1.08)
LINE = Style(10.5, leading=1.25)
VERDICT = Style(17, "bold", leading=1.0)
DATE = Style(7.5, leading=1.1)
SHIELD, SHIELD_ROOM = 16.0, 20.5
VERDICT_WIDTH, VERDICT_HEIGHT = 54.0, 15.0
LEAST_HEIGHT = 21.5
FILL_HEIGHT = 10.0
FILLED_IN = (("Player", 1.4), ("Opponent", 1.4), ("Event", 1.0), ("Table", 0.6))


class Verdict(Struct, frozen=True):
    """The verdict in a heavy frame at the right edge; it takes no height of its own."""

    words: str
    when: str
    width: float
    height: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        left, middle = x + self.width - VERDICT_WIDTH, x + self.width - VERDICT_WIDTH / 2
        surface.rectangle(Box(left + 0.35, y + 0.35, VERDICT_WIDTH - 0.7, VERDICT_HEIGHT - 0.7), Pen(0.7, INK))
        words = fitted_style(self.words, VERDICT, VERDICT_WIDTH - 6, smallest=LABEL.size)
        surface.text((middle, y + 2 + VERDICT.baseline), self.words, words, "centre")
        lines = wrap(self.when, DATE, VERDICT_WIDTH - 4)
        first = y + 10.5 - len(lines) * DATE.line_height / 2
        for number, line in enumerate(lines):
            surface.text((middle, first + number * DATE.line_height + DATE.baseline), line, DATE, "centre")


def roster_head(roster: PrintedRoster, width: float) -> Iterator[Block]:
    """Shield, name, army, points and strength, the verdict, then lines for players, event and table."""
    army, price = roster.army, roster.price
    main = Column(SHIELD_ROOM, width - SHIELD_ROOM - VERDICT_WIDTH - 4)
    sign = "✓" if roster.report.is_legal else "×"
    name = NAME if len(wrap(army.name, NAME, main.width)) <= 2 else SMALLER_NAME
    limit = army.points_limit
    spent = f"{price.points:,}" + (f" of {limit:,}" if limit is not None else "") + " points"
    lists = " with ".join(contingent.army.name for contingent in army.contingents)
    strength = [many(len(price.units), "unit"), many(sum(unit.size for unit in army.units), "model")]
    casters = len(wizards(army))
    strength += [many(casters, "wizard")] if casters else []
    rows = (
        TableRow((cell(main, army.name, name),), below=0.8),
        TableRow((cell(main, f"{lists} · {spent}", LINE),)),
        TableRow((cell(main, f"{', '.join(strength)} · {army.rules_name}", LINE),)),
    )
    yield Emblem(picture(army.own.army.shield, hatched=True), SHIELD, f"Shield: {army.own.army.name}")
    yield Verdict(f"{sign} {verdict(roster.report)}", roster.seal.when, width)
    yield from rows
    yield Gap(max(2.0, LEAST_HEIGHT - sum(row.height for row in rows)))
    yield Lines(FILLED_IN, width, FILL_HEIGHT)
    yield Gap(2.0)
