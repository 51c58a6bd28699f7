"""Where an entry of the search stands on the site, and how the library's texts are typeset."""

from __future__ import annotations

import re

from django.urls import reverse

from tabletop.search import Address

ROUTES = {"abilities": "abilities", "checked": "checked-rules", "rulings": "rulings", "spell-words": "spell-words"}
INCHES = re.compile(r'(?<=[\dX½⅓⅔¼¾])"')
MINUS = re.compile(r"(?<![\w-])-(?=\d)")


def address(place: Address) -> str:
    """The page of an entry, at its part."""
    page = reverse(ROUTES.get(place.page, place.page), args=place.names)
    return f"{page}#{place.part}" if place.part else page


def typeset(text: str) -> str:
    """A text of the library with the signs of print: 12″ and −1."""
    return MINUS.sub("−", INCHES.sub("″", text))
