"""The sheets that an order asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.resolve import Army
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.printing.cards import (
    UnitCard,
    card_sheet,
    design_cards,
    faces_sheet,
    odds_sheet,
    profile_cards,
    rivals_of,
    spell_cards,
    terrain_cards,
    unit_cards,
)
from tabletop.arcana.printing.cards.setting import Face as UnitFace
from tabletop.arcana.printing.cards.setting import faces_of
from tabletop.arcana.printing.cards.sheet import Face
from tabletop.arcana.printing.counters import (
    Counter,
    Look,
    book_counters,
    counter_sheet,
    every_counter,
    needed_counters,
)
from tabletop.arcana.printing.cutouts import CutoutKind, cutout_sheet, cutouts_of
from tabletop.arcana.printing.cutouts.shapes import MM_A_BASE
from tabletop.arcana.printing.cutouts.sheet import spells_used
from tabletop.arcana.printing.orders.order import CARD_SIZES, SHEET_NAMES, CounterSet, PrintOptions, SheetKind
from tabletop.arcana.printing.reference import reference_sheet
from tabletop.arcana.printing.rosters.attrition import attrition_sheet, game_sheet
from tabletop.arcana.printing.rosters.compact import compact_sheet
from tabletop.arcana.printing.rosters.full import roster_sheet
from tabletop.arcana.printing.rosters.organiser import organiser_sheet
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.arcana.terrain import Chart, GroundKind
from tabletop.pdf.document import Sheet
from tabletop.pdf.paper import PAPERS, Paper

GUTTER = 2.0


class PrintContent(Struct, frozen=True):
    """What sheets are made from: the catalogue, the rosters chosen, the charts of terrain, the kinds of ground."""

    catalogue: Catalogue
    rosters: tuple[PrintedRoster, ...] = ()
    charts: tuple[Chart, ...] = ()
    ground: tuple[GroundKind, ...] = ()

    @property
    def armies(self) -> tuple[Army, ...]:
        return tuple(roster.army for roster in self.rosters)


Maker = Callable[[PrintOptions, PrintContent], Iterator[Sheet]]


def sheets_of(options: PrintOptions, content: PrintContent) -> Iterator[tuple[SheetKind, Sheet]]:
    """The sheets asked for, kind by kind, laid out one by one as they are taken; each in so many copies."""
    for kind in dict.fromkeys(options.kinds):
        for sheet in MAKERS[kind](options, content):
            yield kind, replace(sheet, copies=options.copies)


def is_needless(kind: SheetKind, options: PrintOptions, content: PrintContent) -> bool:
    """Whether the rosters have nothing to print of a kind: no design of their own, or nobody who casts spells."""
    if kind == SheetKind.SPELLS:
        return bool(content.rosters) and not spells_used(content.armies)
    return kind == SheetKind.DESIGNS and not design_cards(content.armies, options.scale)


def paper_of(options: PrintOptions) -> Paper:
    return PAPERS[options.paper]


def _markers(options: PrintOptions, content: PrintContent) -> Iterator[Sheet]:
    look = Look(MM_A_BASE[options.scale], options.shape, options.tinted)
    yield counter_sheet(
        _counters(options, content), look, paper=paper_of(options), gap=GUTTER if options.gutter else 0.0
    )


def _counters(options: PrintOptions, content: PrintContent) -> tuple[Counter, ...]:
    """What rosters need; the book's sheet where there are none to ask."""
    if options.counters == CounterSet.EVERY:
        return every_counter(content.catalogue)
    if options.counters == CounterSet.NEEDED and content.rosters:
        return needed_counters(content.armies)
    return book_counters(content.catalogue)


def _cutout_sheet(kind: CutoutKind) -> Maker:
    def make(options: PrintOptions, content: PrintContent) -> Iterator[Sheet]:
        cutouts = cutouts_of(kind, content.catalogue, content.armies, options.scale, outline=options.outline)
        yield cutout_sheet(kind, cutouts, options.scale, paper=paper_of(options))

    return make


def _cards(kind: SheetKind, made: Callable[[PrintOptions, PrintContent], Iterable[UnitCard]]) -> Maker:
    def make(options: PrintOptions, content: PrintContent) -> Iterator[Sheet]:
        size = CARD_SIZES[options.cards]
        yield card_sheet(
            made(options, content), size, paper=paper_of(options), backs=options.backs, title=SHEET_NAMES[kind]
        )

    return make


def _units(options: PrintOptions, content: PrintContent) -> Iterator[Sheet]:
    """Cards of units, and a page with the odds of those whose cards have no room for them."""
    faces = unit_faces(options, content)
    yield _faces(SheetKind.CARDS, faces, options)
    if unsaid := [face.unsaid for face in faces if face.unsaid]:
        yield odds_sheet(unsaid, paper_of(options))


def unit_faces(options: PrintOptions, content: PrintContent) -> list[UnitFace]:
    """The faces of all cards of units; MalformedError where there is no such target."""
    size, rivals = CARD_SIZES[options.cards], rivals_of(options.targets, content.catalogue)
    cards = (
        card for roster in content.rosters for card in unit_cards(roster.army, roster.price, options.scale, rivals)
    )
    return [face for card in cards for face in faces_of(card, size)]


def units_without_room(options: PrintOptions, content: PrintContent) -> tuple[str, ...]:
    """Numbers and names of the units whose odds stand on a page of their own."""
    if SheetKind.CARDS not in options.kinds or not options.targets:
        return ()
    return tuple(f"{face.unsaid.number} {face.unsaid.name}" for face in unit_faces(options, content) if face.unsaid)


def _spells(options: PrintOptions, content: PrintContent) -> Iterator[Sheet]:
    """Cards of the spells that the rosters' wizards know; of all spells where no roster is chosen."""
    spells = spells_used(content.armies) if content.rosters else content.catalogue.spells.values()
    cards = spell_cards(spells, content.catalogue, options.scale, tinted=options.tinted)
    yield _faces(SheetKind.SPELLS, cards, options)


def _terrain(options: PrintOptions, content: PrintContent) -> Iterator[Sheet]:
    yield _faces(SheetKind.TERRAIN_CARDS, terrain_cards(content.charts), options)


def _faces(kind: SheetKind, faces: Sequence[Face], options: PrintOptions) -> Sheet:
    size, paper = CARD_SIZES[options.cards], paper_of(options)
    return faces_sheet(faces, size, paper=paper, backs=options.backs, title=SHEET_NAMES[kind])


def _reference(options: PrintOptions, content: PrintContent) -> Iterator[Sheet]:
    spells = content.catalogue.spells.values()
    yield reference_sheet(content.armies, content.ground, paper=paper_of(options), large=options.large, spells=spells)


def _per_roster(made: Callable[..., Sheet]) -> Maker:
    def make(options: PrintOptions, content: PrintContent) -> Iterator[Sheet]:
        return (made(roster, paper=paper_of(options)) for roster in content.rosters)

    return make


MAKERS: Mapping[SheetKind, Maker] = {
    SheetKind.ROSTER: _per_roster(roster_sheet),
    SheetKind.COMPACT: _per_roster(compact_sheet),
    SheetKind.ORGANISER: _per_roster(organiser_sheet),
    SheetKind.ATTRITION: _per_roster(attrition_sheet),
    SheetKind.GAME: _per_roster(game_sheet),
    SheetKind.REFERENCE: _reference,
    SheetKind.CARDS: _units,
    SheetKind.PROFILES: _cards(
        SheetKind.PROFILES, lambda options, content: profile_cards(content.armies, options.scale)
    ),
    SheetKind.DESIGNS: _cards(SheetKind.DESIGNS, lambda options, content: design_cards(content.armies, options.scale)),
    SheetKind.SPELLS: _spells,
    SheetKind.TERRAIN_CARDS: _terrain,
    SheetKind.MARKERS: _markers,
    SheetKind.TEMPLATES: _cutout_sheet(CutoutKind.TEMPLATES),
    SheetKind.GAUGES: _cutout_sheet(CutoutKind.GAUGES),
    SheetKind.RANGES: _cutout_sheet(CutoutKind.RANGES),
    SheetKind.BASES: _cutout_sheet(CutoutKind.BASES),
    SheetKind.TRAYS: _cutout_sheet(CutoutKind.TRAYS),
}
