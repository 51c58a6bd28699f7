"""Battles in a line: what is exact comes out, what is even is even, and names, sides and order change nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from tabletop.arcana.army.roster import Models, Unit
from tabletop.arcana.simulation.deaths import LossCause, destroyed_in, lost_in, row_of, worth_of
from tabletop.arcana.simulation.line import courage
from tabletop.arcana.simulation.line.chances import mean
from tabletop.arcana.simulation.line.courage import winners
from tabletop.arcana.simulation.line.rout import rout
from tabletop.arcana.simulation.line.spells import chosen
from tabletop.arcana.simulation.line.state import NOBODY, Harm, State, begin, begin_turn
from tabletop.arcana.simulation.line.tables import meeting, struck_by
from tabletop.arcana.simulation.policies import BOLD, NAMED, SAID, STEADY, Casting, Deployment, from_left
from tabletop.arcana.simulation.seeds import battle_keys
from tests.catalogue import printed_catalogue
from tests.experiments import (
    LINES,
    SEED,
    STANDARD_ERRORS,
    VOLLEYS,
    battles,
    errors_off,
    exact,
    exactly_fallen,
    fallen,
    force,
    frequencies,
    roster,
    sample,
)


@pytest.mark.parametrize("name", LINES)
def test_fights_come_out_as_the_exact_odds_say(name: str) -> None:
    """`python -m benchmarks.laboratory` asks the same of a million."""
    count = 5_000
    for found, wanted in zip(frequencies(name, count), exact(name), strict=True):
        assert abs(found - wanted) <= STANDARD_ERRORS * (max(wanted * (1 - wanted), 1 / count) / count) ** 0.5


@pytest.mark.parametrize("name", VOLLEYS)
def test_volleys_fell_as_many_as_the_exact_odds_say(name: str) -> None:
    assert errors_off(fallen(name, 5_000), exactly_fallen(name), 5_000) <= STANDARD_ERRORS


def test_the_dearest_stand_in_the_middle_where_a_policy_says_so() -> None:
    own = force(roster("orcs", orc_warrior=20, orc_beast_rider_sword=12, orc_with_bow=10))
    bow = next(place for place, squad in enumerate(own.squads) if squad.troops.figures.missile)
    most = max(range(3), key=lambda place: own.squads[place].points)
    middles = {}
    for deployment in Deployment:
        led = replace(STEADY, deployment=deployment)
        y = begin(meeting((own, own), (0, 1)), (led, STEADY), battle_keys(SEED, 0, 0, 1)).y[0][0]
        middles[deployment] = int(np.abs(y).argmin())
        assert (
            sorted(y.tolist())
            == y[
                from_left(
                    deployment,
                    [each.points for each in own.squads],
                    [bool(each.troops.figures.missile) for each in own.squads],
                )
            ].tolist()
        )
    assert middles == {Deployment.AS_LISTED: 1, Deployment.STRONG_MIDDLE: most, Deployment.SHOOTERS_MIDDLE: bow}


def test_spells_cost_what_their_hits_and_saves_say() -> None:
    """By hand, on twenty Axemen (armour 4 and a shield, resistance 1): means of hits times the share not saved."""
    (squad,) = force(roster("dwarves", axemen=20)).squads
    spells = printed_catalogue().spells
    missiles, eldritch = 12 * (1 - 4 / 6), 8 * (1 - squad.troops.figures.defence.magic_resistance / 6)
    for slug, wounds in (("fire/flamestrike", missiles), ("water/desiccate", eldritch)):
        assert mean(struck_by(spells[slug], squad, squad.troops, ranked=True)) == pytest.approx(wounds)
    geyser = struck_by(spells["earth/geyser"], squad, squad.troops, ranked=True)
    assert mean(geyser) == pytest.approx(6 * (1 - 4 / 6) * (1 - squad.troops.figures.defence.magic_resistance / 6))


def test_wizards_cast_what_their_policy_says() -> None:
    """A daemon with spells of levels 1 and 3 that cost an enemy something, and the power for either."""
    both = meeting((force(sample("daemons")), force(sample("orcs"))), (0, 1))
    unit = int(np.flatnonzero(both.bolts[0].number)[0])
    cast = {}
    for casting in Casting:
        state = begin(both, (replace(STEADY, casting=casting), STEADY), battle_keys(SEED, 0, 0, 3))
        begin_turn(state)
        state.x[0] += 18  # of 24 inches between both armies
        for power in (1, 3):
            state.power[0][:, unit] = power
            found = chosen(state, 0, unit)
            cast[casting, power] = {int(both.bolts[0].level[spell]) for spell in found.spells} if found else set()
    assert cast == {
        (Casting.AT_ONCE, 1): {1},
        (Casting.AT_ONCE, 3): {3},
        (Casting.LARGEST, 1): set(),
        (Casting.LARGEST, 3): {3},
    }


def test_runaways_are_caught_and_armies_break_as_their_dice_say() -> None:
    """Of equally fast units 21 throws of 36 catch; an army that has lost all never holds on."""
    count, own = 4000, force(roster("orcs", orc_warrior=20))
    other = force(roster("orcs", orc_warrior=20, orc_with_bow=14))
    state = begin(meeting((own, other), (0, 1)), (STEADY, STEADY), battle_keys(SEED, 0, 0, count))
    begin_turn(state)
    state.contact[:, 0, 0] = True
    state.broken[1][:, 0] = True
    rout(state)
    caught = state.wounds[1][:, 0] < 20
    assert abs(caught.mean() - 21 / 36) <= STANDARD_ERRORS * (21 / 36 * 15 / 36 / count) ** 0.5
    assert not state.contact.any()
    state.broken[1][:] = [True, False]
    lost = 100 * other.squads[0].points // other.points
    assert 30 <= lost < 40
    state.wounds[1][:, 0] = 20
    won = winners(state)
    assert abs((won == 0).mean() - 15 / 36) <= STANDARD_ERRORS * (15 / 36 * 21 / 36 / count) ** 0.5
    state.gone[1][:] = True
    assert (winners(state) == 0).all()


def test_equal_armies_win_equally_often() -> None:
    own = force(sample("orcs"))
    ends = battles(own, own, 1500)
    won, lost = (int((ends.winner == side).sum()) for side in (0, 1))
    assert abs(won - lost) <= STANDARD_ERRORS * (won + lost) ** 0.5
    assert won + lost > 1300


def test_armies_that_change_places_change_results_and_nothing_else() -> None:
    """Whoever is named first: the same seats throw the same dice, and everything comes out mirrored.

    Both have wizards, missiles, beasts and characters.
    """
    own, other = force(sample("orcs")), force(sample("high-elves"))
    assert all(any(squad.casters for squad in army.squads) for army in (own, other))
    there, back = battles(own, other, 300), battles(other, own, 300, seats=(1, 0))
    mirrored = np.where(back.winner == NOBODY, NOBODY, 1 - back.winner)
    assert there.winner.tolist() == mirrored.tolist()
    assert there.turns.tolist() == back.turns.tolist()
    for side in (0, 1):
        assert there.lost[side].tolist() == back.lost[1 - side].tolist()
        assert there.gained[side].tolist() == back.gained[1 - side].tolist()
        assert there.deaths[side].tolist() == back.deaths[1 - side].tolist()


def test_who_killed_whom_adds_up_to_what_everybody_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Blows and shots, payments and what grows back are counted apart, each by what stood before and after it.

    Berserkers pay, trolls regenerate; the other army is one unit without a leader: nobody else can have done it.
    """
    berserk = roster("barbarians", berserker=12)
    trolls = Unit(ref="u2", models=(Models(profile="monsters/troll", count=6),))
    own, other = force(replace(berserk, units=(*berserk.units, trolls))), force(roster("dwarves", axemen=60))
    seen = {name: [np.zeros(200, np.int64), np.zeros(200, np.int64)] for name in ("hurt", "paid", "regained")}

    def watching(name: str, doing: Callable[..., None]) -> Callable[..., None]:
        def watched(state: State, *rest: Any) -> None:
            before = [wounds.copy() for wounds in state.wounds]
            doing(state, *rest)
            for side in (0, 1):
                lost = (before[side] - state.wounds[side]).sum(axis=1)
                seen[name][side][state.at] += lost

        return watched

    claimed = np.zeros((200, 2), np.int64)  # wounds of the other army by either own unit, of which some are too many

    def suffers(state: State, side: int, at: Any, bodies: Any, wounds: Any, units: Any) -> None:
        if side:
            np.add.at(claimed, (state.at[at], units), wounds)
        state.waiting.append(Harm(side, at, bodies, wounds, units))

    monkeypatch.setattr(State, "suffers", suffers)
    monkeypatch.setattr(State, "settle", watching("hurt", State.settle))
    monkeypatch.setattr(courage, "_pay_or_break", watching("paid", courage._pay_or_break))
    monkeypatch.setattr(courage, "_regain", watching("regained", courage._regain))
    ends = battles(own, other, 200)
    for side, army in enumerate((own, other)):
        deaths, enemies = ends.deaths[side].astype(np.int64), len((other, own)[side].squads)
        by = {cause: deaths[:, row_of(cause, enemies)].sum(axis=1) for cause in LossCause}
        killed = deaths[:, :enemies].sum(axis=(1, 2))
        assert (killed + by[LossCause.TOGETHER]).tolist() == seen["hurt"][side].tolist()
        assert by[LossCause.PAID].tolist() == seen["paid"][side].tolist()
        assert (-by[LossCause.REGAINED]).tolist() == seen["regained"][side].tolist()
        assert not by[LossCause.OTHER].any()
        worth = [worth_of(squad.points, squad.wounds) for squad in army.squads]
        assert (lost_in(deaths) * worth).tolist() == ends.spent[side].tolist()
        assert (destroyed_in(deaths, np.array(worth))).tolist() == ends.gained[1 - side].tolist()
    assert not ends.deaths[0][:, row_of(LossCause.TOGETHER, 1)].any()
    by_unit = ends.deaths[1][:, :2, 0]
    assert (by_unit <= claimed).all()
    assert (by_unit.sum(axis=0) > claimed.sum(axis=0) * 0.9).all()
    assert all(seen[name][side].any() for name, side in (("hurt", 0), ("hurt", 1), ("paid", 0), ("regained", 0)))


def test_names_and_the_order_of_units_change_nothing() -> None:
    plain, other = sample("orcs"), force(sample("dwarves"))
    named = tuple(replace(unit, name=f"Unit {number}") for number, unit in enumerate(plain.units))
    shuffled = replace(plain, name="Others", units=named[::-1])
    first, second = (battles(force(army), other, 200) for army in (plain, shuffled))
    assert first.winner.tolist() == second.winner.tolist()
    assert first.gained[0].tolist() == second.gained[0].tolist()


def test_a_battle_is_the_same_alone_and_beside_others() -> None:
    own, other = force(sample("ratmen")), force(sample("undead"))
    beside, alone = battles(own, other, 50), battles(own, other, 7)
    assert beside.winner[:7].tolist() == alone.winner.tolist()
    assert beside.gained[0][:7].tolist() == alone.gained[0].tolist()


@pytest.mark.parametrize("more", [{"orc_warrior": 30}, {"orc_warrior": 20, "orc_beast_rider_sword": 5}])
def test_more_of_the_same_never_hurts(more: dict[str, int]) -> None:
    """Ten warriors more, and then a unit more: within the error of both, no battles are lost by them."""
    count, other = 1500, force(roster("dwarves", axemen=20))
    few, many = (battles(force(roster("orcs", **units)), other, count) for units in ({"orc_warrior": 20}, more))
    won = [float((ends.winner == 0).mean()) for ends in (few, many)]
    assert won[1] >= won[0] - STANDARD_ERRORS * (2 * 0.25 / count) ** 0.5


def test_nobody_has_or_loses_more_than_there_is() -> None:
    own, other = force(sample("giant-kings")), force(sample("daemons"))
    ends = battles(own, other, 200, led=BOLD)
    for side, army in enumerate((own, other)):
        assert ends.lost[side].max() <= army.points
        assert ends.spent[side].min() >= 0
        assert ends.gained[side].sum(axis=1).max() <= (other, own)[side].points * 1000
    beaten = ends.winner != NOBODY
    losers = np.where(ends.winner[beaten] == 0, ends.lost[1][beaten] / other.points, ends.lost[0][beaten] / own.points)
    assert losers.min() >= 0.3  # an army tests from three tenths on


def test_every_policy_with_a_name_is_described_and_ends_its_battles() -> None:
    own, other = force(sample("barbarians")), force(sample("goblins"))
    assert list(NAMED) == list(SAID)
    turns = {name: float(battles(own, other, 100, led=policy).turns.mean()) for name, policy in NAMED.items()}
    assert turns["bold"] < turns["standing"]
