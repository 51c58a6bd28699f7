"""Names of profiles for one model and for many."""

from __future__ import annotations

from tabletop.arcana.catalogue.counted_names import counted, named, straight
from tests.catalogue import printed_catalogue
from tests.laws import of_each

NAMES = [
    ("Axemen", "Axeman", "Axemen"),
    ("Berserker", "Berserker", "Berserkers"),
    ("Ballista", "Ballista", "Ballistas"),
    ("Mummies", "Mummy", "Mummies"),
    ("Zombies", "Zombie", "Zombies"),
    ("Harpy", "Harpy", "Harpies"),
    ("Dervishes", "Dervish", "Dervishes"),
    ("Pegasus", "Pegasus", "Pegasi"),
    ("Orc Hero", "Orc Hero", "Orc Heroes"),
    ("Treeman", "Treeman", "Treemen"),
    ("Dwarves with Heavy Weapons", "Dwarf with Heavy Weapons", "Dwarves with Heavy Weapons"),
    ("Greater Orc with Spear", "Greater Orc with Spear", "Greater Orcs with Spear"),
    ("Orc Beast Rider Lance", "Orc Beast Rider Lance", "Orc Beast Riders Lance"),
    ("Child of the Gods", "Child of the Gods", "Children of the Gods"),
    ("Ram Cavalry with Lance", "Ram Cavalry with Lance", "Ram Cavalry with Lance"),
    ("Dragon, Adult", "Dragon, Adult", "Dragon, Adult"),
    ("gone/lion", "gone/lion", "gone/lion"),
    ("Hog Watch with spear, halberd or pike", *["Hog Watch with spear, halberd or pike"] * 2),
    ("Swine", "Swine", "Swine"),
]


@of_each(("printed", "one", "many"), NAMES)
def test_a_name_says_whether_it_is_one_or_many(printed: str, one: str, many: str) -> None:
    assert (counted(printed, 1), counted(printed, 1200)) == (f"1 {one}", f"1,200 {many}")


def test_every_printed_name_stays_itself_in_its_own_number() -> None:
    for name in {row.name for row in printed_catalogue().rows.values()}:
        one, many = named(name, 1), named(name, 2)
        assert name in (one, many)
        assert (named(one, 1), named(many, 2)) == (one, many)


def test_a_name_that_a_comma_turns_round_is_said_straight() -> None:
    said = {
        "Dragon, Young": "Young Dragon",
        "Greater Golem, Clay": "Greater Clay Golem",
        "Hydra, Head": "Hydra head",
        "Hog Watch with spear, halberd or pike": "Hog Watch with spear, halberd or pike",
        "Assault Wagon, 4 horses, 1 crew, 5 cargo": "Assault Wagon, 4 horses, 1 crew, 5 cargo",
    }
    assert {name: straight(name) for name in said} == said
