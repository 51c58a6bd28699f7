"""A rolled table with everything that pages and files show of it."""

from __future__ import annotations

from msgspec import Struct

from armybuilder.catalogue.loaders.terrain import terrain_charts
from armybuilder.terrain.presenters.order_form import OrderForm, field_of
from tabletop.arcana.battlefield import Table, Terrain
from tabletop.arcana.terrain import effects_in_words, lay_pieces, table_of
from tabletop.arcana.terrain.agreed import as_address
from tabletop.arcana.terrain.crossings import crossings
from tabletop.arcana.terrain.pieces import LaidPiece
from tabletop.arcana.terrain.wording import change_in_words, rolls_in_words, whereabouts
from tabletop.decoding import MalformedError


class PieceLine(Struct, frozen=True):
    """A piece on the list."""

    piece: LaidPiece
    terrain: Terrain
    lies_across: tuple[str, ...]

    @property
    def effects(self) -> tuple[str, ...]:
        return effects_in_words(self.terrain)

    @property
    def place(self) -> str:
        return whereabouts(self.terrain)

    @property
    def rolls(self) -> str:
        return rolls_in_words(self.terrain)

    @property
    def x(self) -> str:
        return f"{self.piece.middle[0]:g}"

    @property
    def y(self) -> str:
        return f"{self.piece.middle[1]:g}"


class RolledTable(Struct, frozen=True, kw_only=True):
    """A table with its list of pieces and the addresses that lead on from it."""

    form: OrderForm
    table: Table
    lines: tuple[PieceLine, ...]

    @property
    def changes(self) -> tuple[str, ...]:
        return tuple(map(change_in_words, self.form.order.agreed))

    @property
    def query(self) -> str:
        return self.form.query()

    @property
    def one_change_less(self) -> str:
        return self.form.query(agreed=as_address(self.form.order.agreed[:-1]))

    @property
    def as_rolled(self) -> str:
        return self.form.query(agreed="")

    @property
    def another(self) -> str:
        return self.form.query(seed="", agreed="")

    def line(self, ref: str) -> PieceLine:
        """A piece's line; the first one's where no piece has such a ref."""
        return next((line for line in self.lines if line.piece.ref == ref), self.lines[0])


def rolled_table(form: OrderForm) -> RolledTable | None:
    """The table of a form; None, with the error added to the form, if there is none."""
    if not form.is_valid():
        return None
    chart = terrain_charts()[form.order.region]
    try:
        pieces = lay_pieces(form.order, chart)
    except MalformedError as error:
        form.add_error(field_of(error), error.reason)
        return None
    table = table_of(form.order, chart, pieces)
    across = crossings(table)
    pairs = zip(pieces, table.terrain, strict=True)
    return RolledTable(form=form, table=table, lines=tuple(PieceLine(*pair, across[pair[0].ref]) for pair in pairs))
