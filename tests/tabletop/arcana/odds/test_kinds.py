"""Units of several kinds of models: crews of a vehicle and war machines that mix."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from tabletop.arcana.odds.answers import counted
from tabletop.arcana.odds.contenders import contenders
from tabletop.arcana.odds.situations import read_situation
from tabletop.arcana.rules.melee.endings import exactly
from tabletop.arcana.rules.melee.swift_endings import closely
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue
from tests.situations import MEDIUM, MEDIUM_OLD, SITUATIONS
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


def vehicles(*crews: tuple[str, int], lost: tuple[int, ...] = (), **more: Any) -> dict[str, Any]:
    """Heavy chariots behind bears with such crews; what one of each kind has lost."""
    models = [
        {"profile": f"vehicles/heavy-chariot-with-4-{crew}archers-and-2-bears", "count": count} for crew, count in crews
    ]
    for own, wounds in zip(models, lost, strict=False):
        own["wounds_lost"] = wounds
    return {"name": "a", "models": models} | more


def test_kinds_in_ranks_stand_in_their_order() -> None:
    """Reading BR117: those named first fill the front; who steps up is of those behind."""
    ranks = {"formation": {"kind": "rank-and-file", "files": 5}, "in_contact": 5}
    half, two_thirds = Fraction(1, 2), Fraction(2, 3)
    foe = FOES | {"in_contact": 5}
    assert means(melee(kinds((ONE, 4), (TWO, 6), **ranks), foe))["b.wounds"] == 4 * half + 2 * two_thirds
    assert means(melee(kinds((TWO, 6), (ONE, 4), **ranks), foe))["b.wounds"] == 5 * 2 * two_thirds
    sure = {"attacks": 1, "skill": 6, "first_strike": True}
    quick = FOES | {"models": [{"figures": {"melee": [sure]}, "count": 60}], "in_contact": 2}
    found = means(melee(kinds((ONE, 5), (TWO, 5), **ranks), quick))
    assert found["a.fallen"] == 1, "two wounds of two each"
    assert found["b.wounds"] == 4 * half + half - Fraction(1, 6), "the fifth has come forward"


def test_of_vehicles_that_suffer_one_by_one_each_falls_as_what_it_is() -> None:
    """A first strike of ten wounds kills both that it touches, whichever kinds they are; the others are left."""
    sure = {"attacks": 10, "skill": 6, "strength": 3, "magical": True, "first_strike": True}
    foe = FOES | {"models": [{"figures": {"melee": [sure]}, "count": 60}], "in_contact": 1}
    foe2 = foe | {"in_contact": 2}
    old, new = (
        printed_catalogue().rows[f"vehicles/heavy-chariot-with-4-{crew}archers-and-2-bears"]
        for crew in ("veteran-", "")
    )
    each = {
        name: sum(Fraction(line.attacks * line.skill, 6) for line in row.melee)
        for name, row in (("o", old), ("n", new))
    }
    assert each["o"] > each["n"]
    one = means(melee(vehicles(("veteran-", 1), ("", 1), in_contact=2), foe | {"in_contact": 1}))
    assert 0 < one["a.fallen"] < 2, "ten blows are shared out, five at each"
    both = means(melee(vehicles(("veteran-", 1), ("", 1), in_contact=1), foe2))
    assert both["a.fallen"] == 1, "only who is touched"
    assert both["b.wounds"] == 0
    turned = means(melee(vehicles(("", 1), ("veteran-", 1), in_contact=1, lost=(4,)), foe2 | {"in_contact": 1}))
    assert turned["a.fallen"] == 1

    pairs = FOES | {"models": [{"figures": {"melee": [sure | {"attacks": 1}]}, "count": 60}], "in_contact": 2}
    for first, second, left in (("veteran-", "", "n"), ("", "veteran-", "o")):
        found = means(melee(vehicles((first, 1), (second, 1), in_contact=2, lost=(4,)), pairs))
        assert (found["a.fallen"], found["b.wounds"]) == (1, each[left]), "the one of a single wound is dead"


def test_vehicles_that_resist_magic_otherwise_suffer_each_by_itself_from_eldritch_blows_alone() -> None:
    """Reading BR118: two blows, one at each; one saves on 1, the other on 2. Armour is the same to plain ones."""
    pair = [MEDIUM, MEDIUM_OLD]
    own = {"name": "a", "models": pair, "in_contact": 2, "lines": [2]}
    blow = {"attacks": 1, "skill": 6, "strength": "eldritch"}
    foe = {"name": "b", "models": [{"figures": {"melee": [blow]}, "count": 2}], "in_contact": 2}
    assert means(melee(own, foe))["a.wounds"] == Fraction(5, 6) + Fraction(4, 6)
    plain = foe | {"models": [{"figures": {"melee": [blow | {"strength": 0}]}, "count": 2}]}
    alike = own | {"models": [MEDIUM | {"count": 2}]}
    for name in ("a.wounds", "a.fallen"):
        assert means(melee(own, plain))[name] == means(melee(alike, plain))[name]


def test_spells_are_saved_by_those_who_fall_first_then_by_the_others() -> None:
    """Six eldritch hits: the last saves on 1 and has one wound left; what is beyond is saved once more, on 2."""
    unit = {"models": [MEDIUM_OLD, MEDIUM | {"wounds_lost": 3}]}
    found = means(HEAD | {"kind": "cast", "spell": "air/lightning-strike", "target": unit})
    unsaved = [Fraction(comb(6, n) * 5**n, 6**6) for n in range(7)]
    first = 1 - unsaved[0]
    beyond = [sum(chance for n, chance in enumerate(unsaved) if n - 1 == more) for more in range(6)]
    thinned = [(n, k, Fraction(comb(n, k) * 2**k, 3**n)) for n in range(6) for k in range(n + 1)]
    second = sum(beyond[n] * chance * min(k, 4) for n, k, chance in thinned)
    assert found["wounds"] == first + second


def test_second_crews_strike_share_their_wounds_and_count_in_tests() -> None:
    """The book's unit: two machines, two with second crews, a wizard of three wounds (“War Machine Morale”)."""
    machine = {"armour": {"value": 3, "fixed": True}, "morale": {"value": 8}, "base": 4}
    second = machine | {"wounds": 8, "melee": [{"attacks": 1, "skill": 2, "per_wound": True}]}
    first = {"profile": "war-machines/ballista", "count": 2}
    wizard = {"figures": {"wounds": 3, "morale": {"value": 8}}}

    def battery(*lost: int, crew: int = 2) -> dict[str, Any]:
        own = {"figures": second, "section": "war-machines", "count": crew, "wounds_lost": sum(lost[:1])}
        return {"name": "a", "models": [first, own | {"also_lost": list(lost[1:])}], "characters": [wizard]}

    def tests(unit: dict[str, Any], **more: Any) -> bool:
        asked = HEAD | {"kind": "morale", "unit": unit | {"wounded": True} | more}
        return counted(printed_catalogue(), read_situation(json.dumps(asked))).chances["tests"] == 1

    assert not tests(battery(7, 6))
    assert tests(battery(7, 7)), "13 of 27 wounds are left"
    assert not tests(battery(), fallen=1, models_at_first=6), "one of five and the wizard"
    assert tests(battery(crew=1), fallen=2, models_at_first=6)
    foe = FOES | {"in_contact": 4}
    crewed = battery(3) | {"characters": [], "in_contact": 4}
    assert means(melee(crewed, foe))["b.wounds"] == Fraction(24 - 3, 3)
    assert means(melee(crewed | {"in_contact": 2}, foe))["b.wounds"] == Fraction(8, 3), "those named first touch"
    weak = {"name": "a", "models": [first | {"wounds_lost": 3, "also_lost": [1]}], "in_contact": 1}
    assert means(melee(weak, foe))["b.wounds"] == 1, "one of four stays with the other machine"
    lost = HEAD | {"kind": "morale", "unit": battery(7, 7)}
    [step] = answered(lost)["steps"]
    assert {line["label"]: line["amount"] for line in step["lines"]}["wounds lost"] == "-7"


def test_a_battery_is_as_bold_as_its_machines_are() -> None:
    """Reading BR120: a soul cannon brings its resistance, the others their morale; on different bases they mix."""
    mixed = kinds(("war-machines/ballista", 1), ("undead/soul-cannon", 2), in_contact=3)
    steps = answered(melee(mixed, FOES))["steps"]
    [shaken] = [step for step in steps if step["text"] == "a, morale before the blows"]
    assert shaken["lines"][0]["amount"] == "8"
    for crews in ((MEDIUM, MEDIUM_OLD), (MEDIUM_OLD, MEDIUM)):
        pair = {"name": "a", "models": list(crews), "in_contact": 2}
        [number] = [
            step["lines"][0]["amount"]
            for step in answered(melee(pair, FOES))["steps"]
            if step["text"] == "a, morale before the blows"
        ]
        assert number == "8", "the veterans' morale"
    alone = kinds(("undead/soul-cannon", 3), in_contact=3)
    assert means(melee(mixed, FOES))["b.wounds"] == means(melee(alone, FOES))["b.wounds"]


@pytest.mark.parametrize("name", ["veterans", "veterans among ghosts", "second crews"])
def test_fights_of_kinds_that_suffer_by_themselves_end_alike(name: str) -> None:
    first, second = SITUATIONS[name]["sides"]
    few = {"count": 2}
    own = [model | {"wounds_lost": 0, "count": 1} for model in first["models"]]
    weak = first | {"models": own, "formation": {"kind": "skirmish"}, "in_contact": 2, "rams": False}
    foe = second | {"models": [second["models"][0] | few], "formation": {"kind": "skirmish"}, "in_contact": 2}
    situation = read_situation(json.dumps(HEAD | {"kind": "fight-on", "sides": [weak, foe]}))
    pair = contenders(printed_catalogue(), situation.sides, fresh=True)  # type: ignore[union-attr]
    exact, close = exactly(pair), closely(pair)
    assert [float(chance) for chance in exact.wins] == pytest.approx(close.wins, abs=1e-11)


REFUSED = [
    ([(ARCHERS, 1), ("orcs/orc-warrior", 1)], "sides[0].models[1]: must have the wounds and ramming"),
    ([("orcs/orc-warrior", 5), ("orcs/greater-orc", 5)], "sides[0].models[1]: must have the"),
]


def test_kinds_that_no_unit_has_together_are_refused_with_their_field() -> None:
    for own, complaint in REFUSED:
        with pytest.raises(MalformedError) as error:
            answered(melee(kinds(*own, in_contact=2)))  # type: ignore[arg-type]
        assert str(error.value).startswith(complaint)


def test_deaths_by_a_spell_cover_those_who_fall_first() -> None:
    """A sinkhole under two of three: the one named last by its own move, the next by its own."""
    slow, fast = (
        f"vehicles/light-chariot-with-{crew}-horses" for crew in ("spearman-and-2", "veteran-spearman-and-2-trained")
    )

    def fallen(first: str, second: str) -> Fraction:
        unit = {"models": [{"profile": first, "count": 2}, {"profile": second}]}
        return means(HEAD | {"kind": "cast", "spell": "earth/sinkhole", "target": unit, "touched": 2, "willing": True})[
            "fallen"
        ]

    alone = {own: fallen(own, own) / 2 for own in (slow, fast)}
    assert alone[slow] != alone[fast]
    assert fallen(slow, fast) == fallen(fast, slow) == alone[slow] + alone[fast]
