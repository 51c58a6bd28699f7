"""What is cast, answered, resolved and kept; what works on, and what players do by hand."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.wizwar.battle.facts.fact import GameFact
from tabletop.wizwar.battle.facts.telling import aim_in_words, cast_name, is_blow
from tabletop.wizwar.battle.state import (
    STACK,
    Cast,
    Game,
    Kept,
    gone_of,
    hand_of,
    kept_of,
)
from tabletop.words import counted


class CardCast(GameFact, frozen=True, tag="card_cast"):
    """A card, a carried item or a punch at a target; others may answer now."""

    by: str
    card: str
    on: str
    energy: int
    how: str = ""
    is_use: bool = False

    def after(self, game: Game) -> Game:
        piles = game.piles
        if self.card and not self.is_use:
            piles = piles.moved((self.card,), hand_of(self.by), STACK)
        cast = Cast(card=self.card, by=self.by, on=self.on, energy=self.energy, how=self.how, is_use=self.is_use)
        after = replace(game, piles=piles, stack=(*game.stack, cast), passed=())
        if self.card and not self.is_use:
            after = after.with_wizard(self.by, bends=False)
        attacks = not self.card or game.card(self.card).type == "attack" or (self.is_use and is_blow(game, self.card))
        return after.with_wizard(self.by, attacked=True) if attacks else after

    def words(self, game: Game) -> str:
        at = f" at {aim_in_words(game, self.on)}" if self.on and self.on != self.by else ""
        if not self.card:
            return f"{game.names[self.by]} punches{at}"
        verb = "uses" if self.is_use else "casts"
        with_energy = f", energy {self.energy}" if self.energy != 1 else ""
        return f"{game.names[self.by]} {verb} {game.card(self.card).name}{at}{with_energy}"


class Passed(GameFact, frozen=True, tag="passed"):
    side: str

    def after(self, game: Game) -> Game:
        return replace(game, passed=(*game.passed, self.side))

    def words(self, game: Game) -> str:
        return f"{game.names[self.side]} lets it happen"


class Answered(GameFact, frozen=True, tag="answered"):
    """A counter works on what was cast before it: that fails, does less, or strikes its caster."""

    fails: bool = False
    less: int = 0
    back: bool = False
    taker: str = ""

    def after(self, game: Game) -> Game:
        below = game.stack[-2]
        changed = replace(
            below, fails=below.fails or self.fails, less=below.less + self.less, back=self.back or below.back,
            taker=self.taker or below.taker,
        )  # fmt: skip
        return replace(game, stack=(*game.stack[:-2], changed, game.stack[-1]))

    def words(self, game: Game) -> str:
        name = cast_name(game, game.stack[-2])
        if self.back:
            return f"{name} turns against {game.names[game.stack[-2].by]}"
        return f"{name} is cancelled" if self.fails else f"{name} does {self.less} less"


class SightBent(GameFact, frozen=True, tag="sight_bent"):
    """The next spell of a wizard in this turn may bend once on its way."""

    side: str

    def after(self, game: Game) -> Game:
        return game.with_wizard(self.side, bends=True)

    def words(self, game: Game) -> str:
        return f"the next spell of {game.names[self.side]} may go around a corner"


class Resolved(GameFact, frozen=True, tag="resolved"):
    """What was cast last has happened: its card goes where it belongs, by the name of a pile."""

    to: str = ""

    def after(self, game: Game) -> Game:
        cast = game.stack[-1]
        piles = game.piles
        if cast.card and not cast.is_use and self.to:
            piles = piles.moved((cast.card,), STACK, self.to)
        return replace(game, stack=game.stack[:-1], passed=(), piles=piles)

    def words(self, game: Game) -> str:
        return f"{cast_name(game, game.stack[-1])} is done"


class Evaded(GameFact, frozen=True, tag="evaded"):
    """Whether an attack missed a wizard who may evade it."""

    side: str
    face: int
    evades: bool

    def after(self, game: Game) -> Game:
        return game

    def words(self, game: Game) -> str:
        return f"{game.names[self.side]} {'evades' if self.evades else 'does not evade'} with a {self.face}"


class SpellKept(GameFact, frozen=True, tag="spell_kept"):
    """A spell that was resolved goes on working."""

    card: str
    owner: str
    on: str
    tokens: int | None = None

    def after(self, game: Game) -> Game:
        return replace(game, kept=(*game.kept, Kept(card=self.card, owner=self.owner, on=self.on, tokens=self.tokens)))

    def words(self, game: Game) -> str:
        lasting = f", {counted(self.tokens, 'token')}" if self.tokens is not None else ""
        return f"{game.card(self.card).name} stays{lasting}"


class TokenSpent(GameFact, frozen=True, tag="token_spent"):
    """A temporary spell has a token fewer (WW-20)."""

    card: str
    left: int

    def after(self, game: Game) -> Game:
        kept = tuple(replace(each, tokens=self.left) if each.card == self.card else each for each in game.kept)
        return replace(game, kept=kept)

    def words(self, game: Game) -> str:
        return f"{game.card(self.card).name} has {counted(self.left, 'token')} left"


class SpellEnded(GameFact, frozen=True, tag="spell_ended"):
    """A maintained spell is over; what it made is gone with it."""

    card: str

    def after(self, game: Game) -> Game:
        owner = next((each.owner for each in game.kept if each.card == self.card), "")
        piles = game.piles.moved((self.card,), kept_of(owner), gone_of(game.decks[owner]))
        made = [each.ref for each in game.things if each.spell == self.card]
        kept = tuple(each for each in game.kept if each.card != self.card)
        return replace(game.without(made), piles=piles, kept=kept)

    def words(self, game: Game) -> str:
        return f"{game.card(self.card).name} ends"


class HandWork(GameFact, frozen=True, tag="hand_work"):
    """Words of a card for players to carry out; all is done where there are none."""

    says: tuple[str, ...] = ()

    def after(self, game: Game) -> Game:
        return replace(game, work=(*game.work, *self.says) if self.says else ())

    def words(self, game: Game) -> str:
        return f"to be done by hand: {' '.join(self.says)}" if self.says else "it is done by hand"


class SetAside(GameFact, frozen=True, tag="set_by_hand"):
    """A wizard as the table shows it, set by hand."""

    side: str
    life: int | None = None
    stun: int | None = None
    at: str | None = None

    def after(self, game: Game) -> Game:
        stated = {name: getattr(self, name) for name in ("life", "stun", "at") if getattr(self, name) is not None}
        return game.with_wizard(self.side, **stated)

    def words(self, game: Game) -> str:
        stated = [f"{name} {getattr(self, name)}" for name in ("life", "stun", "at") if getattr(self, name) is not None]
        return f"set by hand: {game.names[self.side]}, {', '.join(stated)}"
