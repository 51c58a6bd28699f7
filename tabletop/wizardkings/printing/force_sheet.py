"""A force on paper, and as text: its blocks with steps to tick, its pool and capitals, findings, and its seal."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style
from tabletop.rosters.printed_findings import findings_section, verdict
from tabletop.rosters.printed_lines import lines_to_sign
from tabletop.rosters.printed_seal import seal_section
from tabletop.rosters.verdict import Verdict, VerdictSeal
from tabletop.wizardkings.catalogue import Kind
from tabletop.wizardkings.desk import facts_of
from tabletop.wizardkings.force import Models
from tabletop.wizardkings.pack import UnitRow
from tabletop.wizardkings.pricing import PricedForce
from tabletop.wizardkings.rules import army_name

TITLE, LINE, HEADING = Style(20, "title"), Style(10), Style(12.5, "title")
NAME, FACTS, SMALL = Style(11, "bold"), Style(8.5), Style(9)
BOX, BOX_STEP, BLOCK_GAP = 4.2, 5.0, 5.0
HALF = Pen(0.25, INK)
TICK = Pen(0.5, INK)


class StepBoxes(Struct, frozen=True):
    """A row of boxes for each block, one for each step; the steps that it begins with are ticked."""

    rows: tuple[tuple[int, int], ...]  # steps of each block, and of how many
    width: float

    @property
    def _in_a_row(self) -> int:
        widest = max(most for _, most in self.rows) * BOX_STEP + BLOCK_GAP
        return max(1, int(self.width // widest))

    @property
    def height(self) -> float:
        return -(-len(self.rows) // self._in_a_row) * (BOX_STEP + 1.0)

    def draw(self, surface: Surface, x: float, y: float) -> None:
        widest = max(most for _, most in self.rows) * BOX_STEP + BLOCK_GAP
        for number, (steps, most) in enumerate(self.rows):
            line, place = divmod(number, self._in_a_row)
            for step in range(most):
                box = Box(x + place * widest + step * BOX_STEP, y + line * (BOX_STEP + 1.0), BOX, BOX)
                surface.rectangle(box, HALF)
                if step < steps:
                    surface.line((box.x, box.y + BOX), (box.x + BOX, box.y), TICK)


def force_sheet(priced: PricedForce, judged: Verdict, *, paper: Paper, seal: VerdictSeal) -> Sheet:
    """The force on pages; whose figures it has stands at the head of each."""
    mark = priced.sentence
    box = content_box(paper, mark)
    sections = (
        Section(tuple(_head(priced, judged, seal, box.width))),
        *(Section((stack,)) for stack in _blocks(priced, box.width)),
        Section((Stack(tuple(_pool(priced, box.width))),)),
        findings_section(judged.report, box.width),
        lines_to_sign(box.width),
        *seal_section(seal, box.width),
    )
    return Sheet(
        title=priced.force.name,
        subject=f"Wizard Kings, {verdict(judged.report).lower()}, {seal.date}",
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
    """Whose force it is, for which game, and how many blocks it has."""
    force = priced.force
    count = sum(force.counts.values())
    army = f"{army_name(force.army)}, " if force.army else ""
    blocks = f"{count} block{'' if count == 1 else 's'} at the start"
    return f"Wizard Kings, recruitment: {army}{force.scenario} game, {blocks}"


def _blocks(priced: PricedForce, width: float) -> Iterator[Stack]:
    """Each kind with its facts and its blocks' steps."""
    for models in priced.force.models:
        row = priced.row(models.profile)
        words = ", ".join(facts_of(row)) if row else "not in the pack"
        if row and row.kind is Kind.WIZARD:
            words = f"{words}; learns, never recruits"
        yield Stack((
            TableRow((cell(Column(0, width), _counted(priced, models), NAME),), kind=RowKind.BODY),
            TableRow((cell(Column(0, width), words, FACTS),), below=0.8),
            StepBoxes(((models.steps, most_steps(row, models)),) * models.count, width),
            Gap(1.0), Hairline(width), Gap(1.0),
        ))  # fmt: skip


def most_steps(row: UnitRow | None, models: Models) -> int:
    """Boxes of a block: its full strength, or what it begins with where that is more."""
    return max(row.steps if row else models.steps, models.steps)


def _counted(priced: PricedForce, models: Models) -> str:
    return f"{models.count} × {priced.name(models.profile)}"


def _pool(priced: PricedForce, width: float) -> Iterator[Block]:
    whole = Column(0, width)
    force = priced.force
    yield Gap(1)
    if force.pooled:
        yield TableRow((cell(whole, "Chaos pool", HEADING),), below=0.6)
        yield TableRow(
            (cell(whole, f"{_pooled(priced)}. Strike out what is eliminated: it never returns.", SMALL),), below=1.5
        )
    if force.capitals:
        said = "; ".join(f"home map {capital.map}: {priced.place(capital)}" for capital in force.capitals)
        yield TableRow((cell(whole, "Capitals", HEADING),), below=0.6)
        yield TableRow((cell(whole, said, SMALL),), below=1.5)
    picks = force.terms.picks
    said = f"Each build phase: {picks} cadre{'s' if picks > 1 else ''} or castle step{'s' if picks > 1 else ''}."
    yield TableRow((cell(whole, said, SMALL),), below=2)


def _pooled(priced: PricedForce) -> str:
    return ", ".join(f"{count} × {priced.name(slug)}" for slug, count in priced.force.pooled.items())


def text_of(priced: PricedForce) -> str:
    """The force as people paste it."""
    force = priced.force
    lines = [force.name, described(priced), ""]
    for models in force.models:
        strong = f", {models.steps} steps" if models.steps > 1 else ""
        lines.append(f"{_counted(priced, models)}{strong}")
    if force.pooled:
        lines += ["", f"Chaos pool: {_pooled(priced)}"]
    if force.capitals:
        places = (f"{priced.place(capital)} on home map {capital.map}" for capital in force.capitals)
        lines += ["", f"Capitals: {', '.join(places)}"]
    return "\n".join([*lines, *(["", force.notes] if force.notes else []), ""])
