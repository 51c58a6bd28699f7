"""A game as it stands: wizards, cards in piles, what lies in the labyrinth, spells that are cast and not yet resolved.

A state is a value, and never changes. What a seat may not see of it, `view.py` leaves out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property, lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tabletop.boards.walled_squares import Place, SideKind, Square, square_name
from tabletop.cards import Piles, card_of
from tabletop.wizwar.catalogue import HAND, MOST_LIFE, SIDES, SPEED, VICTORY, Option, Trait
from tabletop.wizwar.effects import LASTING, AnyEffect, Armour, Bonus, Evade, Fill, Lock, Punch, Speed, Tread
from tabletop.wizwar.pack import Pack, Spell, Thing
from tabletop.wizwar.play.labyrinth import (
    CLOSED,
    FULL,
    MISTY,
    Changes,
    Ground,
    Labyrinth,
    ground_of,
    place_of,
    square_of,
)

STACK, BOARD = "stack", "board"  # piles of cards being cast, and of items that lie in squares
MOST_TURNS = 400
MOST_COUNTED = 500  # movement points, or stun tokens: more than there can be


class Phase(StrEnum):
    """What the active wizard does; time passes by itself as a turn begins (WW-20)."""

    CAST = "move and cast"
    DRAW = "discard and draw"


class Wizard(Struct, frozen=True, kw_only=True):
    """A wizard: where, how well, and what was done this turn; `left` are movement points.

    `bends` says that the next spell may go around a corner.
    """

    side: str
    at: str
    life: int
    left: int = 0
    stun: int = 0
    stunned: bool = False
    moved: bool = False
    attacked: bool = False
    boosted: bool = False
    bends: bool = False
    turns: int = 0
    kills: int = 0
    dead: bool = False

    def __post_init__(self) -> None:
        """ValueError for a life, points or tokens that no wizard has."""
        if self.life > MOST_LIFE or abs(self.left) > MOST_COUNTED or not 0 <= self.stun <= MOST_COUNTED:
            raise ValueError(f"{self.side} can't have life {self.life}, {self.left} points and {self.stun} tokens")

    @property
    def square(self) -> Square:
        return square_of(self.at)


class Treasure(Struct, frozen=True):
    """A treasure: whose, where it lies, or who carries it: a side, or a creature by its name."""

    ref: str
    owner: str
    at: str
    carrier: str = ""


class Made(Struct, frozen=True, kw_only=True):
    """An object or a creature on the board: what it is, its square or its line, whose, and the spell that keeps it.

    `walked` are the steps of a creature in this turn.
    """

    ref: str
    kind: str
    place: str
    owner: str = ""
    spell: str = ""
    walked: int = 0

    @property
    def is_on_line(self) -> bool:
        return ":" in self.place


class Kept(Struct, frozen=True, kw_only=True):
    """A spell that works on: on whom or what, and its energy tokens, None for one without an end."""

    card: str
    owner: str
    on: str
    tokens: int | None = None


class Cast(Struct, frozen=True, kw_only=True):
    """What was cast and isn't resolved: a card, an item that is used, or a punch without either.

    `less` is what counters take off its damage; `fails` is set by whatever cancels it, `back` where it strikes its
    caster, `taker` is who gets its card.
    """

    card: str
    by: str
    on: str
    energy: int = 1
    how: str = ""
    is_use: bool = False
    less: int = 0
    fails: bool = False
    back: bool = False
    taker: str = ""


class Game(Struct, frozen=True, kw_only=True, dict=True):
    """A game of two to four wizards; before its first fact there is no pack and no labyrinth.

    `gone` are printed walls and doors that are destroyed, `cracks` those of lines and objects by name. `held` are doors
    by who holds them open. `decks` are the names of the piles that each side draws from. `work` is what players have to
    carry out by hand. `shedding` is who has too many cards.

    Where cards are on paper, `paper` is how many of each hand nobody has seen, None where that isn't counted, and
    `notes` are the cards among them that a side has named for its own eyes; a deck's pile has all that nobody has seen.
    A game keeps the board as it stands, which it is asked for all the time.
    """

    name: str = ""
    pack: Pack | None = None
    labyrinth: Labyrinth | None = None
    options: tuple[Option, ...] = ()
    goal: int = VICTORY
    names: Mapping[str, str] = {}
    decks: Mapping[str, str] = {}
    paper: Mapping[str, int | None] = {}
    notes: Mapping[str, tuple[str, ...]] = {}
    piles: Piles = Piles()
    wizards: tuple[Wizard, ...] = ()
    treasures: tuple[Treasure, ...] = ()
    things: tuple[Made, ...] = ()
    number: int = 0
    lying: Mapping[str, str] = {}
    gone: frozenset[str] = frozenset()
    cracks: Mapping[str, int] = {}
    held: Mapping[str, str] = {}
    kept: tuple[Kept, ...] = ()
    stack: tuple[Cast, ...] = ()
    passed: tuple[str, ...] = ()
    turn: int = 0
    active: str = ""
    phase: Phase = Phase.CAST
    shedding: str = ""
    work: tuple[str, ...] = ()
    how: str = ""
    winner: str = ""

    @property
    def data(self) -> Pack:
        """The pack; LookupError before the game has begun."""
        if self.pack is None:
            raise LookupError("the game has not begun")
        return self.pack

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(wizard.side for wizard in self.wizards)

    @property
    def living(self) -> tuple[Wizard, ...]:
        return tuple(wizard for wizard in self.wizards if not wizard.dead)

    def has(self, option: Option) -> bool:
        return option in self.options

    def card(self, ref: str) -> Spell:
        """The card that a copy is of; MalformedError for none."""
        return self.data.card(ref)

    def wizard(self, side: str) -> Wizard:
        """LookupError for a side that there isn't."""
        for wizard in self.wizards:
            if wizard.side == side:
                return wizard
        raise LookupError(f"there is no wizard {side}")

    def with_wizard(self, side: str, **fields: object) -> Game:
        wizards = tuple(replace(each, **fields) if each.side == side else each for each in self.wizards)
        return replace(self, wizards=wizards)

    # Cards

    def hand(self, side: str) -> tuple[str, ...]:
        return self.piles.cards(hand_of(side))

    def items(self, side: str) -> tuple[str, ...]:
        return self.piles.cards(items_of(side))

    def spells(self, side: str) -> tuple[Kept, ...]:
        """What a wizard maintains."""
        return tuple(each for each in self.kept if each.owner == side)

    def held_cards(self, side: str) -> int:
        """What counts against the hand: cards, carried items, and maintained spells (WW-23)."""
        spells = 0 if self.has(Option.UNCLUTTERED) else len(self.spells(side))
        return len(self.hand(side)) + self.unseen(side) + len(self.items(side)) + spells

    def unseen(self, side: str) -> int:
        """How many cards a side holds on paper that nobody has seen; 0 where they aren't counted."""
        return self.paper.get(side) or 0

    def is_uncounted(self, side: str) -> bool:
        """Whether a side's cards on paper aren't counted here."""
        return side in self.paper and self.paper[side] is None

    def holds_paper(self, side: str) -> bool:
        """Whether a side may hold cards on paper that nobody has seen."""
        return side in self.paper and self.paper[side] != 0

    def may_show(self, side: str) -> tuple[str, ...]:
        """A copy of each card that a side may hold on paper: of whatever nobody has seen, by name."""
        return self._unseen_cards if self.holds_paper(side) else ()

    @cached_property
    def _unseen_cards(self) -> tuple[str, ...]:
        """A copy of each card that nobody has seen, by name."""
        first: dict[str, str] = {}
        for deck in dict.fromkeys(self.decks.values()):
            for ref in self.piles.cards(deck):
                first.setdefault(card_of(ref), ref)
        return tuple(sorted(first.values(), key=lambda ref: (self.card(ref).name, ref)))

    def noted(self, side: str) -> tuple[str, ...]:
        """A copy of each card on paper that a side has noted and may still hold, no more than there are."""
        notes = self.notes.get(side, ())
        noted = tuple(ref for ref in self.may_show(side) if card_of(ref) in notes)
        return noted if self.is_uncounted(side) else noted[: self.unseen(side)]

    def cards_of(self, side: str) -> tuple[str, ...]:
        """The cards that a side plays from: those of its hand, and those on paper that it has noted."""
        return (*self.hand(side), *self.noted(side))

    def most_cards(self, side: str) -> int:
        return HAND + self.bonus(side, "hand")

    def excess(self, side: str) -> int:
        return max(0, self.held_cards(side) - self.most_cards(side))

    # What works on a wizard

    def working(self, side: str) -> Iterator[AnyEffect]:
        """Lasting effects of spells on a wizard and of carried items, in the order in which they came."""
        for each in self.kept:
            if each.on == side:
                yield from (effect for effect in self.card(each.card).effects if isinstance(effect, LASTING))
        for ref in self.items(side):
            yield from (effect for effect in self.card(ref).effects if isinstance(effect, LASTING))

    def bonus(self, side: str, of: str) -> int:
        return sum(each.amount for each in self.working(side) if isinstance(each, Bonus) and each.of == of)

    def speed(self, side: str) -> int:
        """The base speed: that of the last spell that sets one, and what items add."""
        bases = [each.base for each in self.working(side) if isinstance(each, Speed)]
        return (bases[-1] if bases else SPEED) + self.bonus(side, "speed")

    def armour(self, side: str) -> int:
        return sum(each.amount for each in self.working(side) if isinstance(each, Armour))

    def evades(self, side: str) -> int:
        """Up to which face an attack misses a wizard; 0 for never."""
        return max((each.upto for each in self.working(side) if isinstance(each, Evade)), default=0)

    def punches(self, side: str) -> tuple[Punch, ...]:
        return tuple(each for each in self.working(side) if isinstance(each, Punch))

    def fills_square(self, side: str) -> bool:
        """Whether nobody else enters the square of a wizard."""
        return any(isinstance(each, Fill) for each in self.working(side))

    def treads_lightly(self, side: str) -> bool:
        """Whether a wizard walks over what lies in squares without harm."""
        return any(isinstance(each, Tread) for each in self.working(side))

    def energy(self, side: str, ref: str) -> int:
        """What a card is worth as energy to a wizard; 0 for a card without any."""
        value = self.card(ref).energy
        return value + self.bonus(side, "energy") if value else 0

    def transformation(self, side: str) -> Kept | None:
        """The spell that has changed a wizard."""
        return next(
            (each for each in self.kept if each.on == side and self.card(each.card).has(Trait.TRANSFORMATION)), None
        )

    # The labyrinth

    @property
    def maze(self) -> Labyrinth:
        """LookupError before the game has begun."""
        if self.labyrinth is None:
            raise LookupError("the game has not begun")
        return self.labyrinth

    def kind(self, made: Made) -> Thing:
        return self.data.kinds[made.kind]

    def thing(self, ref: str) -> Made | None:
        return next((each for each in self.things if each.ref == ref), None)

    def creatures(self, side: str) -> tuple[Made, ...]:
        """Those that walk for a wizard."""
        return tuple(each for each in self.things if each.owner == side and self.kind(each).is_creature)

    def without(self, refs: Iterable[str]) -> Game:
        """The game without some objects; what a creature carried lies in its square."""
        gone = {each.ref: each.place for each in self.things if each.ref in set(refs)}
        return replace(
            self,
            things=tuple(each for each in self.things if each.ref not in gone),
            cracks={name: cracks for name, cracks in self.cracks.items() if name not in gone},
            treasures=tuple(
                replace(each, at=gone[each.carrier], carrier="") if each.carrier in gone else each
                for each in self.treasures
            ),
        )

    @cached_property
    def ground(self) -> Ground:
        """The board as it stands."""
        lines: dict[str, SideKind] = dict.fromkeys(self.gone, SideKind.OPEN)
        squares: dict[str, str] = {}
        for made in self.things:
            kind = self.kind(made)
            if made.is_on_line:
                if kind.blocks_move:
                    lines[made.place] = SideKind.DOOR if kind.is_door else SideKind.WALL
            elif kind.blocks_move or kind.blocks_sight:
                sign = FULL if kind.blocks_move and kind.blocks_sight else CLOSED if kind.blocks_move else MISTY
                squares[made.place] = sign
        for wizard in self.living:
            if self.fills_square(wizard.side):
                squares[wizard.at] = FULL if squares.get(wizard.at) in (FULL, MISTY) else CLOSED
        return ground_of(self.maze, Changes(tuple(sorted(lines.items())), tuple(sorted(squares.items()))))

    @cached_property
    def opened(self) -> frozenset[Place]:
        """Doors that are held open."""
        return frozenset(place_of(line) for line in self.held)

    def opens(self, side: str) -> frozenset[Place]:
        """Doors that a wizard passes: those that may be opened, and those held open (WW-34)."""
        return self.unlocks(side) | self.opened

    def unlocks(self, side: str) -> frozenset[Place]:
        """Doors that a wizard may open: those of the own sector, or all with keys; of locked ones the own alone."""
        ground = self.ground
        doors = ground.board.doors if self.bonus(side, "keys") else ground.own_doors(side)
        locks = {place_of(line): each.owner for line, each in self.locks().items()}
        own = frozenset(line for line, owner in locks.items() if owner == side and line in ground.board.doors)
        return doors.difference(locks) | own

    def locks(self) -> dict[str, Kept]:
        """The spells that lock doors, by the door's line."""
        return {each.on: each for each in self.kept if any(isinstance(e, Lock) for e in self.card(each.card).effects)}

    def harmful(self) -> tuple[frozenset[Square], frozenset[Place]]:
        """Squares and lines where something hurts."""
        hurting = [made for made in self.things if self.kind(made).harm or self.kind(made).stuns]
        squares = frozenset(square_of(made.place) for made in hurting if not made.is_on_line)
        return squares, frozenset(place_of(made.place) for made in hurting if made.is_on_line)

    def carried(self, side: str) -> Treasure | None:
        return next((each for each in self.treasures if each.carrier == side), None)

    def home(self, side: str) -> str:
        return square_name(self.maze.home(side))

    def points(self, side: str) -> int:
        """Enemy treasures that lie at home, and kills (WW-73, WW-43)."""
        home = self.home(side)
        lying = sum(each.owner != side and each.at == home and not each.carrier for each in self.treasures)
        return lying + (0 if self.has(Option.HUNTERS) else self.wizard(side).kills)

    def lines_with_walls(self) -> dict[str, SideKind]:
        """What stands on lines between two squares, by their names."""
        return self.ground.standing

    def after(self, side: str) -> tuple[str, ...]:
        """The living sides in turn order, the one after this side first, this side last."""
        sides = self.sides
        start = sides.index(side) + 1
        order = (*sides[start:], *sides[:start])
        return tuple(each for each in order if not self.wizard(each).dead)

    def next_to_answer(self) -> str:
        """Who may counter what was cast last; empty where nobody is left to ask."""
        if not self.stack:
            return ""
        by = self.stack[-1].by
        others = (side for side in self.after(by) if side != by and side not in self.passed)
        return next((side for side in others if self.hand(side) or self.holds_paper(side)), "")


def hand_of(side: str) -> str:
    return f"hand-{side}"


def items_of(side: str) -> str:
    return f"items-{side}"


def kept_of(side: str) -> str:
    """The pile of spells that a wizard maintains."""
    return f"kept-{side}"


def gone_of(deck: str) -> str:
    """The discards of a deck."""
    return f"gone-{deck}"


def whose(game: Game) -> tuple[str, ...]:
    """The sides that may act now."""
    if game.how or not game.active:
        return ()
    return (game.shedding or game.next_to_answer() or game.active,)


@lru_cache(maxsize=8)
def order_of(count: int) -> tuple[str, ...]:
    return SIDES[:count]
