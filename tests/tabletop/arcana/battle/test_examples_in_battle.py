"""The book's smaller examples of morale, exchange and characters as battles: commands, dice, and what they bring."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletop.arcana.battle.facts.missiles import MissilesShot
from tabletop.arcana.battle.facts.morale import MoraleTested, PaidInWounds
from tabletop.arcana.battle.facts.movement import Exchanged
from tabletop.arcana.battle.state import SIDES, BattleUnit, Standing
from tabletop.arcana.battle.steps import Step
from tests.laws import of_each
from tests.stories import Story, fielded, fielding

COUNTED = "Counted at the table"


def set_up(*units: BattleUnit) -> Story:
    """These units in their first turn, red to move."""
    game = Story(fielding("An example", *units))
    for command in ("deploy", "finish"):
        for side in SIDES:
            game.does(side, command)
    game.sides_move_on(Step.FIRST_MOVER)
    return game


def charges(game: Story, unit: str, target: str) -> None:
    """Red charges, and is stood."""
    game.does("red", "charge", unit, target=target)
    if game.state.charge is not None:
        game.does("blue", "respond", target, response="stand")


def loses(game: Story, ref: str, left: int, *, lost: list[int] | None = None) -> None:
    side = game.state.unit(ref).side
    game.does(side, "correct", ref, body=f"{ref}-m1", left=left, lost=lost or [], why=COUNTED)


def must_test(game: Story) -> tuple[str, ...]:
    """Who must test at the end of this turn; fights are counted at the table, and cost nothing more."""
    turn = game.state.clock.turn
    while game.state.clock.turn == turn and game.state.clock.step != Step.TESTS:
        if game.state.clock.step == Step.BLOWS and not game.state.counting:
            fighter = next(unit for unit in game.state.of("red") if game.state.is_engaged(unit.ref))
            game.does("red", "fight", fighter.ref, by_hand=True)
        else:
            game.finishes()
    return game.state.tests


def test_barbarians_retire_and_their_cavalry_takes_their_place() -> None:
    """E25: 7, 2 more for 12 in ranks, 3 less for 18 Marrians; who fails breaks and flees at once, and is pursued."""
    for dice, passes in (([3, 3], True), ([3, 4], False)):
        game = set_up(
            fielded("r1", "barbarians/barbarian-warrior", 12, files=4),
            fielded("r2", "barbarians/medium-cavalry", 8, files=4),
            fielded("b1", "marr/legionnaire", 18, files=6),
        )
        charges(game, "r1", "b1")
        must_test(game)
        game.sides_move_on(Step.FIRST_MOVER)
        tested, *facts = game.does("red", "exchange", "r1", fresh="r2", dice=dice)
        assert isinstance(tested, MoraleTested)
        assert (tested.number, tested.missed_by) == (6, 0 if passes else 1)
        if passes:
            assert isinstance(facts[0], Exchanged)
            assert {contact.units for contact in game.state.contacts} == {("r2", "b1")}
            assert (game.state.unit("r1").files, game.state.unit("r2").files) == (0, 4)
            continue
        assert game.state.unit("r1").standing is Standing.BROKEN
        covered = game.does("blue", "pursue", pursuers=["b1"], covered_by="r2", dice=[2, 1, 1])
        assert [fact.unit for fact in covered if isinstance(fact, MoraleTested)] == ["r2"]
        assert {contact.units for contact in game.state.contacts} == {("b1", "r2")}


@pytest.mark.parametrize(("models", "left", "tests"), [(12, 10, False), (12, 9, True), (13, 10, False), (13, 9, True)])
def test_a_quarter_of_its_models_in_one_turn_makes_a_unit_test(models: int, left: int, tests: bool) -> None:
    """E52, its first half."""
    game = set_up(fielded("r1", "orcs/orc-warrior", models, files=4), fielded("b1", "marr/legionnaire", 12, files=4))
    loses(game, "r1", left)
    assert must_test(game) == (("r1",) if tests else ())


def test_half_of_its_wounds_makes_a_unit_test_in_a_fight_though_nothing_fell_this_turn() -> None:
    """E52, its second half: six of twelve fell a turn ago; out of a fight nobody asks."""
    game = set_up(fielded("r1", "orcs/orc-warrior", 12, files=4), fielded("b1", "marr/legionnaire", 12, files=4))
    loses(game, "r1", 6)
    assert must_test(game) == ("r1",)
    game.does("red", "test_morale", "r1", dice=[1, 1])
    assert must_test(game) == ()
    game.sides_move_on(Step.FIRST_MOVER)
    charges(game, "r1", "b1")
    assert must_test(game) == ("r1",)


@pytest.mark.parametrize("engaged", [False, True])
def test_the_fearless_test_for_arrows_only_at_the_end_of_a_fight(engaged: bool) -> None:
    """E53: four of twelve fall to bows; they test where the same turn ends in a fight."""
    game = set_up(fielded("r1", "undead/skeleton-warriors", 12, files=4), fielded("b1", "marr/archer", 12, files=6))
    if engaged:
        charges(game, "r1", "b1")
    loses(game, "r1", 8)
    assert must_test(game) == (("r1",) if engaged else ())


@pytest.mark.parametrize(("lost", "penalty"), [([], 3), ([4, 4], 4)])
def test_dead_giants_count_or_the_wounds_of_the_living_whatever_is_more(lost: list[int], penalty: int) -> None:
    """E54: of four giants of 6 wounds one is dead; 8, 1 more for three loose of base 9, less half of 6 or of 8."""
    game = set_up(fielded("r1", "giant-kings/young-giant", 4), fielded("b1", "hogmen/swine", 5))
    charges(game, "r1", "b1")
    loses(game, "r1", 3, lost=lost)
    assert "r1" in must_test(game)
    tested, *_ = game.does("red", "test_morale", "r1", dice=[1, 1])
    assert isinstance(tested, MoraleTested)
    assert tested.number == 8 + 1 - penalty


@pytest.mark.parametrize(
    ("profile", "models", "files", "numbers"),
    [
        ("barbarians/medium-cavalry", 20, 0, 2),
        ("barbarians/medium-cavalry", 20, 5, 5),
        ("barbarians/scout", 20, 0, 1),
        ("barbarians/scout", 20, 5, 3),
        ("barbarians/scout", 23, 0, 1),
    ],
)
def test_numbers_count_for_a_unit_and_against_its_enemy(profile: str, models: int, files: int, numbers: int) -> None:
    """E55: both have a morale of 8; the enemy is single, so that only the other's numbers count against it."""
    game = set_up(fielded("r1", profile, models, files=files), fielded("b1", "hogmen/pig-centaur", 4))
    charges(game, "r1", "b1")
    loses(game, "b1", 2)
    assert "b1" in must_test(game)
    tested, *_ = game.does("blue", "test_morale", "b1", dice=[1, 1])
    assert isinstance(tested, MoraleTested)
    superior = 1
    assert tested.number == 8 - 3 - superior - numbers


def test_the_fearless_pay_two_wounds_a_point_of_sixteen_and_more() -> None:
    """E56: twenty fearless miss a test by three, and six of them fall; who pays nothing breaks."""
    for pays, standing, left in ((True, Standing.READY, 14), (False, Standing.BROKEN, 20)):
        game = set_up(fielded("r1", "undead/skeleton-warriors", 27, files=6), fielded("b1", "marr/legionnaire", 6))
        charges(game, "r1", "b1")
        loses(game, "r1", 20)
        assert must_test(game)[0] == "r1"
        if "b1" in game.state.tests:
            game.does("blue", "test_morale", "b1", dice=[1, 1])
        tested, *paid = game.does("red", "test_morale", "r1", pays=pays, dice=[4, 5])
        assert isinstance(tested, MoraleTested)
        assert (tested.number, tested.missed_by) == (6, 3)
        assert any(isinstance(fact, PaidInWounds) for fact in paid) is pays
        assert (game.state.unit("r1").standing, game.state.unit("r1").models) == (standing, left)


@of_each(
    ("commands", "losses", "tests"),
    [
        (True, [3], False),
        (True, [4], True),
        (True, [3, 3], False),
        (True, [3, 3, 2], True),
        (False, [2], False),
        (False, [3], True),
        (False, [2, 2], False),
        (False, [2, 2, 2], True),
    ],
)
def test_who_commands_counts_among_the_first_models_and_who_has_joined_doesnt(
    commands: bool, losses: list[int], tests: bool
) -> None:
    """E64: twelve archers and a wizard of 3 wounds test for 4 models or 8 wounds, twelve whom he joined for 3 or 6."""
    archers = fielded("r1", "marr/archer", 12, files=6, led_by="barbarians/wiseman")
    archers = archers.having(replace(archers.characters[0], commands=commands))
    game = set_up(archers, fielded("b1", "marr/legionnaire", 12, files=4))
    for fallen in losses:
        loses(game, "r1", game.state.unit("r1").main.left - fallen)
        named = must_test(game)
        if named:
            tested, *_ = game.does("red", "test_morale", "r1", dice=[1, 1])
            assert isinstance(tested, MoraleTested)
            assert tested.number == 10 + (13 - sum(losses)) // 6 - -(-losses[-1] // 2)
        game.sides_move_on(Step.FIRST_MOVER)
    assert bool(named) is tests


def volley(*, enchanted: bool, dice: list[int]) -> tuple[MissilesShot, BattleUnit]:
    """Twelve bowmen hit eight swordsmen and their hero at long last with every arrow."""
    game = set_up(
        fielded("r1", "marr/archer", 12, files=6),
        fielded("r2", "barbarians/wiseman"),
        fielded("b1", "barbarians/barbarian-warrior", 8, files=4, led_by="barbarians/hero"),
    )
    game.does("red", "finish", anyway=True)
    game.sides_move_on(Step.CASTING if enchanted else Step.VOLLEYS)
    if enchanted:
        game.does("red", "correct", "r2", body="r2-c1", power=3, why=COUNTED)
        game.does("red", "cast", "r2", spell="general/enchant-missiles", target="r1", weapon="bow")
        game.sides_move_on(Step.VOLLEYS)
    shot, *_ = game.does("red", "shoot", "r1", target="b1", range=1000, dice=[*[1] * 12, *dice])
    assert isinstance(shot, MissilesShot)
    game.sides_move_on(Step.FIRST_MOVER)
    return shot, game.state.unit("b1")


def test_plain_arrows_reach_the_hero_only_beyond_the_last_of_his_men() -> None:
    """E65: two of twelve are saved on 2, eight fall, and of two that are left the hero saves one."""
    shot, unit = volley(enchanted=False, dice=[2, 1, *[3] * 10, 1, 5])
    assert shot.hits == 12
    assert (unit.troops and unit.troops.left, unit.characters[0].lost) == (0, (1,))


def test_enchanted_arrows_may_find_the_hero_and_go_through_his_armour() -> None:
    """E66: two find him at once, one more when nine are too many for eight men; he saves one on a 1, and dies."""
    shot, unit = volley(enchanted=True, dice=[1, 1, *[2] * 10, 1, *[3] * 9, 1, 4, 6])
    assert shot.hits == 12
    assert unit.standing is Standing.LOST
