"""Who may use the API: keys of accounts, sessions of browsers, and nobody by forgery."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armybuilder.accounts.token_services import MOST_TOKENS, create_token
from armybuilder.core.rates import a_minute
from armybuilder.models import ApiToken
from armybuilder.models import Roster as Row
from tabletop.arcana.catalogue.lists import Catalogue
from tests.accounts import person, prove, sign_in, things_of
from tests.markup import Document
from tests.programs import FILE, ROSTER, ask, keyed, things
from tests.throttles import tightened
from tests.visitors import OTHER, OWNER, browser_of

KEYS = reverse("account-keys")


def bearing(secret: str, scheme: str = "Bearer") -> Client:
    return Client(headers={"Authorization": f"{scheme} {secret}"})


@pytest.fixture
def member(ada: User) -> Client:
    """Ada's browser; she has just said her password again."""
    client = browser_of(things_of(ada))
    prove(client)
    return client


def made(member: Client, name: str = "Script") -> str:
    return Document(member.post(KEYS, {"name": name}).content.decode()).with_id("secret").text


def test_a_key_is_shown_once_and_only_its_digest_is_kept(member: Client) -> None:
    secret = made(member)
    assert re.fullmatch(r"muster_[\w-]{43}", secret)
    assert secret not in member.get(KEYS).content.decode()
    [kept] = ApiToken.objects.values()
    assert not [value for value in kept.values() if secret[7:] in str(value)]
    assert len(kept["digest"]) == 64
    assert bearing(secret).get("/api/rosters/").status_code == 200


def test_a_key_is_its_account_and_says_when_it_was_used(ada_roster: Row, member: Client) -> None:
    program = bearing(made(member))
    assert ApiToken.objects.get().used_at is None
    assert "never used" in member.get(KEYS).content.decode()
    assert program.get(ROSTER).json()["code"] == ada_roster.code
    noted = ApiToken.objects.get().used_at
    assert noted
    program.get(ROSTER)
    assert ApiToken.objects.get().used_at == noted
    ApiToken.objects.update(used_at=noted - timedelta(hours=1))
    program.get(ROSTER)
    assert timezone.now() - (ApiToken.objects.get().used_at or noted) < timedelta(minutes=1)


def test_a_revoked_key_lets_nobody_in(ada_roster: Row, member: Client) -> None:
    program = bearing(made(member))
    other = keyed(person("bob"))
    token = ApiToken.objects.get(name="Script", owner__username="ada")
    assert member.post(reverse("revoke-key", kwargs={"pk": token.pk})).headers["Location"] == KEYS
    refused = program.get(ROSTER)
    assert (refused.status_code, refused.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert "revoked" in refused.json()["detail"]
    assert other.get("/api/rosters/").status_code == 200


def test_nobody_revokes_a_key_of_somebody_else(member: Client) -> None:
    _, secret = create_token(account=person("bob").pk, name="His")
    theirs = ApiToken.objects.get()
    assert member.post(reverse("revoke-key", kwargs={"pk": theirs.pk})).status_code == 404
    assert bearing(secret).get("/api/rosters/").status_code == 200


def test_whoever_finds_an_open_browser_makes_no_key(ada: User) -> None:
    client = Client()
    sign_in(client, "ada")
    client.force_login(ada)
    assert client.post(KEYS, {"name": "Thief"}).headers["Location"].startswith(reverse("account_reauthenticate"))
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\x00b", "a\x1bb"])
def test_a_key_without_a_proper_name_is_not_made(member: Client, name: str) -> None:
    page = Document(member.post(KEYS, {"name": name}).content.decode())
    assert "1 to 60 characters" in page.with_id("problem").text
    assert not ApiToken.objects.exists()


def test_an_account_has_so_many_keys_and_no_more(ada: User, member: Client) -> None:
    for number in range(MOST_TOKENS):
        create_token(account=ada.pk, name=f"No. {number}")
    assert "at most 20" in member.post(KEYS, {"name": "One more"}).content.decode()
    assert ApiToken.objects.count() == MOST_TOKENS


def test_keys_go_with_their_account_and_rest_while_it_does(ada: User, member: Client) -> None:
    program = bearing(made(member))
    User.objects.update(is_active=False)
    assert program.get("/api/rosters/").status_code == 401
    User.objects.update(is_active=True)
    member.post(reverse("delete-account"))
    assert not ApiToken.objects.exists()
    assert program.get("/api/rosters/").status_code == 401


def test_an_export_names_the_keys_and_has_no_secret(member: Client) -> None:
    import io
    from zipfile import ZipFile

    secret = made(member)
    said = ZipFile(io.BytesIO(member.get(reverse("export-account")).getvalue())).read("account.json").decode()
    assert '"name": "Script"' in said
    assert secret not in said
    assert ApiToken.objects.get().digest not in said


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(st.characters(min_codepoint=33, max_codepoint=255), min_size=1, max_size=80))
def test_a_guessed_key_opens_nothing(catalogue: Catalogue, secret: str) -> None:
    assert bearing(secret).get("/api/rosters/").status_code == 401


@pytest.mark.parametrize("header", ["Bearer", "Bearer a b", "bearer muster_x", "Bearer \xff"])
def test_a_broken_key_is_refused(catalogue: Catalogue, header: str) -> None:
    assert Client(headers={"Authorization": header}).get("/api/rosters/").status_code == 401


def test_a_browser_without_an_account_has_its_own_things_and_no_others(catalogue: Catalogue) -> None:
    row = things(OWNER)
    assert browser_of(OWNER).get(ROSTER).json()["code"] == row.code
    for stranger in (browser_of(OTHER), Client()):
        assert stranger.get(ROSTER).status_code == 404
        assert stranger.get("/api/rosters/").json()["results"] == []
    newcomer = Client()
    address = ask(newcomer, "POST", "/api/rosters/", FILE).headers["Location"]
    assert newcomer.get(address).status_code == 200
    assert newcomer.get(address.removeprefix("/api")).status_code == 200  # the same roster on the site
    assert Client().get(address).status_code == 404


def wary(client: Client) -> Client:
    client.handler.enforce_csrf_checks = True
    return client


@pytest.mark.parametrize("who", ["browser", "account", "nobody"])
def test_a_session_writes_only_with_its_csrf_token(ada_roster: Row, ada: User, who: str) -> None:
    client = wary({"browser": browser_of(OTHER), "account": browser_of(things_of(ada)), "nobody": Client()}[who])
    before = Row.objects.count()
    refused = ask(client, "POST", "/api/rosters/", FILE)
    assert (refused.status_code, Row.objects.count()) == (403, before)
    assert "Authorization: Bearer" in refused.json()["detail"]
    client.get("/rosters/new/")
    token = client.cookies["csrftoken"].value
    headers = {"X-CSRFToken": token}
    answer = client.post("/api/rosters/", FILE, content_type="application/json", headers=headers)
    assert (answer.status_code, Row.objects.count()) == (201, before + 1)


def test_a_key_needs_no_csrf_token(ada_roster: Row, ada: User) -> None:
    assert ask(wary(keyed(ada)), "PATCH", ROSTER, {"name": "Another"}, 1).status_code == 200


def test_private_answers_are_not_stored_anywhere(ada_roster: Row, program: Client) -> None:
    for path in ("/api/rosters/", ROSTER, f"{ROSTER}report/", "/api/designs/"):
        assert "no-store" in program.get(path).headers["Cache-Control"]


def test_who_asks_too_often_waits_and_others_do_not(ada_roster: Row, program: Client, settings: LazySettings) -> None:
    settings.THROTTLES = tightened("verdicts", visitor=a_minute(3))
    for _ in range(3):
        assert program.get(ROSTER).status_code == 200
    refused = program.get(ROSTER)
    assert (refused.status_code, 1 <= int(refused.headers["Retry-After"]) <= 60) == (429, True)
    assert "detail" in refused.json()
    assert keyed(person("bob")).get("/api/rosters/").status_code == 200
