"""Changing the owner of a browser's rows to an account, and deleting an account with all its rows."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction

from armybuilder.accounts.models import ApiToken
from armybuilder.core.models import Kept, Visitor, kept_by


@transaction.atomic
def adopt(*, browser: Visitor, account: int) -> int:
    """Make the account the owner of all rows of a browser, deleted ones too; returns how many."""
    return sum(kept_by(browser, kind).update(owner=account, browser="") for kind in Kept.__subclasses__())


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Delete an account with everything it keeps, and sign it out wherever it is signed in."""
    account = str(user.pk)
    theirs = [
        session.pk for session in Session.objects.iterator() if session.get_decoded().get("_auth_user_id") == account
    ]
    Session.objects.filter(pk__in=theirs).delete()
    user.delete()


@transaction.atomic
def reclaim_account(*, user: User) -> int:
    """Revoke an account's keys as its password is set anew; how many there were.

    Somebody else may have signed up with an address that isn't theirs: while it isn't confirmed, second steps go, too.
    """
    if not EmailAddress.objects.filter(user=user, verified=True).exists():
        Authenticator.objects.filter(user=user).delete()
    revoked, _ = ApiToken.objects.filter(owner=user).delete()
    return revoked
