"""What the rules of army building read: an army and its price."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from msgspec import Struct

from tabletop.arcana.army.pricing import ArmyPrice, Shares, UnitPrice
from tabletop.arcana.army.resolve import Army, Contingent
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.creation.design_rules import review_design
from tabletop.findings import Culprit, Report
from tabletop.languages import number

Part = tuple[Contingent, tuple[UnitPrice, ...], Shares]


class Subject(Struct, frozen=True):
    """An army under review, with its receipts; `reports` keeps what was said of each design, for the next rule."""

    army: Army
    price: ArmyPrice
    reports: dict[tuple[str, str], Report] = {}

    def design_report(self, design: Design, army: str) -> Report:
        """Every finding about an own design as a model of this army list's."""
        key = design.name, army
        if key not in self.reports:
            self.reports[key] = review_design(design, self.army.catalogue, army)
        return self.reports[key]

    @property
    def parts(self) -> Iterator[Part]:
        """Each contingent with its priced units and their shares, the player's own first."""
        return zip(self.army.contingents, self.price.contingents, self.price.shares, strict=True)

    @property
    def has_allies(self) -> bool:
        return len(self.army.contingents) > 1


def unit_culprit(ref: str) -> Culprit:
    return Culprit("unit", ref)


def character_culprit(ref: str) -> Culprit:
    return Culprit("character", ref)


def share(points: int, of: int) -> str:
    """Per cent to one place, never rounded up to a limit that isn't met: `59.9 %`, `64 %`."""
    tenths = points * 1000 // of
    whole, tenth = divmod(tenths, 10)
    return f"{number(Decimal(tenths) / 10)} %" if tenth else f"{whole} %"
