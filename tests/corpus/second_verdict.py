"""Armies judged a second time, by a plain reading of the book, and held against the rulebook's verdict.

    python -m tests.corpus.second_verdict --armies 4360 --designs 4000 --seed 1

Rows are read by their printed cells (`tests/corpus/printed.py`), designs are priced longhand; nothing of
`tabletop/arcana/army/` is used but to be compared. Armies are drawn by lot, most of them with something wrong: each is
compared by the codes of its errors and warnings, and by its points where nothing in it is without a price. Rules of
vehicles' and war machines' designs have another comparison (`tests/corpus/illegal.py`), so such designs aren't drawn.
Prints how many were judged alike, and every difference.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from math import ceil
from random import Random
from typing import Any

import msgspec

from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.creation.points import price
from tabletop.findings import Severity
from tests.catalogue import ROWS, read_yaml
from tests.corpus.printed import (
    ARMIES,
    COMMON,
    CREWS,
    HEAD,
    HYDRA,
    LEARNERS,
    LEARNING,
    USUAL_CREW,
    WEAPONS,
    WIZARDS,
    Entry,
    entries,
    of,
)
from tests.reviews import priced, reviewed
from tests.tabletop.arcana.creation.points.designs import random_design
from tests.tabletop.arcana.creation.points.longhand import longhand

Plain = dict[str, Any]

GENERAL = ("monsters", "vehicles", "war-machines", "designs")
SECTIONS = {"creature": "troops", "monster": "monsters", "character": "characters"}
RIDDEN = ("Horse", "Mount", "Wolf", "Bear", "Boar", "Beast", "Ram:", "Scorpion")  # in the melee of riders
CORE_SCHOOLS = ("life", "death", "nature", "chaos", "earth", "fire", "water", "air")
OF_DESIGNS = (
    "DSGN",
    "TOUR-09",
    "VEH",
    "WM-03",
    "WM-04",
    "WM-05",
    "WM-06",
    "WM-07",
    "WM-08",
    "WM-09",
)  # compared elsewhere
NOTES = ("INF-04", "TOUR-08")
ON_1_OR_2 = ("monsters/wolf", "monsters/medusa")  # printed on either base
LARGEST, SMALLEST = 800, 200


@dataclass
class Judged:
    """What is wrong with an army, and its points where they are known."""

    codes: set[str] = field(default_factory=set)
    normal: int = 0
    special: int = 0
    is_priced: bool = True


class Judge:
    """Reads one roster's file by the book."""

    def __init__(self, roster: Plain) -> None:
        self.roster = roster
        self.said = Judged()
        self.rows = dict(entries())
        self.taught: dict[str, tuple[str, ...]] = {}
        for design in roster.get("designs", ()):
            slug = f"designs/{design['name'].lower().replace(' ', '-')}"
            self.rows[slug] = entry_of(slug, design)
            self.taught[slug] = {"schools": CORE_SCHOOLS, "general": ("general",), None: ()}[design.get("spellcaster")]
        self.is_tournament = roster.get("rules") == "tournament"
        self.options = roster.get("options", {})
        self.small_units = 0

    def judge(self) -> Judged:
        roster, said = self.roster, self.said
        shares = self.shares()
        for army, (share, units) in shares.items():
            normal, special = 0, 0
            for unit in units:
                more_normal, more_special = self.unit(unit, army)
                normal, special = normal + more_normal, special + more_special
            size = normal + special if share is None else max(share, 0)
            self.find("COMP-01", normal * 100 < size * 60)
            self.find("COMP-02", special * 100 > size * 40)
            self.find("ALLY-02", len(shares) > 1 and share is not None and normal + special > share)
            said.normal, said.special = said.normal + normal, said.special + special
        limit = roster.get("points_limit")
        self.find("ROST-01", not any(units for _, units in shares.values()))
        self.find("SIZE-01", limit is not None and said.normal + said.special > limit)
        self.find("ALLY-01", len(shares) > 1)
        if self.is_tournament:
            self.find("TOUR-01", limit not in (4000, 5000))
            self.find("TOUR-02", len(shares) > 1)
            self.find("TOUR-06", bool(self.options.get("optional_schools")))
            self.find("TOUR-07", bool(self.options.get("cheap_monsters_as_normal")))
            self.find("TOUR-05", self.small_units > 1)
        return said

    def find(self, code: str, is_so: bool) -> None:
        if is_so:
            self.said.codes.add(code)

    def shares(self) -> dict[str, tuple[int | None, list[Plain]]]:
        """Each army's points and units; allies of one list are one army (ruling M23)."""
        limit, allies = self.roster.get("points_limit"), self.roster.get("allies", ())
        own = None if limit is None else limit - sum(ally["points"] for ally in allies)
        shares: dict[str, tuple[int | None, list[Plain]]] = {self.roster["army"]: (own, list(self.roster["units"]))}
        for ally in allies:
            share, units = shares.get(ally["army"], (0, []))
            points = None if share is None else share + ally["points"]
            shares[ally["army"]] = (points, [*units, *ally["units"]])
        return shares

    def unit(self, unit: Plain, army: str) -> tuple[int, int]:
        """Looks at a unit; its normal and special points."""
        models, leaders = unit.get("models", []), unit.get("characters", [])
        hides = bool(unit.get("infiltrating"))
        rows = [self.rows[line["profile"]] for line in models]
        self.find("UNIT-01", not models and not leaders)
        self.mixture(models, rows)
        normal, special = 0, 0
        for line, row in zip(models, rows, strict=True):
            of_normal, of_special = self.line(line, row, army, hides=hides)
            normal, special = normal + of_normal, special + of_special
        for leader in leaders:
            special += self.character(leader, army, models=rows, hides=hides)
        self.engines(models, rows, leaders)
        forms_phalanx = any(row.phalanx or line.get("phalanx") for line, row in zip(models, rows, strict=True))
        led_by = {leader["profile"] for leader in leaders}
        self.find("EQP-04", forms_phalanx and "graccans/child-of-the-gods" in led_by)
        if self.is_tournament:
            self.find("TOUR-04", normal + special > LARGEST)
            self.small_units += self.counts(rows, army) and normal + special < SMALLEST
        return normal, special

    def counts(self, rows: list[Entry], army: str) -> bool:
        """Whether rule 5 of tournaments speaks of a unit (ruling M19)."""
        own = ("troops", "monsters")
        return any(
            row.section == "monsters" or (row.army == "designs" and row.section in own) or self.is_normal(row, army)
            for row in rows
        )

    def mixture(self, models: list[Plain], rows: list[Entry]) -> None:
        sections, slugs = {row.section for row in rows}, {row.slug for row in rows}
        self.find("UNIT-03", bool(sections & {"mounts", "equipment"}))
        self.find("UNIT-04", "characters" in sections)
        if len(slugs) > 1 and sections == {"vehicles"}:
            kinds = {(make_of(slug), beast_of(slug)) for slug in slugs}
            self.find("UNIT-06" if len(kinds) == 1 else "UNIT-02", True)
        elif len(slugs) > 1 and sections != {"war-machines"}:
            self.find("UNIT-02", True)
        for slug in slugs:
            learns = len(self.taught.get(slug, ())) != 1  # who has one school alone needn't say it
            bought = {
                (json.dumps(upgrades_of(line)), bool(line.get("phalanx")), learns and bool(line.get("school")))
                for line in models
                if line["profile"] == slug
            }
            self.find("UNIT-05", len(bought) > 1)

    def line(self, line: Plain, row: Entry, army: str, *, hides: bool) -> tuple[int, int]:
        """The normal and special points of models of one row."""
        self.belongs(row, army)
        second = CREWS.get(army, USUAL_CREW)
        each = row.points + (second[0] if row.section == "war-machines" and row.army == "war-machines" else 0)
        if hides:
            self.find("INF-01", row.infiltrates is None or row.section == "vehicles")
            self.said.is_priced &= row.infiltrates is not None
            each = row.infiltrates or each
        if line.get("phalanx"):
            self.find("EQP-05", row.closes_up is None)
            self.said.is_priced &= row.closes_up is not None
            each = row.closes_up or each
        if line.get("reinforced"):
            self.find("WM-01", row.section != "war-machines")
            self.said.is_priced &= row.section == "war-machines"
        points = each * line["count"] + line.get("reinforced", 0) * second[1]
        points += self.learned(line, row) * line["count"]
        extras = sum(count * self.rows[slug].points for slug, count in upgrades_of(line).items()) * line["count"]
        for slug in upgrades_of(line):
            self.carried(self.rows[slug], row, army)
        self.find("EQP-03", row.slug == HYDRA and HEAD not in upgrades_of(line))
        self.said.is_priced &= row.section not in ("characters", "mounts", "equipment")
        is_cheap = bool(self.options.get("cheap_monsters_as_normal")) and row.is_cheap_monster
        self.find("OPT-01", is_cheap)
        return (points, extras) if is_cheap or self.is_normal(row, army) else (0, points + extras)

    def is_normal(self, row: Entry, army: str) -> bool:
        """Whether troops count as normal (ruling M2): all those of the giants, designs in no tournament."""
        is_elite = row.elite or row.points >= (50 if row.base <= 2 else 100)
        if row.army == "designs":
            return row.section == "troops" and not is_elite and not self.is_tournament
        return row.section == "troops" and (army == "giant-kings" or not is_elite)

    def belongs(self, row: Entry, army: str) -> None:
        self.find("LIST-01", row.army not in (army, *GENERAL))

    def carried(self, piece: Entry, bearer: Entry, army: str) -> None:
        self.belongs(piece, army)
        fits = piece.army not in (army, *GENERAL) or (
            piece.section == "equipment"
            and (
                bearer.slug == HYDRA
                if piece.slug == HEAD
                else bearer.army == "giant-kings" and bearer.section in ("troops", "characters")
            )
        )
        self.find("EQP-01", not fits)

    def learned(self, bearer: Plain, row: Entry) -> int:
        """What a school costs beside the row; whether it may be had."""
        school = bearer.get("school")
        offered = WIZARDS.get(row.slug) or LEARNERS.get(row.slug) or self.taught.get(row.slug, ())
        optional = self.options.get("optional_schools") and offered and offered != ("general",)
        self.find("OPT-02", school == "plague" and bool(self.options.get("optional_schools")))
        if school is not None and not (school == "plague" and optional):
            self.find("CHAR-03", school not in offered)
            self.said.is_priced &= school in offered
        elif school is None and row.slug not in LEARNERS and offered:
            self.find("CHAR-03", len(offered) > 1 or bool(optional))
        return LEARNING if school and row.slug in LEARNERS else 0

    def character(self, leader: Plain, army: str, *, models: list[Entry], hides: bool) -> int:
        """Looks at a character; what it costs with all it has."""
        row = self.rows[leader["profile"]]
        self.belongs(row, army)
        self.find("UNIT-04", row.section != "characters")
        extras = self.weapon(leader, row, army) + (75 if leader.get("counterspell") else 0) + self.learned(leader, row)
        for slug, count in upgrades_of(leader).items():
            extras += count * self.rows[slug].points
            self.carried(self.rows[slug], row, army)
        extras += self.mount(leader, row, army, models)
        if not hides:
            return row.points + extras
        self.hidden(leader, row, models)
        if row.infiltrates is not None:
            return row.infiltrates + (5 * extras + 2) // 4
        return (5 * (row.points + extras) + 2) // 4

    def weapon(self, leader: Plain, row: Entry, army: str) -> int:
        weapon = leader.get("weapon")
        if weapon is None:
            return 0
        self.find("CHAR-01", weapon not in COMMON.get(army, ()))
        self.find("CHAR-02", row.skill not in (3, 4, 5))
        if row.skill not in (3, 4, 5):
            self.said.is_priced = False
            return 0
        return WEAPONS[weapon][row.skill - 3]

    def mount(self, leader: Plain, row: Entry, army: str, models: list[Entry]) -> int:
        mount = leader.get("mount")
        if mount is None:
            return 0
        steed = self.rows[mount["profile"]]
        self.belongs(steed, army)
        may_carry = steed.section in ("mounts", "monsters", "vehicles")
        self.find("MNT-01", not may_carry)
        self.find("MNT-02", (2 if steed.slug in ON_1_OR_2 else steed.base) <= row.base)
        self.find("MNT-03", row.walks_only)
        self.find("MNT-04", steed.section == "vehicles" and room_of(steed.slug) < ceil(row.base))
        self.find("EQP-03", steed.slug == HYDRA and HEAD not in upgrades_of(leader))
        led = {each.slug for each in models if each.section == "monsters"}
        drawn = steed.section == "vehicles" and beast_of(steed.slug) in led
        self.find("MNT-05", bool(led) and steed.slug not in led and not drawn)
        return steed.points

    def hidden(self, leader: Plain, row: Entry, models: list[Entry]) -> None:
        """A character of an infiltrating unit, or alone."""
        mount = leader.get("mount")
        if not models:
            self.find("INF-02", row.infiltrates is None)
            self.find("INF-03", mount is not None and self.rows[mount["profile"]].infiltrates is None)
        elif mount is not None:
            steed = self.rows[mount["profile"]]
            ride = any(each.slug in ridden_rows() for each in models)
            self.find("INF-03", not ride or steed.base > max(each.base for each in models))

    def engines(self, models: list[Plain], rows: list[Entry], leaders: list[Plain]) -> None:
        """All giants of a unit carry one and the same piece, or none does (ruling M15)."""
        bearers = [line for line, row in zip(models, rows, strict=True) if is_giant(row)]
        bearers += [leader for leader in leaders if is_giant(self.rows[leader["profile"]])]
        pieces = [upgrades_of(bearer) for bearer in bearers]
        wrong = any(piece != pieces[0] for piece in pieces) or any(sum(piece.values()) > 1 for piece in pieces)
        self.find("EQP-02", wrong)


def upgrades_of(bearer: Plain) -> Counter[str]:
    counted: Counter[str] = Counter()
    for upgrade in bearer.get("upgrades", ()):
        counted[upgrade["profile"]] += upgrade.get("count", 1)
    return counted


def make_of(slug: str) -> str:
    """The type of a printed vehicle, by its name."""
    words = ("light-chariot", "medium-chariot", "heavy-chariot", "war-wagon", "wagon", "giant-howdah", "howdah")
    return next(word for word in words if word in slug)


def beast_of(slug: str) -> str:
    """What draws or carries a printed vehicle, by its name."""
    beasts = {"bears": "bear", "horse": "horse", "elephant": "elephant", "giant-lizard": "lizard-giant"}
    return next((f"monsters/{beast}" for word, beast in beasts.items() if word in slug), slug)


def room_of(slug: str) -> int:
    """The base units that the crew of a printed vehicle leaves; only a light chariot's man has room beside him."""
    return 1 if "light-chariot" in slug else 0


def is_giant(row: Entry) -> bool:
    return row.army == "giant-kings" and row.section in ("troops", "characters")


@cache
def ridden_rows() -> frozenset[str]:
    """Troops whose melee names what they ride, or whose name says that they do."""
    rows = [
        row for path in sorted(ROWS.glob("*.yaml")) for row in read_yaml(path)["rows"] if row["section"] == "troops"
    ]
    named = [row["slug"] for row in rows if any(word in str(row["printed"].get("melee", "")) for word in RIDDEN)]
    return frozenset([*named, *(row["slug"] for row in rows if re.search(r"Rider|Cavalry|Mounted", row["name"]))])


def entry_of(slug: str, design: Plain) -> Entry:
    """A creature of one's own as the tables would print it."""
    points = ceil(longhand(msgspec.convert(design | {"infiltrates": False}, Design)))
    hidden = ceil(longhand(msgspec.convert(design, Design)))
    skill = design.get("missile_skill")
    return Entry(
        slug=slug,
        section=SECTIONS[design.get("kind", "creature")],
        points=points,
        base=design.get("base", 1),
        elite=False,
        infiltrates=hidden if design.get("infiltrates") else None,
        skill=skill["skill"] if skill else None,
        walks_only=False,
        phalanx=any(line.get("phalanx") for line in design.get("melee", ())),
        closes_up=None,
    )


class Lot:
    """Draws armies: mostly what a player might choose, now and then what nobody may."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.numbered = 0

    def happens(self, share: float) -> bool:
        return self.chance.random() < share

    def ref(self) -> str:
        self.numbered += 1
        return f"r{self.numbered}"

    def army(self) -> Plain:
        army = self.chance.choice(ARMIES)
        designs = [self.design(number) for number in range(self.chance.randint(1, 3))] if self.happens(0.4) else []
        slugs = {f"designs/own-{number}": design for number, design in enumerate(designs)}
        is_tournament = self.happens(0.3)
        roster: Plain = {
            "format": "muster-roster/1",
            "game": "arcana",
            "name": "By lot",
            "army": army,
            "rules": "tournament" if is_tournament else "core",
            "options": {
                "cheap_monsters_as_normal": self.happens(0.2),
                "optional_schools": self.happens(0.15),
            },
            "units": [self.unit(army, slugs) for _ in range(self.chance.randint(1, 7))],
            "designs": designs,
        }
        if self.happens(0.8):
            roster["points_limit"] = self.chance.choice([500, 1000, 2000, 3000, 4000, 5000])
        if self.happens(0.1):
            ally = self.chance.choice(ARMIES)
            units = [self.unit(ally, slugs) for _ in range(self.chance.randint(1, 3))]
            roster["allies"] = [{"army": ally, "points": self.chance.choice([300, 800, 1500]), "units": units}]
        return roster

    def design(self, number: int) -> Plain:
        """A creature, a monster or a character of one's own."""
        while True:
            design: Plain = msgspec.to_builtins(random_design(self.chance))
            if design.get("kind", "creature") in SECTIONS:
                return design | {"name": f"Own {number}"}

    def unit(self, army: str, designs: dict[str, Plain]) -> Plain:
        unit: Plain = {"ref": self.ref()}
        if self.happens(0.85):
            unit["models"] = [self.line(army, designs) for _ in range(2 if self.happens(0.1) else 1)]
            if self.happens(0.04):
                unit["models"].append(self.bought(dict(unit["models"][0]), entries().get(unit["models"][0]["profile"])))
        if self.happens(0.4) or ("models" not in unit and self.happens(0.95)):
            leaders = range(2 if self.happens(0.15) else 1)
            unit["characters"] = [self.character(army, designs, unit) for _ in leaders]
        rows = [entries().get(line["profile"]) for line in unit.get("models", ())]
        if self.happens(0.6 if any(row and row.infiltrates for row in rows) else 0.04):
            unit["infiltrating"] = True
        return unit

    def line(self, army: str, designs: dict[str, Plain]) -> Plain:
        creatures = [slug for slug, design in designs.items() if design.get("kind", "creature") != "character"]
        if creatures and self.happens(0.3):
            slug = self.chance.choice(creatures)
            line = {"profile": slug, "count": self.chance.randint(1, 12)}
            return line | self.school_of_design(designs[slug])
        home = self.chance.choice(ARMIES) if self.happens(0.04) else army
        section = self.chance.choices(["troops", "monsters", "war-machines", "vehicles", "any"], [62, 14, 10, 8, 3])[0]
        rows = [*of(home, section), *(of(section, section) if section in GENERAL else [])]
        rows = rows or [row for row in entries().values() if row.army == home]
        row = self.chance.choice(rows)
        most = 45 if section == "troops" else 3
        return self.bought({"profile": row.slug, "count": self.chance.randint(1, most)}, row)

    def bought(self, line: Plain, row: Entry | None) -> Plain:
        """What is bought for models: heads, engines, second crews, a phalanx, magic."""
        if row is None:
            return line
        if self.happens(0.7 if row.slug == HYDRA else 0.01):
            line["upgrades"] = [{"profile": HEAD, "count": self.chance.randint(1, 6)}]
        elif self.happens(0.4 if row.army == "giant-kings" else 0.01):
            line["upgrades"] = [{"profile": self.chance.choice(of("giant-kings", "equipment")).slug}]
        if self.happens(0.4 if row.section == "war-machines" else 0.01):
            line["reinforced"] = self.chance.randint(1, line["count"])
        if self.happens(0.5 if row.closes_up else 0.01):
            line["phalanx"] = True
        return line | self.school(row)

    def school(self, row: Entry) -> Plain:
        offered = (*WIZARDS.get(row.slug, ()), *LEARNERS.get(row.slug, ()))
        if self.happens(0.8 if offered else 0.02):
            schools = offered if offered and self.happens(0.9) else (*CORE_SCHOOLS, "plague", "general")
            return {"school": self.chance.choice(schools)}
        return {}

    def school_of_design(self, design: Plain) -> Plain:
        if self.happens(0.8 if design.get("spellcaster") else 0.02):
            return {"school": self.chance.choice((*CORE_SCHOOLS, "general"))}
        return {}

    def character(self, army: str, designs: dict[str, Plain], unit: Plain) -> Plain:
        own = [slug for slug, design in designs.items() if design.get("kind") == "character"]
        leader: Plain = {"ref": self.ref()}
        if own and self.happens(0.4):
            slug = self.chance.choice(own)
            leader |= {"profile": slug} | self.school_of_design(designs[slug])
        else:
            home = self.chance.choice(ARMIES) if self.happens(0.04) else army
            row = self.chance.choice(of(home, "troops" if self.happens(0.02) else "characters"))
            leader |= {"profile": row.slug} | self.school(row)
            if row.army == "giant-kings" and unit.get("models", [{}])[0].get("upgrades") and self.happens(0.8):
                leader["upgrades"] = [
                    upgrade for upgrade in unit["models"][0]["upgrades"] if upgrade["profile"] != HEAD
                ]
        if self.happens(0.25):
            common = COMMON.get(army, ())
            leader["weapon"] = self.chance.choice(common if common and self.happens(0.9) else list(WEAPONS))
        if self.happens(0.15):
            leader["counterspell"] = True
        if self.happens(0.3):
            leader["mount"] = {"profile": self.steed(army, unit)}
        return leader

    def steed(self, army: str, unit: Plain) -> str:
        models = [line["profile"] for line in unit.get("models", ()) if line["profile"].startswith("monsters/")]
        if models and self.happens(0.6):
            return models[0]
        if self.happens(0.04):
            return self.chance.choice(of(army, "troops")).slug
        if self.happens(0.15):
            vehicles = [row for row in of("vehicles", "vehicles") if "assault" not in row.slug]
            return self.chance.choice(vehicles).slug
        return self.chance.choice([*of(army, "mounts"), *of(army, "monsters"), *of("monsters", "monsters")]).slug


def difference(roster: Plain) -> str:
    """In what the verdict on an army differs from its second reading; empty where they are alike."""
    ours, theirs = reviewed(read_roster(json.dumps(roster))), Judge(roster).judge()
    points = priced(read_roster(json.dumps(roster)))
    codes = {finding.code for finding in ours.findings if finding.severity != Severity.NOTE}
    left_out = {code for code in codes | theirs.codes if code.startswith(OF_DESIGNS)}
    if "UNIT-02" in codes & theirs.codes:  # whether a mixture rides, nobody can say
        left_out.add("INF-03")
    if not theirs.is_priced:
        left_out |= {"SIZE-01", "COMP-01", "COMP-02", "ALLY-02", "TOUR-04", "TOUR-05"}
    faults = [f"{code} ours alone" for code in sorted(codes - theirs.codes - left_out)]
    faults += [f"{code} theirs alone" for code in sorted(theirs.codes - codes - left_out)]
    if theirs.is_priced and (points.normal, points.special) != (theirs.normal, theirs.special):
        faults.append(f"{points.normal} + {points.special} points, theirs {theirs.normal} + {theirs.special}")
    return "; ".join(faults)


def differences(armies: int, seed: int) -> Iterator[tuple[Plain, str]]:
    """Those of so many armies that aren't judged alike, each with how."""
    lot = Lot(seed)
    for _ in range(armies):
        roster = lot.army()
        if fault := difference(roster):
            yield roster, fault


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--armies", type=int, default=4360)
    options.add_argument("--designs", type=int, default=4000)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    found = list(differences(asked.armies, asked.seed))
    print(f"armies: {asked.armies} judged, {len(found)} differences")
    chance = Random(asked.seed)
    dear = [
        design
        for design in (random_design(chance) for _ in range(asked.designs))
        if price(design).exact != longhand(design)
    ]
    print(f"designs: {asked.designs} priced, {len(dear)} differences")
    for roster, fault in found[:20]:
        print(fault, json.dumps(roster))
    print(*dear[:20], sep="\n")
    return bool(found or dear)


if __name__ == "__main__":
    sys.exit(main())
