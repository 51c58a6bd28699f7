"""Access to the admin: staff must pass a second step in the same session."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from urllib.parse import urlencode

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

View = Callable[..., HttpResponse]
ASKED = "The admin needs two-step sign-in: set up an app or a passkey first."


def may_enter(request: HttpRequest) -> bool:
    """Whether the request is by active staff who passed a second step in this session."""
    user = request.user
    return user.is_active and user.is_staff and has_passed_second_step(request)


def has_passed_second_step(request: HttpRequest) -> bool:
    """Whether this session was authenticated with an authenticator that the account still has."""
    held = set(Authenticator.objects.filter(user=request.user.pk).values_list("pk", flat=True))
    records = get_authentication_records(request, request.user)
    return any(record["method"] == "mfa" and record.get("id") in held for record in records)


def after_second_step(login: View) -> View:
    """The admin's login view, which sends those who are signed in to their second step and then back."""

    @wraps(login)
    def answer(request: HttpRequest, *args: object, **more: object) -> HttpResponse:
        return login(request, *args, **more) if may_enter(request) else to_second_step(request)

    return answer


def to_second_step(request: HttpRequest) -> HttpResponse:
    kinds = set(Authenticator.objects.filter(user=request.user.pk).values_list("type", flat=True))
    if not kinds:
        messages.info(request, ASKED)
        return redirect("mfa_index")
    name = "mfa_reauthenticate" if Authenticator.Type.TOTP in kinds else "mfa_reauthenticate_webauthn"
    return redirect(f"{reverse(name)}?{urlencode({'next': reverse('admin:index')})}")
