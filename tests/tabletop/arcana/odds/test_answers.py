"""Situations: what they answer, that a play and the odds name the same results, and what is refused."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tabletop.arcana.odds.answers import odds, plain_chance, resolved
from tabletop.arcana.odds.situations import read_situation
from tabletop.decoding import MalformedError
from tabletop.dice import FacesError, Seeded, Typed
from tests.catalogue import PROJECT, printed_catalogue

VALIDATOR = Draft202012Validator(json.loads((PROJECT / "docs" / "schema" / "muster-situation-1.json").read_bytes()))
RANKS = {"kind": "rank-and-file", "files": 5}
HEAD = {"format": "muster-situation/1", "game": "arcana"}


def unit(profile: str, count: int = 1, **more: Any) -> dict[str, Any]:
    return {"models": [{"profile": profile, "count": count}], **more}


SIDES = [unit("dwarves/axemen", 20, name="a", formation=RANKS), unit("orcs/orc-warrior", 20, name="b", formation=RANKS)]
DUELLISTS = [unit("dwarves/dwarf-champion"), unit("orcs/orc-shaman", lines=[1])]
GUNS, WATCH = unit("dwarves/handgunner", 10, formation=RANKS), unit("hogmen/hog-watch", 12, formation=RANKS)
MEN = {"figures": {"armour": {"value": 2}, "defence": {"shield": True}}, "count": 8}
HERO = {"figures": {"wounds": 2, "armour": {"value": 2, "fixed": True}}}
CHAMPION, LORD = {"profile": "dwarves/dwarf-champion"}, {"profile": "orcs/orc-shaman", "wounds_lost": 1, "lines": [1]}
TROLLS = {"models": [{"profile": "monsters/troll", "count": 6, "wounds_lost": 2}]}
RIDDEN = unit("monsters/dragon-oriental", characters=[CHAMPION | {"rides": True}])
LAGOON = {"harm": "hits", "dice": "2d6", "strength": 3}
SITUATIONS: dict[str, dict[str, Any]] = {
    "melee": HEAD | {"kind": "melee", "sides": SIDES},
    "fight-on": HEAD
    | {"kind": "fight-on", "sides": [unit("dwarves/axemen", 6, in_contact=3), SIDES[1] | {"in_contact": 3}]},
    "duel": HEAD | {"kind": "duel", "sides": DUELLISTS},
    "shoot": HEAD | {"kind": "shoot", "shooter": GUNS, "target": WATCH, "range": 10, "cover": "cover", "to_hit": 1},
    "character": HEAD
    | {"kind": "shoot", "shooter": GUNS, "target": {"models": [MEN], "characters": [HERO]}, "range": 21},
    "strays": HEAD
    | {
        "kind": "shoot",
        "shooter": GUNS,
        "target": WATCH,
        "range": 10,
        "shots": 3,
        "engaged": True,
        "strays": [{"unit": unit("dwarves/axemen", 8, name="axemen"), "range": 15}],
    },
    "stand": HEAD
    | {
        "kind": "shoot",
        "shooter": unit("dwarves/crossbowmen", 10),
        "charge": "standing",
        "moved": 9,
        "target": unit("high-elves/noble-cavalry", 6),
    },
    "strikes": HEAD | {"kind": "strikes", "attacks": 1, "needed": 3, "hits": "4d3", "models": 20},
    "to-hit": HEAD | {"kind": "to-hit", "needed": 0},
    "morale": HEAD
    | {"kind": "morale", "unit": unit("dwarves/axemen", 12, fallen=6), "enemies": [SIDES[1] | {"stands_at": "flank"}]},
    "rally": HEAD | {"kind": "rally", "morale": 8},
    "led": HEAD
    | {"kind": "melee", "sides": [SIDES[0] | {"characters": [CHAMPION]}, SIDES[1] | {"characters": [LORD]}]},
    "trolls": HEAD
    | {"kind": "melee", "sides": [SIDES[0] | {"in_contact": 5}, TROLLS | {"in_contact": 3, "name": "b"}]},
    "ridden": HEAD | {"kind": "melee", "sides": [RIDDEN, SIDES[1] | {"in_contact": 5}]},
    "chariot": HEAD
    | {
        "kind": "melee",
        "sides": [
            unit("vehicles/heavy-chariot-with-4-javelins-and-4-horses", rams=True),
            SIDES[1] | {"in_contact": 5},
        ],
    },
    "shaken": HEAD
    | {"kind": "morale", "unit": TROLLS | {"characters": [CHAMPION]}, "enemies": [SIDES[1] | {"characters": [LORD]}]},
    "break-test": HEAD
    | {"kind": "break-test", "sides": [{"points": 5000, "lost": 1900}, {"points": 4000, "lost": 1900}]},
    "initiative": HEAD | {"kind": "initiative"},
    "flown-over": HEAD
    | {"kind": "passing", "how": "flown-over", "striker": SIDES[0], "struck": unit("monsters/dragon-oriental")},
    "caught": HEAD
    | {
        "kind": "passing",
        "how": "caught",
        "striker": unit("high-elves/cavalry-with-lance", 10),
        "struck": unit("dwarves/axemen", 8),
    },
    "hazard": HEAD | {"kind": "hazard", "unit": unit("dwarves/axemen", 12), "hazard": LAGOON},
}


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
    ]  # fmt: skip
    assert next(step["number"] for step in steps if step["text"] == "b, blows: to hit") == 1
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
HEALING = {"figures": {"wounds": 3, "defence": {"regeneration": True}}, "count": 20}
BLOWS = {"melee": [{"attacks": 1, "skill": 3, "alternative": place in (1, 3)} for place in range(4)]}
MANY = {"models": [{"figures": {"melee": [{"attacks": 1, "skill": 3}]}, "count": 250}], "in_contact": 250}
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
    ("melee", {"sides.0.characters": [HERO, HERO]}, "sides[0].characters: must have at most 1"),
    ("melee", {"sides.0.at_characters": True}, "sides[0].at_characters: must be false: b has no character"),
    (
        "melee",
        {"sides.0.at_characters": True, "sides.1.characters": [HERO]},
        "sides[0].at_characters: must be false: only monsters",
    ),
    ("melee", {"sides.0.characters": [HERO | {"rams": True}]}, "sides[0].characters[0].rams: a's character has no ram"),
    ("melee", {"sides.0.characters": [HERO | {"lines": [1]}]}, "sides[0].characters[0].lines[0]: must be at most 0"),
    ("melee", {"sides.0.commanders_lost": 1}, "sides[0].commanders_lost: must be at most 0"),
    ("duel", {"sides.0.characters": [HERO]}, "sides[0].characters: must be empty: who leads characters"),
    ("melee", {"sides.0": GIANTS | {"in_contact": 2}}, "sides[0].models[0].count: several models"),
    (
        "melee",
        {"sides.0": unit("vehicles/war-wagon-with-2-ballistae-and-2-beasts", 2, in_contact=1)},
        "sides[0].models[0].count: several models",
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
    ("shoot", {"weapon": "bow"}, "weapon: shooter has no missile attack “bow”"),
    ("shoot", {"shooter": unit("dwarves/axemen", 9)}, "shooter: shooter has no missile attack"),
    ("shoot", {"range": 40}, "range: 40 inches are too far"),
    ("shoot", {"moved": 3}, "moved: "),
    ("shoot", {"shooter.characters": [HERO]}, "shooter.characters: must be empty"),
    ("character", {"target.characters.0.count": 2}, "target.characters[0].count: must be 1"),
    ("character", {"target.characters.0.wounds_lost": 2}, "target.characters[0].wounds_lost: must be less than 2"),
    ("character", {"shooter": unit("war-machines/ballista"), "range": 20}, "target.characters: must be empty for"),
    ("strikes", {"attacks": 9, "wounds": "d3"}, "attacks: up to 108 hits"),
    ("strikes", {"attacks": 3, "hits": "3d3", "wounds": "9d3", "wounds_each": 90}, "attacks: up to 27 hits"),
    ("strikes", {"attacks": 2, "hits": "3d3", "wounds": "9d3", "wounds_each": 90}, "attacks: up to 18 hits of 9d3"),
    ("strikes", {"attacks": 200, "hits": "9d3"}, "attacks: up to 5400 dice are too many: 1000"),
    ("shoot", {"target": RIDDEN}, "target.characters[0].rides: must be false: hits on a rider"),
    ("shoot", {"range": None}, "range: is missing"),
    ("shoot", {"charge": "charging"}, "charge: "),
    ("stand", {"engaged": True}, "engaged: must be false: who stands and fires"),
    ("strays", {"engaged": False}, "engaged: must be true: shots that miss"),
    ("strays", {"strays.0.range": 40}, "strays[0].range: 40 inches are too far"),
    ("strays", {"strays.0.unit.name": "target"}, "strays[0].unit.name: is that of another unit"),
    ("shoot", {"shots": 11}, "shots: must be at most 10, those of the 10 models"),
    ("fight-on", {"sides.1.models.0": HEALING}, "sides[1].models[0]: regeneration isn't resolved to the end"),
    (
        "duel",
        {"sides.1": {"models": [HEALING | {"count": 1}]}},
        "sides[1].models[0]: regeneration isn't resolved to the end",
    ),
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
    ("fight-on", {"sides": [MANY | {"in_contact": 50}, unit("dwarves/axemen", 40, in_contact=40)]}, "sides: may have "),
    (
        "fight-on",
        {"sides": [SIDES[0] | {"characters": [CHAMPION]}, SIDES[1] | {"characters": [LORD]}]},
        "sides: may have 6600000 results to the end",
    ),
    ("strikes", {"hits": "d6"}, "hits: must be dice as d3 or 4d3"),
    ("break-test", {"sides.0.lost": 5001}, "sides[0].lost: must be at most 5000"),
    ("break-test", {"sides.1.name": "a"}, "sides[1].name: is that of another side, “a”"),
    ("initiative", {"sides": [{"name": "we"}]}, "sides: must have at least 2"),
    ("caught", {"striker.characters": [HERO]}, "striker.characters: must be empty"),
    ("caught", {"struck": GIANTS}, "struck.models[0].count: several models"),
    ("hazard", {"unit.characters": [HERO]}, "unit.characters: must be empty: who of a unit sinks first"),
    ("hazard", {"hazard": LAGOON | {"dice": "3d6"}}, "hazard.dice: must be one of"),
]


@pytest.mark.parametrize(("kind", "changes", "complaint"), REFUSED)
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
