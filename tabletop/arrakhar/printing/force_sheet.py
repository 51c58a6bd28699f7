"""A force on paper, and as text: what is in it, boxes for losses, what the rules say of it, and its seal."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arrakhar.catalogue import HAUNTS_OF_EACH_TYPE, Haunt, Side, profiles_of
from tabletop.arrakhar.desk import facts_of
from tabletop.arrakhar.force import Force
from tabletop.arrakhar.play.valley import TURN
from tabletop.arrakhar.pricing import PricedForce
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style
from tabletop.rosters.printed_findings import findings_section, verdict
from tabletop.rosters.printed_lines import lines_to_sign
from tabletop.rosters.printed_seal import seal_section
from tabletop.rosters.verdict import Verdict, VerdictSeal

TITLE, LINE, HEADING = Style(20, "title"), Style(10), Style(12.5, "title")
NAME, FIGURE, FACTS, SMALL = Style(11, "bold"), Style(11), Style(8.5), Style(9)
BOX, BOX_STEP = 4.2, 5.4
IN_A_ROW = 20


class Boxes(Struct, frozen=True):
    """A box for each counter, to be crossed when it is lost."""

    count: int

    @property
    def height(self) -> float:
        return -(-self.count // IN_A_ROW) * BOX_STEP

    def draw(self, surface: Surface, x: float, y: float) -> None:
        for number in range(self.count):
            row, place = divmod(number, IN_A_ROW)
            left = x + place * BOX_STEP
            surface.rectangle(Box(left, y + row * BOX_STEP, BOX, BOX), Pen(0.25, INK))


def force_sheet(priced: PricedForce, judged: Verdict, *, paper: Paper, seal: VerdictSeal) -> Sheet:
    """The force on pages; whose figures it is priced by stands at the head of each."""
    mark = priced.sentence
    box = content_box(paper, mark)
    force = priced.force
    sections = (
        Section(tuple(_head(priced, judged, seal, box.width))),
        *(Section((stack,)) for stack in _units(priced, box.width)),
        Section((Stack(tuple(_phases(force.army, box.width))),)),
        findings_section(judged.report, box.width),
        lines_to_sign(box.width),
        *seal_section(seal, box.width),
    )
    return Sheet(
        title=force.name,
        subject=f"Arrakhar's Wand, {verdict(judged.report).lower()}, {seal.date}",
        paper=paper,
        pages=paginate(sections, box),
        mark=mark,
    )


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
    """Whose force it is, for which game, and what it costs."""
    force = priced.force
    advanced = ", advanced play" if force.advanced else ""
    game = f"Arrakhar's Wand, the {force.army}'s force, {force.scenario} scenario{advanced}"
    return f"{game} · {priced.points} of {force.limit} points"


def _units(priced: PricedForce, width: float) -> Iterator[Stack]:
    """Each type with its facts and a box for each of its counters; what the side doesn't have is left out."""
    for profile in profiles_of(priced.force.army):
        count, cost = priced.force.count(profile.unit), priced.cost_of(profile.slug)
        if not count:
            continue
        cells = (
            cell(Column(0, width - 40), profile.counted(count).capitalize(), NAME),
            cell(Column(width - 40, 40, "right"), f"{count} × {cost} = {count * cost}", FIGURE),
        )
        facts = cell(Column(0, width), ", ".join(facts_of(profile)), FACTS)
        yield Stack((
            TableRow(cells, kind=RowKind.BODY), TableRow((facts,), below=0.8), Boxes(count), Gap(1.5),
            Hairline(width), Gap(1.2),
        ))  # fmt: skip


def _phases(side: Side, width: float) -> Iterator[Block]:
    """The ten segments in the order of a turn; the player's own are larger."""
    whole = Column(0, width)
    yield Gap(2)
    yield TableRow((cell(whole, "A turn", HEADING),), below=0.8)
    for each in Side.SORCERER, Side.WIZARD:
        segments = "; ".join(
            f"{number} {segment}" for number, segment in enumerate((segment for who, segment in TURN if who is each), 1)
        )
        style = NAME if each is side else SMALL
        yield TableRow((cell(whole, f"{each.capitalize()}: {segments}.", style),), below=0.8)
    yield Gap(3)


def text_of(force: Force) -> str:
    """The force as people paste it; prices depend on the chart and aren't there."""
    advanced = ", advanced play" if force.advanced else ""
    of_each = HAUNTS_OF_EACH_TYPE[force.scenario]
    lines = [
        force.name,
        f"Arrakhar's Wand: {force.army}, {force.scenario} scenario{advanced}, {force.limit} points",
        "",
    ]
    lines += [profile.counted(count) for profile in profiles_of(force.army) if (count := force.count(profile.unit))]
    if force.army is Side.SORCERER:
        lines += ["", f"Haunts: {of_each * len(Haunt)}, {of_each} of each type"]
    return "\n".join([*lines, *(["", force.notes] if force.notes else []), ""])
