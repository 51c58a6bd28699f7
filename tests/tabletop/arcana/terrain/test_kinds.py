"""Everything about a kind of terrain is said once, in the table of kinds; how it is drawn, in one table of styles."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tabletop.arcana.battlefield.schema import Effects, Going, Nature, Terrain, TerrainKind
from tabletop.arcana.pictures.terrain_styles import STYLES
from tabletop.arcana.rules.visibility.heights import depth_of, hides, top_of
from tabletop.arcana.terrain.kinds import TERRAIN_KINDS, GroundKind, KindOnTable, cover_of
from tests.catalogue import PROJECT
from tests.laws import of_each

TABLES = {PROJECT / "tabletop" / "arcana" / "terrain" / "kinds.py"} | {
    PROJECT / "tabletop" / "arcana" / "pictures" / "terrain_styles.py",
    PROJECT / "tabletop" / "boards" / "area_pictures.py",  # other games' grounds, of which some have the same names
}
# Words that name a kind and nothing else: a going or a nature may be called the same.
WORDS = frozenset(TerrainKind) - {*Going, *Nature}


def piece(kind: TerrainKind, **more: object) -> Terrain:
    return Terrain(ref="t1", kind=kind, polygon=((0, 0), (1, 0), (0, 1)), **more)  # type: ignore[arg-type]


def tables_of_kinds(source: str) -> Iterator[int]:
    """Lines of a module that branch on a kind by name: keys of a dict, members of a set, sides of a comparison."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Dict():
                parts: list[ast.expr | None] = node.keys
            case ast.Set():
                parts = [*node.elts]
            case ast.Compare():
                parts = [node.left, *node.comparators]
            case _:
                continue
        if any(isinstance(part, ast.Constant) and part.value in WORDS for part in parts):
            yield node.lineno


def test_a_kind_of_terrain_is_said_once() -> None:
    culprits = [
        f"{path.relative_to(PROJECT)}:{line}"
        for room in ("tabletop", "armybuilder")
        for path in sorted((PROJECT / room).rglob("*.py"))
        if path not in TABLES
        for line in sorted(tables_of_kinds(path.read_text(encoding="utf-8")))
    ]
    assert not culprits, "these branch on a kind of terrain by its name; make it a field of terrain/kinds.py"


def test_the_law_sees_what_it_forbids() -> None:
    source = 'A = {"hill": 1}\nB = frozenset({"wall"})\nc = kind == "building"\nd = {"open": 1, "water": 2}\n'
    assert sorted(tables_of_kinds(source)) == [1, 2, 3]


def test_each_table_has_every_kind_once() -> None:
    assert tuple(TERRAIN_KINDS) == tuple(STYLES) == tuple(TerrainKind)
    assert [kind for kind, record in TERRAIN_KINDS.items() if record.kind != kind] == []


def test_no_fixture_restates_the_kinds() -> None:
    assert not [path for path in (PROJECT / "fixtures").rglob("*.yaml") if _lists_kinds(path)]


def _lists_kinds(path: Path) -> bool:
    return path.read_text(encoding="utf-8").startswith("kinds:")


@of_each("record", TERRAIN_KINDS.values(), ids=TERRAIN_KINDS)
def test_what_is_published_is_strict_and_comes_back(record: KindOnTable) -> None:
    plain = msgspec.to_builtins(record.published)
    assert msgspec.convert(plain, GroundKind) == record.published
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(plain | {"height": 1.0}, GroundKind)


# The kind: inches of sight inside, cover, inches of height, whether it hides what is behind it on level ground.
TABLE = {
    "open": (None, None, 0, False),
    "hill": (None, None, 1, True),
    "light-forest": (3, "soft", 0, True),
    "dense-forest": (2, "soft", 0, True),
    "difficult": (None, None, 0, False),
    "very-difficult": (None, None, 0, False),
    "impassable": (None, None, 0, False),
    "obstacle": (None, None, 0, False),
    "wall": (None, "hard", 0, False),
    "building": (None, "full", 3, True),
    "water": (None, None, 0, False),
}


@of_each("kind", tuple(TerrainKind))
def test_sight_cover_and_height_of_each_kind(kind: TerrainKind) -> None:
    terrain = piece(kind)
    assert (depth_of(terrain), cover_of(terrain), top_of(terrain), hides(terrain)) == TABLE[kind]


def test_those_that_models_stand_on_shelter_behind_and_hide_under() -> None:
    records = TERRAIN_KINDS.values()
    assert {each.kind for each in records if not each.stood_on} == {"light-forest", "dense-forest", "obstacle", "wall"}
    assert {each.kind for each in records if each.covers_behind} == {"obstacle", "wall", "building"}
    assert {each.kind for each in records if each.roofed} == {"building"}


def test_what_was_agreed_for_a_piece_goes_before_its_kind() -> None:
    assert cover_of(piece("light-forest", effects=Effects(cover="hard"))) == "hard"
    assert top_of(piece("hill", height=2.5)) == 2.5
    assert hides(piece("open", effects=Effects(blocks_sight=True)))
    assert hides(piece("wall", height=1.5))
    assert not hides(piece("wall", height=1.0))
