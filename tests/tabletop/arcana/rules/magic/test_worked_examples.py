"""The book's worked examples of magic, with its own dice; lines are those of the printed text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tabletop.arcana.odds.answers import resolved
from tabletop.arcana.odds.situations import read_situation
from tabletop.dice import Typed
from tests.catalogue import printed_catalogue

HEAD = {"format": "muster-situation/1", "game": "arcana"}
SHAMAN = {"profile": "goblins/goblin-shaman"}
SPEARS = {"models": [{"profile": "goblins/goblin-spearmen", "count": 20}], "characters": [SHAMAN]}


def played(faces: Sequence[int], **situation: Any) -> dict[str, Any]:
    """The results with these faces, all of them thrown."""
    source = Typed(faces)
    once = resolved(printed_catalogue(), read_situation(json.dumps(HEAD | situation)), source)
    source.check_all_taken()
    results: dict[str, Any] = once["results"]
    return results


def test_more_power_calls_more_wolves_and_heals_more() -> None:
    """E26, line 1266: two points beyond the level are six wolves more, or 2d3 wounds more."""
    call = {"kind": "cast", "spell": "nature/call-of-the-wild"}
    assert [played([], **call, power=power)["creatures"] for power in (1, 2, 3)] == [3, 6, 9]
    hurt = {"models": [{"figures": {"wounds": 12}, "wounds_lost": 11}]}
    heal = {"kind": "cast", "spell": "life/heal", "target": hurt, "willing": True}
    assert [played(faces, **heal, power=len(faces))["healed"] for faces in ([3], [3, 5, 1])] == [2, 6]


def test_a_tied_counterspell_fails_and_lightning_finds_the_wizard() -> None:
    """E27 and E28, lines 1276 to 1284: 4 + 2 against 3 + 3; of six hits one on the wizard, of five one is saved."""
    storm = {"kind": "cast", "spell": "air/lightning-storm", "target": SPEARS, "counters": [{"power": 2}]}
    hits, who, troops, wizard = [6], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5], [5]
    results = played([4, 3, *hits, *who, *troops, *wizard], **storm)
    assert results["cast"] is True
    assert (results["hits"], results["fallen"]) == (6, 4)
    assert (results["character.wounds"], results["character.falls"]) == (1, False)
    assert played([5, 3], **storm)["countered"] is True


def test_a_tied_dispel_removes_the_storm() -> None:
    """E29, line 1286: 5 + 1 against 3 + 3, the level of the storm."""
    dispel = {"kind": "dispel", "spell": "air/lightning-storm", "power": 1}
    assert [played([face, 3], **dispel)["dispelled"] for face in (5, 4)] == [True, False]


def test_a_spark_costs_the_shaman_two_wounds() -> None:
    """E30, line 1288: resistance 4, one of three saved; fearless and alone, he takes no test."""
    spark = {"kind": "cast", "spell": "air/spark", "target": {"models": [SHAMAN]}}
    results = played([4, 5, 6], **spark)
    assert (results["hits"], results["wounds"], results["fallen"]) == (3, 2, 0)


def test_stone_takes_models_that_the_roll_covers_whole() -> None:
    """E78, line 3207: a 7 on models of 1, 2 and 3 wounds, none of whom resists."""
    covered = []
    for wounds in (1, 2, 3):
        target = {"models": [{"figures": {"wounds": wounds}, "count": 9}]}
        covered.append(played([1, 3, 3, 4], kind="cast", spell="earth/mass-petrify", target=target)["fallen"])
    assert covered == [7, 3, 2]


def test_a_wall_of_fire_burns_each_base_unit() -> None:
    """E79, line 3228: one elemental of base 4 takes four hits."""
    elemental = {"models": [{"figures": {"base": 4, "wounds": 9, "armour": {"value": 2}}}]}
    wall = {"kind": "cast", "spell": "fire/fire-wall", "target": elemental, "touched": 1, "willing": True}
    results = played([1, 2, 3, 4], **wall)
    assert (results["hits"], results["wounds"]) == (4, 2)


def test_festering_wounds_are_two_on_one_model() -> None:
    """E80, line 3386: six wounds on models of 1 to 5; of those of 4 three fall, not the book's two (ruling S7)."""
    for each, fallen in enumerate((6, 6, 3, 3, 2), 1):
        target = {
            "models": [{"figures": {"wounds": each}, "count": 10}],
            "spells": [{"spell": "plague/festering-wounds"}],
        }
        strikes = {"kind": "area", "needed": 6, "shots": 2, "hits": "3d3", "engaged": True, "target": target}
        results = played([1, 1, 3, 3, 3, 3, 3, 3], **strikes)  # a loose unit takes half of six twice
        assert (results["hits"], results["fallen"]) == (6, fallen)
