"""Names of profiles with a number before them: `1 Axeman`, `7 Berserkers`, `3 Ballistas`.

The lists print some names of one model and some of many. The word that changes is the last one before what the models
carry. Names turned round by a comma, such as `Dragon, Adult`, slugs, and words with one form for both stay as they are.
"""

from __future__ import annotations

import re
from functools import lru_cache

CARRYING = re.compile(r" (?:with|of|Lance|Sword|Dual|Two)\b.*", re.DOTALL)
ONE_FORM = frozenset(
    (
        "Antesignani",
        "Cyclops",
        "Equites",
        "Lancearii",
        "Lobbers",
        "Marr",
        "Militia",
        "Rollers",
        "Sagittarii",
        "Swine",
        "Velites",
        "Watch",
    )
)
IRREGULAR = {
    "Child": "Children",
    "Dwarf": "Dwarves",
    "Elf": "Elves",
    "Pegasus": "Pegasi",
    "Werewolf": "Werewolves",
    "Wolf": "Wolves",
    "Zombie": "Zombies",
}
PARTS_OF_BODIES = frozenset(("Body", "Head"))
IRREGULAR_MANY = {many: one for one, many in IRREGULAR.items()}
TO_MANY = (
    (re.compile(r"(?<=.)man$"), "men"),
    (re.compile(r"(?<=[^aeiou])y$"), "ies"),
    (re.compile(r"(?<=ch)$|(?<=sh)$|(?<=x)$|(?<=ss)$|(?<=[^o]o)$"), "es"),
    (re.compile(r"$"), "s"),
)
TO_ONE = (
    (re.compile(r"(?<=.)men$"), "man"),
    (re.compile(r"(?<=..)ies$"), "y"),
    (re.compile(r"(?<=ch)es$|(?<=sh)es$|(?<=x)es$|(?<=ss)es$|(?<=o)es$"), ""),
    (re.compile(r"s$"), ""),
)


def straight(name: str) -> str:
    """A name that a list turns round by a comma: `Greater Clay Golem` for `Greater Golem, Clay`, `Hydra head`."""
    whole, _, kind = name.partition(", ")
    if not kind or "," in kind or not kind.istitle():
        return name
    *before, last = whole.split(" ")
    return f"{whole} {kind.lower()}" if kind in PARTS_OF_BODIES else " ".join((*before, kind, last))


def counted(name: str, count: int) -> str:
    """So many models of this name, as in `1 Axeman` or `10 Axemen`."""
    return f"{count:,} {named(name, count)}"


@lru_cache(maxsize=4096)
def named(name: str, count: int) -> str:
    """The name for one model or for many."""
    carrying = CARRYING.search(name)
    whole, rest = (name[: carrying.start()], carrying.group()) if carrying else (name, "")
    *before, word = whole.split(" ")
    if "," in whole or "/" in whole or word in ONE_FORM or word.endswith("Cavalry"):
        return name
    return " ".join((*before, _one(word) if count == 1 else _many(word))) + rest


def _one(word: str) -> str:
    return IRREGULAR_MANY.get(word) or (_ended(word, TO_ONE) if _is_many(word) else word)


def _many(word: str) -> str:
    return word if _is_many(word) else IRREGULAR.get(word) or _ended(word, TO_MANY)


def _is_many(word: str) -> bool:
    return word in IRREGULAR_MANY or word.endswith("men") or bool(re.search(r"[^sui]s$", word))


def _ended(word: str, endings: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    return next(ending.sub(instead, word) for ending, instead in endings if ending.search(word))
