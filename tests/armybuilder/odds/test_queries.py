"""What an address names: a profile, a unit of a roster, an own design; what is not there or another's is gone."""

from __future__ import annotations

import pytest

from armybuilder.odds.queries import GONE, contestant_of
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue
from tests.designs import kept_design
from tests.visitors import OTHER, OWNER, kept

pytestmark = pytest.mark.django_db


def test_what_an_address_names_is_the_visitors_own() -> None:
    design, roster = kept_design(), kept()
    catalogue = printed_catalogue()
    found = contestant_of(f"design.{design.code}", OWNER, catalogue)
    assert (found.key, found.name) == (f"design.{design.code}", design.name)
    unit = contestant_of(f"{roster.code}.u1", OWNER, catalogue)
    assert unit.key == f"{roster.code}.u1"
    for key, visitor in (
        (f"design.{design.code}", OTHER), ("design.elk", OWNER), (f"{roster.code}.u1", OTHER), ("elk.u1", OWNER),
        (f"{roster.code}.u99", OWNER), ("a b", OWNER),
    ):  # fmt: skip
        with pytest.raises(MalformedError) as error:
            contestant_of(key, visitor, catalogue)
        assert str(error.value) == GONE
