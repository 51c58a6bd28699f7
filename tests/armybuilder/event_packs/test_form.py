"""The form of a pack: what is stated is kept, what can't be read is named, and two tabs never overwrite each other."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from armybuilder.models import Pack as Row
from tabletop.arcana.army.event_pack import Limit, Pack
from tests.markup import Document
from tests.packs import CODE, kept_pack, pack, pack_of
from tests.visitors import OWNER

ADDRESS = f"/packs/{CODE}/edit/"
FORM: dict[str, Any] = {
    "name": "Club night",
    "basis": "tournament",
    "sizes": "2000, 3000",
    "largest_unit": "600",
    "small_unit": "100",
    "small_units": "2",
    "designs": "true",
    "banned_lists": ["orcs", "vehicles"],
    "banned": ["dwarves/axemen"],
    "most.dwarves/berserker": "10",
    "most.dwarves/pikemen": "",
}
CLUB_NIGHT = Pack(
    format="muster-pack/1",
    name="Club night",
    sizes=(2000, 3000),
    largest_unit=600,
    small_unit=100,
    small_units=2,
    banned_lists=("orcs", "vehicles"),
    banned=("dwarves/axemen",),
    limits=(Limit(profile="dwarves/berserker", most=10),),
)


@pytest.fixture
def row(printed: None) -> Row:
    return kept_pack()


def problems(answer: HttpResponse) -> str:
    assert answer.status_code == 200
    [told] = [each for each in Document(answer.content.decode()).all("div") if "bad" in each.get("class")]
    return told.text


def sent(page: Document) -> dict[str, Any]:
    """What a browser sends of the form as it stands: only what is checked, and each of a name's values."""
    fields: dict[str, Any] = {}
    [form] = [each for each in page.all("form") if each.get("class") == "pack-form"]
    for control in page.controls(form):
        skipped = control.get("type") in ("checkbox", "radio") and "checked" not in control.attributes
        if control.get("name") and control.tag == "input" and not skipped:
            fields.setdefault(control.get("name"), []).append(control.get("value"))
    return fields


def test_what_is_stated_is_kept(printed: None, owner: Client) -> None:
    answer = owner.post("/packs/new/", FORM)
    row = Row.objects.get()
    assert answer.headers["Location"] == f"/packs/{row.code}/"
    assert (row.visitor, row.name, pack_of(row)) == (OWNER, "Club night", CLUB_NIGHT)


def test_a_new_pack_starts_as_the_book(printed: None, client: Client) -> None:
    fields = sent(Document(client.get("/packs/new/").content.decode()))
    client.post("/packs/new/", fields | {"name": "As printed"})
    assert pack_of(Row.objects.get()) == Pack(format="muster-pack/1", name="As printed")


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"tournament": False, "sizes": [], "banned_lists": []},
        {"allies": True, "optional_schools": True, "cheap_monsters_as_normal": True, "designs": False},
        {"own_lists": True},
        {"banned": ["dwarves/axemen", "undead/vampire"], "limits": [{"profile": "dwarves/pikemen", "most": 0}]},
    ],
)
def test_the_form_says_what_the_pack_says(printed: None, owner: Client, fields: dict[str, Any]) -> None:
    row = kept_pack(**fields)
    owner.post(ADDRESS, sent(Document(owner.get(ADDRESS).content.decode())))
    assert pack_of(row) == pack(**fields)
    assert Row.objects.get().version == 1


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        (
            "",
            (),
        ),
        (" 4,000 , 5000 ", (4000, 5000)),
        ("3000,400", (3000, 400)),
        ("1,000,000", (1_000_000,)),
        ("2000 or 3000; 4000", (2000, 3000, 4000)),
    ],
)
def test_sizes_are_read_as_people_write_them(printed: None, owner: Client, text: str, sizes: tuple[int, ...]) -> None:
    owner.post("/packs/new/", FORM | {"sizes": text})
    assert pack_of(Row.objects.get()).sizes == sizes


MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"name": ""}, "Name:"),
    ({"name": "x" * 121}, "Name:"),
    ({"name": "a\u202eb"}, "Name:"),
    ({"name": "a\x00b"}, "Name:"),
    ({"basis": ""}, "It starts from:"),
    ({"basis": "house"}, "It starts from:"),
    ({"sizes": "many"}, "Game sizes:"),
    ({"sizes": "0"}, "Game sizes:"),
    ({"sizes": "-5"}, "Game sizes:"),
    ({"sizes": "1000001"}, "Game sizes:"),
    ({"sizes": "٤٠٠٠"}, "Game sizes:"),
    ({"sizes": " ".join(["1000"] * 11)}, "Game sizes:"),
    ({"largest_unit": "0"}, "Largest unit:"),
    ({"largest_unit": ""}, "Largest unit:"),
    ({"largest_unit": "1" * 5000}, "Largest unit:"),
    ({"small_unit": "-1"}, "A small unit is under:"),
    ({"small_units": "101"}, "How many small units:"),
    ({"small_units": "one"}, "How many small units:"),
    ({"banned_lists": ["elves"]}, "Banned lists:"),
    ({"banned": ["dwarves/elves"]}, "Banned profiles:"),
    ({"most.dwarves/axemen": "1001"}, "Limits: Axemen:"),
    ({"most.dwarves/axemen": "-1"}, "Limits: Axemen:"),
    ({"most.dwarves/axemen": "few"}, "Limits: Axemen:"),
    ({"most.dwarves/elves": "1"}, "Limits: There is no profile"),
    ({"most.": "1"}, "Limits: There is no profile"),
]


@pytest.mark.parametrize(("fields", "named"), MALFORMED)
def test_what_cant_be_read_is_named_by_its_field_and_nothing_is_kept(
    row: Row, owner: Client, fields: dict[str, Any], named: str
) -> None:
    assert named in problems(owner.post("/packs/new/", FORM | fields))
    assert named in problems(owner.post(ADDRESS, FORM | fields | {"version": "1"}))
    assert [pack_of(each) for each in Row.objects.all()] == [pack()]


def test_all_faults_are_named_at_once_and_the_rest_is_still_there(printed: None, owner: Client) -> None:
    answer = owner.post("/packs/new/", FORM | {"name": "", "largest_unit": "0", "most.dwarves/pikemen": "few"})
    assert all(words in problems(answer) for words in ("Name:", "Largest unit:", "Limits: Pikemen"))
    fields = sent(Document(answer.content.decode()))
    assert fields["banned_lists"] == ["vehicles", "orcs"]
    assert fields["banned"] == ["dwarves/axemen"]
    assert (fields["most.dwarves/berserker"], fields["most.dwarves/pikemen"]) == (["10"], ["few"])


def test_nothing_at_all_is_named_too(row: Row, owner: Client) -> None:
    for address in ("/packs/new/", ADDRESS):
        assert "Name:" in problems(owner.post(address))


@pytest.mark.parametrize("version", ["", "one", "-1", "١", "1" * 5000])
def test_a_version_that_cant_be_read_saves_nothing(row: Row, owner: Client, version: str) -> None:
    assert "Version" in problems(owner.post(ADDRESS, FORM | {"version": version}))
    assert pack_of(row) == pack()


def test_the_later_tab_is_told_and_loses_nothing(row: Row, owner: Client) -> None:
    tabs = [sent(Document(owner.get(ADDRESS).content.decode())) for _ in range(2)]
    owner.post(ADDRESS, tabs[0] | {"name": "First"})
    told = owner.post(ADDRESS, tabs[1] | {"name": "Second", "largest_unit": "700"})
    page = Document(told.content.decode())
    assert "changed in another place" in " ".join(each.text for each in page.all("div"))
    assert pack_of(row) == pack(name="First")
    again = sent(page)
    assert (again["name"], again["largest_unit"], again["version"]) == (["Second"], ["700"], ["2"])
    assert owner.post(ADDRESS, again).status_code == 302
    assert pack_of(row) == pack(name="Second", largest_unit=700)
