"""Every sheet of the game for those who have it read to them: nothing that PDF/UA-1 forbids, tables that are tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tabletop.arcana.printing.maps.battlefield import battlefield_sheet
from tabletop.arcana.printing.maps.terrain import terrain_sheet
from tabletop.arcana.printing.orders import SHEET_NAMES, PrintOptions, sheets_of
from tabletop.pdf.document import bind
from tabletop.pdf.paper import A4
from tabletop.rosters.verdict_table import verdict_sheet
from tests.charts import REGIONS, rolled
from tests.laws import law_of
from tests.tabletop.arcana.printing.samples import ILLEGAL, axemen, printed
from tests.tabletop.arcana.printing.samples import army as small_army
from tests.tabletop.arcana.printing.test_battlefield import SCENE
from tests.tabletop.arcana.printing.test_pictures import stock
from tests.tabletop.arcana.printing.test_receipt_sheet import sheet as receipt
from tests.tabletop.pdf.accessibility import Read, faults
from tests.tabletop.rosters.test_verdict_table import ROWS

TABLES = {"roster", "compact", "organiser", "attrition", "reference", "cards", "profiles"}
FIGURES = {"roster", "compact", "organiser", "attrition", "game", "reference", "terrain-cards", "markers"} | {
    "templates", "gauges", "ranges", "bases", "trays",
}  # fmt: skip


def documents() -> Iterator[tuple[str, bytes]]:
    for kind in SHEET_NAMES:
        yield kind, bind(kind, [sheet for _, sheet in sheets_of(PrintOptions(kinds=(kind,)), stock())])
    yield (
        "tarot",
        bind("cards", [sheet for _, sheet in sheets_of(PrintOptions(kinds=("cards",), cards="tarot"), stock())]),
    )
    yield "illegal", printed(small_army([axemen("u1")], allied=True), ILLEGAL)
    yield "receipt", receipt()
    yield "terrain", terrain_sheet(rolled(REGIONS[0]), paper=A4)
    yield "battlefield", battlefield_sheet(SCENE, name="The ford", paper=A4)
    yield "verdicts", verdict_sheet((ROWS[0], *ROWS[2:9]), paper=A4, date="21 November 2026")


@law_of(documents, name=lambda case: case[0])
@pytest.mark.long
def test_a_sheet_breaks_nothing_that_can_be_checked(case: tuple[str, bytes]) -> None:
    name, pdf = case
    assert faults(pdf) == []
    roles = {node.role for node in Read(pdf).whole.walk()}
    assert name not in TABLES or "Table" in roles
    assert name not in FIGURES or "Figure" in roles
