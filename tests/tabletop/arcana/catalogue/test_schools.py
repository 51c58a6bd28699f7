"""Which schools are open to whom."""

from __future__ import annotations

from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.schools import schools_of, wizards_of
from tests.catalogue import printed_catalogue
from tests.laws import of_each

CATALOGUE = printed_catalogue()
CASTERS = [row for row in CATALOGUE.rows.values() if row.spellcaster]
PRIEST = CATALOGUE.rows["giant-kings/priest"]


def test_every_caster_has_the_general_spells() -> None:
    assert list(wizards_of(CATALOGUE, "general")) == CASTERS
    assert len(CASTERS) == 21


def test_a_caster_of_general_spells_alone_never_takes_a_school() -> None:
    assert schools_of(PRIEST, optional=True) == ("general",)
    assert not any(PRIEST in wizards_of(CATALOGUE, school) for school in School if school != "general")


def test_optional_schools_are_every_other_wizards_by_agreement() -> None:
    assert [row for row in CASTERS if row is not PRIEST] == list(wizards_of(CATALOGUE, "plague"))
    wizard = CATALOGUE.rows["dwarves/dwarf-wizard"]
    assert schools_of(wizard, optional=False) == ("earth",)
    assert schools_of(wizard, optional=True) == ("earth", "plague")


def test_who_casts_nothing_is_offered_nothing() -> None:
    assert schools_of(CATALOGUE.rows["dwarves/axemen"], optional=True) == ()


@of_each("school", tuple(School))
def test_every_school_has_spells_and_somebody_to_cast_them(school: School) -> None:
    assert CATALOGUE.spells_of(school)
    assert wizards_of(CATALOGUE, school)
