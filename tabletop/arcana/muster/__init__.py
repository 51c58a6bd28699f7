"""The rules of army building, a module per chapter of the book."""

from __future__ import annotations

from tabletop.arcana.fielding import Army
from tabletop.arcana.muster.composition import (
    normal_troops_share,
    roster_has_units,
    special_troops_share,
    within_points_limit,
)
from tabletop.arcana.muster.subject import Subject
from tabletop.arcana.muster.unchecked import UNCHECKED
from tabletop.arcana.muster.units import (
    characters_are_bought_one_by_one,
    models_from_own_lists,
    mounts_and_equipment_are_bought_for_others,
    one_kind_of_model,
    unit_has_models,
)
from tabletop.arcana.prices import ArmyPrice
from tabletop.findings import Report
from tabletop.rulebook import Rulebook

CORE = Rulebook(
    "core",
    "2026.11",
    (
        roster_has_units,
        within_points_limit,
        normal_troops_share,
        special_troops_share,
        models_from_own_lists,
        unit_has_models,
        one_kind_of_model,
        mounts_and_equipment_are_bought_for_others,
        characters_are_bought_one_by_one,
    ),
    UNCHECKED,
)


def review(army: Army, price: ArmyPrice, rulebook: Rulebook = CORE) -> Report:
    """Every finding about the army, in rulebook order."""
    return rulebook.review(Subject(army, price))
