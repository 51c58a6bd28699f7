"""The tincture of every school of magic."""

from __future__ import annotations

from tabletop.arcana.catalogue.profiles import School
from tabletop.heraldry import Tincture

SCHOOL_TINCTURES: dict[School, Tincture] = {
    School.GENERAL: "argent",
    School.LIFE: "or",
    School.DEATH: "sable",
    School.NATURE: "vert",
    School.CHAOS: "purpure",
    School.EARTH: "tenne",
    School.FIRE: "gules",
    School.WATER: "azure",
    School.AIR: "cendree",
    School.PLAGUE: "sanguine",
}
