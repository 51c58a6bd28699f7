"""A unit of a roster as a block: its rows, what was bought, what the rules say, its footnotes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.mounted_profiles import merged_profile
from tabletop.arcana.army.pricing import Item, UnitPrice
from tabletop.arcana.army.resolve import FieldedCharacter, FieldedModels, FieldedUnit, FieldedUpgrade
from tabletop.arcana.army.weapons_bought import weapon_bought
from tabletop.arcana.catalogue.counted_names import straight
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import Row, Statistics
from tabletop.arcana.creation.points.pricing import SECOND_CREW
from tabletop.arcana.printing.errata import Footnote
from tabletop.arcana.printing.rosters.printed_roster import unit_rows
from tabletop.arcana.printing.rosters.statlines import GUTTER, columns, stat_row
from tabletop.arcana.printing.rosters.used import Used, as_carried, as_used
from tabletop.findings import Finding, Report
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Stack, TableRow, cell
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import INK, Style
from tabletop.rosters.printed_findings import finding_row, many

UNIT_NAME = Style(13, "title", leading=1.15)
UNIT_POINTS = Style(13, "bold", leading=1.15)
SUMMARY = Style(8)
BOUGHT = Style(8, "italic")
NOTED = Style(8.5, "italic")
NOTES = Style(7.5)
NUMBER = Style(14, "bold", leading=1.068)
POINTS_WIDTH = 34.0


class UnitSheet(Struct, frozen=True, kw_only=True):
    """All that a unit's block is made of."""

    number: int
    catalogue: Catalogue
    unit: FieldedUnit
    price: UnitPrice
    report: Report
    notes: dict[str, tuple[Footnote, ...]]
    width: float

    @property
    def indent(self) -> float:
        """Where names begin, in millimetres."""
        return columns(self.width)[1].x

    def block(self) -> Stack:
        """The whole unit, to be kept on one page."""
        head = self._head(self.unit.name)
        rest = Stack((Hairline(self.width, Pen(0.2, INK)), self._title(f"{self.unit.name}, continued")))
        findings = (finding_row(finding, self.indent, self.width) for finding in findings_about(self.unit, self.report))
        body = (*self._entries(), *findings, *self._footnotes(), Gap(2.2))
        return Stack((head, *body), rest, (self.unit.name, self.unit.ref))

    def _head(self, name: str) -> Stack:
        notes = [self._note(self.unit.choice.notes, NOTED)] if self.unit.choice.notes else []
        summary = self._note(self._summary(), SUMMARY)
        return Stack((Hairline(self.width, Pen(0.2, INK)), self._title(name), summary, *notes, Gap(0.6)))

    def _title(self, name: str) -> TableRow:
        points = Column(self.width - POINTS_WIDTH, POINTS_WIDTH, "right")
        wide = Column(self.indent, self.width - self.indent - POINTS_WIDTH - GUTTER)
        number = cell(Column(0, self.indent - GUTTER, "right"), str(self.number), NUMBER)
        figures = cell(points, f"{self.price.points:,} points", UNIT_POINTS)
        return TableRow((number, cell(wide, name, UNIT_NAME), figures), above=0.9, kind=RowKind.BODY)

    def _summary(self) -> str:
        special = sum(item.points for item in self.price.items if item.special)
        shares = (("normal", self.price.points - special), ("special", special))
        parts = [many(self.unit.size, "model"), ", ".join(f"{name} {points:,}" for name, points in shares if points)]
        return " · ".join(filter(None, parts + ["infiltrating"] * self.unit.choice.infiltrating))

    def _entries(self) -> Iterator[Block]:
        items = iter(self.price.items)
        for models in self.unit.models:
            yield Stack(tuple(self._models(models, next(items))))
            if models.upgrades:
                next(items)
                yield from self._upgrades(models.upgrades, models.count)
        for character in self.unit.characters:
            yield Stack(tuple(self._character(character, next(items))))

    def _models(self, models: FieldedModels, item: Item) -> Iterator[Block]:
        row, count = self.catalogue.in_play(models.row.slug), models.count
        if models.choice.reinforced == count:
            row = replace(row, wounds=row.wounds + SECOND_CREW)
        name = f"{straight(models.row.name)}{self._marks(models.row)}"
        yield self._row(as_used(row, name), f"{count}", _shared(item.points, models.row, count))
        if models.choice.school:
            yield self._note(f"School: {models.choice.school.capitalize()}", BOUGHT)
        if len(item.breakdown.lines) > 1 or self.unit.choice.infiltrating:
            yield self._note(receipt(item), BOUGHT)

    def _character(self, character: FieldedCharacter, item: Item) -> Iterator[Block]:
        """The character as it fights, with its mount where the two are one creature, and what was bought for it."""
        row, mount, together = self.catalogue.in_play(character.row.slug), character.mount, character.ride
        shot = weapon_bought(self.catalogue, character)
        merged = self._merged(row, mount, character) if together and together.merged and mount else None
        name = f"{straight(character.row.name)}{self._marks(character.row)}"
        name += f" on {straight(mount.name)}{self._marks(mount)}" if merged and mount else ""
        used = as_used(merged or row, name, (shot,) if shot else (), row)
        yield self._row(used, "1", (f"{item.points:,}",))
        if character.choice.school:
            yield self._note(f"School: {character.choice.school.capitalize()}", BOUGHT)
        if len(item.breakdown.lines) > 1:
            yield self._note(receipt(item), BOUGHT)
        yield from self._upgrades(character.upgrades, 1, is_counted=True)
        if mount and not merged:
            ridden = as_used(self.catalogue.in_play(mount.slug), f"{straight(mount.name)}{self._marks(mount)}")
            yield self._row(ridden, "with" if character.rides_along else "on")
        if character.choice.mount and character.choice.mount.school:
            yield self._note(f"School: {character.choice.mount.school.capitalize()}", BOUGHT)
        if together:
            yield self._note(together.sentence, BOUGHT)

    def _merged(self, row: Row, mount: Row, character: FieldedCharacter) -> Statistics:
        return merged_profile(row, self.catalogue.in_play(mount.slug), character.grants)

    def _upgrades(
        self, upgrades: tuple[FieldedUpgrade, ...], count: int, *, is_counted: bool = False
    ) -> Iterator[TableRow]:
        """Rows of extras; their points are left out where the row above has counted them."""
        for upgrade in upgrades:
            number = upgrade.count * count
            used = as_carried(self.catalogue.in_play(upgrade.row.slug))
            named = replace(used, name=f"{used.name}{self._marks(upgrade.row)}")
            points = () if is_counted else _shared(upgrade.row.points * number, upgrade.row, number)
            yield self._row(named, f"+{number}", points)

    def _row(self, used: Used, count: str, points: tuple[str, ...] = ()) -> TableRow:
        return stat_row(self.width, used, count=count, points=points)

    def _marks(self, row: Row) -> str:
        return " ".join(note.mark for note in self.notes.get(row.slug, ()))

    def _footnotes(self) -> Iterator[Block]:
        slugs = dict.fromkeys(row.slug for row in unit_rows(self.unit))
        for note in (note for slug in slugs for note in self.notes.get(slug, ())):
            yield self._note(f"{note.mark} {note.text}", NOTES)

    def _note(self, text: str, style: Style) -> TableRow:
        return TableRow(
            (cell(Column(self.indent, self.width - self.indent), text, style),), below=0.3, kind=RowKind.BODY
        )


def findings_about(unit: FieldedUnit, report: Report) -> tuple[Finding, ...]:
    """What is found about the unit and its characters, in the report's order."""
    refs = {unit.ref} | {character.choice.ref for character in unit.characters}
    return tuple(finding for finding in report.findings if finding.culprit.ref in refs)


def _shared(points: int, row: Row, count: int) -> tuple[str, ...]:
    """What so many cost together, and one of several."""
    return (f"{points:,}", f"{row.points:,} each") if count > 1 else (f"{points:,}",)


def receipt(item: Item) -> str:
    """The lines of a price as a sum."""
    return " + ".join(f"{line.label}: {amount(line.amount)}" for line in item.breakdown.lines)


def amount(points: Fraction) -> str:
    """Points with the quarters that a surcharge leaves."""
    return f"{float(points):,.2f}".rstrip("0").rstrip(".")
