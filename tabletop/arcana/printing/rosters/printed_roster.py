"""A roster as every sheet prints it: its heading, its pages, and its units and characters in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.army.pricing import ArmyPrice
from tabletop.arcana.army.resolve import Army, FieldedCharacter, FieldedUnit
from tabletop.arcana.catalogue.lists import is_design
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.creation.design_files import LABEL
from tabletop.findings import Report
from tabletop.heraldry import picture
from tabletop.pdf.attachments import Attachment
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Emblem, Gap, Hairline, Section, TableRow, cell, paginate
from tabletop.pdf.paper import Paper
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import INK, Style
from tabletop.rosters.files import file_name
from tabletop.rosters.printed_findings import verdict
from tabletop.rosters.verdict import VerdictSeal

TITLE = Style(16, "title", leading=1.1)
SUBTITLE = Style(9)
STAMP = Style(7.5)
VERDICT = Style(11, "bold")
SHIELD, SHIELD_ROOM = 9.0, 12.0


class PrintedRoster(Struct, frozen=True):
    """A roster with its findings, its price and its seal: all that a sheet needs to print it.

    Its own `file` travels inside its sheet, so that the PDF opens as the roster that it shows.
    """

    army: Army
    report: Report
    price: ArmyPrice
    seal: VerdictSeal
    file: bytes = b""

    @property
    def mark(self) -> str:
        """What stands on every page of a roster that isn't legal."""
        return "" if self.report.is_legal else f"× {verdict(self.report)}"

    @property
    def attachments(self) -> tuple[Attachment, ...]:
        """Named by its code, too, for rosters of one name."""
        name = f"{file_name(self.army.name)}-{self.seal.digest.lower()}.json"
        return (Attachment(name, "application/json", self.file),) if self.file else ()

    def sheet(self, name: str, sections: Sequence[Section], paper: Paper) -> Sheet:
        """The sections as this roster's sheet of a name."""
        pages = paginate(sections, content_box(paper, self.mark))
        title = f"{self.army.name}: {name}"
        return Sheet(
            title=title,
            subject=f"{self.price.points:,} points",
            paper=paper,
            pages=pages,
            mark=self.mark,
            attachments=self.attachments,
        )


def heading(roster: PrintedRoster, width: float) -> Iterator[Block]:
    """The shield, whose army it is, what it costs and how it was judged."""
    main, aside = Column(SHIELD_ROOM, width * 0.62 - SHIELD_ROOM), Column(width * 0.62, width * 0.38, "right")
    spent = f"{roster.price.points:,}"
    limit = roster.army.points_limit
    points = f"{spent} of {limit:,} points" if limit is not None else f"{spent} points"
    lists = " and ".join(contingent.army.name for contingent in roster.army.contingents)
    sign = "✓" if roster.report.is_legal else "×"
    yield Emblem(picture(roster.army.own.army.shield, hatched=True), SHIELD, f"Shield: {roster.army.own.army.name}")
    yield TableRow((cell(main, roster.army.name, TITLE), cell(aside, f"{sign} {verdict(roster.report)}", VERDICT)))
    yield TableRow((cell(main, f"{lists} · {points}", SUBTITLE), cell(aside, roster.seal.when, STAMP)), below=1.5)
    yield Hairline(width, Pen(0.5, INK))
    yield Gap(1)


def unit_text(unit: FieldedUnit) -> str:
    """Who is in the unit and what was bought for them; own designs are called so."""
    models = [
        f"{model.count} {model.row.name}"
        + "".join(f", {up.row.name}" for up in model.upgrades)
        + (f", {model.choice.school} magic" if model.choice.school else "")
        for model in unit.models
    ]
    characters = [
        character_text(character) + (f", on {mount_text(character, character.mount)}" if character.mount else "")
        for character in unit.characters
    ]
    extras = ["infiltrating"] * unit.choice.infiltrating + [LABEL] * any(is_design(row) for row in unit_rows(unit))
    return "; ".join((*models, *characters, *extras))


def mount_text(character: FieldedCharacter, mount: Row) -> str:
    """The mount with the magic that its rider has bought for it."""
    chosen = character.choice.mount
    return f"{mount.name}, {chosen.school} magic" if chosen and chosen.school else mount.name


def character_text(character: FieldedCharacter) -> str:
    """The character and what was bought for it, but for its mount."""
    choice = character.choice
    parts = [character.row.name]
    parts += [choice.weapon.replace("-", " ")] if choice.weapon else []
    parts += [f"{choice.school} magic"] if choice.school else []
    parts += ["counterspell"] * choice.counterspell
    parts += [f"{upgrade.count} {upgrade.row.name}" for upgrade in character.upgrades]
    return ", ".join(parts)


def unit_rows(unit: FieldedUnit) -> Iterator[Row]:
    """Every row that a unit's block shows, in its order."""
    for models in unit.models:
        yield models.row
        yield from (upgrade.row for upgrade in models.upgrades)
    for character in unit.characters:
        yield character.row
        yield from (upgrade.row for upgrade in character.upgrades)
        if character.mount:
            yield character.mount
