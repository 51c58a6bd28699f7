"""The data packs that come with the project, made up by the house where a game's document has no figures."""

from __future__ import annotations

from functools import cache

from django.conf import settings

from tabletop.arrakhar.pack import Pack, read_pack


@cache
def arrakhar_pack() -> Pack:
    """The house's pack of Arrakhar's Wand."""
    return read_pack((settings.ROOT / "fixtures" / "arrakhar" / "house-pack.json").read_bytes())
