"""An account's API keys: creating one, whose secret is shown once, and revoking it."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.accounts import queries
from armybuilder.accounts.token_services import create_token, revoke_token
from armybuilder.accounts.views.account import account_of
from tabletop.decoding import MalformedError


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]
def show(request: HttpRequest) -> HttpResponse:
    """List the keys; a post creates one, for a user who has just authenticated again."""
    account = account_of(request)
    made: dict[str, object] = {}
    if request.method == "POST":
        made = _made(request, request.POST.get("name", ""))
    return render(request, "accounts/keys.html", made | {"keys": queries.tokens_of(account.pk)})


def _made(request: HttpRequest, name: str) -> dict[str, object]:
    try:
        token, secret = create_token(account=account_of(request).pk, name=name)
    except MalformedError as error:
        return {"problem": f"{error.field or 'that'} {error.reason}".capitalize(), "name": name[:60]}
    get_adapter(request).send_notification_mail("account/email/key_made", request.user, {"key_name": token.name})
    return {"made": token, "secret": secret}


@require_POST
@login_required
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Revoke a key. It doesn't ask for the password again, since a leaked key has to go at once."""
    token = get_object_or_404(queries.tokens_of(account_of(request).pk), pk=pk)
    revoke_token(token=token)
    messages.success(request, f"“{token.name}” was revoked. It no longer works.")
    return redirect("account-keys")
