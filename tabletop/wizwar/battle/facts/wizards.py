"""Turns, steps, harm and death; items and treasures that wizards lift and put down."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.wizwar.battle.facts.fact import GameFact
from tabletop.wizwar.battle.facts.telling import aim_in_words, target_in_words, treasure_in_words
from tabletop.wizwar.battle.state import (
    BOARD,
    Game,
    Phase,
    gone_of,
    hand_of,
    items_of,
    kept_of,
)
from tabletop.wizwar.catalogue import MOST_LIFE, Option
from tabletop.wizwar.play.labyrinth import (
    square_of,
)
from tabletop.words import counted


class TurnBegun(GameFact, frozen=True, tag="turn_begun"):
    side: str
    turn: int

    def after(self, game: Game) -> Game:
        begun = game.with_wizard(
            self.side, left=game.speed(self.side), moved=False, attacked=False, boosted=False, stunned=False,
            turns=game.wizard(self.side).turns + 1,
        )  # fmt: skip
        return replace(
            begun, turn=self.turn, active=self.side, phase=Phase.CAST,
            wizards=tuple(replace(each, bends=False) for each in begun.wizards),
            things=tuple(replace(each, walked=0) for each in begun.things),
        )  # fmt: skip

    def words(self, game: Game) -> str:
        return f"turn {self.turn}: {game.names[self.side]}"


class DrawBegun(GameFact, frozen=True, tag="draw_begun"):
    """Moving and casting are over (WW-72)."""

    def after(self, game: Game) -> Game:
        return replace(game, phase=Phase.DRAW)

    def words(self, game: Game) -> str:
        return f"{game.names[game.active]} is done moving and casting"


class Stunned(GameFact, frozen=True, tag="stunned"):
    """So many stun tokens more; fewer where one is spent as a turn begins, which is a stunned one."""

    side: str
    more: int

    def after(self, game: Game) -> Game:
        stun = max(0, game.wizard(self.side).stun + self.more)
        return game.with_wizard(self.side, stun=stun, stunned=self.more < 0 or game.wizard(self.side).stunned)

    def words(self, game: Game) -> str:
        if self.more < 0:
            return f"{game.names[self.side]} is stunned this turn: move or attack"
        return f"{game.names[self.side]} gets {counted(self.more, 'stun token')}"


class Walked(GameFact, frozen=True, tag="walked"):
    """Steps over squares; the first is where the wizard was. What a hand does to a door isn't kept behind it."""

    side: str
    way: tuple[str, ...]

    def after(self, game: Game) -> Game:
        wizard = game.wizard(self.side)
        cost = len(self.way) - 1
        return game.with_wizard(self.side, at=self.way[-1], left=wizard.left - cost, moved=True)

    def words(self, game: Game) -> str:
        return f"{game.names[self.side]} walks to {self.way[-1]}, {counted(len(self.way) - 1, 'step')}"


class MovedTo(GameFact, frozen=True, tag="moved_to"):
    """A wizard is moved by something else than own steps; `own` where by an own spell."""

    side: str
    to: str
    own: bool = False

    def after(self, game: Game) -> Game:
        return game.with_wizard(self.side, at=self.to, moved=self.own or game.wizard(self.side).moved)

    def words(self, game: Game) -> str:
        return f"{game.names[self.side]} is moved to {self.to}"


class PointsMoved(GameFact, frozen=True, tag="points_moved"):
    """More movement points, or fewer: by a boost, by a spell, or because the base speed has changed (WW-31, WW-32)."""

    side: str
    more: int
    boost: bool = False

    def after(self, game: Game) -> Game:
        wizard = game.wizard(self.side)
        return game.with_wizard(self.side, left=wizard.left + self.more, boosted=wizard.boosted or self.boost)

    def words(self, game: Game) -> str:
        by = f"{self.more} more" if self.more >= 0 else f"{-self.more} fewer"
        left = game.wizard(self.side).left + self.more
        return f"{game.names[self.side]} has {by} movement points: {left}".replace("-", "−")


class Harmed(GameFact, frozen=True, tag="harmed"):
    side: str
    amount: int
    harm: str

    def after(self, game: Game) -> Game:
        return game.with_wizard(self.side, life=game.wizard(self.side).life - self.amount)

    def words(self, game: Game) -> str:
        left = max(0, game.wizard(self.side).life - self.amount)
        return f"{game.names[self.side]} takes {self.amount} {self.harm} damage: life {left}"


class CameToNothing(GameFact, frozen=True, tag="came_to_nothing"):
    """Damage that does not come through, no crack, or a way that is shut: with the dice that fell for it."""

    on: str
    what: str

    def after(self, game: Game) -> Game:
        return game

    def words(self, game: Game) -> str:
        told = {"damage": "is not hurt", "cracks": "has no crack more", "way": "cannot be moved there"}
        told["lock"] = "stays locked"
        return f"{aim_in_words(game, self.on)} {told[self.what]}"


class Healed(GameFact, frozen=True, tag="healed"):
    side: str
    amount: int

    def after(self, game: Game) -> Game:
        return game.with_wizard(self.side, life=min(MOST_LIFE, game.wizard(self.side).life + self.amount))

    def words(self, game: Game) -> str:
        life = min(MOST_LIFE, game.wizard(self.side).life + self.amount)
        return f"{game.names[self.side]} gains {self.amount} life: {life}"


class Died(GameFact, frozen=True, tag="died"):
    """A wizard is out: what was carried lies in the square, spells end, treasures stay. `by` is who scores."""

    side: str
    by: str = ""

    def after(self, game: Game) -> Game:
        wizard, deck = game.wizard(self.side), gone_of(game.decks[self.side])
        items = game.items(self.side)
        spells = tuple(each.card for each in game.spells(self.side))
        made = [each.ref for each in game.things if each.spell in spells]
        piles = game.piles.moved(items, items_of(self.side), BOARD).moved(spells, kept_of(self.side), deck)
        left = game.without(made)
        after = replace(
            left, piles=piles, lying={**game.lying, **dict.fromkeys(items, wizard.at)},
            kept=tuple(each for each in game.kept if each.owner != self.side),
            held={line: side for line, side in game.held.items() if side != self.side},
            treasures=tuple(
                replace(each, at=wizard.at, carrier="") if each.carrier == self.side else each
                for each in left.treasures
            ),
        )  # fmt: skip
        after = after.with_wizard(self.side, dead=True, life=0)
        return after.with_wizard(self.by, kills=after.wizard(self.by).kills + 1) if self.by else after

    def words(self, game: Game) -> str:
        scored = f"; {game.names[self.by]} scores" if self.by and not game.has(Option.HUNTERS) else ""
        return f"{game.names[self.side]} is dead{scored}"


class ItemPlayed(GameFact, frozen=True, tag="item_played"):
    """A card is carried from now on."""

    side: str
    card: str

    def after(self, game: Game) -> Game:
        return replace(game, piles=game.piles.moved((self.card,), hand_of(self.side), items_of(self.side)))

    def words(self, game: Game) -> str:
        return f"{game.names[self.side]} carries {game.card(self.card).name}"


class ItemTaken(GameFact, frozen=True, tag="item_taken"):
    """Off the floor; `costs` movement points (WW-71)."""

    side: str
    card: str
    costs: int = 1

    def after(self, game: Game) -> Game:
        lying = {card: at for card, at in game.lying.items() if card != self.card}
        after = replace(game, piles=game.piles.moved((self.card,), BOARD, items_of(self.side)), lying=lying)
        return after.with_wizard(self.side, left=after.wizard(self.side).left - self.costs)

    def words(self, game: Game) -> str:
        return f"{game.names[self.side]} picks up {game.card(self.card).name}"


class ItemDropped(GameFact, frozen=True, tag="item_dropped"):
    side: str
    card: str
    at: str

    def after(self, game: Game) -> Game:
        piles = game.piles.moved((self.card,), items_of(self.side), BOARD)
        return replace(game, piles=piles, lying={**game.lying, self.card: self.at})

    def words(self, game: Game) -> str:
        return f"{game.card(self.card).name} lies in {self.at}"


class ItemMoved(GameFact, frozen=True, tag="item_moved"):
    """What lies on the floor lies elsewhere."""

    card: str
    at: str

    def after(self, game: Game) -> Game:
        return replace(game, lying={**game.lying, self.card: self.at})

    def words(self, game: Game) -> str:
        return f"{game.card(self.card).name} is moved to {self.at}"


class ItemLost(GameFact, frozen=True, tag="item_lost"):
    """A carried item is used up or destroyed."""

    side: str
    card: str

    def after(self, game: Game) -> Game:
        piles = game.piles.moved((self.card,), items_of(self.side), gone_of(game.decks[self.side]))
        return replace(game, piles=piles)

    def words(self, game: Game) -> str:
        return f"{game.card(self.card).name} is lost"


class TreasureTaken(GameFact, frozen=True, tag="treasure_taken"):
    """A treasure is carried: by a wizard, or by a creature by its name."""

    side: str
    ref: str

    def after(self, game: Game) -> Game:
        return _with_treasure(game, self.ref, carrier=self.side)

    def words(self, game: Game) -> str:
        who = game.names[self.side] if self.side in game.names else target_in_words(game, self.side)
        return f"{who} picks up {treasure_in_words(game, self.ref)}"


class TreasurePut(GameFact, frozen=True, tag="treasure_put"):
    """A treasure lies in a square."""

    ref: str
    at: str

    def after(self, game: Game) -> Game:
        return _with_treasure(game, self.ref, carrier="", at=self.at)

    def words(self, game: Game) -> str:
        owner = game.maze.owner_of_home(square_of(self.at))
        home = f", the home of {game.names[owner]}" if owner else ""
        return f"{treasure_in_words(game, self.ref)} lies in {self.at}{home}"


def _with_treasure(game: Game, ref: str, **fields: str) -> Game:
    treasures = tuple(replace(each, **fields) if each.ref == ref else each for each in game.treasures)
    return replace(game, treasures=treasures)
