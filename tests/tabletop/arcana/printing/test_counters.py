"""Counters: what they measure, which there are, how they are told apart, and that they can be read."""

from __future__ import annotations

from collections import Counter as Tally
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from tabletop.arcana.army.resolve import Army, resolve
from tabletop.arcana.army.roster import Character, Models, Roster, Unit
from tabletop.arcana.catalogue.profiles import School
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.arcana.printing.counters import (
    Counter,
    CounterShape,
    Look,
    book_counters,
    counter_sheet,
    every_counter,
    needed_counters,
    status_counters,
)
from tabletop.arcana.printing.counters.counter import Face
from tabletop.arcana.printing.counters.sheet import cap, lettered
from tabletop.heraldry import Tincture
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4, PAPERS, Paper
from tabletop.pdf.typography import measure
from tests.catalogue import printed_catalogue
from tests.tabletop.pdf.measuring import MM, TOLERANCE, outside, overlaps, pages_of, text_of

CATALOGUE = printed_catalogue()
EVERY = every_counter(CATALOGUE)
SHAPES: tuple[CounterShape, ...] = ("round", "square")
SHEET_PAPERS = pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
LOOKS = pytest.mark.parametrize("look", [Look(size, shape) for size in (25, 15) for shape in SHAPES])
GAPS = pytest.mark.parametrize("gap", [0, 2])


@cache
def every_page(paper: Paper, look: Look, gap: float = 2) -> list[Any]:
    return pages_of(render(counter_sheet(EVERY, look, paper=paper, gap=gap)))


def cuts(page: Any, look: Look) -> list[Any]:
    """The outlines that counters are cut along, as pdfplumber has them."""
    drawn = page.curves if look.shape == "round" else page.rects
    return [each for each in drawn if each["height"] / MM > look.size * 0.95 and not each["fill"]]


@SHEET_PAPERS
@LOOKS
@GAPS
def test_every_counter_is_as_large_as_its_base_on_any_paper(paper: Paper, look: Look, gap: float) -> None:
    pages = every_page(paper, look, gap)
    found = [cut for page in pages for cut in cuts(page, look)]
    assert len(found) == len(EVERY)
    for cut in found:
        assert cut["width"] / MM == pytest.approx(look.size, abs=TOLERANCE)
        assert cut["height"] / MM == pytest.approx(look.size, abs=TOLERANCE)


@LOOKS
@GAPS
def test_counters_keep_their_distance(look: Look, gap: float) -> None:
    first, second = cuts(every_page(A4, look, gap)[0], look)[:2]
    assert (second["x0"] - first["x1"]) / MM == pytest.approx(gap, abs=TOLERANCE)


@SHEET_PAPERS
@LOOKS
@GAPS
def test_nothing_lies_outside_or_on_top_of_something_else(paper: Paper, look: Look, gap: float) -> None:
    for page in every_page(paper, look, gap):
        assert outside(page) == []
        assert overlaps(page) == []


@LOOKS
def test_every_letter_lies_inside_its_counter(look: Look) -> None:
    for page in every_page(A4, look):
        circles = [(cut["x0"], cut["top"], cut["x1"], cut["bottom"]) for cut in cuts(page, look)]
        bottom = max(cut[3] for cut in circles)
        for char in (char for char in page.chars if char["top"] < bottom):
            middle = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
            x0, top, x1, low = next(circle for circle in circles if _holds(circle, middle))
            assert x0 <= char["x0"]
            assert char["x1"] <= x1
            assert top <= char["top"]
            assert char["bottom"] <= low


def _holds(box: tuple[float, float, float, float], point: tuple[float, float]) -> bool:
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


@LOOKS
def test_every_word_can_be_read(look: Look) -> None:
    for counter in EVERY:
        if counter.face == Face.SPELL:
            lettering = lettered(counter.words, look.size, look.shape)
            assert " ".join(lettering.lines) == counter.words
            assert lettering.style.size >= (8 if look.size == 25 else 7)
            assert max(measure(line, lettering.style) for line in lettering.lines) < look.size
    for page in every_page(A4, look):
        assert min(char["size"] for char in page.chars) >= 6.99


def test_silhouettes_differ_without_reading() -> None:
    """Thick ring, dashed ring, drop, sun, caps, and signs of their own: no two kinds leave the same ink."""
    one_of_each = [*status_counters()[:9], status_counters()[-1], EVERY[0]]
    drawn = []
    for each in one_of_each:
        (page,) = pages_of(render(counter_sheet([replace(each, words="x", effect="")], Look(25), paper=A4)))
        # the word is the same on all, so that only silhouettes are compared
        picture = page.to_image(resolution=50).original.convert("1")
        drawn.append(picture.tobytes())
    apart = [
        sum(bin(a ^ b).count("1") for a, b in zip(one, other, strict=True)) for one, other in combinations(drawn, 2)
    ]
    assert min(apart) > 60


def test_words_that_can_t_be_read_are_refused() -> None:
    with pytest.raises(ValueError, match="can't be read"):
        lettered("Rindfleischetikettierungsüberwachungsaufgabe", 15, "round")


def test_schools_are_told_apart_without_colour() -> None:
    hatchings = {
        school: cap(CounterShape.ROUND, 15.0, SCHOOL_TINCTURES[school], is_lower=False)[1] for school in School
    }
    assert all(one != other for one, other in combinations(hatchings.values(), 2))


def test_the_book_s_sheet_has_108_counters() -> None:
    tally = Tally(counter.words for counter in book_counters(CATALOGUE))
    assert sum(tally.values()) == 108
    assert tally["Broken"] == 12
    assert tally["Confusion"] == tally["Mark of Chaos"] == 6


def test_every_spell_that_stays_beside_its_target_has_its_counter() -> None:
    names = [counter.words for counter in EVERY if counter.tincture]
    assert sorted(names) == sorted(spell.name for spell in CATALOGUE.spells.values() if spell.marker == "counter")
    assert {counter.words for counter in book_counters(CATALOGUE)} <= {*names, "Broken"}


def test_states_and_numbers_are_all_there() -> None:
    faces = [(counter.words, counter.figure) for counter in status_counters()]
    assert ("Wound", 1) in faces
    assert all(("Wounds", figure) in faces for figure in range(2, 11))
    assert all(("Power", figure) in faces for figure in range(1, 11))
    words = {words for words, figure in faces if figure is None}
    assert words == {
        "Broken", "Fled", "Moved: -1", "Stuck", "Infiltrating", "Reloading", "Flying high", "Flying low",
    }  # fmt: skip


def army(*units: Unit) -> Army:
    return resolve(Roster(format="muster-roster/1", game="arcana", name="A", army="dwarves", units=units), CATALOGUE)


AXEMEN = Unit(ref="u1", models=(Models(profile="dwarves/axemen", count=10),))


def tally(*units: Unit) -> Tally[tuple[str, int | None]]:
    return Tally((needed_counter.words, needed_counter.figure) for needed_counter in needed_counters([army(*units)]))


def test_plain_troops_need_two_counters() -> None:
    assert tally(AXEMEN) == {("Broken", None): 1, ("Fled", None): 1}


def test_a_wizard_needs_its_school_the_general_spells_and_power() -> None:
    wizard = Unit(ref="u2", characters=(Character(ref="c1", profile="dwarves/dwarf-wizard", school="earth"),))
    found = tally(wizard)
    assert found["Earthbind", None] == 1
    assert found["Enchant Weapons", None] == 1
    assert found["Power", 10] == 1
    assert ("Curse", None) not in found
    assert tally(wizard, AXEMEN)["Broken", None] == 2


def test_reloading_wounds_and_flight_are_counted_where_they_happen() -> None:
    cannon = Unit(ref="u2", models=(Models(profile="war-machines/cannon", count=3),), infiltrating=True)
    found = tally(cannon)
    wounds = CATALOGUE.rows["war-machines/cannon"].wounds
    assert found["Reloading", None] == 3
    assert found["Infiltrating", None] == 1
    assert [figure for words, figure in found if words.startswith("Wound")] == list(range(1, wounds))
    eagle = tally(Unit(ref="u2", models=(Models(profile="monsters/giant-eagle", count=1),)))
    assert eagle["Flying high", None] == eagle["Flying low", None] == 1


def test_nothing_to_count_is_a_page_that_says_so() -> None:
    (page,) = pages_of(render(counter_sheet((), Look(25), paper=A4)))
    assert "Nothing here needs a counter." in text_of(page)
    assert needed_counters([army()]) == ()


def test_colours_can_be_left_out() -> None:
    curse = [Counter(words="Curse", tincture=Tincture.SABLE)]
    (tinted,) = pages_of(render(counter_sheet(curse, Look(25, tinted=True), paper=A4)))
    (plain,) = pages_of(render(counter_sheet(curse, Look(25), paper=A4)))
    assert any(curve["fill"] for curve in tinted.curves)
    assert not any(curve["fill"] for curve in plain.curves)
    assert len(plain.lines) == len(tinted.lines)


def test_the_same_counters_make_the_same_bytes() -> None:
    assert len({render(counter_sheet(EVERY, Look(15), paper=A4)) for _ in range(2)}) == 1
