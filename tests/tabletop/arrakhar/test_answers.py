"""Odds of fireballs, castings and attacks by a pack's tables, and the same played once."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tabletop.arrakhar.game import ARRAKHAR
from tabletop.decoding import MalformedError
from tabletop.dice import Typed
from tabletop.packs import HOUSE_PACK
from tests.laws import law_of
from tests.valley import PACKS, PLAIN, pack

HEAD: dict[str, Any] = {"format": "muster-situation/1", "game": "arrakhar"}
OWN = {name: value for name, value in PLAIN.items() if name not in ("combat", "summon")} | {
    "meta": {"id": "mine", "title": "My magazine", "kind": "own"}
}


def asked(kind: str, **fields: Any) -> dict[str, Any]:
    return ARRAKHAR.odds(json.dumps(HEAD | {"kind": kind, **fields}), PACKS)


def thrown(dice: list[int], kind: str, **fields: Any) -> dict[str, Any]:
    source = Typed(dice)
    once = ARRAKHAR.resolved(json.dumps(HEAD | {"kind": kind, **fields}), PACKS, source)
    source.check_all_taken()
    return once


def test_worked_case_46_four_orcs_and_one_wizard() -> None:
    answer = asked("fireball", target={"orc": 4})
    assert answer["results"]["killed"]["mean"] == "2"
    assert answer["results"]["all killed"]["exact"] == "1/16"
    assert answer["pack"] == HOUSE_PACK
    assert answer["explained"] == ["A fireball kills each of the orcs on 1, 2 or 3."]


def test_worked_case_43_aw_73_later_fireballs_roll_for_survivors_alone() -> None:
    once = thrown([1, 2, 6, 3], "fireball", casters=3, target={"orc": 3})
    assert [step["faces"] for step in once["steps"]] == [[1, 2, 6], [3]]
    assert once["results"] == {"killed": 3, "all killed": True}


def test_aw_97_the_wand_throws_one_more() -> None:
    answer = asked("fireball", casters=0, wand=True, target={"demon": 1})
    assert answer["results"]["killed"]["mean"] == "1/2"
    both = asked("fireball", casters=1, wand=True, target={"demon": 1})
    assert both["results"]["all killed"]["exact"] == str(1 - Fraction(4, 6) * Fraction(3, 6))
    assert both["explained"][1] == "A fireball of the wand kills each of the demons on 1, 2 or 3."


# The digest's number, the situation, and how many may arrive at most, or the rule by which nobody does.
SUMMONS: list[tuple[int, dict[str, Any], set[str] | str]] = [
    (37, {"haunt": "temple", "occupants": {"demon": 3}, "pool": 9}, {"1"}),
    (38, {"haunt": "ruin", "pool": 2}, {"2"}),
    (39, {"haunt": "crypt", "occupants": {"orc": 1}, "pool": 5}, "AW-48"),
    (0, {"haunt": "crypt", "pool": 20}, {"2", "3", "4"}),
    (0, {"haunt": "crypt", "pool": 0}, "AW-47"),
    (0, {"haunt": "ruin", "occupants": {"orc": 4}, "pool": 3}, "AW-48"),
]


@law_of(SUMMONS)
def test_aw_46_to_50_worked_cases_of_summons(case: tuple[int, dict[str, Any], set[str] | str]) -> None:
    _, fields, wanted = case
    answer = asked("summon", **fields)
    if isinstance(wanted, str):
        assert (answer["rule"], answer["results"]) == (wanted, {})
        assert answer["reason"]
    else:
        assert set(answer["results"]["arrive at most"]["distribution"]) == wanted


def test_worked_cases_41_and_42_aw_62_the_highest_haste_counts() -> None:
    once = thrown([1, 3, 1], "haste", castings=3, target={"barbarian": 4})
    assert once["results"] == {"bonus": 4, "allowance": 10}
    once = thrown([5], "haste", castings=3, target={"barbarian": 4})
    assert (once["results"]["bonus"], len(once["steps"])) == (6, 1)
    best = Counter(str(max(PLAIN["haste"][str(face)] for face in faces)) for faces in product(range(1, 7), repeat=3))
    answer = asked("haste", castings=3, target={"elf": 1})
    assert answer["results"]["bonus"]["distribution"] == {
        bonus: str(Fraction(count, 6**3)) for bonus, count in sorted(best.items())
    }


def test_aw_84_an_attack_kills_by_the_table_of_the_pack() -> None:
    answer = asked("attack", attackers={"elf": 2}, defenders={"ghoul": 2})
    assert (answer["ratio"], answer["reason"]) == ("2:1", None)
    assert answer["results"]["killed"]["distribution"] == {"0": "1/2", "1": "1/6", "2": "1/3"}
    once = thrown([3], "attack", attackers={"elf": 2}, defenders={"ghoul": 2})
    assert (once["results"]["killed"], once["ratio"]) == (1, "2:1")
    assert thrown([], "attack", attackers={"wizard": 4}, defenders={"orc": 1})["rule"] == "AW-80"
    refused = asked("attack", attackers={"dwarf": 1}, defenders={"ghoul": 3})
    assert (refused["ratio"], refused["results"]) == (None, {})
    assert {"change": "one dwarf more", "ratio": "1:2"} in refused["what_if"]
    assert "pack" not in refused


def test_odds_need_no_table_and_a_hole_is_named() -> None:
    answer = asked("attack", attackers={"elf": 2}, defenders={"ghoul": 2}, pack=OWN)
    assert (answer["ratio"], answer["results"]) == ("2:1", {})
    assert answer["explained"][-1] == "Who falls isn't known: the pack's combat isn't entered."
    with pytest.raises(MalformedError, match=r"pack\.summon: isn't entered"):
        asked("summon", haunt="ruin", pool=3, pack=OWN)
    assert asked("haste", target={"elf": 1}, pack=OWN)["pack"] == "own pack “My magazine”, typed in by its owner"


def test_a_chart_without_a_column_is_counted_by_its_own_columns() -> None:
    """AW-82 and ruling A-4: which columns there are is the table's."""
    short = PLAIN["combat"]["columns"][:5]
    rows = {face: row[:5] for face, row in PLAIN["combat"]["rows"].items()}
    own = OWN | {"combat": {"columns": short, "rows": rows}}
    assert not [flaw for flaw in pack(combat=own["combat"]).flaws() if flaw.disables]
    assert asked("attack", attackers={"barbarian": 4}, defenders={"orc": 1}, pack=own)["ratio"] == "4:1"


# What can't be a situation, and what is said of it.
MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"kind": "brawl"}, "kind: must be one of attack, fireball, summon, haste, not “brawl”"),
    ({"kind": "attack", "attackers": {}, "defenders": {"orc": 1}}, "attackers: must "),
    ({"kind": "attack", "attackers": {"elff": 1}, "defenders": {"orc": 1}}, "attackers: must be one of wizard"),
    ({"kind": "attack", "attackers": {"elf": 0}, "defenders": {"orc": 1}}, "must be at least 1"),
    ({"kind": "attack", "attackers": {"elf": 1}}, "defenders: is missing"),
    ({"kind": "fireball", "target": {"orc": 5}}, "target.orc: must be at most 4: a hex holds no more"),
    ({"kind": "fireball", "target": {"orc": 1, "elf": 1}}, "target: a hex holds units of one type, not orc and elf"),
    ({"kind": "fireball", "target": {"elf": 1}, "wand": True}, "wand: is the wizard's"),
    ({"kind": "fireball", "target": {"orc": 1}, "casters": 0}, "casters: must be at least 1"),
    ({"kind": "haste", "target": {"orc": 1}}, "target: orcs can't be hasted"),
]


@law_of(MALFORMED, lambda case: case[1])
def test_what_is_no_situation_is_refused_by_its_field(case: tuple[dict[str, Any], str]) -> None:
    fields, says = case
    with pytest.raises(MalformedError, match=re.escape(says)):
        asked(**fields)
