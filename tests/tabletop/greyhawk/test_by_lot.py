"""A game by lot for three: nothing offered is refused, logs are whole, nobody reads another's cards.

`python -m benchmarks.crowns_by_lot --games 500` plays many.
"""

from __future__ import annotations

from random import Random

from tests.crowns import POWERS, begun, check_secrets, played
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
