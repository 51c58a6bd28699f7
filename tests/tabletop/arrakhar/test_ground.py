"""Where haunts, the wand and sorcerers may be placed, with every reason why not (AW-2 to 5 and 20 to 25)."""

from __future__ import annotations

from itertools import product

from tabletop.arrakhar.catalogue import HAUNTS_OF_EACH_TYPE, Haunt, Scenario
from tabletop.arrakhar.ground import (
    PlacedHaunt,
    blocked_summons,
    entries_of,
    has_room_for_haunts,
    haunt_hexes,
    is_clear,
    refused_haunt,
    refused_haunts,
    refused_sorcerers,
    refused_wand,
    sorcerer_hexes,
)
from tabletop.boards.hex import Hex, HexBoard, Layout
from tests.laws import law_of
from tests.valley import VALLEY

NINE: tuple[Hex, ...] = ((6, 9), (5, 7), (1, 5), (11, 5), (9, 12), (7, 2), (3, 1), (3, 11), (9, 8))
COUNTERS = [(kind, number) for number in (1, 2, 3) for kind in Haunt]


def placed(*places: Hex) -> list[PlacedHaunt]:
    """T1, R1, C1, T2 … in these hexes."""
    return [PlacedHaunt(kind, number, place) for (kind, number), place in zip(COUNTERS, places, strict=False)]


def codes(refusals: tuple[object, ...]) -> list[str]:
    return [refusal.code for refusal in refusals]  # type: ignore[attr-defined]


# The digest's number of the case, two haunts, and whether the second may stand beside the first.
PAIRS = [
    (27, (5, 7), (6, 9), []),
    (29, (7, 2), (7, 4), []),
    (30, (9, 2), (9, 4), ["AW-22"]),
    (31, (2, 3), (4, 3), ["AW-22"]),
]


@law_of(PAIRS)
def test_aw_22_worked_cases_of_two_haunts(case: tuple[int, Hex, Hex, list[str]]) -> None:
    _, one, other, refused = case
    for first, second in ((one, other), (other, one)):
        near = [code for code in codes(refused_haunt(VALLEY, second, placed(first))) if code == "AW-22"]
        assert near == refused
    assert (other in haunt_hexes(VALLEY, placed(one))) == (not refused)


def test_a_refusal_names_the_haunt_and_the_steps() -> None:
    (refusal,) = refused_haunt(VALLEY, (9, 4), placed((9, 2)))
    assert refusal.sentence == "T1 in 9,2 is 3 steps away through clear hexes: at least 4 are needed."


def test_aw_2_and_5_kinds_of_hexes_and_six_entries() -> None:
    assert sum(is_clear(VALLEY, place) for place in VALLEY.hexes()) == 124
    assert entries_of(VALLEY) == ((0, 3), (0, 11), (6, 0), (6, 14), (12, 3), (12, 11))
    assert len(haunt_hexes(VALLEY)) == len(sorcerer_hexes(VALLEY)) == 82


def test_aw_20_exactly_the_scenarios_counters_in_clear_hexes() -> None:
    assert refused_haunts(VALLEY, placed(*NINE), Scenario.LONG) == ()
    six = placed(*NINE[:6])
    assert refused_haunts(VALLEY, six, Scenario.SHORT) == refused_haunts(VALLEY, six, Scenario.BASIC) == ()
    (missing,) = refused_haunts(VALLEY, six, Scenario.LONG)
    assert missing.sentence == "T3, R3, C3 still to be placed: the long scenario has 9."
    (foreign,) = refused_haunts(VALLEY, placed(*NINE[:7]), Scenario.BASIC)
    assert foreign.sentence == "The basic scenario has no T3."
    again = [*six, PlacedHaunt(Haunt.TEMPLE, 1, (9, 8))]
    assert [each.sentence for each in refused_haunts(VALLEY, again, Scenario.BASIC)] == [
        "There is one counter of each: T1 placed more than once."
    ]
    assert codes(refused_haunt(VALLEY, (5, 8))) == ["AW-20"]
    assert HAUNTS_OF_EACH_TYPE == {Scenario.SHORT: 2, Scenario.BASIC: 2, Scenario.LONG: 3}


def test_aw_21_not_within_two_hexes_of_an_entry() -> None:
    assert [each.sentence for each in refused_haunt(VALLEY, (1, 3))] == [
        "1,3 is 1 hex from the entry 0,3: at least 3 are needed."
    ]
    for place in VALLEY.hexes():
        near = [entry for entry in entries_of(VALLEY) if VALLEY.distance(entry, place) <= 2]
        assert codes(refused_haunt(VALLEY, place)) == ["AW-20"] * (not is_clear(VALLEY, place)) + ["AW-21"] * len(near)


def test_aw_22_whole_sets_name_each_pair_once() -> None:
    crowded = placed(*NINE[:5], (6, 8))
    assert [each.sentence.partition(":")[0] for each in refused_haunts(VALLEY, crowded, Scenario.BASIC)] == ["C2"] * 3
    valley = [*product(range(13), range(15))]
    legal = haunt_hexes(VALLEY, placed(*NINE))
    assert legal == [place for place in valley if not refused_haunt(VALLEY, place, placed(*NINE))]


def test_aw_22_no_path_at_all_is_far_enough() -> None:
    walls = HexBoard(format="muster-board/1", layout=Layout.ODD_ROWS, rows=(". M .",))
    assert refused_haunt(walls, (0, 2), placed((0, 0))) == ()


def test_aw_23_the_wand_is_hidden_in_a_haunt_that_is_placed() -> None:
    assert refused_wand("R1", placed(*NINE)) == ()
    assert codes(refused_wand("R3", placed(*NINE[:6]))) == ["AW-23"]


def test_aw_24_sorcerers_stand_far_from_entries_four_to_a_hex() -> None:
    assert refused_sorcerers(VALLEY, (6, 5), 4) == ()
    assert [each.sentence for each in refused_sorcerers(VALLEY, (6, 5), 5)] == [
        "5 sorcerers in 6,5: a hex holds at most 4."
    ]
    assert codes(refused_sorcerers(VALLEY, (5, 1), 1)) == ["AW-24"]
    assert codes(refused_sorcerers(VALLEY, (6, 3), 1)) == ["AW-24"]


def test_aw_25_a_haunts_hex_is_clear_and_whoever_stands_on_it_blocks_it() -> None:
    (temple,) = placed(NINE[0])
    assert refused_sorcerers(VALLEY, temple.place, 1) == ()
    assert blocked_summons(temple, temple.place) == "A sorcerer in 6,9 blocks T1: no demon can be summoned there."
    assert blocked_summons(temple, (6, 10)) == ""


def test_room_for_haunts_is_found_where_there_is_some_and_only_there() -> None:
    assert has_room_for_haunts(VALLEY, 9)
    row = HexBoard(format="muster-board/1", layout=Layout.AXIAL, rows=(" ".join("." * 10),))
    assert [has_room_for_haunts(row, count) for count in (1, 2, 3, 4)] == [True, True, True, False]
