"""A turn of a melee between two units: the phase of blows, then both tests of morale; and such turns to the end.

Nobody manoeuvres: `Standing` says who is left after a turn, and the next begins with it. Ranks hold as long as there
are models enough for them, and as many strike as touched the enemy at first, as far as they live.

To the end: what is left of both units never grows, so that a turn leads to another state or changes nothing. States are
taken in the order of what is left; each passes on how often it is come by, divided by the chance that a turn changes
it. That is exact, needs no matrix and no limit of turns. In fractions the numbers grow by some dozens of digits a
state, so `to_the_end` takes the kind of number to compute in: with floats every term is positive and rounded once, and
the chances are good to about 1e-12, which the tests compare. Cost: a spread of a turn for each state that is reached.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache, partial
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Morale
from tabletop.arcana.rules.formation.legality import models_needed
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.regaining import REGENERATION, regaining
from tabletop.arcana.rules.melee.blows import MELEE, Fight, Fighter, Fighters, Struck, begin, melee_steps, stages
from tabletop.arcana.rules.melee.mounted import ridden
from tabletop.arcana.rules.morale.paying import Payment, paying_step, payment
from tabletop.arcana.rules.morale.testing import TESTS, Enemy, MoraleTest, Shaken, may_pay, number, triggers
from tabletop.dice import Chain, Change, Distribution, Step, certain, spread
from tabletop.dice.steps import Steps

Number = TypeVar("Number", float, Fraction)


class Contender(Struct, frozen=True, kw_only=True):
    """A unit in a melee with one other: how it fights, and what its morale hangs on.

    `ranks` is the width that it stands in, 0 for a loose one; `side` of it the enemy is at. `fallen` and `wounded` are
    losses of this turn before the blows. `commands` is whether a character of it was bought with it. `pays` is whether
    it suffers wounds instead of breaking, where it may choose.
    """

    fighter: Fighter
    ranks: int = 0
    front: bool = True
    models_at_first: int
    wounds_at_first: int
    fallen: int = 0
    wounded: bool = False
    characters_lost: int = 0
    leaders_fallen: int = 0
    commands: bool = True
    pays: bool = True
    modifier: int = 0

    def is_ranked(self, left: Left, leader: Left | None = None) -> bool:
        """Whether so many models stand in ranks, a character among them too."""
        return self.ranks > 0 and left.models + _models(leader) >= models_needed(self.fighter.figures.base)

    @property
    def all_wounds(self) -> int:
        """What it comes with, its character's too."""
        leader = self.fighter.leader
        return self.wounds(self.fighter.left, leader.left if leader else None)

    def wounds(self, left: Left, leader: Left | None) -> int:
        """What troops and their character have left together."""
        own = self.fighter.leader
        return left.wounds(self.fighter.figures.wounds) + (leader.wounds(own.figures.wounds) if own and leader else 0)


class Standing(Struct, frozen=True):
    """What is left of a unit and of its character, and whether it has broken; a unit of no models is destroyed."""

    left: Left
    broken: bool = False
    leader: Left | None = None

    @property
    def models(self) -> int:
        return self.left.models + _models(self.leader)


def _models(leader: Left | None) -> int:
    return leader.models if leader else 0


Tests = tuple[MoraleTest | None, MoraleTest | None]


class Turn(Struct, frozen=True):
    """Both units between the blows and the end of the turn: the tests that were named, the points they failed by.

    `unsaved` is what characters pay of these points, beyond their troops.
    """

    fight: Fight
    tests: Tests = (None, None)
    points: tuple[int, int] = (0, 0)
    unsaved: tuple[int, int] = (0, 0)


Contenders = tuple[Contender, Contender]


def fighters_of(pair: Contenders) -> Fighters:
    return pair[0].fighter, pair[1].fighter


Standings = tuple[Standing, Standing]


class Ending(Struct, Generic[Number], frozen=True):
    """How a melee ends, each way with its chance, and the mean of its turns; None where it may never end."""

    chances: dict[Standings, Number]
    turns: Number | None


class Phase(Chain[Fight], frozen=True):
    """The phase of blows as one roll."""

    fighters: Fighters

    def steps(self) -> Steps[Fight]:
        return melee_steps(self.fighters)

    def start(self) -> Fight:
        return begin(self.fighters)

    def result(self, state: Fight) -> Fight:
        return Fight(_closed(state.first), _closed(state.second))

    def odds(self) -> Distribution[Fight]:
        ends = certain(self.start())
        for stage in stages(self.fighters):
            ends = ends.then(stage.odds())
        return ends.map(self.result)


def _closed(struck: Struck) -> Struck:
    """The unit after the phase: who fell in which place no longer matters."""
    return replace(struck, gaps=0) if struck.gaps else struck


def turn_steps(pair: Contenders, *, morale: bool = True) -> Steps[Turn]:
    """Blows, then both tests, named together by what the blows have left (reading BR40); no tests without `morale`."""
    phase = Phase(fighters_of(pair))
    blows = Step[Turn]("", MELEE, lambda turn: phase, lambda turn, fight: Turn(fight))
    if not morale:
        return (blows,)
    tests = tests_of(pair)

    def named(turn: Turn) -> Turn:
        return Turn(turn.fight, tests(turn.fight))

    paying = [_paying(pair, which, own.fighter.leader) for which, own in enumerate(pair) if own.fighter.leader]
    return blows, *_regaining_of(pair), Change(named), _test(pair, 0), _test(pair, 1), *paying


def _regaining_of(pair: Contenders) -> list[Step[Turn]]:
    steps = (_regained(pair, which, leads=leads) for which in (0, 1) for leads in (False, True))
    return [step for step in steps if step is not None]


def _regained(pair: Contenders, which: int, *, leads: bool) -> Step[Turn] | None:
    """Wounds that come back before tests are named, to a unit or its character; None where none can."""
    one = pair[which].fighter.leader if leads else pair[which].fighter
    if one is None or not one.figures.defence.regeneration:
        return None
    each = one.figures.wounds

    def left_of(turn: Turn) -> Left:
        struck = turn.fight.of(which)
        return (struck.leader if leads else struck.left) or Left(0)

    def after(turn: Turn, lost: tuple[int, ...]) -> Turn:
        struck, before = turn.fight.of(which), left_of(turn)
        left = Left(before.models, lost)
        back = left.wounds(each) - before.wounds(each)
        if leads:
            struck = replace(struck, leader=left, regained=(struck.regained[0], back))
        else:
            struck = replace(struck, left=left, regained=(back, struck.regained[1]))
        return replace(turn, fight=turn.fight.having(which, struck))

    return Step(f"{one.name}, regeneration", REGENERATION, lambda turn: regaining(left_of(turn)), after)


def _lives(struck: Struck) -> bool:
    return struck.left.models + _models(struck.leader) > 0


def _paying(pair: Contenders, which: int, leader: Fighter) -> Step[Turn]:
    def owed(turn: Turn) -> Payment:
        struck = turn.fight.of(which)
        return owed_by(pair[which], struck, turn.points[which]) if _pays(pair[which], struck) else Payment()

    def after(turn: Turn, unsaved: int) -> Turn:
        return replace(turn, unsaved=(turn.unsaved[0], unsaved) if which else (unsaved, turn.unsaved[1]))

    return paying_step(leader.name, leader.figures, owed, after)


def owed_by(own: Contender, struck: Struck, points: int) -> Payment:
    """What a unit that pays loses for so many points, with what the blows have left of it."""
    troops = struck.left.wounds(own.fighter.figures.wounds)
    return payment(points, troops=troops, character=own.wounds(struck.left, struck.leader) - troops)


def suffered(pair: Contenders) -> Distribution[Fight]:
    """What both have become as tests are named: after the blows, and after what has come back."""
    ends = Phase(fighters_of(pair)).odds()
    if not (steps := _regaining_of(pair)):
        return ends
    return ends.then(lambda fight: spread(steps, Turn(fight)).map(lambda turn: turn.fight))


def tests_of(pair: Contenders) -> Callable[[Fight], Tests]:
    """The tests that are named after any fight's blows; what one side has become is looked at once."""

    @cache
    def seen(which: int, struck: Struck, engaged: bool) -> tuple[Shaken, tuple[Enemy, ...], bool]:
        unit = _shaken(pair[which], struck, engaged)
        return unit, _enemy(pair, which, unit), _pays(pair[which], struck)

    def named(fight: Fight) -> Tests:
        first, second = fight.first, fight.second
        one, as_enemy, pays = seen(0, first, _lives(second))
        other, as_its_enemy, it_pays = seen(1, second, _lives(first))
        return _test_of(one, as_its_enemy, pays=pays), _test_of(other, as_enemy, pays=it_pays)

    return named


def start_of(pair: Contenders) -> Turn:
    """The state before the blows."""
    return Turn(begin(fighters_of(pair)))


@lru_cache(maxsize=16384)
def _test_of(unit: Shaken, enemies: tuple[Enemy, ...], *, pays: bool) -> MoraleTest | None:
    """Kept by value: units of an army that stand alike are shaken alike by many enemies."""
    if not unit.models or not triggers(unit, enemies):
        return None
    return MoraleTest(number(unit, enemies), pays=pays)


def _test(pair: Contenders, which: int) -> Step[Turn]:
    def after(turn: Turn, missed_by: int) -> Turn:
        points = (turn.points[0], missed_by) if which else (missed_by, turn.points[1])
        return replace(turn, points=points)

    return Step(f"{pair[which].fighter.name}, morale", TESTS, lambda turn: turn.tests[which], after)


def _enemy(pair: Contenders, which: int, unit: Shaken) -> tuple[Enemy, ...]:
    """A unit as whom the other side fights as its test is named: nobody where all of it has fallen."""
    return (Enemy(unit, front=pair[which].front, at_flank=not pair[1 - which].front),) if unit.models else ()


def _shaken(own: Contender, struck: Struck, engaged: bool) -> Shaken:
    fighter, left = own.fighter, struck.left
    leader, led_by, morale = struck.leader, fighter.leader, _morale(own, struck)
    values = [morale.value]
    if led_by and _models(leader) and led_by.figures.morale:
        values.append(led_by.figures.morale.value)
    lost = led_by is not None and not _models(leader)
    return Shaken(
        morale=max(values),
        kind=morale.kind,
        base=fighter.figures.base,
        ranked=own.is_ranked(left, leader),
        models_at_first=own.models_at_first,
        wounds_at_first=own.wounds_at_first,
        models=int(left.models + _models(leader) > 0) if fighter.rider_on else left.models + _models(leader),
        wounds=own.wounds(left, leader),
        wounds_each=fighter.figures.wounds,
        lost=sum(left.lost),
        fallen=own.fallen + fighter.left.models - left.models,
        wounded=own.wounded or struck.hurt or (own.commands and led_by is not None and _hurt(struck, led_by)),
        frightened=struck.frightened,
        characters_lost=own.characters_lost + lost,
        leaders_fallen=own.leaders_fallen + (own.commands and lost and not fighter.rider_on),
        joined=0 if own.commands or led_by is None or leader is None else leader.wounds(led_by.figures.wounds),
        engaged=engaged,
        modifier=own.modifier,
    )


def _hurt(struck: Struck, leader: Fighter) -> bool:
    """Whether its character has lost anything, even if it has come back."""
    return struck.leader != leader.left or struck.regained[1] > 0


def _morale(own: Contender, struck: Struck) -> Morale:
    """That of the troops as long as any live: characters don't hand on how they take a failed test (reading BR48).

    Who rides and what carries them do, both ways.
    """
    leader = own.fighter.leader
    figures = leader.figures if leader and not struck.left.models else own.fighter.figures
    morale = figures.morale or Morale(value=0)
    if own.fighter.rider_on and leader and _models(struck.leader):
        return ridden(morale, leader.figures.morale)
    return morale


def _pays(own: Contender, struck: Struck) -> bool:
    ranked = own.is_ranked(struck.left, struck.leader)
    return may_pay(_morale(own, struck), ranked=ranked, machine=own.fighter.carries, chosen=own.pays)


def standings(pair: Contenders, turn: Turn) -> Standings:
    """Who is left at the end of the turn, after what was paid."""
    first, second = pair
    return (
        _standing(first, turn.fight.first, turn.points[0], turn.unsaved[0]),
        _standing(second, turn.fight.second, turn.points[1], turn.unsaved[1]),
    )


def _standing(own: Contender, struck: Struck, points: int, unsaved: int) -> Standing:
    left, leader, led_by = struck.left, struck.leader, own.fighter.leader
    if not points:
        return Standing(left, leader=leader)
    if not _pays(own, struck):
        return Standing(left, broken=True, leader=leader)
    each, paid = own.fighter.figures.wounds, owed_by(own, struck, points).troops
    if led_by and leader and unsaved:
        leader = leader.after(led_by.figures.wounds, wounds=unsaved)
    return Standing(left.after(each, wounds=paid, shares=own.fighter.carries), leader=leader)


def is_over(ends: Standings) -> bool:
    return any(end.broken or not end.models for end in ends)


def winner(ends: Standings) -> int | None:
    """Which of both has won, by its place; None where neither has or both are gone."""
    gone = [end.broken or not end.models for end in ends]
    return None if gone[0] == gone[1] else gone.index(False)


def one_turn(pair: Contenders, *, morale: bool = True) -> Distribution[Standings]:
    """What is left after a turn, exactly."""
    first, second = cache(partial(_standing, pair[0])), cache(partial(_standing, pair[1]))

    def ends(turn: Turn) -> Standings:
        fight, points, unsaved = turn.fight, turn.points, turn.unsaved
        return first(fight.first, points[0], unsaved[0]), second(fight.second, points[1], unsaved[1])

    return spread(turn_steps(pair, morale=morale), start_of(pair)).map(ends)


def to_the_end(pair: Contenders, kind: type[Number], *, morale: bool = True) -> Ending[Number]:
    """Turns until one breaks or is destroyed, or neither can harm the other."""
    chances: dict[Standings, Number] = {}
    waiting: dict[int, dict[Standings, Number]] = {}
    turns, endless = kind(1), False

    def passed_on(ends: Standings, times: Number) -> None:
        left = sum(own.wounds(end.left, end.leader) for own, end in zip(pair, ends, strict=True))
        among = chances if is_over(ends) else waiting.setdefault(left, {})
        among[ends] = among.get(ends, kind(0)) + times

    first = one_turn(pair, morale=morale)
    for ends, weight in first.weights.items():
        passed_on(ends, _ratio(kind, weight, first.total))
    while waiting:
        for state, times in waiting.pop(max(waiting)).items():
            turn = one_turn(following(pair, state), morale=morale)
            changes = {ends: weight for ends, weight in turn.weights.items() if ends != state}
            if not changes:
                chances[state], endless = chances.get(state, kind(0)) + times, True
                continue
            changing = sum(changes.values())
            turns += times * _ratio(kind, turn.total, changing)
            for ends, weight in changes.items():
                passed_on(ends, times * _ratio(kind, weight, changing))
    return Ending(chances, None if endless else turns)


def _ratio(kind: type[Number], weight: int, total: int) -> Number:
    """Whole numbers of any size divided, rounded once where the kind rounds."""
    return kind(Fraction(weight, total)) if kind is Fraction else kind(weight / total)


def following(pair: Contenders, ends: Standings) -> Contenders:
    """Both units at the beginning of the next turn, without orders: nobody rams, nobody has come anew."""
    return _next(pair[0], ends[0]), _next(pair[1], ends[1])


def _next(own: Contender, end: Standing) -> Contender:
    """A model steps into the place of a character that has fallen in ranks."""
    left, leader = end.left, own.fighter.leader
    lives = leader is not None and _models(end.leader) > 0
    ranked = own.is_ranked(left, end.leader)
    filled = int(leader is not None and not lives and ranked and own.front)
    contact = min(own.fighter.contact + filled, left.models)
    over = own.fighter.over if own.fighter.loose else contact
    fighter = replace(
        own.fighter,
        left=left,
        leader=replace(leader, left=end.leader, fresh=False, rams=False) if leader and lives else None,
        contact=contact,
        over=0 if ranked else min(over, left.models - contact),
        files=own.ranks if ranked and own.front else 0,
        loose=not ranked,
        fresh=False,
        rams=False,
        frightened=False,
    )
    return replace(own, fighter=fighter, fallen=0, wounded=False, characters_lost=0, leaders_fallen=0)
