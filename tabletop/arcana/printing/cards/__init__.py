"""Cards at the size of sleeves: units, profiles, designs, spells and pieces of terrain."""

from tabletop.arcana.printing.cards.rows import design_cards, profile_cards, unit_cards
from tabletop.arcana.printing.cards.sheet import card_sheet, faces_sheet
from tabletop.arcana.printing.cards.spells import spell_cards
from tabletop.arcana.printing.cards.terrain import terrain_cards
from tabletop.arcana.printing.cards.unit_card import UnitCard

__all__ = [
    "UnitCard", "card_sheet", "design_cards", "faces_sheet", "profile_cards", "spell_cards",
    "terrain_cards", "unit_cards",
]  # fmt: skip
