"""The chosen schools' spells on paper: all of them, whole, and no others."""

from __future__ import annotations

import json
import re

import pytest

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Character, Models, Roster, Unit, read_roster
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.catalogue.spells import header
from tabletop.arcana.printing.counters.sets import wizards
from tabletop.arcana.printing.cutouts.sheet import spells_used
from tabletop.arcana.printing.rosters.full import roster_sheet
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.arcana.printing.rosters.spells import chosen_schools
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4, PAPERS, Paper
from tabletop.rosters.verdict import VerdictSeal
from tests.catalogue import printed_catalogue
from tests.tabletop.arcana.printing.samples import LEGAL
from tests.tabletop.pdf.measuring import outside, overlaps, pages_of, words_of_pages

CATALOGUE = printed_catalogue()
SCHOOLS = tuple(School)
JUDGED = VerdictSeal(date="21 November 2026", rules_version="core 7")
SHEET_PAPERS = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)


def wizard(number: int, school: School | None, profile: str = "dark-elves/wizard") -> Unit:
    return Unit(ref=f"w{number}", characters=(Character(ref=f"c{number}", profile=profile, school=school),))


def army(*schools: School | None, troops: int = 1) -> Army:
    warriors = [
        Unit(ref=f"u{number}", models=(Models(profile="orcs/orc-warrior", count=10),)) for number in range(troops)
    ]
    units = (*warriors, *(wizard(number, school) for number, school in enumerate(schools)))
    roster = Roster(format="muster-roster/1", game="arcana", name="Cabal", army="dark-elves", units=units)
    return resolve(roster, CATALOGUE)


def sheet_of(fielded: Army, paper: Paper = A4) -> list[str]:
    pdf = render(roster_sheet(PrintedRoster(fielded, LEGAL, price(fielded), JUDGED), paper=paper))
    return words_of_pages(pdf)


def solid(text: str) -> str:
    return re.sub(r"\s", "", text)


@pytest.mark.parametrize("school", SCHOOLS)
def test_the_chosen_schools_spells_are_printed_whole_after_the_units_and_only_those(school: School) -> None:
    text = solid("".join(sheet_of(army(school))))
    units, spells = text.split(solid(f"{school.capitalize()} spells"), 1)
    spells, _ = spells.rsplit("Findings", 1)
    assert "OrcWarrior" in units
    for spell in CATALOGUE.spells_of(school):
        assert solid(spell.name) in spells
        assert solid(header(spell)) in spells
        assert (solid(spell.text) in spells) is (school != School.GENERAL)  # these are kept short
    others = [spell for spell in CATALOGUE.spells.values() if spell.place_in(school) is None]
    assert [spell.slug for spell in others if solid(spell.text) in text] == []


def test_spells_stand_in_the_books_order() -> None:
    text = solid("".join(sheet_of(army("fire", "death"))))
    names = [solid(spell.text) for school in ("death", "fire") for spell in CATALOGUE.spells_of(school)]
    assert sorted(names, key=text.index) == names


def test_a_school_of_several_wizards_is_printed_once() -> None:
    text = solid("".join(sheet_of(army("death", "death", "death"))))
    assert text.count(solid(CATALOGUE.spells["death/curse"].text)) == 1


def test_a_roster_without_magic_prints_no_spells() -> None:
    assert chosen_schools(army()) == {}
    assert "spells" not in "".join(sheet_of(army()))


def test_everything_that_knows_spells_prints_them_and_whose_magic_wasnt_bought_prints_none() -> None:
    dragon = {"profile": "undead/skeleton-dragon", "count": 1}
    fielded = [
        ({"models": [dragon | {"school": "death"}]}, {"death", "general"}),
        ({"models": [dragon]}, set()),
        ({"characters": [{"ref": "c1", "profile": "undead/vampire-master"}]}, set()),
        (
            {"characters": [
                {"ref": "c1", "profile": "undead/skeletal-captain",
                 "mount": {"profile": "undead/skeleton-dragon", "school": "death"}}
            ]},
            {"death", "general"},
        ),
        ({"models": [{"profile": "designs/seer", "count": 2, "school": "fire"}]}, {"fire", "general"}),
    ]  # fmt: skip
    seer = {"name": "Seer", "movement": {"ground": 6}, "spellcaster": "schools"}
    for unit, schools in fielded:
        plain = {"format": "muster-roster/1", "game": "arcana", "name": "Host", "army": "undead", "designs": [seer]}
        host = resolve(read_roster(json.dumps(plain | {"units": [{"ref": "u1"} | unit]})), CATALOGUE)
        text = "".join(sheet_of(host))
        assert set(chosen_schools(host)) == schools
        assert {school for school in SCHOOLS if f"{school.capitalize()} spells" in text} == schools
        used = spells_used([host])
        assert all(any(spell.place_in(School(school)) is not None for school in schools) for spell in used)
        assert bool(used) is bool(wizards(host)) is bool(schools)


def test_the_heading_names_the_wizards() -> None:
    fielded = resolve(
        Roster(
            format="muster-roster/1",
            game="arcana",
            name="Host",
            army="undead",
            units=(wizard(1, "death", "undead/necromancer"), wizard(2, "death", "undead/vampire-master")),
        ),
        CATALOGUE,
    )
    assert chosen_schools(fielded)[School.DEATH] == ("Necromancer", "Vampire Master")
    assert "known to Necromancer, Vampire Master" in "".join(sheet_of(fielded))


@SHEET_PAPERS
@pytest.mark.parametrize("troops", [1, 9, 14])
def test_nothing_of_a_spell_is_clipped_or_covered(paper: Paper, troops: int) -> None:
    fielded = army(*SCHOOLS, troops=troops)
    pdf = render(roster_sheet(PrintedRoster(fielded, LEGAL, price(fielded), JUDGED), paper=paper))
    for page in pages_of(pdf):
        assert outside(page) == []
        assert overlaps(page) == []


@SHEET_PAPERS
def test_pages_break_between_spells_under_their_schools_name(paper: Paper) -> None:
    pages = [solid(page) for page in sheet_of(army(*SCHOOLS), paper)]
    assert len(pages) > 3
    for school in SCHOOLS:
        for spell in CATALOGUE.spells_of(school):
            text = "" if school == School.GENERAL else solid(spell.text)
            whole = [page for page in pages if solid(spell.name + header(spell)) in page and text in page]
            assert whole, spell.slug
            assert any(solid(f"{school.capitalize()} spells") in page for page in whole), spell.slug
