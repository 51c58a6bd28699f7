"""Signing in: the account takes over what its browser has kept."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.http import HttpRequest

from armybuilder.accounts.services import adopt
from armybuilder.core.visitors import KEY, browser_of


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    """allauth calls `login` for every kind of sign-in: password, passkey, code, sign-up and admin."""

    @transaction.atomic  # the new session too: if this fails, the browser still has its old one and all it kept
    def login(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        browser = browser_of(request)
        super().login(request, user)
        request.session.pop(KEY, None)
        if adopted := adopt(browser=browser, account=user.pk):
            self.add_message(request, messages.INFO, "account/messages/adopted.txt", {"count": adopted})
