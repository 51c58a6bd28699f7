"""What the card of a unit, a leader or a profile says, before it is set."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.printing.cards.figures import Attack, Figure, Saves
from tabletop.arcana.printing.cards.odds import Odds
from tabletop.arcana.printing.cards.reminders import Reminder
from tabletop.arcana.printing.wounds import Tally
from tabletop.heraldry import Picture


class Profile(Struct, frozen=True, kw_only=True):
    """How one sort of model stands and fights; a name where the card has several."""

    name: str = ""
    figures: tuple[Figure, ...]
    saves: Saves
    attacks: tuple[Attack, ...]


class MoraleTest(Struct, frozen=True):
    """What makes a unit test: models that fall in a turn, none of a single one, or so many wounds left."""

    models: int
    left: int


class UnitCard(Struct, frozen=True, kw_only=True):
    """A unit, a character with its mount, or a profile; a leader may stand on its unit's card where there is room.

    `odds` are set on it where there is room; `half` is the number of the box that brings the unit to half, `back` what
    stands on the card's back.
    """

    title: str
    below: str
    number: str = ""
    tag: str = ""
    emblem: Picture | None = None
    profiles: tuple[Profile, ...] = ()
    reminders: tuple[Reminder, ...] = ()
    spells: tuple[Spell, ...] = ()
    tallies: tuple[Tally, ...] = ()
    half: int | None = None
    test: MoraleTest | None = None
    link: str = ""
    base: tuple[float, float]
    foot: str = ""
    back: str = ""
    leader: UnitCard | None = None
    odds: Odds | None = None
