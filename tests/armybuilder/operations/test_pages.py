"""The pages that a public site owes its visitors: privacy, a way to report a wrong verdict, and rules for robots."""

from __future__ import annotations

from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from armybuilder.models import Roster as Row
from armybuilder.rosters.verdicts import verdict
from tests.markup import Document
from tests.visitors import content_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path", ["/s/SharedLink12/", "/t/SharedTable1/", "/check/x/", "/rosters/abc/", "/account/", "/odds/"]
)
def test_robots_leave_what_is_somebodys_alone(client: Client, path: str) -> None:
    lines = client.get("/robots.txt").content.decode().splitlines()
    closed = [line.removeprefix("Disallow: ") for line in lines if line.startswith("Disallow")]
    assert any(path.startswith(each) for each in closed)
    assert not any("/armies/".startswith(each) for each in closed)


@pytest.mark.parametrize(
    ("contact", "link"), [("ada@example.org", "mailto:ada@example.org"), ("https://x.org/", "https://x.org/")]
)
def test_the_privacy_page_says_whom_to_write_to(
    client: Client, settings: LazySettings, contact: str, link: str
) -> None:
    settings.CONTACT = contact
    assert f'href="{link}"' in client.get(reverse("privacy")).content.decode()


def test_every_page_leads_to_the_privacy_page(client: Client) -> None:
    assert f'href="{reverse("privacy")}"' in client.get("/no-such-page/").content.decode()


def test_a_finding_is_reported_with_its_code_and_the_armys(row: Row, owner: Client, settings: LazySettings) -> None:
    settings.CONTACT = "ada@example.org"
    Row.objects.update(content=row.content | {"points_limit": 100})
    row.refresh_from_db()
    page = Document(owner.get(reverse("roster", kwargs={"code": row.code})).content.decode())
    links = [element.get("href") for element in page.elements if element.get("href").startswith("/report/")]
    found = verdict(content_of(row))
    assert {parse_qs(urlsplit(link).query)["finding"][0] for link in links} == {f.code for f in found.report.findings}
    assert {parse_qs(urlsplit(link).query)["code"][0] for link in links} == {found.code}
    report = Client().get(links[0]).content.decode()
    assert f"Army: {found.code}" in report
    assert "mailto:ada@example.org?subject=" in unescape(report)


def test_the_health_check_notices_that_nothing_can_be_saved(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/healthz").status_code == 200
    monkeypatch.setattr(caches["default"].__class__, "set", lambda *arguments, **more: False)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content.decode()) == (507, "Nothing can be saved.\n")
