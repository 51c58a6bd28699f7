"""Own designs in rosters: labelled on every page and sheet, a warning, special in tournaments, priced afresh."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.designs.views.audit import audit_of
from armybuilder.models import Roster
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import verdict
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.creation.design_files import LABEL, read_design
from tabletop.arcana.creation.points import price
from tabletop.findings import Severity
from tests.armybuilder.core.test_queries import exactly
from tests.designer import DRAGON, words
from tests.designs import CODE, VARIANT_CODE, YOUNG_DRAGON, address
from tests.tabletop.pdf.measuring import printed_words
from tests.visitors import OTHER, browser_of, kept

CARRIED = {name: value for name, value in YOUNG_DRAGON.items() if name != "format"}
RULE = "DSGN-01"
LABELLED = (
    "roster",
    "compact",
    "organiser",
    "attrition",
    "cards",
    "profiles",
    "designs",
)  # what the print shop makes of a roster's rows
PAPERS = pytest.mark.parametrize("paper", ["a4", "letter"])
COUNTS = {
    "/forge/": 2,
    "/forge/new/": 2,
    "/forge/new/?find=dragon": 2,
    "/forge/open/": 1,
    "/forge/family/": 3,
    "/forge/vehicle/": 2,
    "/forge/war-machine/": 2,
    "/forge/tables/": 2,
    "/forge/variants/": 2,
    f"/forge/variants/{VARIANT_CODE}/": 3,
    "/forge/audit/": 2,
    "/forge/audit/?sort=share&page=3": 2,
    "/forge/audit/dwarves/axemen/": 2,
    f"/forge/{CODE}/": 5,
    f"/forge/{CODE}/?formula={VARIANT_CODE}&wish=430": 6,
    f"/forge/{CODE}/a4.pdf": 2,
    f"/forge/{CODE}/design.json": 2,
}


def mustered(**fields: Any) -> Roster:
    """A roster in the database that carries two young dragons."""
    units = [
        {"ref": "u1", "models": [{"profile": "dwarves/axemen", "count": 20}]},
        {"ref": "u2", "models": [{"profile": "designs/young-dragon", "count": 2}]},
    ]
    plain = {"format": "muster-roster/1", "game": "arcana", "name": "Dragons", "army": "dwarves"}
    return kept(plain | {"points_limit": 4000, "units": units, "designs": [CARRIED]} | fields)


def sheet_of(answer: HttpResponse) -> str:
    assert answer.headers["Content-Type"] == "application/pdf"
    return printed_words(answer.content)


@PAPERS
def test_every_sheet_labels_an_own_design(row: Roster, owner: Client, paper: str) -> None:
    roster = mustered()
    places = [
        f"/rosters/{roster.code}/{paper}.pdf",
        f"/rosters/{roster.code}/designs/young-dragon/{paper}.pdf",
        address("receipt-pdf", paper=paper),
        *(f"/print/sheets.pdf?kinds={kind}&roster={roster.code}&paper={paper}" for kind in LABELLED),
    ]
    for place in places:
        text = sheet_of(owner.get(place))
        assert "Young Dragon" in text
        assert LABEL in text, place


def test_every_page_labels_an_own_design(row: Roster, owner: Client) -> None:
    roster = mustered()
    for place in (f"/rosters/{roster.code}/", f"/rosters/{roster.code}/designs/young-dragon/", address()):
        assert LABEL in words(owner.get(place)), place


@PAPERS
def test_a_receipt_by_a_clubs_formula_names_the_club(row: Roster, owner: Client, paper: str) -> None:
    text = sheet_of(owner.get(f"{address('receipt-pdf', paper=paper)}?formula={VARIANT_CODE}"))
    assert "Tuesday Club" in text
    assert "This isn't the book's price." in text
    assert "432.5" in text


def test_a_roster_warns_that_the_opponent_may_refuse_an_own_design(row: Roster, owner: Client) -> None:
    [warning] = [each for each in verdict(roster_of(mustered())).report.findings if each.code == RULE]
    assert warning.severity is Severity.WARNING
    assert "the opponent may refuse it" in words(owner.get(f"/rosters/{mustered().code}/"))


@pytest.mark.parametrize("rules", ["core", "tournament"])
def test_own_designs_are_special_in_tournaments(printed: None, rules: str) -> None:
    clerk = {"name": "Clerk", "wounds": 1, "movement": {"ground": 6}, "melee": [{"attacks": 1, "skill": 2}]}
    units = [{"ref": "u1", "models": [{"profile": "designs/clerk", "count": 6}]}]
    units += [{"ref": "u2", "models": [{"profile": "designs/young-dragon", "count": 2}]}]
    carried = mustered(rules=rules, units=units, designs=[CARRIED, clerk])
    shares = verdict(roster_of(carried)).price.shares
    clerks = 6 * price(read_design(json.dumps(clerk | {"format": "muster-design/1"}))).points
    assert sum(share.special for share in shares) == 2 * 428 + (clerks if rules == "tournament" else 0)


def test_a_roster_file_carries_its_designs_without_prices_and_opens_elsewhere(row: Roster, owner: Client) -> None:
    saved = owner.get(f"/rosters/{mustered().code}/roster.json").content
    plain = json.loads(saved)
    assert [each["name"] for each in plain["designs"]] == ["Young Dragon"]
    assert "points" not in plain["designs"][0]
    other = browser_of(OTHER)
    other.post("/rosters/open/", {"file": BytesIO(saved)})
    opened = roster_of(Roster.objects.order_by("-pk")[0])
    assert opened.designs == (DRAGON,)
    assert verdict(opened).price.points == verdict(read_roster(saved)).price.points


def test_what_a_file_changes_in_a_design_changes_its_price(row: Roster, owner: Client) -> None:
    plain = json.loads(owner.get(f"/rosters/{mustered().code}/roster.json").content)
    before = verdict(read_roster(json.dumps(plain))).price.points
    plain["designs"][0]["wounds"] = 6
    assert verdict(read_roster(json.dumps(plain))).price.points == before + 2 * 19


@pytest.mark.parametrize("place", COUNTS)
def test_every_page_of_the_forge_asks_a_fixed_number_of_questions(row: Roster, owner: Client, place: str) -> None:
    audit_of(current_catalogue())  # a process draws it once
    with exactly(COUNTS[place]):
        assert owner.get(place).status_code == 200


def test_a_carried_design_asks_a_fixed_number_of_questions(row: Roster, owner: Client) -> None:
    roster = mustered()
    current_catalogue()
    for place in ("", "a4.pdf"):
        with exactly(2):
            assert owner.get(f"/rosters/{roster.code}/designs/young-dragon/{place}").status_code == 200
