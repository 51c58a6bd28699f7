"""The account page, its export as an archive, and its deletion."""

from __future__ import annotations

from typing import cast

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.accounts import queries, services
from armybuilder.accounts.export import files_of, parts_of, zipped
from armybuilder.core.visitors import visitor_of


def account_of(request: HttpRequest) -> User:
    """The user of a request behind `login_required`."""
    return cast("User", request.user)


@never_cache
@require_safe
@login_required
def show(request: HttpRequest) -> HttpResponse:
    """The e-mail address, the ways to sign in, and how many rows are kept."""
    ways = Authenticator.objects.filter(user=request.user.pk)
    kinds = [way.type for way in ways]
    context = {
        "address": EmailAddress.objects.get_primary(request.user),
        "has_app": Authenticator.Type.TOTP in kinds,
        "passkeys": kinds.count(Authenticator.Type.WEBAUTHN),
        "codes": next((way.wrap() for way in ways if way.type == Authenticator.Type.RECOVERY_CODES), None),
        "keys": queries.tokens_of(account_of(request).pk).count(),
        "counts": queries.counts_of(visitor_of(request)),
        "parts": range(1, parts_of(account_of(request)) + 1),
    }
    return render(request, "accounts/show.html", context)


@never_cache
@require_safe
@login_required
def export(request: HttpRequest) -> HttpResponseBase:
    """Everything that the site holds about the user, as a ZIP; of a large account the part that `?part=` names."""
    user, asked = account_of(request), request.GET.get("part", "1")
    parts = parts_of(user)
    if asked not in map(str, range(1, parts + 1)):
        raise Http404("There is no such part.")
    answer = StreamingHttpResponse(zipped(files_of(user, int(asked))), content_type="application/zip")
    name = "muster-account.zip" if parts == 1 else f"muster-account-{asked}-of-{parts}.zip"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account after a confirmation, for a user who has just authenticated again."""
    if request.method != "POST":
        return render(request, "accounts/delete.html", {"counts": queries.counts_of(visitor_of(request))})
    services.delete_account(user=account_of(request))
    logout(request)
    messages.success(request, "Your account and everything in it has been deleted.")
    return redirect("home")
