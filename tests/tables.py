"""Tables for tests: units and terrain in few words, whole tables moved about, and strategies for scenes."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from tabletop.arcana.battlefield import PlacedTable, lay, read_table
from tabletop.arcana.catalogue.lists import catalogue
from tabletop.geometry.primitives.vectors import Point, ahead, heading, normalized_angle, rightward, rotate_point

Plain = dict[str, Any]
NOTHING = catalogue([], [])


def block(ref: str = "r1", *, models: int = 10, files: int = 5, corner: Point, facing: float = 0, **more: Any) -> Plain:
    """A rank and file unit of base 1 that moves 12 inches, unless told otherwise."""
    formation = {"kind": "rank-and-file", "files": files, "corner": corner, "facing": facing}
    return {**_unit(ref), "models": models, "formation": formation, **more}


def column(ref: str = "r1", *, models: int = 8, files: int = 2, corner: Point, facing: float = 0, **more: Any) -> Plain:
    """A straight column of base 1 that moves 12 inches, unless told otherwise."""
    formation = {"kind": "column", "files": files, "corner": corner, "facing": facing}
    return {**_unit(ref), "models": models, "formation": formation, **more}


def loose(ref: str = "r1", *positions: Point, facing: float = 0, **more: Any) -> Plain:
    """Skirmishers of base 1 that move 12 inches, unless told otherwise."""
    formation = {"kind": "skirmish", "positions": positions, "facing": facing}
    return {**_unit(ref), "models": len(positions), "formation": formation, **more}


def _unit(ref: str) -> Plain:
    side = {"r": "red", "b": "blue"}[ref[0]]
    return {"ref": ref, "side": side, "base": 1, "movement": 12}


def terrain(ref: str, kind: str, *polygon: Point, **more: Any) -> Plain:
    return {"ref": ref, "kind": kind, "polygon": polygon, **more}


def box(x1: float, y1: float, x2: float, y2: float) -> list[Point]:
    return [(x1, y1), (x2, y1), (x2, y2), (x1, y2)]


def plain_table(*units: Plain, ground: list[Plain] | None = None, **more: Any) -> Plain:
    head = {"format": "muster-table/1", "game": "arcana", "size": [72, 48]}
    return {**head, "units": list(units), "terrain": ground or [], **more}


def laid(plain: Plain) -> PlacedTable:
    return lay(read_table(json.dumps(plain)), NOTHING)


def table(*units: Plain, ground: list[Plain] | None = None, **more: Any) -> PlacedTable:
    return laid(plain_table(*units, ground=ground, **more))


def every_point(plain: Plain, at: Any, facing: Any) -> Plain:
    """The table with every point and facing put through a function."""
    ground = [{**piece, "polygon": [at(point) for point in piece["polygon"]]} for piece in plain["terrain"]]
    units = [{**unit, "formation": _put(unit["formation"], at, facing)} for unit in plain["units"]]
    return {**plain, "terrain": ground, "units": units}


def _put(formation: Plain, at: Any, facing: Any) -> Plain:
    places = {"corner": at(formation["corner"])} if "corner" in formation else {}
    if "positions" in formation:
        places = {"positions": [at(position) for position in formation["positions"]]}
    return {**formation, **places, "facing": facing(formation["facing"])}


def shifted(plain: Plain, by: Point) -> Plain:
    return every_point(plain, lambda point: (point[0] + by[0], point[1] + by[1]), lambda facing: facing)


def swung(plain: Plain, pivot: Point, angle: float) -> Plain:
    return every_point(
        plain, lambda point: rotate_point(tuple(point), pivot, angle), lambda facing: normalized_angle(facing + angle)
    )


def mirrored(plain: Plain) -> Plain:
    """Left and right exchanged about the middle of the table; a block's front left corner was its front right one."""
    wide = plain["size"][0]
    units = [{**unit, "formation": _from_right(unit)} for unit in plain["units"]]
    return every_point({**plain, "units": units}, lambda point: (wide - point[0], point[1]), lambda facing: -facing)


def _from_right(unit: Plain) -> Plain:
    formation: Plain = unit["formation"]
    if "corner" not in formation:
        return formation
    right = rightward(heading(formation["facing"]))
    x, y = formation["corner"]
    return {**formation, "corner": (x + right[0] * formation["files"], y + right[1] * formation["files"])}


def mirrored_orders(orders: str) -> str:
    words = {"left": "right", "right": "left"}
    return " ".join(words.get(word, word) for word in orders.split(" "))


# Everything stands near the middle of the largest table, so that its edges are out of reach wherever it is turned.
MIDDLE = (120.0, 120.0)
tenths = st.integers(-120, 120).map(lambda number: number / 10)
facings = st.one_of(st.sampled_from([0, 45, 90, 180, 270]), st.integers(0, 359))
places = st.tuples(tenths, tenths).map(lambda at: (MIDDLE[0] + at[0], MIDDLE[1] + at[1]))
kinds = st.sampled_from(["light-forest", "dense-forest", "difficult", "very-difficult", "impassable", "water", "hill"])
lengths = st.integers(1, 80).map(lambda number: number / 10)
hands = st.sampled_from(["left", "right"])


@st.composite
def pieces(draw: st.DrawFn, ref: str = "t1") -> Plain:
    """A triangle or an oblong of some kind, at any angle."""
    corner, angle = draw(places), draw(facings)
    wide, deep = draw(lengths) + 1, draw(lengths) + 1
    far = ahead(corner, angle, deep)
    corners = [corner, far, ahead(far, angle + 90, wide), ahead(corner, angle + 90, wide)]
    return terrain(ref, draw(kinds), *corners[: draw(st.sampled_from([3, 4]))])


@st.composite
def blocks(draw: st.DrawFn, ref: str) -> Plain:
    """A block whose short rank, if any, stands in its very middle."""
    files, ranks = draw(st.integers(3, 6)), draw(st.integers(1, 3))
    missing = draw(st.sampled_from([0, 2])) if ranks > 1 else 0
    models = max(files * ranks - missing, 6)
    if (files - models % files) % 2:
        models = files * max(ranks, 2)
    return block(ref, models=models, files=files, corner=draw(places), facing=draw(facings))


@st.composite
def skirmishers(draw: st.DrawFn, ref: str) -> Plain:
    """Up to four models side by side, an inch between their bases."""
    x, y = draw(places)
    return loose(ref, *((x + 2 * number, y) for number in range(draw(st.integers(1, 4)))), facing=draw(facings))


@st.composite
def scenes(draw: st.DrawFn) -> Plain:
    """A block r1 near a friend, an enemy and some terrain."""
    friend = draw(st.one_of(blocks("r2"), skirmishers("r2")))
    foe = draw(st.one_of(blocks("b1"), skirmishers("b1")))
    ground = draw(st.lists(pieces(), max_size=1))
    return plain_table(draw(blocks("r1")), friend, foe, ground=ground, size=[240, 240])


@st.composite
def travels(draw: st.DrawFn) -> str:
    """One order that moves a block across the table."""
    inches, hand = draw(lengths), draw(hands)
    orders = [f"forward {inches}", f"back {inches}", f"wheel {hand} {inches}", f"wheel back {hand} {inches}"]
    orders += [f"diagonal {hand} {draw(st.integers(1, 45))} {inches}", f"rotate {hand} {inches * 4}"]
    return draw(st.sampled_from(orders))
