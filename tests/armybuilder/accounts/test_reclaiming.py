"""Somebody else's address, a forgotten password, and what of an account outlives neither."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.hashers import get_hasher
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armybuilder.accounts.models import ApiToken
from armybuilder.accounts.token_services import create_token
from tests.accounts import PASSWORD, SEED, figures, guard, last_code, person, prove, sign_in

NEW = "another long walk home"
CLAIMED = "owner@example.org"


def type_code(client: Client, email: str) -> None:
    client.post(reverse("account_reset_password"), {"email": email})
    client.post(reverse("account_confirm_password_reset_code"), {"code": last_code()})


def reset(client: Client, email: str) -> None:
    type_code(client, email)
    client.post(reverse("account_complete_password_reset"), {"password1": NEW, "password2": NEW})


@pytest.fixture
def intruder(db: None) -> Client:
    """Somebody who has signed up with an address that isn't theirs, and set up what would let them in again."""
    client = Client()
    client.post(reverse("account_signup"), {"email": CLAIMED, "password1": PASSWORD})
    guard(User.objects.get())
    create_token(account=User.objects.get().pk, name="A way back in")
    return client


def test_nothing_of_whoever_claimed_an_address_survives_its_owners_reset(intruder: Client) -> None:
    owner = Client()
    reset(owner, CLAIMED)
    address = EmailAddress.objects.get()
    assert (address.email, address.verified) == (CLAIMED, True)
    assert not Authenticator.objects.exists()
    assert not ApiToken.objects.exists()
    assert not User.objects.get().check_password(PASSWORD)
    assert Client().post(reverse("account_login"), {"login": CLAIMED, "password": PASSWORD}).status_code == 200
    assert intruder.get(reverse("account")).status_code == 302
    assert Client().post(reverse("account_login"), {"login": CLAIMED, "password": NEW}).status_code == 302


def test_an_address_is_confirmed_with_the_new_password_and_not_before(intruder: Client) -> None:
    owner = Client()
    type_code(owner, CLAIMED)
    assert not EmailAddress.objects.get().verified
    assert intruder.get(reverse("account")).status_code == 302
    owner.post(reverse("account_complete_password_reset"), {"password1": NEW, "password2": NEW})
    assert EmailAddress.objects.get().verified


def test_a_new_password_by_mail_revokes_every_key_and_says_so(db: None) -> None:
    ada = person("ada")
    for name in ("bot", "script"):
        create_token(account=ada.pk, name=name)
    client = Client()
    reset(client, "ada@example.org")
    assert not ApiToken.objects.exists()
    page = client.get(reverse("account_login")).content.decode()
    assert "2 keys for programs were revoked with the old password." in page


def test_a_confirmed_account_keeps_its_second_step(db: None) -> None:
    guard(person("ada"))
    reset(Client(), "ada@example.org")
    assert Authenticator.objects.exists()


def test_every_new_key_is_told_by_mail(db: None) -> None:
    person("ada")
    client = Client()
    sign_in(client, "ada")
    prove(client)
    client.post(reverse("account-keys"), {"name": "League bot"})
    (told,) = mail.outbox
    assert told.to == ["ada@example.org"]
    assert "League bot" in told.body
    assert "muster_" not in told.body


def test_the_code_that_set_an_app_up_does_not_sign_in(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.generate_totp_secret", lambda: SEED)
    monkeypatch.setattr("allauth.mfa.totp.internal.auth.time.time", lambda: 1_800_000_000)
    person("ada")
    client = Client()
    sign_in(client, "ada")
    prove(client)
    client.get(reverse("mfa_activate_totp"))
    code = figures()
    assert client.post(reverse("mfa_activate_totp"), {"code": code}).status_code == 302
    elsewhere = Client()
    assert sign_in(elsewhere, "ada").headers["Location"] == reverse("mfa_authenticate")
    elsewhere.post(reverse("mfa_authenticate"), {"code": code})
    assert elsewhere.get(reverse("account")).status_code == 302


def test_signing_up_is_the_same_work_whether_the_address_is_known_or_not(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    person("ada")
    hashed = []
    hasher = type(get_hasher())
    encode = hasher.encode
    monkeypatch.setattr(hasher, "encode", lambda *given, **more: hashed.append(1) or encode(*given, **more))
    work = []
    for name in ("ada", "somebody-new"):
        hashed.clear()
        with CaptureQueriesContext(connection) as queries:
            Client().post(reverse("account_signup"), {"email": f"{name}@example.org", "password1": PASSWORD})
        work.append((len(hashed), sum(query["sql"].startswith("INSERT") for query in queries)))
    known, unknown = work
    assert known[0] == unknown[0] == 1
    assert abs(known[1] - unknown[1]) <= 1
    assert User.objects.filter(email="ada@example.org").count() == 1
    assert len(mail.outbox) == 2
