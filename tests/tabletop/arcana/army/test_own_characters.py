"""Characters of one's own: they lead, ride, shoot, cast and infiltrate as printed ones do, and are printed so."""

from __future__ import annotations

import json
from typing import Any

from tabletop.arcana.army.edits import AddDesign, ReplaceDesign
from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.arcana.army.weapons_bought import weapon_bought
from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.profiles import Melee, MissileSkill, Morale, MoraleKind, Movement
from tabletop.arcana.creation.points import price as design_price
from tabletop.arcana.creation.points import refusals
from tabletop.arcana.creation.points.formula import BOOK_FORMULA
from tests.catalogue import printed_catalogue
from tests.reviews import briefs, priced

CATALOGUE = printed_catalogue()
CAPTAIN = Design(
    name="Captain",
    kind=DesignKind.CHARACTER,
    movement=Movement(ground=5),
    wounds=3,
    morale=Morale(value=9, kind=MoraleKind.FEARLESS),
    melee=(Melee(attacks=3, skill=3, strength=1),),
    missile_skill=MissileSkill(attacks=1, skill=3),
)


def host(units: list[dict[str, Any]], **fields: Any) -> Roster:
    plain = {"format": "muster-roster/1", "game": "arcana", "name": "Host", "army": "dwarves", "points_limit": 1000}
    captain = {
        "name": "Captain",
        "kind": "character",
        "movement": {"ground": 5},
        "wounds": 3,
        "morale": {"value": 9, "kind": "fearless"},
        "melee": [{"attacks": 3, "skill": 3, "strength": 1}],
        "missile_skill": {"attacks": 1, "skill": 3},
    }
    return read_roster(json.dumps(plain | {"units": units, "designs": [captain]} | fields))


def led(**bought_for_it: Any) -> list[dict[str, Any]]:
    captain = {"ref": "c1", "profile": "designs/captain"} | bought_for_it
    axemen = {"ref": "u1", "models": [{"profile": "dwarves/axemen", "count": 30}], "characters": [captain]}
    return [axemen, {"ref": "u2", "models": [{"profile": "dwarves/crossbowmen", "count": 6}]}]


def test_an_own_character_leads_a_unit_and_counts_as_special() -> None:
    roster = host(led())
    assert briefs(roster) == ["DSGN-01 unit u1"]
    spent = priced(roster)
    assert spent.special == design_price(CAPTAIN).points
    assert spent.normal == 600 + 6 * CATALOGUE.rows["dwarves/crossbowmen"].points


def test_it_rides_and_buys_a_weapon_and_a_counterspell_like_a_printed_one() -> None:
    roster = host(led(mount={"profile": "monsters/bear"}, weapon="crossbow", counterspell=True))
    assert briefs(roster) == ["DSGN-01 unit u1"]
    extras = CATALOGUE.rows["monsters/bear"].points + 24 + 75
    assert priced(roster).special == design_price(CAPTAIN).points + extras
    assert briefs(host(led(weapon="longbow"))) == ["CHAR-01 character c1", "DSGN-01 unit u1"]


def test_its_weapon_is_printed_with_its_own_skill() -> None:
    army = resolve(host(led(weapon="crossbow")), CATALOGUE)
    (character,) = next(army.units).characters
    shot = weapon_bought(army.catalogue, character)
    assert shot is not None
    assert (shot.range, shot.attacks, shot.skill) == (18, 1, 3)


def test_a_missile_skill_is_free_and_a_characters_alone() -> None:
    assert design_price(CAPTAIN).exact == design_price(replace_skill(None)).exact
    trooper = Design(name="Captain", movement=Movement(ground=5), missile_skill=MissileSkill(attacks=1, skill=3))
    assert [refusal.field for refusal in refusals(trooper, BOOK_FORMULA)] == ["missile_skill"]


def replace_skill(skill: MissileSkill | None) -> Design:
    return Design(**{name: getattr(CAPTAIN, name) for name in CAPTAIN.__struct_fields__} | {"missile_skill": skill})


def test_it_isnt_one_of_a_units_models() -> None:
    ranks = [{"ref": "u1", "models": [{"profile": "dwarves/axemen", "count": 30}]}]
    ranks.append({"ref": "u2", "models": [{"profile": "designs/captain", "count": 3}]})
    assert "UNIT-04 unit u2" in briefs(host(ranks))


def test_characters_are_put_in_alone_or_to_lead() -> None:
    roster = AddDesign(design=CAPTAIN, count=2).applied(host([], designs=[]), CATALOGUE)
    assert [(len(unit.models), len(unit.characters)) for unit in roster.units] == [(0, 1), (0, 1)]
    roster = AddDesign(design=CAPTAIN, leads="u2").applied(host(led()), CATALOGUE)
    assert [character.profile for character in roster.units[1].characters] == ["designs/captain"]
    assert price(resolve(roster, CATALOGUE)).points == priced(roster).points


def test_another_design_takes_the_place_of_one_for_all_that_field_it() -> None:
    stronger = Design(name="Captain", kind=DesignKind.CHARACTER, movement=Movement(ground=5), wounds=4)
    roster = ReplaceDesign(design=stronger).applied(host(led()), CATALOGUE)
    assert roster.designs == (stronger,)
    assert roster.units == host(led()).units
