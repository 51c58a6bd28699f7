"""What a pack makes of the book's rules, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest

from tabletop.arcana.army.event_pack import Limit, Pack
from tabletop.arcana.army.rules import CORE, TOURNAMENT, pack_rulebook
from tabletop.arcana.army.rules.differences import compare_rules, sizes_in_words
from tests.catalogue import printed_catalogue
from tests.laws import of_each

CATALOGUE = printed_catalogue()
EVERYTHING: dict[str, Any] = {
    "sizes": (1500,),
    "largest_unit": 500,
    "small_units": 2,
    "allies": True,
    "optional_schools": True,
    "cheap_monsters_as_normal": True,
    "designs": False,
    "banned_lists": ("orcs",),
    "banned": ("dwarves/axemen",),
    "limits": (Limit(profile="undead/vampire", most=1),),
}


def cup(**fields: Any) -> Pack:
    return Pack(format="muster-pack/1", name="Cup", **fields)


def told(pack: Pack) -> dict[str, tuple[str, str]]:
    return {each.rule.code: (each.fate, each.here) for each in compare_rules(pack, CATALOGUE) if each.differs}


@pytest.mark.parametrize(("tournament", "book"), [(True, TOURNAMENT), (False, CORE)])
def test_a_pack_that_changes_nothing_differs_in_nothing(tournament: bool, book: object) -> None:
    pack = cup(tournament=tournament)
    assert told(pack) == {}
    assert [each.rule.code for each in compare_rules(pack, CATALOGUE)] == [rule.code for rule in book.rules]


@of_each(
    ("fields", "expected"),
    [
        ({"sizes": (1500,)}, {"TOUR-01": ("changed", "Here 1,500 points; the book has 4,000 or 5,000 points.")}),
        ({"sizes": (5000, 4000)}, {}),
        ({"sizes": ()}, {"TOUR-01": ("left out", "Here any size; the book has 4,000 or 5,000 points.")}),
        (
            {"small_units": 2, "small_unit": 150},
            {"TOUR-05": ("changed", "Here 2 under 150 points; the book has 1 under 200 points.")},
        ),
        (
            {"allies": True},
            {"ALLY-01": ("left out", "Allies are allowed."), "TOUR-02": ("left out", "Allies are allowed.")},
        ),
        ({"tournament": False, "sizes": (1500,), "largest_unit": 1}, {}),
        ({"tournament": False, "allies": True}, {"ALLY-01": ("left out", "Allies are allowed.")}),
        (
            {"designs": False},
            {"DSGN-01": ("left out", "No designs of your own."), "PACK-03": ("added", "No designs of your own.")},
        ),
        (
            {"banned_lists": ("orcs",), "banned": ("dwarves/axemen",)},
            {"PACK-01": ("added", "Banned: Orcs (all); Axemen (Dwarves).")},
        ),
        (
            {"limits": (Limit(profile="dwarves/axemen", most=9),)},
            {"PACK-02": ("added", "At most: 9 Axemen (Dwarves).")},
        ),
        ({"banned": ("dwarves/gone",)}, {"PACK-01": ("added", "Banned: dwarves/gone.")}),
    ],
)
def test_each_difference_is_told(fields: dict[str, Any], expected: dict[str, tuple[str, str]]) -> None:
    assert told(cup(**fields)) == expected


@pytest.mark.parametrize("tournament", [True, False])
def test_every_difference_of_the_rulebook_is_told_and_no_other(tournament: bool) -> None:
    pack = cup(tournament=tournament, **EVERYTHING)
    book = {rule.code for rule in (TOURNAMENT if tournament else CORE).rules}
    here = {rule.code for rule in pack_rulebook(pack, CORE).rules}
    fates = {each.rule.code: each.fate for each in compare_rules(pack, CATALOGUE)}
    assert {code for code, fate in fates.items() if fate == "left out"} == book - here
    assert {code for code, fate in fates.items() if fate == "added"} == here - book == {"PACK-01", "PACK-02", "PACK-03"}
    assert {code for code, fate in fates.items() if fate == "changed"} == (
        {"TOUR-01", "TOUR-04", "TOUR-05", "TOUR-08"} if tournament else set()
    )
    assert all(each.here for each in compare_rules(pack, CATALOGUE) if each.differs)


def test_sizes_are_told_as_people_say_them() -> None:
    assert [sizes_in_words(cup(sizes=sizes)) for sizes in ((), (900,), (1000, 2000))] == [
        "any size",
        "900 points",
        "1,000 or 2,000 points",
    ]
