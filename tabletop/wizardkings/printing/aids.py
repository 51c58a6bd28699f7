"""What lies beside the board: the recruitment table, the record of turns with the moon, the card of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, TableRow, cell, paginate
from tabletop.pdf.paper import Paper
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import INK, Style
from tabletop.wizardkings.catalogue import TERMS, Size, Terms
from tabletop.wizardkings.pack import Pack
from tabletop.wizardkings.play.recruiting import ENOUGH_SIDES, HIGH, LOW, ONE_IN_A_HEX, RecruitClass

TITLE, HEADING = Style(20, "title"), Style(13, "title")
NUMBER, NAME = Style(16, "bold", leading=1.1), Style(11, "bold")
WORDS, HEAD = Style(10), Style(9, "bold")
HEAVY, LINE = Pen(0.5, INK), Pen(0.2, INK)
LONGEST = max(terms.turns for terms in TERMS.values())

# Where each class recruits, in few words; the limits come from the rules in play.
PLACES: dict[RecruitClass, str] = {
    RecruitClass.FOREST: f"full forest hex, or {ENOUGH_SIDES} forest hexsides",
    RecruitClass.DESERT: "full desert hex",
    RecruitClass.MOUNTAIN: f"full mountain hex, or {ENOUGH_SIDES} mountain hexsides",
    RecruitClass.AMPHIBIAN: f"full swamp hex, or {ENOUGH_SIDES} river hexsides",
    RecruitClass.AQUATIC: "sea or coastal hex",
    RecruitClass.FLYER: "clear hex with a city",
    RecruitClass.PLAIN: "clear hex",
    RecruitClass.CHAOS: "by its own terrain, as above",
    RecruitClass.WEREBEAST: f"by its own terrain; new moon none, full moon {HIGH} a hex and a step more",
}
NOTES = (
    "All classes recruit in their own capital too, within their limit. A coast is land and sea, but one hex.",
    f"Units of different types in one hex: {LOW} alone. Types are classes, not names.",
    "A step each; 2 for units that cost 1 gold. Never beyond full strength. Wizards and castles never recruit.",
    "Not if it moved or fought this turn, nor beside an enemy in its hex.",
    "After a victory the whole army may stay and recruit there, if nobody regroups. Flyers at sea and fatigued wizards"
    " regroup.",
)
PHASES: tuple[tuple[str, str], ...] = (
    ("Initiative", "Two dice each, ties again; the highest is first."),
    (
        "Movement",
        "Player by player. As your movement ends your units recruit, at once, before the next player moves.",
    ),
    (
        "Battles",
        "A before B, C and D; a plus before the others of its letter. A die a step, a hit on the number or less, a"
        " step lost for each. Wizards: a spell a round up to their steps (3 and 4: all levels), no steps paid;"
        " then a die: on the level or less they retreat next round. Learn 1 step by a kill of a direct spell, once a"
        " turn. Chaos pays steps, never the last. Spells of a whole battle hold one round.",
    ),
    (
        "After a battle",
        "Regroup, or stay together and let one or two units recruit. No city of an enemy's board is a goal, unless"
        " you had a unit in it before; in a small game no empty city is.",
    ),
    (
        "Build",
        "Your picks: cadres to a capital that no enemy is in (small: off the map, they enter by your edge), or castle"
        " steps, one a castle, in cities of yours. Wizards in a henge's hex that neither moved nor fought: a step on 1"
        " or 2. Eliminated wizards and chaos never return; werebeasts aren't taken at new moon.",
    ),
    ("The end", "Add the gold of the cities that you control. Turn the moon."),
)


def recruitment_table(*, paper: Paper) -> Sheet:
    """Which class recruits where, and how many in a hex; no figure of a pack stands on it."""
    box = content_box(paper)
    width = box.width
    columns = (Column(0, 42), Column(44, width - 70), Column(width - 24, 24, "centre"))
    blocks: list[Block] = [*_title("Who recruits where", width)]
    blocks.append(_row(columns, ("class", "the hex", "at most"), HEAD, RowKind.HEAD))
    for each, place in PLACES.items():
        limit = LOW if each in (*ONE_IN_A_HEX, RecruitClass.WEREBEAST) else HIGH
        blocks += [Hairline(width, LINE), _row(columns, (each, place, str(limit)), WORDS, RowKind.BODY, first=NAME)]
    blocks += [Hairline(width, HEAVY), Gap(3)]
    blocks += [TableRow((cell(Column(0, width), note, WORDS),), below=1.6) for note in NOTES]
    return _sheet("recruitment table", blocks, paper=paper)


def turn_record(pack: Pack, size: Size | None, *, paper: Paper) -> Sheet:
    """A line for each turn of a size of game, or of the longest; with the pack's moon or room for it."""
    terms = TERMS[size] if size else None
    mark = pack.meta.sentence if pack.rules.moon_cycle else ""
    box = content_box(paper, mark)
    width = box.width
    columns = (
        Column(0, 14), Column(16, 20), Column(38, 24), Column(64, 24), Column(90, width - 114),
        Column(width - 22, 22, "centre"),
    )  # fmt: skip
    blocks: list[Block] = [*_title(f"Turns of a {size} game" if size else "Turns", width)]
    blocks += [TableRow((cell(Column(0, width), _how_it_ends(terms), WORDS),), below=2)] if terms else []
    heads = ("turn", "moon", "my gold", "their gold", "built, eliminated for good", "it may end")
    blocks.append(_row(columns, heads, HEAD, RowKind.HEAD))
    for turn in range(1, (terms.turns if terms else LONGEST) + 1):
        open_ = "✓" if terms and turn >= terms.not_before else ""
        words = (str(turn), pack.rules.moon(turn) or "", "", "", "", open_)
        blocks += [Hairline(width, LINE), Gap(0.9), _row(columns, words, WORDS, RowKind.BODY, first=NAME)]
    blocks.append(Hairline(width, HEAVY))
    return _sheet("turn record", blocks, paper=paper, mark=mark)


def _how_it_ends(terms: Terms) -> str:
    picks = f"{terms.picks} pick{'s' if terms.picks > 1 else ''} in each build phase"
    return f"{picks}. Over at {terms.gold} gold from turn {terms.not_before} on, else after turn {terms.turns}."


def phase_card(*, paper: Paper) -> Sheet:
    """What is done in a turn, in its order; no figure of a pack stands on it."""
    width = content_box(paper).width
    blocks: list[Block] = [*_title("A turn of the recruitment variant", width)]
    for number, (name, words) in enumerate(PHASES, 1):
        cells = (
            cell(Column(0, 9), str(number), NUMBER), cell(Column(11, 34), name, NAME),
            cell(Column(47, width - 47), words, WORDS),
        )  # fmt: skip
        blocks += [TableRow(cells, above=1.4, below=2.0), Hairline(width, LINE)]
    sizes = (Column(0, 30), *(Column(32 + 24 * place, 22, "centre") for place in range(5)))
    blocks += [Gap(4), _row(sizes, ("game", "picks", "turns", "gold", "from turn", "chaos pool"), HEAD, RowKind.HEAD)]
    for size, terms in TERMS.items():
        pool = f"{terms.pool_least}–{terms.pool_most}"
        row = (size, str(terms.picks), str(terms.turns), str(terms.gold), str(terms.not_before), pool)
        blocks += [Hairline(width, LINE), _row(sizes, row, WORDS, RowKind.BODY, first=NAME)]
    return _sheet("a turn", blocks, paper=paper)


def _title(words: str, width: float) -> Iterator[Block]:
    yield TableRow((cell(Column(0, width), words, TITLE),), below=1.0)
    yield Hairline(width, HEAVY)
    yield Gap(2)


def _row(
    columns: Sequence[Column], words: Sequence[str], style: Style, kind: RowKind, *, first: Style | None = None
) -> TableRow:
    styles = (first or style, *[style] * (len(words) - 1))
    cells = tuple(cell(column, said, each) for column, said, each in zip(columns, words, styles, strict=True))
    return TableRow(cells, above=0.9, below=1.0, kind=kind)


def _sheet(title: str, blocks: Sequence[Block], *, paper: Paper, mark: str = "") -> Sheet:
    pages = paginate([Section(tuple(blocks))], content_box(paper, mark))
    return Sheet(title=f"Wizard Kings: {title}", paper=paper, pages=pages, mark=mark)
