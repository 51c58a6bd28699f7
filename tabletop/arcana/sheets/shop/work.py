"""From an order to its sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue import Catalogue
from tabletop.arcana.fielding import Army
from tabletop.arcana.prices import ArmyPrice
from tabletop.arcana.sheets.counters import Counter, Look, book_counters, counter_sheet, every_counter, needed_counters
from tabletop.arcana.sheets.cutting import CutKind, cutouts_of, cutting_sheet
from tabletop.arcana.sheets.cutting.shapes import MM_A_BASE
from tabletop.arcana.sheets.roster import full_roster
from tabletop.arcana.sheets.shop.order import Kind, Wishes
from tabletop.findings import Report
from tabletop.sheets.document import Sheet
from tabletop.sheets.paper import PAPERS, Paper

GUTTER = 2.0


class Judged(Struct, frozen=True):
    """A roster looked up, priced and reviewed; `stamp` says when and by what."""

    army: Army
    report: Report
    price: ArmyPrice
    stamp: str


class Stock(Struct, frozen=True):
    """What sheets are made from: the catalogue, and the rosters chosen."""

    catalogue: Catalogue
    rosters: tuple[Judged, ...] = ()

    @property
    def armies(self) -> tuple[Army, ...]:
        return tuple(each.army for each in self.rosters)


Maker = Callable[[Wishes, Stock], Iterator[Sheet]]


def sheets_of(wishes: Wishes, stock: Stock) -> Iterator[tuple[Kind, Sheet]]:
    """The sheets asked for, kind by kind, each as often as copies are wished."""
    for kind in dict.fromkeys(wishes.kinds):
        for sheet in MAKERS[kind](wishes, stock):
            yield kind, replace(sheet, pages=sheet.pages * wishes.copies)


def paper_of(wishes: Wishes) -> Paper:
    return PAPERS[wishes.paper]


def _rosters(wishes: Wishes, stock: Stock) -> Iterator[Sheet]:
    for each in stock.rosters:
        yield full_roster(each.army, each.report, each.price, paper=paper_of(wishes), judged=each.stamp)


def _markers(wishes: Wishes, stock: Stock) -> Iterator[Sheet]:
    look = Look(MM_A_BASE[wishes.scale], wishes.shape, wishes.tinted)
    yield counter_sheet(_counters(wishes, stock), look, paper=paper_of(wishes), gap=GUTTER if wishes.gutter else 0.0)


def _counters(wishes: Wishes, stock: Stock) -> tuple[Counter, ...]:
    """What rosters need; the book's sheet where there are none to ask."""
    if wishes.counters == "every":
        return every_counter(stock.catalogue)
    if wishes.counters == "needed" and stock.rosters:
        return needed_counters(stock.armies)
    return book_counters(stock.catalogue)


def _cutting(kind: CutKind) -> Maker:
    def make(wishes: Wishes, stock: Stock) -> Iterator[Sheet]:
        cutouts = cutouts_of(kind, stock.catalogue, stock.armies, wishes.scale, outline=wishes.outline)
        yield cutting_sheet(kind, cutouts, wishes.scale, paper=paper_of(wishes))

    return make


MAKERS: Mapping[Kind, Maker] = {
    "roster": _rosters,
    "markers": _markers,
    "templates": _cutting("templates"),
    "gauges": _cutting("gauges"),
    "ranges": _cutting("ranges"),
    "bases": _cutting("bases"),
    "trays": _cutting("trays"),
}
