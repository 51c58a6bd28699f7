"""The rules of designing, wherever a design is priced or fielded: what it must be whatever its price."""

from __future__ import annotations

from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_files import check_parts
from tabletop.arcana.creation.design_rules.creatures import CREATURE_RULES, review_creature
from tabletop.arcana.creation.design_rules.vehicles import review_vehicle
from tabletop.arcana.creation.design_rules.war_machines import WAR_MACHINE_RULES, has_second_crew, review_war_machine
from tabletop.arcana.creation.vehicles.review import VEHICLE_RULES
from tabletop.findings import Report
from tabletop.rulebook import Rule

__all__ = ["DESIGN_RULES", "has_second_crew", "review_design"]

DESIGN_RULES: tuple[Rule, ...] = (*CREATURE_RULES.rules, *VEHICLE_RULES.rules, *WAR_MACHINE_RULES.rules)


def review_design(design: Design, catalogue: Catalogue, army: str | None = None) -> Report:
    """Every finding about a design by itself or, where an army list is named, as a model of this army.

    Culprits are fields of the design (kind `design`) or of its parts (kind `part`); the remedies are whole designs.
    MalformedError names the field of `parts` whose profile or list there isn't, as `parts.crew[0].profile`.
    """
    check_parts(design, catalogue)
    if design.kind == DesignKind.VEHICLE or design.parts is not None:
        return review_vehicle(design, catalogue, army)
    if design.kind == DesignKind.WAR_MACHINE:
        return review_war_machine(design, catalogue, army)
    return review_creature(design, catalogue)
