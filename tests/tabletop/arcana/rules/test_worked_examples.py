"""The book's worked examples of missiles, melee and morale, with its own dice; lines are those of the printed text.

Where the book's arithmetic is wrong, the ruling that says so is named, and what is right is expected.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Defence, Melee, Missile, MoraleKind
from tabletop.arcana.rules.harm.blows import Blows
from tabletop.arcana.rules.harm.hitting import chance_of
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.saving import save_from_blow
from tabletop.arcana.rules.melee.blows import melee_steps
from tabletop.arcana.rules.melee.counting import attacks
from tabletop.arcana.rules.melee.fighters import begin
from tabletop.arcana.rules.morale.paying import Payment, payment
from tabletop.arcana.rules.morale.testing import Enemy, MoraleTest, Shaken, Trigger, number, triggers
from tabletop.arcana.rules.shooting.salvoes import Salvo, SalvoState, Target, salvo_start, salvo_steps
from tabletop.dice import Step, Typed, play
from tests.fighters import blow, fighter, figures, named

BERSERKERS = figures(blow(2, 3, 1))
BUTCHERS = figures(blow(1, 2, 1), wounds=2, armour=1)
HOGS = figures(blow(1, 2, 1), armour=2)
CAVALRY = figures(blow(1, 2, 1, name="Lance", long_weapon=True), blow(1, 2, name="Horse"), wounds=2, armour=3)
TROOPS = Shaken(morale=8, models_at_first=12, wounds_at_first=12, models=12, wounds=12)


def test_berserkers_and_butchers_strike_together() -> None:
    """E14 and E15, lines 663 to 669: of the book's three hits one is a 3, which misses (ruling T16)."""
    sides = fighter(BERSERKERS, 6), fighter(BUTCHERS, 9, contact=5)
    typed = Typed([4, 6, 5, 4, 4, 6, 6, 5, 1, 4, 4, 5, 3, 1, 2, 4, 5])
    end = play(melee_steps(sides), begin(sides), typed)
    typed.check_all_taken()
    assert [(thrown.name, thrown.result) for thrown in end.log] == [
        ("they, blows, to hit", 1),
        ("they, blows, to hit", 2),
    ]
    assert end.state.first.left == Left(4)
    assert end.state.second.left == Left(9, (1,))


def test_lances_strike_first_and_hogs_step_up() -> None:
    """E49 and E50, lines 1563 to 1587: two hogs fall, two step up at -1; one hit finishes the wounded rider."""
    hogs = named(fighter(HOGS, 23, contact=5, files=5), "Hogs")
    riders = named(fighter(CAVALRY, 10, contact=5, files=5, fresh=True, lost=(1,)), "Cavalry")
    lances, saves, hooves = [1, 2, 1, 4, 5, 6, 3, 3, 4, 6], [1, 5, 5], [3, 4, 5, 6, 6]
    faces = [*lances, *saves, 2, 5, 6, 5, 1, 4, 1, *hooves]
    end = play(melee_steps((hogs, riders)), begin((hogs, riders)), Typed(faces))
    assert [(thrown.name, len(thrown.faces), thrown.result) for thrown in end.log] == [
        ("Cavalry, Lance, to hit", 10, 3),
        ("Cavalry, Lance, saves", 3, 1),
        ("Hogs, blows, to hit", 3, 1),
        ("Hogs, blows, saves", 1, 0),
        ("Hogs, blows, stepped up, to hit", 2, 1),
        ("Hogs, blows, stepped up, saves", 1, 1),
        ("Cavalry, Horse, to hit", 5, 0),
    ]
    assert end.state.first.left == Left(21)
    assert end.state.second.left == Left(9)


def test_scouts_horses_and_hogs_strike_together() -> None:
    """E51, lines 1587 to 1593: losses of the hogs don't change who strikes back."""
    scouts, hogs = figures(blow(1, 3), armour=2), fighter(HOGS, 21, contact=4)
    sides = fighter(scouts, 14, contact=6), hogs
    end = play(melee_steps(sides), begin(sides), Typed([1, 2, 3, 4, 5, 6, 2, 3, 4, 1, 2, 5, 6, 5, 5]))
    assert (end.state.first.left.models, end.state.second.left.models) == (12, 19)
    horses = fighter(figures(blow(1, 2)), 6)
    end = play(melee_steps((horses, replace(hogs, contact=0))), begin((horses, hogs)), Typed([1, 2, 3, 4, 5, 6, 5, 5]))
    assert end.state.second.left.models == 19


def test_wounds_find_models_as_the_book_counts() -> None:
    """E3 (line 529), E38 (1429), E43 (1469), E44 (1471), E46 (1515)."""
    assert Left(1).after(2, hits=(2,)) == Left(0)
    assert Left(10).after(1, wounds=3) == Left(7)
    assert Left(10).after(2, wounds=3) == Left(9, (1,))
    assert Left(4).after(2, hits=(2,)) == Left(3)
    assert Left(5).after(4, hits=(3, 2, 2, 2, 1)) == Left(3, (2,))
    assert Left(4).after(3, hits=(2, 2), wounds=2) == Left(2)
    assert Left(10).after(1, wounds=5) == Left(5)
    assert Left(10).after(2, wounds=5) == Left(8, (1,))


def test_numbers_to_hit_and_to_save_are_the_books() -> None:
    """E34 (line 1407), E35 (1409), E37 (1425)."""
    assert [chance_of(needed) * 36 for needed in (1, 0, -1, -2, -3)] == [6, 3, 2, 1, 0]
    assert save_from_blow(blow(1, 3, 1), figures(armour=3), most=1).number == 2
    assert save_from_blow(blow(1, 3, 3), figures(armour=4, fixed=True), most=1).number == 4
    assert save_from_blow(blow(1, 3, 3, magical=True), figures(armour=4, fixed=True), most=1).number == 1


def test_crews_strike_by_the_wounds_that_are_left() -> None:
    """E76, lines 2872 to 2876: two reinforced catapults, then three wounds fewer; a sweep of ten among sixteen crew."""
    crew, sweep = blow(1, 2, per_wound=True), Melee(attacks=10, skill=3, sweep=True)
    machines = fighter(figures(crew, wounds=8), 2)
    giant = fighter(figures(sweep, wounds=6), 1, in_reach=16)
    fight = begin((machines, giant))
    assert attacks(machines, fight.first, crew, models=2, enemies=1) == 16
    hurt = replace(fight.first, left=Left(2).after(8, wounds=3))
    assert attacks(machines, hurt, crew, models=2, enemies=1) == 13
    assert attacks(giant, fight.second, sweep, models=1, enemies=16) == 10
    for carries, swept in ((True, 10), (False, 2)):
        crews = fighter(figures(wounds=8 if carries else 4), 2, carries=carries)
        sides = fighter(figures(sweep, wounds=6), 1), crews
        [step] = [step for step in melee_steps(sides) if isinstance(step, Step)]
        roll = step.roll(begin(sides))
        assert isinstance(roll, Blows)
        assert roll.attacks == swept


def test_war_machines_share_their_wounds_to_keep_all_working() -> None:
    """Line 2858: as many machines as wounds, in losses, in a melee and under missiles."""
    for wounds, left in ((4, Left(4, (3, 1))), (12, Left(4, (3, 3, 3, 3))), (13, Left(3, (3, 3, 3))), (17, Left(0))):
        assert Left(4).after(4, wounds=wounds, shares=True) == left
    machines, blows = fighter(figures(wounds=4), 4, carries=True), blow(4, 6, 9, wounds_d3=1)
    end = play(melee_steps((fighter(figures(blows), 1), machines)), begin((machines, machines)), Typed([1] * 8))
    assert end.state.second.left == Left(4, (3, 1))
    ballistae = Target(figures=figures(wounds=4), left=Left(4), carries=True, shares=True)
    bolt = Missile(range=30, attacks=1, skill=6, strength=9)
    assert shot(bolt, [1] * 5, shots=5, needed=6, target=ballistae).left.models == 4


def test_who_tests_for_losses() -> None:
    """E11 (line 631), E17 (687), E52 (1655), E53 (1675)."""
    hurt = {"wounded": True}
    assert triggers(replace(TROOPS, fallen=1, **hurt), ()) == ()
    butchers = Shaken(morale=8, models_at_first=10, wounds_at_first=20, models=9, wounds=17, fallen=1, **hurt)
    assert triggers(butchers, ()) == ()
    assert triggers(replace(TROOPS, fallen=3, models=9, wounds=9, **hurt), ()) == (Trigger.QUARTER,)
    thirteen = replace(TROOPS, models_at_first=13, wounds_at_first=13)
    assert triggers(replace(thirteen, models=10, wounds=10, fallen=3, **hurt), ()) == ()
    assert triggers(replace(thirteen, models=9, wounds=9, fallen=4, **hurt), ()) == (Trigger.QUARTER,)
    half = replace(TROOPS, models=6, wounds=6)
    assert triggers(replace(half, engaged=True), ()) == (Trigger.HALF,)
    assert triggers(half, ()) == ()
    fearless = replace(TROOPS, kind=MoraleKind.FEARLESS, models=8, wounds=8, fallen=4, **hurt)
    assert triggers(fearless, ()) == ()
    assert triggers(replace(fearless, engaged=True), ()) == (Trigger.QUARTER,)


def test_berserkers_pay_for_a_failed_test() -> None:
    """E16, lines 675 to 685, with the four losses that the book counts: number 6, an 8 costs two more."""
    lost = Shaken(
        morale=10, kind=MoraleKind.BERSERK, models_at_first=8, wounds_at_first=8, models=4, wounds=4, fallen=4,
        wounded=True, engaged=True,
    )  # fmt: skip
    butchers = Shaken(morale=8, ranked=True, models_at_first=10, wounds_at_first=20, models=9, wounds=17, engaged=True)
    enemies = (Enemy(butchers),)
    assert triggers(lost, enemies) == (Trigger.QUARTER, Trigger.HALF, Trigger.SUPERIOR)
    assert number(lost, enemies) == 6
    missed_by = MoraleTest(6, pays=True).read([3, 5])
    assert (missed_by, payment(missed_by, troops=lost.wounds)) == (2, Payment(troops=2))


def test_numbers_count_by_base_and_formation() -> None:
    """E55, lines 1702 to 1704."""
    twenty = replace(TROOPS, models=20)
    assert replace(twenty, base=2).numbers == 2
    assert replace(twenty, base=2, ranked=True).numbers == 5
    assert (twenty.numbers, replace(twenty, ranked=True).numbers) == (1, 3)
    assert replace(twenty, models=23).numbers == 1


def test_the_worse_of_losses_and_wounds_counts() -> None:
    """E54, line 1683: of four giants of 6 wounds one is dead, the others have lost 8."""
    giants = Shaken(
        morale=8, base=9, models_at_first=4, wounds_at_first=24, models=3, wounds=10, wounds_each=6, lost=8, fallen=1
    )
    assert number(giants, ()) == 8 - 4 + 1


def test_the_fearless_lose_more_the_more_they_are() -> None:
    """E56, lines 1712 to 1718."""
    assert payment(1, troops=16) == Payment(troops=2)
    assert payment(3, troops=20) == payment(3, troops=17, character=3) == Payment(troops=6)
    assert payment(9, troops=2, character=4) == Payment(troops=2, character=4)


def test_three_units_of_a_fight_test() -> None:
    """E57, lines 1726 to 1734: the book leaves out that the cavalry is superior to the hogs (ruling BR44)."""
    turn = {"wounded": True, "engaged": True}
    cavalry = Shaken(
        morale=7, base=2, ranked=True, models_at_first=12, wounds_at_first=24, models=9, wounds=18, wounds_each=2,
        fallen=3, **turn,
    )  # fmt: skip
    scouts = Shaken(
        morale=8, ranked=True, models_at_first=18, wounds_at_first=18, models=12, wounds=12, fallen=6, **turn
    )
    hogs = Shaken(morale=7, ranked=True, models_at_first=25, wounds_at_first=25, models=17, wounds=17, fallen=8, **turn)
    assert [unit.numbers for unit in (hogs, scouts, cavalry)] == [2, 2, 2]
    assert all(Trigger.QUARTER in triggers(unit, ()) for unit in (cavalry, scouts, hogs))
    against_hogs = (Enemy(cavalry, at_flank=True), Enemy(scouts))
    assert Trigger.SUPERIOR in triggers(hogs, against_hogs)
    assert number(hogs, against_hogs) == 0
    assert number(hogs, (Enemy(replace(cavalry, wounds=16), at_flank=True), Enemy(scouts))) == 1
    assert number(scouts, (Enemy(hogs),)) == 5
    assert number(cavalry, ()) == 6
    assert [MoraleTest(needed).read(faces) for needed, faces in ((0, (2, 3)), (5, (1, 3)), (6, (4, 5)))] == [1, 0, 1]


def test_characters_count_where_they_command() -> None:
    """E64, line 2407: twelve archers under a wizard of three wounds, in command or only with them."""
    commanded = replace(TROOPS, models_at_first=13, wounds_at_first=15, wounded=True)
    tests = [bool(triggers(replace(commanded, fallen=fallen), ())) for fallen in (3, 4)]
    assert tests == [False, True]
    assert [bool(triggers(replace(commanded, wounds=wounds), ())) for wounds in (8, 7)] == [False, True]
    joined = replace(TROOPS, wounded=True)
    assert [bool(triggers(replace(joined, fallen=fallen), ())) for fallen in (2, 3)] == [False, True]
    assert [bool(triggers(replace(joined, wounds=wounds), ())) for wounds in (7, 6)] == [False, True]


def shot(missile: Missile, typed: list[int], **more: Any) -> SalvoState:
    """How a salvo ends with the book's dice, all of which are thrown."""
    salvo = Salvo(name="they", missile=missile, **more)
    source = Typed(typed)
    end = play(salvo_steps(salvo), salvo_start(salvo), source)
    source.check_all_taken()
    return end.state


def test_handguns_and_hunters_shoot() -> None:
    """E9 (line 621) and E10 (623)."""
    handgun = Missile(range=21, attacks=1, skill=3, strength=3, artillery=True)
    watch = Target(figures=figures(wounds=2, armour=3, defence=Defence(shield=True)), left=Left(12), ranked=True)
    faces = [1, 3, 3, 2, 4, 2, 1, 5, 6]
    assert shot(handgun, faces, shots=5, needed=3, target=watch).left == Left(11, (1,))
    hunters = Missile(range=15, attacks=1, skill=2, strength=2)
    berserk = Target(figures=BERSERKERS, left=Left(8))
    assert shot(hunters, [2, 6, 6, 4, 1], shots=5, needed=1, target=berserk).left == Left(7)


def test_shots_that_miss_are_rolled_at_friends() -> None:
    """E13, lines 655 to 657: one of five hits a berserker, two of the four others a Butcher each."""
    bolt = Missile(range=15, attacks=1, skill=2, strength=3)
    berserk = Target(figures=BERSERKERS, left=Left(8), engaged=True)
    assert shot(bolt, [4, 2, 5, 6, 3], shots=5, needed=2, target=berserk).left == Left(7)
    friends = Target(figures=BUTCHERS, left=Left(10), ranked=True, engaged=True)
    assert shot(bolt, [2, 3, 4, 1], shots=4, needed=2, target=friends).left == Left(9)


def test_area_attacks_are_halved_as_often_as_the_rules_say() -> None:
    """E40, E41 and E42, lines 1455 to 1461: nine hits of 4d3 become 5 on loose models, and 5 for a miss by one."""
    stones = Missile(range=24, attacks=1, skill=3, strength=1, hits_d3=4)
    nine = [3, 4, 5, 3]
    plain = figures()
    loose, ranked = (
        Target(figures=plain, left=Left(20), takes_half=True),
        Target(figures=plain, left=Left(20), ranked=True),
    )
    assert [shot(stones, [roll, *nine], shots=1, needed=3, target=ranked).scored for roll in (3, 4)] == [9, 5]
    assert [shot(stones, [roll, *nine], shots=1, needed=3, target=loose).scored for roll in (3, 4)] == [5, 3]
    assert shot(stones, [5], shots=1, needed=3, target=ranked).scored == 0
    assert shot(stones, [4], shots=1, needed=3, target=replace(ranked, engaged=True)).scored == 0


def test_six_hits_on_armour_with_a_shield() -> None:
    """E36, lines 1415 to 1421: they save on 4."""
    bow = Missile(range=21, attacks=1, skill=6, strength=1)
    target = Target(figures=figures(armour=4, defence=Defence(shield=True)), left=Left(10))
    end = shot(bow, [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6], shots=6, needed=6, target=target)
    assert end.left == Left(8)


def test_a_hero_among_swordsmen_is_hit_last_or_by_chance() -> None:
    """E65 (line 2439) and E66 (2441): twelve hits on eight men and their hero."""
    men = figures(armour=2, defence=Defence(shield=True))
    hero = figures(wounds=2, armour=2, fixed=True, defence=Defence(evasion=1))
    target = Target(figures=men, left=Left(8), ranked=True, character=hero)
    bow = Missile(range=21, attacks=1, skill=6, strength=1)
    hits, saved = [1] * 12, [2, 1] + [3] * 10
    end = shot(bow, [*hits, *saved, 1, 5], shots=12, needed=6, target=target)
    assert (end.left, end.character) == (Left(0), Left(1, (1,)))
    enchanted, ones = replace(bow, magical=True), [1, 1] + [2] * 10
    end = shot(enchanted, [*hits, *ones, 1, *[3] * 9, 1, 4, 6], shots=12, needed=6, target=target)
    assert (end.left, end.character) == (Left(0), Left(0))


def test_a_twelve_always_fails_and_costs_a_point() -> None:
    """Reading BR39: also where the number is 12 or more; a 2 passes whatever the number."""
    assert [MoraleTest(14, pays=True).read(faces) for faces in ((6, 6), (6, 5))] == [1, 0]
    assert MoraleTest(-3).read((1, 1)) == 0
