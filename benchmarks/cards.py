"""What sample armies' cards come to: cards for each unit, how full they are, their smallest type, a game's pages.

Also the pages of the reference sheet for every two samples, and what odds on cards take: seconds of the processor for a
hundred cards against four targets, and how many have room.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from io import BytesIO
from itertools import combinations
from statistics import mean
from time import process_time

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.army.rules import review
from tabletop.arcana.odds.exchanges import exchange
from tabletop.arcana.printing.cards import USUAL_TARGETS, faces_sheet, rivals_of, unit_cards
from tabletop.arcana.printing.cards.setting import SAFE, Face, Size, faces_of
from tabletop.arcana.printing.orders import CARD_SIZES, PrintContent, PrintOptions, SheetKind, sheets_of
from tabletop.arcana.printing.orders.order import CardSize
from tabletop.arcana.printing.reference import reference_sheet
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.arcana.terrain import TERRAIN_KINDS
from tabletop.pdf.document import render
from tabletop.pdf.grid import Grid, grid
from tabletop.pdf.paper import A4, PAPERS, Box
from tabletop.pdf.preview import page_png
from tabletop.rosters.verdict import VerdictSeal
from tests.catalogue import SAMPLES, printed_catalogue
from tests.charts import base_kinds
from tests.tabletop.pdf.measuring import letters_of, pages_of

GAME = (SheetKind.ROSTER, SheetKind.CARDS, SheetKind.REFERENCE, SheetKind.MARKERS)
POKER = CARD_SIZES[CardSize.POKER]
SCALE = 25
PIXELS_A_MM = 4
CELL = 2.5  # millimetres; a cell with any ink in it is used
DARK = 128
MOST_CARDS_A_UNIT = 3  # a unit of models with two leaders
SMALLEST_TYPE, NEAR = 7.0, 0.01
MOST_REFERENCE = 2  # pages
HUNDRED, MOST_SECONDS_OF_ODDS = 100, 2.0
A6 = CARD_SIZES[CardSize.A6]


class Figures(Struct, frozen=True):
    """One army's: cards for each unit, the share of each card's cells that are used, and so on."""

    name: str
    per_unit: tuple[int, ...]
    used: tuple[float, ...]
    smallest: float
    pages: int


def figures_of(name: str) -> Figures:
    army = resolve(read_roster((SAMPLES / f"{name}.json").read_bytes()), printed_catalogue())
    priced = price(army)
    cards = list(unit_cards(army, priced, SCALE))
    faces = [face for card in cards for face in faces_of(card, POKER)]
    counts: dict[str, int] = {}
    for card in cards:
        counts[card.number] = counts.get(card.number, 0) + len(faces_of(card, POKER))
    pdf = render(faces_sheet(faces, POKER, paper=A4))
    printed = PrintedRoster(army, review(army, priced), priced, VerdictSeal(date="today", rules_version="core"))
    content = PrintContent(printed_catalogue(), (printed,), (), tuple(TERRAIN_KINDS.values()))
    return Figures(
        name=name,
        per_unit=tuple(counts.values()),
        used=tuple(shares_used(pdf, faces, POKER)),
        smallest=min(letter["size"] for page in pages_of(pdf) for letter in letters_of(page)),
        pages=sum(sheet.count for _, sheet in sheets_of(PrintOptions(kinds=GAME), content)),
    )


def shares_used(pdf: bytes, faces: Sequence[Face], size: Size) -> list[float]:
    """The share of cells within each card's safe area that have ink."""
    places = grid(A4, *size, cropped=True)
    shares = []
    for number, page in enumerate(places.shared_out(faces)):
        png = page_png(pdf, width=round(places.paper.width * PIXELS_A_MM), page=number)
        pixels = np.asarray(Image.open(BytesIO(png)).convert("L"))
        shares += [_share(pixels, _safe(places, place)) for place in range(len(page))]
    return shares


def _safe(places: Grid, place: int) -> Box:
    return places.place(place).inset(SAFE)


def _share(pixels: np.ndarray, box: Box) -> float:
    step = int(CELL * PIXELS_A_MM)
    top, left = round(box.y * PIXELS_A_MM), round(box.x * PIXELS_A_MM)
    rows, columns = int(box.height / CELL), int(box.width / CELL)
    cells = pixels[top : top + rows * step, left : left + columns * step].reshape(rows, step, columns, step)
    return float((cells.min(axis=(1, 3)) < DARK).mean())


def odds_of_a_hundred() -> float:
    """Seconds that a hundred cards of units take more with their odds than without, nothing counted before."""
    catalogue = printed_catalogue()
    armies = [resolve(read_roster(path.read_bytes()), catalogue) for path in sorted(SAMPLES.glob("*.json"))]
    gc.collect()
    gc.freeze()  # what the figures before left in memory isn't looked through again
    plain, taken = 0.0, 0.0
    for rivals in ((), rivals_of(USUAL_TARGETS, catalogue)):
        cards = [card for army in armies for card in unit_cards(army, price(army), SCALE, rivals)]
        cards = [replace(card, leader=None) for card in cards if card.test or card.odds][:HUNDRED]
        cards += cards[: HUNDRED - len(cards)]
        exchange.cache_clear()
        start = process_time()
        render(faces_sheet([face for card in cards for face in faces_of(card, A6)], A6, paper=A4))
        plain, taken = taken, process_time() - start
    return taken - plain


def rooms() -> dict[str, tuple[int, int]]:
    """Of each size how many units have their odds on their cards, and how many there are."""
    catalogue, found = printed_catalogue(), {}
    rivals = rivals_of(USUAL_TARGETS, catalogue)
    armies = [resolve(read_roster(path.read_bytes()), catalogue) for path in sorted(SAMPLES.glob("*.json"))]
    cards = [card for army in armies for card in unit_cards(army, price(army), SCALE, rivals)]
    for name, size in CARD_SIZES.items():
        faces = [face for card in cards for face in faces_of(card, size)]
        units = sum(card.odds is not None for card in cards)
        found[name.value] = (units - sum(face.unsaid is not None for face in faces), units)
    return found


def long_references() -> tuple[int, list[str]]:
    """How many sheets there are for one sample or two, on both papers, and those of more than two pages."""
    catalogue, ground = printed_catalogue(), tuple(base_kinds().values())
    armies = [resolve(read_roster(path.read_bytes()), catalogue) for path in sorted(SAMPLES.glob("*.json"))]
    asked = [
        (chosen, paper) for number in (1, 2) for chosen in combinations(armies, number) for paper in PAPERS.values()
    ]
    long = [
        f"the reference for {' and '.join(army.name for army in chosen)} on {paper.name}"
        for chosen, paper in asked
        if reference_sheet(chosen, ground, paper=paper).count > MOST_REFERENCE
    ]
    return len(asked), long


def main() -> int:
    figures = [figures_of(path.stem) for path in sorted(SAMPLES.glob("*.json"))]
    print(f"{'army':<24} {'units':>5} {'cards a unit':>12} {'most':>4} {'area used':>9} {'type':>5} {'game':>5}")
    for army in (*figures, _together(figures)):
        print(
            f"{army.name:<24} {len(army.per_unit):>5} {mean(army.per_unit):>12.2f} {max(army.per_unit):>4} "
            f"{mean(army.used):>8.0%} {army.smallest:>6.1f} {army.pages:>5}"
        )
    pages = sorted(army.pages for army in figures)
    print(f"A game's bundle: {pages[0]} to {pages[-1]} pages, {mean(pages):.1f} on average.")
    missed = [army.name for army in figures if max(army.per_unit) > MOST_CARDS_A_UNIT]
    missed += [army.name for army in figures if army.smallest < SMALLEST_TYPE - NEAR]
    if (seconds := odds_of_a_hundred()) > MOST_SECONDS_OF_ODDS:
        missed.append(f"odds that take {seconds:.1f} s for a hundred cards")
    sheets, long = long_references()
    missed += long
    print(f"Reference sheets for one sample or two: {sheets - len(long)} of {sheets} take two pages at most.")
    room = ", ".join(f"{name} {has} of {units}" for name, (has, units) in rooms().items())
    print(f"Odds against four targets: {seconds:.2f} s for a hundred cards; room for them on {room}.")
    print(f"Too many cards, too small type or slow: {', '.join(missed)}" if missed else "Every bar is met.")
    return int(bool(missed))


def _together(figures: Sequence[Figures]) -> Figures:
    return Figures(
        name="all",
        per_unit=tuple(count for army in figures for count in army.per_unit),
        used=tuple(share for army in figures for share in army.used),
        smallest=min(army.smallest for army in figures),
        pages=sum(army.pages for army in figures),
    )


if __name__ == "__main__":
    sys.exit(main())
