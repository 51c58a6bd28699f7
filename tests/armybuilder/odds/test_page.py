"""The page of odds: its figures are the library's, its state is its address, and what can't be is said at its field."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from armybuilder.core.budgets import BusyError
from armybuilder.odds.presenters.cases import per_cent, readable
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.answers import odds
from tabletop.arcana.odds.situations import read_situation
from tests.visitors import HTMX, kept, kept_share

MEETING = "/odds/?a=dwarves/axemen&b=orcs/orc-warrior&an=10&bn=10"
SHOTS = "/odds/?a=dwarves/crossbowmen&b=orcs/orc-warrior&kind=shoot"


def page_of(client: Client, address: str, **headers: Any) -> str:
    answer = client.get(address, headers=headers.get("headers", {}))
    assert answer.status_code == 200
    return answer.content.decode()


def filed(client: Client, address: str) -> dict[str, Any]:
    answer: dict[str, Any] = client.get(f"{address}&format=json").json()
    return answer


def test_figures_are_those_of_the_library(client: Client, catalogue: Catalogue) -> None:
    for address, names in ((MEETING, ("Orc Warriors.fallen", "Axemen.fallen")), (SHOTS, ("fallen", "hits"))):
        page, file = page_of(client, address), filed(client, address)
        situation = file.pop("situation")
        answer = odds(catalogue, read_situation(json.dumps(situation)))
        assert file == json.loads(json.dumps(answer))
        for name in names:
            result = answer["results"][name]
            assert f"{result['decimal']:.1f} on average" in page
            assert f"<li>On average {result['mean']}</li>" in page
            assert per_cent(Fraction(result["at_least"]["1"])) in page
            low, high = result["middle"]
            assert f"Eight times in ten {low} to {high};" in page
    breaks = odds(catalogue, read_situation(json.dumps(filed(client, MEETING)["situation"])))["results"]
    assert breaks["Orc Warriors.breaks"]["exact"] in page_of(client, MEETING)


def test_fractions_are_shown_that_can_be_read() -> None:
    assert readable(Fraction(6**30 + 1, 6**30)) == f"{6**30 + 1}/{6**30}"
    for number in (Fraction(1, 6**40), Fraction(6**40, 7), Fraction(1, 6**9000)):
        assert readable(number) == "a fraction too long to read"


def test_each_what_if_says_how_much_it_changes(client: Client, catalogue: Catalogue) -> None:
    plain, later = filed(client, MEETING), filed(client, f"{MEETING}&turn=later")
    page = page_of(client, f"{MEETING}&w=later")
    name = "Orc Warriors.fallen"
    difference = later["results"][name]["decimal"] - plain["results"][name]["decimal"]
    assert f"{later['results'][name]['decimal']:.1f} on average" in page
    shown = f"{difference:+.1f}".replace("-", "−")
    assert (f'">{shown}</b>' in page) == (abs(difference) >= 0.05)
    assert page.count('aria-labelledby="case-') == 2
    assert page_of(client, f"{MEETING}&w=none").count('aria-labelledby="case-') == 1
    wider = page_of(client, f"{MEETING}&w=a10&w=b10&w=flank&w=rear")
    assert wider.count('aria-labelledby="case-') == 4, "three at most beside what stands"


def test_the_address_holds_all_of_it(client: Client, catalogue: Catalogue) -> None:
    page = page_of(client, f"{MEETING}&turn=later&w=hit&unknown=x")
    chip = page.partition('id="if-hit" href="')[2].partition("#")[0].replace("&amp;", "&")
    state = parse_qs(urlsplit(chip).query)
    assert state == {"a": ["dwarves/axemen"], "b": ["orcs/orc-warrior"], "an": ["10"], "bn": ["10"],
                     "turn": ["later"], "w": ["none"]}  # fmt: skip
    part = page_of(client, MEETING, headers=HTMX)
    assert part.lstrip().startswith('<div id="meeting">')


def test_what_cannot_be_is_said_at_its_field(client: Client, catalogue: Catalogue) -> None:
    refusals = (
        (f"{MEETING}&af=11", "can't stand 11 wide"),
        (f"{MEETING}&an=0", "greater than or equal to 1"),
        (f"{MEETING}&an=many", "whole number"),
        (f"{MEETING}&ac=9", "Must be at most"),
        (f"{SHOTS}&range=150", "too far"),
        ("/odds/?a=dwarves/axemen&b=orcs/orc-warrior&kind=shoot", "has no missile attack"),
        ("/odds/?a=vehicles/war-wagon&b=orcs/orc-warrior", ""),
        ("/odds/?a=dwarves/axemen&b=orcs/orc", "There is no such profile."),
        ("/odds/?a=raiders-1.u1&b=orcs/orc-warrior", "isn't yours"),
        ("/odds/?a=%00&b=orcs/orc-warrior", "isn't yours"),
    )
    for address, said in refusals:
        page = page_of(client, address).replace("&#x27;", "'")
        assert said in page, address
        assert "how many, how often" not in page, address


def test_an_address_with_a_sign_that_no_database_keeps_leads_to_the_picker(
    client: Client, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> None:
        raise AssertionError("PostgreSQL refuses NUL")

    monkeypatch.setattr("armybuilder.odds.queries.live_shares", refused)
    for address in ("/odds/?from=shared.%00", "/odds/?a=shared.%00.u1", "/odds/?pick=a&from=%00"):
        assert "From a sample" in page_of(client, address)
    assert "There is no such roster" in page_of(client, "/odds/matrix/?a=shared.%00&b=sample.orcs")


def test_links_of_others_are_listed_nowhere(client: Client, catalogue: Catalogue) -> None:
    for address in (MEETING, "/odds/", f"{MEETING}&format=json"):
        assert client.get(address)["X-Robots-Tag"] == "noindex, nofollow"


def test_a_busy_site_answers_without_the_end(
    client: Client, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise BusyError

    assert "Who wins, fought to the end" in page_of(client, MEETING)
    monkeypatch.setattr("armybuilder.odds.presenters.cases._ending", busy)
    page = page_of(client, MEETING)
    assert "how many, how often" in page
    assert "Who wins, fought to the end" not in page


def test_units_of_ones_own_are_there_for_their_owner_alone(
    client: Client, owner: Client, other: Client, catalogue: Catalogue
) -> None:
    row = kept()
    address = f"/odds/?a={row.code}.u1&b=sample.orcs.u1"
    assert "how many, how often" in page_of(owner, address)
    for visitor in (client, other):
        assert "isn&#x27;t yours" in page_of(visitor, address)
    assert f"from={row.code}" in page_of(owner, "/odds/")
    assert f"from={row.code}" not in page_of(other, "/odds/")
    assert f"a={row.code}.u1" in page_of(owner, f"/odds/?pick=a&from={row.code}&b=orcs/orc-warrior")


def test_units_of_a_sample_meet_every_way_without_an_error(client: Client, catalogue: Catalogue) -> None:
    for ref in range(1, 7):
        for kind in ("melee", "shoot", "morale"):
            page_of(client, f"/odds/?a=sample.undead.u{ref}&b=dwarves/axemen&bn=200&kind={kind}&w=rear&w=aloose")


def test_lists_rosters_and_tables_lead_here(owner: Client, catalogue: Catalogue) -> None:
    row = kept()
    shared = kept_share(row)
    links = (
        ("/armies/dwarves/axemen/", "/odds/?a=dwarves/axemen"),
        (f"/rosters/{row.code}/?unit=u1", f"/odds/?a={row.code}.u1"),
        ("/samples/dwarves/", "/odds/?a=sample.dwarves.u1"),
        (f"/s/{shared.token}/", f"/odds/?a=shared.{shared.token}.u1"),
        ("/table/", "/odds/"),
    )
    for page, link in links:
        assert f'href="{link}"' in page_of(owner, page), page
        assert owner.get(link).status_code == 200
    assert "how many, how often" in page_of(owner, f"{links[3][1]}&b=orcs/orc-warrior")


def test_a_charge_and_shots_on_a_table_lead_to_their_odds(owner: Client, catalogue: Catalogue) -> None:
    address = owner.post("/table/demo/").headers["Location"]
    owner.post(f"{address}do/", {"unit": "b3", "command": "put 37,25", "version": 1})
    for asked, stated in (("unit=b3&look=shoot&to=r3", "kind=shoot"), ("unit=b3&look=charge&to=r3", "at=")):
        page = page_of(owner, f"{address}?{asked}")
        link = page.partition('href="/odds/?')[2].partition('"')[0].replace("&amp;", "&")
        assert stated in link
        assert "how many, how often" in page_of(owner, f"/odds/?{link}")
