"""`roll_terrain`: the same seed prints the same table, and a malformed argument is named."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from armybuilder.catalogue.loaders.lists import FixtureError
from armybuilder.catalogue.loaders.terrain import read_charts, terrain_charts
from tabletop.arcana.battlefield import read_table
from tabletop.arcana.terrain import terrain_listing
from tests.catalogue import PROJECT
from tests.charts import REGIONS, TERRAIN, printed_charts, rolled

GOLDEN = PROJECT / "tests" / "golden" / "terrain.json"


def printed(*words: str, **options: Any) -> str:
    out = StringIO()
    call_command("roll_terrain", *words, **({"pieces": "6", "seed": "3"} | options), stdout=out)
    return out.getvalue()


def test_json_is_the_golden_table() -> None:
    assert printed("swamps-and-marshes", format="json") == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("region", REGIONS)
def test_every_piece_has_its_roll(region: str) -> None:
    plain = json.loads(printed(region, format="json", pieces="9", size="96x60"))
    assert (plain["format"], plain["size"]) == ("muster-table/1", [96, 60])
    assert all(2 <= each["roll"] <= 12 for each in plain["terrain"])
    assert read_table(json.dumps(plain)) == rolled(region, pieces=9, seed=3, size=[96, 60])


def test_text_is_the_list_of_pieces() -> None:
    assert printed("forests") == terrain_listing(rolled("forests", pieces=6, seed=3)) + "\n"


def test_a_picture_is_drawn_on_request(tmp_path: Path) -> None:
    printed("forests", picture=tmp_path / "map.svg")
    assert ElementTree.parse(tmp_path / "map.svg").getroot().tag.endswith("svg")


def test_zones_and_placing_are_taken() -> None:
    table = read_table(printed("jungles", format="json", placing="own-half", clear=["12,0,60,12", "12,36,60,48"]))
    assert table == rolled("jungles", seed=3, placing="own-half", clear=[[12, 0, 60, 12], [12, 36, 60, 48]])


def test_agreed_changes_are_taken() -> None:
    agreed = [{"do": "reroll", "ref": "t1", "by": "red"}, {"do": "move", "ref": "t2", "by": "blue", "x": 30, "y": 12.5}]
    table = read_table(printed("jungles", format="json", agreed="t1~red_t2~30~12.5~0~blue"))
    assert table == rolled("jungles", seed=3, agreed=agreed)


@pytest.mark.parametrize(
    ("region", "options", "message"),
    [
        ("tundra", {}, "region: there is no chart “tundra”, but forests, jungles"),
        ("forests", {"pieces": "six"}, "pieces: “six” isn't a whole number"),
        ("forests", {"pieces": "41"}, "pieces: "),
        ("forests", {"pieces": "40", "size": "12x12"}, "pieces: 40 find no room"),
        ("forests", {"seed": "-1"}, "seed: "),
        ("forests", {"seed": "1.5"}, "seed: “1.5” isn't a whole number"),
        ("forests", {"size": "72"}, "size: "),
        ("forests", {"size": "72by48"}, "size: “72by48” aren't numbers with “x” between them"),
        ("forests", {"size": "72xnan"}, r"size\[1\]: "),
        ("forests", {"placing": "nobody"}, "placing: "),
        ("forests", {"agreed": "t1"}, r"agreed\[0\]: “t1” says no change"),
        ("forests", {"agreed": "t1~red_t99~red"}, r"agreed\[1\].ref: there is no piece “t99”"),
        ("forests", {"clear": ["0,0,9,9", "5,5,1,1"]}, r"clear\[1\]: "),
        ("forests", {"clear": ["0;0;9;9"]}, r"clear\[0\]: “0;0;9;9” aren't numbers"),
    ],
)
def test_a_malformed_argument_is_named(region: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(CommandError, match=f"^{message}") as caught:
        printed(region, **options)
    assert caught.value.returncode == 2


@pytest.mark.parametrize("missing", ["pieces", "seed"])
def test_what_is_left_out_is_named(missing: str) -> None:
    words = {"pieces": "--pieces=6", "seed": "--seed=3"}
    del words[missing]
    with pytest.raises(CommandError, match=f"--{missing}"):
        call_command("roll_terrain", "forests", *words.values())


def test_the_site_reads_the_projects_charts() -> None:
    assert dict(terrain_charts()) == printed_charts()


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({}, "no fixtures here"),
        ({"01-x.yaml": "slug: 'Two Words'"}, "01-x.yaml: slug"),
        ({"01-x.yaml": "slug: 'park'"}, "01-x.yaml: name"),
    ],
    ids=["none", "bad", "short"],
)
def test_a_bad_fixture_is_named(tmp_path: Path, files: dict[str, str], fault: str) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(FixtureError, match=fault):
        read_charts(tmp_path)


def test_two_charts_of_a_region_are_refused(tmp_path: Path) -> None:
    for name in ("01-a.yaml", "02-b.yaml"):
        (tmp_path / name).write_bytes((TERRAIN / "01-forests.yaml").read_bytes())
    with pytest.raises(FixtureError, match="two charts"):
        read_charts(tmp_path)
