"""A game by lot for three: nothing offered is refused, logs are whole, nobody reads another's cards.

`python -m benchmarks.crowns_by_lot --games 500` plays many.
"""

from __future__ import annotations

from random import Random

from tabletop.battle.file import read_battle, written_battle
from tests.catalogue import PROJECT
from tests.crowns import POWERS, RULES, begun, check_secrets, played
from tests.whole_battles import check_battle


def test_a_game_by_lot_ends_whole_and_in_secret() -> None:
    chance, log = Random(3), begun(POWERS[:3])
    for _ in range(30):
        since, log = log.head, played(log, chance, 100)
        check_secrets(log, since)
        if log.state.how:
            break
    assert log.state.how
    check_battle(log)


def test_a_kept_game_comes_back_to_the_byte() -> None:
    """Its facts keep their fields: a later version of one is another fact."""
    kept = (PROJECT / "tests" / "golden" / "greyhawk.jsonl").read_bytes()
    log = read_battle(kept, RULES)
    assert written_battle(log) == kept
    assert log.state == log.fold()
    assert len({type(event.fact) for event in log.events()}) > 25
