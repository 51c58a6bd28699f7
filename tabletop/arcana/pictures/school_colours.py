"""The tincture of every school of magic."""

from __future__ import annotations

from tabletop.arcana.catalogue.profiles import School
from tabletop.heraldry import Tincture

SCHOOL_TINCTURES: dict[School, Tincture] = {
    "general": "argent",
    "life": "or",
    "death": "sable",
    "nature": "vert",
    "chaos": "purpure",
    "earth": "tenne",
    "fire": "gules",
    "water": "azure",
    "air": "cendree",
    "plague": "sanguine",
}
