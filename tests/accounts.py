"""People with accounts in tests: how they sign up and in, their mail, and what they keep."""

from __future__ import annotations

import re
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth.models import User
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from armybuilder.core.models import Visitor

PASSWORD = "a very long walk"
SEED = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
OLD_KEY = {
    "type": "public-key",
    "id": "xdOuj24WUUTmWBXSHh8AdiWzufv6Jv7zH1KMgZQqjks",
    "rawId": "xdOuj24WUUTmWBXSHh8AdiWzufv6Jv7zH1KMgZQqjks",
    "response": {
        "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoidl9GVVhyZUJNMjlWSy1meF9GSktzNEVNbGU3"
        "UUNseUVnT01sNWRqcDR5WSIsIm9yaWdpbiI6Imh0dHA6Ly9sb2NhbGhvc3Q6ODY1NSIsImNyb3NzT3JpZ2luIjpm"
        "YWxzZX0",
        "attestationObject": "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVikSZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2NFAAAA"
        "AQECAwQFBgcIAQIDBAUGBwgAIMXTro9uFlFE5lgV0h4fAHYls7n7-ib-8x9SjIGUKo5LpQECAyYgASFYIOFKG-UR"
        "pk74EvC2AtP0G3tLthdII6Y4u5agZWP749v5IlggwtmVCl15iU1MILpZv6x5zUvxP1iOIKFJXNk0hc5q_OQ",
    },
    "clientExtensionResults": {"credProps": {"rk": True}},
}
CODE = re.compile(r"^[A-Z0-9]{4}-[A-Z0-9]{4}$", re.MULTILINE)


def person(name: str, **fields: Any) -> User:
    """Somebody with a confirmed address, `name@example.org`, and the usual password."""
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def things_of(user: User) -> Visitor:
    """Whose the things of this account are."""
    return Visitor(account=user.pk)


def sign_in(client: Client, name: str, password: str = PASSWORD) -> HttpResponse:
    return client.post(reverse("account_login"), {"login": f"{name}@example.org", "password": password})


def prove(client: Client) -> HttpResponse:
    """Say the password again, as is asked for before an account is changed."""
    return client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def prove_twice(client: Client) -> HttpResponse:
    """Show the app's figures, as staff do before the admin."""
    return client.post(reverse("mfa_reauthenticate"), {"code": figures()})


def last_code() -> str:
    """The code in the latest mail."""
    return CODE.findall(str(mail.outbox[-1].body))[-1]


def guard(user: User, secret: str = SEED) -> None:
    """An authenticator app with this seed, and recovery codes."""
    TOTP.activate(user, secret)
    RecoveryCodes.activate(user)


def figures(secret: str = SEED) -> str:
    """What the app shows now."""
    counters = list(yield_hotp_counters_from_time())
    return format_hotp_value(hotp_value(secret, counters[len(counters) // 2]))


def passkey_of(user: User, **fields: Any) -> Authenticator:
    """What a passkey of a browser long gone has left; nobody can sign in with it."""
    data = {"name": "Old key", "credential": OLD_KEY}
    return Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=data, **fields)
