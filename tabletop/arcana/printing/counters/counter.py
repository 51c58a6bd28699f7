"""A counter as a value: what it says and how it is painted."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.heraldry import Tincture

NUMBERED = ("Wounds", "Power")
HIGHEST = 10
STATES = ("Broken", "Fled", "Infiltrating", "Reloading", "Flying high", "Flying low")


class Counter(Struct, frozen=True, kw_only=True):
    """One counter's face: its words, a figure if it counts, and bands of a tincture, of solid ink or of neither."""

    words: str
    figure: int | None = None
    school: str = ""
    tincture: Tincture | None = None
    solid: bool = False


BROKEN = Counter(words="Broken", solid=True)


def spell_counter(spell: Spell) -> Counter:
    """The spell's name over its first school's tincture; the name as its list spells it (ruling S6)."""
    school = spell.schools[0].school
    return Counter(words=spell.name, school=school.capitalize(), tincture=SCHOOL_TINCTURES[school])


def state_counter(state: str) -> Counter:
    return BROKEN if state == BROKEN.words else Counter(words=state)


def numbered_counter(words: str, figure: int) -> Counter:
    """`Wound` for one, `Wounds` for more."""
    return Counter(words=words.removesuffix("s") if figure == 1 else words, figure=figure)


def status_counters() -> tuple[Counter, ...]:
    """Each state of a unit once, then wounds and power from 1 to 10."""
    numbered = (numbered_counter(words, figure) for words in NUMBERED for figure in range(1, HIGHEST + 1))
    return (*map(state_counter, STATES), *numbered)
