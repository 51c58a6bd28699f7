"""The parts that the printed vehicles were probably made of, each the rows whose figures come nearest."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tabletop.arcana.creation.vehicles.parts import Beasts, Crew, Machines, VehicleParts

HORSES = "monsters/horse"
STEEDS = "high-elves/elven-steed"
BEARS = "monsters/bear"
SWORDSMEN = "marr/auxiliaries"
SPEARMEN = "marr/lancearii"
ARCHERS = "barbarians/barbarian-with-bow"
VETERAN_SPEARMEN = "high-elves/pikemen"
VETERAN_ARCHERS = "high-elves/longbowmen"


def _parts(slug: str, name: str, **parts: Any) -> tuple[str, VehicleParts]:
    return f"vehicles/{slug}", VehicleParts(name=name, **parts)


PRINTED: Mapping[str, VehicleParts] = MappingProxyType(
    dict(
        (
            _parts(
                "light-chariot-with-spearman-and-2-horses",
                "Light Chariot with spearman and 2 horses",
                type="light-chariot",
                beasts=Beasts(profile=HORSES, count=2),
                crew=(Crew(profile=SPEARMEN),),
            ),
            _parts(
                "light-chariot-with-veteran-spearman-and-2-trained-horses",
                "Light Chariot with veteran spearman and 2 trained horses",
                type="light-chariot",
                beasts=Beasts(profile=STEEDS, count=2),
                crew=(Crew(profile=VETERAN_SPEARMEN),),
            ),
            _parts(
                "medium-chariot-with-3-spearmen-and-4-horses",
                "Medium Chariot with 3 spearmen and 4 horses",
                type="medium-chariot",
                beasts=Beasts(profile=HORSES, count=4),
                crew=(Crew(profile=SPEARMEN, count=3),),
            ),
            _parts(
                "medium-chariot-with-3-veteran-spearmen-and-4-trained-horses",
                "Medium Chariot with 3 veteran spearmen and 4 trained horses",
                type="medium-chariot",
                beasts=Beasts(profile=STEEDS, count=4),
                crew=(Crew(profile=VETERAN_SPEARMEN, count=3),),
            ),
            _parts(
                "medium-chariot-with-3-archers-and-4-horses",
                "Medium Chariot with 3 archers and 4 horses",
                type="medium-chariot",
                beasts=Beasts(profile=HORSES, count=4),
                crew=(Crew(profile=ARCHERS, count=3),),
            ),
            _parts(
                "medium-chariot-with-3-veteran-archers-and-4-trained-horses",
                "Medium Chariot with 3 veteran archers and 4 trained horses",
                type="medium-chariot",
                beasts=Beasts(profile=STEEDS, count=4),
                crew=(Crew(profile=VETERAN_ARCHERS, count=3),),
            ),
            _parts(
                "heavy-chariot-with-4-javelins-and-4-horses",
                "Heavy Chariot with 4 javelins and 4 horses",
                type="heavy-chariot",
                beasts=Beasts(profile=HORSES, count=4),
                crew=(Crew(profile="barbarians/barbarian-with-javelin-and-shield", count=4),),
            ),
            _parts(
                "heavy-chariot-with-4-archers-and-2-bears",
                "Heavy Chariot with 4 archers and 2 bears",
                type="heavy-chariot",
                beasts=Beasts(profile=BEARS, count=2),
                crew=(Crew(profile=ARCHERS, count=4),),
            ),
            _parts(
                "heavy-chariot-with-4-veteran-archers-and-2-bears",
                "Heavy Chariot with 4 veteran archers and 2 bears",
                type="heavy-chariot",
                beasts=Beasts(profile=BEARS, count=2),
                crew=(Crew(profile="sylvan-elves/warrior-with-bow", count=4),),
            ),
            _parts(
                "heavy-chariot-with-4-veteran-halberdiers-and-4-beasts",
                "Heavy Chariot with 4 veteran halberdiers and 4 beasts",
                type="heavy-chariot",
                beasts=Beasts(profile="orcs/riding-beast", count=4),
                crew=(Crew(profile="orcs/greater-orc-with-spear", count=4),),
            ),
            _parts(
                "war-wagon-with-2-ballistae-and-2-beasts",
                "War Wagon with 2 ballistae and 2 beasts",
                type="war-wagon",
                beasts=Beasts(profile="monsters/warg", count=2),
                crew=(Crew(profile=SWORDSMEN, count=12),),
                war_machines=(Machines(profile="war-machines/ballista", count=2),),
            ),
            _parts(
                "war-wagon-with-12-archers-and-2-beasts",
                "War Wagon with 12 archers and 2 beasts",
                type="war-wagon",
                armour=-1,
                beasts=Beasts(profile=HORSES, count=2),
                crew=(Crew(profile=ARCHERS, count=12),),
            ),
            _parts(
                "assault-wagon-4-horses-1-crew-5-cargo",
                "Assault Wagon, 4 horses, 1 crew, 5 cargo",
                type="wagon",
                beasts=Beasts(profile=HORSES, count=4),
                crew=(Crew(profile=SWORDSMEN),),
                cargo=5,
            ),
            _parts(
                "giant-howdah-12-archers-on-giant-lizard",
                "Giant Howdah, 12 archers on giant lizard",
                type="giant-howdah",
                beasts=Beasts(profile="lizardmen/giant-war-lizard"),
                crew=(Crew(profile="lizardmen/amphidian-archer", count=12),),
            ),
            _parts(
                "howdah-3-spearmen-on-elephant",
                "Howdah, 3 spearmen on elephant",
                type="light-howdah",
                beasts=Beasts(profile="monsters/elephant"),
                crew=(Crew(profile="graccans/phalangite", count=3),),
            ),
        )
    )
)
