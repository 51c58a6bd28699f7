"""Templates on the table: whom they touch where they lie and wander to, and that plays agree with the odds."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np

from tabletop.arcana.odds.answers import ASKED, odds
from tabletop.arcana.odds.situations import read_situation
from tabletop.dice import Typed, play, spread
from tests.catalogue import printed_catalogue
from tests.dice import played_often, surprise

HEAD = {"format": "muster-situation/1", "game": "arcana", "kind": "template"}
BLOCK = {
    "models": [{"figures": {"morale": {"value": 8}, "defence": {"magic_resistance": 2}}, "count": 20}],
    "formation": {"kind": "rank-and-file", "files": 5},
}
LOOSE = {"models": BLOCK["models"]}
TORNADO = HEAD | {"spell": "air/tornado", "unit": BLOCK, "middle": [0, 4], "drifts": True}


def means(plain: dict[str, Any]) -> dict[str, Fraction]:
    results = odds(printed_catalogue(), read_situation(json.dumps(plain)))["results"]
    return {name: Fraction(it.get("mean", it.get("exact"))) for name, it in results.items()}


def test_models_are_touched_where_the_template_lies() -> None:
    """Three inches across, on five files of four; bases whose edge is exactly an inch and a half away are touched."""
    for middle, models in (([0, -0.5], 9), ([0, 1.5], 1), ([0, -1.5], 12), ([0, -2], 16), ([-2.5, 0], 4)):
        lying = HEAD | {"spell": "air/tornado", "unit": BLOCK, "middle": middle}
        assert means(lying)["touched"] == models, middle


def test_a_template_wanders_by_the_clock() -> None:
    """Four inches before the front it comes to them from 12 o'clock only, with 3 to 9 inches; turned about from 6."""
    chance = Fraction(1, 6) * Fraction(29, 36)
    assert means(TORNADO)["touches"] == means(TORNADO | {"facing": 360})["touches"] == chance
    assert means(TORNADO | {"facing": 180})["touches"] == chance
    for facing, hour in ((0, 4), (180, 1), (60, 5), (-60, 3)):
        situation = read_situation(json.dumps(TORNADO | {"facing": facing}))
        asked = ASKED[type(situation)](printed_catalogue(), situation)
        [direction, inches, *_] = asked.steps
        end = play([direction, inches], asked.start, Typed([hour, 3, 2])).state
        assert end.under > 0


def test_its_effects_are_those_of_its_casting() -> None:
    """O43: the sinkhole and quicksand; a fire wall burns each base unit; half for the loose; one success stops all."""
    five = {"models": [{"figures": {"movement": {"ground": 5}, "armour": {"value": 3}}, "count": 5}]}
    assert means(HEAD | {"spell": "earth/sinkhole", "unit": five, "touched": 5})["fallen"] == Fraction(10, 3)
    assert means(HEAD | {"spell": "water/quicksand", "unit": five, "touched": 5})["fallen"] == Fraction(10, 3)
    large = {"models": [{"figures": {"base": 4, "wounds": 3}, "count": 3}]}
    assert means(HEAD | {"spell": "fire/fire-wall", "unit": large, "touched": 2})["hits"] == 8
    vortex = HEAD | {"spell": "death/vortex-of-souls", "touched": 4}
    ranked, loose = means(vortex | {"unit": BLOCK}), means(vortex | {"unit": LOOSE})
    assert ranked["hits"] == 6 > loose["hits"]
    assert ranked["fallen"] == ranked["risen"] == 4
    assert means(vortex | {"unit": BLOCK, "may_resist": True})["fallen"] == 4 * Fraction(2, 3)


def test_plays_agree_with_the_odds() -> None:
    kinds = (
        TORNADO,
        HEAD | {"spell": "chaos/chaos-vortex", "unit": BLOCK, "middle": [1, 5], "drifts": True, "facing": 30},
        HEAD | {"spell": "earth/sinkhole", "unit": BLOCK, "middle": [0, 1], "may_resist": True, "enemies": [LOOSE]},
    )
    for seed, plain in enumerate(kinds, 7):
        situation = read_situation(json.dumps(plain))
        asked = ASKED[type(situation)](printed_catalogue(), situation)
        counts = played_often(asked.steps, asked.start, 1_000_000, np.random.default_rng(seed))
        assert abs(surprise(counts, spread(asked.steps, asked.start))) < 4, plain["spell"]
