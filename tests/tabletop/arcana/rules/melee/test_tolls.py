"""What a turn costs on average: the same as its steps say when every state is followed to the end."""

from __future__ import annotations

from fractions import Fraction

from tabletop.arcana.catalogue.profiles import MoraleKind
from tabletop.arcana.rules.melee.blows import melee_steps
from tabletop.arcana.rules.melee.fighters import begin
from tabletop.arcana.rules.melee.tolls import tolls
from tabletop.arcana.rules.melee.turns import (
    Contenders,
    Phase,
    Turn,
    fighters_of,
    standings,
    start_of,
    turn_steps,
)
from tabletop.dice import spread
from tests.fighters import blow, contender, fighter, figures, named, natural

PLAIN = figures(blow(1, 3), armour=1)
LANCERS = figures(blow(1, 4, 1, long_weapon=True), blow(1, 2, name="Horse"), wounds=2, armour=3)
SLOW = figures(blow(2, 3, last_strike=True), blow(1, 4, first_strike=True), armour=2, fearsome=True)
GIANT = figures(blow(2, 3, 4, wounds_d3=1), wounds=4, ramming=blow(1, 4, 2), **natural(9, MoraleKind.FEARLESS))
WILD = figures(blow(2, 3, 1), **natural(7, MoraleKind.BERSERK))
PAIRS: list[Contenders] = [
    (
        contender(named(fighter(one, models, contact=min(models, 3), fresh=True, **more), "one")),
        contender(named(fighter(other, 6, contact=3, files=3, fresh=True), "other")),
    )
    for one, models, more in (
        (PLAIN, 7, {"files": 3}),
        (LANCERS, 6, {"files": 3, "lost": (1,)}),
        (SLOW, 6, {"files": 3}),
        (GIANT, 1, {"rams": True}),
        (WILD, 5, {}),
        (figures(), 2, {}),
    )
    for other in (PLAIN, LANCERS, SLOW, figures())
]


def test_a_phase_is_what_its_steps_spread_to() -> None:
    for pair in PAIRS:
        phase = Phase(fighters_of(pair))
        followed = spread(melee_steps(fighters_of(pair)), begin(fighters_of(pair))).map(phase.result)
        assert phase.odds() == followed


def test_a_toll_is_the_mean_of_every_turn() -> None:
    for pair in PAIRS:
        turns = spread(turn_steps(pair), start_of(pair))
        for which, toll in enumerate(tolls(pair)):
            own, each = pair[which].fighter, pair[which].fighter.figures.wounds
            at_first = own.left.wounds(each)

            def after_blows(turn: Turn, which: int = which, each: int = each) -> int:
                return turn.fight.of(which).left.wounds(each)

            def at_the_end(turn: Turn, which: int = which, each: int = each, pair: Contenders = pair) -> int:
                return standings(pair, turn)[which].left.wounds(each)

            assert toll.wounds == at_first - turns.map(after_blows).mean()
            assert toll.paid == turns.map(after_blows).mean() - turns.map(at_the_end).mean()
            models = turns.map(lambda turn, which=which: turn.fight.of(which).left.models)  # type: ignore[misc]
            assert toll.fallen == own.left.models - models.mean()
            breaks = turns.chance_that(lambda turn, which=which, pair=pair: standings(pair, turn)[which].broken)  # type: ignore[misc]
            assert toll.breaks == breaks
            assert 0 <= toll.breaks <= Fraction(1)


def test_every_kind_of_toll_is_among_these() -> None:
    both = [toll for pair in PAIRS for toll in tolls(pair)]
    assert any(toll.paid for toll in both)
    assert any(toll.breaks > 0 for toll in both)
    assert any(toll.wounds != toll.fallen for toll in both)
