"""The rules of designing on whole designs: the worked faults of the book's tables, their ways out, and sound ones."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee, Missile, Morale, MoraleKind, Movement, Section
from tabletop.arcana.catalogue.vehicle_parts import VehicleParts
from tabletop.arcana.creation.design_files import row_of
from tabletop.arcana.creation.design_rules import DESIGN_RULES, review_design
from tabletop.arcana.creation.design_rules.creatures import LARGEST_BASE, MOST_WOUNDS
from tabletop.arcana.creation.points import price
from tabletop.arcana.creation.points.rows import design_of
from tabletop.arcana.creation.vehicles import build
from tabletop.arcana.creation.war_machines import war_machine
from tabletop.decoding import MalformedError
from tabletop.findings import Severity
from tests.catalogue import printed_catalogue, printed_vehicles

CATALOGUE = printed_catalogue()
BOLT = Missile(name="Bolt", range=30, attacks=1, skill=3, strength=3, hits_d3=1, reloads=True)
WILD = Design(
    name="Juggernaut",
    kind=DesignKind.VEHICLE,
    movement=Movement(ground=40),
    wounds=12,
    armour=Armour(value=3, fixed=True),
    defence=Defence(evasion=2),
    morale=Morale(value=7),
    ramming=Melee(attacks=6, skill=3, strength=1),
    infiltrates=True,
    base=4,
)


def codes(design: Design, army: str | None = None) -> list[str]:
    return [finding.code for finding in review_design(design, CATALOGUE, army).findings]


def chariot(**fields: Any) -> Design:
    return replace(
        build(printed_vehicles()["vehicles/heavy-chariot-with-4-javelins-and-4-horses"], CATALOGUE).design, **fields
    )


def test_a_vehicle_that_no_parts_could_make_is_told_limit_by_limit_and_can_be_mended() -> None:
    report = review_design(WILD, CATALOGUE)
    found = [(finding.code, finding.culprit.ref, finding.actual, finding.limit) for finding in report.findings]
    assert found == [
        ("VEH-01", "movement.ground", 40, 18),
        ("VEH-04", "wounds", 12, 3),
        ("VEH-23", "defence.evasion", 2, 0),
        ("VEH-26", "infiltrates", None, None),
    ]
    for finding in report.findings:
        assert [codes(remedy.edit) for remedy in finding.remedies] == [[]]


def test_missiles_of_figures_alone_are_natural_on_the_receipt_and_in_the_row() -> None:
    stated = chariot(parts=None)
    plain = replace(stated, missile=tuple(replace(line, natural=False) for line in stated.missile))
    assert price(plain).exact == price(stated).exact
    assert row_of(plain).missile == stated.missile
    assert codes(plain) == ["VEH-14"]
    assert codes(stated) == []


def test_every_printed_vehicle_could_be_built_but_the_two_with_too_many_men() -> None:
    wrong = {slug: codes(build(parts, CATALOGUE).design) for slug, parts in printed_vehicles().items()}
    assert {code for found in wrong.values() for code in found} <= {"VEH-09", "VEH-11", "VEH-16", "VEH-18"}
    by_figures = {
        slug: codes(replace(build(parts, CATALOGUE).design, parts=None)) for slug, parts in printed_vehicles().items()
    }
    assert {slug: found for slug, found in by_figures.items() if found} == {}


def test_parts_that_there_arent_are_malformed_by_their_field() -> None:
    parts = VehicleParts(type=chariot().parts.type, crew=())  # type: ignore[union-attr]
    lost = replace(chariot(), parts=replace(parts, army="atlanteans"))
    with pytest.raises(MalformedError) as caught:
        review_design(lost, CATALOGUE)
    assert caught.value.field == "parts.army"


@pytest.mark.parametrize("army", [None, "dwarves", "high-elves", "lizardmen", "undead", "orcs"])
def test_a_war_machine_as_the_forge_makes_it_is_sound_in_its_army(army: str | None) -> None:
    terms = CATALOGUE.lists[army or "orcs"].war_machines
    for reinforced in (False, True):
        assert codes(war_machine("Thrower", (BOLT,), terms, reinforced=reinforced), army) == []


def test_a_standard_crew_isnt_the_dwarves() -> None:
    standard = war_machine("Thrower", (BOLT,))
    report = review_design(standard, CATALOGUE, "dwarves")
    assert [finding.code for finding in report.findings] == ["WM-05", "WM-06"]
    for finding in report.findings:
        assert [codes(remedy.edit, "dwarves") for remedy in finding.remedies] == [[]]


def test_war_machines_are_artillery_whatever_their_file_says() -> None:
    machine = war_machine("Thrower", (BOLT,))
    plain = replace(machine, missile=(BOLT,))
    assert price(plain).exact == price(machine).exact
    assert row_of(plain).missile == machine.missile


def test_no_printed_trooper_but_giants_and_vampires_would_be_taken_for_a_monster() -> None:
    troops = [row for row in CATALOGUE.rows.values() if row.section == Section.TROOPS]
    taken = {row.slug for row in troops if "DSGN-02" in codes(design_of(row))}
    assert taken == {
        "giant-kings/young-giant",
        "giant-kings/adult-giant",
        "giant-kings/elder-giant",
        "undead/vampire",
    }
    on_foot = [row for row in troops if not row.mounted and row.slug.partition("/")[0] != "giant-kings"]
    assert (max(row.base for row in on_foot), max(row.wounds for row in on_foot)) == (LARGEST_BASE, 3)
    assert MOST_WOUNDS == 4


def test_every_printed_monster_typed_in_again_as_troops_is_recognised() -> None:
    for row in CATALOGUE.rows.values():
        if row.section == Section.MONSTERS:
            again = replace(design_of(row), name="Something else", kind=DesignKind.CREATURE)
            assert "DSGN-02" in codes(again), row.slug
            assert codes(replace(again, kind=DesignKind.MONSTER)) == [], row.slug


def test_of_all_printed_berserkers_one_alone_wears_armour() -> None:
    berserk = [row for row in CATALOGUE.rows.values() if row.morale and row.morale.kind == MoraleKind.BERSERK]
    assert [row.slug for row in berserk if "DSGN-03" in codes(design_of(row))] == ["hogmen/gladiator"]


def test_rules_of_designing_are_named_once_and_cited() -> None:
    names = [rule.code for rule in DESIGN_RULES]
    assert len(names) == len(set(names))
    assert all(rule.statement and rule.citation.section for rule in DESIGN_RULES)
    assert {rule.code for rule in DESIGN_RULES if rule.severity != Severity.ERROR} == {"DSGN-02"}
