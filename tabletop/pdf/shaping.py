"""Text in any script as glyphs in the order they are printed: direction, fallback faces, shaping."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Any

import uharfbuzz
from msgspec import Struct
from reportlab.pdfbase.ttfonts import ShapeData

from tabletop.pdf.direction import directional_runs
from tabletop.pdf.fonts import Face, Family, other_face, own_face

UNKNOWN = "□"
JOINERS = "\u200c\u200d"
SELECTORS = re.compile("[\ufe00-\ufe0f]")
WORDS = re.compile(r" +|[^ ]+")
LEAST_SHIFT = 0.005  # thousandths of the type size; less isn't written
FEATURES = {"liga": False, "clig": False}  # ligatures for looks only; they would hide letters from searches


Spaced = tuple[tuple[str, str], ...]
"""Letters, and how far the pen goes to the left after them: thousandths of the type size as PDF writes them."""


class Glyphs(Struct, frozen=True, eq=False, dict=True):
    """Neighbouring glyphs of one face, left to right; widths in thousandths of the type size."""

    face: str
    text: str
    shape: tuple[ShapeData, ...]
    width: float
    moved: bool

    @cached_property
    def levels(self) -> tuple[tuple[float, Spaced], ...]:
        """The letters of each level that glyphs are raised to, one after the other."""
        if not self.moved:
            return ((0.0, ((self.text, ""),)),)
        placed = zip(self.text, self.shape, strict=True)
        return tuple((rise, spaced(list(group))) for rise, group in groupby(placed, lambda pair: pair[1].y_offset))


def spaced(placed: Sequence[tuple[str, ShapeData]]) -> Spaced:
    """Letters with the shifts between them that put them where they belong."""
    pieces: list[tuple[str, str]] = []
    letters, shift = "", 0.0
    for letter, place in placed:
        shift -= place.x_offset
        if abs(shift) > LEAST_SHIFT:
            pieces.append((letters, f"{shift:.2f}"))
            letters, shift = "", 0.0
        letters += letter
        shift += place.width - place.x_advance + place.x_offset
    return (*pieces, (letters, f"{shift:.2f}" if abs(shift) > LEAST_SHIFT else ""))


@lru_cache(maxsize=1_000)  # three kB each; a hundred cards have half as many
def glyphs(text: str, family: Family) -> tuple[Glyphs, ...]:
    """The glyphs of the text from left to right; a word has equal glyphs wherever it stands."""
    pieces: list[Glyphs] = []
    for run, is_rtl in directional_runs(text):
        words = WORDS.findall(run)
        for word in reversed(words) if is_rtl else words:
            pieces.extend(_word(word, family, is_rtl))
    return tuple(pieces)


def width(text: str, family: Family) -> float:
    """How wide the text is, in thousandths of the type size; the widths of words add up."""
    if " " not in text:
        return _word_width(text, family)
    return sum(_word_width(word, family) for word in WORDS.findall(text))


@lru_cache(maxsize=4_000)
def clean(text: str) -> str:
    """Composed letters, plain spaces, nothing invisible but the joiners that shape scripts."""
    composed = SELECTORS.sub("", unicodedata.normalize("NFC", text))
    return "".join(_visible(character) for character in composed)


def _visible(character: str) -> str:
    if character.isspace():
        return character if character == "\u00a0" else " "
    return "" if unicodedata.category(character) in ("Cc", "Cf") and character not in JOINERS else character


@lru_cache(maxsize=4_000)
def _word_width(word: str, family: Family) -> float:
    return sum(piece.width for run, is_rtl in directional_runs(word) for piece in _word(run, family, is_rtl))


@lru_cache(maxsize=2_000)  # a kB each
def _word(word: str, family: Family, is_rtl: bool) -> tuple[Glyphs, ...]:
    """One word of one direction, shaped, left to right."""
    pieces = [_shaped(text, face, is_rtl) for face, text in _by_face(word, family)]
    return tuple(reversed(pieces) if is_rtl else pieces)


def _by_face(word: str, family: Family) -> Iterator[tuple[Face, str]]:
    """The word cut where the face changes; marks and joiners stay with the letter before them."""
    own = own_face(word, family)
    chosen: list[tuple[Face, str]] = []
    for character in word:
        before = chosen[-1][0] if chosen else None
        if before and _clings(character, before):
            chosen.append((before, character))
        elif face := own if own.covers(character) else other_face(character):
            chosen.append((face, character))
        else:
            chosen.append((own, UNKNOWN if own.covers(UNKNOWN) else "?"))
    for _, group in groupby(chosen, lambda pair: pair[0].name):
        pairs = list(group)
        yield pairs[0][0], "".join(character for _, character in pairs)


def _clings(character: str, before: Face) -> bool:
    is_mark = unicodedata.category(character) in ("Mn", "Mc") and before.covers(character)
    return is_mark or character in JOINERS


def _shaped(text: str, face: Face, is_rtl: bool) -> Glyphs:
    if face.shaper is None:
        ordered = text[::-1] if is_rtl else text
        return _run(face, [(character, face.width(character), 0.0, 0.0) for character in ordered])
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if is_rtl else "ltr"
    uharfbuzz.shape(face.shaper, buffer, FEATURES)
    letters = [_character(face, text, mark) for mark in buffer.glyph_infos]
    places = [(place.x_advance, place.x_offset, place.y_offset) for place in buffer.glyph_positions]
    return _run(face, [(letter, *map(face.scaled, place)) for letter, place in zip(letters, places, strict=True)])


def _character(face: Face, text: str, mark: uharfbuzz.GlyphInfo) -> str:
    """The letter itself where its plain glyph is printed, else the character that stands for the glyph."""
    own = text[mark.cluster]
    return own if face.glyphs.get(ord(own)) == mark.codepoint else face.characters.get(mark.codepoint, UNKNOWN)


def _run(face: Face, placed: Iterable[tuple[Any, ...]]) -> Glyphs:
    """Glyphs from their characters, advances and shifts to the right and up."""
    printed = [item for item in placed if item[0] != " " or item[1]]
    shape = tuple(ShapeData(0, advance, 0, x, y, face.width(letter)) for letter, advance, x, y in printed)
    moved = any(data.x_offset or data.y_offset or abs(data.x_advance - data.width) > 0.01 for data in shape)
    text = "".join(letter for letter, *_ in printed)
    return Glyphs(face.name, text, shape, sum(data.x_advance for data in shape), moved)
