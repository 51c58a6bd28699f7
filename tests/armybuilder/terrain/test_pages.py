"""Terrain's pages: the guide says what the charts and rules say, a table is its address, changes need both sides."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client

from armybuilder.terrain.presenters.effects import GROUNDS, MOVERS, speeds
from tabletop.arcana.battlefield import read_table
from tabletop.arcana.pictures.terrain_styles import looks_of
from tabletop.arcana.terrain import effects_in_words, slowing_of, ways
from tests.charts import REGIONS, base_kinds, printed_charts, rolled
from tests.markup import Document, Element

pytestmark = pytest.mark.django_db  # rolling a table is counted

TABLE = {"region": "jungles", "pieces": "6", "width": "72", "depth": "48", "placing": "one-player", "strip": "0"}
ROLLED = TABLE | {"seed": "5"}
WISH = {"piece": "t1", "by": "red", "do": "move", "x": "30", "y": "20", "turn": "0", "agree": "true"}


def read(client: Client, address: str, query: dict[str, str] | None = None, status: int = 200) -> Document:
    answer = client.get(address, query or {})
    assert answer.status_code == status
    return Document(answer.content.decode())


def within(page: Document, whole: Element, *tags: str) -> list[Element]:
    return [each for each in page.all(*tags) if each.inside(whole)]


def query_of(answer: HttpResponse) -> dict[str, str]:
    """The address that an answer leads on to."""
    assert answer.status_code == 302
    parts = urlsplit(answer.headers["Location"])
    assert parts.path == "/terrain/table/"
    return {name: values[0] for name, values in parse_qs(parts.query).items()}


def wish(client: Client, **changes: str) -> HttpResponse:
    return client.get("/terrain/table/change/", ROLLED | WISH | changes)


@pytest.mark.parametrize("region", REGIONS)
def test_a_chart_shows_every_line_with_its_chance_and_its_bar(client: Client, region: str) -> None:
    page, chart = read(client, "/terrain/"), printed_charts()[region]
    rows = within(page, page.with_id(region), "tr")[1:]
    assert len(rows) == len(chart.results)
    for row, result in zip(rows, chart.results, strict=True):
        assert within(page, row, "th")[0].text == " or ".join(map(str, result.rolls))
        percent = float(Fraction(ways(result), 36) * 100)
        assert within(page, row, "td")[0].text == f"{ways(result)}/36 {percent:.0f} %"
        _, bar = within(page, row, "rect")
        assert bar.get("width") == str(ways(result))
        assert [each.text for each in within(page, row, "strong")] == [chart.feature(s).name for s in result.choices]


def test_every_kind_of_ground_is_drawn_and_told(client: Client) -> None:
    page = read(client, "/terrain/")
    (table,) = [each for each in page.all("table") if each.get("class") == "kinds"]
    rows = within(page, table, "tr")[1:]
    for row, kind in zip(rows, base_kinds().values(), strict=True):
        assert within(page, row, "th")[0].text == kind.name
        assert within(page, row, "svg")
        assert ("our proposal" in row.text) == kind.ours


def test_every_cell_of_movement_is_the_rules_own_answer(client: Client) -> None:
    page = read(client, "/terrain/")
    (table,) = [each for each in page.all("table") if each.get("class") == "speeds"]
    rows = within(page, table, "tr")[1:]
    movers = [mover for group in MOVERS.values() for mover in group]
    shares = {"all": Fraction(1), "¾": Fraction(3, 4), "½": Fraction(1, 2), "¼": Fraction(1, 4), "no entry": Fraction()}
    for row, mover in zip(rows, movers, strict=True):
        *cells, source = [each.text for each in within(page, row, "td")]
        answers = [slowing_of(ground, mover) for ground in GROUNDS.values()]
        assert [shares[cell] for cell in cells] == [answer.speed for answer in answers]
        assert {answer.citation.section for answer in answers} == set(source.split("; "))


def test_movement_says_what_the_book_says_of_the_plain_cases() -> None:
    told = {(each.name, each.formation): [share.words for share in each.shares] for each in speeds()}
    assert told["No ability", "rank and file"][3:5] == ["½", "¼"]
    assert told["No ability", "skirmish"][3:5] == ["¾", "½"]
    shallow = list(GROUNDS).index("Stream or shallow river")
    assert (told["No ability", "rank and file"][shallow], told["No ability", "skirmish"][shallow]) == ("½", "¾")


def test_a_bare_address_asks_what_to_roll(client: Client) -> None:
    page = read(client, "/terrain/table/")
    [form] = [each for each in page.all("form") if each.get("aria-label") == "What to roll"]
    assert page.sent(form) == TABLE | {"region": "forests", "seed": ""}
    assert not page.all("figure")


def test_a_table_without_a_seed_gets_one_by_chance(client: Client) -> None:
    seeds = set()
    for _ in range(3):
        query = query_of(client.get("/terrain/table/", TABLE))
        assert query | {"seed": ""} == TABLE | {"seed": ""}
        seeds.add(query["seed"])
    assert len(seeds) > 1
    assert query_of(client.get("/terrain/table/", {"region": "forests"}))["pieces"] == "6"


def test_a_table_is_the_same_for_everybody_and_has_all_its_pieces(client: Client) -> None:
    page, table = read(client, "/terrain/table/", ROLLED), rolled("jungles", seed=5)
    again = client.get("/terrain/table/", ROLLED).content
    assert again == Client().get("/terrain/table/", ROLLED).content
    items = [each for each in page.all("li") if each.get("id").startswith("piece-")]
    for item, each in zip(items, table.terrain, strict=True):
        assert item.text.startswith(f"{each.ref} {each.name}".replace(f"{each.ref} ", item.text.split()[0] + " ", 1))
        for sentence in effects_in_words(each):
            assert sentence in item.text
    legend = next(each for each in page.all("ul") if each.get("class") == "legend")
    assert [each.text for each in within(page, legend, "li")[:-1]] == [look.label for look in looks_of(table)]
    drawn = {each.get("data-piece") for each in page.all("g")}
    assert drawn == {each.ref for each in table.terrain}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pieces": "41"}, "Pieces: "),
        ({"pieces": ""}, "Pieces: "),
        ({"width": "11"}, "Width, inches: "),
        ({"width": "nan"}, "Width, inches: "),
        ({"region": "tundra"}, "Region: "),
        ({"placing": "nobody"}, "Who places: "),
        ({"seed": "-1"}, "Seed: "),
        ({"seed": "1.5"}, "Seed: "),
        ({"agreed": "nonsense"}, "Agreed: "),
        ({"agreed": "t99~red"}, "Agreed: "),
        ({"agreed": "t1~green"}, "Agreed: "),
        ({"pieces": "40", "width": "12", "depth": "12"}, "Pieces: 40 find no room"),
        ({"strip": "24"}, "Pieces: "),
    ],
)
def test_a_malformed_order_is_refused_by_its_field(client: Client, change: dict[str, str], words: str) -> None:
    page = read(client, "/terrain/table/", ROLLED | change, 400)
    (notice,) = [each for each in page.all("div") if each.get("role") == "alert"]
    assert words in notice.text
    assert not page.all("figure")
    for address in ("/terrain/table/a4.pdf", "/terrain/table/table.json"):
        assert client.get(address, ROLLED | change).status_code == 404


def test_strips_along_both_long_edges_stay_clear(client: Client) -> None:
    for query, axis in (({"width": "72", "depth": "48"}, 1), ({"width": "48", "depth": "72"}, 0)):
        answer = client.get("/terrain/table/table.json", ROLLED | query | {"strip": "10", "region": "forests"})
        table = read_table(answer.content)
        spots = [spot[axis] for each in table.terrain if each.name != "Stream" for spot in each.polygon]
        assert 10 <= min(spots) <= max(spots) <= 38


def test_a_piece_is_moved_or_rolled_again_where_both_sides_agree(client: Client) -> None:
    moved = query_of(wish(client, turn="45"))
    assert moved["agreed"] == "t1~30~20~45~red"
    again = query_of(client.get("/terrain/table/change/", moved | WISH | {"do": "reroll", "piece": "t2", "by": "blue"}))
    assert again["agreed"] == "t1~30~20~45~red_t2~blue"
    page = read(client, "/terrain/table/", again)
    section = next(each for each in page.all("section") if each.get("class") == "agreed")
    told = [each.text for each in within(page, section, "li")]
    assert told == ["Red moved t1 to 30, 20, turned 45°", "Blue rolled t2 again"]
    back, fresh = (parse_qs(urlsplit(each.get("href")).query) for each in within(page, section, "a"))
    assert back["agreed"] == ["t1~30~20~45~red"]
    assert "agreed" not in fresh


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"agree": ""}, "The other side must agree first."),
        ({"x": ""}, "Enter where to move the piece"),
        ({"x": "300"}, "less than or equal to 240"),
        ({"x": "nan"}, "Enter a number."),
        ({"by": "green"}, "green"),
        ({"do": "burn"}, "burn"),
        ({"turn": "10"}, "10"),
        ({"piece": "t99"}, "That can't be done: there is no piece “t99”."),
        ({"piece": "<b>"}, "That can't be done"),
    ],
)
def test_what_isnt_agreed_or_cant_be_done_changes_nothing(client: Client, change: dict[str, str], words: str) -> None:
    answer = wish(client, **change)
    assert answer.status_code == 400
    page = Document(answer.content.decode())
    (notice,) = [each for each in page.all("div") if each.get("role") == "alert"]
    assert "Nothing was changed." in notice.text
    assert words in notice.text
    assert page.sent(page.with_id("change"))["seed"] == "5"


def test_the_forms_of_a_page_do_the_same_without_a_script(client: Client) -> None:
    page = read(client, "/terrain/table/", ROLLED | {"piece": "t3"})
    form = page.with_id("change")
    sent = page.sent(form)
    assert sent["piece"] == "t3"
    options = {each.get("value"): each for each in page.all("option") if each.get("data-x")}
    assert (sent["x"], sent["y"]) == (options["t3"].get("data-x"), options["t3"].get("data-y"))
    buttons = {each.get("value"): each for each in within(page, form, "button") if each.get("name") == "do"}
    asked = page.sent(form, buttons["reroll"]) | {"by": "blue", "agree": "true"}
    assert query_of(client.get(form.get("action"), asked))["agreed"] == "t3~blue"


def test_a_table_as_a_file_reads_back(client: Client) -> None:
    answer = client.get("/terrain/table/table.json", ROLLED | {"agreed": "t1~30~20~45~red"})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="jungles-pieces-6-seed-5.json"'
    agreed = [{"do": "move", "ref": "t1", "by": "red", "x": 30, "y": 20, "turn": 45}]
    assert read_table(answer.content) == rolled("jungles", seed=5, agreed=agreed)
    assert json.loads(answer.content)["format"] == "muster-table/1"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_table_prints(client: Client, paper: str) -> None:
    answer = client.get(f"/terrain/table/{paper}.pdf", ROLLED | {"agreed": "t1~red"})
    assert answer.headers["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert answer.content == client.get(f"/terrain/table/{paper}.pdf", ROLLED | {"agreed": "t1~red"}).content


@pytest.mark.parametrize(
    "query",
    [{}, ROLLED, ROLLED | {"placing": "alternating", "agreed": "t1~red_t2~10~10~0~blue"}, TABLE | {"pieces": "x"}],
)
def test_every_page_of_terrain_is_well_formed(client: Client, query: dict[str, Any]) -> None:
    for address in ("/terrain/", "/terrain/table/"):
        page = Document(client.get(address, query, follow=True).content.decode())
        names = [each.get("id") for each in page.elements if each.get("id")]
        assert len(names) == len(set(names))
        assert len(page.all("h1")) == len(page.all("main")) == 1
        for each in page.elements:
            assert set(each.get("aria-labelledby").split()) <= set(names)
