"""A character and its mount: what merges, what is lost, and who takes a hit."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletop.arcana.army.mounted_profiles import ride_of
from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee, Morale, Movement, Row, Statistics
from tests.catalogue import printed_catalogue
from tests.laws import of_each

CATALOGUE = printed_catalogue()


def row(slug: str) -> Row:
    return CATALOGUE.rows[slug]


def together(rider: str, mount: str) -> Statistics:
    found = ride_of(row(rider), row(mount)).merged
    assert found is not None
    return found


def test_a_high_elf_lord_on_his_steed_is_the_books_example() -> None:
    """E68 (line 2513)."""
    lord, steed = row("high-elves/elf-lord"), row("high-elves/elven-steed")
    merged = together(lord.slug, steed.slug)
    assert lord.points + steed.points == 231
    assert merged.movement == steed.movement
    assert merged.wounds == lord.wounds + 1
    assert merged.melee == (*lord.melee, replace(steed.melee[0], name="Elven Steed"))
    assert (merged.armour, merged.morale) == (lord.armour, lord.morale)
    assert merged.base == steed.base


def test_an_armoured_dwarf_on_a_hatchling_wyvern_is_armoured_all_over() -> None:
    assert together("dwarves/dwarf-lord", "monsters/wyvern-hatchling").armour == Armour(value=4, fixed=True)


def test_only_who_was_fearsome_strikes_fearsomely() -> None:
    nightmare = replace(STEED, name="Nightmare", fearsome=True)
    assert ride_of(BARE, nightmare).sentence.endswith("Only the attacks of Nightmare are fearsome.")
    both = ride_of(replace(BARE, fearsome=True), nightmare)
    assert both.merged is not None
    assert both.merged.fearsome
    assert "fearsome" not in both.sentence


BARE = Row(
    slug="x/rider", name="Rider", section="characters", points=100, printed=row("orcs/orc-hero").printed, wounds=2,
    movement=Movement(ground=6), armour=Armour(value=2), morale=Morale(value=9), melee=(Melee(attacks=1, skill=3),),
)  # fmt: skip
STEED = replace(BARE, slug="x/steed", name="Steed", section="mounts", wounds=1, base=2, morale=Morale(value=5))


def merged(rider: Defence, mount: Defence) -> Defence:
    found = ride_of(replace(BARE, defence=rider), replace(STEED, defence=mount)).merged
    assert found is not None
    return found.defence


@of_each(
    ("rider", "mount", "both"),
    [
        (Defence(evasion=2), Defence(evasion=1), Defence(evasion=1)),
        (Defence(evasion=2), Defence(), Defence()),
        (Defence(magic_resistance=1), Defence(magic_resistance=4), Defence(magic_resistance=4)),
        (Defence(missile_immune=True), Defence(), Defence()),
        (Defence(missile_immune=True), Defence(missile_immune=True), Defence(missile_immune=True)),
        (Defence(immune=("fire", "water")), Defence(immune=("fire",)), Defence(immune=("fire",))),
        (Defence(sensitive=("fire",)), Defence(), Defence()),
        (Defence(regeneration=True), Defence(), Defence()),
        (Defence(charmer=True), Defence(), Defence()),
    ],
)
def test_shared_defences_stay_and_others_are_lost(rider: Defence, mount: Defence, both: Defence) -> None:
    assert merged(rider, mount) == both


@pytest.mark.parametrize(
    ("rider", "mount", "kind"),
    [
        ("natural", "fearless", "fearless"),
        ("fearless", "natural", "fearless"),
        ("natural", "berserk", "berserk"),
        ("natural", "natural", "natural"),
    ],
)
def test_the_rider_keeps_its_morale_and_either_makes_both_fearless(rider: str, mount: str, kind: str) -> None:
    pair = (
        replace(BARE, morale=Morale(value=9, kind=rider)),
        replace(STEED, morale=Morale(value=11, kind=mount)),
    )
    found = ride_of(*pair).merged
    assert found is not None
    assert found.morale == Morale(value=9, kind=kind)


@pytest.mark.parametrize(
    ("mount", "faces"),
    [
        ("monsters/griffin", (1, 2)),
        ("monsters/wyrms-young", (1, 2)),
        ("monsters/dragon-adult", (1,)),
        ("vehicles/light-chariot-with-spearman-and-2-horses", (1, 2)),
        ("vehicles/heavy-chariot-with-4-archers-and-2-bears", (1, 2)),
    ],
)
def test_large_mounts_and_vehicles_stay_apart(mount: str, faces: tuple[int, ...]) -> None:
    found = ride_of(row("dwarves/dwarf-lord"), row(mount))
    assert found.merged is None
    assert found.rider_hit_on == faces


@pytest.mark.parametrize(
    ("mount", "told"),
    [
        ("monsters/bear", "Dwarf Lord and Bear fight as one creature of 7 wounds."),
        (
            "monsters/griffin",
            "A hit is on the rider on a d6 of 1 to 2, on Griffin otherwise; each keeps its own wounds.",
        ),
    ],
)
def test_it_is_told_in_a_sentence(mount: str, told: str) -> None:
    assert ride_of(row("dwarves/dwarf-lord"), row(mount)).sentence == told


@pytest.mark.parametrize(
    ("rider", "mount", "ability"),
    [
        ("sylvan-elves/elf-lord", "sylvan-elves/elf-horse", "forestwalker"),
        ("sylvan-elves/elf-lord", "monsters/horse", "forestwalker"),
        ("lizardmen/amphidian-hero", "lizardmen/dactan-mount", "swimmer"),
    ],
)
def test_what_a_list_gives_to_all_holds_in_the_saddle(rider: str, mount: str, ability: str) -> None:
    grants = CATALOGUE.list_of(rider).grants
    merged = ride_of(row(rider), row(mount), grants).merged
    assert merged is not None
    assert merged.movement.abilities == (ability,)
    assert merged.movement.ground == row(mount).movement.ground


@pytest.mark.parametrize(
    ("mount", "ability"), [("sylvan-elves/elf-horse", "forestwalker"), ("lizardmen/dactan-mount", "swimmer")]
)
def test_a_lists_mounts_have_what_the_list_gives_to_all(mount: str, ability: str) -> None:
    assert CATALOGUE.in_play(mount).movement.abilities == (ability,)
