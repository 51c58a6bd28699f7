"""What happens in a game, fact by fact: each knows what stands after it, how it is told, and what of it is hidden.

None judges or rolls. A fact that says what a block is, or how strong, carries a salt: the log's digests are public, and
nobody finds a block's kind by trying them all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from tabletop.wizardkings.battle.state import SIDES, FieldedBlock, Fight, Game, Phase, Pick, place_name
from tabletop.wizardkings.catalogue import Size
from tabletop.wizardkings.pack import Map, Pack

ANYBODY = ""  # in place of what a side hides


class Known(Struct, frozen=True, forbid_unknown_fields=True):
    """A block with what it is; to those from whom that is hidden `unit` is empty and `steps` is 0."""

    ref: str
    unit: str = ""
    steps: int = 0


class GameFact(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """What every fact of this game is made of."""

    def after(self, game: Game) -> Game:
        """What stands after it."""
        raise NotImplementedError

    def words(self, game: Game) -> str:
        """It in a few words, by what stood before it; what was left out of it isn't told."""
        raise NotImplementedError

    def seen_by(self, seat: str) -> GameFact | None:
        """It as it may leave for a seat; None where that may only know that something happened."""
        return self


class GameBegun(GameFact, frozen=True, tag="game_begun"):
    """The pack, and the game's own map, stand in it: a game goes on as it began, wherever it is opened."""

    name: str
    size: Size
    pack: Pack
    map: Map
    names: dict[str, str]
    armies: dict[str, str]
    capitals: dict[str, str]

    def after(self, game: Game) -> Game:
        begun = replace(
            game, name=self.name, pack=self.pack, map=self.map, size=self.size, names=self.names, armies=self.armies,
            capitals=self.capitals,
        )  # fmt: skip
        held = {city.hex: home for city in self.map.cities if (home := begun.home(city.hex))}
        return replace(begun, held=held)

    def words(self, game: Game) -> str:
        return f"a {self.size} game begins: {' against '.join(self.names[side] for side in SIDES)}"


class ForceBrought(GameFact, frozen=True, tag="force_brought"):
    """A side's blocks, in an order that tells nothing, and what is off the map and may come later."""

    side: str
    blocks: tuple[Known, ...]
    pool: dict[str, int]
    salt: str

    def after(self, game: Game) -> Game:
        blocks = tuple(
            FieldedBlock(ref=known.ref, side=self.side, unit=known.unit, steps=known.steps) for known in self.blocks
        )
        return replace(
            game, blocks=game.blocks + blocks, pools={**game.pools, self.side: self.pool},
            numbers={**game.numbers, self.side: len(blocks)},
        )  # fmt: skip

    def words(self, game: Game) -> str:
        return f"{game.names[self.side]} bring {len(self.blocks)} blocks"

    def seen_by(self, seat: str) -> GameFact:
        if seat == self.side:
            return self
        return replace(self, blocks=tuple(Known(known.ref) for known in self.blocks), pool={}, salt="")


class BlockPlaced(GameFact, frozen=True, tag="block_placed"):
    ref: str
    place: str

    def after(self, game: Game) -> Game:
        return game.with_blocks((self.ref,), place=self.place).with_control(self.place)

    def words(self, game: Game) -> str:
        return f"{self.ref} is placed in {place_name(game, self.place)}"


class SideReady(GameFact, frozen=True, tag="side_ready"):
    side: str

    def after(self, game: Game) -> Game:
        return replace(game, ready=(*game.ready, self.side))

    def words(self, game: Game) -> str:
        return f"{game.names[self.side]} are ready"


class PhaseBegun(GameFact, frozen=True, tag="phase_begun"):
    """A phase, of a side's where `mover` is one. A turn begins with blocks that have done nothing."""

    turn: int
    phase: Phase
    mover: str = ""

    def after(self, game: Game) -> Game:
        begun = replace(
            game, turn=self.turn, phase=self.phase, mover=self.mover, ready=(), recruiting=False, fight=None, picks={}
        )
        if self.turn != game.turn:
            fresh = tuple(replace(block, moved=False, fought=False, gained=0, raised=False) for block in begun.blocks)
            begun = replace(begun, blocks=fresh, learnt=(), attacks={}, first="")
        if self.phase is Phase.BATTLES:
            begun = replace(begun, garrisons=begun.garrisoned())
        return begun

    def words(self, game: Game) -> str:
        whose = f", {game.names[self.mover]}" if self.mover else ""
        return f"turn {self.turn}: {self.phase}{whose}"


class InitiativeRolled(GameFact, frozen=True, tag="initiative_rolled"):
    first: str
    sums: dict[str, int]

    def after(self, game: Game) -> Game:
        return replace(game, first=self.first)

    def words(self, game: Game) -> str:
        thrown = ", ".join(f"{game.names[side]} {self.sums[side]}" for side in SIDES)
        return f"{game.names[self.first]} move first ({thrown})"


class BlocksMoved(GameFact, frozen=True, tag="blocks_moved"):
    """Into a hex with enemies it is an attack."""

    refs: tuple[str, ...]
    place: str
    attacks: bool = False

    def after(self, game: Game) -> Game:
        moved = game.with_blocks(self.refs, place=self.place, moved=True)
        if self.attacks and self.place not in game.attacks:
            moved = replace(moved, attacks={**game.attacks, self.place: game.mover})
        return moved.with_control(self.place)

    def words(self, game: Game) -> str:
        attack = ", an attack" if self.attacks else ""
        return f"{listed(self.refs)} to {place_name(game, self.place)}{attack}"


class Recruited(GameFact, frozen=True, tag="recruited"):
    """Steps gained, in movement or after a victory: nobody else sees a block turned."""

    side: str
    ref: str
    steps: int
    salt: str

    def after(self, game: Game) -> Game:
        block = game.block(self.ref)
        assert block is not None
        fight = game.fight
        if fight is not None:
            grown = game.with_blocks((self.ref,), steps=block.steps + self.steps)
            return replace(grown, fight=replace(fight, recruited=(*fight.recruited, self.ref)))
        grown = game.with_blocks((self.ref,), steps=block.steps + self.steps, gained=self.steps)
        return replace(grown, recruiting=True)

    def words(self, game: Game) -> str:
        return f"{called(game, self.ref)} recruits {self.steps} step{'s' if self.steps > 1 else ''}"

    def seen_by(self, seat: str) -> GameFact | None:
        return self if seat == self.side else None


class BattleOpened(GameFact, frozen=True, tag="battle_opened"):
    """Everybody sees the blocks that fight, until the battle is over."""

    place: str
    attacker: str
    blocks: tuple[Known, ...]

    def after(self, game: Game) -> Game:
        fight = Fight(place=self.place, attacker=self.attacker)
        fought = game.with_blocks([known.ref for known in self.blocks], fought=True)
        return replace(fought, fight=fight)

    def words(self, game: Game) -> str:
        names = {each.ref: game.data.unit(each.unit, "unit").name for each in self.blocks}
        there = ", ".join(f"{names[each.ref]} {each.ref} with {each.steps}" for each in self.blocks)
        return f"battle in {place_name(game, self.place)}: {there}"


class Fired(GameFact, frozen=True, tag="fired"):
    """Hits of a block, and the steps that they took by block."""

    ref: str
    hits: int
    losses: dict[str, int] = {}

    def after(self, game: Game) -> Game:
        return acted(game.with_losses(self.losses), self.ref)

    def words(self, game: Game) -> str:
        return f"{called(game, self.ref)} fires: {_hits(self.hits)}{_lost(game, self.losses)}"


class SpellCast(GameFact, frozen=True, tag="spell_cast"):
    """A spell with its hits; `paid` are steps of a chaos unit (WK-40)."""

    ref: str
    spell: str
    hits: int
    losses: dict[str, int] = {}
    paid: int = 0

    def after(self, game: Game) -> Game:
        losses = {**self.losses, self.ref: self.paid} if self.paid else self.losses
        return acted(game.with_losses(losses), self.ref)

    def words(self, game: Game) -> str:
        name = next((spell.name for spell in game.data.spells if spell.id == self.spell), self.spell)
        return f"{called(game, self.ref)} casts {name}: {_hits(self.hits)}{_lost(game, self.losses)}"


class FatigueTested(GameFact, frozen=True, tag="fatigue_tested"):
    ref: str
    tired: bool

    def after(self, game: Game) -> Game:
        assert game.fight is not None
        if not self.tired:
            return game
        return replace(game, fight=replace(game.fight, fatigued=(*game.fight.fatigued, self.ref)))

    def words(self, game: Game) -> str:
        return f"{called(game, self.ref)} is {'fatigued' if self.tired else 'not fatigued'}"


class Learnt(GameFact, frozen=True, tag="learnt"):
    """A step for a kill by a direct spell (WK-30)."""

    ref: str

    def after(self, game: Game) -> Game:
        block = game.block(self.ref)
        assert block is not None
        assert game.fight is not None
        grown = game.with_blocks((self.ref,), steps=block.steps + 1)
        fight = replace(game.fight, learnt=(*game.fight.learnt, self.ref))
        return replace(grown, learnt=(*game.learnt, self.ref), fight=fight)

    def words(self, game: Game) -> str:
        return f"{called(game, self.ref)} learns a step"


class Held(GameFact, frozen=True, tag="held"):
    ref: str

    def after(self, game: Game) -> Game:
        return acted(game, self.ref)

    def words(self, game: Game) -> str:
        return f"{called(game, self.ref)} does nothing"


class Retreated(GameFact, frozen=True, tag="retreated"):
    """Out of a battle, or away from one that is won, which is a regroup."""

    ref: str
    place: str
    regroups: bool = False

    def after(self, game: Game) -> Game:
        gone = game.with_blocks((self.ref,), place=self.place).with_control(self.place)
        if not self.regroups:
            return acted(gone, self.ref)
        assert gone.fight is not None
        return replace(gone, fight=replace(gone.fight, regrouped=(*gone.fight.regrouped, self.ref)))

    def words(self, game: Game) -> str:
        verb = "regroups" if self.regroups else "retreats"
        return f"{called(game, self.ref)} {verb} to {place_name(game, self.place)}"


class RoundBegun(GameFact, frozen=True, tag="round_begun"):
    number: int

    def after(self, game: Game) -> Game:
        assert game.fight is not None
        return replace(game, fight=replace(game.fight, round=self.number, acted=()))

    def words(self, game: Game) -> str:
        return f"round {self.number}"


class BattleWon(GameFact, frozen=True, tag="battle_won"):
    side: str

    def after(self, game: Game) -> Game:
        assert game.fight is not None
        won = replace(game, fight=replace(game.fight, winner=self.side))
        return won.with_control(game.fight.place)

    def words(self, game: Game) -> str:
        return f"{game.names[self.side]} win the battle"


class BattleClosed(GameFact, frozen=True, tag="battle_closed"):
    place: str

    def after(self, game: Game) -> Game:
        left = {place: side for place, side in game.attacks.items() if place != self.place}
        return replace(game, fight=None, attacks=left).with_control(self.place)

    def words(self, game: Game) -> str:
        return f"the battle in {place_name(game, self.place)} is over"


class Built(GameFact, frozen=True, tag="built"):
    """A cadre, or the first step of a castle: the other side sees a block come, not what it is."""

    side: str
    ref: str
    unit: str
    place: str
    is_castle: bool
    salt: str

    def after(self, game: Game) -> Game:
        block = FieldedBlock(ref=self.ref, side=self.side, unit=self.unit, steps=1, place=self.place, raised=True)
        pools = dict(game.pools)
        if not self.is_castle:
            own = dict(pools.get(self.side, {}))
            own[self.unit] = own.get(self.unit, 0) - 1
            pools[self.side] = own
        numbers = {**game.numbers, self.side: game.numbers.get(self.side, 0) + 1}
        built = replace(game, blocks=(*game.blocks, block), pools=pools, numbers=numbers)
        return built.with_pick(self.side, Pick(self.unit, self.place, self.is_castle)).with_control(self.place)

    def words(self, game: Game) -> str:
        what = game.data.unit(self.unit, "unit").name if self.unit else "a block"
        return f"{game.names[self.side]} build {what}: {self.ref}, {place_name(game, self.place)}"

    def seen_by(self, seat: str) -> GameFact:
        return self if seat == self.side else replace(self, unit=ANYBODY, is_castle=False, salt="")


class CastleRaised(GameFact, frozen=True, tag="castle_raised"):
    """One step more on a castle that stands."""

    side: str
    ref: str
    salt: str

    def after(self, game: Game) -> Game:
        block = game.block(self.ref)
        assert block is not None
        raised = game.with_blocks((self.ref,), steps=block.steps + 1)
        return raised.with_pick(self.side, Pick(block.unit, block.place, True))

    def words(self, game: Game) -> str:
        return f"{called(game, self.ref)} gains a step"

    def seen_by(self, seat: str) -> GameFact | None:
        return self if seat == self.side else None


class Studied(GameFact, frozen=True, tag="studied"):
    """A wizard's roll at a henge; each rolls once a build phase."""

    side: str
    ref: str
    gained: int
    salt: str

    def after(self, game: Game) -> Game:
        block = game.block(self.ref)
        assert block is not None
        return game.with_blocks((self.ref,), steps=block.steps + self.gained, moved=True)

    def words(self, game: Game) -> str:
        return f"{called(game, self.ref)} studies at the henge{' and gains a step' if self.gained else ' in vain'}"

    def seen_by(self, seat: str) -> GameFact | None:
        return self if seat == self.side else None


class GameEnded(GameFact, frozen=True, tag="game_ended"):
    """Nothing is hidden any more."""

    how: str
    winner: str
    blocks: tuple[Known, ...]

    def after(self, game: Game) -> Game:
        return replace(game, how=self.how, winner=self.winner, fight=None)

    def words(self, game: Game) -> str:
        return f"{self.how}: {game.names[self.winner]}" if self.winner else self.how


AnyFact = (
    GameBegun
    | ForceBrought
    | BlockPlaced
    | SideReady
    | PhaseBegun
    | InitiativeRolled
    | BlocksMoved
    | Recruited
    | BattleOpened
    | Fired
    | SpellCast
    | FatigueTested
    | Learnt
    | Held
    | Retreated
    | RoundBegun
    | BattleWon
    | BattleClosed
    | Built
    | CastleRaised
    | Studied
    | GameEnded
)


def acted(game: Game, ref: str) -> Game:
    """The game with a block's turn in the round done."""
    assert game.fight is not None
    return replace(game, fight=replace(game.fight, acted=(*game.fight.acted, ref)))


def known(blocks: Sequence[FieldedBlock]) -> tuple[Known, ...]:
    return tuple(Known(block.ref, block.unit, block.steps) for block in blocks)


def listed(refs: Sequence[str]) -> str:
    """`r1, r2 and r3`."""
    *first, last = refs
    return f"{', '.join(first)} and {last}" if first else last


def called(game: Game, ref: str) -> str:
    """`Levy r3`: only facts that are told to whom knows the block say it so."""
    block = game.block(ref)
    return f"{game.row(block).name} {ref}" if block else ref


def _hits(hits: int) -> str:
    return f"{hits} hit{'' if hits == 1 else 's'}"


def _lost(game: Game, losses: Mapping[str, int]) -> str:
    if not losses:
        return ""
    parts = []
    for ref, lost in losses.items():
        block = game.block(ref)
        gone = block is not None and lost >= block.steps
        parts.append(f"{called(game, ref)} {'is eliminated' if gone else f'loses {lost}'}")
    return f"; {', '.join(parts)}"
