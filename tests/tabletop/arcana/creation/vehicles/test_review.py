"""The rules of vehicles: each broken alone, each remedy mends, and without findings no limit is beaten."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee, Missile, Morale, Movement
from tabletop.arcana.creation.points import price
from tabletop.arcana.creation.vehicles import VEHICLE_RULES, Beasts, Built, Crew, Machines, VehicleParts, build, review
from tabletop.findings import Finding
from tests.catalogue import printed_catalogue
from tests.laws import of_each
from tests.tabletop.arcana.creation.vehicles.strategies import parts

CHOICES = {"VEH-01", "VEH-02", "VEH-04", "VEH-07", "VEH-09", "VEH-10", "VEH-11", "VEH-12", "VEH-15", "VEH-16"} | {
    "VEH-17",
    "VEH-18",
}
JAVELINS = Crew(profile="barbarians/barbarian-javelin-thrower", count=2)
HORSES = Beasts(profile="monsters/horse", count=2)
ELEPHANT = {"type": "light-howdah", "beasts": Beasts(profile="monsters/elephant")}


def built(**changes: Any) -> Built:
    chosen = {"name": "Chariot", "type": "light-chariot", "beasts": HORSES, "crew": (JAVELINS,)} | changes
    return build(VehicleParts(**chosen), printed_catalogue())


def findings(vehicle: Built, **changes: Any) -> tuple[Finding, ...]:
    return review(vehicle.vehicle, replace(vehicle.design, **changes)).findings


BROKEN_PARTS = [
    ("VEH-01", {"beasts": None, "movement": Movement(ground=20)}, "movement.ground", 20, 18),
    ("VEH-01", {"beasts": None, "movement": Movement(ground=9, swim=19)}, "movement.swim", 19, 18),
    ("VEH-02", {"beasts": None, "movement": Movement(ground=9, fly=19)}, "movement.fly", 19, 18),
    ("VEH-04", {"wounds": 4}, "wounds", 4, 3),
    ("VEH-07", {"base": (3, 2)}, "base", 6, 6),
    ("VEH-07", {**ELEPHANT, "base": (2, 2)}, "base", 4, 9),
    ("VEH-09", {"crew": (replace(JAVELINS, count=3),)}, "crew", 3, 2),
    ("VEH-09", {"cargo": 1}, "crew", 3, 2),
    ("VEH-09", {"type": "war-wagon", "war_machines": (Machines(profile="war-machines/cannon"),)}, "crew", 11, 10),
    ("VEH-10", {"crew": (Crew(profile="barbarians/hero"),)}, "crew[0]", None, None),
    ("VEH-10", {"type": "wagon", "crew": (Crew(profile="barbarians/light-cavalry"),)}, "crew[0]", None, None),
    ("VEH-10", {"type": "wagon", "crew": (Crew(profile="halflings-and-centaurs/centaur"),)}, "crew[0]", None, None),
    ("VEH-10", {"type": "wagon", "crew": (Crew(profile="dwarves/ram-cavalry-with-lance"),)}, "crew[0]", None, None),
    (
        "VEH-10",
        {"type": "wagon", "crew": (Crew(profile="lizardmen/amphidian-dactan-rider-with-bows"),)},
        "crew[0]",
        None,
        None,
    ),
    ("VEH-11", {"crew": (replace(JAVELINS, count=1), Crew(profile="orcs/orc-warrior"))}, "crew[1]", None, None),
    ("VEH-11", {"army": "orcs"}, "crew[0]", None, None),
    (
        "VEH-12",
        {"type": "war-wagon", "war_machines": (Machines(profile="barbarians/scout"),)},
        "war_machines[0]",
        None,
        None,
    ),
    ("VEH-15", {"beasts": None}, "movement", None, None),
    ("VEH-15", {"type": "light-howdah", "beasts": None}, "beasts", 0, 1),
    ("VEH-16", {"beasts": Beasts(profile="orcs/riding-beast")}, "beasts", None, None),
    ("VEH-16", {"beasts": Beasts(profile="barbarians/scout")}, "beasts", None, None),
    ("VEH-17", {"beasts": Beasts(profile="monsters/dragon-young")}, "beasts", 9, 6),
    ("VEH-17", {"type": "heavy-chariot", "beasts": Beasts(profile="monsters/troll", count=3)}, "beasts", 12, 9),
    ("VEH-18", {"type": "large-howdah", "beasts": Beasts(profile="monsters/elephant")}, "beasts.profile", 5, 6),
    ("VEH-18", {"type": "medium-howdah", "beasts": Beasts(profile="monsters/treeman")}, "beasts.profile", 4, 9),
    ("VEH-18", {"type": "light-howdah", "beasts": Beasts(profile="monsters/elephant", count=2)}, "beasts.count", 2, 1),
]
CREW_LINE = Melee(name="Crew", attacks=2, skill=2)
BROKEN_DESIGNS = [
    ("VEH-01", {}, {"movement": Movement(ground=17)}, "movement.ground"),
    ("VEH-01", {}, {"movement": Movement(ground=16, swim=4)}, "movement.swim"),
    ("VEH-02", {}, {"movement": Movement(ground=16, fly=4)}, "movement.fly"),
    ("VEH-03", {}, {"movement": Movement(ground=16, abilities=("swimmer",))}, "movement.abilities[0]"),
    ("VEH-04", {}, {"wounds": 4}, "wounds"),
    ("VEH-05", {}, {"armour": Armour(value=5, fixed=True)}, "armour"),
    ("VEH-05", {}, {"armour": Armour(value=3)}, "armour"),
    ("VEH-05", {}, {"second_armour": Armour(value=3, fixed=True)}, "second_armour"),
    ("VEH-05", ELEPHANT, {"armour": Armour(value=4, fixed=True)}, "armour"),
    ("VEH-06", {}, {"ramming": Melee(attacks=7, skill=3, strength=1)}, "ramming"),
    ("VEH-06", {}, {"ramming": None}, "ramming"),
    ("VEH-06", ELEPHANT, {"ramming": Melee(attacks=13, skill=3, strength=2)}, "ramming"),
    ("VEH-08", {}, {"base": 6}, "base"),
    ("VEH-08", ELEPHANT, {"base": 4}, "base"),
    ("VEH-13", {}, {"melee": (replace(CREW_LINE, attacks=5),)}, "melee"),
    ("VEH-14", {}, {"missile": (Missile(range=9, attacks=2, skill=2, strength=1),)}, "missile[0].natural"),
    ("VEH-19", {}, {"defence": Defence(magic_resistance=2)}, "defence.magic_resistance"),
    ("VEH-20", {}, {"morale": Morale(value=8)}, "morale.value"),
    ("VEH-20", {}, {"morale": Morale(value=7, kind="fearless")}, "morale.kind"),
    ("VEH-21", {}, {"defence": Defence(immune=("fire",))}, "defence.immune"),
    ("VEH-21", {}, {"defence": Defence(sensitive=("fire",))}, "defence.sensitive"),
    ("VEH-22", {}, {"defence": Defence(missile_immune=True)}, "defence.missile_immune"),
    ("VEH-23", {}, {"defence": Defence(evasion=1)}, "defence.evasion"),
    ("VEH-24", {}, {"defence": Defence(slow=True)}, "defence.slow"),
    ("VEH-25", {}, {"defence": Defence(regeneration=True)}, "defence.regeneration"),
    ("VEH-25", {}, {"defence": Defence(missile_armour=1)}, "defence.missile_armour"),
    ("VEH-25", {}, {"fearsome": True}, "fearsome"),
    ("VEH-28", {}, {"spellcaster": "general"}, "spellcaster"),
    ("VEH-29", {}, {"room": 1}, "room"),
    ("VEH-25", {}, {"morale": Morale(value=7, disciplined=True)}, "morale.disciplined"),
    ("VEH-26", {}, {"infiltrates": True}, "infiltrates"),
    ("VEH-27", {}, {"kind": "creature"}, "kind"),
]


@of_each(("code", "changes", "ref", "actual", "limit"), BROKEN_PARTS)
def test_parts_beyond_a_limit_break_its_rule_alone(
    code: str, changes: dict[str, Any], ref: str, actual: int | None, limit: int | None
) -> None:
    found = findings(built(**changes))
    assert [(finding.code, finding.culprit.ref, finding.actual, finding.limit) for finding in found] == [
        (code, ref, actual, limit)
    ]


@of_each(("code", "chosen", "changes", "ref"), BROKEN_DESIGNS)
def test_profiles_beyond_their_parts_break_a_rule_alone(
    code: str, chosen: dict[str, Any], changes: dict[str, Any], ref: str
) -> None:
    found = findings(built(**chosen), **changes)
    assert [(finding.code, finding.culprit.ref) for finding in found] == [(code, ref)]


@of_each(
    "changes",
    [
        {},
        {"wounds": 1, "armour": 1},
        {"base": (4, 6)},
        {"crew": (), "cargo": 2},
        {"type": "heavy-chariot", "beasts": Beasts(profile="monsters/troll", count=2)},
        {"type": "war-wagon", "crew": (Crew(profile="monsters/ogre", count=2),)},
        {"type": "war-wagon", "crew": (), "war_machines": (Machines(profile="war-machines/cannon"),)},
        {"crew": (), "beasts": Beasts(profile="orcs/riding-beast")},
        {"beasts": Beasts(profile="orcs/riding-beast"), "crew": (Crew(profile="orcs/orc-warrior"),)},
        {"beasts": None, "movement": Movement(ground=18)},
        {**ELEPHANT, "wears": "both"},
        {**ELEPHANT, "wears": "beast"},
        {"type": "giant-howdah", "beasts": Beasts(profile="monsters/dragon-adult")},
        {"type": "light-howdah", "beasts": Beasts(profile="monsters/greater-golem-stone")},
        {"type": "wagon", "crew": (Crew(profile="lizardmen/heirosaur"),)},
        {"type": "wagon", "crew": (Crew(profile="snakemen/nyoka-swordsman"),)},
    ],
)
def test_what_keeps_the_limits_has_no_findings(changes: dict[str, Any]) -> None:
    assert findings(built(**changes)) == ()


def test_howdah_may_do_without_its_beasts_ram() -> None:
    assert findings(built(**ELEPHANT), ramming=None) == ()


def test_every_rule_has_a_case_and_its_place() -> None:
    codes = [rule.code for rule in VEHICLE_RULES.rules]
    assert {code for code, *_ in BROKEN_PARTS + BROKEN_DESIGNS} == set(codes)
    assert sorted(codes) == [f"VEH-{number:02}" for number in range(1, 30)]


@pytest.mark.parametrize(
    ("changes", "labels"),
    [
        ({"beasts": None, "movement": Movement(ground=20)}, ["Slow it to 18″"]),
        ({"wounds": 4}, ["Lower the wounds to 3"]),
        ({"base": (3, 2)}, ["Use a base of 2 × 3"]),
        ({"cargo": 2}, ["Lower the cargo space to 0", "Leave 2 Barbarian javelin throwers behind"]),
        ({"crew": (Crew(profile="barbarians/hero"),)}, ["Leave Hero behind"]),
        ({"type": "heavy-chariot", "beasts": Beasts(profile="monsters/troll", count=3)}, ["Harness only 2"]),
    ],
)
def test_remedies_say_what_they_do(changes: dict[str, Any], labels: list[str]) -> None:
    assert [remedy.label for finding in findings(built(**changes)) for remedy in finding.remedies] == labels


def test_passes_are_explained() -> None:
    report = review(built(type="wagon", cargo=4).vehicle, built(type="wagon", cargo=4).design)
    assert [explanation.message for explanation in report.passes] == [
        "6 of at most 6 wounds.",
        "6 of 6 base units taken; cargo space 4 carries 8.",
        "Beasts take 4 of 15 base units.",
    ]


@given(parts())
def test_what_is_built_breaks_only_rules_about_choices(chosen: VehicleParts) -> None:
    vehicle = build(chosen, printed_catalogue())
    assert {finding.code for finding in findings(vehicle)} <= CHOICES


@given(parts())
def test_every_remedy_mends_its_finding(chosen: VehicleParts) -> None:
    for finding in findings(build(chosen, printed_catalogue())):
        for remedy in finding.remedies:
            mended = findings(build(remedy.edit, printed_catalogue()))
            before = findings(build(chosen, printed_catalogue()))
            assert _times(finding, mended) < _times(finding, before)


def _times(finding: Finding, found: tuple[Finding, ...]) -> int:
    return sum(each.code == finding.code for each in found)


LIMITS = {
    "light-chariot": (18, 3, 3, 2, 6),
    "medium-chariot": (16, 4, 3, 3, 9),
    "heavy-chariot": (14, 5, 3, 4, 9),
    "wagon": (12, 6, 3, 6, 15),
    "war-wagon": (12, 8, 4, 10, 15),
    "light-howdah": (16, 1, 2, 3, 4),
    "medium-howdah": (12, 1, 3, 6, 9),
    "large-howdah": (10, 2, 3, 9, 9),
    "giant-howdah": (10, 2, 3, 12, 9),
}


@settings(max_examples=100)
@given(parts())
def test_legal_vehicles_are_within_the_tables_and_have_a_price(chosen: VehicleParts) -> None:
    vehicle = build(chosen, printed_catalogue())
    if findings(vehicle):
        return
    rows = printed_catalogue().rows
    speed, wounds, armour, crew, base = LIMITS[chosen.type]
    design, beast = vehicle.design, rows[chosen.beasts.profile] if chosen.beasts else None
    is_howdah = chosen.type.endswith("howdah")
    assert (design.movement.ground or 0) <= speed
    assert (design.movement.fly or 0) <= (beast.movement.fly or 0 if beast else speed)
    assert design.wounds <= wounds + (beast.wounds if beast and is_howdah else 0)
    assert design.armour is None or is_howdah or abs(design.armour.value - armour) <= 1
    space = [(rows[each.profile].base, each.count) for each in (*chosen.crew, *chosen.war_machines)]
    assert chosen.cargo + sum(max(1, size) * count for size, count in space) <= crew
    assert beast is None or is_howdah or max(1, beast.base) * chosen.beasts.count <= base
    assert beast is None or not is_howdah or beast.base >= base
    assert design.defence.evasion == 0
    assert not design.infiltrates
    assert price(design).points > 0
    _no_more_than_those_aboard(chosen, design)


def _no_more_than_those_aboard(chosen: VehicleParts, design: Design) -> None:
    aboard = [
        printed_catalogue().in_play(each.profile)
        for each in (*chosen.crew, *((chosen.beasts,) if chosen.beasts else ()))
    ]
    assert design.defence.magic_resistance == max((row.defence.magic_resistance for row in aboard), default=0)
    assert design.defence.missile_immune == (bool(aboard) and all(row.defence.missile_immune for row in aboard))
    assert design.morale is None or design.morale.value in [row.morale.value for row in aboard if row.morale]
