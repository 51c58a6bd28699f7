"""The rules of building vehicles, in the order of the chapter."""

from __future__ import annotations

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.creation.vehicles.context import Subject
from tabletop.arcana.creation.vehicles.crews import (
    crew_fights_on_foot,
    crew_of_one_army,
    missiles_are_natural,
    one_attack_each,
    room_for_all,
    room_for_riders_is_there,
    war_machines_of_the_army,
)
from tabletop.arcana.creation.vehicles.limits import (
    armour_within_its_type,
    base_counts_as_its_type,
    base_no_smaller,
    flight_within_its_type,
    ram_of_its_type,
    speed_within_its_type,
    terrain_as_the_beasts,
    wounds_within_its_type,
)
from tabletop.arcana.creation.vehicles.parts import Vehicle
from tabletop.arcana.creation.vehicles.tables import TOWED_VEHICLES
from tabletop.arcana.creation.vehicles.towing import (
    beast_large_enough,
    beasts_of_the_army,
    beasts_within_the_base,
    something_moves_it,
)
from tabletop.arcana.creation.vehicles.traits import (
    casts_no_spells,
    elements_that_all_share,
    magic_resistance_of_the_best,
    missile_immune_together,
    morale_of_the_crew,
    never_evasive,
    never_infiltrates,
    other_abilities_shared,
    priced_as_a_vehicle,
    slow_under_a_slow_howdah,
)
from tabletop.findings import Report
from tabletop.rulebook import Rulebook, Unchecked

UNCHECKED = (
    Unchecked(
        TOWED_VEHICLES,
        "The cargo that boards during a game fits into the cargo space.",
        "Cargo is bought as units of its own and boards at the table.",
    ),
)
VEHICLE_RULES = Rulebook(
    "vehicles",
    "2026.11",
    (
        speed_within_its_type,
        flight_within_its_type,
        terrain_as_the_beasts,
        wounds_within_its_type,
        armour_within_its_type,
        ram_of_its_type,
        base_no_smaller,
        base_counts_as_its_type,
        room_for_all,
        crew_fights_on_foot,
        crew_of_one_army,
        war_machines_of_the_army,
        one_attack_each,
        missiles_are_natural,
        something_moves_it,
        beasts_of_the_army,
        beasts_within_the_base,
        beast_large_enough,
        magic_resistance_of_the_best,
        morale_of_the_crew,
        elements_that_all_share,
        missile_immune_together,
        never_evasive,
        slow_under_a_slow_howdah,
        other_abilities_shared,
        never_infiltrates,
        priced_as_a_vehicle,
        casts_no_spells,
        room_for_riders_is_there,
    ),
    UNCHECKED,
)


def review(vehicle: Vehicle, design: Design, rulebook: Rulebook = VEHICLE_RULES) -> Report:
    """Every finding about a profile that claims to be made of these parts, in rulebook order."""
    return rulebook.review(Subject(vehicle, design))
