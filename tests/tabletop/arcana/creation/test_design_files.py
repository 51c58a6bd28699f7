"""Designs of a player's own as rows: priced afresh, printed in the book's notation, open to every army."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.arcana.army.edits import AddDesign, AddUnit
from tabletop.arcana.army.pricing import price as price_army
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.army.rules import review
from tabletop.arcana.catalogue.abilities import abilities_of
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import DESIGNS, is_design
from tabletop.arcana.catalogue.profiles import Melee, Morale, Movement
from tabletop.arcana.creation.design_files import LABEL, design_slug, read_design, row_of, with_designs, write_design
from tabletop.arcana.creation.points import BOOK_FORMULA, price, reinforcement
from tabletop.arcana.creation.points.rows import design_of
from tabletop.decoding import MalformedError
from tabletop.receipts import rounded_up
from tabletop.rosters.document import write_roster
from tests.catalogue import printed_catalogue
from tests.tabletop.arcana.creation.points.designs import random_design

CATALOGUE = printed_catalogue()
THING = Design(
    name="Mud Thing",
    movement=Movement(ground=6),
    wounds=2,
    morale=Morale(value=7),
    melee=(Melee(attacks=1, skill=2),),
    base=4,
)
DRAGON = design_of(CATALOGUE.rows["monsters/dragon-young"])


def roster(*designs: Design, rules: str = "core", **fields: Any) -> Roster:
    """Dwarves with these designs, ten of each in a unit of its own."""
    units = [
        {"ref": f"u{number}", "models": [{"profile": design_slug(design), "count": 10}]}
        for number, design in enumerate(designs, 1)
    ]
    plain = {"format": "muster-roster/1", "game": "arcana", "name": "R", "army": "dwarves", "rules": rules}
    listed = [json.loads(write_design(design)) for design in designs]
    return read_roster(json.dumps(plain | {"units": units, "designs": listed} | fields))


def special_in(army: Roster) -> list[bool]:
    fielded = resolve(army, CATALOGUE)
    return [item.special for unit in price_army(fielded).units.values() for item in unit.items]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Young Dragon", "designs/young-dragon"),
        ("  Young   Dragon!", "designs/young-dragon"),
        ("Horse & Rider's", "designs/horse-and-riders"),
        ("Éowyn’s Guard, 2nd", "designs/eowyns-guard-2nd"),
        ("龍", "designs/design-b03d4e96"),
        ("Ω", "designs/design-bbaaf373"),
        ("x" * 120, f"designs/{'x' * 100}"),
    ],
)
def test_a_slug_is_made_of_the_name(name: str, slug: str) -> None:
    assert design_slug(replace(THING, name=name)) == slug


def test_a_row_costs_what_the_formula_asks_rounded_up() -> None:
    for number in range(300):
        design = replace(random_design(Random(number)), infiltrates=False)
        row = row_of(design)
        assert row.points == rounded_up(price(design).exact)
        assert row.printed.vp == str(row.points)
        assert row.elite == price(design).elite


def test_a_row_has_the_designs_own_statistics_and_says_whose_it_is() -> None:
    row = row_of(DRAGON)
    assert design_of(row) == DRAGON
    assert (row.slug, row.name, row.section, row.points) == ("designs/dragon-young", "Dragon, Young", "monsters", 428)
    assert row.printed.melee == "8/3 Str (2)"
    assert row.printed.special == f"base 9, fearsome, elite, {LABEL}"
    assert is_design(row)
    assert not is_design(CATALOGUE.rows["monsters/dragon-young"])


@pytest.mark.parametrize(
    ("kind", "section"),
    [
        ("creature", "troops"),
        ("monster", "monsters"),
        ("character", "characters"),
        ("vehicle", "vehicles"),
        ("war-machine", "war-machines"),
    ],
)
def test_a_kind_is_a_section(kind: Any, section: str) -> None:
    assert row_of(replace(THING, kind=kind)).section == section


def test_what_infiltrates_has_both_prices() -> None:
    plain, hidden = replace(THING, wounds=3), replace(THING, wounds=3, infiltrates=True)
    assert row_of(plain).infiltrate_cost is None
    assert row_of(hidden).points == row_of(plain).points
    assert row_of(hidden).infiltrate_cost == rounded_up(price(plain).exact * 5 / 4) == price(hidden).points


def test_a_spellcaster_has_the_core_schools_or_the_general_spells_and_has_paid() -> None:
    schools = row_of(replace(THING, spellcaster="schools")).spellcaster
    general = row_of(replace(THING, spellcaster="general")).spellcaster
    assert schools is not None
    assert general is not None
    assert (len(schools.schools), "plague" in schools.schools, schools.cost) == (8, False, 0)
    assert (general.schools, general.cost) == (("general",), 0)
    assert row_of(THING).spellcaster is None


def test_every_row_of_a_design_can_be_explained() -> None:
    for number in range(100):
        assert all(ability.text for ability in abilities_of(row_of(random_design(Random(number)))))


def test_a_file_reads_back_as_the_design() -> None:
    for number in range(300):
        design = random_design(Random(number))
        assert replace(read_design(write_design(design)), format=None) == design
        assert json.loads(write_design(design))["format"] == "muster-design/1"


def test_designs_are_a_list_of_the_catalogue_that_changes_nothing_else() -> None:
    more = with_designs(CATALOGUE, (THING, DRAGON))
    assert [row.slug for row in more.rows_of(DESIGNS)] == ["designs/mud-thing", "designs/dragon-young"]
    assert (more.lists[DESIGNS].name, more.lists[DESIGNS].kind) == ("Own designs", "general")
    assert {slug: row for slug, row in more.rows.items() if not is_design(row)} == CATALOGUE.rows
    assert more.in_play("designs/mud-thing") == more.rows["designs/mud-thing"]
    assert DESIGNS not in CATALOGUE.lists


def test_without_designs_the_catalogue_is_the_printed_one() -> None:
    assert with_designs(CATALOGUE, ()) is CATALOGUE


def test_a_design_without_a_price_is_named_in_its_place() -> None:
    skilled = replace(DRAGON, name="Skilled", melee=(*DRAGON.melee, Melee(attacks=1, skill=6)))
    with pytest.raises(MalformedError, match="goes from 1 to 5") as refused:
        resolve(roster(THING, skilled), CATALOGUE)
    assert refused.value.field == "designs[1].melee[1].skill"


def test_two_designs_of_one_slug_are_malformed() -> None:
    with pytest.raises(MalformedError, match="mud-thing") as refused:
        with_designs(CATALOGUE, (THING, DRAGON, replace(THING, name="Mud  thing!")))
    assert refused.value.field == "designs[2].name"


def test_a_design_that_the_roster_does_not_carry_is_not_there() -> None:
    plain = json.loads(write_roster(roster(THING))) | {"designs": []}
    with pytest.raises(MalformedError) as refused:
        resolve(read_roster(json.dumps(plain)), CATALOGUE)
    assert refused.value.field == "units[0].models[0].profile"


def test_a_roster_pays_the_formulas_price_whatever_a_file_says() -> None:
    priced = price_army(resolve(roster(THING), CATALOGUE))
    assert priced.points == 10 * price(THING).points
    with pytest.raises(MalformedError) as refused:
        read_roster(write_roster(roster(THING)).replace(b'"name": "Mud Thing"', b'"name": "Mud Thing", "points": 1'))
    assert refused.value.field == "designs[0].points"


def test_creatures_are_normal_unless_they_are_elite() -> None:
    assert special_in(roster(THING, DRAGON)) == [False, True]


def test_in_tournaments_every_design_is_special() -> None:
    assert special_in(roster(THING, DRAGON, rules="tournament")) == [True, True]


@pytest.mark.parametrize("kind", ["vehicle", "war-machine"])
def test_vehicles_and_war_machines_are_always_special(kind: Any) -> None:
    assert special_in(roster(replace(THING, kind=kind, movement=Movement(ground=4)))) == [True]


def test_the_giant_kings_own_troops_are_normal_but_no_elite_design_of_theirs() -> None:
    assert special_in(roster(DRAGON, army="giant-kings")) == [True]


def test_a_design_is_open_to_every_army_and_may_be_refused_by_the_opponent() -> None:
    for army in CATALOGUE.lists.values():
        if army.kind == "army":
            fielded = resolve(roster(THING, army=army.slug), CATALOGUE)
            codes = {finding.code for finding in review(fielded, price_army(fielded)).findings}
            assert "LIST-01" not in codes
            assert "DSGN-01" in codes


def test_a_second_crew_of_a_design_costs_what_the_formula_asks() -> None:
    machine = replace(design_of(CATALOGUE.rows["war-machines/cannon"]), name="Own Cannon")
    units = [{"ref": "u1", "models": [{"profile": "designs/own-cannon", "count": 2, "reinforced": 1}]}]
    priced = price_army(resolve(roster(machine, units=units), CATALOGUE))
    second = reinforcement(machine)
    assert second is not None
    assert priced.points == 2 * price(machine).points + rounded_up(second)


def test_a_creature_of_ones_own_can_be_ridden_and_a_war_machine_cannot() -> None:
    for kind, refused in (("creature", False), ("war-machine", True)):
        mount = replace(THING, kind=kind, movement=Movement(ground=4))
        leader = {"ref": "c1", "profile": "dwarves/dwarf-lord", "mount": {"profile": "designs/mud-thing"}}
        fielded = resolve(roster(mount, units=[{"ref": "u1", "characters": [leader]}]), CATALOGUE)
        codes = {finding.code for finding in review(fielded, price_army(fielded)).findings}
        assert ("MNT-01" in codes) == refused


def test_adding_a_design_brings_it_along_with_a_unit_of_it() -> None:
    changed = AddDesign(design=THING, count=3).applied(roster(), CATALOGUE)
    assert [design.name for design in changed.designs] == ["Mud Thing"]
    assert [(models.profile, models.count) for unit in changed.units for models in unit.models] == [
        ("designs/mud-thing", 3)
    ]
    again = AddUnit(profile="designs/mud-thing", count=2).applied(changed, CATALOGUE)
    assert price_army(resolve(again, CATALOGUE)).points == 5 * price(THING).points


def test_a_newer_design_of_the_same_slug_takes_the_place_of_the_older() -> None:
    tougher = replace(THING, wounds=4)
    changed = AddDesign(design=tougher).applied(roster(THING), CATALOGUE)
    assert changed.designs == (tougher,)
    assert price_army(resolve(changed, CATALOGUE)).points == 11 * price(tougher).points


def test_a_clubs_formula_prices_rows_by_its_own_cells() -> None:
    club = BOOK_FORMULA.changed("Tuesday Club", {("armour", "0"): price(THING).exact})
    assert row_of(THING, club).points > row_of(THING).points
