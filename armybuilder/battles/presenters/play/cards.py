"""The units of a battle as cards: how many are left, a line about each, and what may be done with it."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import QueryDict
from msgspec import Struct

from armybuilder.battles.presenters.play.actions import actions_of
from armybuilder.battles.presenters.play.forms import Action, Actions, filled_in
from armybuilder.battles.presenters.play.more_actions import more_of
from tabletop.arcana.battle.commands.command import Task, ToDo
from tabletop.arcana.battle.state import BattleUnit, Standing, State
from tabletop.arcana.battle.steps import Phase, Step
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue

MOST_PIECES = 20
SIGNS = {
    Task.SHOOT: "bow",
    Task.FIGHT: "swords",
    Task.STRIKE: "die",
    Task.SAVE: "die",
    Task.MOVE: "go",
    Task.CHARGE_ON: "go",
    Task.CAST: "spell",
    Task.COUNTER: "spell",
    Task.FLEE: "flag",
    Task.RALLY: "flag",
    Task.TEST: "die",
}


class Soldiers(Struct, frozen=True, kw_only=True):
    """Equal models of a unit, and what one step of a thumb makes of them: models and lost wounds, as 24:1."""

    ref: str
    name: str
    left: int
    at_first: int
    lost: tuple[int, ...]
    fewer: str
    more: str
    pips: tuple[bool, ...]


class Borne(Struct, frozen=True):
    """A spell that lies on a unit, and the unit whose caster may switch it off now, if it is one's own."""

    slug: str
    name: str
    by: str
    unit: str = ""


class Card(Struct, frozen=True, kw_only=True):
    """A unit: how many models are left, a line about it, and what may be done with it."""

    ref: str
    name: str
    army: ArmyList
    left: int
    at_first: int
    counted: str
    about: str
    kind: str
    standing: str
    is_open: bool
    actions: tuple[Action, ...]
    more: tuple[Action, ...]
    bodies: tuple[Soldiers, ...]
    spells: tuple[Borne, ...]
    sign: str

    @property
    def segments(self) -> list[str]:
        """A bar of a piece a model, or of twenty pieces: those that stand, one that is hurt, and the fallen."""
        pieces = min(self.at_first, MOST_PIECES)
        full = -(-self.left * pieces // self.at_first) if self.at_first else 0
        hurt = any(body.lost for body in self.bodies)
        return [
            "b-off" if place >= full else "b-hurt" if hurt and place == full - 1 else "b-on" for place in range(pieces)
        ]


def _soldiers(unit: BattleUnit) -> Iterator[Soldiers]:
    for body in unit.bodies:
        wound = body.wounds > 1
        hurt = body.lost[-1] if body.lost else 0
        rest = body.lost[:-1] if body.lost else ()
        if wound and body.left and hurt + 1 < body.wounds:
            fewer = _counts(body.left, (*rest, hurt + 1))
        else:
            fewer = _counts(body.left - 1, rest)
        if hurt:
            more = _counts(body.left, (*rest, hurt - 1) if hurt > 1 else rest)
        else:
            more = _counts(body.left + 1, (body.wounds - 1,) if wound else ())
        pips = tuple(place < body.wounds_left for place in range(body.wounds)) if wound and body.at_first == 1 else ()
        yield Soldiers(
            ref=body.ref, name=body.name, left=body.left, at_first=body.at_first, lost=body.lost,
            fewer=fewer if body.left else "", more=more if body.left < body.at_first or hurt else "", pips=pips,
        )  # fmt: skip


def _counts(left: int, lost: tuple[int, ...]) -> str:
    return f"{left}:{','.join(map(str, sorted(lost, reverse=True)))}"


def _borne(state: State, unit: BattleUnit, catalogue: Catalogue, side: str) -> Iterator[Borne]:
    """Spells on a unit; whose caster is of the side that casts now may end them."""
    casters = {body.ref: each for each in state.units.values() for body in each.bodies}
    for spell in unit.spells:
        caster = casters.get(spell.caster)
        mine = caster is not None and caster.side == side and state.clock.step == Step.CASTING
        name = catalogue.spells[spell.spell].name if spell.spell in catalogue.spells else spell.spell
        yield Borne(spell.spell, name, caster.name if caster else "", caster.ref if mine and caster else "")


def cards_of(
    state: State, side: str, catalogue: Catalogue, tasks: tuple[ToDo, ...], query: QueryDict | None = None
) -> Iterator[Card]:
    """The side's units, with forms for who plays them: who has something to do first, the lost last."""
    opened = "" if query is None else query.get("unit") or next((task.unit for task in tasks if task.unit), "")
    due = [task.unit for task in tasks]
    units = sorted(state.of(side), key=lambda unit: (unit.standing is Standing.LOST, unit.ref not in due))
    for unit in units:
        mine = [task for task in tasks if task.unit == unit.ref]
        actions: Actions = iter(())
        more: Actions = iter(())
        if query is not None:
            actions = actions_of(state, unit, catalogue, tuple(mine), measures=unit.ref == opened)
            more = more_of(state, unit, catalogue)
        yield Card(
            ref=unit.ref,
            name=unit.name,
            army=catalogue.lists[unit.army],
            left=unit.models,
            at_first=sum(body.at_first for body in unit.bodies),
            counted="model" if sum(body.at_first for body in unit.bodies) == 1 else "models",
            about=mine[0].task.capitalize() if mine else _about(state, unit),
            kind="ready" if mine else "done" if _has_acted(state, unit) else "idle",
            standing=unit.standing.value,
            is_open=unit.ref == opened,
            actions=filled_in(actions, query or QueryDict()),
            more=filled_in(more, query or QueryDict()),
            bodies=tuple(_soldiers(unit)),
            spells=tuple(_borne(state, unit, catalogue, side)),
            sign=SIGNS.get(mine[0].task, "go") if mine else _sign(state, unit),
        )


def _has_acted(state: State, unit: BattleUnit) -> bool:
    turn = unit.turn
    return unit.standing is Standing.LOST or {
        Phase.MOVEMENT: turn.moved or turn.moved_already or turn.charged,
        Phase.MISSILES: turn.shot,
        Phase.MELEE: turn.fought,
        Phase.MORALE: turn.tested or turn.rallied,
    }.get(Phase(state.clock.phase) if state.clock.phase else Phase.SETUP, False) not in (False, 0, None)


def _sign(state: State, unit: BattleUnit) -> str:
    if unit.standing is Standing.LOST:
        return "cross"
    if unit.standing is Standing.BROKEN:
        return "flag"
    return "swords" if state.is_engaged(unit.ref) else "tick" if _has_acted(state, unit) else ""


def _about(state: State, unit: BattleUnit) -> str:
    """A line about a unit that has nothing to do now."""
    if unit.standing is Standing.LOST:
        return f"Lost: {unit.how_lost}"
    if unit.standing is Standing.BROKEN:
        has_fled = unit.turn.fled or state.clock.phase not in (Phase.START, Phase.FLEEING)
        return f"Broken: flees in turn {state.clock.turn + has_fled}"
    if unit.standing is Standing.HIDDEN:
        return "Hidden"
    if unit.standing is Standing.WAITING:
        return "Not set up yet"
    foes = state.foes_of(unit.ref)
    if foes:
        return f"Fights {', '.join(foe.name for foe in foes)}"
    if unit.turn.shot_at and state.clock.phase == Phase.MISSILES:
        return f"Has shot at {state.unit(unit.turn.shot_at).name}"
    formation = f"{unit.files} wide" if unit.files else "In loose order"
    wounds = sum(sum(body.lost) for body in unit.bodies)
    return f"{formation}, {wounds} {'wound' if wounds == 1 else 'wounds'} lost" if wounds else formation
