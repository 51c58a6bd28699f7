"""The drawn table of a battle on its page: the board to take hold of, and who is reached and shot at from where."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from tabletop.arcana.battle.commands.missiles import Shoot, aimed
from tabletop.arcana.battle.commands.movement import reason_not_to_move
from tabletop.arcana.battle.drawing import Drawn, drawn, stands
from tabletop.arcana.battle.profiles import whole_move
from tabletop.arcana.battle.state import INCH, BattleUnit, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battle.table.charges import declared
from tabletop.arcana.battle.table.commands import Charge, Move, Put, read_command
from tabletop.arcana.battle.table.descriptions import MOST_PAIRS_AT_ONCE, missile_ranges
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.arcana.battlefield.scene import between
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.pictures.board import board
from tabletop.arcana.pictures.overlays import NOTHING, Overlay, Ray, RayKind
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError

MOVING = frozenset({Step.FIRST_MOVER, Step.SECOND_MOVER})
HANDS = frozenset(
    {Step.DEPLOYMENT, Step.FIRST_MOVER, Step.SECOND_MOVER, Step.EARLY_INFILTRATORS, Step.LATE_INFILTRATORS}
)


class TableOfBattle(Struct, frozen=True):
    """The board as it is drawn, the units on it that may be chosen, how large it is; whether units are moved now."""

    picture: SafeString
    units: tuple[tuple[str, str], ...]
    size: str
    chosen: str
    is_set_up: bool
    is_for_hands: bool


def table_of(state: State, catalogue: Catalogue, chosen: str) -> TableOfBattle | None:
    """The drawn table with a unit chosen, if it stands there; None on paper."""
    found = drawn(state, catalogue)
    if found is None:
        return None
    units = found.scene.units
    wide, deep = found.scene.table.size
    picked = chosen if chosen in units else ""
    return TableOfBattle(
        picture=picture_of(found, _about(state, catalogue, found, picked) if picked else Overlay()),
        units=tuple((unit.ref, unit.name) for unit in units.values()),
        size=f"{wide:g}″ by {deep:g}″",
        chosen=picked,
        is_set_up=state.clock.step != Step.DEPLOYMENT,
        is_for_hands=state.clock.step in HANDS,
    )


def _about(state: State, catalogue: Catalogue, found: Drawn, ref: str) -> Overlay:
    """What the chosen unit's step is about: how far it shoots, and at whom it has; into where it still charges."""
    unit, placed = state.unit(ref), found.scene.unit(ref)
    if state.clock.step == Step.VOLLEYS and not state.is_engaged(ref):
        target = found.scene.units.get(unit.turn.shot_at or "")
        gap = between(placed, target).gap if target else None
        rays = (Ray(gap.start, gap.end, RayKind.MEASURE, inches(gap.inches)),) if gap else ()
        return Overlay(chosen=ref, ranges=tuple(missile_ranges(placed)), rays=rays)
    if state.clock.step in MOVING and state.clock.side == unit.side and not reason_not_to_move(state, unit):
        left = whole_move(catalogue, unit) + unit.turn.extra - unit.turn.moved
        return Overlay(chosen=ref, charge=left / INCH if unit.files and left > 0 else None)
    return Overlay(chosen=ref)


def picture_of(found: Drawn, overlay: Overlay = NOTHING) -> SafeString:
    """The board as SVG."""
    return mark_safe(board(found.play, found.scene, overlay))


def reached(state: State, catalogue: Catalogue, unit: BattleUnit, foe: BattleUnit) -> tuple[str, str]:
    """What a charge needs by the table, and why there is none; both empty on paper."""
    found = drawn(state, catalogue) if stands(state, unit.ref, foe.ref) else None
    if found is None:
        return "", ""
    try:
        solved = declared(found.play, found.scene, unit.ref, foe.ref)
    except (ForbiddenError, MalformedError) as refused:
        return "", refused.reason.text if isinstance(refused, ForbiddenError) else refused.reason
    return f"{inches(solved.needed or 0.0)} into its {solved.side}", ""


def shot_at(state: State, catalogue: Catalogue, unit: BattleUnit, foe: BattleUnit) -> tuple[Shoot, str]:
    """A unit's shot at another as the table has it, and why there is none; without a range on paper."""
    shot = Shoot(unit=unit.ref, target=foe.ref)
    try:
        return aimed(state, catalogue, shot, None), ""
    except RefusalError as refused:
        return shot, str(refused.arguments.get("reason", refused.sentence))


def measured(state: State, catalogue: Catalogue, unit: BattleUnit, foes: Sequence[BattleUnit]) -> set[str]:
    """Those enemies for which one page may measure, the first ones: all on paper, where nothing is."""
    found = drawn(state, catalogue)
    pairs = (
        len(found.scene.unit(unit.ref).blocks) * len(found.scene.unit(foe.ref).blocks)
        if found and stands(state, unit.ref, foe.ref)
        else 0
        for foe in foes
    )
    return {foe.ref for foe, so_far in zip(foes, accumulate(pairs), strict=True) if so_far <= MOST_PAIRS_AT_ONCE}


def order_in_words(state: State, ref: str, words: str, *, by_hand: bool) -> dict[str, object]:
    """A hand's or a typed order to a unit on the table as a command of the battle; MalformedError for any other."""
    order = read_command(ref, words)
    match order:
        case Move(orders=orders):
            return {"command": "march", "unit": ref, "orders": orders, "by_hand": by_hand}
        case Charge(target=target):
            return {"command": "charge", "unit": ref, "target": target}
        case Put(x=x, y=y, facing=facing):
            turned = {} if facing is None else {"facing": round(facing * INCH)}
            if state.clock.step == Step.DEPLOYMENT:
                return {"command": "deploy", "unit": ref, "at": [round(x * INCH), round(y * INCH)], **turned}
            return {"command": "put", "unit": ref, "x": round(x * INCH), "y": round(y * INCH), **turned}
    raise MalformedError("words", f"“{words[:60]}” is no move, charge or place of a unit on the table")
