"""The reference sheet: two pages on any paper, large print, and for a roster only what its units use."""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Character, Models, Roster, Unit, read_roster
from tabletop.arcana.printing.cards import card_sheet, unit_cards
from tabletop.arcana.printing.reference import PARTS, Tag, reference_sheet, tags_of
from tabletop.arcana.printing.reference.phases import PHASES
from tabletop.arcana.printing.reference.sheet import parts_for, words_of
from tabletop.arcana.reference.ground import terrain_rows
from tabletop.arcana.reference.short import KEYS, MORALE_TABLE
from tabletop.arcana.reference.spell_cards import SPELL_WORDS
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4, PAPERS, Paper
from tests.catalogue import SAMPLES, printed_catalogue
from tests.charts import base_kinds
from tests.laws import law_of, of_each
from tests.tabletop.pdf.measuring import letters_of, outside, overlaps, pages_of, printed_words, text_of

CATALOGUE = printed_catalogue()
GROUND = tuple(base_kinds().values())
SHEET_PAPERS = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)


def army(*units: Unit) -> Army:
    return resolve(Roster(format="muster-roster/1", game="arcana", name="Wall", army="dwarves", units=units), CATALOGUE)


def of(profile: str, **fields: Any) -> Unit:
    return Unit(ref="u1", models=(Models(profile=profile, count=12),), **fields)


AXEMEN = of("dwarves/axemen")
WIZARD = Unit(ref="w", characters=(Character(ref="c1", profile="dwarves/dwarf-wizard", school="earth"),))


def leads(*units: Unit) -> list[str]:
    return [entry.lead for part in parts_for([army(*units)]) for entry in part.entries]


def solid(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


@SHEET_PAPERS
def test_all_of_it_stands_on_two_pages_in_letters_of_eight_points_or_more(paper: Paper) -> None:
    pages = pages_of(render(reference_sheet((), GROUND, paper=paper, spells=CATALOGUE.spells.values())))
    assert len(pages) == 2
    text = "".join(map(text_of, pages))
    letters = Counter(solid(text))
    assert solid(CATALOGUE.spells["chaos/confusion"].text)[:200] in solid(text)
    for part in PARTS:
        leads = "".join(entry.lead.replace("-", "–") if entry.is_step else entry.lead for entry in part.entries)
        assert Counter(solid(leads + "".join(entry.text for entry in part.entries))) <= letters
    assert [number for number, _ in sorted(numbers_on(pages), key=lambda number: number[1])] == list("123456")
    for page in pages:
        assert outside(page) == []
        assert overlaps(page) == []
        assert min(letter["size"] for letter in letters_of(page) if letter["fontname"].endswith("Bold")) >= 8
        assert min(letter["size"] for letter in letters_of(page)) >= 7
        assert {rect["non_stroking_color"] for rect in page.rects if rect["fill"]} <= {(0, 0, 0)}


def numbers_on(pages: list[Any]) -> list[tuple[str, tuple[int, float]]]:
    """The large numbers of phases, with the page and the height at which they stand."""
    return [
        (letter["text"], (number, letter["top"]))
        for number, page in enumerate(pages)
        for letter in letters_of(page)
        if letter["size"] > 18 and letter["text"].isdigit()
    ]


def test_a_small_roster_s_sheet_is_one_page() -> None:
    assert reference_sheet([army(AXEMEN)], GROUND, paper=A4).count == 1


@SHEET_PAPERS
@pytest.mark.parametrize("units", [(), (AXEMEN, WIZARD)], ids=["all", "roster"])
def test_no_lead_breaks_and_what_follows_it_stands_beside_it(paper: Paper, units: tuple[Unit, ...]) -> None:
    armies = [army(*units)] if units else []
    lines = "\n".join(
        unicodedata.normalize("NFKC", line["text"])
        for page in pages_of(render(reference_sheet(armies, GROUND, paper=paper, large=True)))
        for line in page.extract_text_lines()
    )
    for phase in PHASES:
        parts = [part for part in parts_for(armies) if part.title in phase.parts]
        entries = [entry for part in parts for entry in part.entries if entry not in KEYS]
        assert not entries or phase.title in lines
        for entry in entries:
            first = entry.text.split()[0]
            if entry.is_step:  # a large figure, which is a line of its own to the reader
                assert entry.lead.replace("-", "–") in lines
            else:
                assert f"{entry.lead} {first}" in lines or f"{entry.lead}: {first}" in lines
    for heading in ("Models for each 1 of morale", "What an inch of ground costs", "The army's own test, 2d6"):
        assert heading in lines


def test_the_words_of_a_long_spell_stand_on_its_armys_sheet() -> None:
    """What a spell's card has no room for is here, for armies that can cast it, and only for those."""
    chaos = Unit(ref="w", characters=(Character(ref="c1", profile="dwarves/dwarf-wizard", school="chaos"),))
    confusion = CATALOGUE.spells["chaos/confusion"].text
    for unit, there in ((chaos, True), (WIZARD, False)):
        pages = pages_of(render(reference_sheet([army(unit)], GROUND, paper=A4, large=True)))
        text = solid("".join(map(text_of, pages)))
        assert (solid(confusion)[:200] in text) is there


def test_an_army_s_own_test_is_ten_less_one_for_each_tenth_lost() -> None:
    text = " ".join(map(text_of, pages_of(render(reference_sheet((), GROUND, paper=A4)))))
    assert "points lost 30 % 40 % 50 % 60 % 70 %" in text
    assert "holds on 7 6 5 4 3" in text


@SHEET_PAPERS
def test_large_print_is_of_fourteen_points(paper: Paper) -> None:
    pages = pages_of(render(reference_sheet((), GROUND, paper=paper, large=True)))
    text = solid("".join(text_of(page) for page in pages))
    for part in PARTS:
        assert all(solid(word) in text for entry in part.entries for word in entry.text.split())
    for page in pages:
        assert len(letters_of(page, 14)) > 100
        assert outside(page) == []
        assert overlaps(page) == []


def test_a_roster_s_sheet_has_only_what_its_units_use() -> None:
    foot = leads(AXEMEN)
    assert not {"Power", "Flight", "Ramming", "Artillery", "Natural", "Infiltrate", "Casting"} & set(foot)
    assert {"Free", "Charge", "2d6", "From 30 %"} <= set(foot)
    assert {"Power", "Casting", "Dispel"} <= set(leads(AXEMEN, WIZARD))
    assert "Flight" in leads(of("monsters/giant-eagle"))
    assert "Artillery" in leads(of("war-machines/cannon"))
    assert "Infiltrate" in leads(of("dwarves/axemen", infiltrating=True))


def test_a_part_without_a_line_left_is_not_there() -> None:
    assert "Magic" in [part.title for part in parts_for([army(AXEMEN, WIZARD)])]
    assert "Magic" not in [part.title for part in parts_for([army(AXEMEN)])]


def test_the_table_of_numbers_has_only_the_bases_in_the_roster() -> None:
    text = " ".join(map(text_of, pages_of(render(reference_sheet([army(AXEMEN)], GROUND, paper=A4, large=True)))))
    table = text.partition("Models for each 1 of morale")[2]
    assert "1 12 6" in table
    assert "8 4" not in table.partition("The army's own test")[0]


def test_the_table_is_the_book_s() -> None:
    assert MORALE_TABLE == ((0.5, 20, 10), (1, 12, 6), (2, 8, 4), (4, 4, 2), (9, 2, 1))


def test_every_kind_of_ground_has_its_cost_cover_and_sight() -> None:
    rows = {row[0]: row[1:] for row in terrain_rows(GROUND)}
    assert len(rows) == len(GROUND) == 11
    assert rows["Open ground"] == ('1"', '1"', "", "")
    assert rows["Dense forest"] == ('4"', '2"', "-1", '2" in')
    assert rows["Building*"] == ("no", "no", "-2", "")
    text = "".join(map(text_of, pages_of(render(reference_sheet((), GROUND, paper=A4)))))
    assert all(name in text for name in rows)


@of_each("tag", get_args(Tag))
def test_every_tag_has_a_line_and_somebody_who_brings_it(tag: Tag) -> None:
    assert any(tag in entry.tags for part in PARTS for entry in part.entries)
    rows = (row for row in CATALOGUE.rows.values() if row.section not in ("equipment", "mounts"))
    assert any(tag in tags_of([army(replace(of(row.slug), infiltrating=True))]) for row in rows)


def test_the_same_roster_makes_the_same_bytes() -> None:
    assert len({render(reference_sheet([army(AXEMEN, WIZARD)], GROUND, paper=A4)) for _ in range(2)}) == 1


def leads_of_words(*units: Unit) -> set[str]:
    return {entry.lead for entry in words_of([army(*units)])}


def test_nothing_is_explained_that_wasn_t_bought() -> None:
    """Hiding and magic that have a price and weren't paid."""
    scouts = next(row for row in CATALOGUE.rows.values() if row.infiltrate_cost and row.section == "troops")
    assert not {"infiltration", "magic"} & tags_of([army(of(scouts.slug))])
    assert "infiltration" in tags_of([army(replace(of(scouts.slug), infiltrating=True))])
    paid = next(row for row in CATALOGUE.rows.values() if row.spellcaster and row.spellcaster.cost)
    assert "magic" not in tags_of([army(of(paid.slug))])


def test_a_bought_weapon_brings_what_its_row_does() -> None:
    gunner = Character(ref="c1", profile="dwarves/dwarf-lord", weapon="handgun")
    assert {"missiles", "artillery", "reloads"} <= tags_of([army(Unit(ref="u1", characters=(gunner,)))])


def test_a_word_with_several_figures_is_explained_once_for_any() -> None:
    evading: dict[int, str] = {}
    for row in CATALOGUE.rows.values():
        if row.defence.evasion and row.section in ("troops", "monsters"):
            evading.setdefault(row.defence.evasion, row.slug)
    assert set(evading) >= {1, 2}
    assert "Evasion (1)" in leads_of_words(of(evading[1]))
    both = leads_of_words(of(evading[1]), replace(of(evading[2]), ref="u2"))
    assert {lead for lead in both if lead.startswith("Evasion")} == {"Evasion (#)"}


SPELLS_LEFT_OUT = {spell.name for spell in CATALOGUE.spells.values() if SPELL_WORDS[spell.slug].abridged}


@law_of(lambda: sorted(SAMPLES.glob("*.json")), name=lambda path: path.stem)
def test_a_roster_s_sheet_explains_what_its_cards_name_and_only_that(path: Path) -> None:
    """Read from both sheets: what a reminder is called is explained, and what is explained stands on a card."""
    fielded = resolve(read_roster(path.read_bytes()), CATALOGUE)
    cards = [*unit_cards(fielded, price(fielded), 25)]
    cards += [card.leader for card in cards if card.leader]
    on_cards = printed_words(render(card_sheet(unit_cards(fielded, price(fielded), 25), (63.5, 88.9), paper=A4)))
    on_sheet = printed_words(render(reference_sheet([fielded], GROUND, paper=A4)))
    explained = {entry.lead.partition(" (")[0]: entry.text for entry in words_of([fielded])}
    lines = {entry.lead: entry.text for part in parts_for([fielded]) for entry in part.entries}
    named = {plain(reminder.name) for card in cards for reminder in card.reminders}
    qualities = {words for card in cards for line in card.profiles for one in line.attacks for words in one.qualities}
    named |= {word.capitalize() for word in ("magical", "sweep", "phalanx") if any(word in line for line in qualities)}
    for name in named:
        assert name.casefold() in on_cards.casefold(), f"no card says {name}"
        text = explained.get(name) or lines[name]
        assert "".join(text.split()[:3]) in on_sheet.replace(" ", ""), f"{name} isn't explained"
    for name in explained.keys() - SPELLS_LEFT_OUT:
        assert name.casefold() in on_cards.casefold(), f"{name} is explained, and no card names it"


def plain(name: str) -> str:
    """What it is called without its figure."""
    return name.partition(" (")[0].partition(":")[0]


@of_each("sample", sorted(path.stem for path in SAMPLES.glob("*.json")))
def test_what_an_army_uses_stands_on_two_pages_at_most(sample: str) -> None:
    fielded = resolve(read_roster((SAMPLES / f"{sample}.json").read_bytes()), CATALOGUE)
    assert reference_sheet([fielded], GROUND, paper=A4).count <= 2


FULLEST = (("marr", "ratmen"), ("graccans", "marr"), ("graccans", "undead"), ("orcs", "undead"))
"""Of all pairs of samples those that take most room; all 306 sheets are counted by benchmarks/cards.py."""


@SHEET_PAPERS
def test_what_two_armies_use_stands_on_two_pages_too(paper: Paper) -> None:
    for names in FULLEST:
        both = [resolve(read_roster((SAMPLES / f"{name}.json").read_bytes()), CATALOGUE) for name in names]
        pages = pages_of(render(reference_sheet(both, GROUND, paper=paper)))
        assert len(pages) == 2, names
        assert "too much for two pages" not in text_of(pages[0])
        for page in pages:
            assert outside(page) == []
            assert overlaps(page) == []
            assert min(letter["size"] for letter in letters_of(page)) >= 7


def test_what_two_pages_can_t_hold_goes_on_and_says_so() -> None:
    """All samples at once: phases are parted between pages, under their names again."""
    host = [resolve(read_roster(path.read_bytes()), CATALOGUE) for path in sorted(SAMPLES.glob("*.json"))]
    sheet = reference_sheet(host, GROUND, paper=A4)
    assert sheet.count == 3
    first, second, third = pages_of(render(sheet))
    assert "too much for two pages, so it takes 3" in text_of(first)
    assert "Words on cards, continued" in text_of(third)
    for page in (first, second, third):
        assert outside(page) == []
        assert overlaps(page) == []
        assert min(letter["size"] for letter in letters_of(page)) >= 7
