"""The order of the reference sheet: the six phases, then what not every army has."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.printing.signs import Sign


class Phase(Struct, frozen=True):
    """A section of the sheet: its number in the turn (0 for none), what is at its heart, the short rules' parts."""

    number: int
    title: str
    heart: str
    sign: Sign
    parts: tuple[str, ...]


PHASES: tuple[Phase, ...] = (
    Phase(1, "Fleeing", "who moves here stays put in the next phase", Sign.RUN, ("Fleeing",)),
    Phase(2, "Movement", "one side moves all it wants, then the other", Sign.MOVE, ("Movement", "Ground")),
    Phase(3, "Magic", "a wizard keeps his power until he spends it", Sign.MAGIC, ("Magic", "Words of spells")),
    Phase(4, "Missiles", "all shots land at one moment", Sign.BOW, ("To hit with missiles",)),
    Phase(5, "Melee", "all blows land at one moment, but for first and last strikes", Sign.SWORD, ("To hit in melee",)),
    Phase(
        6,
        "Morale",
        "2d6, morale or less; a 2 passes, a 12 fails",
        Sign.MORALE,
        ("Who tests morale", "The morale roll", "Losing the battle"),
    ),
    Phase(0, "Vehicles, war machines", "", Sign.ARTILLERY, ("Vehicles", "War machines")),
)
