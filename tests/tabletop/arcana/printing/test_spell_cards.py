"""Spell cards: all spells on one card each, in letters to be read in play, under their schools' hatchings."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Any

from tabletop.arcana.catalogue.spells import Spell, header
from tabletop.arcana.printing.cards import faces_sheet, spell_cards
from tabletop.arcana.printing.cards.spells import BAND, LEVEL, SAFE, SAVES
from tabletop.arcana.printing.orders import CARD_SIZES
from tabletop.arcana.reference.spell_cards import SPELL_WORDS
from tabletop.pdf.document import render
from tabletop.pdf.paper import A4
from tests.catalogue import printed_catalogue
from tests.tabletop.arcana.printing.test_cards import SIZES, cards_on
from tests.tabletop.pdf.measuring import MM, TOLERANCE, letters_of, outside, overlaps, pages_of

CATALOGUE = printed_catalogue()
SPELLS = tuple(CATALOGUE.spells.values())
FIGURE = re.compile(r"\d*d[36]|\d+")
LEAST, LEAST_IN_PLAY = 7.0, 8.0


def spells_for(size: tuple[float, float]) -> tuple[Spell, ...]:
    """All on poker cards, which have the least room; a few on larger ones, which are set the same."""
    return SPELLS if size == CARD_SIZES["poker"] else SPELLS[::12]


@cache
def cards_of(size: tuple[float, float]) -> list[tuple[Any, Any, list[Any]]]:
    """The cards in order: the page, the card's outline, the letters on it."""
    pages = pages_of(render(faces_sheet(spell_cards(spells_for(size), CATALOGUE, 25), size, paper=A4)))
    found = []
    for page in pages:
        letters = letters_of(page)
        for card in sorted(cards_on(page, size), key=lambda card: (round(card["top"]), card["x0"])):
            found.append((page, card, [letter for letter in letters if within(letter, card)]))
    return found


def solid(text: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text))


def within(thing: Any, card: Any) -> bool:
    middle = (thing["top"] + thing["bottom"]) / 2
    return bool(card["x0"] <= (thing["x0"] + thing["x1"]) / 2 <= card["x1"] and card["top"] <= middle <= card["bottom"])


def test_every_spell_has_its_words_and_a_line_for_a_save_with_a_star() -> None:
    assert set(SPELL_WORDS) == set(CATALOGUE.spells)
    for spell in SPELLS:
        starred = [line for line in SPELL_WORDS[spell.slug].lines if line.startswith("*") and line[1] != "*"]
        assert len(starred) == SAVES[spell.save][1].endswith("*"), spell.slug


def test_the_words_of_a_card_have_no_figure_that_the_rule_lacks() -> None:
    """Words written by hand can't drift from the spell: its text, header or power has each of their numbers."""
    drifted = {}
    for spell in SPELLS:
        words = SPELL_WORDS[spell.slug]
        known = set(FIGURE.findall(f"{spell.text} {header(spell)} {spell.extra_power}")) | spelt(spell)
        told = set(FIGURE.findall(" ".join((words.effect, *words.lines))))
        if told - known:
            drifted[spell.slug] = told - known
    assert drifted == {}


def spelt(spell: Spell) -> set[str]:
    """Numbers that the text has as words, or ranges such as `3-5`; 1 is `a` or `an` there."""
    names = {"one": "1", "a": "1", "an": "1", "two": "2", "three": "3", "four": "4"}
    return {figure for name, figure in names.items() if re.search(rf"\b{name}\b", spell.text)}


@SIZES
def test_every_spell_stands_whole_on_one_card_in_large_letters(size: tuple[float, float]) -> None:
    cards = spell_cards(SPELLS, CATALOGUE, 25)
    assert [(card.title, card.spare(size)) for card in cards if card.spare(size) < 0] == []
    drawn = cards_of(size)
    assert len(drawn) == len(spells_for(size))
    for spell, (_, card, letters) in zip(spells_for(size), drawn, strict=True):
        text = solid("".join(letter["text"] for letter in letters))
        words = SPELL_WORDS[spell.slug]
        said = " ".join((words.effect, *words.lines)).replace("**", "")
        assert all(solid(word) in text for word in f"{spell.name} {said}".split()), spell.slug
        edge = SAFE * MM - TOLERANCE
        assert all(card["x0"] + edge <= letter["x0"] and letter["x1"] <= card["x1"] - edge for letter in letters)
        assert min(letter["size"] for letter in letters) >= LEAST - 0.01
        small = solid("".join(letter["text"] for letter in letters if letter["size"] < LEAST_IN_PLAY - 0.01))
        assert re.fullmatch(r"(\d+×\d+mm)?", small), spell.slug  # a base's measures


@SIZES
def test_nothing_lies_outside_or_on_top_of_something_else(size: tuple[float, float]) -> None:
    for page in dict.fromkeys(page for page, _, _ in cards_of(size)):
        assert outside(page) == []
        assert overlaps(page) == []
        paints = {thing["non_stroking_color"] for thing in (*page.rects, *page.curves) if thing["fill"]}
        assert paints <= {(0, 0, 0), (1, 1, 1)}  # ink, and the white of a disc


def test_schools_are_hatched_in_strokes_on_a_band_at_the_cut() -> None:
    plain = set()
    for spell, (page, card, letters) in zip(SPELLS, cards_of(CARD_SIZES["poker"]), strict=True):
        band = card["top"] + BAND * MM
        assert all(letter["size"] == LEVEL.size or page.height - letter["matrix"][5] > band for letter in letters)
        strokes = [line for line in page.lines if within(line, card) and line["bottom"] < band]
        assert all(card["x0"] - 0.01 <= line["x0"] and line["x1"] <= card["x1"] + 0.01 for line in strokes)
        if len(strokes) < 5:
            plain.add(spell.schools[0].school)
    assert plain == {"general"}


def test_a_band_can_be_tinted() -> None:
    cards = spell_cards(SPELLS[7:8], CATALOGUE, 25, tinted=True)
    (page,) = pages_of(render(faces_sheet(cards, CARD_SIZES["poker"], paper=A4)))
    assert [rect for rect in page.rects if rect["fill"] and rect["non_stroking_color"] != (1, 1, 1)]


def test_what_lies_on_the_table_is_drawn_to_scale() -> None:
    """A circle of 3 bases of 25 mm is 7.5 mm wide at a tenth, a wall of 6 by 1 is 15 by 2.5; a base is a fifth."""
    drawn = {
        "death/vortex-of-souls": (7.5, 7.5),
        "fire/fire-wall": (15.0, 2.5),
        "nature/create-forest": (12.7, 12.7),
        "nature/call-of-the-wild": (5.0, 5.0),
        "earth/summon-earth-elemental": (10.0, 10.0),
    }
    for slug, (wide, deep) in drawn.items():
        cards = spell_cards([CATALOGUE.spells[slug]], CATALOGUE, 25)
        (page,) = pages_of(render(faces_sheet(cards, CARD_SIZES["poker"], paper=A4)))
        shapes = [(thing["width"] / MM, thing["height"] / MM) for thing in (*page.rects, *page.curves)]
        assert any(abs(w - wide) < TOLERANCE and abs(d - deep) < TOLERANCE for w, d in shapes), slug


def test_the_same_cards_make_the_same_bytes() -> None:
    made = (
        render(faces_sheet(spell_cards(SPELLS[:9], CATALOGUE, 25), CARD_SIZES["tarot"], paper=A4)) for _ in range(2)
    )
    assert len(set(made)) == 1
