"""A game by lot for three: nothing offered is refused, logs are whole, nobody reads another's cards.

`python -m benchmarks.crowns_by_lot --games 500` plays many.
"""

from __future__ import annotations

from random import Random

import pytest

from tabletop.battle.events import RefusalError
from tabletop.battle.file import read_battle, written_battle
from tabletop.greyhawk.battle.offers import offers_of
from tabletop.greyhawk.battle.whose import whose_turn
from tests.catalogue import PROJECT
from tests.crowns import POWERS, RULES, begun, check_secrets, done, played, stated
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


REFUSED_ALONE = ("search", "hire", "ask_alliance", "fortify", "heal", "load", "play_card")


def test_what_is_shown_with_a_reason_against_is_refused_for_it() -> None:
    chance, log, seen = Random(5), begun(POWERS), set[str]()
    for _ in range(60):
        log = played(log, chance, 5)
        for side in whose_turn(log.state):
            for area in log.state.board.by_id:
                for offer in offers_of(log.state, side, area):
                    if offer.why_not and offer.command in REFUSED_ALONE:
                        with pytest.raises(RefusalError) as error:
                            done(log, stated(offer, chance), side)
                        rule, _, sentence = error.value.sentence.partition(": ")
                        assert f"{sentence[:1].upper()}{sentence[1:]} ({rule})." in offer.why_not
                        seen.add(offer.command)
    assert seen >= {"search", "hire", "ask_alliance"}


def test_a_kept_game_comes_back_to_the_byte() -> None:
    """Its facts keep their fields: a later version of one is another fact."""
    kept = (PROJECT / "tests" / "golden" / "greyhawk.jsonl").read_bytes()
    log = read_battle(kept, RULES)
    assert written_battle(log) == kept
    assert log.state == log.fold()
    assert len({type(event.fact) for event in log.events()}) > 25
