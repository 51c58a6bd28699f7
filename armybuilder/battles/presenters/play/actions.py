"""What may be done with a unit, or by a side, as forms: a command with the fields that its player fills in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec import Struct
from msgspec.structs import replace

from armybuilder.battles.presenters.play.drawn import measured, reached, shot_at
from armybuilder.battles.presenters.play.thresholds import TO_HIT, needed_by
from tabletop.arcana.battle.casters import has_bought, knows
from tabletop.arcana.battle.commands.casting import dispels
from tabletop.arcana.battle.commands.command import Task, ToDo
from tabletop.arcana.battle.commands.magic import is_met, recurring
from tabletop.arcana.battle.commands.movement import reason_not_to_charge, responses
from tabletop.arcana.battle.drawing import stands
from tabletop.arcana.battle.profiles import figures, is_berserk, living, may_fly, whole_move
from tabletop.arcana.battle.state import INCH, BattleUnit, Body, Standing, State, other
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue
from tabletop.arcana.catalogue.spells import Spell

ENVELOPE = frozenset({"csrfmiddlewaretoken", "draft", "on", "id", "as", "how", "command", "unit"})
USUAL_RANGE = 12
INCHES = ("inches", "range", "moved", "edge", "gap")  # fields that a form states in inches, a command in hundredths
COVERS = (("none", "In the open"), ("cover", "In cover"), ("full", "In full cover"))
RESPONSES = {"stand": "Stand", "flee": "Flee", "fire": "Stand and shoot"}
ANSWERS = {
    "stand": "They fight in the melee phase.",
    "flee": "They break and run at once; the chargers may follow.",
    "fire": "They shoot as the charge comes in. It is their shot of this turn.",
}
SIDES_OF = {Facing.FRONT: "Front", Facing.LEFT: "Left flank", Facing.RIGHT: "Right flank", Facing.REAR: "Rear"}


class Choice(Struct, frozen=True):
    """One of several: what is sent, and how it reads; `why_not` where it can't be chosen.

    `army` is whose shield it bears, `needs` the number that dice need against it.
    """

    value: str
    name: str
    about: str = ""
    why_not: str = ""
    army: ArmyList | None = None
    needs: str = ""


class Field(Struct, frozen=True, kw_only=True):
    """A field of a form, folded where few need it; an empty value is sent as nothing.

    `kind` is radio, select, number, text, check, or checks: several of its choices, their values parted by spaces.
    """

    name: str
    label: str
    kind: str
    value: str = ""
    choices: tuple[Choice, ...] = ()
    least: float = 0
    most: float = 100
    step: str = "1"
    is_folded: bool = False

    @property
    def values(self) -> list[str]:
        """The choices that are ticked at first."""
        return self.value.split()


class Action(Struct, frozen=True, kw_only=True):
    """A command as a form. Where `dice` fall its odds can be asked before, and faces be typed; one is `primary`."""

    command: str
    label: str
    unit: str = ""
    fields: tuple[Field, ...] = ()
    stated: tuple[tuple[str, str], ...] = ()
    dice: bool = False
    odds: bool = False
    primary: bool = False
    folded: str = ""
    choice: bool = False
    title: str = ""
    about: str = ""
    is_drafted: bool = False

    @property
    def has_bar(self) -> bool:
        """Whether it may lie under the thumb."""
        return self.primary and not self.folded and not self.choice

    @property
    def key(self) -> str:
        """What tells it from all others of the page, as an id."""
        stated = (value.replace("/", "-") for _, value in self.stated)
        return "-".join(("do", self.command, *([self.unit] if self.unit else []), *stated))

    @property
    def open_fields(self) -> list[Field]:
        """The fields that everybody sees."""
        return [field for field in self.fields if not field.is_folded]

    @property
    def folded_fields(self) -> list[Field]:
        """The fields for those who look for them."""
        return [field for field in self.fields if field.is_folded]


Actions = Iterator[Action]
TYPED = "typed."  # before the name of a field, in an address that keeps a draft


def draft_of(post: QueryDict) -> str:
    """A form that wasn't carried out, as the end of the address of a page that has it filled in; none for others."""
    if "draft" not in post:
        return ""
    stated = [("draft", post["draft"]), ("side", post.get("as", "")), ("unit", post.get("unit", ""))]
    fields = [(f"{TYPED}{name}", value) for name in post if name not in ENVELOPE for value in post.getlist(name)]
    return f"?{urlencode([pair for pair in (*stated, *fields) if pair[1]])}"


def filled_in(actions: Actions, query: QueryDict) -> tuple[Action, ...]:
    """Forms as an address keeps one of them: with what was typed and chosen."""
    return tuple(_filled(action, query) if action.key == query.get("draft") else action for action in actions)


def _filled(action: Action, query: QueryDict) -> Action:
    fields = tuple(replace(field, value=" ".join(query.getlist(f"{TYPED}{field.name}"))) for field in action.fields)
    return replace(action, fields=fields, is_drafted=True)


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


def side_actions(state: State, side: str, catalogue: Catalogue, tasks: tuple[ToDo, ...]) -> Actions:
    """What a side may do that is about no unit of its own, or about several."""
    due = {task.task for task in tasks}
    if Task.PURSUE in due:
        yield from _pursue(state, catalogue)
    if Task.DEPLOY in due:
        yield Action(command="deploy", label="Set up everybody", primary=True)
    if Task.ROLL_INITIATIVE in due:
        yield Action(command="roll_initiative", label="Roll for initiative", dice=True, primary=True)
    if Task.CHOOSE_MOVER in due:
        yield Action(command="choose_mover", label="We move first", stated=(("first", side),), primary=True)
        yield Action(command="choose_mover", label="They move first", stated=(("first", other(side)),))
    if Task.COUNTER in due:
        yield Action(command="let_pass", label="Let the spell pass", dice=True)
    if Task.CHOOSE_CASTER in due:
        yield Action(command="order_casting", label="We cast first", stated=(("first", side),))
        yield Action(command="order_casting", label="They cast first", stated=(("first", other(side)),))
    for errand in state.errands:
        stated = (("spell", errand.spell), ("caster", errand.caster))
        yield Action(command="carried_out", label=f"{errand.name}: done on the table", stated=stated)
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
            fields=(target,) if on_table else (target, side, *_altitude(catalogue, unit)),
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
    heights = (Choice("ground", "On the ground"), Choice("low", "Flying low"), Choice("high", "Flying high"))
    return (Field(name="altitude", label="Then", kind="select", value=unit.altitude.value, choices=heights),)


def _answer(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    ways = responses(state, catalogue, unit)
    for way in ways:
        fields: tuple[Field, ...] = ()
        if way == "flee":
            most = whole_move(catalogue, unit) / INCH
            label = f"Inches of its move beyond the die, at most {most:g}"
            fields = (Field(name="inches", label=label, kind="number", value=f"{most:g}", most=most, step="any"),)
        yield Action(
            command="respond", label=f"Answer: {RESPONSES[way].lower()}", unit=unit.ref, stated=(("response", way),),
            fields=fields, dice=way == "fire", odds=way != "flee", primary=True, choice=True, title=RESPONSES[way],
            about=ANSWERS[way],
        )  # fmt: skip


def _flee(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    fields: tuple[Field, ...] = ()
    if not state.is_engaged(unit.ref):
        most = whole_move(catalogue, unit) / INCH
        label = f"Inches of its move beyond the die, at most {most:g}"
        fields = (Field(name="inches", label=label, kind="number", value=f"{most:g}", most=most, step="any"),)
    edge = Field(name="edge", label="Inches to the table's edge, if it is near", kind="number", most=200, step="any")
    yield Action(command="flee", label="Flee", unit=unit.ref, fields=(*fields, edge), dice=True, primary=True)


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
    missiles = [line for body in living(unit) for line in figures(catalogue, unit, body).missile]
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
        fields += [
            Field(name="range", label="Range in inches", kind="number", value=str(USUAL_RANGE), most=200, step="any"),
            Field(name="cover", label="It stands", kind="select", value="none", choices=choices_of(COVERS)),
        ]
    if len(missiles) > 1:
        names = dict.fromkeys(line.name for line in missiles if line.name)
        fields.append(
            Field(name="weapon", label="With", kind="select", choices=choices_of((name, name) for name in names))
        )
    yield Action(
        command="shoot", label="Shoot", unit=unit.ref, fields=tuple(fields), dice=True, odds=True, primary=True
    )


def _aimed_at(state: State, catalogue: Catalogue, unit: BattleUnit, foe: BattleUnit) -> Choice:
    """A target with the number that a shot needs at the range that is suggested, or why it can't be shot at."""
    needs = ""
    shot, why_not = shot_at(state, catalogue, unit, foe)
    away = f"{shot.range / INCH:g}″ away" if shot.range is not None else ""
    if unit.turn.shot_at not in (None, foe.ref):
        why_not = f"it has shot at {state.unit(unit.turn.shot_at or '').name}"
    elif not why_not:
        number = needed_by(state, catalogue, shot if away else replace(shot, range=USUAL_RANGE * INCH)).get(TO_HIT)
        needs = str(number) if number is not None else ""
    about = ", ".join(filter(None, (away, _fights(state, foe))))
    return Choice(foe.ref, foe.name, about, why_not, army=catalogue.lists[foe.army], needs=needs)


def _fight(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    yield Action(
        command="fight", label="Strike all blows of this fight", unit=unit.ref, dice=True, odds=True, primary=True
    )
    yield Action(command="fight", label="We counted it at the table", unit=unit.ref, stated=(("by_hand", "true"),))


def _cast(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    """Each spell that a caster knows and can pay for, by school and level, with whom it is cast at where it asks."""
    for body in living(unit):
        if body.ref in unit.turn.cast or body.ref in unit.turn.passed:
            continue
        known = [spell for spell in catalogue.spells.values() if knows(catalogue, body, spell)]
        for spell in sorted(known, key=lambda spell: (spell.schools[0].school, spell.level, spell.name)):
            if spell.level <= body.power:
                yield from _casting(state, unit, body, spell)
        for spell in filter(dispels, catalogue.spells.values() if has_bought(unit, body) else ()):
            yield from _casting(state, unit, body, spell, bought=True)
    yield Action(command="pass_casting", label="Cast no more", unit=unit.ref)


def _casting(state: State, unit: BattleUnit, body: Body, spell: Spell, *, bought: bool = False) -> Actions:
    """A spell as a form; `bought` for the ability that dispels without power."""
    fields = []
    if spell.target.what == "spell":
        lying: list[tuple[str, str, str]] = [
            (bearer.ref, bearer.name, borne.spell) for bearer in state.units.values() for borne in bearer.spells
        ]
        lying += [("", "The table", laid.spell) for laid in state.lying]
        if not lying:
            return
        units = tuple(dict.fromkeys((ref, name) for ref, name, _ in lying))
        fields.append(Field(name="target", label="On", kind="select", choices=choices_of(units)))
        spells = tuple(
            dict.fromkeys((slug, slug.rpartition("/")[2].replace("-", " ").capitalize()) for *_, slug in lying)
        )
        fields.append(Field(name="against", label="Which spell", kind="select", choices=choices_of(spells)))
        if not dispels(spell):
            bearers = tuple((each.ref, each.name) for each in state.of(unit.side) if each.is_here)
            fields.append(Field(name="to", label="Who gets it", kind="select", choices=choices_of(bearers)))
    elif spell.target.what in ("unit", "model"):
        sides = (other(unit.side),) if spell.target.side == "enemy" else (other(unit.side), unit.side)
        hidden = "infiltrating" in spell.target.only
        met = (each for side in sides for each in state.of(side) if is_met(each, hidden=hidden))
        units = tuple((each.ref, each.name) for each in met)
        fields.append(Field(name="target", label="On", kind="select", choices=choices_of(units)))
    if spell.extra_power is not None and body.power > spell.level and not bought:
        most = body.power - spell.level
        fields.append(Field(name="extra", label=f"Extra power, at most {most}", kind="number", value="0", most=most))
    fields += [
        Field(name="touched", label="Models that a template touches", kind="number", least=1, most=200, is_folded=True),
        Field(name="by_hand", label="Dice and losses are the table's", kind="check", is_folded=True),
    ]
    yield Action(
        command="cast", label=f"Cast {spell.name}", unit=unit.ref,
        stated=(("caster", body.ref), ("spell", spell.slug), *((("bought", "true"),) if bought else ())),
        fields=tuple(fields), odds=True, primary=True,
        folded=f"{spell.name}, bought" if bought else f"{spell.name}, {spell.level} of {body.power} power",
        about=f"{spell.schools[0].school.value.capitalize()}. {spell.text}",
    )  # fmt: skip


def _suffer_spell(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    for spell in recurring(unit, catalogue):
        name = catalogue.spells[spell].name
        yield Action(
            command="spell_strikes", label=f"Roll for {name}", unit=unit.ref, stated=(("spell", spell),),
            dice=True, odds=True, primary=True,
        )  # fmt: skip


def _counter(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
    casting = state.casting
    assert casting is not None
    for body in living(unit):
        if body.power or body.counterspell:
            power = Field(name="power", label=f"Power of {body.name}", kind="number", value="1", most=body.power)
            yield Action(
                command="counter", label=f"Counter {casting.name}", unit=unit.ref, stated=(("caster", body.ref),),
                fields=(power,), dice=True, odds=True, primary=True,
            )  # fmt: skip


def _simple(command: str, label: str, *, dice: bool = True, odds: bool = False) -> Callable[..., Actions]:
    def action(state: State, unit: BattleUnit, catalogue: Catalogue) -> Actions:
        yield Action(command=command, label=label, unit=unit.ref, dice=dice, odds=odds, primary=True)

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
    yield Action(
        command="test_morale", label="Roll two dice", unit=unit.ref, fields=(pays,), dice=True, odds=True, primary=True
    )


AT_ENEMIES: Mapping[Task, Callable[..., Actions]] = {Task.MOVE: _move, Task.CHARGE_ON: _move, Task.SHOOT: _shoot}
OF_TASKS: Mapping[Task, Callable[[State, BattleUnit, Catalogue], Actions]] = {
    Task.DEPLOY: _deploy,
    Task.RESPOND: _answer,
    Task.FLEE: _flee,
    Task.FOLLOW: _follow,
    Task.CLOSE_IN: _close_in,
    Task.APPEAR: _simple("appear", "Appear", dice=False),
    Task.FIGHT: _fight,
    Task.SPELL_STRIKES: _suffer_spell,
    Task.CAST: _cast,
    Task.COUNTER: _counter,
    Task.SUFFER: _simple("suffer", "Roll for the ground"),
    Task.REGENERATE: _simple("regenerate", "Roll to regenerate"),
    Task.RALLY: _simple("rally", "Roll to rally", odds=True),
    Task.PRESS: _press,
    Task.TEST: _test,
}


def choices_of(pairs: object) -> tuple[Choice, ...]:
    return tuple(Choice(value, name) for value, name in pairs)  # type: ignore[attr-defined]


def _numbers(unit: BattleUnit) -> str:
    return f"{unit.models} left, {f'{unit.files} wide' if unit.files else 'in loose order'}"


def _fights(state: State, unit: BattleUnit) -> str:
    foes = state.foes_of(unit.ref)
    fighting = f", fights {', '.join(foe.name for foe in foes)}: a miss may hit them" if foes else ""
    return f"{unit.models} left{fighting}"
