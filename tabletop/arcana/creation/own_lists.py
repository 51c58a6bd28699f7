"""An army list of a player's own as a file: `muster-pack/1` of Armies of Arcana, checked, and held against the formula.

A pack says what it is called, who made it, and `list`, which a roster takes as its `own_list`
([decision 38](docs/adr/0038-a-list-of-ones-own-travels-with-its-roster.md)).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import DESIGNS, Catalogue, OwnList
from tabletop.arcana.catalogue.lists import catalogue as make_catalogue
from tabletop.arcana.catalogue.own_rows import MOST_OWN_ROWS, OwnRow
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.creation.design_files import own_slug, with_designs
from tabletop.arcana.creation.points.audit import Audited, audit_row, explain_row
from tabletop.arcana.creation.points.pricing import price
from tabletop.arcana.creation.points.refusals import RefusedError
from tabletop.arcana.creation.points.rows import design_of
from tabletop.decoding import LARGEST_FILE, MalformedError, converted, decoded
from tabletop.packs import Flaw, GamePack, Origin, PackKind
from tabletop.work import go_on

NOTHING_PRINTED = make_catalogue((), ())
LONGEST_COPIED = 80  # of a name that gets a number: slugs end at 100 letters, and a number must be in them


class ListPack(GamePack, frozen=True, kw_only=True, dict=True, gc=True):
    """An army list of a player's own, whole."""

    game: Literal["arcana"]
    list: OwnList

    def flaws_of_fields(self) -> Iterator[Flaw]:
        """What an army of this list couldn't do."""
        sections = {row.section for row in self.list.rows}
        if Section.TROOPS not in sections:
            yield Flaw("list.rows", "there are no troops", "legal army, of which normal troops are the most")
        if Section.CHARACTERS not in sections:
            yield Flaw("list.rows", "there are no characters", "leaders and wizards")

    @property
    def carried(self) -> OwnList:
        """The list as a roster has it, which names the pack that it was taken from."""
        return replace(self.list, pack=self.meta.id)


def list_pack(own: OwnList) -> ListPack:
    """A list as a pack that is called as it is."""
    words = own_slug(own.name).partition("/")[2][:60].strip("-")
    return ListPack(
        format="muster-pack/1",
        game="arcana",
        meta=Origin(id=words, title=own.name, kind=PackKind.OWN),
        list=replace(own, pack=""),
    )


def read_list_pack(content: bytes | str) -> ListPack:
    """A pack from the text of a file; MalformedError names the first field that is wrong."""
    return decoded(content, ListPack, most=LARGEST_FILE)


def read_priced_pack(content: bytes | str) -> ListPack:
    """A pack whose rows all have prices by the formula and slugs of their own; whom it hires isn't looked up.

    MalformedError as `read_list_pack` and `with_own_list` raise it.
    """
    pack = read_list_pack(content)
    with_own_list(NOTHING_PRINTED, replace(pack.list, hires=None))
    return pack


def write_list_pack(pack: ListPack) -> bytes:
    """The pack's file, indented for people, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(pack), indent=2) + b"\n"


def with_own_list(catalogue: Catalogue, own: OwnList, field: str = "list") -> Catalogue:
    """The catalogue with the list's rows, all of them priced.

    MalformedError names `list.rows[2].melee[0].skill` where the formula has no price, a name that is there twice, a
    monster that nobody knows.
    """
    for number, slug in enumerate(own.hires or ()):
        row = catalogue.rows.get(slug)
        if row is None or row.section != Section.MONSTERS:
            raise MalformedError(f"{field}.hires[{number}]".lstrip("."), f"there is no printed monster “{slug}”")
    try:
        return with_designs(catalogue, (), own=own)
    except MalformedError as error:
        raise MalformedError(error.field.replace("own_list", field, 1).lstrip("."), error.reason) from error


def audit_list(own: OwnList, catalogue: Catalogue, most: int = MOST_OWN_ROWS) -> tuple[Audited, ...]:
    """Every row at its price beside the formula's, in the list's order.

    Those that differ, at most so many of them, with the likeliest changes that explain it, some 10 ms each.
    """
    tables = with_own_list(catalogue, own)
    audited = audited_rows(tables)
    explained = [row.slug for row in audited if not row.agrees][:most]
    return tuple(explain_row(tables.rows[row.slug], tables) if row.slug in explained else row for row in audited)


def audited_rows(tables: Catalogue) -> list[Audited]:
    """The rows of the own list of `with_own_list` beside the formula, without what would explain a difference."""
    audited = []
    for row in tables.rows_of(DESIGNS):
        go_on()
        audited.append(audit_row(row, tables))
    return audited


def row_like(printed: Row) -> OwnRow:
    """A printed row's figures, price and terms as a row of one's own; MalformedError where the formula has no price."""
    names = [name for name in OwnRow.__struct_fields__ if name in Row.__struct_fields__]
    row = converted({name: value for name, value in msgspec.to_builtins(printed).items() if name in names}, OwnRow)
    try:
        price(design_of(printed))
    except RefusedError as refused:
        raise MalformedError(refused.field, refused.reason) from refused
    return row


def put(own: OwnList, row: OwnRow, at: int | None = None, *, instead: bool = False) -> OwnList:
    """The list with a row more, at this place or at its end, or `instead` of the row there.

    MalformedError for a row too many.
    """
    if len(own.rows) >= MOST_OWN_ROWS and not instead:
        raise MalformedError("rows", f"must be at most {MOST_OWN_ROWS}")
    place = len(own.rows) if at is None else at
    return replace(own, rows=(*own.rows[:place], row, *own.rows[place + instead :]))


def copied(own: OwnList, at: int) -> OwnList:
    """The list with a copy of the row after it, under a name that no other has."""
    row = own.rows[at]
    return put(own, replace(row, name=free_name(row.name, own)), at + 1)


def moved(own: OwnList, at: int, by: int) -> OwnList:
    """The list with the row so many places further down, or up; at the ends it stays there."""
    rows = list(own.rows)
    row = rows.pop(at)
    rows.insert(min(max(at + by, 0), len(rows)), row)
    return replace(own, rows=tuple(rows))


def without(own: OwnList, at: int) -> OwnList:
    """The list without the row."""
    return replace(own, rows=(*own.rows[:at], *own.rows[at + 1 :]))


def place_of(own: OwnList, slug: str) -> int | None:
    """Where the row stands whose name makes this slug, as `frog-guard`; None where there is none."""
    return next((at for at, row in enumerate(own.rows) if own_slug(row.name) == f"{DESIGNS}/{slug}"), None)


def free_name(name: str, own: OwnList) -> str:
    """“Frog 2” for “Frog” where a row is called so already; else the name itself."""
    slugs = {own_slug(row.name) for row in own.rows}
    tried = (name, *(f"{name[:LONGEST_COPIED]} {number}" for number in range(2, MOST_OWN_ROWS + 3)))
    return next(each for each in tried if own_slug(each) not in slugs)
