"""Text in any script: faces, direction, joined letters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.pdf.direction import directional_runs
from tabletop.pdf.fonts import FOLDER, OTHER_SCRIPTS, OWN_FACES
from tabletop.pdf.shaping import UNKNOWN, clean, glyphs, width
from tests.laws import of_each

LICENCES = {
    "SourceSans3": "source-sans",
    "SourceSerif4": "source-serif",
    "Noto": "noto",
    "Droid": "droid",
    "Nanum": "nanum",
    "DejaVu": "dejavu",
}


@of_each(
    ("text", "name"),
    [
        ("Raiders", "SourceSans3-Regular"),
        ("Ατρόμητοι", "SourceSans3-Regular"),
        ("ἄνδρες", "SourceSans3-Regular"),
        ("Дружина", "SourceSans3-Regular"),
        ("الحرس", "NotoSansArabic-Regular"),
        ("שומרים", "NotoSansHebrew-Regular"),
        ("सैनिक", "NotoSansDevanagari-Regular"),
        ("সৈনিক", "NotoSansBengali-Regular"),
        ("ਪੰਜਾਬੀ", "NotoSansGurmukhi-Regular"),
        ("வீரர்", "NotoSansTamil-Regular"),
        ("తెలుగు", "NotoSansTelugu-Regular"),
        ("ಕನ್ನಡ", "NotoSansKannada-Regular"),
        ("മലയാളം", "NotoSansMalayalam-Regular"),
        ("มังกร", "NotoSansThai-Regular"),
        ("ខ្មែរ", "NotoSansKhmer-Regular"),
        ("龍之軍團", "DroidSansFallbackFull"),
        ("ドラゴン", "DroidSansFallbackFull"),
        ("용의군단", "NanumSquareR"),
        ("Հայկական", "DejaVuSans"),
        ("ქართული", "DejaVuSans"),
        ("☠", "DejaVuSans"),
    ],
)
def test_every_script_has_its_face(text: str, name: str) -> None:
    runs = glyphs(text, "text")
    assert [run.face for run in runs] == [name]
    assert UNKNOWN not in runs[0].text


def test_every_font_file_is_asked_for_and_has_its_licence_beside_it() -> None:
    names = {name for names in OWN_FACES.values() for name in names} | set(OTHER_SCRIPTS)
    assert names == {path.stem for path in FOLDER.glob("*.ttf")}
    for name in names:
        (licence,) = [text for start, text in LICENCES.items() if name.startswith(start)]
        assert "Copyright" in (FOLDER / "licences" / f"{licence}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("family", OWN_FACES)
def test_figures_are_as_wide_as_each_other(family: str) -> None:
    assert len({round(width(figure, family), 3) for figure in "0123456789"}) == 1


def test_a_word_that_the_serif_lacks_is_set_in_one_face() -> None:
    assert [run.face for run in glyphs("ἄνδρες", "title")] == ["SourceSans3-Bold"]


def test_a_letter_that_no_face_has_is_a_box_not_nothing() -> None:
    assert glyphs("\U00012345", "text")[0].text == UNKNOWN


def test_arabic_is_joined_and_runs_from_right_to_left() -> None:
    (run,) = glyphs("بيت", "text")
    forms = [unicodedata.name(letter) for letter in run.text]
    assert [form.split()[-2] for form in forms] == ["FINAL", "MEDIAL", "INITIAL"]
    assert [form.split()[2] for form in forms] == ["TEH", "YEH", "BEH"]


def test_hebrew_points_stay_with_their_letters() -> None:
    (run,) = glyphs("בָּא", "text")
    assert len([data for data in run.shape if not data.x_advance]) == 2
    assert run.moved


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("plain (1)", [("plain (1)", False)]),
        ("אב גד", [("אב גד", True)]),
        ("the אב guard", [("the ", False), ("אב", True), (" guard", False)]),
        ("אב (1st) גד", [(") גד", True), ("1st", False), ("אב (", True)]),
        ("of العرب (2)", [("of ", False), (")", True), ("2", False), ("العرب (", True)]),
        ("(אב) x", [("x", False), ("(אב) ", True)]),
        ("אב 12", [("12", False), ("אב ", True)]),
    ],
)
def test_runs_stand_as_they_are_read(text: str, runs: list[tuple[str, bool]]) -> None:
    assert directional_runs(text) == runs


def test_text_is_cleaned_of_what_cannot_be_seen() -> None:
    assert clean("e\u0301\u200b\ufeffx\u202e\ty\u2009z\ufe0f") == "éx y z"


def test_joiners_stay_because_they_shape() -> None:
    assert clean("می\u200cخواهم") == "می\u200cخواهم"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_no_text_is_refused_and_every_glyph_has_a_width(text: str) -> None:
    for run in glyphs(clean(text), "title"):
        assert run.width >= 0
        assert len(run.text) == len(run.shape)


@given(st.lists(st.sampled_from(["Str (2)", "AVA", "1/2", "Fearless", "Ατ", "Жук"]), min_size=1, max_size=6))
def test_the_widths_of_words_add_up(words: list[str]) -> None:
    text = " ".join(words)
    drawn = sum(run.width for run in glyphs(text, "text"))
    assert drawn == pytest.approx(width(text, "text"))
    assert drawn == pytest.approx(sum(width(word, "text") for word in words) + (len(words) - 1) * width(" ", "text"))
