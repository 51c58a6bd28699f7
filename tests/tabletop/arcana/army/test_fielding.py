"""What can be fielded of what is at home: legal, of models that there are, and as near as it says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from benchmarks.collection import POINTS, large_shelf
from tabletop.arcana.army.belongings import models_needed
from tabletop.arcana.army.fielding import Hindrance, Kept, Wish, fielded, fielded_by_any
from tabletop.arcana.army.judging import judge_army
from tabletop.arcana.army.roster import Roster, Unit
from tabletop.decoding import MalformedError
from tabletop.rosters.collection import Collection, at_home, new_collection
from tests.catalogue import printed_catalogue
from tests.collection import owned, shelf
from tests.shelves_by_lot import check_shelf, faults_of

CATALOGUE = printed_catalogue()


@pytest.mark.parametrize("seed", range(6))
def test_no_army_that_is_tried_is_nearer_than_the_one_found(seed: int) -> None:
    check_shelf(seed, CATALOGUE)


def test_forty_per_cent_of_special_troops_are_reached_and_not_passed() -> None:
    models = [owned("dwarves/axemen", 60), owned("dwarves/dwarf-lord", 6)]
    answer = fielded(new_collection("arcana", "x", models), Wish(points=2000, army="dwarves"), CATALOGUE)
    [proposal] = answer.proposals
    assert (proposal.points, proposal.normal, proposal.special, answer.is_exact) == (2000, 1200, 800, True)
    fewer = new_collection("arcana", "x", [owned("dwarves/axemen", 59), owned("dwarves/dwarf-lord", 6)])
    assert fielded(fewer, Wish(points=1966, army="dwarves"), CATALOGUE).nearest == 1780, "786 points leave three lords"


def test_two_hundred_models_are_answered_exactly_and_alike_each_time() -> None:
    collection = large_shelf(200)
    assert sum(each.count for each in collection.models) == 200
    wish = Wish(points=POINTS, army="dwarves")
    answer = fielded(collection, wish, CATALOGUE)
    assert answer.is_exact
    assert (answer.proposals[0].points, len(answer.proposals) > 1) == (POINTS, True)
    assert faults_of(collection, wish, answer, CATALOGUE) == []
    assert fielded(collection, wish, CATALOGUE) == answer


def test_tournament_armies_keep_to_the_sizes_of_units() -> None:
    wish = Wish(points=4000, army="dwarves", rules="tournament")
    answer = fielded(large_shelf(400), wish, CATALOGUE)
    assert answer.proposals
    for proposal in answer.proposals:
        judged = judge_army(proposal.roster, CATALOGUE)
        assert judged.report.is_legal
        assert max(unit.points for unit in judged.price.units.values()) <= 800


def test_what_is_wished_comes_along_and_what_is_not_stays() -> None:
    wish = Wish(
        points=3000,
        army="dwarves",
        general="dwarves/dwarf-lord",
        keep=(Kept(profile="war-machines/cannon"),),
        leave=("monsters/bear",),
    )
    answer = fielded(shelf(), wish, CATALOGUE)
    assert answer.proposals
    for proposal in answer.proposals:
        needed = models_needed(proposal.roster)
        assert (needed["dwarves/dwarf-lord"] >= 1, needed["war-machines/cannon"] >= 1) == (True, True)
        assert "monsters/bear" not in needed
        home = at_home([shelf()])
        assert all(count <= home[key] for key, count in needed.items())
        assert "dwarves/dwarf-lord" in {each.profile for each in dearest_troops(proposal.roster).characters}


def dearest_troops(roster: Roster) -> Unit:
    """The unit of troops that costs most without its characters."""
    bare = replace(roster, units=tuple(replace(unit, characters=()) for unit in roster.units if unit.models))
    prices = judge_army(bare, CATALOGUE).price.units
    troops = [unit for unit in roster.units if unit.models and unit.models[0].profile.startswith("dwarves/")]
    return max(troops, key=lambda unit: prices[unit.ref].points)


def test_what_stands_on_a_model_is_paid_for_and_fielded() -> None:
    models = [owned("dwarves/axemen", 60), owned("dwarves/dwarf-champion", 1, "crossbow", "monsters/giant-eagle")]
    wish = Wish(points=1500, army="dwarves", general="dwarves/dwarf-champion")
    answer = fielded(new_collection("arcana", "x", models), wish, CATALOGUE)
    [character] = [each for unit in answer.proposals[0].roster.units for each in unit.characters]
    assert character.mount is not None
    assert (character.weapon, character.mount.profile) == ("crossbow", "monsters/giant-eagle")


def test_giants_with_equipment_cost_normal_and_special_points() -> None:
    models = [owned("giant-kings/young-giant", 7, "giant-kings/rollers"), owned("giant-kings/young-giant", 20)]
    wish = Wish(points=2000, army="giant-kings")
    answer = fielded(new_collection("arcana", "x", models), wish, CATALOGUE)
    assert answer.proposals
    assert answer.nearest is not None
    rollers = [models_needed(proposal.roster).get("giant-kings/rollers", 0) for proposal in answer.proposals]
    assert max(rollers) <= 7
    assert answer.proposals[0].points <= answer.nearest <= wish.points


NOTHING = new_collection("arcana", "x")
FEW = new_collection("arcana", "x", [owned("dwarves/axemen", 10)])
LARGE_UNITS = new_collection("arcana", "x", [owned("dwarves/axemen", 100)])


@pytest.mark.parametrize(
    ("collection", "wish", "hindrance"),
    [
        (NOTHING, Wish(points=2000, army="dwarves"), Hindrance.NO_TROOPS),
        (FEW, Wish(points=2000, army="dwarves"), Hindrance.TOO_FEW_NORMAL),
        (FEW, Wish(points=200, army="dwarves", general="dwarves/dwarf-lord"), Hindrance.NOT_AT_HOME),
        (LARGE_UNITS, Wish(points=110, army="dwarves", smallest=50), Hindrance.NO_SUM),
        (LARGE_UNITS, Wish(points=1000, army="dwarves", rules="tournament"), Hindrance.AGAINST_THE_RULES),
    ],
)
def test_where_there_is_no_army_it_says_why(collection: Collection, wish: Wish, hindrance: Hindrance) -> None:
    answer = fielded(collection, wish, CATALOGUE)
    assert (answer.proposals, answer.hindrance) == ((), hindrance)


def test_smaller_units_would_come_nearer_and_the_answer_says_so() -> None:
    answer = fielded(FEW, Wish(points=150, army="dwarves", smallest=10), CATALOGUE)
    assert (answer.proposals, answer.nearest, answer.is_exact) == ((), 140, False)


def test_any_army_at_home_is_asked_and_the_nearest_comes_first() -> None:
    both = new_collection("arcana", "x", [*shelf().models, owned("orcs/orc-warrior", 200)])
    answers = fielded_by_any(both, Wish(points=1000), CATALOGUE)
    assert {answer.army for answer in answers} == {"dwarves", "orcs"}
    points = [answer.proposals[0].points for answer in answers]
    assert points == sorted(points, reverse=True)


def test_a_list_that_there_is_not_is_malformed() -> None:
    with pytest.raises(MalformedError, match="no army list"):
        fielded(shelf(), Wish(points=1000, army="martians"), CATALOGUE)
