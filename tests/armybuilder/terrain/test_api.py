"""Terrain as other programs read it: charts with their odds, kinds of ground, and tables from orders."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from django.http import HttpResponse
from django.test import Client

from tabletop.arcana.battlefield import read_table, write_table
from tabletop.arcana.terrain import Chart, GroundKind, odds
from tests.charts import REGIONS, base_kinds, printed_charts, rolled

pytestmark = pytest.mark.usefixtures("db")
ORDER: dict[str, Any] = {"region": "forests", "pieces": 6, "seed": 3}


def roll(client: Client, content: Any, content_type: str = "application/json") -> HttpResponse:
    body = content if isinstance(content, bytes) else json.dumps(content)
    return client.post("/api/terrain/roll/", body, content_type=content_type)


def test_every_chart_is_there_with_its_odds(client: Client) -> None:
    charts = client.get("/api/terrain/").json()["results"]
    assert [each["slug"] for each in charts] == list(REGIONS)
    for each in charts:
        chart = printed_charts()[each["slug"]]
        assert msgspec.convert(each["facts"], Chart) == chart
        assert [(tuple(line["rolls"]), Fraction(line["chance"])) for line in each["odds"]] == [
            (result.rolls, chance) for result, chance in odds(chart)
        ]
        assert sum(line["ways"] for line in each["odds"]) == 36


def test_every_kind_of_ground_is_there(client: Client) -> None:
    kinds = client.get("/api/terrain/kinds/").json()["results"]
    assert [msgspec.convert(each, GroundKind) for each in kinds] == list(base_kinds().values())


@pytest.mark.parametrize("region", REGIONS)
def test_an_order_is_answered_by_its_table(client: Client, region: str) -> None:
    answer = roll(client, ORDER | {"region": region})
    assert answer.status_code == 200
    table = rolled(region, pieces=6, seed=3)
    assert read_table(answer.content) == table
    assert answer.json() == json.loads(write_table(table))


def test_agreed_changes_are_carried_out(client: Client) -> None:
    agreed = [{"do": "reroll", "ref": "t1", "by": "red"}, {"do": "move", "ref": "t2", "by": "blue", "x": 9, "y": 9}]
    answer = roll(client, ORDER | {"agreed": agreed, "size": [96, 60], "placing": "own-half"})
    assert read_table(answer.content) == rolled("forests", seed=3, size=[96, 60], placing="own-half", agreed=agreed)


@pytest.mark.parametrize(
    ("content", "field"),
    [
        (ORDER | {"region": "tundra"}, "region"),
        (ORDER | {"pieces": 41}, "pieces"),
        (ORDER | {"pieces": 40, "size": [12, 12]}, "pieces"),
        (ORDER | {"seed": 1.5}, "seed"),
        ({"region": "forests", "pieces": 6}, "seed"),
        (ORDER | {"weather": "rain"}, "weather"),
        (ORDER | {"agreed": [{"do": "reroll", "ref": "t9", "by": "red"}]}, "agreed[0].ref"),
        (b"", ""),
        (b"{", ""),
        (b"[" * 100_000, ""),
    ],
)
def test_what_is_no_order_is_refused_by_its_field(client: Client, content: Any, field: str) -> None:
    answer = roll(client, content)
    assert answer.status_code == 400
    assert answer.json()["field"] == field
    assert answer.json()["detail"]


def test_other_bodies_and_long_ones_are_refused(client: Client) -> None:
    assert roll(client, ORDER, "text/plain").status_code == 415
    assert roll(client, b" " * 1_000_001).status_code == 413


def test_answers_about_terrain_ask_the_database_nothing(client: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert client.get("/api/terrain/").status_code == 200
        assert client.get("/api/terrain/kinds/").status_code == 200
    with django_assert_num_queries(1):  # that it is counted
        assert roll(client, ORDER).status_code == 200
