"""Ways out on the pages: quiet buttons with what each changes, the size of the game last and apart."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from armybuilder.models import Roster as Row
from tests.markup import Document
from tests.visitors import content_of, edit_address, kept

DWARVES: dict[str, Any] = {
    "format": "muster-roster/1",
    "game": "arcana",
    "name": "The Long Watch",
    "army": "dwarves",
    "points_limit": 1000,
    "units": [
        {
            "ref": "u1",
            "models": [{"profile": "dwarves/axemen", "count": 40}],
            "characters": [{"ref": "c1", "profile": "dwarves/dwarf-lord", "weapon": "crossbow"}],
        }
    ],
}


@pytest.fixture
def row(printed: None) -> Row:
    return kept(DWARVES)


def page_of(client: Client, address: str) -> Document:
    return Document(client.get(address).content.decode())


def test_a_remedy_says_what_it_changes_and_the_size_comes_last(row: Row, owner: Client) -> None:
    page = page_of(owner, f"/rosters/{row.code}/")
    buttons = [button for button in page.all("button") if "remedy" in (button.get("class") or "").split()]
    texts = [" ".join(button.text.split()) for button in buttons]
    assert texts == [
        "Dwarf Lord without crossbow −32",
        "2 Axemen fewer −40",
        "Without the Dwarf Lord −232",
        "Agree on another size: 1,032 points",
    ]
    assert ["other" in button.get("class").split() for button in buttons] == [False, False, False, True]


def test_a_finding_about_a_part_stands_once(printed: None, owner: Client) -> None:
    bow = {**DWARVES["units"][0], "characters": [{"ref": "c1", "profile": "dwarves/dwarf-lord", "weapon": "longbow"}]}
    row = kept({**DWARVES, "points_limit": 2000, "units": [bow]})
    page = page_of(owner, f"/rosters/{row.code}/")
    findings = [each for each in page.all("strong") if "has a longbow" in each.text]
    assert len(findings) == 1


def test_a_repair_is_of_the_army_and_another_size_stands_apart(row: Row, owner: Client) -> None:
    page = page_of(owner, f"/rosters/{row.code}/repair/")
    assert page.all("h1")[0].text == "Make it legal"
    [step] = [each.text for each in page.all("li") if any(each.inside(steps) for steps in page.all("ol"))]
    assert step.startswith("Dwarf Lord without crossbow")
    [size] = [each for each in page.all("button") if "another size" in each.text]
    owner.post(edit_address(row), {"version": 1, "edit": size.get("value")})
    assert content_of(row).points_limit == 1032


def test_a_size_that_is_the_only_way_is_not_called_making_it_legal(printed: None, owner: Client) -> None:
    row = kept({**DWARVES, "rules": "tournament", "points_limit": None, "units": full_units()})
    page = page_of(owner, f"/rosters/{row.code}/repair/")
    assert page.all("h1")[0].text == "Agree on another size"


def full_units() -> list[dict[str, object]]:
    """4,000 points in units that a tournament allows."""
    return [{"ref": f"u{n}", "models": [{"profile": "dwarves/axemen", "count": 40}]} for n in range(5)]


def test_a_warning_on_a_legal_roster_has_its_ways_out(printed: None, owner: Client) -> None:
    alone = {"ref": "a1", "models": [{"profile": "high-elves/pikemen", "count": 20}]}
    allied = {"army": "high-elves", "points": 500, "units": [alone]}
    row = kept({**DWARVES, "points_limit": 4000, "units": full_units(), "allies": [allied]})
    page = page_of(owner, f"/rosters/{row.code}/")
    buttons = [button.text for button in page.all("button") if "remedy" in (button.get("class") or "").split()]
    assert any("High Elves" in text for text in buttons)
