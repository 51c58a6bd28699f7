"""Which rows are riders with their beasts, and which are built like horses: facts of the rows, held against print."""

from __future__ import annotations

import re

from tests.catalogue import printed_catalogue

ROWS = tuple(row for row in printed_catalogue().rows.values() if row.section != "vehicles")
BEAST = re.compile(r"(?:^|[^\w-])(bear|beast|boar|horse|mount|ram|scorpion|wolf)[\s:-]+\d", re.IGNORECASE)
WITHOUT_A_BEASTS_NAME = (  # their cells print the beast's blows without its name
    "graccans/pegasi-cavalry",
    "lizardmen/amphidian-dactan-rider-with-lance",
    "lizardmen/amphidian-dactan-rider-with-bows",
)
RIDING = re.compile(r"cavalry|rider|equites|lancer|mounted|horse archers", re.IGNORECASE)


def test_exactly_the_rows_whose_melee_cell_prints_a_beasts_blows_are_mounted_and_three_more() -> None:
    printed = [row.slug for row in ROWS if BEAST.search(row.printed.melee) or row.slug in WITHOUT_A_BEASTS_NAME]
    assert [row.slug for row in ROWS if row.mounted] == printed != []


def test_troops_whose_name_says_that_they_ride_are_mounted() -> None:
    riding = {row.slug for row in ROWS if row.section == "troops" and RIDING.search(row.name)}
    assert riding == {row.slug for row in ROWS if row.mounted and RIDING.search(row.name)} != set()


def test_horses_and_centaurs_are_built_like_horses() -> None:
    alike = {row.slug.partition("/")[2] for row in ROWS if row.horse_like}
    assert alike == {
        "centaur",
        "centaur-bowman",
        "centaur-champion",
        "centaur-hero",
        "centaur-knight",
        "elf-horse",
        "elven-steed",
        "horse",
        "nightmares",
        "pegasus",
        "pig-centaur",
        "pig-centaur-with-crossbow",
        "skeletal-horses",
        "unicorn",
    }
