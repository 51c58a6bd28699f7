"""What short roster sheets have in common, and the organiser's page to check an army by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.army.pricing import ArmyPrice
from tabletop.arcana.army.resolve import Army, FieldedCharacter, FieldedUnit
from tabletop.arcana.catalogue.lists import is_design
from tabletop.arcana.creation.design_files import LABEL
from tabletop.arcana.printing.errata import rows_of
from tabletop.arcana.printing.findings import findings_section, many, verdict
from tabletop.arcana.printing.seal import proof_section
from tabletop.findings import Report
from tabletop.heraldry import picture
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Emblem, Gap, Hairline, Section, Stack, TableRow, cell, paginated
from tabletop.pdf.paper import Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import FADED, INK, Style
from tabletop.rosters.verdict import Judged

TITLE = Style(16, "title", leading=1.1)
SUBTITLE = Style(9)
STAMP = Style(7.5, colour=FADED)
VERDICT = Style(11, "bold")
FIELD = Style(9, "bold")
SHIELD, SHIELD_ROOM = 9.0, 12.0
POINTS = 18.0
NAME_SHARE = 0.32
LINE_TO_FILL = 11.0


class Roster(Struct, frozen=True):
    """A roster as sheets show it, and how it was judged."""

    army: Army
    report: Report
    price: ArmyPrice
    judged: Judged

    @property
    def mark(self) -> str:
        """What stands on every page of a roster that isn't legal."""
        return "" if self.report.is_legal else f"× {verdict(self.report)}"

    def sheet(self, name: str, sections: Sequence[Section], paper: Paper) -> Sheet:
        """The sections as this roster's sheet of a name."""
        pages = paginated(sections, content_box(paper, self.mark))
        title = f"{self.army.name}: {name}"
        return Sheet(title=title, subject=f"{self.price.points:,} points", paper=paper, pages=pages, mark=self.mark)


def heading(roster: Roster, width: float) -> Iterator[Block]:
    """The shield, whose army it is, what it costs and how it was judged."""
    main, aside = Column(SHIELD_ROOM, width * 0.62 - SHIELD_ROOM), Column(width * 0.62, width * 0.38, "right")
    spent = f"{roster.price.points:,}"
    limit = roster.army.points_limit
    points = f"{spent} of {limit:,} points" if limit is not None else f"{spent} points"
    lists = " and ".join(each.army.name for each in roster.army.contingents)
    sign = "✓" if roster.report.is_legal else "×"
    yield Emblem(picture(roster.army.own.army.shield, hatched=True), SHIELD)
    yield TableRow((cell(main, roster.army.name, TITLE), cell(aside, f"{sign} {verdict(roster.report)}", VERDICT)))
    yield TableRow((cell(main, f"{lists} · {points}", SUBTITLE), cell(aside, roster.judged.when, STAMP)), below=1.5)
    yield Hairline(width, Pen(0.5, INK))
    yield Gap(1)


def _unit(unit: FieldedUnit, price: ArmyPrice, width: float, points: float) -> Stack:
    bold, text = Style(points, "bold", leading=1.14), Style(points, leading=1.14)
    x = width * NAME_SHARE
    row = TableRow(
        (
            cell(Column(0, x - 3), unit.name, bold),
            cell(Column(x, width - x - POINTS), in_words(unit), text),
            cell(Column(width - POINTS, POINTS, "right"), f"{price.units[unit.ref].points:,}", bold),
        ),
        above=0.4,
        below=0.4,
    )
    return Stack((row, Hairline(width)))


def in_words(unit: FieldedUnit) -> str:
    """Who is in the unit and what was bought for them; own designs are called so."""
    models = [f"{each.count} {each.row.name}" + "".join(f", {up.row.name}" for up in each.upgrades)
              for each in unit.models]  # fmt: skip
    characters = [bearing(each) + (f", on {each.mount.name}" if each.mount else "") for each in unit.characters]
    extras = ["infiltrating"] * unit.choice.infiltrating + [LABEL] * any(is_design(row) for row in rows_of(unit))
    return "; ".join((*models, *characters, *extras))


def bearing(character: FieldedCharacter) -> str:
    """The character and what was bought for it, but for its mount."""
    choice = character.choice
    parts = [character.row.name]
    parts += [choice.weapon.replace("-", " ")] if choice.weapon else []
    parts += [f"{choice.school} magic"] if choice.school else []
    parts += ["counterspell"] * choice.counterspell
    parts += [f"{upgrade.count} {upgrade.row.name}" for upgrade in character.upgrades]
    return ", ".join(parts)


def organiser_sheet(roster: Roster, *, paper: Paper) -> Sheet:
    """What an organiser checks: the verdict, the units, every finding, lines to sign, the code and its square."""
    width = content_box(paper, roster.mark).width
    units = tuple(_unit(unit, roster.price, width, 8.5) for unit in roster.army.units)
    sections = [
        Section((Stack((*heading(roster, width), *_identity(roster, width))),)),
        Section(units),
        findings_section(roster.report, width),
        Section((Stack(tuple(_signatures(width))),)),
        *proof_section(roster.judged, width),
    ]
    return roster.sheet("organiser’s copy", sections, paper)


def _identity(roster: Roster, width: float) -> Iterator[Block]:
    models = many(sum(unit.size for unit in roster.army.units), "model")
    lines = (
        ("Verdict", verdict(roster.report)),
        ("Code", roster.judged.digest),
        ("Built by", roster.army.rules_name),
        ("Judged", roster.judged.when),
        ("Strength", f"{many(len(roster.price.units), 'unit')}, {models}"),
    )
    for lead, text in lines:
        yield TableRow((cell(Column(0, 24), lead, FIELD), cell(Column(24, width - 24), text, SUBTITLE)), below=0.4)
    yield Gap(1.5)


def _signatures(width: float) -> Iterator[Block]:
    left, right = Column(0, width / 2 - 5), Column(width / 2 + 5, width / 2 - 5)
    yield Gap(LINE_TO_FILL)
    yield Rules((left, right))
    yield TableRow((cell(left, "Player", STAMP), cell(right, "Checked by, and when", STAMP)))


class Rules(Struct, frozen=True):
    """Lines to write on, side by side."""

    columns: tuple[Column, ...]
    height: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        for each in self.columns:
            surface.line((x + each.x, y), (x + each.x + each.width, y), Pen(0.2, FADED))
