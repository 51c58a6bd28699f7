"""A counter as a value: what it says and what is drawn on it."""

from __future__ import annotations

from enum import Enum, auto

from msgspec import Struct

from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.arcana.printing.signs import Sign
from tabletop.arcana.reference.spell_cards import SPELL_WORDS
from tabletop.heraldry import Tincture

NUMBERED = ("Wounds", "Power")
HIGHEST = 10


class Face(Enum):
    """What tells a counter from others before it is read: its silhouette."""

    SPELL = auto()
    SIGN = auto()
    THICK_RING = auto()
    DASHED_RING = auto()
    HIGH = auto()
    LOW = auto()
    DROP = auto()
    SUN = auto()


class Counter(Struct, frozen=True, kw_only=True):
    """One counter: its words and silhouette; a figure if it counts, a spell's level, effect and tincture."""

    words: str
    face: Face = Face.SPELL
    sign: Sign | None = None
    figure: int | None = None
    level: int = 0
    effect: str = ""
    tincture: Tincture | None = None

    @property
    def said(self) -> str:
        """What it says to those who have it read out."""
        figure = f": {self.figure}" if self.figure is not None else ""
        level = f", level {self.level}" if self.level else ""
        return self.words + figure + level + (f": {self.effect}" if self.effect else "")


BROKEN = Counter(words="Broken", face=Face.THICK_RING, sign=Sign.BROKEN)
STATES: dict[str, Counter] = {
    state.words: state
    for state in (
        BROKEN,
        Counter(words="Fled", face=Face.DASHED_RING, sign=Sign.RUN),
        Counter(words="Moved: -1", face=Face.SIGN, sign=Sign.MOVE),
        Counter(words="Stuck", face=Face.SIGN, sign=Sign.CHAIN),
        Counter(words="Infiltrating", face=Face.SIGN, sign=Sign.UNSEEN),
        Counter(words="Reloading", face=Face.SIGN, sign=Sign.RELOAD),
        Counter(words="Flying high", face=Face.HIGH),
        Counter(words="Flying low", face=Face.LOW),
    )
}


def spell_counter(spell: Spell) -> Counter:
    """The spell's name over its first school's tincture; the name as its list spells it (ruling S6)."""
    return Counter(
        words=spell.name,
        level=spell.level,
        effect=SPELL_WORDS[spell.slug].effect,
        tincture=SCHOOL_TINCTURES[spell.schools[0].school],
    )


def numbered_counter(words: str, figure: int) -> Counter:
    """`Wound` for one, `Wounds` for more."""
    return Counter(
        words="Wound" if (words, figure) == ("Wounds", 1) else words,
        face=Face.SUN if words == "Power" else Face.DROP,
        figure=figure,
    )


def status_counters() -> tuple[Counter, ...]:
    """Each state of a unit once, then wounds and power from 1 to 10."""
    numbered = (numbered_counter(words, figure) for words in NUMBERED for figure in range(1, HIGHEST + 1))
    return (*STATES.values(), *numbered)
