"""Counters at true size: half an inch, in rows that one cut parts, black on white alone.

A counter shows its silhouette, at the left its factor in combat, at the right its hexes a turn, both of the rules' own
text: no pack's figure stands on it. The sorcerer's have a second frame, haunts a dashed one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.arrakhar.catalogue import COUNTERS, HAUNTS_OF_EACH_TYPE, PROFILES, Haunt, Profile, Scenario, Side
from tabletop.arrakhar.force import Force
from tabletop.arrakhar.printing.art import HASTE, SILHOUETTES, WAND, Art, draw_art
from tabletop.pdf.document import Page, Sheet
from tabletop.pdf.grid import Grid, grid
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style

SIZE = 12.7
CUT = Pen(0.15, INK)
FRAMES = {"evil": Pen(0.5, INK), "haunt": Pen(0.35, INK, (1.2, 0.8))}
FRAME_INSET = 0.8
ART, ART_TOP = 6.6, 1.5
FIGURE, LETTERS = Style(9, "bold"), Style(8, "bold")
BASELINE = 11.2
WANDS, HASTES = 2, (2, 4, 6)  # AW-6


class Counter(Struct, frozen=True):
    """What is on a counter: its silhouette, what it is read out as, and its figures: one in the middle, or two."""

    art: Art
    words: str
    figures: tuple[str, ...]
    frame: str = ""


def unit_counters(force: Force | None) -> Iterator[Counter]:
    """A counter for each unit of a force, or all 20 of each type of both sides."""
    for profile in PROFILES.values():
        for _ in range(min(force.count(profile.unit), COUNTERS) if force else COUNTERS):
            yield _of_unit(profile)


def factor_of(profile: Profile) -> str:
    """A type's factor in combat, as it is printed."""
    return str(profile.factor).replace("1/2", "½")


def _of_unit(profile: Profile) -> Counter:
    factor = factor_of(profile)
    words = f"{profile.unit}, combat {factor}, {profile.move} hexes"
    frame = "evil" * (profile.side is Side.SORCERER)
    return Counter(SILHOUETTES[profile.unit], words, (factor, str(profile.move)), frame)


def marker_counters(scenario: Scenario) -> Iterator[Counter]:
    """Haunts with their numbers, as many as the scenario has, the wand with a spare one, markers of haste."""
    for haunt in Haunt:
        for number in range(1, HAUNTS_OF_EACH_TYPE[scenario] + 1):
            yield Counter(SILHOUETTES[haunt], f"{haunt} {number}", (f"{haunt[0].upper()}{number}",), "haunt")
    yield from [Counter(WAND, "wand", ("wand",))] * WANDS
    yield from (Counter(HASTE, f"haste, {more} hexes more", (f"+{more}",)) for more in HASTES)


def counter_sheet(force: Force | None, *, paper: Paper) -> Sheet:
    """A force's counters, or those of both sides, and after them the markers of its scenario, or of the longest."""
    counters = [*unit_counters(force), *marker_counters(force.scenario if force else Scenario.LONG)]
    places = grid(paper, SIZE, SIZE)
    return Sheet(
        title=f"Arrakhar's Wand: counters, {SIZE:g} mm",
        subject=f"{len(counters)} counters",
        paper=places.paper,
        pages=tuple(_page(page, places) for page in places.shared_out(counters)),
    )


def _page(counters: Sequence[Counter], places: Grid) -> Page:
    def draw(surface: Surface) -> None:
        for number, counter in enumerate(counters):
            box = places.place(number)
            with surface.figure(counter.words, box):
                _draw(surface, counter, box)

    return draw


def _draw(surface: Surface, counter: Counter, box: Box) -> None:
    surface.rectangle(box, CUT)
    if counter.frame:
        surface.rectangle(box.inset(FRAME_INSET), FRAMES[counter.frame])
    draw_art(surface, counter.art, (box.x + (SIZE - ART) / 2, box.y + ART_TOP), ART)
    if len(counter.figures) == 1:
        surface.text((box.x + SIZE / 2, box.y + BASELINE), counter.figures[0], LETTERS, "centre")
        return
    factor, move = counter.figures
    surface.text((box.x + 2.1, box.y + BASELINE), factor, FIGURE)
    surface.text((box.right - 2.1, box.y + BASELINE), move, FIGURE, "right")
