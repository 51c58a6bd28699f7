"""Signing up, and setting an authenticator app up, where allauth's own forms tell or accept too much."""

from __future__ import annotations

from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm as AllauthActivateTOTPForm
from allauth.mfa.totp.internal.auth import TOTP
from django.db import transaction
from django.http import HttpRequest, HttpResponse


class SignupForm(AllauthSignupForm):  # type: ignore[misc]  # allauth ships no types
    """Signing up with an address takes as long whether it has an account or not."""

    account_already_exists: bool

    def try_save(self, request: HttpRequest) -> tuple[object, HttpResponse | None]:
        """As allauth does it; where the address is known, an account is made all the same, and undone."""
        if self.account_already_exists:
            with transaction.atomic():
                self.account_already_exists = False
                self.save(request)
                transaction.set_rollback(True)
            self.account_already_exists = True
        answer: tuple[object, HttpResponse | None] = super().try_save(request)
        return answer


class ActivateTOTPForm(AllauthActivateTOTPForm):  # type: ignore[misc]
    """The code that sets an app up is a used one: it doesn't sign anybody in."""

    def clean_code(self) -> str:
        code: str = super().clean_code()
        app = Authenticator(user=self.user, type=Authenticator.Type.TOTP)
        if not TOTP(app)._mark_code_used(code):
            raise get_adapter().validation_error("incorrect_code")
        return code
