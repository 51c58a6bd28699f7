"""Changes of a force, each a value that makes a new force of an old one and the pack that it is looked up in."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.boards.hex import HexName
from tabletop.decoding import MalformedError
from tabletop.packs import PackCode
from tabletop.values import Name, Text
from tabletop.wizardkings.catalogue import Kind, Size
from tabletop.wizardkings.filling import filled, most_of, topped_up
from tabletop.wizardkings.force import Blocks, Capital, Force, at_one_step, with_count, with_pooled
from tabletop.wizardkings.pack import Pack, Word


class Edit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="verb"):
    """One change; MalformedError names the field that can't be."""

    def applied(self, force: Force, pack: Pack) -> Force:
        raise NotImplementedError


class SetCount(Edit, frozen=True, kw_only=True, tag="set_count"):
    """So many blocks of a kind at the start, none of them at 0."""

    profile: str
    count: Blocks

    def applied(self, force: Force, pack: Pack) -> Force:
        if self.profile not in force.counts:
            pack.unit(self.profile, "profile")
        return with_count(force, self.profile, self.count)


class SetPool(Edit, frozen=True, kw_only=True, tag="set_pool"):
    """So many blocks of a kind in the chaos pool."""

    profile: str
    count: Blocks

    def applied(self, force: Force, pack: Pack) -> Force:
        if self.profile not in force.pooled:
            pack.unit(self.profile, "profile")
        return with_pooled(force, self.profile, self.count)


class TakeOff(Edit, frozen=True, kw_only=True, tag="take_off"):
    """So many blocks of these kinds fewer in all, at the start or in the pool: those of the last kinds first."""

    profiles: Annotated[tuple[str, ...], Meta(max_length=50)]
    count: Blocks
    pool: bool = False

    def applied(self, force: Force, pack: Pack) -> Force:
        left = self.count
        for slug in reversed(self.profiles):
            have = (force.pooled if self.pool else force.counts).get(slug, 0)
            gone = min(have, left)
            changed = with_pooled if self.pool else with_count
            force, left = changed(force, slug, have - gone), left - gone
        return force


class AllCadres(Edit, frozen=True, kw_only=True, tag="all_cadres"):
    """Every block at one step."""

    def applied(self, force: Force, pack: Pack) -> Force:
        return at_one_step(force)


class FillUp(Edit, frozen=True, kw_only=True, tag="fill_up"):
    """What is too few is added, kind by kind."""

    def applied(self, force: Force, pack: Pack) -> Force:
        return filled(force, pack)


class SetScenario(Edit, frozen=True, kw_only=True, tag="set_scenario"):
    """Another size of game; the options of the old one are forgotten, and capitals that the new one doesn't have."""

    scenario: Size

    def applied(self, force: Force, pack: Pack) -> Force:
        changed = replace(force, scenario=self.scenario, five_blocks=False, third_wizard=False)
        kept = tuple(capital for capital in force.capitals if capital.map <= changed.terms.capitals)
        return replace(changed, capitals=kept)


class SetArmy(Edit, frozen=True, kw_only=True, tag="set_army"):
    """Another army: as many of its first kind as there were of the old one's, and so on, as far as its blocks go.

    What is too many for a kind goes to the others; an empty force is filled.
    """

    army: Word

    def applied(self, force: Force, pack: Pack) -> Force:
        if self.army not in pack.armies:
            raise MalformedError("army", f"must be one of {', '.join(pack.armies)}, not “{self.army}”")
        changed = replace(force, army=self.army)
        if not force.units:
            return filled(changed, pack)
        for kind in (Kind.ARMY, Kind.WIZARD):
            old, new = ([row for row in pack.rows(army, kind) if row.army] for army in (force.army, self.army))
            counts = [force.counts.get(row.slug, 0) for row in old]
            for row in old:
                changed = with_count(changed, row.slug, 0)
            for row, count in zip(new, counts, strict=False):
                changed = with_count(changed, row.slug, min(count, most_of(row)))
            changed = topped_up(changed, new, sum(counts))
        return changed


class SetFiveBlocks(Edit, frozen=True, kw_only=True, tag="set_five_blocks"):
    """The small game with 5 blocks in all, or with 7 (K-1)."""

    five_blocks: bool

    def applied(self, force: Force, pack: Pack) -> Force:
        return replace(force, five_blocks=self.five_blocks)


class SetThirdWizard(Edit, frozen=True, kw_only=True, tag="set_third_wizard"):
    """The large game with three wizards each, or with two."""

    third_wizard: bool

    def applied(self, force: Force, pack: Pack) -> Force:
        return replace(force, third_wizard=self.third_wizard)


class SetWerebeasts(Edit, frozen=True, kw_only=True, tag="set_werebeasts"):
    """Whether both players have agreed on werebeasts (WK-41)."""

    werebeasts: bool

    def applied(self, force: Force, pack: Pack) -> Force:
        return replace(force, werebeasts=self.werebeasts)


class SetCapital(Edit, frozen=True, kw_only=True, tag="set_capital"):
    """The capital on a home map, instead of those that were there; none without a city."""

    map: Annotated[int, Meta(ge=1, le=2)] = 1
    city: HexName | None = None

    def applied(self, force: Force, pack: Pack) -> Force:
        others = tuple(capital for capital in force.capitals if capital.map != self.map)
        new = () if self.city is None else (Capital(city=self.city, map=self.map),)
        return replace(force, capitals=tuple(sorted((*others, *new), key=lambda capital: capital.map)))


class SetPack(Edit, frozen=True, kw_only=True, tag="set_pack"):
    """The figures of an owner's data pack, by its code; those of the house's without one."""

    pack: PackCode | None = None

    def applied(self, force: Force, pack: Pack) -> Force:
        return replace(force, pack=self.pack or "")


class Rename(Edit, frozen=True, kw_only=True, tag="rename"):
    name: Name

    def applied(self, force: Force, pack: Pack) -> Force:
        return replace(force, name=self.name)


class SetNotes(Edit, frozen=True, kw_only=True, tag="set_notes"):
    notes: Text

    def applied(self, force: Force, pack: Pack) -> Force:
        return replace(force, notes=self.notes)


AnyEdit = (
    SetCount
    | SetPool
    | TakeOff
    | AllCadres
    | FillUp
    | SetScenario
    | SetArmy
    | SetFiveBlocks
    | SetThirdWizard
    | SetWerebeasts
    | SetCapital
    | SetPack
    | Rename
    | SetNotes
)
