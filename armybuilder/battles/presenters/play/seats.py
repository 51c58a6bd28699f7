"""The phones of a battle: their links with square codes, and which of them are there."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from armybuilder.battles.models import Role, Seat
from armybuilder.battles.presenters.play.page import OtherPhone
from tabletop.pdf.qr import qr_svg

HERE = 60  # seconds since a phone has asked for something


class LinkedSeat(Struct, frozen=True):
    """A seat as its link: what it is, when it was last there, and its address."""

    name: str
    token: str
    seen: str
    address: str

    @property
    def square(self) -> SafeString:
        """The address as a square code."""
        return mark_safe(qr_svg(self.address, title=f"QR code of the link: {self.name}", width=148))


def address_of(seat: Seat) -> str:
    return reverse("battle", args=[seat.token])


def linked_seat(seat: Seat, address: str, name: str = "") -> LinkedSeat:
    """A seat as the page lists it, by the name of its side where that is known."""
    return LinkedSeat(name or seat.get_role_display(), seat.token, _seen(seat), address)


def other_phone(seat: Seat, others: Sequence[Seat]) -> OtherPhone | None:
    """The phone of the side across the table; None where this one holds both, or nobody was given the other."""
    across = {Role.RED: Role.BLUE, Role.BLUE: Role.RED}.get(Role(seat.role))
    other = next((one for one in others if one.role == across), None)
    return OtherPhone(_is_here(other), f"{other.get_role_display()}: {_seen(other)}") if other else None


def _is_here(seat: Seat) -> bool:
    return seat.seen_at is not None and (timezone.now() - seat.seen_at).total_seconds() < HERE


def _seen(seat: Seat) -> str:
    if seat.seen_at is None:
        return "not opened yet"
    minutes = int((timezone.now() - seat.seen_at).total_seconds() // 60)
    return "here" if _is_here(seat) else f"{minutes} min ago"
