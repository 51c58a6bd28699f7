"""Units of several kinds of models: crews of a vehicle and war machines that mix."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tabletop.arcana.odds.answers import counted
from tabletop.arcana.odds.contenders import contenders
from tabletop.arcana.odds.situations import read_situation
from tabletop.arcana.rules.melee.endings import exactly
from tabletop.arcana.rules.melee.swift_endings import closely
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue
from tests.tabletop.arcana.odds.test_magic import HEAD, answered, means

ARCHERS = "vehicles/medium-chariot-with-3-archers-and-4-horses"
SPEARMEN = "vehicles/medium-chariot-with-3-spearmen-and-4-horses"
ONE, TWO = ({"attacks": attacks, "skill": skill} for attacks, skill in ((1, 3), (2, 4)))
FOES = {"name": "b", "models": [{"figures": {}, "count": 60}], "in_contact": 3}


def kinds(*each: tuple[dict[str, Any] | str, int], **more: Any) -> dict[str, Any]:
    """A unit of so many of each profile, or of figures that strike like that."""
    models = [
        {"count": count} | ({"profile": own} if isinstance(own, str) else {"figures": {"wounds": 2, "melee": [own]}})
        for own, count in each
    ]
    return {"name": "a", "models": models} | more


def melee(own: dict[str, Any], foe: dict[str, Any] = FOES, **more: Any) -> dict[str, Any]:
    return HEAD | {"kind": "melee", "sides": [own, foe]} | more


def test_the_same_kind_twice_is_one() -> None:
    orcs = {"name": "b", "models": [{"profile": "orcs/orc-warrior", "count": 9}], "in_contact": 4}
    for slug in (ARCHERS, "war-machines/cannon"):
        twice, once = (kinds(*own, in_contact=2) for own in ([(slug, 1), (slug, 2)], [(slug, 3)]))
        for kind in ("melee", "fight-on"):
            assert answered(melee(twice, orcs, kind=kind)) == answered(melee(once, orcs, kind=kind))
    mixed = kinds(("war-machines/cannon", 1), ("war-machines/catapult", 2), in_contact=2)
    assert means(melee(mixed, orcs)) == means(melee(once, orcs)), "machines of one crew strike alike"


def test_who_is_named_first_touches_the_enemy_and_falls_last() -> None:
    """Reading BR117; a hit of first strikes fells one model of two wounds out of two in contact."""
    half, two_thirds = Fraction(1, 2), Fraction(2, 3)
    assert means(melee(kinds((ONE, 2), (TWO, 3), in_contact=3)))["b.wounds"] == 2 * half + 2 * two_thirds
    assert means(melee(kinds((TWO, 3), (ONE, 2), in_contact=3)))["b.wounds"] == 6 * two_thirds
    sure = {"attacks": 2, "skill": 6, "first_strike": True}
    quick = FOES | {"models": [{"figures": {"melee": [sure]}, "count": 60}], "in_contact": 1}
    for first, last, left in ((ONE, TWO, half), (TWO, ONE, 2 * two_thirds)):
        found = means(melee(kinds((first, 1), (last, 1), in_contact=2), quick))
        fell, whole = found["a.fallen"], half + 2 * two_thirds
        assert fell > 0
        assert found["b.wounds"] == fell * left + (1 - fell) * whole


def test_wounds_cost_the_crew_of_who_is_named_last() -> None:
    """A wound below half of a vehicle's costs its crew an attack (BR19)."""
    lost = {
        (first, last): means(melee(kinds((first, 1), (last, 1), in_contact=2)))["b.wounds"]
        - means(
            melee(
                {
                    "name": "a",
                    "models": [{"profile": first}, {"profile": last, "wounds_lost": 3}],
                    "in_contact": 2,
                }
            )
        )["b.wounds"]
        for first, last in ((ARCHERS, SPEARMEN), (SPEARMEN, ARCHERS))
    }
    crews = [printed_catalogue().rows[slug].melee[0] for slug in (SPEARMEN, ARCHERS)]
    assert list(lost.values()) == [Fraction(crew.skill, 6) for crew in crews]


def test_a_kind_shoots_with_its_own_weapon() -> None:
    target = {"models": [{"figures": {}, "count": 30}]}
    shot = HEAD | {"kind": "shoot", "target": target, "range": 10}
    alone = means(shot | {"shooter": kinds((ARCHERS, 2))})
    assert means(shot | {"shooter": kinds((SPEARMEN, 3), (ARCHERS, 2))})["hits"] == alone["hits"] > 0
    machines = kinds(("war-machines/cannon", 1), ("war-machines/catapult", 2))
    stones = means(shot | {"shooter": machines, "weapon": "stone", "range": 20})
    assert stones == means(shot | {"shooter": kinds(("war-machines/catapult", 2)), "range": 20})


def test_fights_of_kinds_end_alike_in_floats_and_in_fractions() -> None:
    foe = {"name": "b", "models": [{"figures": {"melee": [ONE], "morale": {"value": 7}}, "count": 4}], "in_contact": 2}
    plain = melee(kinds((ONE, 1), (TWO, 2), in_contact=2), foe, kind="fight-on")
    situation = read_situation(json.dumps(plain))
    pair = contenders(printed_catalogue(), situation.sides, fresh=True)  # type: ignore[union-attr]
    exact, close = exactly(pair), closely(pair)
    assert [float(chance) for chance in exact.wins] == pytest.approx(close.wins, abs=1e-12)
    turned = read_situation(json.dumps(melee(kinds((TWO, 2), (ONE, 1), in_contact=2), foe, kind="fight-on")))
    assert counted(printed_catalogue(), turned).chances["a.wins"] > exact.wins[0], "who strikes best lives longest"


REFUSED = [
    ([(ARCHERS, 1), ("orcs/orc-warrior", 1)], {}, "sides[0].models[1]: must have the wounds and armour"),
    (
        [(ONE, 5), (TWO, 5)],
        {"formation": {"kind": "rank-and-file", "files": 5}},
        "sides[0].formation: must be skirmish",
    ),
    (
        [("war-machines/cannon", 1), ("undead/soul-cannon", 1)],
        {},
        "sides[0].models[1]: must have the defence and morale",
    ),
]


def test_kinds_that_are_not_followed_are_refused_with_their_field() -> None:
    for own, more, complaint in REFUSED:
        with pytest.raises(MalformedError) as error:
            answered(melee(kinds(*own, in_contact=2, **more)))  # type: ignore[arg-type]
        assert str(error.value).startswith(complaint)
    first_hurt = kinds((ARCHERS, 1), (SPEARMEN, 1), in_contact=2)
    first_hurt["models"][0]["wounds_lost"] = 1
    with pytest.raises(MalformedError, match="the one named last suffers first"):
        answered(melee(first_hurt))
    large = kinds((ONE, 1), (TWO, 1), in_contact=2)
    for own in large["models"]:
        own["figures"]["wounds"] = 5
    with pytest.raises(MalformedError, match="suffer each by itself"):
        answered(melee(large))
