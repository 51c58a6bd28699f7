"""What lies beside the board: the card of a turn's ten segments, and the tables, filled in by a pack or left blank."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from tabletop.arrakhar.catalogue import PROFILES, Profile, Side, UnitType, profiles_of
from tabletop.arrakhar.pack import FACES, Killing, Pack
from tabletop.arrakhar.play.valley import TURN, Segment
from tabletop.arrakhar.printing.art import SILHOUETTES, draw_art
from tabletop.arrakhar.printing.counters import factor_of
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Pen, Point, Surface
from tabletop.pdf.typography import INK, Style

TITLE, HEADING = Style(20, "title"), Style(14, "title")
NUMBER, NAME, WORDS = Style(20, "bold", leading=1.0), Style(13, "bold"), Style(11)
CELL, HEAD, NOTE = Style(10), Style(9, "bold"), Style(9)
HEAVY, LINE = Pen(0.5, INK), Pen(0.25, INK)
ROW = 6.2
LABEL = 30.0
BLANK_COLUMNS = ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
OUTCOMES = {"none": "–", "kill:all": "all", "kill:half_up": "half, up", "kill:half_down": "half, down"}
PLACES = {"any_ruin": "any ruin", "chosen_hex_list": "the hexes", "edge": "the edge"}
SEGMENTS: Mapping[tuple[Side, Segment], str] = {
    (Side.SORCERER, Segment.WANDERING): "Roll as your chart says. None come while all 20 orcs are on the board.",
    (Side.SORCERER, Segment.SUMMON): "A sorcerer beside a haunt, one after the other: temple demons, ruin orcs, crypt"
    " ghouls. The haunt's hex is empty, or holds up to 3 of that type. Each haunt once a turn. They may move at once.",
    (Side.SORCERER, Segment.MOVE): "Demons 6 hexes, others 4. Four of one type in a hex at the end. In the first turn"
    " nobody ends within 2 hexes of an entry.",
    (Side.SORCERER, Segment.FIREBALL): "Sorcerers who haven't summoned. All are declared first; a die for each target"
    " that is left. Range 1, or 2 with a clear hex between.",
    (Side.SORCERER, Segment.COMBAT): "All attacks are declared first, each unit once; sorcerers never attack. Add up"
    " factors, round the odds down. Attackers may advance into a hex that they emptied.",
    (Side.WIZARD, Segment.HASTE): "A wizard, up to 4 of one type in his hex or beside it. All are declared first; the"
    " highest counts, for this turn's move. In the first turn also at an entry.",
    (Side.WIZARD, Segment.MOVE): "Barbarians 6 hexes, others 4, and haste. Four of one type in a hex at the end. One"
    " carrier takes the wand along, or hands it on before moving.",
    (Side.WIZARD, Segment.FIREBALL): "Wizards who haven't cast haste, and one more with the wand, on its own table. All"
    " are declared first; a die for each target that is left.",
    (Side.WIZARD, Segment.COMBAT): "As the sorcerer's; wizards never attack. One type against its prey is a column"
    " better: barbarians demons, dwarves orcs, elves ghouls.",
    (Side.WIZARD, Segment.HAUNTS): "A haunt with any of the wizard's units on it is destroyed. If the wand is there,"
    " they have it.",
}
ENDS = (
    "The wizard wins as the wand is carried into an entry, the sorcerer as the last of the wizard's units is gone."
    " There is no last turn."
)


class Table(Struct, frozen=True):
    """A table with ruled cells: heads over its columns, rows under their own heads; an empty cell is to be filled."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    width: float

    @property
    def height(self) -> float:
        return HEADING.line_height + ROW * (1 + len(self.rows)) + 4.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        with surface.paragraph():
            surface.text((x, y + HEADING.baseline), self.title, HEADING)
        wide = (self.width - LABEL) / (len(self.heads) - 1)
        lefts = [0.0, *(LABEL + wide * number for number in range(len(self.heads) - 1))]
        top = y + HEADING.line_height + 1.0
        for place, row in enumerate((self.heads, *self.rows)):
            with surface.row(lefts, head=not place):
                _cells(surface, [(x + left, top + place * ROW) for left in lefts], row, wide)
            for left in lefts[1:] if place else ():
                surface.rectangle(Box(x + left, top + place * ROW, wide, ROW), LINE)


def _cells(surface: Surface, corners: Sequence[Point], words: Sequence[str], wide: float) -> None:
    """A row's own head, and what stands in the middle of its cells."""
    with surface.cell(0):
        surface.text((corners[0][0], corners[0][1] + 4.4), words[0], HEAD)
    for number, ((left, top), said) in enumerate(zip(corners[1:], words[1:], strict=True), 1):
        with surface.cell(number):
            surface.text((left + wide / 2, top + 4.4), said, CELL, "centre")


class Legend(Struct, frozen=True):
    """A side's silhouettes beside each other, with what each stands for."""

    profiles: tuple[Profile, ...]
    width: float
    height: float = 13.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        step = self.width / len(self.profiles)
        for number, profile in enumerate(self.profiles):
            left = x + number * step
            draw_art(surface, SILHOUETTES[profile.unit], (left, y), 9.0)
            with surface.paragraph():
                surface.text((left + 11.5, y + 4.0), profile.name, HEAD)
                surface.text((left + 11.5, y + 8.2), f"combat {factor_of(profile)}, move {profile.move}", NOTE)


def phase_card(*, paper: Paper) -> Sheet:
    """The ten segments of a turn in their order, and how a game ends; no figure of a pack stands on it."""
    box = content_box(paper)
    blocks = [TableRow((cell(Column(0, box.width), "Arrakhar's Wand: a turn", TITLE),), below=2.0)]
    return _sheet("phases", [Section((*blocks, *_segments(box.width)))], box, paper=paper)


def _segments(width: float) -> Iterator[Block]:
    for side in (Side.SORCERER, Side.WIZARD):
        yield Hairline(width, HEAVY)
        yield TableRow((cell(Column(0, width), f"The {side}'s phase", HEADING),), above=1.5, below=1.0)
        for number, segment in enumerate((segment for who, segment in TURN if who is side), 1):
            yield TableRow(
                (
                    cell(Column(0, 9), str(number), NUMBER),
                    cell(Column(11, 40), segment.capitalize(), NAME),
                    cell(Column(53, width - 53), SEGMENTS[side, segment], WORDS),
                ),
                above=1.0,
                below=1.6,
            )
            yield Hairline(width, LINE)
        yield Gap(4.0)
    yield TableRow((cell(Column(0, width), ENDS, WORDS),), below=4.0)
    yield from (Legend(tuple(profiles_of(side)), width) for side in (Side.SORCERER, Side.WIZARD))


def _sheet(title: str, sections: Sequence[Section], box: Box, *, paper: Paper, mark: str = "") -> Sheet:
    return Sheet(title=f"Arrakhar's Wand: {title}", paper=paper, pages=paginate(sections, box), mark=mark)


def tables_sheet(pack: Pack | None, *, paper: Paper) -> Sheet:
    """A pack's tables under whose they are; without a pack blank ones, to copy the charts of one's own magazine into.

    What a pack doesn't have stays blank.
    """
    mark = pack.meta.sentence if pack else ""
    box = content_box(paper, mark)
    title = "tables" if pack else "blank tables"
    blocks = [Stack((table,)) for table in _tables(pack, box.width)]
    note = cell(Column(0, box.width), _wandering(pack), NOTE)
    return _sheet(title, [Section((*blocks, Stack((TableRow((note,)),))))], box, paper=paper, mark=mark)


def _tables(pack: Pack | None, width: float) -> Iterator[Table]:
    costs = pack.costs if pack else {}
    units = [*PROFILES]
    cost_row = ("points", *(str(costs.get(unit, "")) for unit in units))
    yield Table("Counter chart", ("", *units), (cost_row,), width)
    summon, haste = (pack.summon, pack.haste) if pack else (None, None)
    rolls = (
        ("summon, up to", *(str((summon or {}).get(face, "")) for face in FACES)),
        ("haste, hexes +", *(str((haste or {}).get(face, "")) for face in FACES)),
    )
    yield Table("Summon and haste", ("on a", *FACES), rolls, width)
    fireball = (pack.fireball if pack else None) or {}
    yield _killing("Fireballs of wizards", fireball.get("W"), Side.SORCERER, width)
    yield _killing("Fireballs of sorcerers", fireball.get("S"), Side.WIZARD, width)
    yield _killing("The wand", pack.wand if pack else None, Side.SORCERER, width)
    combat = pack.combat if pack else None
    columns = combat.columns if combat else BLANK_COLUMNS
    outcomes = combat.rows if combat else {}
    blank = ("",) * len(columns)
    rows = tuple((face, *map(_outcome, (*outcomes.get(face, ()), *blank)[: len(columns)])) for face in FACES)
    yield Table("Combat: who dies", ("on a", *columns), rows, width)


def _killing(title: str, table: Killing | None, targets: Side, width: float) -> Table:
    """A tick under each face on which a target dies."""
    known: Mapping[UnitType, Sequence[int]] = table or {}
    rows = tuple(
        (profile.unit, *("✓" if int(face) in known.get(profile.unit, ()) else "" for face in FACES))
        for profile in profiles_of(targets)
    )
    return Table(f"{title}: dies on a", ("", *FACES), rows, width)


def _outcome(words: str) -> str:
    return OUTCOMES.get(words, words.removeprefix("kill:"))


def _wandering(pack: Pack | None) -> str:
    """On which faces how many orcs come and where, or room to write it."""
    wandering = pack.wandering if pack else None
    if wandering is None or wandering.faces is None or wandering.place is None:
        return "Wandering orcs: on a ______ come ______ orcs, in ______________________________"
    faces = ", ".join(map(str, wandering.faces))
    where = ", ".join((PLACES[wandering.place], *wandering.hexes))
    return f"Wandering orcs: on a {faces} come {wandering.count}, in {where}. {wandering.note}"
