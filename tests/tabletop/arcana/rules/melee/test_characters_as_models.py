"""Characters without troops, and those whom a mount carries among troops: counted by hand from every throw."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Missile, Morale, MoraleKind
from tabletop.arcana.odds.answers import odds
from tabletop.arcana.odds.situations import read_situation
from tabletop.arcana.rules.harm.among import Among, Body, at_random, models_of
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.counting import MELEE
from tabletop.arcana.rules.melee.fighters import Fighter, begin
from tabletop.arcana.rules.melee.mounted import of_characters
from tabletop.arcana.rules.melee.turns import (
    Phase,
    facing,
    next_turn,
    shaken_by,
    standing_of,
)
from tabletop.arcana.rules.shooting.salvoes import Salvo, Target, salvo_start, salvo_steps
from tabletop.dice import Distribution, spread
from tests.catalogue import printed_catalogue
from tests.fighters import blow, contender, fighter, figures
from tests.laws import law_of

IDLE = figures()
SURE = blow(1, 6)


def hero(*melee: Any, wounds: int = 9, rides: int = 0, **more: Any) -> Fighter:
    mark = more.pop("mark", 1)
    return replace(fighter(figures(*melee, wounds=wounds, **more), 1), seeks=True, name="hero", rides=rides, mark=mark)


def led(unit: Fighter, *characters: Fighter) -> Fighter:
    return replace(unit, leader=characters[0], others=characters[1:])


def lost_by(first: Fighter, second: Fighter) -> Distribution[tuple[int, ...]]:
    """How many of the second's troops, and wounds of its characters and mounts, are lost."""

    def lost(fight: Any) -> tuple[int, ...]:
        struck = fight.second
        led_by = zip(second.characters, struck.characters, strict=True)
        wounds = (one.figures.wounds - left.wounds(one.figures.wounds) for one, left in led_by)
        return second.left.models - struck.left.models, *wounds

    return Phase((first, second)).odds().map(lost)


@law_of(tuple(product((4, 6), (0, 3), (0, 2))))
def test_a_die_parts_hits_on_a_mounted_character_among_troops(case: tuple[int, int, int]) -> None:
    """Lines 2469 and 2515: of two hits each is on the rider or the mount; what kills either goes on to the troops."""
    wounds, of_mount, of_rider = case
    champion = led(fighter(IDLE, 5), hero(blow(2, 6)))
    unit = led(fighter(IDLE, 9), hero(wounds=1, rides=2, armour=of_rider), hero(wounds=wounds, armour=of_mount))
    expected: Counter[tuple[int, ...]] = Counter()
    for faces in product(product(range(1, 7), repeat=2), repeat=2):
        on = [die <= (2 if wounds < 6 else 1) for die, _ in faces]
        rider = sum(on and save > of_rider for on, (_, save) in zip(on, faces, strict=True))
        mount = sum(not on and save > of_mount for on, (_, save) in zip(on, faces, strict=True))
        expected[max(rider - 1, 0), min(rider, 1), mount] += 1
    assert lost_by(champion, unit) == Distribution(expected)


def test_whoever_of_a_rider_and_its_mount_lives_takes_all_and_both_strike_at_one_enemy() -> None:
    """Lines 2465 to 2469: the mount fights whom its rider fights; no trooper strikes at either while any are left."""
    rider, mount = hero(SURE, wounds=2, rides=2), hero(SURE, SURE, wounds=5)
    unit = led(fighter(IDLE, 9), rider, mount)
    foe = led(fighter(figures(SURE), 4), hero(blow(3, 6), wounds=9))
    assert lost_by(unit, foe).chances() == {(0, 3): 1}
    riderless = led(fighter(IDLE, 9), replace(rider, left=Left(0)), mount)
    assert lost_by(foe, riderless).chances() == {(4, 2, 3): 1}  # the rider's two wounds were lost before
    unmounted = led(fighter(IDLE, 9), rider, replace(mount, left=Left(0)))
    assert lost_by(foe, unmounted).chances() == {(5, 2, 5): 1}  # beyond the two wounds of the rider one goes on
    afoot = replace(led(fighter(IDLE, 0), rider, mount), contact=0)
    assert {sum(ends) for ends in lost_by(fighter(figures(SURE), 2), afoot).weights} == {2}


def test_a_rider_and_its_mount_are_one_model_in_ranks_and_for_morale() -> None:
    """Lines 2423 and 2559, readings BR55 and BR107: a dead mount is a lost model of its wounds, a dead rider not."""
    bold = Morale(value=9, kind=MoraleKind.FEARLESS)
    unit = led(fighter(IDLE, 8, files=4), hero(wounds=2, rides=2, morale=bold), hero(wounds=4))
    own = contender(unit, models_at_first=9, wounds_at_first=14, others_command=(True,))
    start = begin((unit, unit)).first
    whole = shaken_by(own, start, engaged=True)
    assert (whole.models, whole.wounds, whole.morale) == (9, 14, 9)
    lost = {}
    for rider, mount in product((0, 1), repeat=2):
        now = replace(start, leader=Left(rider), others=(replace(start.others[0], left=Left(mount)),))
        unit_now = shaken_by(own, now, engaged=True)
        lost[rider, mount] = (
            unit_now.models, unit_now.characters_lost, unit_now.leaders_fallen + unit_now.mounts_fallen,
            unit_now.mounts_wounds,
        )  # fmt: skip
    assert lost == {(1, 1): (9, 0, 0, 0), (0, 1): (9, 1, 0, 0), (1, 0): (9, 0, 1, 4), (0, 0): (8, 1, 1, 4)}
    hurt = replace(start, others=(replace(start.others[0], left=Left(1, (3,))),))
    assert shaken_by(own, hurt, engaged=True).lost == 3
    end = standing_of(own, replace(start, leader=Left(0)), 0, ())
    afterwards = next_turn(own, end)
    assert (afterwards.fighter.contact, afterwards.is_ranked(end.left, end.characters)) == (8, True)


def test_characters_keep_fighting_a_mount_whose_rider_has_fallen() -> None:
    """Reading BR101 for one model: who fought the pair fights what is left of it, and nobody else is free."""
    ours = contender(led(fighter(IDLE, 5), hero(SURE), hero(SURE, mark=3)))
    theirs = led(fighter(IDLE, 5), replace(hero(rides=2), left=Left(0)), hero(wounds=5), hero())
    marks = [one.mark for one in facing(ours, contender(theirs))[0].fighter.characters]
    assert marks == [1, 3]
    assert lost_by(ours.fighter, theirs).chances() == {(0, 9, 1, 1): 1}


def burnt(target: Target, shots: int, *, magical: bool = False) -> Distribution[tuple[int, ...]]:
    bow = Missile(range=21, attacks=1, skill=6, magical=magical)
    salvo = Salvo(name="they", missile=bow, shots=shots, needed=6, target=target)

    def lost(shot: Any) -> tuple[int, ...]:
        each = (target.figures.wounds, *(one.wounds for one in target.characters))
        return tuple(was.wounds(own) - now.wounds(own) for was, own, now in zip(
            salvo_start(salvo).bodies, each, shot.bodies, strict=True
        ))  # fmt: skip

    return spread(salvo_steps(salvo), salvo_start(salvo)).map(lost)


def test_missiles_find_a_mounted_character_and_then_the_rider_or_the_mount() -> None:
    """Line 2439: a 1 in 6 for the character, then 2 or less of a mount of four wounds is on the rider."""
    four, two = figures(wounds=4), figures(wounds=2)
    unit = Target(figures=IDLE, left=Left(9), character=two, others=(four,), others_left=(Left(1),), rides_of=(2, 0))
    assert burnt(unit, 1, magical=True).chances() == {
        (1, 0, 0): Fraction(5, 6), (0, 1, 0): Fraction(1, 18), (0, 0, 1): Fraction(1, 9),
    }  # fmt: skip
    beyond = burnt(replace(unit, left=Left(1)), 2)
    assert beyond.chances() == {(1, 1, 0): Fraction(1, 3), (1, 0, 1): Fraction(2, 3)}


@law_of((2, 3, 4))
def test_characters_alone_are_hit_at_random_and_save_by_themselves(count: int) -> None:
    """Line 2433: there are no troops to save first; each of them is as likely to be hit."""
    each = (figures(wounds=3, armour=2), *(figures(wounds=3) for _ in range(count - 1)))
    target = Target(
        figures=each[0], left=Left(0), character=each[0], others=each[1:], others_left=(Left(1),) * (count - 1),
        rides_of=(0,) * count,
    )  # fmt: skip
    expected: Counter[tuple[int, ...]] = Counter()
    for whom, save in product(range(count), range(6)):
        lost = [0] * (count + 1)
        lost[whom + 1] = int(whom > 0 or save >= 2)
        expected[tuple(lost)] += 1
    assert burnt(target, 1) == Distribution(expected)


def test_bodies_that_live_are_shared_out_among_by_what_carries_them() -> None:
    bodies = {place: Body(0, 1) for place in (1, 2, 3)}
    struck, places = at_random(bodies, (2, 0, 0), (1, 6, 1))
    assert (len(struck), places) == (2, (2, 1, 3))
    assert [models_of(living, (2, 0, 0)) for living in ((1, 2, 3), (1, 3), (2,), ())] == [2, 2, 1, 0]
    shares = Among(4, None, (Body(0, 1),) * 4, MELEE).odds()
    assert shares.map(lambda harms: harms[3]).mean() == 1


def test_characters_alone_are_as_bold_as_the_least_bold_model_of_them() -> None:
    """Reading BR48: a fearless rider makes what carries it fearless; a natural one beside them makes all natural."""
    bold, shy = Morale(value=7, kind=MoraleKind.FEARLESS), Morale(value=6)
    assert of_characters({1: bold, 2: shy}, (2, 0)).kind is MoraleKind.FEARLESS
    assert of_characters({1: bold, 2: shy}, (0, 0)).kind is MoraleKind.NATURAL
    assert of_characters({1: bold, 3: bold}, (2, 0, 0)).kind is MoraleKind.FEARLESS


HEAD = {"format": "muster-situation/1", "game": "arcana"}


def character(wounds: int, *melee: dict[str, Any], morale: int = 8, kind: str = "natural") -> dict[str, Any]:
    own = {"wounds": wounds, "melee": list(melee), "morale": {"value": morale, "kind": kind}}
    return {"figures": own, "section": "characters"}


def answered(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: found["exact"] if "exact" in found else found["mean"] for name, found in odds(
        printed_catalogue(), read_situation(json.dumps(HEAD | plain))
    )["results"].items()}  # fmt: skip


def test_what_characters_alone_lose_by_one_of_them() -> None:
    """Lines 2405 and 2483: of three one falls, a third of what it began with: they test, at 1 less for the lost one.

    The enemy's troops strike at the first, whom two sure blows kill; what is more is lost. Its wounds count nowhere:
    8 - 1 = 7 is reached by 21 of 36; an enemy of five wounds isn't superior to their four.
    """
    ours = {"models": [character(2)], "characters": [character(2), character(2)], "name": "a"}
    blows = {"wounds": 1, "melee": [{"attacks": 1, "skill": 6}]}
    theirs = {"models": [{"figures": blows, "count": 3}], "in_contact": 3}
    found = answered({"kind": "melee", "sides": [ours, theirs | {"name": "b"}]})
    assert [found[f"a.{name}"] for name in ("wounds", "fallen", "tests", "breaks", "character.falls")] == [
        "2", "1", "1", "5/12", "1",
    ]  # fmt: skip
    assert found["a.character2.wounds"] == "0"


def test_fearless_characters_alone_pay_at_random_and_save() -> None:
    """Line 2485: what a failed test costs is on them as excess hits of missiles are, who have no armour here."""
    bold = [character(3, kind="fearless", morale=2) for _ in range(2)]
    unit = {"models": bold[:1], "characters": bold[1:], "characters_lost": 1}
    enemy = {"models": [{"figures": {"wounds": 1}}]}
    found = answered({"kind": "morale", "unit": unit, "enemies": [enemy]})
    assert (found["tests"], found["breaks"]) == ("1", "0")
    paid = Fraction(0)
    for dice in product(range(1, 7), repeat=2):
        owed = min(sum(dice) - 1, 6) if sum(dice) > 2 else 0
        for whom in product((0, 1), repeat=owed):
            paid += Fraction(min(sum(whom), 3) + min(owed - sum(whom), 3), 36 * 2**owed)
    assert Fraction(found["paid"]) == paid  # what is more than one of them has is lost


def test_a_mount_that_fights_on_and_several_aboard_one_vehicle_are_stated_among_troops() -> None:
    wagon = {"figures": {"wounds": 4, "melee": [{"attacks": 1, "skill": 6}]}, "section": "vehicles"}
    rider, other = character(2) | {"mount": wagon}, character(2) | {"aboard": 1}
    troops = {"models": [{"figures": {"wounds": 1}, "count": 8}], "in_contact": 3, "name": "a"}
    foe = {"models": [character(9, {"attacks": 1, "skill": 6})], "name": "b", "in_contact": 1}
    found = answered({"kind": "melee", "sides": [troops | {"characters": [rider, other]}, foe]})
    shares = [found[f"a.{who}.wounds"] for who in ("character", "character2", "character.mount")]
    assert shares == ["1/6", "1/6", "2/3"]
    assert found["b.wounds"] == "1"
    fallen = answered({"kind": "melee", "sides": [troops | {"characters": [rider | {"fallen": True}]}, foe]})
    assert (fallen["a.character.wounds"], fallen["a.character.mount.wounds"]) == ("0", "1")


def test_giants_strike_at_heroes_and_troops_at_heroes_of_giants() -> None:
    """Line 3729: a young giant may leave the men for their hero, and men may strike at a marshall among giants."""
    men = {"models": [{"profile": "orcs/orc-warrior", "count": 6}], "in_contact": 2, "name": "a"}
    giants = {"models": [{"profile": "giant-kings/young-giant", "count": 1}], "in_contact": 1, "name": "b"}
    led_men, marshall = men | {"characters": [character(9)]}, {"profile": "giant-kings/marshall"}
    found = answered({"kind": "melee", "sides": [led_men, giants | {"at_characters": True}]})
    assert (found["a.wounds"] == "0", found["a.character.wounds"] == "0") == (True, False)
    found = answered({"kind": "melee", "sides": [men | {"at_characters": True}, giants | {"characters": [marshall]}]})
    assert (found["b.wounds"] == "0", found["b.character.wounds"] == "0") == (True, False)


def test_the_highest_morale_is_of_the_living_alone() -> None:
    """A commander whom only its mount has survived gives its unit nothing."""
    griffon = {"figures": {"wounds": 5, "morale": {"value": 5}}, "section": "monsters"}
    leader = character(3, morale=10) | {"mount": griffon}
    unit = {"models": [{"figures": {"wounds": 1, "morale": {"value": 6}}, "count": 8}], "characters_lost": 1}
    tests = [
        answered({"kind": "morale", "unit": unit | {"characters": [leader | more]}})["passes"]
        for more in ({}, {"fallen": True})
    ]
    assert tests == ["5/6", "5/18"]  # 10 - 1 and 6 - 1: 30 and 10 of 36
