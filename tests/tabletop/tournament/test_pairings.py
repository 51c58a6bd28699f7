"""The laws of pairing, asked by a second program of events made up."""

from __future__ import annotations

from tests.laws import law_of
from tests.tournaments import a_played_event, faults_of, same_again


@law_of(
    [(size, seed) for seed, size in enumerate([6, 7, 9, 12, 15, 16, 23, 24, 40, 101])],
    name="{0[0]} {0[1]}".format,
)
def test_the_laws_of_pairing_hold_of_events_made_up(case: tuple[int, int]) -> None:
    event = a_played_event(case[0], 4, case[1])
    assert faults_of(event) == []
    assert same_again(event)


@law_of(range(40))
def test_no_pairing_of_a_small_field_is_better_than_the_one_found(case: int) -> None:
    event = a_played_event(2 + case % 6, 5, case)
    assert faults_of(event) == []
