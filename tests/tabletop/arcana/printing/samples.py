"""Small armies made in Python: a list, a few rows, errata, and reports to print beside them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Ally, Character, Models, Mount, Roster, Unit, Upgrade
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue, Erratum, catalogue
from tabletop.arcana.catalogue.profiles import Melee, MissileSkill, Printed, Row, Section, Spellcasting
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

LONG_MISSILE = (
    'Pig Trough: (24") 1 / 3 Str (4), Earth, Artillery, d3 hits, 2d3 wounds or Hot Broth (21") 1 / 4 Str (2), '
    "Water, 3d3 wounds"
)


def row(slug: str, section: Section, points: int, **cells: str) -> Row:
    name = cells.pop("name")
    printed = Printed(name=name, vp=str(points), **cells)
    skill = MissileSkill(attacks=1, skill=3) if section == "characters" else None
    schools = Spellcasting(schools=("earth", "fire"), cost=250) if "Spellcaster" in cells.get("special", "") else None
    return Row(
        slug=slug, name=name, section=section, points=points, printed=printed, missile_skill=skill, spellcaster=schools
    )


PLAIN = {"move": '5"', "wounds": "1", "armour": "4 Shield", "magic": "4", "morale": "9", "melee": "1/2"}
FULL = {
    "move": '12" Ignores terrain', "wounds": "12", "armour": "4 Fixed Fire sensitive Missile Immune",
    "magic": "4 Water Immune", "morale": "11 Fearless",
    "melee": "1/3 Str (2) Long Weapon Scorpion 4/2 Str (3) Tail 1/4 Str (3) d3 wnds", "missile": LONG_MISSILE,
    "special": "Base 2 Infiltrate (454) Spellcaster, Earth, Water, Nature",
}  # fmt: skip

TUSKS = Melee(attacks=1, skill=2, strength=1)
ROWS = (
    row("dwarves/axemen", "troops", 20, name="Axemen", **PLAIN),
    row(
        "dwarves/beast",
        "monsters",
        360,
        name="Cart with 3 veteran spearmen, a Hog-mounted drummer and 4 trained horses",
        **FULL,
    ),
    row("dwarves/lord", "characters", 134, name="Dwarf Lord", special="Base 1 Spellcaster", **PLAIN),
    replace(row("dwarves/boar", "mounts", 25, name="War Boar", **PLAIN), melee=(TUSKS,)),
    row("dwarves/spear", "equipment", 3, name="Giant's Spear", melee="+1 Str"),
    row("goblins/regulars", "troops", 9, name="Goblin Regulars", **PLAIN),
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


LEGAL = Report(passes=(Explanation(code="SIZE-01", message="1,900 of 2,000 points spent.", citation=SOURCE),))
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
