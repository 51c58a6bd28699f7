"""Cards of terrain: what a feature does, and what it looks like."""

from __future__ import annotations

from typing import Any

from tabletop.arcana.printing.cards import faces_sheet, terrain_cards
from tabletop.arcana.terrain.wording import feature_in_words
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4
from tests.charts import printed_charts
from tests.tabletop.arcana.printing.test_cards import SIZES, cards_on
from tests.tabletop.pdf.measuring import letters_of, overlaps, pages_of


def test_a_feature_of_several_regions_that_does_the_same_has_one_card() -> None:
    features = [feature for chart in printed_charts().values() for feature in chart.features]
    cards = terrain_cards(printed_charts().values())
    assert len(cards) == len({(feature.name, feature_in_words(feature)) for feature in features})


@SIZES
def test_a_terrain_card_shows_its_piece_below_its_words_and_within_the_card(size: tuple[float, float]) -> None:
    for card in terrain_cards(printed_charts().values())[::3]:
        (page,) = pages_of(render(faces_sheet([card], size, paper=A4)))
        (edge,) = cards_on(page, size)
        words = [char for char in letters_of(page) if inside(char, edge) and char["size"] > 7.5]
        drawn = [curve for curve in page.curves if curve["fill"] and inside(curve, edge)]
        assert drawn
        assert min(curve["top"] for curve in drawn) >= max(char["matrix"][5] * -1 + page.height for char in words)
        assert all(edge["x0"] + 9 <= curve["x0"] and curve["x1"] <= edge["x1"] - 9 for curve in drawn)
        assert overlaps(page) == []


def inside(thing: Any, edge: Any) -> bool:
    return bool(edge["x0"] < thing["x0"] < edge["x1"] and edge["top"] < thing["top"] < edge["bottom"])
