"""Every word a printed stat line can show, explained for a player at the table."""

from tabletop.arcana.abilities.ability import Ability
from tabletop.arcana.abilities.columns import COLUMNS, Column
from tabletop.arcana.abilities.glossary import ABILITIES, explained

__all__ = ["ABILITIES", "COLUMNS", "Ability", "Column", "explained"]
