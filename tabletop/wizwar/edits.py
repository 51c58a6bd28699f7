"""Changes of a spellbook, each a value that makes a new one of an old one and its pack."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.decoding import MalformedError
from tabletop.packs import PackCode, PackId
from tabletop.values import Name, Text
from tabletop.wizwar.catalogue import LONGER, SCHOOLS_CHOSEN, VICTORY, Option
from tabletop.wizwar.pack import Pack
from tabletop.wizwar.spellbook import Spellbook


class Edit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="verb"):
    """One change; MalformedError names the field that can't be."""

    def applied(self, book: Spellbook, pack: Pack) -> Spellbook:
        raise NotImplementedError


class SetSchool(Edit, frozen=True, kw_only=True, tag="set_school"):
    """A school is in one's own book, in the other group's, or in neither."""

    school: PackId
    whose: Literal["mine", "theirs", "nobody"]

    def applied(self, book: Spellbook, pack: Pack) -> Spellbook:
        if self.school not in {school.id for school in pack.chosen} | {*book.schools, *book.theirs}:
            raise MalformedError("school", f"there is no school “{self.school}” in the {pack.meta.sentence}")
        mine = tuple(name for name in book.schools if name != self.school)
        theirs = tuple(name for name in book.theirs if name != self.school)
        there = [whose for whose, names in (("mine", book.schools), ("theirs", book.theirs)) if self.school in names]
        if there == [self.whose]:
            return book
        if self.whose == "mine":
            return replace(book, schools=(*mine, self.school), theirs=theirs)
        if self.whose == "theirs":
            return replace(book, schools=mine, theirs=(*theirs, self.school))
        return replace(book, schools=mine, theirs=theirs)


class FillSchools(Edit, frozen=True, kw_only=True, tag="fill_schools"):
    """As many schools as are chosen: the first ones of one's own are kept, the pack's next ones added."""

    def applied(self, book: Spellbook, pack: Pack) -> Spellbook:
        known = [school.id for school in pack.chosen if school.id not in book.theirs or not book.has(Option.CUSTOM)]
        kept = list(dict.fromkeys(name for name in book.schools if name in known))
        whole = [*kept, *(name for name in known if name not in kept)][:SCHOOLS_CHOSEN]
        return replace(book, schools=tuple(whole))


class SetOption(Edit, frozen=True, kw_only=True, tag="set_option"):
    """An optional rule, agreed on or not."""

    option: Option
    on: bool

    def applied(self, book: Spellbook, pack: Pack) -> Spellbook:
        wanted = {*book.options, self.option} if self.on else {*book.options} - {self.option}
        changed = replace(book, options=tuple(option for option in Option if option in wanted))
        if self.option is Option.EXTENDED:
            return replace(changed, points=LONGER[0] if self.on else VICTORY)
        if self.option is Option.CUSTOM and not self.on:
            return replace(changed, theirs=(), cantrip="white")
        return changed


class SetPoints(Edit, frozen=True, kw_only=True, tag="set_points"):
    points: Annotated[int, Meta(ge=2, le=4)]

    def applied(self, book: Spellbook, pack: Pack) -> Spellbook:
        return replace(book, points=self.points)


class SetCantrip(Edit, frozen=True, kw_only=True, tag="set_cantrip"):
    cantrip: Literal["white", "black"]

    def applied(self, book: Spellbook, pack: Pack) -> Spellbook:
        return replace(book, cantrip=self.cantrip)


class SetPaper(Edit, frozen=True, kw_only=True, tag="set_paper"):
    """Whether players shuffle and hold cards of their own, on paper."""

    on: bool

    def applied(self, book: Spellbook, pack: Pack) -> Spellbook:
        return replace(book, on_paper=self.on)


class SetPack(Edit, frozen=True, kw_only=True, tag="set_pack"):
    """The cards of an owner's data pack, by its code; those of the house's without one."""

    pack: PackCode | None = None

    def applied(self, book: Spellbook, pack: Pack) -> Spellbook:
        return replace(book, pack=self.pack or "")


class Rename(Edit, frozen=True, kw_only=True, tag="rename"):
    name: Name

    def applied(self, book: Spellbook, pack: Pack) -> Spellbook:
        return replace(book, name=self.name)


class SetNotes(Edit, frozen=True, kw_only=True, tag="set_notes"):
    notes: Text

    def applied(self, book: Spellbook, pack: Pack) -> Spellbook:
        return replace(book, notes=self.notes)


AnyEdit = SetSchool | FillSchools | SetOption | SetPoints | SetCantrip | SetPaper | SetPack | Rename | SetNotes
