"""The odds of a unit against its player's usual targets: a small table on its card, or on a page of its own.

Figures are counted when they are drawn, so that a page that isn't looked at costs nothing; what a table takes of a card
hangs on its names alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Annotated

from msgspec import Meta, Struct

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, FieldedUnit
from tabletop.arcana.catalogue import profiles
from tabletop.arcana.catalogue.lists import Catalogue, is_design
from tabletop.arcana.odds.exchanges import Exchange, exchange, target_of, troop_of
from tabletop.arcana.odds.matrix import Troop
from tabletop.arcana.printing.parts import FINE, READ, STRONG, TEST, inches
from tabletop.arcana.rules.melee.fighters import FIGURE_BY_FIGURE
from tabletop.decoding import MalformedError
from tabletop.dice.words import per_cent, tenths
from tabletop.pdf.document import Page, Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Placed, Section, Stack, TableRow, cell, fill_columns
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Surface
from tabletop.pdf.typography import Style, measure, shorten
from tabletop.values import Slug, Value

MOST_TARGETS, MOST_COUNT = 4, 100
ROW = 3.45
NUMBERS, SHOTS = 9.8, 12.6  # millimetres of a column
NOTHING = "–"
TITLE, WORDS = Style(16, "title"), Style(9.5)
NAMED = Style(11.5, "title", leading=1.1)
WIDE, BETWEEN = 80.0, 12.0
FOOT, RIDERS, BEASTS = 20, 10, 5  # models of a target, by their wounds


class CardTarget(Value, frozen=True, kw_only=True):
    """Models of a printed profile that units on cards are set against, as they are put down."""

    profile: Slug
    count: Annotated[int, Meta(ge=1, le=MOST_COUNT)] = 1


Targets = Annotated[tuple[CardTarget, ...], Meta(max_length=MOST_TARGETS)]

# Light and heavy foot, heavy cavalry and a monster: armour 2, 3 and 4 on bases 1 and 2, and many wounds on base 9.
USUAL_TARGETS = (
    CardTarget(profile="orcs/orc-warrior", count=20),
    CardTarget(profile="marr/legionnaire", count=20),
    CardTarget(profile="high-elves/noble-cavalry", count=10),
    CardTarget(profile="monsters/giant"),
)


def usual_count(row: profiles.Row) -> int:
    """As many of a profile as usually stand together: twenty on foot, ten of two wounds, five larger ones, one."""
    if row.section is not profiles.Section.TROOPS:
        return 1
    return {1: FOOT, 2: RIDERS}.get(row.wounds, BEASTS if row.wounds < FIGURE_BY_FIGURE else 1)


def dearest_of(army: Army) -> tuple[CardTarget, ...]:
    """An army's dearest units of printed models as targets, each profile once, four at most."""
    units = price(army).units
    found: dict[str, CardTarget] = {}
    for unit in sorted(army.units, key=lambda unit: -units[unit.ref].points):
        models = max(unit.models, key=lambda models: models.count, default=None)
        if models and not is_design(models.row) and models.row.wounds:
            found.setdefault(models.row.slug, CardTarget(profile=models.row.slug, count=min(models.count, MOST_COUNT)))
    return tuple(found.values())[:MOST_TARGETS]


class Rival(Struct, frozen=True):
    """A target with its name on cards."""

    name: str
    troop: Troop


class Odds(Struct, frozen=True):
    """A unit as it fights, with its number and name, and whom it is set against."""

    number: str
    name: str
    own: Troop
    rivals: tuple[Rival, ...]
    catalogue: Catalogue

    @property
    def reach(self) -> str:
        """How far its shots are counted; empty without any."""
        shots = self.own.known.figures.missile
        return inches(Fraction(shots[0].range)) if shots else ""

    def against(self, rival: Rival) -> Exchange:
        return exchange(self.own, rival.troop, self.catalogue)


def rivals_of(targets: Targets, catalogue: Catalogue) -> tuple[Rival, ...]:
    """The targets looked up; MalformedError names the first that there isn't."""
    return tuple(
        Rival(*target_of(target.profile, target.count, catalogue, f"targets[{place}]"))
        for place, target in enumerate(targets)
    )


def odds_of(army: Army, unit: FieldedUnit, number: int, rivals: tuple[Rival, ...]) -> Odds | None:
    """The unit's odds; None where it can't be set against anybody, or there is nobody to set it against."""
    if not rivals:
        return None
    try:
        own = troop_of(unit, army.catalogue)
    except MalformedError:
        return None
    return Odds(str(number), unit.name, own, rivals, army.catalogue)


class OddsTable(Struct, frozen=True):
    """Against whom, wounds and chance to break by a turn's blows, wounds by its shots."""

    odds: Odds
    width: float

    @property
    def height(self) -> float:
        return ROW * (1 + len(self.odds.rivals)) + 0.5

    @property
    def _columns(self) -> tuple[float, ...]:
        return (NUMBERS, NUMBERS, *((SHOTS,) if self.odds.reach else ()))

    @property
    def _lefts(self) -> list[float]:
        """Where the name and the columns begin."""
        columns = self._columns
        return [0.0, *(self.width - sum(columns[place:]) for place in range(len(columns)))]

    def draw(self, surface: Surface, x: float, y: float) -> None:
        surface.line((x, y), (x + self.width, y), FINE)
        heads = ("wounds", "breaks", *((f"shots {self.odds.reach}",) if self.odds.reach else ()))
        with surface.row(self._lefts, head=True):
            with surface.cell(0):
                surface.text((x, y + 2.75), "Odds", STRONG)
                surface.text((x + measure("Odds ", STRONG), y + 2.75), "first turn", TEST)
            self._cells(surface, x, y + 2.75, heads, TEST)
        surface.line((x, y + ROW), (x + self.width, y + ROW), FINE)
        for number, rival in enumerate(self.odds.rivals, 1):
            baseline = y + number * ROW + 2.85
            with surface.row(self._lefts):
                with surface.cell(0):
                    surface.text((x, baseline), shorten(rival.name, READ, self._lefts[1] - 0.5), READ)
                self._cells(surface, x, baseline, self._figures(rival), STRONG)
        surface.line((x, y + self.height - 0.2), (x + self.width, y + self.height - 0.2), FINE)

    def _figures(self, rival: Rival) -> tuple[str, ...]:
        found = self.odds.against(rival)
        wounds, shots = (NOTHING if mean is None else tenths(mean) for mean in (found.wounds, found.shots))
        breaks = NOTHING if found.breaks is None else per_cent(found.breaks)
        return (wounds, breaks, *((shots,) if self.odds.reach else ()))

    def _cells(self, surface: Surface, x: float, baseline: float, words: Sequence[str], style: Style) -> None:
        for place, (word, left, wide) in enumerate(zip(words, self._lefts[1:], self._columns, strict=True), 1):
            with surface.cell(place):
                surface.text((x + left + wide, baseline), word, style, "right")


def odds_sheet(odds: Sequence[Odds], paper: Paper) -> Sheet:
    """A page, or several, with the odds of units whose cards have no room for them."""
    box = content_box(paper)
    head = Stack(
        (
            TableRow((cell(Column(0, box.width), "Odds of units", TITLE),)),
            TableRow((cell(Column(0, box.width), "Of those whose cards have no room for them.", WORDS),)),
            Gap(3),
        )
    )
    columns = fill_columns([Section(tuple(_tables(odds)))], box.height - head.height)
    a_page = max(int((box.width + BETWEEN) / (WIDE + BETWEEN)), 1)
    shared = [columns[first : first + a_page] for first in range(0, len(columns), a_page)]
    pages = tuple(_page(head, page, box) for page in shared)
    return Sheet(title="Odds of units", subject=f"{len(odds)} units", paper=paper, pages=pages)


def _page(head: Block, columns: Sequence[Sequence[Placed]], box: Box) -> Page:
    def draw(surface: Surface) -> None:
        head.draw(surface, box.x, box.y)
        for place, column in enumerate(columns):
            for item in column:
                item.block.draw(surface, box.x + place * (WIDE + BETWEEN), box.y + head.height + item.y)

    return draw


def _tables(odds: Sequence[Odds]) -> Iterator[Block]:
    for each in odds:
        name = TableRow((cell(Column(0, WIDE), f"{each.number} {each.name}", NAMED),))
        yield Stack((name, Gap(0.8), OddsTable(each, WIDE), Gap(4)))
