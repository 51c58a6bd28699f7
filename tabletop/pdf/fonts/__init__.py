"""The embedded typefaces and the order in which they are asked for a character."""

from __future__ import annotations

import re
from array import array
from functools import cache, lru_cache
from itertools import chain
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Any, Literal

import uharfbuzz
from msgspec import Struct
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).parent
FIRST_PRIVATE, LAST_PRIVATE = 0xE000, 0xF8FF

Family = Literal["text", "bold", "italic", "title"]

OWN_FACES: dict[Family, tuple[str, ...]] = {
    "text": ("SourceSans3-Regular",),
    "bold": ("SourceSans3-Bold",),
    "italic": ("SourceSans3-It",),
    "title": ("SourceSerif4Subhead-Semibold", "SourceSans3-Bold"),
}
"""Latin, Greek and Cyrillic; the sans stands in for letters that the serif lacks (polytonic Greek)."""

OTHER_SCRIPTS = (
    "NotoSansArabic-Regular",
    "NotoSansHebrew-Regular",
    "NotoSansDevanagari-Regular",
    "NotoSansBengali-Regular",
    "NotoSansGurmukhi-Regular",
    "NotoSansTamil-Regular",
    "NotoSansTelugu-Regular",
    "NotoSansKannada-Regular",
    "NotoSansMalayalam-Regular",
    "NotoSansThai-Regular",
    "NotoSansKhmer-Regular",
    "DroidSansFallbackFull",
    "NanumSquareR",
    "DejaVuSans",
)
"""Asked after a family's own faces: a face a script, then Han and kana, Hangul, and symbols with all the rest."""

UNSHAPED = frozenset({"DroidSansFallbackFull", "NanumSquareR"})
"""Faces whose characters are their glyphs, one by one."""


MOST_CODES = 100
"""In a block of a map from codes to letters (Adobe Technical Note 5014)."""
CODES = re.compile(r"\d+ beginbfchar\n(.*)\nendbfchar", re.DOTALL)


class EmbeddedFont(TTFont):
    """A typeface whose codes lead back to letters as PDF/UA-1 asks (ISO 14289-1, 7.21.7): none of them to U+0000."""

    def addObjects(self, document: Any) -> None:  # noqa: N802 # reportlab's name
        known = set(document.idToObject)
        super().addObjects(document)
        for name, held in document.idToObject.items():
            if name.startswith("toUnicodeCMap:") and name not in known:
                held.content = CODES.sub(_only_letters, held.content)


def _only_letters(block: re.Match[str]) -> str:
    """The lines of codes that show something, so many at a time, letters in UTF-16."""
    pairs = [line.strip("<>").split("> <") for line in block[1].splitlines()]
    lines = [
        f"<{code}> <{chr(int(letter, 16)).encode('utf-16-be').hex()}>" for code, letter in pairs if int(letter, 16)
    ]
    parts = (lines[first : first + MOST_CODES] for first in range(0, len(lines), MOST_CODES))
    return "\n".join("\n".join((f"{len(part)} beginbfchar", *part, "endbfchar")) for part in parts)


class Face(Struct, frozen=True):
    """A loaded face: glyphs and advances (thousandths of the type size) by code.

    One with a shaper has a character for each glyph, too.
    """

    name: str
    glyphs: dict[int, int]
    advances: dict[int, float]
    characters: dict[int, str]
    shaper: uharfbuzz.Font | None

    def covers(self, character: str) -> bool:
        return ord(character) in self.glyphs

    def width(self, character: str) -> float:
        return self.advances[ord(character)]

    def scaled(self, length: int) -> float:
        """A length of the shaper's in thousandths of the type size."""
        return length * 1000 / self.shaper.face.upem if self.shaper else 0.0


@cache
def face(name: str) -> Face:
    """The face of this file, loaded once and known to reportlab by its name."""
    path = FOLDER / f"{name}.ttf"
    font = EmbeddedFont(name, str(path), asciiReadable=False)
    pdfmetrics.registerFont(font)
    tables: Any = font.face
    shaper = None if name in UNSHAPED else uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path))))
    characters = {glyph: chr(codes[0]) for glyph, codes in tables.glyphToChar.items()} if shaper else {}
    loaded = Face(name, tables.charToGlyph, tables.charWidths, characters, shaper)
    _name_the_rest(loaded, tables.numGlyphs)
    # Of 28,000 characters these take 9 MB: reportlab reads the first where it shapes, and the other by numbers alone.
    tables.glyphToChar, tables.glyphPos = {}, array("L", tables.glyphPos)
    # Nor need each process hold the files, 4 MB: what is read of them lies in the system's memory.
    with path.open("rb") as file:
        tables._ttf_data = mmap(file.fileno(), 0, access=ACCESS_READ)
    return loaded


def load_faces() -> None:
    """Load every face but those of a glyph a character, so that nobody's first sheet has to wait for them.

    Han, kana and Hangul have 46,000 characters and take 21 MB: they are loaded for the first sheet that has one.
    """
    for name in (*chain(*OWN_FACES.values()), *OTHER_SCRIPTS):
        if name not in UNSHAPED:
            face(name)


def _name_the_rest(loaded: Face, count: int) -> None:
    """Give private codes to the glyphs that only shaping reaches, in glyph order, so that output repeats."""
    if loaded.shaper is None:
        return
    free = (code for code in range(FIRST_PRIVATE, LAST_PRIVATE + 1) if code not in loaded.glyphs)
    nameless = [glyph for glyph in range(count) if glyph not in loaded.characters]
    for glyph, code in zip(nameless, list(free), strict=False):
        loaded.glyphs[code] = glyph
        loaded.advances[code] = loaded.scaled(loaded.shaper.get_glyph_h_advance(glyph))
        loaded.characters[glyph] = chr(code)


def own_face(word: str, family: Family) -> Face:
    """The family's face that lacks the fewest of the word's letters, so that a word is set in one face."""
    faces = [face(name) for name in OWN_FACES[family]]
    return min(faces, key=lambda face: sum(not face.covers(character) for character in word))


@lru_cache(maxsize=10_000)
def other_face(character: str) -> Face | None:
    """The first face for other scripts that has the character."""
    return next((face(name) for name in OTHER_SCRIPTS if _covers(name, character)), None)


def _covers(name: str, character: str) -> bool:
    """Whether a face has the character; for those of a glyph a character their file says so, unloaded."""
    if name not in UNSHAPED:
        return face(name).covers(character)
    return _outlines(name).get_nominal_glyph(ord(character)) is not None


@cache
def _outlines(name: str) -> uharfbuzz.Font:
    """The file of a face as it lies in the system's memory."""
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(FOLDER / f"{name}.ttf"))))
