"""The terrain charts: strict reading, every total of 2d6, and two readings of the print that agree."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tabletop.arcana.battlefield.schema import Hazard, Terrain
from tabletop.arcana.terrain import Feature, GroundKind, read_chart
from tabletop.arcana.terrain.kinds import TERRAIN_KINDS, going_of, nature_of, obstructs_flight
from tabletop.decoding import MalformedError
from tests.charts import REGIONS, base_kinds, printed_charts
from tests.laws import of_each
from tests.tabletop.arcana.terrain.second_reading import SECOND_READING

MM_AN_INCH = 25.4
FEATURES = {
    f"{chart.slug}/{feature.slug}": feature for chart in printed_charts().values() for feature in chart.features
}

POND: dict[str, Any] = {
    "slug": "pond",
    "name": "Pond",
    "kind": "water",
    "shape": "area",
    "length": [4, 6],
    "width": [3, 5],
    "sub_rolls": [{"what": "ducks", "dice": "d3"}],
    "details": [{"name": "Duck", "form": "tree", "counted": "ducks"}],
}
PARK: dict[str, Any] = {
    "slug": "park",
    "name": "Park",
    "text": "Ponds.",
    "features": [POND],
    "results": [{"rolls": list(range(2, 13)), "printed": "Pond", "choices": ["pond"]}],
}


def facts(feature: Feature) -> set[str]:
    """What the second reading says beside title and going, from the structured fields."""
    effects, names = feature.effects, {detail.name for detail in feature.details}
    known = {
        "high ground": feature.slug == "temple" and feature.kind == "hill",
        "blocks sight from every level": effects.blocks_sight,
        "no war machines": effects.closed_to_war_machines,
        "only if forced": effects.only_if_forced,
        "difficult for swimmers": effects.swimming == "difficult",
        "edge to edge": feature.shape == "band",
        "two streams": feature.shape == "bands",
        "two pieces": feature.counts_as == 2,
        "wall": feature.kind == "wall",
        "dense growth": "Dense growth" in names,
        "fence": "Fence" in names,
        "wall around, gate": "Wall" in names,
        "impassable cliffs": any(each.name == "Cliff" and each.kind == "impassable" for each in feature.details),
        "impassable pool": any(each.name == "Pool" and each.going == "impassable" for each in feature.details),
        f"{effects.cover} cover": effects.cover is not None,
        **dict.fromkeys(_rolled(feature), True),
        **dict.fromkeys(_sizes(feature), True),
        _harm(effects.hazard): effects.hazard is not None,
    }
    return {fact for fact, holds in known.items() if holds}


def _harm(hazard: Hazard | None) -> str:
    if hazard is None:
        return ""
    hits = f" at strength {hazard.strength}" if hazard.harm == "hits" else ""
    on = f"on {hazard.least} " if hazard.least else ""
    return f"{on}{hazard.dice} {hazard.harm}{hits}{', no saves' if hazard.no_saves else ''}"


def _rolled(feature: Feature) -> set[str]:
    words = {"course": "d6 for its course", "trees": "d3 trees", "bridges": "d3+1 bridges"}
    printed = {words[rule.what] for rule in feature.sub_rolls if not rule.ours}
    return printed | (
        {"2 to 4 huts"} if any((r.what, r.dice) == ("huts", "d3+1") for r in feature.sub_rolls) else set()
    )


def _sizes(feature: Feature) -> set[str]:
    """Sizes that are a printed number of millimetres."""
    found = set()
    for name, size in (("long", feature.length), ("wide", feature.width)):
        millimetres = round(size[1] * MM_AN_INCH) if size else 0
        if millimetres in {150, 300, 600} and size and size[1] != round(size[1]):
            found.add(f"{millimetres} across" if feature.fixed else f"up to {millimetres} {name}")
    return found


def going(feature: Feature) -> str:
    return (feature.going or TERRAIN_KINDS[feature.kind].going).replace("-", " ")


def test_there_are_four_charts() -> None:
    assert tuple(printed_charts()) == REGIONS


@pytest.mark.parametrize("region", REGIONS)
@pytest.mark.parametrize("total", range(2, 13))
def test_both_readings_of_the_print_agree(region: str, total: int) -> None:
    chart = printed_charts()[region]
    title, printed_going, said = SECOND_READING[region][total]
    result = chart.result(total)
    features = [chart.feature(slug) for slug in result.choices]
    assert result.printed == title
    assert set.union(*map(facts, features)) == said
    assert not printed_going or {going(feature) for feature in features} == {printed_going}


@of_each("feature", FEATURES.values(), ids=FEATURES)
def test_a_feature_without_a_printed_effect_says_so(feature: Feature) -> None:
    assert feature.effects.unsaid == (feature.slug in {"monolith", "grass-huts", "ruin"})


@of_each(
    ("path", "value", "field"),
    [
        ("slug", "The Park", "slug"),
        ("colour", "green", "colour"),
        ("features.0.kind", "pond", "features[0].kind"),
        ("features.0.length", [6, 4], "features[0]"),
        ("features.0.length", None, "features[0]"),
        ("features.0.length", [4], "features[0].length"),
        ("features.0.shape", "band", "features[0]"),
        ("features.0.counts_as", 3, "features[0].counts_as"),
        ("features.0.sub_rolls.0.dice", "d4", "features[0].sub_rolls[0].dice"),
        ("features.0.sub_rolls", [], "features[0]"),
        ("features.0.sub_rolls.0.when", {"what": "geese", "least": 1, "most": 3}, "features[0]"),
        ("features.0.details.0.form", "duck", "features[0].details[0].form"),
        ("features.0.details.0.when", {"what": "geese", "least": 1, "most": 3}, "features[0]"),
        ("features.0.effects", {"hazard": {"harm": "hits", "dice": "3d6"}}, "features[0].effects.hazard.dice"),
        ("results.0.rolls", list(range(2, 12)), ""),
        ("results.0.rolls", list(range(1, 13)), "results[0].rolls[0]"),
        ("results.0.choices", [], "results[0].choices"),
        ("results.0.choices", ["lake"], ""),
        ("features", [POND, POND], ""),
    ],
)
def test_a_slip_is_refused_and_named(path: str, value: Any, field: str) -> None:
    assert read_chart(PARK).feature("pond").name == "Pond"
    plain: Any = deepcopy(PARK)
    *parents, last = (int(key) if key.isdigit() else key for key in path.split("."))
    spot = plain
    for key in parents:
        spot = spot[key]
    spot[last] = value
    with pytest.raises(MalformedError) as caught:
        read_chart(plain)
    assert caught.value.field == field


@of_each("kind", base_kinds().values(), ids=base_kinds())
def test_base_kinds_are_what_movement_takes_them_for(kind: GroundKind) -> None:
    terrain = Terrain(ref="t1", kind=kind.kind, polygon=((0, 0), (1, 0), (0, 1)))
    assert (kind.going, kind.nature) == (going_of(terrain), nature_of(terrain))
    assert kind.stops_flight == obstructs_flight(terrain)


@pytest.mark.parametrize(("kind", "inches"), [("light-forest", 3), ("dense-forest", 2)])
def test_forests_alone_hide_what_is_in_and_behind_them(kind: str, inches: int) -> None:
    hiding = {each.kind: each.sight.inside for each in base_kinds().values() if each.sight}
    assert hiding[kind] == inches  # type: ignore[index]
    assert len(hiding) == 2
