"""Shields: every one can be drawn, told apart and said in words."""

from __future__ import annotations

import re
from itertools import combinations, product
from xml.etree import ElementTree

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.heraldry import (
    COLOURS,
    Charge,
    Division,
    Fill,
    Picture,
    Shield,
    Stroke,
    Tincture,
    blazon,
    breaks_rule_of_tincture,
    picture,
    roundel,
    svg,
    swatch,
)
from tabletop.heraldry.charges import CHARGES
from tabletop.heraldry.hatching import HATCHINGS
from tabletop.heraldry.paths import Point, flatten_path, path
from tabletop.heraldry.pictures import charge_parts
from tabletop.heraldry.polygons import half_planes
from tabletop.heraldry.shapes import outline, room_for_charge, second_part
from tests.laws import law_of, of_each

TINCTURES: tuple[Tincture, ...] = tuple(Tincture)
DIVISIONS: tuple[Division, ...] = tuple(Division)
CHARGE_NAMES: tuple[Charge, ...] = tuple(Charge)
METALS = ("or", "argent")
COLOURED = tuple(tincture for tincture in TINCTURES if tincture not in METALS)
ATTRIBUTES = {
    "svg": {"class", "width", "height", "viewBox", "role"},
    "title": set(),
    "path": {"fill", "fill-rule", "d", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"},
}


def shield(division: Division = "pale", charge: Charge = "hammer", **tinctures: Tincture) -> Shield:
    chosen = {"field": "azure", "second": "sable", "charge_tincture": "argent", **tinctures}
    return Shield(division=division, charge=charge, **chosen)


shields = st.builds(
    lambda division, charge, pair, third: shield(
        division, charge, field=pair[0], second=pair[1], charge_tincture=third
    ),
    st.sampled_from(DIVISIONS),
    st.sampled_from(CHARGE_NAMES),
    st.sampled_from([pair for pair in product(TINCTURES, TINCTURES) if pair[0] != pair[1]]),
    st.sampled_from(TINCTURES),
)


def points_of(drawn: Picture) -> list[Point]:
    return [point for item in drawn.primitives for segment in item.path for point in segment.points]


def depth(point: Point, convex: tuple[Point, ...]) -> float:
    """How far a point lies inside a convex polygon, negative outside."""
    return -max(plane.distance_beyond(point) for plane in half_planes(convex))


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("hatched", [False, True])
@pytest.mark.parametrize("division", DIVISIONS)
def test_every_shield_is_well_formed_with_plain_attributes_alone(division: Division, hatched: bool) -> None:
    for charge in CHARGE_NAMES:
        root = ElementTree.fromstring(svg(shield(division, charge), hatched=hatched))
        for element in root.iter():
            name = element.tag.removeprefix("{http://www.w3.org/2000/svg}")
            assert set(element.attrib) <= ATTRIBUTES[name], (charge, name)
        assert root.get("role") == "img"
        assert root[0].text == blazon(shield(division, charge))


@pytest.mark.parametrize("hatched", [False, True])
@pytest.mark.parametrize("division", DIVISIONS)
def test_every_coordinate_lies_in_the_box(division: Division, hatched: bool) -> None:
    for charge in CHARGE_NAMES:
        drawn = picture(shield(division, charge, second="or", charge_tincture="tenne"), hatched=hatched)
        assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in points_of(drawn)), charge


@pytest.mark.parametrize("hatched", [False, True])
@pytest.mark.parametrize("tincture", TINCTURES)
def test_every_roundel_lies_in_its_box(tincture: Tincture, hatched: bool) -> None:
    drawn = roundel(tincture, hatched=hatched)
    assert all(0 <= x <= drawn.width and 0 <= y <= drawn.height for x, y in points_of(drawn))


def test_a_written_shield_uses_the_same_numbers_as_its_picture() -> None:
    markup = svg(shield("chevron", "dragon"))
    written = [float(figure) for d in re.findall(r' d="([^"]*)"', markup) for figure in re.findall(r"-?[\d.]+", d)]
    drawn = [value * 100 for point in points_of(picture(shield("chevron", "dragon"))) for value in point]
    assert written == pytest.approx(drawn, abs=0.0051)


@given(shields, st.booleans())
def test_drawing_is_deterministic(drawn: Shield, hatched: bool) -> None:
    charge_parts.cache_clear()
    first = svg(drawn, hatched=hatched)
    charge_parts.cache_clear()
    assert svg(drawn, hatched=hatched) == first


@of_each("charge", CHARGE_NAMES)
def test_a_charge_lies_in_the_unit_square(charge: Charge) -> None:
    points = [point for part in CHARGES[charge] for polygon in flatten_path(part) for point in polygon]
    assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points)


@law_of(list(product(DIVISIONS, CHARGE_NAMES)))
def test_a_charge_fills_the_room_it_has_and_no_more(drawn: tuple[Division, Charge]) -> None:
    division, charge = drawn
    points = [point for part in charge_parts(charge, division) for polygon in flatten_path(part) for point in polygon]
    assert min(depth(point, room_for_charge(division)) for point in points) == pytest.approx(0, abs=1e-6)


@of_each("division", DIVISIONS)
def test_a_second_tincture_stays_within_the_outline(division: Division) -> None:
    points = [point for polygon in flatten_path(second_part(division)) for point in polygon]
    assert bool(points) == (division != "plain")
    assert all(depth(point, outline()) >= -1e-9 for point in points)


def test_charges_and_divisions_are_told_apart() -> None:
    assert len({picture(shield(division, "star")) for division in DIVISIONS}) == len(DIVISIONS)
    assert len({picture(shield("plain", charge)) for charge in CHARGE_NAMES}) == len(CHARGE_NAMES)


def test_every_pair_of_tinctures_is_told_apart_in_black_and_white() -> None:
    assert set(HATCHINGS) == set(TINCTURES)
    for one, other in combinations(TINCTURES, 2):
        assert set(HATCHINGS[one]) != set(HATCHINGS[other])
        assert roundel(one, hatched=True) != roundel(other, hatched=True)
        assert COLOURS[one] != COLOURS[other]


@given(shields)
def test_a_hatched_shield_is_black_and_white(drawn: Shield) -> None:
    assert {item.paint for item in picture(drawn, hatched=True).primitives} <= {"ink", "paper", "edge"}


def test_a_coloured_shield_shows_its_tinctures_in_order() -> None:
    fills = [item.paint for item in picture(shield("fess", "tree")).primitives if isinstance(item, Fill)]
    assert fills == ["azure", "sable", "argent"]


def test_the_edge_is_painted_last_in_the_pages_own_ink() -> None:
    last = picture(shield()).primitives[-1]
    assert isinstance(last, Stroke)
    assert last.paint == "edge"
    assert svg(shield()).count('stroke="currentColor"') == 1


@of_each(("metal", "colour"), list(product(METALS, COLOURED)))
def test_metal_stands_out_from_colour(metal: Tincture, colour: Tincture) -> None:
    assert contrast(COLOURS[metal], COLOURS[colour]) >= 3


@of_each(
    ("division", "field", "second", "charge_tincture", "broken"),
    [
        ("plain", "azure", "or", "or", False),
        ("plain", "azure", "or", "gules", True),
        ("plain", "or", "azure", "argent", True),
        ("plain", "argent", "azure", "sable", False),
        ("chief", "azure", "or", "or", False),
        ("bordure", "or", "azure", "azure", False),
        ("bordure", "or", "azure", "argent", True),
        ("pale", "azure", "sable", "argent", False),
        ("pale", "azure", "or", "argent", True),
        ("pale", "or", "azure", "argent", True),
        ("saltire", "or", "argent", "gules", False),
        ("quarterly", "or", "gules", "gules", True),
    ],
)
def test_rule_of_tincture(
    division: Division, field: Tincture, second: Tincture, charge_tincture: Tincture, broken: bool
) -> None:
    drawn = shield(division, field=field, second=second, charge_tincture=charge_tincture)
    assert breaks_rule_of_tincture(drawn) is broken


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        (shield(), "Azure, a hammer argent; per pale with sable"),
        (shield("plain", "eagle", charge_tincture="or"), "Azure, an eagle Or"),
        (shield("chief", "axe", field="or", second="gules"), "Or, an axe argent; a chief gules"),
        (shield("bend-sinister", "tail", second="or"), "Azure, a tail argent; per bend sinister with Or"),
    ],
)
def test_blazon_says_a_shield_in_words(drawn: Shield, words: str) -> None:
    assert blazon(drawn) == words


def test_blazons_are_told_apart() -> None:
    every = {
        shield(division, charge, field=field, second=second, charge_tincture=third)
        for division, charge, field, second, third in product(
            DIVISIONS, CHARGE_NAMES, TINCTURES, TINCTURES, ("or", "vert")
        )
        if (field != second) == (division != "plain")
    }
    assert len({blazon(drawn) for drawn in every}) == len(every)


@given(shields, st.sampled_from(TINCTURES))
def test_a_plain_field_shows_and_says_no_second(drawn: Shield, second: Tincture) -> None:
    one = msgspec.structs.replace(drawn, division="plain")
    other = msgspec.structs.replace(one, second=second)
    assert (picture(one), blazon(one)) == (picture(other), blazon(other))


def test_a_division_of_one_tincture_is_malformed() -> None:
    with pytest.raises(msgspec.ValidationError, match="second must differ from field"):
        msgspec.convert(msgspec.to_builtins(shield()) | {"second": "azure"}, Shield)


def test_titles_are_escaped() -> None:
    root = ElementTree.fromstring(svg(shield(), title='<script> & "friends"'))
    assert root[0].text == '<script> & "friends"'


def test_a_picture_without_a_title_is_hidden_from_readers() -> None:
    root = ElementTree.fromstring(svg(shield(), title=""))
    assert (root.get("aria-hidden"), root.get("role")) == ("true", None)
    assert not any(element.tag.endswith("title") for element in root.iter())


@of_each("tincture", TINCTURES)
def test_a_swatch_names_and_shows_its_tincture(tincture: Tincture) -> None:
    root = ElementTree.fromstring(swatch(tincture))
    assert root[0].text == tincture.capitalize()
    assert root[1].get("fill") == COLOURS[tincture]


def test_a_width_keeps_the_proportions() -> None:
    root = ElementTree.fromstring(svg(shield(), width=50))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("50", "60", "0 0 100 120")


def test_a_drawing_with_half_a_point_is_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        path("M 0 0 L 10 10 20")
