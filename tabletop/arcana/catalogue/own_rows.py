"""A row of an army list of a player's own, as a file states it: figures with a price, or priced by the formula."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tabletop.arcana.catalogue.profiles import MissileSkill, Section, Spellcasting, Statistics
from tabletop.values import Count, Name, Text

MOST_OWN_ROWS = 100
Price = Annotated[int, Meta(ge=0, le=100_000)]


class OwnRow(Statistics, frozen=True, kw_only=True):
    """What a printed row is but for its cells, which are written from its figures.

    `points` are what the list's owners ask for a model, None what the formula comes to, rounded up; `elite` says that
    it is so whatever it costs. `infiltrate_cost` and `phalanx_cost` are the prices of those who do so, if they may.
    """

    name: Name
    section: Section = Section.TROOPS
    points: Price | None = None
    elite: bool = False
    missile_skill: MissileSkill | None = None
    spellcaster: Spellcasting | None = None
    infiltrate_cost: Price | None = None
    phalanx_cost: Price | None = None
    room: Count | None = 0
    mounted: bool = False
    horse_like: bool = False
    cannot_mount: bool = False
    cannot_lead_phalanx: bool = False
    note: Text = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.section is Section.EQUIPMENT:
            raise ValueError("section can't be equipment: its price depends on who bears it")
