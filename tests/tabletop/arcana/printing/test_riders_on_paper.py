"""Riders, dragons and phalanxes on the roster's sheet: what the book's own rows become together."""

from __future__ import annotations

import re
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Character, Models, Mount, Unit, new_roster
from tests.catalogue import printed_catalogue
from tests.tabletop.arcana.printing.samples import printed, whole_text


def printed_units(*units: Unit, army: str) -> str:
    """The text of a sheet of the book's own rows."""
    roster = replace(new_roster(name="Book", army=army), units=units)
    fielded = resolve(roster, printed_catalogue())
    return whole_text(printed(fielded))


def rider(profile: str, mount: str, ref: str = "c1", **kept: Any) -> Character:
    return Character(ref=ref, profile=profile, mount=Mount(profile=mount, **kept))


def test_a_rider_and_a_small_mount_are_printed_as_one_creature() -> None:
    lord = rider("high-elves/elf-lord", "high-elves/elven-steed")
    text = printed_units(Unit(ref="u1", characters=(lord,)), army="high-elves")
    assert "Elf Lord and Elven Steed fight as one creature of 5 wounds." in text
    assert re.search(r'1 Elf Lord on Elven (Steed )?18" 5 3 fixed', text)


def test_a_rider_and_a_large_mount_are_printed_with_who_takes_a_hit() -> None:
    on_dragon = rider("undead/skeletal-captain", "undead/skeleton-dragon", school="death")
    text = printed_units(Unit(ref="u1", characters=(on_dragon,)), army="undead")
    assert "A hit is on the rider on a d6 of 1 to 2" in text
    assert "School: Death" in text
    assert "Spellcaster: Death: 250" in text
    assert "Skeletal Captain on" not in text
    assert re.search(r"\bon Skeleton Dragon", text)


def test_who_rides_along_is_printed_beside_who_paid() -> None:
    chariot = "vehicles/light-chariot-with-spearman-and-2-horses"
    squire = rider("halflings-and-centaurs/halfling-squire", chariot)
    friend = rider("halflings-and-centaurs/halfling-sheriff", chariot, "c2", shared=True)
    text = printed_units(Unit(ref="u1", characters=(squire, friend)), army="halflings-and-centaurs")
    assert text.count("Mount: Light Chariot") == 1
    assert re.search(r"\bwith Light Chariot", text)


def test_a_dragons_school_and_a_phalanx_are_printed() -> None:
    dragon = Models(profile="undead/skeleton-dragon", count=1, school="death")
    assert "School: Death" in printed_units(Unit(ref="u1", models=(dragon,)), army="undead")
    pikes = Models(profile="hogmen/hog-watch-with-spear-halberd-or-pike", count=10, phalanx=True)
    assert "Phalanx at 3: 30" in printed_units(Unit(ref="u1", models=(pikes,)), army="hogmen")
