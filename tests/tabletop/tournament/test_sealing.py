"""Who sees what from when on: every kind of things, everybody, every moment; and until when lists are handed in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest
from msgspec.structs import replace

from tabletop.decoding import MalformedError
from tabletop.tournament.sealing import SHOWN, TELLS, Sealing, Shown, Since, Stage, Thing, Who, sees, stage_of

NOON = datetime(2026, 12, 4, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)
SEALED = Sealing(closes=NOON - HOUR, reveals=NOON)
OVER = replace(SEALED, ended=NOON + HOUR)
# Before the reveal, from its very second on, after the event.
MOMENTS = ((SEALED, NOON - timedelta(seconds=1)), (SEALED, NOON), (OVER, NOON + 2 * HOUR))
COME = {
    Since.ALWAYS: (True, True, True),
    Since.REVEAL: (False, True, True),
    Since.END: (False, False, True),
    Since.NEVER: (False, False, False),
}


@pytest.mark.parametrize("thing", Thing)
def test_each_kind_is_seen_from_its_moment_on_and_never_by_the_public_first(thing: Thing) -> None:
    for players, public in product(Since, repeat=2):
        at_once = Shown(players=Since.ALWAYS, public=Since.ALWAYS)
        shown = dict.fromkeys(Thing, at_once) | {thing: Shown(players=players, public=public)}
        for number, (sealing, now) in enumerate(MOMENTS):
            agreed = replace(sealing, shown=shown)
            seen = {who: sees(agreed, who, thing, now) for who in Who}
            by_players = COME[players][number]
            expected = {Who.STAFF: True, Who.PLAYERS: by_players, Who.PUBLIC: by_players and COME[public][number]}
            assert seen == expected, (players, public, number)


@pytest.mark.parametrize(("thing", "others"), TELLS.items())
def test_what_tells_another_kind_waits_for_it(thing: Thing, others: tuple[Thing, ...]) -> None:
    before, now = MOMENTS[0]
    at_once = dict.fromkeys(Thing, Shown(players=Since.ALWAYS, public=Since.ALWAYS))
    for other in Thing:
        hidden = at_once | {other: Shown(players=Since.END, public=Since.ALWAYS)}
        shown = other is not thing and other not in others
        assert sees(replace(before, shown=hidden), Who.PUBLIC, thing, now) is shown, other


def test_lists_armies_and_points_are_sealed_unless_it_is_said_otherwise() -> None:
    before, now = MOMENTS[0]
    assert {thing for thing in Thing if not sees(before, Who.PLAYERS, thing, now)} == {
        Thing.ARMIES,
        Thing.POINTS,
        Thing.LISTS,
    }
    assert set(SHOWN) == set(Thing)


def test_the_closing_second_is_too_late_and_an_event_that_is_over_takes_nothing() -> None:
    closes = NOON - HOUR
    assert SEALED.is_open(closes - timedelta(microseconds=1))
    assert not SEALED.is_open(closes)
    assert Sealing().is_open(NOON)
    assert not replace(Sealing(), reveals=NOON).is_open(NOON), "what everybody sees is handed in"
    assert not replace(Sealing(), ended=NOON).is_open(NOON)
    assert replace(Sealing(), ended=NOON).is_revealed(NOON)
    assert not Sealing().is_revealed(NOON)


def test_an_event_goes_through_its_stages() -> None:
    assert stage_of(SEALED, 0, NOON - 2 * HOUR) is Stage.HAND_IN
    assert stage_of(SEALED, 0, NOON - HOUR) is Stage.CHECK
    assert stage_of(SEALED, 0, NOON) is Stage.REVEAL
    assert stage_of(SEALED, 1, NOON) is Stage.PLAY
    assert stage_of(OVER, 5, NOON + HOUR) is Stage.RESULT


def test_what_means_nothing_is_refused_with_its_field() -> None:
    assert SEALED.check() is SEALED
    for wrong, field in ((replace(SEALED, zone="Mars/Base"), "zone"), (replace(SEALED, zone="../etc"), "zone")):
        with pytest.raises(MalformedError) as refused:
            wrong.check()
        assert refused.value.field == field
    with pytest.raises(MalformedError) as refused:
        replace(SEALED, reveals=NOON - 2 * HOUR).check()
    assert refused.value.field == "reveals"
