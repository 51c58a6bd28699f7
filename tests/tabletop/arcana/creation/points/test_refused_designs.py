"""Whatever the tables don't hold is refused by its field, and nothing is guessed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee, Missile, Morale, Movement
from tabletop.arcana.creation.points import BOOK_FORMULA, RefusedError, price, refusals
from tabletop.arcana.creation.points.changes import Change, with_changes
from tests.laws import of_each

SOUND = Design(
    name="Sound",
    movement=Movement(ground=6, fly=12, swim=4, abilities=("swimmer",)),
    wounds=3,
    armour=Armour(value=3),
    second_armour=Armour(value=2, fixed=True),
    defence=Defence(magic_resistance=1, sensitive=("fire",), immune=("water",)),
    morale=Morale(value=8),
    melee=(Melee(attacks=2, skill=3, strength=1), Melee(attacks=1, skill=2, alternative=True)),
    missile=(Missile(range=12, attacks=1, skill=2), Missile(range=6, attacks=1, skill=2, alternative=True)),
    ramming=Melee(attacks=1, skill=2),
)
SWEEPER = (Melee(attacks=2, skill=3, strength=1, sweeps=2),)

CASES: list[tuple[str, Any, str]] = [
    ("movement.ground", 0, "movement.ground"),
    ("movement.ground", 1, "movement.ground"),
    ("movement.fly", 0, "movement.fly"),
    ("movement.swim", 0, "movement.swim"),
    ("movement.swim", 1, "movement.swim"),
    ("movement.ground", None, "movement.abilities[0]"),
    ("movement.abilities", ("swimmer", "swimmer"), "movement.abilities[1]"),
    ("movement.abilities", ("swimmer", "forestwalker", "swimmer"), "movement.abilities[2]"),
    ("wounds", 0, "wounds"),
    ("armour", Armour(value=7), "armour.value"),
    ("armour", Armour(value=100), "armour.value"),
    ("armour", Armour(value=0, fixed=True), "armour.value"),
    ("armour", Armour(value=6, fixed=True), "armour.value"),
    ("armour", Armour(value=7, fixed=True), "armour.value"),
    ("armour", None, "second_armour"),
    ("second_armour", Armour(value=7), "second_armour.value"),
    ("second_armour", Armour(value=0, fixed=True), "second_armour.value"),
    ("second_armour", Armour(value=6, fixed=True), "second_armour.value"),
    ("defence.magic_resistance", 6, "defence.magic_resistance"),
    ("defence.magic_resistance", 10, "defence.magic_resistance"),
    ("defence.evasion", 3, "defence.evasion"),
    ("defence.evasion", 9, "defence.evasion"),
    ("defence.missile_armour", 5, "defence.missile_armour"),
    ("defence.missile_armour", 6, "defence.missile_armour"),
    ("defence.testudo", True, "defence.testudo"),
    ("defence.sensitive", ("fire", "fire"), "defence.sensitive[1]"),
    ("defence.sensitive", ("fire", "air", "air"), "defence.sensitive[2]"),
    ("defence.immune", ("water", "water"), "defence.immune[1]"),
    ("defence.immune", ("fire",), "defence.immune[0]"),
    ("defence.immune", ("air", "fire"), "defence.immune[1]"),
    ("morale", Morale(value=5), "morale.value"),
    ("morale", Morale(value=12), "morale.value"),
    ("morale", Morale(value=0, kind="fearless"), "morale.value"),
    ("morale", Morale(value=5, kind="fearless"), "morale.value"),
    ("morale", Morale(value=12, kind="fearless"), "morale.value"),
    ("morale", Morale(value=12, kind="berserk"), "morale.value"),
    ("melee[0].attacks", 0, "melee[0].attacks"),
    ("melee[1].attacks", 0, "melee[1].attacks"),
    ("melee[0].skill", 0, "melee[0].skill"),
    ("melee[0].skill", 6, "melee[0].skill"),
    ("melee[1].skill", 6, "melee[1].skill"),
    ("melee[1].skill", 7, "melee[1].skill"),
    ("melee[0].strength", 7, "melee[0].strength"),
    ("melee[1].strength", 20, "melee[1].strength"),
    ("melee[0].phalanx", True, "melee[0].phalanx"),
    ("melee[1].phalanx", True, "melee[1].phalanx"),
    ("melee[0].alternative", True, "melee[0].alternative"),
    ("melee[1].sweeps", 2, "melee[1].sweeps"),
    ("melee", SWEEPER, "melee[0].sweeps"),
    ("melee", (Melee(attacks=1, skill=2, strength="eldritch", magical=True),), "melee[0].magical"),
    ("melee", (Melee(attacks=1, skill=2, first_strike=True, last_strike=True),), "melee[0].last_strike"),
    ("missile[0].attacks", 0, "missile[0].attacks"),
    ("missile[1].attacks", 0, "missile[1].attacks"),
    ("missile[0].skill", 0, "missile[0].skill"),
    ("missile[0].skill", 6, "missile[0].skill"),
    ("missile[1].skill", 8, "missile[1].skill"),
    ("missile[0].strength", 7, "missile[0].strength"),
    ("missile[1].strength", 7, "missile[1].strength"),
    ("missile[0].range", 46, "missile[0].range"),
    ("missile[1].range", 54, "missile[1].range"),
    ("missile[0].min_range", 13, "missile[0].min_range"),
    ("missile[1].min_range", 7, "missile[1].min_range"),
    ("missile[0].alternative", True, "missile[0].alternative"),
    ("missile", (Missile(range=9, attacks=1, skill=2, strength="eldritch", magical=True),), "missile[0].magical"),
    ("missile", (Missile(range=60, min_range=20, attacks=1, skill=2),), "missile[0].range"),
    ("ramming.attacks", 0, "ramming.attacks"),
    ("ramming.skill", 0, "ramming.skill"),
    ("ramming.skill", 6, "ramming.skill"),
    ("ramming.strength", 7, "ramming.strength"),
    ("ramming.phalanx", True, "ramming.phalanx"),
    ("ramming.sweeps", 3, "ramming.sweeps"),
    ("ramming.alternative", True, "ramming.alternative"),
]


def test_the_sound_design_has_a_price() -> None:
    assert not list(refusals(SOUND, BOOK_FORMULA))
    assert price(SOUND).points > 0


@of_each(("field", "value", "named"), CASES, ids=[f"{field}={value}" for field, value, _ in CASES])
def test_what_the_tables_dont_hold_is_refused_by_its_field(field: str, value: Any, named: str) -> None:
    with pytest.raises(RefusedError) as refused:
        price(Change(field, value).applied(SOUND))
    assert [refusal.field for refusal in refused.value.refusals] == [named]
    assert refused.value.field == named
    assert str(refused.value) == f"{named}: {refused.value.reason}"


def test_war_machine_moves_no_farther_than_it_pays_for() -> None:
    with pytest.raises(RefusedError, match=r"movement\.ground"):
        price(replace(SOUND, kind="war-machine", movement=Movement(ground=8)))


def test_every_refusal_is_reported_in_the_order_of_the_fields() -> None:
    changes = [Change("missile[1].skill", 6), Change("wounds", 0), Change("melee[1].skill", 6)]
    with pytest.raises(RefusedError) as refused:
        price(with_changes(SOUND, changes))
    assert [refusal.field for refusal in refused.value.refusals] == ["wounds", "melee[1].skill", "missile[1].skill"]


@pytest.mark.parametrize("value", [0, 1, 2, 3, 4, 5, 6])
def test_every_normal_armour_in_the_table_has_a_price(value: int) -> None:
    assert not list(refusals(replace(SOUND, armour=Armour(value=value)), BOOK_FORMULA))


@pytest.mark.parametrize("reach", [0, 1, 33, 44, 45])
def test_every_range_up_to_45_inches_has_a_price(reach: int) -> None:
    shot = Missile(range=reach, attacks=1, skill=2)
    assert not list(refusals(replace(SOUND, missile=(shot,)), BOOK_FORMULA))


def test_the_reason_says_what_the_table_holds() -> None:
    (refusal,) = refusals(Change("melee[0].skill", 6).applied(SOUND), BOOK_FORMULA)
    assert refusal.reason == "the table for skill goes from 1 to 5, not 6"
