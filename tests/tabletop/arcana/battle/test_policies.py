"""Whole battles by commands drawn by lot, and by a simple policy: their laws."""

from __future__ import annotations

from collections import Counter

from tabletop.arcana.battle.policies import simple
from tests.battles_by_lot import by_lot, fought

BATTLES, LOGS = 30, 4


def test_battles_by_lot_come_to_an_end_and_are_what_their_facts_make() -> None:
    seen: Counter[str] = Counter()
    for seed in range(BATTLES):
        seen += fought(seed, by_lot(seed), as_a_log=seed < LOGS)
    kinds = {"ChargeCompleted", "FlightMoved", "PursuitMoved", "Caught", "MoraleTested", "Rallied", "PaidInWounds"}
    kinds |= {"MissilesShot", "BlowsStruck", "SpellCast", "CounterspellTried", "SpellLaid", "Summoned"}
    kinds |= {"TemplateMoved", "Boarded", "Alighted", "CargoStruck"}  # of caravans
    assert kinds <= set(seen)


def test_a_simple_policy_fights_to_a_result() -> None:
    assert fought(1, (simple, simple))["BattleEnded"] == 1
