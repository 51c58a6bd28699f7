"""What few need in a step, folded under “More”: manoeuvres, ground that harms, spells that end, objectives."""

from __future__ import annotations

from armybuilder.battles.presenters.play.casting import touched_by_lying
from armybuilder.battles.presenters.play.forms import (
    Action,
    Actions,
    Choice,
    Field,
    choices_of,
    edge_field,
    touching_fields,
)
from tabletop.arcana.battle.casters import schools_known
from tabletop.arcana.battle.commands.magic import may_end
from tabletop.arcana.battle.commands.manoeuvres import is_fresh, reason_not_to_manoeuvre
from tabletop.arcana.battle.commands.vehicles import free_spaces, takes_up
from tabletop.arcana.battle.drawing import stands
from tabletop.arcana.battle.profiles import living, may_fly, whole_move
from tabletop.arcana.battle.state import INCH, SIDES, BattleUnit, Body, Scenario, Standing, State, other
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import TerrainKind
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.rules.morale.objectives import objectives

MOVING = frozenset({Step.FIRST_MOVER, Step.SECOND_MOVER})
FLYING = frozenset({*MOVING, Step.LOOSE_RUNNERS, Step.ENGAGED_RUNNERS})
KINDS = (
    ("terrain", "Ground to hold"),
    ("unit", "A unit to defeat"),
    ("character", "A character to defeat"),
    ("monster", "A monster to defeat"),
)
STANDINGS = (
    (Standing.WAITING.value, "Not set up"),
    (Standing.READY.value, "Ready"),
    (Standing.BROKEN.value, "Broken"),
    (Standing.LOST.value, "Lost"),
    (Standing.HIDDEN.value, "Hidden"),
)
STRIKES = (("", "Always"), *((str(face), f"On a {face} or more") for face in range(2, 7)))
HARMS = (("hits", "Hits"), ("wounds", "Wounds"))
HOW_MANY = (("d6", "A die"), ("2d6", "Two dice"))


def more_of(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """What may be done with a unit besides what its step asks for."""
    if state.result is not None:
        return
    if unit.is_here and state.answering is None:
        yield from _when_it_may(state, unit, catalogue)
    yield _set_by_hand(unit)
    yield from (_with_power(unit, body) for body in living(unit) if schools_known(catalogue, body))


def _when_it_may(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    step = Step(state.clock.step) if state.clock.step else None
    if step in MOVING and state.clock.side == unit.side and not reason_not_to_manoeuvre(state, unit):
        yield from _in_a_fight(state, unit, catalogue)
    if step in MOVING and state.clock.side == unit.side:
        yield from _loading(state, unit, catalogue)
    if step in FLYING and may_fly(catalogue, unit):
        yield from _flying_over(state, unit)
    yield from touched_by_lying(state, unit, catalogue)
    yield _in_hazard(unit)


def _set_by_hand(unit: BattleUnit) -> Action:
    """What a unit is on the table, where the battle has it otherwise; models are counted on its card.

    One that was lost by mistake may have as many files as it had models.
    """
    most = sum(body.at_first for body in unit.bodies)
    fields = (
        Field(name="standing", label="It is", kind="select", value=unit.standing.value, choices=choices_of(STANDINGS)),
        Field(name="files", label="Files, 0 for loose order", kind="number", value=str(unit.files), most=most),
        Field(name="why", label="Why", kind="text", value="as it is on the table"),
    )
    return Action(command="correct", label="Set it", unit=unit.ref, fields=fields, title="Set by hand")


def _with_power(unit: BattleUnit, body: Body) -> Action:
    fields = (
        Field(name="power", label=f"Power of {body.name}", kind="number", value=str(body.power)),
        Field(name="why", label="Why", kind="text", value="as it is on the table"),
    )
    return Action(command="correct", label="Set it", unit=unit.ref, stated=(("body", body.ref),), fields=fields)


def _in_a_fight(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    foes = choices_of((foe.ref, foe.name) for foe in state.foes_of(unit.ref))
    files = Field(
        name="files", label="Files, 0 for loose order", kind="number", value=str(unit.files), most=unit.models
    )
    orders = Field(name="orders", label="Or by orders, such as add left or wrap", kind="text", is_folded=True)
    drawn = (orders,) if stands(state, unit.ref) else ()
    yield Action(command="reform", label="Reform", unit=unit.ref, fields=(files, *drawn), title="Reform")
    for each in state.foes_of(unit.ref):
        yield Action(
            command="reform", label="Count it so", unit=unit.ref, stated=(("foe", each.ref),),
            fields=touching_fields(unit.name, each.name, is_folded=False), title=f"Who touches {each.name}",
        )  # fmt: skip
    target = Field(name="target", label="Whom", kind="select", choices=foes)
    yield Action(
        command="charge", label="Run over", unit=unit.ref, fields=(target,), stated=(("overruns", "true"),),
        title="Run over whom it fights, if that is weak enough",
    )  # fmt: skip
    foe = Field(name="foe", label="Turn to", kind="select", choices=foes)
    yield Action(
        command="face", label="Turn", unit=unit.ref, fields=(foe, files),
        title="Turn to who fights its flank or rear",
    )  # fmt: skip
    most = whole_move(catalogue, unit) / INCH / 2
    inches = Field(
        name="inches", label=f"Inches, at most {most:g}", kind="number", value=f"{most:g}", most=most, step="any"
    )
    yield Action(
        command="fall_back", label="Fall back", unit=unit.ref, fields=(inches,), dice=True, odds=True,
        title="Fall back, after a test",
    )  # fmt: skip
    fresh = choices_of((each.ref, each.name) for each in state.of(unit.side) if is_fresh(state, each))
    if fresh:
        friend = Field(name="fresh", label="Who takes its place", kind="select", choices=fresh)
        yield Action(
            command="exchange", label="Exchange", unit=unit.ref, fields=(friend, edge_field()), dice=True, odds=True,
            title="Exchange with a fresh unit, after a test",
        )  # fmt: skip


def _loading(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """Vehicles that the unit may board, or that it may leave."""
    if unit.turn.loaded:
        return
    if unit.aboard is not None:
        labels = ("Inches from the left edge", "Inches from the lower edge") if state.laid is not None else ()
        at = (Field(name="at", label=label, kind="number", most=200, step="any") for label in labels)
        about = "Beside the vehicles, in loose order; it costs half of its move, and it charges nobody this turn."
        title = f"Leave {state.unit(unit.aboard).name}"
        yield Action(command="alight", label="Leave it", unit=unit.ref, fields=tuple(at), title=title, about=about)
    elif not state.is_engaged(unit.ref):
        carriers = (each for each in state.of(unit.side) if each.ref != unit.ref and each.standing is Standing.READY)
        needed = takes_up(catalogue, unit)
        roomy = choices_of((own.ref, own.name) for own in carriers if free_spaces(state, catalogue, own) >= needed)
        if roomy:
            carrier = Field(name="carrier", label="Vehicles that it has reached", kind="select", choices=roomy)
            yield Action(command="board", label="Board", unit=unit.ref, fields=(carrier,), title="Board vehicles")


def _flying_over(state: State, unit: BattleUnit) -> Actions:
    enemies = choices_of((foe.ref, foe.name) for foe in state.of(other(unit.side)) if foe.is_here)
    below = Field(name="by", label="Closely over", kind="select", choices=enemies)
    yield Action(
        command="fly_over", label="They strike", unit=unit.ref, fields=(below,), dice=True, odds=True,
        title="Fly over enemies, who strike",
    )  # fmt: skip


def _in_hazard(unit: BattleUnit) -> Action:
    if unit.hazard is not None:
        return Action(command="enter_hazard", label="It has left the ground that harms", unit=unit.ref)
    fields = (
        Field(name="hazard.least", label="It strikes", kind="select", choices=choices_of(STRIKES)),
        Field(name="hazard.dice", label="So many", kind="select", choices=choices_of(HOW_MANY)),
        Field(name="hazard.harm", label="Of", kind="select", choices=choices_of(HARMS)),
        Field(name="hazard.strength", label="Strength of its hits", kind="number", value="0", most=20),
        Field(name="hazard.no_saves", label="No saves", kind="check"),
    )
    return Action(
        command="enter_hazard", label="It stands there", unit=unit.ref, fields=fields, title="In ground that harms"
    )


def more_of_side(state: State, side: str, catalogue: Catalogue) -> Actions:
    """Objectives to name before the first turn and to call reached as turns end, and their own spells that end."""
    if state.result is not None or state.answering is not None:
        return
    if state.clock.step == Step.DEPLOYMENT and state.initiative is None:
        for attacks in (side, other(side)):
            title, about = ("Who attacks", "By agreement or by a die; the other side has the first initiative.")
            yield Action(
                command="choose_attacker", label=f"{state.army(attacks).name} attack", stated=(("side", attacks),),
                title=title if attacks == side else "", about=about if attacks == side else "",
            )  # fmt: skip
    if state.clock.step == Step.DEPLOYMENT:
        yield from _of_the_ground(state)
    if state.clock.step == Step.DEPLOYMENT and state.scenario is Scenario.MEETING:
        units = (Choice("", "None"), *(Choice(unit.ref, unit.name) for unit in state.of(side)))
        fields = (
            Field(name="what", label="What they must reach", kind="text"),
            Field(name="kind", label="It is", kind="select", choices=choices_of(KINDS)),
            Field(name="unit", label="Which of your units, if it is one", kind="select", choices=units),
        )
        most = objectives(max(army.points for army in state.armies))
        named = sum(each.side == other(side) for each in state.objectives)
        yield Action(
            command="name_objective", label="Name it", fields=fields,
            title=f"An objective for {state.army(other(side)).name}",
            about=f"One for each 2,000 points or part of them: {named} of {most} named.",
        )  # fmt: skip
    elif state.clock.step == Step.VICTORY:
        for goal in (goal for goal in state.objectives if goal.unit is None):
            whose = state.army(goal.side).name
            label = f"{whose} no longer have it" if goal.reached else f"{whose} have reached it"
            stated = (("objective", goal.ref), *((("reached", "false"),) if goal.reached else ()))
            yield Action(command="reach_objective", label=label, stated=stated, title=goal.what)
    for laid in (laid for laid in state.lying if may_end(state, laid, side)):
        yield Action(command="end_spell", label=f"{laid.name} is over", stated=(("spell", laid.spell),))
    for bearer in state.units.values():
        for borne in (borne for borne in bearer.spells if may_end(state, borne, side)):
            name = catalogue.spells[borne.spell].name if borne.spell in catalogue.spells else borne.spell
            stated = (("spell", borne.spell), ("bearer", bearer.ref))
            yield Action(command="end_spell", label=f"{name} on {bearer.name} is over", stated=stated)


def _of_the_ground(state: State) -> Actions:
    """Terrain as it is put down, where no drawn table shows it, and whose edge is whose."""
    edges = (("near", "The near (lower) one"), ("far", "The far (upper) one"))
    fields = (
        Field(name="side", label="Army", kind="select", choices=choices_of((s, state.army(s).name) for s in SIDES)),
        Field(name="zone", label="Its edge", kind="select", choices=choices_of(edges)),
    )
    yield Action(command="choose_side", label="So be it", fields=fields, title="Who sets up at which edge")
    if state.laid is None:
        kinds = ((kind.value, kind.value.replace("-", " ").capitalize()) for kind in TerrainKind)
        fields = (
            Field(name="kind", label="Terrain", kind="select", choices=choices_of(kinds)),
            Field(name="where", label="Where", kind="text"),
        )
        yield Action(command="place_terrain", label="Write it down", fields=fields, title="Terrain on the table")


def shows_more(state: State) -> bool:
    """Whether what a side may do besides is open by itself: before the first turn and as turns end."""
    return state.clock.step in (Step.DEPLOYMENT, Step.VICTORY)
