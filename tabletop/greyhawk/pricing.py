"""A start with the pack that it is looked up in, and its strength, for the game counts no points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from tabletop.citations import Document
from tabletop.decoding import MalformedError
from tabletop.greyhawk.force import Force
from tabletop.greyhawk.pack import Pack, Power, Scenario, TroopRow
from tabletop.packs import GamePack, Packs
from tabletop.receipts import Breakdown, Line
from tabletop.rosters.verdict import Entry


class PricedForce(Struct, frozen=True):
    """A start and its pack: what its rules look at. Where the pack that it names `is_missing`, it is the house's."""

    force: Force
    pack: Pack
    is_missing: bool = False

    @property
    def sentence(self) -> str:
        """Whose figures these are, as every page and every print says it."""
        return self.pack.meta.sentence

    @property
    def scenario(self) -> Scenario | None:
        """The scenario, the pack's first where none is named; None where there is no such."""
        if not self.force.scenario:
            return self.pack.scenarios[0] if self.pack.scenarios else None
        return next((each for each in self.pack.scenarios if each.id == self.force.scenario), None)

    @property
    def power(self) -> Power | None:
        scenario = self.scenario
        try:
            return scenario.power(self.force.power) if scenario else None
        except MalformedError:
            return None

    def row(self, slug: str) -> TroopRow | None:
        return self.pack.by_code.get(slug.rpartition("/")[2])

    def name(self, slug: str) -> str:
        row = self.row(slug)
        return row.name if row else slug.rpartition("/")[2]

    def area_name(self, area: str) -> str:
        known = self.pack.board.by_id.get(area) if self.pack.board else None
        return known.name if known else area

    @property
    def strength_by_profile(self) -> dict[str, int]:
        counts = self.force.counts.items()
        return {slug: count * (row.strength if (row := self.row(slug)) else 0) for slug, count in counts}


def all_priced_by(forces: Sequence[Force], packs: Packs) -> list[PricedForce]:
    """Each start with the pack that it names, or the house's; all packs are asked for at once."""
    own = packs.own({force.pack for force in forces if force.pack})
    return [_priced(force, own.get(force.pack), house_of(packs)) for force in forces]


def priced_by(force: Force, packs: Packs) -> PricedForce:
    (only,) = all_priced_by([force], packs)
    return only


def house_of(packs: Packs) -> Pack:
    assert isinstance(packs.house, Pack)
    return packs.house


def _priced(force: Force, own: GamePack | None, house: Pack) -> PricedForce:
    if isinstance(own, Pack):
        return PricedForce(force, own)
    return PricedForce(force, house, is_missing=bool(force.pack))


def receipt_of(priced: PricedForce) -> tuple[Entry, ...]:
    """A line for each kind of counter."""
    source = Document(priced.sentence).section("Troops")
    entries = []
    for slug, count in priced.force.counts.items():
        row = priced.row(slug)
        line = Line(f"{count} × {row.strength if row else 0}", Fraction(priced.strength_by_profile[slug]), source)
        label = f"{count} × {priced.name(slug)}{f' {row.figures}' if row else ''}"
        entries.append(Entry(slug.rpartition("/")[2], label, priced.strength_by_profile[slug], Breakdown((line,))))
    return tuple(entries)
