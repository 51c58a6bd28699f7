"""An ability as players read it, and how abilities are picked for a model."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK
from tabletop.citations import Citation

PROFILES = BOOK.section("Model Profiles")
WHO_MAY_FIRE = BOOK.section("Who May Fire")

Figure = int | str
ANY: Figure = "#"


class Ability(Struct, frozen=True):
    """A word of the stat line; one slug for every figure it can have, `#` standing for the figure in the glossary."""

    slug: str
    name: str
    text: str
    citation: Citation


def pick_abilities(*pairs: tuple[object, Ability]) -> Iterator[Ability]:
    """The abilities whose first half of the pair is true."""
    return (ability for has, ability in pairs if has)
