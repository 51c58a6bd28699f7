"""What players do in a game; a hex is named as on the map, `5,7`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tabletop.boards.hex import HexName
from tabletop.values import Value
from tabletop.wizardkings.catalogue import MOST_STEPS
from tabletop.wizardkings.pack import Word

BlockRef = Annotated[str, Meta(pattern=r"^[rb][1-9][0-9]{0,2}$(?!\n)", max_length=4)]


class GameCommand(Value, frozen=True, kw_only=True, tag_field="command"):
    """What every command of this game is made of."""


class PlaceBlock(GameCommand, frozen=True, kw_only=True, tag="place"):
    """One of one's own blocks on one's home maps, before the first turn."""

    ref: BlockRef
    place: HexName


class Ready(GameCommand, frozen=True, kw_only=True, tag="ready"):
    """Set up, moved, or built: the other side, or the next phase, comes."""


class RollInitiative(GameCommand, frozen=True, kw_only=True, tag="initiative"):
    """Two dice for each side, again where they are equal."""


class MoveBlocks(GameCommand, frozen=True, kw_only=True, tag="move"):
    """Blocks to a hex, from wherever each of them stands or from off the map; into enemies is an attack."""

    refs: Annotated[tuple[BlockRef, ...], Meta(min_length=1, max_length=40)]
    place: HexName


class Recruit(GameCommand, frozen=True, kw_only=True, tag="recruit"):
    """A block gains so many steps, or as many as it may; after a victory in the hex of the battle."""

    ref: BlockRef
    steps: Annotated[int, Meta(ge=0, le=MOST_STEPS)] = 0


class BeginBattle(GameCommand, frozen=True, kw_only=True, tag="fight"):
    place: HexName


class Fire(GameCommand, frozen=True, kw_only=True, tag="fire"):
    ref: BlockRef


class CastSpell(GameCommand, frozen=True, kw_only=True, tag="cast"):
    ref: BlockRef
    spell: Word


class Hold(GameCommand, frozen=True, kw_only=True, tag="hold"):
    """A block does nothing this round."""

    ref: BlockRef


class Retreat(GameCommand, frozen=True, kw_only=True, tag="retreat"):
    """Out of a battle in the block's own turn; by the winner once it is over, as a regroup."""

    ref: BlockRef
    place: HexName


class CloseBattle(GameCommand, frozen=True, kw_only=True, tag="close"):
    """The winner has done with a battle."""


class Build(GameCommand, frozen=True, kw_only=True, tag="build"):
    """A pick: a cadre, that arrives in a capital, or off the map in a small game."""

    unit: Word
    place: HexName | None = None


class BuildCastle(GameCommand, frozen=True, kw_only=True, tag="castle"):
    """A pick: a step on a castle, of the first kind that there is where none stands and no other is named."""

    place: HexName
    unit: Word | None = None


class Study(GameCommand, frozen=True, kw_only=True, tag="study"):
    """A wizard at a henge rolls for a step."""

    ref: BlockRef


AnyCommand = (
    PlaceBlock
    | Ready
    | RollInitiative
    | MoveBlocks
    | Recruit
    | BeginBattle
    | Fire
    | CastSpell
    | Hold
    | Retreat
    | CloseBattle
    | Build
    | BuildCastle
    | Study
)
