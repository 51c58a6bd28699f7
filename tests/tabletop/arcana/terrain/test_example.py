"""Example pieces: as large as their feature, with what may stand on it, the same every time."""

from __future__ import annotations

from tabletop.arcana.terrain.charts import Feature
from tabletop.arcana.terrain.example import STRETCH, example
from tests.charts import printed_charts
from tests.laws import of_each

FEATURES = {
    f"{chart.slug}/{feature.slug}": feature for chart in printed_charts().values() for feature in chart.features
}


@of_each("feature", FEATURES.values(), ids=FEATURES)
def test_an_example_is_such_a_piece(feature: Feature) -> None:
    terrain = example(feature)
    assert (terrain.kind, terrain.going, terrain.name) == (feature.kind, feature.going, feature.name)
    across = max(x for x, _ in terrain.polygon) - min(x for x, _ in terrain.polygon)
    most = STRETCH if feature.is_band else max((feature.length or (0, 0))[1], (feature.width or (0, 0))[1]) * 2**0.5
    assert 0 < across <= most + 0.01
    assert terrain == example(feature)


def test_what_may_stand_on_a_piece_stands_on_its_example() -> None:
    for feature in FEATURES.values():
        assert bool(example(feature).parts) == bool(feature.details)
