"""A table on paper: the whole map to scale, every piece with its effects, nothing clipped."""

from __future__ import annotations

import pytest

from tabletop.arcana.pictures.terrain_styles import looks_of
from tabletop.arcana.printing.maps.terrain import terrain_sheet
from tabletop.arcana.terrain import effects_in_words
from tabletop.pdf.document import content_box
from tabletop.pdf.paper import A4, PAPERS, Paper
from tests.charts import REGIONS, rolled
from tests.tabletop.pdf.measuring import MM, outside, overlaps, pages_of, text_of

SHEET_PAPERS = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
CHANGES = ("Red rolled t2 again", "Blue moved t1 to 30, 20, turned 45°")


def solid(text: str) -> str:
    return "".join(text.split())


@SHEET_PAPERS
@pytest.mark.parametrize("region", REGIONS)
def test_every_piece_stands_there_with_what_it_does(paper: Paper, region: str) -> None:
    table = rolled(region, pieces=9, seed=2)
    text = solid("".join(text_of(page) for page in pages_of(terrain_sheet(table, paper=paper))))
    for each in table.terrain:
        assert solid(each.name) in text
        for sentence in effects_in_words(each):
            assert solid(sentence) in text
    for look in looks_of(table):
        assert solid(look.label) in text


def test_what_was_agreed_stands_below() -> None:
    pages = pages_of(terrain_sheet(rolled("forests"), paper=A4, changes=CHANGES))
    text = "".join(text_of(page) for page in pages)
    assert "Agreed since the roll" in text
    assert all(change in text for change in CHANGES)
    assert "Agreed" not in text_of(pages_of(terrain_sheet(rolled("forests"), paper=A4))[0])


def test_pieces_that_lie_across_each_other_say_so() -> None:
    move = {"do": "move", "by": "red", "x": 36, "y": 24}
    table = rolled("forests", seed=4, agreed=[move | {"ref": "t1"}, move | {"ref": "t2"}])
    assert "Lies across t2: agree which counts there." in text_of(pages_of(terrain_sheet(table, paper=A4))[0])


@SHEET_PAPERS
@pytest.mark.parametrize("size", [[72, 48], [48, 72], [240, 12], [12, 240], [12, 12]])
def test_the_map_keeps_its_shape_on_any_paper(paper: Paper, size: list[float]) -> None:
    table = rolled("forests", pieces=1, seed=1, size=size)
    page = pages_of(terrain_sheet(table, paper=paper))[0]
    edge = max(page.rects, key=lambda each: each["width"] * each["height"])
    assert edge["width"] / edge["height"] == pytest.approx(size[0] / size[1], rel=0.001)
    box = content_box(paper)
    assert edge["width"] / MM <= box.width + 0.05
    assert edge["height"] / MM <= 150.05
    assert max(edge["width"] / MM / box.width, edge["height"] / MM / 150) == pytest.approx(1, abs=0.001)


@SHEET_PAPERS
@pytest.mark.parametrize("pieces", [1, 8, 30])
def test_nothing_lies_outside_or_on_top_of_something_else(paper: Paper, pieces: int) -> None:
    size = [72, 48] if pieces < 30 else [144, 96]
    content = terrain_sheet(rolled("jungles", pieces=pieces, seed=3, size=size), paper=paper, changes=CHANGES)
    for page in pages_of(content):
        assert outside(page) == []
        assert overlaps(page) == []


def test_the_same_table_makes_the_same_bytes() -> None:
    assert terrain_sheet(rolled("jungles"), paper=A4) == terrain_sheet(rolled("jungles"), paper=A4)
