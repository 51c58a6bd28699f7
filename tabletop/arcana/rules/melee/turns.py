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
from tabletop.arcana.rules.melee.blows import MELEE, Fight, Fighter, Fighters, Struck, begin, melee_steps, stages
from tabletop.arcana.rules.morale.testing import (
    TESTS,
    Enemy,
    MoraleTest,
    Shaken,
    may_pay,
    number,
    payment,
    triggers,
)
from tabletop.dice import Chain, Change, Distribution, Step, certain, spread
from tabletop.dice.steps import Steps

Number = TypeVar("Number", float, Fraction)


class Contender(Struct, frozen=True, kw_only=True):
    """A unit in a melee with one other: how it fights, and what its morale hangs on.

    `ranks` is the width that it stands in, 0 for a loose one; `side` of it the enemy is at. `fallen` and `wounded` are
    losses of this turn before the blows. `pays` is whether it suffers wounds instead of breaking, where it may choose.
    """

    fighter: Fighter
    ranks: int = 0
    front: bool = True
    models_at_first: int
    wounds_at_first: int
    fallen: int = 0
    wounded: bool = False
    characters_lost: int = 0
    pays: bool = True
    modifier: int = 0

    def is_ranked(self, left: Left) -> bool:
        return self.ranks > 0 and left.models >= models_needed(self.fighter.figures.base)


class Standing(Struct, frozen=True):
    """What is left of a unit, and whether it has broken; a unit of no models is destroyed."""

    left: Left
    broken: bool = False


Tests = tuple[MoraleTest | None, MoraleTest | None]


class Turn(Struct, frozen=True):
    """Both units between the blows and the end of the turn: the tests that were named, the points they failed by."""

    fight: Fight
    tests: Tests = (None, None)
    points: tuple[int, int] = (0, 0)


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

    return blows, Change(named), _test(pair, 0), _test(pair, 1)


def tests_of(pair: Contenders) -> Callable[[Fight], Tests]:
    """The tests that are named after any fight's blows; what one side has become is looked at once."""

    @cache
    def seen(which: int, struck: Struck, engaged: bool) -> tuple[Shaken, tuple[Enemy, ...], bool]:
        unit = _shaken(pair[which], struck, engaged)
        return unit, _enemy(pair, which, unit), _pays(pair[which], ranked=unit.ranked)

    def named(fight: Fight) -> Tests:
        first, second = fight.first, fight.second
        one, as_enemy, pays = seen(0, first, second.left.models > 0)
        other, as_its_enemy, it_pays = seen(1, second, first.left.models > 0)
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
        return Turn(turn.fight, turn.tests, points)

    return Step(f"{pair[which].fighter.name}, morale", TESTS, lambda turn: turn.tests[which], after)


def _enemy(pair: Contenders, which: int, unit: Shaken) -> tuple[Enemy, ...]:
    """A unit as whom the other side fights as its test is named: nobody where all of it has fallen."""
    return (Enemy(unit, front=pair[which].front, at_flank=not pair[1 - which].front),) if unit.models else ()


def _shaken(own: Contender, struck: Struck, engaged: bool) -> Shaken:
    fighter, left = own.fighter, struck.left
    morale = fighter.figures.morale or Morale(value=0)
    return Shaken(
        morale=morale.value,
        kind=morale.kind,
        base=fighter.figures.base,
        ranked=own.is_ranked(left),
        models_at_first=own.models_at_first,
        wounds_at_first=own.wounds_at_first,
        models=left.models,
        wounds=left.wounds(fighter.figures.wounds),
        wounds_each=fighter.figures.wounds,
        lost=sum(left.lost),
        fallen=own.fallen + fighter.left.models - left.models,
        wounded=own.wounded or left != fighter.left,
        frightened=struck.frightened,
        characters_lost=own.characters_lost,
        engaged=engaged,
        modifier=own.modifier,
    )


def _pays(own: Contender, *, ranked: bool) -> bool:
    morale = own.fighter.figures.morale or Morale(value=0)
    return may_pay(morale, ranked=ranked, machine=own.fighter.carries, chosen=own.pays)


def standings(pair: Contenders, turn: Turn) -> Standings:
    """Who is left at the end of the turn, after what was paid."""
    return _standing(pair[0], turn.fight.first, turn.points[0]), _standing(pair[1], turn.fight.second, turn.points[1])


def _standing(own: Contender, struck: Struck, points: int) -> Standing:
    if not points:
        return Standing(struck.left)
    if not _pays(own, ranked=own.is_ranked(struck.left)):
        return Standing(struck.left, broken=True)
    each = own.fighter.figures.wounds
    paid = payment(struck.left.wounds(each), points)
    return Standing(struck.left.after(each, wounds=paid, shares=own.fighter.carries))


def is_over(ends: Standings) -> bool:
    return any(end.broken or not end.left.models for end in ends)


def winner(ends: Standings) -> int | None:
    """Which of both has won, by its place; None where neither has or both are gone."""
    gone = [end.broken or not end.left.models for end in ends]
    return None if gone[0] == gone[1] else gone.index(False)


def one_turn(pair: Contenders, *, morale: bool = True) -> Distribution[Standings]:
    """What is left after a turn, exactly."""
    first, second = cache(partial(_standing, pair[0])), cache(partial(_standing, pair[1]))

    def ends(turn: Turn) -> Standings:
        return first(turn.fight.first, turn.points[0]), second(turn.fight.second, turn.points[1])

    return spread(turn_steps(pair, morale=morale), start_of(pair)).map(ends)


def to_the_end(pair: Contenders, kind: type[Number], *, morale: bool = True) -> Ending[Number]:
    """Turns until one breaks or is destroyed, or neither can harm the other."""
    wounds = [contender.fighter.figures.wounds for contender in pair]
    chances: dict[Standings, Number] = {}
    waiting: dict[int, dict[Standings, Number]] = {}
    turns, endless = kind(1), False

    def passed_on(ends: Standings, times: Number) -> None:
        left = sum(end.left.wounds(each) for end, each in zip(ends, wounds, strict=True))
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
    return _next(pair[0], ends[0].left), _next(pair[1], ends[1].left)


def _next(own: Contender, left: Left) -> Contender:
    ranked = own.is_ranked(left)
    fighter = replace(
        own.fighter,
        left=left,
        contact=min(own.fighter.contact, left.models),
        files=own.ranks if ranked and own.front else 0,
        loose=not ranked,
        fresh=False,
        rams=False,
        frightened=False,
    )
    return replace(own, fighter=fighter, fallen=0, wounded=False, characters_lost=0)
