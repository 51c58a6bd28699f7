"""How a game begins: spellbooks that agree, the labyrinth, decks and the first player by lot (WW-10 to WW-14)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Happening
from tabletop.battle.playing import Begun
from tabletop.boards.walled_squares import square_name
from tabletop.cards import copies, seed_from, shuffled
from tabletop.decoding import MalformedError
from tabletop.dice.sources import Chance, Rolled
from tabletop.findings import Severity
from tabletop.packs import Packs
from tabletop.wizwar.battle import facts as made
from tabletop.wizwar.battle.course import Course
from tabletop.wizwar.battle.judging import (
    UNNAMED,
)
from tabletop.wizwar.battle.state import Game, Treasure, order_of
from tabletop.wizwar.catalogue import FIRST_HAND, Option
from tabletop.wizwar.pack import Pack
from tabletop.wizwar.play.labyrinth import Labyrinth, Laid, turned_square
from tabletop.wizwar.pricing import PricedBook, priced_by
from tabletop.wizwar.rules import RULEBOOK
from tabletop.wizwar.spellbook import Spellbook

VERSION = f"{RULEBOOK.name} {RULEBOOK.version}"
AGREED = (
    ("options", "options"),
    ("points", "number of points"),
    ("pack", "data pack"),
    ("on_paper", "kind of cards, kept here or on paper"),
)


def begun_by(name: str, rosters: Sequence[Spellbook], reference: Packs, source: Rolled) -> Begun:
    """A game of two to four spellbooks, its labyrinth, decks and first player by lot (WW-10 to WW-14)."""
    sides = order_of(len(rosters))
    books = [_checked(side, book, reference) for side, book in zip(sides, rosters, strict=True)]
    for side, book in zip(sides[1:], rosters[1:], strict=True):
        for field, word in AGREED:
            if getattr(book, field) != getattr(rosters[0], field):
                raise MalformedError(side, f"all spellbooks are of the same {word}")
    pack, options = books[0].pack, rosters[0].options
    if UNNAMED in pack.cards:
        raise MalformedError("red", f"its data pack has a card “{UNNAMED}”, which stands for cards on paper")
    groups = _groups(sides, books)
    chance = Chance(seed_from(source, "labyrinth"))
    labyrinth = labyrinth_by(pack, sides, chance)
    decks = {side: f"deck-{number}" for number, group in enumerate(groups, 1) for side in group}
    course = Course(Game(), NotedDice(source, "rolled"))
    course.do(
        made.GameBegun(
            name=name, pack=pack, sides=sides, names={side: side.capitalize() for side in sides}, labyrinth=labyrinth,
            treasures=tuple(treasures_in(labyrinth)), options=options, goal=rosters[0].points, decks=decks,
            on_paper=rosters[0].on_paper,
        ),
        "WW-10", "WW-11", "WW-12",
    )  # fmt: skip
    for number, group in enumerate(groups, 1):
        cards = books[sides.index(group[0])].cards
        order = copies(cards) if rosters[0].on_paper else shuffled(copies(cards), seed_from(source))
        course.do(made.DeckLaid(f"deck-{number}", order, course.dice.salt()), "WW-13")
    for side in sides:
        course.draw(side, FIRST_HAND)
    course.begin_turn(sides[chance.below(len(sides))])
    return Begun(sides, VERSION, [Happening(each.fact, each.rules) for each in course.happenings])


def labyrinth_by(pack: Pack, sides: Sequence[str], chance: Chance) -> Labyrinth:
    """Sectors of one side by lot, each turned by lot, in the layout for so many players (WW-11)."""
    layout = pack.layout(len(sides))
    faces = [[sector for sector in pack.sound_sectors if sector.side == face] for face in ("a", "b")]
    enough = [sectors for sectors in faces if len(sectors) >= len(sides)]
    if layout is None or not enough:
        raise MalformedError("red", f"its data pack has no labyrinth for {len(sides)} players")
    left = enough[chance.below(len(enough))] if len(enough) > 1 else enough[0]
    laid = []
    for side, position in zip(sides, layout.positions, strict=True):
        sector = left.pop(chance.below(len(left)))
        laid.append(Laid(sector.id, side, sector.rows, chance.below(4), position))
    return Labyrinth(tuple(laid), layout.portals, layout.positions)


def treasures_in(labyrinth: Labyrinth) -> list[Treasure]:
    """Two treasures of each side, on the squares of its sector that are marked (WW-12)."""
    found = []
    for laid in labyrinth.laid:
        signs = {
            (row, column): line[4 * column + 2]
            for row, line in enumerate(laid.rows[1::2])
            for column in range(5)
            if line[4 * column + 2 : 4 * column + 3]
        }
        places = [
            turned_square((row + 5 * laid.position[0], column + 5 * laid.position[1]), laid.position, laid.quarters)
            for (row, column), sign in signs.items()
            if sign == "T"
        ]
        found += [
            Treasure(f"{laid.owner}-{number}", laid.owner, square_name(place)) for number, place in enumerate(places, 1)
        ]
    return found


def _groups(sides: Sequence[str], books: Sequence[PricedBook]) -> list[tuple[str, ...]]:
    """Who draws from one deck: all, or with custom spellbooks two groups that drafted; MalformedError for others."""
    if not books[0].book.has(Option.CUSTOM):
        for side, book in zip(sides[1:], books[1:], strict=True):
            if set(book.book.schools) != set(books[0].book.schools) and not book.book.has(Option.GIANT):
                raise MalformedError(side, "all spellbooks are of the same schools")
        return [tuple(sides)]
    groups: dict[tuple[str, frozenset[str]], list[str]] = {}
    for side, book in zip(sides, books, strict=True):
        groups.setdefault((book.book.cantrip, frozenset(book.book.schools)), []).append(side)
    if len(groups) != 2:
        raise MalformedError(sides[1], "custom spellbooks are of two groups, each of its own schools and cantrip")
    (one, first), (two, second) = groups
    if one == two or first & second:
        raise MalformedError(sides[1], "the two groups have different cantrips and no school in common")
    return [tuple(group) for group in groups.values()]


def _checked(side: str, book: Spellbook, reference: Packs) -> PricedBook:
    """A spellbook that may be played with; MalformedError for one that isn't legal."""
    priced = priced_by(book, reference)
    errors = [finding for finding in RULEBOOK.review(priced).findings if finding.severity is Severity.ERROR]
    if errors:
        raise MalformedError(side, f"{book.name} can't be played with: {errors[0].message.rstrip('.')}")
    return priced
