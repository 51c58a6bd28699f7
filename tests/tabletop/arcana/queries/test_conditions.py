"""How shooters are, as players write it."""

from __future__ import annotations

import pytest

from tabletop.arcana.queries.sight import read_conditions
from tabletop.decoding import MalformedError
from tests.laws import law_of

BAD = {
    "moved -1": "“-1” is not from 0 to ",
    "moved far": "“far” isn't a number of inches",
    "moved 99999": "“99999” is not from 0 to ",
    "weapon": "“weapon” isn't one of: moved with inches, weapon with a name, ",
    "tired": "“tired” isn't one of: moved with inches, weapon with a name, ",
}


def test_conditions_are_read_in_any_order_and_the_last_word_counts() -> None:
    one, other = read_conditions("moved 3; weapon Bow"), read_conditions("weapon Bow; moved 1; moved 3;")
    assert one == other
    assert (one.moved, one.weapon) == (3.0, "Bow")


@law_of(BAD)
def test_other_words_are_refused(words: str) -> None:
    with pytest.raises(MalformedError) as error:
        read_conditions(words)
    assert str(error.value).startswith(f"conditions: {BAD[words]}")
