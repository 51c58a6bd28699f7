"""The rulebooks: the book's core rules, and its tournament rules on top of them."""

from __future__ import annotations

from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.rules.characters import weapon_is_common_in_the_army, weapon_needs_a_missile_skill
from tabletop.arcana.army.rules.composition import (
    normal_troops_share,
    roster_has_units,
    special_troops_share,
    within_points_limit,
)
from tabletop.arcana.army.rules.designs import FIELDED_DESIGN_RULES, second_crew_only_once
from tabletop.arcana.army.rules.equipment import (
    equipment_fits_its_carrier,
    giants_of_a_unit_carry_the_same,
    hydra_has_heads,
    only_rows_with_a_price_form_a_phalanx,
    only_war_machines_are_reinforced,
    some_heroes_never_lead_a_phalanx,
)
from tabletop.arcana.army.rules.event_packs import pack_is_here, pack_rulebook
from tabletop.arcana.army.rules.infiltration import (
    infiltrating_as_a_whole_costs_the_same,
    infiltrating_leaders_ride_only_with_riders,
    lone_characters_infiltrate_by_their_own_row,
    only_rows_with_a_price_infiltrate,
)
from tabletop.arcana.army.rules.magic import spellcaster_has_one_school
from tabletop.arcana.army.rules.mounts import (
    monsters_are_led_from_their_own_kind,
    mount_can_be_ridden,
    mount_is_larger_than_its_rider,
    some_characters_never_ride,
    vehicle_has_room_for_its_riders,
    vehicles_alone_are_shared,
)
from tabletop.arcana.army.rules.opponent_consent import (
    allies_need_agreement,
    cheap_monsters_need_agreement,
    contingent_keeps_to_its_share,
    designs_may_be_vetoed,
    optional_schools_need_agreement,
    own_list_may_be_vetoed,
)
from tabletop.arcana.army.rules.tournament import Terms, tournament_rules
from tabletop.arcana.army.rules.unchecked import UNCHECKED
from tabletop.arcana.army.rules.units import (
    characters_are_bought_one_by_one,
    models_from_own_lists,
    models_of_a_row_are_alike,
    mounts_and_equipment_are_bought_for_others,
    one_kind_of_model,
    unit_has_models,
    vehicles_of_a_type_with_other_crews,
)
from tabletop.arcana.catalogue.identifiers import Basis, Rules
from tabletop.rulebook import Rulebook

VERSION = "2026.11"

CORE = Rulebook(
    "core",
    VERSION,
    (
        roster_has_units,
        within_points_limit,
        normal_troops_share,
        special_troops_share,
        contingent_keeps_to_its_share,
        models_from_own_lists,
        unit_has_models,
        one_kind_of_model,
        mounts_and_equipment_are_bought_for_others,
        characters_are_bought_one_by_one,
        models_of_a_row_are_alike,
        vehicles_of_a_type_with_other_crews,
        weapon_is_common_in_the_army,
        weapon_needs_a_missile_skill,
        spellcaster_has_one_school,
        mount_can_be_ridden,
        mount_is_larger_than_its_rider,
        some_characters_never_ride,
        vehicle_has_room_for_its_riders,
        monsters_are_led_from_their_own_kind,
        vehicles_alone_are_shared,
        only_rows_with_a_price_infiltrate,
        lone_characters_infiltrate_by_their_own_row,
        infiltrating_leaders_ride_only_with_riders,
        infiltrating_as_a_whole_costs_the_same,
        only_war_machines_are_reinforced,
        second_crew_only_once,
        equipment_fits_its_carrier,
        giants_of_a_unit_carry_the_same,
        hydra_has_heads,
        some_heroes_never_lead_a_phalanx,
        only_rows_with_a_price_form_a_phalanx,
        allies_need_agreement,
        cheap_monsters_need_agreement,
        optional_schools_need_agreement,
        designs_may_be_vetoed,
        own_list_may_be_vetoed,
        *FIELDED_DESIGN_RULES,
    ),
    UNCHECKED,
)
TOURNAMENT = Rulebook("tournament", VERSION, CORE.plus(*tournament_rules(Terms())).rules, UNCHECKED)
RULEBOOKS: dict[Rules, Rulebook] = {Basis.CORE: CORE, Basis.TOURNAMENT: TOURNAMENT}
WITHOUT_ITS_PACK = CORE.plus(pack_is_here)


def rulebook_of(rules: Rules, pack: Pack | None = None) -> Rulebook:
    """The rulebook of a pack, or the book's own that a roster names; for a pack that isn't here the core rules."""
    return pack_rulebook(pack, CORE) if pack else RULEBOOKS.get(rules, WITHOUT_ITS_PACK)
