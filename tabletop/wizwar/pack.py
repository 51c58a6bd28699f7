"""The game's data pack: schools of cards, objects, sectors, layouts; what is missing is a flaw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta

from tabletop.boards.walled_squares import Compass, SideKind, Square, WalledSquares, ends_of, square_name
from tabletop.cards import ByHand, Card
from tabletop.decoding import LARGEST_FILE, MalformedError, decoded
from tabletop.packs import Flaw, GamePack, PackId
from tabletop.values import Name, Text, Value
from tabletop.wizwar.catalogue import (
    CANTRIP,
    GAME,
    SCHOOL,
    SECTOR,
    TREASURES,
    CardType,
    Duration,
    Harm,
    Reach,
    Target,
    Trait,
)
from tabletop.wizwar.effects import Amount, AnyEffect, Create, Damage, Stun

CANTRIPS = ("white", "black")
HOME: Square = (SECTOR // 2, SECTOR // 2)
MIDDLE = SECTOR  # of a sector's edge, on the fine grid


class Spell(Card, frozen=True, kw_only=True):
    """A card: what it is, how far it goes, what it is cast at, how long it works, and what it does.

    `energy` is what it adds where it is discarded to boost. An item with `uses` is used again and again.
    """

    type: CardType
    reach: Reach = Reach.SELF
    targets: Annotated[tuple[Target, ...], Meta(max_length=13)] = ()
    duration: Duration = Duration.INSTANT
    energy: Annotated[int, Meta(ge=0, le=9)] = 0
    traits: Annotated[tuple[Trait, ...], Meta(max_length=11)] = ()
    effects: Annotated[tuple[AnyEffect, ...], Meta(max_length=8)] = ()

    def has(self, trait: Trait) -> bool:
        return trait in self.traits

    @property
    def is_spell(self) -> bool:
        return self.type in (CardType.ATTACK, CardType.NEUTRAL, CardType.COUNTER)

    @property
    def is_blow(self) -> bool:
        """Whether using it, as an item, is an attack: it does damage or stuns."""
        return any(isinstance(effect, Damage | Stun) for effect in self.effects)

    @property
    def stays(self) -> bool:
        """Whether it lies before its player once it is cast."""
        return self.duration is not Duration.INSTANT and self.is_spell

    @property
    def by_hand(self) -> tuple[str, ...]:
        """What of it players carry out themselves."""
        return tuple(effect.words for effect in self.effects if isinstance(effect, ByHand))


class School(Value, frozen=True, kw_only=True):
    """Cards that are chosen together; a cantrip is in every deck."""

    id: PackId
    name: Name
    cantrip: Literal["white", "black"] | None = None
    cards: Annotated[tuple[Spell, ...], Meta(max_length=40)] = ()

    @property
    def count(self) -> int:
        return sum(card.copies for card in self.cards)


class Thing(Value, frozen=True, kw_only=True):
    """A kind of object on the board: in a square, or on a line between two.

    `wall` and `door` on a line are what they are called. `harm` strikes whoever enters the square or crosses the line;
    with `used_up` the object is gone then. `cracks` is how many it bears, None for an object that bears all. One that
    walks, so many `steps` in each turn of its owner, is a creature: `life` is how much damage it bears.
    """

    id: PackId
    name: Name
    on_line: bool = False
    is_door: bool = False
    mobile: bool = False
    blocks_move: bool = False
    blocks_sight: bool = False
    cracks: Annotated[int, Meta(ge=1, le=20)] | None = None
    harm: Amount | None = None
    harm_kind: Harm = Harm.PHYSICAL
    stuns: Annotated[int, Meta(ge=0, le=4)] = 0
    used_up: bool = False
    steps: Annotated[int, Meta(ge=0, le=9)] = 0
    life: Annotated[int, Meta(ge=1, le=20)] = 1
    text: Text = ""

    @property
    def is_creature(self) -> bool:
        return self.steps > 0


class Sector(Value, frozen=True, kw_only=True):
    """A sector as it is drawn: 5 by 5, H its home, T its treasures. All that are played on are of one `side`."""

    id: PackId
    name: Name
    rows: Annotated[tuple[Annotated[str, Meta(max_length=4 * SECTOR + 1)], ...], Meta(max_length=2 * SECTOR + 1)]
    side: Literal["a", "b"] = "a"

    def board(self) -> WalledSquares:
        """The sector as a board; MalformedError where it isn't one."""
        return WalledSquares(format="muster-board/1", rows=self.rows, name=self.name).check()


class PortalEnd(Value, frozen=True, kw_only=True):
    """The exit of the sector at a position of the layout."""

    position: Annotated[int, Meta(ge=0, le=3)]
    side: Compass


class PortalPair(Value, frozen=True, kw_only=True):
    colour: Name
    a: PortalEnd
    b: PortalEnd


class Layout(Value, frozen=True, kw_only=True):
    """Where sectors lie for a number of players, each at its row and column, and where portals stand."""

    players: Annotated[int, Meta(ge=2, le=4)]
    positions: tuple[tuple[Annotated[int, Meta(ge=0, le=3)], Annotated[int, Meta(ge=0, le=3)]], ...]
    portals: Annotated[tuple[PortalPair, ...], Meta(max_length=4)] = ()


class Pack(GamePack, frozen=True, kw_only=True):
    """The pack of Wiz-War."""

    game: Literal["wiz-war"]
    schools: Annotated[tuple[School, ...], Meta(max_length=20)] = ()
    things: Annotated[tuple[Thing, ...], Meta(max_length=60)] = ()
    sectors: Annotated[tuple[Sector, ...], Meta(max_length=12)] = ()
    layouts: Annotated[tuple[Layout, ...], Meta(max_length=6)] = ()

    @cached_property
    def cards(self) -> dict[str, Spell]:
        """Every card by its id; of two with one id the first."""
        return {card.id: card for school in reversed(self.schools) for card in reversed(school.cards)}

    @cached_property
    def by_school(self) -> dict[str, School]:
        return {school.id: school for school in self.schools}

    @cached_property
    def chosen(self) -> tuple[School, ...]:
        """The schools that are chosen from: all but the cantrips."""
        return tuple(school for school in self.schools if school.cantrip is None)

    def cantrip(self, colour: str) -> School | None:
        return next((school for school in self.schools if school.cantrip == colour), None)

    def card(self, name: str) -> Spell:
        """A card by its id or by a copy's name; MalformedError where there is none."""
        found = self.cards.get(name.partition(".")[0])
        if found is None:
            raise MalformedError("card", f"there is no card “{name}” in the {self.meta.sentence}")
        return found

    @cached_property
    def kinds(self) -> dict[str, Thing]:
        return {thing.id: thing for thing in self.things}

    @cached_property
    def sound_sectors(self) -> tuple[Sector, ...]:
        """The sectors that nothing is wrong with: those that are played on and printed."""
        return tuple(sector for sector in self.sectors if not any(faults_of(sector)))

    def layout(self, players: int) -> Layout | None:
        return next((layout for layout in self.layouts if layout.players == players), None)

    def flaws_of_fields(self) -> Iterator[Flaw]:
        yield from self._flaws_of_cards()
        yield from self._flaws_of_sectors()
        yield from self._flaws_of_layouts()

    def _flaws_of_cards(self) -> Iterator[Flaw]:
        if not self.cantrip("white"):
            yield Flaw("schools", "has no white cantrip", "decks")
        if len(self.chosen) < 3:
            yield Flaw("schools", f"has {len(self.chosen)} schools where 3 are chosen", "decks")
        ids = Counter(card.id for school in self.schools for card in school.cards)
        for name, count in ids.items():
            if count > 1:
                yield Flaw("schools", f"has {count} cards “{name}”; the first counts")
        for number, school in enumerate(self.schools):
            wanted = CANTRIP if school.cantrip else SCHOOL
            if school.count != wanted:
                yield Flaw(f"schools[{number}].cards", f"{school.name} has {school.count} cards, not {wanted}")
            for place, card in enumerate(school.cards):
                yield from self._flaws_of_card(card, f"schools[{number}].cards[{place}].effects")

    def _flaws_of_card(self, card: Spell, where: str) -> Iterator[Flaw]:
        if not card.effects and card.type is not CardType.ENERGY:
            yield Flaw(where, f"{card.name} has none", "help with it but its text")
        for effect in card.effects:
            if isinstance(effect, Create) and effect.object not in self.kinds:
                yield Flaw(where, f"there is no object “{effect.object}”", card.name)

    def _flaws_of_sectors(self) -> Iterator[Flaw]:
        if len(self.sectors) < 4:
            yield Flaw("sectors", f"has {len(self.sectors)}", "games of more players than that")
        for number, sector in enumerate(self.sectors):
            where = f"sectors[{number}].rows"
            yield from (Flaw(where, reason, "that sector") for reason in faults_of(sector))

    def _flaws_of_layouts(self) -> Iterator[Flaw]:
        for players in (2, 3, 4):
            layout = self.layout(players)
            if layout is None:
                yield Flaw("layouts", f"has none for {players} players", f"games of {players}")
            elif len(layout.positions) != players or len(set(layout.positions)) != players:
                yield Flaw("layouts", f"has not {players} places for {players} players", f"games of {players}")


def faults_of(sector: Sector) -> Iterator[str]:
    """What is wrong with a sector: its rows, size, home, treasures, exits, squares that nobody reaches."""
    try:
        board = sector.board()
    except MalformedError as error:
        yield str(error)
        return
    if (board.height, board.width) != (SECTOR, SECTOR) or len(board.signs) != SECTOR * SECTOR:
        yield f"must have {SECTOR} rows of {SECTOR} squares"
        return
    if board.signs[HOME] != "H" or list(board.signs.values()).count("H") != 1:
        yield "must have its one home in the middle"
    if (treasures := list(board.signs.values()).count("T")) != TREASURES:
        yield f"must have {TREASURES} treasures, not {treasures}"
    far = 2 * SECTOR
    for x, y in ((x, y) for x in range(far + 1) for y in range(far + 1) if (x + y) % 2 and {x, y} & {0, far}):
        middle = MIDDLE in (x, y)
        if (board.side_at((x, y)) is SideKind.OPEN) is not middle:
            yield "must have an exit in the middle of each edge, and no other"
            break
    away = set(board.signs) - set(board.reach(HOME, SECTOR * SECTOR))
    if away:
        yield f"nobody comes to {square_name(min(away))} without a door"


def read_pack(content: bytes | str) -> Pack:
    """A pack from its file, muster-pack/1 with game wiz-war; MalformedError names the field that can't be read.

    What is missing or can't be is no error but a flaw.
    """
    return decoded(content, Pack, most=LARGEST_FILE, what="pack")


__all__ = ["CANTRIPS", "GAME", "HOME", "Layout", "Pack", "School", "Sector", "Spell", "Thing", "ends_of", "read_pack"]
