"""Moments of a game whose odds are asked, read strictly: `muster-situation/1` with game arrakhar.

Each may bring the player's own pack; without one the house's tables are used, and the answer says so.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from tabletop.arrakhar.catalogue import MOST_IN_A_HEX, PROFILES, Haunt, Profile, Side, UnitType
from tabletop.arrakhar.pack import Pack
from tabletop.decoding import LARGEST_FILE, MalformedError, decoded
from tabletop.values import Text, Value

Count = Annotated[int, Meta(ge=1, le=20)]
Group = Annotated[dict[UnitType, Count], Meta(min_length=1)]


class Situation(Value, frozen=True, kw_only=True, tag_field="kind"):
    """What every kind states."""

    format: Literal["muster-situation/1"]
    game: Literal["arrakhar"]
    name: Text = ""
    pack: Pack | None = None


class Attack(Situation, frozen=True, kw_only=True, tag="attack"):
    """Units of one side, from any hexes around, attack some or all units of one hex."""

    attackers: Group
    defenders: Group


class Fireballs(Situation, frozen=True, kw_only=True, tag="fireball"):
    """So many casters throw a fireball each at all units of one hex; with the wand wizards throw one more."""

    casters: Annotated[int, Meta(ge=0, le=20)] = 1
    target: Group
    wand: bool = False


class Summoning(Situation, frozen=True, kw_only=True, tag="summon"):
    """A sorcerer summons at a haunt where these units stand; so many of its type are left in the pool."""

    haunt: Haunt
    occupants: dict[UnitType, Count] = field(default_factory=dict)
    pool: Annotated[int, Meta(ge=0, le=20)]


class Haste(Situation, frozen=True, kw_only=True, tag="haste"):
    """So many castings of haste on the units of one hex."""

    castings: Count = 1
    target: Group


AnySituation = Attack | Fireballs | Summoning | Haste


def read_situation(content: bytes | str) -> AnySituation:
    """A situation from its file; MalformedError names the field that can't be."""
    situation: AnySituation = decoded(content, AnySituation, most=LARGEST_FILE, what="situation")  # type: ignore[arg-type]
    if isinstance(situation, Fireballs):
        target = in_one_hex(situation.target)
        if situation.wand and target.side is Side.WIZARD:
            raise MalformedError("wand", f"is the wizard's: it isn't used on {target.plural}")
        if not (situation.casters or situation.wand):
            raise MalformedError("casters", "must be at least 1 where the wand isn't used")
    if isinstance(situation, Haste) and (target := in_one_hex(situation.target)).side is not Side.WIZARD:
        raise MalformedError("target", f"{target.plural} can't be hasted: that is for the wizard's units")
    return situation


def in_one_hex(target: Group) -> Profile:
    """The type of those who stand in one hex; MalformedError where they can't (AW-57)."""
    if len(target) > 1:
        raise MalformedError("target", f"a hex holds units of one type, not {' and '.join(target)}")
    ((unit, count),) = target.items()
    if count > MOST_IN_A_HEX:
        raise MalformedError(f"target.{unit}", f"must be at most {MOST_IN_A_HEX}: a hex holds no more")
    return PROFILES[unit]
