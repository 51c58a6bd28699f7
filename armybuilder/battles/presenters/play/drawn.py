"""The drawn table of a battle on its page: the board to take hold of, and who is reached and shot at from where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.battles.presenters.explaining import marks_in, steps_in
from armybuilder.battles.presenters.state import USUAL_TEMPLATE
from armybuilder.core.forms import problem_in_words
from tabletop.arcana.battle.commands.missiles import Shoot, aimed
from tabletop.arcana.battle.commands.movement import reason_not_to_move
from tabletop.arcana.battle.drawing import Drawn, drawn, stands
from tabletop.arcana.battle.profiles import whole_move
from tabletop.arcana.battle.state import INCH, BattleUnit, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battle.table.charges import declared
from tabletop.arcana.battle.table.commands import Charge, Move, Put, read_command
from tabletop.arcana.battle.table.console import AnswerLine, answer_to, lines_of_answer
from tabletop.arcana.battle.table.descriptions import MOST_PAIRS_AT_ONCE, missile_ranges
from tabletop.arcana.battlefield.marks import Ground
from tabletop.arcana.battlefield.reasons import ForbiddenError
from tabletop.arcana.battlefield.scene import apart, between
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.pictures.board import board
from tabletop.arcana.pictures.overlays import NOTHING, Overlay, Ray, RayKind
from tabletop.arcana.queries.answer import Answer, Refusal
from tabletop.arcana.rules.deployment import room_to_appear
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError

MOVING = frozenset({Step.FIRST_MOVER, Step.SECOND_MOVER})
APPEARING = frozenset({Step.EARLY_INFILTRATORS, Step.LATE_INFILTRATORS})
HANDS = frozenset({Step.DEPLOYMENT, Step.FIRST_MOVER, Step.SECOND_MOVER, *APPEARING})


class Told(Struct, frozen=True):
    """What the table answers to a question: figures, or why it can't, step by step."""

    asked: str
    lines: tuple[AnswerLine, ...]
    steps: tuple[str, ...]


class TableOfBattle(Struct, frozen=True):
    """The board as it is drawn, the units on it that may be chosen, how large it is; whether units are moved now.

    `asks` are questions about the chosen unit, by their names and words, `told` is the answer to one.
    """

    picture: SafeString
    units: tuple[tuple[str, str], ...]
    size: str
    chosen: str
    is_set_up: bool
    is_for_hands: bool
    asks: tuple[tuple[str, str], ...] = ()
    told: Told | None = None


def table_of(state: State, catalogue: Catalogue, chosen: str, asked: str = "") -> TableOfBattle | None:
    """The drawn table with a unit chosen, if it stands there, and a question about it; None on paper."""
    found = drawn(state, catalogue)
    if found is None:
        return None
    units = found.scene.units
    wide, deep = found.scene.table.size
    picked = chosen if chosen in units else ""
    overlay = _about(state, catalogue, found, picked) if picked else _room_of(state, found, chosen)
    answer = _answered(found, picked, asked) if asked else None
    if answer is not None:
        overlay = replace(overlay, marks=marks_in(answer, found.scene))
    return TableOfBattle(
        picture=picture_of(found, overlay),
        units=tuple((unit.ref, unit.name) for unit in units.values()),
        size=f"{wide:g}″ by {deep:g}″",
        chosen=picked,
        is_set_up=state.clock.step != Step.DEPLOYMENT,
        is_for_hands=state.clock.step in HANDS,
        asks=tuple(_asks(found, picked)) if picked else (),
        told=_told(asked, answer) if answer is not None else None,
    )


def _answered(found: Drawn, ref: str, words: str) -> Answer:
    """What the table answers, as it is asked without phases."""
    try:
        return answer_to(found.play, found.scene, ref, words)
    except MalformedError as error:
        return Refusal(scene=found.scene, words=problem_in_words(error))


def _told(asked: str, answer: Answer) -> Told:
    return Told(asked, tuple(lines_of_answer(answer)), tuple(step.text for step in steps_in(answer)))


def _asks(found: Drawn, ref: str) -> Iterator[tuple[str, str]]:
    """Questions that take no typing: those that a battle's own forms leave to the table."""
    unit = found.scene.unit(ref)
    yield "Who is under a template", f"template {USUAL_TEMPLATE}"
    foes = [other for other in found.scene.others(unit) if other.side != unit.side]
    if foes:
        near = min(foes, key=lambda other: apart(unit, other))
        touched = found.scene.foes(unit) or (near,)
        yield "Can it run them over", f"overrun {' '.join(foe.ref for foe in touched)}"
        yield ("A charge, and whom it flies over" if unit.fly else "A charge"), f"charge {near.ref}"
    yield "Where it would flee", "flight"


def _room_of(state: State, found: Drawn, ref: str) -> Overlay:
    """Where infiltrators who aren't on the table yet may appear, while they may."""
    unit = state.units.get(ref)
    if unit is None or unit.standing is not Standing.HIDDEN or state.clock.step not in APPEARING:
        return Overlay()
    return Overlay(marks=tuple(Ground(rings) for rings in room_to_appear(found.scene, unit.side)))


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
