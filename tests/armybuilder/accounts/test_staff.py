"""The admin needs two-step sign-in, whatever way they came in by."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.accounts import guard, passkey_of, person, prove_twice, things_of
from tests.visitors import browser_of


@pytest.fixture
def staff(db: None) -> User:
    return person("editor", is_staff=True, is_superuser=True)


def at_the_admin(client: Client) -> HttpResponse:
    """What the admin's own door answers, where it sends people who aren't let in."""
    answer = client.get("/admin/")
    if answer.status_code == 200:
        return answer
    assert answer.headers["Location"].startswith("/admin/login/")
    return client.get(answer.headers["Location"])


def test_a_password_alone_opens_no_admin_and_leads_to_where_the_step_is_set_up(staff: User) -> None:
    client = browser_of(things_of(staff))
    assert at_the_admin(client).headers["Location"] == reverse("mfa_index")
    assert "The admin needs two-step sign-in" in client.get(reverse("mfa_index")).content.decode()
    for path in ("/admin/armybuilder/roster/", "/admin/auth/user/add/", "/admin/jsi18n/"):
        assert client.get(path).status_code == 302
    assert client.post("/admin/auth/user/add/", {"username": "x"}).status_code == 302
    assert User.objects.count() == 1


def test_an_open_browser_is_asked_for_the_step_and_led_on(staff: User) -> None:
    guard(staff)
    client = browser_of(things_of(staff))
    address = at_the_admin(client).headers["Location"]
    assert address == f"{reverse('mfa_reauthenticate')}?next=%2Fadmin%2F"
    assert client.get(address).status_code == 200
    prove_twice(client)
    assert client.get("/admin/").status_code == 200


def test_staff_with_a_passkey_alone_are_asked_for_the_passkey(staff: User) -> None:
    passkey_of(staff)
    client = browser_of(things_of(staff))
    address = at_the_admin(client).headers["Location"]
    assert address == f"{reverse('mfa_reauthenticate_webauthn')}?next=%2Fadmin%2F"
    assert client.get(address).status_code == 200


def test_the_admin_closes_when_the_second_step_is_given_up(staff: User) -> None:
    guard(staff)
    client = browser_of(things_of(staff))
    prove_twice(client)
    Authenticator.objects.all().delete()
    assert at_the_admin(client).headers["Location"] == reverse("mfa_index")


def test_a_second_step_makes_nobody_staff(db: None) -> None:
    ada = person("ada")
    guard(ada)
    client = browser_of(things_of(ada))
    prove_twice(client)
    assert at_the_admin(client).status_code == 403
