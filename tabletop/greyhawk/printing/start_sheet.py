"""A start on paper, and as text: a card for each army with its counters to tick, findings, and its seal."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.greyhawk.pack import StartingArmy
from tabletop.greyhawk.pricing import PricedForce
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style
from tabletop.rosters.printed_findings import findings_section, verdict
from tabletop.rosters.printed_seal import seal_section
from tabletop.rosters.verdict import Verdict, VerdictSeal

TITLE, LINE = Style(20, "title"), Style(10)
NAME, FACTS, SMALL = Style(12, "bold"), Style(10), Style(9)
BOX, STEP = 4.2, 6.0


class HitBoxes(Struct, frozen=True):
    """A box for each hit that a counter takes."""

    hits: int

    @property
    def height(self) -> float:
        return BOX + 0.8

    def draw(self, surface: Surface, x: float, y: float) -> None:
        for number in range(self.hits):
            surface.rectangle(Box(x + number * STEP, y, BOX, BOX), Pen(0.25, INK))


def start_sheet(priced: PricedForce, judged: Verdict, *, paper: Paper, seal: VerdictSeal) -> Sheet:
    """The start on pages; whose figures it has stands at the head of each."""
    mark = priced.sentence
    box = content_box(paper, mark)
    sections = (
        Section(tuple(_head(priced, judged, seal, box.width))),
        *(Section((Stack(tuple(_army(priced, army, box.width))),)) for army in priced.force.armies),
        findings_section(judged.report, box.width),
        *seal_section(seal, box.width),
    )
    return Sheet(
        title=priced.force.name, subject=f"Greyhawk Wars, {verdict(judged.report).lower()}, {seal.date}", paper=paper,
        pages=paginate(sections, box), mark=mark,
    )  # fmt: skip


def _head(priced: PricedForce, judged: Verdict, seal: VerdictSeal, width: float) -> Iterator[Block]:
    whole = Column(0, width)
    sign = "✓" if judged.report.is_legal else "×"
    yield TableRow((cell(whole, priced.force.name, TITLE),), below=0.8)
    yield TableRow((cell(whole, described(priced), LINE),))
    yield TableRow((cell(whole, f"{sign} {verdict(judged.report)} · {seal.when}", LINE),), below=1.5)
    if priced.force.notes:
        yield TableRow((cell(whole, priced.force.notes, SMALL),), below=1.5)
    yield Hairline(width, Pen(0.5, INK))
    yield Gap(2)


def described(priced: PricedForce) -> str:
    """`Greyhawk Wars, Four crowns: Norhal, 5 counters, 2 heroes, 5 army markers`."""
    power, scenario = priced.power, priced.scenario
    count = sum(priced.force.counts.values())
    who = f"{scenario.title}: {power.name}" if scenario and power else "no power chosen"
    more = f", {power.heroes} heroes, {power.markers} army markers" if power else ""
    return f"Greyhawk Wars, {who}, {count} counter{'' if count == 1 else 's'}{more}"


def _army(priced: PricedForce, army: StartingArmy, width: float) -> Iterator[Block]:
    led = "led by a hero" if army.hero else "under an army marker"
    yield TableRow((cell(Column(0, width), f"{priced.area_name(army.area)}, {led}", NAME),), above=1, below=0.6)
    for muster in army.troops:
        row = priced.row(muster.troop)
        figures = f"{row.figures}, {', '.join((row.kind, *row.tags))}" if row else "not in the pack"
        columns = (Column(0, 60), Column(62, width - 62))
        words = (f"{muster.n} × {priced.name(muster.troop)}", figures)
        yield TableRow(tuple(cell(column, each, FACTS) for column, each in zip(columns, words, strict=True)), below=0.6)
        yield HitBoxes(muster.n * (2 if row and row.reduced else 1))
    yield Gap(1)
    yield Hairline(width)


def text_of(priced: PricedForce) -> str:
    """The start as people paste it."""
    force = priced.force
    lines = [force.name, described(priced), ""]
    for army in force.armies:
        troops = ", ".join(f"{muster.n} × {priced.name(muster.troop)}" for muster in army.troops)
        hero = "a hero" if army.hero else ""
        lines.append(f"{priced.area_name(army.area)}: {', '.join(filter(None, (troops, hero)))}")
    return "\n".join([*lines, *(["", force.notes] if force.notes else []), ""])
