"""A game as it stands: blocks on the map, whose phase it is, the battle that is fought, who holds what.

A state is a value, and never changes; it has no numbers of events. What a side hides of it, `shown.py` leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from tabletop.wizardkings.battle.maps import SIDES, home_side, written
from tabletop.wizardkings.catalogue import TERMS, Kind, Moon, Size, Terms
from tabletop.wizardkings.pack import City, Map, Pack, UnitRow
from tabletop.wizardkings.play import building, ends
from tabletop.wizardkings.play.battle import Block, Side, firing_order
from tabletop.wizardkings.play.ground import Site, Standing, site_of

UNCOUNTED = 100  # blocks of a kind whose number isn't entered in the pack


class Phase(StrEnum):
    """What is done now; moving ends with recruiting (WK-11)."""

    SETUP = "setting up"
    INITIATIVE = "initiative"
    MOVEMENT = "movement"
    BATTLES = "battles"
    BUILDING = "building"


class FieldedBlock(Struct, frozen=True, kw_only=True):
    """A block in play: `place` is empty off the map, `gained` are steps recruited in this turn's movement.

    `raised` marks one that came in this build phase.
    """

    ref: str
    side: str
    unit: str
    steps: int
    place: str = ""
    moved: bool = False
    fought: bool = False
    gained: int = 0
    raised: bool = False


class Fight(Struct, frozen=True, kw_only=True):
    """The battle in a hex: who has acted in this round, who is fatigued, has learnt, or has left.

    `tired` were fatigued in an earlier round and have to leave. `winner` is set once one side alone is there; what the
    winner's blocks do then stands in `regrouped` and `recruited`.
    """

    place: str
    attacker: str
    round: int = 1
    acted: tuple[str, ...] = ()
    fatigued: tuple[str, ...] = ()
    learnt: tuple[str, ...] = ()
    winner: str = ""
    regrouped: tuple[str, ...] = ()
    recruited: tuple[str, ...] = ()


class Pick(Struct, frozen=True):
    """What was built in this phase: a kind of unit at a city, or a castle there, by the city's name."""

    unit: str
    city: str
    is_castle: bool = False


class Game(Struct, frozen=True, kw_only=True):
    """A game of two sides, `red` and `blue`; before its first fact there is no pack and no map.

    `pools` are blocks off the map that may come, by kind; `held` are cities by whose last unit was there; `garrisons`
    those in which a side had a unit as the battles began. `attacks` are battles to be fought, by who attacks.
    """

    name: str = ""
    pack: Pack | None = None
    map: Map | None = None
    size: Size = Size.SMALL
    names: Mapping[str, str] = {}
    armies: Mapping[str, str] = {}
    capitals: Mapping[str, str] = {}
    blocks: tuple[FieldedBlock, ...] = ()
    pools: Mapping[str, Mapping[str, int]] = {}
    numbers: Mapping[str, int] = {}
    turn: int = 0
    phase: Phase = Phase.SETUP
    first: str = ""
    mover: str = ""
    recruiting: bool = False
    ready: tuple[str, ...] = ()
    attacks: Mapping[str, str] = {}
    garrisons: Mapping[str, str] = {}
    held: Mapping[str, str] = {}
    fight: Fight | None = None
    picks: Mapping[str, tuple[Pick, ...]] = {}
    learnt: tuple[str, ...] = ()
    lost_wizards: Mapping[str, int] = {}
    how: str = ""
    winner: str = ""

    @property
    def data(self) -> Pack:
        assert self.pack is not None
        return self.pack

    @property
    def ground(self) -> Map:
        assert self.map is not None
        return self.map

    @property
    def terms(self) -> Terms:
        return TERMS[self.size]

    @property
    def moon(self) -> Moon | None:
        return self.data.rules.moon(self.turn) if self.turn else None

    def row(self, block: FieldedBlock) -> UnitRow:
        return self.data.unit(block.unit, "unit")

    def block(self, ref: str) -> FieldedBlock | None:
        return next((block for block in self.blocks if block.ref == ref), None)

    def at(self, place: str, side: str = "") -> tuple[FieldedBlock, ...]:
        """The blocks in a hex, of one side or of both."""
        return tuple(block for block in self.blocks if block.place == place and side in ("", block.side))

    def of(self, side: str) -> tuple[FieldedBlock, ...]:
        return tuple(block for block in self.blocks if block.side == side)

    def site(self, place: str, side: str) -> Site:
        """A hex as a side's recruiting and learning look at it."""
        capital = self.capitals.get(place) == side and self.held.get(place, side) == side
        return site_of(self.ground, place, capital=capital, enemies=bool(self.at(place, other(side))))

    def standing(self, block: FieldedBlock) -> Standing:
        """A block as the rules of play look at it."""
        fight = self.fight
        return Standing(
            ref=block.ref, row=self.row(block), steps=block.steps, moved=block.moved, fought=block.fought,
            regroups=fight is not None and block.ref in fight.regrouped,
            fatigued=fight is not None and block.ref in fight.fatigued,
        )  # fmt: skip

    def home(self, place: str) -> str:
        """On whose home map a hex lies; empty in a small game."""
        return home_side(self.ground.board, self.size, self.ground.board.hex(place))

    def gold(self, side: str) -> int:
        """Gold of the cities that count for a side."""
        cities = [
            ends.HeldCity(gold=city.gold, home=self.home(city.hex) == side, garrison=bool(self.at(city.hex, side)))
            for city in self.ground.cities
            if self.held.get(city.hex) == side
        ]
        return ends.gold_held(self.size, cities)

    def cities_of(self, side: str) -> list[building.City]:
        """All cities as the build phase looks at them; blocks that came in this phase are among the picks instead."""
        return [self._city(city, side) for city in self.ground.cities]

    def _city(self, city: City, side: str) -> building.City:
        own = self.at(city.hex, side)
        return building.City(
            name=city.name, home=self.home(city.hex) == side, capital=self.capitals.get(city.hex) == side,
            mine=self.held.get(city.hex) == side, garrison=bool(own), enemies=bool(self.at(city.hex, other(side))),
            blocks=sum(not block.raised for block in own),
        )  # fmt: skip

    def order(self) -> tuple[Block, ...]:
        """The blocks of the battle in the order in which they act."""
        assert self.fight is not None
        return firing_order([self.fighter(block) for block in self.at(self.fight.place)])

    def fighter(self, block: FieldedBlock) -> Block:
        assert self.fight is not None
        side = Side.ATTACKER if block.side == self.fight.attacker else Side.DEFENDER
        return Block(ref=block.ref, side=side, row=self.row(block), steps=block.steps)

    def next_to_act(self) -> FieldedBlock | None:
        """Whose turn it is in the battle's round; None where all have acted, or it is won."""
        if self.fight is None or self.fight.winner:
            return None
        waiting = (block.ref for block in self.order() if block.ref not in self.fight.acted)
        ref = next(waiting, None)
        return self.block(ref) if ref else None

    def battles(self) -> dict[str, str]:
        """The hexes in which both sides stand, the first player's attacks first, by who attacks."""
        there = [place for place in self.attacks if all(self.at(place, side) for side in SIDES)]
        there.sort(key=lambda place: self.attacks[place] != self.first)
        return {place: self.attacks[place] for place in there}

    def with_blocks(self, refs: Sequence[str], **fields: object) -> Game:
        blocks = tuple(replace(block, **fields) if block.ref in refs else block for block in self.blocks)
        return replace(self, blocks=blocks)

    def with_losses(self, losses: Mapping[str, int]) -> Game:
        """Blocks with fewer steps; those without any are gone: to the pool, or out for good (WK-42)."""
        game = self
        for ref, lost in losses.items():
            block = game.block(ref)
            assert block is not None
            game = game.with_blocks((ref,), steps=block.steps - lost) if lost < block.steps else game._without(block)
        return game

    def _without(self, block: FieldedBlock) -> Game:
        row = self.row(block)
        left = tuple(each for each in self.blocks if each.ref != block.ref)
        pools, wizards = dict(self.pools), dict(self.lost_wizards)
        if row.kind is Kind.WIZARD:
            wizards[block.side] = wizards.get(block.side, 0) + 1
        elif row.kind is Kind.ARMY:
            own = dict(pools.get(block.side, {}))
            own[row.id] = own.get(row.id, 0) + 1
            pools[block.side] = own
        return replace(self, blocks=left, pools=pools, lost_wizards=wizards)

    def with_control(self, place: str) -> Game:
        """Who holds a hex's city, where one side alone stands in it."""
        there = {block.side for block in self.at(place)}
        if place not in self.ground.by_hex or len(there) != 1:
            return self
        return replace(self, held={**self.held, place: there.pop()})

    def with_pick(self, side: str, pick: Pick) -> Game:
        return replace(self, picks={**self.picks, side: (*self.picks.get(side, ()), pick)})

    def garrisoned(self) -> dict[str, str]:
        """The cities in which a side has units: who was there before the others came."""
        held = {}
        for city in self.ground.cities:
            sides = {block.side for block in self.at(city.hex)}
            if len(sides) == 1:
                held[city.hex] = sides.pop()
            elif sides:
                held[city.hex] = other(self.attacks[city.hex])
        return held

    def new_refs(self, side: str, count: int = 1) -> Iterator[str]:
        """The next names of a side's blocks, that tell nothing of them: `r7`."""
        first = self.numbers.get(side, 0) + 1
        return (f"{side[0]}{number}" for number in range(first, first + count))


def other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def place_name(game: Game, place: str) -> str:
    """`Highgate (0,1)`, or `5,7`."""
    if not place:
        return "off the map"
    city = game.ground.by_hex.get(place)
    return f"{city.name} ({place})" if city else place


__all__ = [
    "SIDES",
    "UNCOUNTED",
    "FieldedBlock",
    "Fight",
    "Game",
    "Phase",
    "Pick",
    "other",
    "place_name",
    "written",
]  # fmt: skip
