"""Data packs of one's own: tables typed in, holes and unreadable cells, forces counted by them; boards painted."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from armybuilder.data_packs.models import OwnPack
from armybuilder.data_packs.snapshots import pack_in
from armybuilder.rosters.models import Roster
from tabletop.arrakhar.game import ARRAKHAR
from tabletop.packs import HOUSE_PACK
from tests.data_packs import kept_data_pack
from tests.markup import Document
from tests.valley import HOUSE, HOUSE_FILE, PLAIN
from tests.visitors import OTHER, OWNER, browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Client:
    return browser_of(OWNER)


def shown(answer: Any) -> str:
    return unescape(answer.content.decode())


def new_pack(owner: Client) -> OwnPack:
    assert owner.post(reverse("new-data-pack"), {"game": "arrakhar"}).status_code == 302
    return OwnPack.objects.get()


def typed(owner: Client, row: OwnPack, *, version: int | None = None, **cells: str) -> HttpResponse:
    """The answer to a press on Save after typing into these cells, with all others as they stand."""
    row.refresh_from_db()
    cells = {name.replace("__", "."): value for name, value in cells.items()}
    standing = {cell.name: cell.value for table in ARRAKHAR.pack_tables(pack_in(row)) for cell in table.cells}
    form = {"version": version or row.version, "title": "My magazine", "source_note": "Typed in"} | standing | cells
    return owner.post(reverse("data-pack", args=[row.code]), form)


def test_a_pack_is_typed_in_table_by_table_and_says_what_its_holes_disable(owner: Client) -> None:
    row = new_pack(owner)
    empty = shown(owner.get(reverse("data-pack", args=[row.code])))
    assert "No cost of wizards" in empty
    assert "without it no combat by rolls" in empty
    answer = typed(owner, row, summon__1="2", summon__2="3", wandering__faces="5 6", wandering__count="1")
    assert answer.status_code == 302
    page = shown(owner.get(reverse("data-pack", args=[row.code])))
    assert "Has 2 of six faces, none for 3, 4, 5, 6" in page
    assert "own pack “My magazine”, typed in by its owner" in page
    assert "My magazine" in shown(owner.get(reverse("data-packs")))
    pack = pack_in(OwnPack.objects.get())
    assert pack.meta.id == "my-magazine"
    assert "summon" in {flaw.field.partition(".")[0] for flaw in pack.flaws()}


def test_what_cant_be_read_stays_in_its_cell_and_all_else_is_saved(owner: Client) -> None:
    row = new_pack(owner)
    answer = typed(
        owner, row, wand__orc="1 7", wand__demon="none", units__orc="1", units__elf="9", wandering__count="x"
    )
    assert answer.status_code == 422
    page = shown(answer)
    (orc,) = [each for each in Document(page).all("input") if each.get("name") == "wand.orc"]
    assert (orc.get("value"), orc.get("aria-invalid")) == ("1 7", "true")
    assert "3 cells couldn't be read" in page
    assert "must be faces from 1 to 6, as 1 2 3, or none; not “7”" in page
    assert "must be one of 1, 2, 3, not “9”" in page
    assert "must be a whole number from 0 to 20, not “x”" in page
    row.refresh_from_db()
    assert (row.content["wand"], row.content["units"]) == ({"demon": []}, [{"type": "orc", "cost": 1}])
    again = typed(owner, row, units__orc="9", title="House_rules")
    assert again.status_code == 422
    row.refresh_from_db()
    assert (row.name, row.content["units"]) == ("House_rules", [{"type": "orc", "cost": 1}])  # what stood there stays
    refused = typed(owner, row, title="")
    assert refused.status_code == 422
    assert "Nothing was saved." in shown(refused)
    assert "Wandering, hex 1" in shown(typed(owner, row, wandering__hexes="here"))
    stale = typed(owner, row, version=1, units__orc="3")
    assert "changed in another place" in shown(stale)
    assert typed(owner, row).status_code == 302
    row.refresh_from_db()
    assert (row.version, row.content["units"]) == (4, [{"type": "orc", "cost": 1}])


def test_the_house_packs_tables_typed_in_make_the_house_pack(owner: Client) -> None:
    row = new_pack(owner)
    cells = {cell.name: cell.value for table in ARRAKHAR.pack_tables(HOUSE) for cell in table.cells}
    typed(owner, row, **cells)
    row.refresh_from_db()
    pack = pack_in(row)
    for field in ("costs", "summon", "haste", "fireball", "wand", "combat", "wandering"):
        assert getattr(pack, field) == getattr(HOUSE, field), field
    assert pack.board is not None
    assert pack.board.rows == HOUSE.board.rows if HOUSE.board else None
    page = shown(owner.get(reverse("data-pack", args=[row.code])))
    assert "Nothing is missing." in page
    assert 'data-hex="12,3" data-sign="E"' in page
    typed(owner, row, **{"board.rows": "M M\nM"})
    torn = shown(owner.get(reverse("data-pack", args=[row.code])))
    assert "Has 1 hexes where the first row has 2" in torn
    assert "data-hex" not in torn


def test_whatever_a_file_says_is_there_still_after_a_press_on_save(owner: Client) -> None:
    board = {"layout": "axial", "rows": ["M . E"], "name": "Strait", "sides": [], "kinds": {"M": {"name": "Peak"}}}
    odd = {
        "units": [{"type": "elf", "combat": 2}, {"type": "orc", "cost": 1, "move": 5}],
        "combat": {"columns": ["1:3", "2:1"], "rows": {"1": ["none", "kill:7"]}},
        "wandering": {"note": "Ask the house", "faces": []},
        "board": {"format": "muster-board/1", "kind": "hex"} | board,
    }
    row = kept_data_pack()
    OwnPack.objects.update(content=row.content | odd)
    before = pack_in(OwnPack.objects.get())
    assert typed(owner, row).status_code == 302
    after = pack_in(OwnPack.objects.get())
    assert replace(after, meta=before.meta) == before
    assert {"wandering.count", "wandering.place"} <= {flaw.field for flaw in after.flaws()}
    typed(owner, row, **{"combat.columns": "1:4 1:3 2:1"})
    combat = OwnPack.objects.get().content["combat"]
    assert combat == {"columns": ["1:4", "1:3", "2:1"], "rows": {"1": ["", "none", "kill:7"]}}  # each by its odds
    assert "Has nothing at 1:4" in shown(owner.get(reverse("data-pack", args=[row.code])))


def test_a_force_is_counted_by_its_owners_pack_while_it_is_there(owner: Client) -> None:
    row = new_pack(owner)
    typed(owner, row, **{f"units.{unit}": "3" for unit in ("sorcerer", "demon", "orc", "ghoul")})
    begun = {"game": "arrakhar", "begin": "sorcerer", "data_pack": row.code}
    assert owner.post(reverse("new-roster"), begun).status_code == 302
    force = Roster.objects.get()
    page = reverse("roster", args=[force.code])
    assert "72 points, 6 more than the 66 allowed" in shown(owner.get(page))
    assert "own pack “My magazine”" in shown(owner.get(reverse("rosters")))
    owner.post(reverse("delete-data-pack", args=[row.code]))
    without = shown(owner.get(page))
    assert f"There is no data pack “{row.code}” of this game." in without
    assert HOUSE_PACK.capitalize() in without
    assert "own pack “My magazine”" not in shown(owner.get(reverse("rosters")))
    owner.post(reverse("restore-data-pack", args=[row.code]))
    assert "There is no data pack" not in shown(owner.get(page))
    force.refresh_from_db()
    back = {"version": force.version, "verb": "set_pack", "pack": ""}
    assert owner.post(reverse("edit-roster", args=[force.code]), back).status_code == 302
    assert "24 of 66 points are unspent." in shown(owner.get(page))
    assert "figures of the house pack" in shown(owner.get(reverse("roster-history", args=[force.code])))
    assert owner.post(reverse("new-roster"), begun | {"data_pack": "no such code!"}).status_code == 404


def test_a_pack_is_opened_and_saved_as_a_file_and_nobody_elses(owner: Client) -> None:
    def opened(content: bytes) -> Any:
        return owner.post(reverse("open-data-pack"), {"file": SimpleUploadedFile("pack.json", content)})

    assert opened(HOUSE_FILE.read_bytes()).status_code == 302
    row = OwnPack.objects.get()
    saved = owner.get(reverse("data-pack-file", args=[row.code]))
    assert json.loads(saved.content)["combat"] == PLAIN["combat"]
    assert 'filename="house-pack.json"' in saved["Content-Disposition"]
    assert "Armies of Arcana has no packs of figures" in shown(opened(b'{"format": "muster-pack/1", "name": "Cup"}'))
    assert owner.post(reverse("new-data-pack"), {"game": "arcana"}).status_code == 404
    assert owner.post(reverse("new-data-pack"), {"game": "chess"}).status_code == 404
    stranger = browser_of(OTHER)
    for name in ("data-pack", "data-pack-file"):
        assert stranger.get(reverse(name, args=[row.code])).status_code == 404
    assert stranger.post(reverse("data-pack", args=[row.code]), {"version": 1}).status_code == 404


def test_lines_of_a_board_of_squares_are_pressed_typed_opened_and_saved(client: Client) -> None:
    address = reverse("squares-editor")
    blank = shown(client.get(address))
    assert 'aria-label="Line between 0,0 and 0,1: open"' in blank
    form = {"name": "Cell", "rows": "+---+---+\n| .   . |\n+---+---+"}
    walled = shown(client.post(address, form | {"press": "2-1"}))
    assert 'aria-label="Line between 0,0 and 0,1: wall"' in walled
    assert "| . | . |" in walled
    assert "| H   . |" in shown(client.post(address, form | {"press": "1-1"}))
    assert 'aria-label="Line edge of 1,2: wall"' in shown(
        client.post(address, {"new": "1", "height": "2", "width": "3"})
    )
    square = {"rows": "+---+---+\n| H   . |\n+   +===+\n| .   . |\n+---+---+", "wrap": "1"}
    assert "| .   H |\n+   +   +\n| . I . |" in shown(client.post(address, square | {"turn": "1"}))
    saved = client.post(address, square | {"save": "1", "name": "Cell"})
    assert 'filename="cell.json"' in saved["Content-Disposition"]
    assert json.loads(saved.content)["wrap"] is True
    assert "| H   . |" in shown(client.post(address, {"file": SimpleUploadedFile("cell.json", saved.content)}))
    for field, value, said in (
        ("rows", "+---+\n| x |\n+---+", "is no kind of square"),
        ("press", "0-0", "must be a line or a square of the board"),
        ("press", "99-1", "must be a line or a square of the board"),
        ("press", "x", "must be a place of the board"),
    ):
        refused = client.post(address, form | {field: value})
        assert refused.status_code == 422
        assert said in shown(refused)
    assert client.post(address, {"new": "1", "height": "0", "width": "5"}).status_code == 422
    hexes = b'{"format": "muster-board/1", "kind": "hex", "layout": "odd-q", "rows": [". ."]}'
    assert "Kind: must be squares" in shown(client.post(address, {"file": SimpleUploadedFile("hex.json", hexes)}))


def test_a_board_is_drawn_typed_opened_and_saved(client: Client) -> None:
    address = reverse("board-editor")
    assert 'data-hex="5,7" data-sign="."' in shown(client.get(address))
    form = {"name": "Ford", "layout": "odd-q", "rows": "M . W\n. . .", "rest": '{"kinds": {"W": {"name": "Water"}}}'}
    drawn = client.post(address, form)
    assert "<title>0,2 Water</title>" in shown(drawn)
    saved = client.post(address, form | {"save": "1"})
    assert 'filename="ford.json"' in saved["Content-Disposition"]
    opened = client.post(address, {"file": SimpleUploadedFile("ford.json", saved.content)})
    assert "<title>0,2 Water</title>" in shown(opened)
    for field, value, said in (
        ("rows", "M .\n.", "Row 2: has 1 hexes where the first row has 2"),
        ("rest", "[]", "Rest: must be an object"),
        ("layout", "square", "Layout"),
    ):
        refused = client.post(address, form | {field: value})
        assert refused.status_code == 422
        assert said in shown(refused)
        assert value in shown(refused)


def test_a_board_of_areas_is_placed_joined_opened_and_saved(client: Client) -> None:
    address = reverse("areas-editor")
    board = json.loads(re.findall(r'name="board" hidden>(.+?)</textarea>', shown(client.get(address)), re.DOTALL)[0])
    assert [area["id"] for area in board["areas"]] == ["first"]

    def done(now: dict[str, Any], **fields: str) -> dict[str, Any]:
        answer = client.post(address, {"board": json.dumps(now), "save": "1"} | fields)
        return dict(json.loads(answer.content))

    sea = done(board, do="area", name="Cold Bay", kind="sea", x="200", y="80")
    assert sea["areas"][1] == {"id": "cold-bay", "name": "Cold Bay", "kind": "sea", "at": [200, 80]}
    port = done(sea, do="area", name="First", kind="land", terrain="hill", port="1", country="North")
    assert port["areas"][0] == {"id": "first", "name": "First", "terrain": "hill", "country": "north", "port": True}
    joined = done(port, do="border", a="first", b="cold-bay", type="port")
    assert joined["borders"] == [{"a": "first", "b": "cold-bay", "type": "port"}]
    assert done(joined, do="border", a="cold-bay", b="first", type="none").get("borders", []) == []
    alone = done(joined, do="off", area="cold-bay")
    assert (len(alone["areas"]), alone.get("borders", [])) == (1, [])
    assert done(joined, do="name", name="The bay")["name"] == "The bay"
    content = json.dumps(joined).encode()
    page = shown(client.post(address, {"file": SimpleUploadedFile("bay.json", content)}))
    assert 'data-area="cold-bay"' in page
    assert 'class="border port"' in page
    for fields, why in (
        ({"do": "area", "name": "—"}, "Name: must have a letter or a digit"),
        ({"do": "area", "name": "Hm", "terrain": "lava"}, "terrain"),
        ({"do": "area", "name": "Hm", "terrain": "open", "x": "-1", "y": "5"}, "must be whole numbers"),
        ({"do": "border", "a": "first", "b": "first", "type": "open"}, "border itself"),
        ({"board": "{"}, "Nothing was changed"),
    ):
        refused = client.post(address, {"board": json.dumps(joined)} | fields)
        assert refused.status_code == 422
        assert why in shown(refused)
