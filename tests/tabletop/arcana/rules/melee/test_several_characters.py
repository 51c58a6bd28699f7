"""Several characters in a unit: whom each fights, what is shared out among them, and plays that agree with the odds."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Defence, Element, Missile, Morale, MoraleKind, Statistics
from tabletop.arcana.odds.contenders import contenders
from tabletop.arcana.odds.situations import MeleeTurn, read_situation
from tabletop.arcana.rules.harm.among import Among, Body
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.blows import melee_steps
from tabletop.arcana.rules.melee.counting import MELEE
from tabletop.arcana.rules.melee.fighters import Fight, Fighter, begin
from tabletop.arcana.rules.melee.rams import halved_together
from tabletop.arcana.rules.melee.turns import Phase, one_turn, standings, start_of, turn_steps
from tabletop.arcana.rules.shooting.salvoes import Salvo, Target, salvo_start, salvo_steps
from tabletop.decoding import MalformedError
from tabletop.dice import Distribution, Typed, play, spread
from tests.catalogue import printed_catalogue
from tests.dice import played_often, surprise
from tests.fighters import blow, contender, fighter, figures, natural
from tests.laws import law_of

IDLE = figures()


def hero(*melee: object, mark: int = 1, rams: bool = False, **more: object) -> Fighter:
    return replace(fighter(figures(*melee, **more), 1), seeks=True, name="hero", mark=mark, rams=rams)  # type: ignore[arg-type]


def led(unit: Fighter, *characters: Fighter) -> Fighter:
    return replace(unit, leader=characters[0], others=characters[1:])


def odds_of(first: Fighter, second: Fighter) -> dict[tuple[int, ...], Fraction]:
    """How many of the second's troops and then wounds of its characters are lost, each way with its chance."""
    before = second.left.models
    each = [one.figures.wounds for one in second.characters]

    def lost(fight: object) -> tuple[int, ...]:
        struck = fight.second  # type: ignore[attr-defined]
        led_by = (wounds - left.wounds(wounds) for wounds, left in zip(each, struck.characters, strict=True))
        return before - struck.left.models, *led_by

    return Phase((first, second)).odds().map(lost).chances()


def test_each_character_strikes_at_the_one_of_its_mark_and_extra_ones_at_troops() -> None:
    """Lines 2445 to 2465: two against two, one each; a third has nobody of its own; who gangs up strikes the same."""
    sure = blow(1, 6)
    ours = led(fighter(IDLE, 5), hero(sure), hero(sure, sure, mark=2), hero(sure, sure, sure, mark=3))
    theirs = led(fighter(IDLE, 9), hero(wounds=4), hero(wounds=5))
    assert odds_of(ours, theirs) == {(3, 1, 2): 1}
    ganging = replace(ours, others=tuple(replace(one, mark=1) for one in ours.others))
    assert odds_of(ganging, led(theirs, hero(wounds=9), hero(wounds=5))) == {(0, 6, 0): 1}


def test_hits_beyond_a_character_go_on_to_its_troops_and_not_to_another() -> None:
    sure = blow(3, 6)
    ours = led(fighter(IDLE, 5), hero(sure), hero(sure, mark=2))
    assert odds_of(ours, led(fighter(IDLE, 9), hero(wounds=1), hero(wounds=2))) == {(3, 1, 2): 1}


def test_who_lost_its_enemy_before_it_strikes_strikes_at_troops_and_then_at_whoever_lives() -> None:
    quick, slow = blow(2, 6, first_strike=True), blow(4, 6, last_strike=True)
    ours = led(fighter(IDLE, 5), hero(quick), hero(slow))
    assert odds_of(ours, led(fighter(IDLE, 9), hero(wounds=2), hero(wounds=9))) == {(4, 2, 0): 1}
    felled = led(fighter(figures(blow(9, 6, first_strike=True)), 1), hero(slow, mark=3))
    assert odds_of(felled, led(fighter(IDLE, 9), hero(wounds=2), hero(wounds=9)))[9, 2, 0] == 1


@law_of(tuple(product((1, 2, 4), (2, 3), (0, 3))))
def test_rams_beyond_the_troops_are_on_characters_at_random(case: tuple[int, int, int]) -> None:
    """Line 2437: among two by halves, among three by thirds; each saves by itself. Counted by hand."""
    beyond, number, save = case
    rammers = fighter(figures(ramming=blow(beyond + 2, 6)), 1, rams=True)
    struck = led(fighter(IDLE, 2, files=5), *(hero(wounds=9, armour=save) for _ in range(number)))
    expected: Counter[tuple[int, ...]] = Counter()
    for whom in product(range(number), repeat=beyond):
        given = [whom.count(place) for place in range(number)]
        for saved in product(*(range(own + 1) for own in given)):
            chance = Fraction(1, number**beyond)
            for own, spared in zip(given, saved, strict=True):
                chance *= comb(own, spared) * Fraction(save, 6) ** spared * (1 - Fraction(save, 6)) ** (own - spared)
            lost = tuple(own - spared for own, spared in zip(given, saved, strict=True))
            expected[2, *lost] += chance  # type: ignore[assignment]
    assert odds_of(rammers, struck) == {end: chance for end, chance in expected.items() if chance}


def test_rams_at_characters_alone_hit_as_the_unit_and_are_halved_where_it_is_loose() -> None:
    swift = figures(blow(1, 6, 9, first_strike=True), ramming=blow(5, 6))
    loose = led(fighter(IDLE, 1), hero(wounds=9), hero(wounds=9))
    lost = odds_of(fighter(swift, 1, rams=True), loose)
    assert {first + second for _, first, second in lost} == {3}


def test_hits_are_shared_out_by_dice() -> None:
    roll = Among(5, 3, (Body(0, 1), Body(2, 1), Body(0, 2)), MELEE)
    log = play(roll.steps(), roll.start(), Typed([1, 2, 3, 3, 6, 2, 3, 3, 4, 1, 4, 5, 2])).log
    assert [thrown.result for thrown in log][:2] == [4, 1]
    counts = played_often(roll.steps(), roll.start(), 1_000_000, np.random.default_rng(3))
    ends: Counter[object] = Counter()
    for state, often in counts.items():
        ends[roll.result(state)] += often
    assert abs(surprise(ends, roll.odds())) < 4


def test_missiles_find_several_characters_by_a_1_in_6_and_then_at_random() -> None:
    """Lines 2433 to 2441: two magical hits on plenty of troops, each on either of two characters by a twelfth."""
    bow = Missile(range=21, attacks=1, skill=6, magical=True)
    target = Target(
        figures=IDLE, left=Left(20), character=figures(wounds=3), others=(figures(wounds=3),), others_left=(Left(1),)
    )
    salvo = Salvo(name="they", missile=bow, shots=2, needed=6, target=target)
    ends = spread(salvo_steps(salvo), salvo_start(salvo))
    lost = ends.map(lambda shot: (3 - shot.character.wounds(3), 3 - shot.others[0].wounds(3)))
    each, troops = Fraction(1, 12), Fraction(5, 6)
    assert lost.chances() == {
        (0, 0): troops**2, (1, 0): 2 * each * troops, (0, 1): 2 * each * troops, (2, 0): each**2, (0, 2): each**2,
        (1, 1): 2 * each**2,
    }  # fmt: skip
    plain = replace(salvo, missile=replace(bow, magical=False), shots=4, target=replace(target, left=Left(2)))
    beyond = spread(salvo_steps(plain), salvo_start(plain)).map(
        lambda shot: 6 - shot.character.wounds(3) - shot.others[0].wounds(3)
    )
    assert beyond.chances() == {2: 1}


def test_a_million_turns_of_units_with_several_characters_agree_with_their_odds() -> None:
    """Blows, duels, rams, the test by the best morale among them, and what is paid beyond the troops."""
    bold = figures(blow(1, 3), **natural(7, MoraleKind.FEARLESS))
    one, other = hero(blow(1, 4, 1), wounds=2, morale=Morale(value=9)), hero(blow(1, 3), mark=2, armour=3)
    ours = led(fighter(bold, 2), one, other)
    rammers = figures(blow(1, 4, 1), ramming=blow(2, 3))
    theirs = led(fighter(rammers, 2, rams=True), hero(blow(1, 3)), hero(blow(1, 3), mark=2))
    pair = (
        contender(ours, others_command=(False,), models_at_first=3, wounds_at_first=4),
        contender(theirs, models_at_first=4, wounds_at_first=4, others_command=(True,)),
    )
    ends: Counter[object] = Counter()
    for turn, often in played_often(turn_steps(pair), start_of(pair), 1_000_000, np.random.default_rng(5)).items():
        ends[standings(pair, turn)] += often
    assert abs(surprise(ends, one_turn(pair))) < 4


def test_the_best_morale_of_all_counts_and_each_lost_character_takes_one() -> None:
    """Line 2407: only who was bought with the unit counts in what it began with."""
    ours = led(
        fighter(figures(**natural(6)), 8),
        hero(wounds=2, morale=Morale(value=7)),
        hero(wounds=3, morale=Morale(value=9)),
    )
    theirs = led(fighter(IDLE, 1), hero(blow(9, 6)))
    pair = contender(ours, others_command=(False,), models_at_first=9, wounds_at_first=10), contender(theirs)
    [turn] = spread(turn_steps(pair), start_of(pair)).map(lambda turn: turn.tests[0]).weights
    assert turn is not None
    assert turn.number == 9 - 1 - 4  # seven hits go on and fell seven troops


def side(*characters: dict[str, object], models: int = 6) -> dict[str, object]:
    return {
        "models": [{"profile": "goblins/goblin-bowmen", "count": models}],
        "in_contact": 3,
        "characters": list(characters),
    }


HERO, SHAMAN = {"profile": "barbarians/hero"}, {"profile": "orcs/orc-shaman"}


def test_a_noble_fights_a_hero_or_a_shaman_and_one_of_them_answers() -> None:
    """E67, line 2465: it must go at one of both; of these one must answer, and the other may, or strikes at troops."""

    def marks(*goblins: dict[str, object], barbarians: tuple[dict[str, object], ...]) -> list[list[tuple[bool, int]]]:
        head = {"format": "muster-situation/1", "game": "arcana", "kind": "melee"}
        sides = [side(*goblins), side(*barbarians) | {"name": "b"}]
        situation = read_situation(json.dumps(head | {"sides": sides}))
        assert isinstance(situation, MeleeTurn)
        pair = contenders(printed_catalogue(), situation.sides, fresh=True)
        return [[(one.seeks, one.mark) for one in own.fighter.characters] for own in pair]

    assert marks(HERO, barbarians=(HERO, SHAMAN)) == [[(True, 1)], [(True, 1), (False, 1)]]
    assert marks(HERO | {"at": 2}, barbarians=(HERO, SHAMAN | {"at": 1})) == [[(True, 2)], [(True, 1), (True, 1)]]
    with pytest.raises(MalformedError, match=r"characters\[1\]\.at: must be 2: nobody fights that character"):
        marks(HERO, HERO | {"at": 1}, barbarians=(HERO, SHAMAN))
    with pytest.raises(MalformedError, match=r"characters\[0\]\.at: must be at most 1, the characters of a"):
        marks(HERO, barbarians=(HERO | {"at": 2},))


def test_rams_of_two_sources_are_halved_together() -> None:
    """Reading BR16: three and two hits on a loose unit are five, and three count; of damaged chariots, too."""
    assert [halved_together(hits) for hits in ((3, 2), (2, 3), (3, 3), (1, 1, 1), (0, 5))] == [
        (2, 1), (1, 2), (2, 1), (1, 0, 1), (0, 3),
    ]  # fmt: skip
    unit = led(fighter(figures(ramming=blow(3, 6)), 1, rams=True), hero(rams=True, ramming=blow(2, 6)))
    assert odds_of(unit, fighter(IDLE, 9)) == {(3,): 1}
    assert odds_of(unit, fighter(IDLE, 9, loose=False)) == {(5,): 1}
    chariots = fighter(figures(ramming=blow(3, 9), wounds=4), 2, lost=(3,), rams=True, towed=True)
    assert odds_of(chariots, fighter(IDLE, 9)) == {(3,): 1}
    assert odds_of(replace(chariots, left=Left(2)), fighter(IDLE, 9)) == {(3,): 1}


def test_magical_rams_find_a_character_by_a_1_in_6() -> None:
    """Line 2437, as of missiles: two hits on plenty of troops; what is more than kills the character is lost."""
    rammers = fighter(figures(ramming=blow(2, 6, magical=True)), 1, rams=True)
    ranks = led(fighter(IDLE, 9, files=5), hero(wounds=1))
    each = Fraction(1, 6)
    assert odds_of(rammers, ranks) == {
        (2, 0): (1 - each) ** 2, (1, 1): 2 * each * (1 - each), (0, 1): each**2,
    }  # fmt: skip
    alone = led(fighter(IDLE, 1, files=5), hero(wounds=9))
    assert odds_of(rammers, alone)[1, 1] == (1 - each) ** 2 + 2 * each * (1 - each)  # the second is beyond the troops


def test_a_million_rams_thrown_together_agree_with_their_odds() -> None:
    chariots = fighter(figures(ramming=blow(3, 4, 1), wounds=4), 2, lost=(3,), rams=True, towed=True)
    wizard = hero(rams=True, ramming=blow(2, 3, magical=True))
    pair = led(chariots, wizard), led(fighter(figures(armour=2), 3), hero(wounds=2, armour=3), hero(wounds=1))
    counts = played_often(melee_steps(pair), begin(pair), 1_000_000, np.random.default_rng(6))
    assert abs(surprise(counts, spread(melee_steps(pair), begin(pair)))) < 4
    assert spread(melee_steps(pair), begin(pair)).map(Phase(pair).result) == Phase(pair).odds()


@pytest.mark.parametrize("loose", [False, True])
def test_magical_rams_at_large_models_find_a_character_by_a_1_in_6(loose: bool) -> None:
    """Line 2437 and reading BR93, counted by hand: of two hits, or of three that are halved on loose giants, each die.

    What isn't on one of the heroes is on the giant who was rammed, and what is more than kills a hero is lost.
    """
    rammers = fighter(figures(ramming=blow(3 if loose else 2, 6, magical=True)), 1, rams=True)
    giants = led(
        fighter(figures(wounds=9), 2, **({} if loose else {"files": 2})),
        hero(wounds=1),
        hero(wounds=3, armour=2, defence=Defence(sensitive=(Element.FIRE,))),
    )
    expected: Counter[tuple[int, int, int]] = Counter()
    for dice in product(range(1, 7), range(1, 7), range(1, 7), repeat=2):  # on whom it is, which hero, its save
        hits = dice[:3], dice[3:]
        first = sum(found == 1 and which <= 3 for found, which, _ in hits)
        second = sum(found == 1 and which > 3 and save > 2 for found, which, save in hits)
        expected[sum(found > 1 for found, _, _ in hits), min(first, 1), second] += 1
    ends = Phase((rammers, giants)).odds()

    def lost(fight: Fight) -> tuple[int, int, int]:
        one, other = fight.second.characters
        return 18 - fight.second.left.wounds(9), 1 - one.wounds(1), 3 - other.wounds(3)

    assert ends.map(lost) == Distribution(expected)
    assert spread(melee_steps((rammers, giants)), begin((rammers, giants))) == ends


def test_magical_rams_find_characters_of_large_models_when_vehicles_and_their_lord_ram_together() -> None:
    """A million plays: damaged and sound chariots and a character's ram of fire, halved together, at two giants."""
    chariots = fighter(figures(ramming=blow(1, 4, magical=True), wounds=4), 2, lost=(3,), rams=True, towed=True)
    lord = hero(rams=True, ramming=blow(1, 3, 1, magical=True, element=Element.FIRE))
    fiery = Defence(sensitive=(Element.FIRE,))
    pair = led(chariots, lord), led(fighter(figures(wounds=5), 2), hero(wounds=2, defence=fiery), hero(wounds=1))
    counts = played_often(melee_steps(pair), begin(pair), 1_000_000, np.random.default_rng(7))
    assert abs(surprise(counts, spread(melee_steps(pair), begin(pair)))) < 4
    assert spread(melee_steps(pair), begin(pair)).map(Phase(pair).result) == Phase(pair).odds()


FIERY = figures(wounds=9, defence=Defence(sensitive=(Element.FIRE,)))


def burnt(troops: Statistics, models: int, shots: int, *, magical: bool) -> dict[tuple[int, int], Fraction]:
    """What two characters lose of so many sure shots of fire, the first of whom is sensitive to it."""
    bow = Missile(range=21, attacks=1, skill=6, magical=magical, element=Element.FIRE)
    target = Target(
        figures=troops, left=Left(models), character=FIERY, others=(figures(wounds=9),), others_left=(Left(1),)
    )
    salvo = Salvo(name="they", missile=bow, shots=shots, needed=6, target=target)
    ends = spread(salvo_steps(salvo), salvo_start(salvo))
    return ends.map(lambda shot: (9 - shot.character.wounds(9), 9 - shot.others[0].wounds(9))).chances()


def test_each_character_is_as_sensitive_as_it_is_itself() -> None:
    """Line 493, counted by hand: a hit counts twice on whom it hurts more, but not once more after its troops."""
    half, each = Fraction(1, 2), Fraction(1, 6)
    assert burnt(IDLE, 1, 2, magical=False) == {(2, 0): half, (0, 1): half}
    fiery = figures(defence=Defence(sensitive=(Element.FIRE,)))  # of two hits that are four, one kills the only trooper
    assert burnt(fiery, 1, 2, magical=False) == {(3 - on, on): Fraction(comb(3, on), 8) for on in range(4)}
    assert burnt(fiery, 1, 1, magical=True) == {
        (2, 0): each * half, (0, 1): each * half + (1 - each) * half, (1, 0): (1 - each) * half,
    }  # fmt: skip
    rammers = fighter(figures(ramming=blow(3, 6, element=Element.FIRE)), 1, rams=True)
    unit = led(fighter(IDLE, 2, files=5), replace(hero(wounds=9), figures=FIERY), hero(wounds=9))
    assert odds_of(rammers, unit) == {(2, 2, 0): half, (2, 0, 1): half}
