"""A data pack as the tables of its page: what stands in each cell, what is wrong, and what that disables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from tabletop.packs import Cell, Drawing, Faces, Flaw, Lines, Number, PackTable, Pick


class ShownCell(Struct, frozen=True):
    """A cell with what is written in it, which may be what nobody could read."""

    cell: Cell
    value: str
    problem: str = ""
    is_flawed: bool = False

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        return self.cell.options if isinstance(self.cell, Pick) else ()

    @property
    def is_lines(self) -> bool:
        return isinstance(self.cell, Lines)

    @property
    def is_drawing(self) -> bool:
        return isinstance(self.cell, Drawing)

    @property
    def is_short(self) -> bool:
        return isinstance(self.cell, Faces | Number)


class ShownTable(Struct, frozen=True):
    """A table with its rows of cells and the flaws of its field."""

    table: PackTable
    rows: tuple[tuple[str, tuple[ShownCell, ...]], ...]
    flaws: tuple[Flaw, ...]

    @property
    def filled(self) -> int:
        """How many of its rows have something in them."""
        return sum(any(cell.value for cell in cells) for _, cells in self.rows)

    @property
    def has_problem(self) -> bool:
        """Whether something in it couldn't be kept."""
        return any(cell.problem for _, cells in self.rows for cell in cells)

    @property
    def is_grid(self) -> bool:
        """Whether its rows have a cell below each of the columns."""
        return bool(self.table.columns)


def shown_tables(
    tables: Iterable[PackTable], flaws: Sequence[Flaw], typed: Mapping[str, str], problems: Mapping[str, str]
) -> Iterator[ShownTable]:
    """Each table; `typed` stands in the cells whose words couldn't be kept, beside the problem of each."""
    for table in tables:
        own = tuple(flaw for flaw in flaws if under(flaw.field, table.field) or under(table.field, flaw.field))
        rows = tuple(
            (row.label, tuple(shown_cell(cell, own, typed, problems) for cell in row.cells)) for row in table.rows
        )
        yield ShownTable(table, rows, own)


def shown_cell(cell: Cell, flaws: Iterable[Flaw], typed: Mapping[str, str], problems: Mapping[str, str]) -> ShownCell:
    is_flawed = any(under(flaw.field, cell.name) for flaw in flaws)
    return ShownCell(cell, typed.get(cell.name, cell.value), problems.get(cell.name, ""), is_flawed)


def under(field: str, place: str) -> bool:
    """Whether a field is the place or a part of it: `combat.rows.3` is under `combat`."""
    return field == place or field.startswith((f"{place}.", f"{place}["))
