"""The page of unit against unit: the library's figures, sorted, for one's own rosters, shared ones and samples."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from armybuilder.catalogue.samples import sample_rosters
from armybuilder.odds.presenters.matrix import matrix_of
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster, new_roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.matrix import Cell, Matrix, matrix
from tabletop.arcana.odds.matrix_files import write_matrix
from tests.visitors import TOKEN, kept, kept_share

PAIR = "/odds/matrix/?a=sample.dwarves&b=sample.orcs"
NET = re.compile(r'<a href="([^"]*)"><b>([^<]*)</b><small>(\d+) : (\d+)</small>(.*?)</a>')


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def sample_matrix(catalogue: Catalogue) -> Matrix:
    own, theirs = (resolve(sample_rosters()[name], catalogue) for name in ("dwarves", "orcs"))
    return matrix(own, theirs)


def rows_of(page: str) -> list[str]:
    return re.findall(r'<th scope="row">([^<]+)<', page)


def test_figures_are_those_of_the_library_and_of_the_odds_that_they_lead_to(
    client: Client, catalogue: Catalogue
) -> None:
    found = sample_matrix(catalogue)
    cells = [cell for line in found.cells for cell in line if isinstance(cell, Cell)]
    tiles = NET.findall(page_of(client, PAIR))
    assert len(tiles) == len(cells) == 30
    for (_, net, theirs, own, rest), cell in zip(tiles, cells, strict=True):
        assert int(net.replace("−", "-").replace("+", "")) == round(cell.net)
        assert (int(own), int(theirs)) == tuple(round(points) for points in cell.points)
        for who, toll in zip(("you break", "they break"), cell.tolls, strict=True):
            assert (f"{who} {round(100 * toll.breaks)} %" in rest) == (toll.breaks >= Fraction(1, 10))
    for place in (0, 5, 24, 29):  # the last ones of a crew of cannons and a shaman that rides
        results = client.get(f"{tiles[place][0]}&w=none&format=json").json()["results"]
        breaks = [Fraction(result["exact"]) for name, result in results.items() if name.endswith(".breaks")]
        assert breaks == [toll.breaks for toll in cells[place].tolls]


def test_lines_are_sorted_and_one_unit_has_its_list(client: Client, catalogue: Catalogue) -> None:
    found = sample_matrix(catalogue)
    nets = {
        row.name: [cell.net for cell in line if isinstance(cell, Cell)]
        for row, line in zip(found.rows, found.cells, strict=True)
    }
    worst = sorted(nets, key=lambda name: sum(nets[name]))
    assert rows_of(page_of(client, PAIR)) == list(nets)
    assert rows_of(page_of(client, f"{PAIR}&sort=worst")) == worst
    assert rows_of(page_of(client, f"{PAIR}&sort=best")) == worst[::-1]
    against = page_of(client, f"{PAIR}&sort=against.{found.columns[2].ref}")
    assert rows_of(against) == sorted(nets, key=lambda name: -nets[name][2])
    assert against.count('aria-sort="descending"') == 1
    shown = page_of(client, f"{PAIR}&u={found.rows[1].ref}")
    links = re.findall(r'<li><span><b><a href="([^"]+)">([^<]+)</a></b>', shown)
    names = [name for _, name in links]
    order = sorted(range(6), key=lambda place: -nets[found.rows[1].name][place])
    assert names == [found.columns[place].name for place in order]
    assert client.get(links[0][0]).status_code == 200
    assert f'<span class="unseen">, {found.rows[1].name} against {names[0]}</span></a>' in shown


def test_the_table_is_a_file_too(client: Client, catalogue: Catalogue) -> None:
    answer = client.get(f"{PAIR}&format=csv")
    assert answer["Content-Disposition"] == 'attachment; filename="hold-the-gate-against-green-tide.csv"'
    assert answer.content.decode("utf-8-sig") == write_matrix(sample_matrix(catalogue))
    assert len(list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))) == 1 + 30


def test_rosters_are_ones_own_shared_or_samples(
    client: Client, owner: Client, other: Client, catalogue: Catalogue
) -> None:
    row = kept()
    kept_share(row, kind="copy")
    address = f"/odds/matrix/?a={row.code}&b=sample.orcs"
    assert "All of them" in page_of(owner, address)
    for visitor in (client, other):
        assert "There is no such roster any more, or it isn't yours or shared." in page_of(visitor, address)
        assert row.code not in page_of(visitor, "/odds/matrix/")
    assert row.code in page_of(owner, "/odds/matrix/")
    linked = page_of(other, f"/odds/matrix/?a=sample.orcs&b=&b-link=http%3A%2F%2Ftestserver%2Fs%2F{TOKEN}%2F")
    assert f"b=shared.{TOKEN}.u1" in linked
    again = page_of(other, f"/odds/matrix/?a=sample.orcs&b=shared.{TOKEN}&pick=1")
    assert f'<option value="shared.{TOKEN}" selected>{row.content["name"]}</option>' in again
    assert again.count("selected>") == 2
    assert 'name="b" aria-invalid="true"' in page_of(other, "/odds/matrix/?a=sample.orcs&b=sample.none")
    for wrong in ("b-link=elsewhere", "b=shared.None", "b=%00", "b=shared.%00", "b=sample.none", "b="):
        assert "Choose two rosters" in page_of(other, f"/odds/matrix/?a=sample.orcs&{wrong}")
    assert "Choose two rosters" in page_of(owner, f"{address}&pick=1")
    assert client.get(PAIR)["X-Robots-Tag"] == "noindex, nofollow"


def test_queries_are_as_many_for_one_unit_as_for_many(
    owner: Client, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("armybuilder.odds.presenters.matrix.MOST_UNITS", 3)
    matrix_of.cache_clear()
    large, small = kept(sample_rosters()["dwarves"]), kept()
    counts = []
    for row in (large, small):
        owner.get(f"/odds/matrix/?a={row.code}&b=sample.orcs")
        with CaptureQueriesContext(connection) as queries:
            page = page_of(owner, f"/odds/matrix/?a={row.code}&b=sample.orcs")
        counts.append(len(queries))
    matrix_of.cache_clear()
    assert counts[0] == counts[1] <= 8
    assert "Beast Boys (Green Tide): only the first 3 units are counted." in page


def test_armies_without_troops_have_no_figures(owner: Client, catalogue: Catalogue) -> None:
    empty: Roster = new_roster(name="Nobody", army="dwarves")
    page = page_of(owner, f"/odds/matrix/?a={kept(empty).code}&b=sample.orcs")
    assert "No unit of yours and no unit of theirs" in page
    both = page_of(owner, f"/odds/matrix/?a=sample.orcs&b={kept(empty).code}")
    assert "No unit of yours and no unit of theirs" in both
