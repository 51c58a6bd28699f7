"""The roster on paper: everything there, readable, in its place."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
import zxingcpp
from msgspec.structs import replace

from tabletop.arcana.army.mounted_profiles import merged_profile
from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee, Missile, Movement, OddStrength
from tabletop.arcana.printing.rosters.full import roster_sheet
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.arcana.printing.rosters.statlines import STAT_COLUMNS, STATISTICS, columns, stat_row, table_head
from tabletop.arcana.printing.rosters.used import Used, as_carried, as_used
from tabletop.findings import Report
from tabletop.pdf.document import content_box, render
from tabletop.pdf.paper import PAPERS, Paper
from tabletop.rosters.verdict import VerdictSeal
from tests.catalogue import SAMPLES, printed_catalogue
from tests.laws import law_of
from tests.tabletop.arcana.printing.samples import ILLEGAL, LEGAL, ROWS, army, axemen, beasts, led, printed, whole_text
from tests.tabletop.pdf.measuring import MM, letters_of, outside, overlaps, pages_of, printed_words, text_of

NAMES = (
    "The Old Guard",
    "Οι Ατρόμητοι της Σπάρτης",
    "Железные воины",
    "جيش الصحراء",
    "שומרי המלך",
    "龍之軍團",
    "용의 군단",
    "Gh’zzaakkhbarglefloppordinkschnurbeltraxxorumpelstilzchen" * 2,
    "The Most Excellent and Ancient Order of the Hammer-Bearers of the Ninth Gate Beneath the Mountain of Sorrow",
)
SHEET_PAPERS = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)


def many() -> Army:
    """Units with names in many scripts, led, mounted and with the widest rows."""
    plain = [axemen(f"u{number}", name) for number, name in enumerate(NAMES, 2)]
    return army([led("u1", "Hearthguard"), *plain, beasts("b1"), beasts("b2", "Beasts")], name=NAMES[-1])


def solid(text: str) -> str:
    return re.sub(r"\s", "", text)


@SHEET_PAPERS
@pytest.mark.parametrize("report", [LEGAL, ILLEGAL], ids=["legal", "illegal"])
def test_nothing_is_clipped_or_lies_on_something_else(paper: Paper, report: Report) -> None:
    pages = pages_of(printed(many(), report, paper))
    assert len(pages) > 1
    for page in pages:
        assert outside(page) == []
        assert overlaps(page) == []


@SHEET_PAPERS
def test_every_letter_of_a_row_stands_in_one_cell(paper: Paper) -> None:
    box = content_box(paper)
    placed = columns(box.width)
    cells = [((box.x + column.x) * MM, (box.x + column.x + column.width) * MM) for column in placed]
    for page in pages_of(printed(many(), paper=paper)):
        letters = letters_of(page, STATISTICS.size)
        assert letters
        strays = [
            char["text"]
            for char in letters
            if not any(left - 0.1 <= char["x0"] and char["x1"] <= right + 0.1 for left, right in cells)
        ]
        assert strays == []


@SHEET_PAPERS
def test_every_unit_name_is_printed_in_full_in_any_script(paper: Paper) -> None:
    letters = [char["text"] for page in pages_of(printed(many(), paper=paper)) for char in letters_of(page, 13)]
    text = unicodedata.normalize("NFKC", "".join(letters))
    for name in NAMES:
        assert solid(name) in text or solid(name)[::-1] in text, name


def cells_of(used: Used) -> list[str]:
    texts = [getattr(used, name) for name in ("name", "move", "wounds", "armour", "magic", "morale")]
    return [*texts, " ".join(used.attacks), used.special]


@pytest.mark.parametrize("width", [content_box(paper).width for paper in PAPERS.values()], ids=PAPERS)
def test_a_row_s_cells_are_its_figures_as_they_are_used(width: float) -> None:
    for row in ROWS:
        used = as_used(row, row.name)
        laid_out = stat_row(width, used, count="100", points=("12,345", "99 each"))
        texts = [" ".join(cell.lines).replace("\u00a0", " ") for cell in laid_out.cells]
        assert texts == ["100", *cells_of(used), "12,345 99 each"]


@pytest.mark.parametrize("width", [content_box(paper).width for paper in PAPERS.values()], ids=PAPERS)
def test_the_table_s_headings_take_one_line(width: float) -> None:
    (heads, _) = table_head(width).blocks
    assert [cell.lines for cell in heads.cells] == [(stat.heading,) for stat in STAT_COLUMNS]


def test_every_cell_is_printed() -> None:
    words = set(whole_text(printed(many())).split())
    for row in ROWS[:4]:
        wanted = {word for text in cells_of(as_used(row, row.name)) for word in text.split()}
        assert {word for word in wanted if not any(word in each for each in words)} == set()


def test_units_show_models_points_and_what_was_bought() -> None:
    text = whole_text(printed(army([led("u1", "Hearthguard"), axemen("u2")])))
    assert "1 Hearthguard 771 points" in text
    assert "11 models · normal 200, special 571" in text
    assert "School: Earth" in text
    for part in ("Dwarf Lord: 134", "Crossbow: 24", "Counterspell: 75", "Spellcaster: Earth: 250", "War Boar: 25"):
        assert part in text
    assert re.search(r"\+20 Giant's Spear ram 2 at 2 60\b", text)
    assert re.search(r"Dwarf Lord.? on War", text)
    assert "2 17 Axemen 340 points" in text


@pytest.mark.parametrize(
    ("limit", "parts"),
    [
        (2000, ["1,111 of 2,000 points", "Normal 540 (27 %), at least 1,200", "at most 800", "889 unspent"]),
        (1000, ["1,111 of 1,000 points", "Special 571 (57.1 %), at most 400", "111 over the size"]),
        (None, ["1,111 points", "Normal 540 (48.6 %), at least 667", "at most 444", "no agreed size"]),
    ],
)
def test_shares_stand_beside_their_bar(limit: int | None, parts: list[str]) -> None:
    text = whole_text(printed(army([led("u1"), axemen("u2")], limit=limit)))
    assert [part for part in parts if part not in text] == []


def bars(page: Any, width: float) -> list[float]:
    """The share bar's rectangles as parts of its whole width: spent, normal, agreed."""
    return [rect["width"] / MM / width for rect in page.rects if abs(rect["height"] / MM - 4.6) < 0.05]


@SHEET_PAPERS
@pytest.mark.parametrize(
    ("limit", "spent", "normal", "agreed"),
    [(2000, 0.5555, 0.27, 1.0), (1000, 1.0, 540 / 1111, 1000 / 1111)],
)
def test_the_bar_is_drawn_to_scale(paper: Paper, limit: int, spent: float, normal: float, agreed: float) -> None:
    page = pages_of(printed(army([led("u1"), axemen("u2")], limit=limit), paper=paper))[0]
    assert bars(page, content_box(paper).width) == pytest.approx([spent, normal, agreed], abs=0.0005)


def test_an_illegal_army_is_marked_on_every_page() -> None:
    pages = pages_of(printed(many(), ILLEGAL))
    assert len(pages) > 1
    assert all("NOT LEGAL: 2 errors" in text_of(page) for page in pages)


def test_a_legal_army_bears_no_mark() -> None:
    text = whole_text(printed(many()))
    assert "NOT LEGAL" not in text
    assert "✓ LEGAL" in text


def test_the_verdict_has_its_date_and_rules() -> None:
    assert "21 November 2026, rules core 7" in text_of(pages_of(printed(army([axemen("u1")])))[0])


def test_findings_stand_beside_their_unit_and_all_at_the_end() -> None:
    text = whole_text(printed(army([led("u1", "Hearthguard"), axemen("u2", "Others")]), ILLEGAL))
    beside, end = text.split("Findings")
    hearthguard, others = beside.split("Others")
    assert "× Error The lord can't ride here. CHAR-07" in hearthguard
    assert "! Warning Ask your opponent first. UNIT-03" in hearthguard
    assert "TEST" not in others
    for finding in ILLEGAL.findings:
        assert f"{finding.message} {finding.code}\n{finding.citation}" in end
    assert "too small" not in beside


def test_a_sheet_says_for_whom_it_is_by_what_it_hides() -> None:
    fielded = army([axemen("u1")])
    assert "For the opponent and the organiser" in whole_text(printed(fielded))
    noted = army([replace(axemen("u1"), notes="Behind the hill.")])
    for with_notes in (noted, replace(fielded, notes="Feint left.")):
        text = whole_text(printed(with_notes))
        assert "For the player: own notes stand here." in text
        assert "For the opponent and the organiser" not in text


def test_met_rules_are_explained() -> None:
    text = whole_text(printed(army([axemen("u1")])))
    assert "Nothing to remark." in text
    assert "✓ Met 1,900 of 2,000 points spent. SIZE-01" in text


def test_who_is_one_creature_with_a_mount_is_still_what_it_was() -> None:
    wizard, horse = (printed_catalogue().in_play(f"sylvan-elves/{slug}") for slug in ("wizard", "elf-horse"))
    both = merged_profile(wizard, horse)
    assert "Wizard" in as_used(both, "Wizard on Elf Horse", rider=wizard).special
    assert "Wizard" not in as_used(both, "Elf Lord on Elf Horse").special


def test_figures_are_said_as_they_are_used() -> None:
    axes, cart, lord, boar, spear, _ = ROWS
    assert as_used(axes, "Axemen") == Used(
        name="Axemen", move='5"', wounds="1", armour="4, shots 5", magic="4", morale="9", attacks=("1 at 2",)
    )
    assert as_used(cart, "Cart") == Used(
        name="Cart",
        move='12", fly 20", swim 8"',
        wounds="12",
        armour="4 fixed",
        magic="4",
        morale="11 fearless",
        attacks=(
            "1 at 3, str 2, long weapon",
            "scorpion 4 at 2, str 3",
            "tail 1 at 4, str 3, d3 wounds",
            'pig trough 24": 1 at 3, str 4, artillery, earth, d3 hits, 2d3 wounds',
            'or hot broth 21": 1 at 4, str 2, water, 3d3 wounds',
        ),
        special="Ignores terrain, Missile immune, Sensitive (fire), Immune (water), Wizard, base 1 × 2",
    )
    assert as_carried(spear) == Used(name="Giant's Spear", attacks=("ram 2 at 2",))
    assert as_carried(axes) == as_used(axes, "Axemen")
    assert "Wizard" not in as_used(lord, "Dwarf Lord").special  # it may buy magic, and a weapon
    bow = Missile(name="X bow", range=21, min_range=6, attacks=1, skill=3, reloads=True)
    assert as_used(lord, "Dwarf Lord", (bow,)).attacks == ("1 at 2", 'crossbow 6" to 21": 1 at 3, reloads')
    bite = Melee(name="Bite", attacks=3, skill=0, strength=OddStrength.WEAK, first_strike=True, alternative=True)
    sweep = Melee(attacks=9, skill=3, sweep=True, sweeps=2, last_strike=True)
    odd = replace(boar, movement=Movement(), morale=None, armour=None, melee=(*boar.melee, bite, sweep), base=0.5)
    assert as_used(replace(odd, defence=Defence(), second_armour=Armour(value=2, fixed=True)), "Boar") == Used(
        name="Boar",
        move="–",
        wounds="1",
        armour="–, then 2 fixed",
        magic="0",
        morale="–",
        attacks=("1 at 2, str 1", "or bite 3 at 1 then 3, weak, first strike", "sweep of 9, 2 times at 3, last strike"),
        special="base ½",
    )


@law_of(lambda: sorted(SAMPLES.glob("*.json")), name=lambda path: path.stem)
def test_no_roster_sheet_has_the_books_notation(path: Path) -> None:
    """No `3/4 Str (2)`, no skill in parentheses that nothing shoots with, no price that is called VP."""
    fielded = resolve(read_roster(path.read_bytes()), printed_catalogue())
    words = printed_words(printed(fielded))
    assert re.findall(r"Str \(|\d ?/ ?\d|\(\d/\d\)|\bVP\b", words) == []


def test_an_army_knows_when_it_tests_and_has_lines_to_sign() -> None:
    text = whole_text(printed(army([led("u1"), axemen("u2")])))  # 1,111 points
    for row in ("lost, or more 334 445 556 667 778", "2d6 7 or less 6 or less 5 or less 4 or less 3 or less"):
        assert row in text
    assert "Player Opponent Event Table" in text
    assert "Player Opponent: seen before the game Organiser" in text


def test_errata_are_marked_and_told_with_the_corrected_figure() -> None:
    text = whole_text(printed(army([led("u1")])))
    assert "Melee 1, strength: printed 1, played as 2. Its points say so." in text
    assert "Points: printed 134 and played so. The formula gives 130." in text
    assert re.search(r"Dwarf Lord.?1", text)
    assert re.search(r"Boar.?2", text)


def test_a_unit_is_not_split_across_pages() -> None:
    units = [beasts(f"u{number}", f"Herd {number}", copies=2) for number in range(9)]
    pages = [text_of(page) for page in pages_of(printed(army(units)))]
    assert len(pages) > 2
    assert [page.count("pig trough") for page in pages] == [2 * page.count("Herd") for page in pages]
    assert sum(page.count("pig trough") for page in pages) == 18


def test_a_unit_longer_than_a_page_goes_on_under_its_name() -> None:
    pages = [text_of(page) for page in pages_of(printed(army([beasts("u1", "The Horde", copies=20)])))]
    assert "The Horde" in pages[0]
    assert "pig trough" in pages[0]
    assert ["The Horde, continued" in page for page in pages] == [False, *("pig trough" in page for page in pages[1:])]
    assert "The Horde, continued" in pages[1]
    assert sum(page.count("pig trough") for page in pages) == 20


def test_allies_have_their_own_bar_and_units() -> None:
    text = whole_text(printed(army([axemen("u1")], allied=True)))
    assert "Dwarves with Goblins" in text
    assert "Normal 340 (22.6 %), at least 900" in text
    assert "Normal 270 (54 %), at least 300" in text
    assert "2 30 Goblin Regulars 270 points" in text


def test_an_army_without_units_can_be_printed() -> None:
    text = whole_text(printed(army([], limit=None)))
    assert "Dwarves · 0 points" in text
    assert "0 units, 0 models · core rules" in text
    assert "When the army tests" not in text


def test_the_outline_leads_to_every_unit() -> None:
    document = pages_of(printed(many()))[0].pdf.doc
    titles = [title for _, title, *_ in document.get_outlines()]
    assert titles == [
        "Hearthguard",
        *NAMES,
        "2 Carts with 3 veteran spearmen, a Hog-mounted drummer and 4 trained horses",
        "Beasts",
    ]


def test_one_thing_is_not_called_many() -> None:
    assert "1 unit, 1 model ·" in whole_text(printed(army([axemen("u1", count=1)])))


def test_the_same_army_gives_the_same_bytes() -> None:
    assert printed(many(), ILLEGAL) == printed(many(), ILLEGAL)


def test_papers_are_laid_out_each_for_itself() -> None:
    sizes = {name: pages_of(printed(many(), paper=paper))[0] for name, paper in PAPERS.items()}
    assert round(sizes["a4"].width / MM, 1) == 210.0
    assert round(sizes["letter"].height / MM, 1) == 279.4


@SHEET_PAPERS
def test_the_proof_stands_whole_on_one_page_and_its_square_leads_where_it_says(paper: Paper) -> None:
    address = "https://muster.example.org/check/Ab3dEf6hIjKl/?d=MZXW6-YTBOI-QWK3D-TMNZZ"
    seal = VerdictSeal(
        date="21 November 2026", rules_version="core 7", digest="MZXW6-YTBOI-QWK3D-TMNZZ", address=address
    )
    fielded = many()
    pdf = render(roster_sheet(PrintedRoster(fielded, LEGAL, price(fielded), seal), paper=paper))
    pages = pages_of(pdf)
    assert [outside(page) + overlaps(page) for page in pages] == [[]] * len(pages)
    texts = [text_of(page) for page in pages]
    assert ["To check this sheet" in text for text in texts] == [False] * (len(texts) - 1) + [True]
    assert all(words in solid(texts[-1]) for words in ("MZXW6-YTBOI-QWK3D-TMNZZ", "core7", solid(address)))
    document = pypdfium2.PdfDocument(pdf)
    picture = document[len(document) - 1].render(scale=2).to_pil()
    document.close()
    assert [read_barcode.text for read_barcode in zxingcpp.read_barcodes(picture)] == [address]


def test_without_an_address_there_is_nothing_to_scan() -> None:
    assert "To check this sheet" not in whole_text(printed(many()))
