"""What stands in a game at a moment: the valley, whose segment it is, what is declared, and what is secret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arrakhar.catalogue import PROFILES, TERMS, Scenario, Side, Terms, UnitType, profiles_of
from tabletop.arrakhar.ground import written
from tabletop.arrakhar.pack import Pack
from tabletop.arrakhar.play.valley import TURN, FieldedUnit, Segment, Valley
from tabletop.boards.hex import Hex, HexBoard, Layout
from tabletop.packs import Origin, PackKind

OF_SORCERER, OF_WIZARD = -2, -1  # the set-up of each side, before the first segment
NO_PACK = Pack(format="muster-pack/1", game="arrakhar", meta=Origin(id="none", title="None", kind=PackKind.HOUSE))
NO_BOARD = HexBoard(format="muster-board/1", layout=Layout.ODD_ROWS, rows=("M",))


class Declared(Struct, frozen=True):
    """A haste, a fireball, the wand's fireball or an attack that waits for its roll; `refs` are whom it is against."""

    what: Literal["haste", "fireball", "wand", "attack"]
    by: tuple[str, ...]
    refs: tuple[str, ...] = ()
    target: Hex | None = None


class Battle(Struct, frozen=True, kw_only=True):
    """A game as it stands; `segment` is its place in `TURN`, below 0 while the sides set up.

    `forces` are those that were brought, `hidden_in` is the wand's haunt; `secrets` are the facts of both in their
    order, for the end. `rolled` is whether this segment's dice fell, so that nothing more is declared in it. `fought`
    are those who attacked a hex this segment, by the hex's name; `numbers` count all units there ever were.
    """

    valley: Valley = Valley(board=NO_BOARD)
    name: str = ""
    scenario: Scenario = Scenario.BASIC
    advanced: bool = False
    limits: Mapping[Side, int] = {}
    pack: Pack = NO_PACK
    forces: Mapping[Side, Mapping[UnitType, int]] = {}
    segment: int = OF_SORCERER
    hidden_in: str = ""
    secrets: tuple[Any, ...] = ()
    winner: Side | None = None
    declared: tuple[Declared, ...] = ()
    rolled: bool = False
    fought: Mapping[str, tuple[str, ...]] = {}
    numbers: Mapping[UnitType, int] = {}

    @property
    def now(self) -> Segment | None:
        """The segment that is played; None while the sides set up."""
        return None if self.segment < 0 else TURN[self.segment][1]

    @property
    def side(self) -> Side:
        """The side whose segment it is, or that sets up."""
        if self.segment < 0:
            return Side.SORCERER if self.segment == OF_SORCERER else Side.WIZARD
        return self.valley.side

    def terms(self, side: Side) -> Terms:
        """What the scenario allows a side."""
        return TERMS[self.scenario][side]

    def with_secret(self, secret: Any) -> Battle:
        """With a fact for the end; one that it takes the place of is told there, too."""
        return replace(self, secrets=(*self.secrets, secret))

    def left_to_place(self, side: Side) -> dict[UnitType, int]:
        """Units of a side's force that it has still to place before the first turn, by type (AW-24, AW-30)."""
        force, placed = self.forces.get(side, {}), self.valley.counts
        types = [UnitType.SORCERER] if side is Side.SORCERER else [profile.unit for profile in profiles_of(side)]
        left = {unit: force.get(unit, 0) - placed.get(unit, 0) for unit in types}
        return {unit: count for unit, count in left.items() if count > 0}

    def resolved(self, what: str, by: str) -> Battle:
        """Without the first thing that was declared so by this unit, and with dice that have fallen."""
        first = next(number for number, each in enumerate(self.declared) if each.what == what and by in each.by)
        return replace(self, declared=self.declared[:first] + self.declared[first + 1 :], rolled=True)


def changed(valley: Valley, refs: tuple[str, ...], **fields: object) -> Valley:
    units = tuple(replace(unit, **fields) if unit.ref in refs else unit for unit in valley.units)
    return replace(valley, units=units)


def with_units(battle: Battle, refs: tuple[str, ...], unit: UnitType, place: Hex) -> Battle:
    """More units of a type in a hex; refs are numbered through the whole game."""
    new = tuple(FieldedUnit(ref=ref, unit=unit, place=place) for ref in refs)
    numbers = {**battle.numbers, unit: battle.numbers.get(unit, 0) + len(new)}
    return replace(battle, valley=replace(battle.valley, units=battle.valley.units + new), numbers=numbers)


def new_refs(battle: Battle, unit: UnitType, count: int) -> tuple[str, ...]:
    """The refs of the next units of a type: `orc-3`."""
    first = battle.numbers.get(unit, 0) + 1
    return tuple(f"{unit}-{number}" for number in range(first, first + count))


def took_part(
    fought: Mapping[str, tuple[str, ...]], place: Hex, attackers: tuple[str, ...]
) -> dict[str, tuple[str, ...]]:
    name = written(place)
    return {**fought, name: (*fought.get(name, ()), *attackers)}


def named(refs: tuple[str, ...]) -> str:
    """`orcs 1 and 3`, by the numbers of their refs; `nobody` for none."""
    by_type: dict[UnitType, list[str]] = {}
    for ref in refs:
        unit, _, number = ref.partition("-")
        by_type.setdefault(UnitType(unit), []).append(number)
    groups = [
        f"{unit if len(numbers) == 1 else PROFILES[unit].plural} {in_a_row(numbers)}"
        for unit, numbers in by_type.items()
    ]
    return in_a_row(groups) or "nobody"


def in_a_row(words: list[str]) -> str:
    """`1, 2 and 3`."""
    *first, last = words or [""]
    return f"{', '.join(first)} and {last}" if first else last
