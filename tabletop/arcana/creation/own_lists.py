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
from tabletop.arcana.catalogue.own_rows import MOST_OWN_ROWS
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.creation.design_files import own_slug, with_designs
from tabletop.arcana.creation.points.audit import Audited, audit_row, explain_row
from tabletop.decoding import LARGEST_FILE, MalformedError, decoded
from tabletop.packs import Flaw, GamePack, Origin, PackKind


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
    audited = [audit_row(row, tables) for row in tables.rows_of(DESIGNS)]
    explained = [row.slug for row in audited if not row.agrees][:most]
    return tuple(explain_row(tables.rows[row.slug], tables) if row.slug in explained else row for row in audited)
