"""Situations of Wizard Kings: reasons as the rules give them, odds exactly, one play as its dice fall."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabletop.decoding import MalformedError
from tabletop.dice.sources import Typed
from tabletop.packs import HOUSE_PACK
from tabletop.wizardkings.game import WIZARD_KINGS
from tabletop.wizardkings.pack import UnitRow
from tabletop.wizardkings.play.battle import Block, Side, dice_of, firing_order
from tests.bay import PACKS, PLAIN
from tests.laws import law_of


def situation(kind: str, **fields: Any) -> str:
    return json.dumps({"format": "muster-situation/1", "game": "wizard-kings", "kind": kind} | fields)


def ask(kind: str, **fields: Any) -> dict[str, Any]:
    return WIZARD_KINGS.odds(situation(kind, **fields), PACKS)


def unit(name: str, steps: int = 1, **fields: Any) -> dict[str, Any]:
    return {"unit": name, "steps": steps} | fields


def test_wk_11_to_16_are_answered_by_a_hex_of_the_map_and_the_moon_of_a_turn() -> None:
    units = [unit("cragsman"), unit("levy", moved=True), unit("shrew-kin")]
    said = ask("recruit", units=units, hex="1,5", turn=3)
    assert (said["facts"]["moon"], said["facts"]["limit"], said["pack"]) == ("full", 1, HOUSE_PACK)
    assert [(each["may"], each["gains_up_to"]) for each in said["facts"]["units"]] == [(True, 1), (False, 0), (True, 3)]
    assert [each["rule"] for each in said["facts"]["units"][1]["reasons"]] == ["WK-11", "WK-12"]
    assert said["facts"]["choose"] == [
        "2 of different types (mountain, werebeast) want to recruit in a hex: at most 1 may."
    ]
    assert said["explained"] == [
        "Cragsman may gain 1 step.", "Shrew-kin may gain 3 steps.", "At most 1 unit may recruit in this hex.",
    ]  # fmt: skip
    nobody = ask("recruit", units=[unit("levy"), unit("tide-mage")], hex="0,2", moon="new")
    assert (nobody["rule"], nobody["facts"]["limit"], nobody["explained"]) == ("WK-12", 0, [])
    assert [each["rule"] for each in nobody["refusals"]] == ["WK-12", "WK-10"]
    two = ask("recruit", units=[unit("cragsman"), unit("cragsman", ref="other")], site={"ground": "mountain"})
    assert two["explained"][-1] == "At most 2 units may recruit in this hex."
    units[2]["wants"] = False  # and so doesn't take the others' place
    others = ask("recruit", units=[*units, unit("cragsman", ref="other")], hex="1,5", turn=3)["facts"]
    assert (others["limit"], others["choose"], others["units"][2]["may"]) == (2, [], True)
    home = ask("recruit", units=[unit("longskiff")], hex="0,1", capital=True)
    assert home["facts"]["units"][0]["may"]


def test_wk_20_is_answered_after_a_battle() -> None:
    stay = {"units": [unit("levy", fought=True)], "site": {}, "after_battle": True}
    assert ask("recruit", **stay)["facts"]["units"][0]["gains_up_to"] == 2
    assert ask("recruit", **stay, readings={"one_step_after_battle": True})["facts"]["units"][0]["gains_up_to"] == 1
    assert ask("recruit", **stay, won=False)["rule"] == "WK-20"


def test_worked_case_14_a_spell_s_hits_and_fatigue_exactly() -> None:
    said = ask("spell", caster=unit("tide-mage", 3), spell="flood-tide")
    assert said["results"]["fatigued"]["exact"] == "1/2"
    assert said["results"]["hits"]["mean"] == "3"
    assert said["facts"]["steps_left"] == 3
    assert "On 3 or less, 1/2, the wizard has to retreat as his next round begins." in said["explained"]
    assert "It holds for 1 round; to hold on it is cast again." in said["explained"]
    refused = ask("spell", caster=unit("tide-mage", 2), spell="flood-tide")
    assert (refused["rule"], refused["reason"]) == ("WK-32", "With 2 steps Tide Mage casts up to level 2, not 3.")
    hag = ask("spell", caster=unit("cave-hag", 2), spell="spray")
    assert (hag["facts"]["steps_left"], list(hag["results"])) == (1, ["hits"])
    assert ask("spell", caster=unit("cave-hag", 1), spell="spray")["rule"] == "WK-40"
    plain = {"units": PLAIN["units"], "spells": [PLAIN["spells"][0] | {"kind": "indirect", "dice": None}]}
    own = PLAIN | {"meta": {"id": "mine", "title": "Mine", "kind": "own"}} | plain
    blind = ask("spell", caster=unit("tide-mage"), spell="spray", pack=own)
    assert (list(blind["results"]), blind["pack"]) == (["fatigued"], "own pack “Mine”, typed in by its owner")
    once = WIZARD_KINGS.resolved(
        situation("spell", caster=unit("tide-mage", 3), spell="flood-tide"), PACKS, Typed((1, 2, 3, 4, 5, 6, 4))
    )
    assert once["results"] == {"hits": 3, "fatigued": False}


def test_worked_case_15_and_henges_are_answered() -> None:
    twice = [{"spell": "spray"}, {"spell": "spray"}]
    assert ask("learn", wizard=unit("tide-mage"), kills=twice)["facts"]["gained"] == 1
    assert ask("learn", wizard=unit("tide-mage", 4), kills=twice)["explained"] == ["Tide Mage learns 0 steps: 4 then."]
    study = ask("henge", wizard=unit("tide-mage"), site={"henge": True})
    assert study["results"]["a step gained"]["exact"] == "1/3"
    assert ask("henge", wizard=unit("tide-mage"), site={})["rule"] == "WK-31"


def test_worked_case_22_dice_hit_exactly_and_letters_fire_in_turn() -> None:
    said = ask("fire", unit="mire-beast", steps=3)
    assert said["results"]["hits"]["distribution"] == {"0": "1/8", "1": "3/8", "2": "3/8", "3": "1/8"}
    a2 = UnitRow(id="a", name="A", kind="army", fire="A", hit=2)  # type: ignore[arg-type]
    assert float(dice_of(a2, 4).odds().mean()) == pytest.approx(4 / 3)
    ratings = ("D1", "B+", "C2", "A1", "B3", "A+", "")
    rows = {
        rating: UnitRow(id="x", name="X", kind="army", fire=rating[:1] or None, plus="+" in rating)  # type: ignore[arg-type]
        for rating in ratings
    }
    blocks = [Block(ref=rating, side=Side.DEFENDER, row=row, steps=1) for rating, row in rows.items()]
    assert [block.ref for block in firing_order(blocks)] == ["A+", "A1", "B+", "B3", "C2", "D1", ""]
    tied = [Block(ref=side, side=side, row=rows["A1"], steps=1) for side in (Side.ATTACKER, Side.DEFENDER)]
    assert [block.ref for block in firing_order(tied)] == ["defender", "attacker"]


def fighter(name: str, side: str, steps: int = 1, **fields: Any) -> dict[str, Any]:
    return {"unit": name, "side": side, "steps": steps} | fields


def test_a_round_is_exact_the_dead_don_t_fire_and_the_strongest_takes_the_hit() -> None:
    duel = ask("battle", blocks=[fighter("levy", "attacker"), fighter("gull-rider", "defender")])
    assert duel["facts"]["order"] == ["gull-rider", "levy"]
    assert duel["results"]["no attacker left"]["exact"] == "1/3"
    assert duel["results"]["no defender left"]["exact"] == "1/9"
    blocks = [
        fighter("levy", "attacker", 2), fighter("woodward", "attacker", 3), fighter("mire-beast", "defender", 4),
        fighter("keep", "defender", ref="castle"),
    ]  # fmt: skip
    once = WIZARD_KINGS.resolved(situation("battle", blocks=blocks), PACKS, Typed((1, 2, 3, 6, 6, 1, 6)))
    assert [each["name"] for each in once["steps"]] == [
        "mire-beast fires", "castle fires", "levy fires", "woodward fires",
    ]  # fmt: skip
    assert once["results"]["steps left of attackers"] == 2
    assert once["results"]["steps left of defenders"] == 4


def test_a_wizard_casts_once_in_a_round_and_may_tire_and_chaos_pays() -> None:
    blocks = [
        fighter("tide-mage", "attacker", 2, spell="breaker"), fighter("cave-hag", "attacker", 3, spell="ember"),
        fighter("levy", "defender", 4),
    ]  # fmt: skip
    said = ask("battle", blocks=blocks)
    assert said["results"]["tide-mage fatigued"]["exact"] == "1/3"
    once = WIZARD_KINGS.resolved(situation("battle", blocks=blocks), PACKS, Typed((1, 6, 6, 6, 2, 1, 6, 6, 6)))
    assert once["results"] == {
        "steps left of defenders": 2, "steps left of attackers": 4, "no defender left": False,
        "no attacker left": False, "tide-mage fatigued": True,
    }  # fmt: skip
    weak = ask("battle", blocks=[fighter("tide-mage", "attacker", spell="breaker"), fighter("levy", "defender")])
    assert (weak["rule"], weak["results"]) == ("WK-32", {})
    last = ask("battle", blocks=[fighter("cave-hag", "attacker", spell="ember"), fighter("levy", "defender")])
    assert last["rule"] == "WK-40"
    idle = ask("battle", blocks=[fighter("tide-mage", "attacker"), fighter("levy", "defender")])
    assert idle["results"]["no defender left"]["exact"] == "0"
    slain = [fighter("gull-rider", "defender", 3), fighter("cave-hag", "attacker", 2, spell="spray")]
    results = ask("battle", blocks=slain)["results"]
    assert results["no attacker left"]["exact"] == "7/27"
    assert results["steps left of attackers"]["distribution"] == {"0": "7/27", "1": "20/27"}
    duel = [fighter("tide-mage", "defender", spell="spray"), fighter("ash-seer", "attacker", spell="ember")]
    assert ask("battle", blocks=duel)["results"]["ash-seer fatigued"]["exact"] == "1/24"
    duel[1] |= {"steps": 2, "spell": "cinder-rain"}
    assert ask("battle", blocks=duel)["results"]["ash-seer fatigued"]["exact"] == "1/12"


def test_worked_cases_18_and_19_are_answered() -> None:
    cities = [{"name": "A", "capital": True}, {"name": "B", "capital": True, "enemies": True}, {"name": "Town"}]
    build = {"scenario": "large", "cities": cities}
    fine = ask("build", **build, picks=[{"unit": "levy", "at": "A"}, {"castle": "Town"}])
    assert (fine["reason"], fine["facts"]["arrivals"]) == (None, ["A"])
    drakes = [{"unit": "storm-drake", "at": "A"}]
    assert ask("build", **build, picks=drakes, dead=["storm-drake"])["refusals"] == []  # there are two of them
    assert ask("build", **build, picks=drakes * 2, dead=["storm-drake"])["reason"].endswith("1 of its kind may come.")
    assert ask("build", **build, picks=drakes, pool={"storm-drake": 1}, dead=["storm-drake"] * 2)["refusals"] == []
    wrong = ask("build", **build, picks=[{"unit": "storm-drake", "at": "B"}], dead=["storm-drake"] * 2)
    assert [each["rule"] for each in wrong["refusals"]] == ["WK-42", "WK-52"]
    assert ask("build", **build, picks=[{"unit": "hound-kin", "at": "A"}], turn=1)["rule"] == "WK-41"
    assert ask("build", scenario="medium", picks=[])["explained"] == ["Cadres may arrive here: nowhere."]


def test_worked_cases_20_and_21_are_answered() -> None:
    assert ask("retreat", scenario="medium", goal={})["rule"] == "WK-60"
    assert ask("retreat", scenario="medium", goal={"held": True})["reason"] is None
    rich, poor = {"cities": [{"gold": 3, "garrison": True}] * 3}, {"cities": [{"gold": 2}]}
    over = ask("victory", scenario="small", turn=5, sides={"Ann": rich, "Bob": poor}, end_of_turn=False)
    assert over["facts"] == {"ended": "victory", "winner": "Ann", "gold": {"Ann": 9, "Bob": 0}}
    on = ask("victory", scenario="small", turn=4, sides={"Ann": rich, "Bob": poor})
    assert (on["facts"]["ended"], on["facts"]["winner"], on["explained"][-1]) == (None, None, "The game goes on.")
    tie = ask("victory", scenario="small", turn=12, sides={"Ann": {}, "Bob": {}})
    assert (tie["facts"]["ended"], tie["facts"]["winner"], tie["explained"][-1]) == ("tie", None, "Tie: nobody.")


# What can't be asked, and what is said of it.
MALFORMED: list[tuple[str, dict[str, Any], str]] = [
    ("recruit", {"units": [unit("troll")], "site": {}}, "units[0].unit: there is no “troll” in the house pack"),
    ("recruit", {"units": [unit("cragsman", 4)], "site": {}}, "units[0].steps: must be at most 3 of Cragsman"),
    ("recruit", {"units": [unit("levy")]}, "site: is missing"),
    ("recruit", {"units": [unit("levy")], "hex": "9,9"}, "hex: “9,9” is no hex of this board"),
    ("recruit", {"units": []}, "units: must not be empty"),
    ("recruit", {"units": [unit("levy")], "site": {}, "hex": "0,1"}, "hex: is said of the site itself"),
    ("recruit", {"units": [unit("levy")], "site": {}, "capital": True}, "capital: is said of the site itself"),
    ("recruit", {"units": [unit("levy")], "site": {}, "enemies": True}, "enemies: is said of the site itself"),
    ("spell", {"caster": unit("levy"), "spell": "spray"}, "caster.unit: Levy casts no spells"),
    ("spell", {"caster": unit("tide-mage"), "spell": "rain"}, "spell: there is no spell “rain” in the house pack"),
    ("learn", {"wizard": unit("levy"), "kills": []}, "wizard.unit: Levy is no wizard"),
    ("fire", {"unit": "tide-mage", "steps": 1}, "unit: Tide Mage has no number to hit with"),
    ("battle", {"blocks": [fighter("levy", "attacker")] * 2}, "blocks: must have attackers and defenders"),
    ("battle", {"blocks": [fighter("levy", side) for side in Side]}, "blocks: two have one name"),
    ("build", {"scenario": "small", "picks": [{}]}, "picks[0]: must be a unit or a castle"),
    ("dance", {}, "kind: must be one of"),
]


@law_of(MALFORMED, lambda case: case[2])
def test_what_cant_be_asked_is_refused_by_its_field(case: tuple[str, dict[str, Any], str]) -> None:
    kind, fields, says = case
    with pytest.raises(MalformedError) as refused:
        ask(kind, **fields)
    assert str(refused.value).startswith(says), refused.value


def test_without_a_map_the_hex_is_described() -> None:
    own = {name: value for name, value in PLAIN.items() if name != "map"}
    with pytest.raises(MalformedError, match="hex: the pack has no map"):
        ask("recruit", units=[unit("levy")], hex="0,0", pack=own)
