"""Figures: the part of a table that matters, with classes instead of colours, and names beside units."""

from __future__ import annotations

from xml.etree import ElementTree

from tabletop.arcana.battlefield.marks import Ghost, Ground, Line, Outline, Ring, Spot
from tabletop.arcana.pictures.figure import LEAST_INCHES, MARGIN, figure
from tests.tables import block, box, loose, table, terrain

SCENE = table(
    block(models=12, files=6, corner=(30, 20)),
    loose("b1", (33, 24), side="blue"),
    ground=[terrain("t1", "light-forest", *box(20, 10, 26, 16), name="Elm & <Oak>")],
)


def drawn(*marks: object) -> ElementTree.Element:
    return ElementTree.fromstring(figure(SCENE, marks, title="A “ford” & more"))  # type: ignore[arg-type]


def classes(root: ElementTree.Element) -> list[str]:
    return [element.get("class", "") for element in root.iter() if element.tag != "svg"]


def test_it_shows_what_is_there_with_a_margin_and_no_more() -> None:
    left, top, wide, deep = map(float, drawn().get("viewBox", "").split())
    assert (top, top + deep) == (48 - (24.5 + MARGIN), 48 - (10 - MARGIN))
    assert left <= 20 - MARGIN
    assert left + wide >= 36 + MARGIN
    assert wide >= LEAST_INCHES
    farther = list(map(float, drawn(Spot((60, 20))).get("viewBox", "").split()))
    assert (farther[0], farther[0] + farther[2]) == (20 - MARGIN, 60 + MARGIN)


def test_a_small_scene_isnt_blown_up() -> None:
    root = ElementTree.fromstring(figure(table(loose("r1", (30, 20))), title="One"))
    assert float(root.get("viewBox", "").split()[2]) >= LEAST_INCHES


def test_it_is_titled_and_names_are_escaped() -> None:
    root = drawn()
    assert root.findtext("title") == "A “ford” & more"
    assert {"Elm & <Oak>", "r1", "b1", "6″"} == {text.text for text in root.iter("text")}


def test_a_name_stands_where_no_unit_does() -> None:
    [place] = [text for text in drawn().iter("text") if text.text == "r1"]
    x, y = float(place.get("x", "")), 48 - float(place.get("y", ""))
    assert not (30 <= x <= 36 and 18 <= y <= 20)
    assert not (32.5 <= x <= 33.5 and 23.5 <= y <= 24.5)


def test_every_mark_is_drawn_in_a_class_of_its_own() -> None:
    unit = SCENE.unit("r1")
    corners = ((30.0, 30.0), (31.0, 30.0), (31.0, 31.0))
    root = drawn(
        Line((30, 20), (33, 24), '4.2"'), Ghost(unit), Ground((corners,), "mud"), Spot((30, 20), "here"),
        Ring((30, 20), 2.5, dashed=True), Ring((30, 20), 2.5), Outline(corners),
    )  # fmt: skip
    found = set(classes(root))
    assert {"way", "unit ghost red", "area", "spot", "ring dashed", "ring", "picked", "unit red", "unit blue"} <= found
    assert {"4.2″", "mud", "here"} <= {text.text for text in root.iter("text")}
    assert not any(element.get("fill") or element.get("stroke") or element.get("style") for element in root.iter())
