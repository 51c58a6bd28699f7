"""Every address is listed with who may see it; test_permissions and test_security ask for each."""

from __future__ import annotations

from itertools import product

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from armybuilder.models import Roster as Row
from tests.routes import NAMESPACES, ROUTES, address_of, first_method, named_routes
from tests.visitors import OWNER, TOKEN, kept

OWNED = [name for name, route in ROUTES.items() if route.who in ("owner", "keeper")]
OF_ROSTERS = [name for name in OWNED if ROUTES[name].arguments.get("code") == ""]
OPEN = [name for name, route in ROUTES.items() if route.who == "everybody"]
HELD = [name for name, route in ROUTES.items() if route.arguments.get("token") == TOKEN and route.who == "link"]
STAFF = [name for name, route in ROUTES.items() if route.who == "staff"]


def visit(client: Client, name: str, row: Row, method: str = "") -> HttpResponse:
    """Ask for an address as its route says, or by another method."""
    method = method or first_method(name)
    return client.generic(method, address_of(name, code=row.code))


def test_every_address_is_listed_with_who_may_see_it() -> None:
    assert sorted(set(named_routes())) == sorted(ROUTES)  # ours go before those of the same name of a library


def test_every_namespace_is_one_of_staff() -> None:
    assert set(NAMESPACES) == set(STAFF)


def test_a_code_that_is_nobodys_is_not_there(row: Row, owner: Client) -> None:
    row.code = "no-such-code"
    assert {name: visit(owner, name, row).status_code for name in OF_ROSTERS} == dict.fromkeys(OF_ROSTERS, 404)


@pytest.mark.parametrize(
    "code", ["%00", "%F0%9F%90%89", "x" * 500, "'%20OR%201=1--", "..%2F..%2Fetc%2Fpasswd", "%ED%A0%80"]
)
def test_a_strange_code_is_not_there(code: str, row: Row, owner: Client) -> None:
    for rest in ("", "roster.json", "a4.pdf"):
        assert owner.get(f"/rosters/{code}/{rest}").status_code == 404
    for rest in ("edit/", "restore/"):
        assert owner.post(f"/rosters/{code}/{rest}").status_code == 404


@pytest.mark.parametrize("name", HELD)
def test_a_link_shows_its_roster_to_whoever_has_it_until_it_is_revoked(
    name: str, row: Row, owner: Client, other: Client
) -> None:
    for client in (Client(), other, owner):
        answer = visit(client, name, row)
        assert answer.status_code == (302 if name == "copy-shared" else 200)
        assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert "no-store" in answer.headers["Cache-Control"]
    assert visit(owner, "revoke-share", row).status_code == 302
    for client in (Client(), other, owner):
        assert visit(client, name, row).status_code == 404


@pytest.mark.parametrize("name", HELD)
def test_a_link_to_a_deleted_roster_leads_nowhere_until_it_is_taken_back(name: str, row: Row, owner: Client) -> None:
    visit(owner, "delete-roster", row)
    assert visit(Client(), name, row).status_code == 404
    visit(owner, "restore-roster", row)
    assert visit(Client(), name, row).status_code in (200, 302)


def test_a_guessed_link_leads_nowhere(row: Row, owner: Client) -> None:
    for name, token in product(HELD, ["linkoftests1", "LinkOfTests", "0", "x" * 300, "%00"]):
        address = address_of(name, code=row.code).replace(TOKEN, token)
        assert owner.generic(first_method(name), address).status_code == 404, address


def test_papers_that_are_not_made_are_not_there(row: Row, owner: Client) -> None:
    assert owner.get(reverse("terrain-pdf", kwargs={"paper": "a3"})).status_code == 404
    assert owner.get(reverse("roster-pdf", kwargs={"code": row.code, "paper": "a3"})).status_code == 404
    assert owner.get(reverse("sample-pdf", kwargs={"name": "dwarves", "paper": "a3"})).status_code == 404
    assert owner.get(reverse("sample-pdf", kwargs={"name": "nobody", "paper": "a4"})).status_code == 404


def test_what_does_not_exist_is_not_there(printed: None, client: Client) -> None:
    for address in ("/armies/elves/", "/armies/dwarves/elves/", "/samples/nobody/", "/no-such-page", "/rosters/x/y/z/"):
        assert client.get(address).status_code == 404, address
    assert client.post("/samples/nobody/copy/").status_code == 404


def test_the_list_of_rosters_shows_nobody_elses(row: Row, owner: Client, other: Client) -> None:
    mine = kept(visitor=OWNER)
    assert owner.get("/rosters/").content.decode().count("Raiding Party") == 2
    assert mine.code in owner.get("/rosters/").content.decode()
    for client in (other, Client()):
        assert "Raiding Party" not in client.get("/rosters/").content.decode()
        assert mine.code not in client.get("/").content.decode()
