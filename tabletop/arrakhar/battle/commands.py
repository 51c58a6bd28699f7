"""What players do in a game, command by command; what is declared together waits until all of it is (AW-61, 72, 81)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tabletop.arrakhar.catalogue import UnitType
from tabletop.boards.hex import HexName
from tabletop.decoding import allowing
from tabletop.values import Value

A_HAUNT = allowing("a haunt by its counter, as T1, R2 or C3")
HauntName = Annotated[str, Meta(pattern=r"^[TRC][1-3]$(?!\n)", extra=A_HAUNT)]
Ref = Annotated[str, Meta(max_length=20)]
Refs = Annotated[tuple[Ref, ...], Meta(min_length=1, max_length=20)]
Counters = Annotated[int, Meta(ge=0, le=20)]


class GameCommand(Value, frozen=True, kw_only=True, tag_field="command"):
    """What every command of this game is made of."""


class BringForce(GameCommand, frozen=True, kw_only=True, tag="bring_force"):
    """One's own force, by type; it is secret until it is placed (AW-14)."""

    counts: dict[UnitType, Counters]


class PlaceHaunt(GameCommand, frozen=True, kw_only=True, tag="place_haunt"):
    """A haunt in a hex; one that is placed already moves there."""

    haunt: HauntName
    place: HexName


class HideWand(GameCommand, frozen=True, kw_only=True, tag="hide_wand"):
    haunt: HauntName


class PlaceUnits(GameCommand, frozen=True, kw_only=True, tag="place_units"):
    """So many units of one's force together in a hex."""

    unit: UnitType
    place: HexName
    count: Annotated[int, Meta(ge=1, le=20)] = 1


class EndSegment(GameCommand, frozen=True, kw_only=True, tag="end_segment"):
    """On to the next segment; each side's set-up is one, the last one of a turn checks the haunts."""


class Wander(GameCommand, frozen=True, kw_only=True, tag="wander"):
    """Roll for wandering orcs, to come to this hex."""

    place: HexName


class Summon(GameCommand, frozen=True, kw_only=True, tag="summon"):
    """At most so many; fewer than the table says need no reason."""

    caster: Ref
    haunt: HauntName
    most: Annotated[int, Meta(ge=0, le=4)] = 4


class DeclareHaste(GameCommand, frozen=True, kw_only=True, tag="declare_haste"):
    """On units of one type in one hex."""

    caster: Ref
    refs: Refs


class Move(GameCommand, frozen=True, kw_only=True, tag="move"):
    """Units that stand together, by the shortest way; with the wand, by where that lies."""

    refs: Refs
    to: HexName
    takes_wand: bool = False


class DeclareFireball(GameCommand, frozen=True, kw_only=True, tag="declare_fireball"):
    caster: Ref
    target: HexName
    by_wand: bool = False


class DeclareAttack(GameCommand, frozen=True, kw_only=True, tag="declare_attack"):
    """Units against some or all of one hex."""

    attackers: Refs
    defenders: Refs


class Resolve(GameCommand, frozen=True, kw_only=True, tag="resolve"):
    """Roll for one of what is declared, counted from 0; from the first roll on nothing more is declared."""

    number: Annotated[int, Meta(ge=0, le=40)] = 0


class Advance(GameCommand, frozen=True, kw_only=True, tag="advance"):
    refs: Refs
    to: HexName


AnyCommand = (
    BringForce
    | PlaceHaunt
    | HideWand
    | PlaceUnits
    | EndSegment
    | Wander
    | Summon
    | DeclareHaste
    | Move
    | DeclareFireball
    | DeclareAttack
    | Resolve
    | Advance
)
