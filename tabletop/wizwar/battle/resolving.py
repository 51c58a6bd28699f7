"""What was cast happens: counters first, then evading, then each effect of the card by its kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tabletop.boards.walled_squares import STEPS, Compass, square_name
from tabletop.cards import ByHand
from tabletop.wizwar import effects as does
from tabletop.wizwar.battle import facts as made
from tabletop.wizwar.battle.course import Course
from tabletop.wizwar.battle.judging import may_land, splashed, standing_at
from tabletop.wizwar.battle.state import Cast, gone_of, hand_of, kept_of
from tabletop.wizwar.catalogue import PUNCH, CardType, Duration, Harm, Option, Trait
from tabletop.wizwar.pack import Spell
from tabletop.wizwar.play.labyrinth import square_of

WAYS_OUT = frozenset(Compass)
DIRECTIONS = tuple(STEPS)  # of the die's faces from 1 on: north, east, south, west (W-9)


def cast_it(course: Course, fact: made.CardCast, *rules: str) -> None:
    """Something is cast; nobody is asked where nothing can answer it."""
    course.do(fact, *rules)
    if fact.card and course.game.card(fact.card).has(Trait.MUNDANE):
        resolve(course)


def go_on(course: Course) -> None:
    """What was cast happens as soon as nobody is left to ask."""
    while course.game.stack and not course.game.next_to_answer():
        resolve(course)


def resolve(course: Course) -> None:
    """What was cast last happens, and its card goes where it belongs (WW-40, WW-46)."""
    cast = course.game.stack[-1]
    if not cast.card:
        _punch(course, cast)
        course.do(made.Resolved(), "WW-41")
        return
    card = course.game.card(cast.card)
    gone = gone_of(course.game.decks[cast.by])
    if card.type is CardType.COUNTER:
        if not cast.fails:
            _counter(course, cast, card)
        course.do(made.Resolved(hand_of(cast.taker) if cast.taker else gone), "WW-46")
        return
    if cast.fails or _target_is_lost(course, cast) or _missed(course, cast, card):
        course.do(made.Resolved(hand_of(cast.taker) if cast.taker else gone), "WW-46")
    else:
        kept = card.stays and not _is_permanent_creation(course, card)
        course.do(made.Resolved(kept_of(cast.by) if kept else gone))
        if kept:
            _keep(course, cast, card)
        _carry_out(course, cast, card)
    _throw(course, cast, card)


def _target_is_lost(course: Course, cast: Cast) -> bool:
    """Whether what it was cast at is no more: a wizard who has died, an object that is gone."""
    if cast.on in course.game.sides:
        return course.game.wizard(cast.on).dead
    return cast.on[:1] == "t" and cast.on[1:].isdecimal() and course.game.thing(cast.on) is None


def _is_permanent_creation(course: Course, card: Spell) -> bool:
    """Whether the option lets what it makes stand without its spell: for good, not for a time (W-20)."""
    creates = any(isinstance(effect, does.Create) for effect in card.effects)
    return course.game.has(Option.PERMANENT) and creates and card.duration is Duration.PERMANENT


def _struck(cast: Cast) -> str:
    """Whom it strikes: its target, or its caster where it was turned back."""
    return cast.by if cast.back else cast.on


def _keep(course: Course, cast: Cast, card: Spell) -> None:
    struck = _struck(cast)
    old = course.game.transformation(struck) if card.has(Trait.TRANSFORMATION) else None
    if old is not None:
        course.do(made.SpellEnded(old.card), "WW-55")
    tokens = cast.energy if card.duration == "temporary" else None
    course.do(made.SpellKept(cast.card, cast.by, struck, tokens), "WW-54")


def _missed(course: Course, cast: Cast, card: Spell) -> bool:
    """Whether an attack on a wizard who may evade misses (WW-46)."""
    struck = _struck(cast)
    attack = card.type is CardType.ATTACK or cast.is_use
    return attack and struck in course.game.sides and _evades(course, struck)


def _evades(course: Course, side: str) -> bool:
    upto = course.game.evades(side)
    if not upto:
        return False
    face = course.face("evade", side)
    course.do(made.Evaded(side, face, face <= upto), "WW-46")
    return face <= upto


def _punch(course: Course, cast: Cast) -> None:
    if cast.fails or _target_is_lost(course, cast):
        return
    if cast.on in course.game.sides and _evades(course, cast.on):
        return
    punches = course.game.punches(cast.by)
    instead = [each for each in punches if not each.more]
    amount = course.thrown(instead[-1].amount, cast, "punch") if instead else PUNCH
    amount += sum(course.thrown(each.amount, cast, "punch") for each in punches if each.more)
    if cast.on in course.game.sides:
        course.harm(cast.on, (amount,), Harm.PHYSICAL, by=cast.by, less=cast.less, rule="WW-41")
    else:
        course.crack(standing_at(course.game, cast.on), amount - cast.less)


def _throw(course: Course, cast: Cast, card: Spell) -> None:
    """A thrown item lies where it was thrown, this side of a wall (WW-82)."""
    if not (cast.is_use and card.has(Trait.THROWN)) or cast.card not in course.game.items(cast.by):
        return
    thing = course.game.thing(cast.on)
    if cast.on in course.game.sides:
        at = course.game.wizard(cast.on).at
        at = _short_of(course, cast.by, at) if course.game.fills_square(cast.on) else at
    elif thing is not None and not thing.is_on_line:
        at = _short_of(course, cast.by, thing.place) if course.game.kind(thing).blocks_move else thing.place
    else:
        at = _this_side_of(course, cast.by, thing.place if thing else cast.on)
    course.do(made.ItemDropped(cast.by, cast.card, at), "WW-82")


def _short_of(course: Course, side: str, at: str) -> str:
    """The last square that a throw passes before one that is filled."""
    return square_name(course.game.ground.last_before(course.game.wizard(side).square, square_of(at)))


def _this_side_of(course: Course, side: str, line: str) -> str:
    """The square beside a line that a thrower sees; the thrower's own for anything else."""
    for square in course.game.ground.squares_beside(line) if ":" in line else ():
        if course.game.ground.sees(course.game.wizard(side).square, square, course.game.opened):
            return square_name(square)
    return course.game.wizard(side).at


def _counter(course: Course, cast: Cast, card: Spell) -> None:
    """A counter works on what is under it."""
    below = course.game.stack[-2]
    for effect in card.effects:
        match effect:
            case does.Cancel(taken=taken):
                takes = taken and below.card and not below.is_use
                course.do(made.Answered(fails=True, taker=cast.by if takes else ""), "WW-46")
            case does.Reduce(amount=amount):
                course.do(made.Answered(less=course.thrown(amount, cast, "counter")), "WW-46")
            case does.Backfire():
                course.do(made.Answered(back=True), "WW-46")
            case ByHand(words=words):
                course.do(made.HandWork((words,)))


def _carry_out(course: Course, cast: Cast, card: Spell) -> None:
    """Every effect in turn; where damage comes to nothing, nothing else happens to the target (WW-46)."""
    for effect in card.effects:
        if isinstance(effect, does.Damage):
            if not effect.maintained and not _damage(course, cast, effect):
                break
            continue
        carried_out = EFFECTS.get(type(effect))
        if isinstance(effect, does.Quench) and effect.everywhere:
            carried_out = _end_everywhere
        if carried_out is not None:
            carried_out(course, cast, effect)
            continue
        on_wizard = ON_WIZARDS.get(type(effect))
        struck = _struck(cast)
        if on_wizard is not None and struck in course.game.sides and not course.game.wizard(struck).dead:
            on_wizard(course, cast, effect, struck)


def _damage(course: Course, cast: Cast, effect: does.Damage) -> bool:
    """Damage of a spell; whether any came through, or there was nobody to be hurt."""
    amount = course.thrown(effect.amount, cast, "damage")
    amounts = (1,) * amount if effect.separate else (amount,)
    struck = _struck(cast)
    if effect.splash:
        return _splash(course, cast, amounts, effect.harm)
    if struck in course.game.sides:
        by = "" if cast.back else cast.by
        return course.harm(struck, amounts, effect.harm, by=by, less=cast.less)
    course.crack(standing_at(course.game, struck), amount - cast.less)
    return True


def _splash(course: Course, cast: Cast, amounts: Sequence[int], harm: Harm) -> bool:
    for struck in splashed(course.game, square_of(cast.on)):
        if struck in course.game.sides:
            course.harm(struck, amounts, harm, by=cast.by, less=cast.less)
        else:
            course.crack(struck, sum(amounts) - cast.less)
    return True


def _stun(course: Course, cast: Cast, effect: does.Stun, struck: str) -> None:
    course.do(made.Stunned(struck, course.thrown(effect.amount, cast, "stun")))


def _lose(course: Course, cast: Cast, effect: does.Discard, struck: str) -> None:
    course.lose_cards(struck, course.thrown(effect.amount, cast, "cards lost"), cast.by if effect.taken else "")


def _push(course: Course, cast: Cast, effect: does.Push, struck: str) -> None:
    """Straight away from the caster, along the longer of the two differences; from one's own square as it was said."""
    at, start = course.game.wizard(struck).square, course.game.wizard(cast.by).square
    down, right = at[0] - start[0], at[1] - start[1]
    if not down and not right:
        towards = Compass(cast.how) if cast.how in WAYS_OUT else Compass.NORTH
    elif abs(right) > abs(down):
        towards = Compass.EAST if right > 0 else Compass.WEST
    else:
        towards = Compass.SOUTH if down > 0 else Compass.NORTH
    course.slide(struck, towards, course.thrown(effect.amount, cast, "squares"))


def _stagger(course: Course, cast: Cast, effect: does.Stagger, struck: str) -> None:
    for _ in range(course.thrown(effect.amount, cast, "squares")):
        if not course.game.wizard(struck).dead:
            course.slide(struck, DIRECTIONS[course.face("direction", struck) - 1], 1)


def _swap(course: Course, cast: Cast, effect: does.Swap, struck: str) -> None:
    mine, theirs = course.game.wizard(cast.by).at, course.game.wizard(struck).at
    course.do(made.MovedTo(cast.by, theirs, own=True))
    course.do(made.MovedTo(struck, mine))
    course.lock_doors()


def _drop(course: Course, cast: Cast, effect: does.Drop, struck: str) -> None:
    wizard, treasure = course.game.wizard(struck), course.game.carried(struck)
    if treasure is not None:
        course.do(made.TreasurePut(treasure.ref, wizard.at))
    elif items := course.game.items(struck):
        course.do(made.ItemDropped(struck, items[0], wizard.at))


def _quench(course: Course, cast: Cast, effect: does.Quench, struck: str) -> None:
    for kept in [each for each in course.game.kept if each.on == struck]:
        if set(effect.traits) & set(course.game.card(kept.card).traits):
            course.do(made.SpellEnded(kept.card), "WW-55")


def _heal(course: Course, cast: Cast, effect: does.Heal) -> None:
    course.do(made.Healed(cast.by, course.thrown(effect.amount, cast, "life")), "WW-42")


def _draw(course: Course, cast: Cast, effect: does.Draw) -> None:
    course.draw(cast.by, course.thrown(effect.amount, cast, "cards"))


def _create(course: Course, cast: Cast, effect: does.Create) -> None:
    kept = any(each.card == cast.card for each in course.game.kept)
    course.do(made.ThingMade(effect.object, cast.on, cast.by, cast.card if kept else ""), "WW-83")


def _destroy(course: Course, cast: Cast, effect: does.Destroy) -> None:
    course.destroy(standing_at(course.game, cast.on))


def _crack(course: Course, cast: Cast, effect: does.Crack) -> None:
    course.cracks(standing_at(course.game, cast.on), course.thrown(effect.amount, cast, "cracks"))


def _open(course: Course, cast: Cast, effect: does.Open) -> None:
    lock = course.game.locks().get(cast.on)
    if lock is not None and lock.owner != cast.by:
        course.do(made.CameToNothing(cast.on, "lock"), "WW-34")
    elif course.game.wizard(cast.by).square in course.game.ground.squares_beside(cast.on):
        course.do(made.DoorHeld(cast.on, cast.by), "WW-34")


def _move(course: Course, cast: Cast, effect: does.Move) -> None:
    course.do(made.PointsMoved(cast.by, course.thrown(effect.amount, cast, "movement")))


def _bend(course: Course, cast: Cast, effect: does.Bend) -> None:
    course.do(made.SightBent(cast.by))


def _leap(course: Course, cast: Cast, effect: does.Leap) -> None:
    course.move_to(cast.by, cast.on, own=True)


def _cross(course: Course, cast: Cast, effect: does.Cross) -> None:
    at = course.game.wizard(cast.by).square
    beside = course.game.ground.squares_beside(cast.on)
    far = next((square for square in beside if square != at), None)
    if at in beside and far is not None and may_land(course.game, far):
        course.move_to(cast.by, square_name(far), own=True)


def _turn(course: Course, cast: Cast, effect: does.Turn) -> None:
    owner = cast.on.removeprefix("sector-")
    if effect.swap:
        own = course.game.maze.at(course.game.wizard(cast.by).square).owner
        if own != owner:
            course.do(made.SectorsSwapped(own, owner), "WW-85")
    else:
        course.do(made.SectorTurned(owner, int(cast.how) if cast.how.isdecimal() else 1), "WW-85")
    alive = {each.spell for each in course.game.things}
    for kept in [each for each in course.game.kept if ":" in each.on]:  # what stood on a line that has moved is gone
        makes = any(isinstance(each, does.Create) for each in course.game.card(kept.card).effects)
        if makes and kept.card not in alive:
            course.do(made.SpellEnded(kept.card), "WW-54")
    course.end_locks()
    course.lock_doors()


def _fetch(course: Course, cast: Cast, effect: does.Fetch) -> None:
    at = course.game.wizard(cast.by).at
    if any(each.ref == cast.on for each in course.game.treasures):
        course.do(made.TreasurePut(cast.on, at))
    elif cast.on in course.game.lying:
        course.do(made.ItemMoved(cast.on, at))


def _dispel(course: Course, cast: Cast, effect: does.Dispel) -> None:
    if any(each.card == cast.on for each in course.game.kept):
        course.do(made.SpellEnded(cast.on), "WW-54")


def _end_everywhere(course: Course, cast: Cast, effect: does.Quench) -> None:
    """Every spell of the traits ends; what such spells have made for good is known by the harm that it does."""
    for kept in course.game.kept:
        if set(effect.traits) & set(course.game.card(kept.card).traits):
            course.do(made.SpellEnded(kept.card), "WW-55")
    for thing in course.game.things:
        kind = course.game.kind(thing)
        if kind.harm and kind.harm_kind.value in effect.traits:
            course.destroy(thing.ref)


def _lock(course: Course, cast: Cast, effect: does.Lock) -> None:
    """Whoever else holds the door lets go."""
    if course.game.held.get(cast.on, cast.by) != cast.by:
        course.do(made.DoorHeld(cast.on), "WW-34")


def _by_hand(course: Course, cast: Cast, effect: ByHand) -> None:
    course.do(made.HandWork((effect.words,)))


EFFECTS: dict[type[Any], Callable[[Course, Cast, Any], None]] = {
    does.Heal: _heal,
    does.Draw: _draw,
    does.Create: _create,
    does.Destroy: _destroy,
    does.Crack: _crack,
    does.Open: _open,
    does.Lock: _lock,
    does.Move: _move,
    does.Bend: _bend,
    does.Leap: _leap,
    does.Cross: _cross,
    does.Turn: _turn,
    does.Fetch: _fetch,
    does.Dispel: _dispel,
    ByHand: _by_hand,
}
ON_WIZARDS: dict[type[Any], Callable[[Course, Cast, Any, str], None]] = {
    does.Stun: _stun,
    does.Discard: _lose,
    does.Push: _push,
    does.Stagger: _stagger,
    does.Swap: _swap,
    does.Drop: _drop,
    does.Quench: _quench,
}
