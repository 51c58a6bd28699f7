"""How long exact odds take: a strike beside icepool's and dyce's, a turn of a melee, a fight to its end, a matrix.

Times are of the processor, the best of some rounds, with every kept distribution forgotten before each: what is asked a
second time costs nothing. The three ways to compute a strike are timed in turns and have to agree to 1e-12.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from time import process_time

import dyce
import icepool
from msgspec.structs import replace

from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Models, Unit, new_roster
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.odds.matrix import matrix
from tabletop.arcana.rules.harm import saving
from tabletop.arcana.rules.harm.among import rider_on
from tabletop.arcana.rules.harm.blows import Blows
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee import facts, suffering, turns
from tabletop.arcana.rules.melee.counting import MELEE
from tabletop.arcana.rules.melee.fighters import Fighter
from tabletop.arcana.rules.melee.figures import _felled_by, _one_felled
from tabletop.arcana.rules.melee.swift_endings import closely
from tabletop.arcana.rules.melee.turns import Contender, one_turn
from tabletop.dice import rolls, steps
from tests.catalogue import printed_catalogue

ROUNDS = 7
MODELS = 12
FIGURES = 5  # wounds from which on several models of a unit are not resolved
CHAMPION = "dwarves/dwarf-champion"
OF_MANY = 1  # second, where half of one is the aim: ten thousand pairs of states and more
UNITS = 25  # of each side of a matrix, all of them different
KEPT = (
    rolls.binomial, rolls._totals, rolls._sums, rolls._collections, steps._odds_of,
    saving.save_from_blow, _felled_by, _one_felled, suffering.kept, facts._facts, turns._test_of,
)  # fmt: skip


def seconds(work: Callable[[], object]) -> float:
    """The best of some rounds."""
    return min(_timed(work) for _ in range(ROUNDS))


def _timed(work: Callable[[], object]) -> float:
    for kept in KEPT:
        kept.cache_clear()
    start = process_time()
    work()
    return process_time() - start


def often(work: Callable[[], object], times: int = 50) -> Callable[[], object]:
    """The same so many times, each from nothing: shorter than what the clock tells."""

    def repeated() -> None:
        for _ in range(times):
            rolls.binomial.cache_clear()
            work()

    return repeated


def strike() -> dict[int, float]:
    """Twenty attacks that need 3, saved on 2, at models of one wound: the chance of each number of fallen."""
    fallen = Blows(20, 3, 2, MELEE).odds().map(lambda wounds: min(wounds, MODELS))
    return {number: weight / fallen.total for number, weight in fallen.weights.items()}


def icepools_strike() -> dict[int, float]:
    hit, unsaved = icepool.Die({0: 3, 1: 3}), icepool.Die({0: 2, 1: 4})
    fallen = (20 @ hit).map(lambda hits: hits @ unsaved if hits else 0).map(lambda wounds: min(wounds, MODELS))
    return {int(number): float(fallen.probability(number)) for number in fallen.outcomes()}


def dyces_strike() -> dict[int, float]:
    hit, unsaved, nothing = dyce.H({0: 3, 1: 3}), dyce.H({0: 2, 1: 4}), dyce.H({0: 1})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # `expand` is new and says so
        wounds = dyce.expand(lambda hits: hits.outcome @ unsaved if hits.outcome else nothing, 20 @ hit)
    fallen = wounds.apply(lambda number: min(number, MODELS))
    return {int(number): weight / fallen.total for number, weight in fallen.items()}


def contender(slug: str, models: int = 20, *, files: int = 5) -> Contender:
    """A unit five wide, or loose without files, that has just come."""
    figures = printed_catalogue().in_play(slug)
    fighter = Fighter(
        name=slug, figures=figures, left=Left(models), contact=min(models, 5), files=files, loose=not files, fresh=True,
        lines=tuple(place for place, line in enumerate(figures.melee) if not line.alternative),
    )  # fmt: skip
    wounds = models * figures.wounds
    return Contender(fighter=fighter, ranks=files, models_at_first=models, wounds_at_first=wounds)


def led(troops: Contender, *slugs: str, rides: bool = False) -> Contender:
    """A unit with characters, each of whom strikes at the enemy's of his place; in ranks they stand in the first."""
    heroes = [replace(contender(slug, 1, files=0).fighter, seeks=True, mark=mark) for mark, slug in enumerate(slugs, 1)]
    own = troops.fighter
    fighter = replace(
        own, leader=heroes[0], others=tuple(heroes[1:]), contact=own.contact - len(heroes) * bool(own.files),
        rider_on=rider_on(own.figures.wounds) if rides else 0, seeks=rides,
    )  # fmt: skip
    return replace(troops, fighter=fighter, others_command=(True,) * (len(heroes) - 1))


def army(*lists: str) -> Army:
    """The first troops of some lists, twenty of each, ten where they have several wounds."""
    rows = [row for name in lists for row in printed_catalogue().rows_of(name) if row.section is Section.TROOPS]
    rows = [row for row in rows if row.wounds < FIGURES][:UNITS]
    units = [
        Unit(ref=f"u{number}", models=(Models(profile=row.slug, count=20 if row.wounds == 1 else 10),))
        for number, row in enumerate(rows)
    ]
    return resolve(replace(new_roster(name="Army", army=lists[0]), units=tuple(units)), printed_catalogue())


def report(what: str, figure: float, bar: float, *, unit: str) -> bool:
    """Whether a figure is over its bar; a ratio has to be at least it."""
    over = figure < bar if unit == "×" else figure > bar
    print(f"{what:<58} {figure:10.3f} {unit:<3} bar {bar:g}{'  OVER' * over}")
    return over


def main() -> None:
    ours = strike()
    for theirs in (icepools_strike(), dyces_strike()):
        assert ours.keys() == theirs.keys()
        assert all(abs(ours[number] - theirs[number]) < 1e-12 for number in ours)
    icepools, dyces = (seconds(often(other)) / seconds(often(strike)) for other in (icepools_strike, dyces_strike))
    lances = contender("high-elves/noble-cavalry"), contender("orcs/orc-warrior")
    regiments = contender("dwarves/axemen"), contender("orcs/orc-warrior")
    giants = contender("giant-kings/young-giant", 5, files=0), contender("orcs/orc-warrior")
    orcs, dwarves = contender("orcs/orc-warrior"), contender("dwarves/axemen")
    led_orcs = led(orcs, "orcs/orc-chieftain")
    giant, dragon = "giant-kings/young-giant", contender("monsters/dragon-adult", 1, files=0)
    both = contender(giant, 3, files=0), contender(giant, 3, files=0)
    more = contender(giant, 4, files=0), contender(giant, 4, files=0)
    priest = led(contender(giant, 3, files=0), "giant-kings/priest"), orcs
    ridden = led(dragon, "orcs/orc-hero", rides=True)
    elder = led(contender("monsters/dragon-elder", 1, files=0), "orcs/orc-chieftain", rides=True)
    riders = contender("orcs/orc-scorpion-rider-lance", 5, files=0), contender("orcs/orc-warrior")
    armies = army("dwarves", "high-elves", "dark-elves", "sylvan-elves"), army("orcs", "barbarians", "marr", "undead")
    over = [
        report("20 attacks to fallen models, icepool's time to ours", icepools, 150, unit="×"),
        report("20 attacks to fallen models, dyce's time to ours", dyces, 25, unit="×"),
        report(
            "a turn of 20 on 20, first strikes and both tests", seconds(lambda: one_turn(lances)) * 1000, 5, unit="ms"
        ),
        report("25 units against 25, every pair different", seconds(lambda: matrix(*armies)), 1, unit="s"),
        report("20 on 20 to the end", seconds(lambda: closely(regiments)), 0.5, unit="s"),
        report("5 young giants on 20 to the end, figure by figure", seconds(lambda: closely(giants)), 0.5, unit="s"),
        report("3 young giants on 3, both figure by figure", seconds(lambda: closely(both)), 0.5, unit="s"),
        report("5 scorpion riders on 20, figure by figure", seconds(lambda: closely(riders)), 0.5, unit="s"),
        report("3 young giants led by a priest on 20", seconds(lambda: closely(priest)), 0.5, unit="s"),
        report("20 led by a champion on 20", seconds(lambda: closely((led(dwarves, CHAMPION), orcs))), 0.5, unit="s"),
        report("a ridden dragon on 20", seconds(lambda: closely((ridden, orcs))), 0.5, unit="s"),
        report("a ridden dragon on 20 that are led", seconds(lambda: closely((ridden, led_orcs))), 0.5, unit="s"),
        report("a ridden dragon on a ridden elder one", seconds(lambda: closely((ridden, elder))), 0.5, unit="s"),
        report("4 young giants on 4, both figure by figure", seconds(lambda: closely(more)), OF_MANY, unit="s"),
        report("20 on 20, both led", seconds(lambda: closely((led(dwarves, CHAMPION), led_orcs))), OF_MANY, unit="s"),
    ]
    sys.exit(any(over))


if __name__ == "__main__":
    main()
