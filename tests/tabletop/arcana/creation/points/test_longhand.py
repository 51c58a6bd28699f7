"""The formula agrees with a plain re-computation of another shape."""

from __future__ import annotations

from math import ceil
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.arcana.creation.points import BOOK_FORMULA, price
from tabletop.arcana.creation.points.pricing import tally_of
from tabletop.arcana.creation.points.rows import design_of
from tests.catalogue import printed_catalogue
from tests.tabletop.arcana.creation.points.designs import random_design
from tests.tabletop.arcana.creation.points.longhand import longhand

SEED, MANY = 20240, 10_000


@pytest.mark.long
def test_ten_thousand_random_designs_cost_what_longhand_says() -> None:
    rng = Random(SEED)
    for _ in range(MANY):
        design = random_design(rng)
        receipt = price(design)
        exact = longhand(design)
        assert (receipt.exact, receipt.points) == (exact, ceil(exact)), design


@given(st.randoms(use_true_random=True))
def test_any_design_costs_what_longhand_says(rng: Random) -> None:
    design = random_design(rng)
    assert price(design).exact == longhand(design)


def test_every_printed_model_costs_what_longhand_says() -> None:
    rows = [row for row in printed_catalogue().rows.values() if row.wounds]
    assert len(rows) == 396
    for row in rows:
        design = design_of(row)  # three name elements that designs are refused (ruling P29)
        assert tally_of(design, BOOK_FORMULA).total == longhand(design), row.slug
