"""Creating, recognising and revoking API keys."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from armybuilder.accounts.models import LONGEST_NAME, ApiToken
from tabletop.decoding import MalformedError

PREFIX = "muster_"  # by which scanners find one that was published by mistake
SECRET_BYTES = 32
MOST_TOKENS = 20
USE_IS_NOTED_EVERY = timedelta(minutes=10)


@transaction.atomic
def create_token(*, account: int, name: str) -> tuple[ApiToken, str]:
    """A new key and its secret, which can't be read later; MalformedError for a wrong name or too many keys."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise MalformedError("name", f"must have 1 to {LONGEST_NAME} characters")
    if ApiToken.objects.filter(owner=account).count() >= MOST_TOKENS:
        raise MalformedError("", f"an account has at most {MOST_TOKENS} keys; revoke one first")
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    return ApiToken.objects.create(owner_id=account, name=name, digest=digest_of(secret)), secret


def digest_of(secret: str) -> str:
    """The SHA-256 of a secret; a slow hash isn't needed for 256 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


def recognised(*, secret: str) -> ApiToken | None:
    """The active account's key with this secret, or None; notes its use every ten minutes at most."""
    live = ApiToken.objects.select_related("owner").filter(owner__is_active=True)
    token = live.filter(digest=digest_of(secret)).first()
    if token and (token.used_at is None or timezone.now() - token.used_at > USE_IS_NOTED_EVERY):
        ApiToken.objects.filter(pk=token.pk).update(used_at=timezone.now())
    return token


@transaction.atomic
def revoke_token(*, token: ApiToken) -> None:
    """Delete the key."""
    token.delete()
