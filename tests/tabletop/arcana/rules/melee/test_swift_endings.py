"""Fights to the end in arrays beside those in fractions, over all that makes turns differ."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Defence, Melee, Morale, MoraleKind
from tabletop.arcana.rules.melee import swift_endings
from tabletop.arcana.rules.melee.endings import exactly
from tabletop.arcana.rules.melee.fighters import Fighter
from tabletop.arcana.rules.melee.swift_endings import closely
from tabletop.arcana.rules.melee.turns import Contender, Contenders
from tabletop.work import TooMuchWorkError
from tests.catalogue import printed_catalogue
from tests.fighters import blow, contender, fighter, figures

FIGHTS, MOST_WOUNDS = 12, 30  # by lot; of both sides multiplied
STRIKES = blow(1, 3)
HEALS = Defence(regeneration=True)
PLAIN = figures(STRIKES)
UNDAUNTED = Morale(value=6, kind=MoraleKind.FEARLESS)
BERSERK = Morale(value=5, kind=MoraleKind.BERSERK)


def unit(troops: object = PLAIN, models: int = 5, **more: object) -> Contender:
    return contender(fighter(troops, models, **more))  # type: ignore[arg-type]


def led(troops: object, models: int, *characters: Fighter, **more: object) -> Contender:
    own = replace(fighter(troops, models, **more), leader=characters[0], others=characters[1:])  # type: ignore[arg-type]
    return contender(own, others_command=(True,) * (len(characters) - 1))


def hero(mark: int, *, wounds: int = 1, **more: object) -> Fighter:
    one = fighter(figures(blow(2, 3, 1), wounds=wounds, **more), 1)  # type: ignore[arg-type]
    return replace(one, name=f"hero {mark}", seeks=True, mark=mark)


PAIRS = {
    "in ranks, that grow too few": (unit(models=7, files=5, contact=5), unit(models=6, files=5, contact=5)),
    "who strikes first, and who last": (
        unit(figures(blow(1, 3, first_strike=True), blow(1, 2, last_strike=True)), 4),
        unit(figures(blow(1, 4)), 6, files=5, contact=4),
    ),
    "who pays": (unit(figures(STRIKES, morale=UNDAUNTED)), unit(figures(STRIKES, morale=BERSERK), 4)),
    "sweeps and frightens": (unit(figures(blow(4, 3, sweep=True), wounds=2, fearsome=True), 2), unit()),
    "several wounds at a time": (unit(figures(blow(1, 4, wounds_d3=1)), 3), unit(figures(STRIKES, wounds=3), 2)),
    "struck one by one": (unit(figures(blow(2, 3), wounds=5), 2), unit(figures(blow(2, 4, 3)), 4)),
    "struck one by one after somebody has fallen": (
        unit(figures(blow(1, 3), blow(1, 2, last_strike=True), wounds=5), 3, contact=2),
        unit(figures(blow(1, 4, 3, first_strike=True), blow(1, 3)), 4),
    ),
    "struck one by one by ranks that break up": (
        unit(figures(blow(1, 3, first_strike=True), wounds=5), 2),
        unit(figures(blow(1, 4, 2)), 7, files=5, contact=4),
    ),
    "both struck one by one": (
        unit(figures(blow(2, 3), wounds=5), 2, contact=1),
        unit(figures(blow(3, 4, 3), wounds=6), 2),
    ),
    "shares wounds": (unit(figures(STRIKES, wounds=2), 2, carries=True), unit()),
    "wounds that come back": (
        unit(figures(blow(2, 3, 1), wounds=2, defence=HEALS), 3, lost=(1,)),
        unit(figures(STRIKES, wounds=2, defence=HEALS), 2),
    ),
    "characters who pay": (led(figures(STRIKES, morale=BERSERK), 2, hero(1, wounds=2)), led(PLAIN, 2, hero(1))),
    "characters on both sides who strike first, and whose hits go on": (
        led(PLAIN, 7, hero(1, wounds=2), files=5, contact=4),
        led(figures(blow(1, 3), blow(1, 2, last_strike=True)), 2, hero(1)),
    ),
    "a character with large models": (
        led(figures(blow(1, 3, sweep=True), wounds=5), 2, hero(1, wounds=2)),
        unit(figures(blow(2, 4, 2)), 3),
    ),
    "who rides the only model": (
        led(figures(blow(2, 3), wounds=3, morale=UNDAUNTED), 1, hero(1, morale=BERSERK), rider_on=2, seeks=True),
        unit(models=4),
    ),
    "a ram at a unit with a character": (
        unit(figures(STRIKES, ramming=blow(2, 3, 1, magical=True)), 2, rams=True, fresh=True),
        led(PLAIN, 3, hero(1)),
    ),
    "whose wounds each strike": (
        led(figures(blow(1, 3, per_wound=True), wounds=3), 1, hero(1)),
        unit(models=4, files=5, contact=4),
    ),
    "several characters": (led(PLAIN, 2, hero(1), hero(2, defence=HEALS)), led(PLAIN, 1, hero(1))),
    "nobody harms anybody": (unit(figures(wounds=2, defence=HEALS), 2, lost=(1,)), unit(figures(), 2)),
}


def struck_by_lot(chance: Random) -> Melee:
    often = {"first_strike": 0.3, "last_strike": 0.2, "sweep": 0.2, "per_wound": 0.1}
    traits = {trait: chance.random() < share for trait, share in often.items()}
    numbers = chance.randint(1, 3), chance.randint(2, 4), chance.randint(0, 3)
    return blow(*numbers, wounds_d3=int(chance.random() < 0.2), **traits)


def drawn(chance: Random) -> Contender:
    """A small unit by lot: in ranks or loose, led or not, with any of what makes turns differ."""
    wounds = chance.choice((1, 1, 2, 3, 5))
    models = chance.randint(1, 7 if wounds == 1 else 5 // wounds + 1)
    strikes = [struck_by_lot(chance) for _ in range(chance.randint(1, 2))]
    more = {"morale": Morale(value=chance.randint(5, 9), kind=chance.choice(list(MoraleKind)))}
    troops = figures(*strikes, wounds=wounds, armour=chance.randint(0, 2), fearsome=chance.random() < 0.3, **more)  # type: ignore[arg-type]
    files = chance.choice((0, 5))
    own: dict[str, object] = {"files": files, "contact": chance.randint(1, min(models, files or models))}
    if models > 4 or chance.random() < 0.4:
        return unit(troops, models, **own)
    heroes = [
        hero(place, wounds=chance.randint(1, 2), morale=Morale(value=7, kind=chance.choice(list(MoraleKind))))
        for place in range(1, chance.choice((1, 1, 2)) + 1)
    ]
    return led(troops, models, *heroes, **own)


def fight(seed: int) -> Contenders:
    """Two units by lot that fractions follow to the end in less than a second."""
    chance = Random(seed)
    while True:
        pair = drawn(chance), drawn(chance)
        if pair[0].all_wounds * pair[1].all_wounds <= MOST_WOUNDS:
            return pair


@pytest.mark.parametrize("seed", range(FIGHTS))
def test_fights_by_lot_end_alike(seed: int) -> None:
    check_alike(fight(seed))


@pytest.mark.parametrize("what", PAIRS)
def test_floats_are_as_good_as_fractions(what: str) -> None:
    check_alike(PAIRS[what])


def check_alike(pair: Contenders) -> None:
    exact, quick = exactly(pair), closely(pair)
    assert sum(exact.wins) + exact.nobody == 1
    assert quick.wins == pytest.approx([float(chance) for chance in exact.wins], rel=1e-12)
    assert quick.nobody == pytest.approx(float(exact.nobody), rel=1e-12)
    assert quick.turns == (None if exact.turns is None else pytest.approx(float(exact.turns), rel=1e-12))


def test_too_many_states_that_lead_to_one_another_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swift_endings, "MOST_TOGETHER", 1)
    closely(PAIRS["in ranks, that grow too few"])
    with pytest.raises(TooMuchWorkError, match="more than 1 states"):
        closely(PAIRS["wounds that come back"])


def test_two_regiments_to_the_end() -> None:
    """O51: ranks hold from six models on, five strike."""
    axemen, orcs = (printed_catalogue().rows[slug] for slug in ("dwarves/axemen", "orcs/orc-warrior"))
    ending = closely((unit(axemen, 20, contact=5, files=5), unit(orcs, 20, contact=5, files=5)))
    assert ending.turns == pytest.approx(9.384925, abs=5e-7)
    assert sum(ending.wins) + ending.nobody == pytest.approx(1, abs=1e-12)


def test_many_turns_of_many_models() -> None:
    """One blow a turn, and one in six fells one of seventy."""
    ending = closely((unit(models=70, contact=1), unit(figures(blow(1, 1), armour=6, fixed=True), 1)), morale=False)
    assert ending.wins == pytest.approx((0, 1), abs=1e-12)
    assert ending.turns == pytest.approx(420, rel=1e-12)
