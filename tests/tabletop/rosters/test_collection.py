"""Collections as values and files: nothing is counted twice, nothing gets lost, and what is wrong is named."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from tabletop.arcana.army.belongings import models_needed, owned_in, owned_kinds
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.formats.shelf import read_shelf
from tabletop.decoding import MalformedError
from tabletop.rosters.collection import (
    at_home,
    filled_up,
    new_collection,
    read_collection,
    shortfalls,
    stepped,
    with_more,
    write_collection,
    write_csv,
)
from tests.catalogue import SAMPLES, printed_catalogue
from tests.collection import owned, shelf

CATALOGUE = printed_catalogue()
KINDS = {kind.key: kind for kind in owned_kinds(CATALOGUE)}


def test_a_file_is_read_back_as_it_was() -> None:
    assert read_collection(write_collection(shelf())) == shelf()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"models": [{"profile": "dwarves/axemen", "count": 5, "painted": 6}]}, "models[0].painted"),
        ({"models": [{"profile": "dwarves/axemen", "count": -1}]}, "models[0].count"),
        ({"models": [{"profile": "Axemen", "count": 1}]}, "models[0].profile"),
        ({"models": [{"profile": "a/b", "count": 1}, {"profile": "a/b", "count": 2}]}, "models[1]"),
        ({"models": [{"profile": "a/b", "count": 1, "price": 20}]}, "models[0].price"),
        ({"format": "muster-collection/2"}, "format"),
    ],
)
def test_a_file_that_says_what_can_not_be_is_refused_by_its_field(change: dict[str, object], field: str) -> None:
    content = {"format": "muster-collection/1", "game": "arcana", "name": "x"} | change
    with pytest.raises(MalformedError) as refused:
        read_collection(json.dumps(content))
    assert refused.value.field == field


def test_a_step_never_leaves_fewer_than_none_or_more_painted_than_there_are() -> None:
    collection = new_collection("arcana", "x", [owned("dwarves/axemen", 2, painted=2, based=1)])
    ref = collection.models[0].ref
    one = stepped(collection, ref, -1)
    assert (one.models[0].count, one.models[0].painted, one.models[0].based) == (1, 1, 1)
    assert stepped(stepped(one, ref, -1), ref, -1).models[0].count == 0
    with pytest.raises(MalformedError):
        stepped(collection, "m0", 1)


def test_more_of_a_kind_is_counted_with_it_and_another_place_apart() -> None:
    more = with_more(shelf(), [owned("dwarves/pikemen", 5), owned("dwarves/pikemen", 3, where="lent to Ines")])
    assert [each.count for each in more.models if each.profile == "dwarves/pikemen"] == [45, 3]


def test_filling_up_adds_only_what_is_missing_wherever_it_stands() -> None:
    wanted = [owned("dwarves/axemen", 70), owned("dwarves/crossbowmen", 12), owned("dwarves/double-axemen", 4)]
    filled = filled_up(shelf(), wanted)
    counts = at_home([filled])
    assert [counts[each.profile] for each in wanted] == [70, 30, 4]
    assert filled_up(filled, wanted) == filled


def test_a_table_is_read_back_whoever_has_separated_its_columns() -> None:
    table = write_csv(shelf(), KINDS)
    for text in (table, table.replace(",", ";"), "\ufeff" + table.replace(",", "\t")):
        assert read_shelf(text, CATALOGUE).owned == shelf().models
    read = read_shelf("name,list,count\nAxemen,Dwarves,3\nAxemen,Martians,3\nAxemen,Dwarves,many\n", CATALOGUE)
    assert (len(read.owned), [each.line for each in read.unread]) == (1, [3, 4])


def test_what_people_write_is_read_and_a_guess_is_marked() -> None:
    text = (
        "Dwarves\n20 Axemen, 12 painted, in the blue box\n12x crossbow men (all painted, 6 based)\n"
        "Dwarf Champion with crossbow\na tape measure\nOrcs:\n30 orc warriors"
    )
    read = read_shelf(text, CATALOGUE)
    assert read.owned == (
        owned("dwarves/axemen", 20, painted=12, where="blue box"),
        owned("dwarves/crossbowmen", 12, painted=12, based=6),
        owned("dwarves/dwarf-champion", 1, "crossbow"),
        owned("orcs/orc-warrior", 30),
    )
    assert [each.exact for each in read.readings] == [True, False, True, True]
    assert [each.line for each in read.unread] == [5]


def test_a_roster_lacks_what_is_not_at_home() -> None:
    roster = read_roster((SAMPLES / "dwarf-raiding-party.json").read_bytes())
    needed = models_needed(roster)
    mine = new_collection("arcana", "x", owned_in(roster))
    assert all(not each.lacking for each in shortfalls(needed, at_home([mine])))
    first = next(iter(needed))
    less = replace(mine, models=tuple(each for each in mine.models if each.profile != first))
    [lacking] = [each for each in shortfalls(needed, at_home([less])) if each.lacking]
    assert (lacking.key, lacking.lacking, lacking.home) == (first, needed[first], 0)
