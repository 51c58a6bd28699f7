"""What a force costs: by the player's own chart where it has one, by the pack else."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from tabletop.arrakhar.catalogue import UnitType
from tabletop.arrakhar.force import BY_SLUG, Force, counted
from tabletop.arrakhar.pack import Pack
from tabletop.citations import Document
from tabletop.packs import GamePack, Packs
from tabletop.receipts import Breakdown, Line
from tabletop.rosters.verdict import Entry

OWN_COSTS = "costs of the player's own chart"


class PricedForce(Struct, frozen=True):
    """A force and what its counters cost: what its rules look at.

    `pack` is the one that the force names; where that `is_missing`, it is the house's.
    """

    force: Force
    pack: Pack
    is_missing: bool = False

    @property
    def costs(self) -> dict[UnitType, int]:
        """Points by type, of those that are known."""
        return self.pack.costs if self.force.costs is None else self.force.costs

    @property
    def sentence(self) -> str:
        """Whose figures these are, as every page and print says it."""
        return self.pack.meta.sentence if self.force.costs is None else OWN_COSTS

    @property
    def points(self) -> int:
        return sum(self.points_by_profile.values())

    @property
    def points_by_profile(self) -> dict[str, int]:
        """What each profile costs; a counter that is no unit, or without a known cost, adds nothing."""
        return {slug: count * self.cost_of(slug) for slug, count in self.force.counts.items()}

    def cost_of(self, slug: str) -> int:
        """Points of one counter; 0 of what is no unit, or has no known cost."""
        profile = BY_SLUG.get(slug)
        return self.costs.get(profile.unit, 0) if profile else 0


def priced_by(force: Force, packs: Packs) -> PricedForce:
    """The force with the pack that it names; MalformedError where it names a counter that there isn't."""
    (only,) = all_priced_by([force], packs)
    return only


def all_priced_by(forces: Sequence[Force], packs: Packs) -> list[PricedForce]:
    """Each of the forces with the pack that it names; all packs are asked for at once."""
    own = packs.own({force.pack for force in forces if force.pack})
    return [_priced(force.check(), own.get(force.pack), house_of(packs)) for force in forces]


def house_of(packs: Packs) -> Pack:
    assert isinstance(packs.house, Pack)
    return packs.house


def _priced(force: Force, own: GamePack | None, house: Pack) -> PricedForce:
    if isinstance(own, Pack):
        return PricedForce(force, own)
    return PricedForce(force, house, is_missing=bool(force.pack))


def receipt_of(priced: PricedForce) -> tuple[Entry, ...]:
    """A line for each type in the force."""
    chart = Document(priced.sentence).section("Counter Chart")
    entries = []
    for slug, points in priced.points_by_profile.items():
        count, profile = priced.force.counts[slug], BY_SLUG.get(slug)
        ref = profile.unit if profile else slug.partition("/")[2]
        line = Line(f"{count} × {priced.cost_of(slug)}", Fraction(points), chart)
        entries.append(Entry(ref, counted(slug, count), points, Breakdown((line,))))
    return tuple(entries)
