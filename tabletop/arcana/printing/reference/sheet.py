"""The reference sheet on paper: two pages in the order of the six phases, or large print on as many as it takes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.army.resolve import Army
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.printing.cards.reminders import called
from tabletop.arcana.printing.cutouts.sheet import spells_used
from tabletop.arcana.printing.parts import FINE
from tabletop.arcana.printing.reference.blocks import (
    GUTTER,
    Chapter,
    Heading,
    KeyBox,
    PhaseBlock,
    Setting,
    Spine,
    Table,
    entry_block,
    table_block,
)
from tabletop.arcana.printing.reference.phases import PHASES
from tabletop.arcana.printing.reference.uses import (
    base_units_of,
    tags_of,
    words_named,
)
from tabletop.arcana.printing.signs import Sign
from tabletop.arcana.reference.ground import terrain_rows
from tabletop.arcana.reference.short import KEYS, MORALE_TABLE, PARTS, TURN, Entry, Part
from tabletop.arcana.reference.spell_cards import SPELL_WORDS
from tabletop.arcana.rules.morale.testing import ARMY_TESTS_FROM, TENTH, army_holds_on
from tabletop.arcana.terrain import GroundKind
from tabletop.heraldry import picture
from tabletop.pdf.document import Page, Sheet, content_box
from tabletop.pdf.flow import Block, Column, Emblem, Gap, Placed, Stack, TableRow, cell
from tabletop.pdf.paper import Box, Paper
from tabletop.pdf.surface import Surface
from tabletop.pdf.typography import Style

SIZES = tuple(points / 4 for points in range(42, 31, -1))
READABLE = 8.5
LARGE = 14.0
MAGIC = 3
ATTACKS = (4, 5)
"""The phases whose rolls hit; the first that is there stands below what all such rolls need."""
LAST_TEST = 70  # percent of the points lost, as far as the table has room
TITLE = Style(22, "title", leading=1.0)
SUBTITLE = Style(9, leading=1.15)
SHIELD, SHIELD_ROOM = 9.0, 13.0
LABEL = Style(8)
LEAST_NOTES, NOTE_ROW = 34.0, 9.5
AGREED = ("Ground", "Woods", "Walls, obstacles", "Buildings", "Water", "Scenario, turns")


class Content(Struct, frozen=True):
    """What the sheet says, before it is set, the armies' emblem at its head; `pages` where it is too much for two."""

    names: str
    armies: tuple[Army, ...]
    parts: dict[str, Part]
    keys: tuple[Entry, ...]
    tables: dict[int, tuple[Table, ...]]
    spells: tuple[Entry, ...]
    words: tuple[Entry, ...]
    pages: int = 0


def reference_sheet(
    armies: Sequence[Army],
    ground: Sequence[GroundKind],
    *,
    paper: Paper,
    large: bool = False,
    spells: Iterable[Spell] = (),
) -> Sheet:
    """The rules in play; with rosters, only those that their units use and what their cards name.

    `spells` are those that are known where there is no roster; what their cards leave out stands here.

    One page if all of it fits there in 8.5 points, else two, set as large as fits, more only where two of 8 points
    can't hold it; in large print one column of 14.
    """
    known = spells_used(armies) if armies else spells
    content = _content(armies, ground, [spell for spell in known if SPELL_WORDS[spell.slug].abridged])
    pages = _pages(content, paper, Setting(LARGE, columns=1), parted=True) if large else _fitted(content, paper)
    title = f"Reference for {content.names}" if content.names else "Reference"
    return Sheet(title=title, subject="Rules in play, in our words", paper=paper, pages=pages)


def _content(armies: Sequence[Army], ground: Sequence[GroundKind], abridged: Sequence[Spell]) -> Content:
    parts, names = parts_for(armies), [army.name for army in armies]
    bases = base_units_of(armies) if armies else frozenset(units for units, _, _ in MORALE_TABLE)
    return Content(
        names=" and ".join(filter(None, (", ".join(names[:-1]), *names[-1:]))),
        armies=tuple(armies),
        parts={part.title: part for part in parts},
        keys=tuple(key for key in KEYS if any(key in part.entries for part in parts)),
        tables={2: (_ground(ground),), 6: (_numbers(bases), _army_tests())},
        spells=tuple(Entry(spell.name, spell.text) for spell in abridged),
        words=tuple(words_of(armies)),
    )


def parts_for(armies: Sequence[Army]) -> tuple[Part, ...]:
    """The parts with the lines that are used; a part that has none left isn't there."""
    if not armies:
        return PARTS
    used = tags_of(armies)
    kept = (
        replace(part, entries=tuple(entry for entry in part.entries if not entry.tags or entry.tags & used))
        for part in PARTS
    )
    return tuple(part for part in kept if part.entries)


def words_of(armies: Sequence[Army]) -> Iterator[Entry]:
    """What the words on the armies' cards mean, but for those that a line above says."""
    said = {entry.lead.casefold() for part in parts_for(armies) for entry in part.entries}
    named = words_named(armies)
    texts = ((called(ability), ability.text) for ability in named.abilities)
    meanings = {name: text for name, text in texts if name.casefold() not in said} | named.others
    yield from (Entry(name, text) for name, text in meanings.items())


def _ground(kinds: Sequence[GroundKind]) -> Table:
    note = "* Agreed before the game; this is our proposal." if any(kind.ours for kind in kinds) else ""
    heads = ("", "in block", "skirmish", "shots at", "seen into")
    rows = tuple(
        (name, block, loose, cover.replace("-", "–"), sight.removesuffix(" in"))
        for name, block, loose, cover, sight in terrain_rows(kinds)
    )
    return Table("What an inch of ground costs", (2.3, 1, 1.1, 1, 1), heads, rows, note)


def _numbers(bases: frozenset[float]) -> Table:
    rows = tuple(
        ("½" if units == 0.5 else f"{units:g}", str(loose), str(ranked))
        for units, loose, ranked in MORALE_TABLE
        if units in bases
    )
    return Table("Models for each 1 of morale", (1.4, 1, 1), ("base units", "skirmish", "block"), rows)


def _army_tests() -> Table:
    """What an army rolls at each tenth of its points lost (Attrition Scenario)."""
    steps = range(ARMY_TESTS_FROM, LAST_TEST + 1, TENTH)
    heads = ("points lost", *(f"{lost} %" for lost in steps))
    row = ("holds on", *(str(army_holds_on(lost)) for lost in steps))
    return Table("The army's own test, 2d6", (1.6, *(1,) * len(steps)), heads, (row,))


def _fitted(content: Content, paper: Paper) -> tuple[Page, ...]:
    """On one page or two, as large as fits, phases whole before one is parted; what is too much goes on, and says so.

    Leads in a column of their own are kept down to what reads well; below that they run in.
    """
    airy = [Setting(points) for points in SIZES if points >= READABLE]
    dense = [Setting(points, dense=True) for points in SIZES]
    for most, settings in ((1, airy), (2, airy), (2, dense)):
        least = _pages(content, paper, settings[-1], parted=True)
        if len(least) > most:
            continue
        tried = (_pages(content, paper, setting, parted=parted) for setting in settings for parted in (False, True))
        return next((pages for pages in tried if len(pages) <= most), least)
    return _pages(replace(content, pages=len(least)), paper, settings[-1], parted=True)


def _pages(content: Content, paper: Paper, setting: Setting, *, parted: bool) -> tuple[Page, ...]:
    box = content_box(paper)
    filled = _filled(_chapters(content, box.width, setting), box.height, parted=parted)
    noted = next((number for number, placed in enumerate(filled) if box.height - _used(placed) >= LEAST_NOTES), None)
    return tuple(_page(placed, box, noted=number == noted) for number, placed in enumerate(filled))


def _filled(chapters: Iterable[Block | Chapter], height: float, *, parted: bool) -> list[list[Placed]]:
    """The chapters in order on pages of a height in millimetres: one without room there moves on, or is parted.

    One that is higher than a page is parted anyhow.
    """
    waiting, pages = deque(chapters), list[list[Placed]]([[]])
    while waiting:
        chapter = waiting.popleft()
        block = chapter.block() if isinstance(chapter, Chapter) else chapter
        used = _used(pages[-1])
        if used + block.height > height:
            is_long = parted or block.height > height
            parts = chapter.parted(height - used) if is_long and isinstance(chapter, Chapter) else None
            if parts:
                block, rest = parts
                waiting.appendleft(rest)
            elif pages[-1]:
                waiting.appendleft(chapter)
                pages.append([])
                continue
        pages[-1].append(Placed(block, used))
    return pages


def _used(placed: Sequence[Placed]) -> float:
    return max((item.y + item.block.height for item in placed), default=0.0)


def _page(placed: Sequence[Placed], box: Box, *, noted: bool) -> Page:
    def draw(surface: Surface) -> None:
        for item in placed:
            item.block.draw(surface, box.x, box.y + item.y)
        if noted:
            _notes(surface, Box(box.x, box.bottom - LEAST_NOTES + 4, box.width, LEAST_NOTES - 4))

    return draw


def _notes(surface: Surface, room: Box) -> None:
    """Lines to write on what both players have agreed."""
    wide = (room.width - GUTTER) / 2
    surface.text((room.x, room.y), "Agreed for this table", Style(14, "title"))
    for number, label in enumerate(AGREED):
        row, column = divmod(number, 2)
        x, y = room.x + column * (wide + GUTTER), room.y + (row + 1) * NOTE_ROW - 1
        surface.text((x, y - 0.8), label, LABEL)
        surface.line((x, y), (x + wide, y), FINE)


def _chapters(content: Content, width: float, setting: Setting) -> Iterator[Block | Chapter]:
    yield _top(content, width)
    turn = tuple((lead[0], lead[2:], entry.text) for entry in TURN.entries for lead in [entry.lead])
    yield Spine(turn, width, setting, a_row=6 if setting.columns > 1 else 2)
    inner = width - setting.aside
    wide = (inner - GUTTER * (setting.columns - 1)) / setting.columns
    keys = content.keys
    for phase in PHASES:
        parts = [content.parts[title] for title in phase.parts if title in content.parts]
        entries = [entry for part in parts for entry in part.entries if entry not in KEYS]
        blocks: list[Block] = [entry_block(entry, wide, setting) for entry in entries]
        blocks += [table_block(table, wide, setting) for table in content.tables.get(phase.number, ())]
        if not blocks:
            continue
        sources = ", ".join(dict.fromkeys(part.source.section for part in parts))
        heading = Heading(phase.title, phase.heart, sources, phase.sign, str(phase.number or ""))
        keyed = bool(keys) and phase.number in ATTACKS
        above = (KeyBox(keys, width, setting),) if keyed else ()
        yield Chapter(heading, tuple(blocks), width, setting, above)
        if phase.number == MAGIC and content.spells:
            texts = tuple(entry_block(entry, inner, setting) for entry in content.spells)
            yield PhaseBlock(None, Stack(()), (Stack(texts),), inner, setting.aside, setting)
        keys = () if keyed else keys
    words = tuple(entry_block(entry, wide, setting) for entry in content.words)
    if words:
        yield Chapter(Heading("Words on cards", sign=Sign.UNIT), words, width, setting)


def _top(content: Content, width: float) -> Stack:
    uses = "uses" if len(content.armies) == 1 else "use"
    words = f"What {content.names} {uses} of the rules" if content.names else "How the rules work, phase by phase"
    words += f"; too much for two pages, so it takes {content.pages}" * bool(content.pages)
    emblem = picture(content.armies[0].own.army.shield, hatched=True) if content.armies else None
    left = SHIELD_ROOM if emblem else 0.0
    rows: list[Block] = [Emblem(emblem, SHIELD, f"Shield: {content.armies[0].own.army.name}")] if emblem else []
    rows += [
        TableRow((cell(Column(left, width - left), "Reference", TITLE),)),
        TableRow((cell(Column(left, width - left), f"{words}. Figures of units stand on their cards.", SUBTITLE),)),
        Gap(2.4),
    ]
    return Stack(tuple(rows))
