"""One profile from parts: the worked chariot, and every sentence on what a vehicle takes over."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee, Missile, Morale, Movement
from tabletop.arcana.creation.points import price
from tabletop.arcana.creation.vehicles import Beasts, Built, Crew, Machines, VehicleParts, build
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue
from tests.tabletop.arcana.creation.vehicles.strategies import parts

JAVELINS = Crew(profile="barbarians/barbarian-javelin-thrower", count=2)
SKELETONS = Crew(profile="undead/skeleton-warriors", count=2)
ELVES = Crew(profile="high-elves/pikemen", count=2)
HORSES = Beasts(profile="monsters/horse", count=2)


def chariot(**changes: Any) -> Built:
    chosen = {"name": "Chariot", "type": "light-chariot", "beasts": HORSES, "crew": (JAVELINS,)} | changes
    return build(VehicleParts(**chosen), printed_catalogue())


def howdah(beast: str, kind: str = "light-howdah", **changes: Any) -> Built:
    chosen = {"name": "Howdah", "type": kind, "beasts": Beasts(profile=beast), "crew": (JAVELINS,)} | changes
    return build(VehicleParts(**chosen), printed_catalogue())


def test_worked_chariot_has_the_books_profile() -> None:
    assert chariot().design == Design(
        name="Chariot",
        kind="vehicle",
        movement=Movement(ground=16),
        wounds=3,
        armour=Armour(value=3, fixed=True),
        defence=Defence(magic_resistance=1),
        morale=Morale(value=7),
        melee=(Melee(name="Crew", attacks=2, skill=2), Melee(name="Beasts", attacks=2, skill=2)),
        missile=(Missile(name="Javelin", range=9, attacks=2, skill=2, strength=1, natural=True),),
        ramming=Melee(attacks=6, skill=3, strength=1),
        base=4,
        footprint=(2, 3),
        room=0,
        parts=replace(chariot().vehicle.parts, name=""),
    )


@pytest.mark.parametrize(("kind", "footprint"), [("medium-chariot", None), ("wagon", (3, 5)), ("war-wagon", (3, 5))])
def test_wagons_stand_on_more_than_they_count_as(kind: str, footprint: tuple[int, int] | None) -> None:
    design = chariot(type=kind).design
    assert (design.base, design.footprint) == (9, footprint)
    assert design.stands_on == (footprint or (3, 3))


def test_a_larger_base_than_the_least_is_what_a_vehicle_stands_on() -> None:
    assert chariot(base=(3, 4)).design.stands_on == (3, 4)
    assert chariot(base=(1, 1)).design.stands_on == (2, 2)


def test_worked_chariot_costs_83() -> None:
    receipt = price(chariot().design)
    assert (receipt.exact, receipt.points) == (Fraction(165, 2), 83)


def test_fast_beasts_are_slowed_and_slow_ones_slow_the_vehicle() -> None:
    steeds = Beasts(profile="high-elves/elven-steed", count=2)
    assert chariot(type="medium-chariot", beasts=steeds).design.movement.ground == 16
    assert chariot(beasts=Beasts(profile="monsters/ogre")).design.movement.ground == 6
    assert chariot(type="medium-chariot", beasts=steeds).notes[0] == "Elven Steed moves 18″, the vehicle 16″."


def test_self_propelled_vehicle_moves_as_stated() -> None:
    moved = chariot(beasts=None, movement=Movement(ground=9, abilities=("swimmer",)))
    assert moved.design.movement == Movement(ground=9, abilities=("swimmer",))
    assert moved.design.melee == (Melee(name="Crew", attacks=2, skill=2),)


@pytest.mark.parametrize(
    ("beast", "flight"),
    [("monsters/dragon-young", 11), ("monsters/dragon-adult", 15), ("monsters/griffin-elder", 13)],
)
def test_flight_loses_a_quarter_under_a_howdah(beast: str, flight: int) -> None:
    assert howdah(beast).design.movement.fly == flight


def test_towed_flight_stays_within_the_table() -> None:
    assert chariot(beasts=Beasts(profile="monsters/pegasus")).design.movement == Movement(ground=18, fly=18)


def test_howdah_keeps_its_beasts_ways_of_moving() -> None:
    assert howdah("lizardmen/giant-war-lizard").design.movement == Movement(ground=10, abilities=("swimmer",))
    assert howdah("monsters/dragon-turtle").design.movement == Movement(ground=6, swim=12)
    assert howdah("monsters/dragon-turtle", "giant-howdah").design.movement == Movement(ground=6, swim=10)


def test_wounds_are_wished_for_or_added_to_the_beasts() -> None:
    assert chariot(wounds=2).design.wounds == 2
    assert howdah("monsters/elephant").design.wounds == 6
    assert howdah("monsters/wyrms-adult", "giant-howdah").design.wounds == 9


@pytest.mark.parametrize(("step", "value"), [(-1, 2), (0, 3), (1, 4)])
def test_armour_is_adjusted_by_a_point(step: int, value: int) -> None:
    assert chariot(armour=step).design.armour == Armour(value=value, fixed=True)


@pytest.mark.parametrize(
    ("wears", "suits"),
    [
        ("vehicle", (Armour(value=2, fixed=True), None)),
        ("beast", (Armour(value=4), None)),
        ("both", (Armour(value=4), Armour(value=2, fixed=True))),
    ],
)
def test_howdah_fights_in_either_armour_or_both(wears: str, suits: tuple[Armour, Armour | None]) -> None:
    built = howdah("monsters/hydra-body", wears=wears).design
    assert (built.armour, built.second_armour) == suits


def test_each_of_the_crew_strikes_once_with_the_chosen_attack() -> None:
    boars = Crew(profile="dwarves/berserker-boar-rider", count=2, attack=1)
    lizards = Crew(profile="lizardmen/tyrosaur-warrior", count=2, attack=1)
    wood = Crew(profile="barbarians/wood-warrior", count=2)
    assert chariot(crew=(boars,)).design.melee[0] == Melee(name="Crew", attacks=2, skill=2, strength=1)
    assert chariot(crew=(lizards,)).design.melee[0] == Melee(name="Crew", attacks=2, skill=2, strength=1)
    assert chariot(crew=(wood,)).design.melee[0] == Melee(name="Crew", attacks=2, skill=2)
    assert "Wood Warrior: one attack each from the vehicle." in chariot(crew=(wood,)).notes


def test_crew_neither_sweeps_nor_forms_a_phalanx() -> None:
    dervish = chariot(crew=(Crew(profile="goblins/dervishes", count=2),)).design.melee[0]
    phalangite = chariot(crew=(Crew(profile="graccans/phalangite", count=2),)).design.melee[0]
    assert (dervish.attacks, dervish.sweep, dervish.first_strike) == (2, False, True)
    assert (phalangite.phalanx, phalangite.long_weapon) == (False, True)


def test_beasts_strike_and_shoot_with_all_they_have() -> None:
    giants = chariot(type="war-wagon", beasts=Beasts(profile="monsters/ettin", count=2)).design
    assert [(line.attacks, line.sweeps, line.alternative) for line in giants.melee[1:]] == [
        (8, 1, False),
        (10, 4, True),
    ]
    assert giants.missile[-1].attacks == 4


def test_missiles_of_the_crew_become_natural() -> None:
    archers = chariot(crew=(Crew(profile="barbarians/barbarian-with-bow", count=2),))
    assert archers.design.missile == (Missile(name="Bow", range=21, attacks=2, skill=2, strength=1, natural=True),)
    assert "Barbarian with bow: missiles become natural." in archers.notes


def test_beasts_missiles_stay_as_they_are() -> None:
    assert not howdah("monsters/chimera").design.missile[-1].natural


def test_war_machines_add_their_missiles_alone() -> None:
    armed = chariot(type="war-wagon", war_machines=(Machines(profile="war-machines/ballista", count=2),))
    ballista = armed.design.missile[-1]
    assert (ballista.name, ballista.attacks, ballista.natural, ballista.artillery) == ("Ballista", 2, True, True)
    assert armed.design.melee == chariot(type="war-wagon").design.melee
    assert armed.vehicle.space_taken == 10


def test_halves_take_whole_base_units() -> None:
    assert chariot(crew=(Crew(profile="halflings-and-centaurs/halfling", count=3),)).vehicle.space_taken == 3


def test_ram_is_the_types_or_the_beasts() -> None:
    beastmen = Beasts(profile="monsters/beastmen", count=2)
    assert chariot(beasts=beastmen).design.ramming == Melee(attacks=6, skill=3, strength=1)
    assert howdah("monsters/elephant").design.ramming == Melee(attacks=12, skill=3, strength=2)
    assert howdah("monsters/wyrms-adult").design.ramming is None


def test_magic_resistance_is_the_best_of_crew_and_beasts() -> None:
    assert chariot(crew=(ELVES,)).design.defence.magic_resistance == 2
    assert chariot(beasts=Beasts(profile="monsters/unicorn")).design.defence.magic_resistance == 5


def test_morale_is_the_best_of_the_crew() -> None:
    mixed = (JAVELINS, Crew(profile="barbarians/scout"))
    assert chariot(crew=mixed).design.morale == Morale(value=8)
    assert chariot(beasts=Beasts(profile="monsters/nightmares")).design.morale == Morale(value=7)


def test_fearless_crew_is_fearless_only_together() -> None:
    dragon = Crew(profile="monsters/troll")
    assert chariot(crew=(SKELETONS,)).design.morale == Morale(value=7, kind="fearless")
    assert chariot(crew=(JAVELINS, dragon)).design.morale == Morale(value=9)


def test_without_a_crew_the_beasts_lend_their_morale() -> None:
    assert howdah("monsters/elephant", crew=()).design.morale == Morale(value=8)
    assert howdah("monsters/elephant", crew=()).notes[-2] == "Without a crew, the morale is that of Elephant."
    assert chariot(beasts=None, crew=(), movement=Movement(ground=6)).design.morale is None


@pytest.mark.parametrize(
    ("crew", "beasts", "immune"),
    [
        (SKELETONS, "undead/skeletal-horses", True),
        (SKELETONS, "monsters/nightmares", False),
        (ELVES, "undead/skeletal-horses", False),
    ],
)
def test_missile_immunity_is_everybodys_or_nobodys(crew: Crew, beasts: str, immune: bool) -> None:
    built = chariot(crew=(crew,), beasts=Beasts(profile=beasts))
    assert built.design.defence.missile_immune is immune
    assert any("missile immunity" in note for note in built.notes) is not immune


def test_immunities_count_only_where_all_share_them() -> None:
    fire = Crew(profile="daemons/fire-daemon")
    assert howdah("monsters/drake-fire", crew=(fire,)).design.defence.immune == ("fire",)
    assert howdah("monsters/drake-fire").design.defence.immune == ()
    assert howdah("monsters/drake-ice", crew=(fire,)).design.defence.immune == ()


def test_sensitivities_count_only_where_all_share_them() -> None:
    treeman = Crew(profile="monsters/golem-wood")
    assert howdah("monsters/forest-titan", crew=(treeman,)).design.defence.sensitive == ("fire",)
    assert howdah("monsters/forest-titan").design.defence.sensitive == ()


def test_evasion_is_lost() -> None:
    raptors = chariot(beasts=Beasts(profile="monsters/lizard-raptor"))
    assert raptors.design.defence.evasion == 0
    assert "Without evasion: no vehicle has any." in raptors.notes
    assert howdah("monsters/dragon-oriental").design.defence.evasion == 0


def test_slow_beasts_make_slow_howdahs_and_swift_crews_swift_chariots() -> None:
    golem = "monsters/greater-golem-stone"
    assert howdah(golem).design.defence.slow
    assert not chariot(beasts=Beasts(profile=golem)).design.defence.slow
    stones = Crew(profile="monsters/golem-stone")
    assert chariot(beasts=Beasts(profile=golem), crew=(stones,)).design.defence.slow


def test_other_abilities_are_everybodys_or_nobodys() -> None:
    trolls = howdah("monsters/phoenix", crew=(Crew(profile="monsters/troll"),))
    assert trolls.design.defence.regeneration
    assert not howdah("monsters/phoenix").design.defence.regeneration
    werewolves = Crew(profile="monsters/werewolf")
    assert howdah("monsters/dragon-young", crew=(werewolves,)).design.fearsome
    dragon = howdah("monsters/dragon-young")
    assert not dragon.design.fearsome
    assert "Not fearsome: Barbarian javelin thrower isn't." in dragon.notes
    giants = howdah("monsters/roc", "giant-howdah", crew=(Crew(profile="monsters/giant"),))
    assert giants.design.defence.missile_armour == 2


def test_cargo_is_recorded() -> None:
    wagon = chariot(type="wagon", cargo=4)
    assert wagon.cargo == 4
    assert wagon.notes[-1] == "Cargo space 4: carries up to 8 base units of models from other units."


def test_light_howdah_on_a_large_beast_overruns_as_base_4() -> None:
    built = howdah("monsters/elephant")
    assert built.design.base == 9
    assert built.notes[-1] == "Counts as base 4 in overruns."


def test_several_crews_are_named() -> None:
    lines = chariot(crew=(JAVELINS, Crew(profile="barbarians/scout"))).design.melee
    assert [line.name for line in lines] == ["Barbarian javelin thrower", "Scout", "Beasts"]


def test_what_outgrows_a_design_file_is_malformed() -> None:
    drakes = Beasts(profile="monsters/drake-ice", count=11)
    with pytest.raises(MalformedError) as error:
        chariot(beasts=drakes)
    assert error.value.field == "missile[1].attacks"


@given(parts())
def test_built_vehicles_can_be_written_and_read(chosen: VehicleParts) -> None:
    design = build(chosen, printed_catalogue()).design
    assert msgspec.json.decode(msgspec.json.encode(design), type=Design) == design
