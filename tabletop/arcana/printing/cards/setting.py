"""A unit's card set on its size: one face, always.

From the top stand head, figures, saves, attacks, odds where they are wished for, reminders and spells, from the bottom
boxes, morale test and foot. Type has one size for each role on every card. What doesn't fit is said shorter, step by
step (FITS): hints go first, then reminders run on, stand as names, levels of spells lose their headings, the list of
spells goes and reminders come back, range bars become low ones, a base is drawn at a tenth instead of a fifth, at last
further profiles and lines of attack become sentences with their bands in frames; odds
leave the card before a base shrinks. Boxes shrink within each step from 5 to 3.6 mm. Cost: a card is laid out once for
each step it needs, most for the first alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from functools import cache
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.printing.cards.blocks import (
    STRONG_TEST,
    WEDGE,
    Arranged,
    FiguresRow,
    MoraleLine,
    Rule,
    SavesTable,
)
from tabletop.arcana.printing.cards.figures import EACH, Attack
from tabletop.arcana.printing.cards.marks import MANY, marks_for, tally_marks
from tabletop.arcana.printing.cards.odds import Odds, OddsTable
from tabletop.arcana.printing.cards.sentences import attack_in_words, profile_in_words, sentence
from tabletop.arcana.printing.cards.spell_list import spell_list
from tabletop.arcana.printing.cards.unit_card import MoraleTest, Profile, UnitCard
from tabletop.arcana.printing.parts import (
    BAR_HEIGHT,
    BASE_SCALE,
    LEAST_BOX,
    MOST_BOX,
    READ,
    SLIM_HEIGHT,
    SMALL,
    SMALL_BASE_SCALE,
    STRONG,
    TEST,
    Boxes,
    Footprint,
    Line,
    Paragraph,
    RangeBar,
    Rings,
    boxes,
    head,
    paragraph,
    width_of,
)
from tabletop.arcana.printing.signs import Sign
from tabletop.heraldry import Picture
from tabletop.pdf.flow import Block, Gap
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Surface
from tabletop.pdf.typography import GLUE, Style, measure, shorten

Size = tuple[float, float]

SAFE = 3.0
JOINED_FROM = 110.0  # millimetres of height from which a leader stands on its unit's card
LEADER = Style(11.5, "title", leading=1.0)
HANG = 6.0
SIGN = 4.4
BOX_SIZES = (MOST_BOX, 4.9, 4.6, 4.3, 4.0, 3.8, LEAST_BOX)
LEAST_WORDS = 20.0
LARGE_BASE = 8.0


class Reminding(Enum):
    """How abilities stand on a card."""

    LINES = auto()
    RUN_ON = auto()
    NAMES = auto()


class Fit(Struct, frozen=True):
    """How much a card says: low range bars where `slim`, and so many lines of attack, the others as sentences.

    `headed` is whether the levels of spells have headings, `base` how many times as large the base is as its drawing.
    """

    reminding: Reminding = Reminding.LINES
    hints: bool = True
    slim: bool = False
    spells: bool = True
    headed: bool = True
    further: bool = True
    lines: int = MANY
    narrow: bool = False
    dense: bool = False
    base: int = BASE_SCALE
    odds: bool = True


def _fits() -> Iterator[Fit]:
    """One thing after the other said shorter, what is missed least first."""
    yield Fit()
    reminding = tuple(_reminded_shorter())
    yield from reminding
    yield replace(reminding[-1], headed=False)
    for fit in reminding:
        yield replace(fit, spells=False)
    fit = replace(reminding[-1], spells=False)
    fit = replace(fit, slim=True)
    yield fit
    fit = replace(fit, base=SMALL_BASE_SCALE)
    for narrow, further in ((False, True), (True, True), (False, False)):
        fit = replace(fit, narrow=narrow, further=further)
        yield fit
    for lines in (3, 2, 1, 0):
        fit = replace(fit, lines=lines)
        yield fit


def _reminded_shorter() -> Iterator[Fit]:
    fit = Fit(hints=False)
    yield fit
    for reminding in (Reminding.RUN_ON, Reminding.NAMES):
        for dense in (False, True):
            fit = replace(fit, reminding=reminding, dense=dense)
            yield fit
    yield replace(fit, narrow=True)


FITS = tuple(_fits())
SPELLESS = tuple(dict.fromkeys(replace(fit, spells=True, headed=True) for fit in FITS))


class Face(Struct, frozen=True):
    """One side of one card, ready to be drawn.

    `free` are the millimetres of height that nothing stands in, `overlap` those that the last words share with a base,
    `unsaid` odds that the card had no room for.
    """

    top: tuple[Block, ...]
    bottom: Block
    free: float
    emblem: Picture | None
    back: str
    overlap: float = 0.0
    unsaid: Odds | None = None

    def draw(self, surface: Surface, place: Box) -> None:
        x, y = place.x + SAFE, place.y + SAFE
        for block in self.top:
            block.draw(surface, x, y)
            y += block.height
        self.bottom.draw(surface, x, place.bottom - SAFE - self.bottom.height)


def faces_of(card: UnitCard, size: Size) -> tuple[Face, ...]:
    """The card's one face, and its leader's unless that fits on it; sizes in millimetres."""
    if card.leader is None:
        return (_face(card, size),)
    if size[1] >= JOINED_FROM and (joined := _joined_face(card, card.leader, size)):
        return (joined,)
    return _face(card, size), *faces_of(card.leader, size)


def _face(card: UnitCard, size: Size) -> Face:
    width, height = size[0] - 2 * SAFE, size[1] - 2 * SAFE
    for fit in _fits_of(card):
        top = tuple(_top(card, width, fit))
        used = _height(top)
        if used > height:
            continue
        bottom = _bottom(card, width, height - used, fit)
        free = height - used - bottom.height
        if free + min(bottom.corner, _beside_base(card, top, width, fit)) >= 0:
            unsaid = None if fit.odds else card.odds
            return Face(top, bottom, max(free, 0.0), card.emblem, card.back, max(-free, 0.0), unsaid)
    return _shortest(card, width, height)


def _fits_of(card: UnitCard) -> Sequence[Fit]:
    """What the card may say shorter; odds give way before bases and range bars do."""
    fits = FITS if card.spells or (card.leader and card.leader.spells) else SPELLESS
    if not card.odds:
        return fits
    with_odds = takewhile(lambda fit: fit.base == BASE_SCALE, fits)
    return (*with_odds, *(replace(fit, odds=False) for fit in fits))


def _beside_base(card: UnitCard, top: Sequence[Block], width: float, fit: Fit) -> float:
    """How high the last blocks are that leave room for the base at their right."""
    narrow, high = width - Footprint(card.base, fit.base).width - 1.5, 0.0
    for block in reversed(top):
        if _extent(block) > narrow:
            break
        high += block.height
    return high


def _extent(block: Block) -> float:
    """How far a block reaches to the right, at most; blocks that span the card have no end."""
    if isinstance(block, Gap):
        return 0.0
    if isinstance(block, Paragraph):
        return block.hang + max(map(width_of, block.lines), default=0.0)
    if isinstance(block, Line):
        return block.hang + width_of(block.runs)
    return block.width if isinstance(block, RangeBar) else MANY


def _shortest(card: UnitCard, width: float, height: float) -> Face:
    """The last resort of units of many sorts: fewer names, no boxes, and as many profiles as there is room for."""
    fit, most = replace(FITS[-1], odds=False), len(card.profiles)
    for kept, tallies in ((most, card.tallies), *((kept, ()) for kept in range(most, -1, -1))):
        shorter = replace(
            card, profiles=card.profiles[:kept], tallies=tallies, reminders=card.reminders[: max(kept, 2)]
        )
        gone = ", ".join(_gone(card, shorter))
        rest = (paragraph(((f"On the roster sheet: {gone}.", READ),), READ, width),) if gone else ()
        top = (*_top(shorter, width, fit), *rest)
        bottom = _bottom(shorter, width, height - _height(top), fit)
        free = height - _height(top) - bottom.height
        if free >= 0:
            break
    return Face(top, bottom, free, card.emblem, card.back, unsaid=card.odds)


def _gone(card: UnitCard, shorter: UnitCard) -> Iterator[str]:
    """What a shorter card leaves out."""
    for whole, left, name in (
        (card.profiles, shorter.profiles, "profile"),
        (card.reminders, shorter.reminders, "reminder"),
    ):
        if missing := len(whole) - len(left):
            yield f"{missing} more {name}{'s' * (missing != 1)}"
    if card.tallies and not shorter.tallies:
        yield "wounds"


def _top(card: UnitCard, width: float, fit: Fit) -> Iterator[Block]:
    plain = head(width, card.emblem, card.title, card.below, card.number, card.tag)
    inner = width - _aside(card, fit) if fit.narrow else width
    reminding = tuple(_reminders(card, inner, fit))
    if fit.reminding is Reminding.NAMES:
        named = head(width, card.emblem, card.title, _with_names(card), card.number, card.tag)
        is_whole = not named.below[-1:] or not named.below[-1].endswith("…")
        if is_whole and named.height < plain.height + _height(reminding):
            plain, reminding = named, ()
    yield plain
    yield from _profiles(card.profiles, width, inner, fit)
    if card.odds and fit.odds:
        yield Gap(_breath(fit))
        yield OddsTable(card.odds, width)
    yield from reminding
    yield from _spells(card.spells, width, fit)


def _with_names(card: UnitCard) -> str:
    """What stands below the title, and the abilities that the card has."""
    return ", ".join(filter(None, (card.below, *(reminder.name.lower() for reminder in card.reminders))))


def _aside(card: UnitCard, fit: Fit) -> float:
    """The width that a large base takes at the right; a small one is beside the foot alone."""
    base = Footprint(card.base, fit.base)
    return base.width + 1.5 if base.height > LARGE_BASE else 0.0


def _profiles(profiles: Sequence[Profile], width: float, inner: float, fit: Fit) -> Iterator[Block]:
    for number, profile in enumerate(profiles):
        if number and not fit.further:
            yield Gap(0.6)
            yield paragraph(tuple(profile_in_words(profile)), READ, inner)
            continue
        if number or profile.name:
            yield Gap(0.6 if number else 0.0)
            yield paragraph(((profile.name, STRONG),), READ, width)
        yield FiguresRow(profile.figures, width, labelled=not number)
        yield SavesTable(profile.saves, width)
        yield Gap(_breath(fit))
        yield from _attacks(profile.attacks, width, inner, fit)


def _attacks(attacks: Sequence[Attack], width: float, inner: float, fit: Fit) -> Iterator[Block]:
    """Lines, then words; an alternative doesn't say again what the attack before it said."""
    said: tuple[str, ...] = ()
    for number, attack in enumerate(attacks):
        known = said if attack.alternative and attack.bands else ()
        said = attack.qualities
        shorter = replace(attack, qualities=tuple(quality for quality in said if quality not in known))
        if number >= fit.lines:
            yield paragraph(tuple(attack_in_words(shorter)), READ, inner)
            continue
        is_last = number == len(attacks) - 1
        yield from _attack(shorter, inner if is_last else width, fit)
        yield Gap(0.25 if fit.hints else 0.1)


def _attack(attack: Attack, width: float, fit: Fit) -> Iterator[Block]:
    """A line of attack and its range bar."""
    runs = list(sentence(attack))
    who = [(f"  {attack.who}", STRONG)] if attack.who else []
    qualities = attack.qualities
    if who and HANG + width_of(runs + who) > width:
        who, qualities = [], (*([attack.who] if attack.who != EACH else []), *qualities)
    beside = [(f"  {', '.join(qualities)}", READ)] if qualities else []
    if HANG + width_of(runs + who + beside) <= width:
        who, qualities = who + beside, ()
    yield Line(tuple(runs + who), 5.2, 4.25, attack.sign, SIGN, HANG)
    if qualities:
        yield paragraph(((", ".join(qualities), READ),), READ, width, HANG)
    if attack.bands:
        yield Gap(0.3)
        yield RangeBar(attack.bands, min(width, 66.0), attack.least, SLIM_HEIGHT if fit.slim else BAR_HEIGHT)
    if fit.hints:
        for hint in attack.hints:
            yield paragraph(((hint, READ),), READ, width)


def _reminders(card: UnitCard, width: float, fit: Fit) -> Iterator[Block]:
    if not card.reminders:
        return
    yield Gap(0.5)
    if fit.reminding is Reminding.NAMES:
        yield paragraph(((", ".join(reminder.name for reminder in card.reminders), STRONG),), READ, width)
        return
    if fit.reminding is Reminding.LINES:
        for reminder in card.reminders:
            yield paragraph(((reminder.name, STRONG), (f" {reminder.words}", READ)), READ, width)
        return
    runs = tuple(run for each in card.reminders for run in ((each.name, STRONG), (f" {each.words} ", READ)))
    yield paragraph(runs, READ, width)


def _spells(spells: Sequence[Spell], width: float, fit: Fit) -> Iterator[Block]:
    if not spells:
        return
    if not fit.spells:
        yield paragraph((("Spells", STRONG), (" on their own cards.", READ)), READ, width)
        return
    yield Gap(0.6)
    yield spell_list(spells, width, headed=fit.headed)


def _test_line(test: MoraleTest, width: float, *, wedge: bool) -> MoraleLine:
    sign = WEDGE if wedge else ""
    models = f"{test.models} model{'s' * (test.models != 1)} a turn, or " if test.models else ""
    left = f"{sign}{test.left}{GLUE}left" if wedge else f"{test.left} wound{'s' * (test.left != 1)}{GLUE}left"
    return MoraleLine(paragraph(((f"Test: {models}{left}", TEST),), TEST, width - 4.5).lines)


class Way(Enum):
    """Where the boxes stand: above the words, above them and beside the base, or in one row with both."""

    ABOVE = auto()
    BESIDE = auto()
    IN_A_ROW = auto()


def _bottom(card: UnitCard, width: float, room: float, fit: Fit) -> Arranged:
    """Boxes, words and base, in whichever way leaves the boxes largest."""
    ways = (Way.ABOVE, Way.BESIDE, *((Way.IN_A_ROW,) if card.spells else ()))

    base = Footprint(card.base, fit.base)

    @cache
    def words(left: float) -> tuple[Block, ...]:
        return _words(card, width - left, base)

    def arranged(size: float) -> list[Arranged]:
        return [_arranged(card, width, size, fit, way, words) for way in ways]

    if card.tallies and (largest := _fitting(arranged(MOST_BOX), room)):
        return largest
    least = min(arranged(LEAST_BOX), key=lambda each: each.height)
    if least.height > room or not card.tallies:
        return least
    smaller = (_fitting(arranged(size), room) for size in BOX_SIZES[1:])
    return next(filter(None, smaller), least)


def _fitting(arranged: Sequence[Arranged], room: float) -> Arranged | None:
    """The one with the largest boxes of those that have room, the lowest of several."""
    fitting = [each for each in arranged if each.height <= room]
    return max(fitting, key=lambda each: (each.size, -each.height)) if fitting else None


def _arranged(
    card: UnitCard, width: float, size: float, fit: Fit, way: Way, words_beside: Callable[[float], tuple[Block, ...]]
) -> Arranged:
    """One way to set them; `words_beside` are the words when so many millimetres at their left are taken."""
    base = Footprint(card.base, fit.base)
    high, aside = base.height, base.width + 1.5
    power: tuple[Block, ...] = (Rings(), Gap(0.4)) if card.spells else ()
    marks = marks_for(card.tallies, card.half, width if way is Way.ABOVE else width - aside, size, dense=fit.dense)
    left = 0.0
    if way is Way.IN_A_ROW:
        left = marks.width + 1.5
        if len(card.tallies) != 1 or width - aside - left < LEAST_WORDS:
            way, left = Way.BESIDE, 0.0
    words = words_beside(left)
    of_marks, of_words = marks.height, _height(words)
    match way:
        case Way.ABOVE:
            low = max(of_words, high) + of_marks
            below = low - of_marks
        case Way.BESIDE:
            low, below = max(of_words, high, of_marks + of_words), of_words
        case Way.IN_A_ROW:
            low, below = max(of_words, high, of_marks), -0.7
    height = low + _height(power)
    placed = [
        *_stacked(power),
        *_stacked(marks.blocks, height - of_marks - below),
        *_stacked(words, height - of_words, left),
        (width - base.width, height - high, base),
    ]
    corner = 0.0 if power or way is not Way.BESIDE else low - of_marks - of_words
    return Arranged(tuple(placed), height, marks.size, corner)


def _stacked(blocks: Sequence[Block], top: float = 0.0, left: float = 0.0) -> Iterator[tuple[float, float, Block]]:
    """The blocks below each other."""
    for block in blocks:
        yield left, top, block
        top += block.height


def _height(blocks: Sequence[Block]) -> float:
    return sum([block.height for block in blocks])


def _words(card: UnitCard, width: float, base: Footprint) -> tuple[Block, ...]:
    """Morale test, link and foot, made from the last one up: those above the base may be as wide as the card."""
    made: list[Block] = []

    def room() -> float:
        return width - (base.width + 1.5 if _height(made) < base.height else 0.0)

    size = base.words.replace(" ", GLUE)
    words = f"{size} · {card.back}, {card.foot}"
    if measure(words, SMALL) > room():
        words = f"{size}, {card.foot}"
    made.append(paragraph(((words, SMALL),), SMALL, room()))
    if card.link:
        made.append(_link(card.link, room()))
    if card.test:
        made.append(_test_line(card.test, room(), wedge=card.half is not None and len(card.tallies) == 1))
    return tuple(reversed(made))


def _link(words: str, width: float) -> Line:
    return Line(((shorten(words, STRONG_TEST, width - 4.0), STRONG_TEST),), 3.6, 2.9, Sign.LEADER, 3.0, 4.0)


def _joined_face(card: UnitCard, leader: UnitCard, size: Size) -> Face | None:
    """Unit above, leader below on one card; None where they don't fit with their attacks in large figures."""
    width, height = size[0] - 2 * SAFE, size[1] - 2 * SAFE
    for fit in (fit for fit in _fits_of(card) if fit.further and fit.lines == MANY):
        words = f"{Footprint(card.base, fit.base).words} · {card.back}, {card.foot}, leader {leader.foot}"
        foot = paragraph(((words, SMALL),), SMALL, width)
        tops = (
            (*_upper(card, width, boxed, fit), *_lower(leader, width, boxed, fit)) for boxed in (LEAST_BOX, *BOX_SIZES)
        )
        if _height(next(tops)) + foot.height <= height:
            top = next(top for top in tops if _height(top) + foot.height <= height)
            unsaid = None if fit.odds else card.odds
            return Face(top, foot, height - (_height(top) + foot.height), card.emblem, card.back, unsaid=unsaid)
    return None


def _upper(card: UnitCard, width: float, size: float, fit: Fit) -> Iterator[Block]:
    yield from _top(replace(card, tag=""), width, fit)
    yield Gap(_breath(fit))
    base = Footprint(card.base, fit.base)
    narrow = width - base.width - 1.5
    boxed = marks_for(card.tallies, card.half, narrow, size, dense=fit.dense)
    marks = [*boxed.blocks, *((Rings(),) if card.spells else ())]
    if card.test:
        marks.append(_test_line(card.test, width if _height(marks) > base.height else narrow, wedge=False))
    placed = (*_stacked(marks), (width - base.width, 0.0, base))
    yield Arranged(placed, max(_height(marks), base.height))


def _breath(fit: Fit) -> float:
    """The room between parts of a card."""
    return 0.8 if fit.hints else 0.4


def _lower(leader: UnitCard, width: float, size: float, fit: Fit) -> Iterator[Block]:
    yield Gap(_breath(fit))
    yield Rule(width)
    name = Line(((leader.title, LEADER),), 5.0, 3.9, Sign.LEADER, 4.0, 5.4)
    beside = leader.tallies[0] if len(leader.tallies) == 1 else None
    drawn = boxes(beside.models, beside.wounds, width, size=min(size, 4.3)) if beside else Boxes((), 0.0, 0.0)
    if beside and 5.4 + measure(leader.title, LEADER) + 1.5 + drawn.width <= width:
        yield Arranged(((0.0, 0.0, name), (width - drawn.width, 0.0, drawn)), max(5.0, drawn.height))
    else:
        yield name
        for tally in leader.tallies:
            yield from tally_marks(tally, width, min(size, 4.3), None, dense=fit.dense)
    told = paragraph(((_with_names(leader), READ),), READ, width)
    has_names = fit.reminding is Reminding.NAMES and len(told.lines) == 1
    if leader.below or has_names:
        yield told if has_names else paragraph(((leader.below, READ),), READ, width)
    for number, profile in enumerate(leader.profiles):
        if number and not fit.further:
            yield paragraph(tuple(profile_in_words(profile)), READ, width)
            continue
        if number:
            yield paragraph(((profile.name, STRONG),), READ, width)
        yield FiguresRow(profile.figures, width, labelled=False)
        yield SavesTable(profile.saves, width)
        yield Gap(_breath(fit))
        yield from _attacks(profile.attacks, width, width, fit)
    yield from () if has_names else _reminders(leader, width, fit)
    yield from _spells(leader.spells, width, fit)
    if leader.spells:
        yield Gap(0.5)
        yield Rings()
