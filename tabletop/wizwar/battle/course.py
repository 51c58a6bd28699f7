"""How one thing leads to another: damage to death and points, a cast to its counters, a turn to the next.

A course holds what stands and writes down each fact as it happens; a decider hands it back as happenings. Whatever is
judged here is judged by what stands at that moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from tabletop.battle.dice import NotedDice
from tabletop.battle.events import Happening
from tabletop.boards.walled_squares import STEPS, Compass, square_name
from tabletop.cards import shuffled
from tabletop.wizwar.battle import facts as made
from tabletop.wizwar.battle.facts import AnyFact
from tabletop.wizwar.battle.judging import limit_of
from tabletop.wizwar.battle.state import MOST_TURNS, Cast, Game, Kept, Made, gone_of
from tabletop.wizwar.catalogue import CRACK, DIE, Harm, Option, Trait
from tabletop.wizwar.effects import (
    Bonus,
    Damage,
    amount_of,
    has_die,
    through,
)
from tabletop.wizwar.play.labyrinth import line_name, place_of, square_of
from tabletop.words import counted

DIRECTIONS = tuple(STEPS)  # of the die's faces from 1 on: north, east, south, west (W-9)


class Course:
    """What stands while a command is carried out, and what has happened."""

    def __init__(self, game: Game, dice: NotedDice) -> None:
        self.game, self.dice = game, dice
        self.happenings: list[Happening[AnyFact]] = []

    def do(self, fact: AnyFact, *rules: str) -> None:
        """A fact happens, with the dice that fell for it; with the speed movement points change (WW-32)."""
        before, active = self.game, self.game.active
        self.happenings.append(Happening(fact, rules, self.dice.taken()))
        self.game = fact.after(self.game)
        if not active or isinstance(fact, made.TurnBegun) or self.game.wizard(active).dead:
            return
        change = self.game.speed(active) - before.speed(active)
        if change:
            self.do(made.PointsMoved(active, change), "WW-32")

    def face(self, purpose: str, side: str) -> int:
        return self.dice.of(side).faces(1, purpose, DIE)[0]

    # Damage and death

    def harm(
        self, side: str, amounts: Sequence[int], harm: Harm, *, by: str = "", less: int = 0, rule: str = "WW-42"
    ) -> bool:
        """Damage from some sources to a wizard; whether any came through. `by` scores for a death (WW-43)."""
        whole = through(amounts, self.game.armour(side), less)
        if not whole or self.game.wizard(side).dead:
            self.do(made.CameToNothing(side, "damage"), "WW-46")
            return False
        self.do(made.Harmed(side, whole, harm), rule)
        if harm is Harm.FIRE:
            for ref in self.game.items(side):
                if self.game.card(ref).has(Trait.MAGIC_STONE):
                    self.do(made.ItemLost(side, ref), "WW-55")
        if self.game.wizard(side).life <= 0:
            self.die(side, by=by)
        return True

    def die(self, side: str, *, by: str = "") -> None:
        """A wizard dies; the killer, if it was a direct attack, takes the hand (WW-43)."""
        killer = by if by and by != side and not self.game.wizard(by).dead else ""
        self.do(made.Died(side, killer), "WW-42", "WW-43")
        if side in self.game.paper:
            self.do(made.PaperLost(side, self.game.unseen(side), killer), "WW-43")
        cards = self.game.hand(side)
        if cards and killer:
            self.do(made.HandTaken(killer, side, len(cards), cards, self.dice.salt()), "WW-43")
        elif cards:
            self.do(made.Discarded(side, cards), "WW-43")

    def crack(self, ref: str, damage: int) -> None:
        """Damage to a wall, a door or an object, in cracks (WW-80); a creature bears so much."""
        thing = self.game.thing(ref)
        if thing is not None and self.game.kind(thing).is_creature:
            if damage < 1:
                self.do(made.CameToNothing(ref, "damage"), "WW-46")
            self.cracks(ref, damage)
            return
        if damage < CRACK:
            self.do(made.CameToNothing(ref, "cracks"), "WW-80")
        self.cracks(ref, damage // CRACK)

    def cracks(self, ref: str, more: int) -> None:
        limit = limit_of(self.game, ref)
        if limit is None or more < 1:
            return
        if self.game.cracks.get(ref, 0) + more >= limit:
            self.destroy(ref)
        else:
            self.do(made.Cracked(ref, more, limit), "WW-80")

    def destroy(self, ref: str) -> None:
        """A wall, a door or an object is gone, and the spell that kept it with it."""
        thing = self.game.thing(ref)
        if thing is not None and thing.spell:
            self.do(made.SpellEnded(thing.spell), "WW-54")
        else:
            self.do(made.ThingGone(ref), "WW-80", "WW-81")
        self.end_locks()

    def end_locks(self) -> None:
        """A spell that locked a door ends where there is none any more."""
        for line, kept in self.game.locks().items():
            if place_of(line) not in self.game.ground.board.doors:
                self.do(made.SpellEnded(kept.card), "WW-54")

    # Places

    def arrive(self, side: str) -> None:
        """Whatever lies in the square that a wizard has come to strikes."""
        at = self.game.wizard(side).at
        for thing in [each for each in self.game.things if each.place == at]:
            self.strike_by(thing, side)

    def cross(self, side: str, line: str) -> None:
        """Whatever lies on a line that a wizard has crossed strikes."""
        for thing in [each for each in self.game.things if each.place == line]:
            self.strike_by(thing, side)

    def strike_by(self, thing: Made, side: str) -> None:
        kind = self.game.kind(thing)
        if self.game.wizard(side).dead or not (kind.harm or kind.stuns):
            return
        if kind.harm:
            face = self.face(kind.name.lower()[:60], side) if has_die(kind.harm) else 0
            self.harm(side, (amount_of(kind.harm, 1, face),), kind.harm_kind)
        if kind.stuns and not self.game.wizard(side).dead:
            self.do(made.Stunned(side, kind.stuns))
        if kind.used_up and self.game.thing(thing.ref) is not None:
            self.destroy(thing.ref)

    def walk(self, side: str, way: Sequence[str]) -> None:
        """Steps one by one: a run of them is one fact, which ends where something strikes."""
        ground = self.game.ground
        run = [way[0]]
        for one, other in pairwise(way):
            towards = ground.side_towards(square_of(one), square_of(other))
            right, down = STEPS[towards or Compass.NORTH]
            row, column = square_of(one)
            line = line_name((2 * column + 1 + right, 2 * row + 1 + down))
            run.append(other)
            lightly = self.game.treads_lightly(side)
            strikes = (line,) if lightly else (line, other)
            if any(each.place in strikes and self._hurts(each) for each in self.game.things):
                self.do(made.Walked(side, tuple(run)), "WW-30")
                self.cross(side, line)
                if not self.game.wizard(side).dead and not lightly:
                    self.arrive(side)
                run = [other]
                if self.game.wizard(side).dead or self.game.wizard(side).left < 1:
                    break
        if len(run) > 1:
            self.do(made.Walked(side, tuple(run)), "WW-30", "WW-34")
        self.lock_doors()

    def _hurts(self, thing: Made) -> bool:
        kind = self.game.kind(thing)
        return bool(kind.harm or kind.stuns)

    def move_to(self, side: str, to: str, *, own: bool = False) -> None:
        self.do(made.MovedTo(side, to, own))
        self.arrive(side)
        self.lock_doors()

    def slide(self, side: str, towards: Compass, steps: int) -> None:
        """A wizard is moved over squares in a direction, as far as nothing is in the way."""
        at = self.game.wizard(side).square
        for _ in range(steps):
            further = self.game.ground.step(at, towards, self.game.opened)
            if further is None:
                break
            at = further
        if square_name(at) == self.game.wizard(side).at:
            self.do(made.CameToNothing(side, "way"))
        else:
            self.move_to(side, square_name(at))

    def lock_doors(self) -> None:
        """A held door locks as soon as its holder isn't beside it (WW-34)."""
        for line, side in tuple(self.game.held.items()):
            wizard = self.game.wizard(side)
            if wizard.dead or wizard.square not in self.game.ground.squares_beside(line):
                self.do(made.DoorHeld(line), "WW-34")

    # Cards

    def draw(self, side: str, count: int) -> None:
        """So many cards; a deck that runs out is made of its discards (WW-22). On paper players do it themselves."""
        if side in self.game.paper:
            if count:
                self.do(made.PaperDrawn(side, count), "WW-22")
            return
        deck = self.game.decks[side]
        while count > 0:
            piles = self.game.piles
            if not piles.cards(deck):
                if not piles.cards(gone_of(deck)):
                    return
                order = shuffled(piles.cards(gone_of(deck)), self.dice.seed())
                self.do(made.DeckLaid(deck, order, self.dice.salt()), "WW-22")
            top = self.game.piles.cards(deck)[:count]
            self.do(made.CardsDrawn(side, len(top), top, self.dice.salt()), "WW-22")
            count -= len(top)

    def lose_cards(self, side: str, count: int, taker: str = "") -> None:
        """Cards of a hand by lot: discarded, or taken by somebody. On paper players draw the lots themselves."""
        if self.game.holds_paper(side) and count > 0:
            name = self.game.names[side]
            goes = f"take {counted(count, 'card')} by lot" if taker else f"{counted(count, 'card')} go by lot"
            self.do(made.HandWork((f"Of the hand of {name}, on paper, {goes}.",)))
            going = count if self.game.is_uncounted(side) else min(count, self.game.unseen(side))
            self.do(made.PaperLost(side, going, taker))
            return
        hand = list(self.game.hand(side))
        if not hand or count < 1:
            return
        lost = shuffled(hand, self.dice.seed())[:count]
        if taker:
            self.do(made.HandTaken(taker, side, len(lost), lost, self.dice.salt()))
        else:
            self.do(made.Discarded(side, lost))

    def thrown(self, amount: str, cast: Cast, purpose: str) -> int:
        """An amount of a card, with its die where it has one."""
        face = self.face(purpose, cast.by) if has_die(amount) else 0
        return amount_of(amount, cast.energy, face)

    # Turns

    def begin_turn(self, side: str) -> None:
        """Time passes: effects of own spells, a token of each temporary one, a stun token (WW-20)."""
        if self.game.turn >= MOST_TURNS:
            self.do(made.GameEnded("nobody has won in so many turns"))
            return
        self.do(made.TurnBegun(side, self.game.turn + 1), "WW-20")
        for kept in self.game.spells(side):
            self._time_passes(kept)
        self._gain_life(side)
        for kept in self.game.spells(side):
            if kept.tokens is None:
                continue
            if kept.tokens > 1:
                self.do(made.TokenSpent(kept.card, kept.tokens - 1), "WW-20")
            else:
                self.do(made.SpellEnded(kept.card), "WW-20", "WW-54")
        if not self.game.wizard(side).dead and self.game.wizard(side).stun:
            self.do(made.Stunned(side, -1), "WW-20", "WW-45")

    def _time_passes(self, kept: Kept) -> None:
        for effect in self.game.card(kept.card).effects:
            if isinstance(effect, Damage) and effect.maintained and kept.on in self.game.sides:
                cast = Cast(card=kept.card, by=kept.owner, on=kept.on)
                amount = self.thrown(effect.amount, cast, "time passes")
                self.harm(kept.on, (amount,), effect.harm, by=kept.owner, rule="WW-20")

    def _gain_life(self, side: str) -> None:
        more = sum(each.amount for each in self.game.working(side) if isinstance(each, Bonus) and each.of == "life")
        if more and not self.game.wizard(side).dead:
            self.do(made.Healed(side, more), "WW-20")

    def end_turn(self) -> None:
        """The next living wizard's turn."""
        self.begin_turn(self.game.after(self.game.active)[0])

    # Ends

    def settle(self) -> None:
        """What follows whatever a command has brought: too many cards, deaths by treasures, an end, the next turn."""
        game = self.game
        if game.how or not game.active:
            return
        if game.has(Option.DEADLY):
            for wizard in game.living:
                if self._is_robbed(wizard.side):
                    self.die(wizard.side)
        self._end_if_won()
        if self.game.how:
            return
        if not self.game.stack and self.game.wizard(self.game.active).dead:
            self.end_turn()
            self.settle()
            return
        over = [side for side in self._in_turn_order() if self.game.excess(side)]
        if over and self.game.shedding != over[0]:
            self.do(made.Shedding(over[0]), "WW-23")
        elif not over and self.game.shedding:
            self.do(made.Shedding())

    def _in_turn_order(self) -> Iterable[str]:
        order = self.game.after(self.game.active)
        return (*order[-1:], *order[:-1])

    def _is_robbed(self, side: str) -> bool:
        """Whether both own treasures lie in other players' homes."""
        own = [each for each in self.game.treasures if each.owner == side]
        homes = [self.game.maze.owner_of_home(square_of(each.at)) for each in own if not each.carrier]
        return len(homes) == len(own) and all(home and home != side for home in homes)

    def _end_if_won(self) -> None:
        living = self.game.living
        if not living:
            self.do(made.GameEnded("nobody is left"), "WW-2")
        elif len(living) == 1:
            self.do(made.GameEnded("the only wizard alive", living[0].side), "WW-2")
        else:
            for side in self._in_turn_order():
                if self.game.points(side) >= self.game.goal:
                    self.do(made.GameEnded(f"{self.game.points(side)} points", side), "WW-2")
                    return
