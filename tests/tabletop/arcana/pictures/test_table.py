"""Pictures of tables: sound XML to scale, everything on it drawn and named, nothing that a strict policy refuses."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from tabletop.arcana.battlefield.marks import Ghost, Line, Spot
from tabletop.arcana.pictures.table import svg
from tabletop.arcana.pictures.terrain_styles import STYLES
from tabletop.arcana.queries.questions import ask
from tests.laws import of_each
from tests.tables import block, box, loose, table, terrain

SVG = "{http://www.w3.org/2000/svg}"
SCENE = table(
    block(models=12, files=5, corner=(30, 20), facing=30),
    loose("b1", (40, 30), (43, 30), fly=9, altitude="low"),
    ground=[terrain("t1", "light-forest", *box(5, 5, 15, 12), name="Elm & <Oak>")],
    name="The “ford”",
)


def drawn(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def test_a_picture_is_to_scale_and_titled() -> None:
    root = drawn(svg(SCENE, width=360))
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("0 0 72 48", "360", "240")
    assert root.findtext(f"{SVG}title") == "The “ford”"
    assert drawn(svg(table())).findtext(f"{SVG}title") == "A table"


def test_every_base_and_piece_is_drawn_and_every_ref_written() -> None:
    root = drawn(svg(SCENE))
    texts = {element.text for element in root.iter(f"{SVG}text")}
    assert texts == {"r1", "b1 low", "Elm & <Oak>"}
    polygons = list(root.iter(f"{SVG}polygon"))
    assert len(polygons) == 1 + 12 + 1 + 2  # terrain, bases, one arrowhead, skirmishers


def test_y_runs_up_the_table() -> None:
    wood = next(drawn(svg(SCENE)).iter(f"{SVG}polygon"))
    assert wood.get("points") == "5,43 15,43 15,36 5,36"


def test_marks_are_drawn_on_top() -> None:
    marks = (Line((30, 20), (40, 20), '10"'), Ghost(SCENE.unit("r1")), Spot((33, 33), "here"), Spot((1, 1)))
    bare, marked = drawn(svg(SCENE)), drawn(svg(SCENE, marks))
    assert len(list(marked.iter(f"{SVG}polygon"))) == len(list(bare.iter(f"{SVG}polygon"))) + 2
    assert len(list(marked.iter(f"{SVG}circle"))) == 2
    assert {'10"', "here"} <= {element.text for element in marked.iter(f"{SVG}text")}


def test_there_is_an_inch_grid() -> None:
    fine, coarse = (path.get("d", "").count("M") for path in drawn(svg(SCENE)).iter(f"{SVG}path"))
    assert (fine, coarse) == (73 + 49, 7 + 5)


@of_each("kind", list(STYLES))
def test_every_kind_of_terrain_has_its_own_look(kind: str) -> None:
    others = [style for name, style in STYLES.items() if name != kind]
    assert STYLES[kind] not in others  # type: ignore[index]
    assert "</svg>" in svg(table(ground=[terrain("t1", kind, *box(1, 1, 5, 5))]))


def test_sides_have_their_own_colours() -> None:
    root = drawn(svg(SCENE))
    fills = {element.get("fill") for element in root.iter(f"{SVG}polygon")}
    assert {"#a92f2b", "#2c5a8e"} <= fills


def test_no_ids_no_styles_no_scripts() -> None:
    for element in drawn(svg(SCENE, (Ghost(SCENE.unit("b1")),))).iter():
        assert not {"id", "style", "class", "onload"} & set(element.keys()) or element.get("class") == "table"
        assert element.tag.removeprefix(SVG) not in {"style", "script", "use"}


def test_a_side_whose_last_unit_has_fallen_is_drawn_where_it_was() -> None:
    scene = table(block(side="orcs", corner=(9, 9)), loose("b1", (20, 20), side="elves"))
    answer = ask(scene, "casualties", ["r1", "wounds 99"])
    before, after = svg(scene, answer.marks), svg(answer.scene, answer.marks)
    assert after.count("stroke-dasharray") == before.count("stroke-dasharray") > 0
    assert all(colour in after for colour in re.findall(r'stroke="#\w+" stroke-width="0.1"|fill="#2c5a8e"', before))
