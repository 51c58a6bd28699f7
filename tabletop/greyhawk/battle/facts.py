"""What happens in a game, fact by fact: each knows what stands after it, how it is told, and what of it is hidden.

None judges or rolls. A fact that changes stacks has them as they are after it, so that a replay works nothing out. One
that says which cards somebody holds carries a salt: the log's digests are public, and nobody finds a hand by trying.
"""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.cards import Face, Pile, Piles, card_of
from tabletop.greyhawk.battle.fight_facts import (
    CardsLaid,
    CardsShown,
    FightBegun,
    FightChanged,
    FightEnded,
    Fired,
    HitsApplied,
    PursuitBegun,
    Retreated,
)
from tabletop.greyhawk.battle.state import Game, Move, Owed, Parley, Phase, Stack, Tie
from tabletop.greyhawk.battle.told import GameFact, StackFact, names_of, pile_names, troops_of
from tabletop.greyhawk.catalogue import HAND, Deck
from tabletop.greyhawk.pack import Pack
from tabletop.rosters.comparison import signed
from tabletop.words import counted


class GameBegun(GameFact, frozen=True, tag="game_begun"):
    """The pack stands in it: a game goes on as it began, wherever it is opened."""

    name: str
    pack: Pack
    scenario: str
    sides: tuple[str, ...]
    stacks: tuple[Stack, ...]
    numbers: dict[str, int]

    def after(self, game: Game) -> Game:
        powers = [self.pack.scenario(self.scenario).power(side) for side in self.sides]
        ties = {country: (power.id, Tie.HOME) for power in powers for country in power.home}
        ties |= {country: (power.id, Tie.ALLIED) for power in powers for country in power.allies}
        holders = {area.id: ties[area.country][0] for area in self.pack.map.areas if area.country in ties}
        hands = {side: Pile((), Face.HELD, side, HAND) for side in self.sides}
        return replace(
            game, name=self.name, pack=self.pack, scenario=self.scenario, sides=self.sides, stacks=self.stacks,
            numbers=self.numbers, ties=ties, holders=holders, homes={name: held[0] for name, held in ties.items()},
            piles=Piles(hands), phase=Phase.ORDER, turn=1,
        )  # fmt: skip

    def words(self, game: Game) -> str:
        terms = self.pack.scenario(self.scenario)
        return f"{terms.title} begins: {', '.join(terms.power(side).name for side in self.sides)}"


class DecksLaid(GameFact, frozen=True, tag="decks_laid"):
    """The decks as they were shuffled, the top card first; nobody sees them."""

    orders: dict[Deck, tuple[str, ...]]
    salt: str

    def after(self, game: Game) -> Game:
        piles = game.piles
        for deck in Deck:
            draw, discards = pile_names(deck)
            piles = piles.with_pile(draw, Pile(self.orders.get(deck, ()))).with_pile(discards, Pile((), Face.UP))
        return replace(game, piles=piles)

    def words(self, game: Game) -> str:
        return "the decks are shuffled"

    def seen_by(self, seat: str) -> GameFact:
        return replace(self, orders={}, salt="")


class OrderRolled(GameFact, frozen=True, tag="order_rolled"):
    """Who is first this year, and what each threw: equal ones again among themselves (GW-20)."""

    order: tuple[str, ...]
    rolls: dict[str, tuple[int, ...]]

    def after(self, game: Game) -> Game:
        return replace(game, order=self.order)

    def words(self, game: Game) -> str:
        thrown = ", ".join(f"{game.side_name(side)} {' '.join(map(str, self.rolls[side]))}" for side in self.order)
        return f"turn order: {thrown}"


class PhaseBegun(GameFact, frozen=True, tag="phase_begun"):
    """A phase of a side. A year begins with markers that have done nothing."""

    turn: int
    phase: Phase
    mover: str = ""

    def after(self, game: Game) -> Game:
        begun = replace(game, turn=self.turn, phase=self.phase, mover=self.mover, move=None)
        if self.turn != game.turn:
            fresh = tuple(replace(stack, active=False, loaded=False) for stack in begun.stacks)
            begun = replace(begun, stacks=fresh, order=(), boarded=())
        if self.phase is Phase.ACTIONS:
            begun = replace(begun, raised=())
        return begun

    def words(self, game: Game) -> str:
        whose = f", {game.side_name(self.mover)}" if self.mover else ""
        return f"year {self.turn}: {self.phase}{whose}"


class HeroPlaced(StackFact, frozen=True, kw_only=True, tag="hero_placed"):
    hero: str
    area: str

    def words(self, game: Game) -> str:
        return f"hero {self.hero} to {game.area_name(self.area)}"


class CardsDrawn(GameFact, frozen=True, kw_only=True, tag="cards_drawn"):
    """Cards that a side drew, for its eyes alone; `order` is what was shuffled anew before the last of them."""

    side: str
    deck: Deck
    count: int
    cards: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    salt: str = ""

    def after(self, game: Game) -> Game:
        draw, discards = pile_names(self.deck)
        piles = game.piles
        if self.order:
            top = [card for card in self.cards if card in piles.cards(draw)]
            piles = piles.moved(top, draw, self.side)
            piles = piles.gathered((discards,), draw).with_order(draw, self.order)
            return replace(game, piles=piles.moved([card for card in self.cards if card not in top], draw, self.side))
        return replace(game, piles=piles.moved(self.cards, draw, self.side))

    def words(self, game: Game) -> str:
        named = f": {names_of(game, self.cards)}" if self.cards else ""
        return f"{game.side_name(self.side)} draws {counted(self.count, f'{self.deck} card')}{named}"

    def seen_by(self, seat: str) -> GameFact:
        return self if seat == self.side and not self.order else replace(
            self, cards=self.cards if seat == self.side else (), order=(), salt="")  # fmt: skip


class CardsLaidOff(GameFact, frozen=True, kw_only=True, tag="cards_laid_off"):
    """Cards of a hand played or given up, for everybody to see; `why` is a word."""

    side: str
    cards: tuple[str, ...]
    why: str = "discards"

    def after(self, game: Game) -> Game:
        piles = game.piles
        for card in self.cards:
            deck = game.data.by_card[card_of(card)].deck
            piles = piles.moved((card,), self.side, pile_names(deck)[1])
        return replace(game, piles=piles)

    def words(self, game: Game) -> str:
        return f"{game.side_name(self.side)} {self.why} {names_of(game, self.cards)}"


class CardRevealed(GameFact, frozen=True, kw_only=True, tag="card_revealed"):
    """The top card of a deck, shown and discarded, or kept by who recruits (GW-87, GW-88)."""

    side: str
    deck: Deck
    card: str
    kept: bool = False
    order: tuple[str, ...] = ()

    def after(self, game: Game) -> Game:
        draw, discards = pile_names(self.deck)
        piles = game.piles
        if self.order:
            piles = piles.gathered((discards,), draw).with_order(draw, self.order)
        return replace(game, piles=piles.moved((self.card,), draw, self.side if self.kept else discards))

    def words(self, game: Game) -> str:
        card = game.data.by_card[card_of(self.card)]
        if self.deck is Deck.TREASURE:
            return f"a treasure is guarded: {card.name}, strength {card.monster}, {card.reward} to win"
        return f"{card.name} for hire: {'kept' if self.kept else 'of another alignment, discarded'}"

    def seen_by(self, seat: str) -> GameFact:
        return replace(self, order=()) if self.order else self


class Moved(StackFact, frozen=True, kw_only=True, tag="moved"):
    """A stack goes a way, with the points that it has left; `held` are areas that it takes as it comes."""

    ref: str
    way: tuple[str, ...]
    left: int
    held: tuple[str, ...] = ()
    razed: tuple[str, ...] = ()

    def after(self, game: Game) -> Game:
        side = game.one(self.ref).side
        moved = super().after(game)
        holders = {**game.holders, **dict.fromkeys(self.held, side)}
        return replace(moved, move=Move(self.ref, self.left), holders=holders).with_forts(razed=self.razed)

    def words(self, game: Game) -> str:
        stack = game.one(self.ref)
        taken = f", takes {', '.join(map(game.area_name, self.held))}" if self.held else ""
        razed = ", the fortification is razed" if self.razed else ""
        way = " – ".join(map(game.area_name, self.way))
        return f"{game.side_name(stack.side)}'s {game.kind(stack)} {self.ref}: {way}{taken}{razed}"


class Stopped(StackFact, frozen=True, kw_only=True, tag="stopped"):
    """A marker has done what it does this year."""

    ref: str

    def after(self, game: Game) -> Game:
        stopped = super().after(game)
        return replace(stopped, move=None)

    def words(self, game: Game) -> str:
        return f"{self.ref} is done for this year"


class Divided(StackFact, frozen=True, kw_only=True, tag="divided"):
    ref: str
    new: str

    def words(self, game: Game) -> str:
        new = next(stack for stack in self.stacks if stack.ref == self.new)
        return f"{self.ref} leaves {troops_of(game, new)} in {game.area_name(new.area)}, {new.ref}"


class Joined(StackFact, frozen=True, kw_only=True, tag="joined"):
    """A stack goes under another's marker (GW-51); `merged` ones have been activated by it."""

    ref: str
    into: str

    def after(self, game: Game) -> Game:
        joined = super().after(game)
        move = None if game.move and game.move.ref == self.ref else joined.move
        return replace(joined, move=move)

    def words(self, game: Game) -> str:
        return f"{self.ref} joins {self.into}"


class Loaded(StackFact, frozen=True, kw_only=True, tag="loaded"):
    ref: str
    fleet: str
    left: int

    def after(self, game: Game) -> Game:
        boarded = (*game.boarded, *game.boarding(game.one(self.fleet), len(game.one(self.ref).troops)))
        return replace(super().after(game), move=Move(self.fleet, self.left), boarded=boarded)

    def words(self, game: Game) -> str:
        return f"{self.fleet} takes {self.ref} on board"


class Landed(StackFact, frozen=True, kw_only=True, tag="landed"):
    """Cargo goes ashore under a marker, or to an army of its own there."""

    fleet: str
    ref: str
    area: str
    left: int
    held: tuple[str, ...] = ()
    razed: tuple[str, ...] = ()

    def after(self, game: Game) -> Game:
        side = game.one(self.fleet).side
        holders = {**game.holders, **dict.fromkeys(self.held, side)}
        landed = replace(super().after(game), holders=holders, move=Move(self.fleet, self.left))
        return landed.with_forts(razed=self.razed)

    def words(self, game: Game) -> str:
        return f"{self.fleet} lands troops in {game.area_name(self.area)}, {self.ref}"


class Disbanded(StackFact, frozen=True, kw_only=True, tag="disbanded"):
    ref: str

    def words(self, game: Game) -> str:
        return f"{game.called(game.one(self.ref))} is disbanded"


class FortTried(StackFact, frozen=True, kw_only=True, tag="fort_tried"):
    ref: str
    area: str
    target: int
    stands: bool

    def after(self, game: Game) -> Game:
        tried = super().after(game)
        return tried.with_forts(built=self.area) if self.stands else tried

    def words(self, game: Game) -> str:
        what = "a fortification stands" if self.stands else "no fortification"
        return f"{self.ref} fortifies {game.area_name(self.area)}, {self.target} or less: {what}"


class ParleyBegun(GameFact, frozen=True, tag="parley_begun"):
    """Diplomacy waits for other heroes in the capital."""

    parley: Parley

    def after(self, game: Game) -> Game:
        return replace(game, parley=self.parley, move=None)

    def words(self, game: Game) -> str:
        others = " and ".join(map(game.side_name, self.parley.waits))
        return f"{game.side_name(self.parley.side)} asks for an alliance; {others} may speak"


class ParleySpoken(StackFact, frozen=True, kw_only=True, tag="parley_spoken"):
    """A hero of another player speaks for it or against it, or says nothing (GW-86)."""

    side: str
    amount: int = 0

    def after(self, game: Game) -> Game:
        spoken = super().after(game)
        parley = spoken.parley
        if parley is None:
            raise LookupError("nobody asks for an alliance")
        waits = tuple(each for each in parley.waits if each != self.side)
        return replace(spoken, parley=replace(parley, waits=waits, target=parley.target + self.amount))

    def words(self, game: Game) -> str:
        said = f"changes it by {signed(self.amount)}" if self.amount else "says nothing"
        return f"{game.side_name(self.side)} {said}"


class AllianceTried(StackFact, frozen=True, kw_only=True, tag="alliance_tried"):
    ref: str
    side: str
    country: str
    target: int
    won: bool

    def after(self, game: Game) -> Game:
        tried = replace(super().after(game), parley=None, move=None)
        if not self.won:
            return tried
        areas = game.data.areas_of(self.country)
        gained = {area.id: self.side for area in areas if not game.enemies_at(area.id, self.side)}
        return replace(
            tried, ties={**game.ties, self.country: (self.side, Tie.ALLIED)}, holders={**game.holders, **gained},
            homes={**game.homes, self.country: self.side}, new_allies=(*game.new_allies, self.country),
        )  # fmt: skip

    def words(self, game: Game) -> str:
        name = game.data.by_country[self.country].name
        asked = f"{game.side_name(self.side)} asks {name}, {self.target} or less"
        return f"{asked}: {'allied' if self.won else 'no alliance'}"


class Searched(StackFact, frozen=True, kw_only=True, tag="searched"):
    """A search: the monster stays where it threw as much as its strength or less."""

    ref: str
    strength: int
    won: bool

    def words(self, game: Game) -> str:
        return f"{self.ref} searches, more than {self.strength}: {'the treasure is found' if self.won else 'nothing'}"


class Healed(StackFact, frozen=True, kw_only=True, tag="healed"):
    ref: str

    def words(self, game: Game) -> str:
        return f"{game.called(game.one(self.ref))} heals"


class Raised(StackFact, frozen=True, kw_only=True, tag="raised"):
    """New counters, under a marker that is there or a new one; `country` raises them."""

    ref: str
    side: str
    troops: tuple[str, ...]
    country: str = ""
    is_new: bool = False
    count: int = 0
    is_ally: bool = False

    def after(self, game: Game) -> Game:
        grown = super().after(game)
        numbers = {**game.numbers, self.side: game.numbers.get(self.side, 0) + len(self.troops)}
        raised = (*game.raised, self.country) if self.is_new and not self.is_ally else game.raised
        allies = tuple(each for each in game.new_allies if each != self.country) if self.is_ally else game.new_allies
        return replace(grown, numbers=numbers, raised=raised, new_allies=allies)

    def words(self, game: Game) -> str:
        stack = next((each for each in self.stacks if each.ref == self.ref), None)
        where = f" in {game.area_name(stack.area)}" if stack else ""
        named = ", ".join(game.data.troop(code).name for code in self.troops) or "nothing, for the pool is empty"
        return f"{game.side_name(self.side)} raises{where}, {self.ref}: {named}"


class FortBuilt(GameFact, frozen=True, tag="fort_built"):
    area: str

    def after(self, game: Game) -> Game:
        return game.with_forts(built=self.area)

    def words(self, game: Game) -> str:
        return f"a fortification stands in {game.area_name(self.area)}"


class MovesGiven(GameFact, frozen=True, tag="moves_given"):
    points: int

    def after(self, game: Game) -> Game:
        if game.move is None:
            raise LookupError("nobody moves")
        return replace(game, move=Move(game.move.ref, game.move.left + self.points))

    def words(self, game: Game) -> str:
        return f"{self.points} more to move"


class PassageSet(GameFact, frozen=True, tag="passage_set"):
    side: str
    other: str
    lets: bool

    def after(self, game: Game) -> Game:
        others = tuple(pair for pair in game.lets if pair != (self.side, self.other))
        return replace(game, lets=tuple(sorted((*others, (self.side, self.other)))) if self.lets else others)

    def words(self, game: Game) -> str:
        verb = "lets" if self.lets else "no longer lets"
        return f"{game.side_name(self.side)} {verb} {game.side_name(self.other)} pass"


class Owes(GameFact, frozen=True, tag="owes"):
    """Something has to be given up before anybody goes on (GW-2, GW-7, GW-44)."""

    owed: Owed

    def after(self, game: Game) -> Game:
        return replace(game, owed=(*game.owed, self.owed))

    def words(self, game: Game) -> str:
        what = {"cards": "card", "cargo": "counter on board"}.get(self.owed.kind, "counter")
        return f"{game.side_name(self.owed.side)} gives up {counted(self.owed.count, what)}"


class GivenUp(StackFact, frozen=True, kw_only=True, tag="given_up"):
    """Counters that are too many go to the pool."""

    side: str
    refs: tuple[str, ...]

    def after(self, game: Game) -> Game:
        return super().after(game).with_troops_lost(self.refs)

    def words(self, game: Game) -> str:
        return f"{game.side_name(self.side)} gives up {', '.join(self.refs)}"


class Settled(GameFact, frozen=True, tag="settled"):
    """The first of what is owed has been given up."""

    def after(self, game: Game) -> Game:
        return replace(game, owed=game.owed[1:])

    def words(self, game: Game) -> str:
        return "nothing more is too many" if len(game.owed) == 1 else "that is settled"


class MarkersBack(GameFact, frozen=True, tag="markers_back"):
    side: str

    def after(self, game: Game) -> Game:
        return replace(game, rest={side: count for side, count in game.rest.items() if side != self.side})

    def words(self, game: Game) -> str:
        return f"{game.side_name(self.side)}'s markers come back"


class AllyUnplaced(GameFact, frozen=True, tag="ally_unplaced"):
    """No marker is free, or no area: the army of a new ally doesn't come."""

    country: str

    def after(self, game: Game) -> Game:
        return replace(game, new_allies=tuple(each for each in game.new_allies if each != self.country))

    def words(self, game: Game) -> str:
        return f"the army of {game.data.by_country[self.country].name} doesn't come"


class CountriesJudged(GameFact, frozen=True, tag="countries_judged"):
    """Who holds each country by its capital as the year ends (G-11)."""

    ties: dict[str, tuple[str, Tie]]

    def after(self, game: Game) -> Game:
        return replace(game, ties={**game.ties, **self.ties})

    def words(self, game: Game) -> str:
        names = game.data.by_country
        told = [f"{names[each].name}: {game.side_name(side)}, {tie}" for each, (side, tie) in self.ties.items()]
        return f"the year ends; {'; '.join(told)}"


class GameEnded(GameFact, frozen=True, tag="game_ended"):
    how: str
    winners: tuple[str, ...]
    hands: dict[str, tuple[str, ...]]

    def after(self, game: Game) -> Game:
        return replace(game, how=self.how, winners=self.winners, mover="", move=None)

    def words(self, game: Game) -> str:
        return f"{self.how}: {' and '.join(map(game.side_name, self.winners))}"


AnyFact = (
    GameBegun | DecksLaid | OrderRolled | PhaseBegun | HeroPlaced | CardsDrawn | CardsLaidOff | CardRevealed | Moved
    | Stopped | Divided | Joined | Loaded | Landed | Disbanded | FortTried | ParleyBegun | ParleySpoken | AllianceTried
    | Searched | Healed | Raised | FortBuilt | MovesGiven | PassageSet | FightBegun | FightChanged | CardsLaid
    | CardsShown | Fired | HitsApplied | PursuitBegun | Retreated | FightEnded | Owes | GivenUp | Settled | MarkersBack
    | AllyUnplaced | CountriesJudged | GameEnded
)  # fmt: skip
