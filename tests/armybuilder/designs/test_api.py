"""The price of a design and the cost tables, for programs."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from armybuilder.catalogue.snapshots import current_catalogue
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_rules import review_design
from tabletop.arcana.creation.points import BOOK_FORMULA, price
from tabletop.arcana.creation.points.plain import plain_price
from tabletop.decoding import LARGEST_FILE
from tests.designs import YOUNG_DRAGON, design


def post(client: Client, content: Any, content_type: str = "application/json") -> HttpResponse:
    return client.post("/api/price/", content, content_type=content_type)


def test_a_design_is_answered_with_its_receipt(
    client: Client, django_assert_num_queries: Any, catalogue: Catalogue
) -> None:
    current_catalogue()  # is kept between requests
    with django_assert_num_queries(2):  # that it is counted, and which catalogue is the newest
        answer = post(client, YOUNG_DRAGON)
    assert answer.status_code == 200
    assert answer.json() == plain_price(price(design()), review_design(design(), catalogue))
    assert answer.json()["exact"] == "855/2"


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (YOUNG_DRAGON | {"melee": [{"attacks": 1, "skill": 3}, {"attacks": 1, "skill": 6}]}, "melee[1].skill"),
        (YOUNG_DRAGON | {"missile": [{"range": 12, "attacks": "x", "skill": 3}]}, "missile[0].attacks"),
        (YOUNG_DRAGON | {"colour": "red"}, "colour"),
        (YOUNG_DRAGON | {"base": 3}, "base"),
        ({"name": "x"}, "format"),
        ([], ""),
    ],
)
def test_what_has_no_price_is_answered_400_with_its_field(client: Client, content: Any, named: str, db: None) -> None:
    answer = post(client, content)
    assert answer.status_code == 400
    assert answer.json()["field"] == named
    assert answer.json()["detail"]


@pytest.mark.parametrize("content", [b"", b"{", b"null", b"\xff", b"[" * 100_000])
def test_what_is_no_json_is_answered_400(client: Client, content: bytes, db: None) -> None:
    assert post(client, content).status_code == 400


def test_a_body_that_is_too_large_is_answered_413(client: Client, db: None) -> None:
    assert post(client, b" " * (LARGEST_FILE + 1)).status_code == 413


def test_other_content_is_answered_415(client: Client, db: None) -> None:
    assert post(client, json.dumps(YOUNG_DRAGON), "text/plain").status_code == 415


def test_the_cost_tables_are_answered_cell_by_cell(
    client: Client, catalogue: Catalogue, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        cells = client.get("/api/costs/?page_size=400").json()["results"]
    own = [(cell.table, cell.key, cell.amount, cell.citation.section) for cell in BOOK_FORMULA.cells()]
    assert [(each["table"], each["key"], Fraction(each["amount"]), each["section"]) for each in cells] == own
