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

from fractions import Fraction
from functools import cache, partial
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Morale
from tabletop.arcana.rules.formation.legality import models_needed
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.blows import MELEE, Fight, Fighter, Fighters, Struck, begin, melee_steps
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
from tabletop.dice import Chain, Change, Distribution, Step, spread
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


class Turn(Struct, frozen=True):
    """Both units between the blows and the end of the turn: the tests that were named, the points they failed by."""

    fight: Fight
    tests: tuple[MoraleTest | None, MoraleTest | None] = (None, None)
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
        return Fight(replace(state.first, gaps=0), replace(state.second, gaps=0))


def turn_steps(pair: Contenders, *, morale: bool = True) -> Steps[Turn]:
    """Blows, then both tests, named together by what the blows have left (reading BR40); no tests without `morale`."""
    phase = Phase(fighters_of(pair))
    blows = Step[Turn]("", MELEE, lambda turn: phase, lambda turn, fight: Turn(fight))
    if not morale:
        return (blows,)
    shaken = cache(partial(_shaken, pair[0])), cache(partial(_shaken, pair[1]))

    def named(turn: Turn) -> Turn:
        first, second = turn.fight.first, turn.fight.second
        units = shaken[0](first, second.left.models > 0), shaken[1](second, first.left.models > 0)
        return Turn(turn.fight, (_test_of(pair, 0, units), _test_of(pair, 1, units)))

    return blows, Change(named), _test(pair, 0), _test(pair, 1)


def start_of(pair: Contenders) -> Turn:
    """The state before the blows."""
    return Turn(begin(fighters_of(pair)))


def _test_of(pair: Contenders, which: int, units: tuple[Shaken, Shaken]) -> MoraleTest | None:
    unit, enemies = units[which], enemies_of(pair, which, units)
    if not unit.models or not triggers(unit, enemies):
        return None
    return MoraleTest(number(unit, enemies), pays=_pays(pair[which], ranked=unit.ranked))


def _test(pair: Contenders, which: int) -> Step[Turn]:
    def after(turn: Turn, missed_by: int) -> Turn:
        points = (turn.points[0], missed_by) if which else (missed_by, turn.points[1])
        return Turn(turn.fight, turn.tests, points)

    return Step(f"{pair[which].fighter.name}, morale", TESTS, lambda turn: turn.tests[which], after)


def enemies_of(pair: Contenders, which: int, units: tuple[Shaken, Shaken]) -> tuple[Enemy, ...]:
    """Whom a unit fights as its test is named: nobody where all of these have fallen."""
    other = units[1 - which]
    return (Enemy(other, front=pair[1 - which].front, at_flank=not pair[which].front),) if other.models else ()


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
