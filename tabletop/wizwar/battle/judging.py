"""What may be done in a game and why not: targets of cards by range and kind, doors, items, counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tabletop.boards.walled_squares import STEPS, SideKind, Square, square_name
from tabletop.cards import may_draw
from tabletop.wizwar.battle.facts.telling import is_blow
from tabletop.wizwar.battle.state import Cast, Game, Made, Phase
from tabletop.wizwar.catalogue import (
    DOOR_CRACKS,
    DRAWN,
    WALL_CRACKS,
    CardType,
    Option,
    Reach,
    Target,
    Trait,
)
from tabletop.wizwar.effects import Backfire, Cancel, Create, Cross, Damage, Leap, Move, Reduce, Swap, Turn
from tabletop.wizwar.pack import Spell
from tabletop.wizwar.play.labyrinth import place_of, square_of, steps_between, ways

UNNAMED = "on-paper"  # no card's id
OWN_WAYS = (Leap, Cross, Swap, Move)
FIST = Spell(
    id="punch", name="Punch", type=CardType.ATTACK, reach=Reach.ADJACENT,
    targets=(Target.WIZARD, Target.CREATURE, Target.DOOR, Target.WALL, Target.OBJECT),
)  # fmt: skip


def reaches(game: Game, side: str, card: Spell, square: Square) -> bool:
    """Whether a wizard's card comes to a square by its range (WW-52), a spell that bends around a corner (W-18)."""
    wizard, ground, opened = game.wizard(side), game.ground, game.opened
    at = wizard.square
    match card.reach:
        case Reach.SELF:
            return square == at
        case Reach.ADJACENT:
            return ground.is_near(at, square, opened)
        case Reach.SIGHT if wizard.bends and card.is_spell:
            return square in ground.seen_around(at, opened)
        case Reach.SIGHT:
            return ground.sees(at, square, opened)
        case Reach.ANYWHERE:
            return True


def aims(game: Game, side: str, card: Spell) -> Iterator[str]:
    """Every target that a wizard may cast a card at now, by kind of target in the card's order."""
    for target in card.targets:
        yield from AIMS[target](game, side, card)


def _self(game: Game, side: str, card: Spell) -> Iterator[str]:
    yield side


def _wizards(game: Game, side: str, card: Spell) -> Iterator[str]:
    for other in game.living:
        if other.side != side and reaches(game, side, card, other.square):
            yield other.side


def _any_squares(game: Game, side: str, card: Spell) -> Iterator[str]:
    return (square_name(square) for square in _squares(game, side, card, Target.SQUARE))


def _empty_squares(game: Game, side: str, card: Spell) -> Iterator[str]:
    return (square_name(square) for square in _squares(game, side, card, Target.EMPTY_SQUARE))


def _walls(game: Game, side: str, card: Spell) -> Iterator[str]:
    return _standing(game, side, card, SideKind.WALL)


def _doors(game: Game, side: str, card: Spell) -> Iterator[str]:
    return _standing(game, side, card, SideKind.DOOR)


def _standing(game: Game, side: str, card: Spell, wanted: SideKind) -> Iterator[str]:
    for line, kind in game.lines_with_walls().items():
        if kind is wanted and _line_reached(game, side, card, line):
            yield line


def _borders(game: Game, side: str, card: Spell) -> Iterator[str]:
    """Lines on which nothing stands: a wall may be made on one, along a home too (WW-83)."""
    standing = game.lines_with_walls()
    for line in game.ground.inner_lines():
        free = line not in standing and not any(made.place == line for made in game.things)
        if free and _line_reached(game, side, card, line):
            yield line


def _treasures(game: Game, side: str, card: Spell) -> Iterator[str]:
    for treasure in game.treasures:
        if not treasure.carrier and reaches(game, side, card, square_of(treasure.at)):
            yield treasure.ref


def _spells(game: Game, side: str, card: Spell) -> Iterator[str]:
    places = {made.spell: made.place for made in game.things}  # what a spell has made may have walked away
    return (
        each.card for each in game.kept if _spell_reached(game, side, card, places.get(each.card, each.on), each.owner)
    )


def _sectors(game: Game, side: str, card: Spell) -> Iterator[str]:
    """Sectors by their owners; one that changes places does so with the caster's."""
    swaps = any(isinstance(effect, Turn) and effect.swap for effect in card.effects)
    own = _own_sector(game, side)
    return (f"sector-{owner}" for owner in _sector_owners(game) if not (swaps and owner == own))


def _board(game: Game, side: str, card: Spell) -> Iterator[str]:
    yield "board"


def _creatures(game: Game, side: str, card: Spell) -> Iterator[str]:
    for made in game.things:
        if game.kind(made).is_creature and reaches(game, side, card, square_of(made.place)):
            yield made.ref


def _sector_owners(game: Game) -> tuple[str, ...]:
    return tuple(laid.owner for laid in game.maze.laid)


def _own_sector(game: Game, side: str) -> str:
    """Whose the sector is in which a wizard stands."""
    return game.maze.at(game.wizard(side).square).owner


def _squares(game: Game, side: str, card: Spell, target: Target) -> Iterator[Square]:
    at = game.wizard(side).square
    leaps = [effect for effect in card.effects if isinstance(effect, Leap)]
    creates = card.has(Trait.CREATION) or any(isinstance(effect, Create) for effect in card.effects)
    for square in game.ground.board.signs:
        if not reaches(game, side, card, square):
            continue
        if target is Target.EMPTY_SQUARE and not is_empty(game, square):
            continue
        if creates and not may_create(game, side, square):
            continue
        if leaps and (square == at or not may_land(game, square) or not leap_reaches(at, square, leaps[0])):
            continue
        yield square


def leap_reaches(at: Square, square: Square, leap: Leap) -> bool:
    """Whether a leap of a fixed length comes so far; one by energy is judged with the energy."""
    return not leap.amount.isdecimal() or leap.amount == "0" or steps_between(at, square) <= int(leap.amount)


def may_land(game: Game, square: Square) -> bool:
    return game.ground.board.kind_of(square).enter


def is_empty(game: Game, square: Square) -> bool:
    """Whether neither object, treasure nor wizard is there (WW-53)."""
    return not things_in(game, square) and all(wizard.square != square for wizard in game.living)


def things_in(game: Game, square: Square) -> bool:
    """Whether an object, an item or a treasure lies in a square."""
    name = square_name(square)
    lying = name in game.lying.values() or any(each.at == name and not each.carrier for each in game.treasures)
    return lying or any(made.place == name for made in game.things)


def may_create(game: Game, side: str, square: Square) -> bool:
    """Not in a home, nor where something lies or another wizard stands (WW-83, W-3)."""
    others = any(wizard.square == square and wizard.side != side for wizard in game.living)
    return not game.maze.owner_of_home(square) and not things_in(game, square) and not others


def _line_reached(game: Game, side: str, card: Spell, line: str) -> bool:
    """By either square beside it, seen from the caster's (WW-61)."""
    beside = game.ground.squares_beside(line)
    if len(beside) < 2:
        return False
    if any(isinstance(effect, Cross) for effect in card.effects):
        at = game.wizard(side).square
        return at in beside and all(may_land(game, square) for square in beside if square != at)
    return any(reaches(game, side, card, square) for square in beside)


def _objects(game: Game, side: str, card: Spell) -> Iterator[str]:
    for made in game.things:
        if game.kind(made).is_creature:
            continue
        squares = game.ground.squares_beside(made.place) if made.is_on_line else (square_of(made.place),)
        if any(reaches(game, side, card, square) for square in squares):
            yield made.ref
    for item, at in game.lying.items():
        if reaches(game, side, card, square_of(at)):
            yield item


def _spell_reached(game: Game, side: str, card: Spell, on: str, owner: str) -> bool:
    """A spell is where it works, or with whoever maintains it; a global one is seen from everywhere."""
    if card.reach is Reach.ANYWHERE:
        return True
    if ":" in on:
        return any(reaches(game, side, card, square) for square in game.ground.squares_beside(on))
    if "," in on:
        return reaches(game, side, card, square_of(on))
    return reaches(game, side, card, game.wizard(on if on in game.sides else owner).square)


def answers(game: Game, side: str, card: Spell) -> bool:
    """Whether a counter fits what was cast last (WW-46, WW-50)."""
    if card.type is not CardType.COUNTER or not game.stack:
        return False
    cast = game.stack[-1]
    if cast.card and game.card(cast.card).has(Trait.MUNDANE):
        return False
    if not _sees_cast(game, side, card, cast):
        return False
    kind, asked = kind_cast(game, cast), game.card(cast.card) if cast.card else None
    return any(fits(effect, kind, asked, is_use=cast.is_use) for effect in card.effects) or bool(card.by_hand)


def fits(effect: object, kind: str, card: Spell | None, *, is_use: bool = False) -> bool:
    """Whether an effect of a counter answers what is cast: a spell, an item that is used, or a punch without a card."""
    match effect:
        case Cancel(what="spell"):
            return card is not None and not is_use
        case Cancel(what=what):
            return kind == what
        case Reduce():
            return kind == "attack" and (card is None or deals_damage(card))
        case Backfire():
            return kind == "attack" and card is not None
    return False


def deals_damage(card: Spell) -> bool:
    return any(isinstance(effect, Damage) for effect in card.effects)


def kind_cast(game: Game, cast: Cast) -> str:
    """`attack`, `neutral` or `counter`; a blow and a punch are attacks."""
    if not cast.card or (cast.is_use and is_blow(game, cast.card)):
        return "attack"
    kind = game.card(cast.card).type
    return "neutral" if kind is CardType.ITEM else str(kind)


def _sees_cast(game: Game, side: str, card: Spell, cast: Cast) -> bool:
    """A counter for oneself answers what is aimed at oneself; others need sight of the caster, but of global spells."""
    if card.reach is Reach.SELF:
        return cast.on == side
    if cast.card and game.card(cast.card).has(Trait.GLOBAL):
        return True
    return reaches(game, side, card, game.wizard(cast.by).square)


def limit_of(game: Game, ref: str) -> int | None:
    """How many cracks a wall, a door or an object bears, how much damage a creature; None where none harms (WW-80)."""
    made = game.thing(ref)
    if made is not None:
        thing = game.kind(made)
        return thing.life if thing.is_creature else thing.cracks
    kind = game.lines_with_walls().get(ref)
    if kind is None or len(game.ground.squares_beside(ref)) < 2:
        return None
    return DOOR_CRACKS if kind is SideKind.DOOR else WALL_CRACKS


def splashed(game: Game, square: Square) -> tuple[str, ...]:
    """Everybody in a square and in the four beside it, through walls, not over the edge: wizards, then creatures."""
    row, column = square
    hit = {square, *((row + down, column + right) for right, down in STEPS.values())}
    names = {square_name(each) for each in hit}
    creatures = (each.ref for each in game.things if each.place in names and game.kind(each).is_creature)
    return (*(each.side for each in game.living if each.square in hit), *creatures)


def standing_at(game: Game, line: str) -> str:
    """What stands on a line by its name: the object that was made there, or the line itself."""
    return next((made.ref for made in game.things if made.place == line and game.kind(made).blocks_move), line)


def doors_beside(game: Game, side: str) -> Iterator[str]:
    """Doors beside a wizard's square that may be opened and held (WW-34)."""
    at, ground = game.wizard(side).square, game.ground
    mine = game.unlocks(side)
    for line, kind in game.lines_with_walls().items():
        if kind is SideKind.DOOR and at in ground.squares_beside(line) and place_of(line) in mine:
            yield line


def may_walk(game: Game, side: str) -> bool:
    """Stunned it is to move or to attack (WW-45)."""
    wizard = game.wizard(side)
    return game.phase is Phase.CAST and wizard.left > 0 and not (wizard.stunned and wizard.attacked)


def may_attack(game: Game, side: str) -> str:
    """Why a wizard may not attack; empty where nothing is against it."""
    wizard = game.wizard(side)
    if wizard.turns < 2:
        return "WW-21: no attack in your first turn"
    if wizard.attacked:
        return "WW-40: one attack a turn"
    if wizard.stunned and wizard.moved:
        return "WW-45: stunned, you move or attack"
    return ""


def may_cast(game: Game, side: str, card: Spell) -> str:
    """Why a wizard may not cast a card of the hand at all; empty where nothing is against it.

    Stunned and done attacking, no way of one's own leads out of the square (WW-45).
    """
    if card.type is CardType.ATTACK:
        return may_attack(game, side)
    wizard = game.wizard(side)
    moves = any(isinstance(effect, OWN_WAYS) for effect in card.effects)
    return "WW-45: stunned, you move or attack" if moves and wizard.stunned and wizard.attacked else ""


def walks(game: Game, side: str) -> dict[str, tuple[str, ...]]:
    """The squares that a wizard comes to with the movement points, each with its way."""
    if not may_walk(game, side):
        return {}
    wizard = game.wizard(side)
    squares, lines = game.harmful()
    found = ways(
        game.ground, wizard.square, wizard.left, game.opens(side),
        shunned=frozenset() if game.treads_lightly(side) else squares - {wizard.square},
        shunned_lines=lines,
    )  # fmt: skip
    return {
        square_name(square): tuple(map(square_name, way)) for square, way in found.items() if square != wizard.square
    }


def creature_ways(game: Game, made: Made) -> dict[str, tuple[str, ...]]:
    """The squares that a creature comes to in this turn, each with its way: as its owner, around what hurts (W-19)."""
    squares, lines = game.harmful()
    start = square_of(made.place)
    found = ways(
        game.ground, start, game.kind(made).steps - made.walked, game.opens(made.owner),
        shunned=squares, shunned_lines=lines, may_hurt=False,
    )  # fmt: skip
    return {square_name(square): tuple(map(square_name, way)) for square, way in found.items() if square != start}


def room_for_cards(game: Game, side: str, discards: int = 0) -> int:
    """How many cards a wizard may draw as the turn ends (WW-22)."""
    wanted = DRAWN + game.bonus(side, "draw")
    return may_draw(game.held_cards(side) - discards, game.most_cards(side), wanted)


def shed_from(game: Game, side: str) -> tuple[str, ...]:
    """What counts against a wizard's hand size and may go where there is too much of it (WW-23)."""
    spells = () if game.has(Option.UNCLUTTERED) else tuple(each.card for each in game.spells(side))
    return (*game.cards_of(side), *unnamed(game, side), *game.items(side), *spells)


def unnamed(game: Game, side: str) -> tuple[str, ...]:
    """Stand-ins for the cards that a side holds on paper beside those noted: they are discarded without a name."""
    return tuple(f"{UNNAMED}.{number}" for number in range(1, game.unseen(side) - len(game.noted(side)) + 1))


def takes(game: Game, side: str) -> Iterator[tuple[str, str]]:
    """What lies in a wizard's square and may be picked up, each with a reason against it or none (WW-71, WW-72)."""
    wizard = game.wizard(side)
    for treasure in game.treasures:
        if treasure.at == wizard.at and not treasure.carrier:
            yield treasure.ref, "WW-72: you carry a treasure already" if game.carried(side) else ""
    for item, at in game.lying.items():
        if at != wizard.at:
            continue
        if wizard.left < 1:
            yield item, "WW-71: it takes a movement point"
        elif game.held_cards(side) >= game.most_cards(side):
            yield item, "WW-71: it doesn't fit your hand size"
        else:
            yield item, ""


def lifted_by(game: Game, made: Made) -> tuple[str, ...]:
    """The treasures that a creature may pick up: those in its square, if it carries none (W-19)."""
    if any(each.carrier == made.ref for each in game.treasures):
        return ()
    return tuple(each.ref for each in game.treasures if each.at == made.place and not each.carrier)


def ends_casting(game: Game) -> bool:
    """Whether picking an item up ends moving and casting."""
    return game.has(Option.HEAVY)


AIMS: dict[Target, Callable[[Game, str, Spell], Iterator[str]]] = {
    Target.SELF: _self,
    Target.WIZARD: _wizards,
    Target.SQUARE: _any_squares,
    Target.EMPTY_SQUARE: _empty_squares,
    Target.WALL: _walls,
    Target.DOOR: _doors,
    Target.BORDER: _borders,
    Target.OBJECT: _objects,
    Target.TREASURE: _treasures,
    Target.SPELL: _spells,
    Target.SECTOR: _sectors,
    Target.BOARD: _board,
    Target.CREATURE: _creatures,
}
