"""Cards of spells and of terrain: whole, under their tinctures, with what they call and what they look like."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.arcana.printing.cards import card_sheet, spell_cards, terrain_cards
from tabletop.arcana.printing.cards.card import BAND, Piece
from tabletop.arcana.printing.cards.terrain import sentences
from tabletop.arcana.printing.orders import CARD_SIZES
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4, Box
from tests.charts import printed_charts
from tests.tabletop.arcana.printing.test_cards import CATALOGUE, SIZES, cards_on, faces
from tests.tabletop.pdf.measuring import MM, TOLERANCE, letters_of, outside, overlaps, pages_of, text_of


def solid(text: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


@SIZES
def test_every_spell_stands_whole_on_its_cards(size: tuple[float, float]) -> None:
    for spell in list(CATALOGUE.spells.values())[::5]:
        text = solid(
            "".join(
                text_of(page) for page in pages_of(render(card_sheet(spell_cards([spell], CATALOGUE), size, paper=A4)))
            )
        )
        assert all(solid(word) in text for word in f"{spell.name} {spell.text}".split())


def test_a_feature_of_several_regions_that_does_the_same_has_one_card() -> None:
    features = [feature for chart in printed_charts().values() for feature in chart.features]
    cards = terrain_cards(printed_charts().values())
    assert len(cards) == len({(feature.name, sentences(feature)) for feature in features})


@SIZES
def test_a_terrain_card_shows_its_piece_below_its_words_and_within_the_card(size: tuple[float, float]) -> None:
    for card in terrain_cards(printed_charts().values())[::3]:
        (page,) = pages_of(render(card_sheet([card], size, paper=A4)))
        (edge,) = cards_on(page, size)
        words = [char for char in letters_of(page) if inside(char, edge) and char["size"] > 6.5]
        drawn = [curve for curve in page.curves if curve["fill"] and inside(curve, edge)]
        assert drawn
        assert min(curve["top"] for curve in drawn) >= max(char["matrix"][5] * -1 + page.height for char in words)
        assert all(edge["x0"] + 9 <= curve["x0"] and curve["x1"] <= edge["x1"] - 9 for curve in drawn)
        assert overlaps(page) == []


def inside(thing: Any, edge: Any) -> bool:
    return bool(edge["x0"] < thing["x0"] < edge["x1"] and edge["top"] < thing["top"] < edge["bottom"])


def test_what_a_spell_calls_is_named() -> None:
    (card,) = spell_cards([CATALOGUE.spells["earth/summon-earth-elemental"]], CATALOGUE)
    assert any(re.match("Summons: .*Elemental", piece.text) for piece in card.content)


def test_the_stat_line_of_what_a_spell_calls_stands_on_a_card_that_has_room_for_it() -> None:
    (card,) = spell_cards([CATALOGUE.spells["earth/summon-earth-elemental"]], CATALOGUE)
    (page,) = pages_of(render(card_sheet([card], CARD_SIZES["poker"], paper=A4)))
    called = next(piece.lead for piece in card.further if piece.lead)
    assert called in text_of(page)
    assert "Move Wounds Armour Magic Morale" in text_of(page)
    crowded = replace(card, content=(Piece("", "word " * 330),))
    full, without = (faces(each, "poker") for each in (crowded, replace(crowded, further=())))
    assert [face.placed for face in full] == [face.placed for face in without]


@SIZES
@pytest.mark.parametrize("tinted", [True, False], ids=["tinted", "lines"])
def test_a_spell_s_card_has_its_schools_as_a_band(size: tuple[float, float], tinted: bool) -> None:
    (card,) = spell_cards([CATALOGUE.spells["nature/strength"]], CATALOGUE, tinted=tinted)
    (page,) = pages_of(render(card_sheet([card], size, paper=A4)))
    (edge,) = cards_on(page, size)
    band = Box(edge["x0"], edge["top"], edge["width"], BAND * MM)
    slanting = [line for line in page.lines if abs(line["x1"] - line["x0"]) > 1 and abs(line["height"]) > 1]
    assert slanting
    for line in slanting:
        assert band.x - 0.01 <= line["x0"]
        assert line["x1"] <= band.right + 0.01
        assert band.y - 0.01 <= line["top"]
        assert line["bottom"] <= band.bottom + 0.01
    fills = [rect for rect in page.rects if rect["fill"] and abs(rect["height"] - band.height) < TOLERANCE * MM]
    assert len(fills) == tinted
    words = [char for char in letters_of(page) if inside(char, edge)]
    assert min(page.height - char["matrix"][5] - char["size"] * 0.8 for char in words) >= band.bottom
    assert outside(page) == []
