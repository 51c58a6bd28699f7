"""Combat and what comes after: attacks, advance, the haunt check and both ends (AW-80 to AW-100)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.arrakhar.attacks import COLUMNS, Odds, odds_of_attack
from tabletop.arrakhar.catalogue import BOOK, COUNTERS, MOST_IN_A_HEX, Haunt, Side, UnitType
from tabletop.arrakhar.ground import PlacedHaunt, Refusal, edge_hexes, written
from tabletop.arrakhar.pack import Pack
from tabletop.arrakhar.play.valley import FieldedUnit, Valley, named_at, refusal
from tabletop.boards.hex import Hex

COMBAT, WAND = BOOK.section("3.5 Combat"), BOOK.section("4.0 The wand")


def refused_attack(
    valley: Valley, attackers: tuple[str, ...], defenders: tuple[str, ...], *, columns: Sequence[str] = COLUMNS
) -> tuple[Refusal, ...]:
    """Every reason why these units can't attack those (AW-80 to AW-82); who defends are some or all of one hex."""
    ours, theirs = valley.named(attackers), valley.named(defenders)
    refusals = [*_wrong_places(valley, ours, theirs)]
    odds = odds_of(ours, theirs, columns)
    if odds.refused:
        refusals.append(refusal(odds.refused.code, odds.refused.reason, COMBAT))
    return tuple(refusals)


def odds_of(
    attackers: tuple[FieldedUnit, ...], defenders: tuple[FieldedUnit, ...], columns: Sequence[str] = COLUMNS
) -> Odds:
    """The odds of an attack of units on units, by the columns of a table."""
    return odds_of_attack(_counted(attackers), _counted(defenders), columns)


def _counted(units: tuple[FieldedUnit, ...]) -> dict[UnitType, int]:
    counts: dict[UnitType, int] = {}
    for unit in units:
        counts[unit.unit] = counts.get(unit.unit, 0) + 1
    return counts


def _wrong_places(
    valley: Valley, attackers: tuple[FieldedUnit, ...], defenders: tuple[FieldedUnit, ...]
) -> Iterator[Refusal]:
    places = {unit.place for unit in defenders}
    if len(places) > 1:
        yield refusal("AW-81", f"{named_at(defenders)}: an attack is against units of one hex.", COMBAT)
    for unit in attackers:
        if unit.side is not valley.side:
            yield refusal("AW-80", f"{named_at([unit])}: it isn't the {unit.side}'s phase.", COMBAT)
        if unit.attacked:
            yield refusal("AW-81", f"{named_at([unit])} attacks already this turn.", COMBAT)
        if any(valley.is_entry(place) for place in (unit.place, *places)):
            yield refusal("AW-80", "Nobody attacks into an entry or out of one.", COMBAT)
        elif any(valley.board.distance(unit.place, place) != 1 for place in places):
            yield refusal("AW-80", f"{named_at([unit])} isn't beside those who are attacked.", COMBAT)


def refused_advance(
    valley: Valley, refs: tuple[str, ...], to: Hex, *, attacked: frozenset[str] = frozenset()
) -> tuple[Refusal, ...]:
    """Every reason why units can't advance into a hex (AW-85).

    It was emptied by combat, then those that `attacked` it may; or by fireballs just before, then any beside it may
    that haven't attacked.
    """
    units, by_fireball = valley.named(refs), to in valley.emptied
    refusals = []
    if valley.at(to):
        refusals.append(refusal("AW-85", f"{named_at(valley.at(to))}: the hex isn't empty.", COMBAT))
    if len({unit.unit for unit in units}) > 1 or len(units) > MOST_IN_A_HEX:
        refusals.append(refusal("AW-85", f"{named_at(units)}: up to four of one type advance.", COMBAT))
    for unit in units:
        if unit.side is not valley.side:
            refusals.append(refusal("AW-85", f"{named_at([unit])}: it isn't the {unit.side}'s phase.", COMBAT))
        if valley.board.distance(unit.place, to) != 1 or valley.is_entry(unit.place):
            refusals.append(refusal("AW-85", f"{named_at([unit])} isn't beside {written(to)}.", COMBAT))
        if by_fireball and unit.attacked:
            refusals.append(refusal("AW-85", f"{named_at([unit])} attacks this turn and doesn't advance.", COMBAT))
        if not by_fireball and unit.ref not in attacked:
            refusals.append(refusal("AW-85", f"{named_at([unit])} didn't attack {written(to)}.", COMBAT))
    return tuple(refusals)


class HauntCheck(Struct, frozen=True):
    """What the haunt check brings: the haunts that are destroyed, and where the wand comes to light, if it does."""

    destroyed: tuple[PlacedHaunt, ...]
    wand: Hex | None


def haunt_check(valley: Valley, hidden_in: str) -> HauntCheck:
    """Every haunt with the wizard's units in its hex is destroyed; the wand is found in the one it is hidden in.

    It goes on after the wand is found (AW-90, AW-91).
    """
    destroyed = tuple(
        haunt for haunt in valley.haunts if any(unit.side is Side.WIZARD for unit in valley.at(haunt.place))
    )
    found = [haunt.place for haunt in destroyed if haunt.name == hidden_in and valley.wand is None]
    return HauntCheck(destroyed, found[0] if found else None)


def wandering_orcs(valley: Valley, pack: Pack, face: int) -> int:
    """How many orcs wander in by a face; counters outside the force are among them (AW-40, AW-15)."""
    pack.ensure("wandering")
    on_board = sum(unit.unit is UnitType.ORC for unit in valley.units)
    wandering = pack.wandering
    if wandering is None or face not in (wandering.faces or ()):
        return 0
    return min(wandering.count or 0, max(0, COUNTERS - on_board))


def wandering_hexes(valley: Valley, pack: Pack) -> frozenset[Hex]:
    """Where orcs may come by a pack's table that has no flaw: to any ruin, hexes of its list, or the edge (AW-40)."""
    wandering = pack.wandering
    match wandering and wandering.place:
        case "any_ruin":
            return frozenset(haunt.place for haunt in valley.haunts if haunt.kind is Haunt.RUIN)
        case "edge":
            return frozenset(edge_hexes(valley.board))
    return frozenset(valley.board.hex(name) for name in (wandering.hexes if wandering else ()))


def is_retaken(valley: Valley) -> bool:
    """Whether the sorcerer has the wand: it was found, and his units alone are in its hex (AW-98)."""
    there = valley.at(valley.wand) if valley.wand else ()
    return bool(there) and all(unit.side is Side.SORCERER for unit in there)


def winner(valley: Valley) -> Side | None:
    """Who has won: the wizard as the wand is carried into an entry, the sorcerer when no unit of the wizard's is left.

    Units that have left without the wand don't count (AW-100, ruling A-8).
    """
    if valley.wand is not None and valley.is_entry(valley.wand):
        return Side.WIZARD
    return None if any(unit.side is Side.WIZARD for unit in valley.units) else Side.SORCERER
