"""The print shop for programs: an order in, pages out, and what is wrong named."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.http import HttpResponse
from django.test import Client

from armybuilder.printing import orders as printing
from tabletop.arcana.catalogue.lists import Catalogue
from tests.tabletop.pdf.measuring import pages_of, text_of
from tests.visitors import RAIDERS

pytestmark = pytest.mark.usefixtures("catalogue")
ROSTER: dict[str, Any] = json.loads(RAIDERS)


def ask(client: Client, order: Any, address: str = "/api/print/") -> HttpResponse:
    body = order if isinstance(order, bytes) else json.dumps(order)
    return client.post(address, body, content_type="application/json")


def test_an_order_is_answered_by_its_pages(client: Client, catalogue: Catalogue) -> None:
    answer = ask(client, {"kinds": ["roster", "markers"], "rosters": [ROSTER], "paper": "letter"})
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    pages = pages_of(answer.content)
    assert "Raiding Party" in text_of(pages[0])
    assert "broken" in text_of(pages[-1])
    assert all("US Letter" in text_of(page) for page in pages)


def test_copies_are_printed_one_after_the_other(client: Client) -> None:
    once = len(pages_of(ask(client, {"kinds": ["bases"]}).content))
    assert len(pages_of(ask(client, {"kinds": ["bases"], "copies": 3}).content)) == 3 * once


def test_a_zip_holds_a_pdf_for_each_sheet(client: Client) -> None:
    order = {"kinds": ["bases", "gauges"]}
    answer = ask(client, order, "/api/print/?bound=zip")
    assert answer.headers["Content-Type"] == "application/zip"
    with ZipFile(BytesIO(answer.content)) as archive:
        assert len(archive.namelist()) == 2
        assert all(archive.read(name).startswith(b"%PDF") for name in archive.namelist())
    assert ask(client, order, "/api/print/?bound=zip").content == answer.content


def test_the_same_order_is_the_same_file(client: Client) -> None:
    order = {"kinds": ["markers", "templates"], "rosters": [ROSTER]}
    assert ask(client, order).content == ask(client, order).content


@pytest.mark.parametrize(
    ("order", "field"),
    [
        ({}, "kinds"),
        ({"kinds": []}, "kinds"),
        ({"kinds": ["posters"]}, "kinds[0]"),
        ({"kinds": ["roster"]}, "kinds[0]"),
        ({"kinds": ["bases"], "paper": "a3"}, "paper"),
        ({"kinds": ["bases"], "scale": 20}, "scale"),
        ({"kinds": ["bases"], "copies": 0}, "copies"),
        ({"kinds": ["bases"], "targets": [{"profile": "orcs/orc-warrior"}] * 5}, "targets"),
        ({"kinds": ["cards"], "rosters": [ROSTER], "targets": [{"profile": "orcs/orc"}]}, "targets[0].profile"),
        ({"kinds": ["bases"], "glitter": True}, "glitter"),
        ({"kinds": ["bases"], "rosters": [{}]}, "rosters[0].format"),
        ({"kinds": ["bases"], "rosters": [ROSTER | {"units": ROSTER["units"] * 2}]}, "rosters[0].units[3].ref"),
        ({"kinds": ["bases"], "rosters": [ROSTER | {"army": "elves"}]}, "army"),
        (b"", ""),
        (b"{", ""),
    ],
)
def test_a_wrong_order_is_refused_and_its_field_named(client: Client, order: Any, field: str) -> None:
    answer = ask(client, order)
    assert answer.status_code == 400
    assert answer.json()["field"] == field


def test_other_bindings_are_refused(client: Client) -> None:
    answer = ask(client, {"kinds": ["bases"]}, "/api/print/?bound=leather")
    assert (answer.status_code, answer.json()["field"]) == (400, "bound")


@pytest.mark.parametrize("bound", ["pdf", "zip"])
def test_an_order_of_too_many_pages_is_refused_and_not_printed(
    client: Client, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    once = len(pages_of(ask(client, {"kinds": ["bases", "trays", "gauges"]}).content))
    monkeypatch.setattr(printing, "MOST_AT_ONCE", 3 * once)
    order: dict[str, Any] = {"kinds": ["bases", "trays", "gauges"], "copies": 3}
    assert ask(client, order, f"/api/print/?bound={bound}").status_code == 200
    for name in ("as_pdf", "as_archive"):
        monkeypatch.delattr(printing, name)
    answer = ask(client, order | {"copies": 4}, f"/api/print/?bound={bound}")
    assert (answer.status_code, answer.json()["field"]) == (400, "copies")
    assert f"more than {3 * once} pages" in answer.json()["detail"]
    monkeypatch.setattr(printing, "MOST_AT_ONCE", once - 1)
    assert ask(client, order | {"copies": 1}).json()["field"] == "kinds"


def test_cards_have_odds_on_wish_and_no_more_than_an_answer_has_time_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = {"kinds": ["cards"], "rosters": [ROSTER], "targets": [{"profile": "orcs/orc-warrior", "count": 20}]}
    assert "20 Orc Warriors" in text_of(pages_of(ask(client, order).content)[0])
    assert "Orc" not in text_of(pages_of(ask(client, order | {"targets": []}).content)[0])
    monkeypatch.setattr(printing, "MOST_ODDS_AT_ONCE", len(ROSTER["units"]) - 1)
    answer = ask(client, order)
    assert (answer.status_code, answer.json()["field"]) == (400, "targets")
    assert ask(client, order | {"kinds": ["spells"]}).status_code == 200, "cards of spells have none"


def test_a_hundred_pages_are_the_most(client: Client) -> None:
    answer = ask(client, {"kinds": ["spells", "terrain-cards"], "copies": 20})
    assert answer.status_code == 400
    assert "more than 100 pages" in answer.json()["detail"]


def test_an_order_too_large_is_refused(client: Client) -> None:
    assert ask(client, b" " * 1_000_001).status_code == 413
