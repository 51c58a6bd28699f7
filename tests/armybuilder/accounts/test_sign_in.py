"""The way in: signing up and in, what comes along, what is counted, and what isn't told."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.urls import reverse

from armybuilder.accounts.adapter import AccountAdapter
from armybuilder.core.models import Kept, kept_kinds
from armybuilder.models import (
    Battle,
    CheckedBatch,
    Collection,
    Design,
    Experiment,
    FormulaVariant,
    OwnList,
    OwnPack,
    Pack,
    TableRow,
    Tournament,
)
from armybuilder.models import Roster as Row
from tests.accounts import PASSWORD, figures, guard, last_code, person, sign_in, things_of
from tests.designs import kept_design, kept_variant
from tests.laboratory import kept_experiment
from tests.packs import kept_pack
from tests.played import kept_battle
from tests.visitors import OWNER, browser_of, kept

KINDS: tuple[type[Kept], ...] = (
    Row,
    Collection,
    Design,
    FormulaVariant,
    OwnList,
    Pack,
    OwnPack,
    Experiment,
    TableRow,
    Battle,
    CheckedBatch,
    Tournament,
)
NEWCOMER = {"email": "new@example.org", "password1": PASSWORD}


def sign_up(client: Client, **fields: str) -> None:
    """Sign up and type in the code from the mail."""
    client.post(reverse("account_signup"), NEWCOMER | fields)
    client.post(reverse("account_email_verification_sent"), {"code": last_code()})


def test_what_a_browser_kept_is_the_accounts_once_the_address_is_confirmed(row: Row, owner: Client) -> None:
    gone = kept_design(code="gone", name="Put away")
    kept_battle()
    kept_experiment()
    Design.objects.filter(pk=gone.pk).update(deleted_at=row.created_at)
    sign_up(owner)
    newcomer = User.objects.get()
    assert {each.visitor for kind in KINDS for each in kind._default_manager.all()} == {things_of(newcomer)}
    assert "12 things from this browser are now in your account" in owner.get(reverse("rosters")).content.decode()
    assert owner.get(reverse("roster", kwargs={"code": row.code})).status_code == 200


def test_nothing_is_anybodys_before_the_address_is_confirmed(row: Row, owner: Client) -> None:
    owner.post(reverse("account_signup"), NEWCOMER)
    row.refresh_from_db()
    assert row.visitor == OWNER
    owner.post(reverse("account_logout"))  # "Leave it"
    assert owner.get(reverse("roster", kwargs={"code": row.code})).status_code == 200


def test_what_is_in_an_account_is_there_on_every_device(row: Row, owner: Client) -> None:
    person("ada")
    sign_in(owner, "ada")
    elsewhere = Client()
    sign_in(elsewhere, "ada")
    assert elsewhere.get(reverse("roster", kwargs={"code": row.code})).status_code == 200
    elsewhere.post(reverse("new-roster"), {"army": "dwarves", "name": "From the phone"})
    assert "From the phone" in owner.get(reverse("rosters")).content.decode()


def test_nothing_of_anybody_else_comes_along(row: Row, other: Client) -> None:
    person("ada")
    sign_in(other, "ada")
    row.refresh_from_db()
    assert row.visitor == OWNER


def test_a_sign_in_that_fails_half_way_changes_nothing(
    row: Row, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> int:
        Row.objects.update(owner=User.objects.get(), browser="")
        raise RuntimeError("the power is cut")

    person("ada")
    monkeypatch.setattr("armybuilder.accounts.adapter.adopt", broken)
    owner.raise_request_exception = False
    assert sign_in(owner, "ada").status_code == 500
    row.refresh_from_db()
    assert row.visitor == OWNER
    assert owner.get(reverse("roster", kwargs={"code": row.code})).status_code == 200


def test_signing_out_leaves_the_browser_with_nothing(row: Row, owner: Client) -> None:
    person("ada")
    sign_in(owner, "ada")
    owner.post(reverse("account_logout"))
    assert owner.get(reverse("roster", kwargs={"code": row.code})).status_code == 404
    assert sign_in(owner, "ada").headers["Location"] == reverse("rosters")
    assert owner.get(reverse("roster", kwargs={"code": row.code})).status_code == 200


def test_the_second_account_of_a_browser_gets_only_what_came_after_the_first(row: Row, owner: Client) -> None:
    ada, bob = person("ada"), person("bob")
    sign_in(owner, "ada")
    owner.post(reverse("account_logout"))
    owner.post(reverse("new-roster"), {"army": "dwarves", "name": "In between"})
    sign_in(owner, "bob")
    assert {each.name: each.owner for each in Row.objects.all()} == {"Raiding Party": ada, "In between": bob}


def test_an_address_that_has_an_account_is_answered_like_one_that_has_none(db: None) -> None:
    person("ada")
    answers = []
    for email in ("ada@example.org", "new@example.org"):
        client = Client()
        asked = client.post(reverse("account_signup"), NEWCOMER | {"email": email})
        shown = client.get(asked.headers["Location"]).content.decode().replace(email, "")
        answers.append((asked.status_code, asked.headers["Location"], without_token(shown)))
    assert answers[0] == answers[1]
    assert [message.subject for message in mail.outbox] == ["Muster: You already have an account", "Muster: Your code"]


@pytest.mark.parametrize("name", ["account_login", "account_reset_password"])
def test_a_wrong_address_is_answered_like_a_right_one(db: None, name: str) -> None:
    person("ada")
    answers = []
    for email in ("ada@example.org", "new@example.org"):
        client = Client()
        answer = client.post(reverse(name), {"login": email, "email": email, "password": "wrong wrong wrong"})
        shown = without_token(answer.content.decode().replace(email, ""))
        answers.append((answer.status_code, answer.headers.get("Location"), shown))
    assert answers[0] == answers[1]


def without_token(page: str) -> str:
    return "\n".join(line for line in page.splitlines() if "csrfmiddlewaretoken" not in line)


def test_a_forgotten_password_is_set_anew_with_a_code_and_ends_every_session(db: None) -> None:
    person("ada")
    elsewhere, client = Client(), Client()
    sign_in(elsewhere, "ada")
    client.post(reverse("account_reset_password"), {"email": "ada@example.org"})
    client.post(reverse("account_confirm_password_reset_code"), {"code": last_code()})
    new = "another long walk home"
    client.post(reverse("account_complete_password_reset"), {"password1": new, "password2": new})
    assert elsewhere.get(reverse("account")).status_code == 302
    assert sign_in(Client(), "ada").status_code == 200
    assert sign_in(Client(), "ada", new).status_code == 302
    assert "Your password was changed" in mail.outbox[-1].subject


def test_a_new_password_does_not_get_around_the_second_step(db: None) -> None:
    guard(person("ada"))
    client, new = Client(), "another long walk home"
    client.post(reverse("account_reset_password"), {"email": "ada@example.org"})
    client.post(reverse("account_confirm_password_reset_code"), {"code": last_code()})
    client.post(reverse("account_complete_password_reset"), {"password1": new, "password2": new})
    assert client.get(reverse("account")).status_code == 302
    assert sign_in(client, "ada", new).headers["Location"] == reverse("mfa_authenticate")


def test_a_code_from_the_mail_bears_three_guesses(row: Row, owner: Client) -> None:
    owner.post(reverse("account_signup"), NEWCOMER)
    for _ in range(3):
        owner.post(reverse("account_email_verification_sent"), {"code": "AAAA-AAAA"})
    owner.post(reverse("account_email_verification_sent"), {"code": last_code()})
    assert owner.get(reverse("account")).status_code == 302
    row.refresh_from_db()
    assert row.visitor == OWNER


@pytest.mark.parametrize("cache", ["memory", "database"])
def test_guessing_a_password_is_put_off_even_from_other_browsers(db: None, cache: str, settings: LazySettings) -> None:
    if cache == "database":
        table = {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "muster_cache"}
        settings.CACHES = settings.CACHES | {"default": table}
    person("ada")
    for _ in range(5):
        sign_in(Client(), "ada", "wrong wrong wrong")
    answer = sign_in(Client(), "ada")
    assert answer.status_code == 200
    assert "Too many failed login attempts" in answer.content.decode()


def test_whoever_keeps_knocking_is_told_to_wait(db: None) -> None:
    for _ in range(20):
        Client().post(reverse("account_signup"), {})
    answer = Client().post(reverse("account_signup"), {})
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "60")
    assert "Wait a few minutes" in answer.content.decode()


def test_a_code_is_asked_for_where_an_app_is_set_up_and_taken_once(row: Row, owner: Client) -> None:
    guard(person("ada"))
    assert sign_in(owner, "ada").headers["Location"] == reverse("mfa_authenticate")
    row.refresh_from_db()
    assert row.visitor == OWNER
    assert not owner.session.get_expire_at_browser_close()
    code = figures()
    assert owner.post(reverse("mfa_authenticate"), {"code": code}).headers["Location"] == reverse("rosters")
    again = Client()
    sign_in(again, "ada")
    assert again.post(reverse("mfa_authenticate"), {"code": code}).status_code == 200
    assert again.get(reverse("account")).status_code == 302


def test_staff_pass_the_same_second_step_before_the_admin(db: None) -> None:
    guard(person("editor", is_staff=True, is_superuser=True))
    client = Client()
    next_page = {"login": "editor@example.org", "password": PASSWORD, "next": "/admin/"}
    assert client.post(reverse("account_login"), next_page).headers["Location"].startswith(reverse("mfa_authenticate"))
    assert client.get("/admin/").status_code == 302
    assert client.post(reverse("mfa_authenticate"), {"code": figures()}).headers["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_a_weak_password_is_refused(db: None) -> None:
    for weak in ("short", "password123", "new@example.org", "1234567890"):
        assert Client().post(reverse("account_signup"), NEWCOMER | {"password1": weak}).status_code == 200
    assert not User.objects.exists()


def test_whoever_arrives_is_sent_nowhere_else(db: None) -> None:
    person("ada")
    form = {"login": "ada@example.org", "password": PASSWORD, "next": "https://elsewhere.example/"}
    assert Client().post(reverse("account_login"), form).headers["Location"] == reverse("rosters")


def test_the_door_is_the_one_that_the_settings_name(settings: LazySettings) -> None:
    assert f"{AccountAdapter.__module__}.{AccountAdapter.__qualname__}" == settings.ACCOUNT_ADAPTER


def test_a_session_of_somebody_deleted_is_nobodys(row: Row, owner: Client) -> None:
    ada = person("ada")
    sign_in(owner, "ada")
    assert Session.objects.exists()
    ada.delete()
    assert not Row.objects.exists()
    assert owner.get(reverse("account")).status_code == 302


@pytest.fixture(autouse=True)
def kinds_are_all(db: None) -> None:
    assert set(kept_kinds()) == set(KINDS)


def test_two_browsers_are_taken_over_one_after_the_other(row: Row, owner: Client, other: Client) -> None:
    kept_variant(code="theirs", visitor=OWNER)
    ada = person("ada")
    sign_in(owner, "ada")
    other.post(reverse("new-roster"), {"army": "dwarves", "name": "The other one"})
    sign_in(other, "ada")
    assert Row.objects.filter(owner=ada).count() == Row.objects.count() == 2
    assert "The other one" in browser_of(things_of(ada)).get(reverse("rosters")).content.decode()
    assert kept_pack(code="late").visitor == OWNER
    assert kept().visitor == OWNER
