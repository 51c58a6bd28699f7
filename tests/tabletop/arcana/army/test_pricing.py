"""Receipts: every surcharge of the book, line by line."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from msgspec.structs import replace

from tabletop.arcana.army.judging import judge_army
from tabletop.arcana.army.pricing import (
    ArmyPrice,
    Shares,
    infiltrating_points,
    infiltrating_whole,
    price,
    price_record,
    weapon_points,
)
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster, Unit, new_roster
from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.catalogue.weapons import WEAPONS, Weapon
from tabletop.arcana.creation.war_machines import war_machine
from tabletop.citations import Citation
from tabletop.receipts import Breakdown, Line, rounded_up, to_nearest
from tabletop.rosters.price_record import PriceRecord
from tests.reviews import priced
from tests.strategies import CATALOGUE, rosters

Receipt = list[tuple[str, Fraction | int]]


def army(slug: str, **unit: Any) -> Roster:
    """A roster of one unit, stated as a file states it."""
    return replace(new_roster(name="Army", army=slug), units=(msgspec.convert({"ref": "u1", **unit}, Unit),))


def models(profile: str, count: int, **extras: Any) -> dict[str, Any]:
    return {"models": [{"profile": profile, "count": count, **extras}]}


def leader(profile: str, **extras: Any) -> dict[str, Any]:
    return {"characters": [{"ref": "c1", "profile": profile, **extras}]}


def receipt(roster: Roster) -> Receipt:
    return [(line.label, line.amount) for line in priced(roster).units["u1"].breakdown.lines]


def test_models_cost_what_is_printed() -> None:
    assert receipt(army("dwarves", **models("dwarves/axemen", 17))) == [("17 Axemen at 20", 340)]


@pytest.mark.parametrize(
    ("slug", "unit", "expected"),
    [
        ("orcs", models("war-machines/cannon", 2), [("2 Cannons at 691", 1382)]),
        (
            "orcs",
            models("war-machines/cannon", 2, reinforced=1),
            [("2 Cannons at 691", 1382), ("1 reinforced at 44", 44)],
        ),
        (
            "dwarves",
            models("war-machines/cannon", 2, reinforced=2),
            [("2 Cannons at 691", 1382), ("Dwarves crews at 15", 30), ("2 reinforced at 56", 112)],
        ),
        (
            "undead",
            models("war-machines/mortar", 1, reinforced=1),
            [("1 Mortar at 199", 199), ("Undead crews at 22", 22), ("1 reinforced at 64", 64)],
        ),
        (
            "undead",
            models("undead/soul-cannon", 1, reinforced=1),
            [("1 Soul Cannon at 224", 224), ("1 reinforced at 64", 64)],
        ),
        (
            "high-elves",
            models("high-elves/elf-multi-ballista", 1, reinforced=1),
            [("1 Elf Multi-ballista at 166", 166), ("1 reinforced at 52", 52)],
        ),
    ],
    ids=["standard", "second-crew", "dwarf-crews", "undead-crews", "own-machine", "elf-machine"],
)
def test_war_machines_pay_for_their_armys_crews_and_for_second_ones(
    slug: str, unit: dict[str, Any], expected: Receipt
) -> None:
    assert receipt(army(slug, **unit)) == expected


def test_an_ally_crews_its_own_war_machines() -> None:
    unit = {"ref": "u1", **models("war-machines/ballista", 1, reinforced=1)}
    plain = {**msgspec.to_builtins(new_roster(name="A", army="orcs")), "allies": [
        {"army": "dwarves", "points": 500, "units": [unit]}]}  # fmt: skip
    assert receipt(msgspec.convert(plain, Roster)) == [
        ("1 Ballista at 211", 211),
        ("Dwarves crews at 15", 15),
        ("1 reinforced at 56", 56),
    ]


def test_a_mount_costs_its_printed_points() -> None:
    roster = army("high-elves", **leader("high-elves/elf-lord", mount={"profile": "high-elves/elven-steed"}))
    assert receipt(roster) == [("Elf Lord", 217), ("Mount: Elven Steed", 14)]
    assert priced(roster).points == 231


@pytest.mark.parametrize(
    ("profile", "weapon", "points"),
    [
        ("dwarves/dwarf-champion", "crossbow", 24),
        ("dwarves/dwarf-lord", "crossbow", 32),
        ("sylvan-elves/elf-lord", "bow", 41),
        ("high-elves/champion", "longbow", 44),
        ("goblins/goblin-noble", "sling", 9),
        ("hogmen/mayor", "crossbow", None),
        ("daemons/cacodaemons", "bow", None),
    ],
)
def test_a_weapon_costs_by_the_characters_skill(profile: str, weapon: Weapon, points: int | None) -> None:
    row = CATALOGUE.rows[profile]
    assert weapon_points(row, weapon) == points
    roster = army(profile.partition("/")[0], **leader(profile, weapon=weapon))
    assert priced(roster).points == row.points + (points or 0)


def test_every_weapon_has_a_price_for_skills_3_to_5_and_skill_is_dearer() -> None:
    assert tuple(WEAPONS) == get_args(Weapon)
    for weapon in WEAPONS.values():
        prices = {skill: points for skill in range(1, 8) if (points := weapon.price(skill)) is not None}
        assert list(prices) == [3, 4, 5]
        assert prices[3] < prices[4] < prices[5]


def test_counterspell_costs_75() -> None:
    roster = army("dwarves", **leader("dwarves/dwarf-lord", counterspell=True))
    assert receipt(roster) == [("Dwarf Lord", 200), ("Counterspell", 75)]


def test_a_school_costs_only_where_the_power_is_bought() -> None:
    bought = army("undead", **leader("undead/vampire-master", school="death"))
    included = army("undead", **leader("undead/necromancer", school="death"))
    assert receipt(bought) == [("Vampire Master", 220), ("Spellcaster: Death", 250)]
    assert receipt(included) == [("Necromancer", 350)]
    assert receipt(army("undead", **leader("undead/vampire-master"))) == [("Vampire Master", 220)]


def test_infiltrating_models_pay_the_printed_price() -> None:
    roster = army("ratmen", infiltrating=True, **models("ratmen/assassin", 8))
    assert receipt(roster) == [("8 Assassins, infiltrating", 232)]


def test_a_quarter_more_where_no_price_is_printed_rounded_once_for_all_models() -> None:
    assert infiltrating_points(CATALOGUE.rows["goblins/goblin-regulars"]) == Fraction(45, 4)
    roster = army("goblins", infiltrating=True, **models("goblins/goblin-regulars", 3))
    assert priced(roster).points == 34  # 33 3/4


def test_leaders_of_infiltrators_pay_a_quarter_more_for_themselves_and_what_they_bear() -> None:
    unit = models("barbarians/scouts-with-bows", 8) | leader("barbarians/hero", weapon="bow")
    roster = army("barbarians", infiltrating=True, **unit)
    assert receipt(roster) == [
        ("8 Scouts with bows, infiltrating", 320),
        ("Hero", 90),
        ("Bow", 27),
        ("Infiltrating with the unit: a quarter more", Fraction(117, 4)),
    ]
    assert priced(roster).points == 320 + 146  # 146 1/4


def test_a_leader_with_a_printed_price_pays_a_quarter_more_for_the_rest_only() -> None:
    unit = leader("ratmen/master-assassin", weapon="sling")
    roster = army("ratmen", infiltrating=True, **unit)
    assert receipt(roster) == [
        ("Master Assassin", 198),
        ("Sling", 12),
        ("Infiltrating with the unit: a quarter more", 3),
    ]
    assert receipt(army("ratmen", infiltrating=True, **leader("ratmen/master-assassin"))) == [("Master Assassin", 198)]


def test_giants_equipment_is_bought_for_each_giant_and_alone_is_special() -> None:
    roster = army("giant-kings", **models("giant-kings/adult-giant", 2, upgrades=[{"profile": "giant-kings/lobbers"}]))
    assert receipt(roster) == [("2 Adult Giants at 230", 460), ("2 Lobbers at 72", 144)]
    assert priced(roster).shares == (Shares(normal=460, special=144),)


def test_a_leading_giant_may_bear_the_same_equipment() -> None:
    roster = army("giant-kings", **leader("giant-kings/marshall", upgrades=[{"profile": "giant-kings/lobbers"}]))
    assert receipt(roster) == [("Marshall", 424), ("1 Lobbers at 72", 72)]


def test_a_hydra_with_six_heads_costs_470() -> None:
    roster = army(
        "snakemen", **models("monsters/hydra-body", 1, upgrades=[{"profile": "monsters/hydra-head", "count": 6}])
    )
    assert priced(roster).points == 470
    two = army(
        "snakemen", **models("monsters/hydra-body", 2, upgrades=[{"profile": "monsters/hydra-head", "count": 6}])
    )
    assert priced(two).points == 940


def test_every_line_says_where_its_figure_stands() -> None:
    unit = models("war-machines/ballista", 1, reinforced=1) | leader("dwarves/dwarf-lord", weapon="bow")
    sections = [line.citation.section for line in priced(army("dwarves", **unit)).units["u1"].breakdown.lines]
    assert sections == [
        "Army lists",
        "Purchasing War Machines",
        "Purchasing War Machines",
        "Army lists",
        "Missile Weapons for Characters",
    ]


# Every surcharge at once, as no army may field it: a file may state it all the same, and its price is a sum.
PIKEMEN = "hogmen/hog-watch-with-spear-halberd-or-pike"
EVERYTHING = {
    "models": [
        {"profile": PIKEMEN, "count": 10, "phalanx": True},
        {"profile": "undead/skeleton-dragon", "count": 2, "school": "death"},
        {
            "profile": "giant-kings/adult-giant",
            "count": 3,
            "upgrades": [{"profile": "giant-kings/lobbers", "count": 2}],
        },
    ],
    "characters": [
        {"ref": "c1", "profile": "dwarves/dwarf-lord", "weapon": "crossbow", "counterspell": True},
        {
            "ref": "c2",
            "profile": "high-elves/elf-lord",
            "mount": {"profile": "undead/skeleton-dragon", "school": "death"},
        },
        {"ref": "c3", "profile": "giant-kings/marshall", "upgrades": [{"profile": "giant-kings/lobbers"}]},
        {
            "ref": "c4",
            "profile": "undead/vampire-master",
            "school": "death",
            "mount": {"profile": "undead/skeleton-dragon", "shared": True, "school": "death"},
        },
    ],
}


def test_a_receipt_has_a_line_for_each_thing_that_is_bought() -> None:
    assert receipt(army("orcs", **EVERYTHING)) == [
        ("10 Hog Watch with spear, halberd or pike at 28", 280),
        ("Phalanx at 3", 30),
        ("2 Skeleton Dragons at 464", 928),
        ("Spellcaster: Death", 500),
        ("3 Adult Giants at 230", 690),
        ("6 Lobbers at 72", 432),
        ("Dwarf Lord", 200),
        ("Crossbow", 32),
        ("Counterspell", 75),
        ("Elf Lord", 217),
        ("Mount: Skeleton Dragon", 464),
        ("Spellcaster: Death", 250),
        ("Marshall", 424),
        ("1 Lobbers at 72", 72),
        ("Vampire Master", 220),
        ("Spellcaster: Death", 250),
    ]


def test_the_items_of_a_unit_are_its_lines_their_equipment_and_its_characters() -> None:
    items = priced(army("orcs", **EVERYTHING)).units["u1"].items
    assert [(item.ref, item.profile, item.count, item.points, item.special) for item in items] == [
        ("u1", PIKEMEN, 10, 310, False),
        ("u1", "undead/skeleton-dragon", 2, 1428, True),
        ("u1", "giant-kings/adult-giant", 3, 690, True),
        ("u1", "giant-kings/lobbers", 6, 432, True),
        ("c1", "dwarves/dwarf-lord", 1, 307, True),
        ("c2", "high-elves/elf-lord", 1, 931, True),
        ("c3", "giant-kings/marshall", 1, 496, True),
        ("c4", "undead/vampire-master", 1, 470, True),
    ]


def test_an_army_adds_its_items_up_and_remembers_them_by_their_rows() -> None:
    whole = priced(army("orcs", **EVERYTHING))
    assert (whole.normal, whole.special, whole.points) == (310, 4754, 5064)
    profiles = {item.profile: item.points for item in whole.units["u1"].items}
    assert price_record(whole, "now") == PriceRecord("now", 5064, profiles)


def test_a_unit_multiplied_as_a_whole_pays_a_quarter_more_for_everything() -> None:
    (fielded,) = resolve(army("orcs", infiltrating=True, **EVERYTHING), CATALOGUE).units
    assert infiltrating_whole(fielded) == 5064 * Fraction(5, 4)
    leading = models("ratmen/assassin", 4) | leader("ratmen/master-assassin", weapon="sling")
    (fielded,) = resolve(army("ratmen", infiltrating=True, **leading), CATALOGUE).units
    assert infiltrating_whole(fielded) == Fraction(655, 2)  # 4 at 23, 158 and 12 make 262; by the parts it is 329


@pytest.mark.parametrize(
    ("profile", "phalanx", "expected"),
    [
        (PIKEMEN, True, [(280, "at 28"), (30, "at 3")]),
        (PIKEMEN, False, [(280, "at 28")]),
        ("dwarves/axemen", True, [(200, "at 20")]),
    ],
    ids=["bought", "not bought", "not sold"],
)
def test_a_phalanx_costs_the_difference_of_the_printed_prices(
    profile: str, phalanx: bool, expected: list[tuple[int, str]]
) -> None:
    """Hog Watch with spear, halberd or pike, 28: "Pikes can form Phalanx (31)"."""
    lines = receipt(army(profile.partition("/")[0], **models(profile, 10, phalanx=phalanx)))
    assert [(amount, label[label.index("at ") :]) for label, amount in lines] == expected


def test_a_second_crew_of_a_design_costs_what_the_formula_says() -> None:
    """By the formula a second standard crew comes to the 44 points that the book asks for a standard machine's."""
    stone = Missile(name="Stone", range=30, attacks=1, skill=3, strength=3, hits_d3=1, wounds_d3=1, reloads=True)
    catapult = models("designs/catapult", 3, reinforced=2)
    roster = replace(army("dwarves", **catapult), designs=(war_machine("Catapult", [stone]),))
    assert receipt(roster) == [("3 Catapults at 130", 390), ("2 reinforced at 44", 88)]


def test_a_second_crew_of_what_is_no_war_machine_costs_nothing() -> None:
    axemen = [army("dwarves", **models("dwarves/axemen", 20, reinforced=many)) for many in (0, 2)]
    assert receipt(axemen[0]) == receipt(axemen[1])
    assert len({judge_army(roster, CATALOGUE).price.points for roster in axemen}) == 1


def test_amounts_are_exact() -> None:
    for roster in (army("orcs", **EVERYTHING), army("orcs", infiltrating=True, **EVERYTHING)):
        assert {type(line.amount) for line in priced(roster).units["u1"].breakdown.lines} == {Fraction}


@given(rosters())
def test_a_price_is_the_sum_of_its_parts(roster: Roster) -> None:
    whole: ArmyPrice = price(resolve(roster, CATALOGUE))
    assert whole.points == whole.normal + whole.special == sum(unit.points for unit in whole.units.values())
    assert set(whole.units) == {unit.ref for unit in roster.contingent_units}
    for unit in whole.units.values():
        assert unit.points == sum(item.points for item in unit.items)
        assert all(item.points == to_nearest(item.breakdown.exact) for item in unit.items)


@given(rosters())
def test_characters_are_always_special(roster: Roster) -> None:
    refs = {each.ref for unit in roster.contingent_units for each in unit.characters}
    items = [item for unit in priced(roster).units.values() for item in unit.items if item.ref in refs]
    assert len(items) == len(refs)
    assert all(item.special for item in items)


@pytest.mark.parametrize(("exact", "nearest", "up"), [("5", 5, 5), ("21/4", 5, 6), ("11/2", 6, 6), ("23/4", 6, 6)])
def test_rounding_is_to_the_nearest_with_a_half_going_up(exact: str, nearest: int, up: int) -> None:
    assert to_nearest(Fraction(exact)) == nearest
    assert rounded_up(Fraction(exact)) == up


def test_receipts_add_up() -> None:
    quarter = Breakdown((Line("A quarter", Fraction(1, 4), Citation("Book", "Chapter")),))
    assert (quarter + quarter).exact == Fraction(1, 2)
    assert (quarter + quarter).points == 1
    assert Breakdown(()).points == 0
