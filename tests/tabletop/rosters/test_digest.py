"""Fingerprints: the same for the same choices, different for any other."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army.roster import Models, Options, Roster, Unit, new_roster, read_roster
from tabletop.arcana.catalogue.design import Design
from tabletop.rosters.digest import content_digest, digests_of_short, is_short_of, same_choices, short_digest
from tabletop.rosters.document import without_notes
from tests.laws import of_each
from tests.strategies import rosters, with_refs
from tests.tabletop.arcana.formats.test_round_trips import sample

ROSTER = new_roster(name="Raiders", army="dwarves", points_limit=2000)
AXES = Unit(ref="u1", models=(Models(profile="dwarves/axemen", count=17),))
BERSERKERS = Unit(ref="u2", models=(Models(profile="dwarves/berserker", count=8),))


def test_the_digest_of_a_roster_never_changes() -> None:
    assert content_digest(sample("ratmen")) == "ba104b4cd3c9557b1195c26bd5e9cb69f3fdd4cc4d9e6eb4fa8d8a587787c504"


@given(rosters(), rosters())
def test_digests_agree_exactly_where_the_choices_do(one: Roster, other: Roster) -> None:
    assert (content_digest(one) == content_digest(other)) == same_choices(without_notes(one), without_notes(other))


@given(rosters())
def test_refs_choose_nothing(roster: Roster) -> None:
    parts = sum(1 + len(unit.characters) for unit in roster.contingent_units)
    assert content_digest(with_refs(roster, [f"n{number}" for number in range(parts)])) == content_digest(roster)


def test_notes_choose_nothing() -> None:
    noted = replace(ROSTER, notes="Hold the ford", units=(replace(AXES, notes="On the left"),))
    assert content_digest(noted) == content_digest(replace(ROSTER, units=(AXES,)))


def test_defaults_may_be_written_out() -> None:
    bare = (
        b'{"format": "muster-roster/1", "game": "arcana", "name": "A", "army": "dwarves", "designs": [{"name": "B"}]}'
    )
    full = (
        b'{"format": "muster-roster/1", "game": "arcana", "name": "A", "army": "dwarves", "points_limit": null, '
        b'"rules": "core", "options": {"optional_schools": false}, "units": [], "allies": [], '
        b'"designs": [{"format": "muster-design/1", "name": "B", "kind": "creature", "base": 1.0, "wounds": 1}]}'
    )
    assert content_digest(read_roster(bare)) == content_digest(read_roster(full))


def test_a_base_counts_the_same_as_a_whole_number_or_a_fraction() -> None:
    made = replace(ROSTER, designs=(Design(name="B", base=2),))
    assert content_digest(made) == content_digest(read_roster(msgspec.json.encode(made)))


@of_each(
    "change",
    [
        {"name": "Raiders "}, {"army": "orcs"}, {"points_limit": 2001}, {"points_limit": None}, {"rules": "tournament"},
        {"options": Options(optional_schools=True)}, {"units": (AXES,)}, {"designs": (Design(name="B"),)},
    ],
    ids=str,
)  # fmt: skip
def test_every_choice_counts(change: dict[str, object]) -> None:
    assert content_digest(replace(ROSTER, **change)) != content_digest(ROSTER)


def test_the_order_of_units_counts() -> None:
    one, other = (replace(ROSTER, units=units) for units in ((AXES, BERSERKERS), (BERSERKERS, AXES)))
    assert content_digest(one) != content_digest(other)


def test_the_short_form_is_for_qr_codes_and_for_typing() -> None:
    digest = content_digest(ROSTER)
    short = short_digest(digest)
    assert re.fullmatch(r"(?:[A-Z2-7]{5}-){3}[A-Z2-7]{5}", short)
    assert is_short_of(f" {short.lower().replace('-', '')} ", digest)
    assert not is_short_of(short[:-1], digest)
    assert not is_short_of(short, content_digest(sample("ratmen")))


@given(st.binary(min_size=32, max_size=32))
def test_a_short_form_says_between_which_digests_its_own_lies(content: bytes) -> None:
    digest = content.hex()
    between = digests_of_short(f" {short_digest(digest).lower()}")
    assert between is not None
    assert between[0] <= digest < between[1]
    assert between[0] == digest[:25]


@pytest.mark.parametrize("text", ["", "AAAAA-AAAAA-AAAAA-AAAA", "AAAAA-AAAAA-AAAAA-AAAA1", "ÄÄÄÄÄ-AAAAA-AAAAA-AAAAA"])
def test_what_is_no_short_form_stands_for_no_digest(text: str) -> None:
    assert digests_of_short(text) is None
