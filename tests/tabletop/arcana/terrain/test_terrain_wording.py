"""Terrain in words: what a piece does, what was rolled for it, and a whole table as a list."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tabletop.arcana.battlefield.schema import Effects, Hazard, Part, SubRoll, Table, Terrain
from tabletop.arcana.terrain import effects_in_words, terrain_listing
from tabletop.arcana.terrain.agreed import Change, Move, Reroll
from tabletop.arcana.terrain.charts import read_chart
from tabletop.arcana.terrain.wording import change_in_words, feature_in_words, rolls_in_words
from tabletop.decoding import MalformedError
from tests.charts import REGIONS, printed_charts, rolled
from tests.laws import of_each

CORNER = ((0, 0), (4, 0), (4, 3))


def piece(**fields: Any) -> Terrain:
    return Terrain(**({"ref": "t1", "kind": "open", "polygon": CORNER} | fields))


@of_each(
    ("fields", "sentences"),
    [
        ({}, ["Open ground."]),
        ({"kind": "impassable"}, ["Impassable."]),
        (
            {"kind": "light-forest", "effects": Effects(cover="soft", blocks_sight=True)},
            [
                "Difficult: rank and file moves at half speed, skirmishers at three quarters.",
                "Forestwalkers aren't slowed.",
                "Flyers can't enter.",
                "Soft cover: -1 to hit.",
                "Blocks sight from every height.",
            ],
        ),
        (
            {"kind": "water", "effects": Effects(closed_to_war_machines=True, unsaid=True)},
            [
                "Very difficult: rank and file moves at a quarter of its speed, skirmishers at half.",
                "Swimmers aren't slowed.",
                "War machines can't enter.",
                "The book names no effects: agree on them.",
            ],
        ),
        (
            {"kind": "water", "going": "impassable"},
            ["Impassable.", "Swimmers cross it at half speed, with Evasion (1) against attackers that can't swim."],
        ),
        (
            {"kind": "water", "going": "impassable", "effects": Effects(swimming="difficult")},
            ["Impassable.", "Swimmers cross it as difficult ground."],
        ),
        (
            {"effects": Effects(only_if_forced=True, hazard=Hazard(harm="wounds", dice="2d6", no_saves=True))},
            [
                "Open ground.",
                "Units enter only when forced to.",
                "As each turn starts, a unit inside takes 2d6 wounds, without any saves.",
            ],
        ),
        (
            {"effects": Effects(hazard=Hazard(least=6, harm="wounds", dice="d6"))},
            ["Open ground.", "As each turn starts, a unit inside rolls d6 and on 6 takes d6 wounds."],
        ),
        (
            {"effects": Effects(cover="full", hazard=Hazard(least=5, harm="hits", dice="2d6", strength=3))},
            [
                "Open ground.",
                "Full cover: -2 to hit.",
                "As each turn starts, a unit inside rolls d6 and on 5 or more takes 2d6 hits of strength 3.",
            ],
        ),
        (
            {
                "kind": "hill",
                "note": "Steep.",
                "parts": (
                    Part(kind="impassable", name="Cliff", polygon=CORNER),
                    Part(kind="impassable", name="Cliff", polygon=CORNER),
                    Part(kind="water", name="Pool", polygon=CORNER, going="impassable"),
                    Part(kind="hill", name="Tree", polygon=CORNER),
                ),
            },
            ["Open ground.", "2 × Cliff: impassable.", "Pool: water, impassable.", "Tree.", "Steep."],
        ),
    ],
    ids=["open", "impassable", "forest", "water", "deep", "lake", "quicksand", "bog", "cover and hits", "parts"],
)
def test_a_piece_is_described_by_all_that_it_does(fields: dict[str, Any], sentences: list[str]) -> None:
    assert effects_in_words(piece(**fields)) == tuple(sentences)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, ""),
        ({"roll": 7}, "rolled 7"),
        (
            {"roll": 8, "rerolled": (6, 7), "sub_rolls": (SubRoll(what="trees", dice="d3", result=2),)},
            "rolled 8; trees 2 (d3); 6, 7 rolled again",
        ),
    ],
)
def test_what_was_rolled_is_said(fields: dict[str, Any], words: str) -> None:
    assert rolls_in_words(piece(**fields)) == words


def test_a_table_is_listed_piece_by_piece() -> None:
    wall = piece(kind="wall", name="Stone wall", roll=10, polygon=((1, 2), (1.5, 2), (1.5, 9.25), (1, 9.25)))
    table = Table(
        format="muster-table/1", game="arcana", name="The ford", size=(72, 48), terrain=(wall, piece(ref="t2"))
    )
    assert terrain_listing(table).splitlines() == [
        'The ford: 72" by 48"',
        't1 Stone wall, 1 to 1.5" across, 2 to 9.25" up (rolled 10)',
        "   Difficult: rank and file moves at half speed, skirmishers at three quarters.",
        't2 open, 0 to 4" across, 0 to 3" up',
        "   Open ground.",
    ]


@pytest.mark.parametrize("region", REGIONS)
def test_every_piece_of_a_rolled_table_is_on_its_list(region: str) -> None:
    table = rolled(region, pieces=12)
    lines = terrain_listing(table).splitlines()
    for each in table.terrain:
        assert sum(line.startswith(f"{each.ref} {each.name}, ") for line in lines) == 1
        assert {f"   {sentence}" for sentence in effects_in_words(each)} <= set(lines)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Reroll(ref="t3", by="red"), "Red rolled t3 again"),
        (Move(ref="t4", by="blue", x=12.5, y=30), "Blue moved t4 to 12.5, 30"),
        (Move(ref="t4", by="blue", x=12.5, y=30, turn=45), "Blue moved t4 to 12.5, 30, turned 45°"),
    ],
)
def test_a_change_is_told_with_who_asked(change: Change, words: str) -> None:
    assert change_in_words(change) == words


@pytest.mark.parametrize(
    ("region", "slug", "sentences"),
    [
        (
            "forests",
            "wooded-hill",
            ["Difficult.", "Forestwalkers aren't slowed.", "Soft cover: -1 to hit.", "Tree.", "d3 for its trees."],
        ),
        (
            "forests",
            "stream",
            ["Difficult.", "Swimmers aren't slowed.", "It runs from one edge of the table to the opposite one."],
        ),
        ("forests", "hill", ["Open."]),
        (
            "forests",
            "glade",
            ["Open.", "Soft cover: -1 to hit.", "Set it up as a small hill that counts as none.", "300 mm across."],
        ),
        (
            "swamps-and-marshes",
            "stone-wall",
            [
                "Difficult.",
                "Hard cover: -1 to hit.",
                "How a wall slows, covers and hides is our proposal: the book leaves it to you.",
                "At most 300 mm long.",
            ],
        ),
    ],
)
def test_a_feature_of_a_chart_is_told_with_its_rolls(region: str, slug: str, sentences: list[str]) -> None:
    assert list(feature_in_words(printed_charts()[region].feature(slug))) == sentences


def test_a_deep_river_counts_as_two_and_our_own_rolls_are_told_apart() -> None:
    told = {
        f"{chart.slug}/{feature.slug}": " ".join(feature_in_words(feature))
        for chart in printed_charts().values()
        for feature in chart.features
    }
    assert [slug for slug, words in told.items() if "counts as two" in words] == ["swamps-and-marshes/deep-river"]
    ours = {slug for slug, words in told.items() if "our roll" in words}
    assert ours == {
        f"{chart.slug}/{feature.slug}"
        for chart in printed_charts().values()
        for feature in chart.features
        if any(rule.ours for rule in feature.sub_rolls)
    }


@pytest.mark.parametrize(
    ("slug", "words"),
    [("dry-path", "At most 600 mm long and 150 mm wide."), ("bottomless-swamp", "At most 300 mm across.")],
)
def test_a_printed_size_is_said_as_it_is_printed(slug: str, words: str) -> None:
    assert words in feature_in_words(printed_charts()["swamps-and-marshes"].feature(slug))


def test_a_printed_size_is_where_the_lengths_end() -> None:
    glade = msgspec.to_builtins(printed_charts()["forests"].feature("glade"))
    chart = msgspec.to_builtins(printed_charts()["forests"])
    wrong = [glade | {"length": [11, 11]} if feature["slug"] == "glade" else feature for feature in chart["features"]]
    with pytest.raises(MalformedError, match="glade: length goes up to the printed 300 mm"):
        read_chart(chart | {"features": wrong})
