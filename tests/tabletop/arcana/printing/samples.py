"""Small armies made in Python: a list, a few rows, errata, and reports to print beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Ally, Character, Models, Mount, Roster, Unit, Upgrade
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue, Erratum, catalogue
from tabletop.arcana.catalogue.profiles import (
    Armour,
    Defence,
    Melee,
    Missile,
    MissileSkill,
    Morale,
    Movement,
    Printed,
    Row,
    Section,
    Spellcasting,
)
from tabletop.arcana.printing.rosters.full import roster_sheet
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.findings import Culprit, Explanation, Finding, Report, Severity
from tabletop.heraldry import Shield
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4, Paper
from tabletop.rosters.verdict import VerdictSeal
from tests.tabletop.pdf.measuring import pages_of, text_of

SHIELD = Shield(division="pale", field="azure", second="argent", charge="hammer", charge_tincture="or")
JUDGED = VerdictSeal(date="21 November 2026", rules_version="core 7")
CODE = "A084B-01F36-C8888-D2345"
ADDRESS = f"https://muster.example.org/check/Ab3dEf6hIjKl/?d={CODE}"
PROVED = VerdictSeal(date="21 November 2026", rules_version="core 7", digest=CODE, address=ADDRESS)
SOURCE = BOOK.section("Building an Army")

PLAIN: dict[str, Any] = {
    "movement": Movement(ground=5),
    "armour": Armour(value=4),
    "defence": Defence(magic_resistance=4, shield=True),
    "morale": Morale(value=9),
    "melee": (Melee(attacks=1, skill=2),),
}
FULL: dict[str, Any] = {
    "movement": Movement(ground=12, fly=20, swim=8, abilities=("ignores-terrain",)),
    "wounds": 12,
    "armour": Armour(value=4, fixed=True),
    "defence": Defence(magic_resistance=4, sensitive=("fire",), immune=("water",), missile_immune=True),
    "morale": Morale(value=11, kind="fearless"),
    "melee": (
        Melee(attacks=1, skill=3, strength=2, long_weapon=True),
        Melee(name="Scorpion", attacks=4, skill=2, strength=3),
        Melee(name="Tail", attacks=1, skill=4, strength=3, wounds_d3=1),
    ),
    "missile": (
        Missile(name="Pig Trough", range=24, attacks=1, skill=3, strength=4, element="earth", artillery=True,
                hits_d3=1, wounds_d3=2),
        Missile(name="Hot Broth", range=21, attacks=1, skill=4, strength=2, element="water", wounds_d3=3,
                alternative=True),
    ),
    "base": 2,
    "infiltrate_cost": 454,
    "spellcaster": Spellcasting(schools=("earth", "water", "nature")),
}  # fmt: skip


def row(slug: str, section: Section, points: int, name: str, **fields: Any) -> Row:
    skill = MissileSkill(attacks=1, skill=3) if section == "characters" else None
    printed = Printed(name=name, vp=str(points))
    return Row(slug=slug, name=name, section=section, points=points, printed=printed, missile_skill=skill, **fields)


CART = "Cart with 3 veteran spearmen, a Hog-mounted drummer and 4 trained horses"
TUSKS = Melee(attacks=1, skill=2, strength=1)
BOUGHT = Spellcasting(schools=("earth", "fire"), cost=250)
ROWS = (
    row("dwarves/axemen", "troops", 20, "Axemen", **PLAIN),
    row("dwarves/beast", "monsters", 360, CART, **FULL),
    row("dwarves/lord", "characters", 134, "Dwarf Lord", spellcaster=BOUGHT, **PLAIN),
    row("dwarves/boar", "mounts", 25, "War Boar", **(PLAIN | {"melee": (TUSKS,)})),
    row("dwarves/spear", "equipment", 3, "Giant's Spear", wounds=0, ramming=Melee(attacks=2, skill=2)),
    row("goblins/regulars", "troops", 9, "Goblin Regulars", **PLAIN),
)
ERRATA = (
    Erratum(
        slug="dwarves/boar",
        field="melee.0.strength",
        printed=1,
        corrected=2,
        why="Its points say so.",
        strength="strong",
    ),
    Erratum(slug="dwarves/lord", field="points", printed=134, why="The formula gives 130.", strength="weak"),
)
LISTS = tuple(
    ArmyList(slug=slug, name=slug.title(), section="", summary="", shield=SHIELD) for slug in ("dwarves", "goblins")
)
CATALOGUE: Catalogue = catalogue(LISTS, ROWS, ERRATA)

LORD = Character(
    ref="c1", profile="dwarves/lord", weapon="crossbow", counterspell=True, school="earth",
    upgrades=(Upgrade(profile="dwarves/spear"),), mount=Mount(profile="dwarves/boar"),
)  # fmt: skip


def axemen(ref: str, name: str = "", count: int = 17) -> Unit:
    return Unit(ref=ref, name=name, models=(Models(profile="dwarves/axemen", count=count),))


def beasts(ref: str, name: str = "", copies: int = 1) -> Unit:
    return Unit(ref=ref, name=name, models=(Models(profile="dwarves/beast", count=2),) * copies)


def led(ref: str, name: str = "") -> Unit:
    models = Models(profile="dwarves/axemen", count=10, upgrades=(Upgrade(profile="dwarves/spear", count=2),))
    return Unit(ref=ref, name=name, models=(models,), characters=(LORD,))


def army(units: Sequence[Unit], *, name: str = "Raiders", limit: int | None = 2000, allied: bool = False) -> Army:
    allies = (Ally(army="goblins", points=500, units=(Unit(ref="g1", models=GOBLINS),)),) if allied else ()
    roster = Roster(
        format="muster-roster/1", game="arcana", name=name, army="dwarves", points_limit=limit, units=tuple(units),
        allies=allies,
    )  # fmt: skip
    return resolve(roster, CATALOGUE)


GOBLINS = (Models(profile="goblins/regulars", count=30),)


def finding(message: str, culprit: Culprit, severity: Severity = Severity.ERROR, code: str = "TEST-01") -> Finding:
    return Finding(code=code, severity=severity, message=message, culprit=culprit, citation=SOURCE)


LEGAL = Report(passes=(Explanation(code="SIZE-01", words="1,900 of 2,000 points spent.", citation=SOURCE),))
ILLEGAL = Report(
    findings=(
        finding("The army is too small.", Culprit("army", "dwarves"), code="COMP-01"),
        finding("The lord can't ride here.", Culprit("character", "c1"), code="CHAR-07"),
        finding("Ask your opponent first.", Culprit("unit", "u1"), Severity.WARNING, "UNIT-03"),
    )
)


def printed(fielded: Army, report: Report = LEGAL, paper: Paper = A4) -> bytes:
    return render(roster_sheet(PrintedRoster(fielded, report, price(fielded), JUDGED), paper=paper))


def whole_text(pdf: bytes) -> str:
    return "\n".join(text_of(page) for page in pages_of(pdf))
