"""A row of an own list beside the formula: what it costs, what the formula comes to, line by line, as it is printed."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue, OwnList
from tabletop.arcana.catalogue.own_rows import OwnRow
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.creation.design_files import own_slug
from tabletop.arcana.creation.own_lists import with_own_list
from tabletop.arcana.creation.points.audit import Audited, explain_row, receipt_of
from tabletop.decoding import MalformedError
from tabletop.receipts import Line


class RowPanel(Struct, frozen=True):
    """`row` as it would stand in the list, `audited` beside the formula, whose `lines` add up to its price."""

    row: Row
    audited: Audited
    lines: tuple[Line, ...]
    is_stated: bool

    @property
    def difference(self) -> Fraction:
        """By how much the row costs more than the formula's points; negative where it costs less."""
        return self.audited.printed - Fraction(self.audited.points)


def row_panel(own: OwnList, row: OwnRow, catalogue: Catalogue) -> RowPanel:
    """MalformedError names the field, as `melee[0].skill`, for which the formula has no price."""
    try:
        tables = with_own_list(catalogue, replace(own, rows=(row,), hires=None), "")
    except MalformedError as error:
        raise MalformedError(error.field.removeprefix("rows[0]").lstrip("."), error.reason) from error
    listed = tables.rows[own_slug(row.name)]
    lines = tuple(receipt_of(listed, tables).lines)
    return RowPanel(listed, explain_row(listed, tables), lines, row.points is not None)
