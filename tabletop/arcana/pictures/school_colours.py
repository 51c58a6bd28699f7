"""The tincture of every school of magic."""

from __future__ import annotations

from tabletop.arcana.catalogue.profiles import School
from tabletop.heraldry import Tincture

SCHOOL_TINCTURES: dict[School, Tincture] = {
    School.GENERAL: Tincture.ARGENT,
    School.LIFE: Tincture.OR,
    School.DEATH: Tincture.SABLE,
    School.NATURE: Tincture.VERT,
    School.CHAOS: Tincture.PURPURE,
    School.EARTH: Tincture.TENNE,
    School.FIRE: Tincture.GULES,
    School.WATER: Tincture.AZURE,
    School.AIR: Tincture.CENDREE,
    School.PLAGUE: Tincture.SANGUINE,
}
