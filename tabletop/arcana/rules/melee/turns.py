"""A turn of a melee between two units: the phase of blows, regeneration, then both tests of morale.

Nobody manoeuvres: `Standing` says who is left after a turn, and the next begins with it. Ranks hold as long as there
are models enough for them, and as many strike as touched the enemy at first, as far as they live.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Morale
from tabletop.arcana.rules.formation.legality import models_needed
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.regaining import REGENERATION, regaining
from tabletop.arcana.rules.melee.blows import melee_steps, stages
from tabletop.arcana.rules.melee.counting import MELEE
from tabletop.arcana.rules.melee.fighters import Fight, Fighter, Fighters, Struck, begin
from tabletop.arcana.rules.melee.mixed import larger_fallen, lost_by_living, troops_morale
from tabletop.arcana.rules.melee.mounted import of_characters, ridden
from tabletop.arcana.rules.melee.stages import Apart, Stage
from tabletop.arcana.rules.morale.paying import Payment, paying_among, paying_step, payment
from tabletop.arcana.rules.morale.testing import TESTS, Enemy, MoraleTest, Shaken, may_pay, number, triggers
from tabletop.dice import Chain, Change, Distribution, Step, certain, spread
from tabletop.dice.steps import Steps


class Contender(Struct, frozen=True, kw_only=True):
    """A unit in a melee with one other: how it fights, and what its morale hangs on.

    `ranks` is the width that it stands in, 0 for a loose one; `side` of it the enemy is at. `fallen` and `wounded` are
    losses of this turn before the blows. `commands` is whether a character of it was bought with it, `others_command`
    the same of every further one. `pays` is whether it suffers wounds instead of breaking, where it may choose. Wounds
    of who `is_character` by itself don't count in its test.
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
    mounts_lost: tuple[int, ...] = ()
    commands: bool = True
    others_command: tuple[bool, ...] = ()
    pays: bool = True
    modifier: int = 0
    is_character: bool = False

    def is_ranked(self, left: Left, characters: Sequence[Left]) -> bool:
        """Whether so many models stand in ranks, characters among them too."""
        models = left.models + (self.fighter.models_of(characters) if characters else 0)
        return self.ranks > 0 and models >= models_needed(self.fighter.figures.base)

    @property
    def commanding(self) -> tuple[bool, ...]:
        """Of each character whether it was bought with the unit."""
        return (self.commands, *self.others_command)[: len(self.fighter.characters)]

    @property
    def all_wounds(self) -> int:
        """What it comes with, its characters' too."""
        return self.wounds(self.fighter.left, [own.left for own in self.fighter.characters])

    def wounds(self, left: Left, characters: Sequence[Left]) -> int:
        """What troops and their characters have left together."""
        troops = left.wounds(self.fighter.figures.wounds)
        if not characters:
            return troops
        led = zip(self.fighter.characters, characters, strict=False)
        return troops + sum(own.wounds(each.figures.wounds) for each, own in led)


class Standing(Struct, frozen=True, gc=False):
    """What is left of a unit and of its characters, and whether it has broken; a unit of no models is destroyed."""

    left: Left
    broken: bool = False
    leader: Left | None = None
    others: tuple[Left, ...] = ()

    @property
    def characters(self) -> tuple[Left, ...]:
        return () if self.leader is None else (self.leader, *self.others)

    @property
    def models(self) -> int:
        """Whoever is left of it: a rider and what carries it are two."""
        return self.left.models + sum(character.models for character in self.characters)


Tests = tuple[MoraleTest | None, MoraleTest | None]


class Turn(Struct, frozen=True, gc=False):
    """Both units between the blows and the end of the turn: the tests that were named, the points they failed by.

    `unsaved` is what characters pay of these points, beyond their troops, each by its place.
    """

    fight: Fight
    tests: Tests = (None, None)
    points: tuple[int, int] = (0, 0)
    unsaved: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())


Contenders = tuple[Contender, Contender]


def fighters_of(pair: Contenders) -> Fighters:
    return pair[0].fighter, pair[1].fighter


Standings = tuple[Standing, Standing]


class Phase(Chain[Fight], frozen=True):
    """The phase of blows as one roll."""

    fighters: Fighters

    def steps(self) -> Steps[Fight]:
        return melee_steps(self.fighters)

    def start(self) -> Fight:
        return begin(self.fighters)

    def result(self, state: Fight) -> Fight:
        return state

    def odds(self) -> Distribution[Fight]:
        return _through(stages(self.fighters), certain(self.start()))


def _through(phase: Sequence[Stage], fights: Distribution[Fight]) -> Distribution[Fight]:
    for stage in phase:
        fights = fights.then(stage.odds())
    return fights


def turn_steps(pair: Contenders, *, morale: bool = True) -> Steps[Turn]:
    """Blows, then both tests, named together by what the blows have left (reading BR40); no tests without `morale`."""
    phase = Phase(fighters_of(pair))
    blows = Step[Turn]("", MELEE, lambda turn: phase, lambda turn, fight: Turn(fight))
    regaining = _regaining_of(pair)
    if not morale:
        return blows, *regaining
    tests = tests_of(pair)

    def named(turn: Turn) -> Turn:
        return Turn(turn.fight, tests(turn.fight))

    paying = [_paying(pair, which) for which, own in enumerate(pair) if own.fighter.leader]
    return blows, *regaining, Change(named), _test(pair, 0), _test(pair, 1), *paying


def _regaining_of(pair: Contenders) -> list[Step[Turn]]:
    return [step for which in (0, 1) for step in _regained_by(pair, which)]


def _regained_by(pair: Contenders, which: int) -> list[Step[Turn]]:
    own = pair[which].fighter
    return [
        _regained(which, place, one)
        for place, one in enumerate((own, *own.characters))
        if one.figures.defence.regeneration
    ]


def _regained(which: int, place: int, one: Fighter) -> Step[Turn]:
    """Wounds that come back before tests are named, to a unit or one of its characters by its place from 1."""
    each = one.figures.wounds

    def left_of(turn: Turn) -> Left:
        struck = turn.fight.of(which)
        return struck.characters[place - 1] if place else struck.left

    def after(turn: Turn, lost: tuple[int, ...]) -> Turn:
        struck, before = turn.fight.of(which), left_of(turn)
        left = before.having_lost(lost)
        back = left.wounds(each) - before.wounds(each)
        if not place:
            struck = replace(struck, left=left, regained=(back, struck.regained[1]))
        elif place == 1:
            struck = replace(struck, leader=left, regained=(struck.regained[0], back))
        else:
            others = list(struck.others)
            others[place - 2] = replace(others[place - 2], left=left, regained=(back, 0))
            struck = replace(struck, others=tuple(others))
        return replace(turn, fight=turn.fight.having(which, struck))

    return Step(f"{one.name}, regeneration", REGENERATION, lambda turn: regaining(left_of(turn)), after)


def regained_by(struck: Struck) -> int:
    """The wounds that have come back to a unit and its characters."""
    return sum(struck.regained) + sum(other.regained[0] for other in struck.others)


def _lives(struck: Struck) -> bool:
    return struck.left.models > 0 or any(character.models for character in struck.characters)


def _paying(pair: Contenders, which: int) -> Step[Turn]:
    characters = pair[which].fighter.characters

    def owed(turn: Turn) -> Payment:
        struck = turn.fight.of(which)
        return owed_by(pair[which], struck, turn.points[which]) if pays(pair[which], struck) else Payment()

    def after(turn: Turn, unsaved: Mapping[int, int]) -> Turn:
        led = enumerate(zip(characters, turn.fight.of(which).characters, strict=True))
        own = tuple(min(unsaved.get(place, 0), now.wounds(one.figures.wounds)) for place, (one, now) in led)
        return replace(turn, unsaved=(turn.unsaved[0], own) if which else (own, turn.unsaved[1]))

    if len(characters) == 1:
        [leader] = characters
        return paying_step(leader.name, leader.figures, owed, lambda turn, unsaved: after(turn, {0: unsaved}))

    @cache
    def among(struck: Struck, points: int) -> tuple[Payment, list[int]]:
        owed = owed_by(pair[which], struck, points) if pays(pair[which], struck) else Payment()
        return owed, [place for place, left in enumerate(struck.characters) if left.models]

    def among_of(turn: Turn) -> tuple[Payment, list[int]]:
        return among(turn.fight.of(which), turn.points[which])

    figures = [character.figures for character in characters]
    rides = pair[which].fighter.rides_of
    return paying_among(f"{pair[which].fighter.name}'s characters", figures, among_of, after, rides=rides)


def owed_by(own: Contender, struck: Struck, points: int) -> Payment:
    """What a unit that pays loses for so many points, with what the blows have left of it."""
    troops = struck.left.wounds(own.fighter.figures.wounds)
    return payment(points, troops=troops, character=own.wounds(struck.left, struck.characters) - troops)


def suffered(pair: Contenders) -> list[tuple[int, Apart]]:
    """What either side has become as tests are named, after the blows and after what has come back.

    Each by itself, for every way in which the last blows began, with the weight of that.
    """
    phase = stages(fighters_of(pair))
    before = _through(phase[:-1], certain(begin(fighters_of(pair))))
    struck = phase[-1].apart() if phase else _as_they_were
    ends = [(weight, struck(fight)) for fight, weight in before.weights.items()]
    if not _regaining_of(pair):
        return ends
    first, second = (cache(partial(healed, own)) for own in pair)
    return [(weight, (one.then(first), other.then(second))) for weight, (one, other) in ends]


def _as_they_were(fight: Fight) -> Apart:
    return certain(fight.first), certain(fight.second)


def healed(own: Contender, struck: Struck) -> Distribution[Struck]:
    """What one side has become by what comes back after the blows."""
    return spread(_regained_by((own, own), 0), Turn(Fight(struck, struck))).map(lambda turn: turn.fight.first)


Failure = tuple[int, tuple[int, ...]]  # points, and what of these each character hasn't saved


def failures(own: Contender, struck: Struck, test: MoraleTest | None) -> Distribution[Failure]:
    """How one side fails its test, None where it makes none."""
    if test is None:
        return certain((0, ()))
    if not (test.pays and own.fighter.leader):
        return test.odds().map(lambda points: (points, ()))
    ends = spread([_test((own, own), 0), _paying((own, own), 0)], Turn(Fight(struck, struck), (test, None)))
    return ends.map(lambda turn: (turn.points[0], turn.unsaved[0]))


def tests_of(pair: Contenders) -> Callable[[Fight], Tests]:
    """The tests that are named after any fight's blows; what one side has become is looked at once."""

    @cache
    def seen(which: int, struck: Struck, engaged: bool) -> tuple[Shaken, tuple[Enemy, ...], bool]:
        unit = shaken_by(pair[which], struck, engaged=engaged)
        enemies = (enemy_as(pair[which], unit, at_front=pair[1 - which].front),) if unit.models else ()
        return unit, enemies, pays(pair[which], struck)

    def named(fight: Fight) -> Tests:
        first, second = fight.first, fight.second
        one, as_enemy, it_pays = seen(0, first, _lives(second))
        other, as_its_enemy, other_pays = seen(1, second, _lives(first))
        return _test_of(one, as_its_enemy, pays=it_pays), _test_of(other, as_enemy, pays=other_pays)

    return named


def start_of(pair: Contenders) -> Turn:
    """The state before the blows."""
    return Turn(begin(fighters_of(pair)))


@lru_cache(maxsize=1024)
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


def enemy_as(own: Contender, unit: Shaken, *, at_front: bool) -> Enemy:
    """A unit of which any are left as whom the other side fights as its test is named, at its front or not."""
    return Enemy(unit, front=own.front, at_flank=not at_front)


def shaken_by(own: Contender, struck: Struck, *, engaged: bool) -> Shaken:
    """A unit as its test is named after the blows, `engaged` where the enemy lives."""
    fighter, left, morale = own.fighter, struck.left, _morale(own, struck)
    alone = Shaken(
        morale=morale.value,
        kind=morale.kind,
        base=fighter.figures.base,
        ranked=own.is_ranked(left, struck.characters),
        models_at_first=own.models_at_first,
        wounds_at_first=own.wounds_at_first,
        models=left.models,
        wounds=left.wounds(fighter.figures.wounds),
        wounds_each=fighter.sizes[-1] if fighter.sizes else fighter.figures.wounds,
        larger=larger_fallen(fighter, left),
        lost=0 if own.is_character else lost_by_living(fighter, left),
        fallen=own.fallen + fighter.left.models - left.models,
        wounded=own.wounded or struck.hurt,
        frightened=struck.frightened,
        characters_lost=own.characters_lost,
        leaders_fallen=own.leaders_fallen,
        mounts_fallen=len(own.mounts_lost),
        mounts_wounds=sum(own.mounts_lost),
        engaged=engaged,
        modifier=own.modifier,
    )
    return alone if fighter.leader is None else _led(own, struck, alone)


def _led(own: Contender, struck: Struck, alone: Shaken) -> Shaken:
    """The unit with its characters."""
    aboard, characters = own.fighter.rider_on > 0, struck.characters
    led = tuple(zip(own.fighter.characters, characters, own.commanding, strict=True))
    values = [one.figures.morale.value for one, now, _ in led if now.models and one.figures.morale]
    mounts = {one.rides for one in own.fighter.characters} - {0}
    lost = [(place, one, bought) for place, (one, now, bought) in enumerate(led, 1) if one.left.models > now.models]
    fallen = [(one, bought) for place, one, bought in lost if place not in mounts]
    borne = [place for place in mounts if own.fighter.characters[place - 1].left.models]
    afoot = [one for one, bought in fallen if bought and one.rides not in borne and not aboard]
    killed = [(one, bought) for place, one, bought in lost if place in mounts]
    hurt = sum(sum(now.lost) for place, (_, now, _) in enumerate(led, 1) if place in mounts)
    return replace(
        alone,
        morale=max((alone.morale, *values)),
        models=alone.models + (0 if aboard and alone.models else own.fighter.models_of(characters)),
        wounds=own.wounds(struck.left, characters),
        lost=alone.lost + hurt,
        wounded=alone.wounded or _commanders_hurt(own, struck),
        characters_lost=alone.characters_lost + len(fallen),
        leaders_fallen=alone.leaders_fallen + len(afoot),
        mounts_fallen=alone.mounts_fallen + sum(bought for _, bought in killed),
        mounts_wounds=alone.mounts_wounds + sum(one.figures.wounds for one, _ in killed),
        joined=sum(now.wounds(one.figures.wounds) for one, now, bought in led if not bought),
    )


def _commanders_hurt(own: Contender, struck: Struck) -> bool:
    """Whether a character that was bought with the unit has lost anything, even if it has come back."""
    back = (struck.regained[1], *(other.regained[0] for other in struck.others))
    led = zip(own.fighter.characters, struck.characters, own.commanding, back, strict=False)
    return any(bought and (now != one.left or healed > 0) for one, now, bought, healed in led)


def _morale(own: Contender, struck: Struck) -> Morale:
    """That of the troops as long as any live: characters don't hand on how they take a failed test (reading BR48).

    Who rides and what carries them do, both ways; of characters alone all have to be as bold.
    """
    leader = own.fighter.leader
    if leader and not struck.left.models:
        everybody = enumerate(zip(own.fighter.characters, struck.characters, strict=True), 1)
        living = {place: one.figures.morale or Morale(value=0) for place, (one, now) in everybody if now.models}
        return of_characters(living or {1: leader.figures.morale or Morale(value=0)}, own.fighter.rides_of)
    morale = troops_morale(own.fighter, struck.left)
    if own.fighter.rider_on:
        led = zip(own.fighter.characters, struck.characters, strict=True)
        return ridden(morale, [one.figures.morale for one, now in led if now.models and one.figures.morale])
    return morale


def pays(own: Contender, struck: Struck) -> bool:
    """Whether it suffers wounds where its test fails, and doesn't break."""
    ranked = own.is_ranked(struck.left, struck.characters)
    return may_pay(_morale(own, struck), ranked=ranked, machine=own.fighter.carries, chosen=own.pays)


def standings(pair: Contenders, turn: Turn) -> Standings:
    """Who is left at the end of the turn, after what was paid."""
    first, second = pair
    return (
        standing_of(first, turn.fight.first, turn.points[0], turn.unsaved[0]),
        standing_of(second, turn.fight.second, turn.points[1], turn.unsaved[1]),
    )


def standing_of(own: Contender, struck: Struck, points: int, unsaved: tuple[int, ...]) -> Standing:
    """Who of a side is left by the points that its test has failed by, and by what its characters didn't save."""
    left, leader, others = struck.left, struck.leader, struck.characters[1:]
    if not points:
        return Standing(left, leader=leader, others=others)
    if not pays(own, struck):
        return Standing(left, broken=True, leader=leader, others=others)
    each, paid = own.fighter.figures.wounds, owed_by(own, struck, points).troops
    if any(unsaved):
        led = zip(own.fighter.characters, struck.characters, unsaved, strict=True)
        leader, *rest = (now.after(one.figures.wounds, wounds=lost) for one, now, lost in led)
        others = tuple(rest)
    return Standing(left.after(each, wounds=paid, shares=own.fighter.carries), leader=leader, others=others)


def is_over(ends: Standings) -> bool:
    return any(end.broken or not end.models for end in ends)


def winner(ends: Standings) -> int | None:
    """Which of both has won, by its place; None where neither has or both are gone."""
    gone = [end.broken or not end.models for end in ends]
    return None if gone[0] == gone[1] else gone.index(False)


def one_turn(pair: Contenders, *, morale: bool = True) -> Distribution[Standings]:
    """What is left after a turn, exactly."""
    first, second = cache(partial(standing_of, pair[0])), cache(partial(standing_of, pair[1]))

    def ends(turn: Turn) -> Standings:
        fight, points, unsaved = turn.fight, turn.points, turn.unsaved
        return first(fight.first, points[0], unsaved[0]), second(fight.second, points[1], unsaved[1])

    return spread(turn_steps(pair, morale=morale), start_of(pair)).map(ends)


def following(pair: Contenders, ends: Standings) -> Contenders:
    """Both units at the beginning of the next turn, without orders: nobody rams, nobody has come anew."""
    return facing(next_turn(pair[0], ends[0]), next_turn(pair[1], ends[1]))


def next_turn(own: Contender, end: Standing) -> Contender:
    """A unit with what the turns before have left of it; in ranks a model steps into the place of a fallen character.

    Characters that have fallen keep their places among the others until all of them have.
    """
    left, leader, others = end.left, own.fighter.leader, own.fighter.others
    lives = leader is not None and any(character.models for character in end.characters)
    ranked = own.is_ranked(left, end.characters)
    before = own.fighter.models_of([one.left for one in own.fighter.characters])
    fallen = before - (own.fighter.models_of(end.characters) if lives else 0)
    contact = min(own.fighter.contact + (fallen if ranked and own.front else 0), left.models)
    over = own.fighter.over if own.fighter.loose else contact
    led = zip((leader, *others) if leader and lives else (), end.characters, strict=False)
    characters = [replace(one, left=now, fresh=False, rams=False) for one, now in led]
    fighter = replace(
        own.fighter,
        left=left,
        parts=tuple([models for models, _ in left.parts]) or own.fighter.parts,
        sizes=own.fighter.sizes[: left.models],
        leader=characters[0] if characters else None,
        others=tuple(characters[1:]),
        contact=contact,
        over=0 if ranked else min(over, left.models - contact),
        files=own.ranks if ranked and own.front else 0,
        loose=not ranked,
        fresh=False,
        rams=False,
        frightened=False,
    )
    return replace(own, fighter=fighter, fallen=0, wounded=False, characters_lost=0, leaders_fallen=0, mounts_lost=())


def facing(first: Contender, second: Contender) -> Contenders:
    """Both with their characters at those of the other."""
    return _at(first, second), _at(second, first)


def _at(own: Contender, enemy: Contender) -> Contender:
    """Characters keep whom they fight; who has nobody takes on the first that nobody fights (reading BR101).

    A rider and what carries it are one, on either side.
    """
    ours, theirs = own.fighter, enemy.fighter
    if not (theirs.leader and ours.leader):
        return own
    living = [place for place, foe in enumerate(theirs.characters, 1) if foe.left.models]
    heads = {min(theirs.beside(place)): place for place in reversed(living)}
    marks: dict[int, int] = {}
    for place, one in enumerate(ours.characters, 1):
        head = min(theirs.beside(one.mark)) if one.seeks and one.mark <= len(theirs.characters) else 0
        if head in heads and any(ours.characters[other - 1].left.models for other in ours.beside(place)):
            marks.setdefault(min(ours.beside(place)), head)
    free = sorted(set(heads) - set(marks.values()))
    for place, one in enumerate(ours.characters, 1):
        if free and one.left.models and min(ours.beside(place)) not in marks:
            marks[min(ours.beside(place))] = free.pop(0)
    leader, *others = (
        replace(one, seeks=True, mark=marks[head]) if (head := min(ours.beside(place))) in marks else one
        for place, one in enumerate(ours.characters, 1)
    )
    return replace(own, fighter=replace(ours, leader=leader, others=tuple(others)))
