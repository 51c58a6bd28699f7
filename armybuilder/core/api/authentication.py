"""Authentication of API requests: a program by an account's key, a browser by its session."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from drf_spectacular.authentication import SessionScheme
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from armybuilder.accounts.token_services import recognised


class TokenAuthentication(authentication.TokenAuthentication):
    """Authenticates `Authorization: Bearer muster_…` as the account that owns the key."""

    keyword = "Bearer"

    def authenticate_credentials(self, key: str) -> tuple[Any, Any]:
        token = recognised(secret=key)
        if token is None:
            raise AuthenticationFailed("There is no such key, or it was revoked.")
        return token.owner, token


class BrowserAuthentication(authentication.SessionAuthentication):
    """Authenticates the session's account, or nobody; writes need the CSRF token in both cases."""

    def authenticate(self, request: Request) -> tuple[Any, None]:
        self.enforce_csrf(request)
        return request._request.user, None

    def enforce_csrf(self, request: HttpRequest | Request) -> None:
        try:
            super().enforce_csrf(request)  # type: ignore[arg-type]
        except PermissionDenied as refused:
            raise PermissionDenied(
                f"A program needs a key (Authorization: Bearer ...), a browser with X-CSRFToken. {refused.detail}"
            ) from refused


class BrowserScheme(SessionScheme):  # type: ignore[no-untyped-call]
    target_class = "armybuilder.core.api.authentication.BrowserAuthentication"
