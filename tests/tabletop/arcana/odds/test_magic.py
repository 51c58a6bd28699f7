"""Situations of magic: known odds, every spell cast once in odds and in play, and what is refused."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from tabletop.arcana.catalogue.dispelling import COUNTERSPELL, DISPEL, STEAL_ENCHANTMENT
from tabletop.arcana.odds.answers import ASKED, odds, resolved
from tabletop.arcana.odds.situations import read_situation
from tabletop.arcana.rules.magic.contests import Contest, Displacing
from tabletop.arcana.rules.magic.effects import NEAR
from tabletop.arcana.rules.magic.harm import by_model
from tabletop.arcana.rules.magic.kinds import mechanisms
from tabletop.decoding import MalformedError
from tabletop.dice import Seeded, spread
from tests.catalogue import PROJECT, printed_catalogue
from tests.dice import played_often, surprise

VALIDATOR = Draft202012Validator(json.loads((PROJECT / "docs" / "schema" / "muster-situation-1.json").read_bytes()))
HEAD = {"format": "muster-situation/1", "game": "arcana"}
RANKS = {"kind": "rank-and-file", "files": 5}


def men(count: int, *, ranked: bool = False, wounds: int = 1, **figures: Any) -> dict[str, Any]:
    """A unit of plain figures of morale 8."""
    own = {"morale": {"value": 8}, "wounds": wounds} | figures
    unit: dict[str, Any] = {"models": [{"figures": own, "count": count}]}
    return unit | ({"formation": RANKS} if ranked else {})


def bearing(*slugs: str, **attack: Any) -> dict[str, Any]:
    return {"spells": [{"spell": slug, **attack} for slug in slugs]}


def melee(*bewitched: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Ten on ten loose ones, all in contact; the first side bears spells, then the second."""
    figures = {"melee": [{"attacks": 1, "skill": 3, "strength": 1}], "ramming": {"attacks": 1, "skill": 3}}
    spells = [*bewitched, {}][:2] if len(bewitched) < 2 else bewitched
    sides = [men(10, armour={"value": 2}, **figures) | {"in_contact": 10} | own for own in spells]
    return HEAD | {"kind": "melee", "sides": [sides[0] | more, sides[1]]}


ARCHERS = men(4, missile=[{"name": "Bow", "range": 21, "attacks": 1, "skill": 3}])


def resisting(number: int) -> dict[str, Any]:
    return {"magic_resistance": number}


def cast(spell: str, target: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return HEAD | {"kind": "cast", "spell": spell} | ({"target": target} if target else {}) | more


def answered(plain: dict[str, Any]) -> dict[str, Any]:
    VALIDATOR.validate(plain)
    return odds(printed_catalogue(), read_situation(json.dumps(plain)))


def means(plain: dict[str, Any]) -> dict[str, Fraction]:
    """The mean of each number and the chance of each event."""
    return {name: Fraction(it.get("mean", it.get("exact"))) for name, it in answered(plain)["results"].items()}


def test_contests_have_the_odds_of_the_catalogue() -> None:
    """O35, too: dispelling level 1, 2 and 3 with the bought ability."""
    for challenge in (COUNTERSPELL, DISPEL, STEAL_ENCHANTMENT):
        for adds in range(7):
            for against in range(7):
                contest = Contest(challenge, adds, against)
                assert contest.odds().chance(True) == challenge.odds(adds, against)
                head_start = int(contest.receipt.exact)
                assert contest.odds().chance(True) == Fraction(
                    sum(mine + head_start >= other for mine in range(1, 7) for other in range(1, 7)), 36
                )
    bought = HEAD | {"kind": "dispel", "bought": True}
    chances = [
        means(bought | {"spell": spell})["dispelled"]
        for spell in ("life/holy-armor", "life/courage", "air/lightning-storm")
    ]
    assert chances == [Fraction(5, 12), Fraction(5, 18), Fraction(1, 6)]


def test_counterspells_are_tried_one_after_the_other() -> None:
    counter = {"kind": "counterspell", "power": 3, "counters": [{"power": 2}, {"bought": True}]}
    first, second = COUNTERSPELL.odds(2, 3), COUNTERSPELL.odds(0, 3)
    results = means(HEAD | counter)
    assert results["countered"] == first + (1 - first) * second
    assert results["stands"] == 1 - results["countered"]
    assert results["attempts"] == 1 + (1 - first)
    steps = answered(HEAD | counter)["steps"]
    assert [(step["text"], step["number"]) for step in steps] == [
        ("counterspell 1: ahead by", -2),
        ("counterspell 2: ahead by", -4),
    ]
    countered = means(HEAD | {"kind": "dispel", "spell": "life/courage", "power": 1, "counters": [{"power": 1}]})
    stands = 1 - COUNTERSPELL.odds(1, 1)
    assert countered == {"dispelled": stands * DISPEL.odds(1, 2), "countered": 1 - stands}


def test_a_third_persistent_spell_displaces_the_lowest() -> None:
    """Three equal levels: one is lost, or all that tie for the lowest."""
    lost = Displacing((2, 2, 2)).odds()
    assert lost.chance((0, 1, 2)) == Fraction(6, 216)
    assert lost.chance((0,)) == Fraction(sum(rest**2 for rest in range(6)), 216)
    results = means(cast("life/courage", men(6) | bearing("life/bless", "death/curse"), willing=True))
    assert results["life/courage.displaced"] == 1 - results["cast"]
    assert results["life/bless.displaced"] < results["death/curse.displaced"] == results["life/courage.displaced"]
    pair = men(6, ranked=True) | bearing("life/bless", "death/curse")
    for template in (cast("chaos/chaos-vortex", pair), cast("death/vortex-of-souls", pair, part="beside")):
        assert means(template)["cast"] == 1
        assert not any(name.endswith("displaced") for name in means(template))


def test_spells_that_hit_have_known_odds() -> None:
    """O37, O39, O41, O43, O55, and what a unit save does to all of it."""
    wizard = {"figures": {"wounds": 3, "defence": resisting(4)}}
    goblins = men(20, ranked=True, defence=resisting(1)) | {"characters": [wizard]}
    storm = means(cast("air/lightning-storm", goblins))
    assert storm["fallen"] == Fraction(175, 72)
    assert storm["character.wounds"] == Fraction(103319, 531441)
    assert float(storm["character.falls"]) == pytest.approx(0.000904, abs=5e-7)
    sparked = [means(cast("air/spark", men(1, wounds=4, defence=resisting(number))))["wounds"] for number in (4, 3)]
    assert sparked == [1, Fraction(3, 2)]
    three = answered(cast("air/spark", men(1, wounds=3, defence=resisting(4))))["results"]
    assert three["fallen"]["distribution"]["1"] == "1/27"
    stone = [
        means(cast("earth/mass-petrify", men(12, wounds=wounds, defence=resisting(2))))["fallen"] for wounds in (2, 1)
    ]
    assert stone == [Fraction(608, 243), Fraction(16, 3)]
    pit = [
        means(cast("earth/sinkhole", men(5, movement={"ground": inches}), touched=5, willing=True))["fallen"]
        for inches in (5, 16)
    ]
    assert pit == [Fraction(10, 3), Fraction(5, 3)]
    sand = []
    for armour, thrown in (({"value": 3}, False), ({"value": 3}, True), ({"value": 4, "fixed": True}, False)):
        unit = men(5, armour=armour, defence={"shield": True})
        sunk = means(cast("water/quicksand", unit, touched=5, willing=True, shields_thrown=thrown))
        sand.append(sunk["fallen"])
    assert sand == [Fraction(10, 3), Fraction(5, 2), Fraction(5, 6)]
    ranked, loose = men(20, ranked=True, defence=resisting(2)), men(20, defence=resisting(2))
    plague = [
        means(cast("plague/contagion", unit, part=part))["fallen"]
        for unit, part in ((ranked, "target"), (ranked, "beside"), (loose, "beside"))
    ]
    assert plague == [Fraction(16, 3), Fraction(688, 243), Fraction(128, 81)]
    fever = means(cast("plague/ebolic-fever", ranked))
    assert (fever["cast"], fever["saved"]) == (Fraction(2, 3), Fraction(1, 3))
    assert fever["fallen"] == Fraction(2, 3) * 6 * Fraction(2, 3)


def test_who_fights_the_struck_takes_half_of_what_is_halved() -> None:
    """S12: of templates, too, that touch only the unit it fights; skirmishers take half of that again."""
    for spell, dice, hit in (
        ("fire/flamestrike", 12, 1),
        ("death/vortex-of-souls", 6, 1),
        ("air/tornado", 8, 1),
        ("chaos/chaos-vortex", 10, Fraction(1, 2)),
    ):
        ranked, loose = (means(cast(spell, men(40, ranked=ranked), part="beside"))["hits"] for ranked in (True, False))
        assert dice / 2 * hit <= ranked < (dice / 2 + 1) * hit, spell
        assert dice / 4 * hit <= loose < (dice / 4 + 1) * hit, spell
    whole, half = (means(cast("chaos/chaos-vortex", men(40, ranked=True), part=part)) for part in ("target", "beside"))
    assert whole["fallen"] == Fraction(10, 2) * 1 + Fraction(10, 6)
    assert Fraction(1, 2) <= half["fallen"] / whole["fallen"] < Fraction(3, 5)


def test_other_dice_have_known_odds() -> None:
    """O49, and what each further point of power adds."""
    confused = means(cast("chaos/confusion", men(1)))
    assert [confused[f"{who}.commands"] for who in ("caster", "owner", "nobody")] == [
        Fraction(5, 12),
        Fraction(5, 12),
        Fraction(1, 6),
    ]
    stolen = means(cast("chaos/steal-enchantment", against="life/courage", power=3))
    assert stolen["steals"] == STEAL_ENCHANTMENT.odds(2, 2)
    hurt = men(1, wounds=10)
    hurt["models"][0]["wounds_lost"] = 9
    assert means(cast("life/heal", hurt, power=3))["healed"] == 6
    assert means(cast("life/heal", men(1, wounds=9), undead=True))["wounds"] == 2
    wounded = men(1, wounds=9)
    wounded["models"][0]["wounds_lost"] = 1
    assert means(cast("life/heal", wounded))["healed"] == 1
    risen = men(10, wounds=2) | {"models_at_first": 11}
    assert means(cast("life/resurrect", risen))["returned"] == 1
    touch = answered(cast("plague/leprous-touch", men(1, wounds=2, defence=resisting(3))))["results"]["wounds"]
    assert touch["distribution"] == {"0": "1/2", "1": "1/4", "2": "1/4"}
    march = cast("nature/gaias-march", men(6, armour={"value": 3}, defence=resisting(2)), touched=4)
    assert means(march)["wounds"] == Fraction(2, 3) * 4 * Fraction(1, 2) * Fraction(5, 6)
    assert means(cast("nature/call-of-the-wild", power=3))["creatures"] == 9


def test_deaths_characters_and_neighbours_are_counted_once() -> None:
    """One save from stone; rats find no character (BR71); a burst or a fire reaches those next to it alone."""
    assert means(cast("earth/petrify", men(1, wounds=4, defence=resisting(3))))["fallen"] == Fraction(2, 3) / 2
    stronger = means(cast("earth/petrify", men(1, wounds=6, defence=resisting(3)), power=2))
    assert stronger["fallen"] == Fraction(17, 27) / 2
    led = men(8) | {"characters": [{"figures": {"wounds": 3}}]}
    rats, tornado = means(cast("plague/summon-plague-rats", led)), means(cast("air/tornado", led))
    assert (rats["hits"], rats["character.wounds"]) == (4, 0)
    assert tornado["character.wounds"] > 0
    burst = cast("chaos/mark-of-chaos", men(1, wounds=2))
    assert means(burst)["fallen"] == Fraction(1, 6)
    assert means(cast("chaos/mark-of-chaos", men(6), part="beside", touched=3))["hits"] == Fraction(3, 6)
    beside = means(cast("fire/combustion", men(6), part="beside", touched=3, others_resist=[3]))
    assert (beside["cast"], beside["wounds"]) == (Fraction(1, 2), Fraction(3, 2))
    assert means(cast("fire/combustion", men(1, wounds=9)))["wounds"] == 6


def test_who_is_immune_to_a_school_isn_t_touched() -> None:
    """BR41: by its own nature or by a spell on it; one of two schools isn't enough."""
    burning = men(6, defence={"immune": ["fire"]})
    inoculated = men(6) | bearing("plague/inoculate")
    for spell, unit, works in (
        ("fire/flamestrike", burning, 0),
        ("air/lightning-storm", burning, 1),
        ("plague/contagion", inoculated, 0),
        ("earth/geyser", men(6, defence={"immune": ["earth"]}), 1),
        ("earth/geyser", men(6, defence={"immune": ["earth", "water"]}), 0),
    ):
        results = means(cast(spell, unit))
        assert results["cast"] == works
        assert bool(results["hits"]) == bool(works)
        if spell != "air/lightning-storm":
            assert means(cast(spell, unit, part="beside"))["cast"] == works
    led = men(40) | {"characters": [{"figures": {"defence": {"immune": ["earth"]}}}]}
    alone, together = (means(cast("earth/mass-petrify", unit)) for unit in (men(40), led))
    assert together["fallen"] == alone["fallen"] > 0
    assert together["character.falls"] == 0


def test_morale_follows_what_a_spell_has_done() -> None:
    forced = means(cast("death/death-howl", men(6)))
    assert forced["tests"] == 1
    assert forced["breaks"] == Fraction(10, 36)
    fearless = men(6, morale={"value": 8, "kind": "fearless"})
    assert means(cast("death/death-howl", fearless))["tests"] == 0
    shaken = men(6) | {"fallen": 3}
    before, after = means(cast("death/invoke-terror", shaken)), means(cast("life/courage", shaken, willing=True))
    assert before["breaks"] == 1 - Fraction(6, 36)
    assert after["breaks"] == Fraction(10, 36)
    storm = answered(cast("air/lightning-strike", men(8)))
    assert storm["results"]["tests"]["exact"] == "1"


def test_the_test_of_morale_is_that_of_the_unit_as_the_spell_has_left_it() -> None:
    """With a character that joined it, and with regeneration before it."""
    led = men(8) | {"characters": [{"figures": {"wounds": 2, "morale": {"value": 9}}, "joined": True}]}
    trolls = men(1, wounds=5, defence={"regeneration": True})
    hurt = deepcopy(trolls) | {"wounded": True}
    hurt["models"][0]["wounds_lost"] = 3
    payers = men(2, morale={"value": 4, "kind": "berserk"}, wounds=1)
    payers |= {"characters": [{"figures": {"wounds": 5, "armour": {"value": 3}}, "joined": True}], "fallen": 4}
    for plain, unit in (
        (cast("death/death-howl", led), led | {"forced": True}),
        (cast("air/spark", trolls), hurt),
        (cast("death/death-howl", payers, enemies=[men(9)]), payers | {"forced": True, "enemies": [men(9)]}),
    ):
        forced, enemies = unit.pop("forced", False), unit.pop("enemies", [])
        alike = means(HEAD | {"kind": "morale", "unit": unit, "forced": forced, "enemies": enemies})
        after = means(plain)
        assert (0 < after["breaks"] < 1) or after["paid"] > 2, "beyond its troops"
        assert [after[name] for name in ("tests", "breaks", "paid")] == [
            alike[name] for name in ("tests", "breaks", "paid")
        ]
    healing = {"models": [{"figures": TROLL | {"wounds": 12}, "wounds_lost": 6}], "stands_at": "flank"}
    healing |= {"characters": [{"figures": TROLL, "wounds_lost": 2, "joined": True}]}
    enemies = [men(1), healing]
    alike = means(HEAD | {"kind": "morale", "unit": men(5), "forced": True, "enemies": enemies})
    after = means(cast("death/death-howl", men(5), enemies=enemies))
    assert after["breaks"] == alike["breaks"], "enemies regenerate before it"
    whole = deepcopy(healing)
    whole["models"][0]["wounds_lost"] = 0
    assert after["breaks"] < means(cast("death/death-howl", men(5), enemies=[men(1), whole]))["breaks"]
    spent = deepcopy(trolls)
    spent["models"][0] = {"figures": spent["models"][0]["figures"] | {"wounds": 6}, "wounds_lost": 3}
    healed = means(cast("life/heal", spent, undead=True))
    assert healed["tests"] == Fraction(1, 3) * (Fraction(5, 16) + Fraction(1, 2)), "a wound that came back was suffered"
    slain = means(cast("air/lightning-strike", led, enemies=[men(3) | {"name": "z"}]))
    assert 0 < slain["character.falls"] < 1
    assert slain["tests"] == 1


def test_who_is_broken_up_or_fights_the_stinking_tests_so() -> None:
    """The disciplined pay in ranks alone, which geysers and pits break up at once, and Berserk only later."""
    chosen = men(20, ranked=True, morale={"value": 8, "disciplined": True}) | {"pays": True}
    ogre = men(1, wounds=90)
    for spell, more in (("earth/geyser", {}), ("water/quicksand", {"touched": 1}), ("air/tornado", {})):
        results = means(cast(spell, chosen, enemies=[ogre], **more))
        assert results["breaks"] > 0, spell
        assert results["paid"] == 0, spell
    for unit in (chosen, chosen | bearing("chaos/berserk")):
        howled = means(cast("death/death-howl", unit, enemies=[ogre]))
        assert howled["breaks"] == 0
        assert howled["paid"] > 0
    plain, stinking = men(3), men(3) | bearing("plague/stench-of-rot")
    for spell, part in (("death/death-howl", "target"), ("fire/flamestrike", "beside")):
        fresh, rotten = (means(cast(spell, men(6), enemies=[foe], part=part)) for foe in (plain, stinking))
        assert rotten["breaks"] > fresh["breaks"], spell


def test_what_changes_without_dice_is_told_with_its_figures() -> None:
    bless = answered(cast("death/curse", men(6, melee=[{"attacks": 1, "skill": 2}])))["changes"]
    assert [change["mechanism"] for change in bless] == ["figures", "figures"]
    [figure] = [figure for change in bless for figure in change["figures"]]
    assert (figure["figure"], figure["before"][0]["skill"], figure["after"][0]["skill"]) == ("melee", 2, 1)
    assert answered(cast("fire/flamestrike", men(6)))["changes"] == []
    [storm] = answered(cast("air/lightning-storm", men(6)))["changes"]
    assert storm["effect"]["again"] == "magic-phase-start"


def test_spells_on_units_count_in_every_situation() -> None:
    plain = means(melee({}, {}))
    assert plain["b.wounds"] == 10 * Fraction(1, 2) * Fraction(5, 6)
    blessed = means(melee(bearing("life/bless")))
    assert blessed["b.wounds"] == 10 * Fraction(2, 3) * Fraction(5, 6)
    assert blessed["a.wounds"] == plain["a.wounds"]
    flaming = means(melee(bearing("fire/flaming-weapons"), {}))
    assert flaming["b.wounds"] == 10 * Fraction(1, 2)
    shielded = means(melee(bearing("fire/flaming-weapons"), bearing("fire/fire-shield")))
    assert shielded["b.wounds"] == 10 * Fraction(1, 3) * Fraction(5, 6)
    rotten = means(melee({}, bearing("plague/stench-of-rot")))
    assert rotten["a.breaks"] > plain["a.breaks"]
    shot = HEAD | {"kind": "shoot", "shooter": ARCHERS, "target": men(9), "range": 15}
    veiled = shot | {"target": men(9) | bearing("air/guardian-wind")}
    assert [means(each)["hits"] for each in (shot, veiled)] == [2, Fraction(4, 3)]
    blessed_bows = shot | {"shooter": ARCHERS | bearing("life/bless", weapon="bow")}
    assert means(blessed_bows)["hits"] == Fraction(8, 3)
    test = HEAD | {"kind": "morale", "unit": men(6) | {"fallen": 3} | bearing("life/courage")}
    assert means(test)["breaks"] == Fraction(10, 36)


def test_spells_on_units_are_told_with_what_they_change() -> None:
    answer = answered(melee(bearing("life/bless"), bearing("death/curse")))
    assert [(change["unit"], change["spell"]) for change in answer["changes"]] == [
        ("sides[0]", "life/bless"),
        ("sides[1]", "death/curse"),
        ("sides[1]", "death/curse"),
    ]
    assert answer["changes"][0]["figures"][0]["after"][0]["skill"] == 4
    assert "changes" not in answered(melee({}, {}))
    warped_men = men(4, melee=[{"attacks": 1, "skill": 3}]) | bearing("chaos/warp-weapon")
    shot = HEAD | {"kind": "shoot", "shooter": ARCHERS, "target": warped_men, "range": 15}
    [warped] = answered(shot)["changes"]
    assert warped["effect"]["attack"] == "melee", "the caster has chosen a blow, and no missile"


def subject(slug: str) -> dict[str, Any]:
    """A casting of any spell, at whom it can be cast."""
    spell = printed_catalogue().spells[slug]
    if "contest" in mechanisms(spell):
        return cast(slug, against="life/courage", counters=[{"power": 1}])
    count = 1 if spell.target.what == "model" else 8
    unit = men(count, wounds=3, movement={"ground": 8, "fly": 12}, defence=resisting(2))
    by_models = any(by_model(effect) and effect.whom not in NEAR for effect in spell.effects)
    more = {"touched": min(count, 3)} if by_models else {}
    return cast(slug, unit, undead="undead" in spell.target.only, counters=[{"power": 1}], **more)


def test_every_spell_is_cast() -> None:
    """Its odds and one play name the same results; something comes of it, by dice or without."""
    assert len(printed_catalogue().spells) == 94
    for slug in printed_catalogue().spells:
        plain = subject(slug)
        answer = answered(plain)
        results = answer["results"]
        assert 0 < results["cast"]["decimal"] < 1, slug
        assert len(results) > 2 or answer["changes"], slug
        once = resolved(printed_catalogue(), read_situation(json.dumps(plain)), Seeded(7))
        assert set(once["results"]) == set(results), slug
        assert once["changes"] == answer["changes"], slug


FIREPROOF: dict[str, Any] = {"figures": {"defence": {"immune": ["fire"]}}}
MENDING = {"figures": {"wounds": 2, "defence": {"regeneration": True}}}
BOLD = men(2, morale={"value": 5, "kind": "fearless"}) | {"characters": [MENDING, {"figures": {"wounds": 2}}]}


def test_spells_find_several_characters_riders_and_only_those_who_are_not_immune() -> None:
    """A sixth of all hits, half of it on each of two; on a mount of seven wounds a sixth is on its rider."""
    two = men(20) | {"characters": [{"figures": {"wounds": 9, "defence": resisting(number)}} for number in (3, 0)]}
    results = means(cast("air/lightning-strike", two))
    assert (results["wounds"], results["character.wounds"], results["character2.wounds"]) == (
        5, Fraction(1, 4), Fraction(1, 2),
    )  # fmt: skip
    assert results["character.falls"] == results["character2.falls"] == 0
    ridden = men(1, wounds=7) | {"characters": [{"figures": {"wounds": 6}, "rides": True}]}
    shared = means(cast("air/lightning-strike", ridden))
    assert (shared["wounds"], shared["character.wounds"]) == (5, 1)
    assert means(cast("air/spark", ridden))["wounds"] == Fraction(5, 2)
    safe = means(cast("fire/flamestrike", men(40, ranked=True) | {"characters": [FIREPROOF]}))
    assert (safe["wounds"], safe["character.wounds"]) == (10, 0)
    fireproof = men(40, ranked=True, **FIREPROOF["figures"]) | {"characters": [{"figures": {"wounds": 40}}]}
    burnt = means(cast("fire/flamestrike", fireproof))
    assert (burnt["wounds"], burnt["character.wounds"]) == (0, 2)
    both = fireproof | {"characters": [FIREPROOF]}
    assert means(cast("fire/flamestrike", both))["cast"] == 0
    stones = means(cast("earth/mass-petrify", men(13, defence=resisting(3)) | {"characters": [{"figures": {}}]}))
    assert (stones["fallen"], stones["character.falls"]) == (4, 0)


def test_who_is_left_of_a_ridden_unit_tests_by_itself() -> None:
    """A spark that surely kills the mount leaves its rider, who lost a model of two, and a morale of its own."""
    ridden = men(1, wounds=4) | {"characters": [{"figures": {"wounds": 40, "morale": {"value": 12}}, "rides": True}]}
    ridden |= {"models": [{"figures": {"wounds": 4, "morale": {"value": 2}}, "count": 1, "wounds_lost": 3}]}
    results = means(cast("air/spark", ridden))
    assert results["fallen"] == 1 - Fraction(1, 3) ** 3
    assert results["breaks"] == Fraction(26, 27) * Fraction(3, 36), "12, less 2 for four wounds"


def test_plays_agree_with_the_odds() -> None:
    """A hundred thousand castings of each mechanism with dice."""
    target = men(12, ranked=True, wounds=2, armour={"value": 2}, defence=resisting(2))
    leader = target | {"characters": [{"figures": {"wounds": 2, "defence": resisting(4)}}]}
    castings = (
        cast("air/lightning-storm", leader, counters=[{"power": 2}, {"power": 1}]),
        cast("fire/flamestrike", target, power=4),
        cast("earth/mass-petrify", target),
        cast("chaos/chaos-vortex", target, others_resist=[1]),
        cast("life/courage", target | bearing("life/bless", "death/curse"), willing=True),
        cast("plague/leprous-touch", men(1, wounds=3, defence=resisting(2))),
        cast("death/life-siphon", men(1, wounds=3, defence=resisting(2))),
        cast("chaos/mass-confusion", target),
        cast("air/lightning-strike", BOLD, enemies=[men(3)]),
        cast("air/lightning-strike", men(1, wounds=4) | {"characters": [MENDING | {"rides": True}]}),
    )
    for seed, plain in enumerate(castings, 20):
        situation = read_situation(json.dumps(plain))
        asked = ASKED[type(situation)](printed_catalogue(), situation)
        counts = played_often(asked.steps, asked.start, 100_000, np.random.default_rng(seed))
        assert abs(surprise(counts, spread(asked.steps, asked.start))) < 4, plain["spell"]


CHARIOT = {"models": [{"profile": "vehicles/light-chariot-with-spearman-and-2-horses"}]}
TROLL = {"wounds": 3, "morale": {"value": 8}, "defence": {"regeneration": True}}
SAND = cast("water/quicksand", men(5), touched=5)
PAIR = [{"power": 1}, {"power": 2}]
REFUSED: list[tuple[dict[str, Any], str]] = [
    (cast("fire/flamestrik", men(6)), "spell: there is no spell “fire/flamestrik” (did you mean “fire/flamestrike”?)"),
    (cast("fire/flamestrike", men(6), power=2), "power: must be at least 3, what Flamestrike costs"),
    (cast("fire/flamestrike", men(6), alone=True), "alone: must be false: Flamestrike melds nobody"),
    (cast("fire/flamestrike"), "target: is missing: what Flamestrike does hangs on whom it is cast at"),
    (cast("death/curse"), "target: is missing"),
    (cast("fire/flamestrike", men(6), counters=[{}]), "counters[0].power: must be at least 1"),
    (
        cast("fire/flamestrike", men(6), counters=[*PAIR, {"bought": True, "power": 1}]),
        "counters[2].power: must be 0: a bought counterspell",
    ),
    (cast("air/lightning-storm", men(6), part="beside"), "part: must be “target”: Lightning Storm reaches nobody"),
    (
        cast("plague/ebolic-fever", men(6), others_resist=[3]),
        "others_resist: must be empty: nobody but whom it is cast at may resist Ebolic Fever",
    ),
    (cast("air/tornado", men(6), others_resist=[3]), "others_resist: must be empty"),
    (
        cast("fire/combustion", men(1) | {"characters": [{"figures": {}}]}, part="target"),
        "target.characters: must be empty: Combustion is cast at one model",
    ),
    (cast("life/heal", CHARIOT), "target: must not be a vehicle: Heal doesn't touch any"),
    (cast("air/spark", men(2)), "target.models[0].count: must be 1: Spark is cast at one model"),
    (cast("air/spark", men(1) | {"characters": [{"figures": {}}]}), "target.characters: must be empty: Spark"),
    (
        cast("earth/mass-petrify", men(1) | {"characters": [{"figures": {}, "rides": True}]}),
        "target.characters[0].rides: must be false: a die parts hits alone",
    ),
    (cast("air/wind-spirit", men(1)), "target: must be able to fly for Wind Spirit"),
    (cast("death/energize-dead", men(6)), "target: must be undead for Energize Dead"),
    (cast("life/resurrect", men(6), undead=True), "target: must not be undead for Resurrect"),
    (cast("nature/tanglefoot", men(6), willing=True), "willing: must be false: Tanglefoot is cast at enemies"),
    (cast("earth/sinkhole", men(6)), "touched: is missing: how many models does Sinkhole touch?"),
    (cast("earth/geyser", men(6), touched=3), "touched: must be absent: Geyser isn't rolled for each model touched"),
    (cast("nature/call-of-the-wild", enemies=[men(3)]), "enemies: must be absent without a target"),
    (SAND | {"shields_thrown": True}, "shields_thrown: must be false: the models have no shields"),
    (cast("earth/geyser", men(6), shields_thrown=True), "shields_thrown: must be false: Geyser doesn't weigh armour"),
    (cast("earth/sinkhole", men(6), touched=7), "touched: must be at most 6, the models that live"),
    (
        cast("earth/mass-petrify", men(6) | {"characters": [{"figures": {}}]}),
        "target.characters: must be empty: Mass Petrify may cover more than its troops",
    ),
    (
        cast("earth/mass-petrify", men(40, defence={"immune": ["earth"]}) | {"characters": [{"figures": {}}]}),
        "target.characters: must be empty: the troops are immune to Mass Petrify; nothing says whom else it finds",
    ),
    (
        cast("earth/mass-petrify", {"models": [{"figures": {"wounds": 2}, "count": 3, "wounds_lost": 1}]}),
        "target.models[0].wounds_lost: must be 0",
    ),
    (cast("fire/fire-wall", men(200, base=9), touched=200), "touched: up to 1800 dice are too many"),
    (cast("earth/sinkhole", men(900), touched=201), "touched: must be at most 200"),
    (cast("general/dispel"), "against: is missing: Dispel is cast at a persistent spell"),
    (cast("general/dispel", against="air/spark"), "against: must be a persistent spell: Spark is instant"),
    (cast("air/spark", men(1), against="life/bless"), "against: must be absent: Spark isn't cast at a spell"),
    (cast("life/bless", men(6) | bearing("life/bless")), "target.spells[0].spell: Bless is never twice on one unit"),
    (cast("life/bless", men(6) | bearing("air/spark")), "target.spells[0].spell: must be a persistent spell"),
    (cast("air/spark", men(1) | bearing("life/bless", "life/bless")), "target.spells[1].spell: Bless is never twice"),
    (cast("air/spark", men(1) | bearing("water/fog-cloud")), "target.spells[0].spell: Fog Cloud isn't on units"),
    (melee(bearing("chaos/aura-of-chaos")), "sides[0].spells[0].shown: is missing: which faces"),
    (melee(bearing("life/bless", shown=[1])), "sides[0].spells[0].shown: must be absent: Bless has no table"),
    (
        melee(bearing("chaos/mark-of-chaos", shown=[1, 6])),
        "sides[0].spells[0].shown[1]: must not be 6: what that brings is over at once",
    ),
    (
        melee(bearing("fire/immolation")),
        "sides[0].spells: must not be on a unit",
    ),
    (cast("air/spark", men(1) | bearing("life/bless", line=2)), "target.spells[0].line: must be at most 0"),
    (
        cast("air/spark", men(1) | bearing("life/bless", weapon="Bow")),
        "target.spells[0].weapon: there is no missile attack “Bow”",
    ),
    (melee(bearing("life/bless", holds=True)), "sides[0].spells[0].holds: must be absent: nothing shakes Bless off"),
    (melee(bearing("nature/tanglefoot"), rams=True), "sides[0].rams: must be false: Tanglefoot keeps a from it"),
    (HEAD | {"kind": "dispel", "spell": "life/bless"}, "power: must be at least 1"),
    (HEAD | {"kind": "dispel", "spell": "life/bless", "bought": True, "power": 2}, "power: must be 0: a bought dispel"),
    (HEAD | {"kind": "counterspell", "power": 0, "counters": PAIR}, "power: must be at least 1"),
    (HEAD | {"kind": "counterspell", "power": 1, "counters": []}, "counters: "),
]


def test_what_can_not_be_cast_is_refused_with_its_field() -> None:
    for plain, complaint in REFUSED:
        with pytest.raises(MalformedError) as error:
            odds(printed_catalogue(), read_situation(json.dumps(plain)))
        assert str(error.value).startswith(complaint)
