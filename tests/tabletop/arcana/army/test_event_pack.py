"""Pack files: read strictly, written as they were read, and checked against the catalogue."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.arcana.army.event_pack import Limit, Pack, check_pack, code_in, code_of, read_pack, rules_of, write_pack
from tabletop.arcana.army.roster import read_roster
from tabletop.decoding import LARGEST_FILE, MalformedError
from tests.catalogue import printed_catalogue
from tests.laws import of_each
from tests.strategies import names, slugs

PLAIN: dict[str, Any] = {"format": "muster-pack/1", "name": "Cup"}
LISTS = st.sampled_from(list(printed_catalogue().lists))
CODES = st.from_regex(r"[A-Za-z0-9_-]{1,16}", fullmatch=True)

packs = st.builds(
    Pack,
    format=st.just("muster-pack/1"),
    name=names,
    tournament=st.booleans(),
    sizes=st.lists(st.integers(1, 1_000_000), max_size=10).map(tuple),
    largest_unit=st.integers(1, 1_000_000),
    small_unit=st.integers(0, 100_000),
    small_units=st.integers(0, 100),
    allies=st.booleans(),
    designs=st.booleans(),
    banned_lists=st.lists(LISTS, max_size=5).map(tuple),
    banned=st.lists(slugs, max_size=5).map(tuple),
    limits=st.lists(
        st.builds(Limit, profile=slugs, most=st.integers(0, 1000)), max_size=5, unique_by=lambda limit: limit.profile
    ).map(tuple),
)


@given(packs)
def test_a_pack_is_read_as_it_was_written(pack: Pack) -> None:
    assert read_pack(write_pack(pack)) == pack
    check_pack(pack, printed_catalogue())


def test_what_is_absent_is_as_the_book_has_it() -> None:
    pack = read_pack(msgspec.json.encode(PLAIN))
    assert (pack.basis, pack.sizes, pack.largest_unit) == ("tournament", (4000, 5000), 800)
    assert (pack.small_unit, pack.small_units, pack.designs, pack.allies) == (200, 1, True, False)
    assert msgspec.json.decode(write_pack(pack)) == PLAIN


@of_each(
    ("fields", "named"),
    [
        ({"format": "muster-pack/2"}, "format"),
        ({"name": ""}, "name"),
        ({"name": "a\u202eb"}, "name"),
        ({"tournament": "yes"}, "tournament"),
        ({"sizes": [0]}, "sizes[0]"),
        ({"sizes": [1] * 11}, "sizes"),
        ({"largest_unit": 0}, "largest_unit"),
        ({"small_unit": -1}, "small_unit"),
        ({"small_units": 1.5}, "small_units"),
        ({"banned": ["axemen"]}, "banned[0]"),
        ({"banned_lists": ["Orcs"]}, "banned_lists[0]"),
        ({"limits": [{"profile": "dwarves/axemen"}]}, "limits[0].most"),
        ({"limits": [{"profile": "dwarves/axemen", "most": 1001}]}, "limits[0].most"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_malformed_pack_names_its_field(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(MalformedError) as refused:
        read_pack(msgspec.json.encode(PLAIN | fields))
    assert refused.value.field == named


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b"\xff\xfe", b" " * (LARGEST_FILE + 1)])
def test_what_is_no_file_is_malformed(content: bytes) -> None:
    with pytest.raises(MalformedError):
        read_pack(content)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"banned_lists": ("dwarves", "elves")}, "banned_lists[1]"),
        ({"banned": ("dwarves/axemen", "dwarves/elves")}, "banned[1]"),
        ({"limits": (Limit(profile="dwarves/elves", most=1),)}, "limits[0].profile"),
        ({"limits": (Limit(profile="dwarves/axemen", most=1),) * 2}, "limits[1].profile"),
    ],
)
def test_what_the_catalogue_doesnt_have_is_named(fields: dict[str, Any], named: str) -> None:
    with pytest.raises(MalformedError) as refused:
        check_pack(Pack(format="muster-pack/1", name="Cup", **fields), printed_catalogue())
    assert refused.value.field == named


def test_a_list_bans_all_of_its_rows() -> None:
    pack = Pack(format="muster-pack/1", name="Cup", banned_lists=("orcs",), banned=("dwarves/axemen",))
    rows = [row.slug for row in printed_catalogue().rows.values() if pack.bans(row.slug)]
    assert rows == ["dwarves/axemen", *(row.slug for row in printed_catalogue().rows_of("orcs"))]


@given(CODES)
def test_a_roster_names_a_pack_by_its_code(code: str) -> None:
    plain = {"format": "muster-roster/1", "game": "arcana", "name": "A", "army": "dwarves", "rules": rules_of(code)}
    assert code_of(read_roster(msgspec.json.encode(plain)).rules) == code
    for link in (code, f" {code} ", rules_of(code), f"/packs/{code}/", f"https://muster.example/packs/{code}/?a=b#c"):
        assert code_in(link) == code


@pytest.mark.parametrize("rules", ["core", "tournament"])
def test_the_books_rules_are_no_pack(rules: str) -> None:
    assert code_of(rules) == ""


@of_each("rules", ["", "house", "pack/", "pack/a b", "pack/" + "a" * 17, "core\n", "Core", "packs/abc"])
def test_other_rules_are_malformed(rules: str) -> None:
    plain = {"format": "muster-roster/1", "game": "arcana", "name": "A", "army": "dwarves", "rules": rules}
    with pytest.raises(MalformedError) as refused:
        read_roster(msgspec.json.encode(plain))
    assert refused.value.field == "rules"


@pytest.mark.parametrize("link", ["", " ", "a b", "https://muster.example/rosters/", "x" * 17, "/packs/abc/edit/", "é"])
def test_other_links_are_malformed(link: str) -> None:
    with pytest.raises(MalformedError) as refused:
        code_in(link)
    assert refused.value.field == "pack"
