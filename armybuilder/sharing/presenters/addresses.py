"""Whole addresses of shared rosters, for links, QR codes and prints."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from armybuilder.sharing.models import Share


def shared_page(request: HttpRequest, share: Share) -> str:
    """The page on which whoever has the link sees the roster."""
    return request.build_absolute_uri(reverse("shared", kwargs={"token": share.token}))


def check_page(request: HttpRequest, share: Share | None = None) -> str:
    """The page that checks a print: its link's own, or the one to which anybody can bring its file."""
    page = reverse("check-shared", kwargs={"token": share.token}) if share else reverse("check")
    return request.build_absolute_uri(page)
