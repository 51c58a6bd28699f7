"""Marbles, a game that nobody plays: as small as a game can be, to test what every game may rely on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tabletop.citations import Document
from tabletop.decoding import MalformedError
from tabletop.game import Game
from tabletop.pdf.document import Sheet
from tabletop.pdf.paper import Paper
from tabletop.pdf.surface import Surface
from tabletop.pdf.typography import Style
from tabletop.receipts import Breakdown, Line
from tabletop.rosters.files import ROSTER_FILE, FileFormat
from tabletop.rosters.price_record import PriceRecord
from tabletop.rosters.verdict import Entry, Listed, Verdict, VerdictSeal
from tabletop.rulebook import Breach, Rulebook, rule
from tabletop.values import Count, Name, Text, Value

BOOK = Document("Marbles")
PRICES = {"glass": 2, "steel": 5}


class Bag(Value, frozen=True, kw_only=True):
    """A player's marbles by what they are made of."""

    format: Literal["muster-roster/1"]
    game: Literal["marbles"]
    name: Name
    notes: Text = ""
    marbles: dict[str, Count]


class Put(Struct, frozen=True, forbid_unknown_fields=True, tag="put", tag_field="verb"):
    """Put so many marbles into the bag."""

    kind: str
    count: int = 1


@rule("BAG-01", BOOK.section("The bag"))
def bag_holds_ten(bag: Bag) -> Iterator[Breach]:
    """A bag holds at most ten marbles."""
    if (count := sum(bag.marbles.values())) > 10:
        yield Breach(f"There are {count} marbles in the bag.", actual=count, limit=10)


RULES = Rulebook("marbles", "1", (bag_holds_ten,))


FORMATS = {
    "json": ROSTER_FILE,
    "text": FileFormat("Text", ".txt", "text/plain", lambda bag, _: written(bag).encode(), paste=True),
}


class MarblesVerdict(Verdict, frozen=True, kw_only=True):
    @cached_property
    def price_record(self) -> PriceRecord:
        return Marbles().price(self.roster, None)

    @cached_property
    def receipt(self) -> tuple[Entry, ...]:
        prices = self.price_record.profiles
        lines = {kind: Line(kind, Fraction(points), BOOK.section("Prices")) for kind, points in prices.items()}
        return tuple(Entry(kind, kind, prices[kind], Breakdown((line,))) for kind, line in lines.items())


class Marbles(Game[Bag, None]):
    slug = "marbles"
    name = "Marbles"
    document = Bag
    edits = Put
    formats = FORMATS

    def price(self, roster: Bag, reference: None) -> PriceRecord:
        if unknown := roster.marbles.keys() - PRICES.keys():
            raise MalformedError("marbles", f"there are no marbles of {min(unknown)}")
        profiles = {kind: count * PRICES[kind] for kind, count in roster.marbles.items()}
        return PriceRecord("1", sum(profiles.values()), profiles)

    def verdicts(self, rosters: Sequence[Bag], reference: None) -> list[Verdict]:
        return [self.judge(bag) for bag in rosters]

    def judge(self, bag: Bag) -> Verdict:
        self.price(bag, None)
        return MarblesVerdict(
            roster=bag, report=RULES.review(bag), rules_version="marbles 1",
            listed=Listed(army="Marbles"),
        )  # fmt: skip

    def edited(self, roster: Bag, edit: Struct, reference: None) -> Bag:
        assert isinstance(edit, Put)
        count = roster.marbles.get(edit.kind, 0) + edit.count
        return self.checked(replace(roster, marbles=roster.marbles | {edit.kind: count}))

    def sheet(self, verdict: Verdict, *, paper: Paper, seal: VerdictSeal) -> Sheet:
        def page(surface: Surface) -> None:
            surface.text((20, 20), f"{written(verdict.roster)}, {seal.digest}", Style(10))

        return Sheet(title=verdict.roster.name, paper=paper, pages=(page,))


def written(bag: Bag) -> str:
    """`My bag: 3 glass, 1 steel`."""
    return f"{bag.name}: {', '.join(f'{count} {kind}' for kind, count in bag.marbles.items())}"
