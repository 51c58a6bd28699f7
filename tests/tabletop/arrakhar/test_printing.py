"""The game on paper: counters at true size, the ten segments, tables of a pack and blank ones, on A4 and Letter."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tabletop.arrakhar.catalogue import PROFILES
from tabletop.arrakhar.game import ARRAKHAR
from tabletop.arrakhar.pack import Pack
from tabletop.arrakhar.play.valley import TURN
from tabletop.arrakhar.printing.aids import SEGMENTS
from tabletop.arrakhar.printing.art import HASTE, SILHOUETTES, WAND
from tabletop.arrakhar.printing.counters import SIZE, marker_counters, unit_counters
from tabletop.decoding import MalformedError
from tabletop.packs import HOUSE_PACK, Packs
from tabletop.pdf.document import Sheet, render
from tabletop.pdf.paper import A4, Paper
from tests.tabletop.arrakhar.test_force import evil, judged
from tests.tabletop.pdf.measuring import MM, TOLERANCE, pages_of, printed_words
from tests.valley import HOUSE, PACKS, pack


def sheet(kind: str, figures: Pack = HOUSE, paper: Paper = A4) -> Sheet:
    return ARRAKHAR.printed(kind, None, Packs(figures, lambda _: {}), paper=paper)


def boxes(of: Sheet) -> list[Any]:
    (page,) = pages_of(render(of))
    return [rect for rect in page.rects if abs(rect["width"] - SIZE * MM) < TOLERANCE * MM]


def test_aw_6_the_counters_there_are_lie_side_by_side_at_true_size() -> None:
    counted = Counter(counter.words for counter in unit_counters(None))
    assert set(counted.values()) == {20}
    assert {words.partition(",")[0] for words in counted} == {str(unit) for unit in PROFILES}
    rects = boxes(sheet("counters"))
    assert len(rects) == 160 + 9 + 2 + 3
    assert all(abs(rect["height"] - SIZE * MM) < TOLERANCE * MM for rect in rects)
    first = min(rects, key=lambda rect: (rect["top"], rect["x0"]))
    places = {((rect["x0"] - first["x0"]) / MM / SIZE, (rect["top"] - first["top"]) / MM / SIZE) for rect in rects}
    assert len({(round(x), round(y)) for x, y in places}) == len(rects)
    assert all(abs(x - round(x)) + abs(y - round(y)) < TOLERANCE / SIZE for x, y in places)


def test_a_force_has_its_own_counters_never_more_than_there_are_and_its_scenario_s_haunts() -> None:
    verdict = judged(evil(6, 3, 21, 0))
    assert len(boxes(ARRAKHAR.printed("counters", verdict, PACKS, paper=A4))) == 6 + 3 + 20 + 6 + 2 + 3
    markers = [counter.words for counter in marker_counters(verdict.priced.force.scenario)]
    assert markers[:3] == ["temple 1", "temple 2", "ruin 1"]
    assert markers[-3:] == ["haste, 2 hexes more", "haste, 4 hexes more", "haste, 6 hexes more"]


def test_no_two_silhouettes_are_alike() -> None:
    arts = [*SILHOUETTES.values(), WAND, HASTE]
    assert len(set(arts)) == len(arts)


def test_the_card_has_the_ten_segments_in_their_order() -> None:
    assert tuple(SEGMENTS) == TURN
    words = printed_words(render(sheet("phases")))
    places = [words.index(said[:20]) for said in SEGMENTS.values()]
    assert places == sorted(places)


def test_tables_say_whose_they_are_and_blank_ones_have_no_figure() -> None:
    filled, own, blank = sheet("tables"), sheet("tables", pack(combat=None, wandering=None)), sheet("blank-tables")
    assert (filled.mark, own.mark, blank.mark) == (HOUSE_PACK, "own pack “My magazine”, typed in by its owner", "")
    words = printed_words(render(filled))
    assert HOUSE_PACK in words
    assert words.count("✓") == (4 + 2 + 3 + 3) + (3 + 2 + 3 + 3) + (5 + 3 + 4 + 4)
    assert "half, up" in words
    assert "on a 5, 6 come 1, in any ruin" in words
    assert "half, up" not in printed_words(render(own))
    empty = printed_words(render(blank))
    assert "✓" not in empty
    assert "come ______ orcs" in empty
    assert HOUSE_PACK not in empty


def test_the_same_sheet_is_the_same_bytes_and_another_kind_is_refused() -> None:
    assert render(sheet("counters")) == render(sheet("counters"))
    with pytest.raises(MalformedError, match="prints nothing that is called “trays”"):
        sheet("trays")
