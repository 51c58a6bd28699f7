"""The profile that a player's words probably stand for, among those of an army.

Idea: words that are a profile's own (`wording`) name it exactly. Else each profile is given a likeness from 0 to 99:
its words run together or in another order; all written words being beginnings or ends of its words (“mithrils”,
“gunners”); or the letters' own likeness (rapidfuzz). A profile of the army's own list goes before a general one.
Guarantee: a likeness below `LEAST`, or one that another profile comes nearer than `MARGIN` to, names nothing; it is
offered instead. `PRICED` is enough where the price that was written is that of one of them alone. What isn't named by
its own words is never exact.
Cost: each profile of the army and the general lists is looked at, about 150; answers are kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct
from rapidfuzz.fuzz import ratio

from tabletop.arcana.catalogue.lists import Catalogue, ListKind, list_slug
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.formats.mail.wording import Words, telling, words_of
from tabletop.work import go_on

LEAST = 72.0
PRICED = 62.0
OFFERED = 55.0
MARGIN = 4.0
OWN_LIST = 6.0
STRANGE = 55.0  # a word less like each of a name's than that speaks against the name
FOR_A_STRANGE_WORD = 12.0
SURE, RUN_TOGETHER, MOST_LIKE = 100.0, 97.0, 99.0
SHORTEST_PART = 3
SHORTEST_END = 5

FIGHTING = frozenset({Section.TROOPS, Section.CHARACTERS, Section.MONSTERS, Section.VEHICLES, Section.WAR_MACHINES})
RIDDEN = frozenset({Section.MOUNTS, Section.MONSTERS, Section.VEHICLES})
BOUGHT = frozenset({Section.EQUIPMENT})


class NamedRow(Struct, frozen=True):
    """A profile, its words in each order that people write them in, and whether it is in the army's own list."""

    row: Row
    words: tuple[Words, ...]
    own: bool


class Likeness(Struct, frozen=True):
    """How like a profile the written words are; 100 where they are its own."""

    row: Row
    percent: float

    @property
    def exact(self) -> bool:
        return self.percent == SURE


class ArmyRows(Struct, frozen=True):
    """The profiles that a line of an army may name, its own before the general ones."""

    named: tuple[NamedRow, ...]

    def likely(self, text: str, sections: frozenset[Section]) -> tuple[Likeness, ...]:
        """The profiles that a text may stand for, the likeliest first."""
        return _likely(self, words_of(text), sections)

    def names_exactly(self, text: str, sections: frozenset[Section]) -> bool:
        return any(like.exact for like in self.likely(text, sections)[:1])

    def __hash__(self) -> int:
        return hash((self.named[0].row.slug, len(self.named))) if self.named else 0


def chosen(likely: tuple[Likeness, ...]) -> Likeness | None:
    """The likeliest where no other is as likely; None where it must be asked for."""
    if not likely or likely[0].percent < LEAST:
        return None
    if len(likely) > 1 and likely[0].percent - likely[1].percent < MARGIN:
        return None
    return likely[0]


@lru_cache(maxsize=64)
def army_rows(catalogue: Catalogue, army: str) -> ArmyRows:
    """The rows of an army and of the general lists, prepared."""
    general = [entry.slug for entry in catalogue.lists.values() if entry.kind == ListKind.GENERAL]
    slugs = [army, *(slug for slug in general if slug != army)]
    return ArmyRows(
        tuple(
            NamedRow(row, _orders(row.name), list_slug(row.slug) == army)
            for slug in slugs
            for row in catalogue.rows_of(slug)
        )
    )


def _orders(name: str) -> tuple[Words, ...]:
    """`Dragon, Young` is also a young dragon."""
    first, comma, second = name.partition(", ")
    printed = words_of(name)
    return (printed, words_of(f"{second} {first}")) if comma and "," not in second else (printed,)


@lru_cache(maxsize=4096)
def _likely(rows: ArmyRows, words: Words, sections: frozenset[Section]) -> tuple[Likeness, ...]:
    go_on()
    if not words:
        return ()
    named = [entry for entry in rows.named if entry.row.section in sections]
    sure = [entry for entry in named if words in entry.words]
    if len(sure) == 1:
        return (Likeness(sure[0].row, SURE),)
    among = [(entry, _percent(words, entry)) for entry in sure or named]
    likely = [Likeness(entry.row, percent) for entry, percent in among if percent >= OFFERED]
    return tuple(sorted(likely, key=lambda like: -like.percent))


def _percent(words: Words, entry: NamedRow) -> float:
    best = max(_words_percent(telling(words), telling(own)) for own in entry.words)
    return min(best + OWN_LIST * entry.own, MOST_LIKE) if best >= OFFERED else best


def _words_percent(written: Words, own: Words) -> float:
    """How like the words of a name others are, those that only join left out; right where that is `OFFERED` at least.

    Most names are so unlike in their letters that their words needn't be looked at one by one.
    """
    if not written:
        return 0.0
    one, other = "".join(written), "".join(own)
    if one == other or sorted(written) == sorted(own):
        return RUN_TOGETHER
    ordered = "".join(sorted(written)), "".join(sorted(own))
    letters = max(ratio(one, other, score_cutoff=OFFERED), ratio(*ordered, score_cutoff=OFFERED))
    strange = sum(max(ratio(word, name) for name in own) < STRANGE for word in written) if letters else 0
    return max(letters - FOR_A_STRANGE_WORD * strange, _part_percent(written, own))


def _part_percent(written: Words, own: Words) -> float:
    """All written words are words of the name, their beginnings or their ends: the more of it, the likelier."""
    left, said = list(own), 0
    for word in written:
        parts = _in_order((name for name in left if _is_part(word, name)), word)
        if not parts:
            return 0.0
        left.remove(parts[0])
        said += len(parts[0])
    return 72.0 + 20.0 * said / sum(map(len, own))


def _in_order(names: Iterable[str], word: str) -> list[str]:
    """The word itself first, then what begins with it, then the rest."""
    return sorted(names, key=lambda name: (name != word, not name.startswith(word)))


def _is_part(word: str, name: str) -> bool:
    if word == name:
        return True
    return (len(word) >= SHORTEST_PART and name.startswith(word)) or (len(word) >= SHORTEST_END and name.endswith(word))
