"""What may be done with a unit, or by a side, as forms: a command with the fields that its player fills in."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from armybuilder.battles.presenters.play.casting import casting, countering, struck_again, wandering
from armybuilder.battles.presenters.play.drawn import measured, reached, shot_at
from armybuilder.battles.presenters.play.forms import (
    BY_HAND,
    Action,
    Actions,
    Choice,
    Field,
    choices_of,
    edge_field,
    touching_fields,
)
from armybuilder.battles.presenters.play.striking import striking
from armybuilder.battles.presenters.play.thresholds import ALL_FACES, faces_up_to, needed_by
from tabletop.arcana.battle.awaited import Awaited
from tabletop.arcana.battle.commands.command import Task, ToDo
from tabletop.arcana.battle.commands.lasting import to_shake
from tabletop.arcana.battle.commands.movement import naturals, reason_not_to_charge, responses
from tabletop.arcana.battle.drawing import stands
from tabletop.arcana.battle.facts.melee import SAVES, TO_HIT, is_named
from tabletop.arcana.battle.profiles import figures, is_berserk, living, may_fly, whole_move
from tabletop.arcana.battle.state import INCH, BattleUnit, Standing, State, other
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.lists import Catalogue

USUAL_RANGE = 12
COVERS = (("none", "In the open"), ("cover", "In cover"), ("full", "In full cover"))
RESPONSES = {"stand": "Stand", "flee": "Flee", "fire": "Stand and shoot"}
FROM_FARTHER = (
    Field(name="further.shots", label="Dice from another range", kind="number", least=1, most=1000, is_folded=True),
    Field(name="further.range", label="Which is, in inches", kind="number", most=200, step="any", is_folded=True),
    Field(name="further.cover", label="There the target stands", kind="select", choices=choices_of(COVERS),
          is_folded=True),
)  # fmt: skip
ANSWERS = {
    "stand": "They fight in the melee phase.",
    "flee": "They break and run at once; the chargers may follow.",
    "fire": "They shoot as the charge comes in. It is their shot of this turn.",
}
SIDES_OF = {Facing.FRONT: "Front", Facing.LEFT: "Left flank", Facing.RIGHT: "Right flank", Facing.REAR: "Rear"}


def actions_of(
    state: State, unit: BattleUnit, catalogue: Catalogue, tasks: tuple[ToDo, ...], *, measures: bool = True
) -> Actions:
    """What may be done with a unit in this step; `tasks` are those that it still has.

    On a drawn table charges and shots at each enemy are measured, if that `measures`.
    """
    for task in tasks:
        if task.task in AT_ENEMIES:
            yield from AT_ENEMIES[task.task](state, unit, catalogue, measures=measures or state.laid is None)
        elif task.task in OF_TASKS:
            yield from OF_TASKS[task.task](state, unit, catalogue)
    if state.clock.step == Step.DEPLOYMENT and unit.standing is Standing.READY:
        yield _deploying(unit)
    if state.clock.step == Step.BLOWS:
        yield from striking(state, unit, catalogue)
        if state.begun_fight(unit.ref) and not tasks:
            yield from _rest_of_fight(unit)


def side_actions(state: State, side: str, catalogue: Catalogue, tasks: tuple[ToDo, ...]) -> Actions:
    """What a side may do that is about no unit of its own, or about several."""
    due = {task.task for task in tasks}
    ours, theirs = state.army(side).name, state.army(other(side)).name
    if Task.PURSUE in due:
        yield from _pursue(state, catalogue)
    if Task.DEPLOY in due:
        yield Action(command="deploy", label="Set up everybody", primary=True)
    if Task.ROLL_INITIATIVE in due:
        yield Action(command="roll_initiative", label="Roll for initiative", dice=True, primary=True)
    if Task.CHOOSE_MOVER in due:
        yield Action(command="choose_mover", label=f"{ours} move first", stated=(("first", side),), primary=True)
        yield Action(command="choose_mover", label=f"{theirs} move first", stated=(("first", other(side)),))
    if Task.COUNTER in due:
        yield Action(command="let_pass", label="Let the spell pass", dice=True)
    if Task.CHOOSE_CASTER in due:
        yield Action(command="order_casting", label=f"{ours} cast first", stated=(("first", side),))
        yield Action(command="order_casting", label=f"{theirs} cast first", stated=(("first", other(side)),))
    for errand in state.errands:
        stated = (("spell", errand.spell), ("caster", errand.caster))
        yield Action(command="carried_out", label=f"{errand.name}: done on the table", stated=stated)
    if Task.DRIFT in due:
        yield from wandering(state, side, catalogue)
    if Task.ARMY_TEST in due:
        yield Action(command="test_armies", label="Roll the armies' tests", dice=True, odds=True, primary=True)


def _deploying(unit: BattleUnit) -> Action:
    files = Field(
        name="files", label="Files, 0 for loose order", kind="number", value=str(unit.files), most=unit.models
    )
    is_set = unit.standing is Standing.READY
    return Action(
        command="deploy", label="Change" if is_set else "Set up", unit=unit.ref, fields=(files,), primary=not is_set
    )


def _deploy(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    yield _deploying(unit)
    if unit.infiltrates:
        yield Action(command="withhold", label="Keep hidden", unit=unit.ref)


def _move(state: State, unit: BattleUnit, catalogue: Catalogue, *, measures: bool) -> Actions:
    on_table = stands(state, unit.ref)
    left = whole_move(catalogue, unit) + unit.turn.extra - unit.turn.moved
    if is_berserk(catalogue, unit) and not unit.turn.extra:
        yield Action(command="run_berserk", label="Roll the d3 of the berserk", unit=unit.ref, dice=True)
    if reason_not_to_charge(state, catalogue, unit) is None:
        foes = [foe for foe in state.of(other(unit.side)) if foe.is_here]
        looked_for = measured(state, catalogue, unit, foes) if measures else set()
        enemies = tuple(
            _charged(state, catalogue, unit, foe)
            if foe.ref in looked_for
            else _listed(catalogue, foe, _unmeasured(_numbers(foe), measures=measures))
            for foe in foes
        )
        target = Field(name="target", label="Charge", kind="radio", choices=enemies)
        side = Field(
            name="side",
            label="At its",
            kind="select",
            value=Facing.FRONT.value,
            choices=tuple(Choice(facing.value, name) for facing, name in SIDES_OF.items()),
        )
        yield Action(
            command="charge", label="Charge", unit=unit.ref,
            fields=(target, *(() if on_table else (side,)), *_as_it_charges(catalogue, unit, on_table=on_table)),
            primary=True, folded="Charge",
        )  # fmt: skip
    if on_table:
        orders = Field(name="orders", label="Orders, such as wheel left 2; forward 3", kind="text")
        yield Action(command="march", label="Move", unit=unit.ref, fields=(orders,), folded="Move")
        return
    inches = Field(
        name="inches", label=f"Inches, {left / INCH:g} left", kind="number", value=f"{left / INCH:g}",
        most=left / INCH, step="any",
    )  # fmt: skip
    files = Field(
        name="files", label="Files after it, 0 for loose order", kind="number", value=str(unit.files), most=unit.models
    )
    yield Action(
        command="march", label="Moved", unit=unit.ref, fields=(inches, files, *_altitude(catalogue, unit)),
        folded="Move",
    )  # fmt: skip


def _as_it_charges(catalogue: Catalogue, unit: BattleUnit, *, on_table: bool) -> tuple[Field, ...]:
    """What few chargers do: land, run over the weak, throw what is their own; on paper who touches is counted."""
    natural = naturals(catalogue, unit)
    thrown = (("", "Nothing"), *((name, name) for name in natural))
    throws = Field(name="throws", label="As they come in they use", kind="select", choices=choices_of(thrown),
                   is_folded=True)  # fmt: skip
    overruns = Field(name="overruns", label="Run it over, if it is weak enough", kind="check", is_folded=True)
    said = (overruns, throws) if natural else (overruns,)
    return said if on_table else (*_altitude(catalogue, unit), *touching_fields(unit.name, "the enemy"), *said)


def _listed(catalogue: Catalogue, foe: BattleUnit, about: str) -> Choice:
    """An enemy of whom nothing is measured."""
    return Choice(foe.ref, foe.name, about, army=catalogue.lists[foe.army])


def _unmeasured(about: str, *, measures: bool) -> str:
    """What is said of it: also that it would have been measured, but for so many models."""
    return f"too many models to look for, {about}" if measures else about


def _charged(state: State, catalogue: Catalogue, unit: BattleUnit, foe: BattleUnit) -> Choice:
    """An enemy with the inches that a charge needs by the drawn table, or why there is none; on paper its numbers."""
    needs, why_not = reached(state, catalogue, unit, foe)
    about = ", ".join(filter(None, (needs, _numbers(foe))))
    return Choice(foe.ref, foe.name, about, why_not, army=catalogue.lists[foe.army])


def _altitude(catalogue: Catalogue, unit: BattleUnit) -> tuple[Field, ...]:
    if not may_fly(catalogue, unit):
        return ()
    heights = choices_of((("ground", "On the ground"), ("low", "Flying low"), ("high", "Flying high")))
    return (Field(name="altitude", label="Then", kind="select", value=unit.altitude.value, choices=heights),)


def _running(catalogue: Catalogue, unit: BattleUnit) -> tuple[Field, ...]:
    """How far and where a unit runs by its player's choice."""
    most = whole_move(catalogue, unit) / INCH
    label = f"Inches of its move beyond the die, at most {most:g}"
    return (
        Field(name="inches", label=label, kind="number", value=f"{most:g}", most=most, step="any"),
        *_altitude(catalogue, unit),
    )


def _answer(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    ways = responses(state, catalogue, unit)
    for way in ways:
        fields: tuple[Field, ...] = ()
        if way == "flee":
            fields = (*_running(catalogue, unit), edge_field())
        if way == "fire":
            fields = (*_weapons(catalogue, unit), *_cover(state, unit), BY_HAND)
        yield Action(
            command="respond", label=f"Answer: {RESPONSES[way].lower()}", unit=unit.ref, stated=(("response", way),),
            fields=fields, dice=way == "fire", odds=way != "flee", primary=True, choice=True, title=RESPONSES[way],
            about=ANSWERS[way],
        )  # fmt: skip


def _come_in(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    charge = state.charge
    weapon = charge.throws if charge else ""
    yield Action(command="come_in", label=f"Roll for {weapon}", unit=unit.ref, dice=True, odds=True, primary=True)


def _flee(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    fields = _altitude(catalogue, unit) if state.is_engaged(unit.ref) else _running(catalogue, unit)
    enemies = choices_of((foe.ref, foe.name) for foe in state.of(other(unit.side)) if foe.is_here)
    through = Field(name="through", label="Through enemies, who strike", kind="checks", choices=enemies, is_folded=True)
    yield Action(
        command="flee", label="Flee", unit=unit.ref, fields=(*fields, edge_field(), through), dice=True, primary=True
    )


def _pursue(state: State, catalogue: Catalogue) -> Actions:
    """One answer of all who may pursue: who is berserk must."""
    flight = state.flight
    assert flight is not None
    runner = state.unit(flight.unit)
    units = [state.unit(ref) for ref in flight.pursuers]
    bound = [unit.ref for unit in units if is_berserk(catalogue, unit)]
    pursuers = Field(
        name="pursuers",
        label="Who pursues",
        kind="checks",
        value=" ".join(flight.pursuers),
        choices=tuple(
            Choice(unit.ref, unit.name, "berserk: must pursue" if unit.ref in bound else "") for unit in units
        ),
    )
    gap = Field(name="gap", label="Inches between them", kind="number", value="0", most=200, step="any")
    friends = [unit for unit in state.of(runner.side) if unit.standing is Standing.READY and unit.ref != runner.ref]
    covers = (("", "Nobody"), *((unit.ref, unit.name) for unit in friends))
    covered = Field(
        name="covered_by",
        label="On whom they come first",
        kind="select",
        choices=choices_of(covers),
        is_folded=True,
    )
    yield Action(
        command="pursue", label="Pursue", fields=(pursuers, gap, covered), dice=True, primary=True,
        title=f"{runner.name} run",
    )  # fmt: skip
    if not bound:
        yield Action(command="pursue", label="Let them run", stated=(("gap", "0"),), dice=True)


def _follow(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    yield Action(command="follow", label="Follow", unit=unit.ref, dice=True, primary=True)
    yield Action(command="follow", label="Stay", unit=unit.ref, stated=(("follows", "false"),))


def _shoot(state: State, unit: BattleUnit, catalogue: Catalogue, *, measures: bool) -> Actions:
    foes = [foe for foe in state.of(other(unit.side)) if foe.is_here]
    looked_for = measured(state, catalogue, unit, foes) if measures else set()
    enemies = tuple(
        _aimed_at(state, catalogue, unit, foe)
        if foe.ref in looked_for
        else _listed(catalogue, foe, _unmeasured(_fights(state, foe), measures=measures))
        for foe in foes
    )
    first = next((enemy.value for enemy in enemies if not enemy.why_not), "")
    fields = [Field(name="target", label="Shoot at", kind="radio", choices=enemies, value=first)]
    if not stands(state, unit.ref):
        fields.append(
            Field(name="range", label="Range in inches", kind="number", value=str(USUAL_RANGE), most=200, step="any")
        )
    fields += [*_cover(state, unit), *_weapons(catalogue, unit), *_as_it_shoots(unit)]
    fields += [*(() if stands(state, unit.ref) else FROM_FARTHER), BY_HAND]
    yield Action(
        command="shoot", label="Shoot", unit=unit.ref, fields=tuple(fields), dice=True, odds=True, primary=True
    )


def _cover(state: State, unit: BattleUnit) -> tuple[Field, ...]:
    if stands(state, unit.ref):
        return ()
    return (Field(name="cover", label="It stands", kind="select", value="none", choices=choices_of(COVERS)),)


def _weapons(catalogue: Catalogue, unit: BattleUnit) -> tuple[Field, ...]:
    """Of several missiles the one that is used."""
    missiles = [line for body in living(unit) for line in figures(catalogue, unit, body).missile]
    names = dict.fromkeys(line.name for line in missiles if line.name)
    choices = choices_of((name, name) for name in names)
    return (Field(name="weapon", label="With", kind="select", choices=choices),) if len(missiles) > 1 else ()


def _as_it_shoots(unit: BattleUnit) -> tuple[Field, ...]:
    """What is seldom: who of it shoots, with how many dice, and what the battle can't know of the target."""
    bodies = (("", "Whoever can"), *((body.ref, body.name) for body in unit.bodies if body.left))
    flies = (("", "As the battle has it"), ("true", "In the air"), ("false", "On the ground"))
    return (
        Field(name="body", label="Who of it shoots", kind="select", choices=choices_of(bodies), is_folded=True),
        Field(name="shots", label="Dice, where not all shoot", kind="number", least=1, most=1000, is_folded=True),
        Field(name="to_hit", label="More to hit, less below 0", kind="number", least=-10, most=10, is_folded=True),
        Field(name="moved", label="Inches it has moved, if more than noted", kind="number", step="any", is_folded=True),
        Field(name="flying", label="The target is", kind="select", choices=choices_of(flies), is_folded=True),
        Field(name="held_fast", label="The target is held fast", kind="check", is_folded=True),
        Field(name="arrived", label="The shooters have come onto the table this turn", kind="check", is_folded=True),
    )


def _aimed_at(state: State, catalogue: Catalogue, unit: BattleUnit, foe: BattleUnit) -> Choice:
    """A target with the number that a shot needs at the range that is suggested, or why it can't be shot at."""
    needs = ""
    shot, why_not = shot_at(state, catalogue, unit, foe)
    away = f"{round(shot.range / INCH, 1):g}″ away" if shot.range is not None else ""
    if unit.turn.shot_at not in (None, foe.ref):
        why_not = f"it has shot at {state.unit(unit.turn.shot_at or '').name}"
    elif not why_not:
        number = needed_by(state, catalogue, shot if away else replace(shot, range=USUAL_RANGE * INCH)).get(TO_HIT)
        needs = str(number) if number is not None else ""
    about = ", ".join(filter(None, (away, _fights(state, foe))))
    return Choice(foe.ref, foe.name, about, why_not, army=catalogue.lists[foe.army], needs=needs)


def _fight(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """The blows of a whole fight, by its player or by the other side's."""
    yield Action(
        command="fight", label="Strike all blows of this fight", unit=unit.ref, dice=True, odds=True, primary=True
    )
    yield Action(command="begin_fight", label="Strike throw by throw", unit=unit.ref)
    yield _counted(unit)


def _counted(unit: BattleUnit) -> Action:
    label = "We counted it at the table"
    return Action(command="fight", label=label, unit=unit.ref, stated=(("by_hand", "true"),))


def _throw(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """The throw that a fight waits for, and the rest of the fight at once."""
    fight = state.begun_fight(unit.ref)
    if fight is None or fight.awaits is None:
        return
    awaits = fight.awaits
    dice = f"{awaits.dice} {'die' if awaits.dice == 1 else 'dice'}"
    yield Action(
        command="throw", label=f"Roll {dice}", unit=unit.ref, title=f"Roll {dice}{_counts_on(awaits)}.", dice=True,
        odds=True, primary=True,
    )  # fmt: skip
    yield from _rest_of_fight(unit)


def _rest_of_fight(unit: BattleUnit) -> Actions:
    label = "Strike all the rest at once"
    yield Action(command="fight", label=label, unit=unit.ref, dice=True, folded=label)
    yield _counted(unit)


def throw_in_words(state: State, awaits: Awaited) -> str:
    """What is thrown for: “Hogs strike at Scouts”, or “Scouts save against Hogs”."""
    by, at = state.unit(awaits.by).name, state.unit(awaits.at).name
    if awaits.purpose == SAVES:
        return f"{at} save against {by}"
    when = {"first": "strike first", "normal": "strike", "last": "strike last"}[awaits.when]
    attack = f", {awaits.attack}" if is_named(awaits.attack) else ""
    return f"{by} {when} at {at}{attack}"


def _counts_on(awaits: Awaited) -> str:
    """What dice must show, as the end of a sentence."""
    if awaits.needed is None:
        return f": {awaits.purpose}"
    if awaits.needed >= ALL_FACES:
        return ": all count"
    done = {SAVES: "saves", TO_HIT: "hits"}.get(awaits.purpose, f"counts, {awaits.purpose}")
    return f": a {faces_up_to(awaits.needed)} {done}"


def _simple(command: str, label: str, *, odds: bool = False) -> Callable[..., Actions]:
    def action(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
        yield Action(command=command, label=label, unit=unit.ref, dice=True, odds=odds, primary=True)

    return action


def _press(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    foes = tuple(Choice(foe.ref, foe.name) for foe in state.foes_of(unit.ref))
    against = Field(name="against", label="Its numbers count against", kind="radio", choices=foes)
    yield Action(command="press", label="Choose", unit=unit.ref, fields=(against,), primary=True)


def _close_in(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """How many of both touch once a loose unit has closed in: no more than there are."""
    foes = state.foes_of(unit.ref)
    foe = Field(name="foe", label="On", kind="select", choices=choices_of((foe.ref, foe.name) for foe in foes))
    theirs = max(each.models for each in foes)
    labels = ("Its models that touch", unit.models), ("Enemies that touch", theirs)
    touching = (
        Field(name="touching", label=label, kind="number", value=str(min(unit.models, theirs)), least=1, most=most)
        for label, most in labels
    )
    yield Action(command="close_in", label="Close in", unit=unit.ref, fields=(foe, *touching), primary=True)


def _test(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    ways = (("true", "Pay in wounds, if it may"), ("false", "Break"))
    pays = Field(name="pays", label="Where it fails", kind="select", value="true", choices=choices_of(ways))
    counted = Field(name="counted", label="The number, where only the table can tell", kind="number", least=-100,
                    is_folded=True)  # fmt: skip
    yield Action(
        command="test_morale", label="Roll two dice", unit=unit.ref, fields=(pays, counted), dice=True, odds=True,
        primary=True,
    )  # fmt: skip


def _appear(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """Infiltrators appear; on a drawn table at a place, its inches from the left and from below."""
    labels = ("Inches from the left edge", "Inches from the lower edge") if state.laid is not None else ()
    at = (Field(name="at", label=label, kind="number", most=200, step="any") for label in labels)
    yield Action(command="appear", label="Appear", unit=unit.ref, fields=tuple(at), primary=True)


def _shaking_off(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    for spell in to_shake(unit):
        label = f"Roll a 1 to shake off {catalogue.spells[spell].name}"
        yield Action(
            command="shake_off", label=label, unit=unit.ref, stated=(("spell", spell),), dice=True, primary=True
        )


def _leading(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """Where its characters fight, of several fights; or they stay."""
    foes = tuple(Choice(foe.ref, foe.name, f"{foe.models} left") for foe in state.foes_of(unit.ref))
    stay = Choice("", "They fight where they are")
    to = Field(name="to", label="Its characters go to fight", kind="radio", choices=(*foes, stay))
    yield Action(command="move_character", label="So they fight", unit=unit.ref, fields=(to,), primary=True)


def _repairing(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    hurt = ", ".join(str(unit.main.wounds - lost) for lost in unit.main.lost)
    apart = Field(name="apart", label="Vehicles taken apart, the worst first", kind="number", value="1", least=1,
                  most=len(unit.main.lost))  # fmt: skip
    lost = Field(name="lost", label="What the others have lost then, such as 2 0; the worst are mended first",
                 kind="text", is_folded=True)  # fmt: skip
    yield Action(
        command="repair", label="Repair", unit=unit.ref, fields=(apart, lost), title="Take a damaged one apart",
        about=f"The damaged have {hurt} of {unit.main.wounds} wounds. What one of them has left goes to the others.",
    )  # fmt: skip


def _struck_aboard(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """Hits like those that harmed the vehicles: their strength only the table knows."""
    fields = (
        Field(name="strength", label="Strength of what struck the vehicles", kind="number", value="0", most=20),
        Field(name="magical", label="It was magical", kind="check"),
    )
    yield Action(
        command="be_struck_aboard", label="Roll for those aboard", unit=unit.ref, fields=fields, dice=True, primary=True
    )


AT_ENEMIES: Mapping[Task, Callable[..., Actions]] = {Task.MOVE: _move, Task.CHARGE_ON: _move, Task.SHOOT: _shoot}
OF_TASKS: Mapping[Task, Callable[[State, BattleUnit, Catalogue], Actions]] = {
    Task.DEPLOY: _deploy,
    Task.RESPOND: _answer,
    Task.FLEE: _flee,
    Task.COME_IN: _come_in,
    Task.FOLLOW: _follow,
    Task.CLOSE_IN: _close_in,
    Task.APPEAR: _appear,
    Task.FIGHT: _fight,
    Task.STRIKE: _throw,
    Task.SAVE: _throw,
    Task.SPELL_STRIKES: struck_again,
    Task.CAST: casting,
    Task.COUNTER: countering,
    Task.SHAKE_OFF: _shaking_off,
    Task.CHARMED: _simple("resist_charm", "Roll to resist the charmers"),
    Task.REPAIR: _repairing,
    Task.JOLT: _struck_aboard,
    Task.LEAD: _leading,
    Task.SUFFER: _simple("suffer", "Roll for the ground"),
    Task.REGENERATE: _simple("regenerate", "Roll to regenerate"),
    Task.RALLY: _simple("rally", "Roll to rally", odds=True),
    Task.PRESS: _press,
    Task.TEST: _test,
}


def _numbers(unit: BattleUnit) -> str:
    return f"{unit.models} left, {f'{unit.files} wide' if unit.files else 'in loose order'}"


def _fights(state: State, unit: BattleUnit) -> str:
    foes = state.foes_of(unit.ref)
    fighting = f", fights {', '.join(foe.name for foe in foes)}: a miss may hit your own" if foes else ""
    return f"{unit.models} left{fighting}"
