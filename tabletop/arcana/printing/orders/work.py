"""From an order to its sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.resolve import Army
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.printing.attrition import attrition_sheet, game_sheet
from tabletop.arcana.printing.cards import (
    Card,
    card_sheet,
    design_cards,
    profile_cards,
    spell_cards,
    terrain_cards,
    unit_cards,
)
from tabletop.arcana.printing.compact import compact_sheet
from tabletop.arcana.printing.counters import (
    Counter,
    Look,
    book_counters,
    counter_sheet,
    every_counter,
    needed_counters,
)
from tabletop.arcana.printing.cutouts import CutKind, cutouts_of, cutting_sheet
from tabletop.arcana.printing.cutouts.shapes import MM_A_BASE
from tabletop.arcana.printing.cutouts.sheet import spells_used
from tabletop.arcana.printing.listing import Roster, organiser_sheet
from tabletop.arcana.printing.orders.order import CARD_SIZES, KINDS, Kind, Wishes
from tabletop.arcana.printing.reference import reference_sheet
from tabletop.arcana.printing.roster import full_roster
from tabletop.arcana.terrain import Chart, GroundKind
from tabletop.pdf.document import Sheet
from tabletop.pdf.paper import PAPERS, Paper

GUTTER = 2.0


class Stock(Struct, frozen=True):
    """What sheets are made from: the catalogue, the rosters chosen, the charts of terrain, the kinds of ground."""

    catalogue: Catalogue
    rosters: tuple[Roster, ...] = ()
    charts: tuple[Chart, ...] = ()
    ground: tuple[GroundKind, ...] = ()

    @property
    def armies(self) -> tuple[Army, ...]:
        return tuple(roster.army for roster in self.rosters)


Maker = Callable[[Wishes, Stock], Iterator[Sheet]]


def sheets_of(wishes: Wishes, stock: Stock) -> Iterator[tuple[Kind, Sheet]]:
    """The sheets asked for, kind by kind, each as often as copies are wished."""
    for kind in dict.fromkeys(wishes.kinds):
        for sheet in MAKERS[kind](wishes, stock):
            yield kind, replace(sheet, pages=sheet.pages * wishes.copies)


def paper_of(wishes: Wishes) -> Paper:
    return PAPERS[wishes.paper]


def _rosters(wishes: Wishes, stock: Stock) -> Iterator[Sheet]:
    for roster in stock.rosters:
        yield full_roster(roster.army, roster.report, roster.price, paper=paper_of(wishes), judged=roster.judged)


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


def _cards(kind: Kind, made: Callable[[Wishes, Stock], Iterable[Card]]) -> Maker:
    def make(wishes: Wishes, stock: Stock) -> Iterator[Sheet]:
        size = CARD_SIZES[wishes.cards]
        yield card_sheet(made(wishes, stock), size, paper=paper_of(wishes), backs=wishes.backs, title=KINDS[kind])

    return make


def _of_units(wishes: Wishes, stock: Stock) -> Iterator[Card]:
    for roster in stock.rosters:
        yield from unit_cards(roster.army, roster.price, wishes.scale)


def _of_spells(wishes: Wishes, stock: Stock) -> tuple[Card, ...]:
    """Those that the rosters' wizards know; all of them where no roster is chosen."""
    spells = spells_used(stock.armies) if stock.rosters else stock.catalogue.spells.values()
    return spell_cards(spells, stock.catalogue, tinted=wishes.tinted)


def _reference(wishes: Wishes, stock: Stock) -> Iterator[Sheet]:
    yield reference_sheet(stock.armies, stock.ground, paper=paper_of(wishes), large=wishes.large)


def _each(made: Callable[..., Sheet]) -> Maker:
    def make(wishes: Wishes, stock: Stock) -> Iterator[Sheet]:
        return (made(roster, paper=paper_of(wishes)) for roster in stock.rosters)

    return make


MAKERS: Mapping[Kind, Maker] = {
    "roster": _rosters,
    "compact": _each(compact_sheet),
    "organiser": _each(organiser_sheet),
    "attrition": _each(attrition_sheet),
    "game": _each(game_sheet),
    "reference": _reference,
    "cards": _cards("cards", _of_units),
    "profiles": _cards("profiles", lambda wishes, stock: profile_cards(stock.armies, wishes.scale)),
    "designs": _cards("designs", lambda wishes, stock: design_cards(stock.armies, wishes.scale)),
    "spells": _cards("spells", _of_spells),
    "terrain-cards": _cards("terrain-cards", lambda wishes, stock: terrain_cards(stock.charts)),
    "markers": _markers,
    "templates": _cutting("templates"),
    "gauges": _cutting("gauges"),
    "ranges": _cutting("ranges"),
    "bases": _cutting("bases"),
    "trays": _cutting("trays"),
}
