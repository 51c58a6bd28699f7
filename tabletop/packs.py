"""Data packs: figures that a game's document lacks, made up by the house or typed in by an owner (`muster-pack/1`).

Each game has a pack of its own shape. It is read strictly; what is missing in it, or can't be as it stands, is no
reason to refuse it: that is a flaw, named by its field with what it disables, and the rest is used.

A page shows a pack as tables of cells, each with its name and what may be typed into it; what was typed is read cell by
cell, so that one that can't be read takes no other with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from hashlib import sha256
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.json import encode

from tabletop.decoding import MalformedError, allowing
from tabletop.values import Name, Text, Value

HOUSE_PACK = "house pack, not the published numbers"
A_WORD = allowing("small letters, digits and single hyphens, as house")
A_CODE = allowing("the code of a pack, up to 16 letters, digits, hyphens and underscores")
PackCode = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,16}$(?!\n)", extra=A_CODE)]
PackId = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)", max_length=60, extra=A_WORD)]


class PackKind(StrEnum):
    """Whether the house has made the figures up, or an owner of the game has typed them in."""

    HOUSE = "house"
    OWN = "own"


class Origin(Value, frozen=True, kw_only=True):
    """What a pack is called, who made it and from what; `complete` where its owner says that nothing is missing."""

    id: PackId
    title: Name
    kind: PackKind
    source_note: Text = ""
    entered_by: Text = ""
    complete: bool = False

    @property
    def sentence(self) -> str:
        """What every page and every print says that shows figures of the pack."""
        return HOUSE_PACK if self.kind is PackKind.HOUSE else f"own pack “{self.title}”, typed in by its owner"


class Flaw(Struct, frozen=True):
    """What is missing or impossible in a pack, by its field, and what can't be done for want of it."""

    field: str
    reason: str
    disables: str = ""

    def __str__(self) -> str:
        return f"{self.field}: {self.reason}" + (f"; without it: no {self.disables}" if self.disables else "")


class GamePack(Value, frozen=True, kw_only=True, dict=True, gc=True):
    """What every game's pack says of itself; the rest of its fields are its game's own."""

    format: Literal["muster-pack/1"]
    game: str
    meta: Origin

    def __hash__(self) -> int:
        """Equal packs have equal names; their tables have none."""
        return hash((self.game, self.meta))

    def flaws(self) -> tuple[Flaw, ...]:
        """Everything that is missing or can't be as it stands, in the order of the fields."""
        found = tuple(self.flaws_of_fields())
        if self.meta.complete and found:
            missing = ", ".join(dict.fromkeys(flaw.field for flaw in found))
            return (Flaw("meta.complete", f"nothing is said to be missing, but there is {missing}"), *found)
        return found

    def flaws_of_fields(self) -> Iterator[Flaw]:
        """The flaws of the game's own fields."""
        raise NotImplementedError


class Packs(Struct, frozen=True):
    """What the rosters of a game are looked up in whose figures come from packs.

    `own` gives the owners' packs that are here by their codes; those of other games may be among them.
    """

    house: GamePack
    own: Callable[[Iterable[str]], Mapping[str, GamePack]]

    def digests(self, codes: Iterable[str]) -> dict[str, str]:
        """By code a digest of what stands in the pack that it names, or in the house's: another where that changes."""
        codes = list(codes)
        own = self.own(set(filter(None, codes)))
        packs = {code: own.get(code, self.house) for code in codes}
        return {code: sha256(encode((pack, code in own))).hexdigest() for code, pack in packs.items()}


class Cell(Struct, frozen=True, kw_only=True):
    """One thing to type into a pack: `value` is what stands in it, empty for nothing yet."""

    name: str
    label: str
    value: str = ""

    def read(self, typed: str) -> Any:
        """What was typed as a plain value; MalformedError names the cell."""
        return typed


class Pick(Cell, frozen=True, kw_only=True):
    """One of several values, each with its label; `numbers` where they are whole numbers."""

    options: tuple[tuple[str, str], ...]
    numbers: bool = False

    def read(self, typed: str) -> str | int:
        known = [value for value, _ in self.options]
        if typed not in known:
            raise MalformedError(self.name, f"must be one of {', '.join(known)}, not “{typed}”")
        return int(typed) if self.numbers else typed


class Faces(Cell, frozen=True, kw_only=True):
    """The faces of a die on which something happens, as `1 2 3`; `none` for none of them."""

    def read(self, typed: str) -> list[int]:
        words = typed.replace(",", " ").split()
        if words == ["none"]:
            return []
        if wrong := [word for word in words if word not in ("1", "2", "3", "4", "5", "6")]:
            raise MalformedError(self.name, f"must be faces from 1 to 6, as 1 2 3, or none; not “{wrong[0]}”")
        return sorted({int(word) for word in words})


class Number(Cell, frozen=True, kw_only=True):
    """A whole number from 0 to `most`."""

    most: int

    def read(self, typed: str) -> int:
        if not (typed.isascii() and typed.isdecimal() and len(typed) < 10 and int(typed) <= self.most):
            raise MalformedError(self.name, f"must be a whole number from 0 to {self.most}, not “{typed}”")
        return int(typed)


class Words(Cell, frozen=True, kw_only=True):
    """Words with spaces between them."""

    def read(self, typed: str) -> list[str]:
        return typed.split()


class Lines(Cell, frozen=True, kw_only=True):
    """Lines of signs, as the rows of a board."""

    def read(self, typed: str) -> list[str]:
        return [line.strip() for line in typed.splitlines() if line.strip()]


class Drawing(Cell, frozen=True, kw_only=True):
    """Lines of signs in which each sign has its column, spaces too, as a board of squares."""

    def read(self, typed: str) -> list[str]:
        return [line.rstrip() for line in typed.strip("\r\n").splitlines()]


class PackRow(Struct, frozen=True):
    """A row of a table of cells."""

    label: str
    cells: tuple[Cell, ...]


class PackTable(Struct, frozen=True, kw_only=True):
    """A part of a pack as it is typed in; `field` is the pack's field that it makes.

    With `is_folded` its page shows it when it is asked for; on a phone a row of `is_of_blocks` is a block of its own.
    """

    field: str
    label: str
    about: str
    columns: tuple[str, ...] = ()
    is_folded: bool = False
    is_of_blocks: bool = False
    rows: tuple[PackRow, ...]

    @property
    def cells(self) -> Iterator[Cell]:
        return (cell for row in self.rows for cell in row.cells)


def typed_values(tables: Iterable[PackTable], typed: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """By the names of cells what was typed in, and what is wrong where it can't be read; an empty cell is neither.

    A cell that can't be read has the value that stood in it.
    """
    values: dict[str, Any] = {}
    problems: dict[str, str] = {}
    cells = (cell for table in tables for cell in table.cells if typed.get(cell.name, "").strip())
    for cell in cells:
        try:
            written = typed[cell.name]
            values[cell.name] = cell.read(written if isinstance(cell, Drawing) else written.strip())
        except MalformedError as error:
            problems[cell.name] = error.reason
            if cell.value:
                values[cell.name] = cell.read(cell.value)
    return values, problems
