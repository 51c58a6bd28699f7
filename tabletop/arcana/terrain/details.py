"""What stands on a piece: trees, cliffs, huts, fences, bridges, each within the piece's outline."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tabletop.arcana.terrain.charts import Detail, Feature, Form, When
from tabletop.arcana.terrain.outlines import Body, disc, oblong
from tabletop.dice import Chance
from tabletop.geometry.primitives.exact import TURNS, Ring, move_ring, rotate_grid_point, scale_ring

FENCE = 20
FENCE_INSET = 5
CLIFF_SIDES = 2

Rings = tuple[Ring, ...]


def is_met(when: When | None, results: Mapping[str, int]) -> bool:
    """Whether a condition is met by the sub-rolls so far; a roll that wasn't made meets none."""
    return when is None or (when.what in results and when.least <= results[when.what] <= when.most)


def details_of(
    feature: Feature, body: Body, results: Mapping[str, int], chance: Chance
) -> Iterator[tuple[Detail, Ring]]:
    """Every detail with its outline, as many as the sub-rolls say."""
    for detail in feature.details:
        count = results.get(detail.counted, 0) if detail.counted else 1
        if count and is_met(detail.when, results):
            yield from ((detail, ring) for ring in FORMS[detail.form](body, count, chance))


def _trees(body: Body, count: int, chance: Chance) -> Rings:
    half, start = min(body.half), chance.below(TURNS)
    places = (rotate_grid_point((half // 2, 0), start + number * TURNS // count) for number in range(count))
    return tuple(move_ring(disc(half // 6), place) for place in places)


def _cliffs(body: Body, count: int, chance: Chance) -> Rings:
    """Along so many sides, spread around the outline."""
    corners = len(body.ring)
    start, sides = chance.below(corners), min(CLIFF_SIDES, corners // count)
    return tuple(_cliff(body.ring, start + number * corners // count, sides) for number in range(count))


def _cliff(ring: Ring, first: int, sides: int) -> Ring:
    outer = tuple(ring[(first + step) % len(ring)] for step in range(sides + 1))
    return (*outer, *reversed(scale_ring(outer, 4, 5)))


def _middle(body: Body, _count: int, _chance: Chance) -> Rings:
    return (scale_ring(body.ring, 1, 2),)


def _huts(body: Body, count: int, chance: Chance) -> Rings:
    """A hut in each quarter of a yard, the quarters in turn from any of them."""
    (long, wide), first = body.half, chance.below(4)
    quarters = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    spots = (quarters[(first + number) % 4] for number in range(count))
    return tuple(_hut(long * right // 2, wide * up // 2, min(long, wide) // 4, body.turn) for right, up in spots)


def _hut(x: int, y: int, half: int, turn: int) -> Ring:
    return oblong((x - half, y - half), (x + half, y + half), turn)


def _fence(body: Body, _count: int, _chance: Chance) -> Rings:
    """Around a yard, with a gate in the middle of one side."""
    x, y = body.half[0] - FENCE_INSET, body.half[1] - FENCE_INSET
    gate, within = x // 3, y - FENCE
    return tuple(
        oblong(low, high, body.turn)
        for low, high in (
            ((-x, within), (x, y)),
            ((-x, -within), (FENCE - x, within)),
            ((x - FENCE, -within), (x, within)),
            ((-x, -y), (-gate, -within)),
            ((gate, -y), (x, -within)),
        )
    )


def _bridges(body: Body, count: int, chance: Chance) -> Rings:
    """Across a band, one section long each, spread along it and away from the table's edges."""
    within = len(body.sections) - 2
    share = within // count
    free = max(share - 1, 1)
    return tuple(body.sections[1 + number * share + chance.below(free)] for number in range(count))


FORMS: dict[Form, Callable[[Body, int, Chance], Rings]] = {
    Form.TREE: _trees,
    Form.CLIFF: _cliffs,
    Form.MIDDLE: _middle,
    Form.HUT: _huts,
    Form.FENCE: _fence,
    Form.BRIDGE: _bridges,
}
