"""What the search shows of a design: its price and its figures."""

from __future__ import annotations

from functools import lru_cache

from armybuilder.designs.models import Design as Row
from armybuilder.designs.snapshots import design_in
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.stat_lines import cells, stat_line
from tabletop.arcana.creation.design_files import row_of
from tabletop.arcana.creation.points import RefusedError
from tabletop.arcana.reference.entries import figures_of
from tabletop.search import Address, Entry, Fact


def entry_of_design(row: Row, *, group: str) -> Entry:
    """The design with the figures of its card; one that the formula refuses has no price."""
    design = design_in(row)
    return Entry(
        group=group,
        kind="Design",
        name=row.name,
        of=design.kind.replace("-", " "),
        facts=_figures(design),
        also="mine design forge",
        address=Address("design", (row.code,)),
    )


@lru_cache(maxsize=1000)
def _figures(design: Design) -> tuple[Fact, ...]:
    """Kept, as each letter that is typed asks for them again."""
    try:
        row = row_of(design)
    except RefusedError:
        return figures_of(stat_line(design))
    return figures_of(cells(row), row.points)
