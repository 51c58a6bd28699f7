"""A force with the pack that it is looked up in, and what its steps would cost where gold is counted.

The variant counts no gold (WK-3); the standard game's price of what one has is shown beside it, to compare forces by.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from tabletop.citations import Document
from tabletop.packs import GamePack, Packs
from tabletop.receipts import Breakdown, Line
from tabletop.rosters.verdict import Entry
from tabletop.wizardkings.catalogue import Kind
from tabletop.wizardkings.force import Capital, Force, Models
from tabletop.wizardkings.pack import Pack, UnitRow


class PricedForce(Struct, frozen=True):
    """A force and its pack: what its rules look at.

    `pack` is the one that the force names; where that `is_missing`, it is the house's.
    """

    force: Force
    pack: Pack
    is_missing: bool = False

    @property
    def sentence(self) -> str:
        """Whose figures these are, as every page and print says it."""
        return self.pack.meta.sentence

    def row(self, slug: str) -> UnitRow | None:
        """The kind of block, None where the pack has no such."""
        return self.pack.by_slug.get(slug)

    def name(self, slug: str) -> str:
        row = self.row(slug)
        return row.name if row else slug.partition("/")[2]

    def starting(self, *kinds: Kind) -> dict[str, int]:
        """Blocks at the start of these kinds by profile, whosever they are."""
        counts = self.force.counts.items()
        return {slug: count for slug, count in counts if (row := self.row(slug)) and row.kind in kinds}

    def count(self, *kinds: Kind) -> int:
        return sum(self.starting(*kinds).values())

    def gold_of(self, models: Models) -> int:
        """Gold by the standard game: cost by steps by blocks; 0 of what has no known cost."""
        row = self.row(models.profile)
        return models.count * models.steps * ((row and row.cost) or 0)

    @property
    def gold_by_profile(self) -> dict[str, int]:
        gold: dict[str, int] = {}
        for models in self.force.models:
            gold[models.profile] = gold.get(models.profile, 0) + self.gold_of(models)
        return gold

    @property
    def gold(self) -> int:
        return sum(self.gold_by_profile.values())

    def worth(self, capital: Capital) -> int | None:
        """Gold of a capital's city: by the pack's map, else as its player says; None where neither does."""
        city = self.pack.map.by_hex.get(capital.city) if self.pack.map else None
        return city.gold if city else capital.gold

    def place(self, capital: Capital) -> str:
        """`Highgate (0,1)`."""
        city = self.pack.map.by_hex.get(capital.city) if self.pack.map else None
        return f"{city.name} ({capital.city})" if city else capital.city


def priced_by(force: Force, packs: Packs) -> PricedForce:
    """The force with the pack that it names, or the house's."""
    (only,) = all_priced_by([force], packs)
    return only


def all_priced_by(forces: Sequence[Force], packs: Packs) -> list[PricedForce]:
    """Each of the forces with the pack that it names; all packs are asked for at once."""
    own = packs.own({force.pack for force in forces if force.pack})
    return [_priced(force, own.get(force.pack), house_of(packs)) for force in forces]


def house_of(packs: Packs) -> Pack:
    assert isinstance(packs.house, Pack)
    return packs.house


def _priced(force: Force, own: GamePack | None, house: Pack) -> PricedForce:
    if isinstance(own, Pack):
        return PricedForce(force, own)
    return PricedForce(force, house, is_missing=bool(force.pack))


def receipt_of(priced: PricedForce) -> tuple[Entry, ...]:
    """A line for each kind of block in the force."""
    units = Document(priced.sentence).section("Units")
    entries: dict[str, tuple[Line, ...]] = {}
    for models in priced.force.models:
        row = priced.row(models.profile)
        label = f"{models.count} × {models.steps} step{'s' if models.steps > 1 else ''} × {(row and row.cost) or 0}"
        line = Line(label, Fraction(priced.gold_of(models)), units)
        entries[models.profile] = (*entries.get(models.profile, ()), line)
    return tuple(
        Entry(
            slug.partition("/")[2],
            f"{priced.force.counts[slug]} × {priced.name(slug)}",
            priced.gold_by_profile[slug],
            Breakdown(lines),
        )
        for slug, lines in entries.items()
    )
