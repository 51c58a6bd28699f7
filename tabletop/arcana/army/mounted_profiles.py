"""A character and its mount: one creature, or two that share a base."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.lists import Grants
from tabletop.arcana.catalogue.profiles import Armour, Defence, Morale, MoraleKind, Row, Section, Statistics
from tabletop.citations import Citation
from tabletop.languages import say

SMALL_MOUNTS = BOOK.section("Monster Mounts with 3 Wounds or Less")
LARGE_MOUNTS = BOOK.section("Monster Mounts with 4 Wounds or More")
VEHICLES = BOOK.section("Characters on Vehicles")

NO_GRANTS = Grants()
MOST_WOUNDS_MERGED = 3
MANY_WOUNDS = 6


class Ride(Struct, frozen=True):
    """How a mounted character fights: `merged` is the one creature, or `rider_hit_on` says who takes a hit on a d6."""

    rider: Row
    mount: Row
    merged: Statistics | None
    rider_hit_on: tuple[int, ...]
    citation: Citation

    @property
    def sentence(self) -> str:
        """What rider and mount share, in a sentence."""
        if self.merged:
            one = say(
                "{rider} and {mount} fight as one creature of {wounds} wounds.",
                rider=self.rider.name,
                mount=self.mount.name,
                wounds=self.merged.wounds,
            )
            fearsome = [row.name for row in (self.rider, self.mount) if row.fearsome]
            if len(fearsome) == 1:
                one += " " + say("Only the attacks of {profile} are fearsome.", profile=fearsome[0])
            return one
        faces = self.rider_hit_on
        rider = str(faces[0]) if len(faces) == 1 else say("{first} to {last}", first=faces[0], last=faces[-1])
        return say(
            "A hit is on the rider on a d6 of {rider}, on {mount} otherwise; each keeps its own wounds.",
            rider=rider,
            mount=self.mount.name,
        )


def ride_of(rider: Row, mount: Row, grants: Grants = NO_GRANTS) -> Ride:
    """The two together; vehicles never merge, and count as 4 wounds when they have fewer (ruling T11).

    `grants` are what the rider's list gives to all: a Sylvan lord on a horse still walks the woods.
    """
    if mount.section != Section.VEHICLES and mount.wounds <= MOST_WOUNDS_MERGED:
        return Ride(rider, mount, merged_profile(rider, mount, grants), (), SMALL_MOUNTS)
    faces = (1,) if mount.wounds >= MANY_WOUNDS else (1, 2)
    return Ride(rider, mount, None, faces, VEHICLES if mount.section == Section.VEHICLES else LARGE_MOUNTS)


def merged_profile(rider: Row, mount: Row, grants: Grants = NO_GRANTS) -> Statistics:
    """One creature: the mount's move and base, wounds together, the better saves, the worse evasion, all attacks."""
    granted = tuple(ability for ability in grants.abilities if ability not in mount.movement.abilities)
    better, other = _better_armoured(rider, mount)
    return Statistics(
        movement=replace(mount.movement, abilities=mount.movement.abilities + granted),
        wounds=rider.wounds + mount.wounds,
        armour=better.armour,
        second_armour=_still_useful(better.armour, other.armour),
        defence=_defence(rider, mount, shield=better.defence.shield),
        morale=_morale(rider.morale, mount.morale),
        melee=rider.melee + tuple(replace(line, name=line.name or mount.name) for line in mount.melee),
        missile=rider.missile + mount.missile,
        ramming=mount.ramming or rider.ramming,
        fearsome=rider.fearsome and mount.fearsome,
        base=mount.base,
        footprint=mount.footprint,
    )


def _better_armoured(rider: Row, mount: Row) -> tuple[Row, Row]:
    if _worth(mount.armour) > _worth(rider.armour):
        return mount, rider
    return rider, mount


def _worth(armour: Armour | None) -> tuple[int, bool]:
    return (armour.value, armour.fixed) if armour else (0, False)


def _still_useful(better: Armour | None, other: Armour | None) -> Armour | None:
    """The lower armour counts where it is fixed and the higher isn't: strength can't lower it."""
    if better and other and other.fixed and not better.fixed:
        return other
    return None


def _defence(rider: Row, mount: Row, *, shield: bool) -> Defence:
    """Shared abilities stay, others are lost; magic resistance is the better, evasion the worse."""
    mine, its = rider.defence, mount.defence
    return Defence(
        magic_resistance=max(mine.magic_resistance, its.magic_resistance),
        evasion=min(mine.evasion, its.evasion),
        shield=shield,
        missile_armour=max(mine.missile_armour, its.missile_armour),
        missile_immune=mine.missile_immune and its.missile_immune,
        regeneration=mine.regeneration and its.regeneration,
        slow=its.slow,
        sensitive=tuple(element for element in mine.sensitive if element in its.sensitive),
        immune=tuple(element for element in mine.immune if element in its.immune),
        negates_long_weapons=mine.negates_long_weapons and its.negates_long_weapons,
        charmer=mine.charmer and its.charmer,
    )


def _morale(rider: Morale | None, mount: Morale | None) -> Morale | None:
    """The rider's own, fearless or berserk if either is."""
    if rider is None:
        return mount
    kinds = {row.kind for row in (rider, mount) if row}
    strongest = (MoraleKind.FEARLESS, MoraleKind.BERSERK, MoraleKind.NATURAL)
    return replace(rider, kind=next(kind for kind in strongest if kind in kinds))
