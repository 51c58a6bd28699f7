"""What is said of a roster of any game: its price, its findings, and what stands in lists and on prints."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from tabletop.findings import Report
from tabletop.heraldry import Shield
from tabletop.receipts import Breakdown
from tabletop.rosters.digest import content_digest, short_digest
from tabletop.rosters.price_record import PriceRecord


class Entry(Struct, frozen=True):
    """A part of a roster with what it costs; `ref` is the part's stable id."""

    ref: str
    name: str
    points: int
    breakdown: Breakdown


class Listed(Struct, frozen=True, kw_only=True):
    """What stands beside a roster's name in lists; empty or None where a game has no such thing.

    `rules` are the roster's word for them, `rules_name` the players'; `has_pack` where they are an organiser's.
    """

    army: str = ""
    army_slug: str = ""
    shield: Shield | None = None
    points_limit: int | None = None
    rules: str = ""
    rules_name: str = ""
    has_pack: bool = False


class Verdict(Struct, frozen=True, kw_only=True, dict=True):
    """One roster, priced and judged; `shares` are those points of the whole that its game counts apart.

    `is_draft` where it isn't legal yet and adding alone can make it so. `figures_from` is whose figures it was priced
    by, where they aren't the published ones: every page and print says it.

    It has a `dict` to keep what is worked out when it is asked for.
    """

    roster: Any
    report: Report
    is_draft: bool = False
    shares: dict[str, int] = {}
    rules_version: str
    figures_from: str = ""
    listed: Listed = Listed()

    @cached_property
    def price_record(self) -> PriceRecord:
        """What is worth remembering of its price."""
        raise NotImplementedError

    @cached_property
    def receipt(self) -> tuple[Entry, ...]:
        """What it costs part by part."""
        return ()

    @cached_property
    def units(self) -> Mapping[str, str]:
        """The unit that each part belongs to, by the part's ref, in players' words."""
        return {}

    @property
    def points(self) -> int:
        return self.price_record.points

    @cached_property
    def code(self) -> str:
        """The short digest of its choices, as it is printed."""
        return short_digest(content_digest(self.roster))


class VerdictSeal(Struct, frozen=True, kw_only=True):
    """When and by which rules a roster was judged.

    `digest` is the short form of its content digest, `address` the page that checks it again.
    """

    date: str
    rules_version: str
    digest: str = ""
    address: str = ""

    @property
    def when(self) -> str:
        return f"{self.date}, rules {self.rules_version}"
