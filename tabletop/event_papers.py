"""What is printed of an event: pairings, match slips, table numbers, standings, the field and rosters to sign, or all.

Slips are in cut-stack order: the pile is cut once through all pages, and each of its piles is a run of tables, the
first pile first. Whoever prints decides what may be shown: an event comes with the rounds that the reader may know of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tabletop.pdf.document import Page, Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.grid import Grid, grid
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style
from tabletop.tournament.event import Event, Pairing
from tabletop.tournament.standings import standings
from tabletop.tournament.tie_breaks import TIE_BREAKS

TITLE = Style(23, "title", leading=1.08)
SUBTITLE = Style(10)
HEADS = Style(8, "bold")
TEXT = Style(11)
STRONG = Style(11, "bold")
SMALL = Style(8)
NUMBER = Style(150, "title")
FRAME = Pen(0.3, INK)
SLIP_HEIGHT, SLIP_INSET = 62.0, 5.0
BOX_HEIGHT = 8.0
HEAD_LINE, HEAD_INSET = 8.8, 10.0
BLANK_ROWS = 12
BYE = "bye"
Slip = tuple[str, str, str, str]  # round, table, both names


class EventPaper(StrEnum):
    """A kind of paper of an event."""

    BY_TABLE = "pairings-by-table"
    BY_NAME = "pairings-by-name"
    SLIPS = "slips"
    TABLES = "tables"
    STANDINGS = "standings"
    FIELD = "field"
    BLANKS = "blanks"


PAPER_NAMES = {
    EventPaper.BY_TABLE: "Pairings by table",
    EventPaper.BY_NAME: "Pairings by name",
    EventPaper.SLIPS: "Match slips",
    EventPaper.TABLES: "Table numbers",
    EventPaper.STANDINGS: "Standings",
    EventPaper.FIELD: "Players and lists, to sign",
    EventPaper.BLANKS: "Blank slips and results",
}


class Entered(Struct, frozen=True):
    """What a player has handed in, in words: army, points, verdict; empty where nothing is."""

    army: str = ""
    points: str = ""
    verdict: str = ""


class PrintedEvent(Struct, frozen=True, kw_only=True):
    """An event with the rounds that may be shown, what was handed in by ref, and the paper it is printed on."""

    event: Event
    paper: Paper
    entered: dict[str, Entered] = {}

    @property
    def round_name(self) -> str:
        """What the newest round is called; empty where there is none."""
        return f"Round {len(self.event.rounds)}" if self.event.rounds else ""

    def name(self, ref: str) -> str:
        return self.event.by_ref[ref].name


def event_sheets(kind: EventPaper, printed: PrintedEvent) -> Sheet:
    """One kind of paper of the newest round."""
    return MAKERS[kind](printed)


def emergency_pack(printed: PrintedEvent) -> list[Sheet]:
    """Enough to go on without power: the field, the newest round, the standings, blank slips and results."""
    of_round = (EventPaper.BY_TABLE, EventPaper.BY_NAME, EventPaper.STANDINGS, EventPaper.SLIPS)
    kinds = (EventPaper.FIELD, *(of_round if printed.event.rounds else ()), EventPaper.BLANKS)
    return [event_sheets(kind, printed) for kind in kinds]


def headed(roster: Sheet, head: str) -> Sheet:
    """A roster's sheet to be signed at an event: each page with a line above what it has, without its attachments."""

    def above(page: Page) -> Page:
        def draw(surface: Surface) -> None:
            room = surface.paper.width - 2 * HEAD_INSET
            surface.fitted_text((HEAD_INSET, HEAD_LINE), head, HEADS, room, smallest=7)
            page(surface)

        return draw

    return replace(roster, pages=tuple(map(above, roster.pages)), attachments=())


def no_rosters(title: str, paper: Paper) -> Sheet:
    """What is printed where no list counts yet."""

    def draw(surface: Surface) -> None:
        surface.text((HEAD_INSET, 20), "No list is handed in.", TEXT)

    return Sheet(title=title, paper=paper, pages=(draw,))


def _by_table(printed: PrintedEvent) -> Sheet:
    rows = [
        [
            str(pairing.table or "–"),
            *(printed.name(ref) for ref in pairing.players),
            *([BYE] * (2 - len(pairing.players))),
        ]
        for pairing in _at_tables(printed.event)
    ]
    return _table(printed, "Pairings by table", printed.round_name, ("Table", "First", "Second"), rows, (1, 4, 4))


def _by_name(printed: PrintedEvent) -> Sheet:
    rows = []
    for pairing in _at_tables(printed.event):
        for place, ref in enumerate(pairing.players):
            against = pairing.players[1 - place] if len(pairing.players) == 2 else None
            rows.append([printed.name(ref), str(pairing.table or "–"), printed.name(against) if against else BYE])
    rows.sort(key=lambda row: (row[0].casefold(), row))
    return _table(printed, "Pairings by name", printed.round_name, ("Player", "Table", "Against"), rows, (4, 1, 4))


def _standings(printed: PrintedEvent) -> Sheet:
    event = printed.event
    ties = [tie for tie in event.tie_breaks if TIE_BREAKS[tie].figure is not None][:4]
    rows = [
        [
            str(standing.place),
            printed.name(standing.ref),
            str(standing.points),
            *(f"{float(standing.figures[tie]):g}" for tie in ties),
        ]
        for standing in standings(event)
    ]
    heads = ("Place", "Player", "Points", *(tie.value.replace("-", " ").capitalize() for tie in ties))
    after = f"after {printed.round_name.lower()}" if event.rounds else "before the first round"
    return _table(printed, "Standings", after, heads, rows, (1, 4, 1, *([1.5] * len(ties))))


def _field(printed: PrintedEvent) -> Sheet:
    rows = []
    for player in printed.event.players:
        entered = printed.entered.get(player.ref, Entered())
        rows.append([player.name, entered.army, entered.points, entered.verdict or "none yet", ""])
    heads = ("Player", "Army", "Points", "List", "Signed")
    return _table(printed, "Players and lists", "", heads, rows, (4, 3, 1.6, 2.4, 3), writable=True)


def _slips(printed: PrintedEvent) -> Sheet:
    """A slip for each game, byes apart, cut and stacked in the order of tables."""
    slips: list[Slip] = []
    for game in _at_tables(printed.event):
        if len(game.players) == 2:
            first, second = (printed.name(ref) for ref in game.players)
            slips.append((printed.round_name, str(game.table or ""), first, second))
    return _slip_sheet(printed, f"Match slips, {printed.round_name.lower()}", slips)


def _blanks(printed: PrintedEvent) -> Sheet:
    """A page of slips to fill in, and a page of results to write down."""
    places = _slip_grid(printed.paper).places
    slips = _slip_sheet(printed, "Blank slips", [("Round", "", "", "")] * places)
    heads = ("Round", "Table", "First", "Second", "Winner", "Destroyed", "Lost")
    results = _table(
        printed, "Results", "", heads, [[""] * len(heads)] * BLANK_ROWS, (1, 1, 3, 3, 2, 1.5, 1.5), writable=True
    )
    return Sheet(title="Blank slips and results", paper=printed.paper, pages=(*slips.pages, *results.pages))


def _tables(printed: PrintedEvent) -> Sheet:
    """A number for each table, two to a page, to be cut or folded between them."""
    last = max([pairing.table or 0 for paired in printed.event.rounds for pairing in paired.pairings], default=0)
    count = last or max(len(printed.event.players) // 2, 1)
    numbers = list(range(1, count + 1))
    pages = tuple(_number_page(printed, numbers[first : first + 2]) for first in range(0, count, 2))
    return Sheet(title="Table numbers", paper=printed.paper, pages=pages)


MAKERS: dict[EventPaper, Callable[[PrintedEvent], Sheet]] = {
    EventPaper.BY_TABLE: _by_table,
    EventPaper.BY_NAME: _by_name,
    EventPaper.SLIPS: _slips,
    EventPaper.TABLES: _tables,
    EventPaper.STANDINGS: _standings,
    EventPaper.FIELD: _field,
    EventPaper.BLANKS: _blanks,
}


def _at_tables(event: Event) -> list[Pairing]:
    """The pairings of the newest round by table, byes last."""
    pairings = event.rounds[-1].pairings if event.rounds else ()
    return sorted(pairings, key=lambda pairing: (pairing.table is None, pairing.table or 0))


def cut_stack(things: Sequence[Slip], places: int) -> list[list[Slip | None]]:
    """Things page by page, so that the piles of a cut stack, put one on the other, are in their order."""
    pages = -(-len(things) // places)
    return [
        [things[pile * pages + page] if pile * pages + page < len(things) else None for pile in range(places)]
        for page in range(pages)
    ]


def _slip_grid(paper: Paper) -> Grid:
    return grid(paper, content_box(paper).width, SLIP_HEIGHT)


def _slip_sheet(printed: PrintedEvent, title: str, slips: Sequence[Slip]) -> Sheet:
    places = _slip_grid(printed.paper)
    pages = tuple(_slip_page(printed, places, page) for page in cut_stack(slips, places.places))
    return Sheet(title=f"{title}: {printed.event.name}", paper=places.paper, pages=pages or (_nothing,))


def _slip_page(printed: PrintedEvent, places: Grid, slips: Sequence[Slip | None]) -> Page:
    def draw(surface: Surface) -> None:
        for number, slip in enumerate(slips):
            if slip:
                _draw_slip(surface, places.place(number), printed.event.name, slip)

    return draw


def _draw_slip(surface: Surface, box: Box, event: str, slip: Slip) -> None:
    """A framed slip: what game it is, and for each player a line to write in and to sign."""
    surface.rectangle(box, FRAME)
    inner = box.inset(SLIP_INSET)
    called, table, *names = slip
    surface.fitted_text((inner.x, inner.y + 4), event, SMALL, inner.width / 2, smallest=7)
    surface.text((inner.right, inner.y + 4), f"{called}    Table {table or '____'}", STRONG, "right")
    heads = ("Player", "Won", "Draw", "Destroyed", "Signed")
    columns = _columns(inner.width, (4, 0.8, 0.8, 1.6, 3))
    for column, head in zip(columns, heads, strict=True):
        surface.text((inner.x + column.x, inner.y + 12), head, HEADS)
    for line, name in enumerate(names):
        top = inner.y + 14 + line * (BOX_HEIGHT + 4)
        if name:
            surface.fitted_text((inner.x, top + 5.5), name, STRONG, columns[0].width, smallest=8)
        else:
            surface.line((inner.x, top + BOX_HEIGHT), (inner.x + columns[0].width, top + BOX_HEIGHT), FRAME)
        for column in columns[1:3]:
            surface.rectangle(Box(inner.x + column.x, top, BOX_HEIGHT, BOX_HEIGHT), FRAME)
        for column in columns[3:]:
            low = top + BOX_HEIGHT
            surface.line((inner.x + column.x, low), (inner.x + column.x + column.width, low), FRAME)


def _number_page(printed: PrintedEvent, numbers: Sequence[int]) -> Page:
    def draw(surface: Surface) -> None:
        box = content_box(printed.paper)
        half = box.height / 2
        for place, number in enumerate(numbers):
            top, centre = box.y + place * half, box.x + box.width / 2
            surface.text((centre, top + half * 0.22), "Table", TITLE, "centre")
            surface.text((centre, top + half * 0.75), str(number), NUMBER, "centre")
            surface.fitted_text((box.x, top + half * 0.95), printed.event.name, SMALL, box.width, smallest=7)
        surface.line((box.x, box.y + half), (box.right, box.y + half), Pen(0.1, INK, (2, 2)))

    return draw


def _nothing(surface: Surface) -> None:
    box = content_box(surface.paper)
    surface.text((box.x, box.y + 8), "No game is paired.", TEXT)


def _table(
    printed: PrintedEvent,
    title: str,
    about: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    shares: Sequence[float],
    *,
    writable: bool = False,
) -> Sheet:
    """Rows under their heads; `shares` are the widths of the columns to each other, `writable` rows are high."""
    box = content_box(printed.paper)
    columns = _columns(box.width, shares)
    top = (
        TableRow((cell(Column(0, box.width), title, TITLE),)),
        TableRow(
            (cell(Column(0, box.width), ", ".join(filter(None, (printed.event.name, about))), SUBTITLE),), below=3
        ),
    )
    body = tuple(Stack(tuple(_row(columns, row, box.width, writable=writable))) for row in rows)
    cells = tuple(cell(column, word, HEADS) for column, word in zip(columns, heads, strict=True))
    head = TableRow(cells, below=0.6, kind=RowKind.HEAD)
    sections = (Section((Stack(top),)), Section(body, Stack((head, Hairline(box.width, FRAME), Gap(0.8)))))
    return Sheet(title=f"{title}: {printed.event.name}", paper=printed.paper, pages=paginate(sections, box))


def _row(columns: Sequence[Column], words: Sequence[str], width: float, *, writable: bool) -> Iterator[Block]:
    room = 3.0 if writable else 0.8
    cells = tuple(cell(column, word, TEXT) for column, word in zip(columns, words, strict=True))
    yield TableRow(cells, above=room, below=room, kind=RowKind.BODY)
    yield Hairline(width)


def _columns(width: float, shares: Sequence[float], gap: float = 3.0) -> list[Column]:
    whole, x = sum(shares), 0.0
    columns = []
    for share in shares:
        columns.append(Column(x, width * share / whole - gap))
        x += width * share / whole
    return columns
