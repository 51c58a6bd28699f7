"""The labyrinth: how a game begins in it, what is made, cracked and destroyed, doors, sectors that move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tabletop.boards.walled_squares import square_name
from tabletop.cards import Face, Pile, Piles
from tabletop.wizwar.battle.facts.fact import GameFact
from tabletop.wizwar.battle.facts.telling import place_in_words, target_in_words
from tabletop.wizwar.battle.state import (
    BOARD,
    STACK,
    Game,
    Made,
    Treasure,
    Wizard,
    gone_of,
    hand_of,
    items_of,
    kept_of,
)
from tabletop.wizwar.catalogue import LIFE, Option
from tabletop.wizwar.pack import Pack
from tabletop.wizwar.play.labyrinth import (
    Labyrinth,
    is_inside,
    is_on_edge,
    line_in_words,
    square_of,
    turned_line,
    turned_square,
)
from tabletop.words import counted


class GameBegun(GameFact, frozen=True, omit_defaults=True, tag="game_begun"):
    """The pack and the labyrinth stand in it: a game goes on as it began, wherever it is opened.

    With `on_paper` the players shuffle, draw and hold cards of their own.
    """

    name: str
    pack: Pack
    sides: tuple[str, ...]
    names: dict[str, str]
    labyrinth: Labyrinth
    treasures: tuple[Treasure, ...]
    options: tuple[Option, ...]
    goal: int
    decks: dict[str, str]
    on_paper: bool = False

    def after(self, game: Game) -> Game:
        piles: dict[str, Pile] = {STACK: Pile(face=Face.UP), BOARD: Pile(face=Face.UP)}
        for deck in dict.fromkeys(self.decks.values()):
            piles |= {deck: Pile(), gone_of(deck): Pile(face=Face.UP)}
        for side in self.sides:
            piles |= {
                hand_of(side): Pile(face=Face.HELD, owner=side),
                items_of(side): Pile(face=Face.UP, owner=side),
                kept_of(side): Pile(face=Face.UP, owner=side),
            }
        return replace(
            game, name=self.name, pack=self.pack, names=self.names, labyrinth=self.labyrinth, options=self.options,
            goal=self.goal, decks=self.decks, piles=Piles(piles), treasures=self.treasures,
            paper=dict.fromkeys(self.sides, 0) if self.on_paper else {},
            wizards=tuple(
                Wizard(side=side, at=square_name(self.labyrinth.home(side)), life=LIFE) for side in self.sides
            ),
        )  # fmt: skip

    def words(self, game: Game) -> str:
        whose = " against ".join(self.names[side] for side in self.sides)
        return f"a game for {self.goal} points begins: {whose}"


class ThingMade(GameFact, frozen=True, tag="thing_made"):
    """An object on the board; `spell` is the spell that keeps it, empty for one that stays for good."""

    kind_of: str
    place: str
    owner: str
    spell: str = ""

    def after(self, game: Game) -> Game:
        number = game.number + 1
        made = Made(ref=f"t{number}", kind=self.kind_of, place=self.place, owner=self.owner, spell=self.spell)
        return replace(game, things=(*game.things, made), number=number)

    def words(self, game: Game) -> str:
        return f"{game.data.kinds[self.kind_of].name} {place_in_words(game, self.place)}"


class ThingGone(GameFact, frozen=True, tag="thing_gone"):
    """An object is gone, or a printed wall or door by its line; the spell that kept it ends."""

    ref: str

    def after(self, game: Game) -> Game:
        cracks = {name: count for name, count in game.cracks.items() if name != self.ref}
        held = {line: side for line, side in game.held.items() if line != self.ref}
        made = game.thing(self.ref)
        if made is None:
            return replace(game, gone=game.gone | {self.ref}, cracks=cracks, held=held)
        held = {line: side for line, side in held.items() if line != made.place}
        return replace(game.without([self.ref]), held=held)

    def words(self, game: Game) -> str:
        return f"{target_in_words(game, self.ref)} is gone"


class Cracked(GameFact, frozen=True, tag="cracked"):
    """Cracks more in what stands there, or damage to a creature, which bears `limit`."""

    ref: str
    more: int
    limit: int

    def after(self, game: Game) -> Game:
        return replace(game, cracks={**game.cracks, self.ref: game.cracks.get(self.ref, 0) + self.more})

    def words(self, game: Game) -> str:
        whole = game.cracks.get(self.ref, 0) + self.more
        made = game.thing(self.ref)
        if made is not None and game.kind(made).is_creature:
            return f"{target_in_words(game, self.ref)} has taken {whole} of {self.limit} damage"
        return f"{target_in_words(game, self.ref)} has {whole} of {counted(self.limit, 'crack')}"


class CreatureWalked(GameFact, frozen=True, tag="creature_walked"):
    """A creature walks for its owner, what it carries with it."""

    ref: str
    way: tuple[str, ...]

    def after(self, game: Game) -> Game:
        steps, to = len(self.way) - 1, self.way[-1]
        things = tuple(
            replace(each, place=to, walked=each.walked + steps) if each.ref == self.ref else each
            for each in game.things
        )
        treasures = tuple(replace(each, at=to) if each.carrier == self.ref else each for each in game.treasures)
        return replace(game, things=things, treasures=treasures)

    def words(self, game: Game) -> str:
        return f"{target_in_words(game, self.ref)} walks to {self.way[-1]}, {counted(len(self.way) - 1, 'step')}"


class DoorHeld(GameFact, frozen=True, tag="door_held"):
    """A door is held open; it locks again where `side` is empty (WW-34)."""

    line: str
    side: str = ""

    def after(self, game: Game) -> Game:
        held = {line: side for line, side in game.held.items() if line != self.line}
        return replace(game, held={**held, self.line: self.side} if self.side else held)

    def words(self, game: Game) -> str:
        where = line_in_words(game.ground, self.line)
        return f"{game.names[self.side]} holds the door {where}" if self.side else f"the door {where} locks"


class LineMended(GameFact, frozen=True, tag="line_mended"):
    """A printed wall or door is whole again, set by hand."""

    line: str

    def after(self, game: Game) -> Game:
        cracks = {name: count for name, count in game.cracks.items() if name != self.line}
        return replace(game, gone=game.gone - {self.line}, cracks=cracks)

    def words(self, game: Game) -> str:
        return f"set by hand: what is printed {line_in_words(game.ground, self.line)} is whole"


class SectorTurned(GameFact, frozen=True, tag="sector_turned"):
    """A sector is turned clockwise with all in it; made walls on its edges go, printed ones are whole (WW-85)."""

    owner: str
    quarters: int

    def after(self, game: Game) -> Game:
        position = game.maze.of(self.owner).position

        def square(name: str) -> str:
            inside = game.maze.at(square_of(name)).position == position
            return square_name(turned_square(square_of(name), position, self.quarters)) if inside else name

        def line(name: str) -> str:
            return turned_line(name, position, self.quarters) if is_inside(name, position) else name

        return _shifted(game, game.maze.with_turn(self.owner, self.quarters), (position,), square, line)

    def words(self, game: Game) -> str:
        return f"the sector of {game.names[self.owner]} is turned by {counted(self.quarters, 'quarter')}"


class SectorsSwapped(GameFact, frozen=True, tag="sectors_swapped"):
    """Two sectors change places with all that is in them."""

    one: str
    other: str

    def after(self, game: Game) -> Game:
        first, second = game.maze.of(self.one).position, game.maze.of(self.other).position
        by = {first: second, second: first}

        def square(name: str) -> str:
            place = square_of(name)
            old = game.maze.at(place).position
            new = by.get(old, old)
            return square_name((place[0] + 5 * (new[0] - old[0]), place[1] + 5 * (new[1] - old[1])))

        def line(name: str) -> str:
            for old, new in by.items():
                if is_inside(name, old):
                    x, _, y = name.partition(":")
                    return f"{int(x) + 10 * (new[1] - old[1])}:{int(y) + 10 * (new[0] - old[0])}"
            return name

        return _shifted(game, game.maze.with_swap(self.one, self.other), (first, second), square, line)

    def words(self, game: Game) -> str:
        return f"the sectors of {game.names[self.one]} and {game.names[self.other]} change places"


class GameEnded(GameFact, frozen=True, tag="game_ended"):
    how: str
    winner: str = ""

    def after(self, game: Game) -> Game:
        return replace(game, how=self.how, winner=self.winner)

    def words(self, game: Game) -> str:
        return f"{game.names[self.winner]} wins: {self.how}" if self.winner else f"the game is over: {self.how}"


def _shifted(
    game: Game, labyrinth: Labyrinth, positions: Sequence[tuple[int, int]], square: object, line: object
) -> Game:
    """Everything in sectors where it is after these have moved; what is on their edges goes or is mended."""
    assert callable(square)
    assert callable(line)
    edge = [name for name in (*game.gone, *game.cracks) if ":" in name]
    mended = {name for name in edge if any(is_on_edge(name, position) for position in positions)}
    lost = {
        each.ref
        for each in game.things
        if each.is_on_line and any(is_on_edge(each.place, position) for position in positions)
    }
    things = tuple(
        replace(each, place=line(each.place) if each.is_on_line else square(each.place))
        for each in game.things
        if each.ref not in lost
    )
    cracks: Mapping[str, int] = {
        line(name) if ":" in name else name: count
        for name, count in game.cracks.items()
        if name not in mended and name not in lost
    }
    return replace(
        game, labyrinth=labyrinth, things=things, cracks=cracks,
        wizards=tuple(replace(each, at=square(each.at)) for each in game.wizards),
        treasures=tuple(replace(each, at=square(each.at)) for each in game.treasures),
        lying={card: square(at) for card, at in game.lying.items()},
        gone=frozenset(line(name) for name in game.gone if name not in mended),
        held={
            line(name): side
            for name, side in game.held.items()
            if not any(is_on_edge(name, at) for at in positions)
        },
        kept=tuple(replace(each, on=_moved_aim(each.on, square, line)) for each in game.kept),
    )  # fmt: skip


def _moved_aim(aim: str, square: object, line: object) -> str:
    assert callable(square)
    assert callable(line)
    moved: str = line(aim) if ":" in aim else square(aim) if "," in aim else aim
    return moved
