"""Short forms of what stat lines say, for sheets with little room, and the key to those that are used."""

from __future__ import annotations

import re
from collections.abc import Iterable

SHORT: dict[str, str] = {
    "ignores terrain": "IT",
    "forestwalker": "Fo",
    "rock climber": "RC",
    "swimmer": "Sw",
    "fixed": "Fx",
    "evasion": "Ev",
    "shield": "Sh",
    "missile immune": "MI",
    "regeneration": "Rg",
    "sensitive": "sens",
    "immune": "imm",
    "fearless": "Fl",
    "Str": "S",
    "weak": "Wk",
    "eldritch": "El",
    "magical": "Ma",
    "first strike": "FS",
    "last strike": "LS",
    "negates long weapons": "NL",
    "long weapon": "LW",
    "natural": "Na",
    "artillery": "At",
    "fearsome": "Fs",
    "berserk": "Bk",
    "disciplined": "Di",
    "phalanx": "Ph",
    "base": "B",
    "fires every other turn": "F2",
    "fires every turn": "F1",
}
"""Each word as `tabletop.arcana.catalogue.stat_lines` writes it, and its short form: all of them differ."""

WORDS = re.compile("|".join(rf"\b{words}\b" for words in sorted(SHORT, key=len, reverse=True)))
FIGURES = re.compile(r"\b(Ev|S|B) \(?([\d/]+)\)?")
DICE = re.compile(r"(d3) (h|w)(?:its|ounds)")


def short(text: str) -> str:
    """`3 fixed, evasion (1)` is `3 Fx, Ev1`."""
    return DICE.sub(r"\1\2", FIGURES.sub(r"\1\2", WORDS.sub(lambda match: SHORT[match[0]], text)))


def key_of(texts: Iterable[str]) -> str:
    """What the short forms in these unshortened texts mean: `Fx fixed, MI missile immune`, in the order of `SHORT`."""
    used = {word for text in texts for word in WORDS.findall(text)}
    words = [f"{SHORT[word]} {'strength' if word == 'Str' else word}" for word in SHORT if word in used]
    return ", ".join(words + ["d3h d3 hits, d3w d3 wounds"] * any(DICE.search(text) for text in texts))
