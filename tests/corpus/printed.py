"""A reading of the printed lists that shares nothing with the program's: cells of the rows, and the notes by hand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.catalogue import ROWS, read_yaml

ARMIES = (
    "daemons", "dwarves", "dark-elves", "high-elves", "sylvan-elves", "giant-kings", "goblins",
    "halflings-and-centaurs", "hogmen", "barbarians", "graccans", "marr", "lizardmen", "ratmen", "undead", "snakemen",
    "orcs",
)  # fmt: skip
# What an army adds to a standard war machine, and its price of a second crew.
CREWS = {
    "dwarves": (15, 56), "dark-elves": (8, 52), "high-elves": (8, 52), "sylvan-elves": (8, 52), "lizardmen": (8, 52),
    "undead": (22, 64),
}  # fmt: skip
USUAL_CREW = (0, 44)
# Price by missile skill 3, 4 and 5.
WEAPONS = {
    "shortbow": (11, 14, 21), "bow": (20, 27, 41), "longbow": (33, 44, 66), "hand-crossbow": (14, 18, 27),
    "crossbow": (24, 32, 48), "heavy-crossbow": (26, 35, 53), "javelin": (19, 25, 38), "sling": (9, 12, 18),
    "handgun": (21, 27, 41),
}  # fmt: skip
COMMON = {
    "dwarves": ("crossbow", "handgun"), "dark-elves": ("longbow", "crossbow"), "high-elves": ("longbow", "bow"),
    "sylvan-elves": ("bow",), "goblins": ("bow", "hand-crossbow"),
    "halflings-and-centaurs": ("sling", "shortbow", "longbow"),
    "hogmen": ("crossbow",), "barbarians": ("javelin", "bow"), "graccans": ("sling", "shortbow", "javelin"),
    "marr": ("bow", "javelin", "shortbow"), "lizardmen": ("bow", "shortbow"), "ratmen": ("bow", "sling"),
    "undead": ("bow", "heavy-crossbow"), "snakemen": ("bow",), "orcs": ("longbow",),
}  # fmt: skip
# Schools of the casters whose magic is in their price, and of those who buy it for 250.
WIZARDS = {
    "dwarves/dwarf-wizard": ("earth",), "dark-elves/wizard": ("death", "chaos", "fire"),
    "high-elves/wizard": ("water", "air", "life"), "sylvan-elves/wizard": ("nature", "life", "water"),
    "giant-kings/priest": ("general",), "goblins/goblin-shaman": ("chaos", "fire", "air"),
    "halflings-and-centaurs/halfling-bishop": ("life", "nature"), "hogmen/shaman": ("chaos", "nature", "earth"),
    "barbarians/wiseman": ("chaos", "nature", "air"), "graccans/oracle": ("earth", "water", "life"),
    "marr/priest": ("fire", "earth", "life"), "lizardmen/ophidian-shaman": ("water", "nature", "life"),
    "lizardmen/amphidian-shaman": ("water", "nature", "life"), "ratmen/shaman": ("chaos", "water", "earth"),
    "undead/necromancer": ("death",), "snakemen/kaa-wizard": ("earth", "water", "nature"),
    "orcs/orc-shaman": ("earth", "air", "chaos"),
}  # fmt: skip
LEARNERS = {
    "daemons/daemon-lord": ("chaos", "fire"), "daemons/cacodaemons": ("chaos", "fire"),
    "undead/vampire-master": ("death",), "undead/skeleton-dragon": ("death",),
}  # fmt: skip
LEARNING = 250
OPEN_CHARIOT = "vehicles/light-chariot-with-spearman-and-2-horses"
HYDRA, HEAD = "monsters/hydra-body", "monsters/hydra-head"
STEEDS_ON_2 = ("undead/skeletal-horses", "orcs/riding-beast")  # they print no base


@dataclass(frozen=True)
class Entry:
    """A printed row: its points, base, section, and the words that army building looks for."""

    slug: str
    section: str
    points: int
    base: float
    elite: bool
    infiltrates: int | None
    skill: int | None
    walks_only: bool
    phalanx: bool
    closes_up: int | None

    @property
    def army(self) -> str:
        return self.slug.partition("/")[0]

    @property
    def is_normal(self) -> bool:
        if self.section != "troops":
            return False
        if self.army == "giant-kings":
            return True
        return not self.elite and self.points < (50 if self.base <= 2 else 100)

    @property
    def is_cheap_monster(self) -> bool:
        return self.section == "monsters" and not self.elite and self.points <= (50 if self.base <= 2 else 100)


def entry(row: dict[str, Any]) -> Entry:
    """A row by its printed cells alone."""
    printed = {
        name: " ".join(cell.values()) if isinstance(cell, dict) else cell for name, cell in row["printed"].items()
    }
    special, missile = printed.get("special", ""), printed.get("missile", "")
    hides = re.search(r"Infiltrate \((\d+)\)", special)
    pikes = re.search(r"Phalanx \((\d+)\)", special)
    skill = re.fullmatch(r"\(?1 ?/ ?(\d)\)", missile)
    return Entry(
        slug=row["slug"],
        section=row["section"],
        points=int(re.findall(r"\d+", printed["vp"])[0]),
        base=base(row["slug"], special),
        elite="Elite" in special,
        infiltrates=int(hides[1]) if hides else None,
        skill=int(skill[1]) if skill else None,
        walks_only="Cannot be mounted" in special,
        phalanx=special == "Phalanx",
        closes_up=int(pikes[1]) if pikes else None,
    )


def base(slug: str, special: str) -> float:
    if slug.startswith("vehicles/"):
        return 4 if "light-chariot" in slug else 9
    if slug in STEEDS_ON_2:
        return 2
    found = re.search(r"Base:? ?(1/2|\d+)", special)
    return {"1/2": 0.5}.get(found[1], 0) or int(found[1]) if found else 1


@cache
def entries() -> dict[str, Entry]:
    rows = [row for path in sorted(ROWS.glob("*.yaml")) for row in read_yaml(path)["rows"]]
    found = {row["slug"]: entry(row) for row in rows}
    found["graccans/skirmisher"] = Entry(**{**vars(found["graccans/skirmisher"]), "infiltrates": 29})  # a lost digit
    return found


@cache
def of(army: str, section: str) -> tuple[Entry, ...]:
    return tuple(each for each in entries().values() if each.army == army and each.section == section)
