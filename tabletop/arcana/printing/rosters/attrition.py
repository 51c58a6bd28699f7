"""Sheets to tick during a game: what an army has lost, and the wounds of every model."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.army.casters import knows_spells
from tabletop.arcana.army.resolve import FieldedCharacter, FieldedUnit
from tabletop.arcana.catalogue.lists import is_design
from tabletop.arcana.catalogue.profiles import Row, School
from tabletop.arcana.creation.design_files import LABEL
from tabletop.arcana.printing.parts import MODEL_GAP, MOST_POWER, boxes
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster, heading, unit_text
from tabletop.arcana.printing.wounds import Tally, kind_of_mount, tallies_of_character, tallies_of_models
from tabletop.arcana.rules.morale.testing import ARMY_TESTS, ARMY_TESTS_FROM, TENTH, army_holds_on
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Cell, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style

TEXT = Style(9)
STRONG = Style(9, "bold")
HEADS = Style(7, "bold")
SOURCE = Style(8, "italic")
ASIDE = Style(8)
TICK = 3.2
BOX, FIVES, ROWS = 4.0, 5, 4
FIGURES = 22.0


class Tick(Struct, frozen=True):
    """A box to tick at the left; it takes no height of its own."""

    height: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        surface.rectangle(Box(x, y + 0.85, TICK, TICK), Pen(0.25, INK))


def attrition_sheet(roster: PrintedRoster, *, paper: Paper) -> Sheet:
    """Every unit with its points and a box, and the steps at which the army tests (Attrition Scenario)."""
    width = content_box(paper, roster.mark).width
    units = tuple(_loss(unit, roster, width) for unit in roster.army.units)
    head = Stack((TableRow(_heads(width), below=0.5, kind=RowKind.HEAD), Hairline(width, Pen(0.35, INK))))
    sections = [
        Section((Stack(tuple(heading(roster, width))),)),
        Section(units, head),
        Section((Stack(tuple(_steps(roster.price.points, width))),)),
    ]
    return roster.sheet("attrition", sections, paper)


def _heads(width: float) -> tuple[Cell, ...]:
    return (
        cell(Column(0, 10), "lost", HEADS),
        cell(Column(10, width - 10 - FIGURES), "unit", HEADS),
        cell(Column(width - FIGURES, FIGURES, "right"), "points", HEADS),
    )


def _loss(unit: FieldedUnit, roster: PrintedRoster, width: float) -> Stack:
    points = f"{roster.price.units[unit.ref].points:,}"
    x = 10 + (width - 10 - FIGURES) * 0.4
    row = TableRow(
        (
            cell(Column(10, x - 13), unit.name, STRONG),
            cell(Column(x, width - x - FIGURES), unit_text(unit), ASIDE),
            cell(Column(width - FIGURES, FIGURES, "right"), points, STRONG),
        ),
        above=0.8,
        below=0.8,
        kind=RowKind.BODY,
    )
    return Stack((Tick(), row, Hairline(width)))


def _steps(points: int, width: float) -> Iterator[Block]:
    yield Gap(3)
    yield TableRow(
        (
            cell(Column(0, width / 2), "Points lost, and what the army then rolls with 2d6", STRONG),
            cell(Column(width / 2, width / 2, "right"), ARMY_TESTS.section, SOURCE),
        ),
        below=0.6,
    )
    for percent in range(TENTH, 101, TENTH):
        if percent == ARMY_TESTS_FROM:
            yield Hairline(width, Pen(0.8, INK))
        yield Tick()
        yield TableRow(tuple(_step(points, percent, width)), above=0.8, below=0.8, kind=RowKind.BODY)


def _step(points: int, percent: int, width: float) -> Iterator[Cell]:
    lost = -(-points * percent // 100)
    number = army_holds_on(percent)
    target = "no test yet" if number is None else f"tests: {number} or less"
    yield cell(Column(10, 24), f"{percent} %", STRONG)
    yield cell(Column(34, 34), f"{lost:,} points", TEXT)
    yield cell(Column(70, width - 70), target, TEXT)


def game_sheet(roster: PrintedRoster, *, paper: Paper) -> Sheet:
    """Boxes for the wounds of every model, unit by unit, and for the power of every wizard."""
    width = content_box(paper, roster.mark).width
    units = tuple(_wounds(unit, width) for unit in roster.army.units)
    return roster.sheet("game sheet", [Section((Stack(tuple(heading(roster, width))),)), Section(units)], paper)


def _wounds(unit: FieldedUnit, width: float) -> Stack:
    return Stack((*_title(unit, width), *_models(unit, width), Gap(1.5)), Stack(tuple(_title(unit, width))))


def _title(unit: FieldedUnit, width: float) -> Iterator[Block]:
    yield Hairline(width, Pen(0.3, INK))
    states = "□ broken   □ fled   □ engaged"
    half = width * 0.62
    name, aside = cell(Column(0, half - 2), unit.name, STRONG), Column(half, width - half, "right")
    yield TableRow((name, cell(aside, states, ASIDE)), above=0.5, below=0.4)


def _models(unit: FieldedUnit, width: float) -> Iterator[Block]:
    for models in unit.models:
        for tally in tallies_of_models(models, is_named=True):
            yield from _boxes(f"{tally.models} {tally.name}{_own(models.row)}", tally, width)
        yield from _power(models.row, models.choice.school, width)
    for character in unit.characters:
        for tally in tallies_of_character(character):
            yield from _boxes(_who(character, tally), tally, width)
        yield from _power(character.row, character.choice.school, width)
        if character.mount and character.choice.mount:
            yield from _power(character.mount, character.choice.mount.school, width)


def _who(character: FieldedCharacter, tally: Tally) -> str:
    """Whose wounds they are: a character's alone, or with its mount's, the mount's, or those of what was bought."""
    rider, mount = f"{character.row.name}{_own(character.row)}", character.mount
    if mount is None or tally.name not in ("", "rider", kind_of_mount(mount)):
        return tally.name or rider
    ridden = f"{mount.name}{_own(mount)}"
    if tally.name:
        return rider if tally.name == "rider" else ridden
    return rider if character.rides_along else f"{rider} on {ridden}"


def _own(row: Row) -> str:
    return f" ({LABEL})" if is_design(row) else ""


def _boxes(who: str, tally: Tally, width: float) -> Iterator[Block]:
    """A group of boxes for each model of several wounds; models of one wound by fives; a few rows stay together."""
    each = " each" if tally.models > 1 else ""
    wounds = f", {tally.wounds} wounds{each}" if tally.wounds > 1 else ""
    yield TableRow((cell(Column(0, width), f"{who}{wounds}", ASIDE),))
    group = tally.wounds if tally.wounds > 1 else FIVES
    a_row = max(1, int((width + MODEL_GAP) / (group * BOX + MODEL_GAP))) * (group if tally.wounds == 1 else 1)
    for first in range(0, tally.models, a_row * ROWS):
        yield boxes(min(a_row * ROWS, tally.models - first), tally.wounds, width, size=BOX, dense=True)
        yield Gap(0.8)


def _power(row: Row, school: School | None, width: float) -> Iterator[Block]:
    """A row of boxes for the power that a wizard gathers."""
    if knows_spells(row, school):
        yield TableRow((cell(Column(0, width), "power", ASIDE),))
        yield boxes(MOST_POWER, 1, width, size=BOX, dense=True)
        yield Gap(0.8)
