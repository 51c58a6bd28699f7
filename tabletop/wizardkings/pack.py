"""The game's data pack: units, spells, a map and a few rules of the standard game, which the variant presupposes.

Anything may be missing. What is missing or can't be is a flaw, named by its field with what it disables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, field

from tabletop.boards.hex import HexBoard, HexName
from tabletop.decoding import LARGEST_FILE, MalformedError, allowing, decoded
from tabletop.packs import Flaw, GamePack
from tabletop.values import Name, Text, Value
from tabletop.wizardkings.catalogue import CAPITAL_GOLD, MOST_STEPS, TERMS, Ground, Hexside, Kind, Moon, Terrain

GAME = "wizard-kings"
LETTERS = ("A", "B", "C", "D")
Letter = Literal["A", "B", "C", "D"]
A_WORD = allowing("small letters, digits and single hyphens, as sea-serpent")
Word = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)", max_length=40, extra=A_WORD)]
ArmyWord = Annotated[str, Meta(pattern=r"^([a-z0-9]+(-[a-z0-9]+)*)?$(?!\n)", max_length=40, extra=A_WORD)]
# What the signs of a map's hexes and of its hexsides stand for.
GROUNDS: dict[str, Ground] = {
    ".": Ground.CLEAR, "F": Ground.FOREST, "D": Ground.DESERT, "M": Ground.MOUNTAIN, "S": Ground.SWAMP,
    "Q": Ground.SEA, "C": Ground.COASTAL,
}  # fmt: skip
SIDES: dict[str, Hexside] = {"F": Hexside.FOREST, "M": Hexside.MOUNTAIN, "R": Hexside.RIVER}


class UnitRow(Value, frozen=True, kw_only=True):
    """A kind of block: its class, and what is printed on it; `army` is empty for what belongs to everybody.

    `cost` is gold a step, `copies` how many blocks of it there are. `plus` acts before others of its letter.
    """

    id: Word
    army: ArmyWord = ""
    name: Name
    kind: Kind = field(name="class")
    fire: Letter | None = None
    plus: bool = False
    hit: Annotated[int, Meta(ge=1, le=6)] | None = None
    cost: Annotated[int, Meta(ge=1, le=50)] | None = None
    move: Annotated[int, Meta(ge=0, le=20)] | None = None
    terrain: Terrain | None = None
    max_steps: Annotated[int, Meta(ge=1, le=MOST_STEPS)] | None = None
    copies: Annotated[int, Meta(ge=0, le=100)] | None = None

    @property
    def slug(self) -> str:
        return f"{GAME}/{self.id}"

    @property
    def steps(self) -> int:
        """Steps at full strength: as many as a block has sides where it isn't entered."""
        return self.max_steps or MOST_STEPS

    def counted(self, count: int) -> str:
        """`3 × Levy`."""
        return f"{count} × {self.name}"


class SpellDice(Value, frozen=True, kw_only=True):
    """Dice that hit on so much or less."""

    n: Annotated[int, Meta(ge=1, le=36)]
    hit: Annotated[int, Meta(ge=1, le=6)]


class Spell(Value, frozen=True, kw_only=True):
    """A spell: only a direct one strikes the enemy itself; a lasting one lasts a battle in the standard game."""

    id: Word
    army: ArmyWord = ""
    name: Name
    level: Annotated[int, Meta(ge=1, le=3)]
    kind: Literal["direct", "indirect", "lasting"]
    dice: SpellDice | None = None
    text: Text = ""


class City(Value, frozen=True, kw_only=True):
    """A city, and the gold that it is worth."""

    hex: HexName
    name: Name
    gold: Annotated[int, Meta(ge=0, le=3)]


class Map(Value, frozen=True, kw_only=True, dict=True, gc=True):
    """A map: a board of `.` clear, F, D, M, S, Q sea and C coast, hexsides F, M and R, cities and henges."""

    id: Word
    board: HexBoard
    cities: Annotated[tuple[City, ...], Meta(max_length=100)] = ()
    henges: Annotated[tuple[HexName, ...], Meta(max_length=100)] = ()

    @cached_property
    def by_hex(self) -> dict[str, City]:
        return {city.hex: city for city in self.cities}

    @cached_property
    def usable(self) -> HexBoard:
        """The board, looked through once; MalformedError where it can't be used."""
        return self.board.check()

    @cached_property
    def edges(self) -> dict[str, dict[Hexside, int]]:
        """By hex how many of its edges are of a kind."""
        edges: dict[str, dict[Hexside, int]] = {}
        for side in self.board.sides:
            for hex in (side.a, side.b) if side.kind in SIDES else ():
                there = edges.setdefault(hex, {})
                there[SIDES[side.kind]] = there.get(SIDES[side.kind], 0) + 1
        return edges

    @property
    def gold(self) -> int:
        return sum(city.gold for city in self.cities)


class StandardRules(Value, frozen=True, kw_only=True):
    """What the variant leaves to the standard rules: blocks in a hex at most, and the moons of the turns in a row."""

    stack_limit: Annotated[int, Meta(ge=1, le=50)] | None = None
    moon_cycle: Annotated[tuple[Moon, ...], Meta(max_length=60)] = ()

    def moon(self, turn: int) -> Moon | None:
        """The moon of a turn, the first of which is 1; None where no moons are entered."""
        return self.moon_cycle[(turn - 1) % len(self.moon_cycle)] if self.moon_cycle else None


class Pack(GamePack, frozen=True, kw_only=True):
    """The pack of Wizard Kings."""

    game: Literal["wizard-kings"]
    units: Annotated[tuple[UnitRow, ...], Meta(max_length=500)] = ()
    spells: Annotated[tuple[Spell, ...], Meta(max_length=500)] = ()
    map: Map | None = None
    rules: StandardRules = StandardRules()

    @cached_property
    def by_slug(self) -> dict[str, UnitRow]:
        """Units by the profiles that rosters name; of two with one id the first."""
        return {row.slug: row for row in reversed(self.units)}

    @cached_property
    def armies(self) -> tuple[str, ...]:
        """The armies that have units of their own, in the pack's order."""
        return tuple(dict.fromkeys(row.army for row in self.units if row.army and not row.kind.is_chaos))

    def rows(self, army: str, *kinds: Kind) -> tuple[UnitRow, ...]:
        """The army's own units and everybody's, of these kinds, in the pack's order; chaos is everybody's."""
        return tuple(
            row for row in self.by_pack_order if row.kind in kinds and (row.kind.is_chaos or row.army in (army, ""))
        )

    @cached_property
    def by_pack_order(self) -> tuple[UnitRow, ...]:
        """Each unit once."""
        return tuple({row.id: row for row in reversed(self.units)}[name] for name in dict.fromkeys(self._ids))

    @property
    def _ids(self) -> Iterator[str]:
        return (row.id for row in self.units)

    def spells_of(self, army: str) -> tuple[Spell, ...]:
        """The army's own spells and everybody's."""
        return tuple(spell for spell in self.spells if spell.army in (army, ""))

    def unit(self, slug: str, place: str) -> UnitRow:
        """A unit by its profile, or by its id alone; MalformedError with the field it stands in where there is none."""
        row = self.by_slug.get(slug if "/" in slug else f"{GAME}/{slug}")
        if row is None:
            raise MalformedError(place, f"there is no “{slug}” in the {self.meta.sentence}")
        return row

    def flaws_of_fields(self) -> Iterator[Flaw]:
        yield from self._flaws_of_units()
        yield from self._flaws_of_spells()
        yield from self._flaws_of_map()
        if self.rules.stack_limit is None:
            yield Flaw("rules.stack_limit", "isn't entered", "checking of stacks where cadres arrive")
        if not self.rules.moon_cycle:
            yield Flaw("rules.moon_cycle", "isn't entered", "moons by turns")

    def _flaws_of_units(self) -> Iterator[Flaw]:
        if not self.armies:
            yield Flaw("units", "has no army", "start forces")
        for name, count in Counter(self._ids).items():
            if count > 1:
                yield Flaw("units", f"has {count} rows of “{name}”; the first counts")
        for number, row in enumerate(self.units):
            for name in _wanted(row):
                if getattr(row, name) is None:
                    what, without = LACKING[name]
                    yield Flaw(f"units[{number}].{name}", f"{row.name} has no {what}", without)
        for army in self.armies:
            if not self.rows(army, Kind.WIZARD):
                yield Flaw("units", f"{army} has no wizard", f"legal force of {army}")
        least = min(terms.pool_least for terms in TERMS.values() if terms.pool_least)
        blocks = sum(row.copies or 0 for row in self.rows("", Kind.CHAOS, Kind.WEREBEAST))
        if self.armies and blocks < least:
            yield Flaw("units", f"has {blocks} blocks of chaos where {least} are needed", "legal force of medium games")

    def _flaws_of_spells(self) -> Iterator[Flaw]:
        if not self.spells:
            yield Flaw("spells", "isn't entered", "odds of spells")
        for number, spell in enumerate(self.spells):
            if spell.kind == "direct" and spell.dice is None:
                yield Flaw(f"spells[{number}].dice", f"{spell.name} has none", "odds of it")

    def _flaws_of_map(self) -> Iterator[Flaw]:
        if self.map is None:
            yield Flaw("map", "isn't entered", "terrain by hexes")
            return
        board = self.map.board
        try:
            board.check()
        except MalformedError as error:
            yield Flaw(f"map.board.{error.field}", error.reason, "terrain by hexes")
            return
        for sign, places in board.places.items():
            if sign not in GROUNDS:
                row, column = places[0]
                yield Flaw("map.board.rows", f"hex {row},{column} is “{sign}”, no terrain of the game", "terrain there")
        for number, side in enumerate(board.sides):
            if side.kind not in SIDES:
                yield Flaw(f"map.board.sides[{number}].kind", f"is “{side.kind}”, no hexside of the game")
        named = [(f"map.cities[{number}].hex", city.hex) for number, city in enumerate(self.map.cities)]
        for place, name in (*named, *((f"map.henges[{number}]", hex) for number, hex in enumerate(self.map.henges))):
            try:
                board.hex(name, place)
            except MalformedError as error:
                yield Flaw(error.field, error.reason, "what stands there")
        if not any(city.gold in CAPITAL_GOLD for city in self.map.cities):
            yield Flaw("map.cities", "has no city of 2 or 3 gold", "capitals on it")


# Fields that a unit can't do without: what they are, and what can't be done where they aren't entered.
LACKING = {
    "cost": ("gold a step", "gold of forces that have it, and steps that it recruits"),
    "terrain": ("terrain", "recruiting of it"),
    "max_steps": ("number of steps", "full strength of it"),
    "fire": ("letter", "place in the firing order"),
    "hit": ("number to hit on", "odds of its hits"),
    "copies": ("number of blocks", "checking of its blocks"),
}


def _wanted(row: UnitRow) -> Iterator[str]:
    """What a unit can't do without: wizards have no number to hit with, castles don't recruit."""
    yield from ("cost", "max_steps", "fire", "copies")
    if row.kind is not Kind.WIZARD:
        yield "hit"
    if row.kind not in (Kind.WIZARD, Kind.CASTLE):
        yield "terrain"


def read_pack(content: bytes | str) -> Pack:
    """A pack from its file, muster-pack/1 with game wizard-kings; MalformedError names the field that can't be read.

    What is missing or can't be is no error but a flaw.
    """
    return decoded(content, Pack, most=LARGEST_FILE, what="pack")
