"""The rules of a game in play for the log of battles: what commands bring, and how a game is begun."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from tabletop.battle.dice import NotedDice, RandomDice
from tabletop.battle.events import Clock, Happening, RefusalCode, RefusalError
from tabletop.battle.game import EVERYTHING, Ended
from tabletop.battle.playing import Begun, FormFields, Link, Look, Shown, command_in
from tabletop.cards import card_of
from tabletop.decoding import MalformedError
from tabletop.packs import Packs
from tabletop.wizwar.battle import commands as said
from tabletop.wizwar.battle import facts as made
from tabletop.wizwar.battle.beginning import begun_by
from tabletop.wizwar.battle.course import Course
from tabletop.wizwar.battle.facts import AnyFact
from tabletop.wizwar.battle.facts.telling import is_blow
from tabletop.wizwar.battle.judging import (
    FIST,
    UNNAMED,
    aims,
    answers,
    creature_ways,
    doors_beside,
    ends_casting,
    lifted_by,
    may_attack,
    may_cast,
    room_for_cards,
    shed_from,
    takes,
    unnamed,
    walks,
)
from tabletop.wizwar.battle.resolving import cast_it, go_on, resolve
from tabletop.wizwar.battle.state import Game, Made, Phase, order_of, whose
from tabletop.wizwar.battle.view import plain_of, shown_to
from tabletop.wizwar.catalogue import GAME, SIDES, CardType, Reach, Target
from tabletop.wizwar.effects import Leap, amount_of
from tabletop.wizwar.pack import Spell
from tabletop.wizwar.play.labyrinth import square_of, steps_between
from tabletop.wizwar.spellbook import Spellbook

MOST_NOTED = 20  # cards that a side may note


class Why(RefusalCode):
    """Why a command is refused."""

    OVER = "the game is over"
    NOT_A_SIDE = "only the wizards' sides give commands"
    DEAD = "{side} is dead"
    NOT_YOURS = "it's {side}'s to do"
    NOT_ASKED = "nothing is cast that you could answer"
    STACK = "what is cast comes first"
    NOT_NOW = "that is done in the phase “{phase}”"
    TOO_FAR = "{to} isn't within your movement points (WW-30)"
    NO_MOVE = "stunned, you move or attack (WW-45), and without movement points you don't move (WW-32)"
    NOT_IN_HAND = "you have no {card} in your hand"
    NOT_CARRIED = "you don't carry {what}"
    NO_ENERGY = "{card} has no energy (WW-51)"
    BOOSTED = "you have boosted your speed this turn (WW-31)"
    NOT_CAST = "{card} isn't cast like that"
    NO_AIM = "{card} can't be cast at that now"
    LEAP = "it is {steps} squares away, and the spell goes {most}"
    NO_ATTACK = "{reason}"
    NOT_FITTING = "{card} doesn't answer that (WW-46)"
    NO_DOOR = "there is no door beside you that you may open (WW-34)"
    NO_CREATURE = "you have no such creature"
    TOO_FAR_FOR_IT = "{to} isn't within its steps (WW-53)"
    NOTHING_THERE = "nothing like that lies here"
    NOT_TAKEN = "{reason}"
    NOT_MAINTAINED = "you don't maintain {card}"
    NOT_SHEDDING = "you have no cards too many"
    SHED_EXACTLY = "{count} cards must go, not {named}"
    SHED_FIRST = "{side} has cards too many, which go first (WW-23)"
    TOO_MANY_DRAWN = "you may draw {most} cards (WW-22)"
    KEPT_HERE = "cards are kept here in this game, not on paper"
    NO_WORK = "nothing is to be done by hand"
    NO_SQUARE = "there is no square {at}"
    NO_LINE = "no wall and no door is printed there"


class WizWarBattle:
    """The games of Wiz-War; the pack and the labyrinth of each stand in its first fact."""

    slug: ClassVar = GAME
    may_come_later: ClassVar = False
    most_sides: ClassVar = len(SIDES)
    facts: ClassVar[Any] = AnyFact
    commands: ClassVar[Any] = said.AnyCommand

    def start(self) -> Game:
        return Game()

    def apply(self, state: Game, fact: AnyFact) -> Game:
        return fact.after(state)

    def begun(self, name: str, rosters: Sequence[Spellbook], reference: Packs) -> Begun:
        return begun_by(name, rosters, reference, RandomDice())

    def check_begun(self, state: Game, sides: Sequence[str]) -> None:
        if tuple(sides) not in {order_of(count) for count in (2, 3, 4)}:
            raise MalformedError("line 1", "the sides of this game are red, blue, green and yellow, two at least")
        if state.pack is None or state.labyrinth is None or state.sides != tuple(sides):
            raise MalformedError("line 2", "a game begins with its pack and its labyrinth")
        if set(state.names) != set(sides) or set(state.decks) != set(sides):
            raise MalformedError("line 2", "each side has a name and a deck")
        try:
            board = state.ground.board
            for wizard in state.wizards:
                board.square(wizard.at)
            for pile in state.piles.by_name.values():
                for ref in pile.cards:
                    state.card(ref)
        except (LookupError, ValueError) as error:
            raise MalformedError("line 2", f"its labyrinth can't be: {error}") from error

    def name_of(self, state: Game) -> str:
        return state.name

    def decide(self, state: Game, command: said.AnyCommand, seat: str, dice: NotedDice) -> list[Happening[AnyFact]]:
        if seat not in state.sides:
            raise RefusalError(Why.NOT_A_SIDE)
        if state.how:
            raise RefusalError(Why.OVER)
        course = Course(state, dice)
        decider = DECIDERS[type(command)]
        if type(command) not in BY_ANYBODY:
            _check_turn(state, command, seat)
        decider(course, command, seat)
        go_on(course)
        course.settle()
        return course.happenings

    def clock(self, state: Game) -> Clock:
        return Clock(state.turn, state.phase, side=state.active) if state.active else Clock()

    def touches(self, command: said.AnyCommand) -> frozenset[str]:
        return frozenset({EVERYTHING})

    def changes(self, fact: AnyFact) -> frozenset[str]:
        return frozenset({EVERYTHING})

    def reveals(self, fact: AnyFact) -> bool:
        """Cards that came to a hand are known there, and cards that were cast to all."""
        return isinstance(fact, made.CardsDrawn | made.HandTaken | made.CardCast | made.CardShown | made.Discarded)

    def seen_by(self, fact: AnyFact, seat: str) -> AnyFact | None:
        seen: Any = fact.seen_by(seat)
        return seen  # type: ignore[no-any-return]

    def ended(self, state: Game) -> Ended | None:
        return Ended(state.winner) if state.how else None

    def sentence(self, fact: AnyFact, before: Game) -> str:
        return fact.words(before)

    def side_name(self, state: Game, side: str) -> str:
        return state.names.get(side, side)

    def shown(self, state: Game, seat: str, look: Look, link: Link) -> Shown:
        return shown_to(state, seat, look, link)

    def plain(self, state: Game, seat: str) -> dict[str, Any]:
        return plain_of(state, seat)

    def is_open(self, state: Game, seat: str) -> bool:
        return bool(state.how)

    def read(self, fields: FormFields) -> said.AnyCommand:
        command: said.AnyCommand = command_in(fields, said.AnyCommand)
        return command


def _check_turn(game: Game, command: said.AnyCommand, seat: str) -> None:
    """RefusalError unless it is this seat's to do that now."""
    (asked,) = whose(game) or ("",)
    if game.wizard(seat).dead:
        raise RefusalError(Why.DEAD, side=game.names[seat])
    answering = isinstance(command, said.Counter | said.Pass)
    if isinstance(command, said.Discard):
        if game.shedding != seat:
            raise RefusalError(Why.NOT_SHEDDING)
        return
    if game.shedding:
        raise RefusalError(Why.SHED_FIRST, side=game.names[game.shedding])
    if answering and not game.stack:
        raise RefusalError(Why.NOT_ASKED)
    if asked != seat:
        raise RefusalError(Why.NOT_YOURS, side=game.names[asked])
    if game.stack and not answering:
        raise RefusalError(Why.STACK)
    if game.phase is Phase.DRAW and not isinstance(command, said.EndTurn | said.EndSpell | said.DropIt):
        raise RefusalError(Why.NOT_NOW, phase=Phase.CAST)


def _walk(course: Course, command: said.Walk, seat: str) -> None:
    found = walks(course.game, seat)
    if not found:
        raise RefusalError(Why.NO_MOVE)
    if command.to not in found:
        raise RefusalError(Why.TOO_FAR, to=command.to)
    course.walk(seat, found[command.to])


def _boost(course: Course, command: said.Boost, seat: str) -> None:
    if course.game.wizard(seat).boosted:
        raise RefusalError(Why.BOOSTED)
    energy = _energy(course, command.card, seat)
    course.do(made.Discarded(seat, (command.card,)), "WW-31")
    course.do(made.PointsMoved(seat, energy, boost=True), "WW-31")


def _cast(course: Course, command: said.CastSpell, seat: str) -> None:
    card = _in_hand(course, command.card, seat)
    if card.type not in (CardType.ATTACK, CardType.NEUTRAL):
        raise RefusalError(Why.NOT_CAST, card=card.name)
    if reason := may_cast(course.game, seat, card):
        raise RefusalError(Why.NO_ATTACK, reason=reason)
    on = _aim(course.game, card, command.target, seat)
    energy = _boosted(course, command.boost, command.card, seat)
    _check_leap(course.game, card, on, seat, energy)
    cast_it(
        course, made.CardCast(seat, command.card, on, energy, how=command.way or ""), "WW-50", "WW-51", "WW-52", "WW-53"
    )


def _check_leap(game: Game, card: Spell, on: str, seat: str, energy: int) -> None:
    for effect in card.effects:
        if isinstance(effect, Leap) and "," in on:
            most = amount_of(effect.amount, energy)
            steps = steps_between(game.wizard(seat).square, square_of(on))
            if most and steps > most:
                raise RefusalError(Why.LEAP, steps=steps, most=most)


def _aim(game: Game, card: Spell, on: str, seat: str) -> str:
    """The target as it was named, or the only one there can be; RefusalError where there is none such."""
    wanted = on or (seat if card.reach is Reach.SELF and Target.SELF in card.targets else "")
    if not card.targets and not on:
        return ""
    if wanted not in set(aims(game, seat, card)):
        raise RefusalError(Why.NO_AIM, card=card.name)
    return wanted


def _boosted(course: Course, boost: str | None, card: str, seat: str) -> int:
    """The energy of a spell: 1, or that of the card that is discarded with it (WW-51)."""
    if boost is None:
        return 1
    if boost == card:
        raise RefusalError(Why.NOT_IN_HAND, card="second card of that name")
    energy = _energy(course, boost, seat)
    course.do(made.Discarded(seat, (boost,)), "WW-51")
    return energy


def _energy(course: Course, ref: str, seat: str) -> int:
    card = _in_hand(course, ref, seat)
    energy = course.game.energy(seat, ref)
    if not energy:
        raise RefusalError(Why.NO_ENERGY, card=card.name)
    return energy


def _in_hand(course: Course, ref: str, seat: str) -> Spell:
    """A card of a hand; one on paper is laid down now. RefusalError for one that isn't there."""
    if ref in course.game.may_show(seat):
        course.do(made.CardShown(seat, ref), "WW-22")
    elif ref not in course.game.hand(seat):
        raise RefusalError(Why.NOT_IN_HAND, card="such card")
    return course.game.card(ref)


def _item(course: Course, command: said.PlayItem, seat: str) -> None:
    card = _in_hand(course, command.card, seat)
    if card.type is not CardType.ITEM:
        raise RefusalError(Why.NOT_CAST, card=card.name)
    course.do(made.ItemPlayed(seat, command.card), "WW-50")


def _use(course: Course, command: said.Use, seat: str) -> None:
    game = course.game
    if command.card not in game.items(seat):
        raise RefusalError(Why.NOT_CARRIED, what="that")
    card = game.card(command.card)
    blow = is_blow(game, command.card)
    if blow and (reason := may_attack(game, seat)):
        raise RefusalError(Why.NO_ATTACK, reason=reason)
    if command.target not in set(aims(game, seat, card)):
        raise RefusalError(Why.NO_AIM, card=card.name)
    energy = _boosted(course, command.boost, command.card, seat)
    fact = made.CardCast(seat, command.card, command.target, energy, is_use=True)
    if blow:
        cast_it(course, fact, "WW-40")
    else:
        course.do(fact, "WW-50")
        resolve(course)


def _punch(course: Course, command: said.PunchAt, seat: str) -> None:
    if reason := may_attack(course.game, seat):
        raise RefusalError(Why.NO_ATTACK, reason=reason)
    if command.target not in set(aims(course.game, seat, FIST)):
        raise RefusalError(Why.NO_AIM, card="a punch")
    cast_it(course, made.CardCast(seat, "", command.target, 1), "WW-40", "WW-41")


def _counter(course: Course, command: said.Counter, seat: str) -> None:
    card = _in_hand(course, command.card, seat)
    if not answers(course.game, seat, card):
        raise RefusalError(Why.NOT_FITTING, card=card.name)
    on = course.game.stack[-1].card or "punch"
    energy = _boosted(course, command.boost, command.card, seat)
    cast_it(course, made.CardCast(seat, command.card, on, energy), "WW-46", "WW-50")


def _pass(course: Course, command: said.Pass, seat: str) -> None:
    course.do(made.Passed(seat), "WW-46")


def _hold(course: Course, command: said.HoldDoor, seat: str) -> None:
    if course.game.held.get(command.line) == seat:
        course.do(made.DoorHeld(command.line), "WW-34")
        return
    if command.line not in set(doors_beside(course.game, seat)):
        raise RefusalError(Why.NO_DOOR)
    course.do(made.DoorHeld(command.line, seat), "WW-34")


def _creature(game: Game, ref: str, seat: str) -> Made:
    """RefusalError for a creature that isn't there, or isn't a side's own."""
    for creature in game.creatures(seat):
        if creature.ref == ref:
            return creature
    raise RefusalError(Why.NO_CREATURE)


def _send(course: Course, command: said.Send, seat: str) -> None:
    creature = _creature(course.game, command.creature, seat)
    found = creature_ways(course.game, creature)
    if command.to not in found:
        raise RefusalError(Why.TOO_FAR_FOR_IT, to=command.to)
    course.do(made.CreatureWalked(creature.ref, found[command.to]), "WW-53")


def _take(course: Course, command: said.Take, seat: str) -> None:
    if command.creature:
        creature = _creature(course.game, command.creature, seat)
        if command.what not in lifted_by(course.game, creature):
            raise RefusalError(Why.NOTHING_THERE)
        course.do(made.TreasureTaken(creature.ref, command.what), "WW-72")
        return
    there = dict(takes(course.game, seat))
    if command.what not in there:
        raise RefusalError(Why.NOTHING_THERE)
    if reason := there[command.what]:
        raise RefusalError(Why.NOT_TAKEN, reason=reason)
    if any(each.ref == command.what for each in course.game.treasures):
        course.do(made.TreasureTaken(seat, command.what), "WW-72")
        course.do(made.DrawBegun(), "WW-72")
        return
    course.do(made.ItemTaken(seat, command.what), "WW-71")
    if ends_casting(course.game):
        course.do(made.DrawBegun(), "WW-72")


def _drop(course: Course, command: said.DropIt, seat: str) -> None:
    at = course.game.wizard(seat).at
    treasure = course.game.carried(seat)
    carriers = {each.ref for each in course.game.creatures(seat)}
    carried = (each for each in course.game.treasures if each.carrier in carriers)
    borne = next((each for each in carried if each.ref == command.what), None)
    is_treasure = any(each.ref == command.what for each in course.game.treasures)
    if is_treasure and course.game.phase is Phase.DRAW:
        raise RefusalError(Why.NOT_NOW, phase=Phase.CAST)
    if borne is not None:
        course.do(made.TreasurePut(borne.ref, borne.at), "WW-72", "WW-73")
    elif treasure is not None and treasure.ref == command.what:
        course.do(made.TreasurePut(treasure.ref, at), "WW-72", "WW-73")
    elif command.what in course.game.items(seat):
        course.do(made.ItemDropped(seat, command.what, at), "WW-71")
    else:
        raise RefusalError(Why.NOT_CARRIED, what="that")


def _end_spell(course: Course, command: said.EndSpell, seat: str) -> None:
    if all(each.card != command.card for each in course.game.spells(seat)):
        raise RefusalError(Why.NOT_MAINTAINED, card="that")
    course.do(made.SpellEnded(command.card), "WW-54")


def _discard(course: Course, command: said.Discard, seat: str) -> None:
    game = course.game
    cards = tuple(dict.fromkeys(command.cards))
    if set(cards) - set(shed_from(game, seat)):
        raise RefusalError(Why.NOT_IN_HAND, card="such card")
    if len(cards) != game.excess(seat):
        raise RefusalError(Why.SHED_EXACTLY, count=game.excess(seat), named=len(cards))
    in_hand = [card for card in cards if card in game.cards_of(seat) or _is_unnamed(card)]
    hand = _discards(course, in_hand, seat, "WW-23")
    for card in cards:
        if card in game.items(seat):
            course.do(made.ItemLost(seat, card), "WW-23")
        elif card not in hand and any(each.card == card for each in course.game.spells(seat)):
            course.do(made.SpellEnded(card), "WW-23")


def _end_turn(course: Course, command: said.EndTurn, seat: str) -> None:
    cards = tuple(dict.fromkeys(command.cards))
    if any(_is_unnamed(ref) and ref not in unnamed(course.game, seat) for ref in cards):
        raise RefusalError(Why.NOT_IN_HAND, card="such card")
    for ref in cards:
        if not _is_unnamed(ref):
            _in_hand(course, ref, seat)
    most = room_for_cards(course.game, seat, len(cards))
    wanted = most if command.draw is None else command.draw
    if wanted > most:
        raise RefusalError(Why.TOO_MANY_DRAWN, most=most)
    if course.game.phase is Phase.CAST:
        course.do(made.DrawBegun(), "WW-22")
    _discards(course, cards, seat, "WW-22")
    course.draw(seat, wanted)
    course.end_turn()


def _discards(course: Course, cards: Sequence[str], seat: str, rule: str) -> tuple[str, ...]:
    """Cards of a hand are discarded, those on paper named or not; answers with those that were named."""
    named = tuple(card for card in cards if not _is_unnamed(card))
    for card in named:
        _in_hand(course, card, seat)
    if named:
        course.do(made.Discarded(seat, named), rule)
    if len(named) < len(cards):
        course.do(made.PaperLost(seat, len(cards) - len(named)), rule)
    return named


def _is_unnamed(ref: str) -> bool:
    return card_of(ref) == UNNAMED


def _note(course: Course, command: said.Note, seat: str) -> None:
    game = course.game
    _check_paper(game, seat)
    if command.card is not None and command.card not in game.may_show(seat):
        raise RefusalError(Why.NOT_IN_HAND, card="such card")
    notes = (*game.notes.get(seat, ()), card_of(command.card)) if command.card else ()
    course.do(made.CardsNoted(seat, notes[-MOST_NOTED:], course.dice.salt()))


def _count_hand(course: Course, command: said.CountHand, seat: str) -> None:
    _check_paper(course.game, seat)
    course.do(made.HandCounted(seat, command.count), "WW-23")


def _shuffle_in(course: Course, command: said.ShuffleIn, seat: str) -> None:
    _check_paper(course.game, seat)
    course.do(made.DeckShuffled(course.game.decks[seat]), "WW-22")


def _unlisted(course: Course, command: said.PlayUnlisted, seat: str) -> None:
    """A card of which the pack knows nothing: its words are carried out by hand (WW-3)."""
    _check_paper(course.game, seat)
    if not course.game.holds_paper(seat):
        raise RefusalError(Why.NOT_IN_HAND, card="card on paper")
    if command.attack and (reason := may_attack(course.game, seat)):
        raise RefusalError(Why.NO_ATTACK, reason=reason)
    course.do(made.UnlistedPlayed(seat, command.name, command.attack), "WW-3")
    course.do(made.HandWork((f"{command.name or 'A card'} of {course.game.names[seat]}: as its words say.",)))


def _check_paper(game: Game, seat: str) -> None:
    if seat not in game.paper:
        raise RefusalError(Why.KEPT_HERE)
    if game.wizard(seat).dead:
        raise RefusalError(Why.DEAD, side=game.names[seat])


def _by_hand(course: Course, command: said.DoneByHand, seat: str) -> None:
    if not course.game.work:
        raise RefusalError(Why.NO_WORK)
    course.do(made.HandWork())


def _set(course: Course, command: said.SetByHand, seat: str) -> None:
    game = course.game
    if command.side not in game.sides or game.wizard(command.side).dead:
        raise RefusalError(Why.DEAD, side=command.side)
    if command.at is not None and square_of(command.at) not in game.ground.board.signs:
        raise RefusalError(Why.NO_SQUARE, at=command.at)
    course.do(made.SetAside(command.side, command.life, command.stun, command.at))
    course.lock_doors()
    if course.game.wizard(command.side).life <= 0:
        course.die(command.side)


def _line(course: Course, command: said.SetLine, seat: str) -> None:
    standing = course.game.lines_with_walls()
    inner = len(course.game.ground.squares_beside(command.line)) == 2
    if command.gone and inner and command.line in standing and course.game.thing(command.line) is None:
        course.do(made.ThingGone(command.line))
    elif not command.gone and (command.line in course.game.gone or command.line in course.game.cracks):
        course.do(made.LineMended(command.line))
    else:
        raise RefusalError(Why.NO_LINE)


Decider = Callable[[Course, Any, str], None]
BY_ANYBODY = (said.DoneByHand, said.SetByHand, said.SetLine, said.Note, said.CountHand, said.ShuffleIn)
DECIDERS: dict[type[said.GameCommand], Decider] = {
    said.Walk: _walk,
    said.Boost: _boost,
    said.CastSpell: _cast,
    said.PlayItem: _item,
    said.Use: _use,
    said.PunchAt: _punch,
    said.Counter: _counter,
    said.Pass: _pass,
    said.HoldDoor: _hold,
    said.Send: _send,
    said.Take: _take,
    said.DropIt: _drop,
    said.EndSpell: _end_spell,
    said.Discard: _discard,
    said.EndTurn: _end_turn,
    said.Note: _note,
    said.CountHand: _count_hand,
    said.ShuffleIn: _shuffle_in,
    said.PlayUnlisted: _unlisted,
    said.DoneByHand: _by_hand,
    said.SetByHand: _set,
    said.SetLine: _line,
}
