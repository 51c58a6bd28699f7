"""Spells that units bear before a situation: known odds of tables, of what changes no figure, and of dice in doubt."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from tabletop.arcana.odds.answers import asked_of, resolved
from tabletop.arcana.odds.escapes import asked_in_doubt
from tabletop.arcana.odds.situations import read_situation
from tabletop.decoding import MalformedError
from tabletop.dice import Seeded, spread
from tests.catalogue import printed_catalogue
from tests.dice import played_often, surprise
from tests.tabletop.arcana.odds.test_magic import HEAD, answered, bearing, cast, means, men, resisting


def test_tables_control_and_creatures_lie_on_units() -> None:
    """What Aura of Chaos has shown adds up, but for berserk (reading BR31); Immolation changes all but wounds."""
    ours = men(1, melee=[{"attacks": 2, "skill": 3}], armour={"value": 1})
    foe = {"models": [{"figures": {"wounds": 60, "armour": {"value": 2}}}]}
    bare = HEAD | {"kind": "melee", "sides": [ours, foe]}

    def wounds(spell: str, **more: Any) -> Fraction:
        return means(bare | {"sides": [ours | bearing(spell, **more), foe]})["b.wounds"]

    two = men(2, melee=[{"attacks": 2, "skill": 3}]) | bearing("chaos/mark-of-chaos", shown=[1])
    with pytest.raises(MalformedError, match="Mark of Chaos is on one model that stands alone"):
        answered(bare | {"sides": [two, foe]})
    plain, unsaved = means(bare)["b.wounds"], Fraction(4, 6)
    assert plain == 2 * Fraction(3, 6) * unsaved
    for shown, attacks, saved in (([], 2, 2), ([5, 3], 2, 2), ([1, 1], 4, 2), ([1, 2], 3, 1), ([4, 4, 1], 4, 2)):
        expected = attacks * Fraction(3, 6) * Fraction(6 - saved, 6)
        assert wounds("chaos/aura-of-chaos", shown=shown) == expected, shown
    for spell in ("chaos/confusion", "chaos/enrage", "plague/festering-wounds"):
        assert wounds(spell) == plain, spell
    creature = printed_catalogue().in_play("monsters/elemental-fire")
    burning = answered(bare | {"sides": [ours | bearing("fire/immolation"), foe]})
    told = {line["text"]: line["number"] for line in burning["steps"]}
    assert told["a, blows: to hit"] == creature.melee[0].skill
    assert set(burning["results"]["a.wounds"]["distribution"]) <= {"0", "1"}
    assert wounds("fire/immolation") > plain


def test_festering_wounds_cost_a_model_two_each() -> None:
    """As many fall as of models of half the wounds, rounded up, by blows, figure by figure, by shots and led or not."""

    def fallen(kind: str, wounds: int, *, festers: bool, lost: int = 0, several: bool = False, **led: Any) -> Any:
        spells = bearing("plague/festering-wounds") if festers else {}
        models = [{"figures": {"wounds": wounds, "armour": {"value": 1}}, "count": 4, "wounds_lost": lost}]
        target = {"name": "b", "models": models, "in_contact": 3} | spells | led
        if kind == "area":
            shots = {"shots": 2, "needed": 3, "hits": "2d3", **({"wounds": "d3"} if several else {})}
            stated = {name: value for name, value in target.items() if name != "in_contact"}
            return means(HEAD | {"kind": "area", "target": stated} | shots)
        line = {"attacks": 2, "skill": 4} | ({"wounds_d3": 1} if several else {})
        ours = men(4, melee=[line]) | {"in_contact": 4, "name": "a"}
        return means(HEAD | {"kind": "melee", "sides": [ours, target]})

    hero = {"characters": [{"figures": {"wounds": 1}}]}
    for kind, name in (("melee", "b.fallen"), ("area", "fallen")):
        for wounds in (2, 3, 10):
            plain = fallen(kind, -(-wounds // 2), festers=False, **hero)
            assert fallen(kind, wounds, festers=True, **hero)[name] == plain[name], (kind, wounds)
        assert fallen(kind, 4, festers=True, lost=1)[name] == fallen(kind, 2, festers=False)[name], "of 3 wounds two"
        assert fallen(kind, 4, festers=True, lost=2)[name] == fallen(kind, 2, festers=False, lost=1)[name]
        assert fallen(kind, 4, festers=True, several=True)[name] > fallen(kind, 4, festers=False, several=True)[name]
    champion = {"figures": {"wounds": 1, "melee": [{"attacks": 2, "skill": 3, "strength": 1}]}}
    ours = men(4) | {"name": "a", "in_contact": 3, "characters": [champion]}
    falls = [
        means(HEAD | {"kind": "melee", "sides": [ours, men(4) | {"name": "b", "in_contact": 3} | led]})[
            "b.character.falls"
        ]
        for led in (
            {"characters": [{"figures": {"wounds": 1}}]},
            {"characters": [{"figures": {"wounds": 2}}]} | bearing("plague/festering-wounds"),
        )
    ]
    assert falls[0] == falls[1] > 0


def test_a_die_may_shake_a_spell_off_for_the_turn() -> None:
    """Earthbind lets go on a 1: a sixth of it is as without; a unit save of 2 lets a third of shots through hail."""
    nimble = {"defence": {"evasion": 1}}
    foe = men(10, melee=[{"attacks": 1, "skill": 3}]) | {"in_contact": 10}
    plain = HEAD | {"kind": "melee", "sides": [men(10, **nimble) | {"in_contact": 10}, foe]}

    def wounds(**spell: Any) -> Fraction:
        sides = [plain["sides"][0] | bearing("earth/earthbind", **spell), foe]
        return means(plain | {"sides": sides})["a.wounds"]

    assert wounds(holds=False) == means(plain)["a.wounds"] == Fraction(10, 3)
    assert wounds(holds=True) == Fraction(20, 3)
    assert wounds() == Fraction(5, 6) * Fraction(20, 3) + Fraction(1, 6) * Fraction(10, 3)
    passing = HEAD | {"kind": "passing", "how": "flown-over", "striker": foe, "struck": men(30, **nimble)}
    swarm = cast("nature/summon-swarm", men(30, **nimble))
    for whole, field in ((passing, "struck"), (swarm, "target")):
        for_each = {
            holds: means(whole | {field: whole[field] | bearing("earth/earthbind", **holding)})["wounds"]
            for holds, holding in ((None, {}), (True, {"holds": True}), (False, {"holds": False}))
        }
        assert (for_each[True] > for_each[False]) == (field == "struck")
        assert 6 * for_each[None] == 5 * for_each[True] + for_each[False]
    bound = [{"spell": "earth/earthbind"}, {"spell": "earth/stone-armour"}]
    for holds in ({}, {"holds": True}, {"holds": False}):
        beside = cast("life/bless", men(1) | {"spells": [bound[0] | holds, bound[1]]}, willing=True)
        apart = cast("life/bless", men(1) | bearing("water/swimming", "earth/stone-armour"), willing=True)
        lost, alike = (means(it) for it in (beside, apart))
        assert lost["earth/earthbind.displaced"] == alike["water/swimming.displaced"] > 0, "a free turn ends no spell"
    archers = men(4, missile=[{"name": "Bow", "range": 21, "attacks": 1, "skill": 3}], defence=resisting(2))
    shooting = HEAD | {"kind": "shoot", "target": men(9), "range": 15}
    chances = {
        holds: means(
            shooting | {"shooter": archers | bearing("water/hail-storm", **({} if holds is None else {"holds": holds}))}
        )["hits"]
        for holds in (None, True, False)
    }
    assert (chances[True], chances[False], chances[None]) == (0, 2, Fraction(2, 3))
    situation = read_situation(json.dumps(shooting | {"shooter": archers | bearing("water/hail-storm")}))
    once = [resolved(printed_catalogue(), situation, Seeded(seed)) for seed in range(4)]
    assert all(play["steps"][0]["name"] == "shooter, out of Hail Storm" for play in once)
    bound = plain | {"sides": [plain["sides"][0] | bearing("earth/earthbind"), foe]}
    for unsure in (situation, read_situation(json.dumps(bound))):
        asked = asked_in_doubt(printed_catalogue(), unsure, asked_of)
        counts = played_often(asked.steps, asked.start, 1_000_000, np.random.default_rng(9))
        assert abs(surprise(counts, spread(asked.steps, asked.start))) < 4
