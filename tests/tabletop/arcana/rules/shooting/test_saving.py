"""Laws of saves and wounds, and of shots that miss into a melee."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.battlefield import PlacedUnit
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Armour, Defence, Missile, Row
from tabletop.arcana.rules.harm.saving import Save, mean_wounds
from tabletop.arcana.rules.shooting import Volley
from tabletop.arcana.rules.shooting.saving import save_against
from tabletop.arcana.rules.shooting.shooting import Shot
from tabletop.arcana.rules.shooting.strays import Stray, orders
from tabletop.arcana.rules.shooting.tohit import aimed_at, needed
from tests.catalogue import printed_catalogue
from tests.tables import loose, table

few = settings(max_examples=50)
NONE = ("nothing", 0, BOOK.section("Who May Fire"))
BOW = Missile(range=21, attacks=1, skill=2, strength=1)
armours = st.builds(Armour, value=st.integers(0, 6), fixed=st.booleans())
defences = st.builds(
    Defence, magic_resistance=st.integers(0, 4), shield=st.booleans(), missile_armour=st.integers(0, 3)
)
missiles = st.builds(
    Missile, range=st.just(21), attacks=st.just(1), skill=st.just(3), strength=st.integers(0, 5), magical=st.booleans(),
    artillery=st.booleans(), wounds_d3=st.integers(0, 3),
)  # fmt: skip


def target(armour: Armour, defence: Defence, *, second: Armour | None = None) -> PlacedUnit:
    row: Row = replace(
        printed_catalogue().in_play("dwarves/axemen"), armour=armour, second_armour=second, defence=defence
    )
    return replace(table(loose("b1", (30, 20))).unit("b1"), row=row)


def saved(missile: Missile, unit: PlacedUnit) -> Save:
    found = save_against(missile, unit)
    assert found
    return found


@few
@given(missiles, armours, defences)
def test_more_strength_never_makes_a_save_easier(missile: Missile, armour: Armour, defence: Defence) -> None:
    assert isinstance(missile.strength, int)
    stronger = replace(missile, strength=missile.strength + 1)
    unit = target(armour, defence)
    assert saved(stronger, unit).number <= saved(missile, unit).number


@few
@given(missiles, armours, defences)
def test_fixed_armour_saves_as_well_as_it_says_and_never_worse_than_loose(
    missile: Missile, armour: Armour, defence: Defence
) -> None:
    assert isinstance(missile.strength, int)
    hard, soft = (saved(missile, target(replace(armour, fixed=fixed), defence)).number for fixed in (True, False))
    assert hard >= soft
    if missile.magical:
        assert hard == soft
    elif missile.artillery:
        assert hard >= armour.value - (missile.strength + 1) // 2
    else:
        assert hard >= armour.value


@few
@given(missiles, armours, armours, defences)
def test_a_second_armour_never_hurts(missile: Missile, armour: Armour, second: Armour, defence: Defence) -> None:
    both = saved(missile, target(armour, defence, second=second)).number
    assert both == max(saved(missile, target(each, defence)).number for each in (armour, second))


@pytest.mark.parametrize(
    ("dice", "most", "mean"), [(0, 5, 1), (1, 9, 2), (1, 2, "5/3"), (1, 1, 1), (2, 9, 4), (2, 3, "26/9")]
)
def test_wounds_that_a_model_has_not_are_lost(dice: int, most: int, mean: int | str) -> None:
    assert mean_wounds(dice, most) == Fraction(mean)


@few
@given(st.lists(st.integers(0, 5), min_size=1, max_size=3), st.integers(1, 6))
def test_every_order_leaves_as_many_shots_that_miss_everybody(skills: list[int], models: int) -> None:
    scene = table(loose("b1", (30, 20)))
    unit = scene.unit("b1")

    def at(skill: int) -> dict[int, object]:
        return {
            model: needed(replace(BOW, skill=skill), "normal", aimed_at(unit), cover=0, hindrance=NONE)
            for model in range(models)
        }

    first = needed(BOW, "normal", aimed_at(unit), cover=0, hindrance=NONE)
    shots = tuple(Shot(model=model, inches=9, band="normal", needed=first) for model in range(models))
    found = [Stray(replace(unit, ref=f"r{number}"), at(skill)) for number, skill in enumerate(skills)]  # type: ignore[arg-type]
    totals = {sum(order.expected, Fraction()) for order in orders(scene, unit, Volley(weapon=BOW, shots=shots), found)}
    assert len(totals) == 1
    assert 0 <= totals.pop() <= models
