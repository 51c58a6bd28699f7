"""A game by lot for three: nothing offered is refused, logs are whole, nobody reads another's cards.

`python -m benchmarks.crowns_by_lot --games 500` plays many.
"""

from __future__ import annotations

import sys
from os import environ
from random import Random
from subprocess import run

import pytest

from tabletop.battle.events import RefusalError
from tabletop.battle.file import read_battle, written_battle
from tabletop.greyhawk.battle.fight_facts import FightBegun
from tabletop.greyhawk.battle.offers import offers_of
from tabletop.greyhawk.battle.whose import whose_turn
from tests.catalogue import PROJECT
from tests.crowns import POWERS, RULES, begun, by_lot, check_secrets, done, played, sea_packs, starts, stated
from tests.whole_battles import check_battle


def test_a_game_by_lot_on_land_and_at_sea_ends_whole_and_in_secret() -> None:
    packs = sea_packs()
    chance, log = Random(3), begun(POWERS[1:], rosters=starts(POWERS[1:], packs), packs=packs, seed=3)
    for _ in range(30):
        since, log = log.head, played(log, chance, 100)
        check_secrets(log, since)
        if log.state.how:
            break
    assert log.state.how
    at_sea = {event.fact.fight.ground.at_sea for event in log.events() if isinstance(event.fact, FightBegun)}
    assert at_sea == {True, False}
    check_battle(log)


def test_a_game_by_lot_is_the_same_again_by_its_seed_to_the_byte() -> None:
    """In another process, too, whose sets lie in another order."""
    log = by_lot(3, commands=150)
    assert log.head > 150
    program = "from tests.crowns import by_lot; print(by_lot(3, commands=150).digest)"
    other = run([sys.executable, "-c", program], cwd=PROJECT, env=environ, capture_output=True, check=True, text=True)
    assert other.stdout.strip() == log.digest != by_lot(4, commands=20).digest


REFUSED_ALONE = (
    "search", "hire", "ask_alliance", "fortify", "heal", "load", "play_card", "attack_ships", "lay_cards", "retreat",
    "fight_on",
)  # fmt: skip


def test_what_is_shown_with_a_reason_against_is_refused_for_it() -> None:
    packs, seen = sea_packs(), set[str]()
    chance, log = Random(5), begun(POWERS, rosters=starts(POWERS, packs), packs=packs, seed=5)
    for _ in range(180):
        log = played(log, chance, 3)
        for side in whose_turn(log.state):
            for area in [""] if log.state.fight else chance.sample([*log.state.board.by_id], 3):
                for offer in offers_of(log.state, side, area):
                    if offer.why_not and offer.command in REFUSED_ALONE:
                        with pytest.raises(RefusalError) as error:
                            done(log, stated(offer, chance), side)
                        rule, _, sentence = error.value.sentence.partition(": ")
                        assert f"{sentence[:1].upper()}{sentence[1:]} ({rule})." in offer.why_not
                        seen.add(offer.command)
    assert seen >= {"search", "hire", "ask_alliance", "lay_cards", "retreat"}


def test_a_kept_game_comes_back_to_the_byte() -> None:
    """Its facts keep their fields: a later version of one is another fact."""
    kept = (PROJECT / "tests" / "golden" / "greyhawk.jsonl").read_bytes()
    log = read_battle(kept, RULES)
    assert written_battle(log) == kept
    assert log.state == log.fold()
    assert len({type(event.fact) for event in log.events()}) > 25
