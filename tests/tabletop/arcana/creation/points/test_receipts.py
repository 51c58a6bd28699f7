"""The book's worked examples, line by line, and receipts of printed rows from many lists."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee, Missile, Morale, Movement
from tabletop.arcana.creation.points import price, reinforcement
from tabletop.arcana.creation.points.audit import receipt_of
from tabletop.arcana.creation.points.rows import design_of
from tabletop.arcana.creation.points.sums import format_amount
from tests.catalogue import printed_catalogue

GOLDEN = Path(__file__).with_name("receipts.txt")

LIGHT_CHARIOT = Design(
    name="2 Horse Light Chariot with 2 Barbarians with Javelins",
    kind="vehicle",
    movement=Movement(ground=16),
    wounds=3,
    armour=Armour(value=3, fixed=True),
    defence=Defence(magic_resistance=1),
    morale=Morale(value=7),
    melee=(Melee(name="Crew", attacks=2, skill=2), Melee(name="Beasts", attacks=2, skill=2)),
    missile=(Missile(name="Javelin", range=9, attacks=2, skill=2, strength=1, natural=True),),
    ramming=Melee(attacks=6, skill=3, strength=1),
    base=4,
)


def printed(slug: str) -> Design:
    return design_of(printed_catalogue().rows[slug])


def lines_of(design: Design) -> list[str]:
    return [f"{line.label}: {format_amount(line.amount)}" for line in price(design).breakdown.lines]


def test_orc_with_scimitar_costs_12() -> None:
    """E62, lines 2255 to 2353, with the handgunner and the cavalry below."""
    assert price(printed("orcs/orc-with-scimitar")).exact == 12
    assert lines_of(printed("orcs/orc-with-scimitar")) == [
        "Ground 6″: 0.5 × 6 − 1: 2",
        "Armour 2: 3",
        "Magic resistance 1: 1",
        "Morale 7 natural: 2",
        "Melee: strength 2: 4",
    ]


def test_dwarf_handgunner_costs_36_and_three_quarters() -> None:
    """E62."""
    receipt = price(printed("dwarves/handgunner"))
    assert (receipt.exact, receipt.points) == (Fraction(147, 4), 37)
    assert lines_of(printed("dwarves/handgunner")) == [
        "Ground 5″: 0.5 × 5 − 1: 1.5",
        "Armour 3: 4",
        "Magic resistance 4: 4",
        "Morale 9 natural: 5",
        "Melee: strength 0: 2",
        "Handgun: strength 3: 5",
        "Handgun: artillery: 1",
        "Handgun: × 1.5 for skill 3: 1.5 × 6 = 9: 3",
        "Handgun: × 4.5 for 21″ of range: 4.5 × 9 = 40.5: 31.5",
        "Handgun: × 0.5 for a turn of reloading: 0.5 × 40.5 = 20.25: -20.25",
    ]


def test_high_elf_cavalry_costs_37() -> None:
    """E62."""
    assert price(printed("high-elves/cavalry-with-lance")).exact == 37
    assert lines_of(printed("high-elves/cavalry-with-lance")) == [
        "Ground 18″: 0.5 × 18 − 1: 8",
        "Armour 3: 4",
        "Magic resistance 2: 2",
        "× 2 wounds: 2 × 6 = 12: 6",
        "Morale 8 natural: 3",
        "Melee 1: strength 1: 3",
        "Melee 1: long weapon: 5",
        "Melee 1: × 1.5 for skill 3: 1.5 × 8 = 12: 4",
        "Horse: strength 0: 2",
    ]


def test_young_dragon_costs_427_and_a_half_though_its_example_adds_up_to_less() -> None:
    """E63, lines 2355 to 2393."""
    receipt = price(printed("monsters/dragon-young"))
    assert (receipt.exact, receipt.points) == (Fraction(855, 2), 428)
    assert lines_of(printed("monsters/dragon-young")) == [
        "Ground 8″: 0.5 × 8 − 1: 3",
        "Ground: × 0.5 as the lesser choice: 0.5 × 3 = 1.5: -1.5",
        "Fly 15″: 15",
        "Armour 4 fixed: 12",
        "Magic resistance 4: 4",
        "Flying: 3",
        "× 5 wounds: 5 × 19 = 95: 76",
        "Morale 9 fearless: 12",
        "Melee: strength 2: 4",
        "Melee: × 1.5 for skill 3: 1.5 × 4 = 6: 2",
        "Melee: × 8 attacks: 8 × 6 = 48: 42",
        "Melee: fearsome, 5 × 8: 40",
        "Breath: strength 2, magical: 6",
        "Breath: natural: 2",
        "Breath: × 1.5 for skill 3: 1.5 × 8 = 12: 4",
        "Breath: × 3 for 12″ of range: 3 × 12 = 36: 24",
        "Breath: × 6 for 3d3 hits: 6 × 36 = 216: 180",
    ]


def test_light_chariot_costs_82_and_a_half_where_its_example_leaves_out_the_rams_skill() -> None:
    """E74, lines 2788 to 2824 (ruling P13)."""
    receipt = price(LIGHT_CHARIOT)
    assert (receipt.exact, receipt.points) == (Fraction(165, 2), 83)
    unskilled = replace(LIGHT_CHARIOT, ramming=Melee(attacks=6, skill=2, strength=1))
    assert price(unskilled).exact == 78
    assert lines_of(LIGHT_CHARIOT)[-4:] == [
        "Ram: strength 1: 3",
        "Ram: × 1.5 for skill 3: 1.5 × 3 = 4.5: 1.5",
        "Ram: × 6 attacks: 6 × 4.5 = 27: 22.5",
        "Ram: × 0.5 for ramming only: 0.5 × 27 = 13.5: -13.5",
    ]


def test_heavy_mortar_costs_342_by_interpolation() -> None:
    receipt = price(printed("war-machines/heavy-mortar"))
    assert (receipt.exact, receipt.points) == (Fraction(683, 2), 342)
    spanned = "33″ of range (45 − 12), between 30″ at 6 and 36″ at 7"
    assert f"Missile: × 6.5 for {spanned}: 6.5 × 7.5 = 48.75: 41.25" in lines_of(printed("war-machines/heavy-mortar"))


def test_lizard_with_two_armours_pays_half_for_the_cheaper() -> None:
    assert lines_of(printed("lizardmen/tyrosaur-warrior"))[2:6] == [
        "Armour 3: 4",
        "Armour: × 0.5 as the lesser choice: 0.5 × 4 = 2: -2",
        "Armour 2 fixed: 5",
        "Magic resistance 1: 1",
    ]


def test_receipts_of_printed_rows_stay_as_they_are() -> None:
    texts = []
    for slug in (line.split()[1] for line in GOLDEN.read_text(encoding="utf-8").splitlines() if line[:1] == "#"):
        receipt = receipt_of(printed_catalogue().rows[slug], printed_catalogue())
        lines = [f"{format_amount(line.amount):>8}  {line.label} [{line.citation.section}]" for line in receipt.lines]
        texts.append("\n".join([f"# {slug} {format_amount(receipt.exact)}", *lines, ""]))
    assert len(texts) == 25
    assert "\n".join(texts) == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("army", "resistance", "skill", "attacks", "immune", "points"),
    [
        ("standard", 1, 2, 1, False, 44),
        ("dwarves", 4, 2, 1, False, 56),
        ("elves", 2, 3, 1, False, 52),
        ("lizardmen", 1, 2, 2, False, 52),
        ("undead", 1, 2, 1, True, 64),
    ],
)
def test_second_crew_costs_what_the_lists_print(
    army: str, resistance: int, skill: int, attacks: int, immune: bool, points: int
) -> None:
    crew = Melee(attacks=attacks, per_wound=True, skill=skill)
    worth = Defence(magic_resistance=resistance, missile_immune=immune)
    machine = replace(printed("war-machines/cannon"), name=army, defence=worth, melee=(crew,))
    assert reinforcement(machine) == points


def test_second_crew_of_counted_blows_adds_four() -> None:
    machine = replace(printed("war-machines/cannon"), melee=(Melee(attacks=4, skill=2),))
    assert reinforcement(machine) == 44
    assert reinforcement(replace(machine, melee=())) == 36


def test_only_war_machines_have_second_crews() -> None:
    assert reinforcement(LIGHT_CHARIOT) is None


@pytest.mark.parametrize(
    ("slug", "elite", "special", "in_tournaments"),
    [
        ("orcs/orc-with-scimitar", False, False, True),
        ("dark-elves/night-hunter", True, True, True),
        ("monsters/bear", False, True, True),
        ("monsters/giant", True, True, True),
        ("vehicles/light-chariot-with-spearman-and-2-horses", False, True, True),
        ("war-machines/mortar", True, True, True),
    ],
)
def test_designs_are_elite_or_special_by_their_price_and_kind(
    slug: str, elite: bool, special: bool, in_tournaments: bool
) -> None:
    receipt = price(printed(slug))
    assert (receipt.elite, receipt.is_special()) == (elite, special)
    assert receipt.is_special("tournament") is in_tournaments


@pytest.mark.parametrize(("base", "attacks", "elite"), [(2, 48, False), (2, 49, True), (4, 98, False), (4, 99, True)])
def test_elite_begins_at_50_points_on_small_bases_and_at_100_on_any(base: float, attacks: int, elite: bool) -> None:
    blow = Melee(attacks=attacks, skill=2, strength="weak")
    assert price(Design(name="Swarm", melee=(blow,), base=base)).elite is elite
