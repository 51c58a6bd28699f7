"""What happens in a battle, fact by fact."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.cards import card_of
from tabletop.greyhawk.battle.state import Fight, Game, Stage
from tabletop.greyhawk.battle.told import GameFact, StackFact, names_of, pile_names
from tabletop.words import counted


def stage_words(game: Game) -> str:
    """What a battle waits for: `Norhal may lay cards`."""
    fight = game.battle
    attacker, defender = game.side_name(fight.attacker), game.side_name(fight.defender)
    match fight.stage:
        case Stage.ATTACKER_CARDS:
            return f"{attacker} may lay cards"
        case Stage.DEFENDER_CARDS:
            return f"{defender} may lay cards"
        case Stage.ATTACKER_CHOICE:
            return f"{attacker} fights on or retreats"
        case Stage.DEFENDER_CHOICE:
            return f"{defender} fights on or retreats"
        case Stage.PURSUIT:
            return f"{defender if fight.leaver == fight.attacker else attacker} pursues"
    volley = game.next_volley
    return f"{game.side_name(fight.side_of(volley.side))} rolls for hits" if volley else "all have fired"


class FightBegun(StackFact, frozen=True, kw_only=True, tag="fight_begun"):
    fight: Fight

    def after(self, game: Game) -> Game:
        begun = super().after(game)
        return replace(begun, fight=self.fight, move=None)

    def words(self, game: Game) -> str:
        fight = self.fight
        return (
            f"{game.side_name(fight.attacker)} attacks {game.side_name(fight.defender)} in {game.area_name(fight.area)}"
        )


class FightChanged(GameFact, frozen=True, tag="fight_changed"):
    """The battle waits for something else; `order` are the volleys of its round, `fourth` that a fourth is wished."""

    stage: Stage
    round: int
    order: tuple[tuple[str, bool | None, bool], ...] = ()
    volley: int = 0
    fourth: bool = False

    def after(self, game: Game) -> Game:
        heroes = game.battle.heroes
        if self.round != game.battle.round:  # whose counter is gone stands by another now (GW-66)
            there = {each.ref for stack in game.at(game.battle.area) for each in stack.all_troops}
            heroes = {hero: ref for hero, ref in heroes.items() if ref in there}
        fight = replace(
            game.battle, stage=self.stage, round=self.round, order=self.order, volley=self.volley, fourth=self.fourth,
            heroes=heroes,
        )  # fmt: skip
        return replace(game, fight=fight)

    def words(self, game: Game) -> str:
        return f"round {self.round}: {stage_words(self.after(game))}"


class CardsLaid(GameFact, frozen=True, kw_only=True, tag="cards_laid"):
    """Cards face down for a battle, and on whom; only their side knows until both have laid theirs (GW-61)."""

    side: str
    count: int
    cards: tuple[str, ...] = ()
    on: str = ""
    salt: str = ""

    def after(self, game: Game) -> Game:
        fight = game.battle
        return replace(
            game, fight=replace(fight, laid={**fight.laid, self.side: self.cards}, on={**fight.on, self.side: self.on})
        )

    def words(self, game: Game) -> str:
        laid = counted(self.count, "card") if self.count else "no card"
        return f"{game.side_name(self.side)} lays {laid} face down"

    def seen_by(self, seat: str) -> GameFact:
        return self if seat == self.side else replace(self, cards=(), on="", salt="")


class CardsShown(StackFact, frozen=True, kw_only=True, tag="cards_shown"):
    """What both have laid, with what it adds: counters to stacks, strength by counter. They are discarded later."""

    cards: dict[str, tuple[str, ...]]
    bonus: dict[str, int]
    numbers: dict[str, int]

    def after(self, game: Game) -> Game:
        shown = super().after(game)
        fight = shown.battle
        piles = shown.piles
        for side, cards in sorted(self.cards.items()):  # as a file has them
            for card in cards:
                piles = piles.moved((card,), side, pile_names(game.data.by_card[card_of(card)].deck)[1])
        bonus = {**fight.bonus}
        for ref, amount in self.bonus.items():
            bonus[ref] = bonus.get(ref, 0) + amount
        played = (*fight.played, *(card for _, cards in sorted(self.cards.items()) for card in cards))
        fought = replace(fight, laid={}, on={}, bonus=bonus, played=played)
        return replace(shown, piles=piles, fight=fought, numbers={**game.numbers, **self.numbers})

    def words(self, game: Game) -> str:
        told = [f"{game.side_name(side)} {names_of(game, cards)}" for side, cards in self.cards.items() if cards]
        return f"cards are shown: {'; '.join(told) or 'none'}"


class Fired(GameFact, frozen=True, kw_only=True, tag="fired"):
    """A volley: who fired at whom, with what, and the hits that lie there after it by counter."""

    side: str
    targets: dict[str, str]
    hit: tuple[str, ...]
    hits: dict[str, int]
    heroes: dict[str, str]

    def after(self, game: Game) -> Game:
        fight = game.battle
        return replace(
            game, fight=replace(fight, hits=self.hits, heroes={**fight.heroes, **self.heroes}, volley=fight.volley + 1)
        )

    def words(self, game: Game) -> str:
        counters = {each.ref: each for stack in game.stacks for each in stack.all_troops}
        told = []
        for shooter, target in self.targets.items():
            names = [f"{game.row(counters[ref]).name} {ref}" for ref in (shooter, target) if ref in counters]
            told.append(f"{' at '.join(names)}{', a hit' if shooter in self.hit else ''}")
        return f"{game.side_name(self.side)} fires: {'; '.join(told)}"


class HitsApplied(GameFact, frozen=True, kw_only=True, tag="hits_applied"):
    """Counters that are flipped, and those that are gone (GW-65)."""

    flipped: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    def after(self, game: Game) -> Game:
        stacks = tuple(
            replace(
                stack,
                troops=tuple(replace(each, flipped=each.flipped or each.ref in self.flipped) for each in stack.troops),
                cargo=tuple(replace(each, flipped=each.flipped or each.ref in self.flipped) for each in stack.cargo),
            )
            for stack in game.stacks
        )
        after = replace(game, stacks=stacks).with_troops_lost(self.lost)
        fight = game.battle
        return replace(after, fight=replace(fight, hits={}))

    def words(self, game: Game) -> str:
        counters = {each.ref: each for stack in game.stacks for each in stack.all_troops}
        named = {ref: f"{game.row(counters[ref]).name} {ref}" for ref in (*self.flipped, *self.lost)}
        told = [f"flipped: {', '.join(named[ref] for ref in self.flipped)}"] if self.flipped else []
        told += [f"gone: {', '.join(named[ref] for ref in self.lost)}"] if self.lost else []
        return "; ".join(told) or "no hits"


class PursuitBegun(GameFact, frozen=True, kw_only=True, tag="pursuit_begun"):
    """Who leaves and where to, and how many free attacks the other's cavalry has (GW-77)."""

    leaver: str
    to: str
    free: int

    def after(self, game: Game) -> Game:
        return replace(
            game, fight=replace(game.battle, leaver=self.leaver, to=self.to, free=self.free, stage=Stage.PURSUIT)
        )

    def words(self, game: Game) -> str:
        return f"{game.side_name(self.leaver)} retreats; cavalry has {counted(self.free, 'free attack')}"


class Retreated(StackFact, frozen=True, kw_only=True, tag="retreated"):
    """An army leaves a battle; with nowhere to go it is destroyed, and its marker comes back later (GW-75, GW-76)."""

    side: str
    to: str = ""
    markers: int = 0

    def after(self, game: Game) -> Game:
        gone = super().after(game)
        rest = {**game.rest, self.side: game.rest.get(self.side, 0) + self.markers} if self.markers else game.rest
        return replace(gone, rest=rest)

    def words(self, game: Game) -> str:
        if not self.to:
            return f"{game.side_name(self.side)} can retreat nowhere: the army is destroyed"
        if self.to == game.battle.area:
            return f"{game.side_name(self.side)} breaks off, and stays in {game.area_name(self.to)}"
        return f"{game.side_name(self.side)} retreats to {game.area_name(self.to)}"


class FightEnded(StackFact, frozen=True, kw_only=True, tag="fight_ended"):
    """The battle is over; who is left alone in the area takes it."""

    area: str
    winner: str = ""
    held: tuple[str, ...] = ()
    razed: tuple[str, ...] = ()

    def after(self, game: Game) -> Game:
        ended = super().after(game)
        holders = {**game.holders, **dict.fromkeys(self.held, self.winner)}
        return replace(ended, fight=None, move=None, holders=holders).with_forts(razed=self.razed)

    def words(self, game: Game) -> str:
        won = f"{game.side_name(self.winner)} stays" if self.winner else "nobody stays"
        return f"the battle in {game.area_name(self.area)} is over: {won}"
