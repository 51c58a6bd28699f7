"""A roster in the book's notation: everybody's stat line, on one page where letters of 7 points can hold it.

Idea: one table in two forms. The roomy one names a unit above its lines, the tight one beside the first. What takes the
fewest pages is known from the tightest form in the smallest type; of all forms that take no more the first is chosen.
Guarantee: every stat line stands there, no letter is smaller than 7 points, a unit isn't parted that fits a page.
Cost: a table is only set where as many lines as it has at least would fit the pages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.resolve import FieldedCharacter, FieldedModels, FieldedUnit, FieldedUpgrade
from tabletop.arcana.army.weapons_bought import weapon_bought
from tabletop.arcana.catalogue.lists import Catalogue, is_design
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.catalogue.stat_lines import stat_line
from tabletop.arcana.creation.design_files import LABEL
from tabletop.arcana.printing.rosters.abbreviations import key_of, short
from tabletop.arcana.printing.rosters.printed_roster import (
    PrintedRoster,
    character_text,
    heading,
    mount_text,
)
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell, fill_columns
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import INK, Style, measure

FIGURES = ("move", "wounds", "armour", "magic", "morale", "melee", "missile", "special")
HEADS = ("Mv", "W", "Ar", "Mg", "Mo", "Melee", "Missile", "Special")
KEY = "Mv move, W wounds, Ar armour, Mg magic, Mo morale"
SMALLEST = 7.0
SPACE = 2.0
POINTS = 12.0
LEADING = 1.14


class Entry(Struct, frozen=True):
    """Somebody in a unit: who, and the cells of the stat line in full words as it is played."""

    label: str
    cells: tuple[str, ...]

    @property
    def shown(self) -> tuple[str, ...]:
        return (self.label, *map(short, self.cells))


class Company(Struct, frozen=True):
    """A unit with its entries, there is always one, and its points."""

    unit: FieldedUnit
    entries: tuple[Entry, ...]
    points: str


class Setting(Struct, frozen=True):
    """A way to set the table: its type in points, and whether a unit's name stands above its lines."""

    points: float
    roomy: bool


ROOMY = tuple(Setting(points, True) for points in (11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0))
TIGHT = tuple(Setting(points, False) for points in (9.0, 8.5, 8.0, 7.5, 7.0))
LAST = Setting(SMALLEST, True)


def compact_sheet(roster: PrintedRoster, *, paper: Paper) -> Sheet:
    """Each unit's stat lines on as few pages as letters of 7 points take, and then as large as these hold."""
    box = content_box(paper, roster.mark)
    companies = tuple(_companies(roster))
    head = Section((Stack(tuple(heading(roster, box.width))),))
    return roster.sheet("in short", next(_settings(companies, head, box)), paper)


def _settings(companies: Sequence[Company], head: Section, box: Box) -> Iterator[list[Section]]:
    """The table under the roster's head in the ways that take the fewest pages, from the best on.

    The last resort parts words: nothing else holds the longest that there may be.
    """
    entries = sum(len(company.entries) for company in companies)
    for pages in count(1):
        for setting in (*ROOMY, *TIGHT, LAST):
            lines = entries + setting.roomy * len(companies)
            if lines * _line(setting.points) > pages * box.height:
                continue
            table = _table(companies, box.width, setting, parted=setting == LAST)
            if table and len(fill_columns([head, *table], box.height)) <= pages:
                yield [head, *table]


def _companies(roster: PrintedRoster) -> Iterator[Company]:
    catalogue, price = roster.army.catalogue, roster.price
    for unit in roster.army.units:
        entries = tuple(_entries(catalogue, unit)) or (Entry("", ("",) * len(FIGURES)),)
        yield Company(unit, entries, f"{price.units[unit.ref].points:,}")


def _entries(catalogue: Catalogue, unit: FieldedUnit) -> Iterator[Entry]:
    for models in unit.models:
        yield _entry(catalogue, models.row, _counted(models))
        yield from _bought(catalogue, models.upgrades)
    for character in unit.characters:
        yield _entry(catalogue, character.row, character_text(character), _armed(catalogue, character))
        yield from _bought(catalogue, character.upgrades)
        if character.mount:
            yield _entry(catalogue, character.mount, f"on {mount_text(character, character.mount)}")


def _bought(catalogue: Catalogue, upgrades: Sequence[FieldedUpgrade]) -> Iterator[Entry]:
    """The extras that have figures of their own."""
    entries = (_entry(catalogue, upgrade.row, f"+ {upgrade.row.name}") for upgrade in upgrades)
    return (entry for entry in entries if any(entry.cells))


def _counted(models: FieldedModels) -> str:
    upgrades = "".join(f", {upgrade.row.name}" for upgrade in models.upgrades)
    school = f", {models.choice.school} magic" if models.choice.school else ""
    return f"{models.count} {models.row.name}{upgrades}{school}"


def _armed(catalogue: Catalogue, character: FieldedCharacter) -> Row:
    """The character as it is played, with the weapon that it bought."""
    played, shot = catalogue.in_play(character.row.slug), weapon_bought(catalogue, character)
    return replace(played, missile=(*played.missile, shot)) if shot else played


def _entry(catalogue: Catalogue, row: Row, label: str, played: Row | None = None) -> Entry:
    played = played or catalogue.in_play(row.slug)
    line = stat_line(played, played.notes)
    own = f" ({LABEL})" if is_design(row) else ""
    return Entry(label + own, tuple(getattr(line, name) for name in FIGURES))


def _line(points: float) -> float:
    return Style(points, leading=LEADING).line_height


def _table(
    companies: Sequence[Company], width: float, setting: Setting, *, parted: bool
) -> tuple[Section, Section] | None:
    """The stat lines under their heads, and their key; None where words would have to be parted and may not be."""
    points, roomy = setting.points, setting.roomy
    heads = ("", *HEADS) if roomy else ("", "", *HEADS, "points")
    rows = [_rows(company, roomy=roomy) for company in companies]
    bold = Style(points, "bold", leading=LEADING)
    widths = _shared_out((heads, *(row for unit in rows for row in unit)), width, bold, parted=parted)
    if widths is None:
        return None
    columns = [Column(sum(widths[:number]), width - SPACE) for number, width in enumerate(widths)]
    if not roomy:
        columns[-1] = Column(width - widths[-1], widths[-1], "right")
    small = Style(max(points * 0.85, SMALLEST), "bold", leading=LEADING)
    head = Stack((_set(columns, heads, small, kind=RowKind.HEAD), Gap(0.3)))
    text, ends = Style(points, leading=LEADING), None if roomy else bold
    units = tuple(
        Stack(
            (
                Hairline(width, Pen(0.25, INK)),
                *((_name(company, width, points),) if roomy else ()),
                *(_set(columns, row, text, ends) for row in unit),
            )
        )
        for company, unit in zip(companies, rows, strict=True)
    )
    return Section(units, head), Section((Stack(tuple(_key(companies, width, points))),))


def _rows(company: Company, *, roomy: bool) -> list[tuple[str, ...]]:
    shown = [entry.shown for entry in company.entries]
    if roomy:
        return shown
    first, *others = shown
    return [(company.unit.name, *first, company.points), *(("", *other, "") for other in others)]


def _set(
    columns: Sequence[Column],
    texts: tuple[str, ...],
    style: Style,
    ends: Style | None = None,
    kind: RowKind = RowKind.BODY,
) -> TableRow:
    """A row; `ends` is how its first and its last cell are set."""
    styles = (ends or style, *(style,) * (len(texts) - 2), ends or style)
    cells = zip(columns, texts, styles, strict=True)
    return TableRow(tuple(cell(*arguments) for arguments in cells), above=0.25, below=0.25, kind=kind)


def _name(company: Company, width: float, points: float) -> TableRow:
    bold = Style(points, "bold", leading=LEADING)
    infiltrating = ", infiltrating" * company.unit.choice.infiltrating
    name = cell(Column(0, width - 2 * POINTS), company.unit.name + infiltrating, bold)
    cost = cell(Column(width - 2 * POINTS, 2 * POINTS, "right"), company.points, bold)
    return TableRow((name, cost), above=0.6, kind=RowKind.BODY)


def _key(companies: Sequence[Company], width: float, points: float) -> Iterator[Block]:
    texts = [text for company in companies for entry in company.entries for text in entry.cells]
    style = Style(min(points, 7.5), leading=1.2)
    yield Hairline(width, Pen(0.25, INK))
    yield TableRow((cell(Column(0, width), ", ".join(filter(None, (KEY, key_of(texts)))) + ".", style),), above=1)


def _shared_out(rows: Sequence[Sequence[str]], width: float, style: Style, *, parted: bool) -> tuple[float, ...] | None:
    """Widths in millimetres with the space between: each column's longest word at least, more where little is wanted.

    Where the longest words don't fit beside each other, those of the widest columns are `parted`, or there is None.
    """
    padding = SPACE + 0.1
    least = [max(_longest(words, style) for words in column) + padding for column in zip(*rows, strict=True)]
    whole = [max(measure(words, style) for words in column) + padding for column in zip(*rows, strict=True)]
    if sum(least) > width and not parted:
        return None
    least = _cut_back(least, width)
    spare = width - sum(least)
    wants = _cut_back([max(most - few, 0.0) for most, few in zip(whole, least, strict=True)], spare)
    rest = (spare - sum(wants)) / len(least)
    return tuple(few + want + rest for few, want in zip(least, wants, strict=True))


def _cut_back(widths: Sequence[float], room: float) -> list[float]:
    """The widths, the widest of them cut to one width where all don't stand side by side."""
    kept: list[float] = []
    for number, width in enumerate(sorted(widths)):
        kept.append(min(width, (room - sum(kept)) / (len(widths) - number)))
    return [min(width, max(kept)) for width in widths]


def _longest(words: str, style: Style) -> float:
    return max((measure(word, style) for word in words.split()), default=0.0)
