"""Text wrapped, fitted and shortened."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.pdf.shaping import clean
from tabletop.pdf.typography import GLUE, Style, fitted_style, measure, shorten, wrap

STYLE = Style(9)
ALPHABET = st.sampled_from("aWi (2)/\u00a0Ωжשرس龍。ド용स̈")


@given(st.text(ALPHABET, max_size=80), st.floats(6, 60))
def test_no_line_is_wider_than_its_column(text: str, width: float) -> None:
    assert all(measure(line, STYLE) <= width + 0.3 for line in wrap(text, STYLE, width))


@given(st.text(ALPHABET, max_size=80), st.floats(6, 60))
def test_wrapping_loses_no_letter(text: str, width: float) -> None:
    lines = "".join(wrap(text, STYLE, width))
    assert lines.replace(" ", "").replace(GLUE, "") == clean(text).replace(" ", "").replace(GLUE, "")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", ("",)),
        ("one", ("one",)),
        ("one two three", ("one two", "three")),
        (f"one two Str{GLUE}(2)", ("one two", f"Str{GLUE}(2)")),
        (f"Infiltrate{GLUE}(454){GLUE}more", ("Infiltrate", "(454) more")),
        ("aaaaaaaaaaaaaaaaaa", ("aaaaaaaaaa", "aaaaaaaa")),
        ("龍龍龍龍龍龍。", ("龍龍龍龍龍", "龍。")),
    ],
)
def test_lines_break_at_spaces_and_only_where_they_must_within_words(text: str, lines: tuple[str, ...]) -> None:
    assert wrap(text, STYLE, 16.5) == lines


def test_a_mark_never_begins_a_line() -> None:
    lines = wrap("x\u0323" * 60, STYLE, 10)
    assert len(lines) > 1
    assert not any(line.startswith("\u0323") for line in lines)


def test_fitted_text_shrinks_no_further_than_it_must() -> None:
    assert fitted_style("short", STYLE, 50, smallest=6) == STYLE
    smaller = fitted_style("a rather longer name", STYLE, 25, smallest=6)
    assert 6 < smaller.size < 9
    assert measure("a rather longer name", smaller) == pytest.approx(25)
    assert fitted_style("a rather longer name" * 9, STYLE, 25, smallest=6).size == 6


def test_shortened_text_fits_and_says_that_it_is_shortened() -> None:
    assert shorten("short", STYLE, 50) == "short"
    cut = shorten("a rather longer name", STYLE, 20)
    assert cut.endswith("…")
    assert measure(cut, STYLE) <= 20


def test_equal_texts_are_broken_once(monkeypatch: pytest.MonkeyPatch) -> None:
    broken: list[str] = []
    monkeypatch.setattr("tabletop.pdf.shaping.clean", lambda text: broken.append(text) or text)
    for _ in range(500):
        wrap("seventeen axemen of this very test", STYLE, 30)
    assert len([text for text in broken if text.startswith("seventeen axemen")]) == 1
