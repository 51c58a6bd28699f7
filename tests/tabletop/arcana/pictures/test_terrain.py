"""Terrain as a map: patterns that need no colours, and nothing that a strict content policy forbids."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from tabletop.arcana.battlefield import Table, Terrain
from tabletop.arcana.battlefield.schema import Effects, Going, Hazard, TerrainKind
from tabletop.arcana.pictures.terrain import keys, svg
from tabletop.arcana.pictures.terrain_styles import Look, from_below
from tabletop.arcana.terrain.kinds import TERRAIN_KINDS
from tabletop.geometry.primitives.polygons import contains
from tests.charts import REGIONS, rolled
from tests.laws import of_each

LOOKS = [Look(kind, going) for kind in TerrainKind for going in Going]
NAMESPACE = {"svg": "http://www.w3.org/2000/svg"}


def table_of(*terrain: Terrain) -> Table:
    return Table(format="muster-table/1", game="arcana", name="Five & <six>", size=(20, 10), terrain=terrain)


def pond(**fields: object) -> Terrain:
    return Terrain(**({"ref": "t1", "kind": "water", "polygon": ((2, 2), (8, 2), (8, 8), (2, 8))} | fields))  # type: ignore[arg-type]


def strokes(picture: str) -> list[str]:
    """Every path with its width: what is left of a picture without its colours."""
    uncoloured = re.sub(r' (fill|stroke)="#[0-9a-f]{6}"', "", picture)
    return re.findall(r"<path[^>]*>", uncoloured)


@pytest.mark.parametrize("region", REGIONS)
def test_a_picture_is_well_formed_and_keeps_a_strict_policy(region: str) -> None:
    table = rolled(region, pieces=12)
    for picture in (svg(table), *(key.sample for key in keys(table))):
        ElementTree.fromstring(picture)
        assert not re.search(r"\b(style|id|class=\"[^\"]* |on\w+|href)=|<style|<script|url\(", picture)


@pytest.mark.parametrize("region", REGIONS)
def test_every_piece_has_its_ref_within_its_own_outline(region: str) -> None:
    for seed in range(5):
        table = rolled(region, pieces=10, seed=seed)
        texts = ElementTree.fromstring(svg(table)).findall(".//svg:text", NAMESPACE)
        assert [(text.text or "").rstrip("!") for text in texts] == [each.ref for each in table.terrain]
        for text, each in zip(texts, table.terrain, strict=True):
            assert contains(each.polygon, (float(text.attrib["x"]), 48 - float(text.attrib["y"])))


@pytest.mark.parametrize("region", REGIONS)
def test_every_piece_has_a_shape_and_a_badge_of_its_own(region: str) -> None:
    table = rolled(region, pieces=12)
    groups = ElementTree.fromstring(svg(table)).findall("svg:g", NAMESPACE)
    refs = [group.attrib["data-piece"] for group in groups]
    assert sorted(refs) == sorted([each.ref for each in table.terrain] * 2)


def test_a_path_lies_on_top_of_the_marsh_that_it_crosses() -> None:
    marsh, wide = pond(ref="t1"), pond(ref="t3", polygon=((0, 0), (12, 0), (12, 9), (0, 9)))
    path = pond(ref="t2", kind="open", polygon=((1, 1), (19, 1), (19, 9), (1, 9)))
    assert [each.ref for each in from_below(table_of(marsh, path, wide))] == ["t3", "t1", "t2"]


def test_what_hurts_is_marked() -> None:
    hot = pond(effects=Effects(hazard=Hazard(harm="hits", dice="d6")))
    assert ">t1!<" in svg(table_of(hot))
    assert ">t1<" in svg(table_of(pond()))


def test_names_are_escaped() -> None:
    picture = svg(table_of(pond(name="<b>&")))
    assert "<title>Five &amp; &lt;six&gt;</title>" in picture
    assert "<title>&lt;b&gt;&amp; (t1)</title>" in picture


@of_each(("first", "second"), list(combinations(tuple(TerrainKind), 2)))
def test_kinds_differ_without_their_colours(first: TerrainKind, second: TerrainKind) -> None:
    plain, other = (svg(table_of(pond(kind=kind, going=TERRAIN_KINDS[kind].going))) for kind in (first, second))
    assert strokes(plain) != strokes(other)


@pytest.mark.parametrize("kind", ["hill", "water"])
def test_goings_of_a_kind_differ_without_their_colours(kind: TerrainKind) -> None:
    goings = [going for going in Going if going != "open" or kind == "hill"]
    pictures = [strokes(svg(table_of(pond(kind=kind, going=going)))) for going in goings]
    assert all(one != other for one, other in combinations(pictures, 2))


@pytest.mark.parametrize("region", REGIONS)
def test_the_key_has_every_pattern_of_the_map_once(region: str) -> None:
    table = rolled(region, pieces=12)
    grounds = [ground for each in table.terrain for ground in (each, *each.parts)]
    labels = [key.label for key in keys(table)]
    assert len(set(labels)) == len(labels)
    assert set(labels) == {
        Look(ground.kind, ground.going or TERRAIN_KINDS[ground.kind].going).label for ground in grounds
    }


def test_labels_name_the_going_where_it_is_not_the_usual() -> None:
    assert Look("water", "very-difficult").label == "water"
    assert Look("water", "impassable").label == "water, impassable"
    assert len({look.label for look in LOOKS}) == len(LOOKS)


def test_up_on_the_table_is_up_on_the_picture() -> None:
    low, high = pond(), pond(ref="t2", polygon=((12, 8), (18, 8), (18, 9)))
    heights = [float(y) for y in re.findall(r'<text x="[^"]*" y="([^"]*)"', svg(table_of(low, high)))]
    assert heights == [pytest.approx(5, abs=2), pytest.approx(10 - 8.33, abs=0.01)]
