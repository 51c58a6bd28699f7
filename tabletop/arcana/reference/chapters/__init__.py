"""The chapters of the reference, in the order in which one reads them."""

from tabletop.arcana.reference.chapters.chapter import (
    Chapter,
    Diagram,
    DiagramKind,
    Figure,
    Section,
    Table,
    links_in,
    without_links,
)
from tabletop.arcana.reference.chapters.charging import CHARGING, OVERRUNS
from tabletop.arcana.reference.chapters.fighting import CHARACTERS, MELEE
from tabletop.arcana.reference.chapters.ground import TERRAIN, VEHICLES
from tabletop.arcana.reference.chapters.magic import MAGIC
from tabletop.arcana.reference.chapters.missiles import MISSILES, SIGHT
from tabletop.arcana.reference.chapters.morale import MORALE, VICTORY
from tabletop.arcana.reference.chapters.moving import FLYING, FORMATIONS, IN_MELEE, MOVEMENT
from tabletop.arcana.reference.chapters.turn import FLEEING, TURN

CHAPTERS: dict[str, Chapter] = {
    chapter.slug: chapter
    for chapter in (
        *(TURN, FLEEING, MOVEMENT, FORMATIONS, CHARGING, OVERRUNS, FLYING, IN_MELEE, MAGIC, MISSILES, SIGHT),
        *(MELEE, CHARACTERS, MORALE, TERRAIN, VEHICLES, VICTORY),
    )
}

__all__ = ["CHAPTERS", "Chapter", "Diagram", "DiagramKind", "Figure", "Section", "Table", "links_in", "without_links"]
