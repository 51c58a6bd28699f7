"""The book's worked examples of ranges, of shots by who has moved, and of war machines' losses; by printed lines."""

from __future__ import annotations

from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.rules.morale.testing import losses_that_test, wounds_that_test
from tabletop.arcana.rules.shooting.conditions import ChargeFire, Conditions, barred_by, hindrance
from tabletop.arcana.rules.shooting.tohit import AimedAt, band_of, needed
from tests.catalogue import printed_catalogue

JAVELIN = Missile(name="Javelin", range=9, attacks=1, skill=3, natural=True)
HANDGUN = Missile(name="Handgun", range=24, attacks=1, skill=3, artillery=True, reloads=True)


def number(missile: Missile, inches: float, *, moved: float = 0, speed: float = 6) -> int:
    how = hindrance(missile, Conditions(moved=moved), speed)
    return needed(missile, band_of(missile, inches), AimedAt(figures=None), cover=0, hindrance=how).number


def test_natural_missiles_cost_nothing_up_to_half_a_move() -> None:
    """E4 (lines 547 to 557) and E31 (1370): half, more than half, while charging; artillery shoots or moves."""
    for moved, modifier in ((0, 0), (4, 0), (4.5, -1), (8, -1)):
        assert hindrance(JAVELIN, Conditions(moved=moved), 8)[1] == modifier
        assert hindrance(JAVELIN, Conditions(moved=moved, charge=ChargeFire.CHARGING), 8)[1] == 0
        assert barred_by(JAVELIN, Conditions(moved=moved), 8) is None
        assert (barred_by(HANDGUN, Conditions(moved=moved), 8) is None) == (not moved)
    assert barred_by(HANDGUN, Conditions(charge=ChargeFire.CHARGING), 8)


def test_a_crossbow_shoots_far_or_moves_and_needs_the_same() -> None:
    """E8 (line 611): 16 inches away at long range, or two inches nearer after a move."""
    crossbow = Missile(name="Heavy crossbow", range=15, attacks=1, skill=2, strength=1)
    assert number(crossbow, 16) == number(crossbow, 14, moved=2) == 1
    assert number(crossbow, 14) == 2


def test_bows_of_21_inches_have_three_bands() -> None:
    """E33 (line 1390)."""
    [bow] = printed_catalogue().rows["goblins/goblin-bowmen"].missile
    assert [number(bow, inches) - bow.skill for inches in (6, 15, 27)] == [1, 0, -1]


def test_crews_and_wizards_count_together_for_tests() -> None:
    """E75 (line 2840): two reinforced cannons and a character; E77 (2884): two ballistae, two reinforced, a wizard.

    The book counts two models of the cannons; line 2884 counts the character, too. Either way one loss tests.
    """
    catalogue = printed_catalogue()
    crew = catalogue.rows["war-machines/cannon"].wounds
    assert catalogue.rows["war-machines/ballista"].wounds == crew == 4
    for wounds, models, lost_wounds, lost_models in (
        (2 * 2 * crew + 3, 3, 10, 1),
        (2 * crew + 2 * 2 * crew + 3, 5, 14, 2),
    ):
        assert wounds - wounds_that_test(wounds) == lost_wounds
        assert losses_that_test(models) == lost_models
    assert losses_that_test(2) == 1
