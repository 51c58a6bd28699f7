"""What a side's units may do now, with whom, and why not: for the cards of a page, and for who plays by himself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from tabletop.arcana.battle.casters import castable
from tabletop.arcana.battle.commands import lasting, manoeuvres, morale, movement
from tabletop.arcana.battle.commands.command import Task, ToDo
from tabletop.arcana.battle.commands.course import to_do
from tabletop.arcana.battle.profiles import is_berserk
from tabletop.arcana.battle.state import SIDES, BattleUnit, Standing, State, other
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.catalogue.lists import Catalogue


class Offer(Struct, frozen=True):
    """A command that may be given now, by its name: for a unit, or none for a side's own, and its possible `targets`.

    Targets are refs of units, of an answer its ways, of initiative sides, of a casting its spells. `reason` is why it
    can't be given, where a player would look for it.
    """

    unit: str | None
    command: str
    targets: tuple[str, ...] = ()
    reason: str = ""


Offers = Iterator[Offer]

COMMANDS: Mapping[Task, str] = {
    Task.DEPLOY: "deploy",
    Task.SUFFER: "suffer",
    Task.FLEE: "flee",
    Task.PURSUE: "pursue",
    Task.FOLLOW: "follow",
    Task.RESPOND: "respond",
    Task.COME_IN: "come_in",
    Task.APPEAR: "appear",
    Task.ROLL_INITIATIVE: "roll_initiative",
    Task.CHOOSE_MOVER: "choose_mover",
    Task.CLOSE_IN: "close_in",
    Task.SPELL_STRIKES: "spell_strikes",
    Task.SHAKE_OFF: "shake_off",
    Task.CHARMED: "resist_charm",
    Task.DRIFT: "move_template",
    Task.REPAIR: "repair",
    Task.JOLT: "be_struck_aboard",
    Task.LEAD: "move_character",
    Task.CHOOSE_CASTER: "order_casting",
    Task.CAST: "cast",
    Task.COUNTER: "counter",
    Task.SHOOT: "shoot",
    Task.FIGHT: "fight",
    Task.STRIKE: "throw",
    Task.SAVE: "throw",
    Task.REGENERATE: "regenerate",
    Task.RALLY: "rally",
    Task.PRESS: "press",
    Task.TEST: "test_morale",
    Task.ARMY_TEST: "test_armies",
    Task.OBJECTIVES: "reach_objective",
}


def offers(state: State, catalogue: Catalogue, side: str) -> tuple[Offer, ...]:
    """What a side may do now, unit by unit; while somebody must answer something, only that."""
    if state.result is not None:
        return ()
    found = [_offer(state, catalogue, task) for task in to_do(state, catalogue, side) if task.task in COMMANDS]
    if state.casting is not None and side == state.answering:
        found.append(Offer(None, "let_pass"))
    if state.answering is None and state.clock.step and state.clock.side in ("", side):
        more = MORE.get(Step(state.clock.step))
        found += more(state, catalogue, side) if more else ()
    return tuple(found)


def _offer(state: State, catalogue: Catalogue, task: ToDo) -> Offer:
    return Offer(task.unit, COMMANDS[task.task], _targets(state, catalogue, task))


def _targets(state: State, catalogue: Catalogue, task: ToDo) -> tuple[str, ...]:
    unit = state.unit(task.unit) if task.unit else None
    match task.task:
        case Task.CHOOSE_MOVER | Task.CHOOSE_CASTER:
            return SIDES
        case Task.OBJECTIVES:
            return tuple(its.ref for its in state.objectives if not its.reached)
        case Task.SPELL_STRIKES | Task.CAST | Task.SHAKE_OFF | Task.DRIFT:
            return _spells(state, catalogue, task.task, unit)
        case Task.RESPOND if unit:
            return movement.responses(state, catalogue, unit)
        case Task.PURSUE | Task.FOLLOW if going := state.flight or state.retreat:
            return (going.unit,)
        case Task.CLOSE_IN | Task.PRESS | Task.LEAD if unit:
            return tuple(foe.ref for foe in state.foes_of(unit.ref))
        case Task.SHOOT if unit:
            aimed = unit.turn.shot_at
            return tuple(foe.ref for foe in _enemies(state, unit.side) if aimed in (None, foe.ref))
    return ()


def _spells(state: State, catalogue: Catalogue, task: Task, unit: BattleUnit | None) -> tuple[str, ...]:
    """Those that a unit may cast, shake off, or that strike it again; of the table's those that wander now."""
    if unit is None:
        return tuple(own.spell for own in state.lying if lasting.wanders_now(state, catalogue, own))
    if task is Task.SHAKE_OFF:
        return lasting.to_shake(unit)
    if task is Task.SPELL_STRIKES:
        return lasting.recurring(unit, catalogue)
    return tuple(spell.slug for spell in castable(state, catalogue, unit))


def _enemies(state: State, side: str) -> list[BattleUnit]:
    return [unit for unit in state.of(other(side)) if unit.is_here and unit.aboard is None]


def _moves(state: State, catalogue: Catalogue, side: str) -> Offers:
    enemies = tuple(unit.ref for unit in _enemies(state, side))
    for unit in state.of(side):
        if not unit.is_here:
            continue
        if not manoeuvres.reason_not_to_manoeuvre(state, unit):
            yield from _in_a_fight(state, unit)
        elif why := movement.reason_not_to_move(state, unit):
            yield Offer(unit.ref, "march", reason=why)
        else:
            yield from _marches(state, catalogue, unit, enemies)


def _marches(state: State, catalogue: Catalogue, unit: BattleUnit, enemies: tuple[str, ...]) -> Offers:
    if is_berserk(catalogue, unit) and not unit.turn.extra:
        yield Offer(unit.ref, "run_berserk")
    refused = movement.reason_not_to_charge(state, catalogue, unit)
    yield Offer(unit.ref, "charge", () if refused else enemies, refused.sentence if refused else "")
    yield Offer(unit.ref, "march")


def _in_a_fight(state: State, unit: BattleUnit) -> Offers:
    foes = tuple(foe.ref for foe in state.foes_of(unit.ref))
    fresh = (each.ref for each in state.of(unit.side) if manoeuvres.is_fresh(state, each))
    yield Offer(unit.ref, "reform", foes)
    yield Offer(unit.ref, "fall_back")
    yield Offer(unit.ref, "exchange", tuple(fresh))


def _begins(state: State, catalogue: Catalogue, side: str) -> Offers:
    """Fights to strike throw by throw; of those that have begun, the rest at once."""
    for task in to_do(state, catalogue, side):
        command = {Task.FIGHT: "begin_fight", Task.STRIKE: "fight", Task.SAVE: "fight"}.get(task.task)
        if command:
            yield Offer(task.unit, command)


def _rallies(state: State, catalogue: Catalogue, side: str) -> Offers:
    for unit in state.of(side):
        reason = morale.reason_not_to_rally(state, unit)
        if unit.standing is Standing.BROKEN and reason:
            yield Offer(unit.ref, "rally", reason=reason)


MORE: Mapping[Step, Callable[[State, Catalogue, str], Offers]] = {
    Step.FIRST_MOVER: _moves,
    Step.SECOND_MOVER: _moves,
    Step.BLOWS: _begins,
    Step.RALLY: _rallies,
}
