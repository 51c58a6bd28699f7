"""What a pack makes of the book's rules: which it keeps, changes, leaves out and adds."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.rules.event_packs import pack_rulebook
from tabletop.arcana.army.rules.rulebooks import CORE, rulebook_of
from tabletop.arcana.catalogue.counted_names import named
from tabletop.arcana.catalogue.lists import Catalogue, list_slug
from tabletop.rulebook import Rule

PRINTED = Pack(format="muster-pack/1", name="The book")


class Fate(StrEnum):
    """What a pack makes of a rule of the book."""

    KEPT = "kept"
    CHANGED = "changed"
    LEFT_OUT = "left out"
    ADDED = "added"


class Compared(Struct, frozen=True):
    """A rule of the book or of the pack, what became of it, and what it says now if that isn't as printed."""

    rule: Rule
    fate: Fate
    here: str

    @property
    def differs(self) -> bool:
        return self.fate != Fate.KEPT


def compare_rules(pack: Pack, catalogue: Catalogue) -> tuple[Compared, ...]:
    """Every rule of the pack and of the book's rules that it starts from, in rulebook order."""
    book, own = rulebook_of(pack.basis), pack_rulebook(pack, CORE)
    printed = {rule.code for rule in book.rules}
    kept = {rule.code for rule in own.rules}
    here = dict(_told(pack, catalogue))
    rules = (*book.rules, *(rule for rule in own.rules if rule.code not in printed))
    return tuple(
        Compared(rule, _fate(rule.code, printed, kept, changed=rule.code in here), here.get(rule.code, ""))
        for rule in rules
    )


def _fate(code: str, printed: set[str], kept: set[str], *, changed: bool) -> Fate:
    if code not in printed:
        return Fate.ADDED
    if code not in kept:
        return Fate.LEFT_OUT
    return Fate.CHANGED if changed else Fate.KEPT


def _told(pack: Pack, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """By code, what the pack says in place of the book."""
    yield from _figures(pack)
    if pack.allies:
        yield from ((code, "Allies are allowed.") for code in ("ALLY-01", "TOUR-02"))
    if pack.optional_schools:
        yield from ((code, "The optional schools are allowed.") for code in ("OPT-02", "TOUR-06"))
    if pack.cheap_monsters_as_normal:
        yield from ((code, "Cheap monsters may count as normal troops.") for code in ("OPT-01", "TOUR-07"))
    if pack.own_lists or pack.lists:
        text = "Own army lists are allowed." if pack.own_lists else "Own army lists of this pack are allowed."
        yield from ((code, text) for code in ("LIST-02", "TOUR-10"))
    if not pack.designs:
        yield from ((code, "No designs of your own.") for code in ("DSGN-01", "PACK-03"))
    limits = (f"{limit.most:,} {_row(limit.profile, catalogue, count=limit.most)}" for limit in pack.limits)
    yield "PACK-04", f"Own lists as they are here: {', '.join(own.name for own in pack.lists)}."
    yield "PACK-01", f"Banned: {'; '.join(_bans(pack, catalogue))}."
    yield "PACK-02", f"At most: {'; '.join(limits)}."


def _figures(pack: Pack) -> Iterator[tuple[str, str]]:
    if set(pack.sizes) != set(PRINTED.sizes):
        yield "TOUR-01", f"Here {sizes_in_words(pack)}; the book has {sizes_in_words(PRINTED)}."
    if pack.largest_unit != PRINTED.largest_unit:
        text = f"Here {pack.largest_unit:,} points; the book has {PRINTED.largest_unit:,}."
        yield from ((code, text) for code in ("TOUR-04", "TOUR-08"))
    if (pack.small_units, pack.small_unit) != (PRINTED.small_units, PRINTED.small_unit):
        yield "TOUR-05", f"Here {_small_units(pack)}; the book has {_small_units(PRINTED)}."


def sizes_in_words(pack: Pack) -> str:
    """`4,000 or 5,000 points`."""
    return " or ".join(f"{size:,}" for size in pack.sizes) + " points" if pack.sizes else "any size"


def _small_units(pack: Pack) -> str:
    return f"{pack.small_units} under {pack.small_unit:,} points"


def _bans(pack: Pack, catalogue: Catalogue) -> Iterator[str]:
    for slug in pack.banned_lists:
        yield f"{catalogue.lists[slug].name} (all)" if slug in catalogue.lists else slug
    yield from (_row(slug, catalogue) for slug in pack.banned)


def _row(slug: str, catalogue: Catalogue, *, count: int = 0) -> str:
    """`Axemen (Dwarves)`; a profile that is printed no more by its slug."""
    row, army = catalogue.rows.get(slug), catalogue.lists.get(list_slug(slug))
    return f"{named(row.name, count) if count else row.name} ({army.name})" if row and army else slug
