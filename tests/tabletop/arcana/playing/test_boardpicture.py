"""The board as SVG: well-formed, every unit a group with the figures that hands need."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tabletop.arcana.playing import carried_out
from tabletop.arcana.playing.boardpicture import Overlay, Ray, board
from tabletop.arcana.table import lay
from tests.played import play
from tests.tables import NOTHING

NOTHING_MORE = Overlay()
NAMESPACE = "{http://www.w3.org/2000/svg}"


def drawn(overlay: Overlay = NOTHING_MORE) -> ElementTree.Element:
    state = play()
    return ElementTree.fromstring(board(state, lay(state.table, NOTHING), overlay))


def test_every_unit_is_a_group_with_its_figures() -> None:
    groups = {each.get("data-unit"): each for each in drawn().iter(f"{NAMESPACE}g") if each.get("data-unit")}
    assert list(groups) == ["r1", "r2", "b1", "b2", "b3"]
    spears = groups["r1"]
    assert (spears.get("data-x"), spears.get("data-y"), spears.get("data-left")) == ("22.5", "11", "12")
    assert spears.get("data-front") == "20 12 25 12"
    assert (groups["b3"].get("data-kind"), groups["b3"].get("data-front")) == ("loose", None)
    assert spears.findtext(f"{NAMESPACE}title") == "Spears (r1)"


def test_what_is_left_of_a_move_is_drawn_with_the_unit() -> None:
    state = carried_out(play(), lay(play().table, NOTHING), "r1", "forward 5").play
    assert 'data-left="7"' in board(state, lay(state.table, NOTHING))


@pytest.mark.parametrize(
    ("overlay", "word"),
    [
        (Overlay(chosen="r1", charge=True), "fan"),
        (Overlay(chosen="r1", charge=True), "flanks"),
        (Overlay(chosen="r1", ranges=(18.0,)), "range"),
        (Overlay(chosen="r1", rays=(Ray((1, 1), (5, 5), "seen"),)), "ray seen"),
        (Overlay(chosen="r1", rays=(Ray((1, 1), (5, 5), "blocked"),)), "ray blocked"),
    ],
)
def test_overlays_are_drawn_only_where_they_are_asked_for(overlay: Overlay, word: str) -> None:
    def words(root: ElementTree.Element) -> set[str | None]:
        return {each.get("class") for each in root.iter()}

    assert word in words(drawn(overlay))
    assert word not in words(drawn())
