"""A force as its player has designed it: `muster-roster/1` with game arrakhar, choices and never prices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from tabletop.arrakhar.catalogue import PROFILES, TERMS, Profile, Scenario, Side, Terms, UnitType
from tabletop.decoding import MalformedError, allowing
from tabletop.packs import PackCode
from tabletop.values import Name, Slug, Text, Value

A_REF = allowing("1 to 32 small letters, digits and hyphens, no hyphen first")
Ref = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{0,31}$(?!\n)", extra=A_REF)]
Salt = Annotated[str, Meta(pattern=r"^[a-z0-9]{0,64}$(?!\n)", extra=allowing("up to 64 small letters and digits"))]
Points = Annotated[int, Meta(ge=1, le=1000)]
BY_SLUG: Mapping[str, Profile] = {profile.slug: profile for profile in PROFILES.values()}
NO_UNITS = ("arrakhar/wand", "arrakhar/temple", "arrakhar/ruin", "arrakhar/crypt")  # counters that cost nothing


class Models(Value, frozen=True, kw_only=True):
    """Counters of one type."""

    profile: Slug
    count: Annotated[int, Meta(ge=0, le=1000)]


class Unit(Value, frozen=True, kw_only=True):
    """Counters that a player has put together; the rules know none but their types."""

    ref: Ref | None = None
    name: Text = ""
    models: Annotated[tuple[Models, ...], Meta(max_length=50)] = ()


class Force(Value, frozen=True, kw_only=True, dict=True, gc=True):
    """One side's force for a scenario, or for another number of points that both players have agreed on.

    `advanced` play has no minimum of any type. `pack` is the code of an owner's data pack, empty for the house's;
    `costs` are those of the player's own chart, by type, instead of a pack's. The `salt` is random, so that nobody
    finds the force by comparing its code with those of all others.
    """

    format: Literal["muster-roster/1"]
    game: Literal["arrakhar"]
    name: Name
    notes: Text = ""
    army: Side
    scenario: Scenario
    advanced: bool = False
    points_limit: Points | None = None
    pack: PackCode = ""
    costs: dict[UnitType, Annotated[int, Meta(ge=1, le=3)]] | None = None
    salt: Salt = ""
    units: Annotated[tuple[Unit, ...], Meta(max_length=50)] = ()

    @property
    def terms(self) -> Terms:
        """What the scenario allows the side."""
        return TERMS[self.scenario][self.army]

    @property
    def limit(self) -> int:
        """Points at most: those agreed on, or the scenario's."""
        return self.points_limit or self.terms.points

    @property
    def least(self) -> int:
        """Units of each of the side's types at least."""
        return 0 if self.advanced else self.terms.least

    @cached_property
    def counts(self) -> dict[str, int]:
        """Counters by profile, in the order of the file; none of 0."""
        counts: dict[str, int] = {}
        for unit in self.units:
            for models in unit.models:
                counts[models.profile] = counts.get(models.profile, 0) + models.count
        return {slug: count for slug, count in counts.items() if count}

    def count(self, unit: UnitType) -> int:
        return self.counts.get(PROFILES[unit].slug, 0)

    def check(self) -> Force:
        """The force itself; MalformedError where it names a counter that the game doesn't have."""
        for place, unit in enumerate(self.units):
            for line, models in enumerate(unit.models):
                if models.profile not in BY_SLUG and models.profile not in NO_UNITS:
                    known = ", ".join(BY_SLUG)
                    reason = f"there is no “{models.profile}”; units are {known}"
                    raise MalformedError(f"units[{place}].models[{line}].profile", reason)
        return self


def counted(slug: str, count: int) -> str:
    """`8 dwarves`; what is no unit by the last word of its profile."""
    profile = BY_SLUG.get(slug)
    return profile.counted(count) if profile else f"{count} {slug.partition('/')[2]}"


def with_count(force: Force, slug: str, count: int) -> Force:
    """The force with so many counters of a profile: in the unit that has them already, or in a new one."""
    units: list[Unit] = []
    left = count
    for unit in force.units:
        kept = []
        for models in unit.models:
            if models.profile != slug:
                kept.append(models)
            elif left:
                kept.append(replace(models, count=left))
                left = 0
        if kept or not unit.models:
            units.append(replace(unit, models=tuple(kept)))
    if left:
        units.append(Unit(models=(Models(profile=slug, count=left),)))
    return replace(force, units=tuple(units))


def new_force(army: Side, scenario: Scenario, *, name: str, salt: str = "") -> Force:
    """A force with the scenario's minimum of each type, so that it is legal from the start."""
    force = Force(format="muster-roster/1", game="arrakhar", name=name, army=army, scenario=scenario, salt=salt)
    for profile in PROFILES.values():
        if profile.side is army:
            force = with_count(force, profile.slug, force.terms.least)
    return force
