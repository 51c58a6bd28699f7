"""What every answer carries, and what no page contains."""

from __future__ import annotations

import re
from copy import deepcopy
from itertools import product

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from armybuilder.models import Edition
from armybuilder.models import Roster as Row
from tests.markup import Document
from tests.routes import METHODS, ROUTES, address_of, first_method
from tests.visitors import HTMX, edit_address

POLICY = {
    "default-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "object-src": "'none'",
}
STATIC = [
    "armybuilder/muster.css",
    "armybuilder/muster.js",
    "armybuilder/terrain.js",
    "armybuilder/passkeys.js",
    "mfa/js/webauthn.js",
    "armybuilder/icon.svg",
    "django_htmx/htmx-2.min.js",
]
# Without any of these a tag is innocent; most are, and their attributes needn't be read one by one.
SUSPECT = re.compile(r"\bon|style|http|//|javascript|data:|&", re.IGNORECASE)
FORM_TOKEN = re.compile(r'(?<=name="csrfmiddlewaretoken" value=")\w+')  # drawn anew for every page
_clean: set[int] = set()  # the hashes of pages without fault: most are answered to several visitors alike


def check_headers(answer: HttpResponse) -> None:
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["Content-Security-Policy"].split(";"))
    assert {name: policy.get(name) for name in POLICY} == POLICY
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "http" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"


def check_markup(answer: HttpResponse) -> None:
    """No style or script in the page itself: the policy would not run them."""
    markup = FORM_TOKEN.sub("", answer.content.decode())
    if hash(markup) in _clean:
        return
    for element in Document(markup).elements:
        if element.tag not in ("script", "style") and not SUSPECT.search(element.written):
            continue
        assert "style" not in element.attributes, element
        assert not [name for name in element.attributes if name.startswith(("on", "hx-on"))], element
        assert element.tag != "style"
        is_script = element.tag == "script" and element.get("type") != "application/json"  # which is never run
        assert not is_script or (element.get("src").startswith("/static/") and not element.text)
        for name in ("src", "href", "action", "hx-get", "hx-post"):
            assert not element.get(name).startswith(("http:", "https:", "//", "javascript:", "data:")), element
    _clean.add(hash(markup))


def guarded(answer: HttpResponse) -> None:
    check_headers(answer)
    content = answer.getvalue()  # a static file is closed when it has been read
    if content and answer.headers["Content-Type"].startswith("text/html"):
        check_markup(answer)


def answered(client: Client, method: str, address: str, **more: object) -> HttpResponse:
    answer = client.generic(method, address, **more)
    guarded(answer)
    return answer


def written_of(row: Row) -> object:
    """What the database holds of a roster, unread."""
    return Row.objects.values_list("content").get(pk=row.pk)


SEEN = ("everybody", "link", "owner", "keeper")  # what the owner of everything is shown


@pytest.mark.long
@pytest.mark.usefixtures("short_experiments")
def test_every_answer_of_every_route_is_guarded(row: Row, owner: Client, other: Client, member: Client) -> None:
    """Each method by the owner, and those that an address hasn't are refused; what a request changes is undone.

    By others those methods that test_permissions, which asks for each address as everybody and looks at every answer in
    the same way, leaves out. Pages that it has looked at as the owner's, too, are asked for by HEAD here: what answers
    that is what answers GET.
    """
    who = {"nobody": Client(), "somebody else": other, "its owner": owner, "an account": member}
    before, wrong = written_of(row), []
    for (name, route), (role, client), method in product(ROUTES.items(), who.items(), METHODS):
        if client is not owner and method not in route.methods - {first_method(name), "HEAD"}:
            continue
        if client is owner and method == "GET" and "HEAD" in route.methods:
            continue
        cookies = deepcopy(client.cookies)
        with transaction.atomic():
            try:
                answer = answered(client, method, address_of(name, code=row.code))
                if client is owner and route.who in SEEN and not name.startswith(("account_", "mfa_")):
                    assert (answer.status_code == 405) == (method not in route.methods), "refused"
                    assert written_of(row) == before, "changed"
            except (AssertionError, KeyError) as failure:
                wrong.append(f"{method} {name} as {role}: {failure}")
            transaction.set_rollback(True)
        client.cookies = cookies
        caches["default"].clear()
    assert wrong == [], "\n".join(wrong)


@pytest.mark.parametrize("path", STATIC)
def test_static_files_are_guarded(db: None, client: Client, path: str) -> None:
    assert answered(client, "GET", f"/static/{path}").status_code == 200


def test_errors_are_guarded(row: Row, owner: Client) -> None:
    owner.raise_request_exception = False
    assert answered(owner, "GET", "/no-such-page").status_code == 404
    assert answered(owner, "GET", "/static/no-such-file.css").status_code == 404
    assert answered(owner, "GET", "/", headers={"host": "elsewhere.example"}).status_code == 400
    too_many = "&".join(f"a{number}=1" for number in range(2001))
    form = "application/x-www-form-urlencoded"
    assert answered(owner, "POST", edit_address(row), data=too_many, content_type=form).status_code == 400
    suspicious = Client(enforce_csrf_checks=True)
    assert answered(suspicious, "POST", "/rosters/new/").status_code == 403


def test_the_way_to_https_is_guarded(settings: LazySettings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert answered(Client(), "GET", "/rosters/").status_code == 301


def test_a_fault_of_ours_is_guarded_and_says_so(client: Client, db: None) -> None:
    client.raise_request_exception = False
    Edition.objects.all().delete()  # the pages can't be made without a catalogue
    answer = answered(client, "GET", "/armies/")
    assert answer.status_code == 500
    assert "our fault" in answer.content.decode()


def test_the_editor_is_guarded_in_all_its_states(row: Row, owner: Client) -> None:
    address = address_of("roster", code=row.code)
    for query in ("", "?outfit=c1", "?find=axe", "?find=nothing", "?outfit=c1&find=<script>"):
        answered(owner, "GET", address + query)
        answered(owner, "GET", address + query, headers=HTMX)
    for edit in ('{"verb": "remove_unit", "unit": "u1"}', '{"verb": "remove_unit", "unit": "u2"}', "<b>"):
        answer = owner.post(edit_address(row), {"version": 1, "edit": edit}, headers=HTMX)
        check_headers(answer)
        check_markup(answer)


def test_lists_and_rows_are_guarded(printed: None, client: Client) -> None:
    for address in ("/armies/monsters/", "/armies/giant-kings/", "/armies/dwarves/?words=zzz", "/armies/daemons/imps/"):
        assert answered(client, "GET", address).status_code == 200


def test_what_a_player_types_is_text(printed: None, owner: Client) -> None:
    name = "<script>alert(1)</script>\"'>&amp;<img src=x onerror=alert(1)>"
    owner.post("/rosters/new/", {"army": "dwarves", "name": name, "points": "100"})
    created = Row.objects.get()
    assert created.name == name
    add = {"version": 1, "verb": "add_unit", "profile": "dwarves/axemen"}
    owner.post(edit_address(created), add)
    owner.post(edit_address(created), {"version": 2, "verb": "name_unit", "unit": "u1", "name": name})
    for address in ("/", "/rosters/", f"/rosters/{created.code}/", f"/rosters/{created.code}/?find=<img src=x>"):
        answer = answered(owner, "GET", address)
        assert "<script>alert" not in answer.content.decode()
        assert "<img" not in answer.content.decode()


def test_the_policy_would_notice_a_script_in_a_page() -> None:
    for markup in (
        *("<p style='a'></p>", "<script>1</script>", "<script src='/elsewhere.js'></script>", "<style></style>"),
        *("<a onclick='1'></a>", "<a ONCLICK='1'></a>", "<a hx-on:click='1'></a>", "<a/onclick=1></a>"),
        *("<a href='javascript:1'></a>", "<a href='&#106;avascript:1'></a>", "<img src='//elsewhere'>"),
        *("<form action='http://elsewhere'></form>", "<a hx-get='https://elsewhere'></a>", "<img src='data:1'>"),
    ):
        with pytest.raises(AssertionError):
            check_markup(HttpResponse(markup))
