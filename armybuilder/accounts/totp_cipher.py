"""Encryption of the seeds of one-time codes: a copy of the database alone can't make codes."""

from __future__ import annotations

import base64
import hashlib

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings


def totp_cipher() -> MultiFernet:
    """MultiFernet over SECRET_KEY and SECRET_KEY_FALLBACKS; encrypts the seeds of one-time codes at rest."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(hashlib.sha256(key.encode()).digest())) for key in keys])


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth ships no types
    """Encrypts seeds and recovery codes with the site's secret keys."""

    def encrypt(self, text: str) -> str:
        return totp_cipher().encrypt(text.encode()).decode()

    def build_totp_svg(self, url: str) -> str:
        """The QR code without its XML declaration, to be embedded in a page."""
        return str(super().build_totp_svg(url)).partition("?>")[2]

    def decrypt(self, encrypted_text: str) -> str:
        return totp_cipher().decrypt(encrypted_text).decode()
