"""The board as SVG: well-formed, every unit a group with the figures that hands need."""

from __future__ import annotations

from xml.etree import ElementTree

from tabletop.arcana.battle.table import carried_out, read_command
from tabletop.arcana.battlefield import lay
from tabletop.arcana.pictures.board import board
from tabletop.arcana.pictures.overlays import NOTHING as NO_OVERLAY
from tabletop.arcana.pictures.overlays import Overlay
from tests.played import play
from tests.tables import NOTHING

NAMESPACE = "{http://www.w3.org/2000/svg}"


def drawn(overlay: Overlay = NO_OVERLAY) -> ElementTree.Element:
    state = play()
    return ElementTree.fromstring(board(state, lay(state.table, NOTHING), overlay))


def test_every_unit_is_a_group_with_its_figures() -> None:
    groups = {each.get("data-unit"): each for each in drawn().iter(f"{NAMESPACE}g") if each.get("data-unit")}
    assert list(groups) == ["r1", "r2", "b1", "b2", "b3"]
    spears = groups["r1"]
    assert (spears.get("data-x"), spears.get("data-y"), spears.get("data-left")) == ("22.5", "11", "12")
    assert spears.get("data-front") == "20 12 25 12"
    assert (groups["b3"].get("data-kind"), groups["b3"].get("data-front")) == ("loose", None)
    assert spears.findtext(f"{NAMESPACE}title") == "Spears (r1): foot"


def test_what_is_left_of_a_move_is_drawn_with_the_unit() -> None:
    state = carried_out(play(), lay(play().table, NOTHING), read_command("r1", "forward 5")).play
    assert 'data-left="7"' in board(state, lay(state.table, NOTHING))


def test_the_chosen_unit_has_a_ring() -> None:
    rings = [each for each in drawn(Overlay(chosen="r2")).iter() if each.get("class") == "ring"]
    assert len(rings) == 1
    assert not [each for each in drawn().iter() if each.get("class") == "ring"]


def test_every_foot_says_its_inches() -> None:
    feet = next(each for each in drawn().iter() if each.get("class") == "feet")
    assert [each.text for each in feet] == ["12", "24", "36", "48", "60", "12", "24", "36"]
