"""Links: they show a roster as it is, copy it where they may, and are dead when they are revoked."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from django.apps import apps
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from armybuilder import migrations
from armybuilder.models import Edition, Profile, Seal, Share
from armybuilder.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from armybuilder.sharing.models import LETTERS, TOKEN_LETTERS, new_token
from armybuilder.sharing.services import MOST_LINKS, seal_roster
from tabletop.arcana.army.pricing import ArmyPrice
from tabletop.rosters.digest import content_digest, short_digest
from tests.markup import Document
from tests.visitors import OTHER, OWNER, TOKEN, browser_of, content_of, edit_address, kept, kept_share, verdict_of


def text_of(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    return Document(answer.content.decode()).with_id("main").text


def code_of(row: Row) -> str:
    return short_digest(content_digest(content_of(row)))


def enlarge(owner: Client, row: Row) -> None:
    version = Row.objects.get(pk=row.pk).version
    change = {"version": version, "verb": "add_models", "unit": "u1", "profile": "dwarves/axemen", "count": 5}
    owner.post(edit_address(row), change)


def scanned(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    found = [each.text for page in document for each in zxingcpp.read_barcodes(page.render(scale=2).to_pil())]
    document.close()
    return found


def test_tokens_are_short_alike_for_nobody_and_beyond_guessing() -> None:
    tokens = {new_token() for _ in range(2000)}
    assert len(tokens) == 2000
    assert {len(token) for token in tokens} == {TOKEN_LETTERS}
    assert set("".join(tokens)) == set(LETTERS)
    assert len(LETTERS) ** TOKEN_LETTERS > 2**71


def test_a_link_shows_units_figures_verdict_and_receipts_and_nothing_to_change(row: Row) -> None:
    answer = Client().get(f"/s/{TOKEN}/")
    page, text = Document(answer.content.decode()), text_of(answer)
    figures = ("834 of 834", "17 Axemen", "Armour4", "Together 457")
    for words in ("Raiding Party", "✓ Legal", "Axemen", *figures, code_of(row)):
        assert words in text
    actions = [form.get("action") for form in page.all("form") if form.get("method") == "post"]
    assert actions == [f"/s/{TOKEN}/copy/"]
    assert [each.get("content") for each in page.all("meta") if each.get("name") == "robots"] == ["noindex, nofollow"]
    assert row.code not in answer.content.decode()


def test_a_link_shows_the_roster_as_it_stands_now(row: Row, owner: Client) -> None:
    enlarge(owner, row)
    assert "934 of 834" in text_of(Client().get(f"/s/{TOKEN}/"))


def test_an_owner_makes_links_of_both_kinds_and_revokes_them(row: Row, owner: Client) -> None:
    address = f"/rosters/{row.code}/share/"
    for kind in ("view", "copy"):
        assert owner.post(address, {"kind": kind}).headers["Location"] == address
    page = Document(owner.get(address).content.decode())
    links = [each.get("value") for each in page.all("input") if "readonly" in each.attributes]
    assert len(links) == 3
    assert all(link.startswith("http://testserver/s/") for link in links)
    svgs = [each for each in page.all("svg") if each.get("class") == "qr"]
    assert len(svgs) == 3
    for link in links:
        token = link.rstrip("/").rpartition("/")[2]
        assert owner.post(f"{address}{token}/revoke/").status_code == 302
        assert Client().get(f"/s/{token}/").status_code == 404
        assert owner.post(f"{address}{token}/revoke/").status_code == 302
    assert Share.objects.filter(revoked_at=None).count() == 0


@pytest.mark.parametrize("kind", ["", "edit", "VIEW", "x" * 5000])
def test_a_link_of_another_kind_isnt_made(row: Row, owner: Client, kind: str) -> None:
    answer = owner.post(f"/rosters/{row.code}/share/", {"kind": kind})
    assert "No link was made" in text_of(answer)
    assert Share.objects.count() == 1


def test_a_roster_has_at_most_so_many_links(row: Row, owner: Client) -> None:
    for _ in range(MOST_LINKS + 2):
        answer = owner.post(f"/rosters/{row.code}/share/", {"kind": "view"})
    assert f"at most {MOST_LINKS} links" in text_of(answer)
    assert Share.objects.filter(revoked_at=None).count() == MOST_LINKS


def test_a_link_of_another_roster_isnt_revoked_by_this_ones_owner(row: Row, owner: Client) -> None:
    foreign = kept_share(kept(visitor=OTHER), token="ForeignLink1")
    assert owner.post(f"/rosters/{row.code}/share/{foreign.token}/revoke/").status_code == 404
    assert Client().get(f"/s/{foreign.token}/").status_code == 200


def test_a_copy_is_ones_own_and_the_shared_roster_stays(row: Row, other: Client) -> None:
    before = content_of(row)
    answer = other.post(f"/s/{TOKEN}/copy/")
    copy = Row.objects.get(browser=OTHER.browser)
    assert answer.headers["Location"] == f"/rosters/{copy.code}/"
    assert content_of(copy) == before
    enlarge(other, copy)
    assert content_of(row) == before != content_of(copy)


def test_a_link_to_look_at_copies_nothing(row: Row, other: Client) -> None:
    kept_share(row, kind="view", token="LookingOnly1")
    assert "Copy to my rosters" not in text_of(other.get("/s/LookingOnly1/"))
    assert other.post("/s/LookingOnly1/copy/").status_code == 404
    assert not Row.objects.filter(browser=OTHER.browser).exists()


def test_the_print_of_a_shared_roster_leads_to_its_own_check(row: Row, owner: Client) -> None:
    address = f"http://testserver/check/{TOKEN}/?d={code_of(row)}"
    for client, print_address in ((owner, f"/rosters/{row.code}/a4.pdf"), (Client(), f"/s/{TOKEN}/letter.pdf")):
        assert scanned(client.get(print_address).content) == [address]
    kept_share(row, kind="view", token="LookingOnly1")
    assert scanned(owner.get(f"/rosters/{row.code}/a4.pdf").content) == [address.replace(TOKEN, "LookingOnly1")]


def test_the_print_of_a_roster_without_links_leads_to_the_open_check(row: Row, owner: Client) -> None:
    owner.post(f"/rosters/{row.code}/share/{TOKEN}/revoke/")
    (address,) = scanned(owner.get(f"/rosters/{row.code}/a4.pdf").content)
    assert address == f"http://testserver/check/?d={code_of(row)}"
    page = Document(owner.get(address).content.decode())
    assert [each.get("value") for each in page.all("input") if each.get("name") == "code"] == [code_of(row)]


def noted(owner: Client, row: Row, *words: str) -> None:
    for change in ({"verb": "set_notes", "notes": words[0]}, {"verb": "note_unit", "unit": "u1", "notes": words[1]}):
        owner.post(edit_address(row), change | {"version": Row.objects.get(pk=row.pk).version})


def printed_text(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    found = " ".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    return found


def test_who_has_a_link_reads_none_of_the_notes(row: Row, owner: Client) -> None:
    noted(owner, row, "Secretplan", "Secretambush")
    sealed = code_of(row)
    owner.post(f"/rosters/{row.code}/seal/")
    enlarge(owner, row)
    noted(owner, row, "Secretsequel", "Secretretreat")
    visitor = Client()
    for address in (f"/s/{TOKEN}/", f"/check/{TOKEN}/", f"/check/{TOKEN}/?d={sealed}"):
        assert "Secret" not in visitor.get(address).content.decode()
    sheet = printed_text(visitor.get(f"/s/{TOKEN}/a4.pdf").content)
    assert "Axemen" in sheet
    assert "Secret" not in sheet
    assert "Secretsequel" in printed_text(owner.get(f"/rosters/{row.code}/a4.pdf?notes=1").content)


def test_a_copy_by_a_link_has_the_army_and_its_code_without_the_notes(row: Row, owner: Client) -> None:
    noted(owner, row, "Secretplan", "Secretambush")
    browser_of(OTHER).post(f"/s/{TOKEN}/copy/")
    copied = Row.objects.exclude(pk=row.pk).get()
    row.refresh_from_db()
    assert "Secret" not in repr(content_of(copied))
    assert code_of(copied) == code_of(row)


def test_notes_change_no_seal(row: Row, owner: Client) -> None:
    code = code_of(row)
    noted(owner, row, "Secretplan", "Secretambush")
    assert "still the same" in text_of(Client().get(f"/check/{TOKEN}/?d={code}"))


@pytest.mark.parametrize("asked", ["", "?notes=1"])
def test_a_print_bears_the_code_of_the_roster_as_kept_with_its_notes_or_without(
    row: Row, owner: Client, asked: str
) -> None:
    version = Row.objects.get(pk=row.pk).version
    owner.post(edit_address(row), {"version": version, "verb": "set_notes", "notes": "Hold the bridge."})
    row.refresh_from_db()
    assert content_of(row).notes == "Hold the bridge."
    (address,) = scanned(owner.get(f"/rosters/{row.code}/a4.pdf{asked}").content)
    assert address.endswith(f"?d={code_of(row)}")


def test_printing_and_looking_write_nothing(row: Row, owner: Client) -> None:
    before = [list(model.objects.order_by("pk").values()) for model in (Row, Share, Seal)]
    for address in (f"/s/{TOKEN}/", f"/s/{TOKEN}/a4.pdf", f"/check/{TOKEN}/", f"/rosters/{row.code}/a4.pdf"):
        owner.get(address)
    assert [list(model.objects.order_by("pk").values()) for model in (Row, Share, Seal)] == before


def test_a_sealed_print_is_judged_again_and_told_what_has_changed_since(row: Row, owner: Client) -> None:
    code = code_of(row)
    text = text_of(Client().get(f"/check/{TOKEN}/?d={code}"))
    assert "the verdict still holds" in text
    assert "still the same" in text
    enlarge(owner, row)
    for written in (code, code.lower(), code.replace("-", ""), f" {code} "):
        text = text_of(Client().get(f"/check/{TOKEN}/", {"d": written}))
        assert "the verdict still holds" in text
        assert "has changed since +5 Axemen +100" in text
        assert "834 of 834 points" in text


def test_a_print_that_was_never_sealed_is_found_among_the_versions_and_no_verdict_is_vouched_for(
    row: Row, owner: Client
) -> None:
    enlarge(owner, row)
    between = code_of(row)
    assert "the army with that code" in text_of(Client().get(f"/check/{TOKEN}/?d={between}"))
    enlarge(owner, row)
    for written in (between, between.lower().replace("-", " ")):
        text = text_of(Client().get(f"/check/{TOKEN}/", {"d": written}))
        told = (
            "the army with that code",
            "never sealed",
            "This is version 2",
            "since +5 Axemen +100",
            "934 of 834 points",
        )
        for words in told:
            assert words in text
        assert "the verdict still holds" not in text
        assert "When it was sealed" not in text
    for code in ("AAAAA-BBBBB-CCCCC-DDDDD", "<b>", "x" * 5000):
        text = text_of(Client().get(f"/check/{TOKEN}/", {"d": code}))
        assert "We don't know this code" in text
        assert code_of(row) in text
        assert "the army with that code" not in text


def test_the_versions_of_other_rosters_are_not_looked_at(row: Row, owner: Client) -> None:
    other = kept(visitor=OTHER)
    enlarge(browser_of(OTHER), other)
    assert "We don't know this code" in text_of(Client().get(f"/check/{TOKEN}/?d={code_of(other)}"))


@pytest.mark.parametrize("code", ["AAAAA-AAAAA-AAAAA-AAAAA", "nothing of the kind"])
def test_a_wrong_code_reads_no_version(row: Row, owner: Client, code: str) -> None:
    for _ in range(4):
        enlarge(owner, row)
    with CaptureQueriesContext(connection) as captured:
        answer = Client().get(f"/check/{TOKEN}/", {"d": code})
    assert "We don't know this code" in text_of(answer)
    of_versions = [query["sql"] for query in captured if "historicalroster" in query["sql"]]
    assert len(of_versions) == (code[0] == "A")
    assert all('"digest" >=' in words for words in of_versions)


def test_versions_and_seals_are_looked_up_by_their_codes(row: Row) -> None:
    if connection.vendor == "sqlite":
        versions = Row.history.filter(id=row.pk, digest__gte="a", digest__lt="b").explain()
        seals = Seal.objects.filter(roster=row, digest__gte="a", digest__lt="b").explain()
        assert "(id=? AND digest>? AND digest<?)" in versions
        assert "(roster_id=? AND digest>? AND digest<?)" in seals


def test_versions_of_before_they_had_codes_get_them(row: Row, owner: Client) -> None:
    enlarge(owner, row)
    between = code_of(row)
    enlarge(owner, row)
    Row.objects.update(digest="")
    Row.history.update(digest="")
    Row.history.filter(version=1).update(content={"game": "chess"})
    assert "We don't know this code" in text_of(Client().get(f"/check/{TOKEN}/?d={between}"))
    migration: Any = import_module(f"{migrations.__name__}.0012_digests_and_summaries")
    migration.write_digests(apps, None)
    assert Row.objects.get(pk=row.pk).digest == content_digest(content_of(row))
    assert Row.history.get(version=1).digest == ""
    assert "This is version 2" in text_of(Client().get(f"/check/{TOKEN}/?d={between}"))


def test_sealing_keeps_what_is_printed(row: Row, owner: Client) -> None:
    enlarge(owner, row)
    code = code_of(row)
    assert "changed since it was last sealed" in text_of(owner.get(f"/rosters/{row.code}/share/"))
    answer = owner.post(f"/rosters/{row.code}/seal/", {"paper": "a4"})
    assert answer.headers["Location"] == f"/rosters/{row.code}/a4.pdf"
    assert owner.post(f"/rosters/{row.code}/seal/", {"paper": "a3"}).headers["Location"].endswith("/share/")
    enlarge(owner, row)
    text = text_of(Client().get(f"/check/{TOKEN}/?d={code}"))
    assert "✕ Not legal" in text
    assert "has changed since +5 Axemen +100" in text
    assert Seal.objects.count() == 2


def test_a_content_is_sealed_once_with_its_latest_verdict(row: Row) -> None:
    first = Seal.objects.get()
    cheaper = replace(verdict_of(row), rules_version="core 9", price=ArmyPrice(()))
    again = seal_roster(row=row, verdict=cheaper)
    assert (again.pk, again.rules_version, again.points) == (first.pk, "core 9", 0)
    assert again.sealed_at > first.sealed_at
    assert roster_of(again) == content_of(row)


def test_when_prices_change_the_verdict_of_then_is_shown_beside_that_of_now(row: Row) -> None:
    axemen = Profile.objects.get(slug="dwarves/axemen")
    facts = axemen.facts | {"points": 21}
    Profile.objects.filter(pk=axemen.pk).update(facts=facts)
    Edition.objects.update(digest="another-edition")
    text = text_of(Client().get(f"/check/{TOKEN}/?d={code_of(row)}"))
    assert "has changed since" in text
    assert re.search(r"Verdict ✓ Legal ✕ Not legal Points 834 851", text)


def test_the_open_check_compares_the_code_with_the_file_and_keeps_nothing(row: Row) -> None:
    before = Row.objects.count(), Seal.objects.count()
    text = browser_of(OWNER).get(f"/rosters/{row.code}/roster.txt").content.decode()
    browser = Client()
    same = text_of(browser.post("/check/", {"code": code_of(row).lower(), "text": text}))
    assert "This is the same army as on paper" in same
    assert "✓ Legal" in same
    other = text_of(browser.post("/check/", {"code": code_of(row), "text": text.replace("17 Axemen", "18 Axemen")}))
    assert "This isn't the army on paper" in other
    assert "Compare it with the one on paper" in text_of(browser.post("/check/", {"text": text}))
    assert "did you mean Axemen?" in text_of(browser.post("/check/", {"text": text.replace("Axemen", "Axmen")}))
    assert "Choose the army's file" in text_of(browser.post("/check/", {"code": "x"}))
    assert (Row.objects.count(), Seal.objects.count()) == before
    assert "sessionid" not in browser.cookies
