"""Spells: who may cast what where, and why not (AW-45 to AW-53, AW-60 to AW-64, AW-70 to AW-74, AW-97)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.arrakhar.catalogue import BOOK, COUNTERS, MOST_IN_A_HEX, PROFILES, SUMMONED, Side, UnitType
from tabletop.arrakhar.ground import PlacedHaunt, Refusal, is_clear, written
from tabletop.arrakhar.play.valley import FieldedUnit, Valley, named_at, refusal
from tabletop.boards.hex import Hex

SUMMONS, HASTES, FIREBALLS = (
    BOOK.section("3.2 Summon spells"), BOOK.section("3.6 Haste spells"), BOOK.section("3.4 Fireball spells"),
)  # fmt: skip
WAND = BOOK.section("4.0 The wand")
RANGE = 2


def _wrong_caster(valley: Valley, caster: FieldedUnit, code: str, by: UnitType) -> Iterator[Refusal]:
    """One spell a turn, in one's own phase, by who knows it."""
    section = SUMMONS if by is UnitType.SORCERER else HASTES
    if caster.unit is not by:
        yield refusal(code, f"{named_at([caster])}: only {PROFILES[by].plural} cast that.", section)
    if caster.side is not valley.side:
        yield refusal(code, f"{named_at([caster])}: it isn't the {caster.side}'s phase.", section)
    if caster.cast:
        yield refusal(code, f"{named_at([caster])} has cast a spell this turn.", section)


def refused_summons(valley: Valley, caster: FieldedUnit, haunt: PlacedHaunt) -> tuple[Refusal, ...]:
    """Every reason why a sorcerer can't summon at a haunt (AW-45 to AW-49, AW-53)."""
    return (*_wrong_caster(valley, caster, "AW-45", UnitType.SORCERER), *_wrong_haunt(valley, caster, haunt))


def _wrong_haunt(valley: Valley, caster: FieldedUnit, haunt: PlacedHaunt) -> Iterator[Refusal]:
    summoned = PROFILES[SUMMONED[haunt.kind]]
    if haunt not in valley.haunts:
        yield refusal("AW-53", f"{haunt.name} isn't on the board: nothing is summoned there.", SUMMONS)
        return
    if valley.board.distance(caster.place, haunt.place) != 1:
        yield refusal("AW-45", f"{named_at([caster])} isn't beside {haunt.name} in {written(haunt.place)}.", SUMMONS)
    if haunt.name in valley.summoned_at:
        yield refusal("AW-49", f"{haunt.name} was summoned at this turn.", SUMMONS)
    if not valley.pool.get(summoned.unit):
        yield refusal("AW-47", f"No {summoned.plural} are left in the pool.", SUMMONS)
    standing = valley.at(haunt.place)
    if any(unit.unit is not summoned.unit for unit in standing):
        yield refusal("AW-48", f"{named_at(standing)}: only {summoned.plural} may stand there.", SUMMONS)
    elif len(standing) >= MOST_IN_A_HEX:
        yield refusal("AW-48", f"{named_at(standing)}: there is no room.", SUMMONS)


def most_summoned(valley: Valley, haunt: PlacedHaunt, capacity: int) -> int:
    """How many may arrive by what the table says, the pool, the counters and the room (AW-50, AW-6).

    Fewer may be chosen without a word.
    """
    summoned = SUMMONED[haunt.kind]
    counters = COUNTERS - sum(unit.unit is summoned for unit in valley.units)
    room = MOST_IN_A_HEX - len(valley.at(haunt.place))
    return max(0, min(capacity, valley.pool.get(summoned, 0), counters, room))


def refused_haste(valley: Valley, caster: FieldedUnit, target: Hex, refs: tuple[str, ...] = ()) -> tuple[Refusal, ...]:
    """Every reason why a wizard can't haste the units of a hex, or those of them that are named (AW-60, AW-63)."""
    units = valley.named(refs) if refs else valley.at(target)
    return (*_wrong_caster(valley, caster, "AW-60", UnitType.WIZARD), *_wrong_target(valley, caster, target, units))


def _wrong_target(
    valley: Valley, caster: FieldedUnit, target: Hex, units: tuple[FieldedUnit, ...]
) -> Iterator[Refusal]:
    friends = [unit for unit in units if unit.side is Side.WIZARD and unit.place == target]
    if not friends or len(friends) < len(units):
        yield refusal("AW-60", f"The wizard's units in {written(target)} are hasted, and nobody else.", HASTES)
        return
    if len({unit.unit for unit in units}) > 1 or len(units) > MOST_IN_A_HEX:
        yield refusal("AW-60", f"{named_at(units)}: a spell hastes up to four of one type.", HASTES)
    if valley.is_entry(caster.place) or valley.is_entry(target):
        if valley.turn != 1:
            yield refusal("AW-63", "From an entry haste is cast on the first turn alone.", HASTES)
        if caster.place != target:
            yield refusal("AW-63", "From an entry only units at the same entry are hasted.", HASTES)
    elif valley.board.distance(caster.place, target) > 1:
        yield refusal("AW-60", f"{written(target)} isn't beside {named_at([caster])}.", HASTES)


def refused_fireball(valley: Valley, caster: FieldedUnit, target: Hex, *, by_wand: bool = False) -> tuple[Refusal, ...]:
    """Every reason why a fireball can't be thrown at a hex (AW-70, AW-71), or the wand's extra one (AW-97)."""
    knows = (UnitType.WIZARD,) if by_wand else (UnitType.WIZARD, UnitType.SORCERER)
    refusals = []
    if caster.unit not in knows:
        who = "only wizards use the wand" if by_wand else "only wizards and sorcerers throw fireballs"
        refusals.append(refusal("AW-97" if by_wand else "AW-70", f"{named_at([caster])}: {who}.", FIREBALLS))
    if caster.side is not valley.side:
        refusals.append(refusal("AW-70", f"{named_at([caster])}: it isn't the {caster.side}'s phase.", FIREBALLS))
    if by_wand and valley.wand != caster.place:
        refusals.append(refusal("AW-97", f"{named_at([caster])} doesn't hold the wand.", WAND))
    if by_wand and valley.wand_used:
        refusals.append(refusal("AW-97", "The wand was used this turn.", WAND))
    if caster.cast and not by_wand:
        refusals.append(refusal("AW-70", f"{named_at([caster])} has cast a spell this turn.", FIREBALLS))
    return (*refusals, *_out_of_range(valley, caster, target))


def _out_of_range(valley: Valley, caster: FieldedUnit, target: Hex) -> Iterator[Refusal]:
    """AW-71: next to the caster, or one clear hex further; never into or out of an entry."""
    if valley.is_entry(caster.place) or valley.is_entry(target):
        yield refusal("AW-71", "No fireball goes into an entry or out of one.", FIREBALLS)
    if target not in valley.enemies_of(caster.side):
        yield refusal("AW-71", f"There is no enemy in {written(target)}.", FIREBALLS)
    distance = valley.board.distance(caster.place, target)
    if distance > RANGE:
        yield refusal("AW-71", f"{written(target)} is {distance} hexes away: {RANGE} at most.", FIREBALLS)
    between = valley.board.common_neighbours(caster.place, target)
    if distance == RANGE and not any(is_clear(valley.board, place) for place in between):
        yield refusal("AW-71", f"Only mountains lie between {written(caster.place)} and {written(target)}.", FIREBALLS)


def burnt(valley: Valley, refs: tuple[str, ...]) -> Valley:
    """The valley without the units that fireballs have killed; haunts and the wand stay as they are (AW-74)."""
    gone = valley.named(refs)
    left = tuple(unit for unit in valley.units if unit.ref not in refs)
    emptied = {unit.place for unit in gone} - {unit.place for unit in left}
    return replace(valley, units=left, emptied=valley.emptied | emptied)
