"""The rules of a game in play for the log of battles: which command is whose, in which phase, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from tabletop.battle.dice import NotedDice, RandomDice
from tabletop.battle.events import Clock, Happening, RefusalError
from tabletop.battle.game import EVERYTHING, Ended
from tabletop.battle.playing import Begun, FormFields, Link, Look, Shown, command_in
from tabletop.cards import copies, seed_from, shuffled
from tabletop.decoding import MalformedError
from tabletop.dice.sources import Rolled
from tabletop.findings import Severity
from tabletop.greyhawk.battle import acting, ends, fighting, moving
from tabletop.greyhawk.battle import commands as said
from tabletop.greyhawk.battle import facts as made
from tabletop.greyhawk.battle import fight_facts as fought
from tabletop.greyhawk.battle.course import Course, Why
from tabletop.greyhawk.battle.facts import AnyFact
from tabletop.greyhawk.battle.state import LETTERS, Counter, Game, Phase, Stack
from tabletop.greyhawk.battle.view import plain_of, shown_to
from tabletop.greyhawk.battle.whose import whose_turn
from tabletop.greyhawk.catalogue import Deck
from tabletop.greyhawk.force import Force
from tabletop.greyhawk.pack import GAME, MOST_SIDES, Power
from tabletop.greyhawk.pricing import priced_by
from tabletop.greyhawk.rules import RULEBOOK
from tabletop.packs import Packs

VERSION = f"{RULEBOOK.name} {RULEBOOK.version}"
ROLES = ("red", "blue", "third", "fourth")  # as the site names a side's roster
FIGHT_COMMANDS = (said.LayCards, said.Fire, said.FightOn, said.Retreat, said.Pursue)


class GreyhawkBattle:
    """The games of Greyhawk Wars; the pack of each stands in its first fact."""

    slug: ClassVar = GAME
    may_come_later: ClassVar = False
    most_sides: ClassVar = MOST_SIDES
    facts: ClassVar[Any] = AnyFact
    commands: ClassVar[Any] = said.AnyCommand

    def start(self) -> Game:
        return Game()

    def apply(self, state: Game, fact: AnyFact) -> Game:
        return fact.after(state)

    def begun(self, name: str, rosters: Sequence[Force], reference: Packs) -> Begun:
        return begun_by(name, rosters, reference, RandomDice())

    def check_begun(self, state: Game, sides: Sequence[str]) -> None:
        if state.pack is None or not state.scenario:
            raise MalformedError("line 2", "a game begins with its pack and its scenario")
        board = state.pack.map
        known = {power.id for power in state.terms.players}
        if tuple(sides) != state.sides or len(set(sides)) != len(sides) or not set(sides) <= known:
            raise MalformedError("line 1", "the sides of a game are powers of its scenario")
        for stack in state.stacks:
            if stack.area and stack.area not in board.by_id:
                raise MalformedError("line 2", f"{stack.ref} stands in no area")
            for counter in stack.all_troops:
                state.row(counter)

    def name_of(self, state: Game) -> str:
        return state.name

    def decide(self, state: Game, command: said.AnyCommand, seat: str, dice: NotedDice) -> list[Happening[AnyFact]]:
        if seat not in state.sides:
            raise RefusalError(Why.NOT_A_SIDE)
        if state.how:
            raise RefusalError(Why.OVER)
        course = Course(state, dice)
        if isinstance(command, said.LetPass):
            _let_pass(course, command, seat)
        elif isinstance(command, said.GiveUp):
            _give_up(course, command, seat)
        elif isinstance(command, said.PlayCard) and state.owes_cards(seat):
            _play_down(course, command, seat)
        else:
            _check_turn(state, command, seat)
            _check_areas(state, command)
            PHASES[type(command)][1](course, command, seat)
        return course.told

    def clock(self, state: Game) -> Clock:
        if state.pack is None:
            return Clock()
        return Clock(state.turn, state.phase, side=state.mover)

    def touches(self, command: said.AnyCommand) -> frozenset[str]:
        return frozenset() if isinstance(command, said.LetPass) else frozenset({EVERYTHING})

    def changes(self, fact: AnyFact) -> frozenset[str]:
        return frozenset() if isinstance(fact, made.PassageSet) else frozenset({EVERYTHING})

    def reveals(self, fact: AnyFact) -> bool:
        return isinstance(fact, made.CardsDrawn | made.CardRevealed | fought.CardsShown | made.GameEnded)

    def seen_by(self, fact: AnyFact, seat: str) -> AnyFact | None:
        seen: Any = fact.seen_by(seat)
        return seen  # type: ignore[no-any-return]

    def sentence(self, fact: AnyFact, before: Game) -> str:
        return fact.words(before)

    def ended(self, state: Game) -> Ended | None:
        return Ended(state.winners[0] if len(state.winners) == 1 else "") if state.how else None

    def side_name(self, state: Game, side: str) -> str:
        return state.side_name(side) if state.pack else side

    def shown(self, state: Game, seat: str, look: Look, link: Link) -> Shown:
        return shown_to(state, seat, look, link)

    def plain(self, state: Game, seat: str) -> dict[str, Any]:
        return plain_of(state, seat)

    def is_open(self, state: Game, seat: str) -> bool:
        return bool(state.how)

    def read(self, fields: FormFields) -> said.AnyCommand:
        command: said.AnyCommand = command_in(fields, said.AnyCommand)
        return command


def begun_by(name: str, rosters: Sequence[Force], reference: Packs, source: Rolled) -> Begun:
    """A game of two to four starts of one scenario, its decks shuffled by a source of dice (GW-10)."""
    priced = [priced_by(force, reference) for force in rosters]
    pack = priced[0].pack
    for role, each in zip(ROLES, priced, strict=False):
        errors = [found for found in RULEBOOK.review(each).findings if found.severity is Severity.ERROR]
        if errors:
            raise MalformedError(role, f"{each.force.name} can't begin: {errors[0].message.rstrip('.')}")
        if (
            each.pack.meta != pack.meta
            or each.force.pack != priced[0].force.pack
            or each.scenario != priced[0].scenario
        ):
            raise MalformedError(role, "everybody plays one scenario of one data pack")
    powers = [each.power for each in priced if each.power]
    for number, power in enumerate(powers):
        if power in powers[:number]:
            raise MalformedError(ROLES[number], f"{power.name} is somebody else's already: choose another power")
    scenario = priced[0].scenario
    assert scenario is not None
    stacks, numbers = _placed(powers, rosters)
    first = made.GameBegun(
        name=name, pack=pack, scenario=scenario.id, sides=tuple(power.id for power in powers),
        stacks=stacks, numbers=numbers,
    )  # fmt: skip
    orders = {deck: shuffled(copies(pack.of_deck(deck)), seed_from(source)) for deck in Deck}
    facts = (first, made.DecksLaid(orders, NotedDice(source, "rolled").salt()))
    return Begun(first.sides, VERSION, [Happening(fact, ("GW-10",)) for fact in facts])


def _placed(powers: Sequence[Power], rosters: Sequence[Force]) -> tuple[tuple[Stack, ...], dict[str, int]]:
    """The stacks of all sides as they begin, and how many counters each has; unplaced heroes are off the map."""
    stacks: list[Stack] = []
    numbers: dict[str, int] = {}
    for number, (power, force) in enumerate(zip(powers, rosters, strict=True)):
        letter, count, heroes, first = LETTERS[number], 0, 0, len(stacks)
        for army in force.armies:
            codes = [muster.troop for muster in army.troops for _ in range(muster.n)]
            troops = tuple(Counter(f"{letter}{count + place}", code) for place, code in enumerate(codes, 1))
            count += len(codes)
            heroes += army.hero
            stacks.append(Stack(
                ref=f"{letter.upper()}{len(stacks) - first + 1}", side=power.id, area=army.area, troops=troops,
                heroes=(f"{letter}h{heroes}",) if army.hero else (), marker=bool(troops) and not army.hero,
            ))  # fmt: skip
        stacks += [
            Stack(ref=f"{letter.upper()}{len(stacks) - first + place}", side=power.id, area="",
                  heroes=(f"{letter}h{heroes + place}",))
            for place in range(1, power.heroes - heroes + 1)
        ]  # fmt: skip
        numbers[power.id] = count
    return tuple(stacks), numbers


def _check_turn(game: Game, command: said.AnyCommand, seat: str) -> None:
    """RefusalError unless this is what the game waits for, from this side."""
    phases, _ = PHASES[type(command)]
    if game.owed:
        raise RefusalError(Why.OWED, side=game.side_name(game.owed[0].side))
    if game.fight is not None and not isinstance(command, FIGHT_COMMANDS):
        raise RefusalError(Why.FIGHTING)
    if game.fight is None and isinstance(command, FIGHT_COMMANDS):
        raise RefusalError(Why.NO_FIGHT)
    if game.parley is not None and not isinstance(command, said.Speak):
        raise RefusalError(Why.PARLEY)
    if game.phase not in phases:
        raise RefusalError(Why.NOT_NOW, phase=phases[0])
    waiting = whose_turn(game)
    if seat not in waiting:
        raise RefusalError(Why.NOT_YOURS, side=" or ".join(map(game.side_name, waiting)))


def _check_areas(game: Game, command: said.AnyCommand) -> None:
    for area in (getattr(command, "area", None), getattr(command, "sea", None)):
        if area is not None and area not in game.board.by_id:
            raise RefusalError(Why.NO_AREA, area=area)


def _let_pass(course: Course, command: said.LetPass, seat: str) -> None:
    if command.side == seat or command.side not in course.game.sides:
        raise MalformedError("side", "must be another player")
    course.tell(made.PassageSet(seat, command.side, command.lets), "GW-34", "GW-40")


def _give_up(course: Course, command: said.GiveUp, seat: str) -> None:
    """Exactly what is too many goes: counters of a stack or of what it carries, or cards (GW-2, GW-7, GW-44)."""
    game = course.game
    if not game.owed:
        raise RefusalError(Why.NOT_NOW, phase="giving up what is too many")
    owed = game.owed[0]
    if seat != owed.side:
        raise RefusalError(Why.NOT_YOURS, side=game.side_name(owed.side))
    chosen = tuple(dict.fromkeys(command.cards if owed.kind == "cards" else command.troops))
    stack = game.stack(owed.ref)
    lying = {"cards": game.hand(seat), "troops": tuple(each.ref for each in stack.troops) if stack else (),
             "cargo": tuple(each.ref for each in stack.cargo) if stack else ()}[owed.kind]  # fmt: skip
    if len(chosen) != min(owed.count, len(lying)) or not set(chosen) <= set(lying):
        raise RefusalError(Why.NOT_TO_GIVE, count=min(owed.count, len(lying)))
    if owed.kind == "cards":
        course.tell(made.CardsLaidOff(side=seat, cards=chosen), "GW-7")
    else:
        course.tell(made.GivenUp(side=seat, refs=chosen), "GW-2" if owed.kind == "troops" else "GW-44")
    course.tell(made.Settled())
    after = course.game.stack(owed.ref)
    is_next = any(each.ref == owed.ref for each in course.game.owed)
    if owed.kind == "troops" and after is not None and not is_next:  # ships that went carried some
        course.owe_troops(after)


def _play_down(course: Course, command: said.PlayCard, seat: str) -> None:
    """A card too many may be played, in place of discarding one (GW-7)."""
    acting.play_card(course, command, seat)
    course.tell(made.Settled())
    course.owe_cards(seat)


def _done(course: Course, command: said.Done, seat: str) -> None:
    """The step is over: the next marker, the next step, the next player, the next year."""
    game = course.game
    match game.phase:
        case Phase.HEROES:
            acting.next_player(course, Phase.HEROES, Phase.EVENTS)
        case Phase.ACTIONS:
            acting.finish_actions(course, seat)
        case Phase.FINAL if game.new_allies:
            acting.begin(course, Phase.ALLIES, seat)
            ends.drop_unplaceable(course, seat)
        case Phase.FINAL:
            ends.end_player(course, seat)
        case Phase.ALLIES:
            for country in game.new_allies:
                course.tell(made.AllyUnplaced(country), "GW-86")
            ends.end_player(course, seat)


def _place_ally(course: Course, command: said.PlaceAlly, seat: str) -> None:
    acting.place_ally(course, command, seat)
    ends.drop_unplaceable(course, seat)


Decider = Callable[[Course, Any, str], None]
ALL = tuple(Phase)
ACT, FINAL = (Phase.ACTIONS,), (Phase.FINAL,)
PHASES: dict[type[said.GameCommand], tuple[tuple[Phase, ...], Decider]] = {
    said.RollOrder: ((Phase.ORDER,), lambda course, command, seat: acting.roll_order(course)),
    said.PlaceHero: ((Phase.HEROES,), acting.place_hero),
    said.DrawEvent: ((Phase.EVENTS,), lambda course, command, seat: acting.draw_event(course, seat)),
    said.Done: ((Phase.HEROES, Phase.ACTIONS, Phase.FINAL, Phase.ALLIES), _done),
    said.MoveStack: (ACT, moving.move),
    said.Divide: (ACT, moving.divide),
    said.Join: (ACT, moving.join),
    said.Load: (ACT, moving.load),
    said.Land: (ACT, moving.land),
    said.AttackShips: (ACT, moving.attack_ships),
    said.Fortify: (ACT, acting.fortify),
    said.Disband: (ACT, acting.disband),
    said.AskAlliance: (ACT, acting.ask_alliance),
    said.Speak: (ACT, acting.speak),
    said.Search: (ACT, acting.search),
    said.Hire: (ACT, acting.hire),
    said.PlayCard: (ACT, acting.play_card),
    said.Heal: (FINAL, acting.heal),
    said.AddTroops: (FINAL, acting.add_troops),
    said.RaiseArmy: (FINAL, acting.raise_army),
    said.PlaceAlly: ((Phase.ALLIES,), _place_ally),
    said.LayCards: (ALL, fighting.lay_cards),
    said.Fire: (ALL, fighting.fire),
    said.FightOn: (ALL, fighting.fight_on),
    said.Retreat: (ALL, fighting.retreat),
    said.Pursue: (ALL, fighting.pursue),
}
