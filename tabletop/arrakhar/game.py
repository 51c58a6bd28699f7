"""Arrakhar's Wand as the site reaches it: its rosters are forces, looked up in a data pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arrakhar.answers import answered, resolved
from tabletop.arrakhar.battle.played import ArrakharBattle
from tabletop.arrakhar.desk import beginnings, begun, desk_of
from tabletop.arrakhar.edits import AnyEdit, Edit
from tabletop.arrakhar.force import BY_SLUG, Force, counted, with_count
from tabletop.arrakhar.pack import Pack, read_pack
from tabletop.arrakhar.pack_tables import pack_of, tables_of
from tabletop.arrakhar.pricing import PricedForce, all_priced_by, house_of, priced_by, receipt_of
from tabletop.arrakhar.printing.aids import phase_card, tables_sheet
from tabletop.arrakhar.printing.counters import counter_sheet
from tabletop.arrakhar.printing.force_sheet import force_sheet, text_of
from tabletop.arrakhar.rules import RULEBOOK, each_type_has_its_minimum
from tabletop.arrakhar.situations import read_situation
from tabletop.dice.sources import Rolled
from tabletop.findings import Report, Severity
from tabletop.game import GameOfPacks
from tabletop.packs import GamePack, Origin, PackKind, Packs, PackTable
from tabletop.pdf.document import Sheet
from tabletop.pdf.paper import Paper
from tabletop.rosters.comparison import Change, changed_counts, merged_counts, merged_fields
from tabletop.rosters.desk import Beginning, Desk
from tabletop.rosters.files import ROSTER_FILE, FileFormat
from tabletop.rosters.price_record import PriceRecord
from tabletop.rosters.verdict import Entry, Listed, Verdict, VerdictSeal

FORMATS = {
    "json": ROSTER_FILE,
    "text": FileFormat(
        "Text", ".txt", "text/plain; charset=utf-8", lambda force, _: text_of(force).encode(), paste=True
    ),
}

BLANK = Pack(format="muster-pack/1", game="arrakhar", meta=Origin(id="own", title="Own pack", kind=PackKind.OWN))


class ArrakharVerdict(Verdict, frozen=True, kw_only=True):
    """A force with what it was priced by."""

    priced: PricedForce

    @cached_property
    def price_record(self) -> PriceRecord:
        return price_record(self.priced)

    @cached_property
    def receipt(self) -> tuple[Entry, ...]:
        return receipt_of(self.priced)


def judge(priced: PricedForce) -> ArrakharVerdict:
    """What is to be said of a force."""
    force = priced.force
    report = RULEBOOK.review(priced)
    return ArrakharVerdict(
        roster=force,
        priced=priced,
        report=report,
        is_draft=_is_draft(report),
        rules_version=f"{RULEBOOK.name} {RULEBOOK.version}, {priced.sentence}",
        figures_from=priced.sentence,
        listed=Listed(
            army=army_name(force),
            army_slug=force.army,
            points_limit=force.limit,
            rules=force.pack,
            rules_name=priced.sentence,
            has_pack=True,
        ),
    )


def _is_draft(report: Report) -> bool:
    """Whether nothing is wrong but that there are too few of something."""
    errors = [finding.code for finding in report.findings if finding.severity is Severity.ERROR]
    return bool(errors) and set(errors) == {each_type_has_its_minimum.code}


def price_record(priced: PricedForce) -> PriceRecord:
    return PriceRecord(priced.sentence, priced.points, priced.points_by_profile)


def army_name(force: Force) -> str:
    return f"Arrakhar's Wand: {force.army}"


class ArrakharsWand(GameOfPacks[Force]):
    """Arrakhar's Wand, its rosters of `muster-roster/1` with a side, a scenario and units by profile."""

    slug = "arrakhar"
    name = "Arrakhar's Wand"
    summary = (
        "Two players on a board of hexes: a wand is hidden, found and carried away. You need Dragon 69, its board and "
        "charts. One click starts a legal force for the basic scenario."
    )
    document = Force
    edits = AnyEdit
    papers: ClassVar = {
        "counters": "Counters: units, haunts, the wand, haste",
        "phases": "The ten segments of a turn",
        "tables": "Tables of the pack",
        "blank-tables": "Blank tables for your own charts",
    }
    formats = FORMATS

    def price(self, roster: Force, reference: Packs) -> PriceRecord:
        return price_record(priced_by(roster, reference))

    def army_name(self, roster: Force, reference: Packs) -> str:
        return army_name(roster)

    def verdicts(self, rosters: Sequence[Force], reference: Packs) -> list[ArrakharVerdict]:
        return [judge(force) for force in all_priced_by(rosters, reference)]

    def edited(self, roster: Force, edit: Struct, reference: Packs) -> Force:
        assert isinstance(edit, Edit)
        return self.checked(edit.applied(roster))

    def beginnings(self) -> tuple[Beginning, ...]:
        return beginnings()

    def begun(self, slug: str, pack: str = "") -> Force:
        return self.checked(begun(slug, pack))

    def desk(self, verdict: Verdict) -> Desk:
        assert isinstance(verdict, ArrakharVerdict)
        return desk_of(verdict.priced)

    def contents(self, roster: Force, reference: Packs) -> Iterator[str]:
        return (counted(slug, count) for slug, count in roster.counts.items())

    def taken(self, roster: Force, reference: Packs) -> dict[str, int]:
        """Its units by the names of their types."""
        return {counted(slug, 1).removeprefix("1 "): count for slug, count in roster.counts.items()}

    def count_parts(self, roster: Force) -> int:
        """Types of units that it has any of."""
        return len(roster.counts)

    def merged(self, base: Force, mine: Force, theirs: Force) -> Force | None:
        """Their force with my changes: of other counts, or of other fields, than theirs."""
        fields = [name for name in Force.__struct_fields__ if name != "units"]
        own = merged_fields(base, mine, theirs, fields)
        counts = merged_counts(base.counts, mine.counts, theirs.counts)
        if own is None or counts is None:
            return None
        merged: Force = replace(theirs, **own)
        for slug, count in counts.items():
            merged = with_count(merged, slug, count)
        return merged

    def differences(self, before: Force, after: Force, reference: Packs) -> tuple[Change, ...]:
        return tuple(_changes(before, after, priced_by(after, reference)))

    def read_pack(self, content: bytes | str) -> Pack:
        return read_pack(content)

    def pack_tables(self, pack: GamePack | None) -> tuple[PackTable, ...]:
        return tables_of(pack if isinstance(pack, Pack) else BLANK)

    def pack_of(self, pack: GamePack | None, meta: Origin, typed: Mapping[str, Any]) -> Pack:
        return pack_of(pack if isinstance(pack, Pack) else BLANK, meta, typed)

    def odds(self, content: bytes | str, reference: Packs) -> dict[str, Any]:
        return answered(read_situation(content), house_of(reference))

    def resolved(self, content: bytes | str, reference: Packs, source: Rolled) -> dict[str, Any]:
        return resolved(read_situation(content), house_of(reference), source)

    def battle_rules(self) -> ArrakharBattle:
        return BATTLE

    def sheet(self, verdict: Verdict, *, paper: Paper, seal: VerdictSeal) -> Sheet:
        assert isinstance(verdict, ArrakharVerdict)
        return force_sheet(verdict.priced, verdict, paper=paper, seal=seal)

    def printed(self, kind: str, verdict: Verdict | None, reference: Packs, *, paper: Paper) -> Sheet:
        """Of a force its own counters, and the haunts of its scenario; of none those of both sides."""
        match kind:
            case "counters":
                force = verdict.priced.force if isinstance(verdict, ArrakharVerdict) else None
                return counter_sheet(force, paper=paper)
            case "phases":
                return phase_card(paper=paper)
            case "tables":
                return tables_sheet(house_of(reference), paper=paper)
            case "blank-tables":
                return tables_sheet(None, paper=paper)
        return super().printed(kind, verdict, reference, paper=paper)


def _changes(before: Force, after: Force, priced: PricedForce) -> Iterator[Change]:
    """What differs in the choices, types by their counts with what that costs."""
    for name in ("name", "army", "scenario"):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield Change("", f"{name}: {old} → {new}")
    if before.advanced != after.advanced:
        yield Change("", "advanced play" if after.advanced else "no advanced play")
    if before.limit != after.limit and before.scenario == after.scenario:
        yield Change("", f"points agreed: {before.limit} → {after.limit}")
    if before.pack != after.pack:
        yield Change("", f"figures of the {'data pack ' + after.pack if after.pack else 'house pack'}")
    if before.costs != after.costs:
        yield Change("", "other costs of the player's own chart")
    if before.salt != after.salt:
        yield Change("", "sealed anew")
    for slug, old, new in changed_counts(before.counts, after.counts):
        name = BY_SLUG[slug].plural if slug in BY_SLUG else slug.partition("/")[2]
        yield Change(slug.partition("/")[2], f"{name}: {old} → {new}", (new - old) * priced.cost_of(slug))
    if before.notes != after.notes:
        yield Change("", "other notes")


BATTLE = ArrakharBattle()
ARRAKHAR = ArrakharsWand()
