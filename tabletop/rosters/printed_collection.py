"""A collection on paper, and what to buy for a roster: tables with a box to tick before each line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style
from tabletop.rosters.collection import Collection, Owned, OwnedKind, Shortfall

TITLE = Style(23, "title", leading=1.08)
SUBTITLE = Style(10)
LIST = Style(11, "bold")
HEADS = Style(7, "bold")
TEXT = Style(9)
STRONG = Style(9, "bold")
GAP = 3.0
BOX = 3.0
NAME = 6.0
UNKNOWN = "Not in the lists any more"


class Group(Struct, frozen=True):
    """The lines of one list, each with as many cells as there are columns."""

    name: str
    lines: tuple[tuple[str, ...], ...]


class _TickBox(Struct, frozen=True):
    """An empty square at the left of a line, which takes no height of its own."""

    height: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        top, right = y + 1.0, x + BOX
        corners = ((x, top), (right, top), (right, top + BOX), (x, top + BOX))
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            surface.line(start, end, Pen(0.2, INK))


def collection_sheet(collection: Collection, kinds: Mapping[str, OwnedKind], *, paper: Paper, date: str) -> Sheet:
    """All entries list by list, in the game's order, with what they come to."""
    models = [owned for owned in collection.models if owned.count]
    count, painted, based = (sum(getattr(owned, name) for owned in models) for name in ("count", "painted", "based"))
    groups: dict[str, list[tuple[str, ...]]] = {}
    order = {key: number for number, key in enumerate(kinds)}
    for owned in sorted(models, key=lambda owned: order.get(owned.profile, len(order))):
        kind = kinds.get(owned.profile)
        group = groups.setdefault(kind.group_name if kind else UNKNOWN, [])
        figures = [f"{number:,}" for number in (owned.count, owned.painted, owned.based)]
        group.append((_name(owned, kinds), *figures, owned.where))
    subtitle = f"{count:,} models, {painted:,} painted, {based:,} based · {date}"
    columns = (("Models", 0.0), ("Owned", 16.0), ("Painted", 16.0), ("Based", 16.0), ("Where", 42.0))
    return _sheet(
        collection.name, subtitle, columns, [Group(name, tuple(lines)) for name, lines in groups.items()], paper
    )


def shopping_sheet(
    title: str, lacking: Iterable[Shortfall], kinds: Mapping[str, OwnedKind], *, paper: Paper, date: str
) -> Sheet:
    """What a roster lacks, list by list."""
    groups: dict[str, list[tuple[str, ...]]] = {}
    total = 0
    for each in lacking:
        if each.lacking:
            kind = kinds.get(each.key)
            total += each.lacking
            figures = [f"{number:,}" for number in (each.lacking, each.needed, each.home)]
            groups.setdefault(kind.group_name if kind else "Of your own", []).append(
                (_called(each.key, kinds), *figures)
            )
    subtitle = f"{total:,} to get · {date}" if total else f"Everything is at home · {date}"
    columns = (("Models", 0.0), ("To get", 18.0), ("Needed", 18.0), ("At home", 18.0))
    return _sheet(title, subtitle, columns, [Group(name, tuple(lines)) for name, lines in groups.items()], paper)


def _name(owned: Owned, kinds: Mapping[str, OwnedKind]) -> str:
    pieces = {key: owned.bought.count(key) for key in owned.bought}
    words = [f"{count} {_called(key, kinds)}" if count > 1 else _called(key, kinds) for key, count in pieces.items()]
    return ", ".join([_called(owned.profile, kinds), *words])


def _called(key: str, kinds: Mapping[str, OwnedKind]) -> str:
    return kinds[key].name if key in kinds else key.rpartition("/")[2].replace("-", " ")


def _sheet(
    title: str, subtitle: str, heads: Sequence[tuple[str, float]], groups: Sequence[Group], paper: Paper
) -> Sheet:
    """The groups under their names; the first column takes what the others leave."""
    box = content_box(paper)
    rest = box.width - NAME - sum(width for _, width in heads)
    columns, x = [Column(NAME, rest - GAP)], NAME + rest
    for word, width in heads[1:]:
        columns.append(Column(x, width - GAP, "left" if word == "Where" else "right"))
        x += width
    head = [
        TableRow((cell(Column(0, box.width), title, TITLE),)),
        TableRow((cell(Column(0, box.width), subtitle, SUBTITLE),), below=3),
    ]
    sections = [Section((Stack(tuple(head)),))]
    for group in groups:
        lines = tuple(Stack(tuple(_line(line, columns, box.width))) for line in group.lines)
        sections.append(Section(lines, _group_head(group.name, heads, columns, box.width)))
        sections.append(Section((Gap(3),)))
    return Sheet(title=title, subject=subtitle, paper=paper, pages=paginate(sections, box))


def _group_head(name: str, heads: Sequence[tuple[str, float]], columns: Sequence[Column], width: float) -> Block:
    words = [name, *(word for word, _ in heads[1:])]
    cells = [
        cell(column, word, LIST if not place else HEADS)
        for place, (column, word) in enumerate(zip(columns, words, strict=True))
    ]
    return Stack((TableRow(tuple(cells), below=0.6, kind=RowKind.HEAD), Hairline(width, Pen(0.3, INK)), Gap(0.8)))


def _line(line: Sequence[str], columns: Sequence[Column], width: float) -> Iterator[Block]:
    yield _TickBox()
    cells = [
        cell(column, words, STRONG if place == 1 else TEXT)
        for place, (column, words) in enumerate(zip(columns, line, strict=True))
    ]
    yield TableRow(tuple(cells), above=0.6, below=0.8, kind=RowKind.BODY)
    yield Hairline(width)
