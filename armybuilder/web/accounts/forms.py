"""Forms of the door where allauth's own words aren't ours."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import LoginForm


class SignIn(LoginForm):  # type: ignore[misc]  # allauth ships no types
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["remember"].label = "Stay signed in on this device"
