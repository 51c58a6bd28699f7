"""A table in play on paper: every unit on the map and on the list, at the scale that is said."""

from __future__ import annotations

import io

import pypdfium2
import pytest

from tabletop.arcana.battlefield import lay
from tabletop.arcana.printing.maps.battlefield import BattlefieldMap, battlefield_sheet
from tabletop.pdf.paper import PAPERS
from tests.played import ford
from tests.tables import NOTHING

SCENE = lay(ford(), NOTHING)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_unit_is_on_the_map_and_on_the_list(paper: str) -> None:
    document = pypdfium2.PdfDocument(io.BytesIO(battlefield_sheet(SCENE, name="The ford", paper=PAPERS[paper])))
    words = document[0].get_textpage().get_text_range()
    for unit in SCENE.units.values():
        assert words.count(unit.ref) == 2, unit.ref
        assert unit.name in words
    assert "1 : " in words


def test_the_map_is_as_high_as_its_scale_makes_it() -> None:
    assert BattlefieldMap(scene=SCENE, scale=2.5).height == 120
