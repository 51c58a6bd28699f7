"""Table files: written and read back without loss."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from tabletop.arcana.battlefield import (
    Column,
    Engagement,
    RankAndFile,
    Skirmish,
    Table,
    TableUnit,
    Terrain,
    lay,
    read_table,
    write_table,
)
from tests.catalogue import printed_catalogue
from tests.tables import block, laid, plain_table
from tests.tabletop.arcana.battlefield.example import EXAMPLE

coordinates = st.floats(-240, 240, allow_nan=False)
points = st.tuples(coordinates, coordinates)
degrees = st.floats(-360, 360)
texts = st.sampled_from(["", "Old Wood", "Nǫrðr’s “hill”"])
files = st.integers(1, 6)
RANKED = st.builds(RankAndFile, files=files, corner=points, facing=degrees)
TRAILS = st.lists(points, min_size=1, max_size=3).map(tuple)
# Six models or more are deeper than wide in one file and in two.
COLUMNS = st.builds(Column, files=files, corner=points, facing=degrees, trail=TRAILS) | st.builds(
    Column, files=st.integers(1, 2), corner=points, facing=degrees
)
LOOSE = st.builds(Skirmish, positions=st.lists(points, min_size=1, max_size=4).map(tuple), facing=degrees)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Any table that a file can state."""
    units = []
    for number in range(draw(st.integers(0, 3))):
        formation = draw(RANKED | COLUMNS | LOOSE)
        models = len(formation.positions) if isinstance(formation, Skirmish) else draw(st.integers(6, 40))
        more = {"movement": draw(st.floats(0, 120)), "fly": draw(st.none() | st.floats(0, 120))}
        base = draw(st.sampled_from([0.5, 1.0, 2.0, 4.0, 6.0, 9.0, 15.0]))
        side = "red" if number % 2 else "blue"
        unit = TableUnit(ref=f"u{number}", side=side, base=base, models=models, formation=formation, **more)
        units.append(unit)
    engaged = (Engagement(units=("u0", "u1"), this_turn=draw(st.booleans())),) if len(units) > 1 else ()
    corner = draw(st.tuples(st.floats(-240, 239), st.floats(-240, 239)))
    shape = (corner, (corner[0] + 1, corner[1]), (corner[0] + 1, corner[1] + 1))
    piece = Terrain(ref="t", kind="hill", name=draw(texts), polygon=shape, height=draw(st.floats(0, 240)))
    size = (draw(st.floats(1, 240)), 48.0)
    return Table(
        format="muster-table/1", game="arcana", size=size, terrain=(piece,), units=tuple(units), engaged=engaged
    )


def test_files_from_other_programs_are_read_whatever_their_byte_order_mark() -> None:
    text = json.dumps(EXAMPLE)
    expected = read_table(text)
    assert read_table(b"\xef\xbb\xbf" + text.encode()) == expected
    assert read_table(text.encode("utf-16")) == expected


def test_facings_are_told_within_a_circle() -> None:
    scenes = [laid(plain_table(block("r1", corner=(30, 20), facing=facing))) for facing in (-90, 360, -360, 270)]
    assert [scene.unit("r1").formation.facing for scene in scenes] == [270, 0, 0, 270]


@given(tables())
def test_what_is_written_reads_back_the_same(table: Table) -> None:
    written = write_table(table)
    assert read_table(written) == table
    assert write_table(read_table(written.decode())) == written


def test_the_documented_shape_is_read() -> None:
    table = read_table(json.dumps(EXAMPLE))
    assert [unit.ref for unit in table.units] == ["r1", "b1", "r2"]
    assert table.units[0].formation == RankAndFile(files=5, corner=(30, 20), facing=0)
    assert table.units[0].profile is None
    assert table.terrain[1].going == "difficult"


def test_the_documented_table_can_be_laid_out() -> None:
    scene = lay(read_table(json.dumps(EXAMPLE)), printed_catalogue())
    assert scene.unit("b1").ground == printed_catalogue().rows["barbarians/scout"].movement.ground
