"""The tinctures of the schools of magic."""

from __future__ import annotations

from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.heraldry import Tincture


def test_every_school_has_a_tincture_of_its_own() -> None:
    assert set(SCHOOL_TINCTURES) == set(School)
    assert sorted(SCHOOL_TINCTURES.values()) == sorted(Tincture)
