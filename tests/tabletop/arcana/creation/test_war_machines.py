"""War machines of one's own: the printed ones come out, armies' crews cost what their lists say."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import WarMachineTerms
from tabletop.arcana.catalogue.profiles import Armour, Melee, Missile, Morale, Movement
from tabletop.arcana.creation.points import price, reinforcement
from tabletop.arcana.creation.points.rows import design_of
from tabletop.arcana.creation.war_machines import war_machine
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue
from tests.laws import of_each

CATALOGUE = printed_catalogue()
STANDARD = CATALOGUE.rows_of("war-machines")
STONE = Missile(name="Stone", range=30, attacks=1, skill=3, strength=3, hits_d3=1, wounds_d3=1, reloads=True)

terms = st.builds(
    WarMachineTerms,
    magic_resistance=st.none() | st.integers(0, 5),
    morale=st.none() | st.integers(6, 11),
    fearless=st.booleans(),
    missile_immune=st.booleans(),
    skill=st.none() | st.integers(1, 5),
    attacks=st.integers(1, 3),
)


@of_each("row", STANDARD, ids=lambda row: row.slug)
def test_standard_machines_come_out_of_their_missiles(row: object) -> None:
    plain = [replace(shot, artillery=False) for shot in row.missile]
    assert war_machine(row.name, plain, base=row.base) == design_of(row)


@pytest.mark.parametrize(
    "slug", ["dark-elves/elf-multi-ballista", "undead/soul-cannon", "goblins/goblin-cannon", "marr/heavy-onager"]
)
def test_armies_own_machines_have_their_crews(slug: str) -> None:
    row = CATALOGUE.rows[slug]
    ours, theirs = war_machine(row.name, row.missile, CATALOGUE.list_of(slug).war_machines), design_of(row)
    assert replace(ours, defence=theirs.defence) == replace(theirs, missile=ours.missile)
    assert ours.defence.missile_immune == theirs.defence.missile_immune


def test_standard_machine_is_the_books() -> None:
    machine = war_machine("Catapult", [STONE])
    assert (machine.kind, machine.movement, machine.wounds, machine.base) == ("war-machine", Movement(ground=4), 4, 9)
    assert machine.armour == Armour(value=3, fixed=True)
    assert machine.defence.magic_resistance == 1
    assert machine.morale == Morale(value=8)
    assert machine.melee == (Melee(attacks=1, per_wound=True, skill=2),)


def test_heavy_mortar_costs_342_by_interpolation() -> None:
    shot = Missile(range=45, min_range=12, attacks=1, skill=3, strength=2, hits_d3=6, reloads=True)
    assert price(war_machine("Heavy Mortar", [shot])).points == 342


@pytest.mark.parametrize(
    ("army", "surcharge", "second_crew"),
    [
        ("dwarves", 14, 56),
        ("dark-elves", 8, 52),
        ("high-elves", 8, 52),
        ("sylvan-elves", 8, 52),
        ("lizardmen", 8, 52),
        ("undead", 21, 64),
        ("orcs", 0, 44),
    ],
)
def test_crews_cost_what_their_lists_say_within_a_point(army: str, surcharge: int, second_crew: int) -> None:
    """Ruling M6: the dwarves' and the undead's surcharges are printed a point dearer than the formula's."""
    own = CATALOGUE.lists[army].war_machines
    crewed, standard = war_machine("Catapult", [STONE], own), war_machine("Catapult", [STONE])
    assert price(crewed).exact - price(standard).exact == surcharge
    assert own.surcharge - surcharge == (1 if army in ("dwarves", "undead") else 0)
    assert reinforcement(crewed) == second_crew == own.reinforcement


def test_every_army_with_terms_is_tried() -> None:
    with_terms = {army.slug for army in CATALOGUE.lists.values() if army.war_machines != WarMachineTerms()}
    assert with_terms == {"dwarves", "dark-elves", "high-elves", "sylvan-elves", "lizardmen", "undead"}


@given(terms)
def test_second_crew_adds_four_wounds_and_their_attacks(crew: WarMachineTerms) -> None:
    one = war_machine("Catapult", [STONE], crew)
    two = war_machine("Catapult", [STONE], crew, reinforced=True)
    assert two == replace(one, wounds=8)
    assert price(two).exact - price(one).exact == reinforcement(one)


@given(terms)
def test_machines_pay_for_6_inches_whoever_crews_them(crew: WarMachineTerms) -> None:
    lines = price(war_machine("Catapult", [STONE], crew)).breakdown.lines
    assert lines[0].amount == Fraction(2)
    assert msgspec.json.decode(msgspec.json.encode(war_machine("Catapult", [STONE], crew)), type=Design)


def test_machine_without_a_name_is_malformed() -> None:
    with pytest.raises(MalformedError) as error:
        war_machine("", [STONE])
    assert error.value.field == "name"
