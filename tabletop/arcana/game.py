"""Armies of Arcana as the site reaches it: what its rosters are, and what is done with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any

from msgspec import Struct
from msgspec.json import encode
from msgspec.structs import replace

from tabletop.arcana.army.belongings import models_needed, owned_in, owned_kinds
from tabletop.arcana.army.edits import AnyEdit, Edit
from tabletop.arcana.army.event_pack import Pack, code_in, code_of, rules_of
from tabletop.arcana.army.judging import judge_army
from tabletop.arcana.army.merge import merge_rosters
from tabletop.arcana.army.pricing import ArmyPrice, price, price_record
from tabletop.arcana.army.repair import Look, Reviewed, look_with, with_tried_remedies
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Roster, read_roster, reread
from tabletop.arcana.army.rules import Subject, rulebook_of
from tabletop.arcana.army.to_do import is_draft
from tabletop.arcana.catalogue.identifiers import Rules
from tabletop.arcana.catalogue.lists import Catalogue, ListKind
from tabletop.arcana.creation.own_lists import ListPack, read_priced_pack
from tabletop.arcana.formats.compare.compare_units import side_by_side
from tabletop.arcana.formats.compare.difference import summary_difference
from tabletop.arcana.formats.naming import army_name, profile_names
from tabletop.arcana.formats.registry import FORMATS, read_any, read_loosely, split_file
from tabletop.arcana.formats.shelf import read_shelf
from tabletop.arcana.reference.contents import contents_of, taken_in
from tabletop.arcana.reference.entries import entries_of
from tabletop.arcana.reference.rulings import Ruling
from tabletop.arcana.terrain.charts import Chart
from tabletop.decoding import MalformedError
from tabletop.dice.sources import Rolled
from tabletop.game import Game
from tabletop.pdf.document import Sheet
from tabletop.pdf.paper import Paper
from tabletop.rosters.collection import Owned, OwnedKind, ReadModels
from tabletop.rosters.comparison import Change, UnitPair
from tabletop.rosters.document import write_roster
from tabletop.rosters.files import FileFormat, ReadFile, WrittenFile
from tabletop.rosters.price_record import PriceRecord
from tabletop.rosters.reading import ReadList
from tabletop.rosters.verdict import Entry, Listed, Verdict, VerdictSeal
from tabletop.rulebook import Rulebook
from tabletop.search import Entry as SearchEntry

# ruff: noqa: PLC0415 (odds and sheets bring two thirds of the game's modules, and most who judge rosters want neither)


class Reference(Struct, frozen=True):
    """What rosters are looked up in: the printed lists, and the organisers' packs by the rules that name them.

    `charts` of terrain and `rulings` are for readers alone.
    """

    catalogue: Catalogue
    packs: Callable[[Iterable[Rules]], Mapping[Rules, Pack]]
    charts: tuple[Chart, ...] = ()
    rulings: tuple[Ruling, ...] = ()

    def ensure_here(self, rules: Rules) -> None:
        """MalformedError where a pack is named that isn't here."""
        if code_of(rules) and not self.packs([rules]):
            raise MalformedError("rules", f"there is no pack “{code_of(rules)}”")


class ArcanaVerdict(Verdict, frozen=True, kw_only=True):
    """One roster with its army, price and report."""

    army: Army
    price: ArmyPrice

    @property
    def points(self) -> int:
        return self.price.points

    @cached_property
    def price_record(self) -> PriceRecord:
        return price_record(self.price, self.army.catalogue.version)

    @cached_property
    def receipt(self) -> tuple[Entry, ...]:
        units = (unit for units in self.price.contingents for unit in units)
        return tuple(Entry(price.ref, price.unit.name, price.points, price.breakdown) for price in units)

    @cached_property
    def units(self) -> dict[str, str]:
        return dict(_units_of_parts(self.army))

    @property
    def rulebook(self) -> Rulebook:
        """The rules that it was reviewed by."""
        return rulebook_of(self.army.rules, self.army.pack)

    @cached_property
    def reviewed(self) -> Reviewed:
        """The roster reviewed with the ways out of each finding, not yet tried."""
        broken = self.rulebook.only({finding.code for finding in self.report.findings})
        findings = broken.review(Subject(self.army, self.price)).findings
        return Reviewed(self.roster, self.points, replace(self.report, findings=findings), self.price_record.profiles)

    @property
    def look(self) -> Look:
        """How to review other rosters in the same way."""
        return look_with(self.army.catalogue, self.rulebook, self.army.pack)

    def glance(self, roster: Roster) -> Reviewed:
        """Another roster under the same rules reviewed without ways out: only units of other values are judged."""
        judged = judge_army(roster, self.army.catalogue, self.army.pack)
        spent = price_record(judged.price, self.army.catalogue.version).profiles
        return Reviewed(roster, judged.price.points, judged.report, spent)


def _units_of_parts(army: Army) -> Iterator[tuple[str, str]]:
    """Each unit's name by its own ref and by those of its characters."""
    for unit in army.units:
        yield unit.ref, unit.name
        yield from ((character.choice.ref, unit.name) for character in unit.characters)


def judge(roster: Roster, catalogue: Catalogue, pack: Pack | None = None) -> ArcanaVerdict:
    """Price and review a roster under a pack, or by the book's rules that it names.

    Raises MalformedError where the roster names what the catalogue doesn't have. Its findings have no remedies.
    """
    judged = judge_army(roster, catalogue, pack)
    army, priced, own = judged.army, judged.price, judged.army.own.army
    return ArcanaVerdict(
        roster=roster,
        army=army,
        price=priced,
        report=judged.report,
        is_draft=is_draft(judged.report, army, priced),
        shares={"normal": priced.normal, "special": priced.special},
        rules_version=f"{judged.rulebook.name} {judged.rulebook.version}, catalogue {catalogue.version}",
        listed=Listed(
            army=own.name,
            army_slug=own.slug,
            shield=own.shield,
            points_limit=army.points_limit,
            rules=roster.rules,
            rules_name=army.rules_name,
            has_pack=pack is not None,
        ),
    )


class ArmiesOfArcana(Game[Roster, Reference]):
    """Armies of Arcana, its rosters of `muster-roster/1` with units, allies and designs."""

    slug = "arcana"
    name = "Armies of Arcana"
    document = Roster
    edits = AnyEdit
    shares = ("normal", "special")
    formats = FORMATS
    has_collections = True

    def read(self, content: bytes | str) -> Roster:
        return read_roster(content)

    def checked(self, roster: Roster) -> Roster:
        return reread(roster)

    def read_any(self, name: str, content: bytes, reference: Reference) -> ReadFile:
        return read_any(name, content, reference.catalogue)

    def read_loosely(self, name: str, content: bytes, reference: Reference) -> ReadList:
        return read_loosely(name, content, reference.catalogue)

    def split_lists(self, content: bytes, reference: Reference) -> tuple[bytes, ...]:
        return split_file(content, reference.catalogue)

    def write(self, roster: Roster, kind: FileFormat, reference: Reference) -> WrittenFile:
        return kind.file(roster, reference.catalogue)

    def price(self, roster: Roster, reference: Reference) -> PriceRecord:
        return price_record(price(resolve(roster, reference.catalogue)), reference.catalogue.version)

    def army_name(self, roster: Roster, reference: Reference) -> str:
        return army_name(roster.army, reference.catalogue, roster.own_list)

    def army_names(self, reference: Reference) -> tuple[str, ...]:
        lists = reference.catalogue.lists.values()
        return tuple(entry.name for entry in lists if entry.kind == ListKind.ARMY)

    def verdict_bases(self, rules: Iterable[str], reference: Reference) -> dict[str, str]:
        """The catalogue and what stands in the pack."""
        named = set(rules)
        packs = {name: sha256(encode(pack)).hexdigest() for name, pack in reference.packs(named).items()}
        return {name: f"{reference.catalogue.version} {packs.get(name, '')}" for name in named}

    def verdicts(self, rosters: Sequence[Roster], reference: Reference) -> list[ArcanaVerdict]:
        packs = reference.packs(roster.rules for roster in rosters)
        return [judge(roster, reference.catalogue, packs.get(roster.rules)) for roster in rosters]

    def advised(self, verdict: Verdict) -> Verdict:
        """The verdict with only those remedies that mend their finding and break nothing; those of warnings untried."""
        assert isinstance(verdict, ArcanaVerdict)
        if not verdict.report.findings:
            return verdict
        return replace(verdict, report=with_tried_remedies(verdict.reviewed, verdict.army.catalogue, verdict.glance))

    def profile_names(self, verdict: Verdict) -> Mapping[str, str]:
        assert isinstance(verdict, ArcanaVerdict)
        return profile_names(verdict.army.catalogue)

    def named_rules(self, words: str, reference: Reference) -> Rules:
        """The rules that a name, a pack's code or its link stands for."""
        rules = words if words in ("", "core", "tournament") else rules_of(code_in(code_of(words) or words))
        reference.ensure_here(rules)
        return rules

    def with_rules(self, roster: Roster, rules: Rules) -> Roster:
        return replace(roster, rules=rules)

    def read_edit(self, fields: Any, *, from_form: bool = False) -> Struct:
        """An edit from plain values; the form of the rules may have a pack's link or code in its field `pack`."""
        if from_form and fields.get("verb") == "set_rules":
            link = fields.get("pack")
            fields = {name: value for name, value in fields.items() if name != "pack"}
            fields |= {"rules": rules_of(code_in(link))} if link else {}
        return super().read_edit(fields, from_form=from_form)

    def edited(self, roster: Roster, edit: Struct, reference: Reference) -> Roster:
        """The changed roster; a pack that it is put under must be here."""
        assert isinstance(edit, Edit)
        changed = edit.applied(roster, reference.catalogue)
        if changed.rules != roster.rules:
            reference.ensure_here(changed.rules)
        return changed

    def entries(self, reference: Reference) -> tuple[SearchEntry, ...]:
        return entries_of(reference.catalogue, reference.charts, reference.rulings)

    def contents(self, roster: Roster, reference: Reference) -> Iterator[str]:
        return contents_of(roster, reference.catalogue)

    def taken(self, roster: Roster, reference: Reference) -> Mapping[str, int]:
        """Profiles of its models and characters."""
        return taken_in(roster, reference.catalogue)

    def owned_kinds(self, reference: Reference) -> tuple[OwnedKind, ...]:
        return owned_kinds(reference.catalogue)

    def owned_in(self, roster: Roster, reference: Reference) -> Iterator[Owned]:
        """Its printed models: those of designs stand in no list."""
        return (owned for owned in owned_in(roster) if owned.profile in reference.catalogue.rows)

    def models_needed(self, roster: Roster, reference: Reference) -> Mapping[str, int]:
        return models_needed(roster)

    def read_owned(self, content: str, reference: Reference) -> ReadModels:
        return read_shelf(content, reference.catalogue)

    def count_parts(self, roster: Roster) -> int:
        """Units, lines of models and characters."""
        return sum(1 + len(unit.models) + len(unit.characters) for unit in roster.contingent_units)

    def merged(self, base: Roster, mine: Roster, theirs: Roster) -> Roster | None:
        return merge_rosters(base, mine, theirs)

    def differences(self, before: Roster, after: Roster, reference: Reference) -> tuple[Change, ...]:
        return summary_difference(before, after, reference.catalogue)

    def side_by_side(self, one: Roster, two: Roster, reference: Reference) -> Iterator[UnitPair]:
        return side_by_side(one, two, reference.catalogue)

    def read_pack(self, content: bytes | str) -> ListPack:
        """An army list of a player's own."""
        return read_priced_pack(content)

    def odds(self, content: bytes | str, reference: Reference) -> dict[str, Any]:
        from tabletop.arcana.odds.answers import odds
        from tabletop.arcana.odds.situations import read_situation

        return odds(reference.catalogue, read_situation(content))

    def resolved(self, content: bytes | str, reference: Reference, source: Rolled) -> dict[str, Any]:
        from tabletop.arcana.odds.answers import resolved
        from tabletop.arcana.odds.situations import read_situation

        return resolved(reference.catalogue, read_situation(content), source)

    def sheet(self, verdict: Verdict, *, paper: Paper, seal: VerdictSeal) -> Sheet:
        from tabletop.arcana.printing.rosters.full import roster_sheet
        from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster

        assert isinstance(verdict, ArcanaVerdict)
        file = write_roster(verdict.roster)
        return roster_sheet(PrintedRoster(verdict.army, verdict.report, verdict.price, seal, file), paper=paper)


ARCANA = ArmiesOfArcana()
