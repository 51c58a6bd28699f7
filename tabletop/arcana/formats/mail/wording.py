"""Words without what people change about them: case, number, signs, and the usual short forms.

Two texts with the same words mean the same. Nothing here is likeness: words that differ by a letter are others.
"""

from __future__ import annotations

import re
from functools import lru_cache

from tabletop.arcana.formats.naming import name_key

Words = tuple[str, ...]

WORD = re.compile(r"[^\W_]+")
WRITTEN = (
    (re.compile(r"\bw/\s*"), "with "),
    (re.compile(r"&"), " and "),
    (re.compile(r"\b(?:two|2)[- ]?h(?:and(?:ed)?)?\b"), "2 handed"),
    (re.compile(r"\bx[- ]?bow"), "crossbow"),
    (re.compile(r"(?<=\w)'(?=\w)"), ""),
)
SHORT = {
    "cav": "cavalry",
    "hvy": "heavy",
    "lgt": "light",
    "lt": "light",
    "med": "medium",
    "sgt": "sergeant",
    "two": "2",
    "vet": "veteran",
    "wpn": "weapon",
}
ONE_OF = {"pegasi": "pegasus", "children": "child", "wolves": "wolf", "halves": "half"}
ALWAYS_ONE = frozenset({"chaos"})
JOINING = frozenset({"a", "an", "and", "in", "of", "on", "or", "the", "with"})
ENDINGS = (
    (re.compile(r"(?<=.)men$"), "man"),
    (re.compile(r"lves$"), "lf"),
    (re.compile(r"rves$"), "rf"),
    (re.compile(r"ii$"), "ius"),
    (re.compile(r"tae$"), "ta"),
    (re.compile(r"(?<=o)es$|(?<=sh)es$|(?<=ch)es$|(?<=x)es$|(?<=ss)es$"), ""),
    (re.compile(r"(?<=[^sui])s$"), ""),
)


@lru_cache(maxsize=8192)
def words_of(text: str) -> Words:
    """`20 Med. Cavalry w/ Lances` as `20`, `medium`, `cavalry`, `with`, `lance`."""
    plain = name_key(text)
    for written, meant in WRITTEN:
        plain = written.sub(meant, plain)
    return tuple(singular(SHORT.get(word, word)) for word in WORD.findall(plain))


@lru_cache(maxsize=8192)
def singular(word: str) -> str:
    """One of what the word names: the same for `mummies` and `mummy`, though not always a word itself."""
    if word in ALWAYS_ONE:
        return word
    if len(word) <= 3:
        return word.removesuffix("s") if word in ("xbs", "cvs") else word
    one = ONE_OF.get(word, word)
    for ending, instead in ENDINGS:
        shorter = ending.sub(instead, one)
        if shorter != one:
            one = shorter
            break
    one = SHORT.get(one, one)
    return f"{one[:-2]}y" if one.endswith("ie") and len(one) > 3 else one


@lru_cache(maxsize=4096)
def telling(words: Words) -> Words:
    """The words without those that only join others."""
    return tuple(word for word in words if word not in JOINING)
