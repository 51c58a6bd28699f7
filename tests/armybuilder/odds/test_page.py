"""The page of odds: its figures are the library's, its state is its address, and what can't be is said at its field."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html import unescape
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

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
    assert (f'">{shown}<span class="unseen"> ' in page) == (abs(difference) >= 0.05)
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
    assert '<div id="notice" hx-swap-oob="innerHTML"></div>' in part, "a fault of before is over"
    said = re.search(r'<p id="answer-said" hx-swap-oob="innerHTML">([^<]+)</p>', part)
    assert said
    assert said[1].startswith("Advantage: Axemen. On average ")


def test_fields_are_found_again_after_an_answer(client: Client, catalogue: Catalogue) -> None:
    fields = {
        MEETING: ["an", "af", "bn", "bf", "turn", "at", "ac", "ah", "al", "am", "bc", "bh", "bl", "bm"],
        SHOTS: ["an", "af", "bn", "bf", "range", "moved", "cover", "ah", "weapon"],
        f"{MEETING}&kind=morale": ["an", "af", "bn", "bf", "at", "alone", "al", "am"],
    }
    for address, names in fields.items():
        page = page_of(client, address)
        form = page[page.index("<form method") : page.index('<section class="part odds-two"')]
        controls = re.findall(r"<(?:input|select) (?!type=.hidden)[^>]*>", form)
        assert {*re.findall(r' id="(\w+)"', " ".join(controls))} == {*names}
        assert all(f'id="{name}"' in control for control in controls for name in re.findall(' name="([^"]+)"', control))
    page = page_of(client, SHOTS)
    assert 'id="an" name="an" inputmode="numeric" min="1" max="1000"' in page
    assert 'id="range" name="range" inputmode="decimal" min="0" max="200" step="any"' in page
    assert 'id="ah" name="ah" min="-10" max="10"' in page, "a keyboard of figures alone has no minus"


def test_what_is_seldom_stated_is_open_where_it_is_stated(client: Client, catalogue: Catalogue) -> None:
    for stated in ("", "&ah=0", "&range=-1", "&weapon=none&cover=x"):
        page = page_of(client, MEETING + stated)
        assert '<details class="odds-more" id="more">' in page, stated
        assert "how many, how often" in page, "what is of another kind isn't read"
    for stated in ("&am=1", "&bm=-11", "&ac=90", "&bl=2"):
        assert '<details class="odds-more" id="more" open>' in page_of(client, MEETING + stated), stated


def test_a_weapon_is_one_of_the_units_own(client: Client, catalogue: Catalogue) -> None:
    row = next(row for row in catalogue.rows.values() if row.wounds and len({each.name for each in row.missile}) > 1)
    first, second = (missile.name for missile in row.missile[:2])
    address = f"/odds/?a={row.slug}&b=orcs/orc-warrior&kind=shoot&range=6"
    for stated, name in (
        ("", first),
        (f"&weapon={quote(second)}", second),
        (f"&weapon={quote(second.lower())}", second),
    ):
        page = unescape(page_of(client, address + stated))
        assert f'<option value="{name}" selected>' in page, stated
    assert "Select a valid choice" in page_of(client, f"{address}&weapon=none")


def test_another_unit_keeps_all_else(client: Client, catalogue: Catalogue) -> None:
    stated = "&an=12&af=6&bn=9&turn=later&at=flank&alone=on&weapon=x&w=hit&w=b5"
    for letter, other in (("a", "b"), ("b", "a")):
        page = page_of(client, f"{MEETING.partition('&an')[0]}{stated}&pick={letter}&from=list.orcs")
        link = unescape(re.search(rf'class="chip" href="\?([^"]*{letter}=orcs/orc-warrior)"', page)[1])  # type: ignore[index]
        kept = parse_qs(link)
        assert (kept["w"], kept["turn"], kept["at"], kept["alone"]) == (["hit", "b5"], ["later"], ["flank"], ["on"])
        assert not kept.keys() & {f"{letter}n", f"{letter}f", "pick", "from"}
        assert kept[f"{other}n"]
        assert ("weapon" in kept) == (letter == "b")
        back = unescape(re.search(r'href="\?([^"]*)">Cancel', page)[1])  # type: ignore[index]
        assert parse_qs(back) == parse_qs(f"{MEETING.partition('?')[2].partition('&an')[0]}{stated}")
    strange = page_of(client, "/odds/?a=dwarves/axemen&pick=b&%22%3E%26x%3D=1")
    assert "%22%3E%26x%3D=1&amp;pick=b" in strange
    assert "Cancel" not in strange, "there is nothing to go back to"


def test_why_a_fight_has_no_end_is_said(client: Client, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    troll = next(row.slug for row in catalogue.rows.values() if row.defence.regeneration and row.wounds and row.melee)
    page = unescape(page_of(client, f"/odds/?a={troll}&b=orcs/orc-warrior"))
    assert "Can't be fought to the end: regeneration" in page
    assert "Fight it to the end" not in page
    assert "Fight it to the end" in page_of(client, f"{MEETING}&an=40&bn=40")
    monkeypatch.setattr("armybuilder.odds.presenters.cases.TIME_TO_FIGHT", 0)
    assert "takes longer than a page may count" in page_of(client, f"{MEETING}&an=40&bn=40&end=1")


def test_the_file_names_the_field_that_is_wrong(client: Client, catalogue: Catalogue) -> None:
    sent = client.get(f"{MEETING}&format=json")
    assert sent["Content-Disposition"] == 'attachment; filename="odds.json"'
    refusals = (
        (f"{MEETING}&an=0", "an", "greater than"),
        (f"{MEETING}&af=11", "af", "can't stand 11 wide"),
        (f"{SHOTS}&range=150", "range", "too far"),
        ("/odds/?a=dwarves/axemen", "b", "Is missing."),
        ("/odds/?a=dwarves/nobody&b=orcs/orc-warrior", "a", "There is no such profile."),
    )
    for address, field, said in refusals:
        answer = client.get(f"{address}&format=json")
        assert (answer.status_code, answer.json()["field"]) == (400, field), address
        assert said in answer.json()["detail"], address


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


def test_no_way_of_the_picker_leads_to_nothing(client: Client, catalogue: Catalogue) -> None:
    sources = re.findall(r'from=([^"]+)"', page_of(client, "/odds/"))
    assert "list.vehicles" in sources
    for source in sources:
        page = page_of(client, f"/odds/?pick=a&from={source}")
        assert 'class="chip" href="?a=' in page, source
    wagon = page_of(client, "/odds/?a=vehicles/war-wagon-with-12-archers-and-2-beasts&b=orcs/orc-warrior")
    assert "how many, how often" in wagon


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
