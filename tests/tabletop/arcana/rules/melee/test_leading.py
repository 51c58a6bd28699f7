"""Characters among troops in a melee, and wounds that come back: small cases by hand, plays, and the book's words."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Defence, Melee, Missile, Morale, MoraleKind
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.regaining import Regaining
from tabletop.arcana.rules.harm.saving import save_from_payment
from tabletop.arcana.rules.melee.blows import melee_steps
from tabletop.arcana.rules.melee.fighters import Fighter, begin
from tabletop.arcana.rules.melee.leading import TROOPS, aim
from tabletop.arcana.rules.melee.tolls import tolls
from tabletop.arcana.rules.melee.turns import Contenders, Phase, one_turn, standings, start_of, suffered, turn_steps
from tabletop.arcana.rules.shooting.salvoes import Salvo, Target, salvo_start, salvo_steps
from tabletop.dice import Distribution, Typed, play, spread
from tests.dice import played_often, surprise
from tests.fighters import blow, contender, fighter, figures, named, natural
from tests.laws import law_of

IDLE = figures()


def hero(*melee: Melee, **more: object) -> Fighter:
    return replace(fighter(figures(*melee, **more), 1), seeks=True, name="hero")


def led(unit: Fighter, leader: Fighter) -> Fighter:
    return replace(unit, leader=leader)


def binomial(count: int, chance: Fraction) -> dict[int, Fraction]:
    return {
        number: comb(count, number) * chance**number * (1 - chance) ** (count - number) for number in range(count + 1)
    }


SMALL = tuple(product((1, 2, 3), (1, 2), (0, 2), (0, 4)))


@law_of(SMALL)
def test_hits_beyond_what_kills_a_character_go_on_to_its_unit_which_saves(case: tuple[int, int, int, int]) -> None:
    """Line 2477, counted by hand: hits, its saves, and once more the troops' of what it didn't need."""
    attacks, wounds, own, theirs = case
    expected: Counter[tuple[int, int]] = Counter()
    for hits, chance in binomial(attacks, Fraction(1, 2)).items():
        for through, unsaved in binomial(hits, 1 - Fraction(own, 6)).items():
            beyond = max(through - wounds, 0)
            for fallen, last in binomial(beyond, 1 - Fraction(theirs, 6)).items():
                expected[min(through, wounds), fallen] += chance * unsaved * last  # type: ignore[assignment]
    attacker = led(fighter(IDLE, 5), hero(blow(attacks, 3)))
    struck = led(fighter(figures(armour=theirs), 9), hero(wounds=wounds, armour=own))
    ends = (
        Phase((attacker, struck))
        .odds()
        .map(lambda fight: (wounds - (fight.second.leader or Left(0)).wounds(wounds), 9 - fight.second.left.models))
    )
    assert ends.chances() == {end: chance for end, chance in expected.items() if chance}
    assert (
        spread(melee_steps((attacker, struck)), begin((attacker, struck))).map(Phase((attacker, struck)).result)
        == Phase((attacker, struck)).odds()
    )


@law_of(tuple(product((1, 3, 5), (1, 2), (0, 3))))
def test_only_rams_go_on_from_troops_to_their_character(case: tuple[int, int, int]) -> None:
    """Lines 2437 and 2477: what the troops haven't saved, and the last of them didn't need, it saves by itself."""
    hits, troops, own = case
    rammers = fighter(figures(ramming=blow(hits, 6)), 1, rams=True)
    struck = led(fighter(IDLE, troops, files=5), hero(wounds=3, armour=own))
    ends = Phase((rammers, struck)).odds()
    beyond = max(hits - troops, 0)
    expected = Counter[int]()
    for unsaved, chance in binomial(beyond, 1 - Fraction(own, 6)).items():
        expected[min(unsaved, 3)] += chance  # type: ignore[assignment]
    lost = ends.map(lambda fight: 3 - (fight.second.leader or Left(0)).wounds(3))
    assert lost.chances() == {number: chance for number, chance in expected.items() if chance}
    blows = replace(rammers, figures=figures(blow(hits, 6)), lines=(0,), rams=False)
    assert Phase((blows, struck)).odds().map(lambda fight: fight.second.leader).chances() == {Left(1): 1}


def test_rams_of_every_vehicle_and_those_that_find_no_troops_left_are_on_the_character() -> None:
    """Line 2437: sound and damaged chariots ram together, and the fallen save nobody."""
    chariots = fighter(figures(ramming=blow(2, 9), wounds=4), 2, lost=(3,), rams=True, towed=True)
    ends = Phase((chariots, led(fighter(IDLE, 1, files=5), hero(wounds=5)))).odds()
    assert ends.map(lambda fight: fight.second.leader).chances() == {Left(1, (3,)): 1}
    swift = figures(blow(1, 6, 9, first_strike=True), ramming=blow(3, 6))
    ends = Phase((fighter(swift, 1, rams=True), led(fighter(figures(armour=6), 1, files=5), hero(wounds=5)))).odds()
    assert ends.map(lambda fight: fight.second.leader).chances() == {Left(1, (3,)): 1}
    giant = fighter(figures(blow(3, 6, 9, wounds_d3=9), ramming=blow(4, 6)), 1, rams=True)  # a blow kills three wounds
    for models, lost in ((3, 4), (4, 1)):
        ends = Phase((giant, led(fighter(figures(wounds=3), models, files=5), hero(wounds=5)))).odds()
        assert ends.map(lambda fight: fight.second.leader).chances() == {Left(1, (lost,)): 1}
    loose = led(fighter(IDLE, 1), hero(wounds=5))
    ends = Phase((fighter(figures(ramming=blow(5, 6)), 1, rams=True), loose)).odds()
    assert ends.map(lambda fight: fight.second.leader).chances() == {Left(1, (2,)): 1}  # of five the half, up, on two


def test_whom_each_strikes_at() -> None:
    """Lines 2445 to 2461."""
    lives, dead = Left(1), Left(0)
    assert [aim(troops=5, characters=[those], marks=[1]) for those in (lives, dead)] == [1, TROOPS]
    assert aim(troops=5, characters=[]) == TROOPS
    assert [aim(troops=troops, characters=[lives]) for troops in (5, 0)] == [TROOPS, 1]
    assert aim(troops=0, characters=[dead], marks=[1]) is None
    assert [aim(troops=5, characters=[dead, lives], marks=[mark]) for mark in (1, 2)] == [TROOPS, 2]
    assert aim(troops=5, characters=[dead, lives], marks=(1, 2)) == 2  # what carried the first lives
    assert [aim(troops=0, characters=[dead, lives], marks=marks) for marks in ([1], [])] == [2, 2]


def test_a_champion_strikes_first_and_the_fallen_lord_does_not_strike_back() -> None:
    """Line 2477: 3 hits, one saved on 1, two kill and none is left; troops strike troops, nobody the champion.

    An orc steps up into his place and hits on 2 (line 1499).
    """
    champion = hero(blow(3, 3, 1, first_strike=True), wounds=3, armour=4)
    lord = hero(blow(2, 4), wounds=2, armour=2)
    dwarves = led(named(fighter(figures(blow(1, 3)), 9, contact=1, files=5), "dwarves"), champion)
    orcs = led(named(fighter(figures(blow(1, 3)), 9, contact=1, files=5), "orcs"), replace(lord, name="lord"))
    source = Typed([1, 2, 3, 1, 5, 6, 3, 4, 2])
    end = play(melee_steps((dwarves, orcs)), begin((dwarves, orcs)), source)
    source.check_all_taken()
    assert [thrown.name for thrown in end.log] == [
        "hero, blows, to hit", "hero, blows, saves", "dwarves, blows, to hit", "orcs, blows, to hit",
        "orcs, blows, stepped up, to hit",
    ]  # fmt: skip
    assert (end.state.second.leader, end.state.second.left, end.state.first.left) == (Left(0), Left(8), Left(8))


def test_a_character_stands_in_the_first_rank() -> None:
    """Long weapons behind it reach over it; of eleven models the second rank is full, of nine one is missing."""
    line = blow(1, 6, long_weapon=True)
    for models, expected in ((10, 9), (9, 9), (8, 8), (5, 5)):
        unit = led(fighter(figures(line), models, contact=4, files=5), hero())
        assert Phase((unit, fighter(IDLE, 20))).odds().map(lambda fight: 20 - fight.second.left.models).chances() == {
            expected: 1
        }


def pair_of(kind: MoraleKind = MoraleKind.NATURAL, *, commands: bool = True, losses: int = 0) -> Contenders:
    """Twelve troops with a character against blows that cost so many of them, and against a hero."""
    own = led(fighter(figures(**natural(7, kind)), 12), hero(wounds=3, armour=2, morale=Morale(value=9)))
    foes = led(fighter(figures(blow(losses, 6)), 1), hero(blow(1, 6, 2, wounds_d3=2)))
    first = 13 if commands else 12
    return contender(own, commands=commands, models_at_first=first, wounds_at_first=15 if commands else 12), contender(
        foes
    )


def test_a_unit_tests_by_its_characters_morale_and_for_its_loss() -> None:
    """E64 (line 2407) and lines 1671 to 1691: 9 while it lives, else 7 less 1 for it; a loss of it always tests."""
    for commands, losses, lives, falls in (
        (True, 3, None, 7 - 2 - 1),
        (False, 3, 9 - 2, 7 - 2 - 1),
        (True, 2, None, 5),
    ):
        pair = pair_of(commands=commands, losses=losses)
        for turn in spread(turn_steps(pair), start_of(pair)).weights:
            test = turn.tests[0]
            alive = (turn.fight.first.leader or Left(0)).models
            assert (test and test.number) == (lives if alive else falls), (commands, losses)


def test_what_is_paid_beyond_the_troops_is_saved_by_their_character() -> None:
    """Line 2485: 9 less 1 and 2 make 6; five points cost all four wounds, three of them the hero's, who saves on 2.

    As from missiles: its shield adds one, and who is immune to these pays nothing.
    """
    pair = pair_of(MoraleKind.FEARLESS)
    own = replace(pair[0].fighter, left=Left(1), leader=replace(pair[0].fighter.leader, left=Left(1)))  # type: ignore[type-var]
    foes = replace(pair[1].fighter, figures=IDLE, lines=(), leader=None, left=Left(30))
    pair = replace(pair[0], fighter=own), replace(pair[1], fighter=foes)
    end = play(turn_steps(pair), start_of(pair), Typed([6, 5, 1, 6, 6]))
    assert [thrown.name for thrown in end.log] == ["they, morale", "hero, paying, saves"]
    assert standings(pair, end.state)[0].left == Left(0)
    assert standings(pair, end.state)[0].models == 1
    armed = figures(armour=2, defence=Defence(shield=True)), figures(defence=Defence(missile_immune=True))
    assert [save_from_payment(one).number for one in armed] == [3, 6]


def test_a_million_turns_of_led_units_agree_with_their_odds() -> None:
    pair = pair_of(MoraleKind.FEARLESS, losses=9)
    own = replace(
        pair[0].fighter, left=Left(4), figures=replace(pair[0].fighter.figures, melee=(blow(1, 3),)), lines=(0,)
    )
    pair = replace(pair[0], fighter=own), pair[1]
    ends: Counter[object] = Counter()
    for turn, often in played_often(turn_steps(pair), start_of(pair), 1_000_000, np.random.default_rng(7)).items():
        ends[standings(pair, turn)] += often
    assert abs(surprise(ends, one_turn(pair))) < 4


@law_of([(1,), (3,), (2, 1), (2, 2), (1, 1, 1)])
def test_what_comes_back_is_what_every_throw_says(lost: tuple[int, ...]) -> None:
    """O27, line 1641: a half of what living models have lost."""
    roll = Regaining(lost)
    throws = Counter(roll.read(faces) for faces in product(range(1, 7), repeat=roll.count))
    assert roll.odds() == Distribution(throws)
    assert roll.odds().map(lambda left: sum(lost) - sum(left)).mean() == Fraction(sum(lost), 2)


def test_wounds_that_come_back_may_spare_a_test() -> None:
    """Line 1641: half of six wounds or less tests; with one back of three lost it doesn't."""
    troll = figures(wounds=6, defence=Defence(regeneration=True))
    pair = contender(fighter(troll, 1)), contender(fighter(figures(blow(3, 6)), 1))
    turns = spread(turn_steps(pair), start_of(pair))
    assert turns.chance_that(lambda turn: turn.tests[0] is not None) == Fraction(1, 8)
    [(_, (back, _))] = suffered(pair)
    assert back.map(lambda struck: struck.regained[0]).mean() == Fraction(3, 2)
    squire = led(fighter(figures(), 5), hero(blow(1, 6), wounds=6, defence=Defence(regeneration=True)))
    ogre = replace(fighter(figures(blow(1, 6)), 1), seeks=True)
    lord = contender(squire, models_at_first=6, wounds_at_first=22), contender(ogre)
    turns = spread(turn_steps(lord), start_of(lord))  # eleven wounds are half, nobody is left to fight, but it was hurt
    unhurt = [turn for turn in turns.weights if turn.fight.first.leader == Left(1)]
    assert unhurt
    assert all(turn.tests[0] for turn in unhurt)
    assert (tolls(pair)[0].wounds, tolls(pair)[0].regained) == (3, Fraction(3, 2))


def beyond_by_hand(count: int) -> dict[tuple[int, int], Fraction]:
    """So many hits of d3 wounds on two troopers of two wounds, those not needed on a hero of three: throw by throw."""
    found: Counter[tuple[int, int]] = Counter()
    for hits in product((1, 2, 3), repeat=count):
        kept = [min(hit, 2) for hit in hits]
        ways = [group for size in range(count + 1) for group in combinations(range(count), size) if kills(kept, group)]
        if not ways:
            dead = int(any(sum(pair) >= 2 for size in (1, 2) for pair in combinations(kept, size)))
            found[dead, 0] += Fraction(1, 3**count)  # type: ignore[assignment]
            continue
        for more in product((1, 2, 3), repeat=count - len(ways[0])):
            found[2, min(sum(more), 3)] += Fraction(1, 3 ** (count + len(more)))  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def kills(hits: list[int], group: tuple[int, ...]) -> bool:
    """Whether these alone kill both, parted in any way."""
    return any(
        sum(hits[place] for place in part) >= 2 and sum(hits[place] for place in group if place not in part) >= 2
        for size in range(len(group) + 1)
        for part in combinations(group, size)
    )


def test_several_wounds_beyond_large_troops_go_on_to_their_character() -> None:
    """Line 2437: hits that the last trooper didn't need, of missiles and of rams; their wounds are rolled anew."""
    troops, champion = figures(wounds=2), figures(wounds=3)
    bolt = Missile(range=9, attacks=1, skill=6, strength=9, wounds_d3=1)
    target = Target(figures=troops, left=Left(2), ranked=True, character=champion)
    for count in (1, 3, 4):
        salvo = Salvo(name="bolts", missile=bolt, shots=count, needed=6, target=target)
        ends = spread(salvo_steps(salvo), salvo_start(salvo))
        lost = ends.map(lambda shot: (2 - shot.left.models, 3 - shot.character.wounds(3))).chances()
        assert lost == beyond_by_hand(count)
        rams = fighter(figures(ramming=blow(count, 6, 9, wounds_d3=1)), 1, rams=True)
        led = replace(fighter(troops, 2, files=5), leader=fighter(champion, 1))
        struck = Phase((rams, led)).odds().map(lambda fight: fight.second)
        lost = struck.map(lambda own: (2 - own.left.models, 3 - own.characters[0].wounds(3))).chances()
        assert lost == beyond_by_hand(count)
