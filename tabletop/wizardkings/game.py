"""Wizard Kings as the site reaches it: its rosters are start forces, looked up in a data pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.dice.sources import Rolled
from tabletop.findings import Report, Severity
from tabletop.game import GameOfPacks
from tabletop.languages import marked
from tabletop.packs import GamePack, Origin, PackKind, Packs, PackTable
from tabletop.pdf.document import Sheet
from tabletop.pdf.paper import Paper
from tabletop.rosters.comparison import Change, changed_counts, merged_counts, merged_fields
from tabletop.rosters.desk import Beginning, Desk
from tabletop.rosters.files import ROSTER_FILE, FileFormat
from tabletop.rosters.price_record import PriceRecord
from tabletop.rosters.verdict import Entry, Listed, Verdict, VerdictSeal
from tabletop.wizardkings.answers import answered, resolved
from tabletop.wizardkings.battle.rules import KingsBattle
from tabletop.wizardkings.desk import beginnings, begun, desk_of
from tabletop.wizardkings.edits import AnyEdit, Edit
from tabletop.wizardkings.force import Force, with_count, with_pooled
from tabletop.wizardkings.pack import GAME, Pack, read_pack
from tabletop.wizardkings.pack_tables import pack_of, tables_of
from tabletop.wizardkings.pricing import PricedForce, all_priced_by, house_of, priced_by, receipt_of
from tabletop.wizardkings.printing.aids import phase_card, recruitment_table, turn_record
from tabletop.wizardkings.printing.force_sheet import force_sheet, text_of
from tabletop.wizardkings.rules import ADDING, RULEBOOK, army_name
from tabletop.wizardkings.situations import read_situation

FORMATS = {
    "json": ROSTER_FILE,
    "text": FileFormat(
        "Text",
        ".txt",
        "text/plain; charset=utf-8",
        lambda force, packs: text_of(priced_by(force, packs)).encode(),
        paste=True,
    ),
}


BATTLE = KingsBattle()
BLANK = Pack(format="muster-pack/1", game="wizard-kings", meta=Origin(id="own", title="Own pack", kind=PackKind.OWN))


class KingsVerdict(Verdict, frozen=True, kw_only=True):
    """A force with the pack that it was looked up in."""

    priced: PricedForce

    @cached_property
    def price_record(self) -> PriceRecord:
        return price_record(self.priced)

    @cached_property
    def receipt(self) -> tuple[Entry, ...]:
        return receipt_of(self.priced)


def judge(priced: PricedForce) -> KingsVerdict:
    """What is to be said of a force."""
    force = priced.force
    report = RULEBOOK.review(priced)
    return KingsVerdict(
        roster=force,
        priced=priced,
        report=report,
        is_draft=_is_draft(report),
        rules_version=f"{RULEBOOK.name} {RULEBOOK.version}, {priced.sentence}",
        figures_from=priced.sentence,
        listed=Listed(
            army=roster_name(force),
            army_slug=force.army,
            rules=force.pack,
            rules_name=priced.sentence,
            has_pack=True,
        ),
    )


def _is_draft(report: Report) -> bool:
    """Whether nothing is wrong but that there are too few of something."""
    errors = [finding for finding in report.findings if finding.severity is Severity.ERROR]
    return bool(errors) and all(
        each.code in ADDING and each.actual is not None and each.limit is not None and each.actual < each.limit
        for each in errors
    )


def price_record(priced: PricedForce) -> PriceRecord:
    return PriceRecord(priced.sentence, priced.gold, priced.gold_by_profile)


def roster_name(force: Force) -> str:
    return f"Wizard Kings: {army_name(force.army)}" if force.army else "Wizard Kings"


class WizardKings(GameOfPacks[Force]):
    """Wizard Kings with the recruitment variant: `muster-roster/1` with an army, a size of game and blocks."""

    slug = GAME
    name = "Wizard Kings: recruitment"
    summary = (
        "Blocks of up to four steps on hexes; units recruit where they stand instead of being bought. You need the "
        "published game, its blocks and maps, and the variant's text. One click starts a legal force."
    )
    document = Force
    edits = AnyEdit
    formats = FORMATS
    counts = marked("gold")
    papers: ClassVar = {
        "recruitment": "Who recruits where",
        "turns": "Turns, with the moon",
        "phases": "What is done in a turn",
    }

    def price(self, roster: Force, reference: Packs) -> PriceRecord:
        return price_record(priced_by(roster, reference))

    def army_name(self, roster: Force, reference: Packs) -> str:
        return roster_name(roster)

    def verdicts(self, rosters: Sequence[Force], reference: Packs) -> list[KingsVerdict]:
        return [judge(force) for force in all_priced_by(rosters, reference)]

    def edited(self, roster: Force, edit: Struct, reference: Packs) -> Force:
        assert isinstance(edit, Edit)
        return self.checked(edit.applied(roster, priced_by(roster, reference).pack))

    def beginnings(self) -> tuple[Beginning, ...]:
        return beginnings()

    def begun(self, slug: str, pack: str = "") -> Force:
        return self.checked(begun(slug, pack))

    def desk(self, verdict: Verdict) -> Desk:
        assert isinstance(verdict, KingsVerdict)
        return desk_of(verdict.priced)

    def contents(self, roster: Force, reference: Packs) -> Iterator[str]:
        priced = priced_by(roster, reference)
        return (f"{count} × {priced.name(slug)}" for slug, count in roster.counts.items())

    def taken(self, roster: Force, reference: Packs) -> dict[str, int]:
        """Blocks that it starts with."""
        priced = priced_by(roster, reference)
        return {priced.name(slug): count for slug, count in roster.counts.items()}

    def count_parts(self, roster: Force) -> int:
        """Kinds of blocks that it starts with, and kinds in its pool."""
        return len(roster.counts) + len(roster.pooled)

    def merged(self, base: Force, mine: Force, theirs: Force) -> Force | None:
        """Their force with my changes: of other counts, or of other fields, than theirs."""
        fields = [name for name in Force.__struct_fields__ if name not in ("units", "pool")]
        own = merged_fields(base, mine, theirs, fields)
        counts = merged_counts(base.counts, mine.counts, theirs.counts)
        pooled = merged_counts(base.pooled, mine.pooled, theirs.pooled)
        if own is None or counts is None or pooled is None:
            return None
        merged: Force = replace(theirs, **own)
        for slug, count in counts.items():
            merged = with_count(merged, slug, count)
        for slug, count in pooled.items():
            merged = with_pooled(merged, slug, count)
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

    def battle_rules(self) -> KingsBattle:
        return BATTLE

    def sheet(self, verdict: Verdict, *, paper: Paper, seal: VerdictSeal) -> Sheet:
        assert isinstance(verdict, KingsVerdict)
        return force_sheet(verdict.priced, verdict, paper=paper, seal=seal)

    def printed(self, kind: str, verdict: Verdict | None, reference: Packs, *, paper: Paper) -> Sheet:
        """The record of turns is of a force's size of game, by its pack's moons; of none as long as the longest."""
        match kind:
            case "recruitment":
                return recruitment_table(paper=paper)
            case "turns" if isinstance(verdict, KingsVerdict):
                return turn_record(verdict.priced.pack, verdict.priced.force.scenario, paper=paper)
            case "turns":
                return turn_record(house_of(reference), None, paper=paper)
            case "phases":
                return phase_card(paper=paper)
        return super().printed(kind, verdict, reference, paper=paper)


def _changes(before: Force, after: Force, priced: PricedForce) -> Iterator[Change]:
    """What differs in the choices, kinds of blocks by their counts with what that is worth."""
    for name, label in (("name", "name"), ("army", "army"), ("scenario", "size")):
        old, new = getattr(before, name), getattr(after, name)
        if old != new:
            yield Change("", f"{label}: {old or 'none'} → {new or 'none'}")
    for name, on, off in OPTIONS:
        if getattr(before, name) != getattr(after, name):
            yield Change("", on if getattr(after, name) else off)
    if before.pack != after.pack:
        yield Change("", f"figures of the {'data pack ' + after.pack if after.pack else 'house pack'}")
    old_gold = PricedForce(before, priced.pack).gold_by_profile
    for slug, old, new in changed_counts(before.counts, after.counts):
        change = priced.gold_by_profile.get(slug, 0) - old_gold.get(slug, 0)
        yield Change(slug.partition("/")[2], f"{priced.name(slug)}: {old} → {new}", change)
    if _steps(before) != _steps(after) and before.counts == after.counts:
        yield Change("", "other steps at the start", priced.gold - sum(old_gold.values()))
    for slug, old, new in changed_counts(before.pooled, after.pooled):
        yield Change(slug.partition("/")[2], f"{priced.name(slug)} in the pool: {old} → {new}")
    if before.capitals != after.capitals:
        yield Change("", f"capitals: {', '.join(map(priced.place, after.capitals)) or 'none'}")
    if before.notes != after.notes:
        yield Change("", "other notes")


OPTIONS = (
    ("five_blocks", "5 blocks in all", "7 blocks in all"),
    ("third_wizard", "three wizards each", "two wizards each"),
    ("werebeasts", "werebeasts agreed on", "no werebeasts"),
)


def _steps(force: Force) -> list[tuple[str, int, int]]:
    return sorted((models.profile, models.steps, models.count) for models in force.models)


WIZARD_KINGS = WizardKings()
