"""What stands in the valley at a moment of play: units with what each has done this turn, haunts, wand and pool."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property

from msgspec import Struct

from tabletop.arrakhar.catalogue import BOOK, PROFILES, Profile, Side, UnitType
from tabletop.arrakhar.ground import ENTRY, PlacedHaunt, Refusal, written
from tabletop.boards.hex import Hex, HexBoard
from tabletop.citations import Citation

MOVEMENT = BOOK.section("3.3 Movement")


class Segment(StrEnum):
    """A part of a phase; in each only its own things are done (3.0)."""

    WANDERING = "wandering orcs"
    SUMMON = "summon"
    HASTE = "haste"
    MOVE = "movement"
    FIREBALL = "fireball"
    COMBAT = "combat"
    HAUNTS = "haunt check"


# The ten segments in their order: the sorcerer's phase, then the wizard's.
TURN: tuple[tuple[Side, Segment], ...] = (
    (Side.SORCERER, Segment.WANDERING),
    (Side.SORCERER, Segment.SUMMON),
    (Side.SORCERER, Segment.MOVE),
    (Side.SORCERER, Segment.FIREBALL),
    (Side.SORCERER, Segment.COMBAT),
    (Side.WIZARD, Segment.HASTE),
    (Side.WIZARD, Segment.MOVE),
    (Side.WIZARD, Segment.FIREBALL),
    (Side.WIZARD, Segment.COMBAT),
    (Side.WIZARD, Segment.HAUNTS),
)


class FieldedUnit(Struct, frozen=True, kw_only=True):
    """A counter on the board or waiting at an entry, with what it has done this turn; `haste` is in hexes."""

    ref: str
    unit: UnitType
    place: Hex
    moved: bool = False
    cast: bool = False
    attacked: bool = False
    haste: int = 0

    @property
    def profile(self) -> Profile:
        return PROFILES[self.unit]

    @property
    def side(self) -> Side:
        return self.profile.side

    @property
    def allowance(self) -> int:
        """Hexes that it may move this turn (AW-55, AW-62)."""
        return self.profile.move + self.haste


class Valley(Struct, frozen=True, kw_only=True, dict=True):
    """The whole state; `pool` is what the sorcerer may still summon, by type.

    `wand` is where the wand lies or is carried, None while it is hidden; `wand_carried` whether it was carried this
    turn. `summoned_at` names the haunts that were used this turn, `emptied` the hexes that fireballs have just emptied.
    """

    board: HexBoard
    turn: int = 1
    side: Side = Side.SORCERER
    units: tuple[FieldedUnit, ...] = ()
    haunts: tuple[PlacedHaunt, ...] = ()
    pool: Mapping[UnitType, int] = {}
    wand: Hex | None = None
    wand_carried: bool = False
    wand_used: bool = False
    summoned_at: frozenset[str] = frozenset()
    emptied: frozenset[Hex] = frozenset()

    @cached_property
    def by_ref(self) -> dict[str, FieldedUnit]:
        return {unit.ref: unit for unit in self.units}

    @cached_property
    def counts(self) -> dict[UnitType, int]:
        """Units on the board and at entries, by type."""
        counts: dict[UnitType, int] = {}
        for unit in self.units:
            counts[unit.unit] = counts.get(unit.unit, 0) + 1
        return counts

    @property
    def places(self) -> Iterator[Hex]:
        """Where anything is."""
        yield from (unit.place for unit in self.units)
        yield from (haunt.place for haunt in self.haunts)
        if self.wand is not None:
            yield self.wand

    def haunt(self, name: str) -> PlacedHaunt:
        """The haunt of this name; KeyError for one that isn't there."""
        for haunt in self.haunts:
            if haunt.name == name:
                return haunt
        raise KeyError(name)

    def named(self, refs: Iterable[str]) -> tuple[FieldedUnit, ...]:
        """The units with these refs; KeyError for one that isn't there."""
        return tuple(self.by_ref[ref] for ref in refs)

    def at(self, place: Hex) -> tuple[FieldedUnit, ...]:
        return tuple(unit for unit in self.units if unit.place == place)

    def is_entry(self, place: Hex) -> bool:
        return self.board.signs[place[0]][place[1]] == ENTRY

    def enemies_of(self, side: Side) -> frozenset[Hex]:
        """The hexes on the board with units of the other side."""
        return frozenset(unit.place for unit in self.units if unit.side is not side and not self.is_entry(unit.place))


def refusal(code: str, sentence: str, citation: Citation = MOVEMENT) -> Refusal:
    return Refusal(code, sentence, citation)


def named_at(units: Iterable[FieldedUnit]) -> str:
    """`2 elves in 5,7`, of units of one type in one hex; types are named where there are more."""
    counts: dict[UnitType, int] = {}
    places = []
    for unit in units:
        counts[unit.unit] = counts.get(unit.unit, 0) + 1
        places.append(written(unit.place))
    words = " and ".join(PROFILES[unit].counted(count) for unit, count in counts.items())
    return f"{words} in {' and '.join(dict.fromkeys(places))}"
