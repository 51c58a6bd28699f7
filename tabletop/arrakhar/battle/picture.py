"""The valley as a picture: who stands where, haunts and the wand in our own art, and what an overlay lights up."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from tabletop.arrakhar.battle.state import Battle, in_a_row
from tabletop.arrakhar.catalogue import MOST_IN_A_HEX, PROFILES, Side, UnitType
from tabletop.arrakhar.ground import PlacedHaunt, written
from tabletop.arrakhar.play.valley import FieldedUnit
from tabletop.arrakhar.printing.art import SILHOUETTES, WAND, Art
from tabletop.boards.hex import Hex
from tabletop.boards.marked import SIDE, Mark, marked_svg
from tabletop.heraldry.markup import path_data

SCALE = SIDE / 26  # what lies in a hex is drawn in units of a side of 26
CAPTION = (
    "A silhouette is a type of unit, a number how many; discs are the wizard's, squares the sorcerer's. T, R and C "
    "with a number are haunts, the star is the wand. E is an entry. Framed hexes can be chosen now."
)


def valley_svg(
    battle: Battle, *, lit: Mapping[Hex, str], hrefs: Mapping[Hex, str], at: Hex | None, to: Hex | None
) -> str:
    """The board of a game; `lit` hexes can be chosen, with a word about each, a tap leads to the address in `hrefs`.

    `at` was tapped, and then perhaps `to`.
    """
    board, stacks = battle.valley.board, stacks_of(battle)
    haunts = {haunt.place: haunt for haunt in battle.valley.haunts}
    marks: dict[Hex, Mark] = {}
    for place in board.hexes():
        units, haunt, has_wand = stacks.get(place, ()), haunts.get(place), place == battle.valley.wand
        kind = board.kind_of(place).name
        words = [f"{haunt.kind} {haunt.name}"] if haunt else []
        words += [in_words(units)] if units else []
        words += ["the wand"] if has_wand else []
        words += [lit[place]] if place in lit else []
        inside = _drawn(units, haunt, has_wand=has_wand) or ("<text>E</text>" if battle.valley.is_entry(place) else "")
        marks[place] = Mark(
            words=f"{written(place)} {kind}{': ' if words else ''}{in_a_row(words)}",
            href=hrefs.get(place, ""),
            css=(kind.lower(), *["lit"] * (place in lit), *["chosen"] * (place == at), *["aim"] * (place == to)),
            art=f'<g transform="scale({SCALE:g})">{inside}</g>' if inside else "",
            is_stop=place in lit or bool(units),
        )
    return marked_svg(board, "The valley", marks)


def stacks_of(battle: Battle) -> dict[Hex, tuple[FieldedUnit, ...]]:
    """The units of each hex that has any."""
    stacks: dict[Hex, tuple[FieldedUnit, ...]] = {}
    for unit in battle.valley.units:
        stacks[unit.place] = (*stacks.get(unit.place, ()), unit)
    return stacks


def in_words(units: Collection[FieldedUnit]) -> str:
    """`2 elves and 1 dwarf`."""
    counts: dict[UnitType, int] = {}
    for unit in units:
        counts[unit.unit] = counts.get(unit.unit, 0) + 1
    return in_a_row([PROFILES[unit].counted(count) for unit, count in counts.items()])


def _drawn(units: tuple[FieldedUnit, ...], haunt: PlacedHaunt | None, *, has_wand: bool) -> str:
    """What lies in a hex, in units of a hex's side of 26: haunts above units, the wand at the right."""
    drawn = ""
    if haunt and units:
        drawn += f'<text class="haunt" x="-9" y="-15">{haunt.name}</text>'
    elif haunt:
        drawn += f'<g class="haunt">{_art(SILHOUETTES[haunt.kind], 22, (-11, -20))}</g>'
        drawn += f'<text class="haunt" x="0" y="12">{haunt.name}</text>'
    if units:
        drawn += _stack(units, middle=4 if haunt or has_wand else 0)
    if has_wand:
        drawn += f'<g class="wand">{_art(WAND, 14, (2, -23))}</g>'
    return drawn


def _stack(units: tuple[FieldedUnit, ...], *, middle: int) -> str:
    """Units of one type as their silhouette with their count; of several, as at an entry, their count alone."""
    side, types = units[0].side, {unit.unit for unit in units}
    disc, square = f'<circle cy="{middle}" r="15"/>', f'<rect x="-14" y="{middle - 14}" width="28" height="28" rx="3"/>'
    ground = disc if side is Side.WIZARD else square
    if len(types) > 1 or len(units) > MOST_IN_A_HEX:
        return f'<g class="piece {side}">{ground}<text class="many" y="{middle}">{len(units)}</text></g>'
    art = _art(SILHOUETTES[units[0].unit], 18, (-9 if len(units) == 1 else -12, middle - 9))
    count = f'<text x="9" y="{middle + 6}">{len(units)}</text>' if len(units) > 1 else ""
    return f'<g class="piece {side}">{ground}{art}{count}</g>'


@lru_cache(maxsize=64)
def _art(art: Art, size: float, at: tuple[float, float]) -> str:
    """A silhouette with its top left at a point, so wide and high."""
    x, y = at
    paths = "".join(f'<path fill-rule="evenodd" d="{path_data(part)}"/>' for part in art)
    return f'<g transform="translate({x:g} {y:g}) scale({size / 100:g})">{paths}</g>'
