"""What lies beside the map: country sheets, a battle to fill in, the card of a year."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.boards.area_pictures import caption
from tabletop.greyhawk.catalogue import HAND, MOST_TROOPS, ROUNDS, ROUNDS_WITH_HERO, Tag
from tabletop.greyhawk.pack import Country, Pack
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK, Style
from tabletop.rosters.comparison import signed

TITLE, HEADING = Style(20, "title"), Style(13, "title")
NAME, WORDS, HEAD = Style(11, "bold"), Style(10), Style(9, "bold")
NUMBER = Style(16, "bold", leading=1.1)
HEAVY, LINE = Pen(0.5, INK), Pen(0.2, INK)
BOXES = 9  # counters in a line: five, and mercenaries
TAG_WORDS = {Tag.SCOUT: "scout", Tag.MARINE: "marine", Tag.BUILDER: "helps to fortify"}
YEAR: tuple[tuple[str, str, str], ...] = (
    ("1", "Turn order", "Each a die, 0 is 10; the highest first. Equal ones again among themselves."),
    (
        "2",
        "Heroes",
        "In turn order: each hero to any area without another player's army, one of yours to an area. Whoever is beside"
        " an enemy's army stays.",
    ),
    ("3", "Events", f"One each: play it, or keep it as it says. At most {HAND} cards in all, at any time."),
    (
        "4",
        "Actions",
        "One player does all of it, then the next. One marker ends what it does before the next begins; then it is"
        " turned over. Army: move, attack, fortify, disband. Hero: an alliance, a search, mercenaries, a move.",
    ),
    (
        "",
        "Moves",
        "Infantry and monsters 3, cavalry 4, heroes and ships 6, an army as its slowest. Open 1; forest, hill, desert"
        " 2; mountain and swamp 1, and stop. Ships carry 2, flipped ones 1; on board 1, ashore 1.",
    ),
    (
        "",
        "Battle",
        f"Cards face down. Up to {ROUNDS} rounds, {ROUNDS_WITH_HERO} where a hero wishes. One attack a counter,"
        " everybody once before anybody twice. Hit on the strength or less. +1 hero, −1 at a fortification, −1 over a"
        " ferry or from ships. Over a river or from the water the defender fires first in round 1. Scouts fire before"
        " all others. Ships fight ships, armies armies, and marines both.",
    ),
    (
        "",
        "Retreat",
        "After a round the attacker may, else the defender: to a free neighbouring area of yours, not whence the attack"
        " came. The attacker goes back. Who must and can't is destroyed.",
    ),
    (
        "",
        "One die",
        "Fortify: infantry there, +1 dwarf, gnome or giant, +1 hero. Alliance: rating, card, +1 a gift. Search: more"
        " than the monster's strength.",
    ),
    (
        "",
        "At last",
        f"Markers that haven't acted heal all, or add counters, one of each kind on the card up to {MOST_TROOPS}"
        " (conquered: the first kind). One new army in a free area of a home or allied country. New allies.",
    ),
    (
        "",
        "Counters",
        "A dashed one is the weaker side, stuck behind. One frame is good, two are evil, none neutral. A flag is an"
        " army marker, a star a hero, with the letters of their power.",
    ),
)


def country_sheets(pack: Pack, *, paper: Paper) -> Sheet:
    """A country a block: ratings, modifiers, what it raises with figures, its areas; boxes for who holds it."""
    mark = pack.meta.sentence
    width = content_box(paper, mark).width
    head = Section(tuple(_title("Countries", width)))
    sections = [Section((Stack(tuple(_country(pack, country, width))),)) for country in pack.countries]
    return _sheet("countries", [head, *sections], paper=paper, mark=mark)


def _country(pack: Pack, country: Country, width: float) -> Iterator[Block]:
    whole = Column(0, width)
    columns = (Column(0, 60), Column(62, 30), Column(94, width - 94))
    ratings = f"{country.good} or less for good players, {country.evil} or less for evil ones"
    mods = "".join(f", {signed(each.mod)} for {_name(pack, each.when)}" for each in country.modifiers)
    said_of_it = f"{country.alignment.capitalize()}. Becomes an ally on {ratings}{mods}."
    yield TableRow((cell(whole, country.name, HEADING),), above=1.5, below=0.4)
    yield TableRow((cell(whole, said_of_it, WORDS),), below=1.2)
    yield Hairline(width, LINE)
    yield _row(columns, ("raises", "strength", "kind"), HEAD, RowKind.HEAD)
    for muster in country.roster:
        row = pack.by_code.get(muster.troop)
        words = (
            f"{muster.n} × {row.name if row else muster.troop}", row.figures if row else "",
            ", ".join((row.kind, *(TAG_WORDS[tag] for tag in row.tags))) if row else "",
        )  # fmt: skip
        yield _row(columns, words, WORDS, RowKind.BODY)
    areas = "; ".join(f"{area.name}, {caption(area)}" for area in pack.areas_of(country.id)) if pack.board else ""
    if areas:
        yield TableRow((cell(whole, f"Areas: {areas}.", WORDS),), above=1.0, below=1.0)
    yield Holder()
    yield Hairline(width, HEAVY)


def _name(pack: Pack, country: str) -> str:
    known = pack.by_country.get(country)
    return known.name if known else country


class Holder(Struct, frozen=True):
    """A line for who holds a country, and a box to tick for how."""

    height: float = 8.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        low = y + 5.0
        surface.text((x, low), "Held by", WORDS)
        surface.line((x + 15, low + 0.8), (x + 75, low + 0.8), LINE)
        for number, tie in enumerate(("home", "allied", "conquered")):
            left = x + 82 + number * 26
            surface.rectangle(Box(left, low - 3.2, 3.6, 3.6), LINE)
            surface.text((left + 5, low), tie, WORDS)


class Squares(Struct, frozen=True):
    """A line of squares to write counters into."""

    count: int
    side: float

    @property
    def height(self) -> float:
        return self.side + 2.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        for number in range(self.count):
            surface.rectangle(Box(x + number * (self.side + 1.5), y, self.side, self.side), LINE)


def battle_worksheet(*, paper: Paper) -> Sheet:
    """Two lines of squares, and a row for each round: who fires first, hits, who goes."""
    width = content_box(paper).width
    side = min(19.0, width / BOXES - 1.5)
    whole = Column(0, width)
    blocks: list[Block] = [*_title("A battle", width)]
    thirds = (Column(0, 55), Column(60, 55), Column(120, width - 120))
    where = ("Area:", "from:", "river · ferry · ships · fortified")
    blocks += [_row(thirds, where, WORDS, RowKind.PARAGRAPH), Hairline(width, LINE), Gap(2)]
    for name in ("Attacker", "Defender"):
        blocks.append(
            TableRow(
                (cell(whole, f"{name}: write kind and strength, strike through once flipped, twice gone", NAME),),
                below=1,
            )
        )
        blocks += [Squares(BOXES, side), Squares(BOXES, side)]
        blocks += [TableRow((cell(whole, "Heroes, and the counters they stand by; cards:", WORDS),), above=1, below=5)]
    columns = (Column(0, 28), Column(30, 40), Column(72, 34), Column(108, 34), Column(144, width - 144))
    blocks += [
        Gap(2),
        _row(columns, ("round", "first to fire", "attacker's hits", "defender's hits", "who goes"), HEAD, RowKind.HEAD),
    ]
    for number in range(1, ROUNDS_WITH_HERO + 1):
        note = "4, with a hero" if number > ROUNDS else str(number)
        blocks += [Hairline(width, LINE), Gap(2), _row(columns, (note, "", "", "", ""), WORDS, RowKind.BODY), Gap(3)]
    blocks.append(Hairline(width, HEAVY))
    lines = (
        "Order: attacker and defender at once; scouts before all others, at once where both have some.",
        "Over a river, a ferry or from ships, round 1: defending scouts, attacking scouts, other defenders, others.",
        "Strength: as printed, +1 a hero, −1 at a fortification, −1 over a ferry or from ships, cards; never below 1.",
        "Everybody attacks once, and every enemy is attacked once before any is twice. Hit on the strength or less.",
    )
    blocks += [TableRow((cell(whole, line, WORDS),), above=1, below=0.6) for line in lines]
    return _sheet("a battle", [Section(tuple(blocks))], paper=paper)


def phase_card(*, paper: Paper) -> Sheet:
    """What is done in a year, in its order; no figure of a pack stands on it."""
    width = content_box(paper).width
    blocks: list[Block] = [*_title("A year", width)]
    for number, name, words in YEAR:
        cells = (
            cell(Column(0, 9), number, NUMBER), cell(Column(11, 34), name, NAME),
            cell(Column(47, width - 47), words, WORDS),
        )  # fmt: skip
        blocks += [TableRow(cells, above=1.4, below=2.0), Hairline(width, LINE)]
    return _sheet("a year", [Section(tuple(blocks))], paper=paper)


def _title(words: str, width: float) -> Iterator[Block]:
    yield TableRow((cell(Column(0, width), words, TITLE),), below=1.0)
    yield Hairline(width, HEAVY)
    yield Gap(2)


def _row(columns: Sequence[Column], words: Sequence[str], style: Style, kind: RowKind) -> TableRow:
    cells = tuple(cell(column, said, style) for column, said in zip(columns, words, strict=True))
    return TableRow(cells, above=0.9, below=1.0, kind=kind)


def _sheet(title: str, sections: Sequence[Section], *, paper: Paper, mark: str = "") -> Sheet:
    pages = paginate(sections, content_box(paper, mark))
    return Sheet(title=f"Greyhawk Wars: {title}", paper=paper, pages=pages, mark=mark)
