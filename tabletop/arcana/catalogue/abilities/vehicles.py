"""What every vehicle and every war machine has by being one: how it is hurt, repaired, moved and fought from."""

from __future__ import annotations

from tabletop.arcana.catalogue.abilities.ability import Ability
from tabletop.arcana.catalogue.book import BOOK

VEHICLE = Ability(
    "vehicle",
    "Vehicle",
    "Crew and beasts strike on every side. All hits and wounds of a missile or spell count, whatever its formation, on "
    "the most damaged of its unit first; no spell heals it.",
    BOOK.section("Vehicles and Missile Fire"),
)
HALF_WRECKED = Ability(
    "half-wrecked",
    "Half its wounds",
    "With half its wounds or fewer left it rams at -1, and each further wound costs an attack of its crew. Under a "
    "howdah the beast moves and fights on in full.",
    BOOK.section("Vehicles and Missile Fire"),
)
TOWED = Ability(
    "towed",
    "Towed",
    "Ground slows it as rank and file. An inch through difficult ground is a hit on it, through very difficult "
    "ground a strength 2 hit; at 2\" a turn or less there is none, but it can't ram.",
    BOOK.section("Moving Vehicles"),
)
REPAIR = Ability(
    "repair",
    "Repair",
    "As the magic phase opens, a unit that hasn't moved and isn't in melee may break up a damaged vehicle and share "
    "its wounds out among the others.",
    BOOK.section("Vehicles and Magic"),
)
WAR_MACHINE = Ability(
    "war-machine",
    "War machine",
    "Always skirmishes, but ground slows it as rank and file. After a move it neither shoots nor reloads, and in "
    "melee it doesn't reload. One wound left is enough to shoot.",
    BOOK.section("Moving War Machines"),
)
SHARED_CREWS = Ability(
    "shared-crews",
    "Shared crews",
    "The machines of a unit share their wounds as their player likes, and blows of several wounds go on to the next.",
    BOOK.section("Attacking War Machines"),
)
STANDS_ITS_GROUND = Ability(
    "stands-its-ground",
    "Stands its ground",
    "Only machines and leaders count as models when a quarter is lost. A failed morale test costs wounds, as it does "
    "the fearless; nobody runs.",
    BOOK.section("War Machine Morale"),
)
OF_VEHICLES = (VEHICLE, HALF_WRECKED)
OF_TOWED = (TOWED, REPAIR)
OF_WAR_MACHINES = (WAR_MACHINE, SHARED_CREWS, STANDS_ITS_GROUND)
VEHICLES = (*OF_VEHICLES, *OF_TOWED, *OF_WAR_MACHINES)
