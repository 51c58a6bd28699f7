"""A game as it stands: stacks on the map under markers and heroes, whose phase it is, the battle, cards, holders.

A state is a value, and never changes; it has no numbers of events. Hands and piles face down stand in `piles`; what a
seat may know of them, `view.py` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from tabletop.boards.area_graph import AreaGraph, AreaKind, Troop
from tabletop.cards import Piles
from tabletop.greyhawk.catalogue import CARGO, CARGO_REDUCED, MOST_TROOPS, Tag, TroopClass
from tabletop.greyhawk.pack import Country, Options, Pack, Power, Scenario, TroopRow
from tabletop.greyhawk.play.lines import Fighter, Ground, Lines, Side, Volley, most_rounds

LETTERS = "abcd"  # of the sides, in the names of their counters


class Phase(StrEnum):
    """What is done now (GW-20 to GW-22); from actions on, one player after the other does all of it."""

    ORDER = "turn order"
    HEROES = "heroes"
    EVENTS = "events"
    ACTIONS = "actions"
    FINAL = "healing and raising"
    ALLIES = "new allies"


class Stage(StrEnum):
    """What a battle waits for."""

    ATTACKER_CARDS = "the attacker's cards"
    DEFENDER_CARDS = "the defender's cards"
    VOLLEY = "a volley"
    ATTACKER_CHOICE = "the attacker's choice"
    DEFENDER_CHOICE = "the defender's choice"
    PURSUIT = "the pursuit"


class Tie(StrEnum):
    """What a country is to who holds it."""

    HOME = "home"
    ALLIED = "allied"
    CONQUERED = "conquered"


class Counter(Struct, frozen=True):
    """A counter on the map: its name, its kind, and whether its weaker side is up."""

    ref: str
    troop: str
    flipped: bool = False


class Stack(Struct, frozen=True, kw_only=True):
    """What lies under a marker or a hero: an army, a fleet with what it carries, or heroes alone.

    `area` is empty for heroes off the map. `active` once it has acted this year, `loaded` once all its ships
    have taken troops on board.
    """

    ref: str
    side: str
    area: str
    troops: tuple[Counter, ...] = ()
    heroes: tuple[str, ...] = ()
    marker: bool = False
    active: bool = False
    cargo: tuple[Counter, ...] = ()
    loaded: bool = False

    @property
    def all_troops(self) -> tuple[Counter, ...]:
        return (*self.troops, *self.cargo)


class Move(Struct, frozen=True):
    """Who is on the way, and the points that are left."""

    ref: str
    left: int


class Owed(Struct, frozen=True):
    """What a side has to give up before anybody goes on: `troops` or `cargo` of a stack, or `cards` of its hand."""

    kind: str
    side: str
    count: int
    ref: str = ""


class Parley(Struct, frozen=True, kw_only=True):
    """A try at diplomacy that waits for other players' heroes in the capital (GW-86)."""

    ref: str
    side: str
    country: str
    target: int
    waits: tuple[str, ...]


class Fight(Struct, frozen=True, kw_only=True):
    """The battle that is fought: where, whence, between whom, in which round, and how far that has come.

    `heroes` stand by counters and `bonus` are cards' by counter; `laid` are cards face down, `on` on whom, `played`
    those shown. `leaver` retreats to `to` once the pursuit is over; `fourth` is that somebody wishes a fourth round.
    """

    area: str
    origin: str
    attacker: str
    defender: str
    ref: str
    ground: Ground
    round: int = 1
    stage: Stage = Stage.ATTACKER_CARDS
    volley: int = 0
    order: tuple[tuple[str, bool | None, bool], ...] = ()
    hits: Mapping[str, int] = {}
    heroes: Mapping[str, str] = {}
    bonus: Mapping[str, int] = {}
    laid: Mapping[str, tuple[str, ...]] = {}
    on: Mapping[str, str] = {}
    played: tuple[str, ...] = ()
    fourth: bool = False
    leaver: str = ""
    to: str = ""
    free: int = 0

    def side_of(self, side: Side) -> str:
        return self.attacker if side is Side.ATTACKER else self.defender

    @property
    def volleys(self) -> tuple[Volley, ...]:
        """The volleys of this round, as they were settled when it began."""
        return tuple(Volley(Side(side), scouts, applies) for side, scouts, applies in self.order)


def fights_at_sea(row: TroopRow) -> bool:
    """Whether such counters may fight ships: ships themselves, and marines (GW-60)."""
    return row.is_ship or Tag.MARINE in row.tags


class Game(Struct, frozen=True, kw_only=True):
    """A game of two to four sides, each named by its power in the scenario.

    `holders` are areas by who holds them, `ties` countries by who holds them and how, `homes` countries by whose they
    are at heart. `rest` are army markers that come back at the end of their player's turn (GW-76). `lets` are pairs of
    who lets whom pass. `new_allies` are countries whose army is still to come, `raised` those that have raised one.
    `boarded` are ships that have taken troops on board this year.
    """

    name: str = ""
    pack: Pack | None = None
    scenario: str = ""
    sides: tuple[str, ...] = ()
    stacks: tuple[Stack, ...] = ()
    piles: Piles = Piles()
    numbers: Mapping[str, int] = {}
    turn: int = 0
    phase: Phase = Phase.ORDER
    order: tuple[str, ...] = ()
    mover: str = ""
    move: Move | None = None
    fight: Fight | None = None
    parley: Parley | None = None
    owed: tuple[Owed, ...] = ()
    forts: tuple[str, ...] = ()
    holders: Mapping[str, str] = {}
    ties: Mapping[str, tuple[str, Tie]] = {}
    homes: Mapping[str, str] = {}
    rest: Mapping[str, int] = {}
    lets: tuple[tuple[str, str], ...] = ()
    new_allies: tuple[str, ...] = ()
    raised: tuple[str, ...] = ()
    boarded: tuple[str, ...] = ()
    how: str = ""
    winners: tuple[str, ...] = ()

    @property
    def data(self) -> Pack:
        """The pack; LookupError before the game has begun."""
        if self.pack is None:
            raise LookupError("the game has not begun")
        return self.pack

    @property
    def board(self) -> AreaGraph:
        return self.data.map

    @property
    def terms(self) -> Scenario:
        return self.data.scenario(self.scenario)

    @property
    def options(self) -> Options:
        return self.terms.options

    @property
    def battle(self) -> Fight:
        """The battle that is fought; LookupError where there is none."""
        if self.fight is None:
            raise LookupError("no battle is fought")
        return self.fight

    def power(self, side: str) -> Power:
        return self.terms.power(side)

    def side_name(self, side: str) -> str:
        return self.power(side).name if side in self.sides else side

    def area_name(self, area: str) -> str:
        return self.board.by_id[area].name if area in self.board.by_id else "off the map"

    def country(self, area: str) -> Country | None:
        """The country that an area lies in."""
        return self.data.by_country.get(self.board.by_id[area].country or "")

    def row(self, counter: Counter) -> TroopRow:
        return self.data.troop(counter.troop)

    def stack(self, ref: str) -> Stack | None:
        return next((stack for stack in self.stacks if stack.ref == ref), None)

    def one(self, ref: str) -> Stack:
        """A stack by its name; LookupError for one that isn't there."""
        stack = self.stack(ref)
        if stack is None:
            raise LookupError(f"there is no {ref}")
        return stack

    def of(self, side: str) -> tuple[Stack, ...]:
        return tuple(stack for stack in self.stacks if stack.side == side)

    def at(self, area: str) -> tuple[Stack, ...]:
        return tuple(stack for stack in self.stacks if stack.area == area)

    def armies_at(self, area: str) -> tuple[Stack, ...]:
        """Stacks with troops in an area: lone heroes block nobody (GW-34)."""
        return tuple(stack for stack in self.at(area) if stack.all_troops)

    def is_fleet(self, stack: Stack) -> bool:
        return any(self.row(each).is_ship for each in stack.troops)

    def kind(self, stack: Stack) -> str:
        return "fleet" if self.is_fleet(stack) else "army" if stack.troops else "heroes"

    def called(self, stack: Stack) -> str:
        """`Norhal's army A1 in Ash`."""
        return f"{self.side_name(stack.side)}'s {self.kind(stack)} {stack.ref} in {self.area_name(stack.area)}"

    def troop(self, stack: Stack) -> Troop:
        """By whose way a stack moves: the slowest of its counters; a hero alone by its own (GW-30, GW-89)."""
        kinds = {self.row(each).kind for each in stack.troops}
        if not kinds:
            return Troop.HERO
        if TroopClass.SHIP in kinds:
            return Troop.SHIP
        return Troop.CAVALRY if kinds == {TroopClass.CAVALRY} else Troop.INFANTRY

    def capacity(self, stack: Stack) -> int:
        """Land counters that a fleet carries (GW-41)."""
        return sum(self._room(stack).values())

    def _room(self, stack: Stack) -> dict[str, int]:
        less = CARGO if self.options.spare_cargo else CARGO_REDUCED
        return {ship.ref: less if ship.flipped else CARGO for ship in stack.troops if self.row(ship).is_ship}

    def boarding(self, fleet: Stack, count: int) -> tuple[str, ...]:
        """The ships that take so many counters on board, none that has done so this year (GW-42); empty for no such.

        Those with the least room to spare, and as few as may be (G-22).
        """
        room = {ref: carries for ref, carries in self._room(fleet).items() if ref not in self.boarded}
        able = (
            ships for size in range(1, len(room) + 1) for ships in combinations(room, size)
            if sum(room[ref] for ref in ships) >= count
        )  # fmt: skip
        return min(able, key=lambda ships: (sum(room[ref] for ref in ships), len(ships)), default=())

    def enemies_at(self, area: str, side: str, *, at_sea: bool | None = None) -> tuple[Stack, ...]:
        """Other players' armies, or where asked for their fleets or their land armies alone."""
        others = (stack for stack in self.armies_at(area) if stack.side != side)
        return tuple(stack for stack in others if at_sea is None or self.is_fleet(stack) is at_sea)

    def lets_pass(self, area: str, side: str, *, at_sea: bool | None = None) -> bool:
        """Whether every other player's army in an area lets this side pass (GW-34, GW-40)."""
        return all((stack.side, side) in self.lets for stack in self.enemies_at(area, side, at_sea=at_sea))

    def free_markers(self, side: str) -> int:
        """Army markers that may be laid."""
        used = sum(stack.marker for stack in self.of(side))
        return self.power(side).markers - used - self.rest.get(side, 0)

    def pool(self, code: str) -> int | None:
        """Counters of a kind that are in the pool; None where the pack doesn't say how many there are (GW-1)."""
        count = self.data.troop(code).count
        if count is None:
            return None
        return count - sum(each.troop == code for stack in self.stacks for each in stack.all_troops)

    def from_pool(self, codes: Iterable[str]) -> tuple[str, ...]:
        """Of these kinds as many as the pool has."""
        there: list[str] = []
        for code in codes:
            if self.has_in_pool(code, there.count(code) + 1):
                there.append(code)
        return tuple(there)

    def has_in_pool(self, code: str, count: int = 1) -> bool:
        left = self.pool(code)
        return left is None or left >= count

    def held(self, side: str, *ties: Tie) -> tuple[str, ...]:
        """The countries that a side holds, in the pack's order."""
        wanted = ties or tuple(Tie)
        return tuple(
            country.id
            for country in self.data.countries
            if country.id in self.ties and self.ties[country.id][0] == side and self.ties[country.id][1] in wanted
        )

    def tie(self, country: str, side: str) -> Tie | None:
        holder = self.ties.get(country)
        return holder[1] if holder and holder[0] == side else None

    def capitals(self, side: str) -> int:
        """Capitals whose area a side holds."""
        return sum(self.holders.get(area.id) == side for area in self.data.capitals)

    def is_fort(self, area: str) -> bool:
        return area in self.forts or self.board.by_id[area].fort

    def hand(self, side: str) -> tuple[str, ...]:
        return self.piles.cards(side)

    def new_refs(self, side: str, count: int) -> Iterator[str]:
        """The next names of a side's counters: `a7`."""
        letter, first = LETTERS[self.sides.index(side)], self.numbers.get(side, 0) + 1
        return (f"{letter}{number}" for number in range(first, first + count))

    def new_stack_ref(self, side: str) -> str:
        """The first name of a stack that is free: `A3`."""
        letter, taken = LETTERS[self.sides.index(side)].upper(), {stack.ref for stack in self.stacks}
        return next(name for number in range(1, 100) if (name := f"{letter}{number}") not in taken)

    def with_stack(self, stack: Stack) -> Game:
        """The game with a stack as it is now, in its old place or as a new one; an empty one is gone.

        Markers are free as their stack is gone, heroes are not: a stack of heroes stays.
        """
        stays = bool(stack.all_troops or stack.heroes)
        if not stack.troops and not stack.cargo:
            stack = replace(stack, marker=False, cargo=())
        if self.stack(stack.ref) is None:
            return replace(self, stacks=(*self.stacks, stack)) if stays else self
        stacks = tuple(stack if each.ref == stack.ref else each for each in self.stacks)
        return replace(self, stacks=stacks if stays else tuple(each for each in stacks if each.ref != stack.ref))

    def without_stack(self, ref: str) -> Game:
        return replace(self, stacks=tuple(each for each in self.stacks if each.ref != ref))

    def with_troops_lost(self, refs: Iterable[str]) -> Game:
        """Counters go to the pool, wherever they lie."""
        gone, game = set(refs), self
        for stack in self.stacks:
            if gone & {each.ref for each in stack.all_troops}:
                troops = tuple(each for each in stack.troops if each.ref not in gone)
                cargo = tuple(each for each in stack.cargo if each.ref not in gone)
                game = game.with_stack(replace(stack, troops=troops, cargo=cargo))
        return game

    def fighters(self, side: Side) -> tuple[Fighter, ...]:
        """A line of the battle: all counters of its side in the area that may fight there (GW-60, GW-61)."""
        fight = self.battle
        counters = [each for stack in self.line_stacks(side) for each in self._fighting(stack)]
        return tuple(self._fighter(fight, each) for each in counters)

    def line_stacks(self, side: Side) -> tuple[Stack, ...]:
        """The stacks whose counters may stand in a line, those first whose kind it is.

        Defenders at sea are ships, and marines ashore beside them as long as there is a ship (G-20).
        """
        fight = self.battle
        if side is Side.ATTACKER:
            return (self.one(fight.ref),) if self.stack(fight.ref) else ()
        theirs = [stack for stack in self.armies_at(fight.area) if stack.side == fight.defender]
        fleets = [stack for stack in theirs if self.is_fleet(stack)]
        ashore = [stack for stack in theirs if not self.is_fleet(stack)]
        if fight.ground.at_sea:
            return (*fleets, *ashore) if fleets else ()
        return tuple(ashore)

    def _fighting(self, stack: Stack) -> Iterator[Counter]:
        """Its troops; at sea its ships and marines, whether on board or ashore."""
        if self.battle.ground.at_sea:
            yield from (each for each in stack.all_troops if fights_at_sea(self.row(each)))
        else:
            yield from stack.troops

    def _fighter(self, fight: Fight, counter: Counter) -> Fighter:
        bonus = fight.bonus.get(counter.ref, 0) + sum(ref == counter.ref for ref in fight.heroes.values())
        return Fighter(ref=counter.ref, row=self.row(counter), flipped=counter.flipped, bonus=bonus)

    @property
    def lines(self) -> Lines:
        """Both lines of the battle."""
        fight = self.battle
        return Lines(
            attackers=self.fighters(Side.ATTACKER), defenders=self.fighters(Side.DEFENDER), ground=fight.ground,
            round=fight.round, hits=fight.hits,
        )  # fmt: skip

    def fight_heroes(self, side: Side) -> tuple[str, ...]:
        """The heroes who lead a side of the battle."""
        stacks = (stack for stack in self.line_stacks(side) if any(True for _ in self._fighting(stack)))
        return tuple(hero for stack in stacks for hero in stack.heroes)

    @property
    def most_rounds(self) -> int:
        return most_rounds(any(self.fight_heroes(side) for side in Side))

    @property
    def next_volley(self) -> Volley | None:
        """The volley that comes, those passed over in which nobody fires or nobody is left to fire at."""
        fight = self.fight
        if fight is None or fight.stage is not Stage.VOLLEY:
            return None
        return fight.volleys[fight.volley] if fight.volley < len(fight.order) else None

    def owes_cards(self, side: str) -> bool:
        """Whether a side has to get rid of cards before anything else (GW-7)."""
        return bool(self.owed) and (self.owed[0].kind, self.owed[0].side) == ("cards", side)

    def surplus(self, stack: Stack) -> int:
        """Counters beyond the five that may lie under a marker (GW-2)."""
        return max(0, len(stack.troops) - MOST_TROOPS)

    def with_forts(self, *, built: str = "", razed: Iterable[str] = ()) -> Game:
        """The game with a fortification more, and without some."""
        forts = {*self.forts, built} - {"", *razed}
        return replace(self, forts=tuple(sorted(forts)))

    def is_sea(self, area: str) -> bool:
        return self.board.by_id[area].kind is AreaKind.SEA
