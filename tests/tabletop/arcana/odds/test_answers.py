"""Situations: what they answer, that a play and the odds name the same results, and what is refused."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from typing import Any, get_args

import numpy as np
import pytest
from jsonschema import Draft202012Validator

from tabletop.arcana.odds.answers import odds, resolved
from tabletop.arcana.odds.situations import AnySituation, read_situation
from tabletop.decoding import MalformedError
from tabletop.dice import FacesError, Seeded, Typed
from tabletop.dice.plain import plain_chance
from tests.agreement import UNLIKELY, surprises
from tests.catalogue import PROJECT, printed_catalogue
from tests.laws import of_each
from tests.situations import CHAMPION, HEAD, HERO, LAGOON, LORD, RANKS, RIDDEN, SIDES, SITUATIONS, WATCH, unit

VALIDATOR = Draft202012Validator(json.loads((PROJECT / "docs" / "schema" / "muster-situation-1.json").read_bytes()))


def answered(plain: dict[str, Any]) -> dict[str, Any]:
    return odds(printed_catalogue(), read_situation(json.dumps(plain)))


def test_a_play_names_what_the_odds_name_and_brings_what_may_be() -> None:
    for name, plain in SITUATIONS.items():
        VALIDATOR.validate(plain)
        results = answered(plain)["results"]
        for seed in range(5):
            once = resolved(printed_catalogue(), read_situation(json.dumps(plain)), Seeded(seed))
            for read, value in once["results"].items():
                if read not in results:
                    assert read.endswith(".models"), name
                elif isinstance(value, bool):
                    assert Fraction(results[read]["decimal"]) > 0 if value else results[read]["decimal"] < 1, name
                elif "distribution" in results[read]:
                    assert str(value) in results[read]["distribution"], name


def test_plays_of_every_kind_agree_with_their_odds() -> None:
    """A few thousand of each here, a million by `python -m benchmarks.agreement`."""
    assert {plain["kind"] for plain in SITUATIONS.values()} == {
        kind.__struct_config__.tag for kind in get_args(AnySituation)
    }
    for seed, (name, plain) in enumerate(SITUATIONS.items()):
        found = surprises(plain, 5000, np.random.default_rng(seed))
        assert not {result: by for result, by in found.items() if abs(by) > UNLIKELY}, name


def test_spells_on_a_unit_are_on_who_leads_it_too() -> None:
    """Reading BR99, against the same with the figures changed by hand; a stench is on the enemy's leader, too."""
    ours = unit("dwarves/axemen", 10, name="ours", in_contact=4)
    hero = {"wounds": 2, "armour": {"value": 2}, "morale": {"value": 9}}
    theirs = {"name": "b", "models": [{"figures": {"morale": {"value": 7}}, "count": 8}], "in_contact": 4}

    def met(spells: list[str], evasion: int, own: list[str], morale: int) -> Any:
        defence = {"defence": {"evasion": evasion}} if evasion else {}
        troops = {"figures": theirs["models"][0]["figures"] | defence, "count": 8}  # type: ignore[index]
        side = theirs | {"models": [troops], "characters": [{"figures": hero | defence}], "morale_modifier": morale}
        bearer = ours | {"characters": [CHAMPION], "spells": [{"spell": spell} for spell in own]}
        sides = [bearer, side | {"spells": [{"spell": spell} for spell in spells]}]
        return answered(HEAD | {"kind": "melee", "sides": sides})["results"]

    assert met(["life/guardian-spirit"], 0, [], 0) == met([], 1, [], 0)
    assert met([], 0, ["plague/stench-of-rot"], 0) == met([], 0, [], -2)


def test_a_character_with_war_machines_strikes_by_itself_and_is_struck_last() -> None:
    """Reading BR98, line 2850: the machines lose as without it, and two more of the enemy fall."""
    hero = {"figures": {"wounds": 2, "melee": [{"attacks": 3, "skill": 4, "strength": 2}]}}
    machines = unit("war-machines/cannon", 2, name="c", in_contact=2)
    orcs = {"name": "b", "models": [{"figures": {"melee": [{"attacks": 1, "skill": 3}]}, "count": 30}], "in_contact": 5}
    alone, led = (
        answered(HEAD | {"kind": "melee", "sides": [machines | {"characters": own}, orcs]})["results"]
        for own in ([], [hero])
    )
    for name in ("c.wounds", "c.fallen"):
        assert led[name] == alone[name]
    assert led["c.character.wounds"]["mean"] == "0"
    assert Fraction(led["b.fallen"]["mean"]) == Fraction(alone["b.fallen"]["mean"]) + 2


def test_known_answers() -> None:
    assert answered(SITUATIONS["to-hit"])["results"] == {"hits": {"exact": "1/12", "decimal": 1 / 12}}
    assert answered(SITUATIONS["rally"])["results"]["attempts"]["mean"] == "18/13"
    strikes = answered(SITUATIONS["strikes"])["results"]
    assert strikes["hits"]["mean"] == "1144/243"
    assert strikes["hits"]["distribution"]["0"] == "1/3"
    assert strikes["hits"]["middle"] == [0, 9]
    duel = answered(SITUATIONS["duel"])["results"]
    assert Fraction(duel["a.wins"]["exact"]) + Fraction(duel["b.wins"]["exact"]) == 1
    assert duel["a.wins"]["decimal"] == pytest.approx(0.855175, abs=5e-7)
    assert duel["rounds"]["decimal"] == pytest.approx(2.796295, abs=5e-7)
    fight = answered(SITUATIONS["melee"] | {"kind": "fight-on"})["results"]
    assert fight["rounds"]["decimal"] == pytest.approx(9.384925, abs=5e-7)
    assert fight["a.wins"]["exact"] is None
    assert answered(SITUATIONS["stand"])["results"]["wounds"]["mean"] == "20/9"  # O61
    character = answered(SITUATIONS["character"])["results"]
    assert set(character) == {"hits", "wounds", "fallen", "destroyed", "character.wounds", "character.falls"}


def test_what_dice_need_is_told_line_by_line() -> None:
    steps = answered(SITUATIONS["shoot"])["steps"]
    assert [(step["text"], step["number"]) for step in steps] == [("shooter: to hit", 3), ("saves by armour", 1)]
    assert [(line["label"], line["amount"]) for line in steps[0]["lines"]] == [
        ("skill", "3"), ("the target is in cover", "-1"), ("as stated", "1"),
    ]  # fmt: skip
    steps = answered(SITUATIONS["ridden"])["steps"]
    assert [step["text"] for step in steps if step["text"].startswith("b, ")] == [
        "b, blows: to hit", "b, blows: a saves by armour", "b, blows: a's character saves by armour",
        "b, morale before the blows",
    ]  # fmt: skip
    assert next(step["number"] for step in steps if step["text"] == "b, blows: to hit") == 1
    steady = [SIDES[0] | {"morale_modifier": 2, "fallen": 5}, SIDES[1]]
    steps = answered(SITUATIONS["melee"] | {"sides": steady})["steps"]
    [own] = [step for step in steps if step["text"] == "a, morale before the blows"]
    assert [(line["label"], line["amount"]) for line in own["lines"]] == [
        ("morale", "9"), ("wounds lost", "-3"), ("own numbers", "3"), ("numbers of the enemy", "-3"),
        ("as stated", "2"),
    ]  # fmt: skip
    for models, leaders, bonus in ((29, [], 0), (29, [HERO], 1), (30, [], 1)):
        target = unit("hogmen/hog-watch", models, formation=RANKS, characters=leaders)
        lines = answered(SITUATIONS["shoot"] | {"target": target})["steps"][0]["lines"]
        assert len(lines) == 3 + bonus, (models, leaders)
    [step] = answered(SITUATIONS["morale"])["steps"]
    assert step["text"] == ("unit tests because it lost a quarter of its models this turn, fights a superior enemy")
    assert step["number"] == 9 - 3 - 1 + 1 - 3


def test_what_came_before_counts_in_the_first_turn_and_nobody_is_forced_who_never_tests() -> None:
    steady = {"models": [{"figures": {"morale": {"value": 8}, "melee": [{"attacks": 0, "skill": 1}]}, "count": 1}]}
    for frightened in (False, True):
        sides = [steady | {"frightened": frightened}, steady]
        tests = answered(HEAD | {"kind": "melee", "sides": sides})["results"]["a.tests"]["exact"]
        assert tests == str(int(frightened))
    mount = {"models": [{"figures": {"wounds": 6}}], "wounded": True, "models_at_first": 9}
    for rider, mounts in (("fearless", "natural"), ("natural", "fearless"), ("natural", "natural")):
        both = deepcopy(mount)
        both["models"][0]["figures"]["morale"] = {"value": 1, "kind": mounts}
        both["characters"] = [{"figures": {"morale": {"value": 1, "kind": rider}}, "rides": True}]
        answer = answered(HEAD | {"kind": "morale", "unit": both, "enemies": [SIDES[1]], "forced": True})["results"]
        bold = "fearless" in (rider, mounts)
        assert (answer["breaks"]["decimal"] == 0, answer["paid"]["decimal"] > 0) == (bold, bold)
    for kind, enemies in (("fearless", []), ("fearless", [SIDES[1]]), ("natural", [])):
        unit_alone = {"models": [{"figures": {"morale": {"value": 8, "kind": kind}}}]}
        plain = HEAD | {"kind": "morale", "unit": unit_alone, "enemies": enemies, "forced": True}
        assert answered(plain)["results"]["tests"]["exact"] == str(int(kind == "natural" or bool(enemies)))


def test_tests_in_other_phases_are_always_made_and_break_only_who_stands_or_flees() -> None:
    """E25: with the enemy's numbers, an exchange needs 9 + 2 - 3; not to follow, 9 alone (readings BR4 and BR40)."""
    calm = SITUATIONS["morale"] | {"unit": unit("dwarves/axemen", 12, formation=RANKS), "enemies": [SIDES[1]]}
    chances = {}
    for reason in ("turn-end", "covering", "falling-back", "exchange", "following"):
        answer = answered(calm | {"reason": reason})
        results = {name: Fraction(each.get("exact", each.get("mean"))) for name, each in answer["results"].items()}
        assert (results["tests"] == 1) == (reason != "turn-end"), reason
        assert (results["breaks"] == 1 - results["passes"]) == (reason not in ("falling-back", "following")), reason
        chances[reason] = results["passes"], answer["steps"][0]["number"], answer["steps"][0]["text"]
    assert chances["turn-end"][0] == 1
    assert chances["covering"] == (Fraction(26, 36), 8, "unit tests to cover a retreat")
    assert chances["falling-back"] == (Fraction(26, 36), 8, "unit tests to fall back")
    assert chances["exchange"] == (Fraction(26, 36), 8, "unit tests to exchange")
    assert chances["following"] == (Fraction(30, 36), 9, "unit tests not to follow")
    bold = {"models": [{"figures": {"morale": {"value": 8, "kind": "fearless"}}, "count": 12}], "formation": RANKS}
    pays = {
        reason: answered(calm | {"unit": bold, "reason": reason})["results"]["paid"]["mean"] != "0"
        for reason in ("covering", "exchange", "falling-back", "following")
    }
    assert pays == {"covering": True, "exchange": True, "falling-back": False, "following": False}


def test_two_strike_for_each_who_is_run_over_and_nobody_tests() -> None:
    """E23, line 1106: thirty over five: ten dice against five, four for each of base 4; no long weapons later."""
    thirty = unit("dwarves/axemen", 30, name="a", formation=RANKS)
    plain = SITUATIONS["overrun"] | {"sides": [thirty, unit("orcs/orc-warrior", 5, name="b")]}
    answer = answered(plain)["results"]
    assert set(answer) == {f"{side}.{what}" for side in "ab" for what in ("wounds", "fallen", "destroyed")}
    skilled = {"figures": {"melee": [{"attacks": 1, "skill": 6}], "wounds": 4}}
    for base, free, dice in ((1, None, 10), (4, None, 20), (9, None, 30), (1, 2, 4), (9, 5, 30)):
        mover = {"name": "a", "models": [skilled | {"count": 99}]}
        prey = {"name": "b", "models": [{"figures": {"base": base, "wounds": 4}, "count": 5}], "in_contact": free}
        assert answered(plain | {"sides": [mover, prey]})["results"]["b.wounds"]["mean"] == str(min(dice, 20)), base
    for leaders in range(4):
        weak = [{"figures": {"wounds": 1}}] * leaders  # stand in the place of as many models
        mover = {"name": "a", "models": [skilled | {"count": 99}], "characters": weak}
        prey = {"name": "b", "models": [{"figures": {"wounds": 4}, "count": 5}]}
        assert answered(plain | {"sides": [mover, prey]})["results"]["b.wounds"]["mean"] == str(10 - leaders), leaders
    lances = unit("high-elves/cavalry-with-lance", 20, name="a", formation=RANKS)
    orcs = unit("orcs/orc-warrior", 6, name="b")
    wounds = {
        turn: Fraction(answered(plain | {"sides": [lances, orcs], "turn": turn})["results"]["a.wounds"]["mean"])
        for turn in ("first", "later")
    }
    assert wounds["first"] < wounds["later"]
    hero = {"figures": {"wounds": 9, "base": 4}}
    for at, more, troops, on_hero in ((0, {}, 8, 0), (4, {}, 4, 4), (1, {"in_contact": 1}, 5, 1)):
        mover = {"name": "a", "models": [skilled | {"count": 99}]}
        prey = {
            "name": "b",
            "models": [{"figures": {"wounds": 4}, "count": 2}],
            "characters": [hero | {"struck_by": at}],
        }
        found = answered(plain | {"sides": [mover, prey | more]})["results"]
        assert (found["b.wounds"]["mean"], found["b.character.wounds"]["mean"]) == (str(troops), str(on_hero)), at
    alone = {"name": "b", "models": [{"figures": {"wounds": 9}, "section": "characters"}], "characters": [hero]}
    found = answered(plain | {"sides": [mover, alone]})["results"]
    assert [found[f"b.{which}.wounds"]["mean"] for which in ("character", "character2")] == ["2", "4"], (
        "none runs to help"
    )
    for wrong, more, reason in ((5, {}, "must be at most 4"), (1, {"overrun": False}, "must be 0")):
        sides = [mover | {"in_contact": 5}] * bool(more) or [mover]
        refused = (
            plain | {"sides": [*sides, prey | {"characters": [hero | {"struck_by": wrong}], "in_contact": 1}]} | more
        )
        with pytest.raises(MalformedError, match=f"characters\\[0\\].struck_by: {reason}"):
            answered(refused)
    many, five = ({"models": [model]} for model in (skilled | {"count": 99}, {"figures": {"wounds": 4}, "count": 5}))
    for how, wounds_of in (("overrun", "10"), ("caught", "20")):
        caught = SITUATIONS["run over"] | {"how": how, "striker": many, "struck": five}
        assert answered(caught)["results"]["wounds"]["mean"] == wounds_of
    led = {"models": [{"figures": {}, "count": 7}], "characters": [hero]}
    found = answered(SITUATIONS["caught"] | {"striker": {"models": [skilled | {"count": 9}]}, "struck": led})["results"]
    assert [found[name]["mean"] for name in ("wounds", "character.wounds")] == ["7", "2"], (
        "troops first, then who leads"
    )


def test_blows_may_be_aimed_at_who_is_aboard_at_less_to_hit() -> None:
    """L2541: of six blows at 4 four hit, a sixth of them riders; aimed at one they need 3 and find nobody else."""
    rider = {"figures": {"wounds": 9}, "rides": True}
    vehicle = {
        "name": "v",
        "models": [{"figures": {"wounds": 20}, "section": "vehicles"}],
        "characters": [rider, rider],
    }
    blows = {"name": "b", "models": [{"figures": {"melee": [{"attacks": 6, "skill": 4}]}}], "in_contact": 1}
    plain = HEAD | {"kind": "melee"}
    means = {}
    for aim in (None, 2):
        found = answered(plain | {"sides": [vehicle, blows | ({"at_aboard": aim} if aim else {})]})["results"]
        means[aim] = [found[f"v.{name}wounds"]["mean"] for name in ("", "character.", "character2.")]
    assert means == {None: ["10/3", "1/3", "1/3"], 2: ["0", "0", "3"]}
    beast = vehicle | {"models": [{"figures": {"wounds": 20}}], "characters": [rider]}
    for struck, reason in ((beast, "must be absent: that character of v isn't aboard"), (vehicle, "must be at most 2")):
        sides = [struck, blows | {"at_aboard": 1 if struck is beast else 3}]
        with pytest.raises(MalformedError, match=f"at_aboard: {reason}"):
            answered(plain | {"sides": sides})


def test_who_has_shot_reloads_for_a_turn() -> None:
    """L1366 and L2862: nobody who moves or is a war machine in a melee; natural missiles may move."""
    javelins = {"figures": {"movement": {"ground": 6}, "missile": [
        {"name": "Javelins", "range": 9, "attacks": 1, "skill": 3, "reloads": True, "natural": True}
    ]}}  # fmt: skip
    machine, guns = unit("war-machines/cannon"), SITUATIONS["shoot"]["shooter"]
    for shooter, more, reloads in (
        (guns, {}, True), (guns, {"moved": 1}, False), (guns, {"engages": True}, True), (machine, {}, True),
        (machine, {"engages": True}, False), ({"models": [javelins]}, {"moved": 6}, True),
    ):  # fmt: skip
        plain = HEAD | {"kind": "shoot", "shooter": shooter, "target": WATCH, "loaded": False} | more
        assert answered(plain)["results"] == {
            "hits": answered(plain)["results"]["hits"],
            "reloads": {"exact": str(int(reloads)), "decimal": float(reloads)},
        }
        assert answered(plain)["results"]["hits"]["distribution"] == {"0": "1"}


def test_who_may_try_to_rally() -> None:
    """L1645: a quarter of the models is enough, six inches are far enough, and nothing changes the number."""
    five = unit("dwarves/axemen", 5, models_at_first=20)
    fair = SITUATIONS["rally of a unit"] | {"unit": five}
    assert answered(fair)["results"] == answered(HEAD | {"kind": "rally", "morale": 9})["results"] | {
        "may_try": {"exact": "1", "decimal": 1.0}
    }
    for change, bar in (
        ({"just_broken": True}, "hasn't been broken since before this phase"),
        ({"nearest_enemy": 5.9}, "is less than 6 inches from an enemy that isn't broken"),
        ({"unit": five | {"wounded": True}}, "has suffered losses this turn"),
        ({"unit": five | {"characters_lost": 1}}, "has suffered losses this turn"),
        ({"unit": five | {"models_at_first": 21}}, "has less than a quarter of its models left"),
    ):
        answer = answered(fair | change)
        assert [answer["results"][name] for name in ("rallies", "may_try")] == [{"exact": "0", "decimal": 0.0}] * 2
        assert answer["results"]["attempts"] is None
        assert answer["steps"][0]["text"] == f"unit may not try, because it {bar}"
    led = answered(fair | {"unit": five | {"characters": [CHAMPION]}})
    assert led["steps"][0]["number"] == max(9, printed_catalogue().rows["dwarves/dwarf-champion"].morale.value)


def test_a_fire_shield_holds_in_passing_against_whom_fire_hurts() -> None:
    for immune, holds in ((["fire"], False), ([], True)):
        striker = {"models": [{"figures": {"melee": [{"attacks": 1, "skill": 3}], "defence": {"immune": immune}}}]}
        shield = {"spells": [{"spell": "fire/fire-shield"}]}
        plain, shielded = (
            answered(SITUATIONS["flown-over"] | {"striker": striker, "struck": {"models": [{"figures": {}}], **borne}})
            for borne in ({}, shield)
        )
        assert (plain["results"] != shielded["results"]) == holds


def test_a_fraction_that_is_too_long_to_write_is_left_out() -> None:
    assert plain_chance(Fraction(1, 6**5600)) == {"exact": None, "decimal": 0.0}
    assert plain_chance(Fraction(1, 6**5000))["exact"] == f"1/{6**5000}"


def test_what_regenerates_and_several_characters_fight_on_to_the_end() -> None:
    """By hand: a sure blow a turn at three wounds, each of which comes back by 1 in 2.

    With two lost it takes 1 turn more, with one 1 + 9/4 + 7/2 + 1/4 = 7, with none 1 + 9/2 + 7/2 = 9.
    """
    sure = {"models": [{"figures": {"melee": [{"attacks": 1, "skill": 6}]}}]}
    duel = answered(HEAD | {"kind": "duel", "sides": [sure, {"models": [HEALING | {"count": 1}]}]})["results"]
    assert (duel["a.wins"]["exact"], duel["rounds"]["mean"]) == ("1", "9")
    heroes = {"models": [{"figures": {"wounds": 1}}], "characters": [HERO, HERO], "in_contact": 1}
    fought = answered(HEAD | {"kind": "fight-on", "sides": [sure, heroes]})["results"]
    assert sum(Fraction(fought[f"{name}.wins"]["exact"]) for name in ("a", "b", "nobody")) == 1


def test_harmless_fights_have_no_end_and_are_not_played_on() -> None:
    harmless = {"models": [{"figures": {"armour": {"value": 6}, "melee": [{"attacks": 1, "skill": 1}]}}]}
    plain = HEAD | {"kind": "fight-on", "sides": [harmless, harmless]}
    assert answered(plain)["results"]["rounds"] is None
    once = resolved(printed_catalogue(), read_situation(json.dumps(plain)), Seeded(1))
    assert once["results"]["rounds"] >= 1
    assert once["results"]["a.wins"] is False


def test_typed_dice_are_all_there() -> None:
    situation = read_situation(json.dumps(SITUATIONS["to-hit"]))
    source = Typed([1, 3])
    once = resolved(printed_catalogue(), situation, source)
    source.check_all_taken()
    assert once["results"] == {"hits": True}
    assert [step["faces"] for step in once["steps"]] == [[1], [3]]
    with pytest.raises(FacesError, match="to hit after a 1 asks for 1 dice"):
        resolved(printed_catalogue(), situation, Typed([1]))


GIANTS = unit("giant-kings/young-giant", 2)
OGRES, THREE = {"figures": {"base": 9, "wounds": 3}, "count": 5}, {"characters": [HERO] * 3}
HEALING = {"figures": {"wounds": 3, "defence": {"regeneration": True}}, "count": 20}
BLOWS = {"melee": [{"attacks": 1, "skill": 3, "alternative": place in (1, 3)} for place in range(4)]}
MANY = {"models": [{"figures": {"melee": [{"attacks": 1, "skill": 3}]}, "count": 250}], "in_contact": 250}
HYDRA = {"wounds": 10, "melee": [{"attacks": 1, "skill": 3}], "defence": {"regeneration": True}}
HYDRAS = {"models": [{"figures": HYDRA, "count": 4}], "in_contact": 4}
RAMMERS = {"models": [{"figures": {"ramming": {"attacks": 1, "skill": 3}}}], "rams": True}
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("melee", {"kind": "brawl"}, "kind: must be one of"),
    ("melee", {"sides.0.models.0.profile": "dwarves/axmen"}, "sides[0].models[0].profile: there is no profile"),
    ("melee", {"sides.0.models.0.profile": None}, "sides[0].models[0]: needs either"),
    ("melee", {"sides.0.models.0.wounds_lost": 1}, "sides[0].models[0].wounds_lost: must be less than 1"),
    ("melee", {"sides.0.models.0.count": 5}, "sides[0].formation: rank and file takes 6 models"),
    ("melee", {"sides.0.formation.files": 2}, "sides[0].formation.files: 20 models can't stand 2 wide"),
    ("melee", {"sides.0.formation": {"kind": "skirmish"}}, "sides[0].in_contact: is missing"),
    ("melee", {"sides.1.fought_at": "rear"}, "sides[0].in_contact: is missing"),
    ("melee", {"sides.0.in_contact": 21}, "sides[0].in_contact: must be at most 20"),
    ("melee", {"sides.0.rams": True}, "sides[0].rams: a has no ramming attack"),
    ("melee", {"sides.0.lines": [2]}, "sides[0].lines[0]: must be at most 1"),
    ("melee", {"sides.0.name": "b"}, "sides[1].name: is that of the other side"),
    ("melee", {"sides.0.models_at_first": 19}, "sides[0].models_at_first: must be at least 20"),
    ("melee", {"sides.0.characters": [HERO] * 4}, "sides[0].characters: must have at most 3"),
    ("melee", {"sides.0.characters": [HERO, HERO | {"at": 2}]}, "sides[0].characters[1].at: must be at most 0"),
    (
        "ridden",
        {"sides.0.characters": [CHAMPION | {"rides": True}] * 2},
        "sides[0].characters[1].rides: must be false: a mount carries one",
    ),
    ("melee", {"sides.0.at_characters": True}, "sides[0].at_characters: must be false: b has no character"),
    (
        "melee",
        {"sides.0.at_characters": True, "sides.1.characters": [HERO]},
        "sides[0].at_characters: must be false: only monsters and giants",
    ),
    ("melee", {"sides.0.characters": [HERO | {"rams": True}]}, "sides[0].characters[0].rams: a's character has no ram"),
    ("melee", {"sides.0.characters": [HERO | {"lines": [1]}]}, "sides[0].characters[0].lines[0]: must be at most 0"),
    ("melee", {"sides.0.commanders_lost": 1}, "sides[0].commanders_lost: must be at most 0"),
    (
        "duel",
        {"sides.0.characters": [HERO]},
        "sides[0].characters: must be empty: a duel is fought by two models",
    ),
    (
        "melee",
        {"sides.0.characters": [HERO | {"rides": True}]},
        "sides[0].models[0].count: must be 1: a character",
    ),
    ("melee", {"sides.0": RIDDEN | unit("monsters/horse")}, "sides[0].models[0]: has "),
    ("melee", {"sides.0": unit("dwarves/berserker", 9, formation=RANKS)}, "sides[0].formation: berserk units"),
    ("melee", {"sides.0.models.0": {"figures": {"wounds": 0}}}, "sides[0].models[0]: has no wounds"),
    ("duel", {"sides.0.models.0.count": 2, "sides.0.in_contact": 2}, "sides[0].models[0].count: must be 1: a duel"),
    ("shoot", {"engages": True, "loaded": True}, "engages: must be false: who fights doesn't shoot"),
    ("stand", {"loaded": False}, "loaded: must be true: crossbow takes no turn to reload"),
    ("shoot", {"loaded": False, "charge": "standing"}, "charge: must be absent: who reloads doesn't shoot"),
    ("shoot", {"weapon": "bow"}, "weapon: shooter has no missile attack “bow”"),
    ("shoot", {"shooter": unit("dwarves/axemen", 9)}, "shooter: shooter has no missile attack"),
    ("shoot", {"range": 40}, "range: 40 inches are too far"),
    ("shoot", {"moved": 3}, "moved: "),
    ("shoot", {"shooter.characters": [HERO]}, "shooter.characters: must be empty"),
    ("character", {"target.characters.0.count": 2}, "target.characters[0].count: must be 1"),
    ("character", {"target.characters.0.wounds_lost": 2}, "target.characters[0].wounds_lost: must be less than 2"),
    ("shot at a rider", {"shots": 20}, "shots: must be at most 10"),
    ("strikes", {"attacks": 9, "wounds": "d3"}, "attacks: up to 108 hits"),
    ("strikes", {"attacks": 3, "hits": "3d3", "wounds": "9d3", "wounds_each": 90}, "attacks: up to 27 hits"),
    ("strikes", {"attacks": 2, "hits": "3d3", "wounds": "9d3", "wounds_each": 90}, "attacks: up to 18 hits of 9d3"),
    ("strikes", {"attacks": 200, "hits": "9d3"}, "attacks: up to 5400 dice are too many: 1000"),
    ("shoot", {"range": None}, "range: is missing"),
    ("shoot", {"charge": "charging"}, "charge: "),
    ("stand", {"engaged": True}, "engaged: must be false: who stands and fires"),
    ("strays", {"engaged": False}, "engaged: must be true: shots that miss"),
    ("strays", {"strays.0.range": 40}, "strays[0].range: 40 inches are too far"),
    ("strays", {"strays.0.unit.name": "target"}, "strays[0].unit.name: is that of another unit"),
    ("shoot", {"shots": 11}, "shots: must be at most 10, those of the 10 models"),
    ("morale", {"unit.wounds_at_first": 17}, "unit.wounds_at_first: must be at least 18"),
    (
        "melee",
        {"sides.0.models.0.figures": BLOWS, "sides.0.models.0.profile": None, "sides.0.lines": [1, 3, 2]},
        "sides[0].lines[2]: can't be used together with 1",
    ),
    ("melee", {"sides.0": RAMMERS, "turn": "later"}, "sides[0].rams: must be false in later turns"),
    ("melee", {"sides.0": RAMMERS | {"fought_at": "rear"}}, "sides[0].rams: must be false: nobody rams"),
    (
        "melee",
        {"sides.0.models.0": {"figures": {"melee": [{"attacks": 1, "skill": 3, "hits_d3": 1}]}, "count": 20}},
        "sides[0].models[0]: attacks of several hits",
    ),
    ("melee", {"sides.0.in_contact": 6}, "sides[0].in_contact: must be at most 5, the models along its front"),
    ("melee", {"sides.0.in_contact": 5, "sides.0.fought_at": "flank"}, "sides[0].in_contact: must be at most 4"),
    (
        "melee",
        {"sides.0.name": "b", "sides.1": unit("orcs/orc-warrior", in_contact=1)},
        "sides[1].name: is that of the other side",
    ),
    ("duel", {"sides.1.name": "nobody"}, "sides[1].name: must not be “nobody”"),
    (
        "melee",
        {"sides.0.models.0.figures": {"melee": [{"attacks": 100, "skill": 3}] * 3}, "sides.0.models.0.profile": None},
        "sides[0].lines: up to 1500 dice are too many",
    ),
    (
        "melee",
        {
            "sides.0.models.0.figures": {"melee": [{"attacks": 5, "skill": 3, "wounds_d3": 1}]},
            "sides.0.models.0.profile": None,
            "sides.1.models.0": {"figures": {"wounds": 2}, "count": 20},
        },
        "sides[0].lines: up to 25 hits of several wounds",
    ),
    ("fight-on", {"sides.0.models.0.count": 502}, "sides: have 502 and 20 wounds, too many"),
    ("melee", {"sides": [MANY, MANY | {"name": "z"}]}, "sides: their blows have up to 63252 results together"),
    ("fight-on", {"sides": [HYDRAS, HYDRAS | {"name": "z"}]}, "sides: may have "),
    (
        "fight-on",
        {"sides": [SIDES[0] | {"characters": [CHAMPION, LORD]}, SIDES[1] | {"characters": [LORD, CHAMPION]}]},
        "sides: may have 57600000 results to the end",
    ),
    ("strikes", {"hits": "d6"}, "hits: must be dice as d3 or 4d3"),
    ("break-test", {"sides.0.lost": 5001}, "sides[0].lost: must be at most 5000"),
    ("break-test", {"sides.1.name": "a"}, "sides[1].name: is that of another side, “a”"),
    ("initiative", {"sides": [{"name": "we"}]}, "sides: must have at least 2"),
    ("run over", {"struck.models.0.count": 7}, "how: must not be “overrun”: its 20 wounds by size are fewer than 21"),
    (
        "melee",
        {"sides.0": {"models": [OGRES | {"count": 1}], "formation": RANKS | {"files": 2}, "in_contact": 1} | THREE},
        "sides[0].characters: must be 2 at most, as many as stand along its front",
    ),
    (
        "overrun",
        {"sides.0.characters": [HERO] * 3, "sides.1.in_contact": 1},
        "sides[0].characters: must be 2 at most, as many as may strike at 1 who are run over",
    ),
    (
        "melee",
        {"sides.0": {"models": [OGRES], "formation": RANKS} | THREE, "sides.1": {"models": [HERO]}},
        "sides[0].characters: must be 2 at most, as many as touch b",
    ),
    ("ramming", {"striker.characters": [HERO]}, "striker.characters: must be empty: where rams miss"),
    ("overrun", {"sides.0.models.0.count": 14}, "overrun: must be false: its 14 wounds by size are fewer than 15"),
    ("overrun", {"sides.0.in_contact": 5}, "sides[0].in_contact: must be absent: as many strike"),
    ("overrun", {"sides.1.in_contact": 6}, "sides[1].in_contact: must be at most 5"),
    ("run over", {"friends": [SIDES[0]]}, "friends: must be empty: only rams go astray"),
    ("ramming", {"striker.in_contact": 3}, "striker.in_contact: must be at most 2"),
    ("ramming", {"striker.in_contact": None}, "striker.in_contact: is missing: how many models ram?"),
    ("ramming", {"struck": GIANTS | {"name": "b"}}, "how: must not be at several models of five wounds"),
    (
        "melee",
        {"sides.0.models.0.section": "vehicles"},
        "sides[0].models[0].section: must be absent: the profile says",
    ),
    ("ramming", {"friends.1.name": "b"}, "friends[1].name: is that of another unit"),
    ("ramming", {"friends.0.characters": [CHAMPION]}, "friends[0].characters: must be empty"),
    ("ramming", {"striker": SIDES[0] | {"in_contact": 5}}, "striker.rams: a has no ramming attack"),
    ("hazard", {"hazard": LAGOON | {"dice": "3d6"}}, "hazard.dice: must be one of"),
    ("rally", {"morale": None}, "morale: is missing: state the highest morale in the unit, or the unit"),
    ("rally", {"just_broken": True}, "just_broken: must be absent without a unit"),
    ("covering", {"forced": True}, "forced: must be false: a test for covering is always made"),
    ("covering", {"unit": unit("dwarves/berserker", 8), "reason": "following"}, "unit: must not be berserk"),
    ("template", {"spell": "life/bless"}, "spell: must be a template: Bless isn't one"),
    (
        "template",
        {"spell": "water/fog-cloud", "drifts": False, "middle": None, "touched": 3},
        "spell: must harm whom it touches",
    ),
    ("template", {"spell": "nature/summon-swarm"}, "drifts: must be false: no die says where Summon Swarm goes"),
    ("template", {"middle": None}, "middle: is missing: where does the template lie"),
    ("template", {"middle": [0, 40]}, "middle: is too far from a: the template touches none"),
    ("template", {"drifts": False, "touched": 3}, "touched: is missing: state how many models it touches"),
    ("template", {"drifts": False, "middle": None, "touched": 21}, "touched: must be at most 20"),
    ("template", {"drifts": False, "spell": "fire/fire-wall"}, "middle: must be absent: Fire Wall isn't round"),
    ("template", {"unit.formation": {"kind": "skirmish"}}, "middle: must be absent: only the places of ranks"),
    ("template", {"may_resist": True}, "may_resist: must be false: no unit save stops Tornado"),
    ("template", {"shields_thrown": True}, "shields_thrown: must be false: Tornado doesn't weigh armour"),
    ("template", {"unit.characters": [HERO | {"rides": True}]}, "unit.models[0].count: must be 1: a character"),
]


@of_each(("kind", "changes", "complaint"), REFUSED)
def test_what_can_not_be_is_refused_with_its_field(kind: str, changes: dict[str, Any], complaint: str) -> None:
    plain = deepcopy(SITUATIONS[kind])
    for path, value in changes.items():
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        place: Any = plain
        for step in steps:
            place = place[step]
        place[last] = value
    with pytest.raises(MalformedError) as error:
        answered(plain)
    assert str(error.value).startswith(complaint)


def test_the_example_of_the_documentation_is_a_situation() -> None:
    text = (PROJECT / "docs" / "formats.md").read_text(encoding="utf-8")
    example = next(part for part in text.split("```json\n")[1:] if '"muster-situation/1"' in part).partition("```")[0]
    VALIDATOR.validate(json.loads(example))
    assert answered(json.loads(example))["results"]["a.fallen"]["decimal"] < 1
