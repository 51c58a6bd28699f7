"""What players do in a game, each command with all that is declared together (AW-61, AW-72, AW-81)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tabletop.arrakhar.catalogue import Haunt, UnitType
from tabletop.boards.hex import Hex
from tabletop.values import Value

Refs = Annotated[tuple[str, ...], Meta(min_length=1, max_length=80)]
Way = Annotated[tuple[Hex, ...], Meta(min_length=2, max_length=40)]


class GameCommand(Value, frozen=True, kw_only=True, tag_field="command"):
    """What every command of this game is made of."""


class PlaceHaunt(GameCommand, frozen=True, kw_only=True, tag="place_haunt"):
    haunt: Haunt
    number: Annotated[int, Meta(ge=1, le=3)]
    place: Hex


class HideWand(GameCommand, frozen=True, kw_only=True, tag="hide_wand"):
    haunt: str


class SetPool(GameCommand, frozen=True, kw_only=True, tag="set_pool"):
    """The designed demons, orcs and ghouls."""

    pool: dict[UnitType, Annotated[int, Meta(ge=0, le=20)]]


class PlaceUnit(GameCommand, frozen=True, kw_only=True, tag="place_unit"):
    unit: UnitType
    place: Hex


class EndSegment(GameCommand, frozen=True, kw_only=True, tag="end_segment"):
    """On to the next segment; the first one ends the set-up, the last one of a turn checks the haunts."""


class Wander(GameCommand, frozen=True, kw_only=True, tag="wander"):
    """Roll for wandering orcs, to come to this ruin's hex."""

    place: Hex


class Summon(GameCommand, frozen=True, kw_only=True, tag="summon"):
    """At most so many; fewer than the table says need no reason."""

    caster: str
    haunt: str
    most: Annotated[int, Meta(ge=0, le=4)] = 4


class Casting(Value, frozen=True, kw_only=True):
    """One haste that is declared: the caster and the units of one hex."""

    caster: str
    refs: Refs


class CastHaste(GameCommand, frozen=True, kw_only=True, tag="haste"):
    castings: Annotated[tuple[Casting, ...], Meta(min_length=1, max_length=20)]


class MoveUnits(GameCommand, frozen=True, kw_only=True, tag="move"):
    refs: Refs
    way: Way
    takes_wand: bool = False


class Spell(Value, frozen=True, kw_only=True):
    """One fireball that is declared."""

    caster: str
    target: Hex
    by_wand: bool = False


class ThrowFireballs(GameCommand, frozen=True, kw_only=True, tag="fireballs"):
    spells: Annotated[tuple[Spell, ...], Meta(min_length=1, max_length=40)]


class Assault(Value, frozen=True, kw_only=True):
    """One attack that is declared: units against some or all of one hex."""

    attackers: Refs
    defenders: Refs


class DeclareAttacks(GameCommand, frozen=True, kw_only=True, tag="attacks"):
    attacks: Annotated[tuple[Assault, ...], Meta(min_length=1, max_length=40)]


class Advance(GameCommand, frozen=True, kw_only=True, tag="advance"):
    refs: Refs
    to: Hex


AnyCommand = (
    PlaceHaunt
    | HideWand
    | SetPool
    | PlaceUnit
    | EndSegment
    | Wander
    | Summon
    | CastHaste
    | MoveUnits
    | ThrowFireballs
    | DeclareAttacks
    | Advance
)
