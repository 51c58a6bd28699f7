"""A forgotten password, set anew with a code from the mail: nothing of whoever had the account before survives it."""

from __future__ import annotations

import time

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.email_verification import verify_email_indirectly
from allauth.account.views import CompletePasswordResetView, ConfirmPasswordResetCodeView
from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect

from armybuilder.accounts import services


class ConfirmCodeView(ConfirmPasswordResetCodeView):  # type: ignore[misc]  # allauth ships no types
    """The code from the mail. allauth confirms the address here; we confirm it with the new password."""

    def form_valid(self, form: object) -> HttpResponse:
        self._process.state |= {"code_confirmed": True, "at": time.time()}
        self._process.persist()
        return redirect(self.passthrough_next_url("account_complete_password_reset"))


class NewPasswordView(CompletePasswordResetView):  # type: ignore[misc]
    """The new password: it confirms the address, and ends sessions and keys."""

    @transaction.atomic
    def form_valid(self, form: object) -> HttpResponse:
        user, email = self._process.user, self._process.state["email"]
        revoked = services.reclaim_account(user=user)
        verify_email_indirectly(self.request, user, email)
        answer: HttpResponse = super().form_valid(form)
        if revoked:
            get_adapter().add_message(
                self.request, messages.INFO, "account/messages/keys_revoked.txt", {"count": revoked}
            )
        return answer


confirm_reset_code = ConfirmCodeView.as_view()
complete_reset = NewPasswordView.as_view()
