"""Arrakhar's Wand on the site: a force is begun on the home page, changed, judged, shared, printed and sent out."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from armybuilder.sharing.models import Share
from tabletop.packs import HOUSE_PACK
from tabletop.rosters.document import write_roster
from tests.markup import Document
from tests.tabletop.pdf.measuring import pages_of, printed_words
from tests.visitors import OTHER, OWNER, browser_of, load_printed_rows

pytestmark = pytest.mark.django_db
SENTENCE = f"{HOUSE_PACK.capitalize()}."
ROSTER: dict[str, Any] = {
    "format": "muster-roster/1",
    "game": "arrakhar",
    "name": "The circle",
    "army": "sorcerer",
    "scenario": "basic",
    "advanced": False,
    "salt": "pepper",
    "units": [
        {"models": [{"profile": f"arrakhar/{unit}", "count": 6}]} for unit in ("sorcerer", "demon", "orc", "ghoul")
    ],
}


@pytest.fixture(autouse=True)
def _printed(db: None) -> None:
    load_printed_rows()


@pytest.fixture
def owner() -> Client:
    return browser_of(OWNER)


def begun(owner: Client, side: str = "sorcerer") -> Row:
    answer = owner.post(reverse("new-roster"), {"game": "arrakhar", "begin": side})
    assert answer.status_code == 302
    return Row.objects.latest("pk")


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return unescape(answer.content.decode())


def pressed(owner: Client, row: Row, button: str) -> str:
    """The page after a press on a button of it."""
    shown = Document(owner.get(reverse("roster", args=[row.code])).content.decode())
    buttons = [each for each in shown.all("button") if button in (each.get("aria-label"), each.text.partition(" +")[0])]
    edit = buttons[0].get("value")
    row.refresh_from_db()
    answer = owner.post(reverse("edit-roster", args=[row.code]), {"version": row.version, "edit": edit}, follow=True)
    return unescape(answer.content.decode())


def test_a_newcomer_builds_a_legal_force_from_the_home_page_without_scripts(owner: Client) -> None:
    home = page(owner, "/")
    assert "The wizard's force" in home
    assert "The sorcerer's force" in home
    assert "The sorcerer's force" in page(owner, reverse("new-roster"))
    row = begun(owner)
    shown = page(owner, reverse("roster", args=[row.code]))
    assert "Legal" in shown
    assert "24 of 66 points are unspent." in shown
    assert "AW-10B · Arrakhar's Wand, Dragon 69, “2.1 Designing forces”" in shown
    assert "14 orcs outside the force may still come as wandering orcs" in shown
    assert "Draft" in pressed(owner, row, "One Demon fewer")
    assert "1 more is needed" in page(owner, reverse("roster", args=[row.code]))
    assert "Legal" in pressed(owner, row, "Add 1 demon")
    assert "The force costs 43 of 66 points." in pressed(owner, row, "One Orc more")
    assert "9 of the long scenario" in pressed(owner, row, "Long, 100")
    assert roster_of(row).army == "sorcerer"


def test_what_is_no_beginning_is_not_found(owner: Client) -> None:
    for fields in (
        {"game": "arrakhar", "begin": "dragon"},
        {"game": "chess", "begin": "w"},
        {"game": "arcana", "begin": ""},
    ):
        assert owner.post(reverse("new-roster"), fields).status_code == 404


def test_every_screen_says_that_the_figures_are_the_houses(owner: Client) -> None:
    row = begun(owner, "wizard")
    owner.post(reverse("share-roster", args=[row.code]), {"kind": "copy"})
    token = Share.objects.get().token
    for address in (
        reverse("roster", args=[row.code]),
        reverse("roster-version", args=[row.code, 1]),
        reverse("shared", args=[token]),
    ):
        assert SENTENCE in page(owner, address), address
    assert HOUSE_PACK in page(owner, reverse("rosters"))
    assert HOUSE_PACK in page(owner, "/")
    opened = owner.post(reverse("open-roster"), {"text": json.dumps(ROSTER)}).content.decode()
    assert HOUSE_PACK in opened
    assert "The circle" in opened
    assert f"points ({HOUSE_PACK})" in page(owner, reverse("roster-history", args=[row.code]))
    owner.post(reverse("seal-roster", args=[row.code]))
    assert f"points by Arrakhar's Wand 1, {HOUSE_PACK}" in page(owner, reverse("share-roster", args=[row.code]))
    pair = {"a": row.code, "b": row.code}
    assert page(owner, f"{reverse('compare')}?{urlencode(pair)}").count(SENTENCE) == 2
    checked = owner.post(reverse("batch"), {"text": json.dumps(ROSTER)}).content.decode()
    assert f"sorcerer · {HOUSE_PACK}" in checked
    assert page(browser_of(OTHER), reverse("shared", args=[token]))
    assert owner.get(reverse("roster-pdf", args=[row.code, "a4"])).content.startswith(b"%PDF")
    assert "4 wizards" in page(owner, reverse("roster-text", args=[row.code]))


def test_programs_keep_and_change_it(owner: Client) -> None:
    made = owner.post("/api/rosters/", json.dumps(ROSTER), content_type="application/json")
    assert (made.status_code, made.json()["points"], made.json()["legal"]) == (201, 42, True)
    sent = {"content_type": "application/json", "headers": {"If-Match": made.headers["ETag"]}}
    edit = {"verb": "set_count", "profile": "arrakhar/demon", "count": 20}
    edited = owner.post(f"{made.headers['Location']}edits/", edit, **sent)  # type: ignore[arg-type]
    assert (edited.status_code, edited.json()["points"]) == (200, 70)
    report = owner.get(f"{made.headers['Location']}report/").json()
    assert report["rules"].endswith(HOUSE_PACK)
    assert [finding["code"] for finding in report["findings"]] == ["AW-10"]
    assert [part["name"] for part in report["receipt"]] == ["6 sorcerers", "20 demons", "6 orcs", "6 ghouls"]


def test_check_roster_judges_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    over = ROSTER | {"units": [*ROSTER["units"], {"models": [{"profile": "arrakhar/orc", "count": 15}]}]}
    for name, force in (("a", ROSTER), ("b", over), ("c", ROSTER | {"scenario": "epic"})):
        (tmp_path / f"{name}.json").write_text(json.dumps(force))
    with pytest.raises(SystemExit) as ended:
        call_command("check_roster", str(tmp_path))
    said = capsys.readouterr()
    assert ended.value.code == 2
    assert f"{tmp_path}/a.json: legal, 42 points, {HOUSE_PACK}" in said.out
    assert f"{tmp_path}/b.json: illegal, 57 points, {HOUSE_PACK}" in said.out
    assert "error AW-11: There are 21 orcs in the force" in said.out
    assert "c.json: scenario: must be one of short, basic, long" in said.err


def test_two_tabs_change_different_types(owner: Client) -> None:
    row = begun(owner)
    for unit in ("orc", "ghoul"):
        fields = {"version": 1, "verb": "set_count", "profile": f"arrakhar/{unit}", "count": 9}
        owner.post(reverse("edit-roster", args=[row.code]), fields)
    row.refresh_from_db()
    assert (roster_of(row).counts["arrakhar/orc"], roster_of(row).counts["arrakhar/ghoul"]) == (9, 9)
    assert write_roster(roster_of(row))


ATTACK: dict[str, Any] = {
    "format": "muster-situation/1",
    "game": "arrakhar",
    "kind": "attack",
    "attackers": {"elf": 2},
    "defenders": {"ghoul": 2},
}


def test_odds_are_answered_by_the_commands_and_the_api_alike(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "attack.json"
    file.write_text(json.dumps(ATTACK))
    call_command("odds", str(file), "--format", "json")
    said = json.loads(capsys.readouterr().out)
    assert (said["ratio"], said["reason"], said["pack"]) == ("2:1", None, HOUSE_PACK)
    answer = client.post("/api/odds/", json.dumps(ATTACK), "application/json")
    assert (answer.status_code, answer.json()) == (200, said)
    call_command("odds", str(file))
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["2:1", "2 elves attack with 2."]
    assert "with one dwarf more: 1:1" in lines
    assert lines[-1] == f"by the {HOUSE_PACK}"
    call_command("resolve", str(file), "--dice", "3")
    once = json.loads(capsys.readouterr().out)
    assert once["results"] == {"killed": 1, "all killed": False}
    file.write_text(json.dumps(ATTACK | {"attackers": {"wizard": 4}}))
    call_command("odds", str(file))
    assert capsys.readouterr().out.splitlines()[0] == "not allowed: Wizards never attack in combat."
    refused = client.post("/api/odds/", json.dumps(ATTACK | {"defenders": {"ghost": 1}}), "application/json")
    assert (refused.status_code, refused.json()["field"]) == (400, "defenders")


def test_counters_cards_and_tables_are_printed_through_the_door_for_games(
    owner: Client, settings: Any, tmp_path: Path
) -> None:
    row = begun(owner)
    assert f'"/print/arrakhar/?roster={row.code}"' in page(owner, f"/rosters/{row.code}/")
    assert 'href="/print/arrakhar/"' in page(owner, "/print/")
    assert f'value="{row.code}" selected' in page(owner, f"/print/arrakhar/?roster={row.code}")
    assert f'value="{row.code}"' not in page(browser_of(OTHER), f"/print/arrakhar/?roster={row.code}")
    query = f"asked=1&paper=letter&roster={row.code}&kinds=counters&kinds=tables"
    sheets = owner.get(f"/print/arrakhar/sheets.pdf?{query}")
    assert sheets.headers["Content-Type"] == "application/pdf"
    assert HOUSE_PACK in printed_words(sheets.content)
    assert len(pages_of(sheets.content)) == 2
    for wrong, said in (("", "Nothing is ticked."), (f"{query}&kinds=trays", "“trays” isn't among what is printed.")):
        answer = owner.get(f"/print/arrakhar/sheets.pdf?asked=1&{wrong}")
        assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, "/print/arrakhar/")
        assert said in page(owner, answer.headers["Location"])
    foreign = browser_of(OTHER).get(f"/print/arrakhar/sheets.pdf?{query}")
    assert "That roster has been deleted." in page(browser_of(OTHER), foreign.headers["Location"])
    for slug in ("arcana", "none"):
        assert owner.get(f"/print/{slug}/").status_code == 404
    settings.PRINT_PAGES_A_DAY = 2
    assert owner.get(f"/print/arrakhar/sheets.pdf?{query}").status_code == 429

    file, made = tmp_path / "force.json", tmp_path / "made.pdf"
    file.write_bytes(write_roster(roster_of(row)))
    for kind, words in (("roster", [str(file)]), ("counters", [str(file)]), ("blank-tables", ["--paper", "letter"])):
        call_command("print", kind, *words, "--game", "arrakhar", "--out", str(made))
        assert len(pages_of(made.read_bytes())) == 1
    with pytest.raises(CommandError, match="prints nothing that is called “roster”"):
        call_command("print", "roster", "--game", "arrakhar", "--out", str(made))
