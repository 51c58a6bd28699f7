"""Fights to the end in arrays beside those in fractions, over all that makes turns differ."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Defence, Morale, MoraleKind
from tabletop.arcana.rules.melee import swift_endings
from tabletop.arcana.rules.melee.endings import exactly
from tabletop.arcana.rules.melee.fighters import Fighter
from tabletop.arcana.rules.melee.swift_endings import closely
from tabletop.arcana.rules.melee.turns import Contender
from tabletop.work import TooMuchWorkError
from tests.catalogue import printed_catalogue
from tests.fighters import blow, contender, fighter, figures

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
    "several characters": (led(PLAIN, 2, hero(1), hero(2, defence=HEALS)), led(PLAIN, 1, hero(1))),
    "nobody harms anybody": (unit(figures(wounds=2, defence=HEALS), 2, lost=(1,)), unit(figures(), 2)),
}


@pytest.mark.parametrize("what", PAIRS)
def test_floats_are_as_good_as_fractions(what: str) -> None:
    exact, quick = exactly(PAIRS[what]), closely(PAIRS[what])
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
