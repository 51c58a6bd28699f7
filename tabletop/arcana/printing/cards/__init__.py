"""Cards at the size of sleeves: units, profiles, designs, spells and pieces of terrain."""

from tabletop.arcana.printing.cards.odds import (
    USUAL_TARGETS,
    CardTarget,
    dearest_of,
    odds_sheet,
    rivals_of,
    usual_count,
)
from tabletop.arcana.printing.cards.rows import design_cards, profile_cards, unit_cards
from tabletop.arcana.printing.cards.sheet import card_sheet, faces_sheet
from tabletop.arcana.printing.cards.spells import spell_cards
from tabletop.arcana.printing.cards.terrain import terrain_cards
from tabletop.arcana.printing.cards.unit_card import UnitCard

__all__ = [
    "USUAL_TARGETS", "CardTarget", "UnitCard", "card_sheet", "dearest_of", "design_cards", "faces_sheet", "odds_sheet",
    "profile_cards", "rivals_of", "spell_cards", "terrain_cards", "unit_cards", "usual_count",
]  # fmt: skip
