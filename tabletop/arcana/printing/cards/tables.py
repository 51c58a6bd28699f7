"""Small tables on cards: a stat line beside its heads, and what each roll needs to hit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Missile, Statistics
from tabletop.pdf.flow import Block, Column, Hairline, Stack, TableRow, cell
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Align, Surface
from tabletop.pdf.typography import FADED, Style, measure

TO_HIT = BOOK.section("Resolving Missile Attacks")
STEPS = (1, 0, -1, -2)
BELOW = {0: "1, 3", -1: "1, 2", -2: "1, 1"}
"""What is rolled for less than 1: a 1, and then this or less on a second die."""

PADDING = 1.2
BAND = "#e9e9e9"
HEAD = Style(6.5, "bold", FADED, leading=1.25)
FIGURE = Style(7.2, leading=1.12)
LEAD = Style(7.2, "bold", leading=1.12)

Rows = tuple[tuple[str, ...], ...]


class Band(Struct, frozen=True):
    """A tint behind the row that follows; it takes no height of its own."""

    width: float
    depth: float
    height: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        surface.rectangle(Box(x, y, self.width, self.depth), fill=BAND)


def set_table(rows: Rows, width: float, *, lead: bool, largest: float = FIGURE.size) -> Stack | None:
    """Heads in a band over the rows, columns as wide as they need; None where words would have to be broken.

    With `lead` the first column says what its row is. No letter is larger than `largest` points.
    """
    first, rest, top = (replace(style, size=min(style.size, largest)) for style in (LEAD, FIGURE, HEAD))
    columns = _columns(rows, width, first, lead=lead)
    if columns is None:
        return None
    head = TableRow(tuple(cell(column, words, top) for column, words in zip(columns, rows[0], strict=True)))
    blocks: list[Block] = [TableRow((), above=0.5), Band(width, head.height), head]
    for row in rows[1:]:
        styles = (first if lead else rest, *(rest,) * (len(row) - 1))
        cells = zip(columns, row, styles, strict=True)
        blocks += [TableRow(tuple(cell(*arguments) for arguments in cells), above=0.25, below=0.25), Hairline(width)]
    return Stack((*blocks, TableRow((), above=0.6)))


def _columns(rows: Rows, width: float, style: Style, *, lead: bool) -> tuple[Column, ...] | None:
    widths = shared_out(rows, width, style)
    if widths is None:
        return None
    aligned: list[Align] = ["left" if lead and not number else "centre" for number in range(len(widths))]
    return tuple(
        Column(sum(widths[:number]), width, align)
        for number, (width, align) in enumerate(zip(widths, aligned, strict=True))
    )


def shared_out(rows: Rows, width: float, style: Style, *, padding: float = PADDING) -> tuple[float, ...] | None:
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


def to_hit(row: Statistics) -> Rows:
    """What every blow and every shot of a row needs, at each step of the modifiers; nothing where it has none."""
    lines = [*_blows(row), *(line for shot in row.missile for line in bands(shot))]
    if not lines:
        return ()
    heads = ("Hits on", *(f"{step:+d}" if step else "±0" for step in STEPS))
    return (heads, *((words, *(needed(skill + step) for step in STEPS)) for words, skill in dict.fromkeys(lines)))


def _blows(row: Statistics) -> Iterator[tuple[str, int]]:
    for blow in row.melee:
        yield f"{blow.name or 'melee'}", blow.skill


def bands(shot: Missile) -> Sequence[tuple[str, int]]:
    """`short 7"`, `normal 21"`, `long 28"` and the skill at each.

    Weapons with a least range have no short and no long one (Resolving Missile Attacks).
    """
    if shot.min_range:
        return ((f'{shot.min_range}" to {shot.range}"', shot.skill),)
    reaches = (("short", Fraction(shot.range, 3), 1), ("normal", Fraction(shot.range), 0))
    long = ("long", Fraction(shot.range * 4, 3), -1)
    return tuple((f'{words} {inches(reach)}"', shot.skill + step) for words, reach, step in (*reaches, long))


def needed(skill: int) -> str:
    """The highest roll that hits; below 1 two rolls, the second after a 1 (Resolving Missile Attacks)."""
    return str(min(skill, 6)) if skill > 0 else BELOW.get(skill, "–")


def inches(length: Fraction) -> str:
    """`21`, `10⅔`."""
    thirds = {0: "", 1: "⅓", 2: "⅔"}
    whole, rest = divmod(length.numerator * 3 // length.denominator, 3)
    return f"{whole}{thirds[rest]}"
