"""The page of a battle for one seat: whose step it is, its units with what each may do, the score, what happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec import Struct

from armybuilder.battles.models import Role, Seat
from armybuilder.battles.presenters.play.actions import side_actions, throw_in_words
from armybuilder.battles.presenters.play.cards import Card, cards_of
from armybuilder.battles.presenters.play.drawn import TableOfBattle, table_of
from armybuilder.battles.presenters.play.endings import outcome
from armybuilder.battles.presenters.play.fights import FightShown, fights_of
from armybuilder.battles.presenters.play.forms import Action, filled_in
from armybuilder.battles.presenters.play.log import Filters, Line, filters_in, lines_of
from armybuilder.battles.presenters.play.more_actions import more_of_side, shows_more
from armybuilder.battles.presenters.play.sending import side_of
from armybuilder.battles.presenters.play.steps_back import Back, back_to
from armybuilder.battles.snapshots import catalogue_of
from tabletop.arcana.battle.awaited import Awaited
from tabletop.arcana.battle.commands.command import Task, ToDo
from tabletop.arcana.battle.commands.course import sides_of, to_do
from tabletop.arcana.battle.deploying import next_to_set_up
from tabletop.arcana.battle.facts.words import in_inches
from tabletop.arcana.battle.state import SIDES, Scenario, State, other
from tabletop.arcana.battle.steps import FINISHED_BY_HAND, PHASE_NAMES, STEP_NAMES, Phase, Step, following
from tabletop.arcana.battlefield.schema import Side as Facing
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue
from tabletop.battle.log import EventLog, UndoMode
from tabletop.battle.undo import in_words, last_command, next_command, who_answers

SHOWN_PHASES = (Phase.FLEEING, Phase.MOVEMENT, Phase.MAGIC, Phase.MISSILES, Phase.MELEE, Phase.MORALE)
ASKS = ("concede", "end")
LONGEST_QUESTION = 200
TURNED = ("side", "try", "clock")  # of an address, wherever a link leads to
KEPT = (*TURNED, "unit", "log", "of", "phase", "by")  # whatever is sent
SCENARIOS = {
    Scenario.ATTRITION: "Attrition: points lost count",
    Scenario.MEETING: "Meeting engagement: objectives count",
    Scenario.AGREED: "You say yourselves who has won",
}
UNDOS = {
    UndoMode.CONSENT: "Steps back: the other player agrees, where anything was revealed",
    UndoMode.FREE: "Steps back: always at once",
    UndoMode.REFEREE: "Steps back: the referee agrees",
}
DICE = {
    "any": "Dice: your own or Muster's",
    "typed": "Dice: your own, typed in",
    "rolled": "Dice: all rolled by Muster",
}
NEVER_LEFT = frozenset({Task.ROLL_INITIATIVE, Task.CHOOSE_MOVER, Task.STRIKE, Task.SAVE})


class Score(Struct, frozen=True):
    """An army, and what it has lost of its points."""

    side: str
    name: str
    army: ArmyList
    lost: int
    points: int

    @property
    def percent(self) -> int:
        """Of its points that are lost, rounded down."""
        return 100 * self.lost // self.points if self.points else 0


class OtherPhone(Struct, frozen=True):
    """Whether the phone of the other side is there, in words."""

    is_here: bool
    said: str


class Contested(Struct, frozen=True):
    """What a side contests, by name, and as whom this seat may grant it or let it stand; empty where it may not."""

    about: str
    by: str
    grants: str = ""
    stands: str = ""


class BattlePage(Struct, frozen=True, kw_only=True):
    """Everything that the page shows."""

    log: Any
    state: State
    side: str
    mine: Score
    theirs: Score
    turn: int
    title: str
    step: str
    phases: tuple[tuple[int, str, str], ...]
    whose: str
    is_mine: bool
    says: str
    tasks: tuple[str, ...]
    cards: tuple[Card, ...]
    enemies: tuple[Card, ...]
    actions: tuple[Action, ...]
    more: tuple[Action, ...]
    shows_more: bool
    lines: tuple[Line, ...]
    filters: Filters
    next_step: str
    undone: tuple[str, ...]
    may_finish: bool
    back: Back | None
    ask: str
    undo_to: int | None
    undo_says: str
    redo_to: int | None
    question: str
    may_answer: bool
    has_asked: bool
    kept: str
    tries: str
    agreed: tuple[str, ...]
    turned: str
    explains: str
    proposed: str
    agrees: str
    claims: tuple[Contested, ...]
    other_phone: OtherPhone | None
    drawn: TableOfBattle | None
    fights: tuple[FightShown, ...]

    @property
    def scores(self) -> tuple[Score, Score]:
        """Both armies, the first one first."""
        return (self.mine, self.theirs) if self.side == SIDES[0] else (self.theirs, self.mine)

    @property
    def cards_have_bar(self) -> bool:
        """Whether a unit's own action lies under the thumb: no other is there."""
        return not any(action.has_bar for action in self.actions)

    @property
    def finish_has_bar(self) -> bool:
        """Whether to finish the step is all that is left."""
        return self.is_mine and not self.undone and not any(action.has_bar for action in self.actions)

    @property
    def phase_choices(self) -> list[tuple[str, str]]:
        """The phases that a log may be narrowed to."""
        return [(phase.value, PHASE_NAMES[phase]) for phase in SHOWN_PHASES]

    @property
    def head(self) -> int:
        return int(self.log.head)

    @property
    def digest(self) -> str:
        """What both phones compare."""
        return str(self.log.digest)[:6]


def page_of(
    log: EventLog[Any, Any, Any], seat: Seat, query: QueryDict, other_phone: OtherPhone | None = None
) -> BattlePage:
    """The page for a seat; who holds both sides sees it as the address says, else as whose step it is."""
    catalogue, state = catalogue_of(log), log.state
    side = _side(state, catalogue, seat, query)
    tasks = _tasks(state, catalogue, side) if seat.is_player else ()
    undo_to = last_command(log) if seat.is_player else None
    question = log.last.question
    filters = filters_in(query)
    return BattlePage(
        log=log,
        state=state,
        side=side,
        mine=_score(state, side, catalogue),
        theirs=_score(state, other(side), catalogue),
        turn=state.clock.turn,
        title=PHASE_NAMES[Phase(state.clock.phase)] if state.clock.phase else "",
        step=STEP_NAMES[Step(state.clock.step)] if state.clock.step else "",
        phases=tuple(_phases(state)),
        whose=_whose(state, side, tasks) if seat.is_player else _whose_seen(state),
        is_mine=seat.is_player and (bool(tasks) or _is_waited_for(state, side)),
        says=_says(state, side, tasks) if seat.is_player else _says_to_all(state, catalogue),
        tasks=tuple(_task(task, state) for task in tasks),
        cards=tuple(cards_of(state, side, catalogue, tasks, query if seat.is_player else None)),
        enemies=tuple(cards_of(state, other(side), catalogue, ())),
        actions=filled_in(side_actions(state, side, catalogue, tasks), query) if seat.is_player else (),
        more=filled_in(more_of_side(state, side, catalogue), query) if seat.is_player else (),
        shows_more=shows_more(state),
        lines=tuple(lines_of(log, side, filters)),
        filters=filters,
        next_step=_next_step(state),
        undone=tuple(_task(task, state) for task in tasks),
        may_finish=not any(task.task in NEVER_LEFT for task in tasks),
        back=back_to(log, seat, side, query) if seat.is_player else None,
        ask=query.get("ask", "") if seat.is_player and query.get("ask") in ASKS and not state.result else "",
        undo_to=undo_to if undo_to else None,
        undo_says=_undone(log, undo_to, side),
        redo_to=next_command(log) if seat.is_player else None,
        question=_asked(log, side) if question else "",
        explains=_explains(state, side, tasks),
        proposed=_proposed(state),
        agrees=next((one for one in state.agreeing if one in seat.sides), ""),
        claims=tuple(_claims(state, seat)),
        other_phone=other_phone,
        drawn=table_of(
            state,
            catalogue,
            query.get("unit", "") or next((task.unit for task in tasks if task.unit), ""),
            query.get("ask", "")[:LONGEST_QUESTION],
        ),
        fights=fights_of(log, catalogue),
        may_answer=not who_answers(log).isdisjoint(seat.sides or (seat.role,)),
        has_asked=question is not None and question.seat in (seat.sides or (seat.role,)),
        kept=_kept(query),
        tries=query.get("try", "") if state.result is None else "",
        agreed=tuple(_agreed(log)),
        turned="".join(f"{urlencode({name: query[name]})}&" for name in TURNED if query.get(name)),
    )


def _agreed(log: EventLog[Any, Any, Any]) -> Iterator[str]:
    """What holds for both sides, in words."""
    options = log.state.options
    yield SCENARIOS[log.state.scenario]
    yield UNDOS[log.header.undo]
    yield DICE[options.dice]
    yield f"{options.minutes} minutes for each side" if options.minutes else "No clock is agreed on"


def _kept(query: QueryDict) -> str:
    """What an address says of the page's look, as the end of another one."""
    stated = {name: query[name] for name in KEPT if query.get(name)}
    return f"?{urlencode(stated)}" if stated else ""


def _side(state: State, catalogue: Catalogue, seat: Seat, query: QueryDict) -> str:
    if seat.is_player and "side" not in query and len(seat.sides) > 1:
        waiting: list[str] = [side for side in SIDES if _tasks(state, catalogue, side)]
        waiting += [side for side in sides_of(state) if side not in state.finished]
        return waiting[0] if waiting else seat.sides[0]
    stated = side_of(seat, query)
    return stated if stated in ("red", "blue") else "red"


def _score(state: State, side: str, catalogue: Catalogue) -> Score:
    army = state.army(side)
    return Score(side, army.name, catalogue.lists[army.army], state.lost_points(side), army.points)


def _phases(state: State) -> Iterator[tuple[int, str, str]]:
    """Each phase's number and name, and where the clock is: past, now or still to come."""
    now = SHOWN_PHASES.index(Phase(state.clock.phase)) if state.clock.phase in SHOWN_PHASES else -1
    for number, phase in enumerate(SHOWN_PHASES):
        yield number + 1, PHASE_NAMES[phase], "past" if number < now else "now" if number == now else ""


def _tasks(state: State, catalogue: Catalogue, side: str) -> tuple[ToDo, ...]:
    """What a side still has to do; who has finished the step has left the rest undone, but must answer a charge."""
    if side in state.finished and state.answering != side and state.casting is None:
        return ()
    return to_do(state, catalogue, side)


def _is_waited_for(state: State, side: str) -> bool:
    """Whether it is a side's step, and nobody must answer or throw first."""
    return (
        state.answering is None
        and not state.fights
        and not state.result
        and side in sides_of(state)
        and side not in state.finished
    )


def _whose(state: State, side: str, tasks: tuple[ToDo, ...]) -> str:
    if state.result:
        return "The battle is over"
    if tasks or _is_waited_for(state, side):
        return "Your step"
    return f"{state.army(other(side)).name}: their step"


def _whose_seen(state: State) -> str:
    """Whose step it is, for who plays neither side."""
    if state.result:
        return "The battle is over"
    thrown = _thrown_next(state)
    first = state.answering or (state.unit(thrown.unit).side if thrown else None)
    sides = (first,) if first else [side for side in sides_of(state) if side not in state.finished]
    return " and ".join(state.army(side).name for side in sides)


def _says_to_all(state: State, catalogue: Catalogue) -> str:
    """What is to be done by whom, in a sentence that tells nobody to do it."""
    tasks = [task for side in SIDES for task in _tasks(state, catalogue, side)]
    return _says(state, SIDES[0], tuple(tasks[:1])) if tasks or state.result else STEP_NAMES[Step(state.clock.step)]


def _says(state: State, side: str, tasks: tuple[ToDo, ...]) -> str:
    """What is to be done, in a sentence about the first task."""
    if state.result:
        return outcome(state, state.result)
    if tasks and tasks[0].task in (Task.STRIKE, Task.SAVE):
        fight = state.begun_fight(tasks[0].unit or "")
        return throw_in_words(state, fight.awaits) if fight and fight.awaits else _task(tasks[0], state)
    if tasks:
        return _task(tasks[0], state)
    if state.answering == other(side):
        return f"{state.army(other(side)).name} choose {_chosen(state)}"
    if thrown := _thrown_by(state, other(side)):
        return thrown
    if side in state.finished:
        return f"Waiting for {state.army(other(side)).name}"
    if not state.counting and state.clock.step not in FINISHED_BY_HAND:
        return "Nothing is left to do here"
    return STEP_NAMES[Step(state.clock.step)] if state.clock.step else ""


def _thrown_next(state: State) -> Awaited | None:
    """The throw that a fight waits for, of the first that waits."""
    return next((fight.awaits for fight in state.fights if fight.awaits), None)


def _thrown_by(state: State, side: str) -> str:
    """That a fight waits for a throw of a side, and what for; empty where none does."""
    awaits = _thrown_next(state)
    if awaits is None or state.unit(awaits.unit).side != side:
        return ""
    return f"{state.army(side).name} throw: {throw_in_words(state, awaits)}"


def _chosen(state: State) -> str:
    """What the side that must answer has to choose, as the end of a sentence."""
    if state.charge is not None:
        if state.charge.comes_in:
            return f"the dice of {state.charge.throws}"
        return f"how {state.unit(state.charge.target).name} answer the charge"
    if state.flight is not None:
        return f"who pursues {state.unit(state.flight.unit).name}"
    if state.retreat is not None:
        return f"who follows {state.unit(state.retreat.unit).name}"
    return f"whether to counter {state.casting.name}" if state.casting else ""


def _awaited(state: State) -> str:
    """What it is that a side must answer: who charges whom and where, who runs or falls back, what is cast."""
    if state.charge is not None:
        charger, target = state.unit(state.charge.unit), state.unit(state.charge.target)
        side = state.charge.side
        where = "front" if side is Facing.FRONT else "rear" if side is Facing.REAR else f"{side.value} flank"
        said = f"{charger.name}, {counted('model', charger.models)}, charge {target.name} in the {where}."
        if state.charge.sealed:
            return f"{said} What they use as they come in is chosen in secret: it is shown with the answer."
        return said
    if state.flight is not None:
        return f"{state.unit(state.flight.unit).name} run a die and {in_inches(state.flight.inches)}."
    if state.retreat is not None:
        return f"{state.unit(state.retreat.unit).name} fall back."
    casting = state.casting
    if casting is None:
        return ""
    at = f" at {state.unit(casting.target).name}" if casting.target else ""
    caster = state.unit(casting.unit).body(casting.caster).name
    return f"{caster} casts {casting.name}{at} with {casting.power} power."


def _explains(state: State, side: str, tasks: tuple[ToDo, ...]) -> str:
    """What stands below the step: who else may act, who has finished, why losses wait."""
    said = [awaited] if (awaited := _awaited(state)) else []
    if tasks and (thrown := _thrown_by(state, other(side))):
        said.append(f"{thrown}.")
    if len(tasks) > 1:
        more = len(tasks) - 1
        said.append(f"{more} more {'has' if more == 1 else 'have'} something to do.")
    if other(side) in state.finished:
        said.append(f"{state.army(other(side)).name} have finished.")
    sealed = {unit.side for unit in state.units.values() if unit.turn.sealed}
    said += [
        f"{state.army(chosen).name} have chosen in secret: it is shown when both have." for chosen in sorted(sealed)
    ]
    if state.clock.phase == Phase.MISSILES:
        said.append("The dead stay until everybody has shot.")
    if state.clock.step == Step.DEPLOYMENT and (turn := next_to_set_up(state)):
        units = counted("unit", turn.units)
        said.append(f"By the order of setting up {state.army(turn.side).name} place next: {units}.")
    if state.counting:
        said.append("Set what fell at the table by hand, then finish.")
    if state.result:
        said.append(state.result.reason)
    return " ".join(said)


def _proposed(state: State) -> str:
    if state.proposed is None:
        return ""
    return f"Proposed: {outcome(state, state.proposed)}. {state.proposed.reason}".strip()


def _claims(state: State, seat: Seat) -> Iterator[Contested]:
    """What is contested: the other side or the referee grants it, who contests it or the referee lets it stand."""
    speaking = seat.sides or ((seat.role,) if seat.role == Role.REFEREE else ())
    for claim in state.claims if not state.result else ():
        grants = next((who for who in speaking if who != claim.by), "")
        stands = next((who for who in speaking if who in (claim.by, Role.REFEREE)), "")
        yield Contested(claim.about, state.army(claim.by).name, grants, stands)


def _task(task: ToDo, state: State) -> str:
    words = f"{state.unit(task.unit).name} {task.task}" if task.unit else task.task.value
    return words[:1].upper() + words[1:]


def _next_step(state: State) -> str:
    """What comes after this step, as it is called."""
    if not state.clock.phase or not state.clock.step:
        return ""
    if state.clock.step == Step.DEPLOYMENT:
        return f"turn {state.clock.turn + 1}"
    after = following(Phase(state.clock.phase), Step(state.clock.step))
    if after is None:
        return f"turn {state.clock.turn + 1}"
    phase, step = after
    return (STEP_NAMES[step] if phase == state.clock.phase else PHASE_NAMES[phase]).lower()


def _undone(log: EventLog[Any, Any, Any], to: int | None, side: str) -> str:
    """What the undo button takes back."""
    if not to:
        return ""
    words = in_words(log, to, side)
    said = [text for text in words[0].sentences if text] if words else []
    return said[0] if said else "the last command"


def _asked(log: EventLog[Any, Any, Any], side: str) -> str:
    question = log.last.question
    assert question is not None
    words = in_words(log, question.to, side)
    count = len(words)
    first = words[-1].sentences[0] if words and words[-1].sentences else ""
    who = log.state.army(question.seat).name if question.seat in ("red", "blue") else "The referee"
    return f"{who} asks to take back {'the last command' if count == 1 else f'the last {count} commands'}: “{first}”"
