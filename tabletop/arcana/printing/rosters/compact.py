"""A roster on exactly one page: everybody's stat line, as large as the page takes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    unit_text,
)
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell, fill_columns
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style, measure

FIGURES = ("move", "wounds", "armour", "magic", "morale", "melee", "missile", "special")
HEADS = ("Mv", "W", "Ar", "Mg", "Mo", "Melee", "Missile", "Special")
KEY = "Mv move, W wounds, Ar armour, Mg magic, Mo morale"
ROOMY = (11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
TIGHT = (9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5)
BARE = (7.0, 6.5, 6.0, 5.5)
SMALLEST = 5.5
MOST_COLUMNS = 3
GUTTER = 5.0
SPACE = 2.0
POINTS = 12.0
LEADING = 1.14
NOTE_LINES = 2


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


class Beside(Struct, frozen=True):
    """Columns of blocks side by side."""

    columns: tuple[Stack, ...]
    step: float

    @property
    def height(self) -> float:
        return max(column.height for column in self.columns)

    def draw(self, surface: Surface, x: float, y: float) -> None:
        for number, column in enumerate(self.columns):
            column.draw(surface, x + number * self.step, y)


def compact_sheet(roster: PrintedRoster, *, paper: Paper) -> Sheet:
    """Always one page: each unit's stat lines, set as large as fits, down to 5.5 points.

    Where that is too much, a line for each unit without figures, in up to three columns; beyond those the last line
    counts the units that aren't listed.
    """
    box = content_box(paper, roster.mark)
    top = Stack(tuple(heading(roster, box.width)))
    room = Box(0, 0, box.width, box.height - top.height)
    body = next(_settings(roster, room))
    return roster.sheet("on one page", [Section((Stack((top, body)),))], paper)


def _settings(roster: PrintedRoster, room: Box) -> Iterator[Block]:
    """Everything that fits the room, from the best to the last resort."""
    companies = tuple(_companies(roster))
    entries = sum(len(company.entries) for company in companies)
    tries = [(True, points) for points in ROOMY] + [(False, points) for points in TIGHT]
    for roomy, points in tries:
        lines = entries + roomy * len(companies)
        if lines * _line(points) <= room.height:
            table = _table(companies, room.width, points, roomy=roomy)
            if table and table.height <= room.height:
                yield table
    yield from _bare(companies, room)


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


def _table(companies: Sequence[Company], width: float, points: float, *, roomy: bool) -> Stack | None:
    """The stat lines under their heads and over their key; None where words would have to be broken.

    Where it's roomy a unit's name and points stand above its lines, else beside the first.
    """
    heads = ("", *HEADS) if roomy else ("", "", *HEADS, "points")
    rows = [_rows(company, roomy=roomy) for company in companies]
    bold = Style(points, "bold", leading=LEADING)
    widths = _shared_out((heads, *(row for unit in rows for row in unit)), width, bold, padding=SPACE + 0.1)
    if widths is None:
        return None
    columns = [Column(sum(widths[:number]), width - SPACE) for number, width in enumerate(widths)]
    if not roomy:
        columns[-1] = Column(width - widths[-1], widths[-1], "right")
    small = Style(max(points * 0.85, SMALLEST), "bold", leading=LEADING)
    blocks: list[Block] = [_set(columns, heads, small, kind=RowKind.HEAD), Gap(0.3)]
    for company, unit in zip(companies, rows, strict=True):
        blocks.append(Hairline(width, Pen(0.25, INK)))
        blocks += [_name(company, width, points)] if roomy else []
        blocks += [_set(columns, row, Style(points, leading=LEADING), bold if not roomy else None) for row in unit]
    return Stack((*blocks, *_key(companies, width, points)))


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


def _bare(companies: Sequence[Company], room: Box) -> Iterator[Block]:
    """A line for each unit, in one column or more."""
    for count in range(1, MOST_COLUMNS + 1):
        for points in BARE:
            if len(companies) * _line(points) <= count * room.height:
                block, shown = _listed(companies, room, points, count)
                yield from [block] * (shown == len(companies))
    yield _listed(companies, room, SMALLEST, MOST_COLUMNS)[0]


def _listed(companies: Sequence[Company], room: Box, points: float, count: int) -> tuple[Block, int]:
    """As many lines as the columns hold under a note of what isn't there, and how many those are."""
    width = (room.width - (count - 1) * GUTTER) / count
    left = room.height - NOTE_LINES * _line(points)
    first = companies[: int(count * left / _line(points))]
    columns = fill_columns([Section(tuple(_summed(company, width, points) for company in first))], left)[:count]
    shown = sum(map(len, columns))
    more = f"; {len(companies) - shown:,} more units too" if shown < len(companies) else ""
    words = f"Stat lines are on the full roster sheet{more}."
    note = TableRow((cell(Column(0, room.width), words, Style(points, leading=LEADING)),))
    stacks = tuple(Stack(tuple(placed.block for placed in column)) for column in columns)
    return Stack((note, Beside(stacks, width + GUTTER))), shown


def _summed(company: Company, width: float, points: float) -> Stack:
    bold, text = Style(points, "bold", leading=LEADING), Style(points, leading=LEADING)
    name = (width - POINTS) * 0.4
    cells = (
        cell(Column(0, name - 1.5), company.unit.name, bold),
        cell(Column(name, width - POINTS - name), unit_text(company.unit), text),
        cell(Column(width - POINTS, POINTS, "right"), company.points, bold),
    )
    return Stack((TableRow(cells, above=0.2, below=0.2, kind=RowKind.BODY), Hairline(width)))


def _shared_out(
    rows: Sequence[Sequence[str]], width: float, style: Style, *, padding: float
) -> tuple[float, ...] | None:
    """Widths in millimetres: each column's longest word at least, the rest for those with more to say.

    None where the longest words don't fit beside each other.
    """
    least = [max(_longest(words, style) for words in column) + padding for column in zip(*rows, strict=True)]
    whole = [max(measure(words, style) for words in column) + padding for column in zip(*rows, strict=True)]
    spare = width - sum(least)
    if spare < 0:
        return None
    wants = [most - few for most, few in zip(whole, least, strict=True)]
    share = min(1.0, spare / sum(wants)) if sum(wants) else 0.0
    rest = (spare - share * sum(wants)) / len(least)
    return tuple(few + share * want + rest for few, want in zip(least, wants, strict=True))


def _longest(words: str, style: Style) -> float:
    return max((measure(word, style) for word in words.split()), default=0.0)
