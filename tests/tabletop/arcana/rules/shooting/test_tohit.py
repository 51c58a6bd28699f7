"""The number to hit and its chance: bands, movement, zero and less, area attacks; all exact."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Defence, Missile, Printed, Row
from tabletop.arcana.rules.harm.hitting import chance_of
from tabletop.arcana.rules.shooting.tohit import (
    MODIFIERS,
    AimedAt,
    Band,
    aimed_at,
    band_of,
    barred_by_moving,
    expected_hits,
    mean_hits,
    moving_modifier,
    needed,
)
from tests.laws import of_each
from tests.tables import block, loose, table

BOW = Missile(name="Bow", range=21, attacks=1, skill=3)
BREATH = Missile(name="Breath", range=12, attacks=1, skill=3, natural=True)
MORTAR = Missile(range=36, min_range=12, attacks=1, skill=3, artillery=True, hits_d3=4)


def rolled(number: int) -> Fraction:
    """By every way two dice can fall: the first hits, or is a 1 that is rolled again."""
    ways = 0
    for first, second in product(range(1, 7), repeat=2):
        ways += first <= number if number > 0 else first == 1 and second <= 3 + number
    return Fraction(ways, 36)


@of_each("number", range(-5, 9))
def test_chances_are_those_of_the_dice(number: int) -> None:
    assert chance_of(number) == rolled(number)


@pytest.mark.parametrize(
    ("inches", "band"),
    [(0, "short"), (7, "short"), (7.01, "normal"), (21, "normal"), (21.01, "long"), (28, "long"), (28.01, "too far")],
)
def test_a_bow_has_three_bands(inches: float, band: str) -> None:
    assert band_of(BOW, inches) == band


@pytest.mark.parametrize(
    ("inches", "band"), [(11.9, "too near"), (12, "normal"), (13, "normal"), (36, "normal"), (36.1, "too far")]
)
def test_a_minimum_range_has_one(inches: float, band: str) -> None:
    assert band_of(MORTAR, inches) == band


@of_each(
    ("missile", "moved", "may", "modifier"),
    [
        (BOW, 0, True, 0),
        (BOW, 0.5, True, -1),
        (BOW, 3, True, -1),
        (BOW, 3.1, False, None),
        (BREATH, 3, True, 0),
        (BREATH, 3.1, True, -1),
        (BREATH, 6, True, -1),
        (BREATH, 6.1, False, None),
        (MORTAR, 0, True, 0),
        (MORTAR, 0.1, False, None),
    ],
)
def test_moving_costs_skill_or_the_shot(missile: Missile, moved: float, may: bool, modifier: int | None) -> None:
    assert (not barred_by_moving(missile, moved, 6)) == may
    if may:
        assert moving_modifier(missile, moved, 6) == modifier


def every_total(dice: int) -> list[int]:
    return [sum(faces) for faces in product((1, 2, 3), repeat=dice)]


@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize("engaged", [False, True])
@pytest.mark.parametrize("number", [3, 1, 5, 0, -2, 6, 7])
def test_area_attacks_are_counted_die_by_die(loose: bool, engaged: bool, number: int) -> None:
    totals = every_total(4)
    halved = [-(-total // 2) for total in totals] if loose else totals
    full = Fraction(sum(halved), len(totals))
    half = Fraction(sum(-(-hits // 2) for hits in halved), len(totals))
    missed_by_one = Fraction(1, 6) if 1 <= number <= 5 and not engaged else 0
    assert expected_hits(MORTAR, number, halved=loose, engaged=engaged) == rolled(number) * full + missed_by_one * half


# “Resolving Missile Attacks” and “The full list of modifiers for the attacker”: what each adds to the skill.
RANGE_MODIFIERS: dict[Band, int] = {"short": 1, "normal": 0, "long": -1, "any": 0}
IN_THE_OPEN = table(loose("b1", (30, 30))).unit("b1")


@pytest.mark.parametrize("band", RANGE_MODIFIERS)
@pytest.mark.parametrize("cover", [0, -1, -2])
@pytest.mark.parametrize("moved", [0, -1])
@pytest.mark.parametrize("swimming", [0, -1])
def test_cover_range_movement_and_water_add_up(band: Band, cover: int, moved: int, swimming: int) -> None:
    hindrance = ("it has moved", moved, MODIFIERS)
    found = needed(BOW, band, aimed_at(IN_THE_OPEN), cover=cover, hindrance=hindrance, swimming=swimming)
    assert found.number == 3 + RANGE_MODIFIERS[band] + cover + moved + swimming
    named = {
        "skill": 3,
        f"{band} range": RANGE_MODIFIERS[band],
        "it has moved": moved,
        "the target is in cover": cover if cover == -1 else 0,
        "the target is in full cover": cover if cover == -2 else 0,
        "it swims in deep water": swimming,
    }
    assert {line.label: line.amount for line in found.breakdown.lines} == {
        label: amount for label, amount in named.items() if amount
    }
    assert found.chance == rolled(found.number)


def of_row(**defence: object) -> Row:
    return Row(
        slug="dwarves/anybody", name="Anybody", section="troops", points=1, printed=Printed(name="Anybody"),
        defence=Defence(**defence),
    )  # fmt: skip


@of_each(
    ("models", "base", "modifier"),
    [(29, 1, 0), (30, 1, 1), (15, 2, 1), (14, 2, 0), (7, 4, 0), (8, 4, 1), (4, 9, 1), (3, 9, 0)],
)
def test_thirty_base_units_in_ranks_are_easier_to_hit(models: int, base: int, modifier: int) -> None:
    """E2 (lines 426, 859 and 1397): 30, 15, 8 and 4 models of bases 1, 2, 4 and 9."""
    ranked = table(block("b1", models=models, files=min(models, 5), base=base, corner=(30, 20))).unit("b1")
    apart = loose("b1", *((5 * (place % 8) + 10, 5 * (place // 8) + 10) for place in range(models)), base=base)
    for unit, amount in ((ranked, modifier), (table(apart).unit("b1"), 0)):
        found = needed(BOW, "normal", aimed_at(unit), cover=-1, hindrance=("it has moved", 0, MODIFIERS))
        assert found.number == 3 - 1 + amount


@pytest.mark.parametrize(("altitude", "modifier"), [("ground", 0), ("low", -1), ("high", -1)])
@pytest.mark.parametrize(
    ("defence", "defended"), [({}, 0), ({"evasion": 2}, -2), ({"slow": True}, 1), ({"evasion": 1, "slow": True}, 0)]
)
def test_flight_evasion_and_slowness_of_the_target_count(
    altitude: str, modifier: int, defence: dict[str, object], defended: int
) -> None:
    unit = table(loose("b1", (30, 30), fly=12, altitude=altitude)).unit("b1")
    found = needed(
        BOW, "short", aimed_at(replace(unit, row=of_row(**defence))), cover=0, hindrance=("it has moved", 0, MODIFIERS)
    )
    assert found.number == 3 + 1 + modifier + defended


@pytest.mark.parametrize(("halvings", "mean"), [(0, Fraction(2)), (1, Fraction(4, 3)), (2, Fraction(1))])
def test_a_single_die_of_hits_is_halved_upwards(halvings: int, mean: Fraction) -> None:
    assert mean_hits(Missile(range=12, attacks=1, skill=3, hits_d3=1), halvings) == mean
    assert mean_hits(BOW, halvings) == 1


def test_a_target_is_plain_until_more_is_said() -> None:
    plain = AimedAt(figures=None)
    assert plain == AimedAt(figures=None, bases_in_ranks=0, flying=False, immobile=False)
    assert aimed_at(table(loose("b1", (30, 20), (33, 20))).unit("b1")).bases_in_ranks == 0
    for target, bonus in ((plain, 0), (replace(plain, immobile=True), 1), (replace(plain, flying=True), -1)):
        found = needed(BOW, "normal", target, cover=0, hindrance=("it has moved", 0, MODIFIERS))
        assert found.number == 3 + bonus
