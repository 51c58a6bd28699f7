"""Overlays: drawn only where they are asked for, with the reason at the end of a line that is blocked."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tabletop.arcana.battlefield import lay
from tabletop.arcana.battlefield.marks import Ghost, Ground, Line, Mark, Outline, Ring, Spot
from tabletop.arcana.pictures.board import board
from tabletop.arcana.pictures.overlays import NOTHING as NO_OVERLAY
from tabletop.arcana.pictures.overlays import Overlay, Ray, RayKind
from tests.played import play
from tests.tables import NOTHING

SCENE = lay(play().table, NOTHING)


def drawn(overlay: Overlay = NO_OVERLAY) -> ElementTree.Element:
    return ElementTree.fromstring(board(play(), SCENE, overlay))


def words(root: ElementTree.Element) -> set[str | None]:
    return {each.get("class") for each in root.iter()}


@pytest.mark.parametrize(
    ("overlay", "word"),
    [
        (Overlay(chosen="r1", charge=12.0), "fan"),
        (Overlay(chosen="r1", charge=12.0), "flanks"),
        (Overlay(chosen="r1", ranges=(18.0,)), "range"),
        (Overlay(chosen="r1", rays=(Ray((1, 1), (5, 5), RayKind.SEEN),)), "ray seen"),
        (Overlay(chosen="r1", rays=(Ray((1, 1), (5, 5), RayKind.BLOCKED),)), "ray blocked"),
    ],
)
def test_overlays_are_drawn_only_where_they_are_asked_for(overlay: Overlay, word: str) -> None:
    assert word in words(drawn(overlay))
    assert word not in words(drawn())


@pytest.mark.parametrize(
    ("mark", "word"),
    [
        (Ring((5, 5), 2), "template"),
        (Outline(((1, 1), (2, 1), (2, 2))), "template"),
        (Ghost(SCENE.unit("r1")), "ghost"),
        (Ground((((1, 1), (2, 1), (2, 2)),)), "zone"),
        (Spot((3, 3), "r2"), "ray blocked"),
        (Line((1, 1), (2, 2), '1"'), "ray measure"),
    ],
)
def test_every_mark_of_an_answer_is_drawn(mark: Mark, word: str) -> None:
    assert word in words(drawn(Overlay(marks=(mark,))))


def test_a_blocked_line_says_by_whom_and_why() -> None:
    picture = drawn(Overlay(rays=(Ray((1, 1), (5, 5), "blocked", "r2", "Bows stand in the way"),)))
    text = " ".join(picture.itertext())
    assert "r2" in text
    assert "Bows stand in the way" in text
